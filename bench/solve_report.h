/* What `skirmish solve` prints: progress on a terminal, statistics of each layer, the value of the
 * start position and a best line; and its file of statistics. */
#ifndef BENCH_SOLVE_REPORT_H
#define BENCH_SOLVE_REPORT_H

#include "search/solution.h"

typedef struct SolveReport {
    const Solution *solution;
    uint64_t started, started_cpu; /* clocks */
    uint64_t to_do, done;          /* values to be solved, in finished layers */
    uint64_t positions, cpu;       /* of solved layers, files included */
    int layer;                     /* the one being solved */
    uint64_t layer_started, layer_cpu, shown;
    bool terminal;
    bool known[LAYERS_MAX]; /* counted */
    LayerCounts counts[LAYERS_MAX];
} SolveReport;

/* Begins the run; `wanted` are the layers to be reported. */
SolveReport solve_report_start(const Solution *solution, const bool *wanted);

/* Begins a layer that is to be solved. */
void solve_report_begin(SolveReport *report, int layer);

/* A SolveProgress whose context is the report. */
void solve_report_progress(void *context, uint64_t decided);

/* Counts a layer in memory and prints its lines. */
void solve_report_layer(SolveReport *report, int layer, bool solved);

/* Prints the rest and writes the file of statistics. */
Status solve_report_end(const SolveReport *report, Error *error);

/* Writes "Rebels win in 37 plies" or "draw". */
void solve_write_value(const Game *game, const Position *position, EndgameValue value, Text *text);

#endif
