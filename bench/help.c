/* Usage, help and the manual page, from the tables of commands, games and back ends. */
#include "bench/help.h"

#include "build_info.h"

#include <string.h>

enum { HELP_COLUMN = 22 };

const LimitWord limit_words[] = {
    {LIMIT_DEPTH, "depth", "N", "turns"},
    {LIMIT_NODES, "nodes", "N", "positions visited"},
    {LIMIT_PLAYOUTS, "playouts", "N", "playouts of a turn"},
    {LIMIT_TIME, "movetime", "MS", "milliseconds of a turn"},
    {LIMIT_TIME, "tc", "TURNS/SECONDS+SECONDS",
     "a clock for the game; turns and increment may be left out"},
    {0},
};

void help_usage(FILE *stream)
{
    fputs("skirmish: search, matches and measurements for five abstract board games\n\n"
          "usage: skirmish COMMAND ...\n\n",
          stream);
    for (int i = 0; all_commands[i]; i++)
        fprintf(stream, "  %-12s %s\n", all_commands[i]->name, all_commands[i]->summary);
    fputs("\n'skirmish COMMAND --help' explains one command; 'skirmish games' lists the games.\n",
          stream);
}

void help_command(const Command *command)
{
    printf("usage: skirmish %s%s%s [options]\n\n%s\n\n", command->name,
           *command->positionals ? " " : "", command->positionals, command->details);
    for (const Option *option = command->options; option->name; option++) {
        char left[96];
        snprintf(left, sizeof left, "--%s%s%s", option->name, option->argument ? " " : "",
                 option->argument ? option->argument : "");
        /* A long left side has the line for itself. */
        bool is_long = strlen(left) > HELP_COLUMN;
        printf("  %-*s%s%-*s%s\n", HELP_COLUMN, left, is_long ? "\n" : "",
               is_long ? HELP_COLUMN + 3 : 1, "", option->help);
    }
    printf("  %-*s %s\n\nexample:\n  %s\n", HELP_COLUMN, "--help", "print this help",
           command->example);
}

/* Writes text so that nothing in it is a macro or an escape; blank lines divide paragraphs, and
 * indented lines stay as they are. */
static void put_text(const char *text)
{
    bool begins = true, indented = false;
    for (; *text; text++) {
        if (begins && (*text == ' ') != indented) {
            indented = !indented;
            puts(indented ? ".nf" : ".fi");
        }
        if (begins && *text == '\n')
            fputs(".PP", stdout);
        if (begins && (*text == '.' || *text == '\''))
            fputs("\\&", stdout);
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else if (*text == '\'')
            fputs("\\(aq", stdout);
        else
            putchar(*text);
        begins = *text == '\n';
    }
    puts(begins && !indented ? "" : indented ? "\n.fi" : "");
}

/* Text inside a quoted argument of a macro. */
static void put_inside(const char *text)
{
    for (; text && *text; text++)
        if (*text == '"')
            fputs("\\(dq", stdout);
        else if (*text == '\\')
            fputs("\\e", stdout);
        else
            printf(*text == '-' ? "\\%c" : "%c", *text);
}

/* A tagged paragraph: "key value" and what it means. */
static void put_item(const char *prefix, const char *key, const char *value, const char *about)
{
    fputs(".TP\n.BI \"", stdout);
    put_inside(prefix);
    put_inside(key);
    fputs(value && *prefix ? " " : value ? "=" : "", stdout);
    fputs(value ? "\" \"" : "", stdout);
    put_inside(value);
    puts("\"");
    put_text(about);
}

static void put_heading(const char *name, const char *rest)
{
    fputs(".SS \"", stdout);
    put_inside(name);
    fputs(*rest ? " " : "", stdout);
    put_inside(rest);
    puts("\"");
}

static void put_example(const char *example)
{
    puts(".PP\nExample:\n.PP\n.nf");
    put_text(example);
    puts(".fi");
}

static void put_command(const Command *command)
{
    put_heading(command->name, command->positionals);
    put_text(command->details);
    for (const Option *option = command->options; option->name; option++)
        put_item("--", option->name, option->argument, option->help);
    put_example(command->example);
}

static void put_games(void)
{
    puts(".SH GAMES\nA game is named by itself, with its default ruleset, or with a ruleset.");
    for (int i = 0; i < games_count(); i++) {
        char about[96];
        snprintf(about, sizeof about, "%s, ruleset %s", games_at(i)->title, games_at(i)->ruleset);
        put_item("", games_at(i)->name, NULL, about);
    }
}

static void put_engine(const PlayerType *type)
{
    put_heading(type->name, "");
    put_text(type->about);
    for (const LimitWord *limit = limit_words; limit->key; limit++)
        if (type->limits & limit->kind)
            put_item("", limit->key, limit->value, limit->about);
    for (const PlayerOption *option = type->options; option->name; option++) {
        char value[96];
        snprintf(value, sizeof value, "%g..%g", option->minimum, option->maximum);
        put_item("", option->name, value, option->about);
    }
    if (type->probes)
        put_item("", "tables", "DIR", "tables of solved positions");
    if (type->game)
        put_item("", "weights", "FILE", "evaluation weights");
}

static void put_engines(void)
{
    puts(".SH ENGINES\n"
         "An engine is a back end, at least one of its limits, and options, separated by commas:\n"
         "alphabeta,depth=6,hash=16,name=A. Every back end takes\n"
         ".BI name= TEXT\nand\n.BI hash= MB\\fR.\n"
         "Programs that speak UGI are engines, too: cmd=./prog,proto=ugi and a limit. Ranges are\n"
         "those of the first game;\n.B skirmish engines\nprints defaults, for each game.");
    for (const PlayerType *const *type = searches_of(0)->players; *type; type++)
        put_engine(*type);
}

void help_manual(void)
{
    printf(".TH SKIRMISH 1 \"%s\" \"skirmish %s\" \"User Commands\"\n", BUILD_DATE, BUILD_VERSION);
    puts(".nh\n.ad l\n.SH NAME\n"
         "skirmish \\- search, matches and measurements for five abstract board games\n"
         ".SH SYNOPSIS\n.B skirmish\n.I COMMAND\n.RI [ argument ...]\n.RI [ options ]\n"
         ".SH DESCRIPTION\n"
         "Plays, measures, tunes and solves five abstract board games in their rulesets. Every\n"
         "command explains itself with\n.BR \\-\\-help .\n.SH COMMANDS");
    for (int i = 0; all_commands[i]; i++)
        put_command(all_commands[i]);
    put_games();
    put_engines();
    puts(".SH EXIT STATUS\n"
         ".TP\n.B 0\ndone\n.TP\n.B 1\nthe command ran and a check failed\n"
         ".TP\n.B 2\nbad input; one line on standard error says what, where and what was expected\n"
         ".TP\n.B 130\nstopped by a signal; what was done is reported");
}
