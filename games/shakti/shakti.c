/* Shakti: start position, notation (sections 7 and 8 of the rules), endings and symmetries. */
#include "games/bridge.h"

#include "games/shakti/draw.h"

enum { CLOCK_MAX = 9999 }; /* largest clock that a position text may give; games draw at 100 */

static int cell_at(int file, int rank)
{
    return file + 8 * rank;
}

static void game_start(const Board *board, GamePosition *position)
{
    (void)board;
    uint64_t tiles = 0;
    for (int rank = 0; rank < BOARD_SIZE; rank++)
        tiles |= cell_lines[cell_at(0, rank)].cells[ROW];
    if (BARE_CORNERS)
        tiles &=
            ~(bit(cell_at(0, 0)) | bit(cell_at(6, 0)) | bit(cell_at(0, 6)) | bit(cell_at(6, 6)));
    Army white = army_of(cell_at(3, 1), cell_at(1, 1), cell_at(5, 1), 0);
    Army black = army_of(cell_at(3, 5), cell_at(1, 5), cell_at(5, 5), 1);
    *position = (GamePosition){
        .tiles = tiles,
        .armies = (uint64_t)black << 32 | white,
    };
}

/* What a board text shows, before the side to move is known. */
typedef struct Reading {
    uint64_t tiles;
    Army armies[2]; /* White, Black */
} Reading;

static Status place_piece(Reading *reading, const Scan *scan, char letter, int cell, Error *error)
{
    static const char *const surplus[2][2] = {
        {"no third white warrior", "no second white king"},
        {"no third black warrior", "no second black king"},
    };
    int player = letter == 'k' || letter == 'w';
    Army army = reading->armies[player];
    int king = king_of(army), one = piece_of(army, 1), two = piece_of(army, 2);
    bool is_king = letter == 'K' || letter == 'k';
    if ((is_king ? king : two) != MISSING)
        return scan_fail(scan, error, surplus[player][is_king]);
    if (is_king)
        king = cell;
    else
        two = cell;
    reading->armies[player] = army_of(king, one, two, player);
    return STATUS_OK;
}

static Status parse_cell(Reading *reading, Scan *scan, int cell, Error *error)
{
    char letter = scan_peek(scan);
    if (letter == '\0' || !strchr("KWkw._", letter))
        return scan_fail(scan, error, "one of K W k w . _");
    if (letter != '_')
        reading->tiles |= bit(cell);
    if (letter != '_' && letter != '.') {
        Status status = place_piece(reading, scan, letter, cell, error);
        if (status != STATUS_OK)
            return status;
    }
    scan_take(scan, letter);
    return STATUS_OK;
}

static Status parse_board(Reading *reading, Scan *scan, Error *error)
{
    for (int rank = BOARD_SIZE - 1; rank >= 0; rank--) {
        for (int file = 0; file < BOARD_SIZE; file++) {
            Status status = parse_cell(reading, scan, cell_at(file, rank), error);
            if (status != STATUS_OK)
                return status;
        }
        Status status = scan_expect(scan, rank > 0 ? '/' : ' ', error);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

static Status parse_side(Scan *scan, int *mover, Error *error)
{
    *mover = scan_peek(scan) == 'b';
    if (!scan_take(scan, 'w') && !scan_take(scan, 'b'))
        return scan_fail(scan, error, "the side to move, w or b");
    return scan_expect(scan, ' ', error);
}

/* What section 7 demands beyond the format. */
static Status check_position(const Reading *reading, int mover, Error *error)
{
    static const char *const names[2] = {GAME_FIRST, GAME_SECOND};
    Army own = reading->armies[mover], other = reading->armies[!mover];
    for (int player = 0; player < 2; player++)
        if (king_of(reading->armies[player]) == MISSING)
            return error_set(error, STATUS_BAD_TEXT, "position: %s has no king", names[player]);
    uint64_t seen = first_tiles(reading->tiles, king_of(other));
    if (seen & bit(king_of(own)))
        return error_set(error, STATUS_BAD_TEXT, "position: the kings see each other");
    if (seen & warriors_of(own))
        return error_set(error, STATUS_BAD_TEXT, "position: %s is in check but %s is to move",
                         names[!mover], names[mover]);
    return STATUS_OK;
}

static Status game_parse(const Board *board, Scan *scan, GamePosition *position, Error *error)
{
    (void)board;
    Reading reading = {
        .armies = {army_of(MISSING, MISSING, MISSING, 0), army_of(MISSING, MISSING, MISSING, 1)}};
    int mover = 0;
    uint64_t clock = 0;
    Status status = parse_board(&reading, scan, error);
    if (status == STATUS_OK)
        status = parse_side(scan, &mover, error);
    if (status == STATUS_OK)
        status = scan_number(scan, CLOCK_MAX, &clock, error);
    if (status == STATUS_OK)
        status = check_position(&reading, mover, error);
    *position = (GamePosition){
        .tiles = reading.tiles,
        .armies = (uint64_t)reading.armies[!mover] << 32 | reading.armies[mover],
        .clock = clock,
    };
    return status;
}

static void game_format(const GamePosition *position, Text *text)
{
    for (int rank = BOARD_SIZE - 1; rank >= 0; rank--) {
        for (int file = 0; file < BOARD_SIZE; file++)
            text_char(text, letter_at(position, cell_at(file, rank)));
        text_char(text, rank > 0 ? '/' : ' ');
    }
    text_string(text, game_mover(position) == 0 ? "w " : "b ");
    text_number(text, (int64_t)position->clock);
}

static Status parse_cell_name(Scan *scan, int *cell, Error *error)
{
    char file = scan_peek(scan);
    if (file < 'a' || file > 'g')
        return scan_fail(scan, error, "a file from a to g");
    scan_take(scan, file);
    char rank = scan_peek(scan);
    if (rank < '1' || rank > '7')
        return scan_fail(scan, error, "a rank from 1 to 7");
    scan_take(scan, rank);
    *cell = cell_at(file - 'a', rank - '1');
    return STATUS_OK;
}

static void format_cell_name(int cell, Text *text)
{
    text_char(text, (char)('a' + cell % 8));
    text_char(text, (char)('1' + cell / 8));
}

/* Why a move between two cells is not among the legal ones, as far as that is easily said. */
static const char *reason_against(const GamePosition *position, int from, int to)
{
    Army own = mover_army(position), other = waiting_army(position);
    if (game_outcome(position) != OUTCOME_OPEN)
        return "the game is over";
    if (!(pieces_of(own) & bit(from)))
        return game_mover(position) == 0 ? "no white piece there" : "no black piece there";
    Targets targets = mover_targets(position);
    if (targets.check && from != king_of(own))
        return "in check only the king may move";
    if (!(position->tiles & bit(to)))
        return "the target is a hole";
    if (from == king_of(own) && targets.check && !(king_steps[from] & bit(to)))
        return "in check the king moves to adjacent tiles only";
    uint64_t free = position->tiles & ~pieces_of(own) & ~pieces_of(other);
    uint64_t geometric = from == king_of(own) ? first_tiles(position->tiles, from)
                                              : warrior_targets(position->tiles, free, from);
    if (geometric & bit(to) & ~pieces_of(own))
        return "the king would be in check or see the other king";
    return "not a legal move here";
}

static bool is_capture(const GamePosition *position, Move move)
{
    return warriors_of(waiting_army(position)) & bit((int)(move & CELL_MASK));
}

static bool is_legal(const GamePosition *position, Move move)
{
    Move moves[GAME_MOVES_MAX];
    int count = game_moves(position, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static Status game_turn_parse(const GamePosition *position, Scan *scan, Turn *turn, Error *error)
{
    turn->count = 1;
    turn->parts[0] = MOVE_PASS;
    if (scan_take_string(scan, "pass"))
        return is_legal(position, MOVE_PASS) ? STATUS_OK
                                             : error_set(error, STATUS_BAD_MOVE, "pass: %s",
                                                         game_outcome(position) == OUTCOME_OPEN
                                                             ? "only legal without any other move"
                                                             : "the game is over");
    int from = 0, to = 0;
    Status status = parse_cell_name(scan, &from, error);
    if (status != STATUS_OK)
        return status;
    bool capture = scan_take(scan, 'x');
    if (!capture && !scan_take(scan, '-'))
        return scan_fail(scan, error, "'-' or 'x'");
    status = parse_cell_name(scan, &to, error);
    if (status != STATUS_OK)
        return status;
    turn->parts[0] = (Move)from << CELL_BITS | (Move)to;
    const char *reason = NULL;
    if (!is_legal(position, turn->parts[0]))
        reason = reason_against(position, from, to);
    else if (capture != is_capture(position, turn->parts[0]))
        reason = capture ? "takes nothing, expected '-'" : "takes a warrior, expected 'x'";
    if (!reason)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_MOVE, "%c%c%c%c%c: %s", 'a' + from % 8, '1' + from / 8,
                     capture ? 'x' : '-', 'a' + to % 8, '1' + to / 8, reason);
}

static void game_turn_format(const GamePosition *position, const Turn *turn, Text *text)
{
    Move move = turn->parts[0];
    if (move == MOVE_PASS) {
        text_string(text, "pass");
        return;
    }
    format_cell_name((int)(move >> CELL_BITS), text);
    text_char(text, is_capture(position, move) ? 'x' : '-');
    format_cell_name((int)(move & CELL_MASK), text);
}

static const char *game_ending(const GamePosition *position)
{
    if (is_material_draw(position))
        return "material";
    return game_outcome(position) == OUTCOME_LOSS ? "mate" : "blocked";
}

/* The image of a cell under the left-right mirror (bit 0 of the symmetry) and the top-bottom
 * mirror (bit 1). */
static int transform_cell(int cell, int symmetry)
{
    int file = cell % 8, rank = cell / 8;
    if (cell == MISSING)
        return MISSING;
    return cell_at(symmetry & 1 ? BOARD_SIZE - 1 - file : file,
                   symmetry & 2 ? BOARD_SIZE - 1 - rank : rank);
}

static Army transform_army(Army army, int symmetry)
{
    return army_of(transform_cell(king_of(army), symmetry),
                   transform_cell(piece_of(army, 1), symmetry),
                   transform_cell(piece_of(army, 2), symmetry),
                   symmetry & 2 ? !player_of(army) : player_of(army));
}

/* 1 = left-right mirror, 2 = top-bottom mirror with colours swapped, 3 = both. */
static void game_transform(const GamePosition *position, int symmetry, GamePosition *image)
{
    Army mover = transform_army(mover_army(position), symmetry);
    Army waiting = transform_army(waiting_army(position), symmetry);
    *image = (GamePosition){.armies = (uint64_t)waiting << 32 | mover, .clock = position->clock};
    for (uint64_t tiles = position->tiles; tiles;)
        image->tiles |= bit(transform_cell(bits_pop(&tiles), symmetry));
}
