/* Games as a page replays them. A position is drawn by the game itself (Game.svg), line by line;
 * the lines of all positions of a ruleset are kept once, numbered, and a ply says only which lines
 * it replaces. So boards look as `skirmish show --svg` draws them, no game needs code of its own,
 * and a ply costs some 20 bytes.
 *
 * A game's positions are text: plies separated by ';', each a list of changes separated by ' ',
 * each change `at.removed.line.line...` in base 36: at the line number `at` of the drawing so far,
 * remove so many lines and insert these. Ply 0 changes the drawing of the ruleset's base. */
#ifndef BENCH_REPLAY_H
#define BENCH_REPLAY_H

#include "bench/page.h"
#include "engine/store.h"

/* A drawing as numbers of lines. */
typedef struct Drawing {
    int *lines; /* owned */
    int count, capacity;
} Drawing;

/* A ruleset on its board, with the lines seen so far. */
typedef struct Replay {
    const Game *game;
    Board *board; /* owned, NULL = the default */
    char **lines; /* owned, as are its elements */
    int count, capacity;
    int *slots; /* owned; hash table of line + 1, 0 = free */
    int slot_count;
    Drawing base, before, now;
    char *svg; /* owned */
} Replay;

/* `board` is the name of its file, "" = the default board. */
Status replay_open(Replay *replay, const char *ruleset, const char *board, Error *error);
void replay_close(Replay *replay);

/* Writes the game's turns (blank-separated words) and positions. Fails if a turn is not legal or
 * the texts are too long for the two buffers; then the game is to be left out. */
Status replay_game(Replay *replay, const GameRow *row, Text *moves, Text *positions, Error *error);

/* Writes the ruleset as a JSON object: title, sides, lines, base. */
void replay_write(const Replay *replay, Page *page);

#endif
