/* The balance report as one JSON object. */
#include "bench/analysis_report.h"
#include "bench/environment.h"

#include <inttypes.h>
#include <math.h>

/* JSON knows no infinity. */
static double finite(double value)
{
    return isfinite(value) ? value : 0;
}

static void number(FILE *stream, const char *name, double value)
{
    fprintf(stream, ",\"%s\":%.6g", name, finite(value));
}

static void estimate(FILE *stream, const char *name, Estimate own)
{
    fprintf(stream, ",\"%s\":[%.6g,%.6g]", name, finite(own.value), finite(own.margin));
}

static void string(FILE *stream, const char *name, const char *value)
{
    char line[2048];
    Text text = TEXT_OF(line);
    text_json_string(&text, value);
    fprintf(stream, ",\"%s\":%s", name, line);
}

static void score(FILE *stream, const MatchScore *own)
{
    fprintf(stream, "\"wins\":%" PRIu64 ",\"draws\":%" PRIu64 ",\"losses\":%" PRIu64, own->wins,
            own->draws, own->losses);
    estimate(stream, "share", stats_share_estimate(own));
    estimate(stream, "elo", stats_elo(own));
}

static void write_results(const Analysis *analysis, FILE *stream)
{
    Interval draws = stats_proportion(analysis->first.draws, analysis->game_count);
    fprintf(stream, ",\"first_player\":{");
    score(stream, &analysis->first);
    fprintf(stream, "},\"draw_interval\":[%.6g,%.6g],\"distinct_games\":%" PRIu64, draws.low,
            draws.high, analysis->distinct);
    estimate(stream, "repeated_positions", moments_estimate(&analysis->repeated));
    fprintf(stream, ",\"endings\":[");
    for (int i = 0; i < analysis->reason_count; i++) {
        const AnalysedReason *reason = &analysis->reasons[i];
        fprintf(stream,
                "%s{\"reason\":\"%s\",\"wins\":%" PRIu64 ",\"draws\":%" PRIu64
                ",\"losses\":%" PRIu64 "}",
                i ? "," : "", reason->reason, reason->wins, reason->draws, reason->losses);
    }
    fprintf(stream, "]");
}

static void write_lengths(const Analysis *analysis, FILE *stream)
{
    static const double shares[] = {0, 0.05, 0.25, 0.5, 0.75, 0.95, 1};
    Histogram lengths = report_lengths(analysis);
    fprintf(stream, ",\"length\":{\"quantiles\":{");
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++)
        fprintf(stream, "%s\"%g\":%d", i ? "," : "", shares[i],
                analysis_quantile(analysis, shares[i]));
    fprintf(stream, "}");
    estimate(stream, "mean", moments_estimate(&analysis->length));
    number(stream, "deviation", moments_deviation(&analysis->length));
    fprintf(stream, ",\"histogram\":{\"first\":%d,\"width\":%d,\"counts\":[", lengths.first,
            lengths.width);
    for (int i = 0; i < lengths.count; i++)
        fprintf(stream, "%s%" PRIu64, i ? "," : "", lengths.counts[i]);
    fprintf(stream, "]}}");
}

static void write_branching(const Analysis *analysis, FILE *stream)
{
    fprintf(stream, ",\"branching\":{\"start\":%.6g", analysis->by_ply[0].mean);
    estimate(stream, "mean", moments_estimate(&analysis->branching));
    number(stream, "deviation", moments_deviation(&analysis->branching));
    fprintf(stream, ",\"by_ply\":[");
    for (int ply = 0; ply < ANALYSIS_PLIES_MAX && analysis->by_ply[ply].count > 0; ply++)
        fprintf(stream, "%s[%.5g,%.0f]", ply ? "," : "", analysis->by_ply[ply].mean,
                analysis->by_ply[ply].count);
    fprintf(stream, "]}");
}

static void write_leads(const LeadMeasures *lead, FILE *stream)
{
    fprintf(stream, ",\"lead\":{\"clear\":%g", ANALYSIS_CLEAR_LEAD);
    number(stream, "slope", lead->slope);
    number(stream, "accuracy", lead->accuracy);
    estimate(stream, "changes", moments_estimate(&lead->lead_changes));
    estimate(stream, "comebacks", moments_estimate(&lead->comebacks));
    estimate(stream, "drama", moments_estimate(&lead->drama));
    estimate(stream, "settled", moments_estimate(&lead->settled));
    estimate(stream, "decisiveness", moments_estimate(&lead->decisiveness));
    estimate(stream, "uncertainty", moments_estimate(&lead->uncertainty));
    fprintf(stream, ",\"uncertainty_course\":[");
    for (int i = 0; i < ANALYSIS_PARTS; i++)
        fprintf(stream, "%s%.4g", i ? "," : "", lead->course[i]);
    fprintf(stream, "]}");
}

static void write_tree(const AnalysisReport *report, FILE *stream)
{
    const ProbeResult *probe = &report->probe;
    fprintf(stream, ",\"game_tree\":{\"log10_length_branching\":%.6g",
            report_tree_size(&report->analysis));
    estimate(stream, "log10_played", moments_estimate(&report->analysis.log_tree));
    estimate(stream, "log10_random_mean", moments_estimate(&probe->log_games));
    number(stream, "log10_games", probe->log_mean_games);
    fprintf(stream, ",\"probes\":%" PRIu64 ",\"perft_probes\":[", report->probing.probes);
    for (int depth = 0; depth <= report->probing.depth; depth++)
        fprintf(stream, "%s[%.6g,%.3g]", depth ? "," : "", finite(probe->leaves[depth].value),
                finite(probe->leaves[depth].margin));
    fprintf(stream, "],\"perft\":[");
    for (int depth = 0; depth <= report->exact_depth; depth++)
        fprintf(stream, "%s%" PRIu64, depth ? "," : "", report->exact[depth]);
    fprintf(stream, "]},\"positions\":{\"met\":%" PRIu64, probe->distinct);
    estimate(stream, "lower_bound_chao", probe->positions);
    if (report->indexed) {
        fprintf(stream, ",\"upper_bound_index\":%" PRIu64, report->indexed);
        string(stream, "index_form", report->index_form);
    }
    fprintf(stream,
            "},\"random_games\":{\"wins\":%" PRIu64 ",\"draws\":%" PRIu64 ",\"losses\":%" PRIu64
            ",\"cut_off\":%" PRIu64,
            probe->wins[0], probe->draws, probe->wins[1], probe->cut);
    estimate(stream, "length", moments_estimate(&probe->length));
    fprintf(stream, "}");
}

static void write_trace(const AnalysisReport *report, FILE *stream)
{
    fprintf(stream, ",\"skill_trace\":[");
    for (int i = 0; i < report->trace_count; i++) {
        fprintf(stream, "%s{\"depth\":%d,\"against\":%d,", i ? "," : "", report->trace[i].depth + 1,
                report->trace[i].depth);
        score(stream, &report->trace[i].score);
        fprintf(stream, "}");
    }
    fprintf(stream, "]");
}

void analysis_print_json(const AnalysisReport *report, FILE *stream)
{
    char line[2048];
    Text text = TEXT_OF(line);
    environment_json(&text);
    fprintf(stream, "{\"game\":\"%s:%s\",%s", report->game->folder, report->game->ruleset, line);
    string(stream, "engine", report->spec->text);
    string(stream, "start", report->start);
    fprintf(stream, ",\"games\":%zu,\"seed\":%" PRIu64 ",\"opening_plies\":%d,\"max_plies\":%d",
            report->analysis.game_count, report->match.seed, report->match.opening_plies,
            report->match.plies_max);
    number(stream, "mean_depth", report->analysis.depth.mean);
    number(stream, "nodes_a_turn", report->analysis.nodes.mean);
    write_results(&report->analysis, stream);
    write_lengths(&report->analysis, stream);
    write_branching(&report->analysis, stream);
    write_leads(&report->analysis.lead, stream);
    write_tree(report, stream);
    write_trace(report, stream);
    fprintf(stream, "}\n");
}
