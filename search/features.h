/* The evaluation as a linear function of its weights. */
#ifndef SEARCH_FEATURES_H
#define SEARCH_FEATURES_H

#include "engine/game.h"

/* Writes what each weight is multiplied by in the evaluation of an open position, for the side to
 * move, before the bound SCORE_EVALUATION_MAX; one coefficient for each term of the game. Traced
 * by the evaluation itself, so that there is no second account of the terms: coefficient i is its
 * value when all weights are 0 but the i-th, which is 65536. Whole coefficients are exact; a
 * fraction (terms that a game divides) is cut below 1/65536. */
typedef void Features(const Position *position, float *coefficients);

/* Whether the evaluation with these weights is the sum of weights times coefficients, within its
 * bounds: exactly where all coefficients are whole, else but for the one rounding towards 0. */
bool features_match(const Game *game, const Position *position, const int *weights,
                    const float *coefficients);

#endif
