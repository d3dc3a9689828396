/* All games, in the order of games.def. */
#ifndef GAMES_REGISTRY_H
#define GAMES_REGISTRY_H

#include "engine/game.h"

int games_count(void);
const Game *games_at(int index);

/* The index of the game called `name` ("gounki", "gounki:seed", "gounki:published"); -1 and an
 * error that lists what there is. */
int games_find(const char *name, Error *error);

#endif
