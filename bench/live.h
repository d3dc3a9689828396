/* The view of a running tournament: a block that is drawn again on a terminal, a line from time to
 * time elsewhere. All of it goes to stderr. */
#ifndef BENCH_LIVE_H
#define BENCH_LIVE_H

#include "bench/tables.h"
#include "engine/tournament.h"

typedef struct Live {
    bool quiet, terminal, colour;
    const char *const *names, *const *games; /* borrowed */
    uint64_t started, drawn_at;              /* wall clock */
    uint64_t processors;                     /* their clock at the start */
    uint64_t before;                         /* pairs that were there at the start */
    int lines;                               /* on the terminal, to be drawn over */
} Live;

/* `before` pairs were recorded earlier and do not count for the rate. */
void live_start(Live *live, const char *const *names, const char *const *games, uint64_t before,
                bool quiet);

/* Draws the state if it is time to; `last` = in any case. */
void live_draw(Live *live, const Tournament *tournament, bool last);

/* Prints how long this session took, by the wall and by the processors' clocks. */
void live_print_time(const Live *live, const Tournament *tournament);

/* The tables of a tournament. */
Tables live_tables(const Live *live, const Tournament *tournament);

#endif
