/* Kernel: the kit of one game, its kernels behind function pointers that are called once per task.
 */
#include "search/registry.h"

#include "engine/rules.h"

Features EXPORT(features);
Perft EXPORT(perft);
Playouts EXPORT(playouts);
Verify EXPORT(verify);

#ifdef GAME_INDEX
extern const Solver EXPORT(solver);
#define SOLVER &EXPORT(solver)
#else
#define SOLVER NULL
#endif

#define SEARCH(name) extern const PlayerType EXPORT(name);
#include "search/searches.def"
#undef SEARCH

static const PlayerType *const players[] = {
#define SEARCH(name) &EXPORT(name),
#include "search/searches.def"
#undef SEARCH
    NULL,
};

extern const SearchKit EXPORT(searches);
const SearchKit EXPORT(searches) = {
    .players = players,
    .perft = EXPORT(perft),
    .playouts = EXPORT(playouts),
    .verify = EXPORT(verify),
    .features = EXPORT(features),
    .solver = SOLVER,
};
