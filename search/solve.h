/* Strong solutions: the value of every position of a game, layer by layer (retrograde analysis). */
#ifndef SEARCH_SOLVE_H
#define SEARCH_SOLVE_H

#include "engine/crew.h"
#include "engine/endgame.h"
#include "engine/game.h"

enum { LAYERS_MAX = 64 };

/* Called from time to time with the number of positions decided so far in the layer. */
typedef void SolveProgress(void *context, uint64_t decided);

typedef struct SolveTask {
    Crew *crew;              /* borrowed */
    SolveProgress *progress; /* may be NULL */
    void *context;
} SolveTask;

/* What a layer holds for one side to move, mirror images counted as positions of their own. The
 * decided ones include those in which the game is over. */
typedef struct SideCounts {
    uint64_t wins, draws, losses, over;
    int longest_win, longest_loss; /* turns, -1 = none */
    uint64_t longest_index;        /* of the first longest win */
} SideCounts;

typedef struct LayerCounts {
    SideCounts sides[2]; /* by player to move */
} LayerCounts;

/* What a pass over a layer that knows nothing but rules and index has found. */
typedef struct AuditResult {
    uint64_t checked, wrong;
    uint64_t first_wrong; /* index */
    EndgameValue stored, expected;
} AuditResult;

typedef void SolveAudit(int layer, const EndgameValue *const *tables, const SolveTask *task,
                        AuditResult *result);

/* A game that can be solved. Layers are numbered so that a move stays in its layer or leads to a
 * lower one; `tables` holds the values of the lower layers that it reaches (for audit and count
 * also its own). */
typedef struct Solver {
    int index_version; /* of the numbering of positions */
    int layer_count;
    const char *form; /* what equal positions share an index: "mirror" */
    void (*layer_name)(int layer, Text *text);
    uint64_t (*layer_size)(int layer);      /* positions with an index */
    bool (*reaches)(int layer, int lower);  /* whether play can lead from one layer to another */
    size_t (*layer_memory)(int layer);      /* bytes that solving it takes besides tables */
    int (*layer)(const Position *position); /* -1 = none */
    uint64_t (*index)(const Position *position);
    void (*position_at)(int layer, uint64_t index, Position *position);
    Status (*solve)(int layer, const EndgameValue *const *tables, EndgameValue *values,
                    const SolveTask *task, Error *error);
    SolveAudit *audit;
    void (*count)(int layer, const EndgameValue *const *tables, Crew *crew, LayerCounts *counts);
} Solver;

#endif
