/* Yoxii's cold side: start, position and move text, endings, symmetries, drawings. Section numbers
 * refer to the rules text, docs/rules/yoxii.md. */
#include "games/bridge.h"

static const char marks[2][VALUES + 1] = {"OIYX", "oiyx"}; /* by colour, then value less one */
static const int set_sizes[VALUES] = {5, 5, 5, 3};         /* pieces of each value (section 2) */

static int square_at(int file, int rank)
{
    return SQUARE_FIRST + file + RANK_STEP * rank;
}

static int square_file(int square)
{
    return (square - SQUARE_FIRST) % RANK_STEP;
}

static int square_rank(int square)
{
    return (square - SQUARE_FIRST) / RANK_STEP;
}

static bool on_board(int file, int rank)
{
    return file >= 0 && file < SIDE_LENGTH && rank >= 0 && rank < SIDE_LENGTH &&
           BOARD & bit(square_at(file, rank));
}

/* A colour's pieces and hand: `own` or `enemy`, whichever it is. */
static uint64_t colour_board(const GamePosition *position, int colour)
{
    return colour == game_mover(position) ? position->own : position->enemy;
}

/* The colour of the piece on a square, on or off the board; -1 if there is none. */
static int piece_colour(const GamePosition *position, int square)
{
    uint64_t at = BOARD & bit(square);
    if (position->own & at)
        return game_mover(position);
    return position->enemy & at ? !game_mover(position) : -1;
}

static int piece_value(const GamePosition *position, int square)
{
    return 1 + (int)(2 * (position->high >> square & 1) + (position->low >> square & 1));
}

#include "games/yoxii/draw.h"

static void game_start(const Board *board, GamePosition *position)
{
    (void)board;
    uint64_t hand = 0;
    for (int value = 1; value <= VALUES; value++)
        hand |= (uint64_t)set_sizes[value - 1] << HAND_DIGIT * (value - 1);
    *position = (GamePosition){.own = hand, .enemy = hand, .high = (uint64_t)square_at(3, 3)};
}

/* A position being read, by colour instead of by side to move. */
typedef struct Setup {
    uint64_t boards[2], high, low;
    int totem; /* 0 until it is found */
} Setup;

static void setup_place(Setup *setup, int square, int colour, int value)
{
    setup->boards[colour] |= bit(square);
    setup->high |= (uint64_t)((value - 1) >> 1) << square;
    setup->low |= (uint64_t)((value - 1) & 1) << square;
}

/* How many pieces of one kind stand on the board. */
static int setup_count(const Setup *setup, int colour, int value)
{
    uint64_t high = value > 2 ? setup->high : ~setup->high;
    uint64_t low = value % 2 ? ~setup->low : setup->low;
    return bits_count(setup->boards[colour] & high & low & BOARD);
}

/* Reads what stands on one square: the totem or a piece. */
static Status parse_square_content(Scan *scan, int square, Setup *setup, Error *error)
{
    char c = scan_peek(scan);
    if (c == '*') {
        if (setup->totem)
            return scan_fail(scan, error, "no second totem");
        setup->totem = square;
        scan->at++;
        return STATUS_OK;
    }
    for (int colour = 0; colour < 2; colour++) {
        const char *mark = c ? strchr(marks[colour], c) : NULL;
        if (!mark)
            continue;
        int value = 1 + (int)(mark - marks[colour]);
        if (setup_count(setup, colour, value) == set_sizes[value - 1])
            return scan_fail(scan, error,
                             value == VALUES ? "at most 3 pieces of this kind"
                                             : "at most 5 pieces of this kind");
        setup_place(setup, square, colour, value);
        scan->at++;
        return STATUS_OK;
    }
    return scan_fail(scan, error, "'*', a piece of oiyxOIYX or a number of empty squares");
}

static Status parse_rank(Scan *scan, int rank, Setup *setup, Error *error)
{
    uint64_t squares = BOARD & (UINT64_C(0x7f) << square_at(0, rank));
    bool after_number = false;
    while (squares) {
        int empty = scan_peek(scan) - '0';
        if (empty < 1 || empty > 9) {
            Status status = parse_square_content(scan, bits_pop(&squares), setup, error);
            if (status != STATUS_OK)
                return status;
            after_number = false;
            continue;
        }
        if (after_number)
            return scan_fail(scan, error, "one number for all empty squares in a row");
        if (empty > bits_count(squares))
            return scan_fail(scan, error, "no more squares than the rank has left");
        for (; empty > 0; empty--)
            bits_pop(&squares);
        scan->at++;
        after_number = true;
    }
    return STATUS_OK;
}

static Status parse_board(Scan *scan, Setup *setup, Error *error)
{
    for (int rank = SIDE_LENGTH - 1; rank >= 0; rank--) {
        Status status = parse_rank(scan, rank, setup, error);
        if (status == STATUS_OK && rank > 0)
            status = scan_expect(scan, '/', error);
        if (status != STATUS_OK)
            return status;
    }
    if (!setup->totem)
        return scan_fail(scan, error, "a totem '*' on the board");
    return scan_expect(scan, ' ', error);
}

/* Four digits. That hand and board together may exceed the set is the rules' own example. */
static Status parse_hand(Scan *scan, uint64_t *board, Error *error)
{
    for (int value = 1; value <= VALUES; value++) {
        int count = scan_peek(scan) - '0';
        if (count < 0 || count > set_sizes[value - 1])
            return scan_fail(scan, error,
                             value == VALUES ? "a digit from 0 to 3 (4s in hand)"
                                             : "a digit from 0 to 5 (pieces in hand)");
        *board |= (uint64_t)count << HAND_DIGIT * (value - 1);
        scan->at++;
    }
    return STATUS_OK;
}

static Status game_parse(const Board *board, Scan *scan, GamePosition *position, Error *error)
{
    (void)board;
    Setup setup = {0};
    Status status = parse_board(scan, &setup, error);
    if (status != STATUS_OK)
        return status;
    int mover = scan_peek(scan) == 'r';
    if (!scan_take(scan, mover ? 'r' : 'w'))
        return scan_fail(scan, error, "the side to move, 'w' or 'r'");
    for (int colour = 0; colour < 2; colour++) {
        status = scan_expect(scan, ' ', error);
        if (status == STATUS_OK)
            status = parse_hand(scan, &setup.boards[colour], error);
        if (status != STATUS_OK)
            return status;
    }
    *position = (GamePosition){.own = setup.boards[mover],
                               .enemy = setup.boards[!mover],
                               .high = setup.high | (uint64_t)setup.totem,
                               .low = setup.low | (uint64_t)mover};
    return STATUS_OK;
}

static void format_number(Text *text, int *empty)
{
    if (*empty)
        text_number(text, *empty);
    *empty = 0;
}

static void format_rank(const GamePosition *position, int rank, Text *text)
{
    int empty = 0;
    for (int file = 0; file < SIDE_LENGTH; file++) {
        int square = square_at(file, rank);
        int colour = piece_colour(position, square);
        if (!on_board(file, rank))
            continue;
        if (colour < 0 && square != totem_square(position)) {
            empty++;
            continue;
        }
        format_number(text, &empty);
        text_char(text, colour < 0 ? '*' : marks[colour][piece_value(position, square) - 1]);
    }
    format_number(text, &empty);
}

static void game_format(const GamePosition *position, Text *text)
{
    for (int rank = SIDE_LENGTH - 1; rank >= 0; rank--) {
        format_rank(position, rank, text);
        text_char(text, rank > 0 ? '/' : ' ');
    }
    text_char(text, game_mover(position) ? 'r' : 'w');
    for (int colour = 0; colour < 2; colour++) {
        text_char(text, ' ');
        for (int value = 1; value <= VALUES; value++)
            text_number(text, hand_count(colour_board(position, colour), value));
    }
}

static Status parse_square(Scan *scan, int *square, Error *error)
{
    int file = scan_peek(scan) - 'a';
    if (file < 0 || file >= SIDE_LENGTH)
        return scan_fail(scan, error, "a file from a to g");
    scan->at++;
    int rank = scan_peek(scan) - '1';
    if (!on_board(file, rank))
        return scan_fail(scan, error, "a rank that the board has on this file");
    scan->at++;
    *square = square_at(file, rank);
    return STATUS_OK;
}

static void format_square(int square, Text *text)
{
    text_char(text, (char)('a' + square_file(square)));
    text_char(text, (char)('1' + square_rank(square)));
}

/* Why a move is illegal, NULL if it is not. */
static const char *illegal_reason(const GamePosition *position, int totem, int value, int square)
{
    if (game_outcome(position) != OUTCOME_OPEN)
        return "the game is over";
    if (!(totem_targets(position) & bit(totem)))
        return LEAPS ? "the totem can neither step nor leap to this square"
                     : "the totem cannot step to this square";
    if (hand_count(position->own, value) == 0)
        return "no piece of this value is left in hand";
    if (square == totem || !(free_squares(position) & bit(square)))
        return "the piece's square is not empty";
    if (!(placements(free_squares(position), totem) & bit(square)))
        return "the piece's square is not next to the totem";
    return NULL;
}

static Status game_turn_parse(const GamePosition *position, Scan *scan, Turn *turn, Error *error)
{
    int totem = 0, square = 0;
    Status status = parse_square(scan, &totem, error);
    if (status == STATUS_OK)
        status = scan_expect(scan, '-', error);
    if (status != STATUS_OK)
        return status;
    int value = scan_peek(scan) - '0';
    if (value < 1 || value > VALUES)
        return scan_fail(scan, error, "a piece's value from 1 to 4");
    scan->at++;
    status = parse_square(scan, &square, error);
    if (status == STATUS_OK)
        status = scan_end(scan, error);
    if (status != STATUS_OK)
        return status;
    const char *reason = illegal_reason(position, totem, value, square);
    if (reason)
        return error_set(error, STATUS_BAD_MOVE, "%s: %s", scan->start, reason);
    turn->count = 1;
    turn->parts[0] = move_pack(totem, square, value);
    return STATUS_OK;
}

static void game_turn_format(const GamePosition *position, const Turn *turn, Text *text)
{
    (void)position;
    Move move = turn->parts[0];
    format_square(move & MOVE_MASK, text);
    text_format(text, "-%d", 1 + (int)(move >> MOVE_VALUE_SHIFT));
    format_square(move >> MOVE_SQUARE_SHIFT & MOVE_MASK, text);
}

static const char *game_ending(const GamePosition *position)
{
    uint64_t around = neighbours(totem_square(position));
    bool equal =
        points(position, position->own & around) == points(position, position->enemy & around);
    return equal && game_outcome(position) != OUTCOME_DRAW ? "pieces" : "points";
}

/* Symmetry: 1 mirrors the files, 2 the ranks, 4 exchanges files and ranks, 8 the colours. */
static int image_square(int square, int symmetry)
{
    int file = square_file(square), rank = square_rank(square);
    if (symmetry & 1)
        file = SIDE_LENGTH - 1 - file;
    if (symmetry & 2)
        rank = SIDE_LENGTH - 1 - rank;
    return symmetry & 4 ? square_at(rank, file) : square_at(file, rank);
}

static uint64_t image_board(uint64_t board, int symmetry)
{
    uint64_t image = board & HAND_MASK;
    for (uint64_t squares = board & BOARD; squares;)
        image |= bit(image_square(bits_pop(&squares), symmetry));
    return image;
}

static void game_transform(const GamePosition *position, int symmetry, GamePosition *image)
{
    image->own = image_board(position->own, symmetry);
    image->enemy = image_board(position->enemy, symmetry);
    image->high = image_board(position->high & BOARD, symmetry) |
                  (uint64_t)image_square(totem_square(position), symmetry);
    image->low = image_board(position->low, symmetry);
    if (symmetry & 8)
        image->low ^= COLOUR_MASK;
}
