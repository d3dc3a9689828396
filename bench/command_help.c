/* skirmish help: the list of commands, the help of one, or the manual page. */
#include "bench/help.h"

static const Option options[] = {
    {"man", NULL, "print the manual page: skirmish help --man | man -l -"},
    {0},
};

static int run(const Arguments *arguments)
{
    Error error;
    bool manual = arguments_flag(arguments, "man");
    if (manual && arguments->positional_count > 0) {
        error_set(&error, STATUS_BAD_ARGUMENT, "expected a COMMAND or --man, not both");
        return report_error(&error);
    }
    if (manual) {
        help_manual();
        return 0;
    }
    if (arguments->positional_count == 0) {
        help_usage(stdout);
        return 0;
    }
    const Command *command = command_find(arguments->positionals[0], &error);
    if (!command)
        return report_error(&error);
    help_command(command);
    return 0;
}

const Command command_help = {
    .name = "help",
    .positionals = "[COMMAND]",
    .summary = "explain a command, or print the manual page",
    .details = "Lists the commands, or explains one as 'skirmish COMMAND --help' does.",
    .example = "skirmish help search",
    .positionals_min = 0,
    .positionals_max = 1,
    .options = options,
    .run = run,
};
