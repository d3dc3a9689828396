/* The game that a `position` line of UGI describes: a start and all turns since. */
#ifndef ENGINE_UGI_GAME_H
#define ENGINE_UGI_GAME_H

#include "engine/game.h"

/* The game that the last `position` line described. */
typedef struct UgiGame {
    const Game *game;   /* borrowed */
    const Board *board; /* borrowed, NULL = the default board */
    Position position;
    uint64_t *keys; /* owned; of the positions before */
    int key_count, key_capacity;
    char *line;     /* owned; the line's words */
    bool has_moves; /* the word `moves` is among them */
    size_t line_length, line_capacity;
} UgiGame;

/* Begins at the game's start position. */
void ugi_game_init(UgiGame *self, const Game *game, const Board *board);
void ugi_game_close(UgiGame *self);

/* Obeys "startpos" or "fen TEXT", perhaps with "moves ...", the words behind `position`. A line
 * that continues the last one costs its new moves only. After an error the game is what it was. */
Status ugi_game_set(UgiGame *self, const char *words, Error *error);

PositionHistory ugi_game_history(const UgiGame *self);

/* The result so far: "none", "p1win", "p2win" or "draw", repetition and no progress considered. */
const char *ugi_game_result(const UgiGame *self);

#endif
