/* Solved positions of one game in a folder: one file a layer, named GAME-RULESET-LAYER.distance or
 * .outcome, for instance shapluk-seed-06f.distance. Read by searches, the referee and `probe`. */
#ifndef SEARCH_TABLES_H
#define SEARCH_TABLES_H

#include "engine/endgame_file.h"
#include "engine/game.h"
#include "search/solve.h"

enum { TABLES_READER_BYTES = 4 << 20 }; /* of unpacked blocks that a reader keeps */

/* A layer's path in a folder. */
void tables_path(const char *folder, const Game *game, const Solver *solver, int layer,
                 EndgameKind kind, Text *path);

/* What a layer's file must say of itself. */
EndgameInfo tables_info(const Game *game, const Solver *solver, int layer, EndgameKind kind);

/* Opens a layer's file; fails if it is another game's or another numbering's. */
Status tables_file_open(const char *path, const Game *game, const Solver *solver, int layer,
                        EndgameKind kind, EndgameFile **file, Error *error);

/* The mapped files of a folder. */
typedef struct Tables Tables;

/* Opens what there is of the game in a folder and checks every byte of it; there must be at least
 * one layer. Files of kind outcome are taken, where there is no other, only if `outcomes`. */
Status tables_open(const char *folder, const Game *game, const Solver *solver, bool outcomes,
                   Tables **result, Error *error);
void tables_close(Tables *tables);

/* The layer's file, NULL = there is none. */
const EndgameFile *tables_file(const Tables *tables, int layer);

/* What is known of a position: *value and, unless it was read from a file of kind outcome, its
 * distance. A finished game is known without tables. Rules that look at history are not applied.
 * `reader` belongs to the caller's thread. */
typedef struct TableAnswer {
    bool known, has_distance;
    EndgameValue value;
} TableAnswer;

Status tables_probe(const Tables *tables, EndgameReader *reader, const Position *position,
                    TableAnswer *answer, Error *error);

#endif
