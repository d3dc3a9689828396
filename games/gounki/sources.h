/* Which stacks may do what, for the whole board at once.
 *
 * For every action (position.h) we compute the set of start cells from which it is legal. A
 * condition on the k-th cell of a way becomes a condition on its start cell by shifting the set of
 * good cells back along the way; the stacks near a side edge, whose way is folded by a rebound, are
 * shifted by their own distance. Counting the moves is counting these sets' elements, listing them
 * is taking the elements out. The names of sections are those of the rules text. */
#ifndef GAMES_GOUNKI_SOURCES_H
#define GAMES_GOUNKI_SOURCES_H

#include "games/gounki/position.h"

/* All cells of a rank. */
static ALWAYS_INLINE uint64_t rank_cells(int rank)
{
    return UINT64_C(0xff) << 8 * rank;
}

/* The cells from which `distance` onward (negative: backward) lie `cells`. */
static ALWAYS_INLINE uint64_t cells_back(uint64_t cells, int distance)
{
    return distance >= 0 ? cells >> distance : cells << -distance;
}

/* The file that is `distance` files away from the left or the right edge. */
static ALWAYS_INLINE uint64_t edge_file(int sideways, int distance)
{
    uint64_t edge = sideways < 0 ? UINT64_C(0x0101010101010101) : UINT64_C(0x8080808080808080);
    return sideways < 0 ? edge << distance : edge >> distance;
}

/* Start cells whose way of `steps` steps has no rebound and ends in `cells`. */
static ALWAYS_INLINE uint64_t origins_direct(enum GounkiDirection direction, int steps,
                                             uint64_t cells)
{
    GounkiWalk step = walk_from(0, direction);
    uint64_t inner = ~UINT64_C(0);
    for (int file = 0; step.sideways && file < steps; file++)
        inner &= ~edge_file(step.sideways, file);
    return cells_back(cells, steps * (step.forward + step.sideways)) & inner;
}

/* The same with rebounds: from `file` files off the edge it is so many steps to the edge file,
 * then the remaining ones back. The first step is never a rebound. */
static ALWAYS_INLINE uint64_t origins(enum GounkiDirection direction, int steps, uint64_t cells)
{
    GounkiWalk step = walk_from(0, direction);
    uint64_t starts = origins_direct(direction, steps, cells);
    for (int file = 1; step.sideways && file < steps; file++)
        starts |= edge_file(step.sideways, file) &
                  cells_back(cells, steps * step.forward + (2 * file - steps) * step.sideways);
    return starts;
}

/* The board as the generator needs it. */
typedef struct GounkiScene {
    uint64_t empty;                  /* may be passed by a movement */
    uint64_t onto[STACK_MAX + 1];    /* [n]: a movement of n pieces may end there */
    uint64_t lay, lay_two;           /* one piece, two pieces of a deployment may be laid there */
    uint64_t size[STACK_MAX + 1];    /* own stacks of so many pieces */
    uint64_t rounds[STACK_MAX + 1];  /* own stacks with at least so many rounds */
    uint64_t squares[STACK_MAX + 1]; /* ... squares */
    uint64_t last, before_last, third_last; /* far ranks, or nothing if winning is left out */
} GounkiScene;

/* `calm` leaves out what captures and what wins at once. */
static ALWAYS_INLINE GounkiScene scene_of(const GamePosition *position, bool calm)
{
    uint64_t own = position->own, occupied = position_occupied(position);
    uint64_t r0 = position->rounds[0], r1 = position->rounds[1];
    uint64_t s0 = position->squares[0], s1 = position->squares[1];
    uint64_t three = own & (r0 ^ s0) & (r1 ^ s1);
    uint64_t one = own & (r0 ^ s0) & ~(r1 | s1);
    uint64_t two = own & ~one & ~three;
    uint64_t free = calm ? ~occupied : ~own;
    if (calm && !GOAL_CROSS)
        free &= ~rank_cells(7);
    uint64_t layable = DEPLOYMENT_CAPTURES ? free : free & ~occupied;
    return (GounkiScene){
        .empty = ~occupied,
        .onto = {0, free | one | two, free | one, free},
        .lay = layable | one | two,
        .lay_two = layable | one,
        .size = {0, one, two, three},
        .rounds = {0, own & (r0 | r1), own & r1, own & r0 & r1},
        .squares = {0, own & (s0 | s1), own & s1, own & s0 & s1},
        .last = calm ? 0 : rank_cells(7),
        .before_last = calm ? 0 : rank_cells(6),
        .third_last = calm ? 0 : rank_cells(5),
    };
}

/* Movements (rules 5). `carriers[n]` are the stacks that may take n steps of the direction's kind.
 * A sideways rebound leads nowhere new: back to the start, or to a cell next to it. */
static ALWAYS_INLINE void movement_sources(const GounkiScene *scene, enum GounkiDirection direction,
                                           const uint64_t carriers[STACK_MAX + 1],
                                           uint64_t sources[ACTIONS])
{
    bool rebounds = direction <= FORWARD_RIGHT;
    uint64_t passed = ~UINT64_C(0);
    for (int steps = 1; steps <= STACK_MAX; steps++) {
        uint64_t starts = 0;
        for (int size = steps; size <= STACK_MAX; size++)
            starts |= scene->size[size] &
                      (rebounds ? origins(direction, steps, scene->onto[size])
                                : origins_direct(direction, steps, scene->onto[size]));
        sources[3 * (int)direction + steps - 1] = carriers[steps] & passed & starts;
        passed &= origins(direction, steps, scene->empty);
    }
}

/* Stacks that can leave over the far edge as a whole (rules 5.7). */
static ALWAYS_INLINE uint64_t out_sources(const GounkiScene *scene)
{
    uint64_t left = origins(FORWARD_LEFT, 1, scene->empty);
    uint64_t right = origins(FORWARD_RIGHT, 1, scene->empty);
    uint64_t straight = origins(STRAIGHT, 1, scene->empty);
    uint64_t left_two = left & origins(FORWARD_LEFT, 2, scene->empty);
    uint64_t right_two = right & origins(FORWARD_RIGHT, 2, scene->empty);
    uint64_t straight_two = straight & origins(STRAIGHT, 2, scene->empty);
    uint64_t own = scene->rounds[1] | scene->squares[1];
    return (scene->last & own) |
           (scene->before_last &
            ((scene->rounds[2] & (left | right)) | (scene->squares[2] & straight))) |
           (scene->third_last &
            ((scene->rounds[3] & (left_two | right_two)) | (scene->squares[3] & straight_two)));
}

/* Ways of the remaining pieces of a deployment, as sets of cells on which a piece may be laid and
 * from which they are legal. A win on the way completes them: with the goal to cross, a step from
 * the last rank; with the goal to reach, standing on it. Where this leaves the direction of the
 * second kind without effect, only ROUNDS_ANY or SQUARES_ANY is legal. */
typedef struct GounkiContinuations {
    uint64_t round[2], two_rounds[2];   /* by direction: forward left, forward right */
    uint64_t square[3], two_squares[3]; /* left, right, straight */
} GounkiContinuations;

static ALWAYS_INLINE void continue_with_rounds(const GounkiScene *scene,
                                               enum GounkiDirection direction,
                                               GounkiContinuations *next)
{
    uint64_t any = direction == ROUNDS_ANY ? scene->last : 0;
    uint64_t first = origins(direction, 1, scene->lay);
    uint64_t second = origins(direction, 2, scene->lay) | scene->before_last;
    next->round[direction] = scene->lay & (first | any);
    next->two_rounds[direction] = scene->lay & ((first & second) | (GOAL_CROSS ? any : 0));
}

static ALWAYS_INLINE void continue_with_squares(const GounkiScene *scene,
                                                enum GounkiDirection direction,
                                                GounkiContinuations *next)
{
    uint64_t first = origins(direction, 1, scene->lay);
    uint64_t second = origins(direction, 2, scene->lay);
    if (direction == STRAIGHT) {
        first |= scene->last;
        second |= scene->last | scene->before_last;
    } else {
        /* From the second file a square comes back to the cell where the round was laid. */
        second &= scene->lay_two | ~edge_file(direction == LEFT ? -1 : 1, 1);
    }
    uint64_t here = scene->lay;
    if (!GOAL_CROSS && direction != STRAIGHT)
        here &= ~rank_cells(7);
    next->square[direction - LEFT] = here & first;
    next->two_squares[direction - LEFT] = here & first & second;
}

/* Cells that end the game when the first piece of a deployment is laid there: such a deployment
 * is written as a movement (rules 11). */
static ALWAYS_INLINE uint64_t without_goal(uint64_t cells)
{
    return GOAL_CROSS ? cells : cells & ~rank_cells(7);
}

/* Stacks of one kind (rules 6.3, 7). */
static ALWAYS_INLINE uint64_t pure_sources(const GounkiScene *scene, enum GounkiDirection direction,
                                           const uint64_t carriers[STACK_MAX + 1])
{
    uint64_t first = origins(direction, 1, scene->lay);
    uint64_t second = origins(direction, 2, scene->lay);
    uint64_t third = origins(direction, 3, scene->lay);
    if (direction == LEFT || direction == RIGHT) {
        /* From the second file, the second step is back on the start cell, which is empty; from
         * the third, the third step is the second visit of a cell. */
        int sideways = direction == LEFT ? -1 : 1;
        second |= edge_file(sideways, 1);
        third &= origins(direction, 1, scene->lay_two) | ~edge_file(sideways, 2);
    } else {
        second |= GOAL_CROSS ? scene->before_last : 0;
        third |= scene->third_last | scene->before_last;
    }
    uint64_t pairs = scene->size[2] & carriers[2];
    return first & second & (pairs | (carriers[3] & third));
}

static ALWAYS_INLINE uint64_t rounds_first_sources(const GounkiScene *scene,
                                                   const GounkiContinuations *next,
                                                   enum GounkiDirection rounds,
                                                   enum GounkiDirection squares)
{
    uint64_t pairs = scene->size[2] & scene->rounds[1] & scene->squares[1];
    uint64_t two_rounds = scene->size[3] & scene->rounds[2] & scene->squares[1];
    uint64_t two_squares = scene->size[3] & scene->rounds[1] & scene->squares[2];
    uint64_t square = next->square[squares - LEFT];
    uint64_t over = GOAL_CROSS && squares == SQUARES_ANY ? scene->before_last : 0;
    return (pairs & origins(rounds, 1, without_goal(square))) |
           (two_squares & origins(rounds, 1, without_goal(next->two_squares[squares - LEFT]))) |
           (two_rounds & origins(rounds, 1, scene->lay) & (origins(rounds, 2, square) | over));
}

static ALWAYS_INLINE uint64_t squares_first_sources(const GounkiScene *scene,
                                                    const GounkiContinuations *next,
                                                    enum GounkiDirection rounds,
                                                    enum GounkiDirection squares)
{
    uint64_t pairs = scene->size[2] & scene->rounds[1] & scene->squares[1];
    uint64_t two_rounds = scene->size[3] & scene->rounds[2] & scene->squares[1];
    uint64_t two_squares = scene->size[3] & scene->rounds[1] & scene->squares[2];
    uint64_t round = next->round[rounds];
    uint64_t second = origins(squares, 2, round);
    if (squares == STRAIGHT) {
        second |= GOAL_CROSS && rounds == ROUNDS_ANY ? scene->before_last : 0;
    } else {
        /* From the second file the squares lead back to the start cell, which is empty. */
        uint64_t onward = origins(rounds, 1, scene->lay);
        onward |= rounds == ROUNDS_ANY ? scene->last : 0;
        second |= onward & edge_file(squares == LEFT ? -1 : 1, 1);
    }
    return (pairs & origins(squares, 1, without_goal(round))) |
           (two_rounds & origins(squares, 1, next->two_rounds[rounds])) |
           (two_squares & origins(squares, 1, scene->lay) & second);
}

/* Deployments (rules 6) that begin with rounds and go on with squares in one direction, for both
 * directions of the rounds; a stack of rounds alone has its place among them. */
static ALWAYS_INLINE void deploy_rounds_first(const GounkiScene *scene,
                                              const GounkiContinuations *next,
                                              enum GounkiDirection squares,
                                              uint64_t sources[ACTIONS])
{
    uint64_t *left = &sources[ACTION_DEPLOY + (squares - LEFT)];
    uint64_t *right = left + DEPLOY_ROUNDS_RIGHT;
    *left = rounds_first_sources(scene, next, FORWARD_LEFT, squares);
    *right = rounds_first_sources(scene, next, FORWARD_RIGHT, squares);
    if (squares == SQUARES_ANY) {
        *left |= pure_sources(scene, FORWARD_LEFT, scene->rounds);
        *right |= pure_sources(scene, FORWARD_RIGHT, scene->rounds);
    }
}

/* The same with squares first. */
static ALWAYS_INLINE void deploy_squares_first(const GounkiScene *scene,
                                               const GounkiContinuations *next,
                                               enum GounkiDirection squares,
                                               uint64_t sources[ACTIONS])
{
    uint64_t *left = &sources[ACTION_DEPLOY + DEPLOY_SQUARES_FIRST + (squares - LEFT)];
    uint64_t *right = left + DEPLOY_ROUNDS_RIGHT;
    *left = squares_first_sources(scene, next, FORWARD_LEFT, squares) |
            pure_sources(scene, squares, scene->squares);
    *right = squares_first_sources(scene, next, FORWARD_RIGHT, squares);
}

static ALWAYS_INLINE void deployment_sources(const GounkiScene *scene, uint64_t sources[ACTIONS])
{
    GounkiContinuations next;
    continue_with_rounds(scene, FORWARD_LEFT, &next);
    continue_with_rounds(scene, FORWARD_RIGHT, &next);
    continue_with_squares(scene, LEFT, &next);
    continue_with_squares(scene, RIGHT, &next);
    continue_with_squares(scene, STRAIGHT, &next);
    deploy_rounds_first(scene, &next, LEFT, sources);
    deploy_rounds_first(scene, &next, RIGHT, sources);
    deploy_rounds_first(scene, &next, STRAIGHT, sources);
    deploy_squares_first(scene, &next, LEFT, sources);
    deploy_squares_first(scene, &next, RIGHT, sources);
    deploy_squares_first(scene, &next, STRAIGHT, sources);
    for (int action = ACTION_DEPLOY + DEPLOY_SQUARES; action < ACTIONS; action += 4)
        sources[action] = 0;
}

/* The start cells of every action of an open position. */
static ALWAYS_INLINE void action_sources(const GamePosition *position, bool calm,
                                         uint64_t sources[ACTIONS])
{
    GounkiScene scene = scene_of(position, calm);
    movement_sources(&scene, FORWARD_LEFT, scene.rounds, sources);
    movement_sources(&scene, FORWARD_RIGHT, scene.rounds, sources);
    movement_sources(&scene, LEFT, scene.squares, sources);
    movement_sources(&scene, RIGHT, scene.squares, sources);
    movement_sources(&scene, STRAIGHT, scene.squares, sources);
    sources[ACTION_OUT] = GOAL_CROSS ? out_sources(&scene) : 0;
    deployment_sources(&scene, sources);
}

#endif
