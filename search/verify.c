/* Kernel: checks solved layers by the rules alone. One pass over a layer holds each stored value to
 * the best of its successors' stored values. With the layers below checked, that proves the layer:
 * a win or loss in n turns rests on values of at most n - 1 turns, and from a draw each side can
 * move to a draw for ever, while no move of either side leads to a win. Nothing here is shared with
 * the solver but the numbering of positions. */
#include "search/solve.h"

#include "engine/rules.h"

#ifdef GAME_INDEX

#include <limits.h>
#include <pthread.h>

enum { VERIFY_GRAIN = 1 << 14 };

SolveVerify EXPORT(verify);

typedef struct Verify {
    int layer;
    const EndgameValue *const *tables;
    pthread_mutex_t lock;
    VerifyResult *result;
} Verify;

/* The value of a finished game, or the stored one. */
static EndgameValue known_value(const EndgameValue *const *tables, const GamePosition *position)
{
    switch (game_outcome(position)) {
    case OUTCOME_WIN: return endgame_win(0);
    case OUTCOME_LOSS: return endgame_loss(0);
    case OUTCOME_DRAW: return ENDGAME_DRAW;
    case OUTCOME_OPEN: break;
    }
    return tables[game_layer(position)][game_index(position)];
}

/* The value of an open position by those after its moves: the quickest win, else a draw, else the
 * slowest loss. */
static EndgameValue derived_value(const EndgameValue *const *tables, const GamePosition *position)
{
    Move moves[GAME_MOVES_MAX];
    int count = game_moves(position, moves), quickest = INT_MAX, slowest = -1;
    bool draws = false;
    for (int i = 0; i < count; i++) {
        GamePosition after = *position;
        game_play(&after, moves[i]);
        EndgameValue value = known_value(tables, &after);
        Outcome outcome = endgame_outcome(value);
        int distance = outcome == OUTCOME_DRAW ? 0 : endgame_distance(value) + 1;
        draws |= outcome == OUTCOME_DRAW;
        if (outcome == OUTCOME_LOSS && distance < quickest)
            quickest = distance;
        if (outcome == OUTCOME_WIN && distance > slowest)
            slowest = distance;
    }
    if (quickest != INT_MAX)
        return endgame_win(quickest);
    return draws ? ENDGAME_DRAW : endgame_loss(slowest);
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
