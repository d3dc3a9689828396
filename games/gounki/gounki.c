/* Gounki's cold side: start position, texts (rules 10 and 11), symmetries. Texts speak of the board
 * as it lies on the table, White below; the position is seen by the side to move. */
#include "games/bridge.h"

#include "games/gounki/draw.h"

enum { WHITE, BLACK, NUMBER_MAX = 1000000000, TARGETS_MAX = STACK_MAX };

static const char *const side_names[2] = {GAME_FIRST, GAME_SECOND};

/* Adds a stack to a position of which `own` is still White's cells and nothing is turned. */
static void put_stack(GamePosition *position, int cell, int player, GounkiStack stack)
{
    position->own |= (uint64_t)(player == WHITE) << cell;
    for (int digit = 0; digit < 2; digit++) {
        position->rounds[digit] |= (uint64_t)(stack.rounds >> digit & 1) << cell;
        position->squares[digit] |= (uint64_t)(stack.squares >> digit & 1) << cell;
    }
}

/* Turns a position with White's cells as `own`, White below, to the view of `player`. */
static void see_as(GamePosition *position, int player)
{
    if (player == BLACK) {
        position->own ^= position_occupied(position);
        position_flip(position);
    }
}

static void game_start(const Board *board, GamePosition *position)
{
    (void)board;
    for (int cell = 0; cell < CELLS; cell++) {
        int rank = cell / 8, file = cell % 8;
        bool dark = (rank + file) % 2 == 0;
        bool round = dark == (RULESET != GOUNKI_PUBLISHED);
        if (rank < 2 || rank > 5)
            put_stack(position, cell, rank < 2 ? WHITE : BLACK, (GounkiStack){round, !round});
    }
    position->number = 1;
}

static bool take_kind(Scan *scan, int player, char kind)
{
    return scan_take(scan, (char)(player == WHITE ? kind : kind - 'A' + 'a'));
}

static int take_kinds(Scan *scan, int player, char kind, int most)
{
    int number = 0;
    while (number < most && take_kind(scan, player, kind))
        number++;
    return number;
}

/* The letters between parentheses, rounds before squares. */
static Status parse_stack(Scan *scan, int *player, GounkiStack *stack, Error *error)
{
    *player = scan_peek(scan) == 'R' || scan_peek(scan) == 'S' ? WHITE : BLACK;
    stack->rounds = take_kinds(scan, *player, 'R', STACK_MAX);
    stack->squares = take_kinds(scan, *player, 'S', STACK_MAX - stack->rounds);
    int size = stack->rounds + stack->squares;
    if (size < 2)
        return scan_fail(scan, error,
                         size == 0 ? "R, S, r or s"
                                   : "a second piece of the same player, rounds before squares");
    if (!scan_take(scan, ')'))
        return scan_fail(scan, error,
                         size == STACK_MAX ? "')' after at most three pieces"
                                           : "')' or one more piece, rounds before squares");
    return STATUS_OK;
}

/* A single piece or a stack. */
static Status parse_cell_stack(Scan *scan, int *player, GounkiStack *stack, Error *error)
{
    if (scan_take(scan, '('))
        return parse_stack(scan, player, stack, error);
    *player = scan_peek(scan) == 'R' || scan_peek(scan) == 'S' ? WHITE : BLACK;
    stack->rounds = take_kind(scan, *player, 'R');
    stack->squares = stack->rounds == 0 && take_kind(scan, *player, 'S');
    if (stack->rounds + stack->squares == 0)
        return scan_fail(scan, error, "R, S, r, s, '(' or a count of empty cells, 8 files");
    return STATUS_OK;
}

/* One rank, files a to h; digits count empty cells. */
static Status parse_rank(Scan *scan, int rank, GamePosition *position, Error *error)
{
    bool after_digit = false;
    for (int file = 0; file < 8;) {
        char c = scan_peek(scan);
        if (c >= '1' && c <= '8') {
            if (after_digit)
                return scan_fail(scan, error, "a piece or '/' after a count of empty cells");
            if (file + (c - '0') > 8)
                return scan_fail(scan, error, "at most as many empty cells as the rank has left");
            file += c - '0';
            after_digit = true;
            scan_take(scan, c);
            continue;
        }
        int player = WHITE;
        GounkiStack stack = {0, 0};
        Status status = parse_cell_stack(scan, &player, &stack, error);
        if (status != STATUS_OK)
            return status;
        put_stack(position, 8 * rank + file, player, stack);
        after_digit = false;
        file++;
    }
    return STATUS_OK;
}

/* The cells of a player while `own` is still White's. */
static uint64_t cells_of(const GamePosition *position, int player)
{
    return player == WHITE ? position->own : position_occupied(position) & ~position->own;
}

static int pieces_on(const uint64_t planes[2], uint64_t cells)
{
    return bits_count(planes[0] & cells) + 2 * bits_count(planes[1] & cells);
}

static Status check_numbers(const GamePosition *position, Error *error)
{
    for (int player = WHITE; player <= BLACK; player++) {
        int rounds = pieces_on(position->rounds, cells_of(position, player));
        int squares = pieces_on(position->squares, cells_of(position, player));
        if (rounds > KIND_MAX || squares > KIND_MAX)
            return error_set(error, STATUS_BAD_TEXT,
                             "position: %s has %d rounds and %d squares, expected at most %d each",
                             side_names[player], rounds, squares, KIND_MAX);
    }
    return STATUS_OK;
}

static Status parse_board(Scan *scan, GamePosition *position, Error *error)
{
    for (int rank = 7; rank >= 0; rank--) {
        Status status = parse_rank(scan, rank, position, error);
        if (status == STATUS_OK && rank > 0)
            status = scan_expect(scan, '/', error);
        if (status != STATUS_OK)
            return status;
    }
    if (position_occupied(position) == 0)
        return error_set(error, STATUS_BAD_TEXT, "position: the board is empty, expected a piece");
    return check_numbers(position, error);
}

static bool stands_on_goal(const GamePosition *position, int player)
{
    return (cells_of(position, player) & rank_cells(player == WHITE ? 7 : 0)) != 0;
}

static bool has_pieces(const GamePosition *position, int player)
{
    return cells_of(position, player) != 0;
}

static int pieces_of(const GamePosition *position, int player)
{
    uint64_t cells = cells_of(position, player);
    return pieces_on(position->rounds, cells) + pieces_on(position->squares, cells);
}

/* Whether `winner` can have won with his last turn: at the goal, or by taking everything. */
static Status check_won(const GamePosition *position, int winner, Error *error)
{
    if (!has_pieces(position, !winner))
        return STATUS_OK;
    if (!GOAL_CROSS && !stands_on_goal(position, winner))
        return error_set(error, STATUS_BAD_TEXT,
                         "position: %s cannot have won, he is not on his far rank and %s has "
                         "pieces; expected SIDE w or b",
                         side_names[winner], side_names[!winner]);
    if (GOAL_CROSS && pieces_of(position, winner) == 2 * KIND_MAX)
        return error_set(error, STATUS_BAD_TEXT,
                         "position: %s cannot have won, all his pieces are on the board and %s "
                         "has pieces; expected SIDE w or b",
                         side_names[winner], side_names[!winner]);
    return STATUS_OK;
}

/* A board with w or b may still show a finished game, won by the other side (rules 9); but the side
 * to move cannot have won already. */
static Status check_open(const GamePosition *position, int mover, bool *won, Error *error)
{
    *won = !has_pieces(position, mover) || (!GOAL_CROSS && stands_on_goal(position, !mover));
    if (*won)
        return STATUS_OK;
    if (!has_pieces(position, !mover))
        return error_set(error, STATUS_BAD_TEXT,
                         "position: %s has no pieces, so %s has won; expected SIDE #%c",
                         side_names[!mover], side_names[mover], "wb"[mover]);
    if (!GOAL_CROSS && stands_on_goal(position, mover))
        return error_set(error, STATUS_BAD_TEXT,
                         "position: %s stands on his far rank, so he has won; expected SIDE #%c",
                         side_names[mover], "wb"[mover]);
    return STATUS_OK;
}

static Status parse_side(Scan *scan, GamePosition *position, int *mover, Error *error)
{
    bool won = scan_take(scan, '#');
    bool black = scan_take(scan, 'b');
    if (!black && !scan_take(scan, 'w'))
        return scan_fail(scan, error, won ? "w or b" : "w, b, #w or #b");
    *mover = black != won;
    Status status =
        won ? check_won(position, !*mover, error) : check_open(position, *mover, &won, error);
    position->turn = (uint64_t)*mover | (won ? TURN_WON : 0);
    return status;
}

static Status parse_counters(Scan *scan, GamePosition *position, Error *error)
{
    uint64_t quiet = 0, number = 0;
    Status status = scan_expect(scan, ' ', error);
    if (status == STATUS_OK)
        status = scan_number(scan, GAME_QUIET_LIMIT, &quiet, error);
    if (status == STATUS_OK)
        status = scan_expect(scan, ' ', error);
    if (status == STATUS_OK && scan_peek(scan) == '0')
        status = scan_fail(scan, error, "a move number from 1");
    if (status == STATUS_OK)
        status = scan_number(scan, NUMBER_MAX, &number, error);
    position->quiet = (uint32_t)quiet;
    position->number = (uint32_t)number;
    return status;
}

static Status game_parse(const Board *board, Scan *scan, GamePosition *position, Error *error)
{
    (void)board;
    int mover = WHITE;
    Status status = parse_board(scan, position, error);
    if (status == STATUS_OK)
        status = scan_expect(scan, ' ', error);
    if (status == STATUS_OK)
        status = parse_side(scan, position, &mover, error);
    position->number = 1;
    if (status == STATUS_OK && scan_peek(scan) != '\0')
        status = parse_counters(scan, position, error);
    see_as(position, mover);
    return status;
}

static void format_stack(GounkiStack stack, int player, Text *text)
{
    bool many = stack.rounds + stack.squares > 1;
    if (many)
        text_char(text, '(');
    for (int i = 0; i < stack.rounds; i++)
        text_char(text, player == WHITE ? 'R' : 'r');
    for (int i = 0; i < stack.squares; i++)
        text_char(text, player == WHITE ? 'S' : 's');
    if (many)
        text_char(text, ')');
}

static void format_rank(const GamePosition *position, int rank, Text *text)
{
    int empty = 0;
    for (int file = 0; file < 8; file++) {
        Sight sight = position_sight(position, 8 * rank + file);
        if (sight.player < 0) {
            empty++;
            continue;
        }
        if (empty)
            text_number(text, empty);
        empty = 0;
        format_stack(sight.stack, sight.player, text);
    }
    if (empty)
        text_number(text, empty);
}

static void game_format(const GamePosition *position, Text *text)
{
    for (int rank = 7; rank >= 0; rank--) {
        format_rank(position, rank, text);
        text_char(text, rank ? '/' : ' ');
    }
    bool won = game_outcome(position) != OUTCOME_OPEN;
    if (won)
        text_char(text, '#');
    text_char(text, "wb"[game_mover(position) ^ won]);
    text_format(text, " %u %u", position->quiet, position->number);
}

/* The cells that a move enters, as the mover sees them: one for a movement, one per step for a
 * deployment. A cell of 64 or more is OUT. */
typedef struct Way {
    int from, count, cells[TARGETS_MAX];
    bool deployment;
} Way;

static Way way_of(const GamePosition *position, Move move)
{
    int from = move_from(move), action = move_action(move);
    Way way = {.from = from, .count = 1, .deployment = action >= ACTION_DEPLOY};
    if (!way.deployment) {
        way.cells[0] = action == ACTION_OUT ? CELLS : movement_target(from, action);
        return way;
    }
    GounkiStack stack = position_stack(position, from);
    bool squares = action & DEPLOY_SQUARES_FIRST ? stack.squares > 0 : stack.rounds == 0;
    int first = squares ? stack.squares : stack.rounds, size = stack.rounds + stack.squares;
    GounkiWalk walk = {.cell = from};
    for (way.count = 0; way.count < size && walk.cell < FIRST_GOAL_CELL; way.count++) {
        if (way.count == 0 || way.count == first) {
            bool square = squares == (way.count < first);
            walk = walk_from(walk.cell,
                             square ? deployment_squares(action) : deployment_rounds(action));
        }
        walk_step(&walk);
        way.cells[way.count] = walk.cell;
    }
    return way;
}

static void format_cell(const GamePosition *position, int cell, Text *text)
{
    if (cell >= CELLS) {
        text_string(text, "OUT");
        return;
    }
    int seen = cell_seen(position, cell);
    text_char(text, (char)('a' + seen % 8));
    text_char(text, (char)('1' + seen / 8));
}

static void game_turn_format(const GamePosition *position, const Turn *turn, Text *text)
{
    Way way = way_of(position, turn->parts[0]);
    format_cell(position, way.from, text);
    if (way.deployment) {
        text_char(text, '*');
    } else {
        uint64_t enemy = position_occupied(position) & ~position->own;
        text_char(text, way.cells[0] < CELLS && enemy >> way.cells[0] & 1 ? 'x' : '-');
    }
    for (int i = 0; i < way.count; i++) {
        if (i)
            text_char(text, ',');
        format_cell(position, way.cells[i], text);
    }
}

/* Takes a character; the mark '+' is ignored anywhere (rules 11). */
static bool take_marked(Scan *scan, char c)
{
    while (scan_take(scan, '+'))
        continue;
    return scan_take(scan, c);
}

/* A character of a range, as its distance from the first; -1 if another one comes. */
static int take_range(Scan *scan, char first)
{
    for (int i = 0; i < 8; i++)
        if (take_marked(scan, (char)(first + i)))
            return i;
    return -1;
}

/* A cell, as the mover sees it, or OUT where `out` allows it. */
static Status parse_cell(const GamePosition *position, Scan *scan, bool out, int *cell,
                         Error *error)
{
    if (out && take_marked(scan, 'O')) {
        *cell = CELLS;
        if (!take_marked(scan, 'U') || !take_marked(scan, 'T'))
            return scan_fail(scan, error, "OUT");
        return STATUS_OK;
    }
    int file = take_range(scan, 'a');
    if (file < 0)
        return scan_fail(scan, error, out ? "a file a to h, or OUT" : "a file a to h");
    int rank = take_range(scan, '1');
    if (rank < 0)
        return scan_fail(scan, error, "a rank 1 to 8");
    *cell = cell_seen(position, 8 * rank + file);
    return STATUS_OK;
}

/* Reads a move as written, legal or not. */
static Status parse_way(const GamePosition *position, Scan *scan, Way *way, Error *error)
{
    Status status = parse_cell(position, scan, false, &way->from, error);
    if (status != STATUS_OK)
        return status;
    way->deployment = take_marked(scan, '*');
    if (!way->deployment && !take_marked(scan, '-') && !take_marked(scan, 'x'))
        return scan_fail(scan, error, "'-', 'x' or '*'");
    int most = way->deployment ? TARGETS_MAX : 1;
    do {
        status = parse_cell(position, scan, GOAL_CROSS, &way->cells[way->count], error);
        if (status != STATUS_OK)
            return status;
        way->count++;
    } while (way->count < most && way->cells[way->count - 1] < CELLS && take_marked(scan, ','));
    take_marked(scan, '\0');
    return scan_end(scan, error);
}

static bool way_same(const Way *one, const Way *other)
{
    if (one->from != other->from || one->deployment != other->deployment ||
        one->count != other->count)
        return false;
    for (int i = 0; i < one->count; i++)
        if (one->cells[i] != other->cells[i] && (one->cells[i] < CELLS || other->cells[i] < CELLS))
            return false;
    return true;
}

/* Says as well as is easy why a well-formed move is not legal. */
static Status refuse_way(const GamePosition *position, const Scan *scan, const Way *way,
                         Error *error)
{
    const char *side = side_names[game_mover(position)];
    GounkiStack stack = position_stack(position, way->from);
    char name[8];
    Text cell = TEXT_OF(name);
    format_cell(position, way->from, &cell);
    if (game_outcome(position) != OUTCOME_OPEN)
        return error_set(error, STATUS_BAD_MOVE, "%.40s: the game is over", scan->start);
    if (!(position->own >> way->from & 1))
        return error_set(error, STATUS_BAD_MOVE, "%.40s: no stack of %s on %s", scan->start, side,
                         name);
    if (way->deployment && stack.rounds + stack.squares == 1)
        return error_set(error, STATUS_BAD_MOVE,
                         "%.40s: a single piece on %s, a deployment needs two or three",
                         scan->start, name);
    if (way->deployment && way->count != stack.rounds + stack.squares &&
        way->cells[way->count - 1] < FIRST_GOAL_CELL)
        return error_set(error, STATUS_BAD_MOVE,
                         "%.40s: %d pieces on %s, a deployment lays every one", scan->start,
                         stack.rounds + stack.squares, name);
    return error_set(error, STATUS_BAD_MOVE, "%.40s: not a legal move here", scan->start);
}

static Status game_turn_parse(const GamePosition *position, Scan *scan, Turn *turn, Error *error)
{
    Way wanted = {.count = 0};
    Status status = parse_way(position, scan, &wanted, error);
    if (status != STATUS_OK)
        return status;
    Move moves[GAME_MOVES_MAX];
    int count = game_moves(position, moves);
    for (int i = 0; i < count; i++) {
        Way way = way_of(position, moves[i]);
        if (way_same(&way, &wanted)) {
            turn->parts[0] = moves[i];
            turn->count = 1;
            return STATUS_OK;
        }
    }
    return refuse_way(position, scan, &wanted, error);
}

static const char *game_ending(const GamePosition *position)
{
    uint64_t winner = position_occupied(position) & ~position->own;
    bool goal = GOAL_CROSS ? position->own != 0 : (winner & rank_cells(0)) != 0;
    return goal ? "goal" : "elimination";
}

static uint64_t mirror_files(uint64_t cells)
{
    const uint64_t ones = UINT64_C(0x5555555555555555), pairs = UINT64_C(0x3333333333333333),
                   fours = UINT64_C(0x0f0f0f0f0f0f0f0f);
    cells = (cells >> 1 & ones) | (cells & ones) << 1;
    cells = (cells >> 2 & pairs) | (cells & pairs) << 2;
    return (cells >> 4 & fours) | (cells & fours) << 4;
}

/* 1: left and right exchanged; 2: the players exchanged and the board turned upside down, which is
 * no more than calling the mover by the other name; 3: both. */
static void game_transform(const GamePosition *position, int symmetry, GamePosition *image)
{
    *image = *position;
    if (symmetry & 1) {
        image->own = mirror_files(position->own);
        for (int digit = 0; digit < 2; digit++) {
            image->rounds[digit] = mirror_files(position->rounds[digit]);
            image->squares[digit] = mirror_files(position->squares[digit]);
        }
    }
    if (symmetry & 2)
        image->turn ^= 1;
}
