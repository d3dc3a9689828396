/* Kernel: random games for one game. */
#include "search/playouts.h"

#include "search/playout.h"

Playouts EXPORT(playouts);
void EXPORT(playouts)(const Position *position, uint64_t seed, uint64_t games,
                      PlayoutTotals *totals)
{
    GamePosition root = game_load(position);
    *totals = (PlayoutTotals){.games = games};
    for (uint64_t i = 0; i < games; i++) {
        Random random = random_from(random_split(seed, i));
        GamePosition current = root;
        int plies = 0;
        Outcome outcome = playout_run(&current, &random, &plies);
        totals->plies += (uint64_t)plies;
        totals->draws += outcome == OUTCOME_DRAW;
        totals->wins[0] += outcome == OUTCOME_WIN;
        totals->wins[1] += outcome == OUTCOME_LOSS;
        if ((uint64_t)plies > totals->longest)
            totals->longest = (uint64_t)plies;
    }
}
