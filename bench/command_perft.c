/* skirmish perft: leaf counts of the game tree, alone or against a suite of known counts. */
#include "bench/command.h"
#include "bench/recording.h"
#include "bench/suite.h"
#include "engine/clock.h"

#include <inttypes.h>
#include <string.h>

enum { DEPTH_MAX = 99 };

static const Option options[] = {
    SETTING_OPTIONS,
    {"divide", NULL, "print the count below each move"},
    {"threads", "N", "share the tree out to N threads (default 1)"},
    {"hash", "MB", "remember subtree counts in a table of so many MB (default 0; with --bulk on)"},
    {"bulk", "on|off", "count the last ply instead of playing it (default on)"},
    {"suite", "FILE", "check every line of a tab-separated file: ruleset position depth nodes"},
    {"out", "FILE", "add the rate to this database (from the game's start, or of a suite)"},
    {0},
};

/* What all counts of one call share. */
typedef struct Session {
    PerftOptions options;
    PerftTable table;
    uint64_t nodes, key_sum, wall, cpu;
} Session;

static Status count(Session *session, const SearchKit *kit, const Position *position, int depth,
                    uint64_t *nodes, Error *error)
{
    PerftResult result;
    uint64_t wall = clock_wall(), cpu = clock_process();
    Status status = kit->perft(position, depth, &session->options, &result, error);
    session->wall += clock_wall() - wall;
    session->cpu += clock_process() - cpu;
    session->nodes += result.nodes;
    session->key_sum += result.key_sum;
    *nodes = result.nodes;
    return status;
}

typedef struct Divide {
    Session *session;
    const Setting *setting;
    int depth;
    Status status;
    Error *error;
} Divide;

static bool divide_turn(void *context, const Turn *turn, const Position *after)
{
    Divide *divide = context;
    char name[TURN_TEXT_MAX];
    Text text = TEXT_OF(name);
    divide->setting->game->turn_format(&divide->setting->position, turn, &text);
    uint64_t nodes = 0;
    divide->status = count(divide->session, divide->setting->kit, after, divide->depth - 1, &nodes,
                           divide->error);
    if (divide->status == STATUS_OK)
        printf("%s: %" PRIu64 "\n", name, nodes);
    return divide->status == STATUS_OK;
}

static void print_totals(const Session *session)
{
    printf("\nNodes searched: %" PRIu64 "\n", session->nodes);
    if (!session->options.bulk)
        printf("Leaf key sum  : %016" PRIx64 "\n", session->key_sum);
    printf("Time          : %.3f s wall, %.3f s CPU\n",
           (double)session->wall / NANOSECONDS_PER_SECOND,
           (double)session->cpu / NANOSECONDS_PER_SECOND);
    printf("Nodes/second  : %.0f (%.2f ns of CPU per leaf)\n",
           clock_rate(session->nodes, session->wall),
           session->nodes ? (double)session->cpu / (double)session->nodes : 0.0);
}

static Status run_single(Session *session, const Setting *setting, int depth, bool divided,
                         Error *error)
{
    uint64_t nodes = 0;
    Status status = STATUS_OK;
    if (divided && depth > 0) {
        Divide divide = {session, setting, depth, STATUS_OK, error};
        turn_each(setting->game, &setting->position, divide_turn, &divide);
        status = divide.status;
    } else {
        status = count(session, setting->kit, &setting->position, depth, &nodes, error);
    }
    if (status == STATUS_OK)
        print_totals(session);
    return status;
}

/* A suite being checked. */
typedef struct Suite {
    Session *session;
    int passed, failed;
} Suite;

static Status check_line(void *context, const SuiteLine *line, Error *error)
{
    Suite *suite = context;
    uint64_t nodes = 0;
    Status status = count(suite->session, searches_of(line->index), &line->position,
                          (int)line->depth, &nodes, error);
    if (status != STATUS_OK)
        return status;
    bool passes = nodes == line->nodes;
    *(passes ? &suite->passed : &suite->failed) += 1;
    if (!passes)
        printf("FAIL %s depth %" PRIu64 ": expected %" PRIu64 ", got %" PRIu64 ": %s\n",
               games_at(line->index)->name, line->depth, line->nodes, nodes, line->text);
    return STATUS_OK;
}

static Status run_suite(Session *session, const Setting *setting, const char *path, int *failed,
                        Error *error)
{
    Suite suite = {.session = session};
    Status status = suite_read(path, setting->game, setting->board, check_line, &suite, error);
    *failed = suite.failed;
    if (status != STATUS_OK)
        return status;
    print_totals(session);
    printf("%s: %d passed, %d failed\n", setting->game->folder, suite.passed, suite.failed);
    return STATUS_OK;
}

static Status open_session(Session *session, const Arguments *arguments, Error *error)
{
    uint64_t threads = 1, megabytes = 0;
    const char *bulk = arguments_value(arguments, "bulk", 0);
    if (bulk && strcmp(bulk, "on") != 0 && strcmp(bulk, "off") != 0)
        return error_set(error, STATUS_BAD_ARGUMENT, "--bulk: expected on or off, got '%.60s'",
                         bulk);
    Status status = arguments_number(arguments, "threads", 1, 1024, 1, &threads, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "hash", 0, 1 << 20, 0, &megabytes, error);
    if (status == STATUS_OK && megabytes && bulk && strcmp(bulk, "off") == 0)
        status = error_set(error, STATUS_BAD_ARGUMENT,
                           "--hash goes with --bulk on only: without bulk every leaf is made");
    if (status == STATUS_OK && megabytes)
        status = perft_table_open(&session->table, (size_t)megabytes << 20, error);
    session->options = (PerftOptions){
        .threads = (int)threads,
        .bulk = !bulk || strcmp(bulk, "on") == 0,
        .table = megabytes ? &session->table : NULL,
    };
    return status;
}

/* The rate of all that was counted. */
static Status record(const Session *session, const Setting *setting, const char *limits,
                     const Recording *recording, Error *error)
{
    bool alone = session->options.threads == 1;
    double rate = clock_rate(session->nodes, alone ? session->cpu : session->wall);
    char words[320];
    Text text = TEXT_OF(words);
    text_format(&text, "%.200s%s%s", limits, session->options.bulk ? "" : " bulk=off",
                session->options.table ? " hash" : "");
    Measurement measurement = {
        .ruleset = setting->game->name,
        .engine = "perft",
        .limits = words,
        .metric = METRIC_LEAVES,
        .median = rate,
        .low = rate,
        .high = rate,
        .repetitions = 1,
        .threads = session->options.threads,
        .signature = session->nodes,
    };
    return recording_add(recording, &measurement, error);
}

/* Counts, and records what passed. */
static Status run_and_record(Session *session, const Setting *setting, const Arguments *arguments,
                             int depth, int *failed, Error *error)
{
    char limits[256];
    Text text = TEXT_OF(limits);
    const char *suite = arguments_value(arguments, "suite", 0);
    const char *slash = suite ? strrchr(suite, '/') : NULL;
    if (suite)
        text_format(&text, "suite=%.200s", slash ? slash + 1 : suite);
    else
        text_format(&text, "depth=%d", depth);
    Recording recording;
    Status status = recording_open(&recording, arguments_value(arguments, "out", 0), "perft",
                                   session->options.threads, error);
    if (status == STATUS_OK)
        status =
            suite ? run_suite(session, setting, suite, failed, error)
                  : run_single(session, setting, depth, arguments_flag(arguments, "divide"), error);
    if (status == STATUS_OK && !*failed)
        status = record(session, setting, limits, &recording, error);
    recording_close(&recording);
    return status;
}

static int run(const Arguments *arguments)
{
    Error error = {0};
    Setting setting = {0};
    Session session = {0};
    uint64_t depth = 0;
    int failed = 0;
    const char *suite = arguments_value(arguments, "suite", 0);
    Status status = setting_open(&setting, arguments->positionals[0], arguments, &error);
    if (status != STATUS_OK)
        return report_error(&error);
    if (!suite == (arguments->positional_count < 2))
        status = error_set(&error, STATUS_BAD_ARGUMENT, "perft needs a DEPTH or a --suite%s",
                           suite ? ", not both" : "");
    else if (suite && (arguments_flag(arguments, "divide") || setting.history.count ||
                       arguments_flag(arguments, "position")))
        status = error_set(&error, STATUS_BAD_ARGUMENT,
                           "--suite goes with no --divide, --position or --moves");
    else if (arguments_flag(arguments, "out") &&
             (setting.history.count || arguments_flag(arguments, "position") ||
              arguments_flag(arguments, "board")))
        status = error_set(&error, STATUS_BAD_ARGUMENT,
                           "--out goes with no --position, --moves or --board");
    if (status == STATUS_OK && !suite)
        status = read_number(arguments->positionals[1], "depth", 0, DEPTH_MAX, &depth, &error);
    if (status == STATUS_OK)
        status = open_session(&session, arguments, &error);
    if (status == STATUS_OK)
        status = run_and_record(&session, &setting, arguments, (int)depth, &failed, &error);
    perft_table_close(&session.table);
    setting_close(&setting);
    if (status != STATUS_OK)
        return report_error(&error);
    return failed ? EXIT_DIFFERS : 0;
}

const Command command_perft = {
    .name = "perft",
    .positionals = "GAME [DEPTH]",
    .summary = "count the leaves of the game tree, or check a suite of counts",
    .details = "Counts the positions DEPTH turns ahead. A turn is one ply; a finished game has no\n"
               "moves; draws by repetition and by no progress are not applied. The count depends\n"
               "on neither threads nor hash.",
    .example = "skirmish perft gounki 4 --divide --threads 2",
    .positionals_min = 1,
    .positionals_max = 2,
    .options = options,
    .run = run,
};
