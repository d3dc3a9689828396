/* What takes memory, as attempts that a test can make with too little of it. */
#ifndef TESTS_MEMORY_CASES_H
#define TESTS_MEMORY_CASES_H

#include "engine/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct MemoryCase {
    const char *name;
    Status (*attempt)(Error *error);
    bool lenient; /* it may do without: fewer threads, a smaller cache */
} MemoryCase;

extern const MemoryCase memory_cases[];
extern const size_t memory_case_count;

/* The folder that the attempts read and write, to be named before the first of them; it must hold
 * files named openings and games.db. In memory: on a disk the databases wait for it. */
extern char memory_folder[64];

/* A file of the folder, written into `path`. */
const char *memory_path(const char *name, char path[160]);

/* Writes the tables of the smallest layer of a game that can be solved there; false if it cannot.
 */
bool memory_cases_make_tables(void);

#endif
