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

/* Draws a part in proportion to the turns that begin with it. */
static Move random_part(const Game *game, const Position *position, Random *random)
{
    Move moves[MOVES_MAX];
    int count = game->moves(position, moves);
    if (!game->turn_parts)
        return moves[random_below(random, (uint32_t)count)];
    uint64_t rank = random_below_wide(random, game->count(position));
    for (int i = 0; i < count - 1; i++) {
        Position child = *position;
        game->play(&child, moves[i]);
        uint64_t turns = game->mid_turn(&child) ? game->count(&child) : 1;
        if (rank < turns)
            return moves[i];
        rank -= turns;
    }
    return moves[count - 1];
}

void turn_random(const Game *game, const Position *position, Random *random, Turn *turn)
{
    Position current = *position;
    turn->count = 0;
    do {
        Move move = random_part(game, &current, random);
        turn->parts[turn->count++] = move;
        game->play(&current, move);
    } while (game->mid_turn(&current));
}

void turn_play(const Game *game, const Turn *turn, Position *position)
{
    for (int i = 0; i < turn->count; i++)
        game->play(position, turn->parts[i]);
}

HistoryDraw position_history_draw(const Game *game, const Position *position,
                                  const PositionHistory *history)
{
    int quiet = game->quiet(position), first = history->count - quiet, occurrences = 1;
    if (game->repetitions) {
        uint64_t key = game->key(position);
        for (int i = history->count - 1; i >= 0 && i >= first; i--)
            occurrences += history->keys[i] == key;
        if (occurrences >= game->repetitions)
            return HISTORY_REPETITION;
    }
    return game->quiet_limit && quiet >= game->quiet_limit ? HISTORY_QUIET : HISTORY_OPEN;
}

const char *history_draw_text(HistoryDraw draw)
{
    return draw == HISTORY_REPETITION ? "repetition" : "no-progress";
}

bool position_same(const Game *game, const Position *one, const Position *other)
{
    return memcmp(one->bytes, other->bytes, (size_t)game->identity_size) == 0;
}
