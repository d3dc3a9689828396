/* Files of training positions. */
#include "engine/dataset.h"

#include "engine/file.h"
#include "engine/hash.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    VERSION = 1,
    HEADER_SIZE = 16, /* before the recipe */
    BLOCK_SIZE = 20,  /* before the positions */
    END_SIZE = 16,
    SAMPLE_SIZE = 10, /* before the text */
    CHECKSUM_SIZE = 8,
};

static const char magic[] = "SKIRMDAT", block_magic[] = "BLCK", end_magic[] = "DONE";

/* A file being read. */
typedef struct Reading {
    const char *name;
    const unsigned char *bytes;
    size_t size;
    SampleVisitor *visit;
    void *context;
    DatasetSummary *summary; /* good_size is where the next part begins */
    Error *error;
} Reading;

static void put(unsigned char *bytes, uint64_t number, int size)
{
    for (int i = 0; i < size; i++)
        bytes[i] = (unsigned char)(number >> 8 * i);
}

static uint64_t get(const unsigned char *bytes, int size)
{
    uint64_t number = 0;
    for (int i = 0; i < size; i++)
        number |= (uint64_t)bytes[i] << 8 * i;
    return number;
}

void dataset_block_close(DatasetBlock *block)
{
    free(block->data);
    *block = (DatasetBlock){0};
}

/* Room for so many bytes more, behind the block's own header. */
static bool reserve(DatasetBlock *block, size_t more)
{
    if (block->size == 0)
        block->size = BLOCK_SIZE;
    if (block->size + more <= block->capacity)
        return true;
    size_t capacity = 2 * (block->size + more);
    void *grown = realloc(block->data, capacity);
    if (!grown)
        return false;
    block->data = grown;
    block->capacity = capacity;
    return true;
}

Status dataset_block_add(DatasetBlock *block, const Sample *sample, Error *error)
{
    size_t length = strlen(sample->text);
    if (!reserve(block, SAMPLE_SIZE + length + CHECKSUM_SIZE))
        return error_set(error, STATUS_NO_MEMORY, "no memory for training positions");
    unsigned char *at = block->data + block->size;
    put(at, sample->game, 4);
    put(at + 4, sample->ply, 2);
    put(at + 6, (uint16_t)sample->score, 2);
    at[8] = sample->result;
    at[9] = (unsigned char)length;
    memcpy(at + SAMPLE_SIZE, sample->text, length);
    block->size += SAMPLE_SIZE + length;
    block->positions++;
    return STATUS_OK;
}

/* Writes bytes that leave room for their checksum. */
static Status write_checked(FILE *file, unsigned char *bytes, size_t size, Error *error)
{
    put(bytes + size, hash_bytes(bytes, size), CHECKSUM_SIZE);
    if (fwrite(bytes, 1, size + CHECKSUM_SIZE, file) == size + CHECKSUM_SIZE && fflush(file) == 0)
        return STATUS_OK;
    return error_set(error, STATUS_NO_FILE, "cannot write the training positions: %s",
                     strerror(errno));
}

Status dataset_write_header(FILE *file, const char *recipe, Error *error)
{
    unsigned char bytes[HEADER_SIZE + RECIPE_MAX + CHECKSUM_SIZE];
    size_t length = strlen(recipe);
    memcpy(bytes, magic, 8);
    put(bytes + 8, VERSION, 4);
    put(bytes + 12, length, 4);
    memcpy(bytes + HEADER_SIZE, recipe, length);
    return write_checked(file, bytes, HEADER_SIZE + length, error);
}

Status dataset_write_block(FILE *file, uint32_t number, DatasetBlock *block, Error *error)
{
    if (!reserve(block, CHECKSUM_SIZE))
        return error_set(error, STATUS_NO_MEMORY, "no memory for training positions");
    memcpy(block->data, block_magic, 4);
    put(block->data + 4, number, 4);
    put(block->data + 8, block->games, 4);
    put(block->data + 12, block->positions, 4);
    put(block->data + 16, block->size - BLOCK_SIZE, 4);
    Status status = write_checked(file, block->data, block->size, error);
    block->size = 0;
    block->games = block->positions = 0;
    return status;
}

Status dataset_write_end(FILE *file, uint32_t blocks, uint64_t positions, Error *error)
{
    unsigned char bytes[END_SIZE + CHECKSUM_SIZE];
    memcpy(bytes, end_magic, 4);
    put(bytes + 4, blocks, 4);
    put(bytes + 8, positions, 8);
    return write_checked(file, bytes, END_SIZE, error);
}

static Status fail(const Reading *reading, const char *what)
{
    return error_set(reading->error, STATUS_BAD_TEXT, "%.150s: at byte %zu: %s", reading->name,
                     reading->summary->good_size, what);
}

/* Whether the next part of this size ends with the checksum that it should. */
static bool is_intact(const Reading *reading, size_t size)
{
    const unsigned char *at = reading->bytes + reading->summary->good_size;
    return get(at + size, CHECKSUM_SIZE) == hash_bytes(at, size);
}

static Status read_sample(const Reading *reading, const unsigned char **at,
                          const unsigned char *end)
{
    Sample sample;
    if (end - *at < SAMPLE_SIZE || end - *at < SAMPLE_SIZE + (*at)[9])
        return fail(reading, "the block's positions do not fill it");
    sample.game = (uint32_t)get(*at, 4);
    sample.ply = (uint16_t)get(*at + 4, 2);
    sample.score = (int16_t)get(*at + 6, 2);
    sample.result = (*at)[8];
    size_t length = (*at)[9];
    memcpy(sample.text, *at + SAMPLE_SIZE, length);
    sample.text[length] = '\0';
    *at += SAMPLE_SIZE + length;
    if (sample.result > 2 || strlen(sample.text) != length)
        return fail(reading, "a position with a result or text that cannot be");
    return reading->visit ? reading->visit(reading->context, &sample, reading->error) : STATUS_OK;
}

/* Reads a block; `*more` = whether it was whole. */
static Status read_block(const Reading *reading, size_t left, bool *more)
{
    DatasetSummary *summary = reading->summary;
    const unsigned char *at = reading->bytes + summary->good_size;
    *more =
        left >= BLOCK_SIZE + CHECKSUM_SIZE && left - BLOCK_SIZE - CHECKSUM_SIZE >= get(at + 16, 4);
    if (!*more)
        return STATUS_OK;
    size_t size = BLOCK_SIZE + get(at + 16, 4);
    if (!is_intact(reading, size))
        return fail(reading, "the block's checksum is wrong");
    if (get(at + 4, 4) != summary->blocks)
        return fail(reading, "the blocks are out of order");
    const unsigned char *end = at + size, *next = at + BLOCK_SIZE;
    uint64_t positions = get(at + 12, 4);
    Status status = STATUS_OK;
    for (uint64_t i = 0; status == STATUS_OK && i < positions; i++)
        status = read_sample(reading, &next, end);
    if (status == STATUS_OK && next != end)
        status = fail(reading, "the block's positions do not fill it");
    if (status != STATUS_OK)
        return status;
    summary->games += get(at + 8, 4);
    summary->positions += positions;
    summary->blocks++;
    summary->good_size += size + CHECKSUM_SIZE;
    return STATUS_OK;
}

static Status read_end(const Reading *reading, size_t left)
{
    DatasetSummary *summary = reading->summary;
    const unsigned char *at = reading->bytes + summary->good_size;
    if (left < END_SIZE + CHECKSUM_SIZE)
        return STATUS_OK;
    if (!is_intact(reading, END_SIZE))
        return fail(reading, "the end's checksum is wrong");
    if (get(at + 4, 4) != summary->blocks || get(at + 8, 8) != summary->positions)
        return fail(reading, "the end counts other blocks than there are");
    summary->good_size += END_SIZE + CHECKSUM_SIZE;
    summary->complete = true;
    if (summary->good_size != reading->size)
        return fail(reading, "something follows the end");
    return STATUS_OK;
}

static Status read_header(const Reading *reading)
{
    DatasetSummary *summary = reading->summary;
    if (reading->size < HEADER_SIZE || memcmp(reading->bytes, magic, 8) != 0)
        return fail(reading, "expected a file of training positions");
    if (get(reading->bytes + 8, 4) != VERSION)
        return fail(reading, "another version of the format; expected 1");
    size_t length = get(reading->bytes + 12, 4), size = HEADER_SIZE + length;
    if (length >= RECIPE_MAX || reading->size < size + CHECKSUM_SIZE || !is_intact(reading, size))
        return fail(reading, "the header is broken");
    memcpy(summary->recipe, reading->bytes + HEADER_SIZE, length);
    summary->recipe[length] = '\0';
    summary->good_size = size + CHECKSUM_SIZE;
    return STATUS_OK;
}

Status dataset_parse(const char *name, const unsigned char *bytes, size_t size,
                     SampleVisitor *visit, void *context, DatasetSummary *summary, Error *error)
{
    *summary = (DatasetSummary){.blocks = 0};
    Reading reading = {name, bytes, size, visit, context, summary, error};
    Status status = read_header(&reading);
    bool more = true;
    while (status == STATUS_OK && more) {
        size_t left = size - summary->good_size;
        const unsigned char *at = bytes + summary->good_size;
        if (left < 4)
            break;
        if (memcmp(at, end_magic, 4) == 0) {
            status = read_end(&reading, left);
            break;
        }
        if (memcmp(at, block_magic, 4) != 0)
            return fail(&reading, "expected a block");
        status = read_block(&reading, left, &more);
    }
    summary->hash = hash_bytes(bytes, summary->good_size);
    return status;
}

Status dataset_read(const char *path, SampleVisitor *visit, void *context, DatasetSummary *summary,
                    Error *error)
{
    char *bytes;
    size_t size;
    Status status = file_read(path, SIZE_MAX - 1, &bytes, &size, error);
    if (status == STATUS_OK)
        status =
            dataset_parse(path, (const unsigned char *)bytes, size, visit, context, summary, error);
    free(bytes);
    return status;
}

Status dataset_check(const char *path, const DatasetSummary *summary, const Game *game,
                     Error *error)
{
    char line[96];
    Text text = TEXT_OF(line);
    text_format(&text, "game = %s:%s\n", game->folder, game->ruleset);
    if (strncmp(summary->recipe, line, text.length) != 0)
        return error_set(error, STATUS_MISMATCH,
                         "%.150s: expected positions of %s:%s, these are of another game: %.*s",
                         path, game->folder, game->ruleset, (int)strcspn(summary->recipe, "\n"),
                         summary->recipe);
    if (summary->complete)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_TEXT,
                     "%.150s: breaks off after %llu games; go on with 'skirmish selfplay --resume'",
                     path, (unsigned long long)summary->games);
}
