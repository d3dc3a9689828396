/* How a search gains by threads: the same positions searched to the same goal by each number of
 * threads, by the wall clock. */
#ifndef BENCH_SCALING_H
#define BENCH_SCALING_H

#include "bench/workload.h"
#include "engine/robust.h"
#include "engine/stats.h"

enum { SCALED_THREADS_MAX = 64, SCALED_REPETITIONS_MAX = 100 };

/* One search. */
typedef struct ScaledSearch {
    double seconds, nodes, playouts;
} ScaledSearch;

typedef struct Scaling {
    int index;             /* of the game in the registry */
    const char *engine;    /* borrowed: a spec without threads and limits of time */
    uint64_t milliseconds; /* of one thread, which set the goals */
    int repetitions;
    int threads[SCALED_THREADS_MAX]; /* rising, from 1 */
    int count;

    char limits[WORKLOAD_WORDS_MAX]; /* the goals in words: "depth=9", "500 ms of one thread" */
    Position positions[WORKLOAD_POSITIONS];
    SearchLimits goals[WORKLOAD_POSITIONS];
    int position_count; /* those solved in less than half of the time are left out */
    ScaledSearch (*searches)[WORKLOAD_POSITIONS]; /* owned; [count][repetitions][positions] */
} Scaling;

/* What one number of threads gains. */
typedef struct ScaledRow {
    int threads;
    double rate;            /* nodes a second over all searches */
    double playout_rate;    /* 0 = it plays none */
    double seconds;         /* to the goal: mean of the logarithms */
    double low, high;       /* of the repetitions, the same */
    RobustMean time, nodes; /* logarithms: how much sooner, how much more nodes a second */
    double overhead;        /* nodes to the goal over those of one thread, less 1 */
} ScaledRow;

/* Finds goals (the depth or the playouts that one thread reaches in the time, or the limits of the
 * spec) and does all searches, repetition by repetition. */
Status scaling_run(Scaling *scaling, Error *error);
void scaling_close(Scaling *scaling);

/* The row of threads[i]. */
ScaledRow scaling_row(const Scaling *scaling, int i);

/* What games say of a number of threads: against one thread with that many times the time, and that
 * one against one with the time alone. */
typedef struct ScaledStrength {
    MatchScore against_time, time_gain;
    double factor;    /* one thread with that much more time is as strong */
    double low, high; /* of its 95 % interval */
} ScaledStrength;

/* Plays both matches of so many games. */
Status scaling_strength(const Scaling *scaling, int threads, uint64_t games, uint64_t seed,
                        ScaledStrength *strength, Error *error);

#endif
