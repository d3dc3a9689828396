/* What can be said about every game through its cold interface. */
#include "engine/game.h"

#include <string.h>

static bool each_completion(const Game *game, const Position *position, Turn *turn,
                            TurnVisitor *visit, void *context)
{
    Move moves[MOVES_MAX];
    int count = game->moves(position, moves);
    for (int i = 0; i < count; i++) {
        Position child = *position;
        game->play(&child, moves[i]);
        turn->parts[turn->count++] = moves[i];
        bool go_on = game->mid_turn(&child) ? each_completion(game, &child, turn, visit, context)
                                            : visit(context, turn, &child);
        turn->count--;
        if (!go_on)
            return false;
    }
    return true;
}

void turn_each(const Game *game, const Position *position, TurnVisitor *visit, void *context)
{
    Turn turn = {.count = 0};
    each_completion(game, position, &turn, visit, context);
}

void turn_play(const Game *game, const Turn *turn, Position *position)
{
    for (int i = 0; i < turn->count; i++)
        game->play(position, turn->parts[i]);
}

bool position_same(const Game *game, const Position *one, const Position *other)
{
    return memcmp(one->bytes, other->bytes, (size_t)game->identity_size) == 0;
}
