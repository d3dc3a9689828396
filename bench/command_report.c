/* skirmish report: a database of tournaments as one HTML page. */
#include "bench/command.h"
#include "bench/environment.h"
#include "bench/html_report.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

enum { GAMES_DEFAULT = 500 };

static const Option options[] = {
    {"out", "FILE", "write the page to FILE (default: the standard output)"},
    {"title", "TEXT", "heading of the page (default: the name of the database)"},
    {"run", "N", "only the N-th tournament of the database (default: all together)"},
    {"games", "N", "games to replay, drawn at random, besides all failures (default 500)"},
    {0},
};

static const char *const navigation[][2] = {
    {"standings", "Standings"}, {"progress", "Progress"},     {"games", "Games"},
    {"replay", "Replay"},       {"provenance", "Provenance"},
};

/* "Gounki, Yoxii": the games without their rulesets, each once. */
static void write_titles(HtmlReport *report)
{
    const Names *rulesets = &report->database.rulesets;
    for (int i = 0; i < rulesets->count; i++) {
        page_write(&report->page, "%s", i ? ", " : "");
        page_text(&report->page, rulesets->names[i]);
    }
}

static void write_head(HtmlReport *report, const char *title)
{
    Page *page = &report->page;
    Environment environment;
    char date[16];
    Text today = TEXT_OF(date);
    environment_read(&environment);
    environment_date(&today);
    page_write(page, "<header>\n<h1>");
    page_text(page, title);
    page_write(page, "</h1>\n<p class=\"facts\">%" PRIu64 " games of %d engines in ",
               2 * report->database.standings.finished_pairs, report->database.engines.count);
    write_titles(report);
    page_write(page, "<br>made on %s by skirmish %s, commit <code>", date, environment.version);
    page_text(page, environment.commit);
    page_write(page, "</code></p>\n</header>\n<nav aria-label=\"Sections\">\n");
    for (size_t i = 0; i < sizeof navigation / sizeof navigation[0]; i++)
        page_write(page, "<a href=\"#%s\">%s</a>\n", navigation[i][0], navigation[i][1]);
    page_write(page, "</nav>\n<main>\n");
}

static Status write_sections(HtmlReport *report, Error *error)
{
    static Status (*const sections[])(HtmlReport *, Error *) = {
        html_standings, html_progress, html_rulesets, html_games, html_provenance,
    };
    Status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < sizeof sections / sizeof sections[0]; i++)
        status = sections[i](report, error);
    page_write(&report->page, "</main>\n");
    return status;
}

static Status write_report(HtmlReport *report, FILE *stream, const char *title, Error *error)
{
    Status status = ratings_open(&report->ratings, &report->database.standings, -1, error);
    if (status != STATUS_OK)
        return status;
    tables_rank(&report->ratings, report->order);
    status = page_open(&report->page, stream, title, error);
    if (status == STATUS_OK) {
        write_head(report, title);
        status = write_sections(report, error);
        page_close(&report->page, true);
    }
    ratings_close(&report->ratings);
    return status;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static Status write_file(HtmlReport *report, const Arguments *arguments, Error *error)
{
    const char *path = arguments_value(arguments, "out", 0);
    const char *title = arguments_value(arguments, "title", 0);
    FILE *stream = path ? fopen(path, "w") : stdout;
    if (!stream)
        return error_set(error, STATUS_NO_FILE, "cannot write '%.150s': %s", path, strerror(errno));
    Status status =
        write_report(report, stream, title ? title : base_name(arguments->positionals[0]), error);
    bool failed = ferror(stream) != 0;
    if (path)
        failed |= fclose(stream) != 0;
    if (status == STATUS_OK && path && failed)
        status =
            error_set(error, STATUS_NO_FILE, "cannot write '%.150s': %s", path, strerror(errno));
    if (status != STATUS_OK && path)
        remove(path);
    return status;
}

static int run(const Arguments *arguments)
{
    Error error;
    uint64_t only = 0;
    Store *store = NULL;
    HtmlReport report = {0};
    Status status = arguments_number(arguments, "run", 1, 1 << 20, 0, &only, &error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "games", 0, 10000000, GAMES_DEFAULT,
                                  &report.games_shown, &error);
    if (status == STATUS_OK)
        status = store_open(arguments->positionals[0], STORE_READ, &store, &error);
    if (status == STATUS_OK)
        status = store_freeze(store, &error);
    if (status == STATUS_OK)
        status = database_open(&report.database, store, (int64_t)only, &error);
    if (status == STATUS_OK)
        status = write_file(&report, arguments, &error);
    database_close(&report.database);
    store_close(store);
    return status == STATUS_OK ? 0 : report_error(&error);
}

const Command command_report = {
    .name = "report",
    .positionals = "FILE",
    .summary = "write a tournament's database as one HTML page",
    .details =
        "Standings with intervals, cross table, Elo and LLR in the course of the runs, advantage "
        "of\n"
        "moving first, lengths, endings, openings, provenance, and games to replay on their "
        "boards.\n"
        "The page stands alone: it fetches nothing, is readable on a phone and can be printed.\n"
        "The statistics are over all games; --games limits only those that can be replayed.",
    .example = "skirmish report all.db --title 'Five games' --out all.html",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .run = run,
};
