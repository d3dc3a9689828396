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

enum { AUDIT_GRAIN = 1 << 14 };

SolveAudit EXPORT(audit);

typedef struct Audit {
    int layer;
    const EndgameValue *const *tables;
    pthread_mutex_t lock;
    AuditResult *result;
} Audit;

/* By the moves of the searches: where a game makes whole turns in a faster way, the solver takes
 * that and this pass does not. */
static EndgameValue derived_value(const EndgameValue *const *tables, const GamePosition *position)
{
    Derivation derivation = derivation_start(tables);
    each_turn_by_moves(position, derivation_visit, &derivation);
    return derivation_value(&derivation);
}

static void audit_some(void *context, uint64_t first, uint64_t last)
{
    Audit *audit = context;
    const EndgameValue *values = audit->tables[audit->layer];
    AuditResult part = {.checked = last - first};
    GamePosition position = game_position_at(audit->layer, first);
    for (uint64_t index = first; index < last; index++) {
        if (index > first)
            game_position_next(audit->layer, index, &position);
        EndgameValue expected = game_outcome(&position) == OUTCOME_OPEN
                                    ? derived_value(audit->tables, &position)
                                    : known_value(audit->tables, &position);
        if (LIKELY(values[index] == expected))
            continue;
        if (part.wrong++ == 0) {
            part.first_wrong = index;
            part.stored = values[index];
            part.expected = expected;
        }
    }
    AuditResult *sum = audit->result;
    pthread_mutex_lock(&audit->lock);
    if (part.wrong && (sum->wrong == 0 || part.first_wrong < sum->first_wrong)) {
        sum->first_wrong = part.first_wrong;
        sum->stored = part.stored;
        sum->expected = part.expected;
    }
    sum->checked += part.checked;
    sum->wrong += part.wrong;
    pthread_mutex_unlock(&audit->lock);
}

void EXPORT(audit)(int layer, const EndgameValue *const *tables, const SolveTask *task,
                   AuditResult *result)
{
    Audit audit = {.layer = layer, .tables = tables, .result = result};
    *result = (AuditResult){0};
    pthread_mutex_init(&audit.lock, NULL);
    crew_run(task->crew, game_layer_size(layer), AUDIT_GRAIN, audit_some, &audit);
    pthread_mutex_destroy(&audit.lock);
}

#endif
