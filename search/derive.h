/* The value of a position by the values after its turns: the quickest win, else a draw, else the
 * slowest loss. A visitor of turns (GameVisitor), for kernels. */
#ifndef SEARCH_DERIVE_H
#define SEARCH_DERIVE_H

#include "engine/endgame.h"
#include "engine/rules.h"

#include <limits.h>

typedef struct Derivation {
    const EndgameValue *const *tables; /* of all layers that the turns lead to, borrowed */
    int quickest, slowest;             /* turns to a win, to a loss */
    bool draws;
} Derivation;

static inline Derivation derivation_start(const EndgameValue *const *tables)
{
    return (Derivation){tables, INT_MAX, -1, false};
}

/* The value of a finished game, or the stored one. */
static inline EndgameValue known_value(const EndgameValue *const *tables,
                                       const GamePosition *position)
{
    switch (game_outcome(position)) {
    case OUTCOME_WIN: return endgame_win(0);
    case OUTCOME_LOSS: return endgame_loss(0);
    case OUTCOME_DRAW: return ENDGAME_DRAW;
    case OUTCOME_OPEN: break;
    }
    return tables[game_layer(position)][game_index(position)];
}

/* Takes a turn; the mover alternates. */
static inline void derivation_visit(void *context, const GamePosition *after)
{
    Derivation *derivation = context;
    EndgameValue value = known_value(derivation->tables, after);
    Outcome outcome = endgame_outcome(value);
    int distance = outcome == OUTCOME_DRAW ? 0 : endgame_distance(value) + 1;
    derivation->draws |= outcome == OUTCOME_DRAW;
    if (outcome == OUTCOME_LOSS && distance < derivation->quickest)
        derivation->quickest = distance;
    if (outcome == OUTCOME_WIN && distance > derivation->slowest)
        derivation->slowest = distance;
}

static inline EndgameValue derivation_value(const Derivation *derivation)
{
    if (derivation->quickest != INT_MAX)
        return endgame_win(derivation->quickest);
    return derivation->draws ? ENDGAME_DRAW : endgame_loss(derivation->slowest);
}

#endif
