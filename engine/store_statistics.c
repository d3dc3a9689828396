/* What a report counts over all games of a database; the counting is the database's. */
#include "engine/store_private.h"

/* The first read fixes what a transaction sees. */
Status store_freeze(Store *store, Error *error)
{
    if (sqlite3_exec(store->database, "BEGIN; SELECT 1 FROM runs", NULL, NULL, NULL) == SQLITE_OK)
        return STATUS_OK;
    return store_error(store, "read", error);
}

typedef struct GroupReading {
    GroupReader *read;
    void *context;
} GroupReading;

static Status read_group(void *context, sqlite3_stmt *row, Error *error)
{
    const GroupReading *reading = context;
    GroupRow group = {
        .ruleset = column_text(row, 0),
        .board = column_optional_text(row, 1),
        .key = column_optional_text(row, 2),
        .detail = column_optional_text(row, 3),
        .wins = (uint64_t)sqlite3_column_int64(row, 4),
        .draws = (uint64_t)sqlite3_column_int64(row, 5),
        .losses = (uint64_t)sqlite3_column_int64(row, 6),
    };
    return reading->read(reading->context, &group, error);
}

#define GROUP_COUNTS "sum(result = '1-0'), sum(result = '1/2-1/2'), sum(result = '0-1')"
#define GROUP_GAMES                                                  \
    " FROM games g JOIN rulesets r ON r.run = g.run AND r.ruleset =" \
    " g.ruleset"
#define GROUP_WHERE " WHERE ?1 = 0 OR g.run = ?1 GROUP BY r.name, r.board, "

Status store_each_group(Store *store, int64_t run, Grouping grouping, GroupReader *read,
                        void *context, Error *error)
{
    static const char *const queries[] = {
        [GROUP_LENGTH] = "SELECT r.name, r.board, g.plies, ''," GROUP_COUNTS GROUP_GAMES GROUP_WHERE
                         "g.plies ORDER BY r.name, r.board, g.plies",
        [GROUP_ENDING] =
            "SELECT r.name, r.board, g.reason, g.ending," GROUP_COUNTS GROUP_GAMES GROUP_WHERE
            "g.ending, g.reason ORDER BY r.name, r.board, count(*) DESC, g.ending, g.reason",
        [GROUP_OPENING] =
            "SELECT r.name, r.board, o.moves, o.start," GROUP_COUNTS GROUP_GAMES
            " JOIN openings o ON o.run = g.run AND o.ruleset = g.ruleset AND o.opening = "
            "g.opening" GROUP_WHERE "o.start, o.moves ORDER BY r.name, r.board, count(*) DESC,"
            " abs(sum(result = '1-0') - sum(result = '0-1')) DESC, o.start, o.moves",
    };
    GroupReading reading = {read, context};
    sqlite3_stmt *statement = NULL;
    Status status = store_prepare(store, queries[grouping], &statement, error);
    if (status != STATUS_OK)
        return status;
    bind_number(statement, 1, run);
    return store_each_row(store, statement, read_group, &reading, error);
}

typedef struct SessionReading {
    SessionReader *read;
    void *context;
} SessionReading;

static Status read_session(void *context, sqlite3_stmt *row, Error *error)
{
    const SessionReading *reading = context;
    SessionInfo info = {
        .version = column_text(row, 1),
        .commit = column_text(row, 2),
        .compiler = column_text(row, 3),
        .flags = column_text(row, 4),
        .cpu = column_text(row, 5),
        .processors = sqlite3_column_int(row, 6),
        .threads = sqlite3_column_int(row, 7),
        .host = column_text(row, 8),
    };
    return reading->read(reading->context, column_text(row, 0), &info,
                         (uint64_t)sqlite3_column_int64(row, 9), error);
}

Status store_each_session(Store *store, int64_t run, SessionReader *read, void *context,
                          Error *error)
{
    SessionReading reading = {read, context};
    sqlite3_stmt *statement = NULL;
    Status status = store_prepare(
        store,
        "SELECT started, version, revision, compiler, flags, cpu, processors, threads, host,"
        " (SELECT count(*) FROM games g WHERE g.run = s.run AND g.session = s.session)"
        " FROM sessions s WHERE run = ? ORDER BY session",
        &statement, error);
    if (status != STATUS_OK)
        return status;
    bind_number(statement, 1, run);
    return store_each_row(store, statement, read_session, &reading, error);
}
