/* The generalised SPRT. */
#include "engine/sprt.h"

#include <math.h>

enum {
    CATEGORIES_MAX = 5,
    ROOT_STEPS = 100,
    FIXED_POINT_STEPS = 10,
};

static const double missing_count = 1e-3;
static const double elo_per_unit = 173.71779276130073; /* 400 / ln 10 */

/* A distribution of the score of a pair or a game, values from 0 to 1. */
typedef struct Distribution {
    int size;
    double values[CATEGORIES_MAX], chances[CATEGORIES_MAX];
} Distribution;

/* The slope and value of the secular equation sum p v / (1 + x v). */
static double secular(const Distribution *given, const double *offsets, double x, double *slope)
{
    double sum = 0;
    *slope = 0;
    for (int i = 0; i < given->size; i++) {
        double term = offsets[i] / (1 + x * offsets[i]);
        sum += given->chances[i] * term;
        *slope -= given->chances[i] * term * term;
    }
    return sum;
}

/* Its root, by Newton's method inside the bracket in which every denominator is positive; 0 if the
 * offsets have one sign only. No step goes more than nine tenths of the way to the bracket's end:
 * on a pole Newton's method stands still. */
static double secular_root(const Distribution *given, const double *offsets)
{
    double least = 0, most = 0;
    for (int i = 0; i < given->size; i++) {
        least = fmin(least, offsets[i]);
        most = fmax(most, offsets[i]);
    }
    if (least >= 0 || most <= 0)
        return 0;
    double low = -1 / most, high = -1 / least, x = 0;
    for (int step = 0; step < ROOT_STEPS; step++) {
        double slope = 0, value = secular(given, offsets, x, &slope);
        double next = x - value / slope;
        if (value > 0)
            low = x;
        else
            high = x;
        next = fmin(fmax(next, x - 0.9 * (x - low)), x + 0.9 * (high - x));
        if (fabs(next - x) <= 1e-14 * (fabs(x) + 1))
            return next;
        x = next;
    }
    return x;
}

/* The likeliest distribution whose mean of `offsets` vanishes. */
static void tilt(const Distribution *given, const double *offsets, double *chances)
{
    double x = secular_root(given, offsets);
    for (int i = 0; i < given->size; i++)
        chances[i] = given->chances[i] / (1 + x * offsets[i]);
}

/* The likeliest distribution with this mean. */
static void fit_mean(const Distribution *given, double mean, double *chances)
{
    double offsets[CATEGORIES_MAX] = {0};
    for (int i = 0; i < given->size; i++)
        offsets[i] = given->values[i] - mean;
    tilt(given, offsets, chances);
}

static void moments(const Distribution *given, const double *chances, double *mean, double *spread)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < given->size; i++)
        sum += chances[i] * given->values[i];
    for (int i = 0; i < given->size; i++)
        squares += chances[i] * (given->values[i] - sum) * (given->values[i] - sum);
    *mean = sum;
    *spread = sqrt(squares);
}

/* The likeliest distribution whose (mean - 1/2) / (standard deviation) is `ratio`: a fixed point of
 * fits to the constraint made linear at the distribution before. */
static void fit_ratio(const Distribution *given, double ratio, double *chances)
{
    for (int i = 0; i < given->size; i++)
        chances[i] = 1.0 / given->size;
    for (int step = 0; step < FIXED_POINT_STEPS; step++) {
        double mean = 0, spread = 0, change = 0;
        double offsets[CATEGORIES_MAX] = {0}, next[CATEGORIES_MAX] = {0};
        moments(given, chances, &mean, &spread);
        for (int i = 0; i < given->size; i++) {
            double distance = (mean - given->values[i]) / spread;
            offsets[i] = given->values[i] - 0.5 - ratio * spread * (1 + distance * distance) / 2;
        }
        tilt(given, offsets, next);
        for (int i = 0; i < given->size; i++) {
            change = fmax(change, fabs(next[i] - chances[i]));
            chances[i] = next[i];
        }
        if (change < 1e-9)
            return;
    }
}

/* Wins, draws and losses at a difference in BayesElo, with the draw parameter that fits the counts.
 */
static void fit_bayesian(const Distribution *given, double elo, double *chances)
{
    double loss = given->chances[0], win = given->chances[2];
    double draw_elo = 200 * log10((1 - loss) / loss * (1 - win) / win);
    chances[2] = 1 / (1 + pow(10, (draw_elo - elo) / 400));
    chances[0] = 1 / (1 + pow(10, (draw_elo + elo) / 400));
    chances[1] = 1 - chances[0] - chances[2];
}

static void fit(const SprtOptions *options, const Distribution *given, double elo, double *chances)
{
    switch (options->model) {
    case SPRT_NORMALIZED:
        /* A pair's score has half the variance of a game's. */
        fit_ratio(given, elo / (2 * elo_per_unit) * (given->size == 5 ? sqrt(2) : 1), chances);
        return;
    case SPRT_LOGISTIC: fit_mean(given, 1 / (1 + exp(-elo / elo_per_unit)), chances); return;
    case SPRT_BAYESIAN: fit_bayesian(given, elo, chances); return;
    }
}

double sprt_llr(const SprtOptions *options, const uint64_t *counts, int categories)
{
    Distribution given = {.size = categories};
    double total = 0, games = 0, ratio = 0;
    for (int i = 0; i < categories; i++) {
        given.values[i] = (double)i / (categories - 1);
        given.chances[i] = counts[i] ? (double)counts[i] : missing_count;
        total += given.chances[i];
        games += (double)counts[i];
    }
    if (games == 0)
        return 0;
    for (int i = 0; i < categories; i++)
        given.chances[i] /= total;
    double chances0[CATEGORIES_MAX], chances1[CATEGORIES_MAX];
    fit(options, &given, options->elo0, chances0);
    fit(options, &given, options->elo1, chances1);
    for (int i = 0; i < categories; i++)
        ratio += given.chances[i] * log(chances1[i] / chances0[i]);
    return total * ratio;
}

double sprt_lower(const SprtOptions *options)
{
    return log(options->beta / (1 - options->alpha));
}

double sprt_upper(const SprtOptions *options)
{
    return log((1 - options->beta) / options->alpha);
}

SprtVerdict sprt_verdict(const SprtOptions *options, double llr)
{
    if (llr >= sprt_upper(options))
        return SPRT_ACCEPT_H1;
    return llr <= sprt_lower(options) ? SPRT_ACCEPT_H0 : SPRT_OPEN;
}
