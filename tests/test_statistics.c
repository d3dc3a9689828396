/* Statistics of matches and tournaments: golden values, error rates by simulation, finite results
 * whatever was played. */
#include "engine/random.h"
#include "engine/ratings.h"
#include "engine/robust.h"
#include "engine/sprt.h"
#include "engine/stats.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

typedef struct Golden {
    SprtModel model;
    double elo0, elo1;
    int categories;
    uint64_t counts[5];
    double llr, tolerance;
} Golden;

/* Values that other programs print (OpenBench, fastchess) or that can be had by hand: the last but
 * one is 5550 log(1 + t / sqrt(1 + t^2)) with t = 5 ln 10 / 800 sqrt 2. */
static const Golden golden[] = {
    {SPRT_NORMALIZED, 0.5, 2.5, 5, {39, 8843, 26675, 9240, 44}, 2.9417, 1e-4},
    {SPRT_BAYESIAN, 0.5, 2.5, 3, {22569, 44137, 22976}, 0.9758, 1e-4},
    {SPRT_NORMALIZED, 0, 2, 5, {379, 10170, 21828, 10640, 343}, 2.9455, 1e-4},
    {SPRT_NORMALIZED, 0, 2, 5, {365, 16618, 36029 + 200, 16974, 390}, 2.25, 0.005},
    {SPRT_NORMALIZED, -1.75, 0.25, 5, {127, 4883, 10311 + 401, 5150, 104}, 3.01, 0.005},
    {SPRT_LOGISTIC, 0.5, 2.5, 5, {223, 9863, 20279 + 1000, 10037, 246}, -3.07, 0.005},
    {SPRT_NORMALIZED, 0, 2, 3, {36027, 68692, 36433}, 0.92, 0.005},
    {SPRT_LOGISTIC, 0.5, 2.5, 3, {21184, 40708, 21404}, -1.57, 0.005},
    {SPRT_BAYESIAN, 0, 2, 3, {68526, 128429, 68965}, -1.26, 0.005},
    {SPRT_NORMALIZED, 0, 5, 5, {0, 0, 0, 0, 5550}, 111.797, 0.005},
    {SPRT_NORMALIZED, 0, 5, 5, {0, 0, 0, 0, 0}, 0, 0},
    /* Newton's first step lands on a pole; the value by another program. */
    {SPRT_NORMALIZED, 0, 10, 5, {2, 5, 379, 31, 6}, 2.7920, 0.001},
};

Test(statistics, llr_has_the_golden_values)
{
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        const Golden *row = &golden[i];
        SprtOptions options = {row->model, row->elo0, row->elo1, 0.05, 0.05};
        double llr = sprt_llr(&options, row->counts, row->categories);
        cr_expect_float_eq(llr, row->llr, row->tolerance, "row %zu: %.4f, expected %.4f", i, llr,
                           row->llr);
    }
}

/* The mirrored result against the mirrored hypotheses is the mirrored ratio. */
Test(statistics, llr_is_antisymmetric_and_finite)
{
    SprtOptions options = {SPRT_NORMALIZED, -1, 6, 0.05, 0.05};
    SprtOptions mirrored = {SPRT_NORMALIZED, -6, 1, 0.05, 0.05};
    Random random = random_from(3);
    for (int i = 0; i < 300; i++) {
        uint64_t counts[5], reversed[5];
        for (int j = 0; j < 5; j++)
            counts[j] = random_below(&random, 3) ? random_below(&random, 1000) : 0;
        for (int j = 0; j < 5; j++)
            reversed[j] = counts[4 - j];
        for (int model = 0; model < 2; model++) {
            options.model = mirrored.model = model ? SPRT_LOGISTIC : SPRT_NORMALIZED;
            double one = sprt_llr(&options, counts, 5), other = sprt_llr(&mirrored, reversed, 5);
            cr_assert(isfinite(one));
            cr_assert_float_eq(one, -other, 1e-5 * (1 + fabs(one)), "%f %f", one, other);
        }
    }
    cr_assert_float_eq(sprt_upper(&options), 2.944, 0.001);
    cr_assert_float_eq(sprt_lower(&options), -2.944, 0.001);
}

/* A distribution of pairs with a given normalised Elo: the base one, tilted. */
static void tilted_pairs(double nelo, double chances[5])
{
    static const double base[] = {0.08, 0.22, 0.40, 0.22, 0.08};
    double low = -3, high = 3;
    for (int step = 0; step < 60; step++) {
        double tilt = (low + high) / 2, sum = 0, mean = 0, variance = 0;
        for (int i = 0; i < 5; i++)
            sum += chances[i] = base[i] * exp(tilt * i);
        for (int i = 0; i < 5; i++)
            mean += (chances[i] /= sum) * i / 4;
        for (int i = 0; i < 5; i++)
            variance += chances[i] * (i / 4.0 - mean) * (i / 4.0 - mean);
        double reached = (mean - 0.5) / sqrt(2 * variance) * 800 / log(10);
        *(reached < nelo ? &low : &high) = tilt;
    }
}

/* One simulated match; whether H1 was accepted. */
static bool simulate(const SprtOptions *options, const double chances[5], Random *random)
{
    uint64_t counts[5] = {0};
    for (;;) {
        double drawn = (double)(random_next(random) >> 11) * 0x1p-53;
        int category = 0;
        while (category < 4 && drawn >= chances[category])
            drawn -= chances[category++];
        counts[category]++;
        SprtVerdict verdict = sprt_verdict(options, sprt_llr(options, counts, 5));
        if (verdict != SPRT_OPEN)
            return verdict == SPRT_ACCEPT_H1;
    }
}

/* Wald's bounds are exact but for the overshoot, which makes errors rarer, and the likelihoods are
 * asymptotic: 0.05 plus four standard errors of 2000 matches. */
Test(statistics, sprt_keeps_its_error_rates)
{
    enum { MATCHES = 2000 };
    SprtOptions options = {SPRT_NORMALIZED, 0, 60, 0.05, 0.05};
    double chances[5], limit = 0.05 + 4 * sqrt(0.05 * 0.95 / MATCHES);
    int wrong[2] = {0};
    for (int h1 = 0; h1 < 2; h1++) {
        tilted_pairs(h1 ? options.elo1 : options.elo0, chances);
        for (uint64_t i = 0; i < MATCHES; i++) {
            Random random = random_from(random_split(17 + (uint64_t)h1, i));
            wrong[h1] += simulate(&options, chances, &random) != h1;
        }
    }
    cr_log_info("type I %.4f, type II %.4f", wrong[0] / (double)MATCHES,
                wrong[1] / (double)MATCHES);
    cr_assert_leq(wrong[0] / (double)MATCHES, limit);
    cr_assert_leq(wrong[1] / (double)MATCHES, limit);
    cr_assert(wrong[0] > 0 && wrong[1] > 0, "errors that never occur are not 5 %%");
}

static MatchScore score_of(const uint64_t pairs[5])
{
    MatchScore score = {0};
    uint64_t points = 0, games = 0;
    for (uint64_t i = 0; i < 5; i++) {
        score.pairs[i] = pairs[i];
        points += i * pairs[i];
        games += 2 * pairs[i];
    }
    /* Which games were drawn does not matter to what is tested. */
    score.wins = points / 2;
    score.draws = points % 2;
    score.losses = games - score.wins - score.draws;
    return score;
}

Test(statistics, elo_and_nelo_have_the_golden_values)
{
    /* fastchess prints Elo 55.58 +/- 27.65 and nElo 57.94 +/- 28.28; the prior of one pair among
     * 290 makes the difference. */
    MatchScore score = score_of((uint64_t[]){34, 54, 31 + 32, 64, 75});
    Estimate elo = stats_elo(&score), nelo = stats_nelo(&score);
    cr_expect_float_eq(elo.value, 55.58, 0.01, "%f", elo.value);
    cr_expect_float_eq(elo.margin, 27.65, 0.15, "%f", elo.margin);
    cr_expect_float_eq(nelo.value, 57.94, 0.05, "%f", nelo.value);
    cr_expect_float_eq(nelo.margin, 28.28, 0.08, "%f", nelo.margin);
}

Test(statistics, estimates_are_finite_at_every_score)
{
    static const uint64_t extremes[][5] = {
        {0, 0, 0, 0, 0},  {0, 0, 0, 0, 17}, {17, 0, 0, 0, 0},
        {0, 0, 50, 0, 0}, {0, 0, 0, 1, 0},  {1, 0, 0, 0, 1000000},
    };
    for (size_t i = 0; i < sizeof extremes / sizeof extremes[0]; i++) {
        MatchScore score = score_of(extremes[i]);
        Estimate all[] = {stats_elo(&score), stats_nelo(&score), stats_share_estimate(&score)};
        for (size_t j = 0; j < 3; j++) {
            cr_expect(isfinite(all[j].value) && isfinite(all[j].margin), "row %zu", i);
            cr_expect(all[j].margin > 0, "row %zu", i);
        }
        cr_expect(isfinite(stats_los(&score)));
    }
}

/* ---- Ratings ---- */

/* Adds games of one engine moving first against another, drawn from the model itself. */
static void add_model_games(Standings *standings, const double *strengths, double advantage,
                            double draws, int first, int second, int games, Random *random)
{
    Encounter *met =
        &standings->encounters[first * standings->engines + second]; /* of the only game */
    double u = advantage + strengths[first] - strengths[second];
    double win = exp(u), draw = exp(draws + u / 2), sum = win + draw + 1;
    for (int i = 0; i < games; i++) {
        double drawn = (double)(random_next(random) >> 11) * 0x1p-53 * sum;
        met->wins += drawn < win;
        met->draws += drawn >= win && drawn < win + draw;
        met->losses += drawn >= win + draw;
    }
}

Test(statistics, ratings_recover_the_model)
{
    enum { ENGINES = 5, GAMES = 4000 };
    static const double strengths[ENGINES] = {1.0, 0.4, 0.0, -0.3, -1.1};
    const double advantage = 0.25, draws = 0.5, unit = 400 / log(10) * 2 / (2 + exp(draws));
    Standings standings;
    Ratings ratings;
    Random random = random_from(5);
    cr_assert_eq(standings_open(&standings, ENGINES, 1, NULL), STATUS_OK);
    for (int i = 0; i < ENGINES; i++)
        for (int j = 0; j < ENGINES; j++)
            if (i != j)
                add_model_games(&standings, strengths, advantage, draws, i, j, GAMES, &random);
    cr_assert_eq(ratings_open(&ratings, &standings, -1, NULL), STATUS_OK);
    for (int i = 0; i < ENGINES; i++) {
        double error = ratings.elo[i].value - unit * strengths[i];
        cr_expect_lt(fabs(error), 2 * ratings.elo[i].margin, "engine %d: off by %f +/- %f", i,
                     error, ratings.elo[i].margin);
        /* 32000 games an engine: a few Elo. */
        cr_expect(ratings.elo[i].margin > 1 && ratings.elo[i].margin < 8, "%f",
                  ratings.elo[i].margin);
    }
    cr_expect_float_eq(ratings.advantage[0].value, unit * advantage,
                       2 * ratings.advantage[0].margin);
    cr_expect_float_eq(ratings.draws[0], exp(draws) / (2 + exp(draws)), 0.02);
    cr_expect_gt(ratings.superiority[0 * ENGINES + 1], 0.999);
    cr_expect_float_eq(ratings.superiority[1 * ENGINES + 0] + ratings.superiority[0 * ENGINES + 1],
                       1, 1e-9);
    ratings_close(&ratings);
    standings_close(&standings);
}

/* Who always wins, who never met, who never played: numbers, wide intervals, right order. */
Test(statistics, ratings_are_finite_whatever_was_played)
{
    enum { ENGINES = 6 };
    Standings standings;
    Ratings ratings;
    cr_assert_eq(standings_open(&standings, ENGINES, 2, NULL), STATUS_OK);
    standings.encounters[0 * ENGINES + 1].wins = 34;   /* 0 beats 1 */
    standings.encounters[1 * ENGINES + 0].losses = 34; /* on both sides */
    standings.encounters[2 * ENGINES + 3].draws = 10;  /* a group of its own */
    cr_assert_eq(ratings_open(&ratings, &standings, -1, NULL), STATUS_OK);
    double sum = 0;
    for (int i = 0; i < ENGINES; i++) {
        cr_expect(isfinite(ratings.elo[i].value) && isfinite(ratings.elo[i].margin));
        cr_expect_gt(ratings.elo[i].margin, 50);
        sum += ratings.elo[i].value;
        for (int j = 0; j < ENGINES; j++)
            cr_expect(isfinite(ratings.superiority[i * ENGINES + j]));
    }
    cr_expect_float_eq(sum, 0, 1e-6);
    cr_expect_gt(ratings.elo[0].value, ratings.elo[1].value + 150);
    cr_expect_gt(ratings.superiority[0 * ENGINES + 1], 0.95);
    cr_expect_float_eq(ratings.superiority[2 * ENGINES + 3], 0.5, 1e-6);
    cr_expect(isfinite(ratings.advantage[1].value));
    ratings_close(&ratings);
    standings_close(&standings);
}

Test(statistics, student_has_the_tabulated_quantiles)
{
    static const struct {
        double chance, freedom, t;
    } rows[] = {{0.995, 10, 3.16927},   {0.975, 1, 12.70620}, {0.05, 5, -2.01505},
                {0.995, 1000, 2.58075}, {0.975, 30, 2.04227}, {0.5, 3, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double t = student_quantile(rows[i].chance, rows[i].freedom);
        cr_expect_float_eq(t, rows[i].t, 1e-4, "row %zu: %.6f", i, t);
        cr_expect_float_eq(student_below(t, rows[i].freedom), rows[i].chance, 1e-9);
    }
}

Test(statistics, robust_means_by_hand)
{
    double values[] = {100, 2, 3, 4, 5, 6, 7, 8, 9, -1000};
    RobustMean mean = robust_mean(values, 10);
    cr_expect_float_eq(mean.mean, 5.5, 1e-12);
    cr_expect_float_eq(mean.error, sqrt(42.5 / 30), 1e-12);
    cr_expect_float_eq(mean.freedom, 5, 0);
    RobustMean alone = robust_mean(values, 1), difference = robust_difference(mean, mean);
    cr_expect(isinf(alone.error) && isinf(robust_margin(&alone, 0.9)));
    cr_expect_float_eq(difference.mean, 0, 0);
    cr_expect_float_eq(difference.error, mean.error * sqrt(2), 1e-12);
    cr_expect_float_eq(difference.freedom, 10, 1e-9);
    cr_expect_float_eq(robust_positive(&difference), 0.5, 1e-12);
}

/* One timing: nearly normal, now and then much too slow. */
static double noisy(Random *random)
{
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += (double)random_below(random, 1 << 20) / (1 << 20);
    return 0.02 * (sum - 6) + (random_below(random, 10) ? 0 : 0.3);
}

/* What compare does: three rows, rounds until the margin at 99 % is within 0.5 %. */
static int decide(double slower, Random *random)
{
    enum { ROWS = 3, ROUNDS = 200, ROUNDS_MIN = 10 };
    double pairs[ROWS][ROUNDS], sorted[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        RobustMean rows[ROWS];
        for (int i = 0; i < ROWS; i++) {
            pairs[i][round] = noisy(random) - noisy(random) - slower;
            memcpy(sorted, pairs[i], sizeof sorted);
            rows[i] = robust_mean(sorted, round + 1);
        }
        RobustMean total = robust_average(rows, ROWS);
        double margin = robust_margin(&total, 0.99);
        if (round + 1 >= ROUNDS_MIN && margin <= 0.005)
            return total.mean > margin ? 1 : total.mean < -margin ? -1 : 0;
    }
    return 0;
}

Test(statistics, robust_intervals_hold_for_wild_timings)
{
    enum { TRIES = 100 };
    Random random = random_from(8);
    int false_alarms = 0, found = 0;
    for (int i = 0; i < TRIES; i++) {
        false_alarms += decide(0, &random) != 0;
        found += decide(0.03, &random) == -1;
    }
    cr_expect_leq(false_alarms, 5, "%d of %d", false_alarms, TRIES);
    cr_expect_geq(found, TRIES - 2, "%d of %d", found, TRIES);
}
