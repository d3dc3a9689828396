/* Searches for `skirmish ugi`: one thread that waits for work, so that `stop` is read meanwhile. */
#include "bench/ugi_server.h"
#include "engine/report.h"

#include "engine/clock.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    STACK_BYTES = 64 << 20,                 /* reserved, used as far as the search is deep */
    PATIENCE = NANOSECONDS_PER_MILLISECOND, /* info lines before wait for the next one */
    INFO_TEXT_MAX = 2 * LINE_TEXT_MAX,
    DEPTH_MOST = 200,
    DEPTH_FALLBACK = 2, /* for a back end that heeds none of the runner's limits */
    PLAYOUTS_FALLBACK = 10000,
};

void ugi_say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    flockfile(stdout);
    vprintf(format, arguments);
    putchar('\n');
    fflush(stdout);
    funlockfile(stdout);
    va_end(arguments);
}

static void flush_output(UgiSearch *search)
{
    flockfile(stdout);
    fwrite(search->buffer, 1, search->output.length, stdout);
    fflush(stdout);
    funlockfile(stdout);
    search->output = TEXT_OF(search->buffer);
}

/* Adds an info line; those of the first moment go out with the next. */
static void add_info(UgiSearch *search, const SearchResult *result)
{
    if (search->output.size - search->output.length < INFO_TEXT_MAX + 2 * TURN_TEXT_MAX)
        flush_output(search);
    report_info(search->game->game, &search->game->position, result, &search->output);
    text_char(&search->output, '\n');
}

static void report(void *context, const SearchResult *result)
{
    UgiSearch *search = context;
    add_info(search, result);
    search->reported = result->nodes;
    if (clock_wall() - search->began >= PATIENCE)
        flush_output(search);
}

/* With `infinite` the answer must wait, however early the search has ended. */
static void wait_for_stop(UgiSearch *search)
{
    flush_output(search);
    pthread_mutex_lock(&search->mutex);
    while (!search->stopped)
        pthread_cond_wait(&search->changed, &search->mutex);
    pthread_mutex_unlock(&search->mutex);
}

static void run_search(UgiSearch *search)
{
    const UgiGame *game = search->game;
    const PlayerType *type = search->player->type;
    PositionHistory history = ugi_game_history(game);
    SearchResult result;
    search->began = clock_wall();
    search->reported = 0;
    type->choose(search->player, &game->position, &history, &search->limits,
                 type->limits ? report : NULL, search, &result);
    if (result.nodes != search->reported)
        add_info(search, &result);
    if (search->infinite)
        wait_for_stop(search);
    text_format(&search->output, "info string stop %s\nbestmove ", stop_reason_text(result.stop));
    game->game->turn_format(&game->position, &result.turn, &search->output);
    text_char(&search->output, '\n');
    flush_output(search);
}

typedef struct Divide {
    UgiSearch *search;
    uint64_t nodes;
    Status status;
    Error error;
} Divide;

static bool divide_turn(void *context, const Turn *turn, const Position *after)
{
    Divide *divide = context;
    UgiSearch *search = divide->search;
    PerftOptions options = {.threads = 1, .bulk = true};
    PerftResult result = {0};
    divide->status =
        search->kit->perft(after, search->depth - 1, &options, &result, &divide->error);
    divide->nodes += result.nodes;
    search->game->game->turn_format(&search->game->position, turn, &search->output);
    text_format(&search->output, ": %" PRIu64 "\n", result.nodes);
    flush_output(search);
    return divide->status == STATUS_OK &&
           !atomic_load_explicit(&search->stop, memory_order_relaxed);
}

static void run_perft(UgiSearch *search)
{
    Divide divide = {.search = search, .nodes = search->depth == 0};
    if (search->depth > 0)
        turn_each(search->game->game, &search->game->position, divide_turn, &divide);
    if (divide.status != STATUS_OK)
        ugi_say("info string perft: %s", divide.error.text);
    ugi_say("\nNodes searched: %" PRIu64, divide.nodes);
}

static void *run_thread(void *argument)
{
    UgiSearch *search = argument;
    pthread_mutex_lock(&search->mutex);
    while (search->job != UGI_JOB_END) {
        if (search->job == UGI_JOB_NONE) {
            pthread_cond_wait(&search->changed, &search->mutex);
            continue;
        }
        UgiJob job = search->job;
        pthread_mutex_unlock(&search->mutex);
        (job == UGI_JOB_PERFT ? run_perft : run_search)(search);
        pthread_mutex_lock(&search->mutex);
        search->job = UGI_JOB_NONE;
        pthread_cond_broadcast(&search->changed);
    }
    pthread_mutex_unlock(&search->mutex);
    return NULL;
}

Status ugi_search_open(UgiSearch *search, Error *error)
{
    pthread_attr_t attributes;
    memset(search, 0, offsetof(UgiSearch, buffer));
    search->output = TEXT_OF(search->buffer);
    pthread_mutex_init(&search->mutex, NULL);
    pthread_cond_init(&search->changed, NULL);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    search->started = pthread_create(&search->thread, &attributes, run_thread, search) == 0;
    pthread_attr_destroy(&attributes);
    return search->started ? STATUS_OK
                           : error_set(error, STATUS_NO_MEMORY, "no memory for a thread");
}

void ugi_search_wait(UgiSearch *search)
{
    pthread_mutex_lock(&search->mutex);
    while (search->job != UGI_JOB_NONE)
        pthread_cond_wait(&search->changed, &search->mutex);
    pthread_mutex_unlock(&search->mutex);
}

UgiJob ugi_search_job(UgiSearch *search)
{
    pthread_mutex_lock(&search->mutex);
    UgiJob job = search->job;
    pthread_mutex_unlock(&search->mutex);
    return job;
}

void ugi_search_stop(UgiSearch *search)
{
    atomic_store_explicit(&search->stop, true, memory_order_relaxed);
    pthread_mutex_lock(&search->mutex);
    search->stopped = true;
    pthread_cond_broadcast(&search->changed);
    pthread_mutex_unlock(&search->mutex);
}

static void give_job(UgiSearch *search, UgiJob job)
{
    pthread_mutex_lock(&search->mutex);
    search->job = job;
    pthread_cond_broadcast(&search->changed);
    pthread_mutex_unlock(&search->mutex);
}

void ugi_search_close(UgiSearch *search)
{
    ugi_search_stop(search);
    ugi_search_wait(search);
    give_job(search, UGI_JOB_END);
    pthread_join(search->thread, NULL);
    pthread_cond_destroy(&search->changed);
    pthread_mutex_destroy(&search->mutex);
}

/* What is left of a time after the overhead. */
static uint64_t keep_back(uint64_t nanoseconds, uint64_t overhead)
{
    return nanoseconds > overhead + NANOSECONDS_PER_MILLISECOND ? nanoseconds - overhead
           : nanoseconds < NANOSECONDS_PER_MILLISECOND          ? nanoseconds
                                                                : NANOSECONDS_PER_MILLISECOND;
}

static SearchLimits limits_of(const UgiGo *go, int mover, uint64_t overhead)
{
    SearchLimits limits = {
        .depth = go->depth < DEPTH_MOST ? go->depth : DEPTH_MOST,
        .nodes = go->nodes,
        .playouts = go->playouts,
        .nanoseconds = go->movetime ? keep_back(go->movetime, overhead) : 0,
    };
    if (go->timed[mover] && !go->infinite) {
        Clock clock = {keep_back(go->time[mover], overhead), go->movestogo};
        TimeControl control = {go->movestogo, clock.left, go->increment[mover]};
        time_control_limit(&control, &clock, &limits);
    }
    return limits;
}

/* A back end that heeds none of the given limits gets one of its own, lest it search for ever. */
static void fall_back(const PlayerType *type, bool infinite, SearchLimits *limits)
{
    unsigned given = (limits->depth ? LIMIT_DEPTH : 0u) | (limits->nodes ? LIMIT_NODES : 0u) |
                     (limits->playouts ? LIMIT_PLAYOUTS : 0u) |
                     (limits->nanoseconds ? LIMIT_TIME : 0u);
    if (type->limits == 0 || (type->limits & given) != 0)
        return;
    if (type->limits == LIMIT_DEPTH)
        limits->depth = DEPTH_FALLBACK;
    else if (infinite)
        return;
    else if (type->limits & LIMIT_PLAYOUTS)
        limits->playouts = PLAYOUTS_FALLBACK;
    else
        limits->nodes = PLAYOUTS_FALLBACK;
    if (given)
        ugi_say("info string %s heeds none of these limits: it takes one of its own", type->name);
}

void ugi_search_go(UgiSearch *search, const UgiOptions *options, const UgiGame *game,
                   Player *player, const UgiGo *go)
{
    bool limited =
        go->depth || go->nodes || go->playouts || go->movetime || go->timed[0] || go->timed[1];
    search->game = game;
    search->player = player;
    search->kit = options->kit;
    search->infinite = go->infinite || !limited;
    search->limits = limits_of(go, game->game->mover(&game->position), options->overhead);
    search->limits.stop = &search->stop;
    search->depth = go->perft;
    search->stopped = false;
    atomic_store_explicit(&search->stop, false, memory_order_relaxed);
    if (go->perft) {
        give_job(search, UGI_JOB_PERFT);
        return;
    }
    fall_back(player->type, search->infinite, &search->limits);
    if (player->type->limits == 0 && !search->infinite)
        run_search(search);
    else
        give_job(search, UGI_JOB_SEARCH);
}
