/* Binding threads to processors. */
#ifndef BENCH_AFFINITY_H
#define BENCH_AFFINITY_H

#include <stdbool.h>

/* Processors that this process may use. */
int affinity_processors(void);

/* Cores among them: two processors of one core slow each other down. */
int affinity_cores(void);

/* Binds the calling thread, and the programs that it starts, to one processor: the index-th of
 * those that the process may use, one of each core before the second of any. False if the system
 * refuses. */
bool affinity_bind(int index);

/* The same with the processor that it runs on now. */
bool affinity_bind_here(void);

#endif
