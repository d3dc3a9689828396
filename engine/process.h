/* A program run beside this one, with its standard input and output at the other ends of two pipes.
 * It leads a process group of its own, so that what it starts can be ended with it. */
#ifndef ENGINE_PROCESS_H
#define ENGINE_PROCESS_H

#include "engine/text.h"

#include <sys/types.h>

enum { PROCESS_ARGUMENTS_MAX = 64, PROCESS_COMMAND_MAX = 4096 };

typedef struct Process {
    pid_t pid;  /* 0 = none */
    int input;  /* its standard input, to be written to; owned */
    int output; /* its standard output, to be read with Lines; owned */
} Process;

/* Splits a command at its blanks. Quotes, 'single' or "double", keep what is between them together
 * and are left out. `words` (of the command's size) holds the arguments, which end with NULL. */
Status process_split(const char *command, char *words, char *arguments[PROCESS_ARGUMENTS_MAX],
                     Error *error);

/* Starts a command, found by PATH. Its standard error is appended to the file `log`; NULL or "" =
 * thrown away. May be called by several threads. */
Status process_open(Process *process, const char *command, const char *log, Error *error);

/* Writes all of the text; false if the program does not take it until `deadline` (of clock_wall) or
 * has closed its input. */
bool process_write(const Process *process, const char *text, size_t length, uint64_t deadline);

/* Whether the program has ended; then says how: "exit status 1", "signal 11 (...)". */
bool process_has_ended(const Process *process, Text *how);

/* The same, but waits so many nanoseconds for it. */
bool process_ends(const Process *process, uint64_t patience, Text *how);

/* Closes its input, waits `patience` nanoseconds for it to end, then kills its whole group, which
 * takes no more than half a second, and closes the pipes. */
void process_close(Process *process, uint64_t patience);

#endif
