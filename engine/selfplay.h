/* Training positions from games of an engine against itself. Game i depends on the seed and i
 * alone, and games are added in their order, so the file does not depend on threads or
 * interruptions. */
#ifndef ENGINE_SELFPLAY_H
#define ENGINE_SELFPLAY_H

#include "engine/dataset.h"
#include "engine/openings.h"

enum { SELFPLAY_BLOCK = 64 /* games in a block */ };

typedef struct SelfplayOptions {
    const Game *game;
    const Board *board;     /* borrowed, NULL = the default board */
    const EngineSpec *spec; /* borrowed; plays both sides with one table */
    uint64_t seed;
    int opening_least, opening_most; /* random turns before the engine plays */
    int window;   /* odd games: openings that the engine scores within it, 0 = none of this */
    int per_game; /* positions of a game at most, drawn among the quiet ones */
    int quiet;    /* a position is quiet if the score changes by no more with the turn played, which
                     captures nothing, and nobody has a proven win */
    int plies_max; /* games not over by then give no positions */
} SelfplayOptions;

/* What came of the games. */
typedef struct SelfplayCounts {
    uint64_t games, unfinished, turns, loud, doubles, positions;
} SelfplayCounts;

/* The players and what the games share. */
typedef struct Selfplay {
    SelfplayOptions options;
    int threads;
    Player **players;    /* owned, one a thread */
    PositionSet seen;    /* of the positions taken */
    struct Drawn *drawn; /* owned; positions of one block's games */
    SelfplayCounts counts;
} Selfplay;

Status selfplay_open(Selfplay *selfplay, const SelfplayOptions *options, int threads, Error *error);
void selfplay_close(Selfplay *selfplay);

/* Takes a position of an earlier session as seen: a SampleVisitor whose context is the Selfplay. */
Status selfplay_remember(void *context, const Sample *sample, Error *error);

/* Plays the games first .. first+count-1 (at most SELFPLAY_BLOCK) and adds their positions. */
Status selfplay_block(Selfplay *selfplay, uint64_t first, int count, DatasetBlock *block,
                      Error *error);

#endif
