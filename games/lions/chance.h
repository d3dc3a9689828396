/* A random whole turn for playouts, drawn figure by figure without tables. The law, by which every
 * legal turn has a chance:
 *
 * 1. Enemies that one figure cannot take, region by region: if the free units around are strong
 *    enough, the number that enters is drawn from 0 and all numbers that strength and room allow,
 *    then for each unit the region it comes from (`single`: first for the group that is strong
 *    enough; `onemove`: what remains there stays).
 * 2. Every other free unit draws its own region or a neighbour that it may enter alone (`onemove`:
 * a pack draws one of these and how many go there). If a region overflows, the whole of step 2 is
 *    drawn again; after CHANCE_TRIES times the units go one after another, and one that finds its
 *    region full stays.
 * 3. Crowded lions instead: if they can, a coin decides whether all attack, each drawing one of the
 *    neighbours with jackals; otherwise one stays and each of the others draws a neighbour. Lone
 *    lions draw as in step 2. What breaks a rule is drawn again; after CHANCE_TRIES times the turn
 *    is drawn part by part (game_random_move). */
#ifndef GAMES_LIONS_CHANCE_H
#define GAMES_LIONS_CHANCE_H

enum {
    CHANCE_TRIES = 8,
    DIGITS_PER_WORD = 8, /* of at most 41 each: the bias is below 2^-20 */
};

/* Small random numbers, several from one word: the word is a fraction, and each number is its
 * leading digit in a base of its own. */
typedef struct Digits {
    Random *random;
    uint64_t fraction;
    int left;
} Digits;

static inline int digit_below(Digits *digits, int base)
{
    __extension__ typedef unsigned __int128 Wide;
    if (digits->left-- == 0) {
        digits->fraction = random_next(digits->random);
        digits->left = DIGITS_PER_WORD - 1;
    }
    Wide product = (Wide)digits->fraction * (unsigned)base;
    digits->fraction = (uint64_t)product;
    return (int)(product >> 64);
}

/* A region of a set that is not empty. */
static inline int digit_region(Digits *digits, uint32_t regions)
{
    return bits_select(regions, digit_below(digits, bits_count(regions)));
}

typedef struct Chance {
    Digits digits;
    GamePosition *position; /* `before` is changed figure by figure */
    int mover, sign;
    uint32_t foe;
    uint32_t barred; /* enemies that one figure cannot take */
    uint32_t ready;  /* regions with free units */
    uint32_t entered;
    int8_t free[BOARD_REGIONS_MAX];
} Chance;

/* The free units of each region of the mover. */
static inline void chance_find(Chance *chance)
{
    const int8_t *figures = chance->position->before;
    for (int region = 0; region < BOARD_REGIONS_MAX; region++) {
        int8_t own = (int8_t)(chance->sign * figures[region]);
        chance->free[region] = (int8_t)(own - staying(chance->mover, own));
    }
    chance->ready = regions_above(chance->free, 0);
}

static inline void chance_leave(Chance *chance, int source, int units)
{
    int8_t *figures = chance->position->before;
    figures[source] = (int8_t)(figures[source] - chance->sign * units);
}

/* Lets one unit into a region without enemies or, a lion, with enemies that it takes. */
static inline void chance_enter(Chance *chance, int target)
{
    int8_t *figures = chance->position->before;
    bool takes = chance->mover == SIDE_LIONS && figures[target] > 0;
    figures[target] = (int8_t)((takes ? 0 : figures[target]) + chance->sign);
    chance->entered |= UINT32_C(1) << target;
}

/* Sends units from a region into an attack; with `onemove` it has nowhere else to send any. */
static inline void chance_send(Chance *chance, int source, int units)
{
    chance_leave(chance, source, units);
    chance->free[source] = (int8_t)(chance->free[source] - units);
    if (chance->free[source] == 0 || ONE_GROUP_LEAVES)
        chance->ready &= ~(UINT32_C(1) << source);
}

/* Step 1 for one region. */
static inline void chance_attack(Chance *chance, int region)
{
    const GamePosition *position = chance->position;
    int need = strength_needed(chance->mover, figures_in(position, region));
    uint32_t near = position->board->neighbours[region] & chance->ready, leaders = 0;
    int most = 0;
    for (uint64_t sources = near; sources;) {
        int source = bits_pop(&sources);
        most += chance->free[source];
        leaders |= (uint32_t)(chance->free[source] >= need) << source;
    }
    int room = capacity_of(position, region);
    most = most < room ? most : room;
    if (most < need || !(JACKALS_ADD_UP || leaders))
        return;
    int units = digit_below(&chance->digits, most - need + 2) + need - 1;
    if (units < need)
        return;
    chance->position->before[region] = (int8_t)(chance->sign * units);
    chance->entered |= UINT32_C(1) << region;
    uint32_t sources = JACKALS_ADD_UP ? near : leaders;
    int group = JACKALS_ADD_UP ? 1 : need;
    while (units > 0) {
        int source = digit_region(&chance->digits, sources);
        chance_send(chance, source, group);
        units -= group;
        near &= ~((uint32_t)(chance->free[source] == 0) << source);
        sources = near;
        group = 1;
    }
}

/* Where one unit of the region may go. */
static inline uint32_t chance_targets(const Chance *chance, int source)
{
    uint32_t neighbours = chance->position->board->neighbours[source];
    return (neighbours & ~chance->barred) | UINT32_C(1) << source;
}

static inline void chance_scatter(Chance *chance, int source)
{
    uint32_t targets = chance_targets(chance, source);
    int count = bits_count(targets), free = chance->free[source];
    if (ONE_GROUP_LEAVES && chance->mover == SIDE_JACKALS) {
        free = digit_below(&chance->digits, free + 1);
        targets = UINT32_C(1) << digit_region(&chance->digits, targets);
        count = 1;
    }
    chance_leave(chance, source, free);
    for (int i = 0; i < free; i++)
        chance_enter(chance, bits_select(targets, digit_below(&chance->digits, count)));
}

static inline bool chance_fits(const Chance *chance)
{
    const Board *board = chance->position->board;
    const int8_t *figures = chance->position->before;
    int16_t over = 0; /* negative if a region is; sixteen bits for the sake of vectors */
    for (int region = 0; region < BOARD_REGIONS_MAX; region++)
        over |= (int16_t)(board->capacity[region] - chance->sign * figures[region]);
    return over >= 0;
}

/* The way out of step 2 where there is hardly any room. */
static NOINLINE void chance_step_by_step(Chance *chance)
{
    for (uint64_t sources = chance->ready; sources;) {
        int source = bits_pop(&sources);
        uint32_t targets = chance_targets(chance, source);
        if (ONE_GROUP_LEAVES)
            targets = UINT32_C(1) << digit_region(&chance->digits, targets);
        for (int i = 0; i < chance->free[source]; i++) {
            int target = digit_region(&chance->digits, targets);
            if (chance->sign * chance->position->before[target] >=
                capacity_of(chance->position, target))
                continue;
            chance_leave(chance, source, 1);
            chance_enter(chance, target);
        }
    }
}

/* Step 2. */
static inline void chance_scatter_all(Chance *chance)
{
    int8_t start[BOARD_REGIONS_MAX];
    memcpy(start, chance->position->before, sizeof start);
    uint32_t entered = chance->entered;
    for (int tries = 0; tries < CHANCE_TRIES; tries++) {
        for (uint64_t sources = chance->ready; sources;)
            chance_scatter(chance, bits_pop(&sources));
        if (chance_fits(chance))
            return;
        memcpy(chance->position->before, start, sizeof start);
        chance->entered = entered;
    }
    chance_step_by_step(chance);
}

static ALWAYS_INLINE void chance_play(GamePosition *position, Sides sides, int mover,
                                      Random *random)
{
    Chance chance = {.digits = {.random = random}, .position = position, .mover = mover};
    chance.sign = mover == SIDE_LIONS ? -1 : 1;
    chance.foe = sides.of[!mover];
    chance.barred = mover == SIDE_LIONS ? regions_above(position->before, 3) : sides.of[SIDE_LIONS];
    chance_find(&chance);
    if (mover == SIDE_JACKALS || LIONS_ADD_UP)
        for (uint64_t regions = chance.barred; regions;)
            chance_attack(&chance, bits_pop(&regions));
    chance_scatter_all(&chance);
    position->counter = chance.entered & chance.foe ? 0 : (uint8_t)(position->counter + 1);
    position->mover = (uint8_t)!mover;
    memcpy(position->after, position->before, BOARD_REGIONS_MAX);
}

/* What the lions of one source do; returns whether there is anything that they can do. */
static inline bool chance_crowd_source(Digits *digits, Crowd *crowd, CrowdSet *set, int index)
{
    int source = crowd->region[index], lions = crowd->figures[index];
    uint32_t home = UINT32_C(1) << source, targets = crowd->targets[index];
    uint32_t prey = targets & crowd->foe;
    if (lions == 1) {
        int target = digit_region(digits, targets | home);
        if (target == source)
            key_add(&set->key, source, 1);
        else
            crowd_send(crowd, set, source, target);
        return true;
    }
    bool attack = prey && digit_below(digits, 2);
    if (attack)
        targets = prey;
    else
        key_add(&set->key, source, 1);
    if (!targets)
        return false;
    for (int i = attack ? 0 : 1; i < lions; i++)
        crowd_send(crowd, set, source, digit_region(digits, targets));
    return true;
}

/* Step 3; returns whether a legal turn was found. */
static NOINLINE bool chance_crowd(GamePosition *position, Random *random)
{
    const GamePosition start = *position;
    Digits digits = {.random = random};
    Crowd crowd;
    crowd_open(&start, &crowd);
    for (int tries = 0; tries < CHANCE_TRIES; tries++) {
        CrowdSet set = {.count = 0};
        bool possible = true;
        for (int i = 0; i < crowd.count && possible; i++)
            possible = chance_crowd_source(&digits, &crowd, &set, i);
        if (!possible || !crowd_is_legal(&crowd, &set))
            continue;
        crowd_place(&crowd, &set.key, position);
        position->mover ^= 1;
        return true;
    }
    return false;
}

/* Plays a random turn of an open position at a turn boundary. */
static inline void chance_turn(GamePosition *position, Sides sides, Random *random)
{
    if (position->mover == SIDE_JACKALS)
        chance_play(position, sides, SIDE_JACKALS, random);
    else if (!turn_is_crowded(position))
        chance_play(position, sides, SIDE_LIONS, random);
    else if (!chance_crowd(position, random))
        random_turn_by_moves(position, random);
}

#endif
