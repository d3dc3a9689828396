/* The layout of a file of solved positions, shared by its reader and its writer. */
#ifndef ENGINE_ENDGAME_FORMAT_H
#define ENGINE_ENDGAME_FORMAT_H

#include "engine/endgame_file.h"

#include <assert.h>
#include <stddef.h>

enum { ENDGAME_FORMAT = 1 };

static const char endgame_magic[8] = {'S', 'K', 'I', 'R', 'M', 'E', 'N', 'D'};

typedef struct EndgameHeader {
    char magic[8];
    uint32_t format;
    uint32_t kind;
    char game[ENDGAME_NAME_MAX];
    char layer[ENDGAME_WORD_MAX];
    char form[ENDGAME_WORD_MAX];
    uint32_t layer_number;
    uint32_t index_version;
    uint64_t value_count;
    uint64_t block_count;
    uint64_t file_size;
    uint64_t directory_checksum;
    unsigned char reserved[112]; /* 0 */
    uint64_t checksum;           /* of all before */
} EndgameHeader;

static_assert(sizeof(EndgameHeader) == 256, "the header's size is part of the format");
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "files are read in place");

typedef struct EndgameEntry {
    uint64_t offset;   /* of the block in the file */
    uint64_t checksum; /* of the block as stored */
} EndgameEntry;

/* Values in a full block. */
static inline uint64_t endgame_block_values(EndgameKind kind)
{
    return kind == ENDGAME_DISTANCE ? ENDGAME_BLOCK_BYTES : 4 * ENDGAME_BLOCK_BYTES;
}

static inline uint64_t endgame_blocks(EndgameKind kind, uint64_t value_count)
{
    uint64_t each = endgame_block_values(kind);
    return value_count / each + (value_count % each != 0);
}

/* The unpacked size of a block. */
static inline size_t endgame_block_bytes(EndgameKind kind, uint64_t value_count, uint64_t block)
{
    uint64_t each = endgame_block_values(kind), left = value_count - block * each;
    uint64_t values = left < each ? left : each;
    return kind == ENDGAME_DISTANCE ? values : (values + 3) / 4;
}

#endif
