/* Measurements of speed by commit: a table of each series, and curves against its first figure. */
#include "bench/html_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 10 /* figures of a series in the table: the newest */, WIDTH = 460, HEIGHT = 260 };

/* A figure of the database. What comes before `commit` says which series it belongs to. */
typedef struct Entry {
    char engine[160], limits[80], metric[24], cpu[80], ruleset[64];
    int threads;
    char commit[48], taken[24];
    int at; /* number of its commit, in the order in which they were first measured */
    size_t order;
    double median, low, high;
    uint64_t signature;
} Entry;

typedef struct History {
    Entry *figures; /* owned */
    size_t count, capacity;
    int commits;
} History;

static void copy(char *to, size_t size, const char *from)
{
    Text text = text_over(to, size);
    text_string(&text, from);
}

/* The number of a commit, from 1. */
static int number_commit(History *history, const char *commit)
{
    for (size_t i = 0; i < history->count; i++)
        if (strcmp(history->figures[i].commit, commit) == 0)
            return history->figures[i].at;
    return ++history->commits;
}

static Status keep(void *context, const MeasurementRow *row, Error *error)
{
    History *history = context;
    const Measurement *measured = &row->measurement;
    if (history->count == history->capacity) {
        size_t capacity = history->capacity ? 2 * history->capacity : 64;
        Entry *figures = realloc(history->figures, capacity * sizeof *figures);
        if (!figures)
            return error_set(error, STATUS_NO_MEMORY, "no memory for the measurements");
        history->figures = figures;
        history->capacity = capacity;
    }
    Entry figure = {
        .threads = measured->threads,
        .order = history->count,
        .median = measured->median,
        .low = measured->low,
        .high = measured->high,
        .signature = measured->signature,
    };
    copy(figure.engine, sizeof figure.engine, measured->engine);
    copy(figure.limits, sizeof figure.limits, measured->limits);
    copy(figure.metric, sizeof figure.metric, measured->metric);
    copy(figure.cpu, sizeof figure.cpu, row->info.session.cpu);
    copy(figure.ruleset, sizeof figure.ruleset, measured->ruleset);
    copy(figure.commit, sizeof figure.commit, row->info.session.commit);
    copy(figure.taken, sizeof figure.taken, row->taken);
    figure.at = number_commit(history, figure.commit);
    history->figures[history->count++] = figure;
    return STATUS_OK;
}

/* Order of what a chart has in common: all but the ruleset. */
static int compare_charts(const Entry *one, const Entry *other)
{
    int order = strcmp(one->engine, other->engine);
    order = order ? order : strcmp(one->limits, other->limits);
    order = order ? order : strcmp(one->metric, other->metric);
    order = order ? order : one->threads - other->threads;
    return order ? order : strcmp(one->cpu, other->cpu);
}

static int compare_series(const Entry *one, const Entry *other)
{
    int order = compare_charts(one, other);
    return order ? order : strcmp(one->ruleset, other->ruleset);
}

static int compare(const void *one, const void *other)
{
    const Entry *a = one, *b = other;
    int order = compare_series(a, b);
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

/* The figures from `from` on that belong together. */
static size_t run_of(const History *history, size_t from, size_t end,
                     int (*differs)(const Entry *, const Entry *))
{
    size_t to = from + 1;
    while (to < end && !differs(&history->figures[from], &history->figures[to]))
        to++;
    return to;
}

/* A rate in millions, a time in seconds. */
static void figure_cell(Page *page, const Entry *figure, double value)
{
    bool rate = strcmp(figure->metric, METRIC_SECONDS) != 0;
    page_number(page, "%.3f", rate ? value / 1e6 : value);
}

static void write_series(Page *page, const Entry *series, size_t count)
{
    for (size_t i = count > SHOWN ? count - SHOWN : 0; i < count; i++) {
        const Entry *figure = &series[i], *before = i ? figure - 1 : NULL;
        bool rate = strcmp(figure->metric, METRIC_SECONDS) != 0;
        page_row(page);
        page_cell(page, figure->ruleset);
        page_number(page, "%d", figure->at);
        page_write(page, "<td><code>");
        page_text(page, figure->commit);
        page_write(page, "</code></td>");
        page_write(page, "<td>");
        page_time(page, figure->taken);
        page_write(page, "</td>");
        figure_cell(page, figure, figure->median);
        figure_cell(page, figure, figure->low);
        figure_cell(page, figure, figure->high);
        double change = before ? 100 * (figure->median / before->median - 1) : 0;
        if (before && isfinite(change))
            page_signed(page, rate ? change : -change);
        else
            page_number(page, " ");
        page_cell(page, before && before->signature != figure->signature ? "counts changed" : "");
    }
}

/* Curves of all rulesets, in percent of the first figure of each. */
static void draw_chart(HtmlReport *report, const History *history, size_t from, size_t to)
{
    PlotCurve curves[PLOT_CURVES_MAX];
    int count = 0;
    double *x = malloc(2 * (to - from) * sizeof *x), *y = x ? x + (to - from) : NULL;
    for (size_t i = from; x && i < to && count < PLOT_CURVES_MAX;) {
        size_t end = run_of(history, i, to, compare_series);
        for (size_t j = i; j < end; j++) {
            x[j - from] = history->figures[j].at;
            y[j - from] = 100 * history->figures[j].median / history->figures[i].median;
        }
        curves[count] = (PlotCurve){.name = history->figures[i].ruleset,
                                    .x = x + (i - from),
                                    .y = y + (i - from),
                                    .count = (int)(end - i)};
        count++;
        i = end;
    }
    Text drawing = page_drawing(&report->page);
    plot_curves(&drawing,
                &(PlotFrame){.title = "Measurements by commit",
                             .x_label = "number of the commit",
                             .width = WIDTH,
                             .height = HEIGHT,
                             .in_page = true,
                             .whole_x = true},
                curves, count, &(PlotLevel){100, NULL}, 1);
    page_figure(&report->page, &drawing, "Medians in percent of each game’s first figure.");
    free(x);
}

static void write_chart(HtmlReport *report, const History *history, size_t from, size_t to)
{
    Page *page = &report->page;
    const Entry *first = &history->figures[from];
    bool rate = strcmp(first->metric, METRIC_SECONDS) != 0, several = false;
    page_write(page, "<h3>");
    page_text(page, first->engine);
    page_write(page, " <small>");
    page_text(page, first->limits);
    page_write(page, ", %d thread%s, ", first->threads, first->threads == 1 ? "" : "s");
    page_text(page, first->cpu);
    page_write(page, "</small></h3>\n");
    for (size_t i = from; i < to; i++)
        several |= history->figures[i].at != first->at;
    if (several)
        draw_chart(report, history, from, to);
    char headings[160];
    Text text = TEXT_OF(headings);
    text_format(&text, "Ruleset|>#|Commit|Taken|>%s%s|>Least|>Greatest|>Gain in %%|Note",
                rate ? "M" : "", first->metric);
    page_table(page, headings);
    for (size_t i = from; i < to;) {
        size_t end = run_of(history, i, to, compare_series);
        write_series(page, &history->figures[i], end - i);
        i = end;
    }
    page_table_end(page);
}

Status html_history(HtmlReport *report, Error *error)
{
    History history = {0};
    Status status = store_each_measurement(report->database.store, NULL, keep, &history, error);
    if (status == STATUS_OK && history.count) {
        qsort(history.figures, history.count, sizeof *history.figures, compare);
        page_section(&report->page, "history", "Measurements");
        for (size_t i = 0; i < history.count;) {
            size_t end = run_of(&history, i, history.count, compare_charts);
            write_chart(report, &history, i, end);
            i = end;
        }
        page_write(&report->page,
                   "<p class=\"note\">Medians of repetitions, the least and the greatest of them; "
                   "gain: against the figure before. Where what was counted changed, the program "
                   "does other work, and speeds do not compare.</p>\n");
        page_section_end(&report->page);
    }
    free(history.figures);
    return status;
}
