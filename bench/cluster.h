/* A tournament on many machines. The program runs as several MPI processes (ranks): rank 0
 * schedules, owns the database and prints, the others (workers) play. Who is silent for some
 * seconds counts as lost: its pairs are played again by others. Builds without SKIRMISH_MPI have
 * one rank only. */
#ifndef BENCH_CLUSTER_H
#define BENCH_CLUSTER_H

#include "engine/pool.h"

typedef struct Cluster Cluster;

/* Joins the other ranks; NULL if the program does not run as several. In a build without MPI that
 * was nevertheless started as several, that is an error. */
Status cluster_open(Cluster **cluster, Error *error);

/* Leaves the other ranks; rank 0 first waits until all workers have finished their running pairs.
 * NULL is allowed. */
void cluster_close(Cluster *cluster);

/* Whether this process is to call cluster_work. */
bool cluster_is_worker(const Cluster *cluster);

/* How many ranks play. */
int cluster_workers(const Cluster *cluster);

/* Rank 0: plays the tournament as pool_play does, with `threads` of each worker. `config` is the
 * plan as configuration lines. A worker that cannot play ends the tournament; lost ones do not,
 * unless none is left. */
Status cluster_play(Cluster *cluster, Tournament *tournament, const PoolOptions *options,
                    const char *config, Error *error);

/* A worker: plays what rank 0 tells it to until that is enough. What goes wrong is told to rank 0;
 * the error is that rank 0 cannot be reached. */
Status cluster_work(Cluster *cluster, Error *error);

#endif
