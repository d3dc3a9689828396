/* Configuration files: lines "key = value" with the names of a command's options as keys; '#'
 * begins a comment, flags take yes or no. What the command line gives replaces all lines of that
 * key. */
#ifndef BENCH_CONFIG_H
#define BENCH_CONFIG_H

#include "bench/command.h"

/* The text that read arguments point into; owned. */
typedef struct Config {
    char *text;
} Config;

/* Adds a file's settings to the arguments. */
Status config_read(Config *config, const char *path, const Command *command, Arguments *arguments,
                   Error *error);

/* Adds the settings of a text; `name` stands for it in messages. */
Status config_parse(Config *config, const char *text, const char *name, const Command *command,
                    Arguments *arguments, Error *error);
void config_close(Config *config);

#endif
