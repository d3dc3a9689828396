/* Commands of the program: each has one table of options that parses its command line and prints
 * its help. Only this layer prints and chooses exit codes. */
#ifndef BENCH_COMMAND_H
#define BENCH_COMMAND_H

#include "games/registry.h"
#include "search/registry.h"

#include <stdio.h>

enum {
    EXIT_DIFFERS = 1, /* the command ran and found a failure, for instance a wrong perft count */
    EXIT_BAD_INPUT = 2,
    EXIT_INTERRUPTED = 130, /* stopped by a signal; what was done is reported */
    OPTION_VALUES_MAX = 512,
    POSITIONALS_MAX = 256,
};

/* Placeholders say what can stand there, alternatives between bars: GAME, SPEC (an engine), FILE,
 * DIR, PROGRAM, COMMAND (of this program); without a capital it is meant literally, "on|off". Help,
 * manual page and completion are made of them. */
typedef struct Option {
    const char *name;     /* without the dashes */
    const char *argument; /* placeholder of its value, NULL for a flag */
    const char *help;
} Option;

typedef struct Arguments {
    const Option *options;
    int positional_count, value_count;
    const char *positionals[POSITIONALS_MAX];
    struct {
        const Option *option;
        const char *value;
    } values[OPTION_VALUES_MAX];
} Arguments;

typedef struct Command {
    const char *name;
    const char *positionals; /* placeholders between blanks: "GAME [DEPTH]", "OUT FILE..." */
    const char *summary, *details, *example;
    int positionals_min, positionals_max;
    const Option *options; /* ends with a NULL name */
    const char *repeated; /* options that may be given more than once: "game engine"; NULL = none */
    int (*run)(const Arguments *arguments);
} Command;

/* Reads a command's own words (argv[0] is the first after the command's name). */
Status arguments_parse(const Command *command, int argc, char **argv, Arguments *arguments,
                       Error *error);

/* Whether the word is one of those between blanks; NULL = none. */
bool words_contain(const char *words, const char *word);

/* Whether the option may be given more than once. */
bool arguments_repeat(const Command *command, const char *name);

/* Adds a value as if it had been given; `name` (of length `length`) must be one of the command's
 * options, and stands in messages after `where`. */
Status arguments_add(const Command *command, Arguments *arguments, const char *where,
                     const char *name, size_t length, const char *value, Error *error);

/* The index-th value given to the option, NULL if there are not so many. */
const char *arguments_value(const Arguments *arguments, const char *name, int index);
bool arguments_flag(const Arguments *arguments, const char *name);

/* The option's value as a number in minimum .. maximum, or `otherwise` if it was not given. */
Status arguments_number(const Arguments *arguments, const char *name, uint64_t minimum,
                        uint64_t maximum, uint64_t otherwise, uint64_t *number, Error *error);

/* Reads a whole string as a number; `what` names it in the message. */
Status read_number(const char *string, const char *what, uint64_t minimum, uint64_t maximum,
                   uint64_t *number, Error *error);

/* Opens the board in the file of --board (*board = NULL if it was not given); the caller closes it.
 */
#define BOARD_OPTION                                                             \
    {                                                                            \
        "board", "FILE", "play on the board in FILE (games with several boards)" \
    }
Status arguments_board(const Arguments *arguments, const Game *game, Board **board, Error *error);

/* Prints "skirmish: <sentence>" to stderr and returns EXIT_BAD_INPUT. */
int report_error(const Error *error);

/* Writes "White wins (goal)", "draw (repetition)" or "" if the game goes on. */
void write_ending(const Game *game, const Position *position, const PositionHistory *history,
                  Text *text);

/* What most commands begin with: a game, perhaps a board file, perhaps a position. */
typedef struct Setting {
    int index; /* in the registry */
    const Game *game;
    const SearchKit *kit;
    Board *board; /* owned, NULL = the default board */
    Position position;
    Position start; /* before the moves */
    uint64_t *keys; /* owned; of the positions before, at turn boundaries */
    Move *moves;    /* owned; since the start */
    PositionHistory history;
} Setting;

/* Options that setting_open understands; put them into the command's table. */
#define SETTING_OPTIONS                                                           \
    {"position", "TEXT", "start from this position instead of the game's start"}, \
        {"moves", "LIST", "play these moves first (separated by blanks)"}, BOARD_OPTION

/* The setting's history points into it: it is not to be copied. */
Status setting_open(Setting *setting, const char *game, const Arguments *arguments, Error *error);
void setting_close(Setting *setting);

#define COMMAND(name) extern const Command command_##name;
#include "bench/commands.def"
#undef COMMAND

extern const Command *const all_commands[]; /* all of them, ends with NULL */

/* The command of this name, NULL if there is none. */
const Command *command_find(const char *name, Error *error);

#endif
