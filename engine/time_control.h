/* Limits of one search, and the clock of a game: so many turns in so much time, then as many again,
 * with an increment after each turn ("40/60+0.5"), divided into limits turn by turn. */
#ifndef ENGINE_TIME_CONTROL_H
#define ENGINE_TIME_CONTROL_H

#include "engine/status.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct TimeControl {
    int turns;                /* in each period, 0 = the whole game */
    uint64_t time, increment; /* nanoseconds; time 0 = no clock */
} TimeControl;

/* One player's clock. */
typedef struct Clock {
    uint64_t left; /* nanoseconds */
    int turns;     /* still to be played in this period, 0 = the whole game */
} Clock;

/* Both players' clocks, in the order of the sides. */
typedef struct GameClocks {
    TimeControl controls[2];
    Clock clocks[2];
} GameClocks;

/* When to stop; 0 or NULL = no such limit. The first one reached stops the search. */
typedef struct SearchLimits {
    int depth; /* turns */
    uint64_t nodes;
    uint64_t playouts;
    uint64_t nanoseconds;      /* wall time, never exceeded */
    uint64_t soft_nanoseconds; /* wall time after which no new iteration is begun */
    const atomic_bool *stop;   /* borrowed; set by another thread */
    const GameClocks
        *clocks; /* borrowed; for players who divide their time themselves, NULL = none */
} SearchLimits;

/* Reads "TURNS/SECONDS+SECONDS"; turns and increment may be left out. */
Status time_control_parse(const char *text, TimeControl *control, Error *error);

Clock time_control_start(const TimeControl *control);

/* Sets the time limits of the next turn so that the clock cannot run out. */
void time_control_limit(const TimeControl *control, const Clock *clock, SearchLimits *limits);

/* Takes a turn's time off the clock; false if it ran out. */
bool time_control_spend(const TimeControl *control, Clock *clock, uint64_t nanoseconds);

#endif
