/* skirmish compare: whether one build is faster than another. */
#include "bench/affinity.h"
#include "bench/command.h"
#include "bench/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS_MIN = 10, ROUNDS_DEFAULT = 200 };

static const double confidence_default = 99, precision_default = 0.5;

static const Option options[] = {
    {"game", "GAME", "what to measure (repeatable; default the first ruleset of each game)"},
    {"engine", "SPEC", "as in bench (repeatable; default alphabeta, mcts and playouts)"},
    {"precision", "PERCENT", "stop when the total is known to +- so much (default 0.5)"},
    {"confidence", "PERCENT", "of the intervals (default 99)"},
    {"rounds", "N", "stop after so many rounds in any case (default 200, at least 10)"},
    {"processor", "N", "run both on this processor, 0 = the first (default where it is now)"},
    {"different", NULL, "compare nodes/s even where the builds do different work"},
    {"seed", "S", "of the order of the runs (default 1)"},
    {"json", NULL, "print one JSON object per row"},
    {0},
};

static Status read_percent(const Arguments *arguments, const char *name, double otherwise,
                           double below, double *value, Error *error)
{
    const char *given = arguments_value(arguments, name, 0);
    char *end = NULL;
    *value = given ? strtod(given, &end) : otherwise;
    if (!given || (end != given && !*end && *value > 0 && *value < below))
        return STATUS_OK;
    return error_set(error, STATUS_BAD_ARGUMENT,
                     "--%s: expected a percentage above 0 and below %g, got '%.60s'", name, below,
                     given);
}

/* Whether it is a file of JSON lines rather than a program. */
static bool is_figures(const char *path)
{
    FILE *file = fopen(path, "r");
    int first = file ? getc(file) : EOF;
    if (file)
        fclose(file);
    return first == '{';
}

static Status add_engines(Comparison *comparison, const Arguments *arguments, const char *game,
                          Error *error)
{
    static const char *const usual[] = {"alphabeta", "mcts", "playouts", NULL};
    bool given = arguments_flag(arguments, "engine");
    const char *engine;
    Status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK &&
                    (engine = given ? arguments_value(arguments, "engine", i) : usual[i]) != NULL;
         i++)
        status = comparison_add_row(comparison, game, engine, error);
    return status;
}

static Status add_rows(Comparison *comparison, const Arguments *arguments, Error *error)
{
    Status status = STATUS_OK;
    const char *game;
    for (int i = 0; status == STATUS_OK && (game = arguments_value(arguments, "game", i)); i++) {
        int index = games_find(game, error);
        status = index < 0 ? STATUS_BAD_ARGUMENT
                           : add_engines(comparison, arguments, games_at(index)->name, error);
    }
    if (arguments_flag(arguments, "game"))
        return status;
    for (int i = 0; status == STATUS_OK && i < games_count(); i++)
        if (i == 0 || strcmp(games_at(i)->folder, games_at(i - 1)->folder) != 0)
            status = add_engines(comparison, arguments, games_at(i)->name, error);
    return status;
}

static Status run_programs(Comparison *comparison, const Arguments *arguments, Error *error)
{
    TurnOptions turns = {.rounds_min = ROUNDS_MIN,
                         .different = arguments_flag(arguments, "different")};
    uint64_t rounds = 0, processor = 0, processors = (uint64_t)affinity_processors();
    Status status = arguments_number(arguments, "rounds", ROUNDS_MIN, COMPARED_ROUNDS_MAX,
                                     ROUNDS_DEFAULT, &rounds, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "seed", 0, UINT64_MAX, 1, &turns.seed, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "processor", 0, processors - 1, 0, &processor, error);
    if (status == STATUS_OK)
        status = add_rows(comparison, arguments, error);
    if (status != STATUS_OK)
        return status;
    turns.rounds_max = (int)rounds;
    bool bound = arguments_flag(arguments, "processor") ? affinity_bind((int)processor)
                                                        : affinity_bind_here();
    if (!bound)
        fputs("skirmish: the system binds no program to a processor: expect wider intervals\n",
              stderr);
    return comparison_run(comparison, &turns, error);
}

/* Two files, which say what there is to compare. */
static Status read_files(Comparison *comparison, const Arguments *arguments, Error *error)
{
    static const char *const for_programs[] = {"game", "engine", "rounds", "processor", "seed"};
    Status status = STATUS_OK;
    for (size_t i = 0; i < sizeof for_programs / sizeof for_programs[0]; i++)
        if (arguments_flag(arguments, for_programs[i]))
            return error_set(error, STATUS_BAD_ARGUMENT, "--%s is for programs, not for files",
                             for_programs[i]);
    for (int side = 0; status == STATUS_OK && side < 2; side++)
        status = comparison_read(comparison, side, error);
    for (int i = 0; status == STATUS_OK && i < comparison->row_count; i++)
        if (!arguments_flag(arguments, "different"))
            status = comparison_check(&comparison->rows[i], error);
    return status;
}

static int run(const Arguments *arguments)
{
    Error error = {0};
    Comparison comparison = {.names = {arguments->positionals[0], arguments->positionals[1]}};
    double confidence = 0, precision = 0;
    bool files = is_figures(comparison.names[BASE]);
    Status status =
        read_percent(arguments, "confidence", confidence_default, 100, &confidence, &error);
    if (status == STATUS_OK)
        status = read_percent(arguments, "precision", precision_default, 100, &precision, &error);
    comparison.confidence = confidence / 100;
    comparison.precision = log1p(precision / 100);
    if (status == STATUS_OK && files != is_figures(comparison.names[NEW]))
        status = error_set(&error, STATUS_BAD_ARGUMENT,
                           "expected two programs or two files of 'bench --json', not one of each");
    if (status == STATUS_OK)
        status = files ? read_files(&comparison, arguments, &error)
                       : run_programs(&comparison, arguments, &error);
    int verdict = 0;
    if (status == STATUS_OK)
        verdict = comparison_print(&comparison, arguments_flag(arguments, "json"),
                                   arguments_flag(arguments, "different"), stdout);
    comparison_close(&comparison);
    if (status == STATUS_MISMATCH) {
        report_error(&error);
        return EXIT_DIFFERS;
    }
    if (status != STATUS_OK)
        report_error(&error);
    if (comparison.stopped)
        return EXIT_INTERRUPTED;
    if (status != STATUS_OK)
        return EXIT_BAD_INPUT;
    return verdict < 0 ? EXIT_DIFFERS : 0;
}

const Command command_compare = {
    .name = "compare",
    .positionals = "BASE NEW",
    .summary = "whether one build is faster than another, and how sure that is",
    .details =
        "BASE and NEW are two builds of this program, or two files that 'bench --json --repeat N'\n"
        "wrote. Programs run the same fixed work in turns, in random order, on one processor, by\n"
        "CPU time, until the total is known well enough. Builds that search other nodes are not\n"
        "compared. Each row: mean of the logarithms without the outer fifths, with an interval;\n"
        "the verdict is about the total. Exit status 1: NEW is slower, or does different work.",
    .example = "skirmish compare old/skirmish build/release/skirmish --game gounki",
    .positionals_min = 2,
    .positionals_max = 2,
    .options = options,
    .repeated = "game engine",
    .run = run,
};
