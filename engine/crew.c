/* A crew of POSIX threads: pieces are taken from a counter, waiting is on condition variables. */
#include "engine/crew.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct Crew {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    int thread_count;
    pthread_t *threads; /* owned; the caller's is not among them */
    uint64_t round;     /* tasks begun */
    int working;
    bool closing;
    CrewTask *task;
    void *context;
    uint64_t count, grain;
    atomic_uint_fast64_t next;
};

static void take_pieces(Crew *crew)
{
    for (;;) {
        uint64_t first = atomic_fetch_add_explicit(&crew->next, crew->grain, memory_order_relaxed);
        if (first >= crew->count)
            return;
        uint64_t last = crew->count - first > crew->grain ? first + crew->grain : crew->count;
        crew->task(crew->context, first, last);
    }
}

static void *thread_main(void *argument)
{
    Crew *crew = argument;
    uint64_t done = 0;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (crew->round == done && !crew->closing)
            pthread_cond_wait(&crew->begin, &crew->lock);
        if (crew->closing)
            break;
        done = crew->round;
        pthread_mutex_unlock(&crew->lock);
        take_pieces(crew);
        pthread_mutex_lock(&crew->lock);
        if (--crew->working == 0)
            pthread_cond_signal(&crew->end);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

Status crew_open(int threads, Crew **result, Error *error)
{
    Crew *crew = calloc(1, sizeof *crew);
    pthread_t *own = calloc((size_t)threads, sizeof *own);
    if (!crew || !own) {
        free(crew);
        free(own);
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d threads", threads);
    }
    crew->threads = own;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->begin, NULL);
    pthread_cond_init(&crew->end, NULL);
    for (; crew->thread_count < threads - 1; crew->thread_count++) {
        if (pthread_create(&own[crew->thread_count], NULL, thread_main, crew) != 0) {
            crew_close(crew);
            return error_set(error, STATUS_NO_MEMORY, "cannot start %d threads", threads);
        }
    }
    *result = crew;
    return STATUS_OK;
}

void crew_close(Crew *crew)
{
    if (!crew)
        return;
    pthread_mutex_lock(&crew->lock);
    crew->closing = true;
    pthread_cond_broadcast(&crew->begin);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < crew->thread_count; i++)
        pthread_join(crew->threads[i], NULL);
    pthread_cond_destroy(&crew->end);
    pthread_cond_destroy(&crew->begin);
    pthread_mutex_destroy(&crew->lock);
    free(crew->threads);
    free(crew);
}

void crew_run(Crew *crew, uint64_t count, uint64_t grain, CrewTask *task, void *context)
{
    crew->task = task;
    crew->context = context;
    crew->count = count;
    crew->grain = grain;
    atomic_store_explicit(&crew->next, 0, memory_order_relaxed);
    pthread_mutex_lock(&crew->lock);
    crew->round++;
    crew->working = crew->thread_count;
    pthread_cond_broadcast(&crew->begin);
    pthread_mutex_unlock(&crew->lock);
    take_pieces(crew);
    pthread_mutex_lock(&crew->lock);
    while (crew->working > 0)
        pthread_cond_wait(&crew->end, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}
