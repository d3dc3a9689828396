/* What the files of the store share: the open database and small helpers around SQLite. */
#ifndef ENGINE_STORE_PRIVATE_H
#define ENGINE_STORE_PRIVATE_H

#include "engine/store.h"

#include <sqlite3.h>

enum { STORE_APPLICATION = 0x534b524d }; /* "SKRM": marks the file as ours */

struct Store {
    sqlite3 *database;
    sqlite3_stmt *begin, *commit, *add_game; /* NULL in a store that is only read */
    int schema;                              /* of the file */
    int lock;                                /* file descriptor that holds the writer's lock, -1 */
    uint64_t checkpoint_at;                  /* wall clock */
    int wal_pages;
    char path[4096];
};

/* What schema i + 1 added to schema i: tables and views. All of them in order make a new file. */
extern const char *const store_schemas[STORE_SCHEMA];

enum { IDENTITY_SIZE = 40, TIME_SIZE = 32 };

/* A word that no other run or bench has. */
void store_make_identity(char identity[IDENTITY_SIZE]);

/* Binds version, commit, compiler, flags, processor, processors, threads and host from `at`. */
void bind_session(sqlite3_stmt *statement, int at, const SessionInfo *info);

/* "cannot <what> '<path>': <reason>", the reason in words of the user's. */
Status store_error(const Store *store, const char *what, Error *error);

Status store_execute(const Store *store, const char *sql, Error *error);
Status store_prepare(const Store *store, const char *sql, sqlite3_stmt **statement, Error *error);

/* Steps a statement that gives no row, and resets it. */
Status store_step(const Store *store, sqlite3_stmt *statement, Error *error);

/* Ends a transaction: commits if the status is good, else rolls back. Returns the status. */
Status store_end(Store *store, Status status, Error *error);
Status store_begin(Store *store, Error *error);

/* Values by position from 1; NULL is NULL. */
void bind_number(sqlite3_stmt *statement, int at, int64_t number);
void bind_text(sqlite3_stmt *statement, int at, const char *text);

/* Texts by position from 0, borrowed until the statement is stepped or reset. A file may hold what
 * this program never wrote: where there must be a text, NULL is read as "". */
const char *column_text(sqlite3_stmt *row, int at);
const char *column_optional_text(sqlite3_stmt *row, int at);

/* Reads a number that must be in minimum .. maximum; fails with what it is the number of. */
Status column_number(sqlite3_stmt *row, int at, const char *what, int64_t minimum, int64_t maximum,
                     int64_t *number, Error *error);

/* Calls `read` for each row until it fails; closes the statement. */
typedef Status RowReader(void *context, sqlite3_stmt *row, Error *error);
Status store_each_row(const Store *store, sqlite3_stmt *statement, RowReader *read, void *context,
                      Error *error);

/* Seconds since 1970 as "2026-01-31T12:00:00Z". */
void store_now(char *text, size_t size);

#endif
