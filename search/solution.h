/* Solved layers in memory and their files in a folder: what `solve` builds up and `verify` reads.
 */
#ifndef SEARCH_SOLUTION_H
#define SEARCH_SOLUTION_H

#include "search/tables.h"

typedef struct Solution {
    const Game *game;
    const Solver *solver;
    const char *folder;               /* borrowed */
    Crew *crew;                       /* owned */
    EndgameValue *values[LAYERS_MAX]; /* owned, NULL = not in memory */
} Solution;

Status solution_open(Solution *solution, const Game *game, const Solver *solver, const char *folder,
                     int threads, Error *error);
void solution_close(Solution *solution);

/* Whether the layer's file is in the folder. */
bool solution_has_file(const Solution *solution, int layer, EndgameKind kind);

/* Reads a layer from its file, every block checked, unless it is in memory. */
Status solution_load(Solution *solution, int layer, Error *error);

/* Reads a layer from any file that holds it, in place of what is in memory. */
Status solution_load_file(Solution *solution, int layer, EndgameKind kind, const char *path,
                          Error *error);

/* Computes a layer; those that it leads to must be in memory. */
Status solution_solve(Solution *solution, int layer, SolveProgress *progress, void *context,
                      Error *error);

/* Writes a layer's file. */
Status solution_write(const Solution *solution, int layer, EndgameKind kind, Error *error);

/* The value of a position whose layer is in memory, or whose game is over. */
EndgameValue solution_value(const Solution *solution, const Position *position);

/* A turn that keeps the position's value: the quickest win, the slowest loss, else a draw; the
 * first in the order of generation. The game must be open. */
Turn solution_best_turn(const Solution *solution, const Position *position);

#endif
