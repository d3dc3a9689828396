/* Plays a tournament with threads of this process, one game a thread, and records each pair as soon
 * as it is finished. */
#ifndef ENGINE_POOL_H
#define ENGINE_POOL_H

#include "engine/store.h"
#include "engine/tournament.h"

/* Is told about a pair after it has been recorded, under the pool's lock. */
typedef void PairCallback(void *context, const Tournament *tournament, const PairTask *task,
                          const GameSummary games[2]);

/* Is called by each thread before it plays, with the thread's number. */
typedef void ThreadCallback(void *context, int thread);

typedef struct PoolOptions {
    int threads;
    const atomic_bool *stop; /* borrowed; set: finish running pairs, start no more */
    Store *store;            /* borrowed, NULL = nothing is recorded */
    int64_t run, session;    /* in the store */
    PairCallback *on_pair;   /* NULL = none */
    ThreadCallback *on_thread;
    void *context;
} PoolOptions;

/* Plays what is left of the tournament until it is over or stopped. A failure (the disk is full, an
 * engine cannot be opened) ends it after the running pairs; what was recorded stays. */
Status pool_play(Tournament *tournament, const PoolOptions *options, Error *error);

/* The players that one thread keeps open, so that they need not be made for every game: at most 16,
 * with 1 GB of tables together, but for the two who play. Those not used for longest are closed
 * first. */
typedef struct PlayerCache PlayerCache;

Status player_cache_open(const TournamentPlan *plan, PlayerCache **cache, Error *error);
void player_cache_close(PlayerCache *cache);

/* Plays both games of a pair. */
Status pair_play(const TournamentPlan *plan, const PairTask *task, PlayerCache *cache,
                 GameRecord records[2], Error *error);

/* Records a played pair and then counts it; one caller at a time. Without a store only the
 * summaries of the stored games need be there. */
Status pair_record(Tournament *tournament, const PoolOptions *options, const PairTask *task,
                   const StoredGame games[2], Error *error);

#endif
