/* Memory and threads that run out on demand: the linker puts these in the place of malloc and its
 * like in all of the program's own objects (tests/CMakeLists.txt), and SQLite is told to take them,
 * too. What is taken and not given back is counted. Results depend on the order of allocations, so
 * only one thread may take memory at a time in what is tested for a certain failure. */
#ifndef TESTS_FAILING_MEMORY_H
#define TESTS_FAILING_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

typedef enum MemoryFailure {
    MEMORY_SUFFICES,
    MEMORY_FAILS_ONCE,  /* one request is refused */
    MEMORY_FAILS_AFTER, /* all from one request on are refused */
} MemoryFailure;

/* Makes SQLite use this memory; before its first use. */
void memory_take_sqlite(void);

/* From now on request number `at` (from 1) is refused. */
void memory_begin(MemoryFailure failure, int64_t at);

/* Ends it; whether a request was refused, and how many there were. */
bool memory_end(int64_t *requests);

/* Blocks taken and not given back. */
int64_t memory_in_use(void);

#endif
