/* skirmish bench: the searches' node signature, the speed of everything on fixed positions, and
 * random games. */
#include "bench/command.h"
#include "bench/environment.h"
#include "bench/figure.h"
#include "engine/clock.h"

#include <inttypes.h>
#include <string.h>

enum { GAMES_DEFAULT = 20000, SEED_DEFAULT = 1 };

static const Option options[] = {
    {"signature", NULL, "print node counts only: what does not depend on the machine"},
    {"json", NULL, "print one JSON object per row"},
    {"repeat", "N", "measure each row N times: median, least and greatest (default 1)"},
    {"engine", "SPEC", "measure this alone (repeatable): NAME, or an engine with its limits"},
    {"out", "FILE", "add what is measured to this database"},
    {"games", "N", "playouts: random games per ruleset (default 20000)"},
    {"seed", "S", "playouts: seed of the random games (default 1)"},
    {0},
};

typedef enum Output { OUTPUT_TABLE, OUTPUT_SIGNATURE, OUTPUT_JSON } Output;

/* What a call does to each game. */
typedef struct Bench {
    const Arguments *arguments;
    Output output;
    bool searches_only;
    int repetitions;
    Recording recording;
    uint64_t signature, nodes; /* of the searches */
    double seconds;
} Bench;

static void print_figure(const Bench *bench, const Figure *figure)
{
    char line[FIGURE_LINE_MAX];
    Text text = TEXT_OF(line);
    switch (bench->output) {
    case OUTPUT_SIGNATURE:
        text_format(&text, "%s %s %" PRIu64 "\n", figure->game, figure->engine, figure->signature);
        break;
    case OUTPUT_JSON:
        figure_json(figure, &text);
        text_char(&text, '\n');
        break;
    case OUTPUT_TABLE: figure_line(figure, &text); break;
    }
    fputs(line, stdout);
    fflush(stdout);
}

static void print_header(Output output)
{
    char lines[2048];
    Text text = TEXT_OF(lines);
    if (output == OUTPUT_TABLE) {
        environment_lines(&text);
        text_char(&text, '\n');
        figure_header(&text);
        fputs(lines, stdout);
    } else if (output == OUTPUT_JSON) {
        environment_json(&text);
        printf("{%s}\n", lines);
    }
}

/* The sums over all searches; the last line is the one that OpenBench looks for, where
 * the signature is the number of nodes. */
static void print_total(const Bench *bench)
{
    double rate = bench->seconds > 0 ? (double)bench->nodes / bench->seconds : 0;
    if (bench->output == OUTPUT_SIGNATURE)
        printf("total all %" PRIu64 "\n", bench->signature);
    else if (bench->output == OUTPUT_TABLE)
        printf("\nTotal time (ms) : %.0f\nNodes searched  : %" PRIu64
               "\nNodes/second    : %.0f\nSignature       : %" PRIu64 "\n%" PRIu64
               " nodes %.0f nps\n",
               1000 * bench->seconds, bench->nodes, rate, bench->signature, bench->signature, rate);
}

static Status bench_row(Bench *bench, int index, const char *words, Error *error)
{
    Figure figure;
    Workload workload;
    Status status = workload_open(&workload, index, words, error);
    if (status == STATUS_OK && !(bench->searches_only && workload.kind != WORKLOAD_SEARCH)) {
        status = figure_measure(&workload, bench->repetitions, &figure, error);
        if (status == STATUS_OK) {
            print_figure(bench, &figure);
            status = figure_record(&figure, &bench->recording, error);
        }
        if (workload.kind == WORKLOAD_SEARCH) {
            bench->signature += figure.signature;
            bench->nodes += figure.nodes;
            bench->seconds += spread_of(figure.seconds, figure.repetitions).median;
        }
    }
    workload_close(&workload);
    return status;
}

static bool is_wanted(int index, const char *filter)
{
    return !filter || games_find(filter, NULL) == index ||
           strcmp(games_at(index)->folder, filter) == 0;
}

/* The engines that are asked for, or everything. */
static Status bench_game(Bench *bench, int index, Error *error)
{
    const char *words;
    bool given = arguments_flag(bench->arguments, "engine");
    Status status = STATUS_OK;
    for (int i = 0;
         status == STATUS_OK &&
         (words = given ? arguments_value(bench->arguments, "engine", i) : workload_name(i));
         i++)
        status = bench_row(bench, index, words, error);
    return status;
}

/* Mistakes in the engines are told before anything is printed. */
static Status check_engines(const Bench *bench, int index, Error *error)
{
    const char *words;
    Status status = STATUS_OK;
    for (int i = 0;
         status == STATUS_OK && (words = arguments_value(bench->arguments, "engine", i)) != NULL;
         i++) {
        Workload workload;
        status = workload_open(&workload, index, words, error);
        workload_close(&workload);
    }
    return status;
}

static Status bench_all(Bench *bench, const char *filter, Error *error)
{
    uint64_t repetitions = 1;
    int first = 0;
    while (!is_wanted(first, filter))
        first++;
    Status status = arguments_number(bench->arguments, "repeat", 1, FIGURE_REPETITIONS_MAX, 1,
                                     &repetitions, error);
    bench->repetitions = (int)repetitions;
    if (status == STATUS_OK)
        status = check_engines(bench, first, error);
    if (status == STATUS_OK)
        status = recording_open(&bench->recording, arguments_value(bench->arguments, "out", 0),
                                "bench", 1, error);
    if (status == STATUS_OK)
        print_header(bench->output);
    for (int i = first; status == STATUS_OK && i < games_count(); i++)
        if (is_wanted(i, filter))
            status = bench_game(bench, i, error);
    if (status == STATUS_OK)
        print_total(bench);
    recording_close(&bench->recording);
    return status;
}

static void print_playouts(const Game *game, const PlayoutTotals *totals, uint64_t cpu,
                           Output output)
{
    double games = (double)totals->games, plies = (double)totals->plies;
    if (output == OUTPUT_JSON)
        printf("{\"game\":\"%s\",\"games\":%" PRIu64 ",\"plies\":%" PRIu64 ",\"longest\":%" PRIu64
               ",\"first_wins\":%" PRIu64 ",\"draws\":%" PRIu64
               ",\"games_per_second\":%.0f,\"plies_per_second\":%.0f}\n",
               game->name, totals->games, totals->plies, totals->longest, totals->wins[0],
               totals->draws, clock_rate(totals->games, cpu), clock_rate(totals->plies, cpu));
    else if (output == OUTPUT_SIGNATURE)
        printf("%s playouts %" PRIu64 "\n", game->name, totals->plies);
    else
        printf("%-20s %10.0f %8.2f %8.2f %8.1f %6" PRIu64 " %7.1f %7.1f\n", game->name,
               clock_rate(totals->games, cpu), clock_rate(totals->plies, cpu) / 1e6,
               (double)cpu / plies, plies / games, totals->longest,
               100.0 * (double)totals->wins[0] / games, 100.0 * (double)totals->draws / games);
}

static void bench_playouts(const char *filter, Output output, uint64_t games, uint64_t seed)
{
    if (output == OUTPUT_TABLE)
        printf("%-20s %10s %8s %8s %8s %6s %7s %7s\n", "random playouts", "games/s", "Mplies/s",
               "ns/ply", "plies", "max", "1st %", "draw %");
    for (int i = 0; i < games_count(); i++) {
        Position start;
        PlayoutTotals totals;
        if (!is_wanted(i, filter))
            continue;
        games_at(i)->start(NULL, &start);
        uint64_t cpu = clock_thread();
        searches_of(i)->playouts(&start, seed, games, &totals);
        print_playouts(games_at(i), &totals, clock_thread() - cpu, output);
    }
}

/* Options that do not go together. */
static Status check_options(const Arguments *arguments, bool playouts, Error *error)
{
    static const char *const for_rows[] = {"engine", "repeat", "out"};
    bool signature = arguments_flag(arguments, "signature");
    if (signature && arguments_flag(arguments, "json"))
        return error_set(error, STATUS_BAD_ARGUMENT, "--signature goes with no --json");
    if (!playouts && (arguments_flag(arguments, "games") || arguments_flag(arguments, "seed")))
        return error_set(error, STATUS_BAD_ARGUMENT, "--games and --seed are for playouts");
    for (size_t i = 0; playouts && i < sizeof for_rows / sizeof for_rows[0]; i++)
        if (arguments_flag(arguments, for_rows[i]))
            return error_set(error, STATUS_BAD_ARGUMENT, "--%s is not for playouts", for_rows[i]);
    return STATUS_OK;
}

static int run(const Arguments *arguments)
{
    Error error;
    uint64_t games = 0, seed = 0;
    int at = 0, count = arguments->positional_count;
    const char *const *words = arguments->positionals;
    bool playouts = count > 0 && strcmp(words[0], "playouts") == 0;
    bool searches = count > 0 && strcmp(words[0], "search") == 0;
    if (playouts || searches)
        at++;
    const char *filter = at < count ? words[at++] : NULL;
    Bench bench = {.arguments = arguments};
    bench.output = arguments_flag(arguments, "signature") ? OUTPUT_SIGNATURE
                   : arguments_flag(arguments, "json")    ? OUTPUT_JSON
                                                          : OUTPUT_TABLE;
    bench.searches_only = searches || bench.output == OUTPUT_SIGNATURE;
    Status status = check_options(arguments, playouts, &error);
    if (status == STATUS_OK && at < count)
        status =
            error_set(&error, STATUS_BAD_ARGUMENT, "bench: unexpected argument '%.60s'", words[at]);
    if (status == STATUS_OK && filter && games_find(filter, &error) < 0)
        status = STATUS_BAD_ARGUMENT;
    if (status == STATUS_OK)
        status = arguments_number(arguments, "games", 1, UINT32_MAX, GAMES_DEFAULT, &games, &error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "seed", 0, UINT64_MAX, SEED_DEFAULT, &seed, &error);
    if (status == STATUS_OK && playouts)
        bench_playouts(filter, bench.output, games, seed);
    else if (status == STATUS_OK)
        status = bench_all(&bench, filter, &error);
    return status == STATUS_OK ? 0 : report_error(&error);
}

const Command command_bench = {
    .name = "bench",
    .positionals = "[search|playouts] [GAME]",
    .summary = "node signature and speed of searches, perft and playouts",
    .details =
        "Every back end, perft and random games on fixed positions of every game; 'search': the\n"
        "back ends alone. The signature is the number of nodes to complete the last iteration\n"
        "within a fixed limit (of perft and playouts all nodes); it changes only when rules,\n"
        "evaluation or search change, and is the same on every machine. Rates are by CPU time;\n"
        "of engines with threads by the clock. The last lines sum up the searches.\n"
        "'playouts': uniform random games from the start position, with their length and results.",
    .example = "skirmish bench gounki --repeat 9 --out all.db",
    .positionals_min = 0,
    .positionals_max = 3,
    .options = options,
    .repeated = "engine",
    .run = run,
};
