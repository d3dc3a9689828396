/* Files of solved positions: packing and writing. Blocks are packed in parallel, batch by batch,
 * and written in order under another name; the last step gives the file its own. */
#include "engine/endgame_format.h"
#include "engine/hash.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

enum {
    BATCH_BLOCKS = 512,
    PACK_GRAIN = 16,
    LEVEL = 5, /* zstd's; results/2026-11-30-shapluk-solved has sizes and times of others */
};

typedef struct Packer {
    const EndgameInfo *info;
    const EndgameValue *values;
    uint64_t first;        /* block of the batch */
    size_t bound;          /* bytes of a packed block at most */
    unsigned char *packed; /* owned, BATCH_BLOCKS times bound */
    size_t sizes[BATCH_BLOCKS];
    atomic_bool failed;
} Packer;

/* The bytes of a block before packing; `own` is room for them. */
static const unsigned char *raw_block(const Packer *packer, uint64_t block, unsigned char *own)
{
    const EndgameInfo *info = packer->info;
    const EndgameValue *values = packer->values + block * endgame_block_values(info->kind);
    if (info->kind == ENDGAME_DISTANCE)
        return values;
    uint64_t left = info->value_count - block * endgame_block_values(info->kind);
    size_t size = endgame_block_bytes(info->kind, info->value_count, block);
    memset(own, 0, size);
    for (uint64_t i = 0; i < 4 * size && i < left; i++) {
        unsigned code = values[i] == ENDGAME_DRAW ? 0 : 2 - (values[i] & 1);
        own[i / 4] = (unsigned char)(own[i / 4] | code << (2 * (i % 4)));
    }
    return own;
}

static void pack_blocks(void *context, uint64_t first, uint64_t last)
{
    Packer *packer = context;
    unsigned char own[ENDGAME_BLOCK_BYTES];
    ZSTD_CCtx *zstd = ZSTD_createCCtx();
    for (uint64_t i = first; i < last; i++) {
        uint64_t block = packer->first + i;
        size_t size = endgame_block_bytes(packer->info->kind, packer->info->value_count, block);
        size_t packed =
            zstd ? ZSTD_compressCCtx(zstd, packer->packed + i * packer->bound, packer->bound,
                                     raw_block(packer, block, own), size, LEVEL)
                 : 0;
        if (!zstd || ZSTD_isError(packed))
            atomic_store(&packer->failed, true);
        packer->sizes[i] = packed;
    }
    ZSTD_freeCCtx(zstd);
}

/* A file being written. */
typedef struct Output {
    FILE *stream;
    uint64_t offset;
    EndgameEntry *directory; /* owned */
} Output;

static bool write_batch(Packer *packer, uint64_t count, Output *output)
{
    for (uint64_t i = 0; i < count; i++) {
        const unsigned char *bytes = packer->packed + i * packer->bound;
        output->directory[packer->first + i] =
            (EndgameEntry){output->offset, hash_bytes(bytes, packer->sizes[i])};
        if (fwrite(bytes, 1, packer->sizes[i], output->stream) != packer->sizes[i])
            return false;
        output->offset += packer->sizes[i];
    }
    return true;
}

static bool write_front(const EndgameInfo *info, uint64_t blocks, const Output *output)
{
    EndgameHeader header = {
        .format = ENDGAME_FORMAT,
        .kind = info->kind,
        .layer_number = info->layer_number,
        .index_version = info->index_version,
        .value_count = info->value_count,
        .block_count = blocks,
        .file_size = output->offset,
        .directory_checksum = hash_bytes(output->directory, blocks * sizeof(EndgameEntry)),
    };
    memcpy(header.magic, endgame_magic, sizeof header.magic);
    memcpy(header.game, info->game, sizeof header.game);
    memcpy(header.layer, info->layer, sizeof header.layer);
    memcpy(header.form, info->form, sizeof header.form);
    header.checksum = hash_bytes(&header, offsetof(EndgameHeader, checksum));
    return fseek(output->stream, 0, SEEK_SET) == 0 &&
           fwrite(&header, sizeof header, 1, output->stream) == 1 &&
           fwrite(output->directory, sizeof(EndgameEntry), blocks, output->stream) == blocks;
}

static bool write_blocks(Packer *packer, uint64_t blocks, Output *output, Crew *crew)
{
    output->offset = sizeof(EndgameHeader) + blocks * sizeof(EndgameEntry);
    if (fseek(output->stream, (long)output->offset, SEEK_SET) != 0)
        return false;
    for (packer->first = 0; packer->first < blocks; packer->first += BATCH_BLOCKS) {
        uint64_t count = blocks - packer->first;
        if (count > BATCH_BLOCKS)
            count = BATCH_BLOCKS;
        crew_run(crew, count, PACK_GRAIN, pack_blocks, packer);
        if (atomic_load(&packer->failed) || !write_batch(packer, count, output))
            return false;
    }
    return true;
}

Status endgame_file_write(const char *path, const EndgameInfo *info, const EndgameValue *values,
                          Crew *crew, Error *error)
{
    char part[ENDGAME_PATH_MAX];
    if (snprintf(part, sizeof part, "%s.part", path) >= (int)sizeof part)
        return error_set(error, STATUS_BAD_ARGUMENT, "the path of a table is too long");
    uint64_t blocks = endgame_blocks(info->kind, info->value_count);
    Packer packer = {
        .info = info, .values = values, .bound = ZSTD_compressBound(ENDGAME_BLOCK_BYTES)};
    packer.packed = malloc(BATCH_BLOCKS * packer.bound);
    Output output = {.directory = calloc(blocks, sizeof(EndgameEntry))};
    Status status = STATUS_OK;
    if (!packer.packed || !output.directory)
        status = error_set(error, STATUS_NO_MEMORY, "no memory to write '%.160s'", path);
    else if (!(output.stream = fopen(part, "wb")))
        status =
            error_set(error, STATUS_NO_FILE, "cannot write '%.160s': %s", part, strerror(errno));
    if (status == STATUS_OK) {
        bool written = write_blocks(&packer, blocks, &output, crew) &&
                       write_front(info, blocks, &output) && fflush(output.stream) == 0 &&
                       fsync(fileno(output.stream)) == 0;
        written &= fclose(output.stream) == 0;
        if (!written || rename(part, path) != 0)
            status = error_set(error, STATUS_NO_FILE, "cannot write '%.160s': %s", path,
                               strerror(errno));
    }
    free(packer.packed);
    free(output.directory);
    return status;
}
