/* A match of two players over pairs of games: both games of a pair begin with the same opening,
 * random or from a book, and swap sides (an engine against itself would play it twice: then single
 * games have openings of their own). Games run in parallel; each depends on the seed and its
 * index alone, and they are reported in the order of their indices. */
#ifndef ENGINE_MATCH_H
#define ENGINE_MATCH_H

#include "engine/openings.h"
#include "engine/stats.h"

/* Takes a finished game; false = start no more games. */
typedef bool GameCallback(void *context, const GameRecord *record);

typedef struct MatchOptions {
    const Game *game;
    const EngineSpec *specs[2]; /* borrowed */
    Position start;             /* before the openings */
    PositionHistory history;    /* before the start */
    uint64_t games;             /* even numbers make whole pairs */
    uint64_t seed;
    int threads;
    bool single;             /* every game has an opening of its own, not every pair */
    int opening_plies;       /* random turns before the engines play */
    const OpeningBook *book; /* borrowed; pairs begin from its openings, NULL = start and plies */
    int plies_max;           /* longer games are draws */
    const atomic_bool *stop; /* borrowed, NULL = none: finish running games, start no more */
} MatchOptions;

typedef struct MatchResult {
    MatchScore score;                  /* of specs[0] */
    uint64_t games;                    /* finished */
    MatchScore first;                  /* of the side that moves first by the rules */
    uint64_t plies, shortest, longest; /* turns with the opening */
    uint64_t own_plies[2];             /* turns each engine chose */
    uint64_t nodes[2], playouts[2], nanoseconds[2];
    uint64_t endings[ENDINGS]; /* by Ending */
} MatchResult;

/* Plays the match; calls `on_game` in index order (from any thread, one at a time). */
Status match_play(const MatchOptions *options, GameCallback *on_game, void *context,
                  MatchResult *result, Error *error);

#endif
