/* Whether a search may go on: its limits, looked at rarely enough to cost nothing. */
#ifndef SEARCH_BUDGET_H
#define SEARCH_BUDGET_H

#include "engine/player.h"

typedef struct Budget {
    SearchLimits limits;
    const atomic_bool *halt; /* borrowed, NULL = none: another thread has finished the search */
    uint64_t start;          /* wall clock */
    uint64_t next_check;     /* in nodes */
    bool spent;
    StopReason reason;
} Budget;

/* Starts the clock. */
void budget_start(Budget *budget, const SearchLimits *limits);

/* Looks at the clock and the stop flag; use budget_spent. */
bool budget_check(Budget *budget, uint64_t nodes);

uint64_t budget_elapsed(const Budget *budget);

/* Whether the time that the search should take has passed: no new iteration is begun. */
bool budget_is_late(const Budget *budget);

/* Whether a limit has been reached; once true, always true. */
static inline bool budget_spent(Budget *budget, uint64_t nodes)
{
    return nodes >= budget->next_check ? budget_check(budget, nodes) : budget->spent;
}

#endif
