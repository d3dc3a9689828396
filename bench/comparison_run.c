/* Where a comparison's figures come from: programs that run in turns, or files. */
#include "bench/comparison.h"
#include "bench/interrupt.h"
#include "bench/json.h"
#include "engine/clock.h"
#include "engine/lines.h"
#include "engine/process.h"
#include "engine/random.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A run takes at least so long, in seconds: short workloads are repeated in it. */
static const double slice_seconds = 0.05;

enum { PATIENCE_SECONDS = 600, END_SECONDS = 5 };

/* A line of bench: a figure, or the environment with its commit. */
static Status take_line(Comparison *comparison, int side, const char *line, Figure *figure,
                        bool *found, Error *error)
{
    Text commit = TEXT_OF(comparison->commits[side]);
    Status status = figure_read(line, figure, found, error);
    if (status == STATUS_OK && !*found && !comparison->commits[side][0])
        json_text(line, "commit", &commit);
    return status;
}

/* Reads the one figure that a program prints. */
static Status read_output(Comparison *comparison, int side, const Process *process,
                          const char *command, Figure *figure, Error *error)
{
    Lines lines;
    char *line = NULL, how[64] = "no end in time";
    Text text = TEXT_OF(how);
    bool found = false;
    Status status = STATUS_OK;
    uint64_t deadline = clock_wall() + PATIENCE_SECONDS * (uint64_t)NANOSECONDS_PER_SECOND;
    LineResult result = LINE_READ;
    lines_init(&lines, process->output, FIGURE_LINE_MAX);
    while (status == STATUS_OK && (result = lines_next(&lines, deadline, &line)) == LINE_READ) {
        bool here = false;
        if (*line)
            status = take_line(comparison, side, line, figure, &here, error);
        if (found && here)
            status = error_set(error, STATUS_MISMATCH, "more than one row from: %.240s", command);
        found |= here;
    }
    lines_close(&lines);
    if (status != STATUS_OK)
        return status;
    text.length = 0;
    if (result == LINE_END)
        process_ends(process, (uint64_t)END_SECONDS * NANOSECONDS_PER_SECOND, &text);
    if (found && strcmp(how, "exit status 0") == 0)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_ARGUMENT, "failed with %s: %.240s", how, command);
}

/* Runs one workload in one program. */
static Status run_once(Comparison *comparison, int side, const ComparedRow *row, int repetitions,
                       Figure *figure, Error *error)
{
    char command[PROCESS_COMMAND_MAX];
    Text text = TEXT_OF(command);
    Process process;
    const Game *game = games_at(games_find(row->game, NULL));
    const char *program = comparison->names[side];
    char quote = strchr(program, '\'') ? '"' : '\'';
    text_format(&text, "%c%s%c bench %s:%s --engine '%s' --repeat %d --json", quote, program, quote,
                game->folder, game->ruleset, row->engine, repetitions);
    if (text.overflow)
        return error_set(error, STATUS_BAD_ARGUMENT, "command: longer than %d characters",
                         PROCESS_COMMAND_MAX - 1);
    Status status = process_open(&process, command, NULL, error);
    if (status != STATUS_OK)
        return status;
    status = read_output(comparison, side, &process, command, figure, error);
    process_close(&process, 0);
    return status;
}

/* Rows in random order. */
static void shuffle(int *order, int count, Random *random)
{
    for (int i = count; i > 1; i--) {
        int j = (int)random_below(random, (uint32_t)i), kept = order[i - 1];
        order[i - 1] = order[j];
        order[j] = kept;
    }
}

typedef struct Turns {
    Comparison *comparison;
    const TurnOptions *options;
    Random random;
    int repetitions[COMPARED_ROWS_MAX], order[COMPARED_ROWS_MAX];
} Turns;

/* Both programs once before anything counts: whether they do the same work, and how long it takes.
 */
static Status try_row(Turns *turns, int i, Error *error)
{
    ComparedRow *row = &turns->comparison->rows[i];
    double longest = 0;
    for (int side = 0; side < 2; side++) {
        Figure figure = {0};
        Status status = run_once(turns->comparison, side, row, 1, &figure, error);
        if (status != STATUS_OK)
            return status;
        row->signatures[side] = figure.signature;
        longest = fmax(longest, figure.seconds[0]);
    }
    double needed = ceil(slice_seconds / fmax(longest, 1e-9));
    turns->repetitions[i] = (int)fmin(needed, FIGURE_REPETITIONS_MAX);
    turns->order[i] = i;
    return turns->options->different ? STATUS_OK : comparison_check(row, error);
}

/* A row on both sides, which comes first drawn by lot. */
static Status run_pair(Turns *turns, int i, Error *error)
{
    ComparedRow *row = &turns->comparison->rows[i];
    int first = (int)random_below(&turns->random, 2);
    Figure figures[2];
    Status status = STATUS_OK;
    for (int turn = 0; status == STATUS_OK && turn < 2; turn++) {
        int side = turn ^ first;
        status =
            run_once(turns->comparison, side, row, turns->repetitions[i], &figures[side], error);
    }
    for (int side = 0; status == STATUS_OK && side < 2; side++)
        status = comparison_add(turns->comparison, row, side, &figures[side], error);
    return status;
}

static double row_error(const Comparison *comparison, int i)
{
    return comparison_estimate(comparison, i, i + 1).error;
}

/* Rows that are known much better than this one wait: more rounds of them would help little. */
static double greatest_error(const Comparison *comparison)
{
    double greatest = 0;
    for (int i = 0; i < comparison->row_count; i++)
        greatest = fmax(greatest, row_error(comparison, i));
    return greatest;
}

static void show_progress(const Turns *turns, int round, uint64_t started, bool last)
{
    const Comparison *comparison = turns->comparison;
    if (turns->options->quiet || !isatty(STDERR_FILENO))
        return;
    RobustMean total = comparison_estimate(comparison, 0, comparison->row_count);
    double margin = robust_margin(&total, comparison->confidence);
    double seconds = (double)(clock_wall() - started) / NANOSECONDS_PER_SECOND;
    /* The margin falls with the root of the rounds. */
    double left = round * (margin * margin / (comparison->precision * comparison->precision) - 1);
    left = fmin(fmax(left, turns->options->rounds_min - round), turns->options->rounds_max - round);
    if (isfinite(margin))
        fprintf(stderr, "\r\033[Kround %d: %+.2f %% +- %.2f %%, %.1f s a round, about %.0f s left",
                round, 100 * expm1(total.mean), 100 * expm1(margin), seconds / round,
                left * seconds / round);
    if (last)
        fputs("\r\033[K", stderr);
}

Status comparison_run(Comparison *comparison, const TurnOptions *options, Error *error)
{
    Turns turns = {comparison, options, random_from(options->seed), {0}, {0}};
    const atomic_bool *stop = interrupt_catch();
    uint64_t started = clock_wall();
    int round = 0;
    Status status = STATUS_OK;
    comparison->paired = true;
    for (int i = 0; status == STATUS_OK && i < comparison->row_count; i++)
        status = try_row(&turns, i, error);
    while (status == STATUS_OK && round < options->rounds_max && !atomic_load(stop) &&
           (round < options->rounds_min || !comparison_is_precise(comparison))) {
        double least = round < options->rounds_min ? 0 : greatest_error(comparison) / 2;
        shuffle(turns.order, comparison->row_count, &turns.random);
        for (int i = 0; status == STATUS_OK && i < comparison->row_count; i++)
            if (row_error(comparison, turns.order[i]) >= least)
                status = run_pair(&turns, turns.order[i], error);
        show_progress(&turns, ++round, started, false);
    }
    show_progress(&turns, round, started, true);
    comparison->stopped = atomic_load(stop);
    if (status == STATUS_OK && round < 2)
        return error_set(error, STATUS_BAD_ARGUMENT,
                         "interrupted before there was anything to say");
    return status;
}

static ComparedRow *find_row(Comparison *comparison, const Figure *figure)
{
    for (int i = 0; i < comparison->row_count; i++)
        if (strcmp(comparison->rows[i].game, figure->game) == 0 &&
            strcmp(comparison->rows[i].engine, figure->engine) == 0)
            return &comparison->rows[i];
    return NULL;
}

static Status add_figure(Comparison *comparison, int side, const Figure *figure, Error *error)
{
    enum { REPETITIONS_MIN = 5 };
    ComparedRow *row = find_row(comparison, figure);
    Status status = STATUS_OK;
    if (figure->repetitions < REPETITIONS_MIN)
        return error_set(error, STATUS_BAD_ARGUMENT,
                         "%s %.60s: %d repetition%s, at least %d are needed (bench --repeat)",
                         figure->game, figure->engine, figure->repetitions,
                         figure->repetitions == 1 ? "" : "s", REPETITIONS_MIN);
    if (side == NEW && !row)
        return STATUS_OK;
    if (!row) {
        status = comparison_add_row(comparison, figure->game, figure->engine, error);
        row = &comparison->rows[comparison->row_count - 1];
    }
    return status == STATUS_OK ? comparison_add(comparison, row, side, figure, error) : status;
}

static Status read_lines(Comparison *comparison, int side, FILE *file, Error *error)
{
    char *line = malloc(FIGURE_LINE_MAX);
    Status status = line ? STATUS_OK : error_set(error, STATUS_NO_MEMORY, "no memory for a line");
    for (int number = 1; status == STATUS_OK && fgets(line, FIGURE_LINE_MAX, file); number++) {
        Figure figure;
        Error inner = {0};
        bool found = false;
        status = take_line(comparison, side, line, &figure, &found, &inner);
        if (status == STATUS_OK && found)
            status = add_figure(comparison, side, &figure, &inner);
        if (status != STATUS_OK)
            error_set(error, status, "'%.100s', line %d: %s", comparison->names[side], number,
                      inner.text);
    }
    free(line);
    return status;
}

/* Takes out the rows that only one side has. */
static void drop_single(Comparison *comparison)
{
    int kept = 0;
    for (int i = 0; i < comparison->row_count; i++) {
        ComparedRow row = comparison->rows[i];
        if (row.counts[NEW]) {
            comparison->rows[kept++] = row;
            continue;
        }
        free(row.logs[BASE]);
        free(row.logs[NEW]);
    }
    comparison->row_count = kept;
}

Status comparison_read(Comparison *comparison, int side, Error *error)
{
    FILE *file = fopen(comparison->names[side], "r");
    if (!file)
        return error_set(error, STATUS_NO_FILE, "cannot read '%.200s': %s", comparison->names[side],
                         strerror(errno));
    Status status = read_lines(comparison, side, file, error);
    fclose(file);
    if (status == STATUS_OK && side == NEW)
        drop_single(comparison);
    if (status == STATUS_OK && comparison->row_count == 0)
        return error_set(error, STATUS_BAD_TEXT, "'%.200s' has no row to compare",
                         comparison->names[side]);
    return status;
}
