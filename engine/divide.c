/* Lists of perft counts by move. */
#include "engine/divide.h"

#include "engine/text.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

void divide_close(DivideList *list)
{
    for (int i = 0; i < list->count; i++)
        free(list->lines[i].move);
    free(list->lines);
    *list = (DivideList){0};
}

static bool make_room(DivideList *list)
{
    if (list->count < list->capacity)
        return true;
    int capacity = list->capacity ? 2 * list->capacity : FIRST_CAPACITY;
    DivideLine *lines = realloc(list->lines, (size_t)capacity * sizeof *lines);
    if (!lines)
        return false;
    list->lines = lines;
    list->capacity = capacity;
    return true;
}

Status divide_add(DivideList *list, const char *move, size_t length, uint64_t nodes, Error *error)
{
    char *own = make_room(list) ? malloc(length + 1) : NULL;
    if (!own)
        return error_set(error, STATUS_NO_MEMORY, "no memory for counts by move");
    memcpy(own, move, length);
    own[length] = '\0';
    list->lines[list->count++] = (DivideLine){own, nodes};
    return STATUS_OK;
}

Status divide_add_line(DivideList *list, const char *line, bool *taken, Error *error)
{
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    uint64_t nodes = 0;
    *taken = false;
    if (length < 2 || line[length - 1] != ':')
        return STATUS_OK;
    const char *number = line + length + strspn(line + length, " \t");
    Scan scan = scan_over(number, "count");
    if (scan_number(&scan, UINT64_MAX, &nodes, NULL) != STATUS_OK ||
        scan.at[strspn(scan.at, " \t")] != '\0')
        return STATUS_OK;
    *taken = true;
    return divide_add(list, line, length - 1, nodes, error);
}

static int compare_lines(const void *one, const void *other)
{
    return strcmp(((const DivideLine *)one)->move, ((const DivideLine *)other)->move);
}

void divide_sort(DivideList *list)
{
    if (list->count)
        qsort(list->lines, (size_t)list->count, sizeof *list->lines, compare_lines);
}

uint64_t divide_total(const DivideList *list)
{
    uint64_t total = 0;
    for (int i = 0; i < list->count; i++)
        total += list->lines[i].nodes;
    return total;
}

bool divide_next(const DivideList *one, const DivideList *other, int at[2], DividePair *pair)
{
    pair->one = at[0] < one->count ? &one->lines[at[0]] : NULL;
    pair->other = at[1] < other->count ? &other->lines[at[1]] : NULL;
    if (pair->one && pair->other) {
        int order = strcmp(pair->one->move, pair->other->move);
        if (order > 0)
            pair->one = NULL;
        else if (order < 0)
            pair->other = NULL;
    }
    at[0] += pair->one != NULL;
    at[1] += pair->other != NULL;
    return pair->one || pair->other;
}
