/* Two builds side by side: their rates row by row, what the difference is, and how sure that is. */
#ifndef BENCH_COMPARISON_H
#define BENCH_COMPARISON_H

#include "bench/figure.h"
#include "engine/robust.h"

#include <stdio.h>

enum { COMPARED_ROWS_MAX = 256, COMPARED_ROUNDS_MAX = 1000, BASE = 0, NEW = 1 };

/* A workload on both builds. Logarithms of nodes a second; of programs that ran in turns, entry i
 * of both sides belongs together. */
typedef struct ComparedRow {
    char game[128], engine[SPEC_TEXT_MAX];
    uint64_t signatures[2];
    double *logs[2]; /* owned; COMPARED_ROUNDS_MAX each */
    int counts[2];
} ComparedRow;

typedef struct Comparison {
    const char *names[2];         /* borrowed: programs or files */
    char commits[2][64];          /* "" = not known */
    bool paired;                  /* the entries of both sides belong together */
    bool stopped;                 /* by a signal, before the total was known well enough */
    double confidence, precision; /* 0.99; half the width that is wanted, as a logarithm */
    ComparedRow *rows;            /* owned */
    int row_count;
} Comparison;

/* Adds an empty row. */
Status comparison_add_row(Comparison *comparison, const char *game, const char *engine,
                          Error *error);
void comparison_close(Comparison *comparison);

/* Adds a figure of one side: in pairs its median, else all of its repetitions. Fails if the
 * signature is another than before. */
Status comparison_add(Comparison *comparison, ComparedRow *row, int side, const Figure *figure,
                      Error *error);

/* Fails if the two sides of a row did different work. */
Status comparison_check(const ComparedRow *row, Error *error);

/* Logarithm of new / base, by robust_mean of the pairs, over rows first .. end - 1. */
RobustMean comparison_estimate(const Comparison *comparison, int first, int end);

/* Whether the total is known as well as wanted. */
bool comparison_is_precise(const Comparison *comparison);

/* The table or JSON lines with the verdict at the end; returns it: -1 new is slower, 1 faster, 0 no
 * difference. */
int comparison_print(const Comparison *comparison, bool json, bool different, FILE *stream);

/* How to run two programs in turns. */
typedef struct TurnOptions {
    uint64_t seed; /* of the order */
    int rounds_min, rounds_max;
    bool different; /* compare what does different work */
    bool quiet;
} TurnOptions;

/* Runs every row of both programs round by round, in random order, until the total is precise, the
 * rounds are over or it is interrupted. The calling thread and its programs are bound to one
 * processor by the caller. */
Status comparison_run(Comparison *comparison, const TurnOptions *options, Error *error);

/* Reads what `bench --json` wrote into one side's rows, which are added with side BASE and must be
 * there for side NEW to count. */
Status comparison_read(Comparison *comparison, int side, Error *error);

#endif
