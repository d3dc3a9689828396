/* What a tournament came to, for people. */
#ifndef BENCH_TOURNAMENT_REPORT_H
#define BENCH_TOURNAMENT_REPORT_H

#include "bench/tables.h"
#include "bench/tournament_setup.h"

/* Prints what was played, the rounds of a swiss or knockout, and the tables. */
Status tournament_print(const Setup *setup, const Tournament *tournament, const Tables *tables,
                        Error *error);

/* Tells if games of the run repeat earlier ones. */
void tournament_print_repeated(Store *store, int64_t run);

#endif
