/* Match statistics. */
#include "engine/stats.h"

#include <math.h>

static const double quantile_95 = STATS_QUANTILE_95;

void moments_add(Moments *moments, double value)
{
    double off = value - moments->mean;
    moments->count++;
    moments->mean += off / moments->count;
    moments->squares += off * (value - moments->mean);
}

double moments_deviation(const Moments *moments)
{
    return moments->count > 1 ? sqrt(moments->squares / (moments->count - 1)) : 0;
}

Estimate moments_estimate(const Moments *moments)
{
    double error = moments->count > 0 ? moments_deviation(moments) / sqrt(moments->count) : 0;
    return (Estimate){moments->mean, quantile_95 * error};
}

Interval stats_proportion(uint64_t successes, uint64_t trials)
{
    if (trials == 0)
        return (Interval){0, 1};
    double n = (double)trials, share = (double)successes / n, z2 = quantile_95 * quantile_95;
    double centre = (share + z2 / (2 * n)) / (1 + z2 / n);
    double half = quantile_95 / (1 + z2 / n) * sqrt(share * (1 - share) / n + z2 / (4 * n * n));
    return (Interval){fmax(centre - half, 0), fmin(centre + half, 1)};
}

double stats_share(const MatchScore *score)
{
    uint64_t games = score->wins + score->draws + score->losses;
    return games ? ((double)score->wins + 0.5 * (double)score->draws) / (double)games : 0.5;
}

double stats_elo_of_share(double share)
{
    return 400.0 * log10(share / (1.0 - share));
}

/* Mean and standard error of a pair's share of points, with a prior of `prior` pairs. */
static void pair_moments(const MatchScore *score, double prior, double *mean, double *error)
{
    double total = 0, sum = 0, squares = 0;
    for (int i = 0; i < PAIR_RESULTS; i++) {
        double share = (double)i / (PAIR_RESULTS - 1);
        double count = (double)score->pairs[i] + prior / PAIR_RESULTS;
        total += count;
        sum += count * share;
        squares += count * share * share;
    }
    *mean = sum / total;
    *error = sqrt((squares / total - *mean * *mean) / total);
}

Estimate stats_elo(const MatchScore *score)
{
    double share = stats_share(score), mean = 0, error = 0;
    pair_moments(score, 1.0, &mean, &error);
    if (share <= 0.0 || share >= 1.0)
        share = mean;
    /* The derivative of Elo by share, 400 / (ln 10 * share * (1 - share)), carries the error over.
     */
    double slope = 400.0 / (log(10.0) * share * (1.0 - share));
    return (Estimate){stats_elo_of_share(share), quantile_95 * error * slope};
}

Estimate stats_nelo(const MatchScore *score)
{
    const double scale = 800.0 / log(10.0);
    double share = stats_share(score), mean = 0, error = 0, pairs = 1.0;
    pair_moments(score, 1.0, &mean, &error);
    for (int i = 0; i < PAIR_RESULTS; i++)
        pairs += (double)score->pairs[i];
    /* The spread of a game's score is sqrt 2 times that of the mean of two. */
    double spread = error * sqrt(2.0 * pairs);
    return (Estimate){scale * (share - 0.5) / spread, quantile_95 * scale / sqrt(2.0 * pairs)};
}

double stats_los(const MatchScore *score)
{
    double mean = 0, error = 0;
    pair_moments(score, 1.0, &mean, &error);
    return 0.5 * erfc((0.5 - stats_share(score)) / (error * sqrt(2.0)));
}

Estimate stats_share_estimate(const MatchScore *score)
{
    double mean = 0, error = 0;
    pair_moments(score, 1.0, &mean, &error);
    return (Estimate){stats_share(score), quantile_95 * error};
}
