/* A turn in parts. Each part fixes the final number of the mover's figures in one region; regions
 * with only one possible number are fixed at once and never offered. Exactly those numbers are
 * offered with which some legal turn agrees, so there are no dead ends and no repetitions. */
#ifndef GAMES_LIONS_TURN_H
#define GAMES_LIONS_TURN_H

#include "games/lions/parts.h"

#include "games/lions/pride.h"

/* A region to be decided and the numbers it may get, as bits. */
typedef struct Choice {
    int region;
    uint64_t options;
} Choice;

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

/* Puts figures into the region asked for and goes on through the table that the position keeps.
 * Returns whether the player is asked again; otherwise the component is done. */
static inline bool rank_play(GamePosition *position, int region, int figures)
{
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
        region = (int)(queue & QUEUE_MASK);
        int rest = position->rank[(1 << size) - 1];
        if (--position->waiting == 1) { /* the last region takes the rest */
            rank_place(position, region, rest);
            position->waiting = 0;
        }
        position->queue = queue;
        if (rest == 0 || position->waiting == 0)
            return false;
        uint64_t options = rank_options(position, position->rank, size, left & LEFT_MASK, region);
        if (!is_single(options)) {
            position->rank_size = (uint8_t)size;
            position->left = left;
            return turn_ask(position, region, options << staying_in(position, region));
        }
        units = bits_first(options);
    }
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
    if (rank_play(position, region, figures))
        return;
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
    Pride pride;
    uint64_t turns = pride_find(position, &pride) ? pride_count(&pride) : 0;
    if (turns)
        return turns;
    if (turn_is_crowded(position)) {
        int count = crowd_each(position, NULL, NULL);
        return count >= 0 ? (uint64_t)count : turn_count_parts(position);
    }
    Network network;
    network_open(position, &network);
    if (network_is_general(position, &network))
        return turn_count_parts(position);
    return rank_count_turns(position, &network);
}

#endif
