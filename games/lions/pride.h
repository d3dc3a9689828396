/* The turns of up to three lions counted in closed form: no turn is visited, no table is built.
 *
 * Lions that each choose a region of a set of their own, A, B, C, lead to a multiset of regions. By
 * Hall's theorem (1935) three regions come from such a choice if and only if each set has one of
 * them and at most one lies in A alone, in B alone, in C alone. So only the sizes of the cells of
 * the Venn diagram count. Crowded lions (rule 6) are a few such choices that share no result. */
#ifndef GAMES_LIONS_PRIDE_H
#define GAMES_LIONS_PRIDE_H

enum { PRIDE_MAX = 3 };

/* Ways to put two or three figures into n regions. */
static inline uint64_t ways_of_two(uint64_t n)
{
    return n * (n + 1) / 2;
}

static inline uint64_t ways_of_three(uint64_t n)
{
    return n * (n + 1) * (n + 2) / 6;
}

static inline uint64_t size_of(uint32_t regions)
{
    return (uint64_t)bits_count(regions);
}

/* The multisets {a, b}. */
static inline uint64_t choices_of_two(uint32_t a, uint32_t b)
{
    uint64_t common = size_of(a & b);
    return size_of(a) * size_of(b) - common * (common - 1) / 2;
}

/* The multisets {a, b, c}, by the number of regions that lie in one set alone: three, two, one or
 * none. The others lie in two sets at least, so none of them misses two sets. */
static inline uint64_t choices_of_three(uint32_t a, uint32_t b, uint32_t c)
{
    uint64_t only_a = size_of(a & ~(b | c)), not_a = size_of(b & c & ~a);
    uint64_t only_b = size_of(b & ~(a | c)), not_b = size_of(a & c & ~b);
    uint64_t only_c = size_of(c & ~(a | b)), not_c = size_of(a & b & ~c);
    uint64_t shared = not_a + not_b + not_c + size_of(a & b & c);
    uint64_t count = only_a * only_b * only_c;
    count += only_a * only_b * (shared - not_c);
    count += only_a * only_c * (shared - not_b);
    count += only_b * only_c * (shared - not_a);
    count += only_a * (ways_of_two(shared) - ways_of_two(not_b) - ways_of_two(not_c));
    count += only_b * (ways_of_two(shared) - ways_of_two(not_a) - ways_of_two(not_c));
    count += only_c * (ways_of_two(shared) - ways_of_two(not_a) - ways_of_two(not_b));
    return count + ways_of_three(shared) - ways_of_three(not_a) - ways_of_three(not_b) -
           ways_of_three(not_c);
}

/* Where the lions stand, the most crowded region first, and where they may go. */
typedef struct Pride {
    int count;                      /* regions with lions */
    int lions;                      /* all lions */
    int most;                       /* lions in the first region */
    uint32_t home[PRIDE_MAX];       /* the region, as a set */
    uint32_t neighbours[PRIDE_MAX]; /* its neighbours */
    uint32_t open[PRIDE_MAX];       /* those that a single lion may enter */
    uint32_t strong;                /* jackals that a single lion cannot take */
    uint32_t prey[PRIDE_MAX + 1];   /* jackals that so many lions take, but not fewer */
} Pride;

static inline void pride_open(const GamePosition *position, uint32_t own, Pride *pride)
{
    pride->strong = regions_above(position->before, 3);
    pride->count = bits_count(own);
    pride->lions = pride->most = 0;
    int slot = pride->count;
    for (uint64_t regions = own; regions;) {
        int region = bits_pop(&regions), figures = figures_in(position, region);
        int at = figures > 1 ? 0 : --slot;
        uint32_t neighbours = position->board->neighbours[region];
        pride->home[at] = UINT32_C(1) << region;
        pride->neighbours[at] = neighbours;
        pride->open[at] = neighbours & ~pride->strong;
        pride->lions += figures;
        pride->most = figures > pride->most ? figures : pride->most;
    }
    uint32_t stronger = regions_above(position->before, 6);
    pride->prey[1] = regions_above(position->before, 0) & ~pride->strong;
    pride->prey[2] = pride->strong & ~stronger;
    pride->prey[3] = stronger & ~regions_above(position->before, 9);
}

/* Every lion alone. */
static inline uint64_t pride_count_lone(const Pride *pride)
{
    uint32_t one = pride->open[0] | pride->home[0];
    if (pride->count == 1)
        return size_of(one);
    uint32_t two = pride->open[1] | pride->home[1];
    if (pride->count == 2)
        return choices_of_two(one, two);
    return choices_of_three(one, two, pride->open[2] | pride->home[2]);
}

/* Two or three lions in one region and no others: one stays, or all attack. */
static inline uint64_t pride_count_pack(const Pride *pride)
{
    uint64_t open = size_of(pride->open[0]), easy = size_of(pride->neighbours[0] & pride->prey[1]);
    uint64_t hard = size_of(pride->neighbours[0] & pride->prey[2]);
    if (pride->lions == 2)
        return open + ways_of_two(easy) + hard;
    uint64_t hardest = size_of(pride->neighbours[0] & pride->prey[3]);
    return ways_of_two(open) + hard + ways_of_three(easy) + hard * (1 + easy) + hardest;
}

/* Two lions in one region and one in another. If one of the two stays, the others' regions are a
 * pair of choices, but for a swap of places, which is a cycle (rule 2). If both attack, either the
 * region is empty afterwards, or the third lion came there; then those results are new in which
 * neither attack could have been the third lion's. Prey that takes both is joined by the third. */
static inline uint64_t pride_count_mixed(const Pride *pride)
{
    uint32_t third = pride->open[1] | pride->home[1];
    uint32_t easy = pride->neighbours[0] & pride->prey[1];
    uint32_t hard = pride->neighbours[0] & pride->prey[2];
    uint64_t count = choices_of_two(pride->open[0], third) +
                     choices_of_three(easy, easy, third & ~pride->home[0]);
    if (pride->open[1] & pride->home[0])
        count += ways_of_two(size_of(easy & ~third)) - 1;
    return count + size_of(hard) * size_of(third) + size_of(hard & pride->neighbours[1]);
}

/* Finds the lions, if this file has something to say of them: not inside a turn, not if there are
 * more lions, regions too small for them, or prey that lions from several regions take together. */
static inline bool pride_find(const GamePosition *position, Pride *pride)
{
    if (position->mover != SIDE_LIONS || position->open ||
        position->board->least_capacity < PRIDE_MAX)
        return false;
    uint32_t own = sides_of(position->before).of[SIDE_LIONS];
    if (bits_count(own) > PRIDE_MAX)
        return false;
    pride_open(position, own, pride);
    return pride->lions <= PRIDE_MAX && !(LIONS_ADD_UP && pride->strong);
}

/* The number of turns, 0 if rule 6 cannot be met. */
static inline uint64_t pride_count(const Pride *pride)
{
    if (pride->most < 2)
        return pride_count_lone(pride);
    return pride->count == 1 ? pride_count_pack(pride) : pride_count_mixed(pride);
}

/* Visiting the turns of lone lions. */
typedef struct PrideWalk {
    GameVisitor *visit;
    void *context;
    GamePosition after;
    uint8_t counter; /* if nothing is captured */
    uint32_t prey;
    int count;
    uint32_t choice[PRIDE_MAX]; /* of each lion */
    uint32_t at[PRIDE_MAX];     /* the region it goes to, as a set */
} PrideWalk;

/* The regions of `choice` where a lion comes in order: if it and the one at `other` could change
 * places, it must not be the lower one. */
static inline uint32_t in_order(uint32_t choice, uint32_t other_choice, uint32_t other)
{
    return choice & other ? choice & ~(other_choice & (other - 1)) : choice;
}

/* The regions to which the next lion may go. Of the ways to one multiset of regions only the first
 * one in the order of the lions' regions is taken: no exchange of two lions and no rotation of
 * three leads to an earlier one. */
static inline uint32_t pride_targets(const PrideWalk *walk, int lion)
{
    const uint32_t *choice = walk->choice, *at = walk->at;
    if (lion == 0)
        return choice[0];
    uint32_t targets = in_order(choice[lion], choice[0], at[0]);
    if (lion == 1)
        return targets;
    targets &= in_order(choice[2], choice[1], at[1]);
    if (at[1] & choice[0] && at[0] & choice[2] && at[1] < at[0])
        targets &= ~choice[1];
    if (at[0] & choice[1] && at[1] & choice[2])
        targets &= ~(choice[0] & (at[0] - 1));
    return targets;
}

static void pride_visit(PrideWalk *walk, int lion, uint32_t entered)
{
    GamePosition *after = &walk->after;
    for (uint64_t targets = pride_targets(walk, lion); targets; targets &= targets - 1) {
        int region = bits_first(targets);
        int8_t held = after->before[region];
        uint32_t here = UINT32_C(1) << region;
        after->before[region] = after->after[region] = (int8_t)(held > 0 ? -1 : held - 1);
        walk->at[lion] = here;
        if (lion < PRIDE_MAX - 1 && lion < walk->count - 1) {
            pride_visit(walk, lion + 1, entered | here);
        } else {
            after->counter = (entered | here) & walk->prey ? 0 : walk->counter;
            walk->visit(walk->context, after);
        }
        after->before[region] = after->after[region] = held;
    }
}

/* Visits the position after each turn of lone lions. */
static NOINLINE void pride_each(const GamePosition *position, const Pride *pride,
                                GameVisitor *visit, void *context)
{
    PrideWalk walk = {.visit = visit, .context = context, .after = *position};
    walk.after.mover ^= 1;
    walk.counter = (uint8_t)(position->counter + 1);
    walk.prey = pride->prey[1];
    walk.count = pride->count;
    for (int i = 0; i < pride->count; i++) {
        int region = bits_first(pride->home[i]);
        walk.choice[i] = pride->open[i] | pride->home[i];
        walk.after.before[region] = walk.after.after[region] = 0;
    }
    pride_visit(&walk, 0, 0);
}

#endif
