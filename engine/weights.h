/* Files of evaluation weights: text that says for which game and by which terms they were made,
 * from which data and how well they fit.
 *
 *   skirmish-weights 1
 *   game = gounki:published
 *   method = texel            optional, as the lines up to [weights]: where they come from
 *   data = 3f0c...            hash of the training files
 *   loss = 0.6012 (held out 0.6050)
 *   commit = 09b6b86
 *   [weights]
 *   round = 12                one line for each term of weights.def, in its order
 *
 * '#' begins a comment. A file for another game or another set of terms is refused. */
#ifndef ENGINE_WEIGHTS_H
#define ENGINE_WEIGHTS_H

#include "engine/game.h"

enum {
    WEIGHT_NOTE_MAX = 128,     /* longest note, with its terminator */
    WEIGHTS_FILE_MAX = 1 << 16 /* bytes; no file is longer */
};

/* Where weights come from; empty notes are left out. */
typedef struct WeightNotes {
    char method[WEIGHT_NOTE_MAX], data[WEIGHT_NOTE_MAX], loss[WEIGHT_NOTE_MAX],
        commit[WEIGHT_NOTE_MAX];
} WeightNotes;

/* The values that the game was compiled with. */
void weights_default(const Game *game, int values[WEIGHTS_MAX]);

/* Writes a file's text. */
void weights_format(const Game *game, const int *values, const WeightNotes *notes, Text *text);

/* Reads a file's text (`name` stands in messages) into values and notes (NULL = not wanted). */
Status weights_parse(const Game *game, const char *name, const char *string,
                     int values[WEIGHTS_MAX], WeightNotes *notes, Error *error);

/* Reads a file. */
Status weights_read(const Game *game, const char *path, int values[WEIGHTS_MAX], WeightNotes *notes,
                    Error *error);

/* Writes a file. */
Status weights_write(const Game *game, const char *path, const int *values,
                     const WeightNotes *notes, Error *error);

/* The place of a term among the game's, -1 if it has none of this name. */
int weights_find(const Game *game, const char *name);

#endif
