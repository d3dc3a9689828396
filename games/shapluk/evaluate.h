/* Static value of a Shap Luk position. Material misleads (with ten rebels or more they win every
 * placement), so most terms measure the general's room and the holes in the rebels' net. */
#ifndef SHAPLUK_EVALUATE_H
#define SHAPLUK_EVALUATE_H

#include "games/shapluk/board.h"

enum {
    REBELS_AT_START = 16,
    CAPTURES_EASY = 3, /* so many pairs lost hardly hurt the rebels */
    APPROACH_STEPS = 7,
};

/* What the general can reach over free points. */
typedef struct Reach {
    uint32_t exits, near, room; /* in one step; in two, no less; at all */
    int apex_steps;             /* 0 = the apex is out of reach */
} Reach;

static inline uint32_t joined_to(uint32_t points)
{
    uint32_t joined = 0;
    for (uint64_t rest = points; rest;)
        joined |= NEIGHBOURS[bits_pop(&rest)];
    return joined;
}

static inline Reach general_reach(const GamePosition *p)
{
    uint32_t free = BOARD & ~rebels_of(p) & ~(uint32_t)bit(general_of(p));
    Reach reach = {.exits = NEIGHBOURS[general_of(p)] & free};
    uint32_t frontier = reach.exits;
    for (int steps = 1; frontier; steps++) {
        if (frontier & APEX)
            reach.apex_steps = steps;
        if (steps == 2)
            reach.near = frontier;
        reach.room |= frontier;
        frontier = joined_to(frontier) & free & ~reach.room;
    }
    return reach;
}

/* The sum of the rebels' distances from the general, each counted from the second link to the
 * fourth. */
static inline int rebel_spread(uint32_t rebels, int general)
{
    return bits_count(rebels & ~NEIGHBOURS[general]) + bits_count(rebels & ~WITHIN_TWO[general]) +
           bits_count(rebels & ~WITHIN_THREE[general]);
}

static inline Score game_evaluate(const GamePosition *position, const GameWeights *weights)
{
    uint32_t rebels = rebels_of(position);
    int general = general_of(position);
    Reach reach = general_reach(position);
    int captured = (REBELS_AT_START - bits_count(rebels)) / 2;
    int thinned = captured > CAPTURES_EASY ? captured - CAPTURES_EASY : 0;
    int threats = bits_count(arrivals_on(rebels, reach.exits).captures);
    int gaps = bits_count(arrivals_on(rebels, reach.room & ~reach.exits).captures);
    int doors = bits_count(rebels & DOORS);
    Score score =
        weights->siege + weights->captured * captured + weights->thinned * thinned * thinned;
    score += weights->threat * threats + weights->gap * gaps;
    score += weights->exits * bits_count(reach.exits) + weights->near * bits_count(reach.near);
    score += weights->room * bits_count(reach.room);
    score += weights->lines * bits_count(NEIGHBOURS[general]);
    score += weights->spread * rebel_spread(rebels, general);
    score += weights->freedom * bits_count(rebel_links(position));
    score += (in_sanctuary(general) ? weights->trap : weights->door) * doors;
    if (HAS_FLIGHT && position->state & STATE_FLIGHT) {
        score += weights->flight;
        if (reach.apex_steps && reach.apex_steps < APPROACH_STEPS)
            score += weights->approach * (APPROACH_STEPS - reach.apex_steps);
    }
    return general_moves(position) ? score + weights->tempo : -score;
}

#endif
