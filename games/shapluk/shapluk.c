/* Shap Luk's cold side: start, the texts of positions and moves (section 8), endings, the mirror.
 */
#include "games/bridge.h"

#include "games/shapluk/draw.h"

#include <stdio.h>

enum {
    ROWS = 7,
    QUIET_TEXT_MAX = 9999,
    NAME_SIZE = 3, /* of a point, with its terminator */
};

static const char point_names[POINT_COUNT][NAME_SIZE] = {
    "a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2", "a3", "b3", "c3", "d3", "e3",
    "a4", "b4", "c4", "d4", "e4", "a5", "b5", "c5", "d5", "e5", "b6", "c6", "d6", "c7",
};

/* The rows of a position text, from rank 7 down. */
static const struct {
    int first, width;
} rows[ROWS] = {{POINT_APEX, 1}, {POINT_B6, 3}, {20, 5}, {15, 5}, {10, 5}, {5, 5}, {0, 5}};

static void set_general(GamePosition *position, int point)
{
    position->state = (position->state & ~STATE_GENERAL) | plain_move(point);
}

static void game_start(const Board *board, GamePosition *position)
{
    (void)board;
    enum { CENTRE = 12, INNER_SQUARE = 7 << 6 | 7 << 11 | 7 << 16 };
    position->state = SQUARE & ~(uint32_t)INNER_SQUARE;
    position->state |= HAS_FLIGHT ? STATE_FLIGHT : 0;
    set_general(position, CENTRE);
}

static Status parse_row(Scan *scan, int row, GamePosition *position, Error *error)
{
    bool square = rows[row].first < POINT_B6, after_digit = false;
    for (int at = 0; at < rows[row].width;) {
        int point = rows[row].first + at, run = scan_peek(scan) - '0';
        if (general_of(position) == POINT_NONE && scan_take(scan, 'G')) {
            set_general(position, point);
            run = 0;
        } else if (square && scan_take(scan, 'r')) {
            position->state |= (uint32_t)bit(point);
            run = 0;
        } else if (!after_digit && run >= 1 && run <= rows[row].width - at) {
            scan_take(scan, (char)('0' + run));
        } else {
            char expected[64];
            snprintf(expected, sizeof expected, "%s%sa count of empty points that fits the row",
                     general_of(position) == POINT_NONE ? "G or " : "", square ? "r or " : "");
            if (after_digit)
                return scan_fail(scan, error, "a piece (runs of empty points are merged)");
            return scan_fail(scan, error, expected);
        }
        after_digit = run > 0;
        at += run > 0 ? run : 1;
    }
    return STATUS_OK;
}

static Status parse_board(Scan *scan, GamePosition *position, Error *error)
{
    position->state = STATE_GENERAL;
    for (int row = 0; row < ROWS; row++) {
        Status status = row ? scan_expect(scan, '/', error) : STATUS_OK;
        if (status == STATUS_OK)
            status = parse_row(scan, row, position, error);
        if (status != STATUS_OK)
            return status;
    }
    int rebels = bits_count(rebels_of(position));
    if (rebels > REBELS_MAX || rebels % 2)
        return error_set(error, STATUS_BAD_TEXT,
                         "position: expected an even number of rebels, at most %d, got %d",
                         REBELS_MAX, rebels);
    if (!REBELS_CAPTURE && general_of(position) == POINT_NONE)
        return error_set(error, STATUS_BAD_TEXT, "position: expected a general G on the board");
    return STATUS_OK;
}

static Status game_parse(const Board *board, Scan *scan, GamePosition *position, Error *error)
{
    (void)board;
    Status status = parse_board(scan, position, error);
    if (status == STATUS_OK)
        status = scan_expect(scan, ' ', error);
    if (status != STATUS_OK)
        return status;
    if (scan_take(scan, 'g'))
        position->state |= STATE_GENERAL_MOVES;
    else if (!scan_take(scan, 'r'))
        return scan_fail(scan, error, "the side to move, r or g");
    status = scan_expect(scan, ' ', error);
    if (status != STATUS_OK)
        return status;
    if (scan_take(scan, 'f'))
        position->state |= HAS_FLIGHT ? STATE_FLIGHT : 0;
    else if (!scan_take(scan, '-'))
        return scan_fail(scan, error, "the flight, f or -");
    status = scan_expect(scan, ' ', error);
    uint64_t quiet = 0;
    if (status == STATUS_OK)
        status = scan_number(scan, QUIET_TEXT_MAX, &quiet, error);
    position->quiet = (uint32_t)quiet;
    return status;
}

static void format_row(const GamePosition *position, int row, Text *text)
{
    int empty = 0;
    for (int at = 0; at < rows[row].width; at++) {
        char letter = point_letter(position, rows[row].first + at);
        if (letter == '.') {
            empty++;
            continue;
        }
        if (empty)
            text_number(text, empty);
        text_char(text, letter);
        empty = 0;
    }
    if (empty)
        text_number(text, empty);
}

static void game_format(const GamePosition *position, Text *text)
{
    for (int row = 0; row < ROWS; row++) {
        if (row)
            text_char(text, '/');
        format_row(position, row, text);
    }
    text_format(text, " %c %c %u", general_moves(position) ? 'g' : 'r',
                position->state & STATE_FLIGHT ? 'f' : '-', (unsigned)position->quiet);
}

/* The square points in the alphabetical order of their names: 0 = a1, 1 = a2, 5 = b1. */
static int alphabetical(int index)
{
    return index / 5 + index % 5 * 5;
}

/* A move as it is spelled: c3b2, c3b2xa2c2, b6c7^c4, b6c7^c2xb2d2. */
typedef struct Spelling {
    int from, to, landing; /* landing = to but in a flight */
    bool flies;
    uint32_t removed;
} Spelling;

static Status parse_point(Scan *scan, int *point, Error *error)
{
    for (*point = 0; *point < POINT_COUNT; ++*point)
        if (scan_take_string(scan, point_names[*point]))
            return STATUS_OK;
    return scan_fail(scan, error, "a point (a1 to e5, b6, c6, d6 or c7)");
}

static Status parse_removed(Scan *scan, uint32_t *removed, Error *error)
{
    int next = 0; /* in alphabetical order */
    do {
        Scan before = *scan;
        int point = 0;
        Status status = parse_point(scan, &point, error);
        if (status != STATUS_OK)
            return status;
        while (next < POINT_B6 && alphabetical(next) != point)
            next++;
        if (next == POINT_B6)
            return scan_fail(&before, error, "removed rebels in alphabetical order");
        *removed |= (uint32_t)bit(point);
        next++;
    } while (scan_peek(scan));
    return STATUS_OK;
}

static Status parse_spelling(Scan *scan, Spelling *spelling, Error *error)
{
    *spelling = (Spelling){0};
    Status status = parse_point(scan, &spelling->from, error);
    if (status == STATUS_OK)
        status = parse_point(scan, &spelling->to, error);
    spelling->landing = spelling->to;
    spelling->flies = status == STATUS_OK && scan_take(scan, '^');
    if (spelling->flies)
        status = parse_point(scan, &spelling->landing, error);
    if (status == STATUS_OK && scan_take(scan, 'x'))
        status = parse_removed(scan, &spelling->removed, error);
    return status == STATUS_OK ? scan_end(scan, error) : status;
}

static Spelling spelling_of(const GamePosition *position, Move move)
{
    uint32_t points = move & SQUARE;
    if (general_moves(position)) {
        int landing = (int)(move >> GENERAL_SHIFT);
        bool flies = move & STATE_FLIGHT;
        return (Spelling){general_of(position), flies ? POINT_APEX : landing, landing, flies,
                          points};
    }
    int from = bits_first(points & rebels_of(position));
    int to = bits_first(points & ~rebels_of(position));
    return (Spelling){from, to, to, false, 0};
}

static bool same_spelling(Spelling one, Spelling other)
{
    return one.from == other.from && one.to == other.to && one.landing == other.landing &&
           one.flies == other.flies && one.removed == other.removed;
}

/* Why a spelled move that is not in the list of legal moves is not. */
static const char *objection(const GamePosition *position, Spelling spelling)
{
    uint32_t rebels = rebels_of(position), occupied = rebels | (uint32_t)bit(general_of(position));
    if (ending_of(position) != ENDING_OPEN)
        return "the game is over";
    if (!general_moves(position) && !(rebels & bit(spelling.from)))
        return "no rebel on the first point, and the rebels are to move";
    if (general_moves(position) && spelling.from != general_of(position))
        return "the general is not on the first point, and he is to move";
    if (!(NEIGHBOURS[spelling.from] & bit(spelling.to)))
        return "no line joins the first two points";
    if (occupied & bit(spelling.to))
        return "the second point is occupied";
    if (!general_moves(position))
        return spelling.to >= POINT_B6 ? "rebels never enter the sanctuary"
                                       : "only the general captures and flies";
    bool can_fly = spelling.to == POINT_APEX && position->state & STATE_FLIGHT;
    if (spelling.flies && !can_fly)
        return "he flies once in a game, on arriving at c7";
    if (!spelling.flies && can_fly && !FLIGHT_IS_OPTIONAL)
        return "on c7 he must fly on: expected ^ and a landing point";
    if (spelling.flies && (rebels | APEX) & bit(spelling.landing))
        return "he cannot land there";
    if (CAPTURE_IS_DUTY && !spelling.removed)
        return "he must capture";
    return "these are not the rebels that he captures there";
}

static Status game_turn_parse(const GamePosition *position, Scan *scan, Turn *turn, Error *error)
{
    Spelling spelling;
    Status status = parse_spelling(scan, &spelling, error);
    if (status != STATUS_OK)
        return status;
    Move moves[GAME_MOVES_MAX];
    int count = game_moves(position, moves);
    for (int i = 0; i < count; i++) {
        if (same_spelling(spelling, spelling_of(position, moves[i]))) {
            turn->parts[turn->count++] = moves[i];
            return STATUS_OK;
        }
    }
    return error_set(error, STATUS_BAD_MOVE, "%s: %s", scan->start, objection(position, spelling));
}

static void game_turn_format(const GamePosition *position, const Turn *turn, Text *text)
{
    Spelling spelling = spelling_of(position, turn->parts[0]);
    text_string(text, point_names[spelling.from]);
    text_string(text, point_names[spelling.to]);
    if (spelling.flies) {
        text_char(text, '^');
        text_string(text, point_names[spelling.landing]);
    }
    if (spelling.removed)
        text_char(text, 'x');
    for (int i = 0; i < POINT_B6; i++)
        if (spelling.removed & bit(alphabetical(i)))
            text_string(text, point_names[alphabetical(i)]);
}

static const char *game_ending(const GamePosition *position)
{
    switch (ending_of(position)) {
    case ENDING_OPEN: break;
    case ENDING_CAPTURES: return "captures";
    case ENDING_APEX: return "apex";
    case ENDING_DOORS: return "doors";
    case ENDING_IMMOBILE: return "immobile";
    case ENDING_TAKEN: return "taken";
    }
    return "open";
}

static int mirrored(int point)
{
    if (point < POINT_B6)
        return point + 4 - 2 * (point % 5);
    return point < POINT_APEX ? 2 * (POINT_B6 + 1) - point : point;
}

/* The one symmetry: files a and e, b and d change places. */
static void game_transform(const GamePosition *position, int symmetry, GamePosition *image)
{
    (void)symmetry;
    image->state = position->state & ~(uint32_t)SQUARE;
    image->quiet = position->quiet;
    set_general(image, mirrored(general_of(position)));
    for (uint64_t rebels = rebels_of(position); rebels;)
        image->state |= (uint32_t)bit(mirrored(bits_pop(&rebels)));
}
