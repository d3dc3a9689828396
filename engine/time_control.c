/* Time controls. */
#include "engine/time_control.h"

#include "engine/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TURNS_ASSUMED = 30,                        /* left in a game of one period */
    SOFT_SHARES = 4,                           /* a search that has begun may take so many shares */
    MARGIN = 10 * NANOSECONDS_PER_MILLISECOND, /* for what happens outside the search */
    SECONDS_MAX = 1000000,
};

static bool read_seconds(const char **text, uint64_t *nanoseconds)
{
    char *end = NULL;
    size_t length = strspn(*text, "0123456789.");
    double seconds = length ? strtod(*text, &end) : -1;
    if (!length || end != *text + length || !(seconds >= 0 && seconds <= SECONDS_MAX))
        return false;
    *nanoseconds = (uint64_t)llround(seconds * NANOSECONDS_PER_SECOND);
    *text = end;
    return true;
}

Status time_control_parse(const char *text, TimeControl *control, Error *error)
{
    const char *rest = text, *slash = strchr(text, '/');
    bool good = true;
    *control = (TimeControl){0};
    if (slash) {
        char *end = NULL;
        long turns = strspn(text, "0123456789") ? strtol(text, &end, 10) : 0;
        good = end == slash && turns >= 1 && turns <= 10000;
        control->turns = good ? (int)turns : 0;
        rest = slash + 1;
    }
    good = good && read_seconds(&rest, &control->time) && control->time > 0;
    if (good && *rest == '+') {
        rest++;
        good = read_seconds(&rest, &control->increment);
    }
    if (good && !*rest)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_ARGUMENT,
                     "engine: tc: expected TURNS/SECONDS+SECONDS like 40/60+0.5, 10+0.1 or 5, got "
                     "'%.60s'",
                     text);
}

Clock time_control_start(const TimeControl *control)
{
    return (Clock){.left = control->time, .turns = control->turns};
}

static uint64_t least(uint64_t one, uint64_t other)
{
    return one < other ? one : other;
}

void time_control_limit(const TimeControl *control, const Clock *clock, SearchLimits *limits)
{
    uint64_t margin = least(clock->left / 2, MARGIN), usable = clock->left - margin;
    uint64_t turns = clock->turns ? (uint64_t)clock->turns : TURNS_ASSUMED;
    uint64_t share = usable / turns + control->increment * 3 / 4;
    /* The increment comes after the turn: more than what is there cannot be spent. */
    uint64_t most = turns == 1 ? usable : usable - usable / 4;
    uint64_t soft = least(share / 2, most) + 1, hard = least(share * SOFT_SHARES, most) + 1;
    limits->soft_nanoseconds = soft;
    limits->nanoseconds = limits->nanoseconds ? least(limits->nanoseconds, hard) : hard;
}

bool time_control_spend(const TimeControl *control, Clock *clock, uint64_t nanoseconds)
{
    if (nanoseconds >= clock->left)
        return false;
    clock->left += control->increment - nanoseconds;
    if (clock->turns && --clock->turns == 0) {
        clock->turns = control->turns;
        clock->left += control->time;
    }
    return true;
}
