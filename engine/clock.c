/* POSIX clocks. */
#include "engine/clock.h"

#include <time.h>

static uint64_t read_clock(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (uint64_t)now.tv_sec * NANOSECONDS_PER_SECOND + (uint64_t)now.tv_nsec;
}

uint64_t clock_wall(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

uint64_t clock_thread(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

uint64_t clock_process(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

double clock_rate(uint64_t events, uint64_t nanoseconds)
{
    return nanoseconds ? (double)events * NANOSECONDS_PER_SECOND / (double)nanoseconds : 0.0;
}
