/* skirmish scale: what more threads are worth. */
#include "bench/affinity.h"
#include "bench/command.h"
#include "bench/plot_file.h"
#include "bench/recording.h"
#include "bench/scaling.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
    MILLISECONDS_DEFAULT = 500,
    REPETITIONS_DEFAULT = 5,
    GAMES_MAX = 1000000,
    SEED_DEFAULT = 1,
};

static const double confidence = 0.95;

static const Option options[] = {
    {"engine", "SPEC", "a back end with threads (default alphabeta); its own limits are the goals"},
    {"threads", "LIST", "numbers of threads, as 1..4 or 1,2,4,8 (default 1..processors)"},
    {"time", "MS", "how long one thread searches a position: the others' goal (default 500)"},
    {"repeat", "N", "search each position N times (default 5, at least 2)"},
    {"games", "N",
     "also play N games (even) of T threads against T times the time, and of that time"},
    {"seed", "S", "of the openings (default 1)"},
    {"plot", "FILE", "draw the speed-ups as SVG"},
    {"out", "FILE", "add what is measured to this database"},
    {"json", NULL, "print one JSON object per number of threads"},
    {0},
};

/* What is printed of a number of threads. */
typedef struct Line {
    ScaledRow row;
    bool played;
    ScaledStrength strength;
} Line;

static Status add_threads(Scaling *scaling, uint64_t first, uint64_t last, const char *given,
                          Error *error)
{
    for (uint64_t threads = first; threads <= last; threads++) {
        int before = scaling->count ? scaling->threads[scaling->count - 1] : 0;
        if (scaling->count == SCALED_THREADS_MAX || (int)threads <= before ||
            (before == 0 && threads != 1))
            return error_set(error, STATUS_BAD_ARGUMENT,
                             "--threads: expected at most %d rising numbers from 1, got '%.60s'",
                             SCALED_THREADS_MAX, given);
        scaling->threads[scaling->count++] = (int)threads;
    }
    return STATUS_OK;
}

/* "1..4,8" */
static Status read_threads(Scaling *scaling, const char *given, Error *error)
{
    enum { THREADS_MAX = 256 };
    Scan scan = scan_over(given, "--threads");
    Status status = STATUS_OK;
    do {
        uint64_t first = 0, last = 0;
        status = scan_number(&scan, THREADS_MAX, &first, error);
        last = first;
        if (status == STATUS_OK && scan_take_string(&scan, ".."))
            status = scan_number(&scan, THREADS_MAX, &last, error);
        if (status == STATUS_OK && last < first)
            status = scan_fail(&scan, error, "a range that rises");
        if (status == STATUS_OK)
            status = add_threads(scaling, first, last, given, error);
    } while (status == STATUS_OK && scan_take(&scan, ','));
    return status == STATUS_OK ? scan_end(&scan, error) : status;
}

static double percent_of(double logarithm, int threads)
{
    return 100 * exp(logarithm) / threads;
}

static void print_header(const Scaling *scaling, int processors)
{
    printf("%s, %s: %d positions, %d times, goal %s, "
           "%d processor%s\n\n"
           "%7s %12s %12s %7s %9s %9s %17s %11s %10s\n",
           games_at(scaling->index)->name, scaling->engine, scaling->position_count,
           scaling->repetitions, scaling->limits, processors, processors == 1 ? "" : "s", "threads",
           "nodes/s", "playouts/s", "times", "s", "speed-up", "95 % interval", "efficiency",
           "overhead");
}

static void print_line(const Line *line)
{
    const ScaledRow *row = &line->row;
    double margin = robust_margin(&row->time, confidence);
    printf("%7d %12.0f %12.0f %7.2f %9.4f %9.2f %8.2f .. %5.2f %9.0f %% %+8.0f %%\n", row->threads,
           row->rate, row->playout_rate, exp(row->nodes.mean), row->seconds, exp(row->time.mean),
           exp(row->time.mean - margin), exp(row->time.mean + margin),
           percent_of(row->time.mean, row->threads), 100 * row->overhead);
    if (!line->played)
        return;
    const ScaledStrength *strength = &line->strength;
    printf(
        "        against %d times the time %.1f %%, which scores %.1f %% against the time alone: ",
        row->threads, 100 * stats_share(&strength->against_time),
        100 * stats_share(&strength->time_gain));
    if (isfinite(strength->factor))
        printf("as strong as %.2f times the time (%.2f .. %.2f), efficiency %.0f %%\n",
               strength->factor, strength->low, strength->high,
               100 * strength->factor / row->threads);
    else
        puts("too few games, or time gains nothing");
}

static void print_json(const Scaling *scaling, const Line *line, int processors)
{
    char engine[2 * SPEC_TEXT_MAX];
    Text text = TEXT_OF(engine);
    const ScaledRow *row = &line->row;
    double margin = robust_margin(&row->time, confidence);
    text_json_string(&text, scaling->engine);
    printf("{\"game\":\"%s\",\"engine\":%s,\"processors\":%d,\"threads\":%d,"
           "\"nodes_per_second\":%.0f,\"playouts_per_second\":%.0f,\"rate_gain\":%.4f,\"seconds\":%"
           ".6f,\"speedup\":%.4f,"
           "\"low\":%.4f,\"high\":%.4f,\"efficiency\":%.4f,\"overhead\":%.4f",
           games_at(scaling->index)->name, engine, processors, row->threads, row->rate,
           row->playout_rate, exp(row->nodes.mean), row->seconds, exp(row->time.mean),
           exp(row->time.mean - margin), exp(row->time.mean + margin),
           percent_of(row->time.mean, row->threads) / 100, row->overhead);
    if (line->played)
        printf(",\"share_against_time\":%.4f,\"share_of_time\":%.4f",
               stats_share(&line->strength.against_time), stats_share(&line->strength.time_gain));
    if (line->played && isfinite(line->strength.factor))
        printf(",\"strength\":%.4f,\"strength_low\":%.4f,\"strength_high\":%.4f",
               line->strength.factor, line->strength.low, line->strength.high);
    puts("}");
}

static Status draw(const Scaling *scaling, const Line *lines, const char *path, Error *error)
{
    double x[SCALED_THREADS_MAX], rate[SCALED_THREADS_MAX], time[SCALED_THREADS_MAX],
        strength[SCALED_THREADS_MAX];
    char title[128];
    Text text = TEXT_OF(title);
    int count = scaling->count;
    for (int i = 0; i < count; i++) {
        x[i] = scaling->threads[i];
        rate[i] = exp(lines[i].row.nodes.mean);
        time[i] = exp(lines[i].row.time.mean);
        strength[i] = i == 0 ? 1 : lines[i].played ? lines[i].strength.factor : NAN;
    }
    const PlotCurve curves[] = {{"ideal", x, x, count},
                                {"nodes/s", x, rate, count},
                                {"to the goal", x, time, count},
                                {"strength", x, strength, count}};
    text_format(&text, "%s, %.80s: speed-up", games_at(scaling->index)->name, scaling->engine);
    return plot_write(path, title, "threads", curves, lines[count - 1].played ? 4 : 3, error);
}

static Status record(const Scaling *scaling, const ScaledRow *row, const Recording *recording,
                     Error *error)
{
    Measurement measurement = {
        .ruleset = games_at(scaling->index)->name,
        .engine = scaling->engine,
        .limits = scaling->limits,
        .metric = METRIC_SECONDS,
        .median = row->seconds,
        .low = row->low,
        .high = row->high,
        .repetitions = scaling->repetitions,
        .threads = row->threads,
    };
    Status status = recording_add(recording, &measurement, error);
    measurement.metric = METRIC_NODES;
    measurement.median = measurement.low = measurement.high = row->rate;
    if (status == STATUS_OK)
        status = recording_add(recording, &measurement, error);
    measurement.metric = METRIC_PLAYOUTS;
    measurement.median = measurement.low = measurement.high = row->playout_rate;
    if (status == STATUS_OK && row->playout_rate > 0)
        status = recording_add(recording, &measurement, error);
    return status;
}

static Status measure(Scaling *scaling, const Arguments *arguments, uint64_t games, uint64_t seed,
                      const Recording *recording, Error *error)
{
    static const Line none;
    Line lines[SCALED_THREADS_MAX];
    const char *plot = arguments_value(arguments, "plot", 0);
    bool json = arguments_flag(arguments, "json");
    int processors = affinity_processors();
    Status status = scaling_run(scaling, error);
    if (status == STATUS_OK && !json)
        print_header(scaling, processors);
    for (int i = 0; status == STATUS_OK && i < scaling->count; i++) {
        lines[i] = none;
        lines[i].row = scaling_row(scaling, i);
        lines[i].played = games > 0 && i > 0;
        if (lines[i].played)
            status = scaling_strength(scaling, scaling->threads[i], games, seed, &lines[i].strength,
                                      error);
        if (status != STATUS_OK)
            break;
        if (json)
            print_json(scaling, &lines[i], processors);
        else
            print_line(&lines[i]);
        fflush(stdout);
        status = record(scaling, &lines[i].row, recording, error);
    }
    return status == STATUS_OK && plot ? draw(scaling, lines, plot, error) : status;
}

static Status read_options(Scaling *scaling, const Arguments *arguments, uint64_t *games,
                           uint64_t *seed, Error *error)
{
    char all[16];
    Text text = TEXT_OF(all);
    uint64_t repetitions = 0;
    const char *engine = arguments_value(arguments, "engine", 0);
    const char *threads = arguments_value(arguments, "threads", 0);
    text_format(&text, "1..%d", affinity_processors());
    *scaling = (Scaling){.index = games_find(arguments->positionals[0], error),
                         .engine = engine ? engine : "alphabeta"};
    if (scaling->index < 0)
        return STATUS_BAD_ARGUMENT;
    Status status = read_threads(scaling, threads ? threads : all, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "time", 1, 1000000, MILLISECONDS_DEFAULT,
                                  &scaling->milliseconds, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "repeat", 2, SCALED_REPETITIONS_MAX,
                                  REPETITIONS_DEFAULT, &repetitions, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "games", 0, GAMES_MAX, 0, games, error);
    if (status == STATUS_OK && *games % 2)
        status = error_set(error, STATUS_BAD_ARGUMENT,
                           "--games: expected an even number: games are played in pairs");
    if (status == STATUS_OK)
        status = arguments_number(arguments, "seed", 0, UINT64_MAX, SEED_DEFAULT, seed, error);
    scaling->repetitions = (int)repetitions;
    return status;
}

static int run(const Arguments *arguments)
{
    Error error = {0};
    Scaling scaling;
    Recording recording = {0};
    uint64_t games = 0, seed = 0;
    int processors = affinity_processors();
    Status status = read_options(&scaling, arguments, &games, &seed, &error);
    int most = status == STATUS_OK ? scaling.threads[scaling.count - 1] : 0;
    if (most > processors)
        fprintf(stderr,
                "skirmish: %d threads on %d processor%s: more threads than processors gain "
                "nothing\n",
                most, processors, processors == 1 ? "" : "s");
    if (status == STATUS_OK)
        status =
            recording_open(&recording, arguments_value(arguments, "out", 0), "scale", most, &error);
    if (status == STATUS_OK)
        status = measure(&scaling, arguments, games, seed, &recording, &error);
    recording_close(&recording);
    scaling_close(&scaling);
    return status == STATUS_OK ? 0 : report_error(&error);
}

const Command command_scale = {
    .name = "scale",
    .positionals = "GAME",
    .summary = "what more threads gain: nodes/s, time to a goal, strength",
    .details =
        "One thread searches each position for --time; the depth (or the playouts) that it\n"
        "reaches is the goal that every number of threads then searches to, by the wall clock.\n"
        "times: nodes/s over those of one thread. speed-up: time of one thread over theirs, mean\n"
        "of the logarithms. efficiency: speed-up over threads. overhead: nodes that the goal took\n"
        "beyond those of one thread. With --games, strength: how many times the time of one\n"
        "thread is as strong, from games of T threads against one thread with T times the time,\n"
        "and of that against one thread with the time alone.",
    .example = "skirmish scale gounki --engine mcts,hash=64 --threads 1,2,4,8 --plot scale.svg",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .run = run,
};
