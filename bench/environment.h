/* Where a figure was measured: commit, compiler, flags, processor, system. */
#ifndef BENCH_ENVIRONMENT_H
#define BENCH_ENVIRONMENT_H

#include "engine/store.h"
#include "engine/text.h"

/* Build and machine as words. */
typedef struct Environment {
    const char *version, *commit, *compiler, *flags;
    char cpu[256], host[128];
    char huge_pages[16]; /* "always", "madvise", "never"; "" = not known */
    char governor[32];   /* of the processor's frequency, "" = not known */
    int processors;      /* that this process may use */
} Environment;

void environment_read(Environment *environment);

/* What the database keeps of it; borrows from the environment. */
SessionInfo environment_session(const Environment *environment, int threads);

/* The fields of a JSON object, without braces: version, commit, compiler, flags, cpu, huge_pages,
 * governor, processors. */
void environment_json(Text *text);

/* The same as lines for people. */
void environment_lines(Text *text);

/* Today's date as 2026-01-31, UTC. */
void environment_date(Text *text);

#endif
