/* The program as an engine: what the lines of a UGI runner can set, and the thread that searches
 * while more lines are read. */
#ifndef BENCH_UGI_SERVER_H
#define BENCH_UGI_SERVER_H

#include "engine/ugi.h"
#include "engine/ugi_game.h"
#include "search/registry.h"

#include <pthread.h>

enum { UGI_TYPES_MAX = 32, UGI_PATH_MAX = 512, UGI_OUTPUT_SIZE = 1 << 16 };

/* What `setoption` sets. */
typedef struct UgiOptions {
    int index; /* of the game */
    const Game *game;
    const SearchKit *kit;
    Board *board; /* owned, NULL = the default board */
    char board_path[UGI_PATH_MAX];
    const PlayerType *type;
    double values[UGI_TYPES_MAX][PLAYER_OPTIONS_MAX]; /* by back end, in the order of the kit */
    bool given[UGI_TYPES_MAX][PLAYER_OPTIONS_MAX];    /* set by name; the others are the game's */
    bool weighted; /* the weights are other than the game's own */
    int weights[WEIGHTS_MAX];
    size_t hash_bytes;
    uint64_t seed;
    uint64_t overhead; /* nanoseconds kept back of every time */
} UgiOptions;

/* What a setting makes necessary. */
typedef enum UgiChange {
    UGI_CHANGE_NONE,
    UGI_CHANGE_SEED,   /* resetting the player */
    UGI_CHANGE_PLAYER, /* opening it anew */
    UGI_CHANGE_GAME,   /* the player, and beginning at the start position */
} UgiChange;

void ugi_options_init(UgiOptions *options, int index);
void ugi_options_close(UgiOptions *options);

/* Prints the `option` lines. */
void ugi_options_print(const UgiOptions *options);

/* Obeys a setting. An unknown name or a bad value changes nothing and is an error. */
Status ugi_options_set(UgiOptions *options, const UgiSetting *setting, UgiChange *change,
                       Error *error);

Status ugi_options_open_player(const UgiOptions *options, Player **player, Error *error);

typedef enum UgiJob { UGI_JOB_NONE, UGI_JOB_SEARCH, UGI_JOB_PERFT, UGI_JOB_END } UgiJob;

/* The searching thread. What it is given must not change until ugi_search_wait has returned. */
typedef struct UgiSearch {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool started;        /* there is a thread */
    UgiJob job;          /* guarded by the mutex, as the two below */
    bool stopped;        /* the runner said so */
    bool infinite;       /* answers when stopped only */
    atomic_bool stop;    /* for the search */
    const UgiGame *game; /* borrowed */
    Player *player;      /* borrowed */
    const SearchKit *kit;
    SearchLimits limits;
    int depth;         /* of perft */
    uint64_t began;    /* of the search, by clock_wall */
    uint64_t reported; /* nodes of the last info line */
    Text output;       /* over `buffer` */
    char buffer[UGI_OUTPUT_SIZE];
} UgiSearch;

Status ugi_search_open(UgiSearch *search, Error *error);

/* Stops what is running, waits for it and ends the thread. */
void ugi_search_close(UgiSearch *search);

/* Begins to search for `go`. A player that answers at once (it has no limits) does so in the
 * calling thread. */
void ugi_search_go(UgiSearch *search, const UgiOptions *options, const UgiGame *game,
                   Player *player, const UgiGo *go);

/* Makes the search answer as soon as it can. Without one nothing happens. */
void ugi_search_stop(UgiSearch *search);

/* Whether a search or perft is going on. */
UgiJob ugi_search_job(UgiSearch *search);

/* Waits until nothing is going on. */
void ugi_search_wait(UgiSearch *search);

/* Prints a line at once. */
void ugi_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
