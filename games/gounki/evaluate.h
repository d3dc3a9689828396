/* Static value of an open position: material, and above all the race to the goal.
 *
 * Every side is looked at in its own frame (its pieces move up), all stacks at once. Terms and
 * values: weights.def. */
#ifndef GAMES_GOUNKI_EVALUATE_H
#define GAMES_GOUNKI_EVALUATE_H

#include "games/gounki/sources.h"

enum { TURNS_NONE = 9 /* a turn more than any single piece needs */ };

/* One side's features, counted alike for both. */
typedef struct GounkiFeatures {
    int rounds, squares, pairs, triples; /* numbers of pieces and of stacks */
    int ranks;                           /* ranks advanced, summed over pieces */
    int turns, passed_turns;             /* of the nearest stack, and passed stack, to the goal */
    int passed, guards;
    int wins;          /* stacks that would win with one turn */
    uint64_t attacked; /* cells where a movement of this side can capture */
} GounkiFeatures;

/* Sum over the pieces on `cells` (two digits per kind). */
static ALWAYS_INLINE int pieces_count(const GamePosition *position, uint64_t cells)
{
    return bits_count(position->rounds[0] & cells) + bits_count(position->squares[0] & cells) +
           2 * (bits_count(position->rounds[1] & cells) + bits_count(position->squares[1] & cells));
}

static ALWAYS_INLINE int ranks_sum(const GamePosition *position)
{
    return pieces_count(position, position->own & UINT64_C(0xff00ff00ff00ff00)) +
           2 * pieces_count(position, position->own & UINT64_C(0xffff0000ffff0000)) +
           4 * pieces_count(position, position->own & UINT64_C(0xffffffff00000000));
}

/* Turns of the foremost of the stacks to the goal on an empty board, `speed` steps a turn. */
static ALWAYS_INLINE int turns_to_goal(uint64_t stacks, int speed)
{
    if (!stacks)
        return TURNS_NONE;
    int steps = (GOAL_CROSS ? 8 : 7) - bits_last(stacks) / 8;
    return (steps + speed - 1) / speed;
}

static ALWAYS_INLINE int nearest_turns(const GounkiScene *scene, uint64_t stacks)
{
    int turns = turns_to_goal(stacks, 1);
    int two = turns_to_goal(stacks & (scene->rounds[2] | scene->squares[2]), 2);
    int three = turns_to_goal(stacks & (scene->rounds[3] | scene->squares[3]), 3);
    turns = two < turns ? two : turns;
    return three < turns ? three : turns;
}

static ALWAYS_INLINE uint64_t widen(uint64_t cells)
{
    return cells | origins_direct(LEFT, 1, cells) | origins_direct(RIGHT, 1, cells);
}

/* Cells from which an enemy stands in the cone ahead. */
static ALWAYS_INLINE uint64_t guarded_cells(uint64_t enemy)
{
    uint64_t guarded = widen(enemy >> 8);
    guarded |= widen(guarded >> 8);
    guarded |= widen(widen(guarded >> 16));
    return guarded | widen(widen(widen(widen(guarded >> 32))));
}

static ALWAYS_INLINE uint64_t origins_forward(uint64_t cells)
{
    return origins_direct(FORWARD_LEFT, 1, cells) | origins_direct(FORWARD_RIGHT, 1, cells) |
           origins_direct(STRAIGHT, 1, cells);
}

/* Stacks that win with one turn, nearly exactly: which piece of a mixed stack takes which step is
 * left open. */
static ALWAYS_INLINE uint64_t winning_stacks(const GounkiScene *scene)
{
    enum { LAST_START = GOAL_CROSS ? 7 : 6 };
    uint64_t own = scene->rounds[1] | scene->squares[1];
    uint64_t rounds =
        origins_direct(FORWARD_LEFT, 1, scene->lay) | origins_direct(FORWARD_RIGHT, 1, scene->lay);
    uint64_t straight = origins_direct(STRAIGHT, 1, scene->lay);
    uint64_t two = (scene->size[2] | scene->size[3]) &
                   ((scene->rounds[1] & rounds) | (scene->squares[1] & straight));
    uint64_t three = scene->size[3] & origins_forward(scene->lay & origins_forward(scene->lay));
    return (own & rank_cells(LAST_START)) | (two & rank_cells(LAST_START - 1)) |
           (three & rank_cells(LAST_START - 2));
}

/* Cells that one step (rebounds apart) leads to. */
static ALWAYS_INLINE uint64_t step_from(enum GounkiDirection direction, uint64_t cells)
{
    GounkiWalk step = walk_from(0, direction);
    uint64_t inner = step.sideways ? ~edge_file(step.sideways, 0) : ~UINT64_C(0);
    return cells_back(cells & inner, -(step.forward + step.sideways));
}

static ALWAYS_INLINE uint64_t attacks_in(const GounkiScene *scene, enum GounkiDirection direction,
                                         const uint64_t carriers[STACK_MAX + 1])
{
    uint64_t one = step_from(direction, carriers[1]);
    uint64_t two = step_from(direction, step_from(direction, carriers[2]) & scene->empty);
    uint64_t three = step_from(direction, step_from(direction, carriers[3]) & scene->empty);
    return one | two | step_from(direction, three & scene->empty);
}

static ALWAYS_INLINE uint64_t attacked_cells(const GounkiScene *scene)
{
    return attacks_in(scene, FORWARD_LEFT, scene->rounds) |
           attacks_in(scene, FORWARD_RIGHT, scene->rounds) |
           attacks_in(scene, LEFT, scene->squares) | attacks_in(scene, RIGHT, scene->squares) |
           attacks_in(scene, STRAIGHT, scene->squares);
}

static ALWAYS_INLINE GounkiFeatures features_of(const GamePosition *position)
{
    GounkiScene scene = scene_of(position, false);
    uint64_t own = position->own, enemy = ~own & ~scene.empty;
    uint64_t passed = own & ~guarded_cells(enemy);
    return (GounkiFeatures){
        .rounds = bits_count(position->rounds[0] & own) + 2 * bits_count(position->rounds[1] & own),
        .squares =
            bits_count(position->squares[0] & own) + 2 * bits_count(position->squares[1] & own),
        .pairs = bits_count(scene.size[2]),
        .triples = bits_count(scene.size[3]),
        .ranks = ranks_sum(position),
        .turns = nearest_turns(&scene, own),
        .passed_turns = nearest_turns(&scene, passed),
        .passed = bits_count(passed),
        .guards = bits_count(own & (rank_cells(0) | rank_cells(1))),
        .wins = bits_count(winning_stacks(&scene)),
        .attacked = attacked_cells(&scene),
    };
}

/* The position seen by the other side. */
static ALWAYS_INLINE GamePosition position_turned(const GamePosition *position)
{
    uint64_t enemy = position_occupied(position) & ~position->own;
    GamePosition other = {.own = cells_flipped(enemy)};
    for (int digit = 0; digit < 2; digit++) {
        other.rounds[digit] = cells_flipped(position->rounds[digit]);
        other.squares[digit] = cells_flipped(position->squares[digit]);
    }
    return other;
}

static inline Score game_evaluate(const GamePosition *position, const GameWeights *weights)
{
    GamePosition turned = position_turned(position);
    GounkiFeatures own = features_of(position), other = features_of(&turned);
    uint64_t hit = cells_flipped(other.attacked);
    uint64_t enemy = cells_flipped(turned.own);
    int value = weights->tempo + weights->round * (own.rounds - other.rounds) +
                weights->square * (own.squares - other.squares) +
                weights->pair * (own.pairs - other.pairs) +
                weights->triple * (own.triples - other.triples) +
                weights->advance * (own.ranks - other.ranks) +
                weights->race * (other.turns - own.turns) +
                weights->passed * (own.passed - other.passed) +
                weights->run * (other.passed_turns - own.passed_turns) +
                weights->guard * (own.guards - other.guards) +
                weights->loose * pieces_count(position, position->own & hit & ~own.attacked) +
                weights->target * pieces_count(position, enemy & own.attacked & ~hit);
    value += own.wins ? weights->win : weights->threat * other.wins;
    if (value > SCORE_EVALUATION_MAX)
        return SCORE_EVALUATION_MAX;
    return value < -SCORE_EVALUATION_MAX ? -SCORE_EVALUATION_MAX : value;
}

#endif
