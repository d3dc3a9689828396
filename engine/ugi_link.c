/* Lines to and from a program, and what can go wrong. */
#include "engine/ugi_link.h"

#include "engine/clock.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    LOOK = NANOSECONDS_PER_SECOND / 4,            /* between two looks whether it lives */
    STOP_LOOK = 10 * NANOSECONDS_PER_MILLISECOND, /* the same while a stop flag may be set */
    LAST_WORDS = NANOSECONDS_PER_SECOND /
                 10, /* for the end of one that closed its output, or to read what came in time */
};

Status ugi_link_open(UgiLink *link, const char *command, const char *log, Error *error)
{
    *link = (UgiLink){.failure = {FAILURE_NONE, ""}};
    Status status = process_open(&link->process, command, log, error);
    if (status == STATUS_OK)
        lines_init(&link->lines, link->process.output, UGI_LINE_BYTES_MAX);
    return status;
}

static void end_program(UgiLink *link, uint64_t patience)
{
    process_close(&link->process, patience);
    lines_close(&link->lines);
}

void ugi_link_close(UgiLink *link, uint64_t patience)
{
    if (link->process.pid)
        process_write(&link->process, "quit\n", 5, clock_wall());
    end_program(link, patience);
}

bool ugi_link_works(const UgiLink *link)
{
    return link->process.pid && link->failure.failure == FAILURE_NONE;
}

bool ugi_link_fail(UgiLink *link, Failure failure, const char *format, ...)
{
    if (link->failure.failure == FAILURE_NONE) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(link->failure.text, sizeof link->failure.text, format, arguments);
        va_end(arguments);
        link->failure.failure = failure;
    }
    end_program(link, 0);
    return false;
}

/* It closed a pipe: says how it ended, or that it lives on. */
static bool fail_by_crash(UgiLink *link)
{
    char how[96];
    Text text = TEXT_OF(how);
    if (process_ends(&link->process, LAST_WORDS, &text))
        return ugi_link_fail(link, FAILURE_CRASH, "the program ended: %s", how);
    return ugi_link_fail(link, FAILURE_CRASH, "the program closed its input or output");
}

/* No answer in time. */
static bool fail_by_silence(UgiLink *link)
{
    if (link->strange)
        return ugi_link_fail(link, FAILURE_GARBAGE,
                             "no answer but %d lines that are no UGI, the first: %s", link->strange,
                             link->first_strange);
    return ugi_link_fail(link, FAILURE_STALL, "no answer in time");
}

bool ugi_link_send(UgiLink *link, const char *text, size_t length, uint64_t deadline)
{
    if (!ugi_link_works(link))
        return false;
    lines_drop(&link->lines);
    link->lines.bytes = 0;
    link->strange = 0;
    if (process_write(&link->process, text, length, deadline))
        return true;
    return clock_wall() >= deadline ? fail_by_silence(link) : fail_by_crash(link);
}

static bool is_stopped(const UgiLink *link)
{
    return link->stop && atomic_load_explicit(link->stop, memory_order_relaxed);
}

/* The deadline, or when to look after the program before. */
static uint64_t next_look(const UgiLink *link, uint64_t now, uint64_t deadline)
{
    uint64_t look = now + (link->stop ? STOP_LOOK : LOOK);
    return look < deadline ? look : deadline;
}

char *ugi_link_next(UgiLink *link, uint64_t deadline)
{
    while (ugi_link_works(link)) {
        char how[96], *line = NULL;
        Text text = TEXT_OF(how);
        uint64_t now = clock_wall();
        LineResult result = lines_next(&link->lines, next_look(link, now, deadline), &line);
        if (link->lines.bytes > UGI_FLOOD_BYTES || result == LINE_LONG)
            ugi_link_fail(link, FAILURE_FLOOD, "more than %d bytes %s",
                          result == LINE_LONG ? UGI_LINE_BYTES_MAX : UGI_FLOOD_BYTES,
                          result == LINE_LONG ? "in one line" : "without an answer");
        else if (result == LINE_READ && (deadline == DEADLINE_NEVER || now < deadline + LAST_WORDS))
            return line;
        else if (result == LINE_END || process_has_ended(&link->process, &text))
            fail_by_crash(link);
        else if (clock_wall() >= deadline)
            fail_by_silence(link);
        else if (is_stopped(link))
            return NULL;
    }
    return NULL;
}

void ugi_link_strange(UgiLink *link, const char *line)
{
    if (link->strange++)
        return;
    Text text = TEXT_OF(link->first_strange);
    for (; *line && !text.overflow; line++)
        text_char(&text, *line >= ' ' && *line <= '~' ? *line : '?');
}
