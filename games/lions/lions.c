/* Lions and Jackals, cold functions: boards, positions and turns as text, drawings. */
#include "games/bridge.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "games/lions/notation.h"

#include "games/lions/draw.h"

enum { COUNTER_TEXT_MAX = 99 };

static void game_start(const Board *board, GamePosition *position)
{
    if (!board)
        board = lions_board_built_in(0);
    position->board = board;
    position->board_id = board->id;
    position->mover = (uint8_t)board->mover;
    memcpy(position->before, board->start, sizeof position->before);
    memcpy(position->after, board->start, sizeof position->after);
}

/* The board whose name the scan is at; a given board wins over a built-in one of the same name. */
static Status read_board(const Board *given, Scan *scan, const Board **board, Error *error)
{
    size_t length = strcspn(scan->at, " ");
    char known[160];
    Text text = TEXT_OF(known);
    text_string(&text, "a board:");
    for (int i = -1; i < 0 || lions_board_built_in(i); i++) {
        const Board *candidate = i < 0 ? given : lions_board_built_in(i);
        if (!candidate)
            continue;
        if (length == strlen(candidate->name) && strncmp(scan->at, candidate->name, length) == 0) {
            *board = candidate;
            scan->at += length;
            return scan_expect(scan, ' ', error);
        }
        text_format(&text, " %s", candidate->name);
    }
    return scan_fail(scan, error, known);
}

/* One region of a placement. */
static Status read_content(const Board *board, Scan *scan, int region, int8_t *figures,
                           Error *error)
{
    if (scan_take(scan, '.'))
        return STATUS_OK;
    bool lions = scan_peek(scan) == 'L';
    char expected[96];
    snprintf(expected, sizeof expected, "'.', 'L' or 'j' for region %c of %d", 'a' + region,
             board->count);
    if (!scan_take(scan, 'L') && !scan_take(scan, 'j'))
        return scan_fail(scan, error, expected);
    Scan start = *scan;
    uint64_t number = 0;
    if (scan_peek(scan) == '0')
        return scan_fail(scan, error, "a number of at least 1");
    Status status = scan_number(scan, lions ? LIONS_MAX : JACKALS_MAX, &number, error);
    if (status == STATUS_OK && number > board->capacity[region]) {
        snprintf(expected, sizeof expected, "at most %d figures in region %c (its capacity)",
                 board->capacity[region], 'a' + region);
        return scan_fail(&start, error, expected);
    }
    *figures = (int8_t)(lions ? -(int)number : (int)number);
    return status;
}

static Status read_placement(const Board *board, Scan *scan, int8_t *figures, Error *error)
{
    int lions = 0, jackals = 0;
    for (int region = 0; region < board->count; region++) {
        Status status = read_content(board, scan, region, &figures[region], error);
        if (status != STATUS_OK)
            return status;
        if (figures[region] < 0)
            lions -= figures[region];
        else
            jackals += figures[region];
    }
    if (lions > LIONS_MAX || jackals > JACKALS_MAX)
        return error_set(error, STATUS_BAD_TEXT,
                         "position: %d lions and %d jackals; at most %d and %d are supported",
                         lions, jackals, LIONS_MAX, JACKALS_MAX);
    if (lions + jackals == 0)
        return error_set(error, STATUS_BAD_TEXT, "position: there is no figure on the board");
    return STATUS_OK;
}

static Status game_parse(const Board *board, Scan *scan, GamePosition *position, Error *error)
{
    uint64_t counter = 0;
    Status status = read_board(board, scan, &position->board, error);
    if (status == STATUS_OK)
        status = read_placement(position->board, scan, position->before, error);
    if (status == STATUS_OK)
        status = scan_expect(scan, ' ', error);
    if (status != STATUS_OK)
        return status;
    position->mover = scan_peek(scan) == 'b';
    if (!scan_take(scan, 'w') && !scan_take(scan, 'b'))
        return scan_fail(scan, error, "'w' (lions) or 'b' (jackals) to move");
    status = scan_expect(scan, ' ', error);
    if (status == STATUS_OK)
        status = scan_number(scan, COUNTER_TEXT_MAX, &counter, error);
    position->counter = (uint8_t)counter;
    position->board_id = position->board->id;
    memcpy(position->after, position->before, sizeof position->after);
    return status;
}

/* Inside a turn the position of its start is followed by "?", the new numbers, "/" and the regions
 * still to be decided; such a text is for the eye, it is not read. */
static void game_format(const GamePosition *position, Text *text)
{
    int count = position->board->count;
    text_format(text, "%s ", position->board->name);
    for (int region = 0; region < count; region++) {
        int figures = position->before[region];
        if (figures == 0)
            text_char(text, '.');
        else
            text_format(text, "%c%d", figures < 0 ? 'L' : 'j', abs(figures));
    }
    text_format(text, " %c %d", position->mover == SIDE_LIONS ? 'w' : 'b', position->counter);
    if (!position->open)
        return;
    text_string(text, " ?");
    for (int region = 0; region < count; region++)
        if (position->after[region] != position->before[region])
            text_format(text, "%c%d", 'a' + region, decided_in(position, region));
    text_char(text, '/');
    for (int region = 0; region < count; region++)
        if (position->open >> region & 1)
            text_char(text, (char)('a' + region));
}

/* The parts that lead to the result; false if the generator does not know the turn. */
static bool turn_towards(const GamePosition *position, const int *result, Turn *turn)
{
    GamePosition current = *position;
    do {
        Choice choice = turn_choice(&current);
        int figures = result[choice.region];
        if (!(choice.options >> figures & 1))
            return false;
        turn->parts[turn->count] = part_of(choice.region, figures);
        game_play(&current, turn->parts[turn->count++]);
    } while (current.open);
    return true;
}

static Status game_turn_parse(const GamePosition *position, Scan *scan, Turn *turn, Error *error)
{
    GroupSet set;
    Tally tally;
    if (game_outcome(position) != OUTCOME_OPEN)
        return error_set(error, STATUS_BAD_MOVE, "the game is over");
    if (position->open)
        return error_set(error, STATUS_BAD_MOVE, "a turn has already begun");
    Status status = read_groups(position, scan, &set, error);
    if (status == STATUS_OK)
        status = check_groups(position, &set, &tally, error);
    if (status == STATUS_OK && !turn_towards(position, tally.result, turn))
        return error_set(error, STATUS_BAD_MOVE, "not a legal move here");
    return status;
}

static void game_turn_format(const GamePosition *position, const Turn *turn, Text *text)
{
    GamePosition end = *position;
    for (int i = 0; i < turn->count; i++)
        game_play(&end, turn->parts[i]);
    groups_between(position, end.before, text);
}

static const char *game_ending(const GamePosition *position)
{
    Sides sides = sides_of(position->before);
    return sides.of[SIDE_LIONS] && sides.of[SIDE_JACKALS] ? "score" : "elimination";
}

static void game_transform(const GamePosition *position, int symmetry, GamePosition *image)
{
    (void)symmetry;
    *image = *position;
}
