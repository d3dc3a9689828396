/* skirmish engines: back ends and their options. */
#include "bench/help.h"

static const Option options[] = {{0}};

static void print_type(const PlayerType *type)
{
    printf("%s: %s\n", type->name, type->about);
    for (const LimitWord *limit = limit_words; limit->key; limit++)
        if (type->limits & limit->kind)
            printf("  limit   %s=%s (%s)\n", limit->key, limit->value, limit->about);
    if (type->probes)
        puts("  option  tables=DIR: tables of solved positions, as 'skirmish solve' writes them");
    for (const PlayerOption *option = type->options; option->name; option++)
        printf("  option  %s=%g (%g to %g): %s\n", option->name, option->value, option->minimum,
               option->maximum, option->about);
    if (type->game)
        puts("  option  weights=FILE: evaluation weights, see 'skirmish weights'");
}

static int run(const Arguments *arguments)
{
    Error error;
    const char *game = arguments->positional_count ? arguments->positionals[0] : NULL;
    int index = game ? games_find(game, &error) : 0;
    if (index < 0)
        return report_error(&error);
    const PlayerType *const *types = searches_of(index)->players;
    for (; *types; types++)
        print_type(*types);
    puts("every back end: name=TEXT hash=MB\n"
         "a program that speaks UGI: cmd=./prog,proto=ugi and a limit (engine/UGI.md)");
    return 0;
}

const Command command_engines = {
    .name = "engines",
    .positionals = "[GAME]",
    .summary = "list the search back ends and their options",
    .details =
        "Lists what can stand in --engine SPEC: a back end, at least one of its limits, and\n"
        "options, separated by commas: alphabeta,depth=6,hash=16,name=A\n"
        "with their defaults, of which some of mcts depend on the game (else those of the first).",
    .example = "skirmish engines gounki",
    .positionals_min = 0,
    .positionals_max = 1,
    .options = options,
    .run = run,
};
