/* A worker of a cluster: its threads play, its first one talks with rank 0. */
#include "bench/affinity.h"
#include "bench/cluster_private.h"
#include "bench/config.h"
#include "bench/environment.h"
#include "bench/interrupt.h"
#include "bench/tournament_setup.h"
#include "engine/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* After so many nanoseconds without a word from rank 0 it is lost, and the worker ends; before the
 * plan, which may take long to make, it is more patient. */
static const uint64_t silence_limit = 60 * (uint64_t)NANOSECONDS_PER_SECOND;
static const uint64_t silence_before_plan = 3600 * (uint64_t)NANOSECONDS_PER_SECOND;

enum { BUSY_NANOSECONDS = 10 * NANOSECONDS_PER_MILLISECOND };

typedef enum SlotState { SLOT_FREE, SLOT_GIVEN, SLOT_PLAYED, SLOT_FAILED } SlotState;

/* A thread and the pair that it plays. */
typedef struct Slot {
    struct Workshop *workshop;
    pthread_t thread;
    SlotState state; /* under the lock; the rest belongs to the thread while a pair is given */
    PairTask task;
    OpeningBook books[SETUP_GAMES_MAX]; /* each holds the one opening of the last task */
    TournamentGame games[SETUP_GAMES_MAX];
    TournamentPlan plan; /* with these games */
    PlayerCache *players;
    GameRecord records[2];
    StoredGame stored[2];
    Error error;
} Slot;

typedef struct Workshop {
    Cluster *cluster; /* borrowed */
    Arguments arguments;
    Config config;
    Setup setup;
    pthread_mutex_t lock;
    pthread_cond_t given, played;
    Slot *slots; /* owned */
    int threads; /* 0 = no plan yet */
    bool quit;   /* under the lock: threads end */
    bool stopping, parted, ended;
    uint64_t heard; /* by the cluster's attention */
} Workshop;

/* Plays a pair into its stored form. */
static Status play_pair(Slot *slot)
{
    Status status = pair_play(&slot->plan, &slot->task, slot->players, slot->records, &slot->error);
    for (int leg = 0; leg < 2 && status == STATUS_OK; leg++)
        status = stored_game_encode(&slot->stored[leg], slot->games[slot->task.game].game,
                                    &slot->records[leg], slot->task.game, slot->task.engines,
                                    &slot->error);
    return status;
}

static void *work(void *context)
{
    Slot *slot = context;
    Workshop *workshop = slot->workshop;
    pthread_mutex_lock(&workshop->lock);
    while (!workshop->quit) {
        if (slot->state != SLOT_GIVEN) {
            pthread_cond_wait(&workshop->given, &workshop->lock);
            continue;
        }
        pthread_mutex_unlock(&workshop->lock);
        Status status = play_pair(slot);
        pthread_mutex_lock(&workshop->lock);
        slot->state = status == STATUS_OK ? SLOT_PLAYED : SLOT_FAILED;
        pthread_cond_signal(&workshop->played);
    }
    pthread_mutex_unlock(&workshop->lock);
    return NULL;
}

static void slot_close(Slot *slot)
{
    player_cache_close(slot->players);
    for (int i = 0; i < SETUP_GAMES_MAX; i++)
        opening_book_close(&slot->books[i]);
    for (int leg = 0; leg < 2; leg++) {
        game_record_close(&slot->records[leg]);
        stored_game_close(&slot->stored[leg]);
    }
}

static Status slot_open(Slot *slot, Workshop *workshop, Error *error)
{
    slot->workshop = workshop;
    slot->plan = workshop->setup.plan;
    slot->plan.games = slot->games;
    for (int i = 0; i < slot->plan.schedule.games; i++) {
        slot->games[i] = workshop->setup.plan.games[i];
        slot->games[i].book = &slot->books[i];
    }
    Status status = player_cache_open(&slot->plan, &slot->players, error);
    if (status == STATUS_OK && pthread_create(&slot->thread, NULL, work, slot) != 0) {
        player_cache_close(slot->players);
        status = error_set(error, STATUS_NO_MEMORY, "cannot start a thread");
    }
    return status;
}

static Status send_ready(const Workshop *workshop, Error *error)
{
    Environment environment;
    ReadyMessage ready = {.threads = workshop->threads, .processors = affinity_processors()};
    Text host = TEXT_OF(ready.host);
    environment_read(&environment);
    text_string(&host, environment.host);
    return link_send(workshop->cluster->link, 0, MESSAGE_READY, &ready, sizeof ready, error);
}

/* Reads the plan and starts the threads. */
static Status take_plan(Workshop *workshop, const LinkMessage *message, Error *error)
{
    PlanMessage plan;
    char build[BUILD_TEXT_MAX];
    if (message->size <= sizeof plan || message->data[message->size - 1] || workshop->threads)
        return error_set(error, STATUS_BAD_TEXT, "the plan cannot be read");
    memcpy(&plan, message->data, sizeof plan);
    build_text(build);
    if (memcmp(build, plan.build, sizeof build) != 0)
        return error_set(error, STATUS_MISMATCH, "this is %.100s, rank 0 is %.100s", build,
                         plan.build);
    workshop->arguments = (Arguments){.options = command_tournament.options};
    Status status = config_parse(&workshop->config, (const char *)message->data + sizeof plan,
                                 "plan", &command_tournament, &workshop->arguments, error);
    if (status == STATUS_OK)
        status = setup_open(&workshop->setup, &workshop->arguments, error);
    if (status != STATUS_OK)
        return status;
    workshop->slots = calloc((size_t)plan.threads, sizeof *workshop->slots);
    if (!workshop->slots)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d threads", plan.threads);
    while (workshop->threads < plan.threads) {
        status = slot_open(&workshop->slots[workshop->threads], workshop, error);
        if (status != STATUS_OK)
            return status;
        workshop->threads++;
    }
    return send_ready(workshop, error);
}

/* Gives a pair to a thread that has none. */
static Status take_task(Workshop *workshop, const LinkMessage *message, Error *error)
{
    Slot *slot = NULL;
    pthread_mutex_lock(&workshop->lock);
    for (int i = 0; i < workshop->threads && !slot; i++)
        if (workshop->slots[i].state == SLOT_FREE)
            slot = &workshop->slots[i];
    pthread_mutex_unlock(&workshop->lock);
    if (!slot)
        return error_set(error, STATUS_MISMATCH, "more pairs than threads");
    OpeningBook book = {0};
    const Setup *setup = &workshop->setup;
    Status status = task_read(message, setup->rules, setup->plan.schedule.games, setup->board,
                              &slot->task, &book, error);
    if (status != STATUS_OK) {
        opening_book_close(&book);
        return status;
    }
    opening_book_close(&slot->books[slot->task.game]);
    slot->books[slot->task.game] = book;
    pthread_mutex_lock(&workshop->lock);
    slot->state = SLOT_GIVEN;
    pthread_cond_broadcast(&workshop->given);
    pthread_mutex_unlock(&workshop->lock);
    return STATUS_OK;
}

static void send_failure(const Workshop *workshop, const Error *error)
{
    link_send(workshop->cluster->link, 0, MESSAGE_FAILED, error->text, strlen(error->text), NULL);
}

static void take_message(Workshop *workshop, const LinkMessage *message)
{
    Error error = {0};
    Status status = STATUS_OK;
    workshop->heard = workshop->cluster->attention.now;
    if (message->kind == MESSAGE_PLAN) {
        status = take_plan(workshop, message, &error);
    } else if (message->kind == MESSAGE_TASK) {
        status = take_task(workshop, message, &error);
    } else if (message->kind == MESSAGE_STOP) {
        workshop->stopping = true;
    } else if (message->kind == MESSAGE_END) {
        EndMessage end = {0};
        if (message->size == sizeof end)
            memcpy(&end, message->data, sizeof end);
        workshop->cluster->orderly = end.orderly;
        workshop->ended = true;
    }
    if (status != STATUS_OK)
        send_failure(workshop, &error);
}

/* Sends what has been played; returns how many threads play. */
static int hand_in(Workshop *workshop)
{
    int playing = 0;
    for (int i = 0; i < workshop->threads; i++) {
        Slot *slot = &workshop->slots[i];
        Error error = {0};
        pthread_mutex_lock(&workshop->lock);
        SlotState state = slot->state;
        pthread_mutex_unlock(&workshop->lock);
        playing += state == SLOT_GIVEN;
        if (state == SLOT_PLAYED && result_send(workshop->cluster->link, slot->task.number,
                                                slot->stored, &error) != STATUS_OK)
            send_failure(workshop, &error);
        if (state == SLOT_FAILED)
            send_failure(workshop, &slot->error);
        /* The thread waits for a pair: nobody else changes the state. */
        if (state == SLOT_PLAYED || state == SLOT_FAILED) {
            pthread_mutex_lock(&workshop->lock);
            slot->state = SLOT_FREE;
            pthread_mutex_unlock(&workshop->lock);
        }
    }
    return playing;
}

/* Until a thread has finished its pair, or for a moment: a short one if a thread wants a pair. */
static void wait_for_thread(Workshop *workshop)
{
    struct timespec until;
    bool played = false, wanted = false;
    pthread_mutex_lock(&workshop->lock);
    for (int i = 0; i < workshop->threads; i++) {
        played |= workshop->slots[i].state > SLOT_GIVEN;
        wanted |= workshop->slots[i].state == SLOT_FREE;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += wanted ? IDLE_NANOSECONDS : BUSY_NANOSECONDS;
    until.tv_sec += until.tv_nsec / NANOSECONDS_PER_SECOND;
    until.tv_nsec %= NANOSECONDS_PER_SECOND;
    if (!played)
        pthread_cond_timedwait(&workshop->played, &workshop->lock, &until);
    pthread_mutex_unlock(&workshop->lock);
}

static Status talk(Workshop *workshop, Error *error)
{
    Cluster *cluster = workshop->cluster;
    while (!workshop->ended) {
        LinkMessage message;
        attention_look(&cluster->attention);
        Status status = link_receive(cluster->link, &message, error);
        if (status != STATUS_OK)
            return status;
        if (workshop->threads && cluster_is_to_show(cluster))
            link_send(cluster->link, 0, MESSAGE_ALIVE, NULL, 0, NULL);
        if (message.kind) {
            take_message(workshop, &message);
            continue;
        }
        int playing = hand_in(workshop);
        if (workshop->stopping && playing == 0 && !workshop->parted) {
            workshop->parted = true;
            link_send(cluster->link, 0, MESSAGE_GOODBYE, NULL, 0, NULL);
        }
        if (cluster->attention.now - workshop->heard >
            (workshop->threads || workshop->parted ? silence_limit : silence_before_plan))
            return error_set(error, STATUS_NO_FILE, "worker %d: rank 0 is lost",
                             link_rank(cluster->link));
        wait_for_thread(workshop);
    }
    return STATUS_OK;
}

static void workshop_close(Workshop *workshop)
{
    pthread_mutex_lock(&workshop->lock);
    workshop->quit = true;
    pthread_cond_broadcast(&workshop->given);
    pthread_mutex_unlock(&workshop->lock);
    for (int i = 0; i < workshop->threads; i++) {
        pthread_join(workshop->slots[i].thread, NULL);
        slot_close(&workshop->slots[i]);
    }
    setup_close(&workshop->setup);
    config_close(&workshop->config);
    pthread_mutex_destroy(&workshop->lock);
    pthread_cond_destroy(&workshop->given);
    pthread_cond_destroy(&workshop->played);
    free(workshop->slots);
    free(workshop);
}

Status cluster_work(Cluster *cluster, Error *error)
{
    Workshop *workshop = calloc(1, sizeof *workshop);
    if (!workshop)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a worker");
    workshop->cluster = cluster;
    pthread_mutex_init(&workshop->lock, NULL);
    pthread_cond_init(&workshop->given, NULL);
    pthread_cond_init(&workshop->played, NULL);
    cluster->attention.looked_at = clock_wall();
    /* Ctrl-C reaches all ranks; rank 0 decides what it means. */
    interrupt_catch();
    Status status = talk(workshop, error);
    /* Without rank 0 the end of the program ends the threads, which may be deep in a search. */
    if (status == STATUS_OK)
        workshop_close(workshop);
    else
        cluster->orderly = false;
    return status;
}
