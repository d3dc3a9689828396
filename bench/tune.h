/* The parts of `skirmish tune`: one function a method, and the proof by games that both end with.
 */
#ifndef BENCH_TUNE_H
#define BENCH_TUNE_H

#include "bench/command.h"
#include "engine/plot.h"
#include "engine/weights.h"

/* What all methods are given. */
typedef struct Tuning {
    const Arguments *arguments;
    int index; /* of the game in the registry */
    const Game *game;
    Board *board; /* owned, NULL = the default board */
    uint64_t seed, threads;
    const char *out;      /* file of weights to write, NULL = none */
    int old[WEIGHTS_MAX]; /* weights at the start */
    Error *error;
} Tuning;

/* Fits the weights to training positions. */
Status tune_texel(Tuning *tuning);

/* Lets engines of two settings play; *done = false if it was interrupted. */
Status tune_spsa(Tuning *tuning, bool *done);

/* Plays new weights (the file `out`) against the old ones on openings of their own until a
 * sequential test decides; says whether they are better. */
Status tune_prove(const Tuning *tuning, bool *better);

/* The option's value as a number in minimum .. maximum, `otherwise` if it was not given. */
Status tune_real(const Tuning *tuning, const char *name, double minimum, double maximum,
                 double otherwise, double *value);

/* Writes curves to the file of --plot, if it is given. */
Status tune_plot(const Tuning *tuning, const char *title, const char *x_label,
                 const PlotCurve *curves, int count);

#endif
