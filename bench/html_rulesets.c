/* What the games say about the games: who moves first, lengths, endings, openings. */
#include "bench/html_report.h"

#include "games/registry.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_MAX = 400, /* bytes of an opening that are shown */
    BINS_MAX = 30,
    ENDINGS_SHOWN = 12,
    OPENINGS_SHOWN = 20, /* of a ruleset */
};

/* A row of the database's counts. */
typedef struct Group {
    int ruleset;
    char key[KEY_MAX];
    uint64_t results[PLOT_PARTS]; /* won by the first player, drawn, lost */
} Group;

typedef struct Groups {
    const Database *database;
    int most;    /* of a ruleset, 0 = all */
    Group *rows; /* owned */
    size_t count, capacity;
    uint64_t seen[DATABASE_RULESETS_MAX]; /* rows of each ruleset, kept or not */
} Groups;

static uint64_t total_of(const Group *group)
{
    return group->results[0] + group->results[1] + group->results[2];
}

static Status keep_group(void *context, const GroupRow *row, Error *error)
{
    Groups *groups = context;
    int ruleset =
        names_find(&groups->database->rulesets, row->ruleset, row->board ? row->board : "");
    if (ruleset < 0 || (groups->seen[ruleset]++ >= (uint64_t)groups->most && groups->most))
        return STATUS_OK;
    if (groups->count == groups->capacity) {
        size_t capacity = groups->capacity ? 2 * groups->capacity : 64;
        Group *rows = realloc(groups->rows, capacity * sizeof *rows);
        if (!rows)
            return error_set(error, STATUS_NO_MEMORY, "no memory for the counts");
        groups->rows = rows;
        groups->capacity = capacity;
    }
    Group *group = &groups->rows[groups->count++];
    *group = (Group){.ruleset = ruleset, .results = {row->wins, row->draws, row->losses}};
    Text key = TEXT_OF(group->key);
    text_string(&key, *row->key ? row->key : row->detail);
    return STATUS_OK;
}

static Status read_groups(const HtmlReport *report, Grouping grouping, int most, Groups *groups,
                          Error *error)
{
    *groups = (Groups){.database = &report->database, .most = most};
    return store_each_group(report->database.store, report->database.only, grouping, keep_group,
                            groups, error);
}

static void ruleset_cell(HtmlReport *report, int ruleset)
{
    char name[512];
    Text text = TEXT_OF(name);
    report_ruleset(report, ruleset, &text);
    page_cell(&report->page, name);
}

static void write_first_player(HtmlReport *report)
{
    Page *page = &report->page;
    const Standings *standings = &report->database.standings;
    PlotRow rows[DATABASE_RULESETS_MAX];
    int count = 0;
    page_write(page, "<div class=\"beside\">\n<div>\n");
    page_table(page, "Game|>Games|>Won|>Drawn|>Lost|>Score|>± 95 %|>Worth in Elo|>± 95 %");
    for (int game = 0; game < standings->games; game++) {
        MatchScore first = standings_first(standings, game);
        double games = (double)(first.wins + first.draws + first.losses);
        if (games == 0)
            continue;
        Estimate share = stats_share_estimate(&first), worth = report->ratings.advantage[game];
        page_row(page);
        ruleset_cell(report, game);
        page_number(page, "%.0f", games);
        page_number(page, "%" PRIu64, first.wins);
        page_number(page, "%" PRIu64, first.draws);
        page_number(page, "%" PRIu64, first.losses);
        page_number(page, "%.1f%%", 100 * share.value);
        page_number(page, "%.1f", 100 * share.margin);
        page_signed(page, worth.value);
        page_number(page, "%.1f", worth.margin);
        rows[count++] = (PlotRow){.name = report->database.rulesets.names[game],
                                  .parts = {(double)first.wins / games, (double)first.draws / games,
                                            (double)first.losses / games},
                                  .value = share.value,
                                  .margin = share.margin};
    }
    page_table_end(page);
    page_write(page, "<p class=\"note\">Results of the player who moves first by the rules, with "
                     "the 95 %% margin by pairs; worth: Elo that moving first adds in the joint "
                     "model.</p>\n</div>\n");
    Text drawing = page_drawing(page);
    plot_rows(&drawing, &(PlotFrame){.title = "Results of the first player", .in_page = true}, rows,
              count, page_results);
    page_figure(page, &drawing,
                "Results by game; the point is the first player’s score with its "
                "95 % interval.");
    page_write(page, "</div>\n");
}

/* The rows of a ruleset, which lie together. */
static const Group *rows_of(const Groups *groups, int ruleset, int *count)
{
    size_t from = 0;
    while (from < groups->count && groups->rows[from].ruleset != ruleset)
        from++;
    *count = 0;
    while (from + (size_t)*count < groups->count &&
           groups->rows[from + (size_t)*count].ruleset == ruleset)
        ++*count;
    return groups->rows + from;
}

/* The games of a ruleset by length: rows of rising plies. */
typedef struct Lengths {
    const Group *rows;
    int count;
    uint64_t games;
    double mean;
} Lengths;

static int plies_of(const Group *group)
{
    return (int)strtol(group->key, NULL, 10);
}

static Lengths lengths_of(const Groups *groups, int ruleset)
{
    Lengths lengths = {.rows = rows_of(groups, ruleset, &lengths.count)};
    double plies = 0;
    for (int i = 0; i < lengths.count; i++) {
        lengths.games += total_of(&lengths.rows[i]);
        plies += plies_of(&lengths.rows[i]) * (double)total_of(&lengths.rows[i]);
    }
    lengths.mean = plies / fmax(1, (double)lengths.games);
    return lengths;
}

/* The plies that a share of the games does not exceed. */
static int quantile(const Lengths *lengths, double share)
{
    uint64_t sum = 0;
    for (int i = 0; i < lengths->count; i++) {
        sum += total_of(&lengths->rows[i]);
        if ((double)sum >= share * (double)lengths->games)
            return plies_of(&lengths->rows[i]);
    }
    return 0;
}

static void write_lengths(HtmlReport *report, const Groups *groups)
{
    Page *page = &report->page;
    page_write(page, "<h3>Length in plies</h3>\n");
    page_table(page, "Game|>Games|>Mean|>Shortest|>5 %|>Median|>95 %|>Longest");
    for (int ruleset = 0; ruleset < report->database.rulesets.count; ruleset++) {
        Lengths lengths = lengths_of(groups, ruleset);
        if (!lengths.games)
            continue;
        page_row(page);
        ruleset_cell(report, ruleset);
        page_number(page, "%" PRIu64, lengths.games);
        page_number(page, "%.1f", lengths.mean);
        static const double shares[] = {0, 0.05, 0.5, 0.95, 1};
        for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++)
            page_number(page, "%d", quantile(&lengths, shares[i]));
    }
    page_table_end(page);
    page_write(page, "<p class=\"note\">A ply is a whole turn of one player; the turns of the "
                     "opening are counted.</p>\n");
}

/* The histogram ends where hardly any games follow, so that one long game does not flatten it. */
static void draw_lengths(HtmlReport *report, const Lengths *lengths)
{
    PlotBin bins[BINS_MAX + 1] = {0};
    char caption[160];
    Text text = TEXT_OF(caption);
    int low = plies_of(&lengths->rows[0]), high = quantile(lengths, 1);
    int most = quantile(lengths, 0.98);
    if (high - low > 2 * (most - low))
        high = most;
    int width = plot_bin_width(high - low + 1, BINS_MAX + 1), from = low / width * width;
    uint64_t beyond = 0;
    for (int i = 0; i < lengths->count; i++) {
        int plies = plies_of(&lengths->rows[i]);
        for (int part = 0; plies <= high && part < PLOT_PARTS; part++)
            bins[(plies - from) / width].parts[part] += (double)lengths->rows[i].results[part];
        beyond += plies > high ? total_of(&lengths->rows[i]) : 0;
    }
    text_string(&text, "Games by length in plies and result.");
    if (beyond)
        text_format(&text, " %" PRIu64 " longer ones, up to %d plies, are not drawn.", beyond,
                    quantile(lengths, 1));
    Text drawing = page_drawing(&report->page);
    plot_histogram(&drawing,
                   &(PlotFrame){.title = "Games by length", .x_label = "plies", .in_page = true},
                   from, width, bins, (high - from) / width + 1);
    page_figure(&report->page, &drawing, caption);
}

static void draw_endings(HtmlReport *report, const Groups *groups, int ruleset)
{
    PlotRow rows[ENDINGS_SHOWN];
    char notes[ENDINGS_SHOWN][16];
    int count = 0;
    uint64_t games = 0;
    const Group *endings = rows_of(groups, ruleset, &count);
    for (int i = 0; i < count; i++)
        games += total_of(&endings[i]);
    int shown = count < ENDINGS_SHOWN ? count : ENDINGS_SHOWN;
    for (int i = 0; i < shown; i++) {
        rows[i] = (PlotRow){.name = endings[i].key, .note = notes[i], .margin = -1};
        snprintf(notes[i], sizeof notes[i], "%" PRIu64, total_of(&endings[i]));
        for (int part = 0; part < PLOT_PARTS; part++)
            rows[i].parts[part] = (double)endings[i].results[part] / (double)games;
    }
    Text drawing = page_drawing(&report->page);
    plot_rows(&drawing, &(PlotFrame){.title = "How the games ended", .in_page = true}, rows, shown,
              page_results);
    page_figure(&report->page, &drawing, "How the games ended, and for whom.");
}

/* A bar of the results as wide as its cell. */
static void results_cell(Page *page, const Group *group)
{
    double games = fmax(1, (double)total_of(group)), from = 0;
    page_write(page, "<td class=\"bar\"><svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" "
                     "aria-hidden=\"true\">");
    for (int part = 0; part < PLOT_PARTS; part++) {
        double width = 100 * (double)group->results[part] / games;
        page_write(page, "<rect class=\"part%d\" x=\"%.1f\" width=\"%.1f\" height=\"10\"/>", part,
                   from, width);
        from += width;
    }
    page_write(page, "</svg></td>");
}

static void write_openings(HtmlReport *report, const Groups *groups, int ruleset)
{
    Page *page = &report->page;
    int count = 0;
    const Group *openings = rows_of(groups, ruleset, &count);
    page_table(page, "Opening|>Games|>Won|>Drawn|>Lost|>Score|Results");
    for (int i = 0; i < count; i++) {
        const Group *opening = &openings[i];
        page_row(page);
        page_write(page, "<td class=\"moves\">");
        page_text(page, opening->key);
        page_write(page, "</td>");
        page_number(page, "%" PRIu64, total_of(opening));
        for (int part = 0; part < PLOT_PARTS; part++)
            page_number(page, "%" PRIu64, opening->results[part]);
        page_number(page, "%.1f%%",
                    100 * ((double)opening->results[0] + (double)opening->results[1] / 2) /
                        fmax(1, (double)total_of(opening)));
        results_cell(page, opening);
    }
    page_table_end(page);
    page_write(page, "<p class=\"note\">Results of the first player by opening");
    if (groups->seen[ruleset] > (uint64_t)count)
        page_write(page, ": of %" PRIu64 " openings the %d most played and most one-sided",
                   groups->seen[ruleset], count);
    page_write(page, ".</p>\n");
}

static const char *title_of(const HtmlReport *report, int ruleset)
{
    int index = games_find(report->database.rulesets.names[ruleset], NULL);
    return index < 0 ? "" : games_at(index)->title;
}

/* One game after the other. */
static void write_each(HtmlReport *report, const Groups *lengths, const Groups *endings,
                       const Groups *openings)
{
    Page *page = &report->page;
    for (int ruleset = 0; ruleset < report->database.rulesets.count; ruleset++) {
        char name[512];
        Text text = TEXT_OF(name);
        Lengths own = lengths_of(lengths, ruleset);
        if (!own.games)
            continue;
        report_ruleset(report, ruleset, &text);
        page_write(page, "<div class=\"ruleset\">\n<h3>");
        page_text(page, title_of(report, ruleset));
        if (strpbrk(name, ": ")) {
            page_write(page, " <small>");
            page_text(page, name);
            page_write(page, "</small>");
        }
        page_write(page, "</h3>\n<div class=\"figures\">\n");
        draw_lengths(report, &own);
        draw_endings(report, endings, ruleset);
        page_write(page, "</div>\n");
        write_openings(report, openings, ruleset);
        page_write(page, "</div>\n");
    }
}

Status html_rulesets(HtmlReport *report, Error *error)
{
    Groups lengths = {0}, endings = {0}, openings = {0};
    Status status = read_groups(report, GROUP_LENGTH, 0, &lengths, error);
    if (status == STATUS_OK)
        status = read_groups(report, GROUP_ENDING, 0, &endings, error);
    if (status == STATUS_OK)
        status = read_groups(report, GROUP_OPENING, OPENINGS_SHOWN, &openings, error);
    if (status == STATUS_OK) {
        page_section(&report->page, "games", "Games");
        page_write(&report->page, "<h3>Advantage of moving first</h3>\n");
        write_first_player(report);
        write_lengths(report, &lengths);
        write_each(report, &lengths, &endings, &openings);
        page_section_end(&report->page);
    }
    free(lengths.rows);
    free(endings.rows);
    free(openings.rows);
    return status;
}
