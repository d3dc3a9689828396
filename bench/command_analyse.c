/* skirmish analyse: what kind of game is it? A balance report from self-play and random games. */
#include "bench/analysis_report.h"
#include "bench/command.h"
#include "bench/interrupt.h"
#include "bench/output_file.h"
#include "engine/clock.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    GAMES_DEFAULT = 200,
    OPENING_PLIES_DEFAULT = 2,
    OPENING_PLIES_MOST = 40, /* beyond, openings may come again */
    PLIES_MAX_DEFAULT = 1000,
    PROBES_DEFAULT = 2000,
    PROBE_DEPTH_DEFAULT = 16,
    TRACE_DEFAULT = 4,
    TRACE_GAMES_DEFAULT = 100,
    EXACT_LEAVES_MAX = 10000000, /* deeper perft is estimated only */
    PROGRESS_INTERVAL = NANOSECONDS_PER_SECOND / 5,
};

static const char engine_default[] = "alphabeta,nodes=1000,hash=1";

static const Option options[] = {
    SETTING_OPTIONS,
    {"engine", "SPEC", "who plays itself (default alphabeta,nodes=1000,hash=1)"},
    {"games", "N", "even number of games of it (default 200)"},
    {"seed", "S", "all random numbers follow from it (default 1)"},
    {"threads", "N", "games played at the same time (default 1); changes no result"},
    {"opening-plies", "N",
     "least random turns first; more if openings would be the same (default 2)"},
    {"max-plies", "N", "longer games are draws (default 1000)"},
    {"probes", "N", "random games for the size of the game (default 2000)"},
    {"probe-depth", "N", "estimate perft to this depth (default 16)"},
    {"trace", "N", "steps of the skill trace, depth 2 against 1 and so on (default 4)"},
    {"trace-games", "N", "even number of games of a step (default 100)"},
    {"json", NULL, "print a JSON object"},
    {"html", "FILE", "write a page with charts, too"},
    {0},
};

/* One report in the making. */
typedef struct Session {
    Setting setting;
    AnalysisReport report;
    EngineSpec spec;
    OpeningBook book; /* owned */
    uint64_t trace_steps;
    const char *stage; /* for the progress line */
    uint64_t total, done, started, progress_at;
    bool terminal;
    const atomic_bool *stop;
    OutputFile page; /* of --html */
    Status status;   /* of adding games */
    Error *error;
} Session;

static void print_progress(Session *session, bool last)
{
    uint64_t now = clock_wall();
    if (!session->terminal || (!last && now < session->progress_at))
        return;
    session->progress_at = now + PROGRESS_INTERVAL;
    double rate = clock_rate(session->done, now - session->started);
    double left = rate > 0 ? (double)(session->total - session->done) / rate : 0;
    fprintf(stderr, "\r%s %" PRIu64 "/%" PRIu64 " games  %.1f games/s  ETA %.0f s   %s",
            session->stage, session->done, session->total, rate, left, last ? "\n" : "");
}

static void begin_stage(Session *session, const char *stage, uint64_t total)
{
    session->stage = stage;
    session->total = total;
    session->done = 0;
    session->started = clock_wall();
}

static bool is_stopped(const Session *session)
{
    return atomic_load_explicit(session->stop, memory_order_relaxed);
}

static bool on_game(void *context, const GameRecord *record)
{
    Session *session = context;
    session->status = analysis_add(&session->report.analysis, record, session->error);
    session->done++;
    print_progress(session, false);
    return session->status == STATUS_OK;
}

/* Openings that are different up to symmetry, so that no game is played twice. */
static Status draw_openings(Session *session)
{
    MatchOptions *match = &session->report.match;
    /* The trace plays each opening twice. */
    uint64_t trace = session->report.trace_games / 2;
    size_t count = (size_t)(match->games > trace ? match->games : trace);
    Status status = STATUS_OK;
    if (match->opening_plies == 0)
        return STATUS_OK;
    for (;; match->opening_plies += 2) {
        status = openings_draw(&session->book, match->game, &match->start, match->opening_plies,
                               count, match->seed, session->error);
        if (status != STATUS_OK || session->book.count == count ||
            match->opening_plies >= OPENING_PLIES_MOST)
            break;
        opening_book_close(&session->book);
    }
    match->book = &session->book;
    return status;
}

static Status play_itself(Session *session)
{
    AnalysisReport *report = &session->report;
    MatchResult result;
    begin_stage(session, "self-play:", report->match.games);
    report->match.specs[0] = report->match.specs[1] = &session->spec;
    report->match.single = true;
    Status status = match_play(&report->match, on_game, session, &result, session->error);
    print_progress(session, true);
    if (status == STATUS_OK)
        status = session->status;
    return status == STATUS_OK ? analysis_finish(&report->analysis, session->error) : status;
}

/* Perft while it is cheap, to hold the estimates against. */
static Status count_exactly(Session *session)
{
    AnalysisReport *report = &session->report;
    PerftOptions counting = {.threads = report->match.threads, .bulk = true};
    Status status = STATUS_OK;
    report->exact[0] = 1;
    for (int depth = 1;
         status == STATUS_OK && depth <= EXACT_DEPTH_MAX && depth <= report->probing.depth &&
         report->probe.leaves[depth].value <= EXACT_LEAVES_MAX;
         depth++) {
        PerftResult result;
        status = session->setting.kit->perft(&session->setting.position, depth, &counting, &result,
                                             session->error);
        report->exact[depth] = result.nodes;
        report->exact_depth = depth;
    }
    return status;
}

static Status measure_size(Session *session)
{
    AnalysisReport *report = &session->report;
    const Solver *solver = session->setting.kit->solver;
    Status status = tree_probe(&report->probing, &report->probe, session->error);
    if (status == STATUS_OK)
        status = count_exactly(session);
    if (!solver || solver->layer(&session->setting.position) < 0)
        return status;
    for (int layer = 0; layer < solver->layer_count; layer++)
        report->indexed += solver->layer_size(layer);
    report->index_form = solver->form;
    return status;
}

static bool on_trace_game(void *context, const GameRecord *record)
{
    (void)record;
    Session *session = context;
    session->done++;
    print_progress(session, false);
    return true;
}

/* Depth + 1 against depth, in pairs of games with sides swapped. */
static Status play_step(Session *session, int depth)
{
    AnalysisReport *report = &session->report;
    EngineSpec specs[2];
    MatchOptions match = report->match;
    MatchResult result;
    match.single = false;
    match.games = report->trace_games;
    for (int i = 0; i < 2; i++) {
        char words[64];
        Text text = TEXT_OF(words);
        text_format(&text, "alphabeta,depth=%d,hash=1", depth + 1 - i);
        Status status =
            engine_spec_parse(words, session->setting.kit->players, &specs[i], session->error);
        if (status != STATUS_OK)
            return status;
        match.specs[i] = &specs[i];
    }
    Status status = match_play(&match, on_trace_game, session, &result, session->error);
    if (status == STATUS_OK && !is_stopped(session))
        report->trace[report->trace_count++] = (TraceStep){depth, result.score};
    return status;
}

static Status trace_skill(Session *session)
{
    Status status = STATUS_OK;
    begin_stage(session, "skill trace:", session->trace_steps * session->report.trace_games);
    for (int depth = 1;
         status == STATUS_OK && (uint64_t)depth <= session->trace_steps && !is_stopped(session);
         depth++)
        status = play_step(session, depth);
    print_progress(session, session->trace_steps > 0);
    return status;
}

static Status read_even(const Arguments *arguments, const char *name, uint64_t otherwise,
                        uint64_t *number, Error *error)
{
    Status status = arguments_number(arguments, name, 2, 100000000, otherwise, number, error);
    if (status == STATUS_OK && *number % 2 != 0)
        return error_set(error, STATUS_BAD_ARGUMENT, "--%s: expected an even number", name);
    return status;
}

static Status read_numbers(Session *session, const Arguments *arguments)
{
    AnalysisReport *report = &session->report;
    Error *error = session->error;
    uint64_t threads = 0, opening = 0, longest = 0, depth = 0;
    Status status = read_even(arguments, "games", GAMES_DEFAULT, &report->match.games, error);
    if (status == STATUS_OK)
        status =
            read_even(arguments, "trace-games", TRACE_GAMES_DEFAULT, &report->trace_games, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "seed", 0, UINT64_MAX, 1, &report->match.seed, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "threads", 1, 1024, 1, &threads, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "opening-plies", 0, 100, OPENING_PLIES_DEFAULT,
                                  &opening, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "max-plies", 101, 100000, PLIES_MAX_DEFAULT, &longest,
                                  error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "probes", 2, 10000000, PROBES_DEFAULT,
                                  &report->probing.probes, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "probe-depth", 1, PROBE_DEPTH_MAX, PROBE_DEPTH_DEFAULT,
                                  &depth, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "trace", 0, TRACE_STEPS_MAX, TRACE_DEFAULT,
                                  &session->trace_steps, error);
    report->match.threads = report->probing.threads = (int)threads;
    report->match.opening_plies = (int)opening;
    report->match.plies_max = report->probing.plies_max = (int)longest;
    report->probing.depth = (int)depth;
    return status;
}

static Status read_session(Session *session, const Arguments *arguments)
{
    AnalysisReport *report = &session->report;
    const Setting *setting = &session->setting;
    const char *words = arguments_value(arguments, "engine", 0);
    char ending[64];
    Text start = TEXT_OF(report->start), over = TEXT_OF(ending);
    Status status = engine_spec_parse(words ? words : engine_default, setting->kit->players,
                                      &session->spec, session->error);
    if (status == STATUS_OK)
        status = read_numbers(session, arguments);
    write_ending(setting->game, &setting->position, &setting->history, &over);
    if (status == STATUS_OK && over.length)
        status = error_set(session->error, STATUS_BAD_ARGUMENT, "the game is over: %s", ending);
    setting->game->format(&setting->position, &start);
    analysis_init(&report->analysis, setting->game);
    report->game = report->match.game = report->probing.game = setting->game;
    report->spec = &session->spec;
    report->match.start = report->probing.start = setting->position;
    report->match.history = setting->history;
    report->probing.seed = random_split(report->match.seed, UINT64_MAX);
    session->stop = report->match.stop = report->probing.stop = interrupt_catch();
    session->terminal = isatty(STDERR_FILENO);
    return status;
}

static Status measure(Session *session)
{
    Status status = draw_openings(session);
    if (status == STATUS_OK)
        status = play_itself(session);
    if (status == STATUS_OK && !is_stopped(session))
        status = measure_size(session);
    if (status == STATUS_OK && !is_stopped(session))
        status = trace_skill(session);
    return status;
}

/* The page is opened before anything is measured, lest hours of play end in a misspelt name. */
static Status open_page(Session *session, const Arguments *arguments)
{
    const char *path = arguments_value(arguments, "html", 0);
    return path ? output_file_open(&session->page, path, session->error) : STATUS_OK;
}

/* Prints the report in the forms asked for. */
static Status print_report(const Session *session, const Arguments *arguments)
{
    (arguments_flag(arguments, "json") ? analysis_print_json : analysis_print)(&session->report,
                                                                               stdout);
    FILE *page = session->page.stream;
    return page ? analysis_print_html(&session->report, page, session->error) : STATUS_OK;
}

/* A page that was not finished takes nobody's place. */
static Status close_page(Session *session, Status status, bool stopped)
{
    Status kept = stopped ? STATUS_BAD_ARGUMENT : status;
    Status ended = output_file_close(&session->page, kept, session->error);
    return stopped ? status : ended;
}

static int run(const Arguments *arguments)
{
    Error error = {0};
    Session *session = calloc(1, sizeof *session);
    if (!session) {
        error_set(&error, STATUS_NO_MEMORY, "no memory for an analysis");
        return report_error(&error);
    }
    session->error = &error;
    Status status = setting_open(&session->setting, arguments->positionals[0], arguments, &error);
    if (status == STATUS_OK)
        status = read_session(session, arguments);
    if (status == STATUS_OK)
        status = open_page(session, arguments);
    if (status == STATUS_OK)
        status = measure(session);
    bool stopped = status == STATUS_OK && is_stopped(session);
    if (status == STATUS_OK && !stopped)
        status = print_report(session, arguments);
    status = close_page(session, status, stopped);
    analysis_close(&session->report.analysis);
    opening_book_close(&session->book);
    setting_close(&session->setting);
    free(session);
    if (status != STATUS_OK)
        return report_error(&error);
    if (stopped)
        fprintf(stderr, "skirmish: stopped; half a report would mislead\n");
    return stopped ? EXIT_INTERRUPTED : 0;
}

const Command command_analyse = {
    .name = "analyse",
    .positionals = "GAME",
    .summary = "balance report of a game: fairness, length, branching, drama, size, depth",
    .details =
        "An engine plays itself, each game from another opening; random games estimate\n"
        "the size of the game tree (Knuth 1975) and bound the number of positions; matches of\n"
        "depth d + 1 against d show how far skill goes. Intervals span 95 %. The result depends\n"
        "on the options alone, whatever the threads do.",
    .example = "skirmish analyse gounki --games 400 --threads 2 --html gounki.html",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .run = run,
};
