/* skirmish bench: speed of playouts and searches. */
#include "bench/command.h"
#include "engine/clock.h"

#include <inttypes.h>
#include <string.h>

static const Option options[] = {
    {"games", "N", "random games to play per ruleset (default 20000)"},
    {"seed", "S", "seed of the random games (default 1)"},
    {0},
};

static void bench_playouts(int index, uint64_t games, uint64_t seed)
{
    Position start;
    games_at(index)->start(NULL, &start);
    PlayoutTotals totals;
    uint64_t cpu = clock_thread();
    searches_of(index)->playouts(&start, seed, games, &totals);
    cpu = clock_thread() - cpu;
    printf("%-20s %10.0f %8.2f %8.2f %8.1f %6" PRIu64 " %7.1f %7.1f\n", games_at(index)->name,
           clock_rate(games, cpu), clock_rate(totals.plies, cpu) / 1e6,
           (double)cpu / (double)totals.plies, (double)totals.plies / (double)games, totals.longest,
           100.0 * (double)totals.wins[0] / (double)games,
           100.0 * (double)totals.draws / (double)games);
}

static int run(const Arguments *arguments)
{
    Error error;
    uint64_t games = 0, seed = 0;
    if (arguments_number(arguments, "games", 1, UINT32_MAX, 20000, &games, &error) != STATUS_OK ||
        arguments_number(arguments, "seed", 0, UINT64_MAX, 1, &seed, &error) != STATUS_OK)
        return report_error(&error);
    printf("%-20s %10s %8s %8s %8s %6s %7s %7s\n", "uniform playouts", "games/s", "Mplies/s",
           "ns/ply", "plies", "max", "1st %", "draw %");
    for (int i = 0; i < games_count(); i++)
        if (arguments->positional_count < 2 ||
            strcmp(games_at(i)->folder, arguments->positionals[1]) == 0)
            bench_playouts(i, games, seed);
    return 0;
}

const Command command_bench = {
    .name = "bench",
    .positionals = "playouts [GAME]",
    .summary = "measure the speed of playouts and searches",
    .details = "Measures uniform random games from the start position, one thread, CPU time.",
    .example = "skirmish bench playouts shapluk",
    .positionals_min = 1,
    .positionals_max = 2,
    .options = options,
    .run = run,
};
