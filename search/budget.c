/* Search limits. */
#include "search/budget.h"

#include "engine/clock.h"

enum { CHECK_INTERVAL = 512 };

static void spend(Budget *budget, StopReason reason)
{
    budget->spent = true;
    budget->reason = reason;
    budget->next_check = UINT64_MAX;
}

static bool is_set(const atomic_bool *flag)
{
    return flag && atomic_load_explicit(flag, memory_order_relaxed);
}

static void plan_check(Budget *budget, uint64_t nodes)
{
    budget->next_check = nodes + CHECK_INTERVAL;
    if (budget->limits.nodes && budget->limits.nodes < budget->next_check)
        budget->next_check = budget->limits.nodes;
}

void budget_start(Budget *budget, const SearchLimits *limits)
{
    *budget = (Budget){.limits = *limits, .start = clock_wall(), .reason = STOP_DEPTH};
    plan_check(budget, 0);
}

bool budget_check(Budget *budget, uint64_t nodes)
{
    const SearchLimits *limits = &budget->limits;
    if (limits->nodes && nodes >= limits->nodes)
        spend(budget, STOP_NODES);
    else if (limits->nanoseconds && budget_elapsed(budget) >= limits->nanoseconds)
        spend(budget, STOP_TIME);
    else if (is_set(limits->stop))
        spend(budget, STOP_SIGNAL);
    else if (is_set(budget->halt))
        spend(budget, STOP_DEPTH);
    else
        plan_check(budget, nodes);
    return budget->spent;
}

uint64_t budget_elapsed(const Budget *budget)
{
    return clock_wall() - budget->start;
}

bool budget_is_late(const Budget *budget)
{
    return budget->limits.soft_nanoseconds &&
           budget_elapsed(budget) >= budget->limits.soft_nanoseconds;
}
