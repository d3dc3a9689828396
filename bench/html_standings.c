/* Who is how strong: rating list, cross table, likelihoods, strength by game, work. */
#include "bench/html_report.h"

#include "engine/clock.h"

#include <inttypes.h>

enum { MATRIX_ENGINES_MAX = 24, CHART_ENGINES_MAX = 64 };

const char *report_engine(const HtmlReport *report, int engine)
{
    return report->database.engines.names[engine];
}

void report_ruleset(const HtmlReport *report, int ruleset, Text *text)
{
    text_string(text, report->database.rulesets.names[ruleset]);
    const char *board = report->database.rulesets.texts[ruleset];
    if (*board)
        text_format(text, " on %s", board);
}

static uint64_t games_of(const MatchScore *score)
{
    return score->wins + score->draws + score->losses;
}

static uint64_t failures_of(const Standings *standings, int engine)
{
    uint64_t failures = 0;
    for (int ending = 0; ending < ENDINGS; ending++)
        if (ending_is_failure((Ending)ending))
            failures += standings->losses[engine * ENDINGS + ending];
    return failures;
}

static void rating_row(HtmlReport *report, int rank)
{
    Page *page = &report->page;
    const Ratings *ratings = &report->ratings;
    const Standings *standings = &report->database.standings;
    int engine = report->order[rank];
    MatchScore score = standings_score(standings, -1, engine, -1);
    page_row(page);
    page_number(page, "%d", rank + 1);
    page_cell(page, report_engine(report, engine));
    page_signed(page, ratings->elo[engine].value);
    page_number(page, "%.1f", ratings->elo[engine].margin);
    if (rank + 1 < ratings->engines)
        page_number(page, "%.1f%%",
                    100 *
                        ratings->superiority[engine * ratings->engines + report->order[rank + 1]]);
    else
        page_number(page, "–");
    page_number(page, "%" PRIu64, games_of(&score));
    page_number(page, "%.1f%%", 100 * stats_share(&score));
    page_number(page, "%" PRIu64, score.wins);
    page_number(page, "%" PRIu64, score.draws);
    page_number(page, "%" PRIu64, score.losses);
    page_number(page, "%" PRIu64, failures_of(standings, engine));
    for (int i = 0; i < PAIR_RESULTS; i++)
        page_number(page, "%" PRIu64, score.pairs[i]);
}

static void write_ratings(HtmlReport *report)
{
    Page *page = &report->page;
    page_table(
        page, ">#|Engine|>Elo|>± 95 %|>LOS|>Games|>Score|>Won|>Drawn|>Lost|>Failed|>Pairs: 0|>½|>1|"
              ">1½|>2");
    for (int rank = 0; rank < report->ratings.engines; rank++)
        rating_row(report, rank);
    page_table_end(page);
    page_write(page,
               "<p class=\"note\">Elo is a joint estimate over all games (Bradley–Terry with draws "
               "and the advantage of moving first), against the mean of all engines. LOS: "
               "likelihood that the engine is stronger than the next one. Failed: games lost by a "
               "crash, an illegal move, the clock and the like. The last five columns count pairs "
               "of games on one opening by the points won in them.</p>\n");
    if (report->ratings.engines > CHART_ENGINES_MAX)
        return;
    PlotEstimate rows[CHART_ENGINES_MAX];
    for (int rank = 0; rank < report->ratings.engines; rank++) {
        Estimate elo = report->ratings.elo[report->order[rank]];
        rows[rank] =
            (PlotEstimate){report_engine(report, report->order[rank]), elo.value, elo.margin};
    }
    Text drawing = page_drawing(page);
    plot_estimates(&drawing,
                   &(PlotFrame){.title = "Elo with 95 % intervals",
                                .x_label = "Elo against the mean",
                                .in_page = true},
                   rows, report->ratings.engines, 0);
    page_figure(page, &drawing, "Elo of each engine with its 95 % interval.");
}

/* Two engines: what their pairs alone say, without a model. */
static void write_duel(HtmlReport *report)
{
    Page *page = &report->page;
    MatchScore score = standings_score(&report->database.standings, -1, 0, 1);
    Estimate elo = stats_elo(&score), nelo = stats_nelo(&score);
    page_write(page, "<p>By pairs alone, <strong>");
    page_text(page, report_engine(report, 0));
    page_write(page, "</strong> scores %.1f%% against <strong>", 100 * stats_share(&score));
    page_text(page, report_engine(report, 1));
    page_write(
        page, "</strong>: Elo %+.1f ± %.1f, normalised Elo %+.1f ± %.1f (95 %%), LOS %.1f%%.</p>\n",
        elo.value, elo.margin, nelo.value, nelo.margin, 100 * stats_los(&score));
}

static void matrix_cell(HtmlReport *report, int row, int column, bool likelihood)
{
    Page *page = &report->page;
    MatchScore score = standings_score(&report->database.standings, -1, row, column);
    if (row == column)
        page_write(page, "<td class=\"number none\">–</td>");
    else if (likelihood)
        page_number(page, "%.1f",
                    100 * report->ratings.superiority[row * report->ratings.engines + column]);
    else if (games_of(&score))
        page_number(page, "%g/%" PRIu64, (double)score.wins + (double)score.draws / 2,
                    games_of(&score));
    else
        page_number(page, " ");
}

static void write_matrix(HtmlReport *report, const char *heading, const char *note, bool likelihood)
{
    Page *page = &report->page;
    char headings[64 + 8 * MATRIX_ENGINES_MAX];
    Text text = TEXT_OF(headings);
    text_string(&text, ">#|Engine");
    for (int i = 0; i < report->ratings.engines; i++)
        text_format(&text, "|>%d", i + 1);
    page_write(page, "<div>\n<h3>%s</h3>\n", heading);
    page_table(page, headings);
    for (int i = 0; i < report->ratings.engines; i++) {
        page_row(page);
        page_number(page, "%d", i + 1);
        page_cell(page, report_engine(report, report->order[i]));
        for (int j = 0; j < report->ratings.engines; j++)
            matrix_cell(report, report->order[i], report->order[j], likelihood);
    }
    page_table_end(page);
    page_write(page, "<p class=\"note\">%s</p>\n</div>\n", note);
}

/* Shares of points by ruleset: where an engine is strong. */
static void write_by_game(HtmlReport *report)
{
    Page *page = &report->page;
    const Standings *standings = &report->database.standings;
    page_write(page, "<h3>By game</h3>\n<div class=\"table\" tabindex=\"0\">\n<table>\n<thead><tr>"
                     "<th class=\"number\">#</th><th>Engine</th>");
    for (int game = 0; game < standings->games; game++) {
        char name[512];
        Text text = TEXT_OF(name);
        report_ruleset(report, game, &text);
        page_write(page, "<th class=\"number\">");
        page_text(page, name);
        page_write(page, "</th>");
    }
    page_write(page, "</tr></thead>\n<tbody>\n");
    for (int rank = 0; rank < report->ratings.engines; rank++) {
        page_row(page);
        page_number(page, "%d", rank + 1);
        page_cell(page, report_engine(report, report->order[rank]));
        for (int game = 0; game < standings->games; game++) {
            MatchScore score = standings_score(standings, game, report->order[rank], -1);
            Estimate share = stats_share_estimate(&score);
            if (games_of(&score))
                page_number(page, "%.1f ± %.1f", 100 * share.value, 100 * share.margin);
            else
                page_number(page, " ");
        }
    }
    page_table_end(page);
    page_write(page, "<p class=\"note\">Share of points in %%, with its 95 %% margin by "
                     "pairs.</p>\n");
}

static void write_work(HtmlReport *report)
{
    Page *page = &report->page;
    page_write(page, "<h3>Engines and their work</h3>\n");
    page_table(page, "Engine|Specification|>Turns|>Nodes/turn|>Playouts/turn|>ms/turn|>knodes/s");
    for (int rank = 0; rank < report->ratings.engines; rank++) {
        int engine = report->order[rank];
        const EngineWork *work = &report->database.standings.work[engine];
        double turns = work->turns ? (double)work->turns : 1;
        page_row(page);
        page_cell(page, report_engine(report, engine));
        page_write(page, "<td class=\"spec\"><code>");
        page_text(page, report->database.engines.texts[engine]);
        page_write(page, "</code></td>");
        page_number(page, "%" PRIu64, work->turns);
        page_number(page, "%.0f", (double)work->nodes / turns);
        page_number(page, "%.0f", (double)work->playouts / turns);
        page_number(page, "%.3f", (double)work->nanoseconds / turns / NANOSECONDS_PER_MILLISECOND);
        page_number(page, "%.0f", clock_rate(work->nodes, work->nanoseconds) / 1000);
    }
    page_table_end(page);
    if (report->database.standings.overruns)
        page_write(page,
                   "<p class=\"warning\">%" PRIu64 " turns took more than 10 ms longer than their "
                   "limit, the worst %.0f ms.</p>\n",
                   report->database.standings.overruns,
                   (double)report->database.standings.overrun_most / NANOSECONDS_PER_MILLISECOND);
}

Status html_standings(HtmlReport *report, Error *error)
{
    (void)error;
    int engines = report->ratings.engines;
    page_section(&report->page, "standings", "Standings");
    write_ratings(report);
    if (engines == 2)
        write_duel(report);
    if (engines > 2 && engines <= MATRIX_ENGINES_MAX) {
        page_write(&report->page, "<div class=\"beside\">\n");
        write_matrix(report, "Cross table",
                     "Points of the row’s engine against the column’s, of "
                     "so many games.",
                     false);
        write_matrix(report, "Likelihood of superiority",
                     "Likelihood in % that the row’s engine is stronger than the column’s.", true);
        page_write(&report->page, "</div>\n");
    }
    if (report->database.standings.games > 1)
        write_by_game(report);
    write_work(report);
    page_section_end(&report->page);
    return STATUS_OK;
}
