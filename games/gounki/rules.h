/* Gounki for the kernels: the contract's constants, and how a move is played. The position and the
 * packing of moves are in position.h, the generator in sources.h. */
#ifndef GAMES_GOUNKI_RULES_H
#define GAMES_GOUNKI_RULES_H

#include "games/gounki/evaluate.h"
#include "games/gounki/moves.h"
#include "games/gounki/random_move.h"

#define GAME_TITLE "Gounki"
#define GAME_PASSES
#define GAME_FIRST    "White"
#define GAME_SECOND   "Black"
#define GAME_ENCODING "mover's cells + two binary digits of rounds and of squares, five bit planes"

enum {
    GAME_MOVES_MAX = 136, /* eight stacks of a round and a square, 17 moves each: see README.md */
    GAME_IDENTITY_SIZE = 48,
    GAME_QUIET_LIMIT = 50,
    GAME_REPETITIONS = 3,
    GAME_TURN_PARTS = 0,
    GAME_NOISY = 1,
    GAME_SYMMETRIES = 4,
};

/* What a turn changes. `enemy` are the cells of the other side. */
typedef struct GounkiBoard {
    uint64_t own, enemy, rounds[2], squares[2];
} GounkiBoard;

/* Captures the enemy stack among `cells`, if there is one. */
static inline void board_capture(GounkiBoard *board, uint64_t cells)
{
    uint64_t kept = ~(cells & board->enemy);
    board->enemy &= kept;
    for (int digit = 0; digit < 2; digit++) {
        board->rounds[digit] &= kept;
        board->squares[digit] &= kept;
    }
}

/* Adds binary numbers of one kind: a digit plane at a time. */
static inline void planes_add(uint64_t planes[2], uint64_t low, uint64_t high)
{
    planes[1] ^= high ^ (planes[0] & low);
    planes[0] ^= low;
}

static inline void board_add(GounkiBoard *board, int cell, GounkiStack stack)
{
    board->own |= bit(cell);
    planes_add(board->rounds, (uint64_t)(stack.rounds & 1) << cell,
               (uint64_t)(stack.rounds >> 1) << cell);
    planes_add(board->squares, (uint64_t)(stack.squares & 1) << cell,
               (uint64_t)(stack.squares >> 1) << cell);
}

/* Takes the stack off its start cell, which counts as empty from now on (rules 5.3, 6.1). */
static inline void board_lift(GounkiBoard *board, int cell)
{
    uint64_t others = ~bit(cell);
    board->own &= others;
    for (int digit = 0; digit < 2; digit++) {
        board->rounds[digit] &= others;
        board->squares[digit] &= others;
    }
}

/* Lays the pieces of a deployment one by one; returns whether that wins on the way. */
static inline bool board_deploy(GounkiBoard *board, int from, int action, GounkiStack carried)
{
    bool squares = action & DEPLOY_SQUARES_FIRST;
    if (squares ? carried.squares == 0 : carried.rounds == 0)
        squares = !squares;
    GounkiWalk walk =
        walk_from(from, squares ? deployment_squares(action) : deployment_rounds(action));
    for (;;) {
        walk_step(&walk);
        if (walk.cell >= CELLS)
            return true;
        board_capture(board, bit(walk.cell));
        if (walk.cell >= FIRST_GOAL_CELL) {
            board_add(board, walk.cell, carried);
            return true;
        }
        board_add(board, walk.cell, (GounkiStack){!squares, squares});
        carried.rounds -= !squares;
        carried.squares -= squares;
        if (carried.rounds + carried.squares == 0)
            return false;
        if (squares ? carried.squares == 0 : carried.rounds == 0) {
            squares = !squares;
            walk = walk_from(walk.cell,
                             squares ? deployment_squares(action) : deployment_rounds(action));
        }
    }
}

/* Whether some step of the turn changes rank (rules 9.4). */
static inline bool move_advances(int action, GounkiStack stack)
{
    enum { SIDEWAYS_MOVEMENTS = 7 << 3 * LEFT | 7 << 3 * RIGHT };
    if (action < ACTION_DEPLOY)
        return !(SIDEWAYS_MOVEMENTS >> action & 1);
    return stack.rounds > 0 || deployment_squares(action) == STRAIGHT;
}

/* The board as the other side sees it, whose turn it is now. */
static inline void position_pass_on(GamePosition *position, const GounkiBoard *board)
{
    position->own = cells_flipped(board->enemy);
    for (int digit = 0; digit < 2; digit++) {
        position->rounds[digit] = cells_flipped(board->rounds[digit]);
        position->squares[digit] = cells_flipped(board->squares[digit]);
    }
    position->number += (uint32_t)position->turn;
    position->turn ^= 1;
}

static inline GounkiBoard position_board(const GamePosition *position)
{
    return (GounkiBoard){position->own,
                         position_occupied(position) & ~position->own,
                         {position->rounds[0], position->rounds[1]},
                         {position->squares[0], position->squares[1]}};
}

static inline void game_play(GamePosition *position, Move move)
{
    int from = move_from(move), action = move_action(move);
    GounkiStack stack = position_stack(position, from);
    GounkiBoard board = position_board(position);
    uint64_t enemy = board.enemy;
    bool won = false;
    board_lift(&board, from);
    if (action < ACTION_OUT) {
        int target = movement_target(from, action);
        board_capture(&board, bit(target));
        board_add(&board, target, stack);
        won = target >= FIRST_GOAL_CELL;
    } else if (action == ACTION_OUT) {
        won = true;
    } else {
        won = board_deploy(&board, from, action, stack);
    }
    won |= board.enemy == 0;
    position_pass_on(position, &board);
    bool progress = board.enemy != enemy || move_advances(action, stack);
    position->quiet = progress ? 0 : position->quiet + 1;
    position->turn |= won ? TURN_WON : 0;
}

/* Zugzwang is rare in a race. */
static inline bool game_pass(GamePosition *position)
{
    GounkiBoard board = position_board(position);
    position_pass_on(position, &board);
    position->quiet = 0;
    return true;
}

static inline int game_mover(const GamePosition *position)
{
    return (int)(position->turn & 1);
}

static inline bool game_mid_turn(const GamePosition *position)
{
    (void)position;
    return false;
}

static inline int game_quiet(const GamePosition *position)
{
    return (int)position->quiet;
}

#endif
