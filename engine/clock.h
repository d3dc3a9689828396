/* Clocks in nanoseconds: wall time for limits, CPU time of the calling thread for rates. */
#ifndef ENGINE_CLOCK_H
#define ENGINE_CLOCK_H

#include <stdint.h>

enum { NANOSECONDS_PER_MILLISECOND = 1000000, NANOSECONDS_PER_SECOND = 1000000000 };

/* Monotonic wall clock. */
uint64_t clock_wall(void);

/* CPU time used by the calling thread. */
uint64_t clock_thread(void);

/* CPU time used by the whole process, all threads. */
uint64_t clock_process(void);

/* Events per second, 0 when no time has passed. */
double clock_rate(uint64_t events, uint64_t nanoseconds);

#endif
