/* Rank 0 of a cluster: gives pairs to workers, records what they play, takes back what the lost
 * ones had. Joining and leaving. */
#include "bench/cluster_private.h"

#include "engine/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOOK_LONGEST = 100 * NANOSECONDS_PER_MILLISECOND };

/* After so many nanoseconds a worker is lost; if it speaks again it is welcome. */
static const uint64_t silence_limit = 5 * (uint64_t)NANOSECONDS_PER_SECOND;

/* Rank 0 at work. */
typedef struct Play {
    Cluster *cluster;
    Tournament *tournament;
    const PoolOptions *options;
    Status status; /* of the first failure */
    Error *error;
} Play;

void attention_look(Attention *attention)
{
    uint64_t now = clock_wall(), passed = now - attention->looked_at;
    attention->now += passed < LOOK_LONGEST ? passed : LOOK_LONGEST;
    attention->looked_at = now;
}

bool cluster_is_to_show(Cluster *cluster)
{
    if (cluster->attention.now < cluster->alive_at)
        return false;
    cluster->alive_at = cluster->attention.now +
                        (uint64_t)ALIVE_INTERVAL_MILLISECONDS * NANOSECONDS_PER_MILLISECOND;
    return true;
}

Status cluster_open(Cluster **cluster, Error *error)
{
    Link *link = NULL;
    *cluster = NULL;
    Status status = link_open(&link, error);
    if (status != STATUS_OK || !link)
        return status;
    Cluster *opened = calloc(1, sizeof *opened);
    Remote *remotes = calloc((size_t)link_ranks(link), sizeof *remotes);
    if (!opened || !remotes) {
        free(opened);
        free(remotes);
        link_close(link, false);
        return error_set(error, STATUS_NO_MEMORY, "no memory for a cluster");
    }
    *opened = (Cluster){.link = link, .remotes = remotes, .orderly = true};
    *cluster = opened;
    return STATUS_OK;
}

bool cluster_is_worker(const Cluster *cluster)
{
    return cluster && link_rank(cluster->link) != 0;
}

int cluster_workers(const Cluster *cluster)
{
    return cluster ? link_ranks(cluster->link) - 1 : 0;
}

/* Keeps the first failure. */
static void fail(Play *play, Status status, const char *text)
{
    if (status != STATUS_OK && play->status == STATUS_OK)
        play->status = error_set(play->error, status, "%s", text);
}

/* Removes a worker's assignment of a pair; false if it has none. */
static bool take_assignment(Cluster *cluster, int rank, uint64_t number, PairTask *task)
{
    for (size_t i = 0; i < cluster->assignment_count; i++) {
        Assignment *assignment = &cluster->assignments[i];
        if (assignment->rank != rank || assignment->task.number != number)
            continue;
        *task = assignment->task;
        *assignment = cluster->assignments[--cluster->assignment_count];
        return true;
    }
    return false;
}

/* Gives back all that a worker was to play; returns how many pairs that is. */
static int return_assignments(Play *play, int rank)
{
    Cluster *cluster = play->cluster;
    int count = 0;
    for (size_t i = cluster->assignment_count; i-- > 0;) {
        Assignment *assignment = &cluster->assignments[i];
        if (assignment->rank != rank)
            continue;
        tournament_return(play->tournament, &assignment->task);
        *assignment = cluster->assignments[--cluster->assignment_count];
        count++;
    }
    return count;
}

static Status assign(Play *play, int rank, const PairTask *task, Error *error)
{
    Cluster *cluster = play->cluster;
    if (cluster->assignment_count == cluster->assignment_capacity) {
        size_t capacity = 2 * cluster->assignment_capacity + 16;
        Assignment *grown = realloc(cluster->assignments, capacity * sizeof *grown);
        if (!grown)
            return error_set(error, STATUS_NO_MEMORY, "no memory for running pairs");
        cluster->assignments = grown;
        cluster->assignment_capacity = capacity;
    }
    cluster->assignments[cluster->assignment_count++] = (Assignment){rank, *task};
    cluster->remotes[rank].free--;
    return task_send(cluster->link, rank, play->tournament->plan, task, error);
}

/* Gives every free thread a pair, one a worker and round. */
static void hand_out(Play *play)
{
    bool given = true;
    while (given && play->status == STATUS_OK) {
        given = false;
        for (int rank = 1; rank < link_ranks(play->cluster->link); rank++) {
            const Remote *remote = &play->cluster->remotes[rank];
            PairTask task;
            Error error = {0};
            if (!remote->ready || remote->lost || remote->free <= 0)
                continue;
            if (!tournament_take(play->tournament, &task))
                return;
            fail(play, assign(play, rank, &task, &error), error.text);
            given = true;
        }
    }
}

static void take_ready(Play *play, const LinkMessage *message)
{
    Remote *remote = &play->cluster->remotes[message->rank];
    ReadyMessage ready;
    if (message->size != sizeof ready) {
        fail(play, STATUS_BAD_TEXT, "a worker is of another build");
        return;
    }
    memcpy(&ready, message->data, sizeof ready);
    memcpy(remote->host, ready.host, sizeof remote->host);
    remote->host[sizeof remote->host - 1] = '\0';
    remote->ready = true;
    remote->threads = remote->free = ready.threads;
    if (ready.threads > ready.processors)
        fprintf(stderr,
                "skirmish: worker %d (%s): %d threads on the %d processors that it may use: clocks "
                "and times will suffer\n",
                message->rank, remote->host, ready.threads, ready.processors);
}

/* Records a pair, unless it was taken from the worker in the meantime. */
static void take_result(Play *play, const LinkMessage *message)
{
    Cluster *cluster = play->cluster;
    uint64_t number = 0;
    PairTask task;
    Error error = {0};
    Status status = result_read(message, &number, cluster->games, &error);
    cluster->remotes[message->rank].free++;
    if (status == STATUS_OK && take_assignment(cluster, message->rank, number, &task))
        status = pair_record(play->tournament, play->options, &task, cluster->games, &error);
    fail(play, status, error.text);
}

static void take_failure(Play *play, const LinkMessage *message)
{
    const Remote *remote = &play->cluster->remotes[message->rank];
    char sentence[320];
    Text text = TEXT_OF(sentence);
    text_format(&text, "worker %d%s%s: %.*s", message->rank, *remote->host ? " on " : "",
                remote->host, (int)message->size, (const char *)message->data);
    fail(play, STATUS_NO_FILE, sentence);
    return_assignments(play, message->rank);
}

static void take_message(Play *play, const LinkMessage *message)
{
    Remote *remote = &play->cluster->remotes[message->rank];
    remote->heard = play->cluster->attention.now;
    if (remote->lost)
        fprintf(stderr, "skirmish: worker %d (%s) is back\n", message->rank, remote->host);
    remote->lost = false;
    if (message->kind == MESSAGE_GOODBYE)
        remote->gone = true;
    /* What comes after the end is of no use. */
    if (!play->tournament)
        return;
    if (message->kind == MESSAGE_READY)
        take_ready(play, message);
    else if (message->kind == MESSAGE_RESULT)
        take_result(play, message);
    else if (message->kind == MESSAGE_FAILED)
        take_failure(play, message);
}

/* Tells the workers that rank 0 lives. Without limit, so not those who may not. */
static void show(Cluster *cluster)
{
    for (int rank = 1; rank < link_ranks(cluster->link); rank++)
        if (!cluster->remotes[rank].lost)
            link_send(cluster->link, rank, MESSAGE_ALIVE, NULL, 0, NULL);
}

/* Finds the workers that have become silent. */
static void look_for_lost(Play *play)
{
    Cluster *cluster = play->cluster;
    int lost = 0, ranks = link_ranks(cluster->link);
    for (int rank = 1; rank < ranks; rank++) {
        Remote *remote = &cluster->remotes[rank];
        uint64_t silence = cluster->attention.now - remote->heard;
        if (!remote->lost && !remote->gone && silence > silence_limit) {
            remote->lost = true;
            int pairs = play->tournament ? return_assignments(play, rank) : 0;
            fprintf(stderr, "skirmish: worker %d (%s) is lost, pairs to be played again: %d\n",
                    rank, remote->host, pairs);
        }
        lost += remote->lost;
    }
    if (lost == ranks - 1)
        fail(play, STATUS_NO_FILE, "all workers are lost");
}

/* Takes one message, or does what is due when there is none. */
static void step(Play *play)
{
    Cluster *cluster = play->cluster;
    LinkMessage message;
    Error error = {0};
    attention_look(&cluster->attention);
    fail(play, link_receive(cluster->link, &message, &error), error.text);
    if (cluster_is_to_show(cluster))
        show(cluster);
    if (message.kind) {
        take_message(play, &message);
        return;
    }
    look_for_lost(play);
    nanosleep(&(struct timespec){.tv_nsec = IDLE_NANOSECONDS}, NULL);
}

/* From now on all workers are expected to speak. */
static void begin_listening(Cluster *cluster)
{
    cluster->attention.looked_at = clock_wall();
    for (int rank = 0; rank < link_ranks(cluster->link); rank++)
        cluster->remotes[rank].heard = cluster->attention.now;
}

static Status send_plan(Cluster *cluster, int threads, const char *config, Error *error)
{
    PlanMessage plan = {.threads = threads};
    size_t size = sizeof plan + strlen(config) + 1;
    unsigned char *data = malloc(size);
    Status status = STATUS_OK;
    if (!data)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the plan");
    build_text(plan.build);
    memcpy(data, &plan, sizeof plan);
    memcpy(data + sizeof plan, config, size - sizeof plan);
    for (int rank = 1; status == STATUS_OK && rank < link_ranks(cluster->link); rank++)
        status = link_send(cluster->link, rank, MESSAGE_PLAN, data, size, error);
    free(data);
    return status;
}

/* OpenMPI ends the whole job with the first lost process unless told otherwise. */
static void warn_of_losses(void)
{
    if (getenv("OMPI_COMM_WORLD_SIZE") && !getenv("OMPI_MCA_orte_enable_recovery"))
        fprintf(stderr, "skirmish: without 'mpirun --enable-recovery' the loss of one worker ends "
                        "all; what is recorded stays\n");
}

Status cluster_play(Cluster *cluster, Tournament *tournament, const PoolOptions *options,
                    const char *config, Error *error)
{
    Play play = {cluster, tournament, options, STATUS_OK, error};
    warn_of_losses();
    play.status = send_plan(cluster, options->threads, config, error);
    begin_listening(cluster);
    while (!tournament->over) {
        bool stop = play.status != STATUS_OK || (options->stop && atomic_load(options->stop));
        if (stop && cluster->assignment_count == 0)
            break;
        if (!stop)
            hand_out(&play);
        step(&play);
    }
    return play.status;
}

/* Waits until all workers but the lost ones have nothing to do. */
static void part(Cluster *cluster)
{
    Error ignored = {0};
    Play play = {.cluster = cluster, .error = &ignored};
    int waiting = 1, ranks = link_ranks(cluster->link);
    for (int rank = 1; rank < ranks; rank++)
        link_send(cluster->link, rank, MESSAGE_STOP, NULL, 0, NULL);
    begin_listening(cluster);
    while (waiting) {
        step(&play);
        waiting = 0;
        for (int rank = 1; rank < ranks; rank++)
            waiting += !cluster->remotes[rank].gone && !cluster->remotes[rank].lost;
    }
    for (int rank = 1; rank < ranks; rank++)
        cluster->orderly &= cluster->remotes[rank].gone;
    EndMessage end = {.orderly = cluster->orderly};
    for (int rank = 1; rank < ranks; rank++)
        link_send(cluster->link, rank, MESSAGE_END, &end, sizeof end, NULL);
}

void cluster_close(Cluster *cluster)
{
    if (!cluster)
        return;
    if (link_rank(cluster->link) == 0)
        part(cluster);
    link_close(cluster->link, cluster->orderly);
    for (int leg = 0; leg < 2; leg++)
        stored_game_close(&cluster->games[leg]);
    free(cluster->assignments);
    free(cluster->remotes);
    free(cluster);
}
