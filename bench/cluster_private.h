/* What rank 0's and the workers' side of a cluster share. */
#ifndef BENCH_CLUSTER_PRIVATE_H
#define BENCH_CLUSTER_PRIVATE_H

#include "bench/cluster.h"
#include "bench/cluster_messages.h"

enum { IDLE_NANOSECONDS = 200000 /* between looks for messages */ };

/* A clock that counts only time in which this process was able to look for messages: a process that
 * was stopped for a while must not think that all others were silent. */
typedef struct Attention {
    uint64_t now, looked_at; /* nanoseconds; of the wall clock */
} Attention;

/* To be called between any two looks. */
void attention_look(Attention *attention);

/* What rank 0 knows of a worker. */
typedef struct Remote {
    bool ready, lost, gone;
    int threads, free; /* threads without a pair */
    uint64_t heard;    /* by rank 0's attention */
    char host[HOST_TEXT_MAX];
} Remote;

/* A pair that a worker has been given. */
typedef struct Assignment {
    int rank;
    PairTask task;
} Assignment;

struct Cluster {
    Link *link; /* owned */
    Attention attention;
    uint64_t alive_at; /* when to say so again, by the attention */
    bool orderly;      /* nobody is lost */
    /* Of rank 0 */
    Remote *remotes;         /* owned; by rank */
    Assignment *assignments; /* owned */
    size_t assignment_count, assignment_capacity;
    StoredGame games[2];
};

/* Whether it is time to tell others that this rank lives. */
bool cluster_is_to_show(Cluster *cluster);

#endif
