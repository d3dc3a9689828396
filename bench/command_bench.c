/* skirmish bench: the searches' node signature and speed on fixed positions, and the speed of
 * random playouts. */
#include "bench/command.h"
#include "bench/environment.h"
#include "engine/clock.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    POSITIONS = 6,      /* per game */
    PLIES_BETWEEN = 3,  /* from one to the next */
    NODES = 50000,      /* per position, for searches limited by nodes */
    PLAYOUTS = 1000,    /* per position, for searches limited by playouts */
    PLAIN_NODES = 20000 /* leaves per position, for searches limited by depth alone */
};

static const Option options[] = {
    {"signature", NULL, "print node counts only: what does not depend on the machine"},
    {"json", NULL, "print one JSON object per row"},
    {"engine", "SPEC", "search: measure this engine alone, within its limits"},
    {"games", "N", "playouts: random games per ruleset (default 20000)"},
    {"seed", "S", "playouts: seed of the random games (default 1)"},
    {0},
};

typedef enum Format { FORMAT_TABLE, FORMAT_SIGNATURE, FORMAT_JSON } Format;

/* Picks the turn whose position has the least mixed key: a choice that looks random and depends on
 * the rules alone, not on the order in which turns are generated. */
typedef struct Picker {
    const Game *game;
    uint64_t salt, least;
    Position chosen;
    bool found;
} Picker;

static bool pick_turn(void *context, const Turn *turn, const Position *after)
{
    Picker *picker = context;
    (void)turn;
    uint64_t value = random_mix(picker->game->key(after) ^ picker->salt);
    if (!picker->found || value < picker->least) {
        picker->found = true;
        picker->least = value;
        picker->chosen = *after;
    }
    return true;
}

/* The bench positions of a game: every few plies of walks that begin anew when a game ends. */
static void bench_positions(const Game *game, Position positions[POSITIONS])
{
    uint64_t walk = 0;
    Position position;
    game->start(NULL, &position);
    for (int i = 0, ply = 0; i < POSITIONS; ply++) {
        if (game->outcome(&position) != OUTCOME_OPEN) {
            walk++;
            game->start(NULL, &position);
            ply = 0;
        }
        if (ply % PLIES_BETWEEN == 0 && (ply > 0 || i == 0))
            positions[i++] = position;
        Picker picker = {.game = game, .salt = random_mix(walk)};
        turn_each(game, &position, pick_turn, &picker);
        position = picker.chosen;
    }
}

/* The deepest plain search that looks at not too many leaves. */
static int plain_depth(const SearchKit *kit, const Position *position)
{
    int depth = 1;
    for (;; depth++) {
        PerftResult result;
        PerftOptions perft = {.threads = 1, .bulk = true};
        Status status = kit->perft(position, depth + 1, &perft, &result, NULL);
        if (status != STATUS_OK || result.nodes > PLAIN_NODES || result.nodes == 0)
            return depth;
    }
}

static SearchLimits limits_for(const PlayerType *type, const SearchKit *kit,
                               const Position *position)
{
    if (type->limits & LIMIT_PLAYOUTS)
        return (SearchLimits){.playouts = PLAYOUTS};
    if (type->limits & LIMIT_NODES)
        return (SearchLimits){.nodes = NODES};
    return (SearchLimits){.depth = plain_depth(kit, position)};
}

/* One back end on one game. */
typedef struct Row {
    uint64_t signature; /* nodes to complete the last finished iteration, over all positions */
    uint64_t nodes, playouts, nanoseconds;
} Row;

static void note_iteration(void *context, const SearchResult *result)
{
    *(uint64_t *)context = result->nodes;
}

/* `words` = an engine with its limits, or NULL for a back end as it is. */
static Status measure(int index, const PlayerType *type, const char *words,
                      const Position *positions, Row *row, Error *error)
{
    EngineSpec spec;
    Player *player = NULL;
    char plain[64];
    *row = (Row){0};
    if (!words) {
        Text text = TEXT_OF(plain);
        text_format(&text, "%s,hash=16%s", type->name,
                    type->limits & LIMIT_NODES ? ",nodes=1" : ",depth=1");
    }
    Status status =
        engine_spec_parse(words ? words : plain, searches_of(index)->players, &spec, error);
    if (status == STATUS_OK)
        status = spec.type->open(&spec.options, &player, error);
    if (status != STATUS_OK)
        return status;
    for (int i = 0; i < POSITIONS; i++) {
        SearchLimits limits = words ? engine_spec_limits(&spec, NULL)
                                    : limits_for(type, searches_of(index), &positions[i]);
        SearchResult result;
        uint64_t completed = 0;
        player->type->reset(player, 1);
        uint64_t cpu = clock_process();
        player->type->choose(player, &positions[i], &(PositionHistory){0}, &limits, note_iteration,
                             &completed, &result);
        row->nanoseconds += clock_process() - cpu;
        row->nodes += result.nodes;
        row->playouts += result.playouts;
        row->signature += completed;
    }
    player->type->close(player);
    return STATUS_OK;
}

static void print_row(const char *game, const char *search, const Row *row, Format format)
{
    switch (format) {
    case FORMAT_SIGNATURE: printf("%s %s %" PRIu64 "\n", game, search, row->signature); break;
    case FORMAT_JSON:
        printf("{\"game\":\"%s\",\"backend\":\"%s\",\"signature\":%" PRIu64 ",\"nodes\":%" PRIu64
               ",\"playouts\":%" PRIu64 ",\"cpu_seconds\":%.6f,\"nodes_per_second\":%.0f,"
               "\"playouts_per_second\":%.0f}\n",
               game, search, row->signature, row->nodes, row->playouts,
               (double)row->nanoseconds / NANOSECONDS_PER_SECOND,
               clock_rate(row->nodes, row->nanoseconds),
               clock_rate(row->playouts, row->nanoseconds));
        break;
    case FORMAT_TABLE:
        printf("%-20s %-10s %12" PRIu64 " %12" PRIu64 " %9.3f %12.0f %10.0f\n", game, search,
               row->signature, row->nodes, (double)row->nanoseconds / NANOSECONDS_PER_SECOND,
               clock_rate(row->nodes, row->nanoseconds),
               clock_rate(row->playouts, row->nanoseconds));
        break;
    }
    fflush(stdout);
}

static void print_environment(Format format)
{
    char lines[1024];
    Text text = TEXT_OF(lines);
    if (format == FORMAT_TABLE) {
        environment_lines(&text);
        printf("%s\n%-20s %-10s %12s %12s %9s %12s %10s\n", lines, "game", "search", "signature",
               "nodes", "CPU s", "nodes/s", "playouts/s");
    } else if (format == FORMAT_JSON) {
        environment_json(&text);
        printf("{%s}\n", lines);
    }
}

static void print_total(const Row *total, Format format)
{
    print_row("total", "all", total, format);
    if (format == FORMAT_TABLE)
        printf("\nTotal time (ms) : %" PRIu64 "\nNodes searched  : %" PRIu64
               "\nNodes/second    : %.0f\n",
               total->nanoseconds / NANOSECONDS_PER_MILLISECOND, total->signature,
               clock_rate(total->nodes, total->nanoseconds));
}

static bool is_wanted(int index, const char *filter)
{
    return !filter || games_find(filter, NULL) == index ||
           strcmp(games_at(index)->folder, filter) == 0;
}

/* The back ends of a game, or the engine alone. */
static Status bench_game(int index, const char *words, Format format, Row *total, Error *error)
{
    Position positions[POSITIONS];
    const PlayerType *const *types = searches_of(index)->players;
    bench_positions(games_at(index), positions);
    for (const PlayerType *const *type = types; *type; type++) {
        Row row;
        if (!words && (!(*type)->limits || (*type)->external))
            continue;
        Status status = measure(index, *type, words, positions, &row, error);
        if (status != STATUS_OK)
            return status;
        print_row(games_at(index)->name, words ? "engine" : (*type)->name, &row, format);
        total->signature += row.signature;
        total->nodes += row.nodes;
        total->nanoseconds += row.nanoseconds;
        if (words)
            break;
    }
    return STATUS_OK;
}

static Status bench_searches(const char *filter, const char *words, Format format, Error *error)
{
    Row total = {0};
    EngineSpec spec;
    if (words) { /* a mistake is told before anything is printed */
        Status status = engine_spec_parse(words, searches_of(0)->players, &spec, error);
        if (status != STATUS_OK)
            return status;
    }
    print_environment(format);
    for (int i = 0; i < games_count(); i++) {
        Status status =
            is_wanted(i, filter) ? bench_game(i, words, format, &total, error) : STATUS_OK;
        if (status != STATUS_OK)
            return status;
    }
    print_total(&total, format);
    return STATUS_OK;
}

static void print_playouts(const Game *game, const PlayoutTotals *totals, uint64_t cpu,
                           Format format)
{
    double games = (double)totals->games, plies = (double)totals->plies;
    if (format == FORMAT_JSON)
        printf("{\"game\":\"%s\",\"games\":%" PRIu64 ",\"plies\":%" PRIu64 ",\"longest\":%" PRIu64
               ",\"first_wins\":%" PRIu64 ",\"draws\":%" PRIu64
               ",\"games_per_second\":%.0f,\"plies_per_second\":%.0f}\n",
               game->name, totals->games, totals->plies, totals->longest, totals->wins[0],
               totals->draws, clock_rate(totals->games, cpu), clock_rate(totals->plies, cpu));
    else if (format == FORMAT_SIGNATURE)
        printf("%s playouts %" PRIu64 "\n", game->name, totals->plies);
    else
        printf("%-20s %10.0f %8.2f %8.2f %8.1f %6" PRIu64 " %7.1f %7.1f\n", game->name,
               clock_rate(totals->games, cpu), clock_rate(totals->plies, cpu) / 1e6,
               (double)cpu / plies, plies / games, totals->longest,
               100.0 * (double)totals->wins[0] / games, 100.0 * (double)totals->draws / games);
}

static void bench_playouts(const char *filter, Format format, uint64_t games, uint64_t seed)
{
    if (format == FORMAT_TABLE)
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
        print_playouts(games_at(i), &totals, clock_thread() - cpu, format);
    }
}

static int run(const Arguments *arguments)
{
    Error error;
    uint64_t games = 0, seed = 0;
    int at = 0, count = arguments->positional_count;
    const char *const *words = arguments->positionals;
    bool playouts = count > 0 && strcmp(words[0], "playouts") == 0;
    if (playouts || (count > 0 && strcmp(words[0], "search") == 0))
        at++;
    const char *filter = at < count ? words[at++] : NULL;
    Format format = arguments_flag(arguments, "signature") ? FORMAT_SIGNATURE
                    : arguments_flag(arguments, "json")    ? FORMAT_JSON
                                                           : FORMAT_TABLE;
    Status status = STATUS_OK;
    if (arguments_flag(arguments, "signature") && arguments_flag(arguments, "json"))
        status = error_set(&error, STATUS_BAD_ARGUMENT, "--signature goes with no --json");
    else if (!playouts && (arguments_flag(arguments, "games") || arguments_flag(arguments, "seed")))
        status = error_set(&error, STATUS_BAD_ARGUMENT, "--games and --seed are for playouts");
    else if (playouts && arguments_value(arguments, "engine", 0))
        status = error_set(&error, STATUS_BAD_ARGUMENT, "--engine is for search, not for playouts");
    else if (at < count)
        status =
            error_set(&error, STATUS_BAD_ARGUMENT, "bench: unexpected argument '%.60s'", words[at]);
    else if (filter && games_find(filter, &error) < 0)
        status = STATUS_BAD_ARGUMENT;
    if (status == STATUS_OK)
        status = arguments_number(arguments, "games", 1, UINT32_MAX, 20000, &games, &error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "seed", 0, UINT64_MAX, 1, &seed, &error);
    if (status == STATUS_OK && playouts)
        bench_playouts(filter, format, games, seed);
    else if (status == STATUS_OK)
        status = bench_searches(filter, arguments_value(arguments, "engine", 0), format, &error);
    return status == STATUS_OK ? 0 : report_error(&error);
}

const Command command_bench = {
    .name = "bench",
    .positionals = "[search|playouts] [GAME]",
    .summary = "node signature and speed of searches, speed of playouts",
    .details =
        "search (the default): every back end on fixed positions of every game. The signature is\n"
        "the number of nodes to complete the last iteration within a fixed limit; it changes only\n"
        "when rules, evaluation or search change, and is the same on every machine.\n"
        "playouts: uniform random games from the start position. One thread, CPU time.",
    .example = "skirmish bench playouts shapluk --games 100000",
    .positionals_min = 0,
    .positionals_max = 3,
    .options = options,
    .run = run,
};
