/* Static value of a Shap Luk position, first as the general sees it. Material misleads (with ten
 * rebels or more they win every placement), so most terms measure the general's room, the holes in
 * the rebels' net and the way to the apex. README.md explains the terms. */
#ifndef SHAPLUK_EVALUATE_H
#define SHAPLUK_EVALUATE_H

#include "games/shapluk/board.h"

enum {
    REBELS_AT_START = 16,
    CAPTURES_EASY = 2,  /* so many pairs lost hardly hurt the rebels */
    ROOM_TO_LIVE = 6,   /* fewer points within his reach are the end's beginning */
    APPROACH_STEPS = 7, /* from so far away the apex attracts him */
    BORDER = 0x1f8c63f, /* of the square */
    SANCTUARY_BASE = DOORS << 4,
};

/* All points joined to those of a set. */
static inline uint32_t joined_to(uint32_t points)
{
    uint32_t west = points & FILES_B_TO_E, east = points & FILES_A_TO_D;
    uint32_t straight = points << 5 | (points & SQUARE) >> 5 | east << 1 | west >> 1;
    west &= CROSSINGS;
    east &= CROSSINGS;
    uint32_t diagonal = east << 6 | east >> 4 | west << 4 | west >> 6;
    uint32_t base = points & SANCTUARY_BASE;
    uint32_t inside = (base << 1 | base >> 1 | (points & DOORS) << 4) & SANCTUARY_BASE;
    inside |= base ? APEX : 0;
    inside |= points & APEX ? SANCTUARY_BASE : 0;
    return ((straight | diagonal) & SQUARE) | inside | base >> 4;
}

/* Points between two rebels of a line, free or not. */
static inline uint32_t pair_centres(uint32_t rebels)
{
    uint32_t upright = rebels << 5 & rebels >> 5;
    uint32_t diagonal = ((rebels << 6 & rebels >> 6) | (rebels << 4 & rebels >> 4)) & CROSSINGS;
    uint32_t sideways = rebels << 1 & rebels >> 1;
    return (upright | ((diagonal | sideways) & FILES_B_TO_D)) & SQUARE;
}

/* Links with a rebel at both ends. */
static inline int rebel_bonds(uint32_t rebels)
{
    uint64_t upwards = rebels & rebels >> 5, rising = rebels & rebels >> 6 & RISING;
    uint64_t falling = rebels & rebels >> 4 & FALLING;
    uint64_t sideways = rebels & rebels >> 1 & FILES_A_TO_D;
    return bits_count(upwards | rising << 32) + bits_count(falling | sideways << 32);
}

/* What the general can reach over free points. */
typedef struct Reach {
    uint32_t one, two, three; /* in so many steps, no less */
    uint32_t all;
    int apex_steps; /* 0 = the apex is out of reach */
} Reach;

static inline Reach general_reach(uint32_t rebels, int general)
{
    uint32_t free = BOARD & ~rebels & ~(uint32_t)bit(general);
    Reach reach = {.one = NEIGHBOURS[general] & free};
    uint32_t frontier = reach.one;
    for (int steps = 1; frontier; steps++) {
        if (frontier & APEX)
            reach.apex_steps = steps;
        reach.two = steps == 2 ? frontier : reach.two;
        reach.three = steps == 3 ? frontier : reach.three;
        reach.all |= frontier;
        frontier = joined_to(frontier) & free & ~reach.all;
    }
    return reach;
}

/* Captured pairs, and the holes in the net where more can be captured. */
static inline Score capture_score(const GameWeights *weights, uint32_t rebels, const Reach *reach,
                                  bool moves)
{
    int captured = (REBELS_AT_START - bits_count(rebels)) / 2;
    Score score = weights->captured * captured;
    if (captured > CAPTURES_EASY)
        score += weights->thinned * (captured - CAPTURES_EASY);
    uint32_t holes = pair_centres(rebels) & ~rebels;
    int threats = bits_count(holes & reach->one);
    score += (moves ? weights->capture : weights->threat) * threats;
    if (!moves && threats > 1)
        score += weights->fork;
    if (moves && threats && bits_count(rebels) - 2 <= REBELS_TOO_FEW)
        score += weights->last_capture;
    score += weights->hole_near * bits_count(holes & (reach->two | reach->three));
    uint32_t far = reach->all & ~(reach->one | reach->two | reach->three);
    return score + weights->hole_far * bits_count(holes & far);
}

/* The general's room; `guarded` = free points that a rebel can move to. */
static inline Score room_score(const GameWeights *weights, const Reach *reach, uint32_t guarded,
                               bool moves)
{
    int exits = bits_count(reach->one), room = bits_count(reach->all);
    Score score = (moves ? weights->exits_moving : weights->exits) * exits;
    score += weights->safe_exits * bits_count(reach->one & ~guarded);
    if (exits <= 1)
        score += moves ? weights->one_exit_moving : weights->one_exit;
    if (exits == 2)
        score += moves ? weights->two_exits_moving : weights->two_exits;
    score += weights->near * bits_count(reach->two) + weights->room * room;
    score += weights->unguarded * bits_count(reach->all & ~guarded);
    if (room < ROOM_TO_LIVE)
        score += weights->cramped * (ROOM_TO_LIVE - room);
    return score;
}

/* How the rebels stand to each other and to the general. */
static inline Score net_score(const GamePosition *position, const GameWeights *weights,
                              uint32_t guarded, int rank)
{
    uint32_t rebels = rebels_of(position);
    int general = general_of(position);
    Score score = weights->beside * bits_count(rebels & NEIGHBOURS[general]);
    score += weights->away * bits_count(rebels & ~WITHIN_THREE[general]);
    score += weights->freedom * bits_count(rebel_links(position));
    score += weights->bonds * rebel_bonds(rebels) + weights->guarded * bits_count(guarded);
    score += weights->solid * bits_count(pair_centres(rebels) & rebels);
    score += weights->border * bits_count(rebels & BORDER);
    score += weights->crossings * bits_count(rebels & CROSSINGS);
    score += weights->above * bits_count((uint64_t)rebels >> 5 * (rank + 1));
    return score + weights->doors * bits_count(rebels & DOORS);
}

/* His own place, the sanctuary and the way to the apex. */
static inline Score place_score(const GamePosition *position, const GameWeights *weights,
                                const Reach *reach, int rank)
{
    uint32_t rebels = rebels_of(position), here = (uint32_t)bit(general_of(position));
    bool moves = general_moves(position), inside = in_sanctuary(general_of(position));
    bool flight = HAS_FLIGHT && position->state & STATE_FLIGHT;
    Score score = weights->rank * rank + (here & (SQUARE ^ BORDER) ? weights->inner : 0);
    if (inside)
        score += weights->sanctuary + (flight ? weights->flight_inside : 0);
    if (inside && !APEX_WINS && !flight)
        score += weights->inside_spent;
    if (DOORS_WIN && inside && bits_count(rebels & DOORS) == 2)
        score += moves ? weights->caught_moving : weights->caught;
    if (flight)
        score +=
            weights->flight + weights->flight_holes * bits_count(pair_centres(rebels) & ~rebels);
    if (!flight && !APEX_WINS)
        return score;
    int steps = reach->apex_steps;
    if (steps == 0)
        return score + (APEX_WINS ? weights->sealed : 0);
    if (steps < APPROACH_STEPS)
        score += (APEX_WINS ? weights->race : weights->approach) * (APPROACH_STEPS - steps);
    if (steps <= 2)
        score += (steps == 1 ? weights->apex_one : weights->apex_two) +
                 (APEX_WINS ? weights->race_won : 0);
    return score;
}

static inline Score game_evaluate(const GamePosition *position, const GameWeights *weights)
{
    uint32_t rebels = rebels_of(position);
    int general = general_of(position);
    int rank = in_sanctuary(general) ? 5 : general / 5;
    bool moves = general_moves(position);
    Reach reach = general_reach(rebels, general);
    uint32_t guarded = joined_to(rebels) & SQUARE & ~rebels & ~(uint32_t)bit(general);
    Score score = weights->siege + capture_score(weights, rebels, &reach, moves);
    score += room_score(weights, &reach, guarded, moves);
    score += net_score(position, weights, guarded, rank);
    score += place_score(position, weights, &reach, rank);
    return evaluation_within(moves ? score + weights->tempo : -score);
}

#endif
