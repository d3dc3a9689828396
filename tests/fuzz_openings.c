/* libFuzzer target: books of openings. Input: a byte that chooses the game, then the file. Openings
 * that are accepted must be open, and the book must give them back. */
#include "engine/openings.h"
#include "games/registry.h"
#include "tests/fuzz.h"

static void check_book(const Game *game, const OpeningBook *book)
{
    PositionSet seen = {0};
    bool fresh = false;
    fuzz_demand(book->count > 0);
    for (uint64_t i = 0; i < book->count; i++) {
        Opening opening = opening_book_at(book, i);
        fuzz_demand(game->outcome(&opening.start) == OUTCOME_OPEN);
        fuzz_demand(!game->mid_turn(&opening.start));
        fuzz_demand(position_set_add(&seen, game, &opening.start, &fresh, NULL) == STATUS_OK);
    }
    fuzz_demand(seen.count <= book->count);
    position_set_close(&seen);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    OpeningBook book = {0};
    Error error;
    if (size < 1)
        return 0;
    const Game *game = games_at(data[0] % games_count());
    const FuzzFile *file = fuzz_file(data + 1, size - 1);
    if (openings_read(&book, game, NULL, file->path, &error) == STATUS_OK)
        check_book(game, &book);
    opening_book_close(&book);
    return 0;
}
