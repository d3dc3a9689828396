/* Shap Luk for the kernels: sixteen rebels hunt one general on 29 points. The position and the sets
 * of moves stand in board.h, the evaluation in evaluate.h. */
#ifndef SHAPLUK_RULES_H
#define SHAPLUK_RULES_H

#include "games/shapluk/board.h"
#include "games/shapluk/evaluate.h"
#include "games/shapluk/index.h"

#define GAME_TITLE  "Shap Luk"
#define GAME_FIRST  "Rebels"
#define GAME_SECOND "General"
#define GAME_ENCODING \
    "32 bits: 25 for the rebels' points, 1 side, 1 flight, 5 general's point; +32 quiet counter"

enum {
    GAME_MOVES_MAX = 73, /* proof in README.md */
    GAME_IDENTITY_SIZE = 4,
    GAME_QUIET_LIMIT = 100,
    GAME_REPETITIONS = 3,
    GAME_TURN_PARTS = 0,
    GAME_NOISY = 1,
    GAME_SYMMETRIES = 2,
};

static inline int game_mover(const GamePosition *position)
{
    return general_moves(position);
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

static inline Outcome game_outcome(const GamePosition *position)
{
    Ending ending = ending_of(position);
    if (ending == ENDING_OPEN)
        return OUTCOME_OPEN;
    bool general_wins = ending == ENDING_CAPTURES || ending == ENDING_APEX;
    return general_wins == general_moves(position) ? OUTCOME_WIN : OUTCOME_LOSS;
}

static inline void game_play(GamePosition *position, Move move)
{
    if (!general_moves(position)) {
        uint32_t taken = REBELS_CAPTURE ? move & STATE_GENERAL : 0;
        position->state = ((position->state ^ (move & SQUARE)) | taken) ^ STATE_GENERAL_MOVES;
        position->quiet = taken ? 0 : position->quiet + 1;
    } else { /* the move's bits below the general's are all to be cleared */
        position->state = (position->state & ~(move | STATE_GENERAL)) | (move & STATE_GENERAL);
        position->quiet = move & (SQUARE | STATE_FLIGHT) ? 0 : position->quiet + 1;
    }
}

static inline int list_captures(uint32_t rebels, Arrivals arrivals, Move flags, Move *moves)
{
    int count = 0;
    while (arrivals.captures)
        moves[count++] = flags | capture_move(rebels, bits_pop(&arrivals.captures));
    return count;
}

static inline int list_arrivals(uint32_t rebels, Arrivals arrivals, Move flags, Move *moves)
{
    int count = list_captures(rebels, arrivals, flags, moves);
    for (uint64_t points = arrivals.plain; points;)
        moves[count++] = flags | plain_move(bits_pop(&points));
    return count;
}

static inline int game_moves(const GamePosition *position, Move *moves)
{
    if (UNLIKELY(ending_of_board(position) != ENDING_OPEN))
        return 0;
    uint32_t rebels = rebels_of(position);
    int count = 0;
    if (!general_moves(position)) {
        uint32_t points = REBELS_CAPTURE ? custodian_points(position) : 0;
        for (uint64_t links = rebel_links(position); links;)
            moves[count++] = rebel_move(rebels, bits_pop(&links), points);
        return count;
    }
    Choices choices = general_choices(position);
    count = list_arrivals(rebels, choices.steps, STATE_GENERAL_MOVES, moves);
    if (HAS_FLIGHT)
        count += list_arrivals(rebels, choices.flights, STATE_GENERAL_MOVES | STATE_FLIGHT,
                               moves + count);
    return count;
}

static inline uint64_t game_count(const GamePosition *position)
{
    if (UNLIKELY(ending_of_board(position) != ENDING_OPEN))
        return 0;
    if (!general_moves(position))
        return (uint64_t)bits_count(rebel_links(position));
    Choices choices = general_choices(position);
    return (uint64_t)arrivals_count(choices.steps) + (uint64_t)arrivals_count(choices.flights);
}

/* The rank-th of the arrivals, in the order plain, captures. */
static inline Move arrival_at(uint32_t rebels, Arrivals arrivals, int rank)
{
    int plain = bits_count(arrivals.plain);
    if (rank < plain)
        return plain_move(bits_select(arrivals.plain, rank));
    return capture_move(rebels, bits_select(arrivals.captures, rank - plain));
}

static inline Move game_random_move(const GamePosition *position, Random *random)
{
    if (UNLIKELY(ending_of_board(position) != ENDING_OPEN))
        return MOVE_NONE;
    uint32_t rebels = rebels_of(position);
    if (!general_moves(position)) {
        uint64_t links = rebel_links(position);
        int rank = (int)random_below(random, (uint32_t)bits_count(links));
        uint32_t points = REBELS_CAPTURE ? custodian_points(position) : 0;
        return rebel_move(rebels, bits_select(links, rank), points);
    }
    Choices choices = general_choices(position);
    int steps = arrivals_count(choices.steps), flights = arrivals_count(choices.flights);
    if (UNLIKELY(steps + flights == 0))
        return MOVE_NONE;
    int rank = (int)random_below(random, (uint32_t)(steps + flights));
    if (rank < steps)
        return STATE_GENERAL_MOVES | arrival_at(rebels, choices.steps, rank);
    return STATE_GENERAL_MOVES | STATE_FLIGHT | arrival_at(rebels, choices.flights, rank - steps);
}

/* Points on which a rebel's arrival may end the game: the last open door, the general's last exit,
 * the other side of him; any free point if he has landed in a closed hole. */
static inline uint32_t deciding_points(const GamePosition *position)
{
    uint32_t rebels = rebels_of(position);
    uint32_t points = REBELS_CAPTURE ? custodian_points(position) : 0;
    uint32_t doors = DOORS & ~rebels;
    if (DOORS_WIN && in_sanctuary(general_of(position)) && !(doors & (doors - 1)))
        points |= doors;
    uint32_t exits = NEIGHBOURS[general_of(position)] & ~rebels;
    if (!exits)
        return SQUARE & ~rebels;
    if (!(exits & (exits - 1)))
        points |= exits;
    return points & SQUARE;
}

static inline int list_deciding_moves(const GamePosition *position, Move *moves)
{
    int count = 0;
    for (uint64_t points = deciding_points(position); points;) {
        uint64_t links = rebel_links(position) & LINKS_AT[bits_pop(&points)];
        while (links) {
            uint32_t around = REBELS_CAPTURE ? custodian_points(position) : 0;
            Move move = rebel_move(rebels_of(position), bits_pop(&links), around);
            GamePosition after = *position;
            game_play(&after, move);
            if (ending_of(&after) != ENDING_OPEN)
                moves[count++] = move;
        }
    }
    return count;
}

static inline int game_noisy_moves(const GamePosition *position, Move *moves)
{
    if (UNLIKELY(ending_of_board(position) != ENDING_OPEN))
        return 0;
    if (!general_moves(position))
        return list_deciding_moves(position, moves);
    uint32_t rebels = rebels_of(position);
    Choices choices = general_choices(position);
    int count = list_captures(rebels, choices.steps, STATE_GENERAL_MOVES, moves);
    if (HAS_FLIGHT)
        count += list_captures(rebels, choices.flights, STATE_GENERAL_MOVES | STATE_FLIGHT,
                               moves + count);
    if (APEX_WINS && choices.steps.plain & APEX)
        moves[count++] = STATE_GENERAL_MOVES | plain_move(POINT_APEX);
    return count;
}

#endif
