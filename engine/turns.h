/* Whole turns, made of the moves (parts) of the hot contract: what engine/rules.h takes for a game
 * that does not make its turns in a faster way itself, and what such a game may fall back on. */
#ifndef ENGINE_TURNS_H
#define ENGINE_TURNS_H

static inline void each_completion(const GamePosition *position, GameVisitor *visit, void *context);

/* Inlined so that a visitor is no indirect call where a turn is one move. */
static ALWAYS_INLINE void each_turn_by_moves(const GamePosition *position, GameVisitor *visit,
                                             void *context)
{
    Move moves[GAME_MOVES_MAX];
    int count = game_moves(position, moves);
    for (int i = 0; i < count; i++) {
        GamePosition child = *position;
        game_play(&child, moves[i]);
        if (game_mid_turn(&child))
            each_completion(&child, visit, context);
        else
            visit(context, &child);
    }
}

static inline void each_completion(const GamePosition *position, GameVisitor *visit, void *context)
{
    each_turn_by_moves(position, visit, context);
}

static inline bool random_turn_by_moves(GamePosition *position, Random *random)
{
    do {
        Move move = game_random_move(position, random);
        if (move == MOVE_NONE)
            return false;
        game_play(position, move);
    } while (game_mid_turn(position));
    return true;
}

#endif
