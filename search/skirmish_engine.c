/* The library for other languages: engines, matches, solved positions. */
#include "search/skirmish_private.h"

#include "engine/record.h"
#include "engine/report.h"
#include "games/registry.h"
#include "search/registry.h"
#include "search/tables.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    REPORT_TEXT_MAX = 2 * LINE_TEXT_MAX,
    RECORD_TEXT_FIRST = 1 << 16,
    PLIES_MAX = 1000,
};

struct SkirmishEngine {
    const Game *game;
    EngineSpec spec;
    Player *player; /* owned */
    atomic_bool stop;
    char json[REPORT_TEXT_MAX];
};

static void report_no_memory(char *message)
{
    Error error;
    error_set(&error, STATUS_NO_MEMORY, "no memory for an engine, a match or tables");
    message_set(message, &error);
}

SkirmishEngine *skirmish_engine_open(int game, const char *spec, char *message)
{
    Error error;
    SkirmishEngine *engine = calloc(1, sizeof *engine);
    if (!engine) {
        report_no_memory(message);
        return NULL;
    }
    engine->game = games_at(game);
    Status status = engine_spec_parse(spec, searches_of(game)->players, &engine->spec, &error);
    if (status == STATUS_OK)
        status = engine->spec.type->open(&engine->spec.options, &engine->player, &error);
    if (status != STATUS_OK) {
        message_set(message, &error);
        free(engine);
        return NULL;
    }
    skirmish_engine_reset(engine, 1);
    return engine;
}

void skirmish_engine_close(SkirmishEngine *engine)
{
    if (!engine)
        return;
    engine->player->type->close(engine->player);
    free(engine);
}

const char *skirmish_engine_name(const SkirmishEngine *engine)
{
    return engine->spec.name;
}

void skirmish_engine_reset(SkirmishEngine *engine, uint64_t seed)
{
    engine->player->type->reset(engine->player, seed);
}

void skirmish_engine_stop(SkirmishEngine *engine)
{
    atomic_store(&engine->stop, true);
}

/* Who hears of a search. */
typedef struct Listener {
    SkirmishEngine *engine;
    const SkirmishPlay *play;
    SkirmishReport *report; /* NULL = nobody */
    void *context;
} Listener;

static void listen(void *context, const SearchResult *result)
{
    const Listener *listener = context;
    SkirmishEngine *engine = listener->engine;
    if (!listener->report)
        return;
    Text text = TEXT_OF(engine->json);
    report_json(engine->game, &listener->play->position, result, &text);
    if (!listener->report(listener->context, engine->json))
        skirmish_engine_stop(engine);
}

const char *skirmish_engine_search(SkirmishEngine *engine, const SkirmishPlay *play,
                                   SkirmishReport *report, void *context, char *message)
{
    Error error = {0};
    SearchResult result = {0};
    Listener listener = {engine, play, report, context};
    PositionHistory history = play_history(play);
    SearchLimits limits = engine_spec_limits(&engine->spec, NULL);
    limits.stop = &engine->stop;
    atomic_store(&engine->stop, false);
    if (skirmish_play_result(play) >= 0)
        error_set(&error, STATUS_BAD_ARGUMENT, "the game is over");
    else if (play->game != engine->game)
        error_set(&error, STATUS_BAD_ARGUMENT, "an engine for %s cannot play %s",
                  engine->game->name, play->game->name);
    else
        engine->player->type->choose(engine->player, &play->position, &history, &limits, listen,
                                     &listener, &result);
    if (result.failure != FAILURE_NONE)
        error_set(&error, STATUS_BAD_MOVE, "the engine failed: %.200s", result.failure_text);
    else if (result.turn.count == 0 && !error.text[0])
        error_set(&error, STATUS_BAD_MOVE, "the engine found no turn");
    if (result.turn.count == 0 || result.failure != FAILURE_NONE) {
        message_set(message, &error);
        return NULL;
    }
    char turn[TURN_TEXT_MAX], rest[REPORT_TEXT_MAX];
    Text text = TEXT_OF(engine->json), own = TEXT_OF(turn), found = TEXT_OF(rest);
    engine->game->turn_format(&play->position, &result.turn, &own);
    report_json(engine->game, &play->position, &result, &found);
    text_string(&text, "{\"move\":");
    text_json_string(&text, turn);
    text_format(&text, ",%s", rest + 1);
    return engine->json;
}

/* A match and its listener. */
typedef struct Session {
    RecordContext records;
    SkirmishReport *report;
    void *context;
    char *json; /* owned */
    size_t size;
    bool out_of_memory;
} Session;

static bool on_game(void *context, const GameRecord *record)
{
    Session *session = context;
    if (!session->report)
        return true;
    for (;;) {
        if (session->json) {
            Text text = text_over(session->json, session->size);
            record_json(record, &session->records, &text);
            if (!text.overflow)
                return session->report(session->context, session->json);
        }
        size_t size = session->json ? 2 * session->size : RECORD_TEXT_FIRST;
        char *json = realloc(session->json, size);
        session->out_of_memory = !json;
        if (!json)
            return false;
        session->json = json;
        session->size = size;
    }
}

static void write_result(const MatchResult *result, Text *text)
{
    const MatchScore *score = &result->score;
    Estimate elo = stats_elo(score), first = stats_share_estimate(&result->first);
    text_format(text,
                "{\"games\":%" PRIu64 ",\"wins\":%" PRIu64 ",\"draws\":%" PRIu64
                ",\"losses\":%" PRIu64 ",\"share\":%.6f",
                result->games, score->wins, score->draws, score->losses, stats_share(score));
    for (int i = 0; i < PAIR_RESULTS; i++)
        text_format(text, "%s%" PRIu64, i ? "," : ",\"pairs\":[", score->pairs[i]);
    text_format(text, "],\"elo\":%.3f,\"elo_margin\":%.3f,\"los\":%.6f", elo.value, elo.margin,
                stats_los(score));
    text_format(text,
                ",\"first_player_share\":%.6f,\"first_player_margin\":%.6f,\"plies\":%" PRIu64 "}",
                first.value, first.margin, result->plies);
}

static Status play_match(MatchOptions *match, const PlayerType *const *types,
                         const char *const *texts, EngineSpec *specs, Session *session,
                         MatchResult *result, Error *error)
{
    for (int side = 0; side < 2; side++) {
        Status status = engine_spec_parse(texts[side], types, &specs[side], error);
        if (status != STATUS_OK)
            return status;
        match->specs[side] = session->records.specs[side] = &specs[side];
    }
    if (match->games % 2 || match->threads < 1 || match->threads > SKIRMISH_THREADS_MAX ||
        match->opening_plies < 0)
        return error_set(error, STATUS_BAD_ARGUMENT,
                         "match: expected an even number of games, 1 to %d threads, plies from 0",
                         SKIRMISH_THREADS_MAX);
    return match_play(match, on_game, session, result, error);
}

bool skirmish_match(int game, const char *first, const char *second, uint64_t games, uint64_t seed,
                    int threads, int opening_plies, SkirmishReport *report, void *context,
                    char *json, int size, char *message)
{
    Error error;
    MatchResult result = {0};
    const char *const texts[] = {first, second};
    MatchOptions match = {
        .game = games_at(game),
        .games = games,
        .seed = seed,
        .threads = threads,
        .opening_plies = opening_plies,
        .plies_max = PLIES_MAX,
    };
    Session session = {
        .records = {.game = match.game, .event = "skirmish match", .date = ""},
        .report = report,
        .context = context,
    };
    EngineSpec *specs = calloc(2, sizeof *specs);
    if (!specs) {
        report_no_memory(message);
        return false;
    }
    match.game->start(NULL, &match.start);
    Status status =
        play_match(&match, searches_of(game)->players, texts, specs, &session, &result, &error);
    if (status == STATUS_OK && session.out_of_memory)
        status = error_set(&error, STATUS_NO_MEMORY, "no memory for a game record");
    Text text = text_over(json, (size_t)size);
    if (status == STATUS_OK)
        write_result(&result, &text);
    if (status == STATUS_OK && text.overflow)
        status = error_set(&error, STATUS_BAD_ARGUMENT, "match: %d bytes are too few", size);
    if (status != STATUS_OK)
        message_set(message, &error);
    free(session.json);
    free(specs);
    return status == STATUS_OK;
}

struct SkirmishTables {
    const Game *game;
    Tables *tables;        /* owned */
    EndgameReader *reader; /* owned */
};

SkirmishTables *skirmish_tables_open(int game, const char *folder, char *message)
{
    Error error;
    SkirmishTables *self = calloc(1, sizeof *self);
    if (!self) {
        report_no_memory(message);
        return NULL;
    }
    self->game = games_at(game);
    Status status =
        tables_open(folder, self->game, searches_of(game)->solver, true, &self->tables, &error);
    if (status == STATUS_OK)
        status = endgame_reader_open(TABLES_READER_BYTES, &self->reader, &error);
    if (status == STATUS_OK)
        return self;
    message_set(message, &error);
    skirmish_tables_close(self);
    return NULL;
}

void skirmish_tables_close(SkirmishTables *tables)
{
    if (!tables)
        return;
    endgame_reader_close(tables->reader);
    tables_close(tables->tables);
    free(tables);
}

int skirmish_tables_probe(SkirmishTables *tables, const SkirmishPlay *play, int *value,
                          int *distance, char *message)
{
    Error error;
    TableAnswer answer = {0};
    Status status = STATUS_OK;
    if (play->game != tables->game)
        status = error_set(&error, STATUS_BAD_ARGUMENT, "tables of %s do not know %s",
                           tables->game->name, play->game->name);
    else
        status = tables_probe(tables->tables, tables->reader, &play->position, &answer, &error);
    if (status != STATUS_OK) {
        message_set(message, &error);
        return -1;
    }
    Outcome outcome = answer.known ? endgame_outcome(answer.value) : OUTCOME_DRAW;
    *value = outcome == OUTCOME_DRAW ? 0 : outcome == OUTCOME_WIN ? 1 : -1;
    *distance = *value && answer.has_distance ? endgame_distance(answer.value) : -1;
    return answer.known;
}
