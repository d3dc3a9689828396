/* Counting and bounding the ways to place a component's free units: rank tables.
 *
 * Units of source x go to regions of reach[x]; which vectors of numbers per region can occur? They
 * are the bases of a transversal polymatroid (Edmonds 1970; Schrijver, Combinatorial Optimization,
 * chapters 44 and 48). With rank(A) = the most units that the regions A can hold together, a region
 * y takes every number from rank(all) - rank(all without y) to rank({y}), and once y has taken z,
 *     rank'(A) = min(rank(A), rank(A + y) - z)
 * is the rank of the regions that remain. So a byte per set of regions answers everything, and a
 * decision halves the table. Room is a cut of the rank function, too. Only the gap of rule 4 (an
 * enemy region takes nothing or at least `need`) is no such cut: enemy regions are decided first,
 * when "nothing" is always possible for the others (units may always stay at home).
 *
 * Regions with room enough that the same sources reach are interchangeable. They form one class,
 * and the table is over sets of classes: z units fall on the n regions of a class in
 * C(z + n - 1, n - 1) ways. */
#ifndef GAMES_LIONS_RANK_H
#define GAMES_LIONS_RANK_H

#include "games/lions/ways.h"

enum {
    RANK_CLASSES_MAX = 13,
    RANK_LANES = 32, /* bytes that a vector instruction takes at once */
    RANK_LANE_BITS = 5,
    ROOM_ENOUGH = 255,
};

/* Bit i of a set index is class i. The top class is decided next, the last of `regions` first. */
typedef struct Rank {
    int size;                         /* classes with open regions */
    int simple;                       /* the lowest classes, of one region each, none an enemy's */
    int hostile;                      /* classes from here on are enemy regions */
    int count;                        /* open regions */
    uint8_t left[BOARD_REGIONS_MAX];  /* open regions of a class */
    uint8_t limit[BOARD_REGIONS_MAX]; /* room of a class's one region */
    uint8_t need[BOARD_REGIONS_MAX];  /* of enemy regions */
    uint8_t regions[BOARD_REGIONS_MAX]; /* class by class */
    uint32_t signs[BOARD_REGIONS_MAX];  /* the sources that reach a class */
    /* The table, then room for those of rank_count's descent, each half the size. */
    _Alignas(64) uint8_t table[(2 << RANK_CLASSES_MAX)];
} Rank;

/* The classes of a component before they are put in order. */
typedef struct RankClasses {
    int count;
    uint32_t simple, several, hostile; /* sets of classes: the three layers of the table */
    uint32_t signs[BOARD_REGIONS_MAX], regions[BOARD_REGIONS_MAX];
    uint32_t common[BOARD_REGIONS_MAX]; /* the sign of a class that others may join, otherwise 0 */
    uint8_t limits[BOARD_REGIONS_MAX];
} RankClasses;

/* The room of the region, ROOM_ENOUGH if the sources cannot fill it. */
static inline uint8_t rank_limit_of(const Network *network, int region, uint32_t sign)
{
    if (network->room[region] >= network->total)
        return ROOM_ENOUGH;
    int supply = 0;
    for (uint64_t sources = sign; sources;)
        supply += network->free[bits_pop(&sources)];
    return network->room[region] < supply ? network->room[region] : ROOM_ENOUGH;
}

static inline void rank_classify(const GamePosition *position, const Network *network,
                                 Component component, RankClasses *classes)
{
    classes->count = 0;
    classes->simple = classes->several = classes->hostile = 0;
    for (uint64_t regions = component.regions; regions;) {
        int region = bits_pop(&regions);
        uint32_t self = UINT32_C(1) << region;
        uint32_t sign = (position->board->neighbours[region] | self) & component.sources;
        uint8_t limit = rank_limit_of(network, region, sign);
        bool hostile = network->enemies >> region & 1;
        uint32_t common = hostile || limit != ROOM_ENOUGH ? 0 : sign;
        int at = common ? 0 : classes->count;
        while (at < classes->count && classes->common[at] != common)
            at++;
        uint32_t class = UINT32_C(1) << at;
        if (at < classes->count) {
            classes->regions[at] |= self;
            classes->simple &= ~class;
            classes->several |= class;
            continue;
        }
        classes->signs[at] = sign;
        classes->regions[at] = self;
        classes->common[at] = common;
        classes->limits[at] = limit;
        classes->simple |= hostile ? 0 : class;
        classes->hostile |= hostile ? class : 0;
        classes->count++;
    }
}

/* Puts a layer of classes on top. */
static inline void rank_stack(const RankClasses *classes, uint32_t layer, Rank *rank)
{
    while (layer) {
        int at = bits_first(layer);
        rank->left[rank->size] = (uint8_t)bits_count(classes->regions[at]);
        rank->limit[rank->size] = classes->limits[at];
        rank->signs[rank->size++] = classes->signs[at];
        for (uint64_t regions = classes->regions[at]; regions;)
            rank->regions[rank->count++] = (uint8_t)bits_pop(&regions);
        layer &= layer - 1;
    }
}

/* Adds a source's free units to all sets that meet its reach; the first source finds the table
 * unset. */
static inline void rank_add_source(uint8_t *table, int blocks, uint32_t reach, uint8_t free,
                                   bool first)
{
    uint8_t lanes[RANK_LANES], all[RANK_LANES];
    for (int i = 0; i < RANK_LANES; i++) {
        all[i] = free;
        lanes[i] = (uint8_t)i & (uint8_t)(reach & (RANK_LANES - 1)) ? free : 0;
    }
    uint32_t high = reach >> RANK_LANE_BITS;
    for (int block = 0; block < blocks; block++) {
        uint8_t *at = table + block * RANK_LANES;
        const uint8_t *more = (uint32_t)block & high ? all : lanes;
        if (first)
            memcpy(at, more, RANK_LANES);
        else
            for (int i = 0; i < RANK_LANES; i++)
                at[i] = (uint8_t)(at[i] + more[i]);
    }
}

/* Lets the region of class `index` take at most `room` units. Where a vector reaches into sets that
 * have the class already, those are left as they are. */
static inline void rank_limit(uint8_t *table, int size, int index, int room)
{
    int step = 1 << index;
    uint8_t within[RANK_LANES], most[RANK_LANES];
    for (int i = 0; i < RANK_LANES; i++)
        within[i] = (uint8_t)i & (uint8_t)(step & (RANK_LANES - 1)) ? 255 : 0;
    for (int base = 0; base < 1 << size; base += RANK_LANES) {
        if (base & step)
            continue;
        for (int i = 0; i < RANK_LANES; i++)
            most[i] = (uint8_t)((table[base + i] + room) | within[i]);
        uint8_t *with = table + base + step;
        for (int i = 0; i < RANK_LANES; i++)
            with[i] = with[i] < most[i] ? with[i] : most[i];
    }
}

/* The table of a component. From the bottom: single regions, larger classes, enemy regions. */
static inline void rank_open(const GamePosition *position, const Network *network,
                             Component component, Rank *rank)
{
    RankClasses classes;
    rank_classify(position, network, component, &classes);
    rank->size = rank->count = 0;
    rank_stack(&classes, classes.simple, rank);
    rank->simple = rank->size;
    rank_stack(&classes, classes.several, rank);
    rank->hostile = rank->size;
    rank_stack(&classes, classes.hostile, rank);
    for (int i = rank->hostile; i < rank->size; i++)
        rank->need[i] = network->need[bits_first(
            classes.regions[bits_select(classes.hostile, i - rank->hostile)])];
    int count = rank->size, blocks = count > RANK_LANE_BITS ? 1 << (count - RANK_LANE_BITS) : 1;
    uint32_t reach[BOARD_REGIONS_MAX] = {0};
    for (int i = 0; i < count; i++)
        for (uint64_t sources = rank->signs[i]; sources;)
            reach[bits_pop(&sources)] |= UINT32_C(1) << i;
    bool first = true;
    for (uint64_t sources = component.sources; sources; first = false) {
        int source = bits_pop(&sources);
        rank_add_source(rank->table, blocks, reach[source], network->free[source], first);
    }
    for (int i = 0; i < count; i++)
        if (rank->limit[i] != ROOM_ENOUGH)
            rank_limit(rank->table, count, i, rank->limit[i]);
}

typedef struct Range {
    int low, high;
} Range;

/* Numbers that the top class can take. */
static inline Range rank_range(const uint8_t *table, int size)
{
    int half = 1 << (size - 1);
    return (Range){table[2 * half - 1] - table[half - 1], table[half]};
}

/* rest = min(low, high - units), lane by lane. */
static ALWAYS_INLINE void lanes_decide(const uint8_t *restrict low, const uint8_t *restrict high,
                                       int lanes, int units, uint8_t *restrict rest)
{
    for (int i = 0; i < lanes; i++) {
        uint8_t other = (uint8_t)(high[i] - units);
        rest[i] = low[i] < other ? low[i] : other;
    }
}

/* The ranks of the other classes once the top one has taken `units`. The cases are constants for
 * the sake of vector instructions. */
static inline void rank_decide(const uint8_t *table, int half, int units, uint8_t *rest)
{
    switch (half) {
    case 1: rest[0] = 0; return;
    case 2: lanes_decide(table, table + 2, 2, units, rest); return;
    case 4: lanes_decide(table, table + 4, 4, units, rest); return;
    case 8: lanes_decide(table, table + 8, 8, units, rest); return;
    case 16: lanes_decide(table, table + 16, 16, units, rest); return;
    }
    for (int base = 0; base < half; base += RANK_LANES)
        lanes_decide(table + base, table + half + base, RANK_LANES, units, rest + base);
}

/* Takes `units` from the high lanes, by which they bound the low ones. */
static ALWAYS_INLINE void lanes_take(uint8_t *restrict low, uint8_t *restrict high, int lanes,
                                     int units)
{
    for (int i = 0; i < lanes; i++) {
        high[i] = (uint8_t)(high[i] - units);
        low[i] = low[i] < high[i] ? low[i] : high[i];
    }
}

/* One region of the top class takes `units`. The class remains in the table; it is of no more use
 * if this was its last region. */
static inline void rank_take(uint8_t *table, int half, int units)
{
    switch (half) {
    case 1: table[1] = (uint8_t)(table[1] - units); return;
    case 2: lanes_take(table, table + 2, 2, units); return;
    case 4: lanes_take(table, table + 4, 4, units); return;
    case 8: lanes_take(table, table + 8, 8, units); return;
    case 16: lanes_take(table, table + 16, 16, units); return;
    }
    for (int base = 0; base < half; base += RANK_LANES)
        lanes_take(table + base, table + half + base, RANK_LANES, units);
}

/* rank_take for a table of at most RANK_CACHED_SIZE bytes, without a branch on its size: what lies
 * behind the table is of no meaning. */
static inline void rank_take_few(uint8_t *table, int half, int units)
{
    uint8_t low[RANK_CACHED_SIZE / 2], high[RANK_CACHED_SIZE / 2];
    memcpy(low, table, sizeof low);
    memcpy(high, table + half, sizeof high);
    for (int i = 0; i < RANK_CACHED_SIZE / 2; i++) {
        high[i] = (uint8_t)(high[i] - units);
        low[i] = low[i] < high[i] ? low[i] : high[i];
    }
    memcpy(table, low, sizeof low);
    memcpy(table + half, high, sizeof high);
}

static inline void rank_shrink(Rank *rank, int units)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): a class is left */
    rank_take(rank->table, 1 << (rank->size - 1), units);
    rank->size -= --rank->left[rank->size - 1] == 0;
    rank->count--;
}

/* The number of ways to fill three regions p = bit 0, q = bit 1, y = bit 2, in closed form. For y
 * = v there are min(p, py - v) + min(q, qy - v) - (pqy - v) + 1 ways, v from pqy - pq to y. */
static inline uint64_t rank_count_three(const uint8_t *table)
{
    int64_t p = table[1], q = table[2], pq = table[3], y = table[4];
    int64_t length = y + pq - table[7] + 1;
    int64_t over_p = y + p - table[5], over_q = y + q - table[6];
    return (uint64_t)(length * (p + q - pq + 1) +
                      (length * (length - 1) - over_p * (over_p + 1) - over_q * (over_q + 1)) / 2);
}

static inline uint64_t rank_count_four(const uint8_t *table)
{
    Range range = rank_range(table, 4);
    uint64_t count = 0;
    for (int units = range.low; units <= range.high; units++) {
        uint8_t rest[8];
        lanes_decide(table, table + 8, 8, units, rest);
        count += rank_count_three(rest);
    }
    return count;
}

/* The number of ways to fill the lowest `size` <= 4 classes, all of one region. */
static inline uint64_t rank_count_simple(const uint8_t *table, int size)
{
    switch (size) {
    case 4: return rank_count_four(table);
    case 3: return rank_count_three(table);
    case 2: return (uint64_t)table[1] + table[2] - table[3] + 1;
    default: return 1;
    }
}

/* The number of ways to fill the lowest two classes, of any number of regions. */
static inline uint64_t rank_count_two(const uint8_t *table, const Rank *rank)
{
    const uint64_t *lower = ways_to_fill[rank->left[0]], *upper = ways_to_fill[rank->left[1]];
    int all = table[3];
    uint64_t count = 0;
    for (int units = all - table[1]; units <= table[2]; units++)
        count += upper[units] * lower[all - units];
    return count;
}

/* The number of ways to fill the lowest `size` classes. The table is the rank's own or one behind
 * it. */
static uint64_t rank_count(uint8_t *table, int size, const Rank *rank)
{
    if (size <= rank->simple && size <= 4)
        return rank_count_simple(table, size);
    const uint64_t *ways = ways_to_fill[rank->left[size - 1]];
    if (size == 1)
        return ways[table[1]];
    if (size == 2 && rank->hostile >= 2)
        return rank_count_two(table, rank);
    int half = 1 << (size - 1);
    uint8_t *rest = table + 2 * half;
    Range range = rank_range(table, size);
    uint64_t count = 0;
    if (size > rank->hostile) {
        rank_decide(table, half, 0, rest);
        count = rank_count(rest, size - 1, rank);
        range.low = rank->need[size - 1];
    }
    for (int units = range.low; units <= range.high; units++) {
        rank_decide(table, half, units, rest);
        count += ways[units] * rank_count(rest, size - 1, rank);
    }
    return count;
}

#endif
