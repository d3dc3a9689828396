/* Messages between the ranks of an MPI job. Nobody waits for anybody here: MPI neither tells
 * reliably that a process is lost nor returns from waiting for it. So a message travels in packets
 * small enough to be sent whether or not the receiver lives, and is looked for, never waited for.
 */
#ifndef BENCH_CLUSTER_LINK_H
#define BENCH_CLUSTER_LINK_H

#include "engine/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Link Link;

typedef struct LinkMessage {
    int rank;                  /* of the sender */
    int kind;                  /* 0 = there is no message */
    const unsigned char *data; /* borrowed until the next link_receive */
    size_t size;
} LinkMessage;

/* Joins the job. NULL if the program was not started as several ranks. */
Status link_open(Link **link, Error *error);

/* `orderly` = no rank is lost: all leave together, which waits for them. Otherwise this rank just
 * goes, and the program should end soon. NULL is allowed. */
void link_close(Link *link, bool orderly);

int link_rank(const Link *link);
int link_ranks(const Link *link);

/* Sends a message of a kind above 0; `data` is copied. A receiver that is lost is no error. */
Status link_send(Link *link, int rank, int kind, const void *data, size_t size, Error *error);

/* The next message that is complete, if there is one. */
Status link_receive(Link *link, LinkMessage *message, Error *error);

#endif
