/* Measurements on their way into the database: opened before anything is measured, so that a
 * mistake is told at once; what is added stays, whatever happens later. */
#ifndef BENCH_RECORDING_H
#define BENCH_RECORDING_H

#include "engine/store.h"

typedef struct Recording {
    Store *store; /* owned, NULL = nothing is recorded */
    int64_t bench;
} Recording;

/* Begins a bench of `command` in the file at `path`, which is made if there is none; path NULL =
 * what is added is forgotten. */
Status recording_open(Recording *recording, const char *path, const char *command, int threads,
                      Error *error);
Status recording_add(const Recording *recording, const Measurement *measurement, Error *error);
void recording_close(Recording *recording);

#endif
