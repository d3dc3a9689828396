/* Static value of an open position: a sum of the terms of weights.def. Material, how far it has
 * come and where it can go; what hangs; and the race to the goal, which decides. features.h says
 * how the sets are found. */
#ifndef GAMES_GOUNKI_EVALUATE_H
#define GAMES_GOUNKI_EVALUATE_H

#include "games/gounki/features.h"

/* Elements of the mover's set less those of the other's. */
static ALWAYS_INLINE int margin(CellsPair cells)
{
    return bits_count(cells[0]) - bits_count(cells[1]);
}

/* How many more ranks the mover's stacks have advanced. */
static ALWAYS_INLINE int ranks_margin(CellsPair stacks)
{
    return margin(stacks & both(UINT64_C(0xff00ff00ff00ff00))) +
           2 * margin(stacks & both(UINT64_C(0xffff0000ffff0000))) +
           4 * margin(stacks & both(UINT64_C(0xffffffff00000000)));
}

/* The same summed over the pieces of one kind; [n] = stacks with at least n of them. */
static ALWAYS_INLINE int pieces_ranks_margin(const CellsPair kind[STACK_MAX + 1])
{
    return ranks_margin(kind[1]) + ranks_margin(kind[2]) + ranks_margin(kind[3]);
}

static ALWAYS_INLINE int pieces_margin(const CellsPair kind[STACK_MAX + 1])
{
    return margin(kind[1]) + margin(kind[2]) + margin(kind[3]);
}

static ALWAYS_INLINE int material_value(const GounkiSides *sides, const GameWeights *weights)
{
    CellsPair pairs = sides->size[2], triples = sides->size[3];
    CellsPair round = sides->rounds[1], square = sides->squares[1], mixed = round & square;
    return weights->round * pieces_margin(sides->rounds) +
           weights->square * pieces_margin(sides->squares) +
           weights->pair_rounds * margin(pairs & ~square) +
           weights->pair_mixed * margin(pairs & mixed) +
           weights->pair_squares * margin(pairs & ~round) +
           weights->triple_rounds * margin(triples & ~square) +
           weights->triple_two_rounds * margin(triples & mixed & sides->rounds[2]) +
           weights->triple_two_squares * margin(triples & mixed & sides->squares[2]) +
           weights->triple_squares * margin(triples & ~round);
}

static ALWAYS_INLINE int place_value(const GounkiSides *sides, const GameWeights *weights)
{
    uint64_t edge = edge_file(-1, 0) | edge_file(1, 0);
    uint64_t centre = edge_file(-1, 2) | edge_file(-1, 3) | edge_file(1, 2) | edge_file(1, 3);
    return weights->round_advance * pieces_ranks_margin(sides->rounds) +
           weights->square_advance * pieces_ranks_margin(sides->squares) +
           weights->triple_advance * ranks_margin(sides->size[3]) +
           weights->round_home * margin(sides->rounds[1] & both(rank_cells(0))) +
           weights->edge * margin(sides->own & both(edge)) +
           weights->centre * margin(sides->own & both(centre));
}

/* Where movements lead, by whether the other side hits the cell. */
static ALWAYS_INLINE int reach_value(const GounkiSides *sides, const GounkiReach *reach,
                                     CellsPair hit, const GameWeights *weights)
{
    CellsPair safe = sides->empty & ~hit, onward = ~sides->own, holes = hit & ~reach->all;
    CellsPair home = both(rank_cells(0) | rank_cells(1));
    CellsPair forward = reach->forward[1] | reach->forward[2] | reach->forward[3];
    return weights->forward * margin(forward & onward) +
           weights->single_reach * margin(reach->forward[1] & safe) +
           weights->pair_reach * margin(reach->forward[2] & safe) +
           weights->triple_reach * margin(reach->forward[3] & safe) +
           weights->guarded * margin(reach->all & sides->own) +
           weights->home_guard * margin(reach->all & home) +
           weights->home_hole * margin(holes & home) +
           weights->third_hole * margin(holes & both(rank_cells(2)));
}

static ALWAYS_INLINE int mover_pieces(const GounkiSides *sides, CellsPair cells)
{
    return bits_count(cells[0]) + bits_count(cells[0] & ~sides->size[1][0]) +
           bits_count(cells[0] & sides->size[3][0]);
}

/* What the mover may lose; what he may take is quiescence's to find. */
static ALWAYS_INLINE int hanging_value(const GounkiSides *sides, CellsPair reached, CellsPair hit,
                                       const GameWeights *weights)
{
    CellsPair attacked = sides->own & hit;
    return weights->loose * mover_pieces(sides, attacked & ~reached) +
           weights->exposed * mover_pieces(sides, attacked & reached);
}

/* The value of the stack that is nearest to the goal. */
static ALWAYS_INLINE int nearest_value(int turns, const GameWeights *weights)
{
    int value = turns <= 1 ? weights->near_one : 0;
    value += turns == 2 ? weights->near_two : 0;
    return value + (turns == 3 ? weights->near_three : 0);
}

/* Who would be first, moving alone; a passed stack needs no luck for it. */
static ALWAYS_INLINE int race_value(const GounkiSides *sides, const GameWeights *weights)
{
    CellsPair open = open_cells(sides), passed = open & sides->own;
    int own = nearest_turns(sides, 0, sides->own), other = nearest_turns(sides, 1, sides->own);
    int runner = nearest_turns(sides, 0, passed), rival = nearest_turns(sides, 1, passed);
    int value =
        weights->open * margin(open) + nearest_value(own, weights) - nearest_value(other, weights);
    value += runner < TURNS_NONE && runner <= other ? weights->ahead : 0;
    return value + (rival < own ? weights->behind : 0);
}

/* The last two turns to the goal. */
static ALWAYS_INLINE int goal_value(const GounkiSides *sides, const GounkiReach *reach,
                                    CellsPair hit, const GameWeights *weights)
{
    CellsPair entered = entered_cells(sides, reach, hit), winning = winning_stacks(sides);
    uint64_t own = entered[0], other = entered[1];
    int value = winning[0] ? weights->win : 0;
    value += own ? weights->enter : 0;
    value += own & (own - 1) ? weights->enter_twice : 0;
    value += other ? weights->intrusion : 0;
    value += other & (other - 1) ? weights->intrusion_twice : 0;
    value += winning[1] ? weights->threat : 0;
    return value + (winning[1] & ~hit[1] ? weights->threat_safe : 0);
}

static inline Score game_evaluate(const GamePosition *position, const GameWeights *weights)
{
    GounkiSides sides = sides_of(position);
    GounkiReach reach = reach_of(&sides);
    CellsPair hit = of_other(reach.all);
    int value = weights->tempo + material_value(&sides, weights) + place_value(&sides, weights) +
                reach_value(&sides, &reach, hit, weights) +
                hanging_value(&sides, reach.all, hit, weights) + race_value(&sides, weights) +
                goal_value(&sides, &reach, hit, weights);
    return evaluation_within(value);
}

#endif
