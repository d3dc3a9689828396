/* Moves, turns and outcomes: the vocabulary shared by rules, searches and matches. */
#ifndef ENGINE_MOVE_H
#define ENGINE_MOVE_H

#include <stdint.h>

/* One step of a search: a whole turn in most games, a part of a turn in games that declare
 * GAME_TURN_PARTS. Each game documents its packing. 0 is never a legal move. */
typedef uint32_t Move;

enum {
    MOVE_NONE = 0,
    MOVES_MAX = 1024,    /* no game lists more moves than this in one position */
    TURN_PARTS_MAX = 32, /* no turn has more parts than this */
};

/* A whole turn: one part in most games. */
typedef struct Turn {
    int count;
    Move parts[TURN_PARTS_MAX];
} Turn;

/* What a position means for the side to move. */
typedef enum Outcome { OUTCOME_OPEN, OUTCOME_LOSS, OUTCOME_DRAW, OUTCOME_WIN } Outcome;

/* Value for the side to move, in hundredths of the game's unit (a "pawn"). */
typedef int32_t Score;

enum {
    SCORE_DRAW = 0,
    SCORE_EVALUATION_MAX = 20000, /* no evaluation is larger than this */
    SCORE_PROVEN = 29000,         /* at least this: a proven win */
    SCORE_WIN = 30000,            /* a win at distance n plies scores SCORE_WIN - n */
    SCORE_INFINITE = 31000,
    PLY_MAX = 512, /* deepest search path, in moves (parts) */
};

#endif
