/* Evaluation of Yoxii. The totem walks on, so what counts is less the ring it stands in than every
 * empty square it may still reach: who would lead if it were walled in there (planes.h). Towards
 * the end it counts who runs out of squares to step to without losing. README.md explains the
 * terms. */
#ifndef GAMES_YOXII_EVALUATE_H
#define GAMES_YOXII_EVALUATE_H

#include "games/yoxii/planes.h"

/* A weight's value by ruleset, for weights.def. */
#define EITHER(seed, published) (LEAPS ? (published) : (seed))

/* What matters more the fewer squares are left is multiplied by CROWD / (CROWD_ROOM + squares
 * within the totem's reach): by 0.2 at the start, by 1 with four squares left. */
enum { CROWD = 8, CROWD_ROOM = 4 };

/* Two sums of terms; the second is still to be multiplied as above. */
typedef struct Tally {
    Score flat, crowded;
} Tally;

static inline void tally_add(Tally *tally, int count, int flat, int crowded)
{
    tally->flat += count * flat;
    tally->crowded += count * crowded;
}

/* The empty squares that the totem can reach over empty squares, its own not included. */
typedef struct Region {
    uint64_t steps, near, far; /* in one step; in two, no less; in three or four */
    uint64_t all;              /* in six */
} Region;

static inline Region totem_region(uint64_t free, int totem)
{
    uint64_t others = free & ~bit(totem), steps = neighbours(totem) & free;
    uint64_t two = steps | (neighbours_of_set(steps) & others);
    uint64_t three = two | (neighbours_of_set(two) & others);
    uint64_t four = three | (neighbours_of_set(three) & others);
    uint64_t five = four | (neighbours_of_set(four) & others);
    return (Region){
        .steps = steps,
        .near = two & ~steps,
        .far = four & ~two,
        .all = five | (neighbours_of_set(five) & others),
    };
}

/* The leads around the squares within reach, by distance and by the number of empty neighbours. */
static inline void add_leads(Tally *tally, const GameWeights *weights, const Leads *leads,
                             const Region *region, const Crowding *crowding, int totem)
{
    uint64_t beyond = region->all & ~(region->steps | region->near | region->far);
    uint64_t tight = crowding->tight, narrow = crowding->narrow, wide = crowding->wide;
    tally_add(tally, lead_sum(leads, bit(totem)), 0, weights->here);
    tally_add(tally, lead_sum(leads, region->steps & tight), 0, weights->step_tight);
    tally_add(tally, lead_sum(leads, region->steps & narrow), 0, weights->step_narrow);
    tally_add(tally, lead_sum(leads, region->steps & wide), 0, weights->step_wide);
    tally_add(tally, lead_sum(leads, region->near & tight), 0, weights->near_tight);
    tally_add(tally, lead_sum(leads, region->near & narrow), 0, weights->near_narrow);
    tally_add(tally, lead_sum(leads, region->near & wide), 0, weights->near_wide);
    tally_add(tally, lead_sum(leads, region->far & tight), 0, weights->far_tight);
    tally_add(tally, lead_sum(leads, region->far & narrow), 0, weights->far_narrow);
    tally_add(tally, lead_sum(leads, region->far & wide), 0, weights->far_wide);
    tally_add(tally, lead_sum(leads, beyond), weights->beyond, weights->beyond_crowded);
}

/* The highest value in a hand, 1 if it is empty. */
static inline int best_piece(uint64_t hand)
{
    return 1 + bits_last(hand_values(hand) | 1) / HAND_DIGIT;
}

static inline void add_hands(Tally *tally, const GameWeights *weights, uint64_t own, uint64_t enemy)
{
    int more[VALUES + 1];
    for (int value = 1; value <= VALUES; value++)
        more[value] = hand_count(own, value) - hand_count(enemy, value);
    tally_add(tally, more[1] + more[2], weights->small, weights->small_crowded);
    tally_add(tally, more[3], weights->threes, weights->threes_crowded);
    tally_add(tally, more[4], weights->fours, weights->fours_crowded);
    int best = best_piece(own) - best_piece(enemy);
    tally_add(tally, best, weights->best, weights->best_crowded);
}

static inline void add_room(Tally *tally, const GameWeights *weights, const Region *region,
                            const Crowding *crowding)
{
    int steps = bits_count(region->steps), tight = bits_count(region->steps & crowding->tight);
    int near = bits_count(region->near), far = bits_count(region->far);
    tally_add(tally, 1, weights->tempo, weights->tempo_crowded);
    tally_add(tally, steps, weights->steps, weights->steps_crowded);
    tally_add(tally, tight, weights->tight, weights->tight_crowded);
    tally_add(tally, near, weights->near, weights->near_crowded);
    tally_add(tally, far, weights->far, weights->far_crowded);
}

/* What leaps promise: from the totem's square to which squares, and where else they end. */
static inline void add_leaps(Tally *tally, const GameWeights *weights, const GamePosition *position,
                             const Leads *leads, const Region *region)
{
    uint64_t free = free_squares(position), totem = bit(totem_square(position));
    uint64_t own = leap_targets(position->own, free, totem);
    uint64_t enemy = leap_targets(position->enemy, free, totem);
    uint64_t own_ends = leap_targets(position->own, free, free);
    uint64_t enemy_ends = leap_targets(position->enemy, free, free);
    int out = bits_count(own & ~region->all), enemy_out = bits_count(enemy & ~region->all);
    tally_add(tally, bits_count(own), weights->leap, weights->leap_crowded);
    tally_add(tally, bits_count(enemy), 0, weights->enemy_leap);
    tally_add(tally, out, weights->leap_out, 0);
    tally_add(tally, enemy_out, weights->enemy_leap_out, 0);
    tally_add(tally, lead_sum(leads, own), 0, weights->leap_lead);
    tally_add(tally, lead_sum(leads, enemy), 0, weights->enemy_leap_lead);
    tally_add(tally, bits_count(region->steps & own_ends), 0, weights->leap_step);
    tally_add(tally, bits_count(region->steps & enemy_ends), 0, weights->enemy_leap_step);
    tally_add(tally, bits_count(region->near & own_ends), weights->leap_near, 0);
    tally_add(tally, bits_count(region->near & enemy_ends), weights->enemy_leap_near, 0);
    int far = bits_count(region->far & own_ends) - bits_count(region->far & enemy_ends);
    tally_add(tally, far, weights->leap_far, 0);
}

/* One side's prospects of the last wall, as squares that it may step to. */
typedef struct Prospects {
    uint64_t wins;   /* dead ends where it walls the totem in and wins */
    uint64_t losses; /* and where doing so loses */
    uint64_t holds;  /* where it does not lose next ply */
    uint64_t calm;   /* not even if it fills no square to prevent that */
    uint64_t quiet;  /* nor is it next to a trap or snare of the other side */
    uint64_t traps;  /* from there the other side holds nowhere once a square is filled */
    uint64_t snares; /* nor finds a calm square */
} Prospects;

/* `own` is ahead by the leads plus `extra`, its best piece. */
static inline void find_walls(Prospects *own, const Leads *leads, uint64_t dead, int extra,
                              bool mirrored)
{
    uint64_t ahead, behind;
    lead_signs(leads, mirrored ? -extra : extra, &ahead, &behind);
    own->wins = dead & (mirrored ? behind : ahead);
    own->losses = dead & (mirrored ? ahead : behind);
}

/* Two dead ends next to a square cannot both be filled, and one filled square cannot stop a totem
 * that has two ways to go on. */
static inline void find_traps(Prospects *own, Prospects *enemy, uint64_t free, uint64_t dead)
{
    own->holds = free & ~own->losses & ~beside_two(enemy->wins);
    enemy->holds = free & ~enemy->losses & ~beside_two(own->wins);
    own->calm = own->holds & ~neighbours_of_set(enemy->wins);
    enemy->calm = enemy->holds & ~neighbours_of_set(own->wins);
    own->traps = free & ~dead & ~beside_two(enemy->holds);
    enemy->traps = free & ~dead & ~beside_two(own->holds);
    own->snares = free & ~dead & ~beside_two(enemy->calm);
    enemy->snares = free & ~dead & ~beside_two(own->calm);
    own->quiet = own->calm & ~neighbours_of_set(enemy->traps | enemy->snares);
    enemy->quiet = enemy->calm & ~neighbours_of_set(own->traps | own->snares);
}

/* Who is bound to win by the last wall within three plies: 1 = the side to move, -1, or 0. */
static inline int settled(const Prospects *own, const Prospects *enemy, uint64_t steps)
{
    if (steps & own->wins)
        return 1;
    if (!(steps & own->holds))
        return -1;
    if (steps & own->traps)
        return 1;
    return steps & own->holds & ~beside_two(enemy->wins | enemy->traps) ? 0 : -1;
}

/* The same with leaps, looking no further than this ply. */
static inline int settled_with_leaps(const GamePosition *position, const Prospects *own,
                                     uint64_t steps, uint64_t dead)
{
    uint64_t free = free_squares(position), sealed = 0; /* no way out for the other side */
    for (uint64_t rest = steps & dead; rest;) {
        int square = bits_pop(&rest);
        sealed |= leap_targets(position->enemy, free, bit(square)) ? 0 : bit(square);
    }
    if (steps & own->wins & sealed)
        return 1;
    bool other = steps & ~(own->losses & sealed);
    return other || leap_targets(position->own, free, bit(totem_square(position))) ? 0 : -1;
}

/* How near the side to move is to having no good step, and the other side after its step. */
static inline void add_prospects(Tally *tally, const GameWeights *weights, const Prospects *own,
                                 const Prospects *enemy, uint64_t steps, uint64_t dead)
{
    int snare = (steps & own->snares) != 0;
    int lure = (steps & ~dead & ~beside_two(enemy->quiet)) != 0;
    int restless = !(steps & own->quiet);
    tally_add(tally, snare, weights->snare, weights->snare_crowded);
    tally_add(tally, lure, weights->lure, weights->lure_crowded);
    tally_add(tally, restless, weights->restless, weights->restless_crowded);
    tally_add(tally, bits_count(steps & ~own->quiet), weights->uneasy, weights->uneasy_crowded);
    tally_add(tally, bits_count(steps & ~own->holds), weights->unsafe, weights->unsafe_crowded);
    tally_add(tally, bits_count(steps & dead), weights->dead, weights->dead_crowded);
}

/* Adds what dead ends promise. Returns 1 or -1 if they settle the game, else 0. */
static inline int add_walls(Tally *tally, const GameWeights *weights, const GamePosition *position,
                            const Leads *leads, uint64_t steps, uint64_t dead)
{
    Prospects own, enemy;
    find_walls(&own, leads, dead, best_piece(position->own), false);
    if (LEAPS)
        return settled_with_leaps(position, &own, steps, dead);
    find_walls(&enemy, leads, dead, best_piece(position->enemy), true);
    find_traps(&own, &enemy, free_squares(position), dead);
    add_prospects(tally, weights, &own, &enemy, steps, dead);
    return settled(&own, &enemy, steps);
}

static inline Score game_evaluate(const GamePosition *position, const GameWeights *weights)
{
    uint64_t free = free_squares(position);
    int totem = totem_square(position);
    Region region = totem_region(free, totem);
    Crowding crowding = crowding_of(free);
    Leads leads = leads_of(position);
    Tally tally = {0, 0};
    if (crowding.dead) {
        int winner = add_walls(&tally, weights, position, &leads, region.steps, crowding.dead);
        if (winner)
            return evaluation_within(winner * weights->settled);
    }
    add_leads(&tally, weights, &leads, &region, &crowding, totem);
    add_hands(&tally, weights, position->own, position->enemy);
    add_room(&tally, weights, &region, &crowding);
    if (LEAPS)
        add_leaps(&tally, weights, position, &leads, &region);
    int crowded = tally.crowded * CROWD / (CROWD_ROOM + bits_count(region.all));
    return evaluation_within(tally.flat + crowded);
}

#endif
