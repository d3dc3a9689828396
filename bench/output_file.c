/* Whole files or none. */
#include "bench/output_file.h"

#include "engine/text.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static Status cannot_write(const OutputFile *file, Error *error)
{
    return error_set(error, STATUS_NO_FILE, "cannot write '%.150s': %s", file->path,
                     strerror(errno));
}

/* Devices and pipes are written as they are. */
static bool is_special(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

Status output_file_open(OutputFile *file, const char *path, Error *error)
{
    *file = (OutputFile){.path = path, .stream = path ? NULL : stdout};
    if (!path)
        return STATUS_OK;
    Text part = TEXT_OF(file->part);
    text_format(&part, is_special(path) ? "%s" : "%s.part", path);
    if (part.overflow)
        return error_set(error, STATUS_BAD_ARGUMENT, "the path '%.60s...' is too long", path);
    file->stream = fopen(file->part, "w");
    return file->stream ? STATUS_OK : cannot_write(file, error);
}

Status output_file_close(OutputFile *file, Status status, Error *error)
{
    FILE *stream = file->stream;
    file->stream = NULL;
    if (!stream || !file->path)
        return status;
    bool failed = ferror(stream) != 0;
    failed |= fclose(stream) != 0;
    bool moves = strcmp(file->part, file->path) != 0;
    if (status == STATUS_OK && (failed || (moves && rename(file->part, file->path) != 0)))
        status = cannot_write(file, error);
    if (status != STATUS_OK && moves)
        remove(file->part);
    return status;
}

bool is_same_file(const char *one, const char *other)
{
    struct stat a, b;
    return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}
