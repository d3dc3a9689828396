/* Training positions as rows. */
#include "search/training.h"

#include "engine/weights.h"

#include <inttypes.h>
#include <stdlib.h>

/* A position read. */
typedef struct Row {
    Position position;
    uint64_t split;  /* decides whether its game is held out */
    uint32_t number; /* of its game, over all files */
    int score, result;
} Row;

/* The reading of all files. */
typedef struct Loading {
    const Game *game;
    const Board *board; /* borrowed */
    Row *rows;          /* owned */
    size_t count, capacity;
    uint64_t file;
    uint32_t games; /* of the files before */
} Loading;

static Status add_row(void *context, const Sample *sample, Error *error)
{
    Loading *loading = context;
    if (loading->count == loading->capacity) {
        size_t capacity = loading->capacity ? 2 * loading->capacity : 1024;
        Row *grown = realloc(loading->rows, capacity * sizeof *grown);
        if (!grown)
            return error_set(error, STATUS_NO_MEMORY, "no memory for %zu positions", capacity);
        loading->rows = grown;
        loading->capacity = capacity;
    }
    Row *row = &loading->rows[loading->count];
    Status status = loading->game->parse(loading->board, sample->text, &row->position, error);
    if (status != STATUS_OK)
        return status;
    if (loading->game->outcome(&row->position) != OUTCOME_OPEN)
        return error_set(error, STATUS_BAD_TEXT, "expected an open position, got '%.150s'",
                         sample->text);
    row->split = random_split(loading->file, sample->game);
    row->number = loading->games + sample->game;
    row->score = sample->score;
    row->result = sample->result;
    loading->count++;
    return STATUS_OK;
}

/* Positions of another game cannot be parsed, so the recipe is looked at first. */
static Status load_file(Loading *loading, Training *training, const char *path, Error *error)
{
    DatasetSummary summary;
    Error inner;
    Status status = dataset_read(path, NULL, NULL, &summary, error);
    if (status == STATUS_OK)
        status = dataset_check(path, &summary, loading->game, error);
    if (status != STATUS_OK)
        return status;
    loading->file = summary.hash;
    training->hash = random_mix(training->hash + summary.hash);
    training->games += summary.games;
    status = dataset_read(path, add_row, loading, &summary, &inner);
    loading->games += (uint32_t)summary.games;
    return status == STATUS_OK ? status
                               : error_set(error, status, "%.120s: %.180s", path, inner.text);
}

static Status allocate(Training *training, size_t rows, Error *error)
{
    training->rows = rows;
    training->stride = regression_stride(training->game->weight_count);
    training->matrix = calloc(rows * (size_t)training->stride + 1, sizeof(float));
    training->results = calloc(rows + 1, sizeof(float));
    training->scores = calloc(rows + 1, sizeof(float));
    training->numbers = calloc(rows + 1, sizeof(uint32_t));
    if (training->matrix && training->results && training->scores && training->numbers)
        return STATUS_OK;
    return error_set(error, STATUS_NO_MEMORY, "no memory for %zu positions", rows);
}

/* Moves the rows held out to the end; both kinds keep their order. */
static Status split(Training *training, const Loading *loading, int held, size_t **order,
                    Error *error)
{
    size_t place = 0;
    *order = calloc(loading->count + 1, sizeof **order);
    if (!*order)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the positions");
    for (int late = 0; late < 2; late++) {
        for (size_t i = 0; i < loading->count; i++)
            if ((loading->rows[i].split % 100 < (uint64_t)held) == late)
                (*order)[place++] = i;
        training->train = late ? training->train : place;
    }
    return STATUS_OK;
}

/* Fills the rows in; returns the first one that does not match, or their number. */
static size_t trace(Training *training, const Loading *loading, const size_t *order,
                    Features *features, int threads)
{
    int weights[WEIGHTS_MAX];
    size_t wrong = training->rows, rows = training->rows;
    weights_default(training->game, weights);
#pragma omp parallel for num_threads(threads) schedule(static) default(none) \
    shared(training, loading, order, features, weights, rows) reduction(min  \
                                                                        : wrong)
    for (size_t i = 0; i < rows; i++) {
        const Row *row = &loading->rows[order[i]];
        float *coefficients = training->matrix + i * (size_t)training->stride;
        features(&row->position, coefficients);
        training->results[i] = (float)row->result / 2;
        training->scores[i] = (float)row->score;
        training->numbers[i] = row->number;
        if (!features_match(training->game, &row->position, weights, coefficients) && i < wrong)
            wrong = i;
    }
    return wrong;
}

static Status fill(Training *training, const Loading *loading, Features *features,
                   const TrainingOptions *options, Error *error)
{
    size_t *order = NULL;
    Status status = split(training, loading, options->held, &order, error);
    if (status == STATUS_OK) {
        size_t wrong = trace(training, loading, order, features, options->threads);
        if (wrong < training->rows) {
            char text[POSITION_TEXT_MAX];
            Text line = TEXT_OF(text);
            training->game->format(&loading->rows[order[wrong]].position, &line);
            status = error_set(error, STATUS_MISMATCH,
                               "the evaluation is not linear in its weights at '%.200s'", text);
        }
    }
    free(order);
    return status;
}

Status training_open(Training *training, const Game *game, Features *features,
                     const TrainingOptions *options, Error *error)
{
    Loading loading = {.game = game, .board = options->board};
    Status status = STATUS_OK;
    *training = (Training){.game = game};
    for (int i = 0; status == STATUS_OK && i < options->path_count; i++)
        status = load_file(&loading, training, options->paths[i], error);
    if (status == STATUS_OK)
        status = allocate(training, loading.count, error);
    if (status == STATUS_OK)
        status = fill(training, &loading, features, options, error);
    free(loading.rows);
    if (status == STATUS_OK && training->train == 0)
        status = error_set(error, STATUS_BAD_ARGUMENT, "the files hold no positions to fit to");
    if (status != STATUS_OK)
        training_close(training);
    return status;
}

void training_close(Training *training)
{
    free(training->matrix);
    free(training->results);
    free(training->scores);
    free(training->numbers);
    *training = (Training){.rows = 0};
}
