/* libFuzzer target: the move texts of every game, in positions that games lead to. Input: a byte
 * that chooses the game, one for a random walk from its start (its length and seed), then moves,
 * one a line; those that are legal are played. What is accepted must be one of the legal turns and
 * round-trip. */
#include "games/registry.h"
#include "tests/fuzz.h"

static void walk(const Game *game, uint8_t choice, Position *position)
{
    Random random = random_from(choice);
    for (int i = 0; i < choice % 16 && game->outcome(position) == OUTCOME_OPEN; i++)
        game->random_turn(position, &random);
}

static void play(const Game *game, const char *line, Position *position)
{
    char canonical[TURN_TEXT_MAX];
    Text text = TEXT_OF(canonical);
    Turn turn, again;
    Error error;
    if (game->turn_parse(position, line, &turn, &error) != STATUS_OK)
        return;
    fuzz_demand(turn.count > 0 && turn.count <= TURN_PARTS_MAX);
    game->turn_format(position, &turn, &text);
    fuzz_demand(!text.overflow);
    fuzz_demand(game->turn_parse(position, canonical, &again, NULL) == STATUS_OK);
    Position other = *position;
    turn_play(game, &again, &other);
    turn_play(game, &turn, position);
    fuzz_demand(position_same(game, position, &other));
    fuzz_demand(!game->mid_turn(position));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[512];
    if (size < 2 || !fuzz_text(data + 2, size - 2, text, sizeof text))
        return 0;
    const Game *game = games_at(data[0] % games_count());
    Position position;
    game->start(NULL, &position);
    walk(game, data[1], &position);
    for (char *line = text, *next; line && game->outcome(&position) == OUTCOME_OPEN; line = next) {
        next = fuzz_next_line(line);
        play(game, line, &position);
    }
    return 0;
}
