/* The tree of Monte-Carlo search: one array of nodes taken at open. The children of a node are
 * contiguous and lie behind it, which lets one pass over the array drop what is not wanted and
 * slide the rest together: that is how a full tree goes on growing and how a game's next search
 * keeps what it still needs.
 *
 * Results, values and bounds of a node are those of the player who moved INTO it, so a part of a
 * turn that does not change the mover needs no special case. Nodes are shared by threads without
 * locks. */
#ifndef SEARCH_MCTS_TREE_H
#define SEARCH_MCTS_TREE_H

#include "engine/memory.h"
#include "search/kernel.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
    RESULT_ONE = 65534, /* a win, as results are summed; a draw is half of it */
    RESULT_HALF = RESULT_ONE / 2,
    HALF_POINTS_WIN = 2, /* bounds are in half points: 0, 1, 2 */
    CHILDREN_NONE = 0,   /* first_child of a node without children */
    NODE_ROOT = 0,
    NODE_MOVER = 1,      /* flags: the player who moved into the node */
    NODE_BLOCK_KEPT = 2, /* first of a block to be kept, while the tree is compacted */
    BLOCK_CELLS = 512,   /* of move statistics, see AMAF in mcts_history.h */
    VISIT_CLASSES = 464, /* see visit_class */
    CACHE_LINE = 64,
};

static const uint32_t children_coming = UINT32_MAX; /* first_child while a thread makes them */

typedef struct Node {
    _Atomic uint64_t sum;         /* of the results, each 0 .. RESULT_ONE */
    _Atomic uint32_t visits;      /* counted on the way down: until its result is there, a visit
                                     counts as lost, so that threads spread (virtual loss) */
    _Atomic uint32_t first_child; /* index */
    Move move;
    _Atomic float spread; /* 1 / sqrt(visits) */
    uint16_t child_count;
    uint16_t prior;            /* probability, of UINT16_MAX */
    _Atomic uint16_t estimate; /* by the evaluation, 0 .. RESULT_ONE */
    _Atomic uint8_t bounds;    /* see Bounds */
    uint8_t flags;
} Node;
static_assert(sizeof(Node) == 32, "two nodes are a cache line");

/* What is certain about a node, in half points. */
typedef struct Bounds {
    int lower, upper;
} Bounds;

/* How many positions must at least be seen through to prove that a player wins (Allis, van der
 * Meulen, van den Herik 1994), for both. */
typedef struct ProofNumbers {
    _Atomic uint32_t win[2];
} ProofNumbers;

/* Statistics of a move wherever it was played (all moves as first): results in 1/256. */
typedef struct AmafCell {
    _Atomic uint32_t visits, sum;
} AmafCell;

typedef struct AmafBlock {
    AmafCell cells[BLOCK_CELLS];
} AmafBlock;

typedef struct Tree {
    Node *nodes; /* owned */
    uint32_t capacity;
    atomic_bool full;      /* some node could not be expanded */
    ProofNumbers *numbers; /* owned, by node; NULL without proof-number guidance */
    _Atomic uint32_t
        *blocks_of;        /* owned, by node: index of its block, 0 = none; NULL without AMAF */
    AmafBlock *blocks;     /* owned */
    uint32_t *free_blocks; /* owned, a stack */
    uint32_t block_count;
    alignas(CACHE_LINE) _Atomic uint32_t used; /* written all the time, the rest is not */
    _Atomic int32_t free_count;
} Tree;

/* What a tree keeps besides its nodes. */
typedef struct TreeShape {
    size_t bytes;
    bool numbers, amaf;
} TreeShape;

static inline Bounds bounds_of(const Node *node)
{
    int bounds = atomic_load_explicit(&node->bounds, memory_order_relaxed);
    return (Bounds){bounds & 3, bounds >> 2 & 3};
}

static inline uint8_t bounds_pack(Bounds bounds)
{
    return (uint8_t)(bounds.lower | bounds.upper << 2);
}

enum { BOUNDS_OPEN = HALF_POINTS_WIN << 2 };

/* Beside the bounds: a thread begins its iterations at this node (Camp in mcts_worker.h). Others
 * keep away if there is another child: what two processors write to is slow to come by. */
enum { BOUNDS_CAMP = 1 << 4 };

static inline bool has_camp(const Node *node)
{
    return atomic_load_explicit(&node->bounds, memory_order_relaxed) & BOUNDS_CAMP;
}

static inline void camp_set(Node *node)
{
    atomic_fetch_or_explicit(&node->bounds, BOUNDS_CAMP, memory_order_relaxed);
}

static inline void camp_clear(Node *node)
{
    atomic_fetch_and_explicit(&node->bounds, (uint8_t)~BOUNDS_CAMP, memory_order_relaxed);
}

/* The same as the other player sees it. */
static inline Bounds bounds_mirrored(Bounds bounds)
{
    return (Bounds){HALF_POINTS_WIN - bounds.upper, HALF_POINTS_WIN - bounds.lower};
}

static inline bool is_solved(const Node *node)
{
    Bounds bounds = bounds_of(node);
    return bounds.lower == bounds.upper;
}

static inline int node_mover(const Node *node)
{
    return node->flags & NODE_MOVER;
}

/* Index of the children, CHILDREN_NONE if there are none yet. */
static inline uint32_t children_of(const Node *node)
{
    uint32_t first = atomic_load_explicit(&node->first_child, memory_order_acquire);
    return first == children_coming ? CHILDREN_NONE : first;
}

/* Asks for a node's children ahead of their use: the first cache lines, the rest follows. */
static inline void children_prefetch(const Node *nodes, const Node *node)
{
    uint32_t first = children_of(node);
    for (uint32_t i = 0; first != CHILDREN_NONE && i < 8; i += 2)
        __builtin_prefetch(&nodes[first + i]);
}

static inline uint32_t visits_of(const Node *node)
{
    return atomic_load_explicit(&node->visits, memory_order_relaxed);
}

static inline double sum_of(const Node *node)
{
    return (double)(int64_t)atomic_load_explicit(&node->sum, memory_order_relaxed);
}

static inline uint16_t estimate_of(const Node *node)
{
    return atomic_load_explicit(&node->estimate, memory_order_relaxed);
}

/* The AMAF block of a node, 0 = none. */
static inline uint32_t block_of(const Tree *tree, uint32_t index)
{
    return atomic_load_explicit(&tree->blocks_of[index], memory_order_acquire);
}

static inline void block_set(Tree *tree, uint32_t index, uint32_t block)
{
    atomic_store_explicit(&tree->blocks_of[index], block, memory_order_release);
}

static inline void node_init(Node *node, Move move, int mover)
{
    memset((void *)node, 0, sizeof *node);
    node->move = move;
    node->flags = (uint8_t)mover;
    atomic_store_explicit(&node->bounds, BOUNDS_OPEN, memory_order_relaxed);
    atomic_store_explicit(&node->estimate, RESULT_HALF, memory_order_relaxed);
}

static inline void tree_close(Tree *tree)
{
    free(tree->nodes);
    free(tree->numbers);
    free(tree->blocks_of);
    free(tree->blocks);
    free(tree->free_blocks);
    *tree = (Tree){0};
}

/* Takes the memory; a tree has room for some expansions however small it shall be. */
static inline bool tree_open(Tree *tree, const TreeShape *shape)
{
    enum { LEAST = 4 * (GAME_MOVES_MAX + 1) };
    size_t node_bytes = sizeof(Node) + (shape->numbers ? sizeof(ProofNumbers) : 0) +
                        (shape->amaf ? sizeof(uint32_t) : 0);
    size_t blocks = shape->amaf ? shape->bytes / 4 / sizeof(AmafBlock) + 2 : 0;
    size_t bytes = shape->amaf ? shape->bytes - shape->bytes / 4 : shape->bytes;
    size_t capacity = bytes / node_bytes < LEAST ? LEAST : bytes / node_bytes;
    *tree = (Tree){.capacity = capacity < UINT32_MAX ? (uint32_t)capacity : UINT32_MAX - 1,
                   .block_count = (uint32_t)blocks};
    tree->nodes = memory_large(tree->capacity * sizeof(Node));
    bool complete = tree->nodes;
    if (shape->numbers) {
        tree->numbers = memory_large(tree->capacity * sizeof(ProofNumbers));
        complete &= tree->numbers != NULL;
    }
    if (shape->amaf) {
        tree->blocks_of = malloc(tree->capacity * sizeof *tree->blocks_of);
        tree->blocks = memory_large(blocks * sizeof(AmafBlock));
        tree->free_blocks = malloc(blocks * sizeof(uint32_t));
        complete &= tree->blocks_of && tree->blocks && tree->free_blocks;
    }
    if (!complete)
        tree_close(tree);
    return complete;
}

/* Puts every block that no node has on the stack; block 0 is none. */
static inline void tree_free_blocks(Tree *tree)
{
    uint32_t used = atomic_load_explicit(&tree->used, memory_order_relaxed);
    if (!tree->blocks)
        return;
    memset(tree->free_blocks, 0, tree->block_count * sizeof(uint32_t));
    for (uint32_t i = 0; i < used; i++)
        tree->free_blocks[block_of(tree, i)] = 1;
    uint32_t count = 0;
    for (uint32_t block = 1; block < tree->block_count; block++)
        if (!tree->free_blocks[block])
            tree->free_blocks[count++] = block; /* behind the mark just read */
    atomic_store_explicit(&tree->free_count, (int32_t)count, memory_order_relaxed);
}

/* Begins anew with a root into which `mover` has moved. */
static inline void tree_reset(Tree *tree, int mover)
{
    node_init(&tree->nodes[NODE_ROOT], MOVE_NONE, mover);
    if (tree->numbers)
        tree->numbers[NODE_ROOT] = (ProofNumbers){{1, 1}};
    if (tree->blocks_of)
        block_set(tree, NODE_ROOT, 0);
    atomic_store_explicit(&tree->used, 1, memory_order_relaxed);
    atomic_store_explicit(&tree->full, false, memory_order_relaxed);
    tree_free_blocks(tree);
}

/* Room for so many nodes side by side, CHILDREN_NONE if there is none. */
static inline uint32_t tree_take(Tree *tree, uint32_t count, bool shared)
{
    uint32_t first = atomic_load_explicit(&tree->used, memory_order_relaxed);
    do {
        if (tree->capacity - first < count) {
            atomic_store_explicit(&tree->full, true, memory_order_relaxed);
            return CHILDREN_NONE;
        }
        if (!shared) {
            atomic_store_explicit(&tree->used, first + count, memory_order_relaxed);
            return first;
        }
    } while (!atomic_compare_exchange_weak_explicit(&tree->used, &first, first + count,
                                                    memory_order_relaxed, memory_order_relaxed));
    return first;
}

/* Nodes that a thread has taken in advance, since a counter that all threads write to is slow to
 * come by: those from `next` up to `end`. */
typedef struct Chunk {
    uint32_t next, end;
} Chunk;

/* Leaves nothing in what is left of the chunk that might pass for nodes. */
static inline void chunk_close(Tree *tree, Chunk *chunk)
{
    memset((void *)&tree->nodes[chunk->next], 0, (chunk->end - chunk->next) * sizeof(Node));
    for (uint32_t i = chunk->next; tree->blocks_of && i < chunk->end; i++)
        block_set(tree, i, 0);
    *chunk = (Chunk){0};
}

/* Like tree_take, for children of `parent`, which must lie behind it. */
static inline uint32_t chunk_take(Tree *tree, Chunk *chunk, uint32_t parent, uint32_t count)
{
    enum { SHARE = 1024, MOST = 512 }; /* of the tree; nodes */
    if (chunk->next <= parent || chunk->end - chunk->next < count) {
        uint32_t size = tree->capacity / SHARE < MOST ? tree->capacity / SHARE : MOST;
        chunk_close(tree, chunk);
        if (size < 2 * count)
            return tree_take(tree, count, true);
        uint32_t first = tree_take(tree, size, true);
        if (first == CHILDREN_NONE)
            return first;
        *chunk = (Chunk){first, first + size};
    }
    chunk->next += count;
    return chunk->next - count;
}

static inline void tree_move_node(Tree *tree, uint32_t to, uint32_t from)
{
    memcpy((void *)&tree->nodes[to], (const void *)&tree->nodes[from], sizeof(Node));
    if (tree->numbers)
        memcpy((void *)&tree->numbers[to], (const void *)&tree->numbers[from],
               sizeof(ProofNumbers));
    if (tree->blocks_of)
        block_set(tree, to, block_of(tree, from));
}

/* Either marks a node's children as kept or lets go of them. Until the pass comes to the children,
 * the first one's move and the owner's index change places: the way back to the owner, who moves.
 */
static inline void tree_keep_children(Tree *tree, uint32_t owner, uint32_t least_visits)
{
    Node *node = &tree->nodes[owner];
    uint32_t first = atomic_load_explicit(&node->first_child, memory_order_relaxed);
    if (first == CHILDREN_NONE)
        return;
    if (first == children_coming || visits_of(node) < least_visits) {
        atomic_store_explicit(&node->first_child, CHILDREN_NONE, memory_order_relaxed);
        if (tree->blocks_of)
            block_set(tree, owner, 0);
        return;
    }
    Node *child = &tree->nodes[first];
    atomic_store_explicit(&node->first_child, child->move, memory_order_relaxed);
    child->move = owner;
    child->flags |= NODE_BLOCK_KEPT;
}

/* Makes a node the root and drops the children of every node below it that has fewer visits, and
 * all else. Threads must be at rest. (Sliding compaction with threaded pointers, Jonkers 1979.) */
static inline void tree_compact(Tree *tree, uint32_t root, uint32_t least_visits)
{
    uint32_t used = atomic_load_explicit(&tree->used, memory_order_relaxed), to = 1;
    tree_move_node(tree, NODE_ROOT, root);
    tree_keep_children(tree, NODE_ROOT, 0);
    for (uint32_t from = 1; from < used;) {
        Node *block = &tree->nodes[from];
        if (!(block->flags & NODE_BLOCK_KEPT)) {
            from++;
            continue;
        }
        Node *owner = &tree->nodes[block->move];
        block->flags &= (uint8_t)~NODE_BLOCK_KEPT;
        block->move = atomic_load_explicit(&owner->first_child, memory_order_relaxed);
        atomic_store_explicit(&owner->first_child, to, memory_order_relaxed);
        for (uint32_t end = from + owner->child_count; from < end; from++, to++) {
            tree_move_node(tree, to, from);
            tree_keep_children(tree, to, least_visits);
        }
    }
    atomic_store_explicit(&tree->used, to, memory_order_relaxed);
    atomic_store_explicit(&tree->full, false, memory_order_relaxed);
    tree_free_blocks(tree);
}

/* Visits in classes, 16 an octave; and the least number of visits of a class. */
static inline uint32_t visit_class(uint32_t visits)
{
    if (visits < 16)
        return visits;
    uint32_t whole = (uint32_t)bits_last(visits);
    return (whole - 3) * 16 + (visits >> (whole - 4) & 15);
}

static inline uint32_t class_visits(uint32_t class)
{
    if (class < 16)
        return class;
    return class < VISIT_CLASSES ? (16 + class % 16) << (class / 16 - 1) : UINT32_MAX;
}

/* The least number of visits so that the children of nodes with at least as many fill no more than
 * half of the tree. */
static inline uint32_t tree_half_full_visits(const Tree *tree)
{
    uint32_t children[VISIT_CLASSES] = {0}; /* by the visits of their parents */
    uint32_t used = atomic_load_explicit(&tree->used, memory_order_relaxed);
    uint32_t least = VISIT_CLASSES, kept = 0;
    for (uint32_t i = 0; i < used; i++) {
        const Node *node = &tree->nodes[i];
        if (children_of(node) != CHILDREN_NONE)
            children[visit_class(visits_of(node))] += node->child_count;
    }
    for (; least > 0 && kept + children[least - 1] <= tree->capacity / 2; least--)
        kept += children[least - 1];
    return class_visits(least);
}

/* Drops the least visited subtrees until the tree is at most half full. */
static inline void tree_recycle(Tree *tree)
{
    tree_compact(tree, NODE_ROOT, tree_half_full_visits(tree));
}

#endif
