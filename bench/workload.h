/* Fixed work whose speed is measured: a search, perft or random games of one game, on positions
 * that follow from its rules. */
#ifndef BENCH_WORKLOAD_H
#define BENCH_WORKLOAD_H

#include "games/registry.h"
#include "search/registry.h"

enum { WORKLOAD_POSITIONS = 6, WORKLOAD_WORDS_MAX = 128 };

typedef enum WorkloadKind { WORKLOAD_SEARCH, WORKLOAD_PERFT, WORKLOAD_PLAYOUTS } WorkloadKind;

typedef struct Workload {
    WorkloadKind kind;
    int index; /* of the game in the registry */
    int threads;
    char engine[SPEC_TEXT_MAX];      /* a back end, an engine's name, "perft" or "playouts" */
    char limits[WORKLOAD_WORDS_MAX]; /* for each position: "nodes=50000" */
    Position positions[WORKLOAD_POSITIONS];
    SearchLimits searches[WORKLOAD_POSITIONS];
    int depths[WORKLOAD_POSITIONS]; /* of perft */
    Player *player;                 /* owned; NULL unless it is a search */
} Workload;

/* What one run of it did. */
typedef struct WorkloadRun {
    uint64_t signature;   /* of a search: nodes to complete the last finished iteration, over all
                             positions; else the nodes */
    uint64_t nodes;       /* of perft leaves, of random games plies */
    uint64_t playouts;    /* 0 = it plays none */
    uint64_t nanoseconds; /* of CPU with one thread, of the wall clock with more */
} WorkloadRun;

/* The positions: every few plies of walks that begin anew when a game ends. */
void workload_positions(const Game *game, Position positions[WORKLOAD_POSITIONS]);

/* Prepares work on games_at(index). `words` is a back end with the limits that all benches have
 * ("alphabeta"), "perft", "playouts", or an engine with limits of its own ("mcts,nodes=1000"). */
Status workload_open(Workload *workload, int index, const char *words, Error *error);
Status workload_run(Workload *workload, WorkloadRun *run, Error *error);
void workload_close(Workload *workload);

/* The index-th of what can be measured on every game: the searches with limits, perft, playouts.
 * NULL behind the last. */
const char *workload_name(int index);

/* The limits of a search as words: "depth=6", "nodes=1000 movetime=50". */
void workload_limits_text(const SearchLimits *limits, Text *text);

#endif
