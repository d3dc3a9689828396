/* Turns of lions when some region is crowded (rule 6). There dispersals are compulsory, so a cycle
 * of group moves (rule 2) cannot be cancelled and the sets of group moves are enumerated one by
 * one: they are few, since lions are. */
#ifndef GAMES_LIONS_CROWD_H
#define GAMES_LIONS_CROWD_H

enum {
    CROWD_SETS_MAX = 1024, /* with at most so many sets, results are counted in one table */
    CROWD_SLOTS = 2 * CROWD_SETS_MAX,
    CROWD_LIST_MAX = 8, /* with at most so many results, a position keeps them */
    KEY_REGIONS = 16,   /* regions per word of a key */
    KEY_BITS = 4,       /* enough for LIONS_MAX */
};
static_assert((int)LIONS_MAX < 1 << KEY_BITS, "a key must hold all lions in one region");

/* Numbers of own figures by region, four bits each. */
typedef struct CrowdKey {
    uint64_t words[2];
} CrowdKey;

/* A set of group moves under construction: one arrow per lion that moves. */
typedef struct CrowdSet {
    CrowdKey key;
    uint32_t entered, departed;
    int count; /* of Crowd's arrows */
} CrowdSet;

typedef struct Crowd {
    const GamePosition *position;
    bool dispersing; /* rule 6 holds */
    bool found;      /* a set that the rules allow, whatever was decided */
    int count;       /* regions with lions */
    uint8_t region[LIONS_MAX], figures[LIONS_MAX];
    uint32_t targets[LIONS_MAX];
    uint8_t from[LIONS_MAX], to[LIONS_MAX]; /* the arrows of the set in work */
    uint32_t foe, own, playing;
    uint32_t narrow; /* regions that cannot take all lions */
    uint32_t strong; /* enemy regions that a single lion cannot enter */
    CrowdKey mask, decided;
    /* What is asked for: the number of distinct results and, for a visitor, the position after
     * each; or the results themselves as far as they fit, and the numbers that occur in each
     * region. */
    bool counting;
    GameVisitor *visit; /* NULL = no visitor */
    void *context;
    GamePosition after;
    int results;
    uint32_t slots_mask;
    CrowdKey slots[CROWD_SLOTS];
    CrowdKey list[CROWD_LIST_MAX];
    uint32_t seen[BOARD_REGIONS_MAX];
} Crowd;

static inline int key_shift(int region)
{
    return KEY_BITS * (region % KEY_REGIONS);
}

static inline void key_add(CrowdKey *key, int region, int figures)
{
    key->words[region / KEY_REGIONS] += (uint64_t)figures << key_shift(region);
}

static inline int key_get(const CrowdKey *key, int region)
{
    return (int)(key->words[region / KEY_REGIONS] >> key_shift(region) & ((1 << KEY_BITS) - 1));
}

static inline bool key_equals(const CrowdKey *one, const CrowdKey *other)
{
    return one->words[0] == other->words[0] && one->words[1] == other->words[1];
}

/* Rule 2: arrows between the regions can be carried out in some order. Regions that no arrow
 * leaves are peeled off until none is left. */
static inline bool crowd_is_acyclic(const Crowd *crowd, const CrowdSet *set)
{
    uint32_t departing = set->departed, last = 0;
    while (departing != last) {
        last = departing;
        departing = 0;
        for (int i = 0; i < set->count; i++)
            if (last >> crowd->to[i] & 1)
                departing |= UINT32_C(1) << crowd->from[i];
    }
    return departing == 0;
}

/* Rule 4 in a region that needs more than one lion. */
static inline bool crowd_is_strong(const Crowd *crowd, const CrowdSet *set, int region)
{
    int groups[BOARD_REGIONS_MAX] = {0};
    int strength = 0;
    for (int i = 0; i < set->count; i++) {
        if (crowd->to[i] != region)
            continue;
        int group = LIONS_ADD_UP ? strength + 1 : ++groups[crowd->from[i]];
        strength = group > strength ? group : strength;
    }
    return figures_in(crowd->position, region) <= 3 * strength;
}

static inline bool crowd_is_legal(const Crowd *crowd, const CrowdSet *set)
{
    for (uint64_t regions = set->entered & crowd->narrow; regions;) {
        int region = bits_pop(&regions);
        if (key_get(&set->key, region) > capacity_of(crowd->position, region))
            return false;
    }
    for (uint64_t regions = set->entered & crowd->strong; regions;)
        if (!crowd_is_strong(crowd, set, bits_pop(&regions)))
            return false;
    return !(set->entered & set->departed) || crowd_is_acyclic(crowd, set);
}

/* Writes the placement after a turn and the counter. */
static inline void crowd_place(const Crowd *crowd, const CrowdKey *key, GamePosition *after)
{
    bool captures = false;
    for (uint64_t regions = crowd->playing; regions;) {
        int region = bits_pop(&regions), lions = key_get(key, region);
        int jackals = crowd->foe >> region & 1 ? figures_in(crowd->position, region) : 0;
        captures |= lions && jackals;
        after->before[region] = after->after[region] = (int8_t)(lions ? -lions : jackals);
    }
    after->counter = captures ? 0 : (uint8_t)(crowd->position->counter + 1);
}

/* Adds the key to the table unless it is there. */
static inline void crowd_remember(Crowd *crowd, const CrowdKey *key)
{
    uint32_t slot = (uint32_t)(random_mix(key->words[0] + 31 * key->words[1]));
    for (;; slot++) {
        CrowdKey *at = &crowd->slots[slot & crowd->slots_mask];
        if (!(at->words[0] | at->words[1])) {
            *at = *key;
            crowd->results++;
            if (crowd->visit) {
                crowd_place(crowd, key, &crowd->after);
                crowd->visit(crowd->context, &crowd->after);
            }
            return;
        }
        if (key_equals(at, key))
            return;
    }
}

/* Notes the numbers in the key, and the key itself while there are few. */
static inline void crowd_collect(Crowd *crowd, const CrowdKey *key)
{
    for (int i = 0; i < crowd->results && i < CROWD_LIST_MAX; i++)
        if (key_equals(&crowd->list[i], key))
            return;
    if (crowd->results < CROWD_LIST_MAX)
        crowd->list[crowd->results] = *key;
    crowd->results += crowd->results <= CROWD_LIST_MAX;
    for (uint64_t regions = crowd->playing; regions;) {
        int region = bits_pop(&regions);
        crowd->seen[region] |= UINT32_C(1) << key_get(key, region);
    }
}

static inline void crowd_visit(Crowd *crowd, const CrowdSet *set)
{
    if (!crowd_is_legal(crowd, set))
        return;
    crowd->found = true;
    const CrowdKey *key = &set->key;
    if (((key->words[0] & crowd->mask.words[0]) ^ crowd->decided.words[0]) |
        ((key->words[1] & crowd->mask.words[1]) ^ crowd->decided.words[1]))
        return;
    if (crowd->counting)
        crowd_remember(crowd, key);
    else
        crowd_collect(crowd, key);
}

/* Rule 6 for one region, `stay` of whose lions stay. */
static inline bool crowd_may_leave(const Crowd *crowd, int index, int stay, bool attack)
{
    return !crowd->dispersing || crowd->figures[index] == 1 || stay == 1 || (stay == 0 && attack);
}

/* Whether the region has been decided and has got its number. */
static inline bool crowd_is_full(const Crowd *crowd, const CrowdKey *key, int region)
{
    return key_get(&crowd->mask, region) &&
           key_get(key, region) >= key_get(&crowd->decided, region);
}

/* Adds the arrow of one lion. */
static inline void crowd_send(Crowd *crowd, CrowdSet *set, int source, int target)
{
    key_add(&set->key, target, 1);
    set->entered |= UINT32_C(1) << target;
    set->departed |= UINT32_C(1) << source;
    crowd->from[set->count] = (uint8_t)source;
    crowd->to[set->count++] = (uint8_t)target;
}

static void crowd_source(Crowd *crowd, const CrowdSet *set, int index);

/* The lions of source `index` have done what they do, `stay` of them nothing. */
static inline void crowd_next(Crowd *crowd, const CrowdSet *set, int index, int stay, bool attack)
{
    if (!crowd_may_leave(crowd, index, stay, attack))
        return;
    CrowdSet wider = *set;
    key_add(&wider.key, crowd->region[index], stay);
    if (index + 1 == crowd->count)
        crowd_visit(crowd, &wider);
    else
        crowd_source(crowd, &wider, index + 1);
}

/* Sends out one or more of the `stay` lions that are left in source `index`. */
static void crowd_leave(Crowd *crowd, const CrowdSet *set, int index, int stay, uint32_t targets,
                        bool attack)
{
    int source = crowd->region[index];
    for (uint64_t rest = targets; rest; rest &= rest - 1) {
        int target = bits_first(rest);
        if (crowd_is_full(crowd, &set->key, target))
            continue;
        CrowdSet wider = *set;
        crowd_send(crowd, &wider, source, target);
        bool attacks = attack && (crowd->foe >> target & 1);
        crowd_next(crowd, &wider, index, stay - 1, attacks);
        if (stay > 2 || (stay == 2 && (attacks || !crowd->dispersing)))
            crowd_leave(crowd, &wider, index, stay - 1, (uint32_t)rest, attacks);
    }
}

/* Extends the set by all that the lions of source `index` and the later ones may do. */
static void crowd_source(Crowd *crowd, const CrowdSet *set, int index)
{
    int figures = crowd->figures[index];
    crowd_next(crowd, set, index, figures, true);
    crowd_leave(crowd, set, index, figures, crowd->targets[index], true);
}

/* Enemy regions that no set can enter. */
static inline uint32_t crowd_barred(Crowd *crowd)
{
    const GamePosition *position = crowd->position;
    uint32_t barred = 0;
    for (uint64_t regions = crowd->foe; regions;) {
        int region = bits_pop(&regions);
        int need = (figures_in(position, region) + 2) / 3, near = 0;
        for (uint64_t around = position->board->neighbours[region] & crowd->own; around;)
            near += figures_in(position, bits_pop(&around));
        if (need > near || need > capacity_of(position, region))
            barred |= UINT32_C(1) << region;
        else if (need > 1)
            crowd->strong |= UINT32_C(1) << region;
    }
    return barred;
}

static inline void crowd_open(const GamePosition *position, Crowd *crowd)
{
    Sides sides = sides_of(position->before);
    crowd->position = position;
    crowd->own = crowd->playing = sides.of[SIDE_LIONS];
    crowd->foe = sides.of[SIDE_JACKALS];
    crowd->count = 0;
    crowd->strong = crowd->narrow = 0;
    uint32_t barred = crowd_barred(crowd);
    int lions = 0;
    for (uint64_t regions = crowd->own; regions;) {
        int region = bits_pop(&regions);
        uint32_t targets = position->board->neighbours[region] & ~barred;
        crowd->region[crowd->count] = (uint8_t)region;
        crowd->figures[crowd->count] = (uint8_t)figures_in(position, region);
        crowd->targets[crowd->count++] = targets;
        crowd->playing |= targets;
        lions += figures_in(position, region);
    }
    for (uint64_t regions = crowd->playing; regions;) {
        int region = bits_pop(&regions);
        if (capacity_of(position, region) < lions)
            crowd->narrow |= UINT32_C(1) << region;
    }
    /* What the parts so far have decided. */
    crowd->mask = crowd->decided = (CrowdKey){{0}};
    if (!position->open)
        return;
    for (uint64_t regions = crowd->playing & ~position->open; regions;) {
        int region = bits_pop(&regions);
        int after = position->after[region];
        key_add(&crowd->mask, region, (1 << KEY_BITS) - 1);
        key_add(&crowd->decided, region, after < 0 ? -after : 0);
    }
}

/* Visits all legal sets with rule 6 or without. */
static NOINLINE void crowd_run(Crowd *crowd, bool dispersing)
{
    CrowdSet empty = {.count = 0};
    crowd->found = false;
    crowd->dispersing = dispersing;
    crowd->results = 0;
    memset(crowd->seen, 0, sizeof crowd->seen);
    crowd_source(crowd, &empty, 0);
}

/* At least the number of sets. */
static inline uint64_t crowd_bound(const Crowd *crowd, bool dispersing)
{
    uint64_t bound = 1;
    for (int i = 0; i < crowd->count && bound <= CROWD_SETS_MAX; i++) {
        int figures = crowd->figures[i];
        int targets = bits_count(crowd->targets[i]);
        int attacked = bits_count(crowd->targets[i] & crowd->foe);
        bound *= dispersing && figures > 1
                     ? ways_to_fill[targets][figures - 1] + ways_to_fill[attacked][figures]
                     : ways_to_fill[targets + 1][figures];
    }
    return bound;
}

/* Empties the table for at most so many sets; returns whether they fit. */
static inline bool crowd_clear(Crowd *crowd, uint64_t sets)
{
    if (sets > CROWD_SETS_MAX)
        return false;
    uint32_t slots = 16;
    while (slots < sets + sets / 2)
        slots *= 2;
    memset(crowd->slots, 0, slots * sizeof crowd->slots[0]);
    crowd->slots_mask = slots - 1;
    return true;
}

/* The number of distinct results that agree with the parts so far, each shown to the visitor if
 * there is one; -1 if there may be too many to keep in the table. Rule 6 is void if no set meets
 * it. */
static NOINLINE int crowd_each(const GamePosition *position, GameVisitor *visit, void *context)
{
    Crowd crowd;
    crowd_open(position, &crowd);
    crowd.counting = true;
    crowd.visit = visit;
    crowd.context = context;
    crowd.after = *position;
    crowd.after.mover ^= 1;
    crowd.found = false;
    for (int dispersing = 1; dispersing >= 0 && !crowd.found; dispersing--) {
        if (!crowd_clear(&crowd, crowd_bound(&crowd, dispersing)))
            return -1;
        crowd_run(&crowd, dispersing);
    }
    return crowd.results;
}

/* Finds what may yet become of the turn: `seen`, `results` and `list`. */
static NOINLINE void crowd_survey(const GamePosition *position, Crowd *crowd)
{
    crowd_open(position, crowd);
    crowd->counting = false;
    crowd_run(crowd, true);
    if (!crowd->found)
        crowd_run(crowd, false);
}

/* Regions where the number of lions may change. */
static inline uint32_t crowd_playing(const GamePosition *position)
{
    Crowd crowd;
    crowd_open(position, &crowd);
    return crowd.playing;
}

#endif
