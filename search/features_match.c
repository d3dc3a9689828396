/* Checks the coefficients against the evaluation that games are played with. */
#include "search/features.h"

#include <math.h>

bool features_match(const Game *game, const Position *position, const int *weights,
                    const float *coefficients)
{
    double sum = 0, cut = 0;
    bool whole = true;
    for (int i = 0; i < game->weight_count; i++) {
        double coefficient = (double)coefficients[i];
        sum += coefficient * weights[i];
        cut += fabs((double)weights[i]) / 65536;
        whole &= weights[i] == 0 || coefficient == floor(coefficient);
    }
    sum = fmin(fmax(sum, -SCORE_EVALUATION_MAX), SCORE_EVALUATION_MAX);
    double difference = fabs(sum - (double)game->evaluate(position, weights));
    return whole ? difference == 0 : difference < 1 + cut;
}
