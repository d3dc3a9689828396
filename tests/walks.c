/* Random walks. */
#include "tests/walks.h"

struct criterion_test_params all_games(void)
{
    static int indices[256];
    for (int i = 0; i < games_count(); i++)
        indices[i] = i;
    return cr_make_param_array(int, indices, (size_t)games_count());
}

void walk_positions(int index, uint64_t seed, int count, int stride, WalkVisitor *visit,
                    void *context)
{
    const Game *game = games_at(index);
    for (uint64_t walk = 0; count > 0; walk++) {
        Random random = random_from(random_split(seed, walk));
        Position position;
        game->start(NULL, &position);
        /* Begin the count anywhere in the stride, so that all depths are met. */
        int ply = (int)random_below(&random, (uint32_t)stride);
        while (count > 0 && game->outcome(&position) == OUTCOME_OPEN && ply < 400) {
            if (++ply % stride == 0) {
                visit(game, index, &position, context);
                count--;
            }
            Turn turn;
            turn_random(game, &position, &random, &turn);
            turn_play(game, &turn, &position);
        }
    }
}

const char *position_text(const Game *game, const Position *position)
{
    static char line[POSITION_TEXT_MAX];
    Text text = TEXT_OF(line);
    game->format(position, &text);
    return line;
}
