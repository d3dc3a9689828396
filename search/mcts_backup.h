/* What goes up the tree after an iteration: results, bounds (the solver), minimax values of the
 * evaluation, proof numbers. Each of the last three stops where nothing changes any more. */
#ifndef SEARCH_MCTS_BACKUP_H
#define SEARCH_MCTS_BACKUP_H

#include "search/mcts_settings.h"

static inline uint32_t bound_result(int half_points)
{
    return (uint32_t)half_points * RESULT_HALF;
}

/* Counts visits; one thread alone needs no locked addition. Returns the number before. */
static inline uint32_t node_visit(Node *node, uint32_t count, bool shared)
{
    uint32_t visits = visits_of(node);
    if (shared)
        visits = atomic_fetch_add_explicit(&node->visits, count, memory_order_relaxed);
    else
        atomic_store_explicit(&node->visits, visits + count, memory_order_relaxed);
    float spread = 1 / __builtin_sqrtf((float)(int32_t)(visits + count));
    atomic_store_explicit(&node->spread, spread, memory_order_relaxed);
    return visits;
}

static inline void node_add(Node *node, uint64_t result, bool shared)
{
    if (shared) {
        atomic_fetch_add_explicit(&node->sum, result, memory_order_relaxed);
        return;
    }
    uint64_t sum = atomic_load_explicit(&node->sum, memory_order_relaxed);
    atomic_store_explicit(&node->sum, sum + result, memory_order_relaxed);
}

/* A result as the bounds of a node leave it: whoever is sure of a draw would not have lost. */
static inline uint32_t result_bounded(uint32_t result, Bounds bounds)
{
    uint32_t lower = bound_result(bounds.lower), upper = bound_result(bounds.upper);
    return result < lower ? lower : result > upper ? upper : result;
}

/* Adds a result, given for player 0, to the nodes of the trail from `leaf` up to `top`; returns it
 * as the nodes above see it. */
static inline uint32_t back_up_result(Worker *self, int leaf, int top, uint32_t first)
{
    for (int i = leaf; i >= top; i--) {
        Node *node = &self->tree->nodes[self->trail[i]];
        int mover = node_mover(node);
        if (UNLIKELY(atomic_load_explicit(&node->bounds, memory_order_relaxed) != BOUNDS_OPEN))
            first = result_for(mover, result_bounded(result_for(mover, first), bounds_of(node)));
        node_add(node, result_for(mover, first), self->shared);
    }
    return first;
}

/* The same for the sum of `count` results and the nodes of the trail above `below`, for which
 * `counted` were announced. */
static inline void back_up_sum(Worker *self, int below, uint64_t sum, uint32_t count,
                               uint32_t counted)
{
    for (int i = below - 1; i >= 0; i--) {
        Node *node = &self->tree->nodes[self->trail[i]];
        uint64_t own = node_mover(node) == 0 ? sum : (uint64_t)count * RESULT_ONE - sum;
        Bounds bounds = bounds_of(node);
        uint64_t least = (uint64_t)count * bound_result(bounds.lower);
        uint64_t most = (uint64_t)count * bound_result(bounds.upper);
        own = own < least ? least : own > most ? most : own;
        sum = node_mover(node) == 0 ? own : (uint64_t)count * RESULT_ONE - own;
        node_add(node, own, self->shared);
        if (count < counted)
            node_visit(node, count - counted, self->shared);
    }
}

/* Makes a node's bounds as tight as the given ones, too; whether that changed them. */
static inline bool node_tighten(Node *node, Bounds bounds)
{
    uint8_t old = atomic_load_explicit(&node->bounds, memory_order_relaxed), tight;
    do {
        Bounds known = {old & 3, old >> 2 & 3};
        if (bounds.lower < known.lower)
            bounds.lower = known.lower;
        if (bounds.upper > known.upper)
            bounds.upper = known.upper;
        tight = bounds_pack(bounds) | (old & BOUNDS_CAMP);
        if (tight == old)
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&node->bounds, &old, tight,
                                                    memory_order_relaxed, memory_order_relaxed));
    if (bounds.lower == bounds.upper)
        atomic_store_explicit(&node->estimate, (uint16_t)bound_result(bounds.lower),
                              memory_order_relaxed);
    return true;
}

/* The bounds that the children give a node: whoever chooses gets the best of them. */
static inline Bounds bounds_from_children(const Tree *tree, const Node *node, uint32_t first)
{
    Bounds best = {0, 0};
    const Node *children = &tree->nodes[first];
    for (int i = 0; i < node->child_count; i++) {
        Bounds bounds = bounds_of(&children[i]);
        if (bounds.lower > best.lower)
            best.lower = bounds.lower;
        if (bounds.upper > best.upper)
            best.upper = bounds.upper;
    }
    return node_mover(children) == node_mover(node) ? best : bounds_mirrored(best);
}

/* MCTS-Solver (Winands, Bjornsson, Saito 2008) with lower and upper bounds, so that draws are
 * proven (Cazenave, Saffidine 2010): from the node at `from` on the trail, whose children have
 * changed, to the root. */
static inline void back_up_bounds(Worker *self, int from)
{
    for (int i = from; i >= 0; i--) {
        Node *node = &self->tree->nodes[self->trail[i]];
        uint32_t first = children_of(node);
        if (first == CHILDREN_NONE ||
            !node_tighten(node, bounds_from_children(self->tree, node, first)))
            return;
    }
}

/* The best estimate among the children, as a value of the node. */
static inline uint32_t best_estimate(const Tree *tree, const Node *node, uint32_t first)
{
    const Node *children = &tree->nodes[first];
    uint32_t best = 0;
    for (int i = 0; i < node->child_count; i++) {
        uint32_t estimate = estimate_of(&children[i]);
        best = estimate > best ? estimate : best;
    }
    return node_mover(children) == node_mover(node) ? best : result_mirrored(best);
}

/* Implicit minimax backups (Lanctot, Winands et al. 2014): the value by the evaluation alone. */
static inline void back_up_estimates(Worker *self, int from)
{
    for (int i = from; i >= 0; i--) {
        Node *node = &self->tree->nodes[self->trail[i]];
        uint32_t first = children_of(node);
        if (first == CHILDREN_NONE || is_solved(node))
            continue;
        uint32_t best = best_estimate(self->tree, node, first);
        if (best == estimate_of(node))
            return;
        atomic_store_explicit(&node->estimate, (uint16_t)best, memory_order_relaxed);
    }
}

static inline uint32_t number_of(const Tree *tree, uint32_t index, int player)
{
    return atomic_load_explicit(&tree->numbers[index].win[player], memory_order_relaxed);
}

/* Proof numbers of a node without children: 1 each until its value is known. */
static inline void numbers_set_leaf(Tree *tree, uint32_t index)
{
    const Node *node = &tree->nodes[index];
    Bounds bounds = bounds_of(node);
    for (int player = 0; player < 2; player++) {
        Bounds own = player == node_mover(node) ? bounds : bounds_mirrored(bounds);
        uint32_t number = own.lower == HALF_POINTS_WIN  ? 0
                          : own.upper < HALF_POINTS_WIN ? UINT32_MAX
                                                        : 1;
        atomic_store_explicit(&tree->numbers[index].win[player], number, memory_order_relaxed);
    }
}

static inline uint32_t number_sum(uint32_t one, uint32_t other)
{
    return one > UINT32_MAX - other ? UINT32_MAX : one + other;
}

/* The player who chooses needs one child, the other one all. Whether a number has changed. */
static inline bool numbers_update(Tree *tree, uint32_t index)
{
    const Node *node = &tree->nodes[index];
    uint32_t first = children_of(node), least = UINT32_MAX, sum = 0;
    if (first == CHILDREN_NONE)
        return true;
    int chooser = node_mover(&tree->nodes[first]);
    for (uint32_t i = first; i < first + node->child_count; i++) {
        uint32_t own = number_of(tree, i, chooser), other = number_of(tree, i, opponent(chooser));
        least = own < least ? own : least;
        sum = number_sum(sum, other);
    }
    bool changed = number_of(tree, index, chooser) != least ||
                   number_of(tree, index, opponent(chooser)) != sum;
    atomic_store_explicit(&tree->numbers[index].win[chooser], least, memory_order_relaxed);
    atomic_store_explicit(&tree->numbers[index].win[opponent(chooser)], sum, memory_order_relaxed);
    return changed;
}

static inline void back_up_numbers(Worker *self, int from)
{
    for (int i = from; i >= 0; i--)
        if (!numbers_update(self->tree, self->trail[i]))
            return;
}

/* All that follows from changed children of the node at `from` on the trail. */
static inline void back_up_knowledge(Worker *self, int from)
{
    const Settings *settings = self->settings;
    if (settings->solver)
        back_up_bounds(self, from);
    if (settings->minimax > 0)
        back_up_estimates(self, from);
    if (settings->numbers > 0)
        back_up_numbers(self, from);
}

#endif
