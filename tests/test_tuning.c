/* Tuning: files of weights and positions, self-play, regression, SPSA. */
#include "tests/walks.h"

#include "engine/clock.h"
#include "engine/selfplay.h"
#include "engine/spsa.h"
#include "engine/weights.h"
#include "search/training.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEATURES = 60, ROWS = 30000 };

ParameterizedTestParameters(tuning, weights_round_trip_and_others_are_refused)
{
    return all_games();
}

ParameterizedTest(int *index, tuning, weights_round_trip_and_others_are_refused)
{
    static char string[WEIGHTS_FILE_MAX];
    const Game *game = games_at(*index), *other = games_at((*index + 1) % games_count());
    int values[WEIGHTS_MAX], again[WEIGHTS_MAX];
    WeightNotes notes = {"test", "17", "0.5", "abc"}, read;
    Error error;
    for (int i = 0; i < game->weight_count; i++)
        values[i] = 1000 - 77 * i;
    Text text = TEXT_OF(string);
    weights_format(game, values, &notes, &text);
    cr_assert_not(text.overflow);
    cr_assert_eq(weights_parse(game, "w", string, again, &read, &error), STATUS_OK, "%s",
                 error.text);
    cr_assert_eq(memcmp(values, again, (size_t)game->weight_count * sizeof *values), 0);
    cr_assert(strcmp(read.method, "test") == 0 && strcmp(read.commit, "abc") == 0);
    cr_assert_eq(weights_parse(other, "w", string, again, NULL, &error), STATUS_MISMATCH);
    cr_assert(strstr(error.text, "these weights are for"), "%s", error.text);
    /* A term less, one renamed, a value that is none, and every beginning of the file. */
    char *last = strrchr(string, '=');
    last[2] = 'x';
    cr_assert_eq(weights_parse(game, "w", string, again, NULL, &error), STATUS_BAD_TEXT);
    last[-2] = '_';
    cr_assert_eq(weights_parse(game, "w", string, again, NULL, &error), STATUS_MISMATCH);
    for (size_t length = text.length; length-- > 0;) {
        string[length] = '\0';
        if (strrchr(string, '=') != last)
            cr_assert_neq(weights_parse(game, "w", string, again, NULL, &error), STATUS_OK);
    }
}

/* Bytes of a self-play file, played in blocks as a run with so many threads does. */
typedef struct Bytes {
    unsigned char data[1 << 20];
    size_t size;
} Bytes;

static void slurp(FILE *file, Bytes *bytes)
{
    rewind(file);
    bytes->size = fread(bytes->data, 1, sizeof bytes->data, file);
    cr_assert_lt(bytes->size, sizeof bytes->data);
}

static void play_file(int index, int threads, Bytes *bytes, Selfplay *selfplay, int from)
{
    EngineSpec spec;
    Error error;
    DatasetBlock block = {0};
    char recipe[64];
    Text text = TEXT_OF(recipe);
    const Game *game = games_at(index);
    text_format(&text, "game = %s:%s\n", game->folder, game->ruleset);
    cr_assert_eq(engine_spec_parse("alphabeta,nodes=60,hash=0.1", searches_of(index)->players,
                                   &spec, &error),
                 STATUS_OK);
    SelfplayOptions options = {.game = game,
                               .spec = &spec,
                               .seed = 5,
                               .opening_least = 1,
                               .opening_most = 5,
                               .window = 200,
                               .per_game = 4,
                               .quiet = 300,
                               .plies_max = 300};
    cr_assert_eq(selfplay_open(selfplay, &options, threads, &error), STATUS_OK);
    FILE *file = tmpfile();
    cr_assert(file);
    uint64_t positions = 0;
    if (from > 0) {
        DatasetSummary summary;
        cr_assert_eq(dataset_parse("file", bytes->data, bytes->size, selfplay_remember, selfplay,
                                   &summary, &error),
                     STATUS_OK, "%s", error.text);
        cr_assert_eq(summary.blocks, (uint32_t)from);
        cr_assert_not(summary.complete);
        positions = summary.positions;
        fwrite(bytes->data, 1, summary.good_size, file);
    } else {
        dataset_write_header(file, recipe, &error);
    }
    for (int i = from; i < 3; i++) {
        cr_assert_eq(selfplay_block(selfplay, 8 * (uint64_t)i, 8, &block, &error), STATUS_OK, "%s",
                     error.text);
        positions += block.positions;
        cr_assert_eq(dataset_write_block(file, (uint32_t)i, &block, &error), STATUS_OK);
    }
    dataset_write_end(file, 3, positions, &error);
    slurp(file, bytes);
    fclose(file);
    dataset_block_close(&block);
    selfplay_close(selfplay);
}

static Status count_sample(void *context, const Sample *sample, Error *error)
{
    Position position;
    Status status = ((const Game *)context)->parse(NULL, sample->text, &position, error);
    cr_assert_eq(status, STATUS_OK, "%s", sample->text);
    cr_assert(sample->game < 24 && sample->result <= 2);
    return status;
}

Test(tuning, selfplay_depends_on_neither_threads_nor_interruptions)
{
    static Bytes one, two;
    Selfplay selfplay;
    for (int index = 0; index < games_count(); index++) {
        const Game *game = games_at(index);
        if (strchr(game->name, ':'))
            continue;
        DatasetSummary summary;
        Error error;
        play_file(index, 1, &one, &selfplay, 0);
        play_file(index, 3, &two, &selfplay, 0);
        cr_assert(one.size == two.size && memcmp(one.data, two.data, one.size) == 0, "%s",
                  game->name);
        cr_assert_eq(dataset_parse("file", one.data, one.size, count_sample, (void *)(size_t)game,
                                   &summary, &error),
                     STATUS_OK);
        cr_assert(summary.complete && summary.games == 24 && summary.positions > 10);
        /* The end and a part of the last block are lost. */
        two.size -= 60;
        play_file(index, 2, &two, &selfplay, 2);
        cr_assert(one.size == two.size && memcmp(one.data, two.data, one.size) == 0, "%s resumed",
                  game->name);
    }
}

Test(tuning, broken_files_of_positions_are_refused)
{
    static Bytes whole, copy;
    Selfplay selfplay;
    DatasetSummary summary;
    Error error;
    play_file(0, 2, &whole, &selfplay, 0);
    for (size_t size = 0; size < whole.size; size++) {
        Status status = dataset_parse("file", whole.data, size, NULL, NULL, &summary, &error);
        cr_assert(status != STATUS_OK || (!summary.complete && summary.good_size <= size));
    }
    Random random = random_from(3);
    for (int i = 0; i < 3000; i++) {
        copy = whole;
        copy.data[random_below(&random, (uint32_t)copy.size)] ^=
            (unsigned char)(1 + random_below(&random, 255));
        Status status = dataset_parse("file", copy.data, copy.size, NULL, NULL, &summary, &error);
        cr_assert(status != STATUS_OK || !summary.complete, "a changed byte goes unnoticed");
        cr_assert(status != STATUS_OK || dataset_check("file", &summary, games_at(0), &error));
    }
    dataset_parse("file", whole.data, whole.size, NULL, NULL, &summary, &error);
    cr_assert_eq(dataset_check("file", &summary, games_at(0), &error), STATUS_OK);
    cr_assert_eq(dataset_check("file", &summary, games_at(1), &error), STATUS_MISMATCH);
}

/* Rows drawn from planted weights: sparse whole numbers, results by the model itself. */
typedef struct Planted {
    double weights[FEATURES], start[FEATURES], spread[FEATURES];
    float *matrix, *targets;
    RegressionData data;
} Planted;

static const double planted_scale = 0.005;

static void plant(Planted *planted, size_t rows)
{
    Random random = random_from(1);
    int stride = regression_stride(FEATURES);
    planted->matrix = calloc(rows * (size_t)stride, sizeof(float));
    planted->targets = calloc(rows, sizeof(float));
    cr_assert(planted->matrix && planted->targets);
    for (int i = 0; i < FEATURES; i++) {
        planted->weights[i] = (double)random_below(&random, 401) - 200;
        planted->start[i] = 0;
        planted->spread[i] = INFINITY;
    }
    for (size_t row = 0; row < rows; row++) {
        double odds = 0;
        for (int i = 0; i < FEATURES; i++) {
            int value = random_below(&random, 4) ? 0 : (int)random_below(&random, 7) - 3;
            planted->matrix[row * (size_t)stride + (size_t)i] = (float)value;
            odds += planted_scale * value * planted->weights[i];
        }
        double chance = (double)(random_next(&random) >> 11) * 0x1p-53;
        planted->targets[row] = chance < 1 / (1 + exp(-odds));
    }
    planted->data = (RegressionData){.rows = rows,
                                     .train = rows,
                                     .features = FEATURES,
                                     .stride = stride,
                                     .matrix = planted->matrix,
                                     .targets = planted->targets,
                                     .threads = 1};
}

static RegressionOptions options_for(const Planted *planted, RegressionMethod method)
{
    return (RegressionOptions){.method = method,
                               .scale = planted_scale,
                               .start = planted->start,
                               .spread = planted->spread,
                               .passes_max = 600,
                               .patience = 20};
}

/* All 60 within three standard errors: six of seven seeds give such data, this is one of them. */
Test(tuning, planted_weights_are_found)
{
    static RegressionResult result, again;
    Planted planted;
    Error error;
    plant(&planted, ROWS);
    for (int method = REGRESSION_LBFGS; method <= REGRESSION_ADAM; method++) {
        RegressionOptions options = options_for(&planted, (RegressionMethod)method);
        planted.data.threads = 1;
        cr_assert_eq(regression_fit(&planted.data, &options, &result, &error), STATUS_OK);
        cr_assert(result.converged, "method %d", method);
        cr_assert(method == REGRESSION_ADAM || result.passes <= 50, "%d passes", result.passes);
        double squares = 0;
        for (int i = 0; i < FEATURES; i++) {
            double distance = (result.weights[i] - planted.weights[i]) / result.errors[i];
            cr_assert_lt(fabs(distance), 3, "method %d, weight %d: %g", method, i, distance);
            squares += distance * distance;
        }
        /* 60 squares of a normal: the errors are neither too large nor too small. */
        cr_assert(squares > 30 && squares < 110, "%g", squares);
        planted.data.threads = 3;
        cr_assert_eq(regression_fit(&planted.data, &options, &again, &error), STATUS_OK);
        cr_assert_eq(memcmp(&result, &again, sizeof result), 0, "threads change the result");
    }
    cr_assert_float_eq(regression_scale(&planted.data, planted.weights), planted_scale,
                       0.1 * planted_scale);
    free(planted.matrix);
    free(planted.targets);
}

/* Rows that only repeat others of their game teach nothing: the errors stay. Told that they were
 * drawn for themselves, the regression believes to know twice as much. */
Test(tuning, repeated_positions_of_a_game_do_not_shrink_the_errors)
{
    enum { GAMES = 3000, COPIES = 4 };
    static RegressionResult once, repeated, deceived;
    static uint32_t games[GAMES * COPIES];
    Planted planted;
    Error error;
    plant(&planted, GAMES);
    size_t stride = (size_t)planted.data.stride;
    float *matrix = calloc(GAMES * COPIES * stride, sizeof *matrix);
    float *targets = calloc(GAMES * COPIES, sizeof *targets);
    cr_assert(matrix && targets);
    for (size_t row = 0; row < GAMES * COPIES; row++) {
        size_t game = row / COPIES;
        games[row] = (uint32_t)game;
        targets[row] = planted.targets[game];
        memcpy(matrix + row * stride, planted.matrix + game * stride, stride * sizeof *matrix);
    }
    RegressionOptions options = options_for(&planted, REGRESSION_LBFGS);
    cr_assert_eq(regression_fit(&planted.data, &options, &once, &error), STATUS_OK);
    planted.data.rows = planted.data.train = GAMES * COPIES;
    planted.data.matrix = matrix;
    planted.data.targets = targets;
    cr_assert_eq(regression_fit(&planted.data, &options, &deceived, &error), STATUS_OK);
    planted.data.games = games;
    planted.data.threads = 3;
    cr_assert_eq(regression_fit(&planted.data, &options, &repeated, &error), STATUS_OK);
    for (int i = 0; i < FEATURES; i++) {
        cr_assert_float_eq(repeated.errors[i], once.errors[i], 0.01 * once.errors[i]);
        cr_assert_float_eq(deceived.errors[i], once.errors[i] / 2, 0.01 * once.errors[i]);
    }
    free(matrix);
    free(targets);
    free(planted.matrix);
    free(planted.targets);
}

Test(tuning, the_gradient_is_that_of_the_loss)
{
    Planted planted;
    double gradient[FEATURES], point[FEATURES], loss[2], unused[FEATURES];
    plant(&planted, 3000);
    for (int i = 0; i < FEATURES; i++) {
        point[i] = 0.6 * planted.weights[i] + i;
        planted.spread[i] = 40 + i;
    }
    RegressionOptions options = options_for(&planted, REGRESSION_LBFGS);
    regression_gradient(&planted.data, &options, point, &loss[0], gradient);
    for (int i = 0; i < FEATURES; i++) {
        double middle = point[i];
        for (int side = 0; side < 2; side++) {
            point[i] = middle + (side ? 0.01 : -0.01);
            regression_gradient(&planted.data, &options, point, &loss[side], unused);
        }
        point[i] = middle;
        cr_assert_float_eq((loss[1] - loss[0]) / 0.02, gradient[i],
                           1e-8 + 1e-5 * fabs(gradient[i]));
    }
    free(planted.matrix);
    free(planted.targets);
}

/* Held-out rows of pure noise: the fit stops and keeps its best step. A feature without data stays.
 */
Test(tuning, held_out_rows_stop_the_fit)
{
    static RegressionResult result;
    Planted planted;
    Error error;
    plant(&planted, 3000);
    Random random = random_from(9);
    planted.data.train = 100;
    for (size_t row = 0; row < planted.data.rows; row++) {
        planted.targets[row] = (float)random_below(&random, 2);
        planted.matrix[row * (size_t)planted.data.stride] = 0;
    }
    RegressionOptions options = options_for(&planted, REGRESSION_LBFGS);
    options.patience = 3;
    for (int i = 0; i < FEATURES; i++)
        planted.spread[i] = 1000;
    cr_assert_eq(regression_fit(&planted.data, &options, &result, &error), STATUS_OK);
    cr_assert_not(result.converged);
    cr_assert_eq(result.step_count - 1 - result.best, 3);
    for (int i = 0; i < result.step_count; i++)
        cr_assert_leq(result.steps[result.best].held, result.steps[i].held);
    cr_assert_eq(result.weights[0], 0);
    cr_assert(isinf(result.errors[0]));
    free(planted.matrix);
    free(planted.targets);
}

Test(tuning, spsa_climbs_a_noisy_hill)
{
    Spsa spsa = {.seed = 4, .pairs = 20000, .count = 3};
    Error error;
    const double best[] = {60, -20, 0.5};
    const char *const texts[] = {"one,0,-100,100,5,0.02", "two,0,-100,100,5,0.02",
                                 "three,0,-1,1,0.1,0.02"};
    double plus[SPSA_PARAMETERS_MAX], minus[SPSA_PARAMETERS_MAX];
    Random random = random_from(8);
    for (int i = 0; i < 3; i++)
        cr_assert_eq(spsa_parameter_parse(texts[i], &spsa.parameters[i], &error), STATUS_OK);
    spsa.parameters[2].integer = false;
    spsa_start(&spsa);
    for (uint64_t first = 0; first < spsa.pairs; first += 8) {
        int results[8];
        for (uint64_t i = 0; i < 8; i++) {
            double gain = 0;
            spsa_probe(&spsa, first, first + i, plus, minus);
            for (int j = 0; j < 3; j++) {
                double width = j < 2 ? 50 : 0.5;
                double off = (plus[j] - best[j]) / width, other = (minus[j] - best[j]) / width;
                gain += other * other - off * off;
            }
            cr_assert(plus[0] == floor(plus[0]) && fabs(plus[0]) <= 100);
            double noise = (double)(random_next(&random) >> 11) * 0x1p-53;
            results[i] = noise < 1 / (1 + exp(-gain)) ? 1 : -1;
        }
        spsa_update(&spsa, first, 8, results);
    }
    for (int i = 0; i < 3; i++)
        cr_assert_float_eq(spsa.values[i], best[i], i < 2 ? 12 : 0.15, "%s: %g",
                           spsa.parameters[i].name, spsa.values[i]);
    const char *const bad[] = {"",
                               "x",
                               "x,1,2,3,4,5",
                               "x,1,0,3,0,5",
                               "x,1,0,3,1,1,",
                               "x,1,0,3,1",
                               "x,nan,0,3,1,1",
                               ",1,0,3,1,1"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        cr_assert_eq(spsa_parameter_parse(bad[i], &spsa.parameters[0], &error), STATUS_BAD_ARGUMENT,
                     "%s", bad[i]);
}
