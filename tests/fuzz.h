/* What the libFuzzer targets share: demands, texts with a terminator, files without a disk. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program unless it is true: a finding. */
void fuzz_demand(bool truth);

/* Copies bytes and a terminator; false if they do not fit. */
bool fuzz_text(const uint8_t *data, size_t size, char *text, size_t room);

/* Cuts the line feed off the end of a line and returns the next one, NULL = there is none. */
char *fuzz_next_line(char *line);

/* A file in memory, for parsers that take a path. There is one, filled anew each time: making files
 * takes longer than reading them. */
typedef struct FuzzFile {
    int descriptor;
    char path[32];
} FuzzFile;

const FuzzFile *fuzz_file(const uint8_t *data, size_t size);

#endif
