/* What a database of tournaments adds up to, over one of its runs or all of them. Engines of
 * several runs are the same if name and specification are, rulesets if name and board are. */
#ifndef BENCH_DATABASE_H
#define BENCH_DATABASE_H

#include "engine/schedule.h"
#include "engine/store.h"

enum { DATABASE_ENGINES_MAX = SCHEDULE_ENGINES_MAX, DATABASE_RULESETS_MAX = STORE_RULESETS_MAX };

/* Names and texts, each pair of them once. */
typedef struct Names {
    int count, maximum;
    char *names[DATABASE_ENGINES_MAX], *texts[DATABASE_ENGINES_MAX]; /* owned */
} Names;

/* The number of a name with its text, -1 if it is not there. */
int names_find(const Names *names, const char *name, const char *text);

typedef struct Database {
    Store *store; /* borrowed */
    int64_t only; /* run, 0 = all */
    Names engines, rulesets;
    int run_engines;                       /* of the run that database_read_run read last */
    int engine_of[DATABASE_ENGINES_MAX];   /* its engines */
    int ruleset_of[DATABASE_RULESETS_MAX]; /* its rulesets */
    Standings standings;
} Database;

/* Reads names and counts of the run `only`, 0 = of all runs. A file without any has no engines. */
Status database_open(Database *database, Store *store, int64_t only, Error *error);
void database_close(Database *database);

/* Whether the run counts. */
bool database_has(const Database *database, const RunHeader *header);

/* Fills run_engines, engine_of and ruleset_of for a run. */
Status database_read_run(Database *database, int64_t run, Error *error);

/* The summaries of a pair with the run's numbers replaced by the database's; refuses those of
 * engines or rulesets that the run does not have. */
Status database_translate(const Database *database, uint64_t number, const GameSummary games[2],
                          GameSummary own[2], Error *error);

#endif
