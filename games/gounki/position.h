/* Gounki's position and the packing of its moves.
 *
 * The board is kept as the side to move sees it: his pieces move up, from rank 1 to rank 8, whoever
 * he is, so that one generator (sources.h) serves both. Cell = 8 * rank + file, both from 0. The
 * number of rounds and of squares on a cell are two binary digits each, one bit plane per digit. */
#ifndef GAMES_GOUNKI_POSITION_H
#define GAMES_GOUNKI_POSITION_H

#include "engine/bits.h"
#include "engine/move.h"

#include <stdbool.h>

enum GounkiRuleset { GOUNKI_SEED, GOUNKI_SEED_CROSS, GOUNKI_PUBLISHED };

enum {
    GOAL_CROSS = RULESET != GOUNKI_SEED, /* else the goal is to reach the far rank */
    DEPLOYMENT_CAPTURES = RULESET != GOUNKI_PUBLISHED,
    STACK_MAX = 3,
    KIND_MAX = 8, /* pieces of one kind that a player has */
    CELLS = 64,
    FIRST_GOAL_CELL = GOAL_CROSS ? CELLS : 56, /* reaching this cell or a higher one wins */
};

typedef struct GamePosition {
    uint64_t own;        /* cells of the side to move */
    uint64_t rounds[2];  /* number of rounds on every cell: its low and its high digit */
    uint64_t squares[2]; /* the same of squares */
    uint64_t turn;       /* the player to move, + TURN_WON if the other player has won */
    uint32_t quiet;      /* plies without progress (history) */
    uint32_t number;     /* move number, from 1 (history) */
} GamePosition;

/* One of two constants, by whether deployments capture. */
#define BY_DEPLOYMENT(capturing, peaceful) (DEPLOYMENT_CAPTURES ? (capturing) : (peaceful))

enum { TURN_WON = 2 };

/* A move is 11 bits: the start cell (6) below an action (5). Together with the stack on the start
 * cell the action says everything:
 *
 *    0..14   movement: 3 * direction + steps - 1
 *   15       movement over the far edge, by whatever way
 *   16..31   deployment: 16 + 8 * (squares first) + 4 * (rounds go right) + direction of squares
 *
 * Where a direction does not matter - the stack has no such piece, or the game is won before its
 * turn comes - it is ROUNDS_ANY or SQUARES_ANY, so every legal move has exactly one packing. 0
 * would be a first step to the left from a1 and is never legal. */
enum GounkiDirection {
    FORWARD_LEFT,
    FORWARD_RIGHT,
    LEFT,
    RIGHT,
    STRAIGHT,
    DIRECTIONS,
    ROUNDS_ANY = FORWARD_LEFT,
    SQUARES_ANY = STRAIGHT,
};

enum {
    ACTION_OUT = 15,
    ACTION_DEPLOY = 16,
    DEPLOY_SQUARES_FIRST = 8,
    DEPLOY_ROUNDS_RIGHT = 4,
    DEPLOY_SQUARES = 3, /* mask: direction of the squares, counted from LEFT */
    ACTIONS = 32,
    CELL_BITS = 6,
};

static inline int move_from(Move move)
{
    return (int)(move & (CELLS - 1));
}

static inline int move_action(Move move)
{
    return (int)(move >> CELL_BITS);
}

static inline Move move_pack(int from, int action)
{
    return (Move)(action << CELL_BITS | from);
}

static inline enum GounkiDirection deployment_rounds(int action)
{
    return action & DEPLOY_ROUNDS_RIGHT ? FORWARD_RIGHT : FORWARD_LEFT;
}

static inline enum GounkiDirection deployment_squares(int action)
{
    return (enum GounkiDirection)(LEFT + (action & DEPLOY_SQUARES));
}

/* A piece under way: one step after the other, rebounding off the side edges (rules 7). */
typedef struct GounkiWalk {
    int cell, sideways, forward;
} GounkiWalk;

static ALWAYS_INLINE GounkiWalk walk_from(int cell, enum GounkiDirection direction)
{
    int sideways = direction == STRAIGHT ? 0 : direction & 1 ? 1 : -1;
    return (GounkiWalk){cell, sideways, direction == LEFT || direction == RIGHT ? 0 : 8};
}

/* Takes a step; a cell beyond the far edge is 64 or more. */
static inline void walk_step(GounkiWalk *walk)
{
    int file = (walk->cell & 7) + walk->sideways;
    if (file & 8) {
        walk->sideways = -walk->sideways;
        file += 2 * walk->sideways;
    }
    walk->cell = (walk->cell & ~7) + walk->forward + file;
}

/* The last cell of a movement that stays on the board; the walk of all its steps at once. */
static inline int movement_target(int from, int action)
{
    static const int8_t sideways[ACTION_OUT] = {-1, -2, -3, 1, 2, 3, -1, -2, -3, 1, 2, 3, 0, 0, 0};
    static const int8_t forward[ACTION_OUT] = {8, 16, 24, 8, 16, 24, 0, 0, 0, 0, 0, 0, 8, 16, 24};
    int file = (from & 7) + sideways[action];
    if (file < 0)
        file = -file;
    if (file > 7)
        file = 14 - file;
    return (from & ~7) + forward[action] + file;
}

/* The stack on a cell. */
typedef struct GounkiStack {
    int rounds, squares;
} GounkiStack;

static inline int planes_number(const uint64_t planes[2], int cell)
{
    return (int)((planes[0] >> cell & 1) | (planes[1] >> cell & 1) << 1);
}

static inline GounkiStack position_stack(const GamePosition *position, int cell)
{
    return (GounkiStack){planes_number(position->rounds, cell),
                         planes_number(position->squares, cell)};
}

static inline uint64_t position_occupied(const GamePosition *position)
{
    return position->rounds[0] | position->rounds[1] | position->squares[0] | position->squares[1];
}

/* The board upside down: the other side's view of a set. */
static inline uint64_t cells_flipped(uint64_t cells)
{
    return __builtin_bswap64(cells);
}

static inline Outcome game_outcome(const GamePosition *position)
{
    return position->turn & TURN_WON ? OUTCOME_LOSS : OUTCOME_OPEN;
}

#endif
