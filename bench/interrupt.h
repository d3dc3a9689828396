/* Ctrl-C as a flag that searches and matches look at. */
#ifndef BENCH_INTERRUPT_H
#define BENCH_INTERRUPT_H

#include <stdatomic.h>
#include <stdbool.h>

/* Catches SIGINT and SIGTERM from now on; the second one ends the program at once. Returns the flag
 * that the first one sets. */
const atomic_bool *interrupt_catch(void);

#endif
