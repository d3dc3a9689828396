/* Where a figure was measured: commit, compiler, flags, processor. */
#ifndef BENCH_ENVIRONMENT_H
#define BENCH_ENVIRONMENT_H

#include "engine/text.h"

/* Build and machine as words. */
typedef struct Environment {
    const char *version, *commit, *compiler, *flags;
    char cpu[256], host[128];
    int processors;
} Environment;

void environment_read(Environment *environment);

/* The fields of a JSON object, without braces: version, commit, compiler, flags, cpu,
 * processors. */
void environment_json(Text *text);

/* The same as lines for people. */
void environment_lines(Text *text);

/* Today's date as 2026-01-31, UTC. */
void environment_date(Text *text);

#endif
