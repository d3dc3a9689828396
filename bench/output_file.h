/* A file that is there whole or not at all: written beside its place and moved there in the end. */
#ifndef BENCH_OUTPUT_FILE_H
#define BENCH_OUTPUT_FILE_H

#include "engine/status.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct OutputFile {
    FILE *stream;     /* NULL = not open */
    const char *path; /* borrowed; NULL = standard output */
    char part[4096];  /* what is written until it is complete */
} OutputFile;

/* Begins the file at `path`, NULL = standard output. */
Status output_file_open(OutputFile *file, const char *path, Error *error);

/* Ends it: with STATUS_OK it takes its place, else what was there before stays. Returns the status,
 * or what went wrong in the end. */
Status output_file_close(OutputFile *file, Status status, Error *error);

/* Whether both paths lead to one file. */
bool is_same_file(const char *one, const char *other);

#endif
