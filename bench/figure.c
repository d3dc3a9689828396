/* Rows of figures. */
#include "bench/figure.h"

#include "bench/json.h"
#include "engine/clock.h"
#include "engine/robust.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

Status figure_measure(Workload *workload, int repetitions, Figure *figure, Error *error)
{
    *figure = (Figure){.threads = workload->threads, .repetitions = repetitions};
    Text game = TEXT_OF(figure->game), engine = TEXT_OF(figure->engine),
         limits = TEXT_OF(figure->limits);
    text_string(&game, games_at(workload->index)->name);
    text_string(&engine, workload->engine);
    text_string(&limits, workload->limits);
    for (int i = 0; i < repetitions; i++) {
        WorkloadRun run;
        Status status = workload_run(workload, &run, error);
        if (status != STATUS_OK)
            return status;
        figure->signature = run.signature;
        figure->nodes = run.nodes;
        figure->playouts = run.playouts;
        figure->seconds[i] = (double)run.nanoseconds / NANOSECONDS_PER_SECOND;
        figure->rates[i] = clock_rate(run.nodes, run.nanoseconds);
    }
    return STATUS_OK;
}

Spread spread_of(const double *values, int count)
{
    double sorted[FIGURE_REPETITIONS_MAX];
    memcpy(sorted, values, (size_t)count * sizeof *sorted);
    double median = robust_median(sorted, count);
    return (Spread){median, sorted[0], sorted[count - 1]};
}

Spread figure_playout_rate(const Figure *figure)
{
    Spread nodes = spread_of(figure->rates, figure->repetitions);
    double share = figure->nodes ? (double)figure->playouts / (double)figure->nodes : 0;
    return (Spread){nodes.median * share, nodes.low * share, nodes.high * share};
}

void figure_header(Text *text)
{
    text_format(text, "%-18s %-10s %-16s %12s %9s %12s %7s %7s %11s\n", "game", "engine", "limits",
                "signature", "s", "nodes/s", "low %", "high %", "playouts/s");
}

void figure_line(const Figure *figure, Text *text)
{
    Spread rate = spread_of(figure->rates, figure->repetitions);
    Spread seconds = spread_of(figure->seconds, figure->repetitions);
    text_format(text, "%-18s %-10s %-16s %12" PRIu64 " %9.3f %12.0f", figure->game, figure->engine,
                figure->limits, figure->signature, seconds.median, rate.median);
    if (figure->repetitions > 1 && rate.median > 0)
        text_format(text, " %7.1f %7.1f", 100 * (rate.low / rate.median - 1),
                    100 * (rate.high / rate.median - 1));
    else
        text_format(text, " %7s %7s", "-", "-");
    if (figure->playouts)
        text_format(text, " %11.0f\n", figure_playout_rate(figure).median);
    else
        text_format(text, " %11s\n", "-");
}

static void add_list(Text *text, const char *name, const double *values, int count, int decimals)
{
    text_format(text, ",\"%s\":[", name);
    for (int i = 0; i < count; i++)
        text_format(text, "%s%.*f", i ? "," : "", decimals, values[i]);
    text_char(text, ']');
}

void figure_json(const Figure *figure, Text *text)
{
    Spread rate = spread_of(figure->rates, figure->repetitions);
    text_string(text, "{\"game\":");
    text_json_string(text, figure->game);
    text_string(text, ",\"engine\":");
    text_json_string(text, figure->engine);
    text_string(text, ",\"limits\":");
    text_json_string(text, figure->limits);
    text_format(text,
                ",\"threads\":%d,\"signature\":%" PRIu64 ",\"nodes\":%" PRIu64
                ",\"playouts\":%" PRIu64 ",\"nodes_per_second\":%.0f,\"low\":%.0f,\"high\":%.0f"
                ",\"playouts_per_second\":%.0f",
                figure->threads, figure->signature, figure->nodes, figure->playouts, rate.median,
                rate.low, rate.high, figure_playout_rate(figure).median);
    add_list(text, "seconds", figure->seconds, figure->repetitions, 9);
    add_list(text, "rates", figure->rates, figure->repetitions, 0);
    text_char(text, '}');
}

Status figure_read(const char *line, Figure *figure, bool *found, Error *error)
{
    uint64_t threads = 1;
    *figure = (Figure){0};
    Text game = TEXT_OF(figure->game), engine = TEXT_OF(figure->engine),
         limits = TEXT_OF(figure->limits);
    Status status = json_check(line, error);
    *found = status == STATUS_OK && json_text(line, "game", &game);
    if (!*found)
        return status;
    figure->repetitions = json_numbers(line, "rates", figure->rates, FIGURE_REPETITIONS_MAX);
    bool complete = json_text(line, "engine", &engine) && json_text(line, "limits", &limits) &&
                    json_whole(line, "threads", &threads) &&
                    json_whole(line, "signature", &figure->signature) &&
                    json_whole(line, "nodes", &figure->nodes) &&
                    json_whole(line, "playouts", &figure->playouts) && figure->repetitions > 0 &&
                    json_numbers(line, "seconds", figure->seconds, FIGURE_REPETITIONS_MAX) ==
                        figure->repetitions;
    if (!complete || threads < 1 || threads > 1024)
        return error_set(error, STATUS_BAD_TEXT,
                         "expected a row as 'skirmish bench --json' prints");
    figure->threads = (int)threads;
    return STATUS_OK;
}

static Status record_rate(const Figure *figure, const char *metric, Spread rate,
                          const Recording *recording, Error *error)
{
    Measurement measurement = {
        .ruleset = figure->game,
        .engine = figure->engine,
        .limits = figure->limits,
        .metric = metric,
        .median = rate.median,
        .low = rate.low,
        .high = rate.high,
        .repetitions = figure->repetitions,
        .threads = figure->threads,
        .signature = figure->signature,
    };
    return recording_add(recording, &measurement, error);
}

Status figure_record(const Figure *figure, const Recording *recording, Error *error)
{
    bool perft = strcmp(figure->engine, "perft") == 0;
    bool random = strcmp(figure->engine, "playouts") == 0;
    const char *metric = perft ? METRIC_LEAVES : random ? METRIC_PLIES : METRIC_NODES;
    Status status = record_rate(figure, metric, spread_of(figure->rates, figure->repetitions),
                                recording, error);
    if (status == STATUS_OK && figure->playouts)
        status =
            record_rate(figure, METRIC_PLAYOUTS, figure_playout_rate(figure), recording, error);
    return status;
}
