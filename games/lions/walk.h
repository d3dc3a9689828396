/* Visiting the positions after all turns, without parts: one position is changed in place, a few
 * bytes from turn to turn. Rank tables lead the walk over the regions, crowded lions bring their
 * own list of results; what neither can do is left to the parts. */
#ifndef GAMES_LIONS_WALK_H
#define GAMES_LIONS_WALK_H

#include "engine/turns.h"

typedef struct RankWalk {
    GameVisitor *visit;
    void *context;
    GamePosition after; /* the turn in work */
    int8_t sign;        /* of the mover's figures */
    /* In the order of rank.regions: what a region holds if no unit comes, and what a unit finds. */
    int8_t none[BOARD_REGIONS_MAX], stays[BOARD_REGIONS_MAX];
    Rank rank;
} RankWalk;

/* Lets `units` come to the region with that place in rank.regions. */
static inline void walk_place(RankWalk *walk, int at, int units)
{
    int region = walk->rank.regions[at];
    int figures = units ? walk->stays[at] + walk->sign * units : walk->none[at];
    walk->after.before[region] = walk->after.after[region] = (int8_t)figures;
}

/* The next number of units after `units`; enemies take nothing or at least `need`. */
static inline int walk_next(int units, int need)
{
    return units + 1 < need ? need : units + 1;
}

static inline void walk_visit(const RankWalk *walk)
{
    walk->visit(walk->context, &walk->after);
}

/* The last two regions share what is left. */
static inline void walk_last_two(RankWalk *walk, Range range, int need, int all)
{
    uint8_t counter = walk->after.counter;
    for (int units = range.low; units <= range.high; units = walk_next(units, need)) {
        if (need)
            walk->after.counter = units ? 0 : counter;
        walk_place(walk, 1, units);
        walk_place(walk, 0, all - units);
        walk_visit(walk);
    }
    walk_place(walk, 1, 0);
    walk_place(walk, 0, 0);
    walk->after.counter = counter;
}

/* Fills the regions up to `at`, the top class of whose table has `left` regions. Regions to which
 * nothing comes are as they shall be. */
static void walk_regions(RankWalk *walk, uint8_t *table, int size, int left, int at)
{
    int half = 1 << (size - 1), all = table[2 * half - 1];
    if (all == 0 || at == 0) {
        walk_place(walk, at, all);
        walk_visit(walk);
        walk_place(walk, at, 0);
        return;
    }
    int need = size > walk->rank.hostile ? walk->rank.need[size - 1] : 0;
    Range range = rank_range(table, size);
    range.low = need || left > 1 ? 0 : range.low;
    if (at == 1) {
        walk_last_two(walk, range, need, all);
        return;
    }
    uint8_t *rest = table + 2 * half, counter = walk->after.counter;
    for (int units = range.low; units <= range.high; units = walk_next(units, need)) {
        walk_place(walk, at, units);
        if (need && units)
            walk->after.counter = 0;
        if (left == 1) {
            rank_decide(table, half, units, rest);
            walk_regions(walk, rest, size - 1, walk->rank.left[size - 2], at - 1);
        } else {
            memcpy(rest, table, 2 * (size_t)half);
            rank_take(rest, half, units);
            walk_regions(walk, rest, size, left - 1, at - 1);
        }
    }
    walk_place(walk, at, 0);
    walk->after.counter = counter;
}

/* One table for all components: whether it and those of the walk fit. */
static inline bool walk_open(RankWalk *walk, const GamePosition *position, const Network *network)
{
    Component all = {network->sources, network->playing};
    if (bits_count(network->playing) > RANK_CLASSES_MAX) {
        RankClasses classes;
        rank_classify(position, network, all, &classes);
        if (classes.count > RANK_CLASSES_MAX)
            return false;
    }
    rank_open(position, network, all, &walk->rank);
    size_t bytes = 0;
    for (int i = 0; i < walk->rank.size; i++)
        bytes += (size_t)walk->rank.left[i] << (i + 1);
    return bytes <= sizeof walk->rank.table;
}

static inline void walk_start(RankWalk *walk, const GamePosition *position)
{
    walk->after = *position;
    walk->sign = position->mover == SIDE_LIONS ? -1 : 1;
    walk->after.counter = (uint8_t)(position->counter + 1);
    walk->after.mover ^= 1;
    for (int at = 0; at < walk->rank.count; at++) {
        int region = walk->rank.regions[at];
        int stays = walk->sign * staying_in(position, region);
        bool foe = is_foe(position, region);
        walk->stays[at] = (int8_t)stays;
        walk->none[at] = (int8_t)(foe ? position->before[region] : stays);
        walk_place(walk, at, 0);
    }
}

static NOINLINE bool walk_ranks(const GamePosition *position, GameVisitor *visit, void *context)
{
    Network network;
    network_open(position, &network);
    if (network_is_general(position, &network))
        return false;
    RankWalk walk;
    walk.visit = visit;
    walk.context = context;
    if (network.sources == 0) {
        walk.rank.count = 0;
        walk_start(&walk, position);
        walk_visit(&walk);
        return true;
    }
    if (!walk_open(&walk, position, &network))
        return false;
    walk_start(&walk, position);
    Rank *rank = &walk.rank;
    walk_regions(&walk, rank->table, rank->size, rank->left[rank->size - 1], rank->count - 1);
    return true;
}

/* Returns whether the turns have been visited. */
static inline bool walk_whole_turns(const GamePosition *position, GameVisitor *visit, void *context)
{
    Pride pride;
    if (turn_is_crowded(position))
        return crowd_each(position, visit, context) >= 0;
    if (!pride_find(position, &pride))
        return walk_ranks(position, visit, context);
    pride_each(position, &pride, visit, context);
    return true;
}

static inline void walk_turns(const GamePosition *position, GameVisitor *visit, void *context)
{
    if (position->open || !walk_whole_turns(position, visit, context))
        each_turn_by_moves(position, visit, context);
}

#endif
