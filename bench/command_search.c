/* skirmish search: what an engine thinks of a position. */
#include "bench/command.h"
#include "bench/interrupt.h"
#include "bench/verification.h"
#include "engine/report.h"

#include <stdlib.h>
#include <string.h>

enum { TABLE_TEXT_MAX = 1 << 20 };

static const Option options[] = {
    SETTING_OPTIONS,
    {"engine", "SPEC", "the engine (default alphabeta,movetime=1000)"},
    {"seed", "S", "seed of engines that draw random numbers (default 1)"},
    {"json", NULL, "print JSON lines"},
    {"verify", NULL, "check a proven result by the rules alone; exit status 1 unless it holds"},
    {"table", NULL, "list the moves with visits, value, prior and what is proven (mcts)"},
    {0},
};

typedef struct View {
    const Setting *setting;
    bool json;
} View;

static void print_result(void *context, const SearchResult *result)
{
    const View *view = context;
    char line[2 * LINE_TEXT_MAX];
    Text text = TEXT_OF(line);
    (view->json ? report_json : report_info)(view->setting->game, &view->setting->position, result,
                                             &text);
    puts(line);
    fflush(stdout);
}

static void print_best(const View *view, const SearchResult *result)
{
    char line[TURN_TEXT_MAX];
    Text text = TEXT_OF(line);
    view->setting->game->turn_format(&view->setting->position, &result->turn, &text);
    if (view->json)
        printf("{\"bestmove\":\"%s\",\"stop\":\"%s\"}\n", line, stop_reason_text(result->stop));
    else
        printf("info string stop %s\nbestmove %s\n", stop_reason_text(result->stop), line);
}

/* Prints how large the proof of a solved position is and, if asked to, whether it holds. */
static Status prove(const View *view, Player *player, const SearchResult *result,
                    const SearchLimits *limits, bool check, bool *holds, Error *error)
{
    Verification verification;
    const Setting *setting = view->setting;
    Status status = verification_run(&verification, setting, player, result, limits, check, error);
    *holds = !check || verification.result.passed;
    if (status == STATUS_MISMATCH) { /* stopped, perhaps */
        if (check)
            report_error(error);
        return STATUS_OK;
    }
    if (status != STATUS_OK)
        return status;
    char line[LINE_TEXT_MAX];
    Text text = TEXT_OF(line);
    verification_write(&verification, setting->game, check, view->json, &text);
    if (check || verification.proof_positions)
        puts(line);
    return STATUS_OK;
}

static int by_visits(const void *one, const void *other)
{
    uint64_t mine = ((const PlayerChild *)one)->visits;
    uint64_t yours = ((const PlayerChild *)other)->visits;
    return (mine < yours) - (mine > yours);
}

static Status print_table(const View *view, const Player *player, Error *error)
{
    PlayerChild *children = calloc(MOVES_MAX, sizeof *children);
    char *lines = malloc(TABLE_TEXT_MAX);
    Status status = STATUS_OK;
    if (children && lines) {
        Text text = text_over(lines, TABLE_TEXT_MAX);
        int count = player->type->children(player, children, MOVES_MAX);
        qsort(children, (size_t)count, sizeof *children, by_visits);
        report_children(view->setting->game, &view->setting->position, children, count, view->json,
                        &text);
        fputs(lines, stdout);
    } else {
        status = error_set(error, STATUS_NO_MEMORY, "no memory for a table");
    }
    free(children);
    free(lines);
    return status;
}

static Status search(const Setting *setting, const Arguments *arguments, bool *holds, Error *error)
{
    const char *words = arguments_value(arguments, "engine", 0);
    uint64_t seed = 0;
    EngineSpec spec;
    Player *player = NULL;
    char ending[64];
    Text over = TEXT_OF(ending);
    write_ending(setting->game, &setting->position, &setting->history, &over);
    if (over.length)
        return error_set(error, STATUS_BAD_ARGUMENT, "the game is over: %s", ending);
    Status status = engine_spec_parse(words ? words : "alphabeta,movetime=1000",
                                      setting->kit->players, &spec, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "seed", 0, UINT64_MAX, 1, &seed, error);
    bool table = arguments_flag(arguments, "table");
    if (status == STATUS_OK && table && !spec.type->children)
        status = error_set(error, STATUS_BAD_ARGUMENT,
                           "--table: %s keeps no statistics of moves; try mcts, or multipv=N of "
                           "alphabeta",
                           spec.type->name);
    if (status == STATUS_OK)
        status = spec.type->open(&spec.options, &player, error);
    if (status != STATUS_OK)
        return status;
    View view = {setting, arguments_flag(arguments, "json")};
    SearchResult result;
    SearchLimits limits = engine_spec_limits(&spec, NULL);
    limits.stop = spec.type->limits ? interrupt_catch() : NULL;
    player->type->reset(player, seed);
    player->type->choose(player, &setting->position, &setting->history, &limits, print_result,
                         &view, &result);
    if (result.failure == FAILURE_NONE) {
        if (table)
            status = print_table(&view, player, error);
        if (status == STATUS_OK)
            status = prove(&view, player, &result, &limits, arguments_flag(arguments, "verify"),
                           holds, error);
        print_best(&view, &result);
    } else {
        status =
            error_set(error, STATUS_BAD_MOVE, "the engine failed: %.200s", result.failure_text);
    }
    player->type->close(player);
    return status;
}

static int run(const Arguments *arguments)
{
    Error error;
    Setting setting;
    bool holds = true;
    Status status = setting_open(&setting, arguments->positionals[0], arguments, &error);
    if (status == STATUS_OK) {
        status = search(&setting, arguments, &holds, &error);
        setting_close(&setting);
    }
    if (status != STATUS_OK)
        return report_error(&error);
    return holds ? 0 : EXIT_DIFFERS;
}

const Command command_search = {
    .name = "search",
    .positionals = "GAME",
    .summary = "let an engine think about a position",
    .details =
        "Searches a position and prints depth, score for the side to move (cp = hundredths,\n"
        "mate = turns to the proven win), nodes, nodes/s and the principal variation; mcts also\n"
        "playouts, visits of the root and wdl, the chances to win, draw and lose in per mille.\n"
        "SPEC is a back end and its options: alphabeta,depth=8,hash=64 or mcts,playouts=10000.\n"
        "'skirmish engines' lists back ends and options. pns writes down its proof, and --verify\n"
        "follows it; other engines are asked for the winner's answer to every move.",
    .example = "skirmish search gounki:published --engine alphabeta,depth=6",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .run = run,
};
