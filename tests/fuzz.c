/* Helpers of the libFuzzer targets. */
#define _GNU_SOURCE /* memfd_create */
#include "tests/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void fuzz_demand(bool truth)
{
    if (!truth)
        abort();
}

bool fuzz_text(const uint8_t *data, size_t size, char *text, size_t room)
{
    if (size >= room)
        return false;
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    return true;
}

char *fuzz_next_line(char *line)
{
    char *feed = strchr(line, '\n');
    if (feed)
        *feed++ = '\0';
    return feed;
}

const FuzzFile *fuzz_file(const uint8_t *data, size_t size)
{
    static FuzzFile file;
    if (!file.path[0]) {
        file.descriptor = memfd_create("input", 0);
        snprintf(file.path, sizeof file.path, "/dev/fd/%d", file.descriptor);
    }
    fuzz_demand(ftruncate(file.descriptor, 0) == 0 &&
                pwrite(file.descriptor, data, size, 0) == (ssize_t)size &&
                lseek(file.descriptor, 0, SEEK_SET) == 0);
    return &file;
}
