/* Kernel: checks solved layers by the rules alone. One pass over a layer holds each stored value to
 * the best of its successors' stored values. With the layers below checked, that proves the layer:
 * a win or loss in n turns rests on values of at most n - 1 turns, and from a draw each side can
 * move to a draw for ever, while no move of either side leads to a win. Shared with the solver of
 * pursuits is nothing but the numbering of positions, with that of other games the arithmetic of
 * derive.h, too. */
#include "search/solve.h"

#include "engine/rules.h"

#ifdef GAME_INDEX

#include "search/derive.h"

#include <pthread.h>

enum { VERIFY_GRAIN = 1 << 14 };

SolveVerify EXPORT(verify);

typedef struct Verify {
    int layer;
    const EndgameValue *const *tables;
    pthread_mutex_t lock;
    VerifyResult *result;
} Verify;

/* By the moves of the searches: where a game makes whole turns in a faster way, the solver takes
 * that and this pass does not. */
static EndgameValue derived_value(const EndgameValue *const *tables, const GamePosition *position)
{
    Derivation derivation = derivation_start(tables);
    each_turn_by_moves(position, derivation_visit, &derivation);
    return derivation_value(&derivation);
}

static void verify_some(void *context, uint64_t first, uint64_t last)
{
    Verify *verify = context;
    const EndgameValue *values = verify->tables[verify->layer];
    VerifyResult part = {.checked = last - first};
    GamePosition position = game_position_at(verify->layer, first);
    for (uint64_t index = first; index < last; index++) {
        if (index > first)
            game_position_next(verify->layer, index, &position);
        EndgameValue expected = game_outcome(&position) == OUTCOME_OPEN
                                    ? derived_value(verify->tables, &position)
                                    : known_value(verify->tables, &position);
        if (LIKELY(values[index] == expected))
            continue;
        if (part.wrong++ == 0) {
            part.first_wrong = index;
            part.stored = values[index];
            part.expected = expected;
        }
    }
    VerifyResult *sum = verify->result;
    pthread_mutex_lock(&verify->lock);
    if (part.wrong && (sum->wrong == 0 || part.first_wrong < sum->first_wrong)) {
        sum->first_wrong = part.first_wrong;
        sum->stored = part.stored;
        sum->expected = part.expected;
    }
    sum->checked += part.checked;
    sum->wrong += part.wrong;
    pthread_mutex_unlock(&verify->lock);
}

void EXPORT(verify)(int layer, const EndgameValue *const *tables, const SolveTask *task,
                    VerifyResult *result)
{
    Verify verify = {.layer = layer, .tables = tables, .result = result};
    *result = (VerifyResult){0};
    pthread_mutex_init(&verify.lock, NULL);
    crew_run(task->crew, game_layer_size(layer), VERIFY_GRAIN, verify_some, &verify);
    pthread_mutex_destroy(&verify.lock);
}

#endif
