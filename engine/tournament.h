/* A tournament in progress: which pair is played next, what the results so far mean, when it is
 * over. It plays nothing itself: whoever plays the pairs (threads of this process, other machines)
 * takes tasks and hands in summaries. The results do not depend on who played what and when; a
 * sprt's decision follows from its pairs in the order of their numbers, and counts no further ones.
 * Not thread-safe: callers hold a lock. */
#ifndef ENGINE_TOURNAMENT_H
#define ENGINE_TOURNAMENT_H

#include "engine/openings.h"
#include "engine/schedule.h"
#include "engine/sprt.h"
#include "engine/standings.h"

/* A ruleset of the tournament; all borrowed. */
typedef struct TournamentGame {
    const Game *game;
    const EngineSpec *specs; /* of each engine, read for this game */
    const OpeningBook *book;
    const Referee *referee; /* NULL = none */
} TournamentGame;

typedef struct TournamentPlan {
    ScheduleOptions schedule;
    SprtOptions sprt;
    TournamentGame *games;    /* borrowed */
    const char *const *names; /* borrowed, of the engines */
    uint64_t seed;
    int plies_max;
    Adjudication adjudication;
} TournamentPlan;

/* A finished pair that waits for those before it. */
typedef struct WaitingPair {
    uint64_t number;
    GameSummary games[2];
} WaitingPair;

typedef struct Tournament {
    const TournamentPlan *plan; /* borrowed */
    Standings standings;
    Stage *stages; /* owned; the last one is being played */
    int stage_count;
    unsigned char *states; /* owned; of the pairs of the stage being played */
    uint64_t next;         /* pair of the stage that may be free */
    uint64_t finished;     /* pairs of the stage */
    bool over;
    /* Of a sprt */
    uint64_t counts[PAIR_RESULTS]; /* pairs in order, as the first engine sees them */
    uint64_t counted;              /* pairs in order */
    WaitingPair *waiting;          /* owned */
    size_t waiting_count, waiting_capacity;
    double llr;
    SprtVerdict verdict;
} Tournament;

Status tournament_open(Tournament *tournament, const TournamentPlan *plan, Error *error);
void tournament_close(Tournament *tournament);

/* Takes the next pair to be played; false if there is none now: wait until others finish, or look
 * whether the tournament is over. */
bool tournament_take(Tournament *tournament, PairTask *task);

/* Gives a taken pair back unplayed. */
void tournament_return(Tournament *tournament, const PairTask *task);

/* Hands in a pair, taken now or recorded earlier; recorded ones come in the order of their numbers.
 * A pair that is not planned, or already there, is an error. */
Status tournament_finish(Tournament *tournament, uint64_t number, const GameSummary games[2],
                         Error *error);

/* The pairs that count, from number 0: those before a sprt's decision, else all planned ones. */
uint64_t tournament_pairs(const Tournament *tournament);

/* The index-th game of a task (0 or 1) but for the players, who must sit on seat 0 (the task's
 * first engine) and 1. */
Contest tournament_contest(const TournamentPlan *plan, const PairTask *task, int leg);

/* The number of a task's opening in its book. */
uint64_t tournament_opening(const TournamentPlan *plan, const PairTask *task);

#endif
