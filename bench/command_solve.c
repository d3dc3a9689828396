/* skirmish solve: the value of every position of a game, layer by layer, into table files. */
#include "bench/command.h"
#include "bench/environment.h"
#include "bench/solve_report.h"
#include "engine/clock.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MEMORY_DEFAULT = 4, /* GB */
    THREADS_MAX = 1024,
    SAMPLE_NANOSECONDS = NANOSECONDS_PER_SECOND,
};

static const Option options[] = {
    {"out", "DIR", "the folder of the tables (made if there is none)"},
    {"plan", NULL, "print layers, memory and an estimate of the time, and stop"},
    {"layers", "LIST", "only these layers, '08,08f', and those that they lead to"},
    {"memory", "GB", "use no more memory than that (default 4)"},
    {"threads", "N", "share the work out to N threads (default 1)"},
    {"wdl", NULL, "write the two-bit form, too: win, draw or loss without distance"},
    {0},
};

typedef struct Session {
    const Game *game;
    const Solver *solver;
    const char *folder;
    int threads;
    bool wdl;
    bool wanted[LAYERS_MAX];
    Solution solution;
    SolveReport report;
} Session;

/* The layer with this name, -1 = none. */
static int find_layer(const Solver *solver, const char *name, size_t length)
{
    for (int layer = 0; layer < solver->layer_count; layer++) {
        char own[ENDGAME_WORD_MAX];
        Text text = TEXT_OF(own);
        solver->layer_name(layer, &text);
        if (text.length == length && memcmp(own, name, length) == 0)
            return layer;
    }
    return -1;
}

static Status want_layers(Session *session, const char *list, Error *error)
{
    const Solver *solver = session->solver;
    for (int layer = 0; layer < solver->layer_count; layer++)
        session->wanted[layer] = !list;
    while (list) {
        size_t length = strcspn(list, ",");
        int layer = find_layer(solver, list, length);
        if (layer < 0)
            return error_set(error, STATUS_BAD_ARGUMENT,
                             "--layers: no layer '%.*s'; 'skirmish solve %s --plan' lists them",
                             (int)(length < 60 ? length : 60), list, session->game->name);
        for (int lower = 0; lower <= layer; lower++)
            session->wanted[lower] |= solver->reaches(layer, lower);
        list = list[length] ? list + length + 1 : NULL;
    }
    return STATUS_OK;
}

/* All values stay in memory; besides, the layer that needs most to be solved. */
static size_t memory_needed(const Session *session)
{
    size_t values = 0, work = 0;
    for (int layer = 0; layer < session->solver->layer_count; layer++) {
        if (!session->wanted[layer])
            continue;
        size_t own = session->solver->layer_memory(layer);
        values += session->solver->layer_size(layer);
        work = own > work ? own : work;
    }
    return values + work;
}

static Status check_memory(const Session *session, uint64_t gigabytes, Error *error)
{
    size_t needed = memory_needed(session);
    if (needed <= gigabytes * 1000000000)
        return STATUS_OK;
    return error_set(error, STATUS_NO_MEMORY,
                     "%s needs %.2f GB, --memory allows %" PRIu64
                     "; choose fewer --layers or allow more",
                     session->game->name, (double)needed / 1e9, gigabytes);
}

/* Solves the lowest layers without writing them, for a second or so. */
static Status print_estimate(Session *session, Error *error)
{
    uint64_t values = 0, all = 0, started = clock_process();
    Status status = STATUS_OK;
    for (int layer = 0; layer < session->solver->layer_count; layer++)
        all += session->wanted[layer] ? session->solver->layer_size(layer) : 0;
    for (int layer = 0; layer < session->solver->layer_count && status == STATUS_OK; layer++) {
        if (!session->wanted[layer] || clock_process() - started > SAMPLE_NANOSECONDS)
            continue;
        status = solution_solve(&session->solution, layer, NULL, NULL, error);
        values += session->solver->layer_size(layer);
    }
    if (status != STATUS_OK)
        return status;
    double rate = clock_rate(values, clock_process() - started);
    printf("time    about %.0f s of CPU, by a sample of %" PRIu64 " values at %.1f M/s a thread\n",
           (double)all / rate, values, rate / 1e6);
    return STATUS_OK;
}

static Status print_plan(Session *session, Error *error)
{
    const Solver *solver = session->solver;
    uint64_t all = 0;
    printf("%s, %s: index version %d, one value for %s images\n\n%-8s %14s %14s\n",
           session->game->title, session->game->ruleset, solver->index_version, solver->form,
           "layer", "values", "work bytes");
    for (int layer = 0; layer < solver->layer_count; layer++) {
        char name[ENDGAME_WORD_MAX];
        Text text = TEXT_OF(name);
        solver->layer_name(layer, &text);
        if (!session->wanted[layer])
            continue;
        all += solver->layer_size(layer);
        printf("%-8s %14" PRIu64 " %14zu\n", name, solver->layer_size(layer),
               solver->layer_memory(layer));
    }
    printf("%-8s %14" PRIu64 "\n\nmemory  %.2f GB: a byte a value, and the work of one layer\n",
           "all", all, (double)memory_needed(session) / 1e9);
    printf("disk    less than %.2f GB: blocks are compressed\n", (double)all / 1e9);
    fflush(stdout);
    return print_estimate(session, error);
}

/* Reads the layer's file or solves the layer; *solved tells which. */
static Status take_layer(Session *session, int layer, bool *solved, Error *error)
{
    Solution *solution = &session->solution;
    *solved = !solution_has_file(solution, layer, ENDGAME_DISTANCE);
    if (!*solved)
        return solution_load(solution, layer, error);
    solve_report_begin(&session->report, layer);
    Status status = solution_solve(solution, layer, solve_report_progress, &session->report, error);
    if (status == STATUS_OK)
        status = solution_write(solution, layer, ENDGAME_DISTANCE, error);
    return status;
}

static Status solve_layers(Session *session, Error *error)
{
    Solution *solution = &session->solution;
    for (int layer = 0; layer < session->solver->layer_count; layer++) {
        bool solved = false;
        if (!session->wanted[layer])
            continue;
        Status status = take_layer(session, layer, &solved, error);
        if (status == STATUS_OK && session->wdl &&
            !solution_has_file(solution, layer, ENDGAME_OUTCOME))
            status = solution_write(solution, layer, ENDGAME_OUTCOME, error);
        if (status != STATUS_OK)
            return status;
        solve_report_layer(&session->report, layer, solved);
    }
    return solve_report_end(&session->report, error);
}

static Status make_folder(const char *folder, Error *error)
{
    struct stat stats;
    if (mkdir(folder, 0777) == 0 || (stat(folder, &stats) == 0 && S_ISDIR(stats.st_mode)))
        return STATUS_OK;
    return error_set(error, STATUS_NO_FILE, "cannot make the folder '%.160s': %s", folder,
                     strerror(errno));
}

static Status read_session(Session *session, const Arguments *arguments, Error *error)
{
    uint64_t threads = 1, gigabytes = MEMORY_DEFAULT;
    int index = games_find(arguments->positionals[0], error);
    if (index < 0)
        return STATUS_BAD_ARGUMENT;
    session->game = games_at(index);
    session->solver = searches_of(index)->solver;
    session->folder = arguments_value(arguments, "out", 0);
    session->wdl = arguments_flag(arguments, "wdl");
    if (!session->solver)
        return error_set(error, STATUS_BAD_ARGUMENT,
                         "%s cannot be solved yet: its positions have no index",
                         session->game->name);
    if (!session->folder == !arguments_flag(arguments, "plan"))
        return error_set(error, STATUS_BAD_ARGUMENT, "solve needs --out DIR or --plan%s",
                         session->folder ? ", not both" : "");
    Status status = want_layers(session, arguments_value(arguments, "layers", 0), error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "threads", 1, THREADS_MAX, 1, &threads, error);
    if (status == STATUS_OK)
        status =
            arguments_number(arguments, "memory", 1, 1 << 20, MEMORY_DEFAULT, &gigabytes, error);
    if (status == STATUS_OK && session->folder)
        status = check_memory(session, gigabytes, error);
    if (status == STATUS_OK && session->folder)
        status = make_folder(session->folder, error);
    session->threads = (int)threads;
    return status;
}

static int run(const Arguments *arguments)
{
    Error error = {0};
    Session session = {0};
    if (read_session(&session, arguments, &error) != STATUS_OK)
        return report_error(&error);
    Status status = solution_open(&session.solution, session.game, session.solver, session.folder,
                                  session.threads, &error);
    session.report = solve_report_start(&session.solution, session.wanted);
    if (status == STATUS_OK)
        status = session.folder ? solve_layers(&session, &error) : print_plan(&session, &error);
    solution_close(&session.solution);
    return status == STATUS_OK ? 0 : report_error(&error);
}

const Command command_solve = {
    .name = "solve",
    .positionals = "GAME",
    .summary = "find the value of every position of a game",
    .details =
        "Retrograde analysis: win, draw or loss of every position, with the number of plies to\n"
        "the end under best play; play without end is a draw. One file a layer, and GAME.tsv with\n"
        "their statistics. Layers whose files are there are kept, so that a solve that was killed\n"
        "goes on where it was; the files are the same byte for byte. Prints values from the "
        "mover's\n"
        "side, mirror images counted as positions of their own.",
    .example = "skirmish solve shapluk --out tables --threads 2",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .run = run,
};
