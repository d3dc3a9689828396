/* skirmish: the command table, help, and the exit code. */
#include "bench/command.h"
#include "bench/environment.h"

#include <errno.h>
#include <string.h>

static const Command *const commands[] = {
    &command_games,   &command_engines,    &command_show,         &command_moves,
    &command_perft,   &command_diff_perft, &command_search,       &command_play,
    &command_match,   &command_tournament, &command_standings,    &command_report,
    &command_export,  &command_merge,      &command_openings,     &command_analyse,
    &command_weights, &command_selfplay,   &command_tune,         &command_solve,
    &command_verify,  &command_probe,      &command_bench,        &command_compare,
    &command_scale,   &command_ugi,        &command_check_engine,
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0], HELP_COLUMN = 22 };

static void print_usage(FILE *stream)
{
    fputs("skirmish: search, matches and measurements for five abstract board games\n\n"
          "usage: skirmish COMMAND ...\n\n",
          stream);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(stream, "  %-12s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\n'skirmish COMMAND --help' explains one command; 'skirmish games' lists the games.\n",
          stream);
}

static void print_help(const Command *command)
{
    printf("usage: skirmish %s %s [options]\n\n%s\n\n", command->name, command->positionals,
           command->details);
    for (const Option *option = command->options; option->name; option++) {
        char left[64];
        snprintf(left, sizeof left, "--%s%s%s", option->name, option->argument ? " " : "",
                 option->argument ? option->argument : "");
        /* A long left side has the line for itself. */
        printf("  %-22s%s%-*s%s\n", left, strlen(left) > HELP_COLUMN ? "\n" : "",
               strlen(left) > HELP_COLUMN ? HELP_COLUMN + 3 : 1, "", option->help);
    }
    printf("  %-22s %s\n\nexample:\n  %s\n", "--help", "print this help", command->example);
}

static const Command *find_command(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

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
        print_usage(stderr);
        return EXIT_BAD_INPUT;
    }
    bool help = strcmp(argv[1], "help") == 0;
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || (help && argc == 2)) {
        print_usage(stdout);
        return finish(0);
    }
    if (strcmp(argv[1], "--version") == 0) {
        print_version();
        return finish(0);
    }
    const char *name = help ? argv[2] : argv[1];
    const Command *command = find_command(name);
    Error error;
    if (!command) {
        error_set(&error, STATUS_BAD_ARGUMENT, "unknown command '%.60s'; see 'skirmish --help'",
                  name);
        return report_error(&error);
    }
    if (help || wants_help(argc - 2, argv + 2)) {
        print_help(command);
        return finish(0);
    }
    Arguments arguments;
    if (arguments_parse(command, argc - 2, argv + 2, &arguments, &error) != STATUS_OK)
        return report_error(&error);
    return finish(command->run(&arguments));
}
