/* Files of evaluation weights. */
#include "engine/weights.h"

#include "engine/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char heading[] = "skirmish-weights 1";

/* A file being read. */
typedef struct Reading {
    const Game *game;
    const char *name, *at; /* the next line */
    int line;              /* number of the last one taken */
    Error *error;
} Reading;

void weights_default(const Game *game, int values[WEIGHTS_MAX])
{
    for (int i = 0; i < game->weight_count; i++)
        values[i] = game->weights[i].value;
}

int weights_find(const Game *game, const char *name)
{
    for (int i = 0; i < game->weight_count; i++)
        if (strcmp(game->weights[i].name, name) == 0)
            return i;
    return -1;
}

static void add_note(Text *text, const char *key, const char *note)
{
    if (*note)
        text_format(text, "%s = %s\n", key, note);
}

void weights_format(const Game *game, const int *values, const WeightNotes *notes, Text *text)
{
    text_format(text, "%s\ngame = %s:%s\n", heading, game->folder, game->ruleset);
    add_note(text, "method", notes->method);
    add_note(text, "data", notes->data);
    add_note(text, "loss", notes->loss);
    add_note(text, "commit", notes->commit);
    text_string(text, "[weights]\n");
    for (int i = 0; i < game->weight_count; i++)
        text_format(text, "%s = %d\n", game->weights[i].name, values[i]);
}

/* Fails with "<file>: line N: expected <expected>, got '<line>'". */
static Status fail(const Reading *reading, const char *expected, const char *line)
{
    return error_set(reading->error, STATUS_BAD_TEXT,
                     "%.100s: line %d: expected %.80s, got '%.60s'", reading->name, reading->line,
                     expected, line);
}

/* Takes the next line that says something; false at the end. */
static bool next_line(Reading *reading, char line[WEIGHT_NOTE_MAX + 64])
{
    while (*reading->at) {
        size_t length = strcspn(reading->at, "\r\n");
        Text text = text_over(line, WEIGHT_NOTE_MAX + 64);
        text_format(&text, "%.*s", (int)length, reading->at);
        reading->at += length;
        reading->at += *reading->at == '\r';
        reading->at += *reading->at == '\n';
        reading->line++;
        if (*line && *line != '#')
            return true;
    }
    Text text = text_over(line, WEIGHT_NOTE_MAX + 64);
    text_string(&text, "the end of the file");
    return false;
}

/* Splits "key = value"; NULL if the line is none. */
static char *split(char *line)
{
    char *equals = strstr(line, " = ");
    if (!equals)
        return NULL;
    *equals = '\0';
    return equals + 3;
}

static Status check_game(const Reading *reading, const char *value)
{
    char name[64];
    Text text = TEXT_OF(name);
    text_format(&text, "%s:%s", reading->game->folder, reading->game->ruleset);
    if (strcmp(value, name) == 0)
        return STATUS_OK;
    return error_set(reading->error, STATUS_MISMATCH,
                     "%.150s: these weights are for %.60s, expected weights for %s", reading->name,
                     value, name);
}

static Status take_note(const Reading *reading, const char *key, const char *value,
                        WeightNotes *notes)
{
    const struct {
        const char *key;
        char *note;
    } known[] = {
        {"method", notes->method},
        {"data", notes->data},
        {"loss", notes->loss},
        {"commit", notes->commit},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(key, known[i].key) != 0)
            continue;
        Text text = text_over(known[i].note, WEIGHT_NOTE_MAX);
        text_string(&text, value);
        return STATUS_OK;
    }
    return fail(reading, "method, data, loss, commit or [weights]", key);
}

/* Everything up to [weights]. */
static Status read_heading(Reading *reading, WeightNotes *notes)
{
    char line[WEIGHT_NOTE_MAX + 64];
    if (!next_line(reading, line) || strcmp(line, heading) != 0)
        return fail(reading, heading, line);
    char *value = next_line(reading, line) ? split(line) : NULL;
    if (!value || strcmp(line, "game") != 0)
        return fail(reading, "game = NAME", line);
    Status status = check_game(reading, value);
    while (status == STATUS_OK) {
        bool more = next_line(reading, line);
        if (more && strcmp(line, "[weights]") == 0)
            return STATUS_OK;
        value = more ? split(line) : NULL;
        if (!value)
            return fail(reading, "key = value or [weights]", line);
        status = take_note(reading, line, value, notes);
    }
    return status;
}

static Status read_value(const Reading *reading, const char *string, int *value)
{
    char expected[64];
    Scan scan = scan_over(string, "weight");
    uint64_t number = 0;
    bool negative = scan_take(&scan, '-');
    if (scan_number(&scan, SCORE_EVALUATION_MAX, &number, NULL) == STATUS_OK && !*scan.at) {
        *value = negative ? -(int)number : (int)number;
        return STATUS_OK;
    }
    snprintf(expected, sizeof expected, "a whole number within %d", SCORE_EVALUATION_MAX);
    return fail(reading, expected, string);
}

static Status other_terms(const Reading *reading, const char *expected, const char *got)
{
    return error_set(reading->error, STATUS_MISMATCH,
                     "%.100s: line %d: weights for other terms than this program's %s has: "
                     "expected '%s', got '%.60s'",
                     reading->name, reading->line, reading->game->name, expected, got);
}

Status weights_parse(const Game *game, const char *name, const char *string,
                     int values[WEIGHTS_MAX], WeightNotes *notes, Error *error)
{
    WeightNotes own;
    char line[WEIGHT_NOTE_MAX + 64];
    notes = notes ? notes : &own;
    *notes = (WeightNotes){.method = ""};
    Reading reading = {.game = game, .name = name, .at = string, .error = error};
    Status status = read_heading(&reading, notes);
    for (int i = 0; status == STATUS_OK && i < game->weight_count; i++) {
        char *value = next_line(&reading, line) ? split(line) : NULL;
        if (!value || strcmp(line, game->weights[i].name) != 0)
            return other_terms(&reading, game->weights[i].name, line);
        status = read_value(&reading, value, &values[i]);
    }
    if (status == STATUS_OK && next_line(&reading, line))
        return other_terms(&reading, "the end of the file", line);
    return status;
}

Status weights_read(const Game *game, const char *path, int values[WEIGHTS_MAX], WeightNotes *notes,
                    Error *error)
{
    char *string;
    Status status = file_read_text(path, WEIGHTS_FILE_MAX - 1, "a file of weights", &string, error);
    if (status == STATUS_OK)
        status = weights_parse(game, path, string, values, notes, error);
    free(string);
    return status;
}

Status weights_write(const Game *game, const char *path, const int *values,
                     const WeightNotes *notes, Error *error)
{
    char *string = malloc(WEIGHTS_FILE_MAX);
    if (!string)
        return error_set(error, STATUS_NO_MEMORY, "no memory for '%.150s'", path);
    Text text = text_over(string, WEIGHTS_FILE_MAX);
    weights_format(game, values, notes, &text);
    FILE *file = fopen(path, "w");
    bool good = file && fputs(string, file) >= 0;
    good = (!file || fclose(file) == 0) && good;
    free(string);
    if (good)
        return STATUS_OK;
    return error_set(error, STATUS_NO_FILE, "cannot write '%.150s': %s", path, strerror(errno));
}
