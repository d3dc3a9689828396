/* Standings as tables for people and as JSON. */
#ifndef BENCH_TABLES_H
#define BENCH_TABLES_H

#include "engine/ratings.h"
#include "engine/sprt.h"

#include <stdio.h>

/* What the tables are about; all borrowed. */
typedef struct Tables {
    const Standings *standings;
    const char *const *names; /* of the engines */
    const char *const *games; /* of the rulesets */
    const SprtOptions *sprt;  /* NULL = no test */
    double llr;
    SprtVerdict verdict;
} Tables;

/* Writes the engines from best to worst into `order`. */
void tables_rank(const Ratings *ratings, int *order);

/* Prints rating list, cross table, likelihoods of superiority, first player's advantage, endings,
 * failures and work. */
Status tables_print(const Tables *tables, FILE *stream, Error *error);

/* Prints the rating list alone, at most `lines` lines; returns how many. */
int tables_print_ratings(const Tables *tables, const Ratings *ratings, int lines, FILE *stream);

/* Prints the state of the test in one line. */
void tables_print_test(const Tables *tables, FILE *stream);

/* All of it as one JSON object. */
Status tables_print_json(const Tables *tables, FILE *stream, Error *error);

#endif
