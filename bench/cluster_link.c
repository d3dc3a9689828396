/* Packets over MPI: the only code that knows MPI. */
#include "bench/cluster_link.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum {
    PACKET_MAGIC = 0x534b524d,
    PACKET_VERSION = 1, /* of this header and of all messages */
    PACKET_SIZE = 2048, /* below the limit of immediate ("eager") sending of every transport */
    PACKET_TAG = 1,
    MESSAGE_MAX = 1 << 28,
};

typedef struct PacketHeader {
    uint32_t magic;
    uint16_t version, kind;
    uint32_t total, offset; /* bytes of the message, and of it before this packet */
} PacketHeader;

enum { PACKET_ROOM = PACKET_SIZE - (int)sizeof(PacketHeader) };

/* A packet whose memory MPI still uses. */
typedef struct Sending {
    struct Sending *next;
    MPI_Request request;
    unsigned char bytes[PACKET_SIZE];
} Sending;

/* A message of which packets have come. */
typedef struct Incoming {
    unsigned char *data; /* owned */
    size_t length, capacity;
} Incoming;

struct Link {
    int rank, ranks;
    Sending *sending;   /* owned */
    Incoming *incoming; /* owned, one a rank */
    unsigned char packet[PACKET_SIZE];
};

/* Whether the environment says that MPI started the program; it is not bothered otherwise. */
static bool is_launched(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (getenv(names[i]))
            return true;
    return false;
}

static void free_link(Link *link)
{
    for (int i = 0; link->incoming && i < link->ranks; i++)
        free(link->incoming[i].data);
    free(link->incoming);
    free(link);
}

Status link_open(Link **link, Error *error)
{
    int given = 0;
    *link = NULL;
    if (!is_launched())
        return STATUS_OK;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS ||
        given < MPI_THREAD_FUNNELED)
        return error_set(error, STATUS_NO_FILE, "MPI does not start, or knows no threads");
    Link *opened = calloc(1, sizeof *opened);
    if (opened) {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        MPI_Comm_rank(MPI_COMM_WORLD, &opened->rank);
        MPI_Comm_size(MPI_COMM_WORLD, &opened->ranks);
        opened->incoming = calloc((size_t)opened->ranks, sizeof *opened->incoming);
    }
    if (!opened || !opened->incoming) {
        free(opened);
        return error_set(error, STATUS_NO_MEMORY, "no memory for MPI");
    }
    if (opened->ranks == 1) {
        free_link(opened);
        MPI_Finalize();
        return STATUS_OK;
    }
    *link = opened;
    return STATUS_OK;
}

/* Frees the packets that are on their way; `all` waits for them. */
static void clear_sending(Link *link, bool all)
{
    Sending **at = &link->sending;
    while (*at) {
        Sending *sending = *at;
        int done = 0;
        if (MPI_Test(&sending->request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
            done = 1;
        if (!done) {
            at = all ? at : &sending->next;
            continue;
        }
        *at = sending->next;
        free(sending);
    }
}

void link_close(Link *link, bool orderly)
{
    if (!link)
        return;
    clear_sending(link, orderly);
    if (orderly)
        MPI_Finalize();
    free_link(link);
}

int link_rank(const Link *link)
{
    return link->rank;
}

int link_ranks(const Link *link)
{
    return link->ranks;
}

Status link_send(Link *link, int rank, int kind, const void *data, size_t size, Error *error)
{
    size_t offset = 0;
    if (size > MESSAGE_MAX)
        return error_set(error, STATUS_BAD_ARGUMENT, "a message of %zu bytes is too long", size);
    do {
        Sending *sending = malloc(sizeof *sending);
        if (!sending)
            return error_set(error, STATUS_NO_MEMORY, "no memory for a message");
        size_t part = size - offset < PACKET_ROOM ? size - offset : PACKET_ROOM;
        PacketHeader header = {
            .magic = PACKET_MAGIC,
            .version = PACKET_VERSION,
            .kind = (uint16_t)kind,
            .total = (uint32_t)size,
            .offset = (uint32_t)offset,
        };
        memcpy(sending->bytes, &header, sizeof header);
        if (part)
            memcpy(sending->bytes + sizeof header, (const unsigned char *)data + offset, part);
        /* An error here means that the receiver is lost: its silence will say so. */
        if (MPI_Isend(sending->bytes, (int)(sizeof header + part), MPI_BYTE, rank, PACKET_TAG,
                      MPI_COMM_WORLD, &sending->request) == MPI_SUCCESS) {
            sending->next = link->sending;
            link->sending = sending;
        } else {
            free(sending);
        }
        offset += part;
    } while (offset < size);
    clear_sending(link, false);
    return STATUS_OK;
}

/* Adds a packet to what came before it from the same rank; gives the message if it is complete. */
static Status take_packet(Link *link, int rank, size_t size, LinkMessage *message, Error *error)
{
    Incoming *incoming = &link->incoming[rank];
    PacketHeader header = {0};
    size_t part = size - sizeof header;
    if (size >= sizeof header)
        memcpy(&header, link->packet, sizeof header);
    if (header.magic != PACKET_MAGIC || header.version != PACKET_VERSION ||
        header.offset != incoming->length || header.offset > header.total ||
        header.total > MESSAGE_MAX || part > header.total - header.offset)
        return error_set(error, STATUS_BAD_TEXT, "rank %d sends what is no message of this version",
                         rank);
    if (header.total > incoming->capacity) {
        unsigned char *grown = realloc(incoming->data, header.total);
        if (!grown)
            return error_set(error, STATUS_NO_MEMORY, "no memory for a message");
        incoming->data = grown;
        incoming->capacity = header.total;
    }
    if (part)
        memcpy(incoming->data + incoming->length, link->packet + sizeof header, part);
    incoming->length += part;
    if (incoming->length < header.total)
        return STATUS_OK;
    *message = (LinkMessage){rank, header.kind, incoming->data, incoming->length};
    incoming->length = 0;
    return STATUS_OK;
}

Status link_receive(Link *link, LinkMessage *message, Error *error)
{
    *message = (LinkMessage){0};
    clear_sending(link, false);
    while (!message->kind) {
        int there = 0, size = 0;
        MPI_Status envelope;
        if (MPI_Iprobe(MPI_ANY_SOURCE, PACKET_TAG, MPI_COMM_WORLD, &there, &envelope) !=
                MPI_SUCCESS ||
            !there)
            return STATUS_OK;
        if (MPI_Recv(link->packet, PACKET_SIZE, MPI_BYTE, envelope.MPI_SOURCE, PACKET_TAG,
                     MPI_COMM_WORLD, &envelope) != MPI_SUCCESS)
            continue;
        MPI_Get_count(&envelope, MPI_BYTE, &size);
        Status status = take_packet(link, envelope.MPI_SOURCE, (size_t)size, message, error);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}
