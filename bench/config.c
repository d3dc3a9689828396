/* Configuration files. */
#include "bench/config.h"

#include "engine/file.h"

#include <stdlib.h>
#include <string.h>

enum { CONFIG_SIZE_MAX = 1 << 20 }; /* bytes */

/* Cuts blanks off both ends. */
static char *trim(char *text)
{
    text += strspn(text, " \t\r");
    size_t length = strlen(text);
    while (length && strchr(" \t\r", text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* Whether the command line itself, the first `given` values, has the option. */
static bool is_given(const Arguments *arguments, int given, const char *name)
{
    for (int i = 0; i < given; i++)
        if (strcmp(arguments->values[i].option->name, name) == 0)
            return true;
    return false;
}

static bool is_flag(const Command *command, const char *name)
{
    for (const Option *option = command->options; option->name; option++)
        if (strcmp(option->name, name) == 0)
            return !option->argument;
    return false;
}

static Status read_setting(const Command *command, char *line, int given, Arguments *arguments,
                           Error *error)
{
    char *equals = strchr(line, '=');
    if (!equals)
        return error_set(error, STATUS_BAD_TEXT, "expected 'key = value', got '%.60s'", line);
    *equals = '\0';
    const char *key = trim(line), *value = trim(equals + 1);
    if (is_given(arguments, given, key))
        return STATUS_OK;
    if (is_flag(command, key)) {
        if (strcmp(value, "no") == 0)
            return STATUS_OK;
        if (strcmp(value, "yes") != 0)
            return error_set(error, STATUS_BAD_TEXT, "%.40s: expected yes or no, got '%.60s'", key,
                             value);
        value = NULL;
    }
    return arguments_add(command, arguments, "", key, strlen(key), value, error);
}

/* Reads the lines of the owned text. */
static Status read_lines(const Config *config, const char *name, const Command *command,
                         Arguments *arguments, Error *error)
{
    int given = arguments->value_count, number = 1;
    for (char *next = config->text; next; number++) {
        char *line = next;
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        line = trim(line);
        if (!*line || *line == '#')
            continue;
        Error inner;
        Status status = read_setting(command, line, given, arguments, &inner);
        if (status != STATUS_OK)
            return error_set(error, status, "%.100s: line %d: %.180s", name, number, inner.text);
    }
    return STATUS_OK;
}

Status config_parse(Config *config, const char *text, const char *name, const Command *command,
                    Arguments *arguments, Error *error)
{
    size_t size = strlen(text) + 1;
    config->text = malloc(size);
    if (!config->text)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a configuration");
    memcpy(config->text, text, size);
    return read_lines(config, name, command, arguments, error);
}

Status config_read(Config *config, const char *path, const Command *command, Arguments *arguments,
                   Error *error)
{
    Status status =
        file_read_text(path, CONFIG_SIZE_MAX, "a configuration file", &config->text, error);
    return status == STATUS_OK ? read_lines(config, path, command, arguments, error) : status;
}

void config_close(Config *config)
{
    free(config->text);
    *config = (Config){0};
}
