/* The size of a game by random games: the game tree by Knuth's random probes (Estimating the
 * efficiency of backtrack programs, 1975), the number of positions by capture and recapture (Chao
 * 1987). Every legal turn has the same chance. */
#ifndef ENGINE_TREE_PROBE_H
#define ENGINE_TREE_PROBE_H

#include "engine/game.h"
#include "engine/stats.h"

#include <stdatomic.h>

enum { PROBE_DEPTH_MAX = 64 };

typedef struct ProbeOptions {
    const Game *game;
    Position start;  /* at a turn boundary, without history */
    uint64_t probes; /* random games, at least 1 */
    uint64_t seed;   /* game i follows from random_split(seed, i) */
    int threads;
    int depth;               /* of the tree, at most PROBE_DEPTH_MAX turns */
    int plies_max;           /* longer games are cut off */
    const atomic_bool *stop; /* borrowed, NULL = none: the estimates are then not to be used */
} ProbeOptions;

typedef struct ProbeResult {
    /* The product of the numbers of turns along a probe is, on average, the number of leaves at
     * that depth: perft, without draws by history. 95 % margins by the normal law, which are too
     * small where few probes make up the sum. */
    Estimate leaves[PROBE_DEPTH_MAX + 1];
    /* log10 of the product over a whole game, draws by history included: its distribution, and
     * log10 of the mean product, which estimates the number of games. The largest probes make up
     * that mean, so it is rather too small. */
    Moments log_games;
    double log_mean_games;
    Moments length;               /* turns of a random game */
    uint64_t wins[2], draws, cut; /* results of random games, by player; cut off = no result */
    uint64_t distinct;            /* positions met */
    Estimate positions;           /* lower bound of how many can be met (Chao2), with its margin */
} ProbeResult;

Status tree_probe(const ProbeOptions *options, ProbeResult *result, Error *error);

/* A lower bound of the number of kinds by how many of them were met in exactly one and in exactly
 * two of `samples` samples (Chao 1987, bias-corrected form), with its 95 % margin. */
Estimate chao_estimate(uint64_t distinct, uint64_t once, uint64_t twice, uint64_t samples);

#endif
