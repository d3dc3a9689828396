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

/* Names the folder that the attempts read and write, before the first of them. It must hold files
 * named openings and games.db. */
void memory_cases_in(const char *folder);

/* Writes the tables of the smallest layer of a game that can be solved there; false if it cannot.
 */
bool memory_cases_make_tables(void);

#endif
