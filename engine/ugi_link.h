/* The connection to a program that speaks UGI: what is common to playing with it and to testing it.
 */
#ifndef ENGINE_UGI_LINK_H
#define ENGINE_UGI_LINK_H

#include "engine/lines.h"
#include "engine/player.h"
#include "engine/process.h"
#include "engine/ugi.h"

enum {
    UGI_LINE_BYTES_MAX = 1 << 18, /* a longer line is a flood */
    UGI_FLOOD_BYTES = 16 << 20,   /* more between two questions is a flood */
};

/* Failures that come from outside: what and in one sentence. */
typedef struct UgiFailure {
    Failure failure; /* FAILURE_NONE = it works */
    char text[200];
} UgiFailure;

typedef struct UgiLink {
    Process process;
    Lines lines;
    UgiFailure failure;      /* the first since ugi_link_open; nothing is sent or read after it */
    const atomic_bool *stop; /* borrowed, NULL = none: ugi_link_next returns to look at it */
    int strange;             /* lines that were no UGI since the last question */
    char first_strange[64];
} UgiLink;

/* Starts the program. */
Status ugi_link_open(UgiLink *link, const char *command, const char *log, Error *error);

/* Says `quit`, waits `patience` nanoseconds, kills what is left. */
void ugi_link_close(UgiLink *link, uint64_t patience);

/* Whether there is a program that has not failed. */
bool ugi_link_works(const UgiLink *link);

/* Remembers a failure (the first one) and kills the program. Always false. */
bool ugi_link_fail(UgiLink *link, Failure failure, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sends a text of whole lines and begins to count anew. */
bool ugi_link_send(UgiLink *link, const char *text, size_t length, uint64_t deadline);

/* The next line of the program; NULL if it failed, or if the stop flag is set and there is none.
 * The deadline is one of clock_wall. */
char *ugi_link_next(UgiLink *link, uint64_t deadline);

/* Remembers a line that is no UGI: if no answer comes either, the failure is garbage. */
void ugi_link_strange(UgiLink *link, const char *line);

#endif
