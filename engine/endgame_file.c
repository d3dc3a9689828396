/* Files of solved positions: mapping, checking, unpacking. */
#include "engine/endgame_file.h"

#include "engine/endgame_format.h"
#include "engine/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

enum { CHECK_GRAIN = 64 };

struct EndgameFile {
    EndgameInfo info;
    char *path; /* owned */
    unsigned char *bytes;
    size_t size;
    EndgameHeader header;
    const EndgameEntry *directory; /* in the mapping */
};

static Status refuse(const char *path, Error *error, const char *reason)
{
    return error_set(error, STATUS_BAD_TEXT, "'%.160s' is not a sound table: %s", path, reason);
}

/* Maps a whole file. */
static Status map_file(const char *path, EndgameFile *file, Error *error)
{
    int descriptor = open(path, O_RDONLY);
    struct stat stats;
    if (descriptor < 0 || fstat(descriptor, &stats) != 0 || !S_ISREG(stats.st_mode)) {
        Status status = error_set(error, STATUS_NO_FILE, "cannot read '%.160s': %s", path,
                                  descriptor < 0 ? strerror(errno) : "not a regular file");
        if (descriptor >= 0)
            close(descriptor);
        return status;
    }
    file->size = (size_t)stats.st_size;
    void *bytes = MAP_FAILED;
    if (file->size >= sizeof(EndgameHeader))
        bytes = mmap(NULL, file->size, PROT_READ, MAP_SHARED, descriptor, 0);
    close(descriptor);
    if (file->size < sizeof(EndgameHeader))
        return refuse(path, error, "it is shorter than a header");
    if (bytes == MAP_FAILED)
        return error_set(error, STATUS_NO_MEMORY, "cannot map '%.160s': %s", path, strerror(errno));
    file->bytes = bytes;
    return STATUS_OK;
}

static bool is_text(const char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL;
}

/* Why the header is not that of a whole file of this size, NULL = it is. */
static const char *header_fault(const EndgameHeader *header, size_t size)
{
    if (memcmp(header->magic, endgame_magic, sizeof header->magic) != 0)
        return "it does not begin with the mark of one";
    if (header->format != ENDGAME_FORMAT)
        return "its format is of another version";
    if (header->checksum != hash_bytes(header, offsetof(EndgameHeader, checksum)))
        return "the checksum of its header is wrong";
    if (header->file_size != size)
        return header->file_size > size ? "it is cut short" : "it is longer than its header says";
    bool sane =
        header->kind <= ENDGAME_OUTCOME && is_text(header->game, sizeof header->game) &&
        is_text(header->layer, sizeof header->layer) &&
        is_text(header->form, sizeof header->form) && header->value_count > 0 &&
        header->block_count == endgame_blocks((EndgameKind)header->kind, header->value_count) &&
        header->block_count <= (size - sizeof *header) / sizeof(EndgameEntry);
    return sane ? NULL : "its header contradicts itself";
}

static size_t block_end(const EndgameFile *file, uint64_t block)
{
    bool last = block + 1 == file->header.block_count;
    return last ? file->size : file->directory[block + 1].offset;
}

static const char *directory_fault(const EndgameFile *file)
{
    size_t bytes = file->header.block_count * sizeof(EndgameEntry);
    if (file->header.directory_checksum != hash_bytes(file->directory, bytes))
        return "the checksum of its directory is wrong";
    uint64_t at = sizeof(EndgameHeader) + bytes;
    for (uint64_t block = 0; block < file->header.block_count; block++) {
        if (file->directory[block].offset != at || block_end(file, block) < at ||
            block_end(file, block) > file->size)
            return "its directory contradicts itself";
        at = block_end(file, block);
    }
    return NULL;
}

static Status read_header(EndgameFile *file, Error *error)
{
    memcpy(&file->header, file->bytes, sizeof file->header);
    const char *fault = header_fault(&file->header, file->size);
    file->directory = (const void *)(file->bytes + sizeof(EndgameHeader));
    if (!fault)
        fault = directory_fault(file);
    if (fault)
        return refuse(file->path, error, fault);
    const EndgameHeader *header = &file->header;
    file->info = (EndgameInfo){
        .layer_number = header->layer_number,
        .index_version = header->index_version,
        .kind = (EndgameKind)header->kind,
        .value_count = header->value_count,
    };
    memcpy(file->info.game, header->game, sizeof header->game);
    memcpy(file->info.layer, header->layer, sizeof header->layer);
    memcpy(file->info.form, header->form, sizeof header->form);
    return STATUS_OK;
}

Status endgame_file_open(const char *path, EndgameFile **result, Error *error)
{
    EndgameFile *file = calloc(1, sizeof *file);
    if (file)
        file->path = strdup(path);
    if (!file || !file->path) {
        free(file);
        return error_set(error, STATUS_NO_MEMORY, "no memory for a table");
    }
    Status status = map_file(path, file, error);
    if (status == STATUS_OK && file->bytes)
        status = read_header(file, error);
    if (status != STATUS_OK) {
        endgame_file_close(file);
        return status;
    }
    *result = file;
    return STATUS_OK;
}

void endgame_file_close(EndgameFile *file)
{
    if (!file)
        return;
    if (file->bytes)
        munmap(file->bytes, file->size);
    free(file->path);
    free(file);
}

const EndgameInfo *endgame_file_info(const EndgameFile *file)
{
    return &file->info;
}

const char *endgame_file_path(const EndgameFile *file)
{
    return file->path;
}

uint64_t endgame_file_checksum(const EndgameFile *file)
{
    return file->header.checksum;
}

static bool block_is_sound(const EndgameFile *file, uint64_t block)
{
    size_t start = file->directory[block].offset, end = block_end(file, block);
    return hash_bytes(file->bytes + start, end - start) == file->directory[block].checksum;
}

/* Unpacks a block; false if it is damaged. */
static bool unpack_block(const EndgameFile *file, uint64_t block, ZSTD_DCtx *context,
                         unsigned char *bytes)
{
    size_t start = file->directory[block].offset, end = block_end(file, block);
    size_t expected = endgame_block_bytes(file->info.kind, file->info.value_count, block);
    return block_is_sound(file, block) &&
           ZSTD_decompressDCtx(context, bytes, ENDGAME_BLOCK_BYTES, file->bytes + start,
                               end - start) == expected;
}

static EndgameValue value_in(EndgameKind kind, const unsigned char *bytes, uint64_t place)
{
    if (kind == ENDGAME_DISTANCE)
        return bytes[place];
    return bytes[place / 4] >> (2 * (place % 4)) & 3;
}

/* A pass over all blocks. */
typedef struct Pass {
    const EndgameFile *file;
    EndgameValue *values;         /* NULL = check only */
    atomic_uint_fast64_t damaged; /* the first damaged block */
    atomic_bool starved;
} Pass;

static void note_damage(Pass *pass, uint64_t block)
{
    uint64_t first = atomic_load(&pass->damaged);
    while (block < first && !atomic_compare_exchange_weak(&pass->damaged, &first, block))
        continue;
}

static void check_blocks(void *context, uint64_t first, uint64_t last)
{
    Pass *pass = context;
    for (uint64_t block = first; block < last; block++)
        if (!block_is_sound(pass->file, block))
            note_damage(pass, block);
}

static void load_blocks(void *context, uint64_t first, uint64_t last)
{
    Pass *pass = context;
    const EndgameInfo *info = &pass->file->info;
    uint64_t each = endgame_block_values(info->kind);
    unsigned char bytes[ENDGAME_BLOCK_BYTES];
    ZSTD_DCtx *unpacker = ZSTD_createDCtx();
    if (!unpacker)
        atomic_store(&pass->starved, true);
    for (uint64_t block = first; unpacker && block < last; block++) {
        if (!unpack_block(pass->file, block, unpacker, bytes)) {
            note_damage(pass, block);
            continue;
        }
        uint64_t start = block * each, count = info->value_count - start;
        for (uint64_t i = 0; i < (count < each ? count : each); i++)
            pass->values[start + i] = value_in(info->kind, bytes, i);
    }
    ZSTD_freeDCtx(unpacker);
}

static Status block_fault(const EndgameFile *file, uint64_t block, Error *error)
{
    char reason[64];
    snprintf(reason, sizeof reason, "block %llu of %llu is damaged", (unsigned long long)block,
             (unsigned long long)file->header.block_count);
    return refuse(file->path, error, reason);
}

static Status pass_over(const EndgameFile *file, Crew *crew, EndgameValue *values, Error *error)
{
    Pass pass = {.file = file, .values = values, .damaged = UINT64_MAX};
    crew_run(crew, file->header.block_count, CHECK_GRAIN, values ? load_blocks : check_blocks,
             &pass);
    if (atomic_load(&pass.starved))
        return error_set(error, STATUS_NO_MEMORY, "no memory to unpack '%.160s'", file->path);
    uint64_t damaged = atomic_load(&pass.damaged);
    return damaged == UINT64_MAX ? STATUS_OK : block_fault(file, damaged, error);
}

Status endgame_file_check(const EndgameFile *file, Crew *crew, Error *error)
{
    return pass_over(file, crew, NULL, error);
}

Status endgame_file_load(const EndgameFile *file, Crew *crew, EndgameValue *values, Error *error)
{
    return pass_over(file, crew, values, error);
}

/* An unpacked block. */
typedef struct Slot {
    const EndgameFile *file; /* NULL = empty */
    uint64_t block;
} Slot;

struct EndgameReader {
    ZSTD_DCtx *unpacker; /* owned */
    size_t slot_count;
    Slot *slots;          /* owned */
    unsigned char *bytes; /* owned, ENDGAME_BLOCK_BYTES for each slot */
};

Status endgame_reader_open(size_t bytes, EndgameReader **result, Error *error)
{
    EndgameReader *reader = calloc(1, sizeof *reader);
    if (reader) {
        reader->slot_count = bytes / ENDGAME_BLOCK_BYTES + 1;
        reader->slots = calloc(reader->slot_count, sizeof *reader->slots);
        reader->bytes = malloc(reader->slot_count * ENDGAME_BLOCK_BYTES);
        reader->unpacker = ZSTD_createDCtx();
    }
    if (!reader || !reader->slots || !reader->bytes || !reader->unpacker) {
        endgame_reader_close(reader);
        return error_set(error, STATUS_NO_MEMORY, "no memory to read tables");
    }
    *result = reader;
    return STATUS_OK;
}

void endgame_reader_close(EndgameReader *reader)
{
    if (!reader)
        return;
    ZSTD_freeDCtx(reader->unpacker);
    free(reader->bytes);
    free(reader->slots);
    free(reader);
}

Status endgame_reader_get(EndgameReader *reader, const EndgameFile *file, uint64_t index,
                          EndgameValue *value, Error *error)
{
    uint64_t each = endgame_block_values(file->info.kind), block = index / each;
    size_t at = (size_t)((block + 97 * (uint64_t)file->info.layer_number) % reader->slot_count);
    Slot *slot = &reader->slots[at];
    unsigned char *bytes = reader->bytes + at * ENDGAME_BLOCK_BYTES;
    if (slot->file != file || slot->block != block) {
        slot->file = NULL;
        if (!unpack_block(file, block, reader->unpacker, bytes))
            return block_fault(file, block, error);
        *slot = (Slot){file, block};
    }
    *value = value_in(file->info.kind, bytes, index % each);
    return STATUS_OK;
}
