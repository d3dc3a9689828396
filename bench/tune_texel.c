/* Texel's method: weights fitted to the results of games. */
#include "bench/environment.h"
#include "bench/tune.h"
#include "engine/clock.h"
#include "search/training.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A fit with all that it needs. */
typedef struct Texel {
    Tuning *tuning;
    Training training;
    RegressionData data;
    RegressionOptions options;
    double start[WEIGHTS_MAX], spread[WEIGHTS_MAX], rounded[WEIGHTS_MAX];
    double mix, prior;
    float *targets; /* owned */
    uint64_t cpu;   /* nanoseconds of the fit */
    RegressionResult result;
} Texel;

static Status read_options(Texel *texel)
{
    const Tuning *tuning = texel->tuning;
    const Arguments *arguments = tuning->arguments;
    const char *optimizer = arguments_value(arguments, "optimizer", 0);
    uint64_t passes = 0, patience = 0;
    bool adam = optimizer && strcmp(optimizer, "adam") == 0;
    Status status = STATUS_OK;
    if (optimizer && !adam && strcmp(optimizer, "lbfgs") != 0)
        status = error_set(tuning->error, STATUS_BAD_ARGUMENT,
                           "--optimizer: expected lbfgs or adam, got '%.60s'", optimizer);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "passes", 1, REGRESSION_PASSES_MAX, 200, &passes,
                                  tuning->error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "patience", 0, 1000, 10, &patience, tuning->error);
    if (status == STATUS_OK)
        status = tune_real(tuning, "prior", 0, 1e6, 1, &texel->prior);
    if (status == STATUS_OK)
        status = tune_real(tuning, "mix", 0, 100, 0, &texel->mix);
    texel->options = (RegressionOptions){
        .method = adam ? REGRESSION_ADAM : REGRESSION_LBFGS,
        .start = texel->start,
        .spread = texel->spread,
        .passes_max = (int)passes,
        .patience = (int)patience,
    };
    return status;
}

static Status load(Texel *texel)
{
    const Tuning *tuning = texel->tuning;
    const char *paths[OPTION_VALUES_MAX];
    TrainingOptions options = {
        .paths = paths, .threads = (int)tuning->threads, .board = tuning->board};
    uint64_t held = 0;
    while ((paths[options.path_count] =
                arguments_value(tuning->arguments, "data", options.path_count)))
        options.path_count++;
    if (options.path_count == 0)
        return error_set(tuning->error, STATUS_BAD_ARGUMENT,
                         "--method texel needs --data FILE, see 'skirmish selfplay'");
    Status status = arguments_number(tuning->arguments, "held", 0, 90, 10, &held, tuning->error);
    options.held = (int)held;
    if (status == STATUS_OK)
        status = training_open(&texel->training, tuning->game, searches_of(tuning->index)->features,
                               &options, tuning->error);
    return status;
}

/* Fits the scale to the results, then mixes results and scores. */
static Status prepare(Texel *texel)
{
    const Training *training = &texel->training;
    for (int i = 0; i < texel->tuning->game->weight_count; i++) {
        texel->start[i] = texel->tuning->old[i];
        texel->spread[i] =
            texel->prior > 0 ? texel->prior * fmax(10, fabs(texel->start[i])) : INFINITY;
    }
    texel->data = (RegressionData){
        .rows = training->rows,
        .train = training->train,
        .features = texel->tuning->game->weight_count,
        .stride = training->stride,
        .matrix = training->matrix,
        .targets = training->results,
        .games = training->numbers,
        .threads = (int)texel->tuning->threads,
    };
    texel->options.scale = regression_scale(&texel->data, texel->start);
    texel->targets = calloc(training->rows, sizeof *texel->targets);
    if (!texel->targets)
        return error_set(texel->tuning->error, STATUS_NO_MEMORY, "no memory for the results");
    for (size_t i = 0; i < training->rows; i++) {
        double chance = 1 / (1 + exp(-texel->options.scale * (double)training->scores[i]));
        texel->targets[i] = (float)((1 - texel->mix / 100) * (double)training->results[i] +
                                    texel->mix / 100 * chance);
    }
    texel->data.targets = texel->targets;
    printf("%zu positions of %" PRIu64 " games, %zu of them held out; evaluation = weights * "
           "features on all\none point changes the log-odds by %.6f\n",
           training->rows, training->games, training->rows - training->train, texel->options.scale);
    return STATUS_OK;
}

static void print_weights(const Texel *texel)
{
    const Game *game = texel->tuning->game;
    printf("\n%-20s %7s %7s %8s %7s\n", "weight", "old", "new", "error", "change");
    for (int i = 0; i < game->weight_count; i++) {
        double error = texel->result.errors[i];
        printf("%-20s %7.0f %7.0f ", game->weights[i].name, texel->start[i], texel->rounded[i]);
        if (isfinite(error))
            printf("%8.1f %+6.1f s\n", error, (texel->result.weights[i] - texel->start[i]) / error);
        else
            printf("%8s\n", "no data");
    }
}

static void print_losses(const Texel *texel, const RegressionStep *last)
{
    const RegressionResult *result = &texel->result;
    printf("\nloss (nats)  fitted    held out\nold          %.6f  %.6f\nnew          %.6f  %.6f\n"
           "rounded      %.6f  %.6f\n",
           result->steps[0].train, result->steps[0].held, result->steps[result->best].train,
           result->steps[result->best].held, last->train, last->held);
    printf("%d passes, %d steps, the best is step %d: %s; %.2f s of processor time\n",
           result->passes, result->step_count - 1, result->best,
           result->converged ? "converged" : "stopped early", (double)texel->cpu / 1e9);
}

static Status write_weights(const Texel *texel, const RegressionStep *last)
{
    const Tuning *tuning = texel->tuning;
    WeightNotes notes;
    Environment environment;
    int values[WEIGHTS_MAX];
    environment_read(&environment);
    Text method = TEXT_OF(notes.method), data = TEXT_OF(notes.data), loss = TEXT_OF(notes.loss),
         commit = TEXT_OF(notes.commit);
    text_format(&method, "texel, %s, prior %g, score %g %%, scale %.6f",
                texel->options.method == REGRESSION_ADAM ? "adam" : "lbfgs", texel->prior,
                texel->mix, texel->options.scale);
    text_format(&data, "%016" PRIx64 ", %zu positions of %" PRIu64 " games", texel->training.hash,
                texel->training.rows, texel->training.games);
    text_format(&loss, "%.6f, held out %.6f (before: %.6f, %.6f)", last->train, last->held,
                texel->result.steps[0].train, texel->result.steps[0].held);
    text_string(&commit, environment.commit);
    for (int i = 0; i < tuning->game->weight_count; i++)
        values[i] = (int)texel->rounded[i];
    return tuning->out ? weights_write(tuning->game, tuning->out, values, &notes, tuning->error)
                       : STATUS_OK;
}

static Status plot(const Texel *texel)
{
    enum { STEPS = REGRESSION_PASSES_MAX + 1 };
    const RegressionResult *result = &texel->result;
    double *curves = calloc((size_t)3 * STEPS, sizeof *curves);
    if (!curves)
        return error_set(texel->tuning->error, STATUS_NO_MEMORY, "no memory for the plot");
    double *passes = curves, *train = curves + STEPS, *held = train + STEPS;
    for (int i = 0; i < result->step_count; i++) {
        passes[i] = result->steps[i].passes;
        train[i] = result->steps[i].train;
        held[i] = result->steps[i].held;
    }
    bool some_held = texel->training.rows > texel->training.train;
    PlotCurve lines[] = {{"fitted", passes, train, result->step_count},
                         {"held out", passes, held, result->step_count}};
    Status status =
        tune_plot(texel->tuning, "Loss in nats a position", "passes", lines, some_held ? 2 : 1);
    free(curves);
    return status;
}

static Status finish(Texel *texel)
{
    for (int i = 0; i < texel->tuning->game->weight_count; i++)
        texel->rounded[i] = fmin(fmax(round(texel->result.weights[i]), -SCORE_EVALUATION_MAX),
                                 SCORE_EVALUATION_MAX);
    RegressionStep last = regression_losses(&texel->data, texel->options.scale, texel->rounded);
    print_weights(texel);
    print_losses(texel, &last);
    Status status = write_weights(texel, &last);
    return status == STATUS_OK ? plot(texel) : status;
}

Status tune_texel(Tuning *tuning)
{
    /* The curves are long, and there is one fit. */
    Texel *texel = calloc(1, sizeof *texel);
    if (!texel)
        return error_set(tuning->error, STATUS_NO_MEMORY, "no memory for the fit");
    texel->tuning = tuning;
    Status status = read_options(texel);
    if (status == STATUS_OK)
        status = load(texel);
    if (status == STATUS_OK)
        status = prepare(texel);
    uint64_t began = clock_process();
    if (status == STATUS_OK)
        status = regression_fit(&texel->data, &texel->options, &texel->result, tuning->error);
    texel->cpu = clock_process() - began;
    if (status == STATUS_OK)
        status = finish(texel);
    training_close(&texel->training);
    free(texel->targets);
    free(texel);
    return status;
}
