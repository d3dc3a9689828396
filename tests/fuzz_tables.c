/* libFuzzer target: files of solved positions. Input: a byte whose lowest bit says whether the
 * checksums of the rest, a file, are to be made right first, so that what they guard is reached.
 * Whatever a file says of itself, reading its values must stay within it. */
#include "engine/endgame_file.h"
#include "engine/endgame_format.h"
#include "engine/hash.h"
#include "tests/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE_MOST = 1 << 13, VALUES_MOST = 1 << 18 };

/* Makes checksums right from the blocks up, as far as the file allows. */
static void mend(unsigned char *bytes, size_t size)
{
    EndgameHeader header;
    if (size < sizeof header)
        return;
    memcpy(&header, bytes, sizeof header);
    unsigned char *directory = bytes + sizeof header;
    uint64_t blocks = (size - sizeof header) / sizeof(EndgameEntry);
    blocks = header.block_count < blocks ? header.block_count : blocks;
    for (uint64_t i = 0; i < blocks; i++) {
        EndgameEntry entry, next = {.offset = size};
        memcpy(&entry, directory + i * sizeof entry, sizeof entry);
        if (i + 1 < blocks)
            memcpy(&next, directory + (i + 1) * sizeof next, sizeof next);
        if (entry.offset > next.offset || next.offset > size)
            continue;
        entry.checksum = hash_bytes(bytes + entry.offset, next.offset - entry.offset);
        memcpy(directory + i * sizeof entry, &entry, sizeof entry);
    }
    header.directory_checksum = hash_bytes(directory, blocks * sizeof(EndgameEntry));
    header.checksum = hash_bytes(&header, offsetof(EndgameHeader, checksum));
    memcpy(bytes, &header, sizeof header);
}

static void check_values(const EndgameFile *file)
{
    uint64_t count = endgame_file_info(file)->value_count;
    EndgameReader *reader = NULL;
    EndgameValue value = 0;
    Error error;
    fuzz_demand(endgame_reader_open(0, &reader, NULL) == STATUS_OK);
    endgame_reader_get(reader, file, 0, &value, &error);
    endgame_reader_get(reader, file, count / 2, &value, &error);
    endgame_reader_get(reader, file, count - 1, &value, &error);
    endgame_reader_close(reader);
    Crew *crew = NULL;
    fuzz_demand(crew_open(1, &crew, NULL) == STATUS_OK);
    Status status = endgame_file_check(file, crew, &error);
    if (status == STATUS_OK && count <= VALUES_MOST) {
        EndgameValue *values = malloc(count);
        fuzz_demand(values != NULL);
        status = endgame_file_load(file, crew, values, &error);
        fuzz_demand(status != STATUS_OK || values[count - 1] == value);
        free(values);
    }
    crew_close(crew);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned char bytes[SIZE_MOST];
    EndgameFile *opened = NULL;
    Error error;
    if (size < 1 || size > SIZE_MOST)
        return 0;
    memcpy(bytes, data + 1, size - 1);
    if (data[0] & 1)
        mend(bytes, size - 1);
    const FuzzFile *file = fuzz_file(bytes, size - 1);
    if (endgame_file_open(file->path, &opened, &error) == STATUS_OK) {
        check_values(opened);
        endgame_file_close(opened);
    }
    return 0;
}
