/* Joint ratings: a Bradley-Terry model of wins, draws and losses with Davidson's draws (1970) and
 * an advantage of moving first (Davidson and Beaver 1977), fitted to all games at once. The chances
 * of the first player's win, draw and loss are as
 *
 *     exp(a + r)  :  exp(d + (a + r) / 2)  :  1
 *
 * with r the difference of the strengths, a and d the game's terms of advantage and of draws.
 * Strengths and terms have a wide normal prior (about 700 Elo), so that every estimate and interval
 * is finite, whatever the results and whoever never met. */
#ifndef ENGINE_RATINGS_H
#define ENGINE_RATINGS_H

#include "engine/standings.h"

typedef struct Ratings {
    int engines, games;
    Estimate *elo;       /* owned; [engine], their mean is 0 */
    Estimate *advantage; /* owned; [game]: Elo that moving first is worth */
    double *draws;       /* owned; [game]: chance of a draw between equals, nobody to move */
    double *superiority; /* owned; [engine][other]: likelihood that engine is stronger */
} Ratings;

/* Fits the model to game `game` of the standings, -1 = to all of them, with one strength for an
 * engine and terms of its own for each game. Elo is the strength scaled so that near equality it
 * says what Elo of the expected score says. Intervals (95 %) come from the curvature of the
 * likelihood; they take games for independent, which errs on the wide side: in a pair a good
 * opening helps both engines in turn. */
Status ratings_open(Ratings *ratings, const Standings *standings, int game, Error *error);
void ratings_close(Ratings *ratings);

#endif
