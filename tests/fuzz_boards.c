/* libFuzzer target: board files of the games that have several boards. Input: the file. A board
 * that is accepted must be playable and drawable, and its positions must round-trip. */
#include "games/registry.h"
#include "tests/fuzz.h"

#include <stdlib.h>

enum {
    TURNS = 6,
    DRAWN_ONE_IN = 16, /* inputs, by their size: drawing takes ten times as long as all else */
};

static void check_text(const Game *game, const Board *board, const Position *position)
{
    char line[POSITION_TEXT_MAX];
    Text text = TEXT_OF(line);
    Position again;
    game->format(position, &text);
    fuzz_demand(!text.overflow);
    fuzz_demand(game->parse(board, line, &again, NULL) == STATUS_OK);
    fuzz_demand(position_same(game, position, &again));
}

static void check_drawings(const Game *game, const Position *position)
{
    char *drawing = malloc(SVG_TEXT_MAX);
    fuzz_demand(drawing != NULL);
    Text text = text_over(drawing, SVG_TEXT_MAX);
    game->svg(position, &text);
    text = text_over(drawing, DIAGRAM_TEXT_MAX);
    game->diagram(position, true, &text);
    fuzz_demand(!text.overflow);
    free(drawing);
}

static void check_board(const Game *game, const Board *board, bool draws)
{
    Random random = random_from(1);
    Position position;
    game->start(board, &position);
    if (draws)
        check_drawings(game, &position);
    for (int i = 0; i < TURNS && game->outcome(&position) == OUTCOME_OPEN; i++) {
        check_text(game, board, &position);
        game->random_turn(&position, &random);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const FuzzFile *file = fuzz_file(data, size);
    for (int i = 0; i < games_count(); i++) {
        const Game *game = games_at(i);
        Board *board = NULL;
        Error error;
        if (!game->board_open || game->board_open(file->path, &board, &error) != STATUS_OK)
            continue;
        check_board(game, board, size % DRAWN_ONE_IN == 0);
        game->board_close(board);
    }
    return 0;
}
