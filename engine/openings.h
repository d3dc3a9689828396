/* Books of openings: positions from which matches and tournaments begin. Drawn at random and
 * different up to symmetry, or read from a file with one position a line ('#' begins a comment). */
#ifndef ENGINE_OPENINGS_H
#define ENGINE_OPENINGS_H

#include "engine/contest.h"

typedef struct BookLine {
    Position start;
    size_t first_move, move_count; /* in the book's moves, parts */
    uint64_t seed;                 /* that drew it, 0 for positions from a file */
} BookLine;

typedef struct OpeningBook {
    size_t count, capacity;
    BookLine *lines; /* owned */
    Move *moves;     /* owned */
    size_t move_count, move_capacity;
} OpeningBook;

void opening_book_close(OpeningBook *book);

/* Adds a copy of an opening. */
Status opening_book_add(OpeningBook *book, const Opening *opening, Error *error);

/* The index-th opening; beyond the last one they begin again. The book must not be empty. */
Opening opening_book_at(const OpeningBook *book, uint64_t index);

/* Keys of positions that are the same up to symmetry. */
typedef struct PositionSet {
    uint64_t *keys; /* owned; 0 = free */
    size_t count, size;
} PositionSet;

void position_set_close(PositionSet *set);

/* Adds a position; `*fresh` says whether neither it nor an image of it was in the set. */
Status position_set_add(PositionSet *set, const Game *game, const Position *position, bool *fresh,
                        Error *error);

/* Draws openings of `plies` random turns from `start` until there are `count` different ones, or
 * very many draws in a row gave none: then the book holds what there is. The i-th draw depends on
 * random_split(seed, i) alone. Fails if no draw leaves the game open. */
Status openings_draw(OpeningBook *book, const Game *game, const Position *start, int plies,
                     size_t count, uint64_t seed, Error *error);

/* Reads a file of positions in which the game is open; `board` as in Game.parse. A message names
 * file and line. Fails if there is none. */
Status openings_read(OpeningBook *book, const Game *game, const Board *board, const char *path,
                     Error *error);

#endif
