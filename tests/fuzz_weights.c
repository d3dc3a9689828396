/* libFuzzer target: files of evaluation weights. Input: a byte that chooses the game, then the
 * file. What is accepted must round-trip. */
#include "engine/weights.h"
#include "games/registry.h"
#include "tests/fuzz.h"

#include <string.h>

static void check_weights(const Game *game, const int *values, const WeightNotes *notes)
{
    char written[WEIGHTS_FILE_MAX];
    int again[WEIGHTS_MAX];
    Text text = TEXT_OF(written);
    weights_format(game, values, notes, &text);
    fuzz_demand(!text.overflow);
    fuzz_demand(weights_parse(game, "file", written, again, NULL, NULL) == STATUS_OK);
    fuzz_demand(memcmp(values, again, (size_t)game->weight_count * sizeof *values) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int values[WEIGHTS_MAX];
    WeightNotes notes;
    Error error;
    if (size < 1)
        return 0;
    const Game *game = games_at(data[0] % games_count());
    const FuzzFile *file = fuzz_file(data + 1, size - 1);
    if (weights_read(game, file->path, values, &notes, &error) == STATUS_OK)
        check_weights(game, values, &notes);
    return 0;
}
