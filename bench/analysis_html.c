/* The balance report as a page. */
#include "bench/analysis_report.h"
#include "bench/environment.h"
#include "bench/page.h"

#include <inttypes.h>
#include <math.h>

/* Small enough for the labels to be read on a phone. */
enum { CURVE_WIDTH = 520, CURVE_HEIGHT = 320 };

/* The result as a part of a bar. */
static int part_of(Outcome result)
{
    return result == OUTCOME_WIN ? 0 : result == OUTCOME_DRAW ? 1 : 2;
}

static void write_head(Page *page, const AnalysisReport *report)
{
    static const char *const sections[][2] = {
        {"result", "Result"}, {"length", "Length"}, {"branching", "Branching"},
        {"lead", "Lead"},     {"size", "Size"},     {"skill", "Skill"},
    };
    Environment environment;
    environment_read(&environment);
    page_write(page, "<header>\n<h1>%s <small>%s:%s</small></h1>\n<p class=\"facts\">",
               report->game->title, report->game->folder, report->game->ruleset);
    page_write(page, "%zu games of <code>", report->analysis.game_count);
    page_text(page, report->spec->text);
    page_write(page,
               "</code> against itself, each after %d random turns of its own, seed %" PRIu64
               "; mean depth %.1f, %.0f nodes a turn; start <code>",
               report->match.opening_plies, report->match.seed, report->analysis.depth.mean,
               report->analysis.nodes.mean);
    page_text(page, report->start);
    page_write(page, "</code><br>skirmish %s, commit <code>", environment.version);
    page_text(page, environment.commit);
    page_write(page, "</code>; intervals span 95 %%</p>\n</header>\n"
                     "<nav aria-label=\"Sections\">\n");
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
        page_write(page, "<a href=\"#%s\">%s</a>\n", sections[i][0], sections[i][1]);
    page_write(page, "</nav>\n<main>\n");
}

static void draw_start(Page *page, const AnalysisReport *report)
{
    Text drawing = page_drawing(page);
    report->game->svg(&report->match.start, &drawing);
    page_figure(page, &drawing, "The start.");
}

static void draw_results(Page *page, const AnalysisReport *report)
{
    const ProbeResult *probe = &report->probe;
    const MatchScore *first = &report->analysis.first;
    Estimate share = stats_share_estimate(first);
    double games = fmax(1, (double)report->analysis.game_count);
    double random = fmax(1, (double)(report->probing.probes - probe->cut));
    PlotRow rows[2] = {
        {.name = "engine",
         .parts = {(double)first->wins / games, (double)first->draws / games,
                   (double)first->losses / games},
         .value = share.value,
         .margin = share.margin},
        {.name = "random turns",
         .parts = {(double)probe->wins[0] / random, (double)probe->draws / random,
                   (double)probe->wins[1] / random},
         .margin = -1},
    };
    Text drawing = page_drawing(page);
    plot_rows(&drawing, &(PlotFrame){.title = "Results of the first player", .in_page = true}, rows,
              2, page_results);
    page_figure(page, &drawing, "The point is the first player’s score with its interval.");
}

static void draw_endings(Page *page, const AnalysisReport *report)
{
    PlotRow rows[ANALYSIS_REASONS_MAX];
    char notes[ANALYSIS_REASONS_MAX][24];
    const Analysis *analysis = &report->analysis;
    double games = fmax(1, (double)analysis->game_count);
    for (int i = 0; i < analysis->reason_count; i++) {
        const AnalysedReason *reason = &analysis->reasons[i];
        rows[i] = (PlotRow){
            .name = reason->reason,
            .note = notes[i],
            .parts = {(double)reason->wins / games, (double)reason->draws / games,
                      (double)reason->losses / games},
            .margin = -1,
        };
        snprintf(notes[i], sizeof notes[i], "%" PRIu64,
                 reason->wins + reason->draws + reason->losses);
    }
    Text drawing = page_drawing(page);
    plot_rows(&drawing, &(PlotFrame){.title = "How the games ended", .in_page = true}, rows,
              analysis->reason_count, page_results);
    page_figure(page, &drawing, "How the games ended, and for whom.");
}

static void write_result(Page *page, const AnalysisReport *report)
{
    const Analysis *analysis = &report->analysis;
    const MatchScore *first = &analysis->first;
    Estimate share = stats_share_estimate(first), elo = stats_elo(first);
    Interval draws = stats_proportion(first->draws, analysis->game_count);
    page_section(page, "result", "Result");
    page_table(page, "First player|>Won|>Drawn|>Lost|>Score|>± 95 %|>Elo|>± 95 %|>Draws");
    page_row(page);
    page_cell(page, report->game->sides[0]);
    page_number(page, "%" PRIu64, first->wins);
    page_number(page, "%" PRIu64, first->draws);
    page_number(page, "%" PRIu64, first->losses);
    page_number(page, "%.1f%%", 100 * share.value);
    page_number(page, "%.1f", 100 * share.margin);
    page_number(page, "%s%.0f", elo.value < 0 ? "−" : "+", fabs(elo.value));
    page_number(page, "%.0f", elo.margin);
    page_number(page, "%.1f to %.1f%%", 100 * draws.low, 100 * draws.high);
    page_table_end(page);
    page_write(page,
               "<p class=\"note\">%" PRIu64 " of the %zu games are different. Of the positions of "
               "a game %.1f %% had been on the board before.</p>\n<div class=\"figures\">\n",
               analysis->distinct, analysis->game_count, 100 * analysis->repeated.mean);
    draw_start(page, report);
    draw_results(page, report);
    draw_endings(page, report);
    page_write(page, "</div>\n");
    page_section_end(page);
}

static void write_length(Page *page, const AnalysisReport *report)
{
    static const double shares[] = {0, 0.05, 0.25, 0.5, 0.75, 0.95, 1};
    const Analysis *analysis = &report->analysis;
    Histogram lengths = report_lengths(analysis);
    PlotBin bins[HISTOGRAM_BINS_MAX] = {{{0}}};
    for (size_t i = 0; i < analysis->game_count; i++) {
        const AnalysedGame *game = &analysis->games[i];
        bins[(game->plies - lengths.first) / lengths.width].parts[part_of(game->result)]++;
    }
    Estimate mean = moments_estimate(&analysis->length);
    page_section(page, "length", "Length");
    page_table(page, ">Mean|>± 95 %|>Shortest|>5 %|>25 %|>Median|>75 %|>95 %|>Longest");
    page_row(page);
    page_number(page, "%.1f", mean.value);
    page_number(page, "%.1f", mean.margin);
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++)
        page_number(page, "%d", analysis_quantile(analysis, shares[i]));
    page_table_end(page);
    Text drawing = page_drawing(page);
    plot_histogram(&drawing,
                   &(PlotFrame){.title = "Games by length", .x_label = "turns", .in_page = true},
                   lengths.first, lengths.width, bins, lengths.count);
    page_figure(page, &drawing, "Games by length in turns, the opening's among them, and result.");
    page_section_end(page);
}

static void write_branching(Page *page, const AnalysisReport *report)
{
    const Analysis *analysis = &report->analysis;
    double x[ANALYSIS_PLIES_MAX], y[ANALYSIS_PLIES_MAX], margin[ANALYSIS_PLIES_MAX];
    int count = 0;
    for (; count < ANALYSIS_PLIES_MAX && analysis->by_ply[count].count > 0 &&
           analysis->by_ply[count].count * 20 >= (double)analysis->game_count;
         count++) {
        Estimate turns = moments_estimate(&analysis->by_ply[count]);
        x[count] = count + 1;
        y[count] = turns.value;
        margin[count] = turns.margin;
    }
    page_section(page, "branching", "Branching");
    page_write(page,
               "<p>%.1f legal turns on average, with a standard deviation of %.1f; %.0f at the "
               "start.</p>\n",
               analysis->branching.mean, moments_deviation(&analysis->branching),
               analysis->by_ply[0].mean);
    Text drawing = page_drawing(page);
    plot_curves(&drawing,
                &(PlotFrame){.title = "Legal turns by ply",
                             .x_label = "ply",
                             .width = CURVE_WIDTH,
                             .height = CURVE_HEIGHT,
                             .whole_x = true,
                             .in_page = true,
                             .margin = margin},
                &(PlotCurve){.x = x, .y = y, .count = count}, 1, NULL, 0);
    page_figure(page, &drawing,
                "Mean number of legal turns by ply, as far as 5 % of the games go.");
    page_section_end(page);
}

static void lead_row(Page *page, const char *name, const Moments *moments, double scale,
                     const char *about)
{
    Estimate estimate = moments_estimate(moments);
    page_row(page);
    page_cell(page, name);
    page_number(page, "%.2f", scale * estimate.value);
    page_number(page, "%.2f", scale * estimate.margin);
    page_cell(page, about);
}

static void write_lead(Page *page, const AnalysisReport *report)
{
    const LeadMeasures *lead = &report->analysis.lead;
    double x[ANALYSIS_PARTS];
    page_section(page, "lead", "Lead");
    page_write(page,
               "<p>Chance to win = 1 / (1 + exp(−%.3f · score)), the slope fitted to these games; "
               "lead = twice the chance, less one; clear from a chance of 62.5 %% on. In won games "
               "%.1f %% of the scores name the winner.</p>\n",
               lead->slope, 100 * lead->accuracy);
    page_table(page, "Measure|>Mean|>± 95 %|Meaning");
    lead_row(page, "lead changes", &lead->lead_changes, 1, "clear leads that changed sides");
    lead_row(page, "comebacks", &lead->comebacks, 100,
             "% of won games: the winner had been clearly behind");
    lead_row(page, "drama", &lead->drama, 1, "mean root of the winner's deficit while behind");
    lead_row(page, "settled", &lead->settled, 100,
             "% of the turns until the winner is clearly ahead for good");
    lead_row(page, "decisiveness", &lead->decisiveness, 100,
             "% of the turns after the winner's lead exceeded the loser's best");
    lead_row(page, "uncertainty", &lead->uncertainty, 1, "mean of 1 − lead² over the game");
    page_table_end(page);
    for (int i = 0; i < ANALYSIS_PARTS; i++)
        x[i] = 100 * (i + 0.5) / ANALYSIS_PARTS;
    Text drawing = page_drawing(page);
    plot_curves(&drawing,
                &(PlotFrame){.title = "Uncertainty in the course of the game",
                             .x_label = "% of the game",
                             .width = CURVE_WIDTH,
                             .height = CURVE_HEIGHT,
                             .in_page = true},
                &(PlotCurve){.x = x, .y = lead->course, .count = ANALYSIS_PARTS}, 1, NULL, 0);
    page_figure(page, &drawing, "1 − lead², mean over the games: 1 = open, 0 = decided.");
    page_section_end(page);
}

static void write_depths(Page *page, const AnalysisReport *report)
{
    page_table(page, ">Depth|>Leaves by probes|>± 95 %|>log10|>Exactly");
    for (int depth = 1; depth <= report->probing.depth; depth++) {
        const Estimate *leaves = &report->probe.leaves[depth];
        page_row(page);
        page_number(page, "%d", depth);
        page_number(page, "%.4g", leaves->value);
        page_number(page, "%.2g", leaves->margin);
        page_number(page, "%.2f", leaves->value > 0 ? log10(leaves->value) : 0);
        if (depth <= report->exact_depth)
            page_number(page, "%" PRIu64, report->exact[depth]);
        else
            page_cell(page, "");
    }
    page_table_end(page);
}

static void write_size(Page *page, const AnalysisReport *report)
{
    const ProbeResult *probe = &report->probe;
    Estimate played = moments_estimate(&report->analysis.log_tree);
    page_section(page, "size", "Size");
    page_table(page, "Size|>log10|>± 95 %|How");
    page_row(page);
    page_cell(page, "game tree");
    page_number(page, "%.1f", report_tree_size(&report->analysis));
    page_cell(page, "");
    page_cell(page, "mean length times log10 of the mean branching");
    page_row(page);
    page_cell(page, "game tree");
    page_number(page, "%.1f", played.value);
    page_number(page, "%.1f", played.margin);
    page_cell(page, "sum of log10 of the branching along the games played");
    page_row(page);
    page_cell(page, "number of games");
    page_number(page, "%.1f", probe->log_mean_games);
    page_cell(page, "");
    page_cell(page, "mean product along random games (Knuth 1975): rather too small");
    if (report->indexed) {
        page_row(page);
        page_cell(page, "positions, at most");
        page_number(page, "%.2f", log10((double)report->indexed));
        page_cell(page, "");
        page_cell(page, "numbers of the game's index");
    }
    page_row(page);
    page_cell(page, "positions, at least");
    page_number(page, "%.2f", log10(probe->positions.value));
    page_number(page, "%.2f", probe->positions.margin / probe->positions.value / log(10));
    page_cell(page, "capture and recapture over random games (Chao 1987)");
    page_table_end(page);
    page_write(page, "<p class=\"note\">%" PRIu64 " random games met %" PRIu64 " positions.</p>\n",
               report->probing.probes, probe->distinct);
    write_depths(page, report);
    page_section_end(page);
}

static void write_skill(Page *page, const AnalysisReport *report)
{
    PlotEstimate rows[TRACE_STEPS_MAX];
    char names[TRACE_STEPS_MAX][24];
    page_section(page, "skill", "Skill");
    if (report->trace_count == 0) {
        page_write(page, "<p class=\"note\">Not measured.</p>\n");
        page_section_end(page);
        return;
    }
    page_table(page, "Depths|>Won|>Drawn|>Lost|>Score|>Elo|>± 95 %");
    for (int i = 0; i < report->trace_count; i++) {
        const TraceStep *step = &report->trace[i];
        Estimate elo = stats_elo(&step->score);
        snprintf(names[i], sizeof names[i], "%d against %d", step->depth + 1, step->depth);
        rows[i] = (PlotEstimate){names[i], elo.value, elo.margin};
        page_row(page);
        page_cell(page, names[i]);
        page_number(page, "%" PRIu64, step->score.wins);
        page_number(page, "%" PRIu64, step->score.draws);
        page_number(page, "%" PRIu64, step->score.losses);
        page_number(page, "%.1f%%", 100 * stats_share(&step->score));
        page_number(page, "%s%.0f", elo.value < 0 ? "−" : "+", fabs(elo.value));
        page_number(page, "%.0f", elo.margin);
    }
    page_table_end(page);
    Text drawing = page_drawing(page);
    plot_estimates(&drawing, &(PlotFrame){.title = "What a turn more is worth", .in_page = true},
                   rows, report->trace_count, 0);
    page_figure(page, &drawing, "Elo of alpha-beta a turn deeper against itself.");
    page_section_end(page);
}

Status analysis_print_html(const AnalysisReport *report, FILE *stream, Error *error)
{
    char title[256];
    Page page;
    snprintf(title, sizeof title, "%s: balance report", report->game->title);
    Status status = page_open(&page, stream, title, error);
    if (status != STATUS_OK)
        return status;
    write_head(&page, report);
    write_result(&page, report);
    write_length(&page, report);
    write_branching(&page, report);
    write_lead(&page, report);
    write_size(&page, report);
    if (report->trace_count)
        write_skill(&page, report);
    page_write(&page, "</main>\n");
    page_close(&page, false);
    return STATUS_OK;
}
