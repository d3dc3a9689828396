/* Measurements in the database: added and read, never changed. */
#include "engine/store_private.h"

Status store_add_bench(Store *store, const BenchInfo *info, int64_t *bench, Error *error)
{
    char identity[IDENTITY_SIZE], started[TIME_SIZE];
    sqlite3_stmt *statement = NULL;
    Status status = store_prepare(
        store,
        "INSERT INTO benches(identity, command, started, version, revision, compiler, flags, cpu,"
        " processors, threads, host, huge_pages, governor)"
        " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        &statement, error);
    if (status != STATUS_OK)
        return status;
    store_make_identity(identity);
    store_now(started, sizeof started);
    bind_text(statement, 1, identity);
    bind_text(statement, 2, info->command);
    bind_text(statement, 3, started);
    bind_session(statement, 4, &info->session);
    bind_text(statement, 12, info->huge_pages);
    bind_text(statement, 13, info->governor);
    status = store_step(store, statement, error);
    sqlite3_finalize(statement);
    *bench = sqlite3_last_insert_rowid(store->database);
    return status;
}

Status store_add_measurement(Store *store, int64_t bench, const Measurement *measurement,
                             Error *error)
{
    char taken[TIME_SIZE];
    sqlite3_stmt *statement = NULL;
    Status status = store_prepare(
        store,
        "INSERT INTO measurements(bench, ruleset, engine, limits, metric, median, low, high,"
        " repetitions, threads, signature, taken) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        &statement, error);
    if (status != STATUS_OK)
        return status;
    store_now(taken, sizeof taken);
    bind_number(statement, 1, bench);
    bind_text(statement, 2, measurement->ruleset);
    bind_text(statement, 3, measurement->engine);
    bind_text(statement, 4, measurement->limits);
    bind_text(statement, 5, measurement->metric);
    sqlite3_bind_double(statement, 6, measurement->median);
    sqlite3_bind_double(statement, 7, measurement->low);
    sqlite3_bind_double(statement, 8, measurement->high);
    bind_number(statement, 9, measurement->repetitions);
    bind_number(statement, 10, measurement->threads);
    if (measurement->signature)
        bind_number(statement, 11, (int64_t)measurement->signature);
    bind_text(statement, 12, taken);
    status = store_step(store, statement, error);
    sqlite3_finalize(statement);
    return status;
}

typedef struct MeasurementReading {
    MeasurementReader *read;
    void *context;
} MeasurementReading;

static Status read_measurement(void *context, sqlite3_stmt *row, Error *error)
{
    const MeasurementReading *reading = context;
    MeasurementRow measured = {
        .bench = sqlite3_column_int64(row, 0),
        .info.command = column_text(row, 1),
        .info.session =
            {
                .version = column_text(row, 2),
                .commit = column_text(row, 3),
                .compiler = column_text(row, 4),
                .flags = column_text(row, 5),
                .cpu = column_text(row, 6),
                .processors = sqlite3_column_int(row, 7),
                .threads = sqlite3_column_int(row, 8),
                .host = column_text(row, 9),
            },
        .info.huge_pages = column_text(row, 10),
        .info.governor = column_text(row, 11),
        .taken = column_text(row, 12),
        .measurement =
            {
                .ruleset = column_text(row, 13),
                .engine = column_text(row, 14),
                .limits = column_text(row, 15),
                .metric = column_text(row, 16),
                .median = sqlite3_column_double(row, 17),
                .low = sqlite3_column_double(row, 18),
                .high = sqlite3_column_double(row, 19),
                .repetitions = sqlite3_column_int(row, 20),
                .threads = sqlite3_column_int(row, 21),
                .signature = (uint64_t)sqlite3_column_int64(row, 22),
            },
    };
    return reading->read(reading->context, &measured, error);
}

Status store_each_measurement(Store *store, const char *commit, MeasurementReader *read,
                              void *context, Error *error)
{
    MeasurementReading reading = {read, context};
    sqlite3_stmt *statement = NULL;
    if (store->schema < 2) /* a file that is only read, from before there were any */
        return STATUS_OK;
    Status status = store_prepare(
        store,
        "SELECT b.bench, b.command, b.version, b.revision, b.compiler, b.flags, b.cpu,"
        " b.processors, b.threads, b.host, b.huge_pages, b.governor, m.taken, m.ruleset, m.engine,"
        " m.limits, m.metric, m.median, m.low, m.high, m.repetitions, m.threads, m.signature"
        " FROM measurements m JOIN benches b ON b.bench = m.bench"
        " WHERE ?1 IS NULL OR b.revision = ?1 ORDER BY m.taken, m.measurement",
        &statement, error);
    if (status != STATUS_OK)
        return status;
    bind_text(statement, 1, commit);
    return store_each_row(store, statement, read_measurement, &reading, error);
}
