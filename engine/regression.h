/* Logistic regression of weights on game results (P. Oesterlund, "Texel's tuning method", 2014,
 * with the gradient in closed form). The chance of a result is 1 / (1 + exp(-scale * weights *
 * row)); the loss is the mean cross entropy in nats, plus a normal prior around the weights at the
 * start. Sums run over fixed parts of the rows that are added in order, so nothing depends on the
 * threads.
 *
 * Positions of one game share its result, so they say less than as many games would. The standard
 * errors take the game as the unit: H^-1 B H^-1 with the Hessian H (prior included) and B the sum
 * over games of the outer product of the game's gradient, times games / (games - 1) (K.-Y. Liang,
 * S. Zeger, Biometrika 73, 1986; A. Cameron, D. Miller, J. Human Resources 50, 2015). */
#ifndef ENGINE_REGRESSION_H
#define ENGINE_REGRESSION_H

#include "engine/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    REGRESSION_LANES = 8, /* rows are filled up with zeros to a multiple of it */
    REGRESSION_FEATURES_MAX = 128,
    REGRESSION_PASSES_MAX = 5000,
};

typedef struct RegressionData {
    size_t rows, train; /* the first `train` rows are fitted, the rest is held out */
    int features, stride;
    const float *matrix;  /* borrowed, rows * stride */
    const float *targets; /* borrowed, 0 .. 1 */
    /* Borrowed, the game of each row to be fitted; rows of a game are adjacent. NULL = every row is
     * drawn for itself. */
    const uint32_t *games;
    int threads;
} RegressionData;

typedef enum RegressionMethod { REGRESSION_LBFGS, REGRESSION_ADAM } RegressionMethod;

typedef struct RegressionOptions {
    RegressionMethod method;
    double scale;
    const double *start;  /* borrowed; the weights at the start, around which the prior lies */
    const double *spread; /* borrowed; its standard deviation for each weight, INFINITY = none */
    int passes_max;       /* over the data, at most REGRESSION_PASSES_MAX */
    int patience; /* steps without progress on the held-out rows after which to stop, 0 = never */
} RegressionOptions;

/* Mean losses after a step, without the prior. */
typedef struct RegressionStep {
    int passes;
    double train, held; /* held = 0 if no row is held out */
} RegressionStep;

typedef struct RegressionResult {
    double weights[REGRESSION_FEATURES_MAX];
    double errors[REGRESSION_FEATURES_MAX];          /* standard errors, INFINITY = no data */
    RegressionStep steps[REGRESSION_PASSES_MAX + 1]; /* the first is the start */
    int step_count, best;                            /* the weights are those of step `best` */
    int passes;                                      /* over the data */
    bool converged; /* neither the passes ran out nor the held-out rows stopped it */
} RegressionResult;

/* The floats of a row. */
int regression_stride(int features);

/* The scale with the least loss on the rows to be fitted, for these weights. */
double regression_scale(const RegressionData *data, const double *weights);

/* The mean losses with these weights. */
RegressionStep regression_losses(const RegressionData *data, double scale, const double *weights);

/* The objective on the rows to be fitted, loss and prior, and its gradient by the weights. */
void regression_gradient(const RegressionData *data, const RegressionOptions *options,
                         const double *weights, double *loss, double *gradient);

Status regression_fit(const RegressionData *data, const RegressionOptions *options,
                      RegressionResult *result, Error *error);

#endif
