/* What the evaluation sees, for both sides and the whole board at once.
 *
 * A pair of sets holds in lane 0 the board as the side to move sees it and in lane 1 the board as
 * the other side does, so in both lanes the own pieces move up and one vector operation serves both
 * sides. evaluate.h weighs what is counted here. */
#ifndef GAMES_GOUNKI_FEATURES_H
#define GAMES_GOUNKI_FEATURES_H

#include "games/gounki/sources.h"

typedef uint64_t CellsPair __attribute__((vector_size(16)));

/* The stacks by what they are made of; [n] as in GounkiScene. */
typedef struct GounkiSides {
    CellsPair own, enemy, empty;
    CellsPair lay; /* where one piece of a deployment may be laid */
    CellsPair size[STACK_MAX + 1], rounds[STACK_MAX + 1], squares[STACK_MAX + 1];
} GounkiSides;

/* Where movements lead: enemies there can be captured, own stacks there are guarded. */
typedef struct GounkiReach {
    CellsPair forward[STACK_MAX + 1]; /* [size]: forward movements of stacks of this size */
    CellsPair all;
} GounkiReach;

static ALWAYS_INLINE CellsPair both(uint64_t cells)
{
    return (CellsPair){cells, cells};
}

/* A set that is the same board for both, each from its own side. */
static ALWAYS_INLINE CellsPair both_views(uint64_t cells)
{
    return (CellsPair){cells, cells_flipped(cells)};
}

/* The other side's sets, as this side sees them. */
static ALWAYS_INLINE CellsPair of_other(CellsPair cells)
{
    return (CellsPair){cells_flipped(cells[1]), cells_flipped(cells[0])};
}

static ALWAYS_INLINE GounkiSides sides_of(const GamePosition *position)
{
    CellsPair r0 = both_views(position->rounds[0]), r1 = both_views(position->rounds[1]);
    CellsPair s0 = both_views(position->squares[0]), s1 = both_views(position->squares[1]);
    CellsPair occupied = r0 | r1 | s0 | s1;
    uint64_t enemy = position_occupied(position) & ~position->own;
    CellsPair own = {position->own, cells_flipped(enemy)};
    CellsPair three = own & (r0 ^ s0) & (r1 ^ s1);
    CellsPair one = own & (r0 ^ s0) & ~(r1 | s1);
    CellsPair two = own & ~one & ~three;
    return (GounkiSides){
        .own = own,
        .enemy = occupied & ~own,
        .empty = ~occupied,
        .lay = (DEPLOYMENT_CAPTURES ? ~own : ~occupied) | one | two,
        .size = {own, one, two, three},
        .rounds = {own, own & (r0 | r1), own & r1, own & r0 & r1},
        .squares = {own, own & (s0 | s1), own & s1, own & s0 & s1},
    };
}

/* Moves a set by a signed number of cells. */
static ALWAYS_INLINE CellsPair shifted(CellsPair cells, int distance)
{
    return distance >= 0 ? cells << both((uint64_t)distance) : cells >> both((uint64_t)-distance);
}

static ALWAYS_INLINE uint64_t side_file(int sideways)
{
    return sideways ? edge_file(sideways, 0) : 0;
}

/* Cells that one step leads to; a step over a side edge leads nowhere. */
static ALWAYS_INLINE CellsPair step(enum GounkiDirection direction, CellsPair cells)
{
    GounkiWalk way = walk_from(0, direction);
    return shifted(cells & both(~side_file(way.sideways)), way.forward + way.sideways);
}

/* Cells from which one step leads to `cells`. */
static ALWAYS_INLINE CellsPair step_back(enum GounkiDirection direction, CellsPair cells)
{
    GounkiWalk way = walk_from(0, direction);
    return shifted(cells, -(way.forward + way.sideways)) & both(~side_file(way.sideways));
}

/* Step by step diagonally, `left` being under way to the left; those on an edge file rebound. */
typedef struct Diagonals {
    CellsPair left, right;
} Diagonals;

static ALWAYS_INLINE Diagonals diagonals_from(CellsPair cells)
{
    return (Diagonals){step(FORWARD_LEFT, cells), step(FORWARD_RIGHT, cells)};
}

static ALWAYS_INLINE Diagonals diagonals_on(Diagonals way, CellsPair empty)
{
    CellsPair left = way.left & empty, right = way.right & empty;
    return (Diagonals){
        step(FORWARD_LEFT, left | (right & both(edge_file(1, 0)))),
        step(FORWARD_RIGHT, right | (left & both(edge_file(-1, 0)))),
    };
}

/* Forward movements of the stacks `stacks`, up to `size` steps. */
static ALWAYS_INLINE CellsPair forward_reach(const GounkiSides *sides, int size)
{
    CellsPair stacks = sides->size[size], reached = both(0);
    for (int steps = 1; steps <= size; steps++) {
        Diagonals way = diagonals_from(stacks & sides->rounds[steps]);
        CellsPair straight = step(STRAIGHT, stacks & sides->squares[steps]);
        for (int i = 1; i < steps; i++) {
            way = diagonals_on(way, sides->empty);
            straight = step(STRAIGHT, straight & sides->empty);
        }
        reached |= way.left | way.right | straight;
    }
    return reached;
}

static ALWAYS_INLINE CellsPair sideways_reach(const GounkiSides *sides,
                                              enum GounkiDirection direction)
{
    CellsPair three = step(direction, sides->squares[3]) & sides->empty;
    CellsPair two = (step(direction, sides->squares[2]) | step(direction, three)) & sides->empty;
    return step(direction, sides->squares[1] | two) | step(direction, three);
}

static ALWAYS_INLINE GounkiReach reach_of(const GounkiSides *sides)
{
    GounkiReach reach;
    reach.all = sideways_reach(sides, LEFT) | sideways_reach(sides, RIGHT);
    for (int size = 1; size <= STACK_MAX; size++) {
        reach.forward[size] = forward_reach(sides, size);
        reach.all |= reach.forward[size];
    }
    return reach;
}

/* Stacks that win with one turn. A stack one step before the goal always does; from further back
 * every step but the last must be one that lays a piece, and no movement asks for less. Ways that
 * begin with a sideways step are left out. */
static ALWAYS_INLINE CellsPair winning_stacks(const GounkiSides *sides)
{
    enum { LAST_START = GOAL_CROSS ? 7 : 6 };
    CellsPair lay = sides->lay;
    CellsPair left = step_back(FORWARD_LEFT, lay), right = step_back(FORWARD_RIGHT, lay);
    CellsPair diagonal = left | right, straight = step_back(STRAIGHT, lay);
    CellsPair two = (sides->rounds[1] & diagonal) | (sides->squares[1] & straight);
    CellsPair left_on = lay & (left | (right & both(edge_file(-1, 0))));
    CellsPair right_on = lay & (right | (left & both(edge_file(1, 0))));
    CellsPair rounds = step_back(FORWARD_LEFT, left_on) | step_back(FORWARD_RIGHT, right_on) |
                       (sides->squares[1] & step_back(STRAIGHT, lay & diagonal));
    CellsPair round_square = lay & straight;
    CellsPair squares = step_back(STRAIGHT, round_square) |
                        (sides->rounds[1] & (step_back(FORWARD_LEFT, round_square) |
                                             step_back(FORWARD_RIGHT, round_square)));
    CellsPair three = (sides->rounds[2] & rounds) | (sides->squares[2] & squares);
    return (sides->own & both(rank_cells(LAST_START))) |
           (two & ~sides->size[1] & both(rank_cells(LAST_START - 1))) |
           (three & sides->size[3] & both(rank_cells(LAST_START - 2)));
}

/* Cells to which a movement brings a stack so that it would win with the next one on an empty
 * board, and where no enemy hits it. */
static ALWAYS_INLINE CellsPair entered_cells(const GounkiSides *sides, const GounkiReach *reach,
                                             CellsPair hit)
{
    enum { LAST_START = GOAL_CROSS ? 7 : 6 };
    CellsPair entered = both(0);
    for (int size = 1; size <= STACK_MAX; size++)
        entered |= reach->forward[size] & both(~UINT64_C(0) << 8 * (LAST_START + 1 - size));
    return entered & sides->empty & ~hit;
}

static ALWAYS_INLINE CellsPair widen(CellsPair cells)
{
    return cells | step(LEFT, cells) | step(RIGHT, cells);
}

/* Cells from which no enemy stands in the cone ahead. */
static ALWAYS_INLINE CellsPair open_cells(const GounkiSides *sides)
{
    CellsPair guarded = widen(shifted(sides->enemy, -8));
    guarded |= widen(shifted(guarded, -8));
    guarded |= widen(widen(shifted(guarded, -16)));
    return ~(guarded | widen(widen(widen(widen(shifted(guarded, -32))))));
}

enum { TURNS_NONE = 9 /* a turn more than any single piece needs */ };

/* Turns of the foremost of the stacks to the goal on an empty board, `speed` steps a turn. */
static ALWAYS_INLINE int turns_to_goal(uint64_t stacks, int speed)
{
    if (!stacks)
        return TURNS_NONE;
    int steps = (GOAL_CROSS ? 8 : 7) - bits_last(stacks) / 8;
    return (steps + speed - 1) / speed;
}

/* The same for stacks of all kinds of one side, each at its own speed. */
static ALWAYS_INLINE int nearest_turns(const GounkiSides *sides, int side, CellsPair stacks)
{
    CellsPair fast = stacks & (sides->rounds[2] | sides->squares[2]);
    CellsPair fastest = stacks & (sides->rounds[3] | sides->squares[3]);
    int turns = turns_to_goal(stacks[side], 1);
    int two = turns_to_goal(fast[side], 2), three = turns_to_goal(fastest[side], 3);
    turns = two < turns ? two : turns;
    return three < turns ? three : turns;
}

#endif
