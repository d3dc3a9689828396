/* A buffer of whole reads; lines are handed out of it in place. */
#include "engine/lines.h"

#include "engine/clock.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_CAPACITY = 4096 };

void lines_init(Lines *lines, int fd, size_t limit)
{
    *lines = (Lines){.fd = fd, .limit = limit};
}

void lines_close(Lines *lines)
{
    free(lines->data);
    *lines = (Lines){.fd = -1};
}

/* Milliseconds until the deadline, rounded up, as poll wants them. */
static int milliseconds_until(uint64_t deadline)
{
    if (deadline == DEADLINE_NEVER)
        return -1;
    uint64_t now = clock_wall();
    uint64_t left = deadline > now ? deadline - now : 0;
    uint64_t milliseconds = (left + NANOSECONDS_PER_MILLISECOND - 1) / NANOSECONDS_PER_MILLISECOND;
    return milliseconds > INT_MAX ? INT_MAX : (int)milliseconds;
}

/* Whether there is something to read, or the end. */
static bool wait_for_input(int fd, uint64_t deadline)
{
    for (;;) {
        struct pollfd one = {.fd = fd, .events = POLLIN};
        int ready = poll(&one, 1, milliseconds_until(deadline));
        if (ready > 0)
            return true;
        if (ready == 0 || errno != EINTR)
            return false;
    }
}

/* Makes room behind what was read: at the front first, then by growing. */
static bool make_room(Lines *lines)
{
    if (lines->first > 0) {
        memmove(lines->data, lines->data + lines->first, lines->end - lines->first);
        lines->end -= lines->first;
        lines->seen -= lines->first;
        lines->first = 0;
    }
    if (lines->end < lines->capacity)
        return true;
    size_t capacity = lines->capacity ? 2 * lines->capacity : FIRST_CAPACITY;
    if (capacity > lines->limit + 1)
        capacity = lines->limit + 1;
    char *data = realloc(lines->data, capacity);
    if (!data)
        return false;
    lines->data = data;
    lines->capacity = capacity;
    return true;
}

/* The line that ends at the line feed `end`. */
static char *take_line(Lines *lines, char *end)
{
    char *line = lines->data + lines->first;
    *end = '\0';
    lines->first = lines->seen = (size_t)(end - lines->data) + 1;
    if (end > line && end[-1] == '\r')
        *--end = '\0';
    for (char *zero = memchr(line, '\0', (size_t)(end - line)); zero;
         zero = memchr(zero, '\0', (size_t)(end - zero)))
        *zero = '?';
    return line;
}

/* What stands behind the last line feed, when nothing more will come. */
static LineResult take_rest(Lines *lines, char **line)
{
    if (lines->dropping || lines->end == lines->first || lines->end == lines->capacity)
        return LINE_END;
    *line = take_line(lines, lines->data + lines->end++);
    return LINE_READ;
}

LineResult lines_next(Lines *lines, uint64_t deadline, char **line)
{
    /* What is there already is read once more after the deadline: it came in time. */
    for (bool late = false;;) {
        char *feed = lines->end > lines->seen
                         ? memchr(lines->data + lines->seen, '\n', lines->end - lines->seen)
                         : NULL;
        if (feed) {
            *line = take_line(lines, feed);
            if (!lines->dropping)
                return LINE_READ;
            lines->dropping = false;
            continue;
        }
        lines->seen = lines->end;
        if (lines->dropping || lines->end - lines->first > lines->limit) {
            bool known = lines->dropping;
            lines->first = lines->seen = lines->end = 0;
            lines->dropping = true;
            if (!known)
                return LINE_LONG;
        }
        if (late || (deadline != DEADLINE_NEVER && !wait_for_input(lines->fd, deadline)))
            return LINE_LATE;
        late = deadline != DEADLINE_NEVER && clock_wall() >= deadline;
        if (lines->end == lines->capacity && !make_room(lines))
            return LINE_END;
        ssize_t count = read(lines->fd, lines->data + lines->end, lines->capacity - lines->end);
        if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN))
            return take_rest(lines, line);
        lines->end += count > 0 ? (size_t)count : 0;
        lines->bytes += count > 0 ? (uint64_t)count : 0;
    }
}

void lines_drop(Lines *lines)
{
    size_t dropped = 0;
    while (lines->capacity > 0 && dropped < lines->limit && wait_for_input(lines->fd, 0)) {
        ssize_t count = read(lines->fd, lines->data, lines->capacity);
        if (count <= 0)
            break;
        dropped += (size_t)count;
    }
    lines->first = lines->seen = lines->end = 0;
    lines->dropping = false;
}
