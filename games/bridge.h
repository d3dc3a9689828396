/* The cold contract: what <game>.c defines besides rules.h, and the table `Game` built from both.
 * <game>.c includes this file first and is compiled once per ruleset; all its functions are static.
 * Positions cross between the opaque Position and the game's own struct by copying. */
#ifndef GAMES_BRIDGE_H
#define GAMES_BRIDGE_H

#include "engine/game.h"
#include "engine/rules.h"

/* The start position on `board`, NULL = the default board (and the only one of most games). */
static void game_start(const Board *board, GamePosition *position);

/* Reads a position from the scan; the bridge demands the end of the text afterwards. */
static Status game_parse(const Board *board, Scan *scan, GamePosition *position, Error *error);
static void game_format(const GamePosition *position, Text *text);

/* Reads one legal turn from the scan; the bridge demands the end of the text afterwards. */
static Status game_turn_parse(const GamePosition *position, Scan *scan, Turn *turn, Error *error);
static void game_turn_format(const GamePosition *position, const Turn *turn, Text *text);

/* One word for why a finished position is finished. */
static const char *game_ending(const GamePosition *position);

/* The image under symmetry 1 .. GAME_SYMMETRIES-1. */
static void game_transform(const GamePosition *position, int symmetry, GamePosition *image);

static void game_diagram(const GamePosition *position, bool ascii, Text *text);
static void game_svg(const GamePosition *position, Text *text);

static_assert(sizeof(GamePosition) <= POSITION_SIZE, "the position must fit");
static_assert((int)GAME_MOVES_MAX <= (int)MOVES_MAX, "the move list must fit");
static_assert((int)GAME_IDENTITY_SIZE <= (int)sizeof(GamePosition), "identity is a part");
static_assert((int)GAME_SYMMETRIES <= (int)SYMMETRIES_MAX, "the symmetries must fit");

static inline void bridge_store(const GamePosition *own, Position *position)
{
    memcpy(position->bytes, own, sizeof *own);
    memset(position->bytes + sizeof *own, 0, sizeof position->bytes - sizeof *own);
}

static void bridge_start(const Board *board, Position *position)
{
    GamePosition own;
    memset(&own, 0, sizeof own);
    game_start(board, &own);
    bridge_store(&own, position);
}

static Status bridge_parse(const Board *board, const char *text, Position *position, Error *error)
{
    Scan scan = scan_over(text, "position");
    GamePosition own;
    memset(&own, 0, sizeof own);
    Status status = game_parse(board, &scan, &own, error);
    if (status == STATUS_OK)
        status = scan_end(&scan, error);
    if (status == STATUS_OK)
        bridge_store(&own, position);
    return status;
}

static void bridge_format(const Position *position, Text *text)
{
    GamePosition own = game_load(position);
    game_format(&own, text);
}

static int bridge_moves(const Position *position, Move *moves)
{
    GamePosition own = game_load(position);
    return game_moves(&own, moves);
}

static int bridge_noisy_moves(const Position *position, Move *moves)
{
    GamePosition own = game_load(position);
    return game_noisy_moves(&own, moves);
}

static Move bridge_random_move(const Position *position, Random *random)
{
    GamePosition own = game_load(position);
    return game_random_move(&own, random);
}

static bool bridge_random_turn(Position *position, Random *random)
{
    GamePosition own = game_load(position);
    bool played = game_random_turn(&own, random);
    bridge_store(&own, position);
    return played;
}

static uint64_t bridge_count(const Position *position)
{
    GamePosition own = game_load(position);
    return game_count(&own);
}

static void bridge_play(Position *position, Move move)
{
    GamePosition own = game_load(position);
    game_play(&own, move);
    bridge_store(&own, position);
}

static Outcome bridge_outcome(const Position *position)
{
    GamePosition own = game_load(position);
    return game_outcome(&own);
}

static const char *bridge_ending(const Position *position)
{
    GamePosition own = game_load(position);
    return game_ending(&own);
}

static uint64_t bridge_key(const Position *position)
{
    GamePosition own = game_load(position);
    return game_key(&own);
}

static int bridge_mover(const Position *position)
{
    GamePosition own = game_load(position);
    return game_mover(&own);
}

static bool bridge_mid_turn(const Position *position)
{
    GamePosition own = game_load(position);
    return game_mid_turn(&own);
}

static int bridge_quiet(const Position *position)
{
    GamePosition own = game_load(position);
    return game_quiet(&own);
}

static Score bridge_evaluate(const Position *position, const int *weights)
{
    GamePosition own = game_load(position);
    GameWeights terms;
    memcpy(&terms, weights, sizeof terms);
    return game_evaluate(&own, &terms);
}

static Status bridge_turn_parse(const Position *position, const char *text, Turn *turn,
                                Error *error)
{
    GamePosition own = game_load(position);
    Scan scan = scan_over(text, "move");
    turn->count = 0;
    Status status = game_turn_parse(&own, &scan, turn, error);
    return status == STATUS_OK ? scan_end(&scan, error) : status;
}

static void bridge_turn_format(const Position *position, const Turn *turn, Text *text)
{
    GamePosition own = game_load(position);
    game_turn_format(&own, turn, text);
}

static void bridge_transform(const Position *position, int symmetry, Position *image)
{
    GamePosition own = game_load(position);
    GamePosition other = own;
    if (symmetry > 0)
        game_transform(&own, symmetry, &other);
    bridge_store(&other, image);
}

static void bridge_diagram(const Position *position, bool ascii, Text *text)
{
    GamePosition own = game_load(position);
    game_diagram(&own, ascii, text);
}

static void bridge_svg(const Position *position, Text *text)
{
    GamePosition own = game_load(position);
    game_svg(&own, text);
}

static const WeightInfo bridge_weights[] = {
#define WEIGHT(name, value, about) {#name, value, about},
#include GAME_WEIGHTS
#undef WEIGHT
};

/* A game with several boards defines GAME_BOARD_OPEN and GAME_BOARD_CLOSE in rules.h. */
#ifndef GAME_BOARD_OPEN
#define GAME_BOARD_OPEN  NULL
#define GAME_BOARD_CLOSE NULL
#endif

extern const Game EXPORT(game);
const Game EXPORT(game) = {
    .name = GAME_NAME,
    .folder = GAME_FOLDER,
    .ruleset = RULESET_NAME,
    .title = GAME_TITLE,
    .sides = {GAME_FIRST, GAME_SECOND},
    .encoding = GAME_ENCODING,
    .position_size = sizeof(GamePosition),
    .identity_size = GAME_IDENTITY_SIZE,
    .moves_max = GAME_MOVES_MAX,
    .quiet_limit = GAME_QUIET_LIMIT,
    .repetitions = GAME_REPETITIONS,
    .symmetries = GAME_SYMMETRIES,
    .turn_parts = GAME_TURN_PARTS,
    .weights = bridge_weights,
    .weight_count = sizeof bridge_weights / sizeof bridge_weights[0],
    .start = bridge_start,
    .parse = bridge_parse,
    .format = bridge_format,
    .moves = bridge_moves,
    .noisy_moves = bridge_noisy_moves,
    .random_move = bridge_random_move,
    .random_turn = bridge_random_turn,
    .count = bridge_count,
    .play = bridge_play,
    .outcome = bridge_outcome,
    .ending = bridge_ending,
    .key = bridge_key,
    .mover = bridge_mover,
    .mid_turn = bridge_mid_turn,
    .quiet = bridge_quiet,
    .evaluate = bridge_evaluate,
    .turn_parse = bridge_turn_parse,
    .turn_format = bridge_turn_format,
    .transform = bridge_transform,
    .diagram = bridge_diagram,
    .svg = bridge_svg,
    .board_open = GAME_BOARD_OPEN,
    .board_close = GAME_BOARD_CLOSE,
};

#endif
