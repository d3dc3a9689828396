/* Files of perft counts: a line is ruleset, position, depth and nodes, with tabs between them; '#'
 * begins a comment. */
#ifndef BENCH_SUITE_H
#define BENCH_SUITE_H

#include "engine/game.h"

typedef struct SuiteLine {
    int index;        /* of its game: the folder asked for, with the line's ruleset */
    const char *text; /* of the position */
    Position position;
    uint64_t depth, nodes;
} SuiteLine;

/* Takes a line; an error ends the reading. */
typedef Status SuiteVisitor(void *context, const SuiteLine *line, Error *error);

/* Shows each line of the file. Messages about a line, the visitor's too, name it. Fails if there is
 * none. */
Status suite_read(const char *path, const Game *game, const Board *board, SuiteVisitor *visit,
                  void *context, Error *error);

#endif
