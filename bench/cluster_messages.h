/* What the ranks of a cluster tell each other: plain structs, some with text or moves behind them.
 * All ranks run the same build, which the first message checks. */
#ifndef BENCH_CLUSTER_MESSAGES_H
#define BENCH_CLUSTER_MESSAGES_H

#include "bench/cluster_link.h"
#include "engine/store.h"
#include "engine/tournament.h"

/* From rank 0 to a worker, then the other way. */
typedef enum MessageKind {
    MESSAGE_PLAN = 1, /* PlanMessage and the plan as configuration lines */
    MESSAGE_TASK,     /* a pair to be played, with its opening */
    MESSAGE_STOP,     /* finish what you play, then say goodbye */
    MESSAGE_END,      /* EndMessage: leave */
    MESSAGE_READY,    /* ReadyMessage, in answer to the plan */
    MESSAGE_RESULT,   /* a played pair */
    MESSAGE_FAILED,   /* a sentence that says why this worker cannot play */
    MESSAGE_GOODBYE,  /* nothing is running any more */
    MESSAGE_ALIVE,    /* both ways */
} MessageKind;

enum { ALIVE_INTERVAL_MILLISECONDS = 500, BUILD_TEXT_MAX = 128, HOST_TEXT_MAX = 128 };

typedef struct PlanMessage {
    int threads;
    char build[BUILD_TEXT_MAX];
} PlanMessage;

typedef struct ReadyMessage {
    int threads, processors;
    char host[HOST_TEXT_MAX];
} ReadyMessage;

typedef struct EndMessage {
    bool orderly; /* no rank is lost */
} EndMessage;

/* Writes commit, version and compiler, in which the ranks must agree. */
void build_text(char text[BUILD_TEXT_MAX]);

/* Sends a pair that is to be played. */
Status task_send(Link *link, int rank, const TournamentPlan *plan, const PairTask *task,
                 Error *error);

/* Reads it; adds its opening, of the task's game on that board, to an empty book. */
Status task_read(const LinkMessage *message, const Game *const *games, int game_count,
                 const Board *board, PairTask *task, OpeningBook *book, Error *error);

/* Sends a played pair. */
Status result_send(Link *link, uint64_t number, const StoredGame games[2], Error *error);

/* Reads it into games, whose buffers are reused. */
Status result_read(const LinkMessage *message, uint64_t *number, StoredGame games[2], Error *error);

#endif
