/* Random games, the raw speed of a game's encoding as Monte-Carlo searches feel it. */
#ifndef SEARCH_PLAYOUTS_H
#define SEARCH_PLAYOUTS_H

#include "engine/game.h"

typedef struct PlayoutTotals {
    uint64_t games, plies;   /* a ply is a whole turn */
    uint64_t wins[2], draws; /* by player */
    uint64_t longest;        /* plies of the longest game */
} PlayoutTotals;

/* Plays `games` random games from the position, game i seeded by random_split(seed, i). Draws by
 * no progress are applied, repetition is not. One such function per game. */
typedef void Playouts(const Position *position, uint64_t seed, uint64_t games,
                      PlayoutTotals *totals);

#endif
