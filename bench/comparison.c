/* What two builds' rates say. */
#include "bench/comparison.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Status comparison_add_row(Comparison *comparison, const char *game, const char *engine,
                          Error *error)
{
    if (comparison->row_count == COMPARED_ROWS_MAX)
        return error_set(error, STATUS_BAD_ARGUMENT, "more than %d rows to compare",
                         COMPARED_ROWS_MAX);
    if (!comparison->rows)
        comparison->rows = calloc(COMPARED_ROWS_MAX, sizeof *comparison->rows);
    if (!comparison->rows)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a comparison");
    ComparedRow *row = &comparison->rows[comparison->row_count++];
    Text own_game = TEXT_OF(row->game), own_engine = TEXT_OF(row->engine);
    text_string(&own_game, game);
    text_string(&own_engine, engine);
    for (int side = 0; side < 2; side++) {
        row->logs[side] = malloc(COMPARED_ROUNDS_MAX * sizeof *row->logs[side]);
        if (!row->logs[side])
            return error_set(error, STATUS_NO_MEMORY, "no memory for a comparison");
    }
    return STATUS_OK;
}

void comparison_close(Comparison *comparison)
{
    for (int i = 0; i < comparison->row_count; i++)
        for (int side = 0; side < 2; side++)
            free(comparison->rows[i].logs[side]);
    free(comparison->rows);
    comparison->rows = NULL;
    comparison->row_count = 0;
}

Status comparison_add(Comparison *comparison, ComparedRow *row, int side, const Figure *figure,
                      Error *error)
{
    int count = comparison->paired ? 1 : figure->repetitions;
    double median = spread_of(figure->rates, figure->repetitions).median;
    if (row->counts[side] && row->signatures[side] != figure->signature)
        return error_set(error, STATUS_MISMATCH,
                         "'%.100s': %s %.60s: signature %" PRIu64 " and then %" PRIu64,
                         comparison->names[side], row->game, row->engine, row->signatures[side],
                         figure->signature);
    row->signatures[side] = figure->signature;
    for (int i = 0; i < count && row->counts[side] < COMPARED_ROUNDS_MAX; i++) {
        double rate = comparison->paired ? median : figure->rates[i];
        if (rate <= 0)
            return error_set(error, STATUS_BAD_TEXT,
                             "'%.100s': %s %.60s: a rate that is not above 0",
                             comparison->names[side], row->game, row->engine);
        row->logs[side][row->counts[side]++] = log(rate);
    }
    return STATUS_OK;
}

Status comparison_check(const ComparedRow *row, Error *error)
{
    if (row->signatures[BASE] == row->signatures[NEW])
        return STATUS_OK;
    return error_set(error, STATUS_MISMATCH,
                     "%s %.60s: signatures differ (%" PRIu64 " and %" PRIu64
                     "): the builds do different work; --different compares nodes/s all the same",
                     row->game, row->engine, row->signatures[BASE], row->signatures[NEW]);
}

static RobustMean estimate_row(const Comparison *comparison, const ComparedRow *row)
{
    double values[2][COMPARED_ROUNDS_MAX];
    int count = row->counts[NEW] < row->counts[BASE] ? row->counts[NEW] : row->counts[BASE];
    for (int side = 0; side < 2; side++)
        memcpy(values[side], row->logs[side], (size_t)row->counts[side] * sizeof **values);
    if (!comparison->paired)
        return robust_difference(robust_mean(values[NEW], row->counts[NEW]),
                                 robust_mean(values[BASE], row->counts[BASE]));
    for (int i = 0; i < count; i++)
        values[NEW][i] -= values[BASE][i];
    return robust_mean(values[NEW], count);
}

RobustMean comparison_estimate(const Comparison *comparison, int first, int end)
{
    RobustMean rows[COMPARED_ROWS_MAX];
    for (int i = first; i < end; i++)
        rows[i - first] = estimate_row(comparison, &comparison->rows[i]);
    return robust_average(rows, end - first);
}

bool comparison_is_precise(const Comparison *comparison)
{
    RobustMean total = comparison_estimate(comparison, 0, comparison->row_count);
    return robust_margin(&total, comparison->confidence) <= comparison->precision;
}
