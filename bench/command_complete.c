/* skirmish complete: how an unfinished command line can go on; scripts/completion/ ask it. */
#include "bench/command.h"
#include "bench/complete.h"

static const Option options[] = {{0}};

static int run(const Arguments *arguments)
{
    complete_words(arguments->positional_count, arguments->positionals);
    return 0;
}

const Command command_complete = {
    .name = "complete",
    .positionals = "-- WORD...",
    .summary = "print how a command line can go on (for the completion of shells)",
    .details =
        "Prints what the last WORD can become: commands, options, games, engines and their "
        "options,\n"
        "one a line with a tab and what it means; ':files' and ':folders' stand for paths that\n"
        "begin with the text behind the tab. The scripts for bash, zsh and fish are installed "
        "with\n"
        "the program.",
    .example = "skirmish complete -- search gounki --engine alphabeta,",
    .positionals_min = 1,
    .positionals_max = POSITIONALS_MAX,
    .options = options,
    .run = run,
};
