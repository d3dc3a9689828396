/* What Monte-Carlo search learns about moves wherever they are played: by the move alone (MAST,
 * Finnsson, Bjornsson 2008), by the move and the one before (NST, Tak, Winands, Bjornsson 2012),
 * and below a node of the tree (AMAF, as RAVE and GRAVE use it: Gelly, Silver 2007; Cazenave 2015).
 * Moves share a slot where their hashes agree. */
#ifndef SEARCH_MCTS_HISTORY_H
#define SEARCH_MCTS_HISTORY_H

#include "search/mcts_settings.h"

enum {
    PAIR_VISITS_LEAST = 7, /* a pair of moves counts from here on, as in the paper */
    AMAF_SHIFT = 8,        /* results are summed in 1/256 */
};

static inline uint32_t move_hash(Played played)
{
    return (uint32_t)random_mix((uint64_t)played.move << 1 | (uint64_t)played.mover);
}

static inline MoveStatistic *move_statistic(Worker *self, Played played)
{
    return &self->moves[move_hash(played) % MOVE_STATISTICS];
}

static inline MoveStatistic *pair_statistic(Worker *self, Played before, Played played)
{
    uint32_t hash = move_hash(played) ^ (uint32_t)random_mix(before.move);
    return &self->pairs[hash % PAIR_STATISTICS];
}

static inline void statistic_add(MoveStatistic *statistic, float result)
{
    statistic->visits++;
    statistic->mean += (result - statistic->mean) / (float)statistic->visits;
}

static inline void worker_note(Worker *self, Move move, int mover)
{
    if (self->played_count < PLAYED_MAX)
        self->played[self->played_count++] = (Played){move, mover};
}

/* What a move has been worth to the player who made it; untried ones count as wins, so that each
 * is tried. With pairs the mean of both. */
static inline float move_worth(Worker *self, Played played, bool pairs)
{
    const MoveStatistic *alone = move_statistic(self, played);
    float worth = alone->visits ? alone->mean : 1.0F;
    if (!pairs || self->played_count == 0)
        return worth;
    const MoveStatistic *pair = pair_statistic(self, self->played[self->played_count - 1], played);
    return pair->visits < PAIR_VISITS_LEAST ? worth : 0.5F * (worth + pair->mean);
}

static inline AmafCell *amaf_cell(const Tree *tree, uint32_t block, Played played)
{
    return &tree->blocks[block].cells[move_hash(played) % BLOCK_CELLS];
}

/* Lost additions do not matter where threads meet, so there are no locked ones. */
static inline void amaf_add(AmafCell *cell, uint32_t result)
{
    uint32_t visits = atomic_load_explicit(&cell->visits, memory_order_relaxed);
    uint32_t sum = atomic_load_explicit(&cell->sum, memory_order_relaxed);
    atomic_store_explicit(&cell->visits, visits + 1, memory_order_relaxed);
    atomic_store_explicit(&cell->sum, sum + (result >> AMAF_SHIFT), memory_order_relaxed);
}

/* The block of statistics that holds at a node: its own, which it gets once it has enough visits,
 * or that of the nearest node above that has one. */
static inline uint32_t amaf_block(Worker *self, uint32_t index, uint32_t above)
{
    Tree *tree = self->tree;
    uint32_t block = block_of(tree, index);
    if (block || visits_of(&tree->nodes[index]) < self->settings->reference_visits)
        return block ? block : above;
    int32_t count = atomic_load_explicit(&tree->free_count, memory_order_relaxed);
    do {
        if (count <= 0)
            return above;
    } while (!atomic_compare_exchange_weak_explicit(&tree->free_count, &count, count - 1,
                                                    memory_order_relaxed, memory_order_relaxed));
    block = tree->free_blocks[count - 1];
    memset((void *)&tree->blocks[block], 0, sizeof(AmafBlock));
    block_set(tree, index, block);
    return block;
}

/* Learns from the moves of an iteration whose tree part has `leaf` moves, given the result for
 * player 0. */
static inline void history_learn(Worker *self, int leaf, uint32_t first)
{
    float shares[2] = {result_share(first), result_share(result_mirrored(first))};
    bool pairs = self->settings->policy == POLICY_NST;
    for (int i = 0; i < self->played_count; i++) {
        Played played = self->played[i];
        statistic_add(move_statistic(self, played), shares[played.mover]);
        if (pairs && i > 0)
            statistic_add(pair_statistic(self, self->played[i - 1], played), shares[played.mover]);
    }
    if (!self->tree->blocks)
        return;
    uint32_t last = 0;
    for (int i = 0; i <= leaf; i++) {
        uint32_t block = block_of(self->tree, self->trail[i]);
        for (int j = i; block && block != last && j < self->played_count; j++)
            amaf_add(amaf_cell(self->tree, block, self->played[j]),
                     result_for(self->played[j].mover, first));
        last = block;
    }
}

#endif
