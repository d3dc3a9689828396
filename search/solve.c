/* Kernel: what a game with an index offers to be solved: its numbering behind pointers, the
 * retrograde analysis, counts. */
#include "search/solve.h"

#include "engine/rules.h"

#ifdef GAME_INDEX

#ifdef GAME_ROWS
#include "search/solve_rows.h"
#else
#include "search/solve_turns.h"
#endif

#include <pthread.h>

enum { COUNT_GRAIN = 1 << 16 };

SolveAudit EXPORT(audit);

static void layer_name(int layer, Text *text)
{
    game_layer_name(layer, text);
}

static uint64_t layer_size(int layer)
{
    return game_layer_size(layer);
}

static bool reaches(int layer, int lower)
{
    return game_layer_reaches(layer, lower);
}

static int layer_of_position(const Position *position)
{
    GamePosition own = game_load(position);
    return game_layer(&own);
}

static uint64_t index_of_position(const Position *position)
{
    GamePosition own = game_load(position);
    return game_index(&own);
}

static void position_at(int layer, uint64_t index, Position *position)
{
    GamePosition own = game_position_at(layer, index);
    memset(position, 0, sizeof *position);
    memcpy(position->bytes, &own, sizeof own);
}

typedef struct Count {
    int layer;
    const EndgameValue *values;
    pthread_mutex_t lock;
    LayerCounts *counts;
} Count;

static void count_value(SideCounts *side, uint64_t orbit, uint64_t index, EndgameValue value)
{
    int distance = endgame_distance(value);
    switch (endgame_outcome(value)) {
    case OUTCOME_OPEN: break;
    case OUTCOME_DRAW: side->draws += orbit; return;
    case OUTCOME_WIN:
        side->wins += orbit;
        if (distance > side->longest_win) {
            side->longest_win = distance;
            side->longest_index = index;
        }
        break;
    case OUTCOME_LOSS:
        side->losses += orbit;
        if (distance > side->longest_loss)
            side->longest_loss = distance;
        break;
    }
    if (distance == 0)
        side->over += orbit;
}

static void add_counts(SideCounts *sum, const SideCounts *part)
{
    sum->wins += part->wins;
    sum->draws += part->draws;
    sum->losses += part->losses;
    sum->over += part->over;
    if (part->longest_loss > sum->longest_loss)
        sum->longest_loss = part->longest_loss;
    if (part->longest_win > sum->longest_win ||
        (part->longest_win == sum->longest_win && part->longest_index < sum->longest_index)) {
        sum->longest_win = part->longest_win;
        sum->longest_index = part->longest_index;
    }
}

static const LayerCounts no_counts = {
    {{.longest_win = -1, .longest_loss = -1}, {.longest_win = -1, .longest_loss = -1}}};

static void count_some(void *context, uint64_t first, uint64_t last)
{
    Count *count = context;
    LayerCounts part = no_counts;
    GamePosition position = game_position_at(count->layer, first);
    for (uint64_t index = first; index < last; index++) {
        if (index > first)
            game_position_next(count->layer, index, &position);
        count_value(&part.sides[game_mover(&position)], (uint64_t)game_orbit(&position), index,
                    count->values[index]);
    }
    pthread_mutex_lock(&count->lock);
    for (int side = 0; side < 2; side++)
        add_counts(&count->counts->sides[side], &part.sides[side]);
    pthread_mutex_unlock(&count->lock);
}

static void count_layer(int layer, const EndgameValue *const *tables, Crew *crew,
                        LayerCounts *counts)
{
    Count count = {.layer = layer, .values = tables[layer], .counts = counts};
    *counts = no_counts;
    pthread_mutex_init(&count.lock, NULL);
    crew_run(crew, game_layer_size(layer), COUNT_GRAIN, count_some, &count);
    pthread_mutex_destroy(&count.lock);
}

extern const Solver EXPORT(solver);
const Solver EXPORT(solver) = {
    .index_version = GAME_INDEX,
    .layer_count = GAME_LAYERS,
    .form = GAME_INDEX_FORM,
    .layer_name = layer_name,
    .layer_size = layer_size,
    .reaches = reaches,
    .layer_memory = solve_memory,
    .layer = layer_of_position,
    .index = index_of_position,
    .position_at = position_at,
    .solve = solve_layer,
    .audit = EXPORT(audit),
    .count = count_layer,
};

#endif
