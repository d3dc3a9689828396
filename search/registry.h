/* What the searches offer for each game: back ends, perft, playouts, the checker of
 * proofs, the coefficients of the evaluation. */
#ifndef SEARCH_REGISTRY_H
#define SEARCH_REGISTRY_H

#include "engine/player.h"
#include "search/features.h"
#include "search/perft.h"
#include "search/playouts.h"
#include "search/solve.h"
#include "search/verify.h"

/* The kernels of one game. */
typedef struct SearchKit {
    const PlayerType *const *players; /* the back ends, ends with NULL */
    Perft *perft;
    Playouts *playouts;
    Verify *verify;
    Features *features;
    const Solver *solver; /* NULL = the game has no index */
} SearchKit;

/* The kit of games_at(index). */
const SearchKit *searches_of(int index);

#endif
