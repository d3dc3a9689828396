/* libFuzzer target: files of training positions. Input: a byte that says whether the rest is the
 * whole file or the inside of a block, which gets the checksums that it needs to be read. */
#include "engine/dataset.h"
#include "engine/hash.h"
#include "tests/fuzz.h"

#include <string.h>

enum { SIZE_MOST = 1 << 12 };

static Status count_sample(void *context, const Sample *sample, Error *error)
{
    (void)error;
    fuzz_demand(sample->result <= 2 && strlen(sample->text) < sizeof sample->text);
    ++*(uint64_t *)context;
    return STATUS_OK;
}

static void check_dataset(const unsigned char *bytes, size_t size)
{
    DatasetSummary summary;
    Error error;
    uint64_t count = 0;
    Status status = dataset_parse("file", bytes, size, count_sample, &count, &summary, &error);
    fuzz_demand(summary.good_size <= size);
    fuzz_demand(status != STATUS_OK || count == summary.positions);
    fuzz_demand(status != STATUS_OK || !summary.complete || summary.good_size == size);
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
    unsigned char bytes[SIZE_MOST + 128], part[SIZE_MOST + 20] = "BLCK";
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1 || size >= SIZE_MOST)
        return 0;
    if (data[0] % 2)
        check_dataset(data + 1, size - 1);
    else
        check_block(data + 1, size - 1);
    return 0;
}
