/* Shap Luk for the solver of pursuits: what search/solve_rows.h asks of a game, as sets of the
 * general's points for one placement of the rebels. The pursuers are the rebels, the evader is the
 * general; a row is a canonical placement. */
#ifndef SHAPLUK_ROWS_H
#define SHAPLUK_ROWS_H

#include "engine/endgame.h"
#include "games/shapluk/rules.h"

static inline uint32_t game_row_count(int layer)
{
    return rows_of(layer_rebels(layer));
}

static inline uint32_t game_row_board(int layer, uint32_t row)
{
    return row_board(layer_rebels(layer), row);
}

static inline Row game_row_of(int layer, uint32_t board)
{
    return row_of(board, layer_rebels(layer));
}

/* Free points, also the columns of the row in their order. */
static inline uint32_t game_row_points(uint32_t board)
{
    return BOARD & ~board;
}

static inline uint32_t game_row_mirrored(uint32_t points)
{
    return mirrored_points(points);
}

/* The moves of the pursuers, were the evader not in the way. */
static inline uint64_t game_row_moves(uint32_t board)
{
    return rebel_links(&(GamePosition){.state = board | STATE_GENERAL});
}

/* The two ends of such a move. */
static inline uint32_t game_row_move_ends(int move)
{
    return LINK_ENDS[move];
}

/* The points next to one of `points`. */
static inline uint32_t points_beside(uint32_t points)
{
    uint32_t square = points & SQUARE, high = points >> POINT_B6, doors = (points & DOORS) >> 21;
    uint32_t beside = square << 5 | square >> 5;
    beside |= (square & FILES_A_TO_D) << 1 | (square >> 1 & FILES_A_TO_D);
    beside |= (square & RISING) << 6 | (square >> 6 & RISING);
    beside |= (square & FALLING) << 4 | (square >> 4 & FALLING);
    uint32_t corners = high & 7, above = doors | corners << 1 | corners >> 1;
    above = (above | (high & 8 ? 7 : 0)) & 7;
    above |= corners ? 8 : 0;
    return (beside & SQUARE) | corners << 21 | above << POINT_B6;
}

/* Points at which the game is over, and won by the evader. */
static inline uint32_t game_row_escaped(uint32_t board)
{
    return APEX_WINS ? APEX & ~board : 0;
}

/* Points at which the game is over whoever is to move, and won by the pursuers. */
static inline uint32_t game_row_captive(uint32_t board)
{
    enum { SANCTUARY = BOARD & ~SQUARE };
    uint32_t won = DOORS_WIN && (board & DOORS) == DOORS ? SANCTUARY : 0;
    return won & ~game_row_escaped(board);
}

/* Points at which the evader, to move, has lost for having no move. */
static inline uint32_t game_row_immobile(uint32_t board)
{
    return BOARD & ~board & ~points_beside(BOARD & ~board) & ~game_row_escaped(board);
}

/* Points at which the pursuers, to move, win at once by taking the evader. */
static inline uint32_t game_row_struck(uint32_t board)
{
    uint32_t struck = 0;
    for (int slot = 0; REBELS_CAPTURE && slot < 64; slot++) {
        uint32_t pair = PAIRS[slot] & SQUARE, open = pair & ~board, centre = PAIRS[slot] >> 27;
        if (!open || (open & (open - 1)) || board >> centre & 1)
            continue;
        if (NEIGHBOURS[bits_first(open)] & board)
            struck |= (uint32_t)bit((int)centre);
    }
    return struck;
}

/* Of two values for the pursuers to move, the one that the evader would choose. */
static inline EndgameValue evader_choice(EndgameValue one, EndgameValue other)
{
    Outcome first = endgame_outcome(one), second = endgame_outcome(other);
    if (first != second)
        return first < second ? one : other; /* LOSS < DRAW < WIN */
    bool shorter = one < other;
    return (first == OUTCOME_LOSS) == shorter ? one : other;
}

/* What a placement and the general's point are worth with the rebels to move, by the tables of the
 * layers below. */
static inline EndgameValue value_below(const EndgameValue *const *tables, uint32_t board,
                                       uint32_t flight, int point)
{
    GamePosition position = {.state = board | flight | (uint32_t)point << GENERAL_SHIFT};
    int layer = game_layer(&position);
    return layer < 0 ? endgame_loss(0) : tables[layer][game_index(&position)];
}

/* The best capture on `point`, a centre of pairs. */
static inline EndgameValue best_capture(const EndgameValue *const *tables, uint32_t board,
                                        uint32_t flight, int point)
{
    uint32_t taken = 0;
    EndgameValue best = endgame_win(0);
    for (uint64_t slots = PAIRS_AT[point]; slots;) {
        uint32_t pair = PAIRS[bits_pop(&slots)] & SQUARE;
        if ((board & pair) != pair)
            continue;
        taken |= pair;
        if (!CAPTURES_ALL)
            best = evader_choice(best, value_below(tables, board & ~pair, flight, point));
    }
    return CAPTURES_ALL ? value_below(tables, board & ~taken, flight, point) : best;
}

/* The free points between two rebels. */
static inline uint32_t centres_of(uint32_t board)
{
    uint32_t inner = BOARD & ~board & FILES_B_TO_D, crossings = inner & CROSSINGS;
    uint32_t centres = board << 5 & board >> 5 & SQUARE & ~board;
    centres |= board << 1 & board >> 1 & inner;
    return centres | (((board << 6 & board >> 6) | (board << 4 & board >> 4)) & crossings);
}

/* The best landing of a flight. */
static inline EndgameValue best_flight(const EndgameValue *const *tables, uint32_t board)
{
    uint32_t centres = centres_of(board);
    EndgameValue best = endgame_win(0);
    bool duty = CAPTURE_IS_DUTY && centres;
    for (uint64_t points = centres; points;)
        best = evader_choice(best, best_capture(tables, board, 0, bits_pop(&points)));
    uint32_t plain = BOARD & ~(board | APEX | (REMOVAL_IS_OPTIONAL ? 0 : centres));
    for (uint64_t points = duty ? 0 : plain; points;)
        best = evader_choice(best, value_below(tables, board, 0, bits_pop(&points)));
    return best;
}

/* Points on which the evader's arrival can or must lead to a lower layer. */
static inline uint32_t game_row_exits(int layer, uint32_t board)
{
    return centres_of(board) | (layer_has_flight(layer) ? APEX : 0);
}

/* The value for the pursuers of such an arrival; `tables` are the layers below. */
static inline EndgameValue game_row_exit_value(const EndgameValue *const *tables, int layer,
                                               uint32_t board, int point)
{
    if (point == POINT_APEX)
        return best_flight(tables, board);
    return best_capture(tables, board, layer_has_flight(layer) ? STATE_FLIGHT : 0, point);
}

/* Exits on which the evader may also arrive and stay in the layer. */
static inline uint32_t optional_exits(uint32_t exits)
{
    return exits & ((REMOVAL_IS_OPTIONAL ? SQUARE : 0) | (FLIGHT_IS_OPTIONAL ? APEX : 0));
}

/* From where the evader can arrive at one of `points`. */
static inline uint32_t origins_of(uint32_t points, uint32_t board, uint32_t exits)
{
    uint32_t captures = CAPTURE_IS_DUTY && centres_of(board) ? exits : 0;
    if (!captures)
        return points_beside(points);
    return points_beside(points & captures) |
           (points_beside(points & ~captures) & ~points_beside(captures));
}

/* From where the evader, to move, has lost: `stays` are the points where it loses if it stays in
 * the layer there, `leaves` the exits by which it loses. */
static inline uint32_t game_row_lost(int layer, uint32_t board, uint32_t stays, uint32_t leaves)
{
    uint32_t exits = game_row_exits(layer, board), points = BOARD & ~board;
    uint32_t lost = (leaves | ~exits) & (stays | (exits & ~optional_exits(exits)));
    return points & ~origins_of(points & ~lost, board, exits);
}

/* From where the evader, to move, has won, likewise. */
static inline uint32_t game_row_won(int layer, uint32_t board, uint32_t stays, uint32_t leaves)
{
    uint32_t exits = game_row_exits(layer, board), points = BOARD & ~board;
    uint32_t won = leaves | (stays & ~(exits & ~optional_exits(exits)));
    return points & origins_of(points & won, board, exits);
}

#endif
