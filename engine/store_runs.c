/* Runs in the database: plans, sessions, merging. */
#include "engine/store_private.h"

#include "engine/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void store_make_identity(char identity[IDENTITY_SIZE])
{
    struct {
        struct timespec now;
        long process;
        char host[64];
    } source;
    memset(&source, 0, sizeof source);
    clock_gettime(CLOCK_REALTIME, &source.now);
    source.process = (long)getpid();
    gethostname(source.host, sizeof source.host - 1);
    uint64_t key = hash_bytes(&source, sizeof source);
    snprintf(identity, IDENTITY_SIZE, "%016llx%016llx", (unsigned long long)key,
             (unsigned long long)hash_bytes(&key, sizeof key));
}

static Status add_header(Store *store, const RunHeader *header, int64_t *run, Error *error)
{
    char identity[IDENTITY_SIZE], created[TIME_SIZE];
    sqlite3_stmt *statement = NULL;
    Status status = store_prepare(store,
                                  "INSERT INTO runs(identity, format, config, seed, planned_pairs,"
                                  " created) VALUES(?, ?, ?, ?, ?, ?)",
                                  &statement, error);
    if (status != STATUS_OK)
        return status;
    store_make_identity(identity);
    store_now(created, sizeof created);
    bind_text(statement, 1, identity);
    bind_text(statement, 2, header->format);
    bind_text(statement, 3, header->config);
    bind_text(statement, 4, header->seed);
    bind_number(statement, 5, (int64_t)header->planned_pairs);
    bind_text(statement, 6, created);
    status = store_step(store, statement, error);
    sqlite3_finalize(statement);
    *run = sqlite3_last_insert_rowid(store->database);
    return status;
}

/* Adds rows (run, number, name, text) to one of the tables of names. */
static Status add_names(Store *store, const char *sql, int64_t run, int count,
                        const char *const *names, const char *const *texts, Error *error)
{
    sqlite3_stmt *statement = NULL;
    Status status = store_prepare(store, sql, &statement, error);
    for (int i = 0; status == STATUS_OK && i < count; i++) {
        bind_number(statement, 1, run);
        bind_number(statement, 2, i);
        bind_text(statement, 3, names[i]);
        bind_text(statement, 4, texts[i]);
        status = store_step(store, statement, error);
    }
    sqlite3_finalize(statement);
    return status;
}

static Status add_rulesets(Store *store, const RunPlan *plan, int64_t run, Error *error)
{
    const char *names[STORE_RULESETS_MAX], *boards[STORE_RULESETS_MAX];
    for (int i = 0; i < plan->game_count; i++) {
        names[i] = plan->games[i]->name;
        boards[i] = plan->board;
    }
    return add_names(store, "INSERT INTO rulesets VALUES(?, ?, ?, ?)", run, plan->game_count, names,
                     boards, error);
}

/* The turns of an opening as words. */
static void write_turns(const Game *game, const Opening *opening, Text *text)
{
    Move *moves = (Move *)opening->moves; /* the walk only reads */
    GameRecord record = {
        .start = opening->start, .moves = moves, .move_count = opening->move_count};
    GameWalk walk = game_walk_start(game, &record);
    while (walk.at < record.move_count) {
        if (text->length)
            text_char(text, ' ');
        game_walk_next(&walk, text);
    }
}

static Status add_openings(Store *store, const RunPlan *plan, int64_t run, int ruleset,
                           Error *error)
{
    static const size_t moves_size = 1 << 16;
    const OpeningBook *book = &plan->books[ruleset];
    const Game *game = plan->games[ruleset];
    sqlite3_stmt *statement = NULL;
    char start[POSITION_TEXT_MAX], *moves = malloc(moves_size);
    Status status = moves ? store_prepare(store, "INSERT INTO openings VALUES(?, ?, ?, ?, ?, ?, ?)",
                                          &statement, error)
                          : error_set(error, STATUS_NO_MEMORY, "no memory for the openings");
    for (size_t i = 0; status == STATUS_OK && i < book->count; i++) {
        Opening opening = opening_book_at(book, i);
        Text start_text = TEXT_OF(start), moves_text = text_over(moves, moves_size);
        game->format(&opening.start, &start_text);
        write_turns(game, &opening, &moves_text);
        bind_number(statement, 1, run);
        bind_number(statement, 2, ruleset);
        bind_number(statement, 3, (int64_t)i);
        bind_number(statement, 4, (int64_t)opening.seed);
        bind_number(statement, 5, game->mover(&opening.start));
        bind_text(statement, 6, start);
        bind_text(statement, 7, moves);
        status = store_step(store, statement, error);
    }
    sqlite3_finalize(statement);
    free(moves);
    return status;
}

Status store_add_run(Store *store, const RunPlan *plan, int64_t *run, Error *error)
{
    Status status = store_begin(store, error);
    if (status == STATUS_OK)
        status = add_header(store, &plan->header, run, error);
    if (status == STATUS_OK)
        status = add_names(store, "INSERT INTO engines VALUES(?, ?, ?, ?)", *run,
                           plan->engine_count, plan->names, plan->specs, error);
    if (status == STATUS_OK)
        status = add_rulesets(store, plan, *run, error);
    for (int i = 0; status == STATUS_OK && i < plan->game_count; i++)
        status = add_openings(store, plan, *run, i, error);
    return store_end(store, status, error);
}

/* A reader of the caller's and its context, behind a reader of rows. */
typedef struct Forward {
    RunReader *read_run;
    NameReader *read_name;
    void *context;
    const char *what; /* has the names */
    int most;         /* highest number of a name */
    bool optional_text;
} Forward;

static Status forward_run(void *context, sqlite3_stmt *row, Error *error)
{
    const Forward *forward = context;
    int64_t run = 0;
    Status status = column_number(row, 0, "number of a tournament", 1, STORE_RUNS_MAX, &run, error);
    if (status != STATUS_OK)
        return status;
    RunHeader header = {
        .run = run,
        .identity = column_text(row, 1),
        .format = column_text(row, 2),
        .config = column_text(row, 3),
        .seed = column_text(row, 4),
        .planned_pairs = (uint64_t)sqlite3_column_int64(row, 5),
        .created = column_text(row, 6),
        .finished = column_optional_text(row, 7),
        .verdict = column_optional_text(row, 8),
    };
    return forward->read_run(forward->context, &header, error);
}

Status store_each_run(Store *store, RunReader *read, void *context, Error *error)
{
    Forward forward = {.read_run = read, .context = context};
    sqlite3_stmt *statement = NULL;
    Status status = store_prepare(store,
                                  "SELECT run, identity, format, config, seed, planned_pairs,"
                                  " created, finished, verdict FROM runs ORDER BY run",
                                  &statement, error);
    return status == STATUS_OK ? store_each_row(store, statement, forward_run, &forward, error)
                               : status;
}

static Status forward_name(void *context, sqlite3_stmt *row, Error *error)
{
    const Forward *forward = context;
    int64_t number = 0;
    Status status = column_number(row, 0, forward->what, 0, forward->most, &number, error);
    const char *text = forward->optional_text ? column_optional_text(row, 2) : column_text(row, 2);
    if (status != STATUS_OK)
        return status;
    return forward->read_name(forward->context, (int)number, column_text(row, 1), text, error);
}

static Status each_name(Store *store, const char *sql, int64_t run, Forward forward, Error *error)
{
    sqlite3_stmt *statement = NULL;
    Status status = store_prepare(store, sql, &statement, error);
    if (status != STATUS_OK)
        return status;
    bind_number(statement, 1, run);
    return store_each_row(store, statement, forward_name, &forward, error);
}

Status store_each_engine(Store *store, int64_t run, NameReader *read, void *context, Error *error)
{
    Forward forward = {.read_name = read,
                       .context = context,
                       .what = "number of an engine",
                       .most = SCHEDULE_ENGINES_MAX - 1};
    return each_name(store, "SELECT engine, name, spec FROM engines WHERE run = ? ORDER BY engine",
                     run, forward, error);
}

Status store_each_ruleset(Store *store, int64_t run, NameReader *read, void *context, Error *error)
{
    Forward forward = {.read_name = read,
                       .context = context,
                       .what = "number of a ruleset",
                       .most = STORE_RULESETS_MAX - 1,
                       .optional_text = true};
    return each_name(store,
                     "SELECT ruleset, name, board FROM rulesets WHERE run = ? ORDER BY ruleset",
                     run, forward, error);
}

/* A book being read. */
typedef struct BookReading {
    const Game *game;
    const Board *board;
    OpeningBook *book;
    Move *moves; /* owned */
    size_t capacity;
} BookReading;

/* Fails unless games can begin or go on here. */
static Status check_open(const Game *game, const Position *position, Error *error)
{
    if (!game->mid_turn(position) && game->outcome(position) == OUTCOME_OPEN)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_TEXT,
                     "the database is damaged: an opening that ends the game or stands in a turn");
}

/* Reads an opening's turns into the moves. */
static Status read_turns(BookReading *reading, const char *words, Opening *opening, Error *error)
{
    Position position = opening->start;
    Status status = check_open(reading->game, &position, error);
    size_t needed = (strlen(words) + 2) / 2 * TURN_PARTS_MAX;
    if (needed > reading->capacity) {
        Move *moves = realloc(reading->moves, needed * sizeof *moves);
        if (!moves)
            return error_set(error, STATUS_NO_MEMORY, "no memory for an opening");
        reading->moves = moves;
        reading->capacity = needed;
    }
    while (status == STATUS_OK && *(words += strspn(words, " "))) {
        char word[TURN_TEXT_MAX] = "";
        size_t length = strcspn(words, " ");
        Turn turn;
        if (length < sizeof word)
            memcpy(word, words, length);
        status = reading->game->turn_parse(&position, word, &turn, error);
        if (status != STATUS_OK)
            return status;
        turn_play(reading->game, &turn, &position);
        memcpy(reading->moves + opening->move_count, turn.parts, (size_t)turn.count * sizeof(Move));
        opening->move_count += (size_t)turn.count;
        words += length;
        status = check_open(reading->game, &position, error);
    }
    opening->moves = reading->moves;
    return status;
}

static Status read_opening(void *context, sqlite3_stmt *row, Error *error)
{
    BookReading *reading = context;
    Opening opening = {.seed = (uint64_t)sqlite3_column_int64(row, 0)};
    Status status =
        reading->game->parse(reading->board, column_text(row, 1), &opening.start, error);
    if (status == STATUS_OK)
        status = read_turns(reading, column_text(row, 2), &opening, error);
    return status == STATUS_OK ? opening_book_add(reading->book, &opening, error) : status;
}

Status store_read_book(Store *store, int64_t run, int ruleset, const Game *game, const Board *board,
                       OpeningBook *book, Error *error)
{
    BookReading reading = {.game = game, .board = board, .book = book};
    sqlite3_stmt *statement = NULL;
    Status status = store_prepare(store,
                                  "SELECT seed, start, moves FROM openings"
                                  " WHERE run = ? AND ruleset = ? ORDER BY opening",
                                  &statement, error);
    if (status != STATUS_OK)
        return status;
    bind_number(statement, 1, run);
    bind_number(statement, 2, ruleset);
    status = store_each_row(store, statement, read_opening, &reading, error);
    free(reading.moves);
    return status;
}

void bind_session(sqlite3_stmt *statement, int at, const SessionInfo *info)
{
    bind_text(statement, at, info->version);
    bind_text(statement, at + 1, info->commit);
    bind_text(statement, at + 2, info->compiler);
    bind_text(statement, at + 3, info->flags);
    bind_text(statement, at + 4, info->cpu);
    bind_number(statement, at + 5, info->processors);
    bind_number(statement, at + 6, info->threads);
    bind_text(statement, at + 7, info->host);
}

Status store_add_session(Store *store, int64_t run, const SessionInfo *info, int64_t *session,
                         Error *error)
{
    char started[TIME_SIZE];
    sqlite3_stmt *statement = NULL;
    Status status = store_prepare(store,
                                  "INSERT INTO sessions(run, started, version, revision, compiler,"
                                  " flags, cpu, processors, threads, host)"
                                  " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                                  &statement, error);
    if (status != STATUS_OK)
        return status;
    store_now(started, sizeof started);
    bind_number(statement, 1, run);
    bind_text(statement, 2, started);
    bind_session(statement, 3, info);
    status = store_step(store, statement, error);
    sqlite3_finalize(statement);
    *session = sqlite3_last_insert_rowid(store->database);
    return status;
}

/* A text that a query leaves behind. */
typedef struct TextResult {
    char *text;
    size_t size;
} TextResult;

static Status keep_text(void *context, sqlite3_stmt *row, Error *error)
{
    const TextResult *result = context;
    (void)error;
    Text text = text_over(result->text, result->size);
    text_string(&text, column_text(row, 0));
    return STATUS_OK;
}

Status store_last_commit(Store *store, int64_t run, char *commit, size_t size, Error *error)
{
    TextResult result = {commit, size};
    sqlite3_stmt *statement = NULL;
    Status status = store_prepare(store,
                                  "SELECT revision FROM sessions WHERE run = ?"
                                  " ORDER BY session DESC LIMIT 1",
                                  &statement, error);
    commit[0] = '\0';
    if (status != STATUS_OK)
        return status;
    bind_number(statement, 1, run);
    return store_each_row(store, statement, keep_text, &result, error);
}

static const char merge_script[] =
    "INSERT INTO runs SELECT run + (SELECT b FROM temp.base), identity, format, config, seed,"
    "  planned_pairs, created, finished, verdict FROM other.runs;"
    "INSERT INTO sessions SELECT session + (SELECT s FROM temp.base),"
    "  run + (SELECT b FROM temp.base), started, version, revision, compiler, flags, cpu,"
    "  processors, threads, host FROM other.sessions;"
    "INSERT INTO engines SELECT run + (SELECT b FROM temp.base), engine, name, spec"
    "  FROM other.engines;"
    "INSERT INTO rulesets SELECT run + (SELECT b FROM temp.base), ruleset, name, board"
    "  FROM other.rulesets;"
    "INSERT INTO openings SELECT run + (SELECT b FROM temp.base), ruleset, opening, seed, mover,"
    "  start, moves FROM other.openings;"
    "INSERT INTO games SELECT game + ((SELECT b FROM temp.base) << 40),"
    "  run + (SELECT b FROM temp.base), pair, leg, stage, ruleset, opening, first, second, result,"
    "  ending, reason, failure, plies, opening_plies, seed, final, moves, searches, first_turns,"
    "  first_nodes, first_playouts, second_turns, second_nodes, second_playouts,"
    "  session + (SELECT s FROM temp.base), ended, first_microseconds, second_microseconds,"
    "  overruns, overrun_microseconds, times FROM other.games ORDER BY game;";

/* What schema 2 added. */
static const char merge_benches[] =
    "INSERT INTO benches SELECT bench + (SELECT e FROM temp.base), identity, command, started,"
    "  version, revision, compiler, flags, cpu, processors, threads, host, huge_pages, governor"
    "  FROM other.benches;"
    "INSERT INTO measurements(bench, ruleset, engine, limits, metric, median, low, high,"
    "  repetitions, threads, signature, taken) SELECT bench + (SELECT e FROM temp.base), ruleset,"
    "  engine, limits, metric, median, low, high, repetitions, threads, signature, taken"
    "  FROM other.measurements ORDER BY measurement;";

static Status count_rows(Store *store, const char *sql, int *count, Error *error)
{
    sqlite3_stmt *statement = NULL;
    Status status = store_prepare(store, sql, &statement, error);
    if (status == STATUS_OK && sqlite3_step(statement) == SQLITE_ROW)
        *count = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return status;
}

/* Copies all rows of the attached database, with numbers beyond those in use. */
static Status copy_other(Store *store, const char *path, int schema, MergeCounts *counts,
                         Error *error)
{
    *counts = (MergeCounts){0};
    Status status = store_begin(store, error);
    if (status != STATUS_OK)
        return status;
    if (sqlite3_exec(store->database,
                     "DROP TABLE IF EXISTS temp.base; CREATE TEMP TABLE base AS SELECT"
                     " (SELECT ifnull(max(run), 0) FROM main.runs) AS b,"
                     " (SELECT ifnull(max(session), 0) FROM main.sessions) AS s,"
                     " (SELECT ifnull(max(bench), 0) FROM main.benches) AS e;",
                     NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(store->database, merge_script, NULL, NULL, NULL) != SQLITE_OK ||
        (schema >= 2 &&
         sqlite3_exec(store->database, merge_benches, NULL, NULL, NULL) != SQLITE_OK)) {
        bool twice = sqlite3_errcode(store->database) == SQLITE_CONSTRAINT;
        status = twice ? error_set(error, STATUS_BAD_ARGUMENT,
                                   "a run of '%.150s' is already in '%.150s'", path, store->path)
                       : store_error(store, "write to", error);
    }
    if (status == STATUS_OK)
        status = count_rows(store, "SELECT count(*) FROM other.runs", &counts->runs, error);
    if (status == STATUS_OK && schema >= 2)
        status = count_rows(store, "SELECT count(*) FROM other.benches", &counts->benches, error);
    return store_end(store, status, error);
}

Status store_merge(Store *store, const char *path, MergeCounts *counts, Error *error)
{
    Store *other = NULL;
    sqlite3_stmt *attach = NULL;
    /* Opened once by itself for the checks. */
    Status status = store_open(path, STORE_READ, &other, error);
    int schema = status == STATUS_OK ? other->schema : 0;
    store_close(status == STATUS_OK ? other : NULL);
    if (status == STATUS_OK)
        status = store_prepare(store, "ATTACH ? AS other", &attach, error);
    if (status != STATUS_OK)
        return status;
    bind_text(attach, 1, path);
    status = store_step(store, attach, error);
    sqlite3_finalize(attach);
    if (status != STATUS_OK)
        return status;
    status = copy_other(store, path, schema, counts, error);
    sqlite3_exec(store->database, "DETACH other", NULL, NULL, NULL);
    return status;
}
