/* Perft counts of a program outside this one: an engine that speaks UGI and knows `go perft N`, or
 * any program that takes a position and a depth as arguments and prints `move: count` lines. */
#ifndef ENGINE_PERFT_ENGINE_H
#define ENGINE_PERFT_ENGINE_H

#include "engine/divide.h"
#include "engine/game.h"
#include "engine/ugi_link.h"

/* Where to count from, as texts of the game's own notation. */
typedef struct PerftQuestion {
    const char *start;    /* position text */
    bool usual_start;     /* it is the game's own start */
    const char *moves;    /* turns since, between blanks, "" = none */
    const char *position; /* after the turns */
    int depth;            /* at least 1 */
} PerftQuestion;

typedef struct PerftEngine {
    const Game *game;    /* borrowed */
    const char *command; /* borrowed */
    const char *log;     /* borrowed, NULL = its standard error is thrown away */
    uint64_t patience;   /* nanoseconds for an answer */
    bool plain;          /* the command has a placeholder: one run a question, no UGI */
    char said[160];      /* the last `info string` of an engine, "" = none */
    UgiLink link;
} PerftEngine;

/* Starts the program and greets it. A command with {depth} in it is a plain one: it is run for each
 * question, with {depth}, {position}, {start}, {moves} and {game} replaced, each as (part of) one
 * argument. `settings` are lines "Name=value" for a UGI engine's options, "" = none. */
Status perft_engine_open(PerftEngine *engine, const char *settings, Error *error);
void perft_engine_close(PerftEngine *engine);

/* Adds the counts below each move to the list. Fails if the program does, or contradicts itself by
 * a total that is not the sum. */
Status perft_engine_divide(PerftEngine *engine, const PerftQuestion *question, DivideList *list,
                           Error *error);

#endif
