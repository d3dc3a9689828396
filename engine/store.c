/* The database file: opening, errors, transactions. */
#include "engine/store_private.h"

#include "engine/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BUSY_MILLISECONDS = 10000 };

Status store_error(const Store *store, const char *what, Error *error)
{
    const char *reason = sqlite3_errmsg(store->database);
    Status status = STATUS_NO_FILE;
    switch (sqlite3_errcode(store->database) & 0xff) {
    case SQLITE_FULL: reason = "the disk is full"; break;
    case SQLITE_READONLY: reason = "it is read-only"; break;
    case SQLITE_NOTADB: reason = "it is not an SQLite database"; break;
    case SQLITE_CORRUPT: reason = "the file is damaged"; break;
    case SQLITE_IOERR: reason = "the disk is full or fails"; break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: reason = "another program is writing to it"; break;
    case SQLITE_NOMEM:
        reason = "out of memory";
        status = STATUS_NO_MEMORY;
        break;
    default: break;
    }
    return error_set(error, status, "cannot %s '%.150s': %s", what, store->path, reason);
}

Status store_execute(const Store *store, const char *sql, Error *error)
{
    if (sqlite3_exec(store->database, sql, NULL, NULL, NULL) == SQLITE_OK)
        return STATUS_OK;
    return store_error(store, "write to", error);
}

Status store_prepare(const Store *store, const char *sql, sqlite3_stmt **statement, Error *error)
{
    if (sqlite3_prepare_v2(store->database, sql, -1, statement, NULL) == SQLITE_OK)
        return STATUS_OK;
    return store_error(store, "read", error);
}

Status store_step(const Store *store, sqlite3_stmt *statement, Error *error)
{
    Status status = STATUS_OK;
    if (sqlite3_step(statement) != SQLITE_DONE)
        status = store_error(store, "write to", error);
    sqlite3_reset(statement);
    return status;
}

Status store_begin(Store *store, Error *error)
{
    return store_step(store, store->begin, error);
}

Status store_end(Store *store, Status status, Error *error)
{
    if (status == STATUS_OK)
        status = store_step(store, store->commit, error);
    if (status != STATUS_OK && !sqlite3_get_autocommit(store->database))
        sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

void bind_number(sqlite3_stmt *statement, int at, int64_t number)
{
    sqlite3_bind_int64(statement, at, number);
}

void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    if (text)
        sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, at);
}

const char *column_text(sqlite3_stmt *row, int at)
{
    const char *text = column_optional_text(row, at);
    return text ? text : "";
}

const char *column_optional_text(sqlite3_stmt *row, int at)
{
    return (const char *)sqlite3_column_text(row, at);
}

Status column_number(sqlite3_stmt *row, int at, const char *what, int64_t minimum, int64_t maximum,
                     int64_t *number, Error *error)
{
    *number = sqlite3_column_int64(row, at);
    if (*number >= minimum && *number <= maximum)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_TEXT,
                     "the database is damaged: %s: expected a number from %lld to %lld, got %lld",
                     what, (long long)minimum, (long long)maximum, (long long)*number);
}

Status store_each_row(const Store *store, sqlite3_stmt *statement, RowReader *read, void *context,
                      Error *error)
{
    Status status = STATUS_OK;
    int step = SQLITE_ROW;
    while (status == STATUS_OK && (step = sqlite3_step(statement)) == SQLITE_ROW)
        status = read(context, statement, error);
    if (status == STATUS_OK && step != SQLITE_DONE)
        status = store_error(store, "read", error);
    sqlite3_finalize(statement);
    return status;
}

void store_now(char *text, size_t size)
{
    struct tm day;
    time_t now = time(NULL);
    gmtime_r(&now, &day);
    strftime(text, size, "%Y-%m-%dT%H:%M:%SZ", &day);
}

/* One number that a query gives. */
static Status read_value(const Store *store, const char *sql, int64_t *value, Error *error)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL) != SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW) {
        Status status = store_error(store, "open", error);
        sqlite3_finalize(statement);
        return status;
    }
    *value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return STATUS_OK;
}

/* Whether the file is empty, ours, or somebody else's. */
static Status check_schema(Store *store, bool *empty, Error *error)
{
    int64_t objects = 0, application = 0, version = 0;
    Status status = read_value(store, "SELECT count(*) FROM sqlite_schema", &objects, error);
    if (status == STATUS_OK)
        status = read_value(store, "PRAGMA application_id", &application, error);
    if (status == STATUS_OK)
        status = read_value(store, "PRAGMA user_version", &version, error);
    if (status != STATUS_OK)
        return status;
    *empty = objects == 0 && application == 0;
    if (*empty)
        return STATUS_OK;
    if (application != STORE_APPLICATION)
        return error_set(error, STATUS_MISMATCH,
                         "'%.150s' is a database of another program, not of tournaments",
                         store->path);
    store->schema = (int)version;
    if (version < 1 || version > STORE_SCHEMA)
        return error_set(error, STATUS_MISMATCH,
                         "'%.150s' has schema %lld, this program knows schema %d", store->path,
                         (long long)version, STORE_SCHEMA);
    return STATUS_OK;
}

/* Nobody else may write. The lock lives beside SQLite's own; it ends with the process, however that
 * ends, and is closed after the database, since closing a file drops its process's other locks. */
static Status lock_file(Store *store, StoreMode mode, Error *error)
{
    int flags = mode == STORE_WRITE ? O_RDWR | O_CREAT | O_CLOEXEC : O_RDWR | O_CLOEXEC;
    store->lock = open(store->path, flags, 0666);
    if (store->lock < 0)
        return error_set(error, STATUS_NO_FILE, "cannot write to '%.150s': %s", store->path,
                         strerror(errno));
    if (flock(store->lock, LOCK_EX | LOCK_NB) != 0)
        return error_set(error, STATUS_NO_FILE,
                         "cannot write to '%.150s': another program is writing to it", store->path);
    return STATUS_OK;
}

static int count_pages(void *context, sqlite3 *database, const char *name, int pages)
{
    (void)database, (void)name;
    ((Store *)context)->wal_pages = pages;
    return SQLITE_OK;
}

/* Adds what the file's schema lacks: everything to a new file, whose schema is 0. */
static Status bring_up_to_date(Store *store, Error *error)
{
    char marks[128];
    Text text = TEXT_OF(marks);
    text_format(&text, "PRAGMA application_id = %d; PRAGMA user_version = %d;", STORE_APPLICATION,
                STORE_SCHEMA);
    Status status = store_begin(store, error);
    for (int schema = store->schema; status == STATUS_OK && schema < STORE_SCHEMA; schema++)
        status = store_execute(store, store_schemas[schema], error);
    if (status == STATUS_OK)
        status = store_execute(store, marks, error);
    status = store_end(store, status, error);
    if (status == STATUS_OK)
        store->schema = STORE_SCHEMA;
    return status;
}

/* Write-ahead mode: readers do not disturb the writer. The log is written back by store_add_pair.
 */
static Status prepare_writing(Store *store, Error *error)
{
    if (sqlite3_db_readonly(store->database, "main"))
        return error_set(error, STATUS_NO_FILE, "cannot write to '%.150s': it is read-only",
                         store->path);
    Status status = store_execute(store,
                                  "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                                  "PRAGMA wal_autocheckpoint = 0; PRAGMA foreign_keys = ON;",
                                  error);
    sqlite3_wal_hook(store->database, count_pages, store);
    if (status == STATUS_OK)
        status = store_prepare(store, "BEGIN IMMEDIATE", &store->begin, error);
    if (status == STATUS_OK)
        status = store_prepare(store, "COMMIT", &store->commit, error);
    return status == STATUS_OK && store->schema < STORE_SCHEMA ? bring_up_to_date(store, error)
                                                               : status;
}

/* SQLite would leave its journal beside a device. */
static Status check_kind(const Store *store, Error *error)
{
    struct stat file;
    if (stat(store->path, &file) != 0 || S_ISREG(file.st_mode))
        return STATUS_OK;
    return error_set(error, STATUS_NO_FILE, "cannot open '%.150s': not a regular file",
                     store->path);
}

static Status open_file(Store *store, StoreMode mode, Error *error)
{
    Status status = check_kind(store, error);
    if (status == STATUS_OK && mode != STORE_READ)
        status = lock_file(store, mode, error);
    if (status != STATUS_OK)
        return status;
    int flags = mode == STORE_READ ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    if (sqlite3_open_v2(store->path, &store->database, flags | SQLITE_OPEN_NOMUTEX, NULL) !=
        SQLITE_OK)
        return store_error(store, "open", error);
    sqlite3_busy_timeout(store->database, BUSY_MILLISECONDS);
    bool empty = false;
    status = check_schema(store, &empty, error);
    if (status != STATUS_OK)
        return status;
    if (empty && mode != STORE_WRITE)
        return error_set(error, STATUS_MISMATCH, "'%.150s' holds no tournament", store->path);
    return mode == STORE_READ ? STATUS_OK : prepare_writing(store, error);
}

Status store_open(const char *path, StoreMode mode, Store **store, Error *error)
{
    Store *opened = calloc(1, sizeof *opened);
    if (!opened)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a database");
    opened->lock = -1;
    Text text = TEXT_OF(opened->path);
    text_string(&text, path);
    Status status = text.overflow ? error_set(error, STATUS_BAD_ARGUMENT, "the path is too long")
                                  : open_file(opened, mode, error);
    if (status != STATUS_OK) {
        store_close(opened);
        return status;
    }
    *store = opened;
    return STATUS_OK;
}

void store_close(Store *store)
{
    if (!store)
        return;
    bool writer = store->begin != NULL;
    sqlite3_finalize(store->begin);
    sqlite3_finalize(store->commit);
    sqlite3_finalize(store->add_game);
    /* Closed in order, the file is complete by itself and can be read from a read-only disk. */
    if (writer)
        sqlite3_exec(store->database, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    sqlite3_close(store->database);
    if (store->lock >= 0)
        close(store->lock);
    free(store);
}
