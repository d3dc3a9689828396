/* Sequential probability ratio tests between two engines: after each pair of games the generalised
 * log-likelihood ratio of H1 (the difference is elo1) against H0 (it is elo0) decides whether to go
 * on. The likelihoods are maximal under each hypothesis (M. Van den Bergh, "The generalised maximum
 * likelihood ratio for the expectation value of a distribution" and "Normalized Elo", 2019-2020);
 * pairs of games on one opening make the five categories, single games the three. */
#ifndef ENGINE_SPRT_H
#define ENGINE_SPRT_H

#include <stdint.h>

typedef enum SprtModel {
    SPRT_NORMALIZED, /* elo in units of the standard deviation of a game's score */
    SPRT_LOGISTIC,   /* elo of the expected score */
    SPRT_BAYESIAN,   /* BayesElo's model of wins, draws and losses; single games only */
} SprtModel;

typedef struct SprtOptions {
    SprtModel model;
    double elo0, elo1;  /* of the first engine's advantage under H0 and H1 */
    double alpha, beta; /* chance to accept H1 under H0, and H0 under H1 */
} SprtOptions;

typedef enum SprtVerdict { SPRT_OPEN, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 } SprtVerdict;

/* The log-likelihood ratio of H1 to H0 for `categories` counts in order of rising score: 3 (losses,
 * draws, wins) or 5 (pairs by half points). Always finite: a category that never occurred counts as
 * a thousandth. 0 without games. */
double sprt_llr(const SprtOptions *options, const uint64_t *counts, int categories);

/* The ratios at which H0 and H1 are accepted. */
double sprt_lower(const SprtOptions *options);
double sprt_upper(const SprtOptions *options);

SprtVerdict sprt_verdict(const SprtOptions *options, double llr);

#endif
