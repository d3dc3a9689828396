/* Does a program speak UGI? One conversation in small steps, each of which says what it demands
 * and, if it fails, what came instead. */
#ifndef BENCH_CONFORMANCE_H
#define BENCH_CONFORMANCE_H

#include "engine/ugi_link.h"

enum { CONFORMANCE_MOVES_MAX = 1 << 15, CONFORMANCE_LINE_MAX = 1 << 10 };

typedef enum StepResult {
    STEP_PASSED,
    STEP_FAILED,
    STEP_ABSENT, /* an extension that the program does not offer */
} StepResult;

/* A conversation with the program under test. */
typedef struct Conversation {
    const Game *game;
    const char *command, *log;
    uint64_t patience; /* nanoseconds for an answer */
    uint64_t seed;
    UgiLink link;
    Position position;                 /* that the program was told last */
    char moves[CONFORMANCE_MOVES_MAX]; /* since the start, each with a blank before it */
    size_t moves_length;
    char name[128];       /* that the program gave itself, "" = none */
    bool has_game;        /* it has an option Game */
    char bad_option[128]; /* the first malformed option line, "" = none */
    char bad_info[128];   /* the same of info lines */
    int info_count;
    char why[256];                   /* the explanation of a failure */
    char line[CONFORMANCE_LINE_MAX]; /* the last answer, cut */
} Conversation;

typedef struct Step {
    const char *demand;
    StepResult (*run)(Conversation *talk);
} Step;

/* The steps in their order; the last one has no demand. */
extern const Step conformance_steps[];

/* Runs one step; a program that has ended before is started again. */
StepResult conformance_run(Conversation *talk, const Step *step);

/* Ends the program. */
void conformance_close(Conversation *talk);

/* What steps are made of (conformance_talk.c). All return false and explain themselves in `why`
 * when it does not work. */

/* Sends lines. */
bool talk_send(Conversation *talk, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reads until the line that begins with this word, within the patience. */
bool talk_expect(Conversation *talk, const char *word);

/* Sends `query` and compares the response; NULL = any single word will do. */
bool talk_query(Conversation *talk, const char *query, const char *expected);

/* Sends the position that was reached, with `go`; plays a legal bestmove. */
bool talk_go(Conversation *talk, const char *go);

/* Sends the position that was reached. */
bool talk_position(Conversation *talk);

/* Begins anew at the start position. */
void talk_begin(Conversation *talk);

/* Plays a turn in the position; false if there is no more room. */
bool talk_play(Conversation *talk, const Turn *turn);

/* Reads the turn of the last bestmove. */
bool talk_read_bestmove(Conversation *talk, Turn *turn);

/* Starts the program and greets it. */
bool talk_start(Conversation *talk);

/* Explains a failure; returns false. */
bool talk_fail(Conversation *talk, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
