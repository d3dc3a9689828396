/* libFuzzer target: the position texts of every game, and moves in them. Input: a byte that chooses
 * the game, a position, a line feed, a move. What is accepted must round-trip. */
#include "games/registry.h"
#include "tests/fuzz.h"

static void check_position(const Game *game, const Position *position)
{
    char line[POSITION_TEXT_MAX];
    Text text = TEXT_OF(line);
    Position again;
    game->format(position, &text);
    fuzz_demand(!text.overflow);
    fuzz_demand(game->parse(NULL, line, &again, NULL) == STATUS_OK);
    fuzz_demand(position_same(game, position, &again));
    fuzz_demand(game->quiet(position) == game->quiet(&again));
    Move moves[MOVES_MAX];
    fuzz_demand(game->moves(position, moves) <= game->moves_max);
    fuzz_demand((game->outcome(position) == OUTCOME_OPEN) == (game->moves(position, moves) > 0));
}

static void check_move(const Game *game, const Position *position, const char *move)
{
    Turn turn, again;
    Error error;
    if (game->outcome(position) != OUTCOME_OPEN ||
        game->turn_parse(position, move, &turn, &error) != STATUS_OK)
        return;
    char line[TURN_TEXT_MAX];
    Text text = TEXT_OF(line);
    game->turn_format(position, &turn, &text);
    fuzz_demand(game->turn_parse(position, line, &again, NULL) == STATUS_OK);
    Position one = *position, other = *position;
    turn_play(game, &turn, &one);
    turn_play(game, &again, &other);
    fuzz_demand(position_same(game, &one, &other));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[1024];
    if (size < 1 || !fuzz_text(data + 1, size - 1, text, sizeof text))
        return 0;
    const Game *game = games_at(data[0] % games_count());
    const char *move = fuzz_next_line(text);
    Position position;
    Error error;
    if (game->parse(NULL, text, &position, &error) != STATUS_OK)
        return 0;
    check_position(game, &position);
    if (move)
        check_move(game, &position, move);
    return 0;
}
