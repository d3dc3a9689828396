/* Game records as JSON lines and PGN-shaped text. */
#include "engine/record.h"

#include <inttypes.h>
#include <string.h>

enum { PGN_LINE_WIDTH = 80 };

const char *record_result_text(Outcome result)
{
    switch (result) {
    case OUTCOME_WIN: return "1-0";
    case OUTCOME_LOSS: return "0-1";
    case OUTCOME_DRAW: return "1/2-1/2";
    case OUTCOME_OPEN: return "*";
    }
    return "*";
}

GameWalk game_walk_start(const Game *game, const GameRecord *record)
{
    return (GameWalk){.game = game, .record = record, .position = record->start};
}

void game_walk_next(GameWalk *walk, Text *text)
{
    Turn turn = {.count = 0};
    Position before = walk->position;
    do {
        Move move = walk->record->moves[walk->at++];
        turn.parts[turn.count++] = move;
        walk->game->play(&walk->position, move);
    } while (walk->game->mid_turn(&walk->position));
    walk->game->turn_format(&before, &turn, text);
}

static const EngineSpec *player_of(const GameRecord *record, const RecordContext *context,
                                   int order)
{
    return context->specs[order == 0 ? record->first : !record->first];
}

static void add_position(Text *text, const Game *game, const Position *position)
{
    char line[POSITION_TEXT_MAX];
    Text own = TEXT_OF(line);
    game->format(position, &own);
    text_json_string(text, line);
}

static void add_field(Text *text, const char *name, const char *value)
{
    text_format(text, ",\"%s\":", name);
    text_json_string(text, value);
}

static void add_moves(Text *text, const GameRecord *record, const Game *game)
{
    GameWalk walk = game_walk_start(game, record);
    text_string(text, ",\"moves\":[");
    for (int i = 0; i < record->turn_count; i++) {
        char line[TURN_TEXT_MAX];
        Text own = TEXT_OF(line);
        game_walk_next(&walk, &own);
        if (i)
            text_char(text, ',');
        text_json_string(text, line);
    }
    text_char(text, ']');
}

/* Score, depth, nodes, playouts and microseconds of each turn after the opening. */
static void add_plies(Text *text, const GameRecord *record)
{
    text_string(text, ",\"plies\":[");
    for (int i = record->opening_count; i < record->turn_count; i++) {
        const PlyRecord *ply = &record->plies[i];
        text_format(text, "%s[%" PRId32 ",%" PRId32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]",
                    i > record->opening_count ? "," : "", ply->score, ply->depth, ply->nodes,
                    ply->playouts, ply->nanoseconds / 1000);
    }
    text_char(text, ']');
}

void record_json(const GameRecord *record, const RecordContext *context, Text *text)
{
    const Game *game = context->game;
    text_format(text, "{\"index\":%" PRIu64 ",\"pair\":%" PRIu64 ",\"seed\":%" PRIu64,
                record->index, record->index / 2, record->seed);
    add_field(text, "game", game->name);
    add_field(text, "first", player_of(record, context, 0)->name);
    add_field(text, "second", player_of(record, context, 1)->name);
    add_field(text, "result", record_result_text(record->result));
    add_field(text, "ending", ending_word(record->ending));
    add_field(text, "reason", record->reason);
    if (record->failure[0])
        add_field(text, "failure", record->failure);
    text_string(text, ",\"start\":");
    add_position(text, game, &record->start);
    text_string(text, ",\"final\":");
    add_position(text, game, &record->final);
    text_format(text, ",\"opening_plies\":%d,\"ply_count\":%d", record->opening_count,
                record->turn_count);
    add_moves(text, record, game);
    add_plies(text, record);
    text_string(text, "}\n");
}

static void add_tag(Text *text, const char *name, const char *value)
{
    text_format(text, "[%s ", name);
    text_json_string(text, value);
    text_string(text, "]\n");
}

/* Adds a word to the move text, breaking lines before PGN_LINE_WIDTH. */
static void add_word(PgnMoves *moves, const char *word)
{
    size_t length = strlen(word);
    if (moves->column && moves->column + 1 + length > PGN_LINE_WIDTH) {
        text_char(moves->text, '\n');
        moves->column = 0;
    } else if (moves->column) {
        text_char(moves->text, ' ');
        moves->column++;
    }
    text_string(moves->text, word);
    moves->column += length;
}

void pgn_tags(const PgnGame *game, Text *text)
{
    char line[64];
    Text own = TEXT_OF(line);
    add_tag(text, "Event", game->event);
    for (int i = 0; i < 10 && game->date[i]; i++)
        text_char(&own, game->date[i] == '-' ? '.' : game->date[i]);
    add_tag(text, "Date", line);
    own = TEXT_OF(line);
    text_format(&own, "%" PRIu64 ".%d", game->pair + 1, game->leg + 1);
    add_tag(text, "Round", line);
    add_tag(text, "White", game->white);
    add_tag(text, "Black", game->black);
    add_tag(text, "Result", game->result);
    add_tag(text, "Variant", game->variant);
    add_tag(text, "SetUp", "1");
    add_tag(text, "FEN", game->start);
    add_tag(text, "Termination", game->termination);
    if (game->detail && *game->detail)
        add_tag(text, "TerminationDetail", game->detail);
    text_format(text, "[PlyCount \"%d\"]\n[OpeningPlies \"%d\"]\n[Seed \"%" PRIu64 "\"]\n\n",
                game->plies, game->opening_plies, game->seed);
}

void pgn_turn(PgnMoves *moves, const char *turn)
{
    /* Where the second side begins, its first turn is numbered "1...". */
    if (moves->ply % 2 == 0 || !moves->begun) {
        char number[32];
        Text own = TEXT_OF(number);
        text_format(&own, "%d.%s", moves->ply / 2 + 1, moves->ply % 2 ? ".." : "");
        add_word(moves, number);
    }
    add_word(moves, turn);
    moves->begun = true;
    moves->ply++;
}

void pgn_end(PgnMoves *moves, const char *result)
{
    add_word(moves, result);
    text_string(moves->text, "\n\n");
}

void record_pgn(const GameRecord *record, const RecordContext *context, Text *text)
{
    const Game *game = context->game;
    char line[TURN_TEXT_MAX > POSITION_TEXT_MAX ? TURN_TEXT_MAX : POSITION_TEXT_MAX];
    Text own = TEXT_OF(line);
    game->format(&record->start, &own);
    pgn_tags(
        &(PgnGame){
            .event = context->event,
            .date = context->date,
            .pair = record->index / 2,
            .leg = (int)(record->index % 2),
            .white = player_of(record, context, 0)->name,
            .black = player_of(record, context, 1)->name,
            .result = record_result_text(record->result),
            .variant = game->name,
            .start = line,
            .termination = record->reason,
            .detail = record->failure,
            .plies = record->turn_count,
            .opening_plies = record->opening_count,
            .seed = record->seed,
        },
        text);
    GameWalk walk = game_walk_start(game, record);
    PgnMoves moves = {.text = text, .ply = game->mover(&record->start)};
    for (int i = 0; i < record->turn_count; i++) {
        own = TEXT_OF(line);
        game_walk_next(&walk, &own);
        pgn_turn(&moves, line);
    }
    pgn_end(&moves, record_result_text(record->result));
}
