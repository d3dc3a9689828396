/* skirmish: from the command line to a command, and the exit code. */
#include "bench/environment.h"
#include "bench/help.h"

#include <errno.h>
#include <string.h>

static bool wants_help(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0)
            return true;
    return false;
}

static void print_version(void)
{
    char lines[1024];
    Text text = TEXT_OF(lines);
    environment_lines(&text);
    fputs(lines, stdout);
}

/* The exit code, unless the output could not be written. */
static int finish(int code)
{
    Error error;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    error_set(&error, STATUS_NO_FILE, "cannot write the output: %s", strerror(errno));
    return report_error(&error);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        help_usage(stderr);
        return EXIT_BAD_INPUT;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        help_usage(stdout);
        return finish(0);
    }
    if (strcmp(argv[1], "--version") == 0) {
        print_version();
        return finish(0);
    }
    Error error;
    const Command *command = command_find(argv[1], &error);
    if (!command)
        return report_error(&error);
    if (wants_help(argc - 2, argv + 2)) {
        help_command(command);
        return finish(0);
    }
    Arguments arguments;
    if (arguments_parse(command, argc - 2, argv + 2, &arguments, &error) != STATUS_OK)
        return report_error(&error);
    return finish(command->run(&arguments));
}
