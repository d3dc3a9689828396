/* Kernel: the coefficients of the evaluation's terms. The evaluation is compiled once more for it,
 * without its bound. */
#define EVALUATION_BOUND (1 << 30)
#include "search/features.h"

#include "engine/rules.h"

enum { FEATURE_UNIT = 1 << 16, TERMS = sizeof(GameWeights) / sizeof(int) };

static_assert((int)TERMS <= (int)WEIGHTS_MAX, "the weights must fit");

Features EXPORT(features);
void EXPORT(features)(const Position *position, float *coefficients)
{
    GamePosition own = game_load(position);
    int units[TERMS] = {0};
    for (int i = 0; i < TERMS; i++) {
        GameWeights weights;
        units[i] = FEATURE_UNIT;
        memcpy(&weights, units, sizeof weights);
        coefficients[i] = (float)game_evaluate(&own, &weights) / FEATURE_UNIT;
        units[i] = 0;
    }
}
