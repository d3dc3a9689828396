/* Failures, and games to replay: the player's markup and the data of its script. */
#include "bench/html_report.h"
#include "bench/replay.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FAILURES_SHOWN = 100, GAME_TEXT_MAX = 1 << 22 };

/* The games being written. */
typedef struct Showing {
    HtmlReport *report;
    Replay replays[DATABASE_RULESETS_MAX];
    bool opened[DATABASE_RULESETS_MAX], closed[DATABASE_RULESETS_MAX]; /* closed: not to be drawn */
    Random random;
    uint64_t left, to_choose; /* games not yet read, games not yet chosen of them */
    uint64_t shown, failures, unreadable;
    Error first;             /* why a game cannot be shown */
    char *moves, *positions; /* owned; GAME_TEXT_MAX each */
} Showing;

static bool is_failure(const GameRow *row)
{
    Ending ending = ending_find(row->ending);
    return ending != ENDINGS && ending_is_failure(ending);
}

static void write_name(const GameRow *row, Page *page)
{
    page_write(page, "%" PRId64 ".%" PRIu64 ".%d", row->run, row->pair + 1, row->leg + 1);
}

static Status write_failure(void *context, const GameRow *row, Error *error)
{
    Showing *showing = context;
    Page *page = &showing->report->page;
    (void)error;
    if (!is_failure(row) || showing->failures++ >= FAILURES_SHOWN)
        return STATUS_OK;
    bool first = strcmp(row->result, "0-1") == 0;
    page_row(page);
    page_write(page, "<td><a href=\"#game=");
    write_name(row, page);
    page_write(page, "\">");
    write_name(row, page);
    page_write(page, "</a></td>");
    page_cell(page, row->ruleset);
    page_cell(page, first ? row->first : row->second);
    page_cell(page, first ? row->second : row->first);
    page_cell(page, row->ending);
    page_number(page, "%d", row->plies);
    page_cell(page, row->failure ? row->failure : "");
    return STATUS_OK;
}

static Status write_failures(Showing *showing, Error *error)
{
    HtmlReport *report = showing->report;
    Page *page = &report->page;
    const Standings *standings = &report->database.standings;
    uint64_t failures = 0;
    for (int ending = 0; ending < ENDINGS; ending++)
        failures += ending_is_failure((Ending)ending) ? standings->endings[ending] : 0;
    if (!failures)
        return STATUS_OK;
    page_section(page, "failures", "Failures");
    page_table(page, "Game|Ruleset|Lost by|Against|How|>Plies|What happened");
    Status status = store_each_game(report->database.store, report->database.only, write_failure,
                                    showing, error);
    page_table_end(page);
    if (failures > FAILURES_SHOWN)
        page_write(page, "<p class=\"note\">The first %d of %" PRIu64 ".</p>\n", FAILURES_SHOWN,
                   failures);
    page_section_end(page);
    return status;
}

/* Whether the next game is shown: so many of all, each with the same chance. Whatever is regular
 * in the schedule would be aliased by taking every n-th. Failures are shown besides. */
static bool choose(Showing *showing, const GameRow *row)
{
    bool chosen =
        showing->left && random_below_wide(&showing->random, showing->left) < showing->to_choose;
    showing->left -= showing->left > 0;
    showing->to_choose -= chosen;
    if (chosen || !is_failure(row))
        return chosen;
    return showing->failures++ < showing->report->games_shown;
}

/* The ruleset's drawings, NULL if it cannot be drawn. */
static Replay *replay_of(Showing *showing, const GameRow *row, int *ruleset)
{
    Error error = {0};
    const char *board = row->board ? row->board : "";
    *ruleset = names_find(&showing->report->database.rulesets, row->ruleset, board);
    if (*ruleset < 0 || showing->closed[*ruleset])
        return NULL;
    Replay *replay = &showing->replays[*ruleset];
    if (showing->opened[*ruleset])
        return replay;
    if (replay_open(replay, row->ruleset, board, &error) != STATUS_OK) {
        showing->closed[*ruleset] = true;
        showing->first = *showing->first.text ? showing->first : error;
        replay_close(replay);
        return NULL;
    }
    showing->opened[*ruleset] = true;
    return replay;
}

/* Score, depth and nodes of each turn; the text is the database's, so only its numbers are used. */
static void write_searches(const char *searches, Page *page)
{
    const char *separator = "";
    page_write(page, ",\"s\":[");
    const char *at = strchr(searches, '[');
    while (at && (at = strchr(at + 1, '[')) != NULL) {
        char *end = NULL;
        long score = strtol(at + 1, &end, 10);
        long depth = *end == ',' ? strtol(end + 1, &end, 10) : 0;
        unsigned long long nodes = *end == ',' ? strtoull(end + 1, &end, 10) : 0;
        page_write(page, "%s%ld,%ld,%llu", separator, score, depth, nodes);
        separator = ",";
    }
    page_write(page, "]");
}

static void write_game(Showing *showing, const GameRow *row, int ruleset)
{
    Page *page = &showing->report->page;
    const Names *engines = &showing->report->database.engines;
    page_write(page, "%s{\"i\":\"", showing->shown++ ? ",\n" : "");
    write_name(row, page);
    page_write(page, "\",\"b\":%d,\"e\":[%d,%d],\"t\":%d,\"o\":%d,\"r\":", ruleset,
               names_find(engines, row->first, row->first_spec),
               names_find(engines, row->second, row->second_spec), row->start_mover & 1,
               row->opening_plies);
    page_json(page, row->result);
    page_write(page, ",\"w\":");
    page_json(page, row->reason);
    if (row->failure) {
        page_write(page, ",\"f\":");
        page_json(page, row->failure);
    }
    page_write(page, ",\"m\":");
    page_json(page, showing->moves);
    page_write(page, ",\"p\":");
    page_json(page, showing->positions);
    write_searches(row->searches, page);
    page_write(page, "}");
}

static Status show_game(void *context, const GameRow *row, Error *error)
{
    Showing *showing = context;
    Error reason = {0};
    int ruleset = 0;
    (void)error;
    if (!choose(showing, row))
        return STATUS_OK;
    Replay *replay = replay_of(showing, row, &ruleset);
    Text moves = text_over(showing->moves, GAME_TEXT_MAX);
    Text positions = text_over(showing->positions, GAME_TEXT_MAX);
    if (!replay) {
        showing->unreadable++;
    } else if (replay_game(replay, row, &moves, &positions, &reason) != STATUS_OK) {
        showing->unreadable++;
        showing->first = *showing->first.text ? showing->first : reason;
    } else {
        write_game(showing, row, ruleset);
    }
    return STATUS_OK;
}

static const char player[] =
    "<noscript><p class=\"warning\">The boards need JavaScript.</p></noscript>\n"
    "<div id=\"player\" hidden>\n<div class=\"pick\">\n"
    "<label>Ruleset <select id=\"pick-board\"></select></label>\n"
    "<label>Engine <select id=\"pick-engine\"></select></label>\n"
    "<label>Result <select id=\"pick-result\"></select></label>\n"
    "<label class=\"wide\">Game <select id=\"pick-game\"></select></label>\n</div>\n"
    "<p id=\"game-title\"></p>\n<div class=\"replay\">\n<div class=\"stage\">\n"
    "<div id=\"board\"></div>\n<div class=\"controls\" role=\"group\" aria-label=\"Replay\">\n"
    "<button id=\"first\" title=\"First position (Home)\" aria-label=\"First position\"></button>\n"
    "<button id=\"previous\" title=\"Back (←)\" aria-label=\"Back\"></button>\n"
    "<button id=\"play\" title=\"Play (space)\" aria-label=\"Play\"></button>\n"
    "<button id=\"next\" title=\"Forward (→)\" aria-label=\"Forward\"></button>\n"
    "<button id=\"last\" title=\"Last position (End)\" aria-label=\"Last position\"></button>\n"
    "<output id=\"counter\"></output>\n</div>\n"
    "<input id=\"slider\" type=\"range\" min=\"0\" value=\"0\" aria-label=\"Ply\">\n"
    "<p id=\"status\" aria-live=\"polite\"></p>\n</div>\n<div class=\"side\">\n"
    "<div id=\"scores\"></div>\n<ol id=\"moves\"></ol>\n</div>\n</div>\n</div>\n";

static void write_data_end(Showing *showing)
{
    Page *page = &showing->report->page;
    const Database *database = &showing->report->database;
    page_write(page, "],\n\"boards\":[");
    for (int i = 0; i < database->rulesets.count; i++) {
        char name[512];
        Text text = TEXT_OF(name);
        report_ruleset(showing->report, i, &text);
        page_write(page, "%s{\"name\":", i ? ",\n" : "");
        page_json(page, name);
        if (showing->opened[i]) {
            page_write(page, ",\"drawing\":");
            replay_write(&showing->replays[i], page);
        }
        page_write(page, "}");
    }
    page_write(page, "],\n\"engines\":[");
    for (int i = 0; i < database->engines.count; i++) {
        page_write(page, "%s", i ? "," : "");
        page_json(page, database->engines.names[i]);
    }
    page_write(page, "]}\n</script>\n");
}

static void write_note(const Showing *showing, uint64_t games)
{
    Page *page = &showing->report->page;
    page_write(page, "<p class=\"note\">%" PRIu64 " of %" PRIu64 " games can be replayed",
               showing->shown, games);
    if (showing->shown + showing->unreadable < games)
        page_write(page, ", drawn at random, with those that ended by a failure");
    page_write(page, ". Scores are the engines’ own, seen from the player who moves first.");
    if (showing->unreadable) {
        page_write(page, " %" PRIu64 " games are left out: ", showing->unreadable);
        page_text(page, showing->first.text);
        page_write(page, ".");
    }
    page_write(page, "</p>\n");
}

static Status write_games(Showing *showing, Error *error)
{
    HtmlReport *report = showing->report;
    Page *page = &report->page;
    uint64_t games = 2 * report->database.standings.finished_pairs;
    showing->failures = 0;
    showing->left = games;
    showing->to_choose = games < report->games_shown ? games : report->games_shown;
    page_section(page, "replay", "Replay");
    if (report->games_shown == 0) {
        page_write(page, "<p class=\"note\">None was asked for.</p>\n");
        page_section_end(page);
        return STATUS_OK;
    }
    page_write(page, "%s<script type=\"application/json\" id=\"data\">\n{\"games\":[", player);
    Status status =
        store_each_game(report->database.store, report->database.only, show_game, showing, error);
    write_data_end(showing);
    write_note(showing, games);
    page_section_end(page);
    return status;
}

Status html_games(HtmlReport *report, Error *error)
{
    Showing *showing = calloc(1, sizeof *showing);
    if (!showing)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the games");
    showing->report = report;
    showing->random = random_from(1);
    showing->moves = malloc(GAME_TEXT_MAX);
    showing->positions = malloc(GAME_TEXT_MAX);
    Status status = showing->moves && showing->positions
                        ? write_failures(showing, error)
                        : error_set(error, STATUS_NO_MEMORY, "no memory for the games");
    if (status == STATUS_OK)
        status = write_games(showing, error);
    for (int i = 0; i < DATABASE_RULESETS_MAX; i++)
        replay_close(&showing->replays[i]);
    free(showing->moves);
    free(showing->positions);
    free(showing);
    return status;
}
