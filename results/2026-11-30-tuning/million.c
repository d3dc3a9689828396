/* A million positions with 60 features, results drawn from planted weights: passes and time of the
 * regression. Arguments: threads, and "adam" for Adam. */
#include "engine/clock.h"
#include "engine/random.h"
#include "engine/regression.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FEATURES = 60, ROWS = 1000000, FITTED = 900000 };

static const double scale = 0.005;

static double uniform(Random *random)
{
    return (double)(random_next(random) >> 11) * 0x1p-53;
}

static void plant(float *row, float *target, const double *weights, Random *random)
{
    double odds = 0;
    for (int i = 0; i < FEATURES; i++) {
        int value = random_below(random, 4) ? 0 : (int)random_below(random, 7) - 3;
        row[i] = (float)value;
        odds += scale * value * weights[i];
    }
    *target = uniform(random) < 1 / (1 + exp(-odds));
}

int main(int argc, char **argv)
{
    int stride = regression_stride(FEATURES);
    float *matrix = calloc((size_t)ROWS * (size_t)stride, sizeof *matrix);
    float *targets = calloc(ROWS, sizeof *targets);
    RegressionResult *result = calloc(1, sizeof *result);
    double weights[FEATURES], start[FEATURES] = {0}, spread[FEATURES], worst = 0;
    Random random = random_from(1);
    if (!matrix || !targets || !result)
        return 1;
    for (int i = 0; i < FEATURES; i++) {
        weights[i] = (double)random_below(&random, 401) - 200;
        spread[i] = 100;
    }
    for (size_t row = 0; row < ROWS; row++)
        plant(matrix + row * (size_t)stride, &targets[row], weights, &random);
    RegressionData data = {.rows = ROWS,
                           .train = FITTED,
                           .features = FEATURES,
                           .stride = stride,
                           .matrix = matrix,
                           .targets = targets,
                           .threads = argc > 1 ? atoi(argv[1]) : 1};
    RegressionOptions options = {
        argc > 2 ? REGRESSION_ADAM : REGRESSION_LBFGS, scale, start, spread, 600, 10};
    uint64_t cpu = clock_process();
    if (regression_fit(&data, &options, result, NULL) != STATUS_OK)
        return 1;
    for (int i = 0; i < FEATURES; i++)
        worst = fmax(worst, fabs(result->weights[i] - weights[i]) / result->errors[i]);
    printf("%d passes, %s, %.2f s of processor time, farthest weight %.2f errors off\n",
           result->passes, result->converged ? "converged" : "stopped by the held-out rows",
           (double)(clock_process() - cpu) / 1e9, worst);
    free(matrix);
    free(targets);
    free(result);
    return 0;
}
