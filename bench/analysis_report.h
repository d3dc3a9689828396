/* The balance report of a game: what was measured, as text, JSON and a page. */
#ifndef BENCH_ANALYSIS_REPORT_H
#define BENCH_ANALYSIS_REPORT_H

#include "engine/analysis.h"
#include "engine/match.h"
#include "engine/tree_probe.h"

#include <stdio.h>

enum { TRACE_STEPS_MAX = 12, EXACT_DEPTH_MAX = 12, HISTOGRAM_BINS_MAX = 24 };

/* One step of the skill trace: depth `depth` + 1 against `depth`. */
typedef struct TraceStep {
    int depth;
    MatchScore score; /* of the deeper one */
} TraceStep;

typedef struct AnalysisReport {
    const Game *game;
    const EngineSpec *spec; /* who played itself; borrowed, as all pointers */
    MatchOptions match;
    char start[POSITION_TEXT_MAX];
    Analysis analysis;
    ProbeOptions probing;
    ProbeResult probe;
    uint64_t exact[EXACT_DEPTH_MAX + 1]; /* perft by depth */
    int exact_depth;                     /* the last of them */
    uint64_t indexed;                    /* positions that the game numbers, 0 = it does not */
    const char *index_form;              /* which of them share a number */
    uint64_t trace_games;
    TraceStep trace[TRACE_STEPS_MAX];
    int trace_count;
} AnalysisReport;

/* Lengths or plies in bins of equal width. */
typedef struct Histogram {
    int width, first, count; /* bin i: first + i * width, `width` values */
    uint64_t counts[HISTOGRAM_BINS_MAX];
    Moments means[HISTOGRAM_BINS_MAX]; /* of branching: weighted by games */
} Histogram;

/* How many games had so many turns. */
Histogram report_lengths(const Analysis *analysis);

/* The mean number of turns by ply, from ply 1, as far as a tenth of the games went. */
Histogram report_branching(const Analysis *analysis);

/* Size of the game tree as log10: mean length times log10 of the mean branching factor. */
double report_tree_size(const Analysis *analysis);

void analysis_print(const AnalysisReport *report, FILE *stream);
void analysis_print_json(const AnalysisReport *report, FILE *stream);
Status analysis_print_html(const AnalysisReport *report, FILE *stream, Error *error);

#endif
