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
    add_field(text, "reason", record->reason);
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
static void add_word(Text *text, const char *word, size_t *column)
{
    size_t length = strlen(word);
    if (*column && *column + 1 + length > PGN_LINE_WIDTH) {
        text_char(text, '\n');
        *column = 0;
    } else if (*column) {
        text_char(text, ' ');
        ++*column;
    }
    text_string(text, word);
    *column += length;
}

void record_pgn(const GameRecord *record, const RecordContext *context, Text *text)
{
    const Game *game = context->game;
    char line[TURN_TEXT_MAX > POSITION_TEXT_MAX ? TURN_TEXT_MAX : POSITION_TEXT_MAX];
    Text own = TEXT_OF(line);
    add_tag(text, "Event", context->event);
    own = TEXT_OF(line);
    for (const char *c = context->date; *c; c++)
        text_char(&own, *c == '-' ? '.' : *c);
    add_tag(text, "Date", line);
    own = TEXT_OF(line);
    text_format(&own, "%" PRIu64 ".%" PRIu64, record->index / 2 + 1, record->index % 2 + 1);
    add_tag(text, "Round", line);
    add_tag(text, "White", player_of(record, context, 0)->name);
    add_tag(text, "Black", player_of(record, context, 1)->name);
    add_tag(text, "Result", record_result_text(record->result));
    add_tag(text, "Variant", game->name);
    own = TEXT_OF(line);
    game->format(&record->start, &own);
    add_tag(text, "SetUp", "1");
    add_tag(text, "FEN", line);
    add_tag(text, "Termination", record->reason);
    text_format(text, "[PlyCount \"%d\"]\n[OpeningPlies \"%d\"]\n[Seed \"%" PRIu64 "\"]\n\n",
                record->turn_count, record->opening_count, record->seed);
    GameWalk walk = game_walk_start(game, record);
    size_t column = 0;
    /* Where the second side begins, its first turn is numbered "1...". */
    int offset = game->mover(&record->start);
    for (int i = 0; i < record->turn_count; i++) {
        own = TEXT_OF(line);
        int ply = i + offset;
        if (ply % 2 == 0 || i == 0) {
            text_format(&own, "%d.%s", ply / 2 + 1, ply % 2 ? ".." : "");
            add_word(text, line, &column);
            own = TEXT_OF(line);
        }
        game_walk_next(&walk, &own);
        add_word(text, line, &column);
    }
    add_word(text, record_result_text(record->result), &column);
    text_string(text, "\n\n");
}
