/* One thread of an alpha-beta search: what it owns, what it shares, and the arithmetic of scores.
 */
#ifndef SEARCH_SEARCHER_H
#define SEARCH_SEARCHER_H

#include "engine/table.h"
#include "search/kernel.h"
#include "search/ordering.h"
#include "search/prober.h"

enum {
    DEPTH_MAX = 200,
    PLY_LIMIT = PLY_MAX - TURN_PARTS_MAX - 1, /* no new turn is begun beyond */
    LOGARITHMS = 64,
    LINES_MAX = 64, /* of a search for several lines */
};

/* Options, in the order of their table in alphabeta.c. */
enum {
    OPTION_EXACT,
    OPTION_THREADS,
    OPTION_LINES,
    OPTION_ASPIRATION,
    OPTION_INTERNAL,
    OPTION_REVERSE_FUTILITY,
    OPTION_FUTILITY,
    OPTION_NULL_MOVE,
    OPTION_REDUCTIONS,
    OPTION_PRUNING,
    OPTION_SINGULAR,
    OPTION_THREATS,
    OPTIONS,
};

/* What all threads of a search read and none writes. */
typedef struct Settings {
    GameWeights weights;
    int options[OPTIONS];
    int earlier;                /* earlier occurrences that make a draw */
    int logarithms[LOGARITHMS]; /* log2, in 1/256 */
} Settings;

/* A node's place in the tree. */
typedef struct Place {
    int depth; /* turns left */
    int ply;   /* moves from the root */
    int turns; /* turns from the root */
} Place;

typedef struct Searcher {
    const Settings *settings;
    const Table *table; /* shared, lock-free */
    Prober prober;
    bool root_known; /* by tables: then a search of one turn tells all, if it leaves none out */
    Budget budget;
    Path path;
    uint64_t nodes;
    int root_depth, deepest; /* turns */
    Move root_move;          /* tried first at the root, so that an unfinished iteration counts */
    int excluded_count;      /* turns not to be played at the root: the better lines' */
    Turn excluded[LINES_MAX];
    int tried[PLY_MAX];      /* by turn: whole turns tried so far where turns have parts */
    Move without[PLY_MAX];   /* by ply: the move that a singular search leaves out */
    Move moves[PLY_MAX + 2]; /* on the way to the node, from index 2 */
    Ordering ordering;
} Searcher;

/* Win scores count from the node in the table and from the root in the search. */
static inline Score score_to_table(Score score, int turns)
{
    if (score >= SCORE_PROVEN)
        return score + turns;
    return score <= -SCORE_PROVEN ? score - turns : score;
}

static inline Score score_from_table(Score score, int turns)
{
    if (score >= SCORE_PROVEN)
        return score - turns;
    return score <= -SCORE_PROVEN ? score + turns : score;
}

static inline Score outcome_score(Outcome outcome, int turns)
{
    if (outcome == OUTCOME_DRAW)
        return SCORE_DRAW;
    return outcome == OUTCOME_WIN ? SCORE_WIN - turns : turns - SCORE_WIN;
}

static inline bool is_proven(Score score)
{
    return score >= SCORE_PROVEN || score <= -SCORE_PROVEN;
}

#endif
