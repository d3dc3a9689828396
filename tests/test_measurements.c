/* Measurements in the database, and files from before there were any. */
#include "engine/store.h"

#include <criterion/criterion.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 80 };

static void make_path(char path[PATH_SIZE], const char *name)
{
    snprintf(path, PATH_SIZE, "/tmp/skirmish-%s-%ld.db", name, (long)getpid());
    unlink(path);
}

static void execute(const char *path, const char *sql)
{
    sqlite3 *database = NULL;
    cr_assert_eq(sqlite3_open(path, &database), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK, "%s",
                 sqlite3_errmsg(database));
    sqlite3_close(database);
}

/* Adds a bench of two measurements, the second without a signature. */
static void add_bench(Store *store, const char *commit)
{
    Error error = {0};
    int64_t bench = 0;
    BenchInfo info = {
        .session = {"1", commit, "gcc", "-O", "cpu", "host", 2, 1},
        .command = "bench",
        .huge_pages = "madvise",
        .governor = "",
    };
    Measurement first = {"yoxii", "mcts", "playouts=9", METRIC_NODES, 2.5, 2, 4, 3, 1, UINT64_MAX};
    Measurement second = {"yoxii", "perft", "depth=3", METRIC_LEAVES, 1e8, 1e8, 1e8, 1, 4, 0};
    cr_assert_eq(store_add_bench(store, &info, &bench, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(store_add_measurement(store, bench, &first, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(store_add_measurement(store, bench, &second, &error), STATUS_OK, "%s", error.text);
}

static Store *open_store(const char *path, StoreMode mode)
{
    Store *store = NULL;
    Error error = {0};
    cr_assert_eq(store_open(path, mode, &store, &error), STATUS_OK, "%s", error.text);
    return store;
}

static Status write_row(void *context, const MeasurementRow *row, Error *error)
{
    const Measurement *m = &row->measurement;
    (void)error;
    cr_assert_eq(strlen(row->taken), strlen("2026-01-31T12:00:00Z"));
    text_format(context, "%s %s %s %s %s %s %.9g %.9g %.9g %d %d %d|", row->info.command,
                row->info.session.commit, m->ruleset, m->engine, m->limits, m->metric, m->median,
                m->low, m->high, m->repetitions, m->threads, m->signature == UINT64_MAX);
    return STATUS_OK;
}

/* The measurements of a commit, NULL = of all. */
static void expect_rows(Store *store, const char *commit, const char *expected)
{
    char rows[1024];
    Text text = TEXT_OF(rows);
    Error error = {0};
    cr_assert_eq(store_each_measurement(store, commit, write_row, &text, &error), STATUS_OK, "%s",
                 error.text);
    cr_assert_str_eq(rows, expected);
}

#define ROWS(commit)                                                \
    "bench " commit " yoxii mcts playouts=9 nodes/s 2.5 2 4 3 1 1|" \
    "bench " commit " yoxii perft depth=3 leaves/s 100000000 100000000 100000000 1 4 0|"

Test(measurements, are_read_as_added_and_merged_once)
{
    char path[PATH_SIZE], merged[PATH_SIZE];
    MergeCounts counts;
    Error error = {0};
    make_path(path, "one");
    make_path(merged, "merged");
    Store *store = open_store(path, STORE_WRITE);
    add_bench(store, "abc");
    expect_rows(store, NULL, ROWS("abc"));
    store_close(store);

    store = open_store(merged, STORE_WRITE);
    add_bench(store, "def");
    cr_assert_eq(store_merge(store, path, &counts, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(counts.benches, 1);
    cr_assert_neq(store_merge(store, path, &counts, &error), STATUS_OK);
    cr_assert(strstr(error.text, "already"), "%s", error.text);
    expect_rows(store, "abc", ROWS("abc"));
    expect_rows(store, "def", ROWS("def"));
    expect_rows(store, "ghi", "");
    store_close(store);
    unlink(path);
    unlink(merged);
}

Test(measurements, files_of_schema_1_are_read_merged_and_brought_up_to_date)
{
    char path[PATH_SIZE], merged[PATH_SIZE];
    MergeCounts counts;
    Error error = {0};
    make_path(path, "old");
    make_path(merged, "new");
    store_close(open_store(path, STORE_WRITE));
    execute(path, "DROP VIEW history; DROP TABLE measurements; DROP TABLE benches;"
                  "PRAGMA user_version = 1");
    Store *store = open_store(path, STORE_READ);
    expect_rows(store, NULL, "");
    store_close(store);

    store = open_store(merged, STORE_WRITE);
    cr_assert_eq(store_merge(store, path, &counts, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(counts.benches, 0);
    store_close(store);

    store = open_store(path, STORE_UPDATE);
    add_bench(store, "abc");
    store_close(store);
    store = open_store(path, STORE_READ);
    expect_rows(store, NULL, ROWS("abc"));
    store_close(store);
    unlink(path);
    unlink(merged);
}
