/* skirmish games: every game and ruleset with its encoding. */
#include "bench/command.h"
#include "engine/report.h"

static const Option options[] = {
    {"json", NULL, "print one JSON object per game"},
    {0},
};

static void print_json(const Game *game)
{
    char line[2048];
    Text text = TEXT_OF(line);
    report_game(game, &text);
    puts(line);
}

static void print_row(const Game *game)
{
    printf("%-20s %-17s %5d %8d %5d %5d %6d  %s\n", game->name, game->title, game->position_size,
           game->identity_size, game->moves_max, game->quiet_limit, game->repetitions,
           game->encoding);
}

static int run(const Arguments *arguments)
{
    bool json = arguments_flag(arguments, "json");
    if (!json)
        printf("%-20s %-17s %5s %8s %5s %5s %6s  %s\n", "name", "game", "bytes", "identity",
               "moves", "quiet", "repeat", "encoding");
    for (int i = 0; i < games_count(); i++) {
        const Game *game = games_at(i);
        if (json)
            print_json(game);
        else
            print_row(game);
    }
    return 0;
}

const Command command_games = {
    .name = "games",
    .positionals = "",
    .summary = "list the games and rulesets",
    .details = "Lists every game and ruleset with its encoding: bytes of a position, bytes that\n"
               "make its identity, the bound on the number of moves (in Lions and Jackals: parts\n"
               "of a turn), plies without progress that draw, occurrences of a position that draw\n"
               "(0 = no such rule).",
    .example = "skirmish games",
    .positionals_min = 0,
    .positionals_max = 0,
    .options = options,
    .run = run,
};
