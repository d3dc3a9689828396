/* The minimum of a regression's loss: L-BFGS (J. Nocedal 1980, by liblbfgs) or Adam (D. Kingma, J.
 * Ba 2015) with all rows in each step. Both work on weights in units that change the log-odds
 * alike. */
#include "engine/regression_private.h"

#include <lbfgs.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A fit in progress. */
typedef struct Fit {
    const RegressionData *data;
    const RegressionOptions *options;
    RegressionResult *result;
    double units[REGRESSION_FEATURES_MAX]; /* weight points to a unit of the search */
    double best_loss;
    bool stopped; /* by the held-out rows or the passes */
} Fit;

/* Root mean square of each column: one unit moves the log-odds by about 1. */
static void choose_units(Fit *fit)
{
    const RegressionData *data = fit->data;
    double squares[REGRESSION_FEATURES_MAX] = {0};
    for (size_t row = 0; row < data->train; row++)
        for (int i = 0; i < data->features; i++) {
            double value = (double)data->matrix[row * (size_t)data->stride + (size_t)i];
            squares[i] += value * value;
        }
    for (int i = 0; i < data->features; i++) {
        double root = sqrt(squares[i] / (double)data->train);
        fit->units[i] = root > 0 ? 1 / (root * fit->options->scale) : 1;
    }
}

static void weights_at(const Fit *fit, const double *point, double *weights)
{
    for (int i = 0; i < fit->data->features; i++)
        weights[i] = fit->options->start[i] + point[i] * fit->units[i];
}

/* Loss and gradient at a point. */
static double evaluate(Fit *fit, const double *point, double *gradient)
{
    double weights[REGRESSION_FEATURES_MAX], loss = 0;
    weights_at(fit, point, weights);
    fit->result->passes++;
    regression_gradient(fit->data, fit->options, weights, &loss, gradient);
    for (int i = 0; i < fit->data->features; i++)
        gradient[i] *= fit->units[i];
    return loss;
}

/* Notes a step; returns whether to go on. */
static bool note_step(Fit *fit, const double *point)
{
    RegressionResult *result = fit->result;
    double weights[REGRESSION_FEATURES_MAX] = {0};
    weights_at(fit, point, weights);
    RegressionStep step = regression_losses(fit->data, fit->options->scale, weights);
    step.passes = result->passes;
    bool held = fit->data->rows > fit->data->train;
    double loss = held ? step.held : step.train;
    result->steps[result->step_count] = step;
    /* Without held-out rows the last step is the best. */
    if (!held || result->step_count == 0 || loss < fit->best_loss) {
        fit->best_loss = loss;
        result->best = result->step_count;
        memcpy(result->weights, weights, sizeof weights);
    }
    result->step_count++;
    int patience = fit->options->patience;
    fit->stopped |= held && patience && result->step_count - 1 - result->best >= patience;
    fit->stopped |=
        result->passes >= fit->options->passes_max || result->step_count > REGRESSION_PASSES_MAX;
    return !fit->stopped;
}

static lbfgsfloatval_t lbfgs_evaluate(void *instance, const lbfgsfloatval_t *point,
                                      lbfgsfloatval_t *gradient, const int size,
                                      const lbfgsfloatval_t step)
{
    (void)size, (void)step;
    return evaluate(instance, point, gradient);
}

static int lbfgs_progress(void *instance, const lbfgsfloatval_t *point,
                          const lbfgsfloatval_t *gradient, const lbfgsfloatval_t loss,
                          const lbfgsfloatval_t point_norm, const lbfgsfloatval_t gradient_norm,
                          const lbfgsfloatval_t step, int size, int number, int evaluations)
{
    (void)gradient, (void)loss, (void)point_norm, (void)gradient_norm, (void)step, (void)size;
    (void)number, (void)evaluations;
    return !note_step(instance, point);
}

static Status fit_lbfgs(Fit *fit, Error *error)
{
    lbfgs_parameter_t parameters;
    lbfgs_parameter_init(&parameters);
    parameters.m = 12;
    parameters.epsilon = 1e-6;
    parameters.past = 3;
    parameters.delta = 1e-7;
    lbfgsfloatval_t *point = lbfgs_malloc(fit->data->features);
    if (!point)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the regression");
    for (int i = 0; i < fit->data->features; i++)
        point[i] = 0;
    int code =
        lbfgs(fit->data->features, point, NULL, lbfgs_evaluate, lbfgs_progress, fit, &parameters);
    lbfgs_free(point);
    /* A line search that finds nothing better at the limit of precision has arrived as well. */
    bool arrived = code == LBFGS_SUCCESS || code == LBFGS_STOP || code == LBFGS_ALREADY_MINIMIZED ||
                   code == LBFGSERR_ROUNDING_ERROR || code == LBFGSERR_MINIMUMSTEP ||
                   code == LBFGSERR_MAXIMUMLINESEARCH;
    fit->result->converged = arrived && !fit->stopped;
    if (arrived || fit->stopped)
        return STATUS_OK;
    return error_set(error, STATUS_MISMATCH, "the regression failed: L-BFGS code %d", code);
}

static void fit_adam(Fit *fit)
{
    double point[REGRESSION_FEATURES_MAX] = {0}, gradient[REGRESSION_FEATURES_MAX];
    double mean[REGRESSION_FEATURES_MAX] = {0}, square[REGRESSION_FEATURES_MAX] = {0};
    double earlier = INFINITY;
    for (int step = 1; !fit->stopped; step++) {
        double loss = evaluate(fit, point, gradient);
        double rate = 0.05 / (1 + 0.02 * step);
        for (int i = 0; i < fit->data->features; i++) {
            mean[i] = 0.9 * mean[i] + 0.1 * gradient[i];
            square[i] = 0.999 * square[i] + 0.001 * gradient[i] * gradient[i];
            double slope = mean[i] / (1 - pow(0.9, step));
            point[i] -= rate * slope / (sqrt(square[i] / (1 - pow(0.999, step))) + 1e-10);
        }
        note_step(fit, point);
        if (step % 10 == 0) {
            fit->result->converged = !fit->stopped && earlier - loss < 1e-6 * loss;
            earlier = loss;
        }
        if (fit->result->converged)
            break;
    }
}

Status regression_fit(const RegressionData *data, const RegressionOptions *options,
                      RegressionResult *result, Error *error)
{
    double origin[REGRESSION_FEATURES_MAX] = {0};
    Fit fit = {.data = data, .options = options, .result = result};
    Status status = STATUS_OK;
    if (data->train == 0 || data->features > REGRESSION_FEATURES_MAX)
        return error_set(error, STATUS_BAD_ARGUMENT, "no rows to fit %d weights to",
                         data->features);
    *result = (RegressionResult){.passes = 0};
    choose_units(&fit);
    note_step(&fit, origin);
    if (options->method == REGRESSION_ADAM)
        fit_adam(&fit);
    else
        status = fit_lbfgs(&fit, error);
    return status == STATUS_OK ? regression_errors(data, options, result, error) : status;
}
