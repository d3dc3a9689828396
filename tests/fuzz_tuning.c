/* libFuzzer target: files of weights and of training positions, parameters of SPSA. Input: a byte
 * that chooses one of them, then the text; of training positions the whole file, or the inside of a
 * block, which gets the checksums that it needs to be read. */
#include "engine/dataset.h"
#include "engine/hash.h"
#include "engine/spsa.h"
#include "engine/weights.h"
#include "games/registry.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE_MAX_READ = 1 << 12 };

static void demand(bool truth)
{
    if (!truth)
        abort();
}

/* What is accepted must round-trip. */
static void check_weights(const Game *game, const char *string)
{
    char written[WEIGHTS_FILE_MAX];
    int values[WEIGHTS_MAX], again[WEIGHTS_MAX];
    WeightNotes notes;
    Error error;
    if (weights_parse(game, "file", string, values, &notes, &error) != STATUS_OK)
        return;
    Text text = TEXT_OF(written);
    weights_format(game, values, &notes, &text);
    demand(!text.overflow);
    demand(weights_parse(game, "file", written, again, NULL, &error) == STATUS_OK);
    demand(memcmp(values, again, (size_t)game->weight_count * sizeof *values) == 0);
}

static Status count_sample(void *context, const Sample *sample, Error *error)
{
    (void)error;
    demand(sample->result <= 2);
    ++*(uint64_t *)context;
    return STATUS_OK;
}

static void check_dataset(const unsigned char *bytes, size_t size)
{
    DatasetSummary summary;
    Error error;
    uint64_t count = 0;
    Status status = dataset_parse("file", bytes, size, count_sample, &count, &summary, &error);
    demand(summary.good_size <= size);
    demand(status != STATUS_OK || count == summary.positions);
}

/* Appends a part with its checksum. */
static size_t append(unsigned char *bytes, size_t at, const void *part, size_t size)
{
    memcpy(bytes + at, part, size);
    uint64_t hash = hash_bytes(bytes + at, size);
    for (int i = 0; i < 8; i++)
        bytes[at + size + (size_t)i] = (unsigned char)(hash >> 8 * i);
    return at + size + 8;
}

static void check_block(const uint8_t *data, size_t size)
{
    unsigned char bytes[SIZE_MAX_READ + 128], part[SIZE_MAX_READ + 20] = "BLCK";
    size_t at = append(bytes, 0, "SKIRMDAT\1\0\0\0\0\0\0", 16);
    if (size < 1)
        return;
    part[12] = data[0]; /* positions */
    part[16] = (unsigned char)(size - 1);
    part[17] = (unsigned char)((size - 1) >> 8);
    memcpy(part + 20, data + 1, size - 1);
    at = append(bytes, at, part, 20 + size - 1);
    check_dataset(bytes, at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[SIZE_MAX_READ];
    SpsaParameter parameter;
    Error error;
    if (size < 1 || size >= sizeof text)
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    switch (data[0] % 4) {
    case 0: check_weights(games_at(data[0] / 4 % games_count()), text); break;
    case 1: check_dataset(data + 1, size - 1); break;
    case 2: check_block(data + 1, size - 1); break;
    default: spsa_parameter_parse(text, &parameter, &error); break;
    }
    return 0;
}
