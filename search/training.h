/* Training positions as the rows of a regression. */
#ifndef SEARCH_TRAINING_H
#define SEARCH_TRAINING_H

#include "engine/dataset.h"
#include "engine/regression.h"
#include "search/features.h"

typedef struct Training {
    const Game *game;
    size_t rows, train; /* the positions of games held out come last */
    int stride;
    float *matrix;     /* owned; regression_stride floats a position */
    float *results;    /* owned; 0, 0.5 or 1 */
    float *scores;     /* owned; of the search */
    uint32_t *numbers; /* owned; of the game, adjacent rows of one game have the same */
    uint64_t hash;     /* of all files */
    uint64_t games;
} Training;

typedef struct TrainingOptions {
    const char *const *paths; /* borrowed */
    int path_count, threads;
    int held;           /* per cent of the games, drawn by file and number, that are held out */
    const Board *board; /* borrowed, known by its name besides the built-in ones; NULL = none */
} TrainingOptions;

/* Reads files, all of `game`, and traces the evaluation of every position; fails at the first one
 * whose evaluation is not the sum of weights times coefficients. */
Status training_open(Training *training, const Game *game, Features *features,
                     const TrainingOptions *options, Error *error);
void training_close(Training *training);

#endif
