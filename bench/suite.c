/* Reading files of perft counts. */
#include "bench/suite.h"

#include "bench/command.h"

#include <errno.h>
#include <string.h>

enum { LINE_MAX_LENGTH = 2048, FIELD_COUNT = 4, DEPTH_MAX = 99 };

/* Splits a line at its tabs into at most `most` fields. */
static int split_fields(char *line, char **fields, int most)
{
    int found = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *field = line; field && found < most; found++) {
        fields[found] = field;
        field = strchr(field, '\t');
        if (field)
            *field++ = '\0';
    }
    return found;
}

static Status read_fields(char **fields, const Game *game, const Board *board, SuiteLine *own,
                          Error *error)
{
    char name[128];
    snprintf(name, sizeof name, "%s:%.60s", game->folder, fields[0]);
    *own = (SuiteLine){.index = games_find(name, error), .text = fields[1]};
    if (own->index < 0)
        return STATUS_BAD_ARGUMENT;
    Status status = games_at(own->index)->parse(board, fields[1], &own->position, error);
    if (status == STATUS_OK)
        status = read_number(fields[2], "depth", 0, DEPTH_MAX, &own->depth, error);
    if (status == STATUS_OK)
        status = read_number(fields[3], "nodes", 0, UINT64_MAX, &own->nodes, error);
    return status;
}

static Status read_lines(FILE *file, const Game *game, const Board *board, SuiteVisitor *visit,
                         void *context, int *count, Error *error)
{
    char line[LINE_MAX_LENGTH];
    char *fields[FIELD_COUNT];
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        if (line[0] == '#' || strncmp(line, "ruleset\t", 8) == 0 || line[0] == '\n')
            continue;
        Error inner = {0};
        SuiteLine own;
        Status status = STATUS_OK;
        if (!strchr(line, '\n') && !feof(file))
            status = error_set(&inner, STATUS_BAD_TEXT, "longer than %d characters, or a zero byte",
                               LINE_MAX_LENGTH - 2);
        else if (split_fields(line, fields, FIELD_COUNT) < FIELD_COUNT)
            status = error_set(&inner, STATUS_BAD_TEXT,
                               "expected ruleset, position, depth and nodes between tabs");
        else
            status = read_fields(fields, game, board, &own, &inner);
        if (status == STATUS_OK)
            status = visit(context, &own, &inner);
        if (status != STATUS_OK)
            return error_set(error, status, "suite line %d: %s", number, inner.text);
        ++*count;
    }
    return STATUS_OK;
}

Status suite_read(const char *path, const Game *game, const Board *board, SuiteVisitor *visit,
                  void *context, Error *error)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return error_set(error, STATUS_NO_FILE, "cannot read '%s': %s", path, strerror(errno));
    int count = 0;
    Status status = read_lines(file, game, board, visit, context, &count, error);
    if (status == STATUS_OK && ferror(file))
        status = error_set(error, STATUS_NO_FILE, "cannot read '%s': %s", path, strerror(errno));
    else if (status == STATUS_OK && count == 0)
        status = error_set(error, STATUS_BAD_TEXT, "'%s' has no line to check", path);
    fclose(file);
    return status;
}
