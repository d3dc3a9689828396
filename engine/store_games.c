/* Games in the database: encoding, recording, reading. */
#include "engine/store_private.h"

#include "engine/clock.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    RUN_SHIFT = 40,                               /* game = run << 40 | 2 * pair + leg */
    SEARCH_TEXT_MAX = 96,                         /* one turn's numbers and its time */
    CHECKPOINT_INTERVAL = NANOSECONDS_PER_SECOND, /* a power cut costs no more than that */
    CHECKPOINT_PAGES = 16384,
};

/* Score, depth, nodes and playouts of each turn after the opening. */
static void write_searches(const GameRecord *record, Text *text)
{
    text_char(text, '[');
    for (int i = record->opening_count; i < record->turn_count; i++) {
        const PlyRecord *ply = &record->plies[i];
        text_string(text, i > record->opening_count ? ",[" : "[");
        text_number(text, ply->score);
        text_char(text, ',');
        text_number(text, ply->depth);
        text_char(text, ',');
        text_number(text, (int64_t)ply->nodes);
        text_char(text, ',');
        text_number(text, (int64_t)ply->playouts);
        text_char(text, ']');
    }
    text_char(text, ']');
}

static void write_times(const GameRecord *record, Text *text)
{
    text_char(text, '[');
    for (int i = record->opening_count; i < record->turn_count; i++) {
        if (i > record->opening_count)
            text_char(text, ',');
        text_number(text, (int64_t)(record->plies[i].nanoseconds / 1000));
    }
    text_char(text, ']');
}

static void write_moves(const Game *game, const GameRecord *record, Text *text)
{
    GameWalk walk = game_walk_start(game, record);
    for (int i = 0; i < record->turn_count; i++) {
        if (i)
            text_char(text, ' ');
        game_walk_next(&walk, text);
    }
}

/* The next text of the buffer, after the one before. */
static Text next_text(StoredGame *stored, const Text *before)
{
    size_t used = before ? (size_t)(before->data - stored->buffer) + before->length + 1 : 0;
    return text_over(stored->buffer + used, stored->size - used);
}

Status stored_game_encode(StoredGame *stored, const Game *game, const GameRecord *record,
                          int ruleset, const int engines[2], Error *error)
{
    size_t turns = (size_t)record->turn_count;
    size_t needed = POSITION_TEXT_MAX + (turns + 1) * (TURN_TEXT_MAX + SEARCH_TEXT_MAX);
    if (needed > stored->size) {
        free(stored->buffer);
        stored->size = 0;
        stored->buffer = malloc(2 * needed);
        if (!stored->buffer)
            return error_set(error, STATUS_NO_MEMORY, "no memory for a game record");
        stored->size = 2 * needed;
    }
    Text final = next_text(stored, NULL);
    game->format(&record->final, &final);
    Text moves = next_text(stored, &final);
    write_moves(game, record, &moves);
    Text searches = next_text(stored, &moves);
    write_searches(record, &searches);
    Text times = next_text(stored, &searches);
    write_times(record, &times);
    stored->summary = game_summary(record, ruleset, engines);
    stored->opening_plies = record->opening_count;
    stored->seed = record->seed;
    Text reason = TEXT_OF(stored->reason);
    text_string(&reason, record->reason);
    memcpy(stored->failure, record->failure, sizeof stored->failure);
    stored->final = final.data;
    stored->moves = moves.data;
    stored->searches = searches.data;
    stored->times = times.data;
    return STATUS_OK;
}

void stored_game_close(StoredGame *stored)
{
    free(stored->buffer);
    *stored = (StoredGame){0};
}

static const char add_game_sql[] =
    "INSERT INTO games VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
    " ?, ?, ?, ?, ?, ?, ?, ?, ?)";

static void bind_work(sqlite3_stmt *statement, int at, const EngineWork *work)
{
    bind_number(statement, at, (int64_t)work->turns);
    bind_number(statement, at + 1, (int64_t)work->nodes);
    bind_number(statement, at + 2, (int64_t)work->playouts);
}

/* Binds what the same games have whenever they are played. */
static void bind_game(sqlite3_stmt *statement, const StoredGame *game)
{
    const GameSummary *summary = &game->summary;
    bind_number(statement, 8, summary->first);
    bind_number(statement, 9, summary->second);
    bind_text(statement, 10, record_result_text(summary->result));
    bind_text(statement, 11, ending_word(summary->ending));
    bind_text(statement, 12, game->reason);
    bind_text(statement, 13, game->failure[0] ? game->failure : NULL);
    bind_number(statement, 14, summary->plies);
    bind_number(statement, 15, game->opening_plies);
    bind_number(statement, 16, (int64_t)game->seed);
    bind_text(statement, 17, game->final);
    bind_text(statement, 18, game->moves);
    bind_text(statement, 19, game->searches);
    bind_work(statement, 20, &summary->work[0]);
    bind_work(statement, 23, &summary->work[1]);
}

static void bind_measured(sqlite3_stmt *statement, const StoredGame *game, int64_t session,
                          const char *now)
{
    const GameSummary *summary = &game->summary;
    bind_number(statement, 26, session);
    bind_text(statement, 27, now);
    bind_number(statement, 28, (int64_t)(summary->work[0].nanoseconds / 1000));
    bind_number(statement, 29, (int64_t)(summary->work[1].nanoseconds / 1000));
    bind_number(statement, 30, summary->overruns);
    bind_number(statement, 31, (int64_t)(summary->overrun_most / 1000));
    bind_text(statement, 32, game->times);
}

static Status add_game(Store *store, int64_t run, int64_t session, const PairTask *task,
                       uint64_t opening, int leg, const StoredGame *game, Error *error)
{
    char now[TIME_SIZE];
    sqlite3_stmt *statement = store->add_game;
    int64_t number = (run << RUN_SHIFT) + 2 * (int64_t)task->number + leg;
    store_now(now, sizeof now);
    const int64_t place[] = {number,      run,        (int64_t)task->number, leg,
                             task->stage, task->game, (int64_t)opening};
    for (int i = 0; i < 7; i++)
        bind_number(statement, i + 1, place[i]);
    bind_game(statement, game);
    bind_measured(statement, game, session, now);
    return store_step(store, statement, error);
}

/* Writes the log back into the database from time to time, which also makes it safe on the disk. */
static void write_back(Store *store)
{
    uint64_t now = clock_wall();
    if (now < store->checkpoint_at && store->wal_pages < CHECKPOINT_PAGES)
        return;
    store->checkpoint_at = now + CHECKPOINT_INTERVAL;
    sqlite3_wal_checkpoint_v2(store->database, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

Status store_add_pair(Store *store, int64_t run, int64_t session, const PairTask *task,
                      uint64_t opening, const StoredGame games[2], Error *error)
{
    Status status = STATUS_OK;
    if (!store->add_game)
        status = store_prepare(store, add_game_sql, &store->add_game, error);
    if (status == STATUS_OK)
        status = store_begin(store, error);
    if (status != STATUS_OK)
        return status;
    for (int leg = 0; status == STATUS_OK && leg < 2; leg++)
        status = add_game(store, run, session, task, opening, leg, &games[leg], error);
    status = store_end(store, status, error);
    if (status == STATUS_OK)
        write_back(store);
    return status;
}

static Status finish_steps(Store *store, int64_t run, uint64_t pairs, const char *verdict,
                           Error *error)
{
    char now[TIME_SIZE];
    sqlite3_stmt *drop = NULL, *finish = NULL;
    store_now(now, sizeof now);
    Status status =
        store_prepare(store, "DELETE FROM games WHERE game >= ? AND run = ?", &drop, error);
    if (status == STATUS_OK)
        status = store_prepare(store, "UPDATE runs SET finished = ?, verdict = ? WHERE run = ?",
                               &finish, error);
    if (status == STATUS_OK) {
        bind_number(drop, 1, (run << RUN_SHIFT) + 2 * (int64_t)pairs);
        bind_number(drop, 2, run);
        bind_text(finish, 1, now);
        bind_text(finish, 2, verdict);
        bind_number(finish, 3, run);
        status = store_step(store, drop, error);
    }
    if (status == STATUS_OK)
        status = store_step(store, finish, error);
    sqlite3_finalize(drop);
    sqlite3_finalize(finish);
    return status;
}

Status store_finish_run(Store *store, int64_t run, uint64_t pairs, const char *verdict,
                        Error *error)
{
    Status status = store_begin(store, error);
    if (status != STATUS_OK)
        return status;
    return store_end(store, finish_steps(store, run, pairs, verdict, error), error);
}

/* ---- Reading ---- */

static Status read_result(const char *word, Outcome *result, Error *error)
{
    for (*result = OUTCOME_LOSS; *result <= OUTCOME_WIN; ++*result)
        if (strcmp(word, record_result_text(*result)) == 0)
            return STATUS_OK;
    return error_set(error, STATUS_BAD_TEXT, "unknown result '%.40s' in the database", word);
}

static EngineWork column_work(sqlite3_stmt *row, int at)
{
    return (EngineWork){
        .turns = (uint64_t)sqlite3_column_int64(row, at),
        .nodes = (uint64_t)sqlite3_column_int64(row, at + 1),
        .playouts = (uint64_t)sqlite3_column_int64(row, at + 2),
        .nanoseconds = (uint64_t)sqlite3_column_int64(row, at + 3) * 1000,
    };
}

/* Two games that make a pair come one after the other. */
typedef struct PairReading {
    PairReader *read;
    void *context;
    int leg;      /* of the game that comes next */
    int64_t pair; /* of the game before */
    GameSummary games[2];
} PairReading;

/* The game's place in its pair, which must be the next one, its ruleset and engines. */
static Status read_place(PairReading *reading, sqlite3_stmt *row, int64_t place[3], Error *error)
{
    int64_t leg = 0, least = reading->leg ? reading->pair : 0;
    int64_t most = reading->leg ? reading->pair : INT64_MAX;
    Status status = column_number(row, 0, "pair of a game", least, most, &reading->pair, error);
    if (status == STATUS_OK)
        status = column_number(row, 1, "leg of a game", reading->leg, reading->leg, &leg, error);
    if (status == STATUS_OK)
        status =
            column_number(row, 2, "game's ruleset", 0, STORE_RULESETS_MAX - 1, &place[0], error);
    for (int i = 1; status == STATUS_OK && i < 3; i++)
        status = column_number(row, 2 + i, "game's engine", 0, SCHEDULE_ENGINES_MAX - 1, &place[i],
                               error);
    return status;
}

static Status read_summary(void *context, sqlite3_stmt *row, Error *error)
{
    PairReading *reading = context;
    int64_t place[3], plies = 0, overruns = 0;
    Outcome result = OUTCOME_OPEN;
    Status status = read_place(reading, row, place, error);
    if (status == STATUS_OK)
        status = column_number(row, 7, "plies", 0, INT32_MAX, &plies, error);
    if (status == STATUS_OK)
        status = column_number(row, 8, "overruns", 0, INT32_MAX, &overruns, error);
    if (status == STATUS_OK)
        status = read_result(column_text(row, 5), &result, error);
    if (status != STATUS_OK)
        return status;
    GameSummary *summary = &reading->games[reading->leg];
    *summary = (GameSummary){
        .game = (int)place[0],
        .first = (int)place[1],
        .second = (int)place[2],
        .result = result,
        .ending = ending_find(column_text(row, 6)),
        .plies = (int)plies,
        .overruns = (int)overruns,
        .overrun_most = (uint64_t)sqlite3_column_int64(row, 9) * 1000,
        .work = {column_work(row, 10), column_work(row, 14)},
    };
    if (summary->ending == ENDINGS)
        return error_set(error, STATUS_BAD_TEXT, "unknown ending '%.40s' in the database",
                         column_text(row, 6));
    reading->leg = !reading->leg;
    if (reading->leg)
        return STATUS_OK;
    return reading->read(reading->context, (uint64_t)reading->pair, reading->games, error);
}

Status store_each_pair(Store *store, int64_t run, PairReader *read, void *context, Error *error)
{
    PairReading reading = {.read = read, .context = context};
    sqlite3_stmt *statement = NULL;
    Status status = store_prepare(
        store,
        "SELECT pair, leg, ruleset, first, second, result, ending, plies, overruns,"
        " overrun_microseconds, first_turns, first_nodes, first_playouts, first_microseconds,"
        " second_turns, second_nodes, second_playouts, second_microseconds"
        " FROM games WHERE game >= ? AND game < ? ORDER BY game",
        &statement, error);
    if (status != STATUS_OK)
        return status;
    bind_number(statement, 1, run << RUN_SHIFT);
    bind_number(statement, 2, (run + 1) << RUN_SHIFT);
    return store_each_row(store, statement, read_summary, &reading, error);
}

static Status read_count(void *context, sqlite3_stmt *row, Error *error)
{
    (void)error;
    *(uint64_t *)context = (uint64_t)sqlite3_column_int64(row, 0);
    return STATUS_OK;
}

Status store_repeated_games(Store *store, int64_t run, uint64_t *games, Error *error)
{
    sqlite3_stmt *statement = NULL;
    Status status =
        store_prepare(store,
                      "SELECT ifnull(sum(n - 1), 0) FROM (SELECT count(*) AS n FROM games"
                      " WHERE game >= ? AND game < ?"
                      " GROUP BY ruleset, first, second, opening, moves)",
                      &statement, error);
    *games = 0;
    if (status != STATUS_OK)
        return status;
    bind_number(statement, 1, run << RUN_SHIFT);
    bind_number(statement, 2, (run + 1) << RUN_SHIFT);
    return store_each_row(store, statement, read_count, games, error);
}

typedef struct GameReading {
    GameReader *read;
    void *context;
} GameReading;

/* The opening, the ruleset and the engines, which other tables hold, are there. */
static Status check_references(sqlite3_stmt *row, Error *error)
{
    for (int column = 10; column < 14; column++)
        if (sqlite3_column_type(row, column) == SQLITE_NULL)
            return error_set(error, STATUS_BAD_TEXT,
                             "the database is damaged: pair %" PRId64
                             " is of an unknown engine, game or opening",
                             (int64_t)sqlite3_column_int64(row, 1));
    return STATUS_OK;
}

static Status read_game(void *context, sqlite3_stmt *row, Error *error)
{
    const GameReading *reading = context;
    int64_t numbers[6];
    if (check_references(row, error) != STATUS_OK)
        return error->status;
    static const struct {
        const char *what;
        int column, most;
    } counts[6] = {
        {"leg of a game", 2, 1},         {"stage of a game", 3, INT32_MAX}, {"plies", 6, INT32_MAX},
        {"opening plies", 7, INT32_MAX}, {"overruns", 8, INT32_MAX},        {"mover", 10, 1},
    };
    for (int i = 0; i < 6; i++) {
        Status status = column_number(row, counts[i].column, counts[i].what, 0, counts[i].most,
                                      &numbers[i], error);
        if (status != STATUS_OK)
            return status;
    }
    GameRow game = {
        .run = sqlite3_column_int64(row, 0),
        .pair = (uint64_t)sqlite3_column_int64(row, 1),
        .leg = (int)numbers[0],
        .stage = (int)numbers[1],
        .opening = (uint64_t)sqlite3_column_int64(row, 4),
        .seed = (uint64_t)sqlite3_column_int64(row, 5),
        .plies = (int)numbers[2],
        .opening_plies = (int)numbers[3],
        .overruns = (int)numbers[4],
        .overrun_microseconds = (uint64_t)sqlite3_column_int64(row, 9),
        .start_mover = (int)numbers[5],
        .ruleset = column_text(row, 11),
        .first = column_text(row, 12),
        .second = column_text(row, 13),
        .first_spec = column_text(row, 14),
        .second_spec = column_text(row, 15),
        .result = column_text(row, 16),
        .ending = column_text(row, 17),
        .reason = column_text(row, 18),
        .failure = column_optional_text(row, 19),
        .start = column_text(row, 20),
        .final = column_text(row, 21),
        .moves = column_text(row, 22),
        .searches = column_text(row, 23),
        .times = column_text(row, 24),
        .ended = column_text(row, 25),
        .board = column_optional_text(row, 26),
    };
    return reading->read(reading->context, &game, error);
}

Status store_each_game(Store *store, int64_t run, GameReader *read, void *context, Error *error)
{
    GameReading reading = {.read = read, .context = context};
    sqlite3_stmt *statement = NULL;
    Status status = store_prepare(
        store,
        "SELECT g.run, g.pair, g.leg, g.stage, g.opening, g.seed, g.plies, g.opening_plies,"
        " g.overruns, g.overrun_microseconds, o.mover, r.name, one.name, two.name, one.spec,"
        " two.spec, g.result, g.ending, g.reason, g.failure, o.start, g.final, g.moves, g.searches,"
        " g.times, g.ended, r.board FROM games g"
        " LEFT JOIN openings o ON o.run = g.run AND o.ruleset = g.ruleset AND o.opening = g.opening"
        " LEFT JOIN rulesets r ON r.run = g.run AND r.ruleset = g.ruleset"
        " LEFT JOIN engines one ON one.run = g.run AND one.engine = g.first"
        " LEFT JOIN engines two ON two.run = g.run AND two.engine = g.second"
        " WHERE ?1 = 0 OR g.run = ?1 ORDER BY g.game",
        &statement, error);
    if (status != STATUS_OK)
        return status;
    bind_number(statement, 1, run);
    return store_each_row(store, statement, read_game, &reading, error);
}
