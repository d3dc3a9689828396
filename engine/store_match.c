/* The folder of `skirmish match --out` as a database in memory, so that matches are read as
 * tournaments are. SQLite takes the JSON apart. */
#include "engine/store_private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ?1 is the summary. Its settings become the plan; the whole of it is one session. */
static const char runs_query[] =
    "INSERT INTO runs SELECT 1, 'match', 'match', 'game = ' || (?1 ->> '$.game') || char(10) ||"
    " (SELECT group_concat('engine = ' || (value ->> '$.spec'), char(10))"
    "  FROM json_each(?1, '$.engines')) || char(10) || 'games = ' || (?1 ->> '$.games') ||"
    " char(10) || 'seed = ' || (?1 -> '$.seed') || char(10) || 'opening-plies = ' ||"
    " (?1 ->> '$.opening_plies') || char(10) || 'max-plies = ' || (?1 ->> '$.max_plies') ||"
    " ifnull(char(10) || 'board = ' || (?1 ->> '$.board'), '') || char(10), ?1 -> '$.seed',"
    " (?1 ->> '$.games') / 2, ?1 ->> '$.date',"
    " CASE WHEN (?1 ->> '$.finished') >= (?1 ->> '$.games') THEN ?1 ->> '$.date' END, NULL";
static const char sessions_query[] =
    "INSERT INTO sessions SELECT 1, 1, ?1 ->> '$.date', ?1 ->> '$.version', ?1 ->> '$.commit',"
    " ?1 ->> '$.compiler', ?1 ->> '$.flags', ?1 ->> '$.cpu', ?1 ->> '$.processors',"
    " ?1 ->> '$.threads', ''";
static const char engines_query[] =
    "INSERT INTO engines SELECT 1, key, value ->> '$.name', value ->> '$.spec'"
    " FROM json_each(?1, '$.engines')";
static const char rulesets_query[] =
    "INSERT INTO rulesets SELECT 1, 0, ?1 ->> '$.game', ?1 ->> '$.board'";

static const char *const summary_queries[] = {runs_query, sessions_query, engines_query,
                                              rulesets_query};

/* ?1 is a game's line, ?2 who moves in its start position. A pair's opening has the pair's number;
 * seeds of 64 bits are more than SQL reads from JSON, and nothing here asks for them. */
static const char opening_query[] =
    "INSERT OR IGNORE INTO openings SELECT 1, 0, ?1 ->> '$.pair', 0, ?2, ?1 ->> '$.start',"
    " ifnull((SELECT group_concat(value, ' ') FROM json_each(?1, '$.moves')"
    "  WHERE key < (?1 ->> '$.opening_plies')), '')";

#define GAME_WORK(player, value)                                                 \
    "ifnull((SELECT sum(value ->> '$[" value "]') FROM json_each(?1, '$.plies')" \
    " WHERE (key + ?2 + (?1 ->> '$.opening_plies')) % 2 = " player "), 0)"
#define GAME_TURNS(player)                           \
    "(SELECT count(*) FROM json_each(?1, '$.plies')" \
    " WHERE (key + ?2 + (?1 ->> '$.opening_plies')) % 2 = " player ")"

/* clang-format off */
static const char game_query[] =
    "INSERT INTO games SELECT (1 << 40) + (?1 ->> '$.index'), 1, ?1 ->> '$.pair',"
    " (?1 ->> '$.index') % 2, 0, 0, ?1 ->> '$.pair',"
    " (SELECT min(engine) FROM engines WHERE name = ?1 ->> '$.first'),"
    " (SELECT max(engine) FROM engines WHERE name = ?1 ->> '$.second'),"
    " ?1 ->> '$.result', ?1 ->> '$.ending', ?1 ->> '$.reason', ?1 ->> '$.failure',"
    " ?1 ->> '$.ply_count', ?1 ->> '$.opening_plies', 0, ?1 ->> '$.final',"
    " ifnull((SELECT group_concat(value, ' ') FROM json_each(?1, '$.moves')), ''),"
    " (SELECT json_group_array(json_array(value ->> '$[0]', value ->> '$[1]', value ->> '$[2]',"
    "  value ->> '$[3]')) FROM json_each(?1, '$.plies')), "
    GAME_TURNS("0") ", " GAME_WORK("0", "2") ", " GAME_WORK("0", "3") ", "
    GAME_TURNS("1") ", " GAME_WORK("1", "2") ", " GAME_WORK("1", "3") ", 1,"
    " (SELECT created FROM runs), " GAME_WORK("0", "4") ", " GAME_WORK("1", "4") ", 0, 0,"
    " (SELECT json_group_array(value ->> '$[4]') FROM json_each(?1, '$.plies'))";
/* clang-format on */

/* A match that was stopped may lack the second game of a pair. */
static const char pairs_query[] =
    "DELETE FROM games WHERE pair IN (SELECT pair FROM games GROUP BY pair HAVING count(*) < 2)";

/* Something of the folder that is being read. */
typedef struct MatchReading {
    Store *store;
    MoverFinder *find_mover;
    char path[4200];
    char *line; /* owned by getline */
    size_t size;
    uint64_t number; /* of the line */
    sqlite3_stmt *start, *opening, *game;
} MatchReading;

static FILE *open_part(MatchReading *reading, const char *folder, const char *name, Error *error)
{
    Text path = TEXT_OF(reading->path);
    text_format(&path, "%s/%s", folder, name);
    FILE *file = path.overflow ? NULL : fopen(reading->path, "r");
    if (!file)
        error_set(error, STATUS_NO_FILE, "cannot read '%.150s': %s", reading->path,
                  path.overflow ? "the path is too long" : strerror(errno));
    return file;
}

static Status bad_line(const MatchReading *reading, Error *error)
{
    return error_set(error, STATUS_BAD_TEXT, "'%.150s', line %llu: not what a match writes: %.80s",
                     reading->path, (unsigned long long)reading->number,
                     sqlite3_errmsg(reading->store->database));
}

/* Runs a statement on the line; `mover` is its second value, if it has one. */
static Status take_line(const MatchReading *reading, sqlite3_stmt *statement, int mover,
                        Error *error)
{
    bind_text(statement, 1, reading->line);
    if (sqlite3_bind_parameter_count(statement) > 1)
        bind_number(statement, 2, mover);
    Status status = sqlite3_step(statement) == SQLITE_DONE ? STATUS_OK : bad_line(reading, error);
    sqlite3_reset(statement);
    return status;
}

static Status read_summary(MatchReading *reading, const char *folder, Error *error)
{
    FILE *file = open_part(reading, folder, "summary.json", error);
    if (!file)
        return STATUS_NO_FILE;
    reading->number = 1;
    Status status = getline(&reading->line, &reading->size, file) > 0
                        ? STATUS_OK
                        : error_set(error, STATUS_BAD_TEXT, "'%.150s' is empty: did the match end?",
                                    reading->path);
    fclose(file);
    for (size_t i = 0;
         status == STATUS_OK && i < sizeof summary_queries / sizeof summary_queries[0]; i++) {
        sqlite3_stmt *statement = NULL;
        status = store_prepare(reading->store, summary_queries[i], &statement, error);
        if (status == STATUS_OK)
            status = take_line(reading, statement, 0, error);
        sqlite3_finalize(statement);
    }
    return status;
}

/* Who moves in the line's start position. */
static Status read_mover(const MatchReading *reading, int *mover, Error *error)
{
    bind_text(reading->start, 1, reading->line);
    Status status = STATUS_OK;
    if (sqlite3_step(reading->start) != SQLITE_ROW || !column_optional_text(reading->start, 0) ||
        !column_optional_text(reading->start, 2))
        status = bad_line(reading, error);
    else
        status = reading->find_mover(column_optional_text(reading->start, 0),
                                     column_optional_text(reading->start, 1),
                                     column_optional_text(reading->start, 2), mover, error);
    sqlite3_reset(reading->start);
    return status;
}

static Status read_games(MatchReading *reading, const char *folder, Error *error)
{
    Store *store = reading->store;
    FILE *file = open_part(reading, folder, "games.jsonl", error);
    if (!file)
        return STATUS_NO_FILE;
    Status status =
        store_prepare(store, "SELECT ?1 ->> '$.game', board, ?1 ->> '$.start' FROM rulesets",
                      &reading->start, error);
    if (status == STATUS_OK)
        status = store_prepare(store, opening_query, &reading->opening, error);
    if (status == STATUS_OK)
        status = store_prepare(store, game_query, &reading->game, error);
    for (reading->number = 1;
         status == STATUS_OK && getline(&reading->line, &reading->size, file) > 0;
         reading->number++) {
        int mover = 0;
        status = read_mover(reading, &mover, error);
        if (status == STATUS_OK)
            status = take_line(reading, reading->opening, mover, error);
        if (status == STATUS_OK)
            status = take_line(reading, reading->game, mover, error);
    }
    fclose(file);
    return status == STATUS_OK ? store_execute(store, pairs_query, error) : status;
}

static Status open_memory(Store *store, Error *error)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(":memory:", &store->database, flags, NULL) != SQLITE_OK)
        return store_error(store, "open", error);
    Status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < STORE_SCHEMA; i++)
        status = store_execute(store, store_schemas[i], error);
    store->schema = STORE_SCHEMA;
    return status == STATUS_OK ? store_execute(store, "BEGIN", error) : status;
}

Status store_open_match(const char *folder, MoverFinder *find_mover, Store **store, Error *error)
{
    MatchReading reading = {.store = calloc(1, sizeof *reading.store), .find_mover = find_mover};
    if (!reading.store)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a database");
    reading.store->lock = -1;
    Text path = TEXT_OF(reading.store->path);
    text_string(&path, folder);
    Status status = open_memory(reading.store, error);
    if (status == STATUS_OK)
        status = read_summary(&reading, folder, error);
    if (status == STATUS_OK)
        status = read_games(&reading, folder, error);
    sqlite3_finalize(reading.start);
    sqlite3_finalize(reading.opening);
    sqlite3_finalize(reading.game);
    free(reading.line);
    if (status == STATUS_OK)
        status = store_execute(reading.store, "COMMIT", error);
    if (status == STATUS_OK)
        *store = reading.store;
    else
        store_close(reading.store);
    return status;
}
