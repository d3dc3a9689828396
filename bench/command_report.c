/* skirmish report: a database of tournaments as one HTML page. */
#include "bench/command.h"
#include "bench/environment.h"
#include "bench/html_report.h"
#include "bench/output_file.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

enum { GAMES_DEFAULT = 500 };

static const Option options[] = {
    {"out", "FILE", "write the page to FILE (default: the standard output)"},
    {"title", "TEXT", "heading of the page (default: the name of the database)"},
    {"run", "N", "only the N-th tournament of the database (default: all together)"},
    {"games", "N", "games to replay, drawn at random, besides all failures (default 500)"},
    {0},
};

/* The page's sections in order; those of tournaments are left out where there is none. */
static const struct {
    const char *id, *name;
    Status (*write)(HtmlReport *report, Error *error);
    bool of_tournaments;
} sections[] = {
    {"standings", "Standings", html_standings, true},
    {"progress", "Progress", html_progress, true},
    {"games", "Games", html_rulesets, true},
    {"replay", "Replay", html_games, true},
    {"history", "Measurements", html_history, false},
    {"provenance", "Provenance", html_provenance, true},
};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

static bool has_section(const HtmlReport *report, int section)
{
    return sections[section].of_tournaments ? report->database.engines.count > 0
                                            : report->measured > 0;
}

/* The names of the rulesets. */
static void write_titles(HtmlReport *report)
{
    const Names *rulesets = &report->database.rulesets;
    for (int i = 0; i < rulesets->count; i++) {
        page_write(&report->page, "%s", i ? ", " : "");
        page_text(&report->page, rulesets->names[i]);
    }
}

static void write_facts(HtmlReport *report)
{
    Page *page = &report->page;
    Environment environment;
    char date[16];
    Text today = TEXT_OF(date);
    environment_read(&environment);
    environment_date(&today);
    if (report->database.engines.count) {
        page_write(page, "%" PRIu64 " games of %d engines in ",
                   2 * report->database.standings.finished_pairs, report->database.engines.count);
        write_titles(report);
    }
    if (report->measured)
        page_write(page, "%s%" PRIu64 " measurements", report->database.engines.count ? "; " : "",
                   report->measured);
    page_write(page, "<br>made on %s by skirmish %s, commit <code>", date, environment.version);
    page_text(page, environment.commit);
    page_write(page, "</code>");
}

static void write_head(HtmlReport *report, const char *title)
{
    Page *page = &report->page;
    page_write(page, "<header>\n<h1>");
    page_text(page, title);
    page_write(page, "</h1>\n<p class=\"facts\">");
    write_facts(report);
    page_write(page, "</p>\n</header>\n<nav aria-label=\"Sections\">\n");
    for (int i = 0; i < SECTIONS; i++)
        if (has_section(report, i))
            page_write(page, "<a href=\"#%s\">%s</a>\n", sections[i].id, sections[i].name);
    page_write(page, "</nav>\n<main>\n");
}

static Status write_sections(HtmlReport *report, Error *error)
{
    Status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < SECTIONS; i++)
        if (has_section(report, i))
            status = sections[i].write(report, error);
    page_write(&report->page, "</main>\n");
    return status;
}

static Status write_report(HtmlReport *report, FILE *stream, const char *title, Error *error)
{
    Status status = STATUS_OK;
    if (report->database.engines.count)
        status = ratings_open(&report->ratings, &report->database.standings, -1, error);
    if (status != STATUS_OK)
        return status;
    tables_rank(&report->ratings, report->order);
    status = page_open(&report->page, stream, title, error);
    if (status == STATUS_OK) {
        write_head(report, title);
        status = write_sections(report, error);
        page_close(&report->page, report->games_shown > 0);
    }
    ratings_close(&report->ratings);
    return status;
}

/* The last part of a path, without slashes behind it. */
static void write_base_name(const char *path, Text *text)
{
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    size_t from = length;
    while (from > 0 && path[from - 1] != '/')
        from--;
    for (; from < length; from++)
        text_char(text, path[from]);
}

/* Whether a file is the database, or of the match's folder, that is reported. */
static bool is_source(const char *source, const char *path)
{
    static const char *const parts[] = {"", "/games.jsonl", "/summary.json"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        char name[4096];
        Text text = TEXT_OF(name);
        text_format(&text, "%s%s", source, parts[i]);
        if (is_same_file(name, path))
            return true;
    }
    return false;
}

static Status write_file(HtmlReport *report, const Arguments *arguments, Error *error)
{
    const char *path = arguments_value(arguments, "out", 0);
    const char *title = arguments_value(arguments, "title", 0);
    char name[256];
    Text base = TEXT_OF(name);
    write_base_name(arguments->positionals[0], &base);
    if (path && is_source(arguments->positionals[0], path))
        return error_set(error, STATUS_BAD_ARGUMENT,
                         "--out: '%.150s' is what the report is made of", path);
    OutputFile file;
    Status status = output_file_open(&file, path, error);
    if (status == STATUS_OK)
        status = write_report(report, file.stream, title ? title : name, error);
    return output_file_close(&file, status, error);
}

static Status count_measurement(void *context, const MeasurementRow *row, Error *error)
{
    (void)row, (void)error;
    ++*(uint64_t *)context;
    return STATUS_OK;
}

static Status find_mover(const char *ruleset, const char *board, const char *position, int *mover,
                         Error *error)
{
    Position read;
    Board *opened = NULL;
    int index = games_find(ruleset, error);
    if (index < 0)
        return STATUS_BAD_ARGUMENT;
    const Game *game = games_at(index);
    Status status = STATUS_OK;
    if (board)
        status = game->board_open ? game->board_open(board, &opened, error)
                                  : error_set(error, STATUS_BAD_ARGUMENT,
                                              "%s is played on one board only", game->title);
    if (status == STATUS_OK)
        status = game->parse(opened, position, &read, error);
    if (status == STATUS_OK)
        *mover = game->mover(&read);
    if (opened)
        game->board_close(opened);
    return status;
}

/* Opens a database, or the folder of a match. */
static Status open_store(const char *path, Store **store, Error *error)
{
    struct stat about;
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        return store_open_match(path, find_mover, store, error);
    return store_open(path, STORE_READ, store, error);
}

/* Reads what the database holds as a whole. */
static Status read_database(HtmlReport *report, Store *store, int64_t only, Error *error)
{
    Status status = store_freeze(store, error);
    if (status == STATUS_OK)
        status = database_open(&report->database, store, only, error);
    if (status == STATUS_OK && !only)
        status = store_each_measurement(store, NULL, count_measurement, &report->measured, error);
    if (status == STATUS_OK && !report->database.engines.count && !report->measured)
        status = error_set(error, STATUS_BAD_ARGUMENT,
                           "the database holds neither a tournament nor a measurement");
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
        status = open_store(arguments->positionals[0], &store, &error);
    if (status == STATUS_OK)
        status = read_database(&report, store, (int64_t)only, &error);
    if (status == STATUS_OK)
        status = write_file(&report, arguments, &error);
    database_close(&report.database);
    store_close(store);
    return status == STATUS_OK ? 0 : report_error(&error);
}

const Command command_report = {
    .name = "report",
    .positionals = "FILE|FOLDER",
    .summary = "write tournaments, a match or measurements as one HTML page",
    .details =
        "Standings with intervals, cross table, Elo and LLR in the course of the runs, advantage "
        "of\n"
        "moving first, lengths, endings, openings, provenance, and games to replay on their "
        "boards.\n"
        "The page stands alone: it fetches nothing, is readable on a phone and can be printed.\n"
        "FILE is a database of `tournament` or `bench`, FOLDER what `match --out` wrote.\n"
        "The statistics are over all games; --games limits only those that can be replayed.",
    .example = "skirmish report all.db --title 'Five games' --out all.html",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .run = run,
};
