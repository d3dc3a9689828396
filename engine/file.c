/* Whole files in memory. */
#include "engine/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_FIRST = 4096 };

static Status cannot_read(const char *path, Error *error)
{
    return error_set(error, STATUS_NO_FILE, "cannot read '%.150s': %s", path, strerror(errno));
}

/* Reads up to the end or one byte more than the limit. */
static Status read_all(FILE *file, const char *path, size_t limit, char **bytes, size_t *size,
                       Error *error)
{
    size_t capacity = 0;
    do {
        capacity = capacity ? 2 * capacity : SIZE_FIRST;
        char *grown = realloc(*bytes, capacity);
        if (!grown)
            return error_set(error, STATUS_NO_MEMORY, "no memory for '%.150s'", path);
        *bytes = grown;
        *size += fread(*bytes + *size, 1, capacity - 1 - *size, file);
        if (ferror(file))
            return cannot_read(path, error);
    } while (*size == capacity - 1 && *size <= limit);
    (*bytes)[*size] = '\0';
    if (*size > limit)
        return error_set(error, STATUS_BAD_TEXT, "'%.150s' has more than %zu bytes", path, limit);
    return STATUS_OK;
}

Status file_read(const char *path, size_t limit, char **bytes, size_t *size, Error *error)
{
    *bytes = NULL;
    *size = 0;
    FILE *file = fopen(path, "rb");
    if (!file)
        return cannot_read(path, error);
    Status status = read_all(file, path, limit, bytes, size, error);
    fclose(file);
    if (status != STATUS_OK) {
        free(*bytes);
        *bytes = NULL;
        *size = 0;
    }
    return status;
}

Status file_read_text(const char *path, size_t limit, const char *kind, char **string, Error *error)
{
    size_t size;
    Status status = file_read(path, limit, string, &size, error);
    if (status != STATUS_OK || !*string || !memchr(*string, '\0', size))
        return status;
    free(*string);
    *string = NULL;
    return error_set(error, STATUS_BAD_TEXT, "'%.150s' is not %s", path, kind);
}
