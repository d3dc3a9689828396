/* The balance report as text. */
#include "bench/analysis_report.h"

#include "engine/plot.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { BAR_WIDTH = 50, LABEL_WIDTH = 18 };

Histogram report_lengths(const Analysis *analysis)
{
    Histogram own = {.width = 1};
    size_t games = analysis->game_count;
    if (games == 0)
        return own;
    int shortest = analysis->lengths[0], longest = analysis->lengths[games - 1];
    own.width = plot_bin_width(longest - shortest + 1, HISTOGRAM_BINS_MAX);
    own.first = shortest / own.width * own.width;
    own.count = (longest - own.first) / own.width + 1;
    for (size_t i = 0; i < games; i++)
        own.counts[(analysis->lengths[i] - own.first) / own.width]++;
    return own;
}

Histogram report_branching(const Analysis *analysis)
{
    int plies = 0;
    while (plies < ANALYSIS_PLIES_MAX &&
           analysis->by_ply[plies].count * 10 >= (double)analysis->game_count &&
           analysis->by_ply[plies].count > 0)
        plies++;
    Histogram own = {.width = plot_bin_width(plies, HISTOGRAM_BINS_MAX), .first = 1};
    for (int ply = 0; ply < plies; ply++) {
        Moments *bin = &own.means[ply / own.width];
        const Moments *of_ply = &analysis->by_ply[ply];
        double count = bin->count + of_ply->count;
        bin->mean += (of_ply->mean - bin->mean) * of_ply->count / count;
        bin->count = count;
        own.count = ply / own.width + 1;
    }
    return own;
}

double report_tree_size(const Analysis *analysis)
{
    return analysis->branching.mean > 0 ? analysis->length.mean * log10(analysis->branching.mean)
                                        : 0;
}

static void label(FILE *stream, const char *name)
{
    fprintf(stream, "%-*s", LABEL_WIDTH, name);
}

static void print_bar(FILE *stream, double value, double most)
{
    int length = most > 0 ? (int)lround(BAR_WIDTH * value / most) : 0;
    for (int i = 0; i < length; i++)
        fputc('#', stream);
    fputc('\n', stream);
}

static void print_results(const AnalysisReport *report, FILE *stream)
{
    const Analysis *analysis = &report->analysis;
    const MatchScore *first = &analysis->first;
    Estimate share = stats_share_estimate(first), elo = stats_elo(first);
    Interval draws = stats_proportion(first->draws, analysis->game_count);
    label(stream, "First player");
    fprintf(stream,
            "%s %.1f %% +/- %.1f of the points, +%" PRIu64 " =%" PRIu64 " -%" PRIu64
            ", Elo %+.0f +/- %.0f\n",
            report->game->sides[0], 100 * share.value, 100 * share.margin, first->wins,
            first->draws, first->losses, elo.value, elo.margin);
    label(stream, "Draws");
    fprintf(stream, "%.1f %% (%.1f to %.1f)\n",
            100.0 * (double)first->draws / fmax(1, (double)analysis->game_count), 100 * draws.low,
            100 * draws.high);
    label(stream, "Ended by");
    for (int i = 0; i < analysis->reason_count; i++) {
        const AnalysedReason *reason = &analysis->reasons[i];
        fprintf(stream, "%s%s %" PRIu64 " (+%" PRIu64 " =%" PRIu64 " -%" PRIu64 ")", i ? ", " : "",
                reason->reason, reason->wins + reason->draws + reason->losses, reason->wins,
                reason->draws, reason->losses);
    }
    fprintf(stream, "\n");
    label(stream, "Different games");
    fprintf(stream, "%" PRIu64 " of %zu; %.1f %% of a game's positions had been there before\n",
            analysis->distinct, analysis->game_count, 100 * analysis->repeated.mean);
}

static void print_lengths(const Analysis *analysis, FILE *stream)
{
    Histogram lengths = report_lengths(analysis);
    Estimate mean = moments_estimate(&analysis->length);
    uint64_t most = 0;
    fprintf(stream, "\n");
    label(stream, "Length (turns)");
    fprintf(stream,
            "mean %.1f +/- %.1f, median %d, quartiles %d and %d, 5 %% %d, 95 %% %d, "
            "longest %d\n",
            mean.value, mean.margin, analysis_quantile(analysis, 0.5),
            analysis_quantile(analysis, 0.25), analysis_quantile(analysis, 0.75),
            analysis_quantile(analysis, 0.05), analysis_quantile(analysis, 0.95),
            analysis_quantile(analysis, 1));
    for (int i = 0; i < lengths.count; i++)
        most = lengths.counts[i] > most ? lengths.counts[i] : most;
    for (int i = 0; i < lengths.count; i++) {
        int low = lengths.first + i * lengths.width;
        fprintf(stream, "%6d-%-6d %6" PRIu64 "  ", low, low + lengths.width - 1, lengths.counts[i]);
        print_bar(stream, (double)lengths.counts[i], (double)most);
    }
}

static void print_branching(const Analysis *analysis, FILE *stream)
{
    Histogram bins = report_branching(analysis);
    double most = 0;
    fprintf(stream, "\n");
    label(stream, "Branching");
    fprintf(stream, "mean %.1f, standard deviation %.1f, at the start %.0f; by ply:\n",
            analysis->branching.mean, moments_deviation(&analysis->branching),
            analysis->by_ply[0].mean);
    for (int i = 0; i < bins.count; i++)
        most = fmax(most, bins.means[i].mean);
    for (int i = 0; i < bins.count; i++) {
        int low = bins.first + i * bins.width;
        fprintf(stream, "%6d-%-6d %6.1f  ", low, low + bins.width - 1, bins.means[i].mean);
        print_bar(stream, bins.means[i].mean, most);
    }
}

static void print_moments(FILE *stream, const char *name, const Moments *moments, double scale,
                          const char *unit, const char *about)
{
    Estimate estimate = moments_estimate(moments);
    label(stream, name);
    fprintf(stream, "%6.2f +/- %.2f%s  %s\n", scale * estimate.value, scale * estimate.margin, unit,
            about);
}

static void print_leads(const Analysis *analysis, FILE *stream)
{
    const LeadMeasures *lead = &analysis->lead;
    fprintf(stream,
            "\nLead: chance to win = 1 / (1 + exp(-%.3f score)), fitted; clear from 62.5 %% "
            "on; %.1f %% of the\nscores in won games name the winner\n",
            lead->slope, 100 * lead->accuracy);
    print_moments(stream, "Lead changes", &lead->lead_changes, 1, "",
                  "a game: clear leads that changed sides");
    print_moments(stream, "Comebacks", &lead->comebacks, 100, " %",
                  "of won games: the winner had been clearly behind");
    print_moments(stream, "Drama", &lead->drama, 1, "",
                  "mean root of the winner's deficit while behind");
    print_moments(stream, "Settled", &lead->settled, 100, " %",
                  "of the turns until the winner is clearly ahead for good");
    print_moments(stream, "Decisiveness", &lead->decisiveness, 100, " %",
                  "of the turns after the winner's lead exceeded the loser's best");
    print_moments(stream, "Uncertainty", &lead->uncertainty, 1, "",
                  "mean of 1 - lead^2 over the game");
}

static void print_tree(const AnalysisReport *report, FILE *stream)
{
    const ProbeResult *probe = &report->probe;
    Estimate played = moments_estimate(&report->analysis.log_tree);
    fprintf(stream,
            "\nGame tree (log10): %.1f by mean length and branching, %.1f +/- %.1f along the "
            "games played;\nrandom games: mean %.1f, number of games %.1f (Knuth, %" PRIu64
            " probes, rather too small)\n",
            report_tree_size(&report->analysis), played.value, played.margin, probe->log_games.mean,
            probe->log_mean_games, report->probing.probes);
    fprintf(stream, "%6s %16s %12s %8s %16s\n", "depth", "perft (probes)", "+/-", "log10", "exact");
    for (int depth = 1; depth <= report->probing.depth; depth++) {
        const Estimate *leaves = &probe->leaves[depth];
        fprintf(stream, "%6d %16.6g %12.2g %8.2f", depth, leaves->value, leaves->margin,
                leaves->value > 0 ? log10(leaves->value) : 0);
        if (depth <= report->exact_depth)
            fprintf(stream, " %16" PRIu64, report->exact[depth]);
        fprintf(stream, "\n");
    }
}

static void print_positions(const AnalysisReport *report, FILE *stream)
{
    const ProbeResult *probe = &report->probe;
    fprintf(stream, "\n");
    label(stream, "Positions");
    if (report->indexed)
        fprintf(stream, "%" PRIu64 " have a number (%s), log10 %.2f: an upper bound\n%-*s",
                report->indexed, report->index_form, log10((double)report->indexed), LABEL_WIDTH,
                "");
    fprintf(stream,
            "%" PRIu64 " met in random games; at least %.3g +/- %.2g (Chao 1987), log10 "
            "%.2f: a lower bound\n",
            probe->distinct, probe->positions.value, probe->positions.margin,
            log10(probe->positions.value));
}

static void print_random(const AnalysisReport *report, FILE *stream)
{
    const ProbeResult *probe = &report->probe;
    label(stream, "Random games");
    fprintf(stream,
            "+%" PRIu64 " =%" PRIu64 " -%" PRIu64 ", cut off %" PRIu64 ", mean length %.1f\n",
            probe->wins[0], probe->draws, probe->wins[1], probe->cut, probe->length.mean);
}

static void print_trace(const AnalysisReport *report, FILE *stream)
{
    if (report->trace_count == 0)
        return;
    fprintf(stream,
            "\nSkill trace: alphabeta a turn deeper against itself, %" PRIu64
            " games a step\n%12s %10s %10s %8s %16s\n",
            report->trace_games, "depths", "Elo", "+/-", "score", "+ = -");
    for (int i = 0; i < report->trace_count; i++) {
        const TraceStep *step = &report->trace[i];
        Estimate elo = stats_elo(&step->score);
        fprintf(
            stream, "%6d : %-3d %+10.0f %10.0f %6.1f %% %6" PRIu64 " %4" PRIu64 " %4" PRIu64 "\n",
            step->depth + 1, step->depth, elo.value, elo.margin, 100 * stats_share(&step->score),
            step->score.wins, step->score.draws, step->score.losses);
    }
}

void analysis_print(const AnalysisReport *report, FILE *stream)
{
    const Analysis *analysis = &report->analysis;
    fprintf(stream,
            "%s (%s:%s): %zu games of %s against itself,\n%d random turns first, seed %" PRIu64
            "; mean depth %.1f, %.0f nodes a turn\n\n",
            report->game->title, report->game->folder, report->game->ruleset, analysis->game_count,
            report->spec->text, report->match.opening_plies, report->match.seed,
            analysis->depth.mean, analysis->nodes.mean);
    print_results(report, stream);
    print_random(report, stream);
    print_lengths(analysis, stream);
    print_branching(analysis, stream);
    print_leads(analysis, stream);
    print_tree(report, stream);
    print_positions(report, stream);
    print_trace(report, stream);
}
