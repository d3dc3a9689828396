/* What the program says about itself: usage, the help of one command, the manual page. All of it
 * comes from the tables of commands, options, games and back ends. */
#ifndef BENCH_HELP_H
#define BENCH_HELP_H

#include "bench/command.h"

/* The list of commands. */
void help_usage(FILE *stream);

/* What `skirmish COMMAND --help` prints. */
void help_command(const Command *command);

/* The manual page skirmish(1), in the macros of man(7). */
void help_manual(void);

/* The limits that a back end may heed, as the keys of an engine spec. */
typedef struct LimitWord {
    LimitKind kind;
    const char *key, *value, *about;
} LimitWord;

extern const LimitWord limit_words[]; /* ends with a NULL key */

#endif
