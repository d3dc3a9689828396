/* Backward induction where play never comes back: each turn leads to a lower layer or to an earlier
 * step of its own, so one pass over the steps finds all values. Included by the kernel
 * search/solve.c in games that number their positions and are no pursuit (GAME_ROWS). */
#ifndef SEARCH_SOLVE_TURNS_H
#define SEARCH_SOLVE_TURNS_H

#include "engine/rules.h"
#include "search/derive.h"

enum { TURNS_GRAIN = 256 /* positions that a thread takes at a time */ };

typedef struct Step {
    int layer;
    uint64_t first; /* index */
    const EndgameValue *const *tables;
    EndgameValue *values;
} Step;

static void solve_some(void *context, uint64_t first, uint64_t last)
{
    Step *step = context;
    for (uint64_t index = step->first + first; index < step->first + last; index++) {
        GamePosition position = game_position_at(step->layer, index);
        Derivation derivation = derivation_start(step->tables);
        game_each_turn(&position, derivation_visit, &derivation);
        step->values[index] = derivation_value(&derivation);
    }
}

static Status solve_layer(int layer, const EndgameValue *const *tables, EndgameValue *values,
                          const SolveTask *task, Error *error)
{
    uint64_t steps = (uint64_t)game_layer_steps(layer), size = game_layer_size(layer) / steps;
    for (uint64_t i = 0; i < steps; i++) {
        Step step = {layer, i * size, tables, values};
        crew_run(task->crew, size, TURNS_GRAIN, solve_some, &step);
        if (task->progress)
            task->progress(task->context, (i + 1) * size);
    }
    (void)error;
    return STATUS_OK;
}

static size_t solve_memory(int layer)
{
    (void)layer;
    return 0;
}

#endif
