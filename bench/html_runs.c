/* Elo and LLR in the course of a run; where and by what it was played. */
#include "bench/html_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    POINTS = 60,       /* of a curve of ratings */
    TEST_POINTS = 400, /* of the curve of a test */
    CURVES = 8,        /* engines drawn: the best */
    RATED_MAX = 32,    /* with more engines no curves are computed */
    FIRST_PAIRS = 8,   /* before, an estimate says nothing */
};

/* A run being read pair by pair. */
typedef struct Progress {
    HtmlReport *report;
    Standings standings; /* of the run so far */
    SprtOptions sprt;
    bool test;
    uint64_t pairs, seen; /* all, and so far */
    uint64_t counts[PAIR_RESULTS];
    int points, test_points;
    double games[POINTS + 1], elo[CURVES][POINTS + 1], margin[CURVES][POINTS + 1];
    double test_games[TEST_POINTS + 1], llr[TEST_POINTS + 1];
    int drawn[CURVES], drawn_count; /* engines with a curve */
    bool duel;                      /* two engines: rated by their pairs alone */
} Progress;

/* The value of a line "key = value" of the plan; 0 if there is none. */
static double plan_number(const char *config, const char *key)
{
    size_t length = strlen(key);
    for (const char *line = config; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (strncmp(line, key, length) == 0 && strncmp(line + length, " = ", 3) == 0)
            return strtod(line + length + 3, NULL);
    return 0;
}

static void read_test(Progress *progress, const RunHeader *header)
{
    progress->test = strcmp(header->format, "sprt") == 0;
    progress->sprt = (SprtOptions){
        .model = strstr(header->config, "model = logistic") ? SPRT_LOGISTIC : SPRT_NORMALIZED,
        .elo0 = plan_number(header->config, "elo0"),
        .elo1 = plan_number(header->config, "elo1"),
        .alpha = plan_number(header->config, "alpha"),
        .beta = plan_number(header->config, "beta"),
    };
    progress->test &= progress->sprt.elo1 > progress->sprt.elo0 && progress->sprt.alpha > 0 &&
                      progress->sprt.beta > 0;
}

static Status count_pair(void *context, uint64_t number, const GameSummary games[2], Error *error)
{
    (void)number, (void)games, (void)error;
    ++*(uint64_t *)context;
    return STATUS_OK;
}

/* Rates the engines now; of two engines the first, by their pairs alone. */
static Status add_point(Progress *progress, Error *error)
{
    Ratings ratings = {0};
    int at = progress->points;
    Status status =
        progress->duel ? STATUS_OK : ratings_open(&ratings, &progress->standings, -1, error);
    if (status != STATUS_OK)
        return status;
    progress->games[at] = 2 * (double)progress->seen;
    for (int i = 0; i < progress->drawn_count; i++) {
        int engine = progress->drawn[i];
        MatchScore score = standings_score(&progress->standings, -1, engine, -1);
        Estimate elo = progress->duel ? stats_elo(&score) : ratings.elo[engine];
        progress->elo[i][at] = elo.value;
        progress->margin[i][at] = elo.margin;
    }
    progress->points++;
    ratings_close(&ratings);
    return STATUS_OK;
}

static void add_test_point(Progress *progress)
{
    progress->test_games[progress->test_points] = 2 * (double)progress->seen;
    progress->llr[progress->test_points++] =
        sprt_llr(&progress->sprt, progress->counts, PAIR_RESULTS);
}

/* Whether a curve of so many points gets its next one after `seen` of `pairs` pairs. */
static bool is_due(uint64_t seen, uint64_t pairs, uint64_t points)
{
    return seen * points / pairs != (seen - 1) * points / pairs;
}

static Status follow_pair(void *context, uint64_t number, const GameSummary games[2], Error *error)
{
    Progress *progress = context;
    GameSummary own[2];
    Status status = database_translate(&progress->report->database, number, games, own, error);
    if (status != STATUS_OK)
        return status;
    standings_add(&progress->standings, own);
    progress->seen++;
    if (progress->test) {
        /* The test's hypotheses are about the run's first engine. */
        int points = summary_first_points(&games[0]) + 2 - summary_first_points(&games[1]);
        progress->counts[games[0].first == 0 ? points : 4 - points]++;
        if (is_due(progress->seen, progress->pairs, TEST_POINTS))
            add_test_point(progress);
    }
    if (progress->seen < FIRST_PAIRS || !is_due(progress->seen, progress->pairs, POINTS))
        return STATUS_OK;
    return add_point(progress, error);
}

/* The run's engines that get a curve: the best of them, or the first of two. */
static void choose_engines(Progress *progress)
{
    const HtmlReport *report = progress->report;
    const Database *database = &report->database;
    progress->duel = database->run_engines == 2;
    if (progress->duel)
        progress->drawn[progress->drawn_count++] = database->engine_of[0];
    for (int rank = 0; !progress->duel && rank < report->ratings.engines; rank++)
        for (int i = 0; i < database->run_engines && progress->drawn_count < CURVES; i++)
            if (database->engine_of[i] == report->order[rank])
                progress->drawn[progress->drawn_count++] = report->order[rank];
}

static void draw_ratings(const Progress *progress)
{
    HtmlReport *report = progress->report;
    PlotCurve curves[CURVES];
    for (int i = 0; i < progress->drawn_count; i++)
        curves[i] = (PlotCurve){
            .name = report_engine(report, progress->drawn[i]),
            .x = progress->games,
            .y = progress->elo[i],
            .count = progress->points,
        };
    Text drawing = page_drawing(&report->page);
    plot_curves(&drawing,
                &(PlotFrame){.title = "Elo in the course of the run",
                             .margin = progress->duel ? progress->margin[0] : NULL,
                             .x_label = "games",
                             .width = 460,
                             .height = 300,
                             .whole_x = true,
                             .in_page = true},
                curves, progress->drawn_count, &(PlotLevel){0, NULL}, 1);
    page_figure(&report->page, &drawing,
                progress->duel ? "Elo against the other engine by pairs, with its 95 % band."
                               : "Joint estimates of Elo after so many games, against the mean.");
}

static void draw_test(const Progress *progress)
{
    HtmlReport *report = progress->report;
    PlotCurve curve = {
        .x = progress->test_games, .y = progress->llr, .count = progress->test_points};
    char names[2][48], caption[160];
    snprintf(names[0], sizeof names[0], "H0: Elo ≤ %g accepted", progress->sprt.elo0);
    snprintf(names[1], sizeof names[1], "H1: Elo ≥ %g accepted", progress->sprt.elo1);
    PlotLevel levels[] = {{sprt_lower(&progress->sprt), names[0]},
                          {sprt_upper(&progress->sprt), names[1]}};
    snprintf(caption, sizeof caption,
             "Log-likelihood ratio of the test (%s, pentanomial), now %.2f, and its bounds.",
             progress->sprt.model == SPRT_LOGISTIC ? "logistic Elo" : "normalised Elo",
             progress->test_points ? progress->llr[progress->test_points - 1] : 0);
    Text drawing = page_drawing(&report->page);
    plot_curves(&drawing,
                &(PlotFrame){.title = "Log-likelihood ratio",
                             .x_label = "games",
                             .width = 460,
                             .height = 300,
                             .whole_x = true,
                             .in_page = true},
                &curve, 1, levels, 2);
    page_figure(&report->page, &drawing, caption);
}

/* Reads a run twice: how long it is, then what it said at each time. */
static Status follow_run(Progress *progress, const RunHeader *header, Error *error)
{
    HtmlReport *report = progress->report;
    Store *store = report->database.store;
    Status status = store_each_pair(store, header->run, count_pair, &progress->pairs, error);
    if (status != STATUS_OK || progress->pairs < FIRST_PAIRS)
        return status;
    status = database_read_run(&report->database, header->run, error);
    choose_engines(progress);
    if (status == STATUS_OK)
        status = standings_open(&progress->standings, report->database.engines.count,
                                report->database.rulesets.count, error);
    if (status == STATUS_OK)
        status = store_each_pair(store, header->run, follow_pair, progress, error);
    if (status == STATUS_OK) {
        page_write(&report->page, "<h3>Run %" PRId64 "</h3>\n<div class=\"figures\">\n",
                   header->run);
        draw_ratings(progress);
        if (progress->test)
            draw_test(progress);
        page_write(&report->page, "</div>\n");
    }
    standings_close(&progress->standings);
    return status;
}

static Status write_progress(void *context, const RunHeader *header, Error *error)
{
    HtmlReport *report = context;
    if (!database_has(&report->database, header))
        return STATUS_OK;
    Progress *progress = calloc(1, sizeof *progress);
    if (!progress)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the curves");
    progress->report = report;
    read_test(progress, header);
    Status status = follow_run(progress, header, error);
    free(progress);
    return status;
}

Status html_progress(HtmlReport *report, Error *error)
{
    Status status = STATUS_OK;
    page_section(&report->page, "progress", "Progress");
    page_write(
        &report->page,
        "<p class=\"note\">Curves of runs of at least %d pairs, of at most %d engines.</p>\n",
        FIRST_PAIRS, RATED_MAX);
    if (report->ratings.engines <= RATED_MAX)
        status = store_each_run(report->database.store, write_progress, report, error);
    page_section_end(&report->page);
    return status;
}

/* ---- Provenance ---- */

static Status write_session(void *context, const char *started, const SessionInfo *info,
                            uint64_t games, Error *error)
{
    Page *page = context;
    (void)error;
    page_row(page);
    page_write(page, "<td>");
    page_time(page, started);
    page_write(page, "</td>");
    page_number(page, "%" PRIu64, games);
    page_cell(page, info->version);
    page_write(page, "<td><code>");
    page_text(page, info->commit);
    page_write(page, "</code></td>");
    page_cell(page, info->compiler);
    page_write(page, "<td><code>");
    page_text(page, info->flags);
    page_write(page, "</code></td>");
    page_cell(page, info->cpu);
    page_number(page, "%d", info->processors);
    page_number(page, "%d", info->threads);
    return STATUS_OK;
}

static void write_header(Page *page, const RunHeader *header)
{
    page_write(page, "<p>");
    page_text(page, header->format);
    page_write(page, ", seed <code>");
    page_text(page, header->seed);
    page_write(page, "</code>, begun ");
    page_time(page, header->created);
    page_write(page, header->finished ? ", finished " : ", not finished");
    if (header->finished)
        page_time(page, header->finished);
    if (header->verdict) {
        page_write(page, ", verdict <strong>");
        page_text(page, header->verdict);
        page_write(page, "</strong>");
    }
    page_write(page, "; %" PRIu64 " pairs of games planned.</p>\n", header->planned_pairs);
}

static Status write_run(void *context, const RunHeader *header, Error *error)
{
    HtmlReport *report = context;
    Page *page = &report->page;
    uint64_t repeated = 0;
    if (!database_has(&report->database, header))
        return STATUS_OK;
    page_write(page, "<h3>Run %" PRId64 "</h3>\n", header->run);
    write_header(page, header);
    Status status = store_repeated_games(report->database.store, header->run, &repeated, error);
    if (status == STATUS_OK && repeated)
        page_write(page,
                   "<p class=\"warning\">%" PRIu64 " games repeat an earlier one move by move and "
                   "say nothing new.</p>\n",
                   repeated);
    page_table(page, "Session|>Games|Version|Commit|Compiler|Flags|Processor|>Cores|>Threads");
    if (status == STATUS_OK)
        status =
            store_each_session(report->database.store, header->run, write_session, page, error);
    page_table_end(page);
    page_write(page, "<details><summary>Plan: the settings to play it again%s</summary>\n<pre>",
               strcmp(header->format, "match") == 0 ? ", options of <code>skirmish match</code>"
                                                    : "");
    page_text(page, header->config);
    page_write(page, "</pre>\n</details>\n");
    return status;
}

Status html_provenance(HtmlReport *report, Error *error)
{
    page_section(&report->page, "provenance", "Provenance");
    page_write(
        &report->page,
        "<p>The same build plays the same games again from a tournament’s plan, saved as a file: "
        "<code>skirmish tournament FILE --out NEW.db</code>. Engines limited by time or "
        "with several threads play other games of the same strength.</p>\n");
    Status status = store_each_run(report->database.store, write_run, report, error);
    page_section_end(&report->page);
    return status;
}
