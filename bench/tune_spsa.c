/* SPSA: weights and options follow the results of games. The history file holds all values after
 * each step, so that a run goes on from its last line. */
#include "bench/environment.h"
#include "bench/interrupt.h"
#include "bench/tune.h"
#include "engine/hash.h"
#include "engine/match.h"
#include "engine/spsa.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEP_MAX = 1024,
    PAIRS_DEFAULT = 5000,
    STEP_DEFAULT = 8,
    LINE_MAX_SIZE = 1 << 15,
    PLOT_POINTS = 200, /* of a curve: more are not seen */
    PLOT_NAMES = 10,
};

/* Where a parameter lies in the engine: a weight, or else an option. */
typedef struct Target {
    bool weight;
    int index;
} Target;

typedef struct Tuner {
    Tuning *tuning;
    Spsa spsa;
    Target targets[SPSA_PARAMETERS_MAX];
    EngineSpec spec;
    uint64_t step, done; /* pairs */
    uint64_t opening_plies;
    FILE *history;
    char header[LINE_MAX_SIZE];
    double *x, *curves; /* owned; for the plot: pairs, then each value in units of its c_end */
    size_t points, point_capacity;
} Tuner;

static Status find_target(Tuner *tuner, int number)
{
    SpsaParameter *parameter = &tuner->spsa.parameters[number];
    const PlayerOption *option = tuner->spec.type->options;
    Target *target = &tuner->targets[number];
    target->index = weights_find(tuner->tuning->game, parameter->name);
    target->weight = target->index >= 0 && tuner->spec.type->game;
    for (int i = 0; !target->weight && option[i].name; i++)
        if (strcmp(option[i].name, parameter->name) == 0) {
            *target = (Target){.index = i};
            parameter->integer = option[i].integer;
            if (parameter->minimum >= option[i].minimum && parameter->maximum <= option[i].maximum)
                return STATUS_OK;
            return error_set(tuner->tuning->error, STATUS_BAD_ARGUMENT,
                             "parameter %s: expected bounds from %g to %g", parameter->name,
                             option[i].minimum, option[i].maximum);
        }
    if (target->weight &&
        fmax(fabs(parameter->minimum), fabs(parameter->maximum)) <= SCORE_EVALUATION_MAX)
        return STATUS_OK;
    return error_set(tuner->tuning->error, STATUS_BAD_ARGUMENT,
                     target->weight ? "parameter %s: expected bounds within 20000"
                                    : "parameter %s: neither a weight of the game nor an option of "
                                      "the engine",
                     parameter->name);
}

static Status read_parameters(Tuner *tuner)
{
    Spsa *spsa = &tuner->spsa;
    Error *error = tuner->tuning->error;
    const char *text = NULL;
    Status status = STATUS_OK;
    while (status == STATUS_OK &&
           (text = arguments_value(tuner->tuning->arguments, "parameter", spsa->count))) {
        if (spsa->count == SPSA_PARAMETERS_MAX)
            return error_set(error, STATUS_BAD_ARGUMENT, "more than %d parameters",
                             SPSA_PARAMETERS_MAX);
        status = spsa_parameter_parse(text, &spsa->parameters[spsa->count], error);
        if (status == STATUS_OK)
            status = find_target(tuner, spsa->count);
        for (int i = 0; status == STATUS_OK && i < spsa->count; i++)
            if (strcmp(spsa->parameters[i].name, spsa->parameters[spsa->count].name) == 0)
                status = error_set(error, STATUS_BAD_ARGUMENT, "parameter %s is given twice",
                                   spsa->parameters[i].name);
        spsa->count++;
    }
    if (status == STATUS_OK && spsa->count == 0)
        status = error_set(error, STATUS_BAD_ARGUMENT, "--method spsa needs a --parameter");
    return status;
}

static Status read_options(Tuner *tuner)
{
    const Tuning *tuning = tuner->tuning;
    const char *engine = arguments_value(tuning->arguments, "engine", 0);
    Status status =
        engine_spec_parse(engine ? engine : "alphabeta,nodes=2000,hash=1",
                          searches_of(tuning->index)->players, &tuner->spec, tuning->error);
    if (status == STATUS_OK)
        status = arguments_number(tuning->arguments, "pairs", 1, 100000000, PAIRS_DEFAULT,
                                  &tuner->spsa.pairs, tuning->error);
    if (status == STATUS_OK)
        status = arguments_number(tuning->arguments, "step", 1, STEP_MAX, STEP_DEFAULT,
                                  &tuner->step, tuning->error);
    if (status == STATUS_OK)
        status = arguments_number(tuning->arguments, "opening-plies", 0, 100, 4,
                                  &tuner->opening_plies, tuning->error);
    if (status == STATUS_OK && arguments_flag(tuning->arguments, "resume") &&
        !arguments_flag(tuning->arguments, "history"))
        status = error_set(tuning->error, STATUS_BAD_ARGUMENT, "--resume needs --history FILE");
    if (status == STATUS_OK)
        status = read_parameters(tuner);
    for (int i = 0; status == STATUS_OK && i < tuner->spsa.count; i++)
        if (!tuner->targets[i].weight && arguments_flag(tuning->arguments, "prove"))
            status = error_set(tuning->error, STATUS_BAD_ARGUMENT,
                               "--prove is about weights; play a tournament for option %s",
                               tuner->spsa.parameters[i].name);
    if (status == STATUS_OK && tuner->spec.options.weighted)
        status = error_set(tuning->error, STATUS_BAD_ARGUMENT,
                           "--engine: expected no weights= there but --start FILE");
    tuner->spsa.seed = tuning->seed;
    memcpy(tuner->spec.options.weights, tuning->old, sizeof tuning->old);
    tuner->spec.options.weighted = true;
    return status;
}

/* The first line of the history: all that the run depends on, then the names of the columns. */
static void write_header(Tuner *tuner)
{
    const Spsa *spsa = &tuner->spsa;
    Text text = TEXT_OF(tuner->header);
    size_t size = (size_t)tuner->tuning->game->weight_count * sizeof(int);
    text_format(&text,
                "# %s %s pairs=%" PRIu64 " step=%" PRIu64 " seed=%" PRIu64 " plies=%" PRIu64
                " weights=%016" PRIx64,
                tuner->tuning->game->name, tuner->spec.text, spsa->pairs, tuner->step, spsa->seed,
                tuner->opening_plies, hash_bytes(tuner->tuning->old, size));
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParameter *own = &spsa->parameters[i];
        text_format(&text, " %s,%g,%g,%g,%g,%g", own->name, own->start, own->minimum, own->maximum,
                    own->c_end, own->r_end);
    }
    text_string(&text, "\npairs,score");
    for (int i = 0; i < spsa->count; i++)
        text_format(&text, ",%s", spsa->parameters[i].name);
    text_char(&text, '\n');
}

/* Keeps the current values for the plot. */
static Status note_point(Tuner *tuner)
{
    size_t count = (size_t)tuner->spsa.count;
    if (tuner->points == tuner->point_capacity) {
        size_t capacity = 2 * tuner->points + 256;
        double *x = realloc(tuner->x, capacity * sizeof *x);
        if (x)
            tuner->x = x;
        double *curves = realloc(tuner->curves, capacity * count * sizeof *curves);
        if (curves)
            tuner->curves = curves;
        if (!x || !curves)
            return error_set(tuner->tuning->error, STATUS_NO_MEMORY, "no memory for the history");
        tuner->point_capacity = capacity;
    }
    tuner->x[tuner->points] = (double)tuner->done;
    for (size_t i = 0; i < count; i++)
        tuner->curves[tuner->points * count + i] =
            (tuner->spsa.values[i] - tuner->spsa.parameters[i].start) /
            tuner->spsa.parameters[i].c_end;
    tuner->points++;
    return STATUS_OK;
}

/* Reads a line of the history; false if it is not whole. */
static bool read_step(Tuner *tuner, const char *line)
{
    double values[SPSA_PARAMETERS_MAX];
    char *at = NULL;
    uint64_t pairs = strtoull(line, &at, 10);
    bool good = at != line && *at == ',' && strchr(line, '\n');
    if (good)
        strtol(at + 1, &at, 10);
    for (int i = 0; good && i < tuner->spsa.count; i++) {
        good = *at == ',';
        values[i] = good ? strtod(at + 1, &at) : 0;
    }
    if (!good || *at != '\n')
        return false;
    memcpy(tuner->spsa.values, values, sizeof values[0] * (size_t)tuner->spsa.count);
    tuner->done = pairs;
    return true;
}

/* Goes on with the history: takes its last whole line and writes behind it. */
static Status reopen(Tuner *tuner, const char *path)
{
    char line[LINE_MAX_SIZE], names[LINE_MAX_SIZE] = "";
    Error *error = tuner->tuning->error;
    Status status = STATUS_OK;
    tuner->history = fopen(path, "r+");
    if (!tuner->history)
        return error_set(error, STATUS_NO_FILE, "cannot read '%.150s': %s", path, strerror(errno));
    size_t length = strcspn(tuner->header, "\n") + 1;
    if (!fgets(line, sizeof line, tuner->history) || strncmp(line, tuner->header, length) != 0 ||
        !fgets(names, sizeof names, tuner->history) || strcmp(names, tuner->header + length) != 0)
        return error_set(error, STATUS_MISMATCH, "'%.150s' was made with other options", path);
    long good = ftell(tuner->history);
    while (status == STATUS_OK && fgets(line, sizeof line, tuner->history) &&
           read_step(tuner, line)) {
        good = ftell(tuner->history);
        status = note_point(tuner);
    }
    fseek(tuner->history, good, SEEK_SET);
    return status;
}

static Status open_history(Tuner *tuner)
{
    const char *path = arguments_value(tuner->tuning->arguments, "history", 0);
    write_header(tuner);
    spsa_start(&tuner->spsa);
    if (path && arguments_flag(tuner->tuning->arguments, "resume"))
        return reopen(tuner, path);
    if (path) {
        tuner->history = fopen(path, "wx");
        if (!tuner->history || fputs(tuner->header, tuner->history) < 0)
            return error_set(tuner->tuning->error, STATUS_NO_FILE, "cannot make '%.150s': %s", path,
                             strerror(errno));
    }
    return note_point(tuner);
}

/* The engine with these values. */
static void set_values(const Tuner *tuner, const double *values, EngineSpec *spec)
{
    *spec = tuner->spec;
    for (int i = 0; i < tuner->spsa.count; i++) {
        const Target *target = &tuner->targets[i];
        if (target->weight)
            spec->options.weights[target->index] = (int)values[i];
        else
            spec->options.values[target->index] = values[i];
    }
}

/* Plays a pair; wins less losses of the first setting. */
static Status play_pair(const Tuner *tuner, uint64_t pair, int *result, Error *error)
{
    double plus[SPSA_PARAMETERS_MAX], minus[SPSA_PARAMETERS_MAX];
    EngineSpec specs[2];
    MatchResult score;
    spsa_probe(&tuner->spsa, tuner->done, pair, plus, minus);
    set_values(tuner, plus, &specs[0]);
    set_values(tuner, minus, &specs[1]);
    MatchOptions options = {
        .game = tuner->tuning->game,
        .specs = {&specs[0], &specs[1]},
        .games = 2,
        .seed = random_split(tuner->spsa.seed, pair),
        .threads = 1,
        .opening_plies = (int)tuner->opening_plies,
        .plies_max = 1000,
    };
    options.game->start(tuner->tuning->board, &options.start);
    Status status = match_play(&options, NULL, NULL, &score, error);
    *result = (int)score.score.wins - (int)score.score.losses;
    return status;
}

/* Plays the pairs of a step in parallel and moves the values. */
static Status make_step(Tuner *tuner)
{
    int results[STEP_MAX] = {0}, sum = 0;
    uint64_t left = tuner->spsa.pairs - tuner->done;
    int count = left < tuner->step ? (int)left : (int)tuner->step;
    Status status = STATUS_OK;
#pragma omp parallel for num_threads((int)tuner->tuning->threads) schedule(dynamic) default(none) \
    shared(tuner, results, status, count)
    for (int i = 0; i < count; i++) {
        Error error;
        Status own = play_pair(tuner, tuner->done + (uint64_t)i, &results[i], &error);
        if (own != STATUS_OK)
#pragma omp critical(spsa_error)
            status = error_set(tuner->tuning->error, own, "%s", error.text);
    }
    if (status != STATUS_OK)
        return status;
    spsa_update(&tuner->spsa, tuner->done, count, results);
    tuner->done += (uint64_t)count;
    for (int i = 0; i < count; i++)
        sum += results[i];
    if (tuner->history) {
        fprintf(tuner->history, "%" PRIu64 ",%d", tuner->done, sum);
        for (int i = 0; i < tuner->spsa.count; i++)
            fprintf(tuner->history, ",%.17g", tuner->spsa.values[i]);
        if (fputc('\n', tuner->history) < 0 || fflush(tuner->history) != 0)
            return error_set(tuner->tuning->error, STATUS_NO_FILE, "cannot write the history: %s",
                             strerror(errno));
    }
    return note_point(tuner);
}

/* The parameter's name if it is one of those that moved farthest, so that the legend has room. */
static const char *legend_name(const Tuner *tuner, int parameter)
{
    const double *last = tuner->curves + (tuner->points - 1) * (size_t)tuner->spsa.count;
    int farther = 0;
    for (int i = 0; i < tuner->spsa.count; i++)
        farther += fabs(last[i]) > fabs(last[parameter]);
    return farther < PLOT_NAMES ? tuner->spsa.parameters[parameter].name : NULL;
}

static Status plot(const Tuner *tuner)
{
    size_t count = (size_t)tuner->spsa.count;
    PlotCurve lines[PLOT_CURVES_MAX];
    int shown = tuner->spsa.count < PLOT_CURVES_MAX ? tuner->spsa.count : PLOT_CURVES_MAX;
    double *values = calloc((count + 1) * PLOT_POINTS, sizeof *values), *x = values;
    size_t points = tuner->points < PLOT_POINTS ? tuner->points : PLOT_POINTS;
    if (!values)
        return error_set(tuner->tuning->error, STATUS_NO_MEMORY, "no memory for the plot");
    for (size_t j = 0; j < points; j++) {
        size_t from = points > 1 ? j * (tuner->points - 1) / (points - 1) : 0;
        x[j] = tuner->x[from];
        for (size_t i = 0; i < count; i++)
            values[(i + 1) * PLOT_POINTS + j] = tuner->curves[from * count + i];
    }
    for (int i = 0; i < shown; i++)
        lines[i] = (PlotCurve){legend_name(tuner, i), x, values + (size_t)(i + 1) * PLOT_POINTS,
                               (int)points};
    Status status = tune_plot(tuner->tuning, "Change in units of C_END", "pairs", lines, shown);
    free(values);
    return status;
}

static Status write_weights(const Tuner *tuner)
{
    const Tuning *tuning = tuner->tuning;
    WeightNotes notes = {.data = ""};
    Environment environment;
    int values[WEIGHTS_MAX];
    if (!tuning->out)
        return STATUS_OK;
    environment_read(&environment);
    Text method = TEXT_OF(notes.method), commit = TEXT_OF(notes.commit);
    text_format(&method, "spsa, %" PRIu64 " pairs, seed %" PRIu64 ", %.60s", tuner->done,
                tuner->spsa.seed, tuner->spec.text);
    text_string(&commit, environment.commit);
    memcpy(values, tuner->spec.options.weights, sizeof values);
    for (int i = 0; i < tuner->spsa.count; i++)
        if (tuner->targets[i].weight)
            values[tuner->targets[i].index] = (int)round(tuner->spsa.values[i]);
    return weights_write(tuning->game, tuning->out, values, &notes, tuning->error);
}

static void print_values(const Tuner *tuner)
{
    printf("%" PRIu64 " of %" PRIu64 " pairs\n%-20s %10s %10s\n", tuner->done, tuner->spsa.pairs,
           "parameter", "start", "value");
    for (int i = 0; i < tuner->spsa.count; i++)
        printf("%-20s %10g %10.2f\n", tuner->spsa.parameters[i].name,
               tuner->spsa.parameters[i].start, tuner->spsa.values[i]);
}

Status tune_spsa(Tuning *tuning, bool *done)
{
    Tuner *tuner = calloc(1, sizeof *tuner);
    if (!tuner)
        return error_set(tuning->error, STATUS_NO_MEMORY, "no memory for the tuning");
    tuner->tuning = tuning;
    const atomic_bool *stop = interrupt_catch();
    Status status = read_options(tuner);
    if (status == STATUS_OK)
        status = open_history(tuner);
    while (status == STATUS_OK && tuner->done < tuner->spsa.pairs && !atomic_load(stop))
        status = make_step(tuner);
    *done = tuner->done == tuner->spsa.pairs;
    if (status == STATUS_OK)
        print_values(tuner);
    if (status == STATUS_OK)
        status = plot(tuner);
    if (status == STATUS_OK && *done)
        status = write_weights(tuner);
    if (tuner->history)
        fclose(tuner->history);
    free(tuner->x);
    free(tuner->curves);
    free(tuner);
    return status;
}
