/* A row of `skirmish bench`: what a workload did and how fast, in each of its repetitions; for
 * people, as JSON, and for the database. */
#ifndef BENCH_FIGURE_H
#define BENCH_FIGURE_H

#include "bench/recording.h"
#include "bench/workload.h"

enum { FIGURE_REPETITIONS_MAX = 1000, FIGURE_LINE_MAX = 1 << 16 };

typedef struct Figure {
    char game[128], engine[SPEC_TEXT_MAX], limits[WORKLOAD_WORDS_MAX];
    uint64_t signature, nodes, playouts; /* of the last repetition */
    int threads, repetitions;
    double seconds[FIGURE_REPETITIONS_MAX]; /* as in WorkloadRun */
    double rates[FIGURE_REPETITIONS_MAX];   /* nodes a second */
} Figure;

/* Runs a workload so often. */
Status figure_measure(Workload *workload, int repetitions, Figure *figure, Error *error);

/* The median of values without moving them, with the least and the greatest. */
typedef struct Spread {
    double median, low, high;
} Spread;

Spread spread_of(const double *values, int count);

/* Playouts a second, from the rates of the nodes. */
Spread figure_playout_rate(const Figure *figure);

/* One line of a table, and the line above the table. */
void figure_header(Text *text);
void figure_line(const Figure *figure, Text *text);

/* One JSON object, without a line feed. */
void figure_json(const Figure *figure, Text *text);

/* Reads such an object; *found = false if it is one about something else, as the environment. */
Status figure_read(const char *line, Figure *figure, bool *found, Error *error);

/* Adds the figure's rates to the measurements. */
Status figure_record(const Figure *figure, const Recording *recording, Error *error);

#endif
