/* Measurements into the database. */
#include "bench/recording.h"

#include "bench/environment.h"

Status recording_open(Recording *recording, const char *path, const char *command, int threads,
                      Error *error)
{
    *recording = (Recording){0};
    if (!path)
        return STATUS_OK;
    Environment environment;
    environment_read(&environment);
    BenchInfo info = {
        .session = environment_session(&environment, threads),
        .command = command,
        .huge_pages = environment.huge_pages,
        .governor = environment.governor,
    };
    Status status = store_open(path, STORE_WRITE, &recording->store, error);
    return status == STATUS_OK ? store_add_bench(recording->store, &info, &recording->bench, error)
                               : status;
}

Status recording_add(const Recording *recording, const Measurement *measurement, Error *error)
{
    return recording->store
               ? store_add_measurement(recording->store, recording->bench, measurement, error)
               : STATUS_OK;
}

void recording_close(Recording *recording)
{
    store_close(recording->store);
    *recording = (Recording){0};
}
