/* Sums over the rows of a regression: loss, gradient, Hessian. */
#include "engine/regression_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 64, SIZE = REGRESSION_FEATURES_MAX + 1 };

int regression_stride(int features)
{
    return (features + REGRESSION_LANES - 1) / REGRESSION_LANES * REGRESSION_LANES;
}

/* Lanes of their own let the compiler use vectors without changing the order of any sum. */
static inline double dot(const float *row, const double *weights, int stride)
{
    double lanes[REGRESSION_LANES] = {0}, sum = 0;
    for (int i = 0; i < stride; i += REGRESSION_LANES)
        for (int lane = 0; lane < REGRESSION_LANES; lane++)
            lanes[lane] += (double)row[i + lane] * weights[i + lane];
    for (int lane = 0; lane < REGRESSION_LANES; lane++)
        sum += lanes[lane];
    return sum;
}

/* The cross entropy of log-odds `odds` to a target, and its derivative. */
static inline double entropy(double odds, double target, double *slope)
{
    double small = exp(-fabs(odds));
    double chance = odds >= 0 ? 1 / (1 + small) : small / (1 + small);
    *slope = chance - target;
    return fmax(odds, 0) + log1p(small) - target * odds;
}

static size_t part_begin(size_t first, size_t end, int part)
{
    return first + (end - first) / PARTS * (size_t)part +
           ((end - first) % PARTS) * (size_t)part / PARTS;
}

static void sum_part(const RegressionData *data, double scale, const double *weights, size_t first,
                     size_t end, bool gradient, double *sum)
{
    double local[SIZE] = {0}, loss = 0;
    for (size_t row = first; row < end; row++) {
        const float *values = data->matrix + row * (size_t)data->stride;
        double slope, odds = scale * dot(values, weights, data->stride);
        loss += entropy(odds, (double)data->targets[row], &slope);
        slope *= scale;
        for (int i = 0; gradient && i < data->stride; i++)
            local[i] += slope * (double)values[i];
    }
    sum[0] = loss;
    memcpy(sum + 1, local, (size_t)data->features * sizeof *sum);
}

void regression_sum(const RegressionData *data, double scale, const double *weights, size_t first,
                    size_t end, bool gradient, double *sum)
{
    double padded[SIZE] = {0}, parts[PARTS][SIZE] = {{0}};
    memcpy(padded, weights, (size_t)data->features * sizeof *weights);
#pragma omp parallel for num_threads(data->threads) schedule(dynamic) default(none) \
    shared(data, scale, padded, first, end, gradient, parts)
    for (int part = 0; part < PARTS; part++)
        sum_part(data, scale, padded, part_begin(first, end, part),
                 part_begin(first, end, part + 1), gradient, parts[part]);
    int count = gradient ? data->features + 1 : 1;
    for (int i = 0; i < count; i++)
        sum[i] = 0;
    for (int part = 0; part < PARTS; part++)
        for (int i = 0; i < count; i++)
            sum[i] += parts[part][i];
}

double regression_scale(const RegressionData *data, const double *weights)
{
    /* The loss is convex in the scale; its derivative by it is weights * gradient / scale. */
    double low = 0, high = 1, sum[SIZE];
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2, slope = 0;
        regression_sum(data, middle, weights, 0, data->train, true, sum);
        for (int j = 0; j < data->features; j++)
            slope += weights[j] * sum[j + 1];
        if (slope > 0)
            high = middle;
        else
            low = middle;
        if (high - low < 1e-4 * high)
            break;
    }
    return (low + high) / 2;
}

RegressionStep regression_losses(const RegressionData *data, double scale, const double *weights)
{
    double train = 0, held = 0;
    size_t rest = data->rows - data->train;
    regression_sum(data, scale, weights, 0, data->train, false, &train);
    if (rest)
        regression_sum(data, scale, weights, data->train, data->rows, false, &held);
    return (RegressionStep){.train = train / (double)data->train,
                            .held = rest ? held / (double)rest : 0};
}

void regression_gradient(const RegressionData *data, const RegressionOptions *options,
                         const double *weights, double *loss, double *gradient)
{
    double sum[SIZE], rows = (double)data->train;
    regression_sum(data, options->scale, weights, 0, data->train, true, sum);
    *loss = sum[0] / rows;
    for (int i = 0; i < data->features; i++) {
        double change = (weights[i] - options->start[i]) / options->spread[i];
        *loss += change * change / (2 * rows);
        gradient[i] = (sum[i + 1] + change / options->spread[i]) / rows;
    }
}

/* A symmetric matrix; the lower half is used. */
typedef double Square[REGRESSION_FEATURES_MAX][REGRESSION_FEATURES_MAX];

/* Curvature of the loss and products of the games' gradients, over a part of the rows. */
typedef struct Curvature {
    Square hessian, scatter;
    size_t games;
} Curvature;

static void add_outer(const double *left, double factor, const double *right, int size, Square sum)
{
    for (int i = 0; i < size; i++) {
        double own = factor * left[i];
        if (own != 0)
            for (int j = 0; j <= i; j++)
                sum[i][j] += own * right[j];
    }
}

/* Whether a row begins another game than the one before. */
static bool begins_game(const RegressionData *data, size_t row)
{
    return row == 0 || !data->games || data->games[row] != data->games[row - 1];
}

static size_t game_begin(const RegressionData *data, size_t row)
{
    while (row < data->train && !begins_game(data, row))
        row++;
    return row;
}

static void add_curvature(const RegressionData *data, double scale, const double *weights,
                          size_t first, size_t end, Curvature *sum)
{
    double gradient[REGRESSION_FEATURES_MAX] = {0};
    for (size_t row = first; row < end; row++) {
        const float *coefficients = data->matrix + row * (size_t)data->stride;
        double values[REGRESSION_FEATURES_MAX], slope;
        double odds = scale * dot(coefficients, weights, data->stride);
        entropy(odds, (double)data->targets[row], &slope);
        double chance = slope + (double)data->targets[row];
        for (int i = 0; i < data->features; i++) {
            values[i] = (double)coefficients[i];
            gradient[i] += slope * scale * values[i];
        }
        add_outer(values, chance * (1 - chance) * scale * scale, values, data->features,
                  sum->hessian);
        if (row + 1 == end || begins_game(data, row + 1)) {
            add_outer(gradient, 1, gradient, data->features, sum->scatter);
            memset(gradient, 0, sizeof gradient);
            sum->games++;
        }
    }
}

/* Cholesky's decomposition in place; false if the matrix is not positive definite. */
static bool decompose(Square matrix, int size)
{
    for (int i = 0; i < size; i++)
        for (int j = 0; j <= i; j++) {
            double rest = matrix[i][j];
            for (int k = 0; k < j; k++)
                rest -= matrix[i][k] * matrix[j][k];
            if (i == j && rest <= 1e-12 * matrix[i][i])
                return false;
            matrix[i][j] = i == j ? sqrt(rest) : rest / matrix[j][j];
        }
    return true;
}

/* Column `index` of the inverse of lower * transposed lower. */
static void inverse_column(const Square lower, int size, int index, double *column)
{
    for (int i = 0; i < size; i++) {
        double rest = i == index;
        for (int k = index; k < i; k++)
            rest -= lower[i][k] * column[k];
        column[i] = i < index ? 0 : rest / lower[i][i];
    }
    for (int i = size - 1; i >= 0; i--) {
        for (int k = i + 1; k < size; k++)
            column[i] -= lower[k][i] * column[k];
        column[i] /= lower[i][i];
    }
}

static double quadratic_form(const Square matrix, int size, const double *vector)
{
    double sum = 0;
    for (int i = 0; i < size; i++) {
        sum += vector[i] * vector[i] * matrix[i][i];
        for (int j = 0; j < i; j++)
            sum += 2 * vector[i] * vector[j] * matrix[i][j];
    }
    return sum;
}

static void add_parts(Curvature *parts, int size)
{
    for (int part = 1; part < PARTS; part++) {
        parts[0].games += parts[part].games;
        for (int i = 0; i < size; i++)
            for (int j = 0; j <= i; j++) {
                parts[0].hessian[i][j] += parts[part].hessian[i][j];
                parts[0].scatter[i][j] += parts[part].scatter[i][j];
            }
    }
}

static void fill_errors(const RegressionOptions *options, Curvature *sum, int size, double *errors)
{
    bool known[REGRESSION_FEATURES_MAX];
    for (int i = 0; i < size; i++) {
        known[i] = sum->hessian[i][i] > 0;
        sum->hessian[i][i] += 1 / (options->spread[i] * options->spread[i]);
        /* A weight without data and prior gets a diagonal of its own. */
        if (sum->hessian[i][i] == 0)
            sum->hessian[i][i] = 1;
    }
    bool definite = sum->games > 1 && decompose(sum->hessian, size);
    double games = (double)sum->games;
    for (int i = 0; i < size; i++) {
        double column[REGRESSION_FEATURES_MAX];
        errors[i] = INFINITY;
        if (!definite || !known[i])
            continue;
        inverse_column((const double(*)[REGRESSION_FEATURES_MAX])sum->hessian, size, i, column);
        errors[i] = sqrt(
            games / (games - 1) *
            quadratic_form((const double(*)[REGRESSION_FEATURES_MAX])sum->scatter, size, column));
    }
}

Status regression_errors(const RegressionData *data, const RegressionOptions *options,
                         RegressionResult *result, Error *error)
{
    int size = data->features;
    double padded[SIZE] = {0};
    Curvature *parts = calloc(PARTS, sizeof *parts);
    if (!parts)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the standard errors");
    memcpy(padded, result->weights, (size_t)size * sizeof *padded);
#pragma omp parallel for num_threads(data->threads) schedule(dynamic) default(none) \
    shared(data, options, padded, parts)
    for (int part = 0; part < PARTS; part++)
        add_curvature(data, options->scale, padded,
                      game_begin(data, part_begin(0, data->train, part)),
                      game_begin(data, part_begin(0, data->train, part + 1)), &parts[part]);
    add_parts(parts, size);
    fill_errors(options, &parts[0], size, result->errors);
    free(parts);
    return STATUS_OK;
}
