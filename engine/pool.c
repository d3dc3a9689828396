/* Threads that play a tournament. */
#include "engine/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum {
    PLAYERS_KEPT = 16,
    KEPT_BYTES = 1 << 30,
    WAIT_NANOSECONDS = 50000000, /* between looks at the stop flag */
};

/* An open player. */
typedef struct KeptPlayer {
    Player *player; /* owned, NULL = a free place */
    int game, engine;
    size_t bytes;
    uint64_t used;
} KeptPlayer;

struct PlayerCache {
    const TournamentPlan *plan;
    uint64_t clock;
    KeptPlayer kept[PLAYERS_KEPT];
};

Status player_cache_open(const TournamentPlan *plan, PlayerCache **cache, Error *error)
{
    *cache = calloc(1, sizeof **cache);
    if (!*cache)
        return error_set(error, STATUS_NO_MEMORY, "no memory for players");
    (*cache)->plan = plan;
    return STATUS_OK;
}

static void close_player(KeptPlayer *kept)
{
    if (kept->player)
        kept->player->type->close(kept->player);
    *kept = (KeptPlayer){0};
}

void player_cache_close(PlayerCache *cache)
{
    for (int i = 0; cache && i < PLAYERS_KEPT; i++)
        close_player(&cache->kept[i]);
    free(cache);
}

/* A free place; closes players not used for longest while there are too many or too large ones. The
 * one used last stays: it plays against the one to come. */
static KeptPlayer *make_room(PlayerCache *cache, size_t bytes)
{
    for (;;) {
        KeptPlayer *place = NULL, *oldest = NULL;
        size_t sum = bytes;
        int open = 0;
        for (int i = 0; i < PLAYERS_KEPT; i++) {
            KeptPlayer *kept = &cache->kept[i];
            if (!kept->player) {
                place = kept;
                continue;
            }
            open++;
            sum += kept->bytes;
            if (!oldest || kept->used < oldest->used)
                oldest = kept;
        }
        if (place && (open <= 1 || sum <= KEPT_BYTES))
            return place;
        close_player(oldest);
    }
}

/* The engine's player for the game, opened if need be. */
static Status find_player(PlayerCache *cache, int game, int engine, Player **player, Error *error)
{
    cache->clock++;
    for (int i = 0; i < PLAYERS_KEPT; i++) {
        KeptPlayer *kept = &cache->kept[i];
        if (kept->player && kept->game == game && kept->engine == engine) {
            kept->used = cache->clock;
            *player = kept->player;
            return STATUS_OK;
        }
    }
    const EngineSpec *spec = &cache->plan->games[game].specs[engine];
    KeptPlayer *place = make_room(cache, spec->options.hash_bytes);
    Player *opened = NULL;
    Status status = spec->type->open(&spec->options, &opened, error);
    if (status != STATUS_OK)
        return status;
    *place = (KeptPlayer){opened, game, engine, spec->options.hash_bytes, cache->clock};
    *player = opened;
    return STATUS_OK;
}

Status pair_play(const TournamentPlan *plan, const PairTask *task, PlayerCache *cache,
                 GameRecord records[2], Error *error)
{
    Player *players[2] = {0};
    for (int seat = 0; seat < 2; seat++) {
        Status status = find_player(cache, task->game, task->engines[seat], &players[seat], error);
        if (status != STATUS_OK)
            return status;
    }
    for (int leg = 0; leg < 2; leg++) {
        Contest contest = tournament_contest(plan, task, leg);
        contest.seats[0].player = players[0];
        contest.seats[1].player = players[1];
        records[leg].index = 2 * task->number + (uint64_t)leg;
        Status status = contest_play(&contest, &records[leg], error);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* What the threads share. */
typedef struct Pool {
    Tournament *tournament;
    const PoolOptions *options;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Status status; /* of the first failure */
    Error *error;
} Pool;

typedef struct Worker {
    Pool *pool;
    int number;
    PlayerCache *players; /* owned */
    GameRecord records[2];
    StoredGame stored[2];
} Worker;

static bool is_stopped(const Pool *pool)
{
    const atomic_bool *stop = pool->options->stop;
    return pool->status != STATUS_OK || (stop && atomic_load(stop));
}

/* Waits until another thread finishes a pair, or for a moment. */
static void wait_for_change(Pool *pool)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WAIT_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&pool->changed, &pool->lock, &until);
}

/* The next pair; false when there is no more to be done. */
static bool take_task(Pool *pool, PairTask *task)
{
    bool taken = false;
    pthread_mutex_lock(&pool->lock);
    while (!is_stopped(pool) && !pool->tournament->over &&
           !(taken = tournament_take(pool->tournament, task)))
        wait_for_change(pool);
    pthread_mutex_unlock(&pool->lock);
    return taken;
}

/* Plays a pair and brings it into the form in which it is handed in. */
static Status play_task(Worker *worker, const PairTask *task, Error *error)
{
    const TournamentPlan *plan = worker->pool->tournament->plan;
    Status status = pair_play(plan, task, worker->players, worker->records, error);
    for (int leg = 0; leg < 2 && status == STATUS_OK; leg++) {
        const GameRecord *record = &worker->records[leg];
        StoredGame *stored = &worker->stored[leg];
        if (worker->pool->options->store)
            status = stored_game_encode(stored, plan->games[task->game].game, record, task->game,
                                        task->engines, error);
        else
            stored->summary = game_summary(record, task->game, task->engines);
    }
    return status;
}

Status pair_record(Tournament *tournament, const PoolOptions *options, const PairTask *task,
                   const StoredGame games[2], Error *error)
{
    GameSummary summaries[2] = {games[0].summary, games[1].summary};
    /* A pair that ran ahead of a sprt's decision is none of it. */
    if (tournament->verdict != SPRT_OPEN)
        return STATUS_OK;
    Status status = STATUS_OK;
    if (options->store)
        status = store_add_pair(options->store, options->run, options->session, task,
                                tournament_opening(tournament->plan, task), games, error);
    if (status == STATUS_OK)
        status = tournament_finish(tournament, task->number, summaries, error);
    if (status == STATUS_OK && options->on_pair)
        options->on_pair(options->context, tournament, task, summaries);
    return status;
}

static void *work(void *context)
{
    Worker *worker = context;
    Pool *pool = worker->pool;
    PairTask task;
    if (pool->options->on_thread)
        pool->options->on_thread(pool->options->context, worker->number);
    while (take_task(pool, &task)) {
        Error error = {0};
        Status status = play_task(worker, &task, &error);
        pthread_mutex_lock(&pool->lock);
        if (status == STATUS_OK)
            status = pair_record(pool->tournament, pool->options, &task, worker->stored, &error);
        if (status != STATUS_OK && pool->status == STATUS_OK)
            pool->status = error_set(pool->error, status, "%s", error.text);
        pthread_cond_broadcast(&pool->changed);
        pthread_mutex_unlock(&pool->lock);
    }
    return NULL;
}

static void worker_close(Worker *worker)
{
    player_cache_close(worker->players);
    for (int leg = 0; leg < 2; leg++) {
        game_record_close(&worker->records[leg]);
        stored_game_close(&worker->stored[leg]);
    }
}

/* Starts the threads, each with its worker, and waits for them. */
static Status run_threads(Pool *pool, Worker *workers, pthread_t *threads)
{
    int started = 0;
    Status status = STATUS_OK;
    for (; started < pool->options->threads && status == STATUS_OK; started++) {
        Worker *worker = &workers[started];
        *worker = (Worker){.pool = pool, .number = started};
        status = player_cache_open(pool->tournament->plan, &worker->players, pool->error);
        if (status == STATUS_OK && pthread_create(&threads[started], NULL, work, worker) != 0) {
            worker_close(worker);
            status = error_set(pool->error, STATUS_NO_MEMORY, "cannot start thread %d", started);
        }
        if (status != STATUS_OK)
            break;
    }
    if (status != STATUS_OK) {
        pthread_mutex_lock(&pool->lock);
        pool->status = status;
        pthread_mutex_unlock(&pool->lock);
    }
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
        worker_close(&workers[i]);
    }
    return pool->status;
}

Status pool_play(Tournament *tournament, const PoolOptions *options, Error *error)
{
    Pool pool = {
        .tournament = tournament,
        .options = options,
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .changed = PTHREAD_COND_INITIALIZER,
        .error = error,
    };
    size_t count = (size_t)options->threads;
    Worker *workers = calloc(count, sizeof *workers);
    pthread_t *threads = calloc(count, sizeof *threads);
    Status status = workers && threads
                        ? run_threads(&pool, workers, threads)
                        : error_set(error, STATUS_NO_MEMORY, "no memory for %zu threads", count);
    free(workers);
    free(threads);
    pthread_mutex_destroy(&pool.lock);
    pthread_cond_destroy(&pool.changed);
    return status;
}
