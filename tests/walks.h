/* Positions for tests: random walks from a game's start. */
#ifndef TESTS_WALKS_H
#define TESTS_WALKS_H

#include "games/registry.h"
#include "search/registry.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

/* The parameters of a test over all games: indices into the registry. */
struct criterion_test_params all_games(void);

/* Calls `visit` for `count` open positions at turn boundaries, met on random games from the start;
 * every `stride`-th position of a game is taken. */
typedef void WalkVisitor(const Game *game, int index, const Position *position, void *context);
void walk_positions(int index, uint64_t seed, int count, int stride, WalkVisitor *visit,
                    void *context);

/* The position's text in a static buffer of the test's own process. */
const char *position_text(const Game *game, const Position *position);

#endif
