/* Who plays whom, on which opening and in which order: pure data, computed from the options and, in
 * formats of several stages, from the results so far. A pair is two games on one opening with sides
 * swapped; it is what is played, recorded and resumed as a whole. All pairings of a stage get the
 * same openings, and are interleaved opening by opening, so that standings mean something early. */
#ifndef ENGINE_SCHEDULE_H
#define ENGINE_SCHEDULE_H

#include "engine/status.h"

#include <stdbool.h>
#include <stdint.h>

#define FORMAT_MAP(X)                                                            \
    X(ROUND_ROBIN, "round-robin") /* everyone plays everyone */                  \
    X(GAUNTLET, "gauntlet")       /* the first engines play all the others */    \
    X(SWISS, "swiss")             /* engines of like score meet, nobody twice */ \
    X(KNOCKOUT, "knockout")       /* the loser of a pairing leaves */            \
    X(SPRT, "sprt")               /* two engines, until the difference is decided */

typedef enum Format {
#define FORMAT_ENUM(name, word) FORMAT_##name,
    FORMAT_MAP(FORMAT_ENUM)
#undef FORMAT_ENUM
        FORMATS,
} Format;

const char *format_word(Format format);
Status format_find(const char *word, Format *format, Error *error);

enum {
    SCHEDULE_ENGINES_MAX = 256,
    TIE_BREAKS_MAX = 4, /* extra stages for level pairings of a knockout; then the seed decides */
};

typedef struct ScheduleOptions {
    Format format;
    int engines;   /* in the order of their seeds */
    int games;     /* rulesets; each pairing plays all of them */
    uint64_t sets; /* pairs of a pairing in each ruleset and stage */
    int rounds;    /* of a swiss, 0 = as many as a knockout would take */
    int seeds;     /* of a gauntlet: the first so many engines play the others */
} ScheduleOptions;

/* Two engines who meet; `points` are the first one's half points so far, of four a pair. */
typedef struct Pairing {
    int engines[2];
    uint64_t points;
} Pairing;

/* What can be played without knowing further results. */
typedef struct Stage {
    int number;          /* from 0 */
    int games;           /* rulesets */
    uint64_t first_pair; /* number of its first pair; they are counted through all stages */
    uint64_t first_set;  /* number of its first opening */
    uint64_t sets;       /* openings, in each ruleset */
    int pairing_count;
    Pairing *pairings; /* owned */
    bool tie_break;    /* of a knockout */
} Stage;

/* One pair of games to be played. */
typedef struct PairTask {
    uint64_t number; /* from 0 through all stages */
    int stage, pairing;
    int game;       /* ruleset */
    int engines[2]; /* the first moves first in the first game */
    uint64_t set;   /* opening */
} PairTask;

/* Checks the options: enough engines, sensible numbers. */
Status schedule_check(const ScheduleOptions *options, Error *error);

/* The stage after `count` finished ones; `*more` = false when there is none. The caller closes it.
 */
Status schedule_next(const ScheduleOptions *options, const Stage *stages, int count, Stage *next,
                     bool *more, Error *error);
void stage_close(Stage *stage);

uint64_t stage_pairs(const Stage *stage);

/* The index-th pair of a stage. */
PairTask stage_pair(const Stage *stage, uint64_t index);

/* Pairs of the whole tournament, tie-breaks aside, and the openings it may need in a ruleset, tie-
 * breaks included. */
uint64_t schedule_pairs(const ScheduleOptions *options);
uint64_t schedule_openings(const ScheduleOptions *options);

#endif
