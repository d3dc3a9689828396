/* skirmish tournament: plans, plays, resumes and reports tournaments. */
#include "bench/affinity.h"
#include "bench/command.h"
#include "bench/config.h"
#include "bench/environment.h"
#include "bench/interrupt.h"
#include "bench/live.h"
#include "bench/tournament_setup.h"
#include "engine/pool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const Option options[] = {
    PLAN_OPTIONS,
    {"out", "FILE", "record all games in the database FILE"},
    {"resume", NULL, "go on with the tournament that FILE holds"},
    {"threads", "N", "games played at the same time (default: one a processor)"},
    {"affinity", NULL, "bind each of them to a processor of its own"},
    {"quiet", NULL, "print no progress"},
    {"json", NULL, "print the result as JSON"},
    {0},
};

/* A run found in the database. */
typedef struct FoundRun {
    int64_t run; /* 0 = none */
    bool finished;
    char config[PLAN_TEXT_MAX];
} FoundRun;

typedef struct Session {
    Arguments arguments; /* with the configuration's */
    Config given, recorded;
    Setup setup;
    Store *store; /* owned, NULL = nothing is recorded */
    const char *path;
    FoundRun found;
    int64_t run, session;
    Tournament tournament;
    Live live;
    const char *games[SETUP_GAMES_MAX];
    int threads;
    bool resumed;
    Error *error;
} Session;

/* Keeps the last run that is not finished, else the last one. */
static Status find_run(void *context, const RunHeader *header, Error *error)
{
    FoundRun *found = context;
    if (found->run && header->finished && !found->finished)
        return STATUS_OK;
    Text text = TEXT_OF(found->config);
    text_string(&text, header->config);
    found->run = header->run;
    found->finished = header->finished != NULL;
    return text.overflow ? error_set(error, STATUS_BAD_TEXT, "run %" PRId64 " has no readable plan",
                                     header->run)
                         : STATUS_OK;
}

/* Whether the command line or the file plans anything. */
static bool has_plan(const Arguments *arguments)
{
    static const char *const others[] = {"out", "resume", "threads", "affinity", "quiet", "json"};
    for (int i = 0; i < arguments->value_count; i++) {
        bool other = false;
        for (size_t j = 0; j < sizeof others / sizeof others[0]; j++)
            other |= strcmp(arguments->values[i].option->name, others[j]) == 0;
        if (!other)
            return true;
    }
    return false;
}

/* The first line in which two plans differ, for a message. */
static Status compare_plans(const Session *session)
{
    const char *now = session->setup.text, *then = session->found.config;
    while (*now && *now == *then) {
        now++;
        then++;
    }
    if (*now == *then)
        return STATUS_OK;
    while (now > session->setup.text && now[-1] != '\n') {
        now--;
        then--;
    }
    return error_set(session->error, STATUS_MISMATCH,
                     "'%.60s' holds another plan: there '%.*s', here '%.*s'; leave the plan out to "
                     "resume it",
                     session->path, (int)(strcspn(then, "\n") % 80), then,
                     (int)(strcspn(now, "\n") % 80), now);
}

/* Opens the database and looks what it holds. */
static Status open_store(Session *session, bool plan)
{
    session->path = arguments_value(&session->arguments, "out", 0);
    bool resume = arguments_flag(&session->arguments, "resume");
    if (!session->path)
        return resume ? error_set(session->error, STATUS_BAD_ARGUMENT,
                                  "--resume needs --out FILE: the file to go on with")
                      : STATUS_OK;
    Status status = store_open(session->path, plan ? STORE_WRITE : STORE_UPDATE, &session->store,
                               session->error);
    if (status == STATUS_OK)
        status = store_each_run(session->store, find_run, &session->found, session->error);
    if (status != STATUS_OK)
        return status;
    if (session->found.run && !resume)
        return error_set(session->error, STATUS_BAD_ARGUMENT,
                         "'%.200s' already holds a tournament; --resume goes on with it",
                         session->path);
    if (!session->found.run && !plan)
        return error_set(session->error, STATUS_BAD_ARGUMENT, "'%.200s' holds no tournament",
                         session->path);
    session->resumed = session->found.run != 0;
    return STATUS_OK;
}

/* The plan from the options, or from the database. */
static Status read_plan(Session *session)
{
    Error *error = session->error;
    const char *path =
        session->arguments.positional_count ? session->arguments.positionals[0] : NULL;
    if (path) {
        Status status =
            config_read(&session->given, path, &command_tournament, &session->arguments, error);
        if (status != STATUS_OK)
            return status;
    }
    bool plan = has_plan(&session->arguments);
    if (plan) {
        Status status = setup_open(&session->setup, &session->arguments, error);
        if (status == STATUS_OK)
            status = setup_try_engines(&session->setup, error);
        if (status != STATUS_OK)
            return status;
    } else if (!arguments_flag(&session->arguments, "resume")) {
        return error_set(error, STATUS_BAD_ARGUMENT, "a tournament needs a --game");
    }
    Status status = open_store(session, plan);
    if (status != STATUS_OK || !session->resumed)
        return status;
    if (plan)
        return compare_plans(session);
    status = config_parse(&session->recorded, session->found.config, session->path,
                          &command_tournament, &session->arguments, error);
    return status == STATUS_OK ? setup_open(&session->setup, &session->arguments, error) : status;
}

/* Tells when there are fewer openings than pairs. */
static void warn_of_openings(const Setup *setup)
{
    uint64_t needed = schedule_openings(&setup->plan.schedule);
    for (int i = 0; i < setup->plan.schedule.games; i++)
        if (setup->books[i].count < needed)
            fprintf(stderr,
                    "skirmish: %s: %zu different openings for up to %" PRIu64
                    " pairs of a pairing: after them they begin again (deterministic engines then "
                    "repeat themselves)\n",
                    setup->rules[i]->name, setup->books[i].count, needed);
}

/* Openings and run: drawn and recorded, or read back. */
static Status prepare_run(Session *session)
{
    Setup *setup = &session->setup;
    Error *error = session->error;
    if (session->resumed) {
        session->run = session->found.run;
        for (int i = 0; i < setup->plan.schedule.games; i++) {
            Status status = store_read_book(session->store, session->run, i, setup->rules[i],
                                            setup->board, &setup->books[i], error);
            if (status != STATUS_OK)
                return status;
        }
        return STATUS_OK;
    }
    Status status = setup_openings(setup, error);
    if (status != STATUS_OK || !session->store)
        return status;
    char seed[24];
    RunPlan plan = setup_run_plan(setup, seed);
    return store_add_run(session->store, &plan, &session->run, error);
}

static Status restore_pair(void *context, uint64_t number, const GameSummary games[2], Error *error)
{
    return tournament_finish(context, number, games, error);
}

static Status begin_session(Session *session)
{
    Environment environment;
    char commit[128] = "";
    Status status = STATUS_OK;
    environment_read(&environment);
    if (session->resumed)
        status =
            store_last_commit(session->store, session->run, commit, sizeof commit, session->error);
    if (*commit && strcmp(commit, environment.commit) != 0)
        fprintf(stderr,
                "skirmish: the games so far were played by commit %s, this is %s: engines may "
                "differ\n",
                commit, environment.commit);
    SessionInfo info = {
        .version = environment.version,
        .commit = environment.commit,
        .compiler = environment.compiler,
        .flags = environment.flags,
        .cpu = environment.cpu,
        .host = environment.host,
        .processors = environment.processors,
        .threads = session->threads,
    };
    if (status == STATUS_OK)
        status = store_add_session(session->store, session->run, &info, &session->session,
                                   session->error);
    return status;
}

static Status read_threads(Session *session)
{
    uint64_t threads = 0;
    int processors = affinity_processors(), each = session->setup.threads_most;
    uint64_t otherwise = processors > each ? (uint64_t)(processors / each) : 1;
    Status status = arguments_number(&session->arguments, "threads", 1, 1024, otherwise, &threads,
                                     session->error);
    session->threads = (int)threads;
    if (status == STATUS_OK && session->threads * each > processors)
        fprintf(stderr, "skirmish: %d threads on %d processors: clocks and times will suffer\n",
                session->threads * each, processors);
    return status;
}

static void on_pair(void *context, const Tournament *tournament, const PairTask *task,
                    const GameSummary games[2])
{
    Session *session = context;
    (void)task, (void)games;
    live_draw(&session->live, tournament, false);
}

static void on_thread(void *context, int thread)
{
    const Session *session = context;
    if (arguments_flag(&session->arguments, "affinity"))
        affinity_bind(thread);
}

/* Everything up to the first game. */
static Status prepare(Session *session)
{
    Setup *setup = &session->setup;
    Error *error = session->error;
    Status status = read_plan(session);
    if (status == STATUS_OK)
        status = read_threads(session);
    if (status == STATUS_OK)
        status = prepare_run(session);
    if (status == STATUS_OK)
        status = tournament_open(&session->tournament, &setup->plan, error);
    if (status == STATUS_OK && session->resumed)
        status = store_each_pair(session->store, session->run, restore_pair, &session->tournament,
                                 error);
    if (status == STATUS_OK && session->store && !session->tournament.over)
        status = begin_session(session);
    for (int i = 0; i < setup->plan.schedule.games; i++)
        session->games[i] = setup->rules[i]->name;
    live_start(&session->live, setup->names, session->games,
               session->tournament.standings.finished_pairs,
               arguments_flag(&session->arguments, "quiet"));
    return status;
}

static Status play(Session *session, const atomic_bool *stop)
{
    static const char *const verdicts[] = {"undecided", "H0", "H1"};
    Tournament *tournament = &session->tournament;
    Setup *setup = &session->setup;
    warn_of_openings(setup);
    Status status = pool_play(tournament,
                              &(PoolOptions){
                                  .threads = session->threads,
                                  .stop = stop,
                                  .store = session->store,
                                  .run = session->run,
                                  .session = session->session,
                                  .on_pair = on_pair,
                                  .on_thread = on_thread,
                                  .context = session,
                              },
                              session->error);
    live_draw(&session->live, tournament, true);
    if (status != STATUS_OK || !tournament->over || !session->store || session->found.finished)
        return status;
    bool test = setup->plan.schedule.format == FORMAT_SPRT;
    return store_finish_run(session->store, session->run, tournament_pairs(tournament),
                            test ? verdicts[tournament->verdict] : NULL, session->error);
}

/* The engine that is left of a knockout: of a level last meeting the better seed. */
static int winner_of(const Stage *last)
{
    const Pairing *pairing = &last->pairings[0];
    uint64_t half = 2 * last->sets * (uint64_t)last->games;
    if (pairing->points == half)
        return pairing->engines[0] < pairing->engines[1] ? pairing->engines[0]
                                                         : pairing->engines[1];
    return pairing->engines[pairing->points > half ? 0 : 1];
}

/* A stage's meetings, and who had none in a swiss. */
static void print_stage(const Session *session, const Stage *stage, bool running)
{
    bool paired[SCHEDULE_ENGINES_MAX] = {0};
    const char *const *names = session->setup.names;
    uint64_t full = 4 * stage->sets * (uint64_t)stage->games;
    printf("%s %d%s:\n", stage->tie_break ? "Tie-break" : "Round", stage->number + 1,
           running ? " (not finished)" : "");
    for (int i = 0; i < stage->pairing_count; i++) {
        const Pairing *pairing = &stage->pairings[i];
        paired[pairing->engines[0]] = paired[pairing->engines[1]] = true;
        if (running)
            printf("  %s - %s\n", names[pairing->engines[0]], names[pairing->engines[1]]);
        else
            printf("  %s %g - %g %s\n", names[pairing->engines[0]], (double)pairing->points / 2,
                   (double)(full - pairing->points) / 2, names[pairing->engines[1]]);
    }
    for (int i = 0; i < session->setup.plan.schedule.engines; i++)
        if (session->setup.plan.schedule.format == FORMAT_SWISS && !paired[i])
            printf("  %s has no opponent: %g points\n", names[i], (double)full / 2);
}

static void print_rounds(const Session *session)
{
    const Tournament *tournament = &session->tournament;
    Format format = session->setup.plan.schedule.format;
    if (format != FORMAT_SWISS && format != FORMAT_KNOCKOUT)
        return;
    const Stage *last = &tournament->stages[tournament->stage_count - 1];
    for (int i = 0; i < tournament->stage_count; i++)
        print_stage(session, &tournament->stages[i],
                    &tournament->stages[i] == last && !tournament->over);
    if (format == FORMAT_KNOCKOUT && tournament->over)
        printf("Winner: %s\n", session->setup.names[winner_of(last)]);
    printf("\n");
}

/* What a reader of the tables should know. */
static void print_cautions(const Session *session)
{
    const Setup *setup = &session->setup;
    uint64_t repeated = 0;
    bool timed = false;
    for (int i = 0; i < setup->plan.schedule.engines; i++)
        timed |= setup->specs[i].time.time || setup->specs[i].limits.nanoseconds;
    if (timed)
        printf("Engines are limited by time: playing it again gives other games\n");
    if (session->store)
        store_repeated_games(session->store, session->run, &repeated, NULL);
    if (repeated)
        printf("Warning: %" PRIu64 " games repeat an earlier one move by move and say nothing "
               "new: give more openings\n",
               repeated);
}

static Status print_result(const Session *session)
{
    const ScheduleOptions *schedule = &session->setup.plan.schedule;
    const Tournament *tournament = &session->tournament;
    Tables tables = live_tables(&session->live, tournament);
    if (arguments_flag(&session->arguments, "json"))
        return tables_print_json(&tables, stdout, session->error);
    printf("Tournament: %s, %d engines, %d game%s, %" PRIu64 " of %s%" PRIu64
           " games, seed %" PRIu64 "\n\n",
           format_word(schedule->format), schedule->engines, schedule->games,
           schedule->games == 1 ? "" : "s", 2 * tournament->standings.finished_pairs,
           schedule->format == FORMAT_SPRT && !tournament->over ? "at most " : "",
           2 * tournament_pairs(tournament), session->setup.plan.seed);
    print_rounds(session);
    Status status = tables_print(&tables, stdout, session->error);
    print_cautions(session);
    if (session->path)
        printf("Recorded in %s\n", session->path);
    return status;
}

static void print_stopped(const Session *session)
{
    if (session->store)
        fprintf(stderr, "skirmish: stopped; go on with: skirmish tournament --resume --out %s\n",
                session->path);
    else
        fprintf(stderr, "skirmish: stopped; without --out nothing is recorded\n");
}

static int run(const Arguments *arguments)
{
    Error error = {0};
    /* The session is large, and there is one. */
    Session *session = calloc(1, sizeof *session);
    if (!session) {
        error_set(&error, STATUS_NO_MEMORY, "no memory for a tournament");
        return report_error(&error);
    }
    session->arguments = *arguments;
    session->error = &error;
    Status status = prepare(session);
    bool prepared = status == STATUS_OK;
    if (prepared)
        status = play(session, interrupt_catch());
    Status printed = prepared ? print_result(session) : STATUS_OK;
    bool stopped = prepared && status == STATUS_OK && !session->tournament.over;
    int code = stopped ? EXIT_INTERRUPTED : 0;
    if (status != STATUS_OK || printed != STATUS_OK)
        code = report_error(&error);
    if (stopped || (prepared && status != STATUS_OK))
        print_stopped(session);
    tournament_close(&session->tournament);
    store_close(session->store);
    setup_close(&session->setup);
    config_close(&session->given);
    config_close(&session->recorded);
    free(session);
    return code;
}

const Command command_tournament = {
    .name = "tournament",
    .positionals = "[CONFIG]",
    .summary = "let engines play a tournament, recorded and resumable",
    .details =
        "Plays pairs of games on one opening with sides swapped; every pairing gets the same\n"
        "openings. CONFIG holds lines 'key = value' with the options below as keys; what the\n"
        "command line gives replaces them. With --out each finished pair is in the database for\n"
        "good: after a kill or Ctrl-C, --resume plays exactly what is missing, with the same "
        "results\n(clocks aside). 'skirmish standings' and 'skirmish export' read the database.",
    .example = "skirmish tournament --game gounki --engine alphabeta,nodes=20000,name=A "
               "--engine mcts,playouts=2000,name=M --engine alphabeta,depth=3,name=B "
               "--games 200 --out gounki.db",
    .positionals_min = 0,
    .positionals_max = 1,
    .options = options,
    .repeated = PLAN_REPEATED,
    .run = run,
};
