/* A turn in parts. Each part fixes the final number of the mover's figures in one region; regions
 * with only one possible number are fixed at once and never offered. Exactly those numbers are
 * offered with which some legal turn agrees, so there are no dead ends and no repetitions. */
#ifndef GAMES_LIONS_TURN_H
#define GAMES_LIONS_TURN_H

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

/* A region to be decided and the numbers it may get, as bits. */
typedef struct Choice {
    int region;
    uint64_t options;
} Choice;

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
    if (position->mover != SIDE_LIONS)
        return false;
    int8_t least = 0;
    for (int region = 0; region < BOARD_REGIONS_MAX; region++)
        least = position->before[region] < least ? position->before[region] : least;
    return least < -1;
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

/* Prepares to begin a turn or to go on with it. */
static inline void turn_load(const GamePosition *position, Work *work)
{
    work->rank.size = 0;
    if (turn_is_crowded(position)) {
        work->method = METHOD_CROWD;
        return;
    }
    network_open(position, &work->network);
    bool general = network_is_general(position, &work->network);
    work->method = general ? METHOD_GENERAL : METHOD_RANK;
    if (position->open && work->method == METHOD_RANK)
        rank_resume(position, &work->network, &work->rank);
}

static inline void turn_begin(GamePosition *position, const Work *work)
{
    position->open = work->method == METHOD_CROWD ? crowd_playing(position) : work->network.playing;
    if (work->method == METHOD_RANK)
        rank_begin(position, &work->network);
}

/* What the player is asked. A turn without any choice is one part, too: the number of figures in
 * the mover's lowest region. */
static NOINLINE Choice turn_first_choice(const GamePosition *position)
{
    GamePosition copy = *position;
    Work work;
    turn_load(&copy, &work);
    turn_begin(&copy, &work);
    turn_settle(&copy, &work);
    if (copy.open)
        return (Choice){copy.next, copy.options};
    int region = bits_first(sides_of(position->before).of[position->mover]);
    return (Choice){region, bit(decided_in(&copy, region))};
}

static inline Choice turn_choice(const GamePosition *position)
{
    if (position->open)
        return (Choice){position->next, position->options};
    return turn_first_choice(position);
}

/* A part for which the position holds no table or list. Rank tables go by their own order, so with
 * them the regions before the first choice must be fixed, too; there may be no choice at all. */
static NOINLINE void turn_play_slowly(GamePosition *position, int region, int figures)
{
    Work work;
    turn_load(position, &work);
    if (!position->open) {
        turn_begin(position, &work);
        if (work.method == METHOD_RANK)
            turn_settle(position, &work);
    }
    if (position->open) {
        turn_fix(position, region, figures);
        if (work.method == METHOD_RANK)
            rank_shrink(&work.rank, figures - staying_in(position, region));
        turn_settle(position, &work);
    }
    if (!position->open)
        turn_finish(position);
}

/* The component in work is done, others are not. */
static NOINLINE void turn_continue(GamePosition *position)
{
    Work work;
    turn_load(position, &work);
    turn_settle(position, &work);
    if (!position->open)
        turn_finish(position);
}

/* No units are left: nothing comes to the regions in the queue any more. */
static inline void rank_forget(GamePosition *position)
{
    position->rank_size = 0;
    if (bits_count(position->open) == position->waiting) {
        position->open = 0;
        return;
    }
    for (; position->waiting; position->waiting--) {
        position->open &= ~(UINT32_C(1) << (position->queue & QUEUE_MASK));
        position->queue >>= QUEUE_BITS;
    }
}

/* Puts `units` into an open region beside what must stay there. */
static inline void rank_place(GamePosition *position, int region, int units)
{
    position->open &= ~(UINT32_C(1) << region);
    if (units == 0)
        return;
    int figures = units + staying_in(position, region);
    position->after[region] = (int8_t)(position->mover == SIDE_LIONS ? -figures : figures);
    position->captured |= is_foe(position, region);
}

/* Goes on with the listed results that have `figures` in the region asked for. */
static NOINLINE void turn_play_listed(GamePosition *position, int region, int figures)
{
    uint32_t list[CROWD_LIST_MAX], differs = 0;
    memcpy(list, position->rank, sizeof list);
    int asked = bits_count(position->queue & (bit(region) - 1)) * KEY_BITS, kept = 0;
    for (int i = 0; i < position->listed; i++) {
        if ((int)(list[i] >> asked & ((1 << KEY_BITS) - 1)) != figures)
            continue;
        list[kept] = list[i];
        differs |= list[kept++] ^ list[0];
    }
    position->listed = (uint8_t)kept;
    memcpy(position->rank, list, sizeof list);
    bool asks = false;
    int shift = 0;
    for (uint64_t regions = position->queue; regions; shift += KEY_BITS) {
        int at = bits_pop(&regions);
        if (!(position->open >> at & 1))
            continue;
        if (!(differs >> shift & ((1 << KEY_BITS) - 1))) {
            turn_fix(position, at, (int)(list[0] >> shift & ((1 << KEY_BITS) - 1)));
        } else if (!asks) {
            uint64_t options = 0;
            for (int i = 0; i < kept; i++)
                options |= bit((int)(list[i] >> shift & ((1 << KEY_BITS) - 1)));
            asks = turn_ask(position, at, options);
        }
    }
    if (!position->open)
        turn_finish(position);
}

static inline void turn_play_part(GamePosition *position, int region, int figures)
{
    if (!position->rank_size) {
        if (position->listed)
            turn_play_listed(position, region, figures);
        else
            turn_play_slowly(position, region, figures);
        return;
    }
    int size = position->rank_size, left = position->left;
    int units = figures - staying_in(position, region);
    uint64_t queue = position->queue;
    for (;;) {
        rank_place(position, region, units);
        rank_take_few(position->rank, 1 << (size - 1), units);
        bool last = (left & LEFT_MASK) == 1;
        left = last ? left >> LEFT_BITS : left - 1;
        size -= last;
        queue >>= QUEUE_BITS;
        int rest = position->rank[(1 << size) - 1];
        if (--position->waiting == 1) { /* the last region takes the rest */
            rank_place(position, (int)(queue & QUEUE_MASK), rest);
            position->waiting = 0;
            break;
        }
        if (rest == 0)
            break;
        region = (int)(queue & QUEUE_MASK);
        uint64_t options = rank_options(position, position->rank, size, left & LEFT_MASK, region);
        if (!is_single(options)) {
            position->rank_size = (uint8_t)size;
            position->left = left;
            position->queue = queue;
            turn_ask(position, region, options << staying_in(position, region));
            return;
        }
        units = bits_first(options);
    }
    position->queue = queue;
    rank_forget(position);
    if (position->open)
        turn_continue(position);
    else
        turn_finish(position);
}

/* Completions of the turn part by part; for the slow methods. */
static uint64_t turn_count_parts(const GamePosition *position)
{
    Choice choice = turn_choice(position);
    uint64_t count = 0;
    while (choice.options) {
        GamePosition child = *position;
        turn_play_part(&child, choice.region, bits_pop(&choice.options));
        count += child.open ? turn_count_parts(&child) : 1;
    }
    return count;
}

static inline uint64_t rank_count_component(const GamePosition *position, const Network *network,
                                            Component component, Rank *rank)
{
    uint32_t open = position->open ? position->open : component.regions;
    if (!(component.regions & open))
        return 1;
    if (component.regions == (component.regions & open) && is_single(component.sources)) {
        int source = bits_first(component.sources);
        if (network->free[source] == 1)
            return (uint64_t)network_rooms(network, component.regions);
    }
    rank_open(position, network, component, rank);
    rank_catch_up(position, rank, open);
    return rank_count(rank->table, rank->size, rank);
}

static NOINLINE uint64_t rank_count_turns(const GamePosition *position, const Network *network)
{
    Rank rank;
    uint64_t count = 1;
    for (uint32_t sources = network->sources; sources;) {
        Component component = network_component(network, sources);
        sources &= ~component.sources;
        count *= rank_count_component(position, network, component, &rank);
    }
    return count;
}

/* The number of distinct completions of the turn. */
static inline uint64_t turn_count(const GamePosition *position)
{
    if (turn_is_crowded(position)) {
        int count = crowd_count(position);
        return count >= 0 ? (uint64_t)count : turn_count_parts(position);
    }
    Network network;
    network_open(position, &network);
    if (network_is_general(position, &network))
        return turn_count_parts(position);
    return rank_count_turns(position, &network);
}

#endif
