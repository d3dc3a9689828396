/* Match statistics. Games are played in pairs on one opening with sides swapped; errors come from
 * the five results of a pair (pentanomial), since the two games of a pair are not independent. */
#ifndef ENGINE_STATS_H
#define ENGINE_STATS_H

#include <stdint.h>

enum { PAIR_RESULTS = 5 };

/* Of the normal law, for intervals of 95 %. */
#define STATS_QUANTILE_95 1.959963984540054

/* Counts of single games and of pairs as one player sees them. */
typedef struct MatchScore {
    uint64_t wins, draws, losses;
    uint64_t pairs[PAIR_RESULTS]; /* pairs by half points won: 0, 1/2, 1, 3/2, 2 */
} MatchScore;

/* An estimate with the half width of its 95 % interval. */
typedef struct Estimate {
    double value, margin;
} Estimate;

/* The two ends of a 95 % interval. */
typedef struct Interval {
    double low, high;
} Interval;

/* Number, mean and sum of squared deviations of observations, added one by one (Welford 1962). */
typedef struct Moments {
    double count, mean, squares;
} Moments;

void moments_add(Moments *moments, double value);

/* Standard deviation of the observations (n - 1), 0 for fewer than two. */
double moments_deviation(const Moments *moments);

/* Mean with its 95 % margin by the normal law. */
Estimate moments_estimate(const Moments *moments);

/* Wilson's 95 % interval of a proportion (1927): good near 0 and 1, too; 0 .. 1 without trials. */
Interval stats_proportion(uint64_t successes, uint64_t trials);

/* Share of points, 0..1; 0.5 without games. */
double stats_share(const MatchScore *score);

/* Logistic Elo difference of a share of points strictly between 0 and 1. */
double stats_elo_of_share(double share);

/* Elo difference with its 95 % margin from the pairs. A prior of one pair, spread evenly over the
 * five results, keeps the estimate and its margin finite at 0 % and 100 %; it is added only to the
 * variance, and to the mean in these two cases. */
Estimate stats_elo(const MatchScore *score);

/* Normalised Elo: the mean of a game's score beyond one half in units of its standard deviation, on
 * the scale of Elo (800 / ln 10 a unit), with its 95 % margin from the pairs and the same prior. It
 * does not shrink as draws grow more frequent, so it says how many games a difference costs. */
Estimate stats_nelo(const MatchScore *score);

/* Likelihood of superiority: the chance that the player's true share exceeds one half. */
double stats_los(const MatchScore *score);

/* Share of points with its 95 % margin from the pairs, with the same prior; used for the advantage
 * of the side that moves first. */
Estimate stats_share_estimate(const MatchScore *score);

#endif
