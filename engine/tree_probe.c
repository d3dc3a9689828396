/* Random probes of a game's tree. What a game gives is kept by its number and added up in order, so
 * that sums do not depend on threads. */
#include "engine/tree_probe.h"

#include "engine/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_KEYS = 128 };

/* What one random game gave. */
typedef struct Probe {
    double products[PROBE_DEPTH_MAX + 1]; /* of the numbers of turns, by depth; 0 = ended before */
    double log_game;
    int length;
    int winner;     /* player; 2 = draw, 3 = cut off */
    uint64_t *keys; /* owned; of the positions met, each once */
    int key_count, key_capacity;
    bool failed; /* no memory */
} Probe;

static bool add_key(Probe *probe, uint64_t key)
{
    if (probe->key_count == probe->key_capacity) {
        int capacity = probe->key_capacity ? 2 * probe->key_capacity : FIRST_KEYS;
        uint64_t *keys = realloc(probe->keys, (size_t)capacity * sizeof *keys);
        if (!keys)
            return false;
        probe->keys = keys;
        probe->key_capacity = capacity;
    }
    probe->keys[probe->key_count++] = key;
    return true;
}

/* Whether the game is over by the rules, history included; then notes its winner. */
static bool is_over(const Game *game, const Position *position, Probe *probe)
{
    Outcome outcome = game->outcome(position);
    int mover = game->mover(position);
    PositionHistory history = {.keys = probe->keys, .count = probe->key_count};
    if (outcome == OUTCOME_WIN || outcome == OUTCOME_LOSS)
        probe->winner = outcome == OUTCOME_WIN ? mover : !mover;
    else if (outcome == OUTCOME_DRAW ||
             position_history_draw(game, position, &history) != HISTORY_OPEN)
        probe->winner = 2;
    else
        return false;
    return true;
}

/* One game to its end, and the tree to its depth even if history ends the game before. */
static void run_probe(const ProbeOptions *options, uint64_t number, Probe *probe)
{
    const Game *game = options->game;
    Random random = random_from(random_split(options->seed, number));
    Position position = options->start;
    double product = 1, log_product = 0;
    bool over = false;
    probe->winner = 3;
    for (int ply = 0; ply <= options->depth || !over; ply++) {
        if (ply <= options->depth)
            probe->products[ply] = product; /* below an end the tree has no leaves: they stay 0 */
        if (!over && (is_over(game, &position, probe) || ply == options->plies_max)) {
            over = true;
            probe->length = ply;
            probe->log_game = log_product;
        }
        if (!over && !add_key(probe, game->key(&position)))
            probe->failed = over = true;
        uint64_t turns = probe->failed ? 0 : game->count(&position);
        if (turns == 0)
            break;
        Turn turn;
        product *= (double)turns;
        log_product += log10((double)turns);
        turn_random(game, &position, &random, &turn);
        turn_play(game, &turn, &position);
    }
    /* Repetitions within a game are no recaptures. */
    if (probe->keys)
        qsort(probe->keys, (size_t)probe->key_count, sizeof *probe->keys, hash_compare);
    int kept = 0;
    for (int i = 0; i < probe->key_count; i++)
        if (i == 0 || probe->keys[i] != probe->keys[i - 1])
            probe->keys[kept++] = probe->keys[i];
    probe->key_count = kept;
}

Estimate chao_estimate(uint64_t distinct, uint64_t once, uint64_t twice, uint64_t samples)
{
    double q1 = (double)once, q2 = (double)twice + 1;
    double share = samples ? (double)(samples - 1) / (double)samples : 0;
    double unseen = share * q1 * (q1 - 1) / (2 * q2);
    double slope = share * (2 * q1 - 1) / (2 * q2);
    double variance =
        unseen + q1 * slope * slope +
        share * share * q1 * q1 * (double)twice * (q1 - 1) * (q1 - 1) / (4 * q2 * q2 * q2 * q2);
    return (Estimate){(double)distinct + unseen, STATS_QUANTILE_95 * sqrt(variance)};
}

/* Counts the positions of all games and how many were met in one and in two. */
static bool count_positions(const Probe *probes, uint64_t count, ProbeResult *result)
{
    size_t total = 0, at = 0;
    uint64_t once = 0, twice = 0;
    for (uint64_t i = 0; i < count; i++)
        total += (size_t)probes[i].key_count;
    uint64_t *keys = malloc((total + 1) * sizeof *keys);
    if (!keys)
        return false;
    for (uint64_t i = 0; i < count; i++) {
        if (probes[i].key_count)
            memcpy(keys + at, probes[i].keys, (size_t)probes[i].key_count * sizeof *keys);
        at += (size_t)probes[i].key_count;
    }
    qsort(keys, total, sizeof *keys, hash_compare);
    for (size_t first = 0, next = 0; first < total; first = next) {
        while (next < total && keys[next] == keys[first])
            next++;
        once += next - first == 1;
        twice += next - first == 2;
        result->distinct++;
    }
    free(keys);
    result->positions = chao_estimate(result->distinct, once, twice, count);
    return true;
}

/* log10 of the mean product, without leaving the range of numbers. */
static double log_mean(const Probe *probes, uint64_t count)
{
    double most = 0, sum = 0;
    for (uint64_t i = 0; i < count; i++)
        most = fmax(most, probes[i].log_game);
    for (uint64_t i = 0; i < count; i++)
        sum += pow(10, probes[i].log_game - most);
    return most + log10(sum / (double)count);
}

static bool add_up(const ProbeOptions *options, const Probe *probes, ProbeResult *result)
{
    Moments leaves[PROBE_DEPTH_MAX + 1] = {{0}};
    for (uint64_t i = 0; i < options->probes; i++) {
        const Probe *probe = &probes[i];
        if (probe->failed)
            return false;
        for (int depth = 0; depth <= options->depth; depth++)
            moments_add(&leaves[depth], probe->products[depth]);
        moments_add(&result->log_games, probe->log_game);
        moments_add(&result->length, probe->length);
        result->wins[0] += probe->winner == 0;
        result->wins[1] += probe->winner == 1;
        result->draws += probe->winner == 2;
        result->cut += probe->winner == 3;
    }
    for (int depth = 0; depth <= options->depth; depth++)
        result->leaves[depth] = moments_estimate(&leaves[depth]);
    result->log_mean_games = log_mean(probes, options->probes);
    return count_positions(probes, options->probes, result);
}

static bool is_stopped(const ProbeOptions *options)
{
    return options->stop && atomic_load_explicit(options->stop, memory_order_relaxed);
}

Status tree_probe(const ProbeOptions *options, ProbeResult *result, Error *error)
{
    Probe *probes = calloc(options->probes, sizeof *probes);
    int64_t count = (int64_t)options->probes;
    *result = (ProbeResult){0};
    if (!probes)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %lld random games",
                         (long long)count);
#pragma omp parallel for num_threads(options->threads) schedule(dynamic) default(none) \
    shared(options, probes, count)
    for (int64_t i = 0; i < count; i++)
        if (!is_stopped(options))
            run_probe(options, (uint64_t)i, &probes[i]);
    bool good = add_up(options, probes, result);
    for (int64_t i = 0; i < count; i++)
        free(probes[i].keys);
    free(probes);
    return good ? STATUS_OK : error_set(error, STATUS_NO_MEMORY, "no memory for random games");
}
