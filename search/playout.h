/* One random game from a position, inlined into the kernels that need it. */
#ifndef SEARCH_PLAYOUT_H
#define SEARCH_PLAYOUT_H

#include "engine/rules.h"

enum { PLAYOUT_PLIES_MAX = 10000 };

/* Plays random turns to the end; counts turns in *plies. Returns the result for player 0:
 * OUTCOME_WIN, OUTCOME_DRAW or OUTCOME_LOSS. The position is left at the end of the game. */
static inline Outcome playout_run(GamePosition *position, Random *random, int *plies)
{
    int limit = *plies + PLAYOUT_PLIES_MAX;
    while (game_random_turn(position, random)) {
        ++*plies;
        if (GAME_QUIET_LIMIT > 0 && game_quiet(position) >= GAME_QUIET_LIMIT) {
            if (game_outcome(position) == OUTCOME_OPEN)
                return OUTCOME_DRAW;
            break;
        }
        if (*plies >= limit)
            return OUTCOME_DRAW;
    }
    Outcome outcome = game_outcome(position);
    if (outcome == OUTCOME_DRAW || game_mover(position) == 0)
        return outcome;
    return outcome == OUTCOME_WIN ? OUTCOME_LOSS : OUTCOME_WIN;
}

#endif
