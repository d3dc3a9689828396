/* skirmish tournament: plans, plays, resumes and reports tournaments. */
#include "bench/affinity.h"
#include "bench/cluster.h"
#include "bench/command.h"
#include "bench/config.h"
#include "bench/environment.h"
#include "bench/interrupt.h"
#include "bench/live.h"
#include "bench/tournament_report.h"
#include "bench/tournament_setup.h"
#include "engine/pool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const Option options[] = {
    PLAN_OPTIONS,
    {"out", "FILE", "record all games in the database FILE"},
    {"resume", NULL, "go on with the tournament that FILE holds"},
    {"threads", "N",
     "games played at the same time (default: one a core; under mpirun: one a worker)"},
    {"affinity", NULL, "bind each of them to a processor of its own"},
    {"plan", NULL, "print the plan and its size, play nothing"},
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
    Cluster *cluster;    /* borrowed, NULL = this process plays */
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
    static const char *const others[] = {"out",  "resume", "threads", "affinity",
                                         "plan", "quiet",  "json"};
    for (int i = 0; i < arguments->value_count; i++) {
        bool other = false;
        for (size_t j = 0; j < sizeof others / sizeof others[0]; j++)
            other |= strcmp(arguments->values[i].option->name, others[j]) == 0;
        if (!other)
            return true;
    }
    return false;
}

/* The length of a line as far as a message shows it. */
static int line_length(const char *line)
{
    size_t length = strcspn(line, "\n");
    return length < 80 ? (int)length : 80;
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
                     session->path, line_length(then), then, line_length(now), now);
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

/* The plan from the command line and the file; `*plan` = there is one. */
static Status read_given(Session *session, bool *plan)
{
    Arguments *arguments = &session->arguments;
    Status status = STATUS_OK;
    if (arguments->positional_count)
        status = config_read(&session->given, arguments->positionals[0], &command_tournament,
                             arguments, session->error);
    *plan = has_plan(arguments);
    if (status == STATUS_OK && *plan)
        status = setup_open(&session->setup, arguments, session->error);
    if (status == STATUS_OK && *plan)
        status = setup_try_engines(&session->setup, session->error);
    if (status == STATUS_OK && !*plan && !arguments_flag(arguments, "resume"))
        status = error_set(session->error, STATUS_BAD_ARGUMENT, "a tournament needs a --game");
    return status;
}

/* The plan from the options, or from the database. */
static Status read_plan(Session *session)
{
    bool plan = false;
    Status status = read_given(session, &plan);
    if (status == STATUS_OK)
        status = open_store(session, plan);
    if (status != STATUS_OK || !session->resumed)
        return status;
    if (plan)
        return compare_plans(session);
    status = config_parse(&session->recorded, session->found.config, session->path,
                          &command_tournament, &session->arguments, session->error);
    return status == STATUS_OK ? setup_open(&session->setup, &session->arguments, session->error)
                               : status;
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
            if (setup->books[i].count == 0)
                return error_set(error, STATUS_BAD_TEXT,
                                 "'%.150s' is damaged: there are no openings of %s", session->path,
                                 setup->rules[i]->name);
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
    int machines = session->cluster ? cluster_workers(session->cluster) : 1;
    SessionInfo info = environment_session(&environment, session->threads * machines);
    if (status == STATUS_OK)
        status = store_add_session(session->store, session->run, &info, &session->session,
                                   session->error);
    return status;
}

static Status read_threads(Session *session)
{
    uint64_t threads = 0;
    int processors = affinity_processors(), cores = affinity_cores();
    int each = session->setup.threads_most;
    bool alone = !session->cluster;
    uint64_t otherwise = alone && cores > each ? (uint64_t)(cores / each) : 1;
    Status status = arguments_number(&session->arguments, "threads", 1, 1024, otherwise, &threads,
                                     session->error);
    session->threads = (int)threads;
    if (status == STATUS_OK && !alone && arguments_flag(&session->arguments, "affinity"))
        return error_set(session->error, STATUS_BAD_ARGUMENT,
                         "--affinity: under mpirun use its own --bind-to core");
    if (status == STATUS_OK && alone && session->threads * each > processors)
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
    if (arguments_flag(&session->arguments, "affinity") && !affinity_bind(thread))
        fprintf(stderr, "skirmish: thread %d could not be bound to a processor\n", thread);
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
    PoolOptions pool = {
        .threads = session->threads,
        .stop = stop,
        .store = session->store,
        .run = session->run,
        .session = session->session,
        .on_pair = on_pair,
        .on_thread = on_thread,
        .context = session,
    };
    Status status = session->cluster ? cluster_play(session->cluster, tournament, &pool,
                                                    setup->text, session->error)
                                     : pool_play(tournament, &pool, session->error);
    live_draw(&session->live, tournament, true);
    if (status != STATUS_OK || !tournament->over || !session->store || session->found.finished)
        return status;
    bool test = setup->plan.schedule.format == FORMAT_SPRT;
    return store_finish_run(session->store, session->run, tournament_pairs(tournament),
                            test ? verdicts[tournament->verdict] : NULL, session->error);
}

static Status print_result(const Session *session)
{
    Tables tables = live_tables(&session->live, &session->tournament);
    if (arguments_flag(&session->arguments, "json"))
        return tables_print_json(&tables, stdout, session->error);
    Status status =
        tournament_print(&session->setup, &session->tournament, &tables, session->error);
    live_print_time(&session->live, &session->tournament);
    if (session->store)
        tournament_print_repeated(session->store, session->run);
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

/* Prints the plan as a configuration. */
static Status print_plan(Session *session)
{
    bool plan = false;
    Status status = read_given(session, &plan);
    const ScheduleOptions *schedule = &session->setup.plan.schedule;
    if (status == STATUS_OK && !plan)
        status = error_set(session->error, STATUS_BAD_ARGUMENT, "a tournament needs a --game");
    if (status != STATUS_OK)
        return status;
    printf("%s# %" PRIu64 " games%s, up to %" PRIu64 " openings a game\n", session->setup.text,
           2 * schedule_pairs(schedule), schedule->format == FORMAT_SPRT ? " at most" : "",
           schedule_openings(schedule));
    return STATUS_OK;
}

/* Plays, prints the result and, if it is not complete, how to go on; returns the exit code. */
static int play_and_print(Session *session)
{
    Status status = prepare(session);
    if (status != STATUS_OK)
        return report_error(session->error);
    Error error = {0};
    Error *first = session->error;
    status = play(session, interrupt_catch());
    session->error = &error;
    Status printed = print_result(session);
    session->error = first;
    int code = session->tournament.over ? 0 : EXIT_INTERRUPTED;
    if (status != STATUS_OK)
        code = report_error(first);
    else if (printed != STATUS_OK)
        code = report_error(&error);
    if (code != 0)
        print_stopped(session);
    return code;
}

static int run_session(const Arguments *arguments, Cluster *cluster)
{
    Error error = {0};
    /* The session is large, and there is one. */
    Session *session = calloc(1, sizeof *session);
    if (!session) {
        error_set(&error, STATUS_NO_MEMORY, "no memory for a tournament");
        return report_error(&error);
    }
    session->cluster = cluster;
    session->arguments = *arguments;
    session->error = &error;
    int code = 0;
    if (!arguments_flag(arguments, "plan"))
        code = play_and_print(session);
    else if (print_plan(session) != STATUS_OK)
        code = report_error(&error);
    tournament_close(&session->tournament);
    store_close(session->store);
    setup_close(&session->setup);
    config_close(&session->given);
    config_close(&session->recorded);
    free(session);
    return code;
}

static int run(const Arguments *arguments)
{
    Cluster *cluster = NULL;
    Error error = {0};
    int code = 0;
    if (cluster_open(&cluster, &error) != STATUS_OK)
        return report_error(&error);
    if (!cluster_is_worker(cluster))
        code = run_session(arguments, cluster);
    else if (cluster_work(cluster, &error) != STATUS_OK)
        code = report_error(&error);
    cluster_close(cluster);
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
        "results\n(clocks aside). 'skirmish standings' and 'skirmish export' read the database.\n"
        "On many machines (a build with -DSKIRMISH_MPI=ON): 'mpirun --enable-recovery -n 65 "
        "skirmish\n"
        "tournament ...' plays the same games with 64 workers; what a lost one had is played "
        "again.",
    .example = "skirmish tournament --game gounki --engine alphabeta,nodes=20000,name=A "
               "--engine mcts,playouts=2000,name=M --engine alphabeta,depth=3,name=B "
               "--games 200 --out gounki.db",
    .positionals_min = 0,
    .positionals_max = 1,
    .options = options,
    .repeated = PLAN_REPEATED,
    .run = run,
};
