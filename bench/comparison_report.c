/* A comparison for people and as JSON. */
#include "bench/comparison.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A difference of logarithms as a change in percent. */
static double percent(double logarithm)
{
    return 100 * expm1(logarithm);
}

static double median_rate(const ComparedRow *row, int side)
{
    double logs[COMPARED_ROUNDS_MAX];
    memcpy(logs, row->logs[side], (size_t)row->counts[side] * sizeof *logs);
    return exp(robust_median(logs, row->counts[side]));
}

/* One line about rows first .. end - 1. */
static void print_line(const Comparison *comparison, int first, int end, const char *game,
                       const char *engine, bool json, FILE *stream)
{
    RobustMean change = comparison_estimate(comparison, first, end);
    double margin = robust_margin(&change, comparison->confidence);
    double low = percent(change.mean - margin), high = percent(change.mean + margin);
    double rates[2] = {0, 0};
    for (int side = 0; side < 2 && end - first == 1; side++)
        rates[side] = median_rate(&comparison->rows[first], side);
    if (json) {
        char names[2][2 * SPEC_TEXT_MAX];
        Text texts[2] = {TEXT_OF(names[0]), TEXT_OF(names[1])};
        text_json_string(&texts[0], game);
        text_json_string(&texts[1], engine);
        fprintf(stream,
                "{\"game\":%s,\"engine\":%s,\"base\":%.0f,\"new\":%.0f,\"change_percent\":%.3f,"
                "\"low\":%.3f,\"high\":%.3f,\"p_faster\":%.4f}\n",
                names[0], names[1], rates[BASE], rates[NEW], percent(change.mean), low, high,
                robust_positive(&change));
        return;
    }
    fprintf(stream, "%-18s %-14s", game, engine);
    if (rates[BASE] > 0)
        fprintf(stream, " %12.0f %12.0f", rates[BASE], rates[NEW]);
    else
        fprintf(stream, " %12s %12s", "", "");
    fprintf(stream, " %+8.2f %+8.2f .. %+6.2f %11.3f\n", percent(change.mean), low, high,
            robust_positive(&change));
}

/* The first row behind those of the game of row `first`. */
static int end_of_game(const Comparison *comparison, int first)
{
    int end = first;
    while (end < comparison->row_count &&
           strcmp(comparison->rows[end].game, comparison->rows[first].game) == 0)
        end++;
    return end;
}

static void print_lines(const Comparison *comparison, bool json, FILE *stream)
{
    for (int first = 0; first < comparison->row_count;) {
        int end = end_of_game(comparison, first);
        const char *game = comparison->rows[first].game;
        for (int i = first; i < end; i++)
            print_line(comparison, i, i + 1, game, comparison->rows[i].engine, json, stream);
        if (end - first > 1)
            print_line(comparison, first, end, game, "all", json, stream);
        first = end;
    }
    print_line(comparison, 0, comparison->row_count, "total", "all", json, stream);
}

static void print_header(const Comparison *comparison, FILE *stream)
{
    char interval[32];
    for (int side = 0; side < 2; side++)
        fprintf(stream, "%s: %s%s%s\n", side == BASE ? "base" : "new ", comparison->names[side],
                comparison->commits[side][0] ? ", commit " : "", comparison->commits[side]);
    snprintf(interval, sizeof interval, "%g %% interval", 100 * comparison->confidence);
    fprintf(stream, "%s\n\n%-18s %-14s %12s %12s %8s %18s %11s\n",
            comparison->paired ? "in turns on one processor, CPU time"
                               : "measured apart: the machine's own changes count as differences",
            "game", "engine", "base nodes/s", "new nodes/s", "change %", interval, "P(faster)");
}

/* Of the row that has the most. */
static int count_rounds(const Comparison *comparison)
{
    int rounds = 0;
    for (int i = 0; i < comparison->row_count; i++)
        if (comparison->rows[i].counts[BASE] > rounds)
            rounds = comparison->rows[i].counts[BASE];
    return rounds;
}

static void print_verdict(const Comparison *comparison, int verdict, FILE *stream)
{
    RobustMean total = comparison_estimate(comparison, 0, comparison->row_count);
    double margin = robust_margin(&total, comparison->confidence);
    fputc('\n', stream);
    if (verdict)
        fprintf(stream, "new is %s than base by %.2f %%", verdict > 0 ? "faster" : "slower",
                fabs(percent(total.mean)));
    else
        fputs("no difference", stream);
    fprintf(stream, " (%+.2f .. %+.2f %%, %d %s)\n", percent(total.mean - margin),
            percent(total.mean + margin), count_rounds(comparison),
            comparison->paired ? "rounds" : "repetitions");
    if (margin > comparison->precision)
        fprintf(stream, "the interval is wider than the %.2f %% to each side that were asked for\n",
                percent(comparison->precision));
}

int comparison_print(const Comparison *comparison, bool json, bool different, FILE *stream)
{
    RobustMean total = comparison_estimate(comparison, 0, comparison->row_count);
    double margin = robust_margin(&total, comparison->confidence);
    int verdict = total.mean > margin ? 1 : total.mean < -margin ? -1 : 0;
    if (!json)
        print_header(comparison, stream);
    print_lines(comparison, json, stream);
    if (json)
        fprintf(stream,
                "{\"verdict\":\"%s\",\"precise\":\"%s\",\"rounds\":%d,\"confidence\":%g,"
                "\"different_work\":\"%s\"}\n",
                verdict > 0   ? "faster"
                : verdict < 0 ? "slower"
                              : "no difference",
                margin <= comparison->precision ? "yes" : "no", count_rounds(comparison),
                comparison->confidence, different ? "allowed" : "no");
    else
        print_verdict(comparison, verdict, stream);
    for (int i = 0; different && !json && i < comparison->row_count; i++)
        if (comparison_check(&comparison->rows[i], NULL) != STATUS_OK)
            fprintf(stream, "%s %s: different work (signatures %" PRIu64 " and %" PRIu64 ")\n",
                    comparison->rows[i].game, comparison->rows[i].engine,
                    comparison->rows[i].signatures[BASE], comparison->rows[i].signatures[NEW]);
    return verdict;
}
