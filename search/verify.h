/* Checks a proven result by the rules alone, without the search that claims it. */
#ifndef SEARCH_VERIFY_H
#define SEARCH_VERIFY_H

#include "engine/game.h"
#include "engine/status.h"

/* The prover's move (part) in a position where he is to move; MOVE_NONE if he has none. */
typedef Move VerifyStrategy(void *context, const Position *position);

typedef struct VerifyResult {
    uint64_t positions; /* checked, each once for each number of quiet plies that matters */
    bool passed;
    const char *failure; /* why not, static text */
    Position position;   /* where it failed */
} VerifyResult;

/* Whether the claimed result for the side to move holds against every answer. WIN and LOSS: the
 * winner's strategy wins in every line, no line coming back to itself, none drawn by history.
 * DRAW: each side in turn has a strategy that never loses; the lines may go round for ever. */
typedef Status Verify(const Position *position, const PositionHistory *history, Outcome claim,
                      VerifyStrategy *strategy, void *context, VerifyResult *result, Error *error);

#endif
