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

Status regression_sum(const RegressionData *data, double scale, const double *weights, size_t first,
                      size_t end, bool gradient, double *sum, Error *error)
{
    double padded[SIZE] = {0};
    double(*parts)[SIZE] = calloc(PARTS, sizeof *parts);
    if (!parts)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the regression");
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
    free(parts);
    return STATUS_OK;
}

double regression_scale(const RegressionData *data, const double *weights)
{
    /* The loss is convex in the scale; its derivative by it is weights * gradient / scale. */
    double low = 0, high = 1, sum[SIZE];
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2, slope = 0;
        if (regression_sum(data, middle, weights, 0, data->train, true, sum, NULL) != STATUS_OK)
            return 0;
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
    regression_sum(data, scale, weights, 0, data->train, false, &train, NULL);
    if (rest)
        regression_sum(data, scale, weights, data->train, data->rows, false, &held, NULL);
    return (RegressionStep){.train = train / (double)data->train,
                            .held = rest ? held / (double)rest : 0};
}

Status regression_gradient(const RegressionData *data, const RegressionOptions *options,
                           const double *weights, double *loss, double *gradient, Error *error)
{
    double sum[SIZE], rows = (double)data->train;
    Status status = regression_sum(data, options->scale, weights, 0, data->train, true, sum, error);
    if (status != STATUS_OK)
        return status;
    *loss = sum[0] / rows;
    for (int i = 0; i < data->features; i++) {
        double change = (weights[i] - options->start[i]) / options->spread[i];
        *loss += change * change / (2 * rows);
        gradient[i] = (sum[i + 1] + change / options->spread[i]) / rows;
    }
    return STATUS_OK;
}

/* A symmetric matrix; the lower half is used. */
typedef double Square[REGRESSION_FEATURES_MAX][REGRESSION_FEATURES_MAX];

static void add_outer(const RegressionData *data, double scale, const double *weights, size_t first,
                      size_t end, Square sum)
{
    for (size_t row = first; row < end; row++) {
        const float *values = data->matrix + row * (size_t)data->stride;
        double chance, odds = scale * dot(values, weights, data->stride);
        entropy(odds, 0, &chance);
        double curvature = chance * (1 - chance) * scale * scale;
        for (int i = 0; i < data->features; i++) {
            double factor = curvature * (double)values[i];
            if (factor != 0)
                for (int j = 0; j <= i; j++)
                    sum[i][j] += factor * (double)values[j];
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

/* The diagonal of the inverse: column i of L^-1 has this square. */
static double inverse_diagonal(const Square lower, int size, int index)
{
    double column[REGRESSION_FEATURES_MAX] = {0}, sum = 0;
    for (int i = index; i < size; i++) {
        double rest = i == index;
        for (int k = index; k < i; k++)
            rest -= lower[i][k] * column[k];
        column[i] = rest / lower[i][i];
        sum += column[i] * column[i];
    }
    return sum;
}

/* Adds the parts and the prior; a weight without either gets a diagonal of its own. */
static void complete_hessian(const RegressionOptions *options, Square *parts, int size)
{
    for (int part = 1; part < PARTS; part++)
        for (int i = 0; i < size; i++)
            for (int j = 0; j <= i; j++)
                parts[0][i][j] += parts[part][i][j];
    for (int i = 0; i < size; i++) {
        parts[0][i][i] += 1 / (options->spread[i] * options->spread[i]);
        if (parts[0][i][i] == 0)
            parts[0][i][i] = 1;
    }
}

Status regression_errors(const RegressionData *data, const RegressionOptions *options,
                         RegressionResult *result, Error *error)
{
    int size = data->features;
    double padded[SIZE] = {0};
    bool known[REGRESSION_FEATURES_MAX];
    Square *parts = calloc(PARTS, sizeof *parts);
    if (!parts)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the standard errors");
    memcpy(padded, result->weights, (size_t)size * sizeof *padded);
#pragma omp parallel for num_threads(data->threads) schedule(dynamic) default(none) \
    shared(data, options, padded, parts)
    for (int part = 0; part < PARTS; part++)
        add_outer(data, options->scale, padded, part_begin(0, data->train, part),
                  part_begin(0, data->train, part + 1), parts[part]);
    for (int i = 0; i < size; i++) {
        known[i] = false;
        for (int part = 0; part < PARTS; part++)
            known[i] |= parts[part][i][i] > 0;
    }
    complete_hessian(options, parts, size);
    bool definite = decompose(parts[0], size);
    for (int i = 0; i < size; i++) {
        result->errors[i] = INFINITY;
        if (definite && known[i])
            result->errors[i] =
                sqrt(inverse_diagonal((const double(*)[REGRESSION_FEATURES_MAX])parts[0], size, i));
    }
    free(parts);
    return STATUS_OK;
}
