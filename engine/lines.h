/* Lines read from a pipe or terminal, each waited for until a deadline and none longer than a
 * limit.
 */
#ifndef ENGINE_LINES_H
#define ENGINE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DEADLINE_NEVER UINT64_MAX

typedef enum LineResult {
    LINE_READ,
    LINE_LATE, /* the deadline passed before a whole line came */
    LINE_END,  /* the other side closed its end and all is handed out, or no memory */
    LINE_LONG, /* longer than the limit; the rest of it is dropped when it comes */
} LineResult;

typedef struct Lines {
    int fd;       /* borrowed */
    char *data;   /* owned; grows up to the limit */
    size_t first; /* of what is not handed out yet */
    size_t seen;  /* no line feed before it */
    size_t end, capacity, limit;
    uint64_t bytes; /* read since the caller last set it to 0 */
    bool dropping;  /* the rest of a line that was too long */
} Lines;

/* Lines of at most `limit` bytes out of `fd`; takes memory with the first one. */
void lines_init(Lines *lines, int fd, size_t limit);

/* Frees the memory, not the descriptor. */
void lines_close(Lines *lines);

/* The next line without its line feed and carriage return, terminated, valid until the next call.
 * Waits until `deadline` (of clock_wall). Bytes 0 in it are turned into '?'. */
LineResult lines_next(Lines *lines, uint64_t deadline, char **line);

/* Forgets what was read and what is there to be read, without waiting and within the limit. */
void lines_drop(Lines *lines);

#endif
