/* Fixing the numbers of a turn region by region: what a region may get, by each of the three
 * methods, and the tables and lists that a position keeps for the next parts. */
#ifndef GAMES_LIONS_PARTS_H
#define GAMES_LIONS_PARTS_H

#include "games/lions/network.h"

#include "games/lions/rank.h"

#include "games/lions/crowd.h"

#include "games/lions/general.h"

enum {
    QUEUE_BITS = 5, /* of a region in GamePosition.queue */
    QUEUE_MASK = (1 << QUEUE_BITS) - 1,
    QUEUE_MAX = 64 / QUEUE_BITS,
    LEFT_BITS = 4, /* of a class in GamePosition.left */
    LEFT_MASK = (1 << LEFT_BITS) - 1,
    LISTED_REGIONS_MAX = 32 / KEY_BITS,
};
static_assert(RANK_CACHED_MAX * LEFT_BITS < 32, "all cached classes must fit");
static_assert(CROWD_LIST_MAX * sizeof(uint32_t) <= RANK_CACHED_SIZE, "the list must fit");
static_assert((int)QUEUE_MAX < 1 << LEFT_BITS, "all cached regions may be of one class");

/* Who decides what is possible; a function of the turn's start. */
typedef enum Method { METHOD_CROWD, METHOD_GENERAL, METHOD_RANK } Method;

typedef struct Work {
    Method method;
    Network network; /* not for METHOD_CROWD */
    Rank rank;       /* for METHOD_RANK: of the component in work, size 0 = none */
} Work;

static inline bool is_single(uint64_t options)
{
    return (options & (options - 1)) == 0;
}

/* Bits low .. high. */
static inline uint64_t bits_between(int low, int high)
{
    return high < low ? 0 : (UINT64_C(2) << high) - (UINT64_C(1) << low);
}

static inline bool turn_is_crowded(const GamePosition *position)
{
    return position->mover == SIDE_LIONS && regions_below(position->before, -1);
}

/* Fixes the number of the mover's figures in an open region. */
static inline void turn_fix(GamePosition *position, int region, int figures)
{
    bool foe = is_foe(position, region);
    if (!foe || figures > 0)
        position->after[region] = (int8_t)(position->mover == SIDE_LIONS ? -figures : figures);
    position->captured |= foe && figures > 0;
    position->open &= ~(UINT32_C(1) << region);
}

/* Asks the player for the number of a region, or fixes it if there is only one. Returns whether
 * the player is asked. */
static inline bool turn_ask(GamePosition *position, int region, uint64_t options)
{
    if (is_single(options)) {
        turn_fix(position, region, bits_first(options));
        return false;
    }
    position->next = (uint8_t)region;
    position->options = options;
    return true;
}

static inline void turn_finish(GamePosition *position)
{
    position->counter = position->captured ? 0 : (uint8_t)(position->counter + 1);
    position->mover ^= 1;
    position->captured = 0;
    position->next = 0;
    position->rank_size = 0;
    position->listed = 0;
    position->options = 0;
    memcpy(position->before, position->after, BOARD_REGIONS_MAX);
}

/* Numbers of units for a region of a rank table's top class, of which `left` regions are open. */
static inline uint64_t rank_options(const GamePosition *position, const uint8_t *table, int size,
                                    int left, int region)
{
    Range range = rank_range(table, size);
    int own = own_in(position, region);
    if (own < 0)
        return 1 | bits_between(strength_needed(position->mover, -own), range.high);
    return bits_between(left > 1 ? 0 : range.low, range.high);
}

/* Keeps a small table in the position, so that the next part need not build it again. */
static inline void rank_keep(const Rank *rank, GamePosition *position)
{
    position->rank_size = 0;
    if (rank->size > RANK_CACHED_MAX || rank->count > QUEUE_MAX)
        return;
    position->rank_size = (uint8_t)rank->size;
    position->queue = 0;
    position->left = 0;
    position->waiting = (uint8_t)rank->count;
    for (int i = 0; i < rank->count; i++)
        position->queue = position->queue << QUEUE_BITS | rank->regions[i];
    for (int i = 0; i < rank->size; i++)
        position->left = position->left << LEFT_BITS | rank->left[i];
    memcpy(position->rank, rank->table, RANK_CACHED_SIZE);
}

/* Every source starts with no more than what must stay, so that regions which receive nothing need
 * not be touched any more. */
static inline void rank_begin(GamePosition *position, const Network *network)
{
    for (uint64_t sources = network->sources; sources;) {
        int source = bits_pop(&sources);
        int stay = figures_in(position, source) - network->free[source];
        position->after[source] = (int8_t)(position->mover == SIDE_LIONS ? -stay : stay);
    }
}

/* Reduces a fresh table by the regions that are decided. */
static inline void rank_catch_up(const GamePosition *position, Rank *rank, uint32_t open)
{
    int region = rank->regions[rank->count - 1];
    while (!(open >> region & 1)) {
        rank_shrink(rank, decided_in(position, region) - staying_in(position, region));
        region = rank->regions[rank->count - 1];
    }
}

/* Opens the table of the first component that has an open region, reduced by what is decided. */
static inline void rank_resume(const GamePosition *position, const Network *network, Rank *rank)
{
    uint32_t sources = network->sources;
    Component component = network_component(network, sources);
    while (!(component.regions & position->open)) {
        sources &= ~component.sources;
        component = network_component(network, sources);
    }
    rank_open(position, network, component, rank);
    rank_catch_up(position, rank, position->open);
}

static inline void rank_settle(GamePosition *position, const Network *network, Rank *rank)
{
    while (position->open) {
        if (rank->size == 0)
            rank_resume(position, network, rank);
        int region = rank->regions[rank->count - 1], left = rank->left[rank->size - 1];
        uint64_t units = rank_options(position, rank->table, rank->size, left, region);
        if (turn_ask(position, region, units << staying_in(position, region))) {
            rank_keep(rank, position);
            return;
        }
        rank_shrink(rank, bits_first(units));
    }
}

static inline void general_settle(GamePosition *position, const Network *network)
{
    while (position->open) {
        uint32_t enemies = position->open & network->enemies;
        int region = bits_first(enemies ? enemies : position->open);
        uint64_t units = general_units(position, network, region);
        if (turn_ask(position, region, units << staying_in(position, region)))
            return;
    }
}

/* Asks for the lowest region that is not the same in all results of a list, and keeps the list,
 * four bits for each of the regions that differ. */
static inline void crowd_keep(GamePosition *position, const Crowd *crowd)
{
    position->listed = 0;
    if (crowd->results > CROWD_LIST_MAX || bits_count(position->open) > LISTED_REGIONS_MAX)
        return;
    uint32_t list[CROWD_LIST_MAX] = {0};
    int shift = 0;
    for (uint64_t regions = position->open; regions; shift += KEY_BITS) {
        int region = bits_pop(&regions);
        for (int i = 0; i < crowd->results; i++)
            list[i] |= (uint32_t)key_get(&crowd->list[i], region) << shift;
    }
    position->listed = (uint8_t)crowd->results;
    position->queue = position->open;
    memcpy(position->rank, list, sizeof list);
}

static inline void crowd_settle(GamePosition *position)
{
    Crowd crowd;
    crowd_survey(position, &crowd);
    for (uint64_t regions = position->open; regions;) {
        int region = bits_pop(&regions);
        if (is_single(crowd.seen[region]))
            turn_fix(position, region, bits_first(crowd.seen[region]));
    }
    if (!position->open)
        return;
    int region = bits_first(position->open);
    turn_ask(position, region, crowd.seen[region]);
    crowd_keep(position, &crowd);
}

/* Fixes open regions until the player must be asked or none is left. */
static inline void turn_settle(GamePosition *position, Work *work)
{
    switch (work->method) {
    case METHOD_CROWD: crowd_settle(position); break;
    case METHOD_GENERAL: general_settle(position, &work->network); break;
    case METHOD_RANK: rank_settle(position, &work->network, &work->rank); break;
    }
}

#endif
