/* The parts of Monte-Carlo search that can be chosen, and the state of one thread. */
#ifndef SEARCH_MCTS_SETTINGS_H
#define SEARCH_MCTS_SETTINGS_H

#include "search/elementary.h"
#include "search/mcts_tree.h"
#include "search/prober.h"

/* Options, in the order of their table in mcts.c. */
enum {
    OPTION_THREADS,
    OPTION_PARALLEL,
    OPTION_BATCH,
    OPTION_BANDIT,
    OPTION_EXPLORATION,
    OPTION_FIRST_PLAY,
    OPTION_EXPAND,
    OPTION_RAVE,
    OPTION_REFERENCE,
    OPTION_PLAYOUT,
    OPTION_EPSILON,
    OPTION_CUTOFF,
    OPTION_QUIESCENCE,
    OPTION_SCALE,
    OPTION_TEMPERATURE,
    OPTION_BIAS,
    OPTION_HISTORY,
    OPTION_MINIMAX,
    OPTION_SOLVER,
    OPTION_NUMBERS,
    OPTION_FINAL,
    OPTION_REUSE,
    OPTIONS,
};
static_assert((int)OPTIONS < (int)PLAYER_OPTIONS_MAX, "all options have a place");

typedef enum Bandit { BANDIT_UCB1, BANDIT_TUNED, BANDIT_PUCT } Bandit;

typedef enum FirstPlay { FIRST_PLAY_AT_ONCE, FIRST_PLAY_MEAN, FIRST_PLAY_ESTIMATE } FirstPlay;

typedef enum Policy { POLICY_UNIFORM, POLICY_MAST, POLICY_NST, POLICY_EVALUATION } Policy;

typedef enum FinalChoice { FINAL_VISITS, FINAL_VALUE, FINAL_SECURE } FinalChoice;

enum {
    CUTOFF_NEVER = -1,
    THREADS_MAX = 256,
    CAMP_VISITS = 64,       /* of a node above a Camp at least, times the batch */
    MOVE_STATISTICS = 4096, /* slots by move, by pair of moves */
    PAIR_STATISTICS = 16384,
    PLAYED_MAX = 1024, /* moves of an iteration that statistics learn from */
};

/* What all threads of a search read and none writes. */
typedef struct Settings {
    GameWeights weights;
    Bandit bandit;
    FirstPlay first_play;
    Policy policy;
    FinalChoice final;
    int batch;         /* iterations from a Camp */
    int expand_visits; /* a node gets its children when it is visited once more */
    int cutoff;        /* turns of a playout, CUTOFF_NEVER = to the end */
    uint32_t reference_visits;
    float exploration, rave, bias, history, minimax, numbers;
    double epsilon, scale, temperature;
    bool quiescence, solver, reuse, root_parallel;
    bool evaluates; /* children are evaluated when they are made */
    bool follows;   /* the moves of playouts are noted */
    bool bare;      /* children are compared by their bandit alone */
} Settings;

/* Mean result of a move for the player who made it, in 0 .. 1. */
typedef struct MoveStatistic {
    float mean;
    uint32_t visits;
} MoveStatistic;

/* A move that was made, and by whom. */
typedef struct Played {
    Move move;
    int mover;
} Played;

/* What a thread shows to others, who may add it up at any time. */
enum { SHOWN_PLAYOUTS, SHOWN_NODES, SHOWN_DRAWS, SHOWN };

struct Mcts;

typedef struct Worker {
    struct Mcts *player;
    const Settings *settings;
    Tree *tree;
    Chunk chunk; /* of a shared tree */
    bool shared; /* other threads work on the tree, too */
    bool done;   /* a limit was reached */
    Random random;
    Budget budget;
    Path path;
    Prober prober; /* tables of solved positions */
    uint64_t playouts, visited, draws;
    _Atomic uint64_t shown[SHOWN];
    int deepest;      /* turns */
    uint32_t block;   /* AMAF block that holds for the node reached, 0 = none */
    int played_count; /* moves of this iteration: on the tree, then in the playout */
    Played played[PLAYED_MAX];
    uint32_t trail[PLY_MAX + 1]; /* nodes from the root to the leaf */
    MoveStatistic moves[MOVE_STATISTICS];
    MoveStatistic pairs[PAIR_STATISTICS]; /* of a move after the one before it */
} Worker;

static inline int opponent(int player)
{
    return 1 - player;
}

/* A result, or a value, as the other player sees it. */
static inline uint32_t result_mirrored(uint32_t result)
{
    return RESULT_ONE - result;
}

/* The result for a player, given that of player 0. */
static inline uint32_t result_for(int player, uint32_t first)
{
    return player == 0 ? first : result_mirrored(first);
}

static inline Outcome outcome_opposite(Outcome outcome)
{
    if (outcome == OUTCOME_DRAW || outcome == OUTCOME_OPEN)
        return outcome;
    return outcome == OUTCOME_WIN ? OUTCOME_LOSS : OUTCOME_WIN;
}

/* Of a finished game, for the player that the outcome is for. */
static inline uint32_t outcome_result(Outcome outcome)
{
    if (outcome == OUTCOME_DRAW)
        return RESULT_HALF;
    return outcome == OUTCOME_WIN ? RESULT_ONE : 0;
}

/* An evaluation as the chance to win: ten to one at `scale` hundredths, as in Elo. */
static inline uint32_t score_result(const Settings *settings, Score score)
{
    return (uint32_t)(RESULT_ONE * logistic(score * LN_10 / settings->scale) + 0.5);
}

static inline float result_share(uint32_t result)
{
    return (float)result * (1.0F / RESULT_ONE);
}

#endif
