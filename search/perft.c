/* Kernel: perft for one game. With bulk counting the last ply is counted, not played; without, each
 * leaf is made and its key taken. Subtrees are shared through a table and split over threads; the
 * count depends on neither. */
#include "search/perft.h"

#include "engine/rules.h"

#include <stdlib.h>

enum {
    IDENTITY_WORDS = (GAME_IDENTITY_SIZE + 7) / 8,
    ENTRY_WORDS = IDENTITY_WORDS + 2, /* check, payload, identity */
    DEPTH_SHIFT = 56,                 /* payload = depth above 56 bits of count */
    TASKS_PER_THREAD = 64,
};

typedef struct Walk {
    PerftTable *table;
    bool bulk;
    bool overflow;
    uint64_t key_sum;
} Walk;

typedef struct Tasks {
    GamePosition *positions; /* owned */
    size_t count, capacity;
    bool failed; /* no memory */
} Tasks;

static _Atomic uint64_t *table_slot(const PerftTable *table, uint64_t key, int depth)
{
    size_t slots = table->word_count / ENTRY_WORDS;
    uint64_t mixed = random_mix(key + (uint64_t)depth);
    return table->words + (mixed >> 32) * slots / (UINT64_C(1) << 32) * ENTRY_WORDS;
}

static void identity_words(const GamePosition *position, uint64_t words[IDENTITY_WORDS])
{
    words[IDENTITY_WORDS - 1] = 0;
    memcpy(words, position, GAME_IDENTITY_SIZE);
}

/* A slot may be written by another thread between our reads. The check word binds the payload to
 * the key, the identity words are compared in full, so a torn entry is never taken for a hit. */
static bool table_get(const PerftTable *table, uint64_t key, const GamePosition *position,
                      int depth, uint64_t *nodes)
{
    _Atomic uint64_t *slot = table_slot(table, key, depth);
    uint64_t payload = atomic_load_explicit(&slot[1], memory_order_relaxed);
    if ((atomic_load_explicit(&slot[0], memory_order_relaxed) ^ payload) != key ||
        (int)(payload >> DEPTH_SHIFT) != depth)
        return false;
    uint64_t words[IDENTITY_WORDS];
    identity_words(position, words);
    for (int i = 0; i < IDENTITY_WORDS; i++)
        if (atomic_load_explicit(&slot[2 + i], memory_order_relaxed) != words[i])
            return false;
    *nodes = payload & ((UINT64_C(1) << DEPTH_SHIFT) - 1);
    return true;
}

static void table_put(const PerftTable *table, uint64_t key, const GamePosition *position,
                      int depth, uint64_t nodes)
{
    if (nodes >> DEPTH_SHIFT)
        return;
    _Atomic uint64_t *slot = table_slot(table, key, depth);
    uint64_t payload = (uint64_t)depth << DEPTH_SHIFT | nodes;
    uint64_t words[IDENTITY_WORDS];
    identity_words(position, words);
    for (int i = 0; i < IDENTITY_WORDS; i++)
        atomic_store_explicit(&slot[2 + i], words[i], memory_order_relaxed);
    atomic_store_explicit(&slot[1], payload, memory_order_relaxed);
    atomic_store_explicit(&slot[0], payload ^ key, memory_order_relaxed);
}

/* The last ply, played: each leaf is made and its key taken. */
typedef struct Leaves {
    uint64_t count, key_sum;
} Leaves;

static void visit_leaf(void *context, const GamePosition *leaf)
{
    Leaves *leaves = context;
    leaves->count++;
    leaves->key_sum += game_key(leaf);
}

static uint64_t count_played(Walk *walk, const GamePosition *position)
{
    Leaves leaves = {0};
    game_each_turn(position, visit_leaf, &leaves);
    walk->key_sum += leaves.key_sum;
    return leaves.count;
}

static uint64_t count_leaves(Walk *walk, const GamePosition *position, int depth);

/* What the turns from a position add up to. */
typedef struct Sum {
    Walk *walk;
    int depth; /* below each turn */
    uint64_t nodes;
} Sum;

static void visit_subtree(void *context, const GamePosition *after)
{
    Sum *sum = context;
    uint64_t below = count_leaves(sum->walk, after, sum->depth);
    sum->walk->overflow |= __builtin_add_overflow(sum->nodes, below, &sum->nodes);
}

/* Leaves at `depth` >= 1 turns below. */
static uint64_t count_leaves(Walk *walk, const GamePosition *position, int depth)
{
    if (depth == 1)
        return walk->bulk ? game_count(position) : count_played(walk, position);
    uint64_t key = walk->table ? game_key(position) : 0;
    Sum sum = {walk, depth - 1, 0};
    if (walk->table && table_get(walk->table, key, position, depth, &sum.nodes))
        return sum.nodes;
    game_each_turn(position, visit_subtree, &sum);
    if (walk->table)
        table_put(walk->table, key, position, depth, sum.nodes);
    return sum.nodes;
}

static void tasks_add(void *context, const GamePosition *position)
{
    Tasks *tasks = context;
    if (tasks->count == tasks->capacity) {
        size_t capacity = tasks->capacity ? 2 * tasks->capacity : 256;
        GamePosition *positions = realloc(tasks->positions, capacity * sizeof *positions);
        tasks->failed |= !positions;
        if (!positions)
            return;
        tasks->positions = positions;
        tasks->capacity = capacity;
    }
    tasks->positions[tasks->count++] = *position;
}

/* Widens the list of subtrees turn by turn until there is enough to share out. */
static void tasks_split(Tasks *tasks, int *depth, size_t wanted)
{
    while (*depth > 2 && tasks->count < wanted && tasks->count > 0 && !tasks->failed) {
        Tasks wider = {0};
        for (size_t i = 0; i < tasks->count && !wider.failed; i++)
            game_each_turn(&tasks->positions[i], tasks_add, &wider);
        free(tasks->positions);
        *tasks = wider;
        --*depth;
    }
}

/* Returns whether the count fits 64 bits. */
static bool count_tasks(const Tasks *tasks, int depth, const PerftOptions *options,
                        PerftResult *result)
{
    uint64_t nodes = 0, key_sum = 0;
    double about = 0; /* does not wrap round */
    int overflows = 0;
    int64_t count = (int64_t)tasks->count;
#pragma omp parallel for num_threads(options->threads) schedule(dynamic) default(none)             \
    shared(tasks, depth, options, count) reduction(+ : nodes, key_sum, about, overflows)
    for (int64_t i = 0; i < count; i++) {
        Walk walk = {.table = options->bulk ? options->table : NULL, .bulk = options->bulk};
        uint64_t below = count_leaves(&walk, &tasks->positions[i], depth);
        overflows += walk.overflow;
        about += (double)below;
        nodes += below;
        key_sum += walk.key_sum;
    }
    result->nodes = nodes;
    result->key_sum = key_sum;
    return overflows == 0 && about < (double)(UINT64_MAX / 2);
}

Perft EXPORT(perft);
Status EXPORT(perft)(const Position *position, int depth, const PerftOptions *options,
                     PerftResult *result, Error *error)
{
    GamePosition root = game_load(position);
    *result = (PerftResult){.nodes = 1, .key_sum = game_key(&root)};
    if (depth == 0)
        return STATUS_OK;
    Tasks tasks = {0};
    size_t wanted = options->threads > 1 ? (size_t)options->threads * TASKS_PER_THREAD : 0;
    tasks_add(&tasks, &root);
    tasks_split(&tasks, &depth, wanted);
    bool counted = !tasks.failed && count_tasks(&tasks, depth, options, result);
    free(tasks.positions);
    if (tasks.failed)
        return error_set(error, STATUS_NO_MEMORY, "no memory to split the perft");
    return counted ? STATUS_OK : error_set(error, STATUS_BAD_ARGUMENT, "the count exceeds 63 bits");
}
