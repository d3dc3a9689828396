/* Maximum of the posterior by Newton's method. The log-likelihood of a game with the first player's
 * half points h = 0, 1, 2 is h u / 2 + [h = 1] d - log(1 + exp(d + u / 2) + exp(u)), u = a + r:
 * concave in all terms, so that the Newton matrix, with the prior, is positive definite. */
#include "engine/ratings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NEWTON_STEPS = 60 };

static const double prior_deviation = 4.0; /* of strengths and terms, in natural units: 695 Elo */
static const double elo_per_unit = 173.71779276130073; /* 400 / ln 10 */
static const double quantile_95 = 1.959963984540054;

/* A fit in progress: strengths first, then advantage and draw term of each rated game. */
typedef struct Fit {
    const Standings *standings;
    int first_game, games, engines, size;
    double *at, *gradient, *matrix, *inverse, *step, *next; /* owned in one block */
    double *block;
} Fit;

static double *entry(const Fit *fit, double *matrix, int row, int column)
{
    return &matrix[(size_t)row * (size_t)fit->size + (size_t)column];
}

static Status fit_open(Fit *fit, const Standings *standings, int game, Error *error)
{
    *fit = (Fit){
        .standings = standings,
        .first_game = game < 0 ? 0 : game,
        .games = game < 0 ? standings->games : 1,
        .engines = standings->engines,
    };
    fit->size = fit->engines + 2 * fit->games;
    size_t size = (size_t)fit->size;
    fit->block = calloc(2 * size * size + 4 * size, sizeof(double));
    if (!fit->block) {
        error_set(error, STATUS_NO_MEMORY, "no memory for ratings of %d engines", fit->engines);
        return STATUS_NO_MEMORY;
    }
    fit->matrix = fit->block;
    fit->inverse = fit->matrix + size * size;
    fit->at = fit->inverse + size * size;
    fit->gradient = fit->at + size;
    fit->step = fit->gradient + size;
    fit->next = fit->step + size;
    return STATUS_OK;
}

/* What one encounter contributes at the given terms; derivatives by u and d. */
typedef struct Slopes {
    double value, by_u, by_d, by_uu, by_ud, by_dd;
} Slopes;

static Slopes encounter_slopes(const Encounter *encounter, double u, double d)
{
    double wins = (double)encounter->wins, draws = (double)encounter->draws;
    double games = wins + draws + (double)encounter->losses;
    /* Exponents are kept below 0. */
    double most = fmax(0, fmax(u, d + u / 2));
    double win = exp(u - most), draw = exp(d + u / 2 - most), loss = exp(-most);
    double sum = win + draw + loss;
    win /= sum;
    draw /= sum;
    double mean = win + draw / 2, square = win + draw / 4;
    return (Slopes){
        .value = (wins + draws / 2) * u + draws * d - games * (most + log(sum)),
        .by_u = wins + draws / 2 - games * mean,
        .by_d = draws - games * draw,
        .by_uu = games * (square - mean * mean),
        .by_ud = games * (draw / 2 - mean * draw),
        .by_dd = games * (draw - draw * draw),
    };
}

/* Adds an encounter of the engines to gradient and matrix. */
static void add_slopes(const Fit *fit, const Slopes *slopes, const int terms[4])
{
    /* first engine, second engine, advantage, draws: u depends on the first three. */
    static const double signs[] = {1, -1, 1};
    for (int i = 0; i < 3; i++) {
        fit->gradient[terms[i]] += signs[i] * slopes->by_u;
        for (int j = 0; j < 3; j++)
            *entry(fit, fit->matrix, terms[i], terms[j]) += signs[i] * signs[j] * slopes->by_uu;
        *entry(fit, fit->matrix, terms[i], terms[3]) += signs[i] * slopes->by_ud;
        *entry(fit, fit->matrix, terms[3], terms[i]) += signs[i] * slopes->by_ud;
    }
    fit->gradient[terms[3]] += slopes->by_d;
    *entry(fit, fit->matrix, terms[3], terms[3]) += slopes->by_dd;
}

/* The log-posterior at `at`; with `derive`, its gradient and the negative of its second
 * derivatives, too. */
static double posterior(const Fit *fit, const double *at, bool derive)
{
    double value = 0, precision = 1 / (prior_deviation * prior_deviation);
    size_t size = (size_t)fit->size;
    if (derive)
        memset(fit->matrix, 0, size * size * sizeof(double));
    for (int i = 0; i < fit->size; i++) {
        value -= precision * at[i] * at[i] / 2;
        if (!derive)
            continue;
        fit->gradient[i] = -precision * at[i];
        *entry(fit, fit->matrix, i, i) = precision;
    }
    for (int game = 0; game < fit->games; game++)
        for (int i = 0; i < fit->engines; i++)
            for (int j = 0; j < fit->engines; j++) {
                const Encounter *met =
                    standings_encounter(fit->standings, fit->first_game + game, i, j);
                if (met->wins + met->draws + met->losses == 0)
                    continue;
                int terms[] = {i, j, fit->engines + 2 * game, fit->engines + 2 * game + 1};
                Slopes slopes = encounter_slopes(met, at[i] - at[j] + at[terms[2]], at[terms[3]]);
                value += slopes.value;
                if (derive)
                    add_slopes(fit, &slopes, terms);
            }
    return value;
}

/* Inverts the positive definite matrix by Gauss-Jordan elimination in place of a copy. */
static void invert(const Fit *fit)
{
    size_t size = (size_t)fit->size;
    memcpy(fit->inverse, fit->matrix, size * size * sizeof(double));
    for (int pivot = 0; pivot < fit->size; pivot++) {
        double scale = 1 / *entry(fit, fit->inverse, pivot, pivot);
        *entry(fit, fit->inverse, pivot, pivot) = 1;
        for (int j = 0; j < fit->size; j++)
            *entry(fit, fit->inverse, pivot, j) *= scale;
        for (int i = 0; i < fit->size; i++) {
            double factor = *entry(fit, fit->inverse, i, pivot);
            if (i == pivot || factor == 0)
                continue;
            *entry(fit, fit->inverse, i, pivot) = 0;
            for (int j = 0; j < fit->size; j++)
                *entry(fit, fit->inverse, i, j) -= factor * *entry(fit, fit->inverse, pivot, j);
        }
    }
}

/* Newton's steps, halved while they do not improve. */
static void climb(const Fit *fit)
{
    double value = posterior(fit, fit->at, true);
    for (int step = 0; step < NEWTON_STEPS; step++) {
        double longest = 0;
        invert(fit);
        for (int i = 0; i < fit->size; i++) {
            fit->step[i] = 0;
            for (int j = 0; j < fit->size; j++)
                fit->step[i] += *entry(fit, fit->inverse, i, j) * fit->gradient[j];
            longest = fmax(longest, fabs(fit->step[i]));
        }
        double part = 1, reached;
        do {
            for (int i = 0; i < fit->size; i++)
                fit->next[i] = fit->at[i] + part * fit->step[i];
            reached = posterior(fit, fit->next, false);
            part /= 2;
        } while (reached < value && part > 1e-6);
        if (reached >= value)
            memcpy(fit->at, fit->next, (size_t)fit->size * sizeof(double));
        value = posterior(fit, fit->at, true);
        if (longest < 1e-10 || reached < value)
            break;
    }
    invert(fit);
}

static double covariance(const Fit *fit, int one, int other)
{
    return *entry(fit, fit->inverse, one, other);
}

/* Variance of the difference of two strengths. */
static double difference_variance(const Fit *fit, int one, int other)
{
    double sum = covariance(fit, one, one) + covariance(fit, other, other);
    return fmax(sum - 2 * covariance(fit, one, other), 0);
}

/* Variance of the difference of a strength to the mean of all. */
static double mean_variance(const Fit *fit, int one)
{
    double sum = covariance(fit, one, one), engines = fit->engines;
    for (int i = 0; i < fit->engines; i++) {
        sum -= 2 * covariance(fit, one, i) / engines;
        for (int j = 0; j < fit->engines; j++)
            sum += covariance(fit, i, j) / (engines * engines);
    }
    return fmax(sum, 0);
}

/* How many Elo of the expected score a unit of strength is near equality: Davidson's draws flatten
 * it by 2 / (2 + exp(d)), here averaged over the games. */
static double unit_elo(const Fit *fit)
{
    double weighted = 0, total = 0;
    for (int game = 0; game < fit->games; game++) {
        MatchScore score = standings_first(fit->standings, fit->first_game + game);
        double played = (double)(score.wins + score.draws + score.losses);
        weighted += played * 2 / (2 + exp(fit->at[fit->engines + 2 * game + 1]));
        total += played;
    }
    return elo_per_unit * (total > 0 ? weighted / total : 1);
}

static void read_fit(Ratings *ratings, const Fit *fit)
{
    double mean = 0, unit = unit_elo(fit);
    for (int i = 0; i < fit->engines; i++)
        mean += fit->at[i] / fit->engines;
    for (int i = 0; i < fit->engines; i++) {
        ratings->elo[i] = (Estimate){
            unit * (fit->at[i] - mean),
            unit * quantile_95 * sqrt(mean_variance(fit, i)),
        };
        for (int j = 0; j < fit->engines; j++) {
            double deviation = sqrt(2 * difference_variance(fit, i, j));
            ratings->superiority[i * fit->engines + j] =
                i == j ? 0.5 : 0.5 * erfc((fit->at[j] - fit->at[i]) / deviation);
        }
    }
    for (int game = 0; game < fit->games; game++) {
        int term = fit->engines + 2 * game;
        double draw = exp(fit->at[term + 1]), own = elo_per_unit * 2 / (2 + draw);
        ratings->advantage[game] = (Estimate){
            own * fit->at[term],
            own * quantile_95 * sqrt(*entry(fit, fit->inverse, term, term)),
        };
        ratings->draws[game] = draw / (2 + draw);
    }
}

Status ratings_open(Ratings *ratings, const Standings *standings, int game, Error *error)
{
    Fit fit;
    *ratings = (Ratings){0};
    Status status = fit_open(&fit, standings, game, error);
    if (status != STATUS_OK)
        return status;
    size_t engines = (size_t)fit.engines, games = (size_t)fit.games;
    ratings->engines = fit.engines;
    ratings->games = fit.games;
    ratings->elo = calloc(engines, sizeof(Estimate));
    ratings->advantage = calloc(games, sizeof(Estimate));
    ratings->draws = calloc(games, sizeof(double));
    ratings->superiority = calloc(engines * engines, sizeof(double));
    if (ratings->elo && ratings->advantage && ratings->draws && ratings->superiority) {
        climb(&fit);
        read_fit(ratings, &fit);
    } else {
        status = error_set(error, STATUS_NO_MEMORY, "no memory for ratings");
        ratings_close(ratings);
    }
    free(fit.block);
    return status;
}

void ratings_close(Ratings *ratings)
{
    free(ratings->elo);
    free(ratings->advantage);
    free(ratings->draws);
    free(ratings->superiority);
    *ratings = (Ratings){0};
}
