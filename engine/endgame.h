/* Values of solved positions, one byte each: for the side to move, with the number of turns to the
 * end when the winner hastens it and the loser delays it. */
#ifndef ENGINE_ENDGAME_H
#define ENGINE_ENDGAME_H

#include "engine/move.h"

#include <stdbool.h>

typedef uint8_t EndgameValue;

enum { ENDGAME_DRAW = 0, ENDGAME_DISTANCE_MAX = 126 };

static inline EndgameValue endgame_win(int distance)
{
    return (EndgameValue)(2 * distance + 1);
}

static inline EndgameValue endgame_loss(int distance)
{
    return (EndgameValue)(2 * distance + 2);
}

/* OUTCOME_DRAW also stands for play without end. */
static inline Outcome endgame_outcome(EndgameValue value)
{
    if (value == ENDGAME_DRAW)
        return OUTCOME_DRAW;
    return value & 1 ? OUTCOME_WIN : OUTCOME_LOSS;
}

/* Turns to the end of a decided position. */
static inline int endgame_distance(EndgameValue value)
{
    return (value - 1) / 2;
}

/* Whether a win or loss comes within the limit of plies without progress (0 = none), `quiet` of
 * which have gone, although nothing before the end may be progress. A draw has no end to be late
 * for. */
static inline bool endgame_in_time(EndgameValue value, int quiet, int limit)
{
    return value == ENDGAME_DRAW || limit == 0 || quiet + endgame_distance(value) <= limit;
}

/* How good it is to move to a position of this value: a quick win is better than a slow one, a slow
 * loss better than a quick one, a draw is worth 0. */
static inline int endgame_worth(EndgameValue value)
{
    if (value == ENDGAME_DRAW)
        return 0;
    int distance = endgame_distance(value), most = ENDGAME_DISTANCE_MAX + 1;
    return endgame_outcome(value) == OUTCOME_LOSS ? most - distance : distance - most;
}

#endif
