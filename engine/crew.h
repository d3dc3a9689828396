/* A crew of threads that share out one array after another. Between tasks its threads sleep. */
#ifndef ENGINE_CREW_H
#define ENGINE_CREW_H

#include "engine/status.h"

#include <stdint.h>

typedef struct Crew Crew;

/* Does the items first .. last-1. Calls for different items must not depend on each other. */
typedef void CrewTask(void *context, uint64_t first, uint64_t last);

/* Starts threads - 1 threads besides the caller's. */
Status crew_open(int threads, Crew **result, Error *error);
void crew_close(Crew *crew);

/* Does items 0 .. count-1 in pieces of `grain` items, the caller's thread included, and returns
 * when all are done. One task at a time. */
void crew_run(Crew *crew, uint64_t count, uint64_t grain, CrewTask *task, void *context);

#endif
