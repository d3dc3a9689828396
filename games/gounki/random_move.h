/* A uniformly random legal move without the list of all moves.
 *
 * Every stack of the mover holds as many tickets as stacks of its class can have moves; a ticket
 * stands for one action of the stack, legal or not. We draw tickets until one is legal. A legal
 * move has exactly one ticket, so all legal moves are equally likely. Movements over the far edge
 * are rare and have tickets of their own, all of them legal.
 *
 *   class             tickets  actions
 *   single round            2  one step left, right
 *   single square           3  one step left, right, straight
 *   stack of one kind      12  nine movements, of squares or (six) of rounds; three deployments
 *   mixed stack            22  ten movements of one or two steps; twelve deployments */
#ifndef GAMES_GOUNKI_RANDOM_MOVE_H
#define GAMES_GOUNKI_RANDOM_MOVE_H

#include "games/gounki/sources.h"

enum {
    TICKETS_ROUND = 2,
    TICKETS_SQUARE = 3,
    TICKETS_PURE_MOVEMENTS = 9,
    TICKETS_PURE = 12,
    TICKETS_MIXED_MOVEMENTS = 10,
    TICKETS_MIXED = 22,
};

/* Whether a step in this direction would be a rebound if it were the first one. */
static inline bool starts_with_rebound(GounkiWalk walk)
{
    return ((walk.cell & 7) + walk.sideways) & 8;
}

/* Movements on the board (rules 5), for a stack that has the pieces for it. */
static inline bool movement_legal(const GounkiScene *scene, int from, int action, int size)
{
    enum GounkiDirection direction = (enum GounkiDirection)(action / 3);
    GounkiWalk walk = walk_from(from, direction);
    if (starts_with_rebound(walk))
        return false;
    int sideways = walk.sideways;
    for (int steps = action % 3; steps > 0; steps--) {
        walk_step(&walk);
        if (walk.cell >= CELLS || !(scene->empty >> walk.cell & 1))
            return false;
    }
    walk_step(&walk);
    if (direction >= LEFT && walk.sideways != sideways)
        return false;
    return walk.cell < CELLS && scene->onto[size] >> walk.cell & 1;
}

/* Whether a deployment that is won with this step has the packing that stands for all directions
 * of what is left without effect. `own_step` counts the steps of the kind under way. */
static inline bool win_is_canonical(int action, bool squares, bool second, int own_step, bool out)
{
    bool rounds_any = deployment_rounds(action) == ROUNDS_ANY;
    bool squares_any = deployment_squares(action) == SQUARES_ANY;
    if (!second)
        return squares ? rounds_any : squares_any;
    return squares || own_step > 1 || !out || rounds_any;
}

/* Deployments (rules 6). `squares`: whether squares are laid first. */
static inline bool deployment_legal(const GounkiScene *scene, int from, int action,
                                    GounkiStack stack, bool squares)
{
    uint64_t free = scene->lay | bit(from), laid = 0;
    bool second = false;
    int left = squares ? stack.squares : stack.rounds;
    int left_second = squares ? stack.rounds : stack.squares;
    GounkiWalk walk =
        walk_from(from, squares ? deployment_squares(action) : deployment_rounds(action));
    bool rebound = starts_with_rebound(walk);
    for (int own_step = 1;; own_step++) {
        walk_step(&walk);
        if (walk.cell >= CELLS)
            return GOAL_CROSS && laid && win_is_canonical(action, squares, second, own_step, true);
        uint64_t cell = bit(walk.cell);
        if (rebound || !(cell & (laid & cell ? scene->lay_two : free)))
            return false;
        if (walk.cell >= FIRST_GOAL_CELL)
            return laid && win_is_canonical(action, squares, second, own_step, false);
        laid |= cell;
        if (--left > 0)
            continue;
        if (second || left_second == 0)
            return true;
        second = true;
        squares = !squares;
        left = left_second;
        own_step = 0;
        walk =
            walk_from(walk.cell, squares ? deployment_squares(action) : deployment_rounds(action));
        rebound = starts_with_rebound(walk);
    }
}

/* A ticket of a stack of one kind: its move, or MOVE_NONE if that is not legal here. */
static inline Move pure_ticket(const GounkiScene *scene, int from, GounkiStack stack, int ticket)
{
    int size = stack.rounds + stack.squares;
    bool squares = stack.squares > 0;
    if (ticket < TICKETS_PURE_MOVEMENTS) {
        int action = ticket + (squares ? 3 * LEFT : 0);
        bool has_pieces = ticket % 3 < size && (squares || ticket < 3 * LEFT);
        return has_pieces && movement_legal(scene, from, action, size) ? move_pack(from, action)
                                                                       : MOVE_NONE;
    }
    int way = ticket - TICKETS_PURE_MOVEMENTS;
    if (!squares && way > FORWARD_RIGHT)
        return MOVE_NONE;
    int action = squares ? ACTION_DEPLOY + DEPLOY_SQUARES_FIRST + way
                         : ACTION_DEPLOY + DEPLOY_ROUNDS_RIGHT * way + (SQUARES_ANY - LEFT);
    return deployment_legal(scene, from, action, stack, squares) ? move_pack(from, action)
                                                                 : MOVE_NONE;
}

/* The same for a mixed stack. */
static inline Move mixed_ticket(const GounkiScene *scene, int from, GounkiStack stack, int ticket)
{
    if (ticket < TICKETS_MIXED_MOVEMENTS) {
        int direction = ticket / 2, steps = ticket % 2 + 1;
        int action = 3 * direction + steps - 1;
        bool has_pieces = steps <= (direction < LEFT ? stack.rounds : stack.squares);
        return has_pieces && movement_legal(scene, from, action, stack.rounds + stack.squares)
                   ? move_pack(from, action)
                   : MOVE_NONE;
    }
    int way = ticket - TICKETS_MIXED_MOVEMENTS;
    int action = ACTION_DEPLOY + way / 3 * 4 + way % 3;
    return deployment_legal(scene, from, action, stack, action & DEPLOY_SQUARES_FIRST)
               ? move_pack(from, action)
               : MOVE_NONE;
}

/* The stacks of the mover by class. */
typedef struct GounkiClasses {
    uint64_t rounds, squares, pure, mixed, out;
    int tickets;
} GounkiClasses;

static inline GounkiClasses classes_of(const GounkiScene *scene)
{
    uint64_t own = scene->rounds[1] | scene->squares[1];
    uint64_t mixed = scene->rounds[1] & scene->squares[1];
    uint64_t far = scene->last | scene->before_last | scene->third_last;
    GounkiClasses classes = {
        .rounds = scene->size[1] & scene->rounds[1],
        .squares = scene->size[1] & scene->squares[1],
        .pure = (scene->size[2] | scene->size[3]) & ~mixed,
        .mixed = mixed,
        .out = GOAL_CROSS && own & far ? out_sources(scene) : 0,
    };
    classes.tickets = TICKETS_ROUND * bits_count(classes.rounds) +
                      TICKETS_SQUARE * bits_count(classes.squares) +
                      TICKETS_PURE * bits_count(classes.pure) +
                      TICKETS_MIXED * bits_count(classes.mixed) + bits_count(classes.out);
    return classes;
}

/* The move of a ticket, or MOVE_NONE if it is not legal here. */
static inline Move ticket_move(const GamePosition *position, const GounkiScene *scene,
                               const GounkiClasses *classes, int ticket)
{
    int tickets = TICKETS_SQUARE * bits_count(classes->squares);
    if (ticket < tickets) {
        int from = bits_select(classes->squares, ticket / TICKETS_SQUARE);
        int action = 3 * (LEFT + ticket % TICKETS_SQUARE);
        return movement_legal(scene, from, action, 1) ? move_pack(from, action) : MOVE_NONE;
    }
    ticket -= tickets;
    tickets = TICKETS_ROUND * bits_count(classes->rounds);
    if (ticket < tickets) {
        int from = bits_select(classes->rounds, ticket / TICKETS_ROUND);
        int action = 3 * (ticket % TICKETS_ROUND);
        return movement_legal(scene, from, action, 1) ? move_pack(from, action) : MOVE_NONE;
    }
    ticket -= tickets;
    tickets = TICKETS_MIXED * bits_count(classes->mixed);
    if (ticket < tickets) {
        int from = bits_select(classes->mixed, ticket / TICKETS_MIXED);
        return mixed_ticket(scene, from, position_stack(position, from), ticket % TICKETS_MIXED);
    }
    ticket -= tickets;
    tickets = TICKETS_PURE * bits_count(classes->pure);
    if (ticket < tickets) {
        int from = bits_select(classes->pure, ticket / TICKETS_PURE);
        return pure_ticket(scene, from, position_stack(position, from), ticket % TICKETS_PURE);
    }
    return move_pack(bits_select(classes->out, ticket - tickets), ACTION_OUT);
}

static inline Move game_random_move(const GamePosition *position, Random *random)
{
    if (game_outcome(position) != OUTCOME_OPEN)
        return MOVE_NONE;
    GounkiScene scene = scene_of(position, false);
    GounkiClasses classes = classes_of(&scene);
    Move move = MOVE_NONE;
    while (move == MOVE_NONE) {
        int ticket = (int)random_below(random, (uint32_t)classes.tickets);
        move = ticket_move(position, &scene, &classes, ticket);
    }
    return move;
}

#endif
