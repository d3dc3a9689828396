/* skirmish diff-perft: where do two move generators part? */
#include "bench/command.h"
#include "bench/suite.h"
#include "engine/clock.h"
#include "search/differential.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_DEFAULT = 3,
    TIMEOUT_DEFAULT = 60,
    HASH_DEFAULT = 16,
    SETTINGS_MAX = 2048,
    SHOWN_MOVES_MAX = 12, /* of each kind, for people; JSON has all */
    JSON_TEXT_FIRST = 1 << 16,
};

static const Option options[] = {
    {"against", "WHAT", "'minimax', another ruleset like gounki:published, or a program's command"},
    {"depth", "N", "compare at the depths 1 to N (default 3)"},
    SETTING_OPTIONS,
    {"suite", "FILE", "compare at each position of a perft suite, no deeper than it says"},
    {"threads", "N", "threads of our own counts (default 1)"},
    {"hash", "MB", "table of our own counts (default 16, 0 = none)"},
    {"option", "NAME=VALUE", "set an option of a UGI engine; may be repeated"},
    {"timeout", "SECONDS", "how long a program may take for one count (default 60)"},
    {"log", "FILE", "append what the program writes to standard error to FILE"},
    {"json", NULL, "print a JSON object"},
    {0},
};

/* The two ways to count and what the walks over them share. */
typedef struct Session {
    Setting setting;
    const char *against;
    const char *moves; /* before the walk */
    uint64_t depth, threads, megabytes;
    bool json;
    PerftTable tables[2]; /* for each source one, where there are any */
    char settings[SETTINGS_MAX];
    PerftEngine engine;
    bool engine_open;
    DivideSource sources[2];
    Differential *walk; /* owned; the one that found the difference, or the last one */
    uint64_t leaves;    /* compared, of the deepest depth of each position */
    int positions;
} Session;

/* Our own counts by the rules of a game. */
static Status open_fast(Session *session, int side, int index, Error *error)
{
    PerftTable *table = session->megabytes ? &session->tables[side] : NULL;
    const PerftOptions counting = {
        .threads = (int)session->threads,
        .bulk = true,
        .table = table,
    };
    session->sources[side] = divide_fast(index, session->setting.board, &counting);
    return table ? perft_table_open(table, (size_t)session->megabytes << 20, error) : STATUS_OK;
}

/* What `--against` names. */
static Status open_other(Session *session, Error *error)
{
    const Setting *setting = &session->setting;
    size_t folder = strcspn(session->against, ":");
    bool known = false;
    for (int i = 0; i < games_count(); i++)
        known |= strlen(games_at(i)->folder) == folder &&
                 strncmp(games_at(i)->folder, session->against, folder) == 0;
    if (strcmp(session->against, "minimax") == 0) {
        session->sources[1] = divide_plain(setting->index, setting->board);
        return STATUS_OK;
    }
    if (known) {
        int other = games_find(session->against, error);
        if (other < 0)
            return STATUS_BAD_ARGUMENT;
        if (strcmp(games_at(other)->folder, setting->game->folder) != 0)
            return error_set(error, STATUS_BAD_ARGUMENT,
                             "--against: %s and %s are different games, not rulesets of one",
                             setting->game->name, games_at(other)->name);
        return open_fast(session, 1, other, error);
    }
    session->engine.game = setting->game;
    session->engine.command = session->against;
    Status status = perft_engine_open(&session->engine, session->settings, error);
    session->engine_open = status == STATUS_OK;
    session->sources[1] = divide_engine(&session->engine);
    return status;
}

static Status read_settings(Session *session, const Arguments *arguments, Error *error)
{
    Text text = TEXT_OF(session->settings);
    const char *value = NULL;
    for (int i = 0; (value = arguments_value(arguments, "option", i)); i++) {
        if (!strchr(value, '=') || strchr(value, '\n'))
            return error_set(error, STATUS_BAD_ARGUMENT,
                             "--option: expected NAME=VALUE, got '%.60s'", value);
        text_format(&text, "%s\n", value);
    }
    return text.overflow ? error_set(error, STATUS_BAD_ARGUMENT, "--option: too long") : STATUS_OK;
}

static Status open_session(Session *session, const Arguments *arguments, Error *error)
{
    uint64_t timeout = 0;
    session->against = arguments_value(arguments, "against", 0);
    session->moves = arguments_value(arguments, "moves", 0);
    session->moves = session->moves ? session->moves : "";
    session->json = arguments_flag(arguments, "json");
    session->engine.log = arguments_value(arguments, "log", 0);
    session->walk = calloc(1, sizeof *session->walk);
    if (!session->walk)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the walk");
    if (!session->against)
        return error_set(error, STATUS_BAD_ARGUMENT, "diff-perft needs --against WHAT");
    Status status = arguments_number(arguments, "depth", 1, DIFFERENTIAL_DEPTH_MAX, DEPTH_DEFAULT,
                                     &session->depth, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "threads", 1, 1024, 1, &session->threads, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "hash", 0, 1 << 20, HASH_DEFAULT, &session->megabytes,
                                  error);
    if (status == STATUS_OK)
        status =
            arguments_number(arguments, "timeout", 1, 1000000, TIMEOUT_DEFAULT, &timeout, error);
    if (status == STATUS_OK)
        status = read_settings(session, arguments, error);
    session->engine.patience = timeout * NANOSECONDS_PER_SECOND;
    if (status == STATUS_OK)
        status = open_fast(session, 0, session->setting.index, error);
    return status == STATUS_OK ? open_other(session, error) : status;
}

static void close_session(Session *session)
{
    if (session->engine_open)
        perft_engine_close(&session->engine);
    if (session->walk)
        differential_close(session->walk);
    free(session->walk);
    for (int i = 0; i < 2; i++)
        perft_table_close(&session->tables[i]);
    setting_close(&session->setting);
}

/* Compares at the depths 1 to `depth`, or until there is a difference. */
static Status compare(Session *session, const Position *start, const Position *position,
                      const char *moves, int depth, bool shown, Error *error)
{
    Differential *walk = session->walk;
    differential_close(walk);
    Status status = differential_init(walk, &session->sources[0], &session->sources[1], start,
                                      position, moves, error);
    uint64_t leaves = 0;
    for (int at = 1; status == STATUS_OK && walk->kind == DIFFERENCE_NONE && at <= depth; at++) {
        uint64_t began = clock_wall();
        status = differential_compare(walk, at, &leaves, error);
        if (status == STATUS_OK && shown)
            printf("depth %2d: %" PRIu64 " leaves, %s, %.2f s\n", at, leaves,
                   walk->kind == DIFFERENCE_NONE ? "equal" : "DIFFERENT",
                   (double)(clock_wall() - began) / NANOSECONDS_PER_SECOND);
        fflush(stdout);
    }
    session->leaves += leaves;
    session->positions++;
    return status;
}

/* Compares at a position of a suite, unless it is of another ruleset. */
static Status compare_line(void *context, const SuiteLine *line, Error *error)
{
    Session *session = context;
    if (line->index != session->setting.index || session->walk->kind != DIFFERENCE_NONE)
        return STATUS_OK;
    int depth = (int)(line->depth < session->depth ? line->depth : session->depth);
    return compare(session, &line->position, &line->position, "", depth, false, error);
}

static void print_moves(const Differential *walk, const char *title, bool extra)
{
    int shown = 0, count = 0;
    DividePair pair;
    for (int at[2] = {0, 0}; divide_next(&walk->lists[0], &walk->lists[1], at, &pair);) {
        const DivideLine *line = extra ? pair.other : pair.one;
        if (!line || (extra ? pair.one : pair.other))
            continue;
        if (count++ == 0)
            printf("%s", title);
        if (shown < SHOWN_MOVES_MAX)
            printf(" %s", line->move);
        shown++;
    }
    if (shown > SHOWN_MOVES_MAX)
        printf(" and %d more", shown - SHOWN_MOVES_MAX);
    if (count)
        printf("\n");
}

static void count_moves(const Differential *walk, int *missing, int *extra, DividePair *unequal)
{
    DividePair pair;
    *missing = *extra = 0;
    *unequal = (DividePair){NULL, NULL};
    for (int at[2] = {0, 0}; divide_next(&walk->lists[0], &walk->lists[1], at, &pair);) {
        *missing += !pair.other;
        *extra += !pair.one;
        if (pair.one && pair.other && pair.one->nodes != pair.other->nodes && !unequal->one)
            *unequal = pair;
    }
}

/* The moves of the walk itself. */
static const char *path_of(const Differential *walk)
{
    const char *path = walk->moves + walk->walked;
    return path + strspn(path, " ");
}

static void write_verdict(const Session *session, Text *text)
{
    const Differential *walk = session->walk;
    const char *name = session->setting.game->name, *path = path_of(walk);
    int missing, extra;
    DividePair unequal;
    count_moves(walk, &missing, &extra, &unequal);
    if (walk->kind == DIFFERENCE_NONE) {
        text_format(text, "EQUAL: %s and %s agree at %d position%s to depth %" PRIu64 ", ", name,
                    session->against, session->positions, session->positions == 1 ? "" : "s",
                    session->depth);
        text_grouped(text, session->leaves);
        text_string(text, " leaves");
        return;
    }
    text_format(text, "DIFFERENT: %s and %s, %s%s: ", name, session->against,
                *path ? "after " : "at the first position", path);
    if (walk->kind == DIFFERENCE_MOVES)
        text_format(text, "%d of %d moves missing, %d too many", missing, walk->lists[0].count,
                    extra);
    else if (unequal.one)
        text_format(text, "below %s %" PRIu64 " leaves instead of %" PRIu64 " at depth %d",
                    unequal.one->move, unequal.other->nodes, unequal.one->nodes, walk->depth);
}

/* The place of the difference for people. */
static void print_difference(const Session *session)
{
    const Differential *walk = session->walk;
    const char *there = session->sources[1].position;
    char position[POSITION_TEXT_MAX], diagram[DIAGRAM_TEXT_MAX];
    Text text = TEXT_OF(position), board = TEXT_OF(diagram);
    int missing, extra;
    DividePair unequal;
    count_moves(walk, &missing, &extra, &unequal);
    walk->game->format(&walk->position, &text);
    walk->game->diagram(&walk->position, false, &board);
    printf("\n%s\nposition: %s\n", diagram, position);
    if (*there && strcmp(there, position) != 0)
        printf("theirs:   %s\n", there);
    printf("to move:  %s\nmoves:    %s\n", walk->game->sides[walk->game->mover(&walk->position)],
           *walk->moves ? walk->moves : "none");
    print_moves(walk, "missing: ", false);
    print_moves(walk, "too many:", true);
    if (walk->kind == DIFFERENCE_COUNTS && unequal.one)
        printf("counts:   below %s at depth %d %" PRIu64 " here, %" PRIu64 " there\n",
               unequal.one->move, walk->depth, unequal.one->nodes, unequal.other->nodes);
    if (walk->kind == DIFFERENCE_COUNTS && walk->depth > 1)
        printf("          asked after that move, both agree: the other count depends on how it is\n"
               "          asked, by making and taking back moves, or by a table\n");
    if (session->engine.said[0])
        printf("it said:  %s\n", session->engine.said);
    printf("\n");
}

static void json_list(const Differential *walk, const char *name, bool extra, Text *text)
{
    const char *separator = "";
    DividePair pair;
    text_format(text, ",\"%s\":[", name);
    for (int at[2] = {0, 0}; divide_next(&walk->lists[0], &walk->lists[1], at, &pair);) {
        const DivideLine *line = extra ? pair.other : pair.one;
        if (!line || (extra ? pair.one : pair.other))
            continue;
        text_string(text, separator);
        text_json_string(text, line->move);
        separator = ",";
    }
    text_char(text, ']');
}

static void write_json(const Session *session, Text *text)
{
    const Differential *walk = session->walk;
    char line[DIFFERENTIAL_MOVES_MAX];
    Text own = TEXT_OF(line);
    int missing, extra;
    DividePair unequal;
    count_moves(walk, &missing, &extra, &unequal);
    text_format(text, "{\"game\":\"%s\",\"against\":", session->setting.game->name);
    text_json_string(text, session->against);
    text_format(text, ",\"depth\":%" PRIu64 ",\"positions\":%d,\"leaves\":%" PRIu64 ",\"equal\":%s",
                session->depth, session->positions, session->leaves,
                walk->kind == DIFFERENCE_NONE ? "true" : "false");
    if (walk->kind != DIFFERENCE_NONE) {
        walk->game->format(&walk->position, &own);
        text_string(text, ",\"position\":");
        text_json_string(text, line);
        text_string(text, ",\"path\":");
        text_json_string(text, path_of(walk));
        text_format(text, ",\"at_depth\":%d", walk->depth);
        json_list(walk, "missing", false, text);
        json_list(walk, "extra", true, text);
    }
    if (unequal.one && walk->kind == DIFFERENCE_COUNTS) {
        text_string(text, ",\"move\":");
        text_json_string(text, unequal.one->move);
        text_format(text, ",\"counts\":[%" PRIu64 ",%" PRIu64 "]", unequal.one->nodes,
                    unequal.other->nodes);
    }
    text_string(text, "}\n");
}

/* Prints the result with as much memory as it takes. */
static Status print_json(const Session *session, Error *error)
{
    for (size_t size = JSON_TEXT_FIRST;; size *= 2) {
        char *data = malloc(size);
        if (!data)
            return error_set(error, STATUS_NO_MEMORY, "no memory for the result");
        Text text = text_over(data, size);
        write_json(session, &text);
        if (!text.overflow)
            fputs(data, stdout);
        bool done = !text.overflow;
        free(data);
        if (done)
            return STATUS_OK;
    }
}

static Status print_result(const Session *session, Error *error)
{
    char verdict[2 * DIFFERENTIAL_MOVES_MAX];
    Text text = TEXT_OF(verdict);
    if (session->json)
        return print_json(session, error);
    if (session->walk->kind != DIFFERENCE_NONE)
        print_difference(session);
    write_verdict(session, &text);
    puts(verdict);
    return STATUS_OK;
}

static Status walk_all(Session *session, const char *suite, Error *error)
{
    const Setting *setting = &session->setting;
    if (!suite)
        return compare(session, &setting->start, &setting->position, session->moves,
                       (int)session->depth, !session->json, error);
    Status status = suite_read(suite, setting->game, setting->board, compare_line, session, error);
    if (status == STATUS_OK && session->positions == 0)
        return error_set(error, STATUS_BAD_ARGUMENT, "'%.200s' has no position of %s", suite,
                         setting->game->name);
    return status;
}

static int run(const Arguments *arguments)
{
    Error error = {0};
    Session *session = calloc(1, sizeof *session);
    const char *suite = arguments_value(arguments, "suite", 0);
    bool equal = false;
    if (!session) {
        error_set(&error, STATUS_NO_MEMORY, "no memory");
        return report_error(&error);
    }
    Status status = setting_open(&session->setting, arguments->positionals[0], arguments, &error);
    if (status == STATUS_OK && suite &&
        (arguments_flag(arguments, "position") || arguments_flag(arguments, "moves")))
        status =
            error_set(&error, STATUS_BAD_ARGUMENT, "--suite goes with no --position or --moves");
    if (status == STATUS_OK)
        status = open_session(session, arguments, &error);
    if (status == STATUS_OK)
        status = walk_all(session, suite, &error);
    if (status == STATUS_OK) {
        equal = session->walk->kind == DIFFERENCE_NONE;
        status = print_result(session, &error);
    }
    close_session(session);
    free(session);
    if (status != STATUS_OK)
        return report_error(&error);
    return equal ? 0 : EXIT_DIFFERS;
}

const Command command_diff_perft = {
    .name = "diff-perft",
    .positionals = "GAME",
    .summary = "find the first position where two move generators differ",
    .details =
        "Counts the leaves below each move by our fast generator and in another way, and goes on\n"
        "below the first move whose counts differ until the moves themselves do; exit status 1 if\n"
        "there is a difference. The other way is 'minimax' (every turn of ours made part by part,\n"
        "nothing counted in bulk), another ruleset of the game, an engine that speaks UGI and\n"
        "answers 'go perft N' by lines 'move: count' and 'Nodes searched: total', or any command\n"
        "with {depth} in it, run for each count, that prints such lines; {position}, {start},\n"
        "{moves} (since the start) and {game} are filled in, too.",
    .example = "skirmish diff-perft gounki --against './my_engine --ugi' --depth 5",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .repeated = "option",
    .run = run,
};
