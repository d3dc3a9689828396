/* What a search has learnt about moves: killers, replies (counter-moves) and histories with
 * gravity. A move is known by its slot, a hash of its code; moves share slots by chance, which
 * costs a little order and no correctness. Belongs to one thread. */
#ifndef SEARCH_ORDERING_H
#define SEARCH_ORDERING_H

#include "engine/rules.h"

enum {
    SLOT_BITS = 12,
    SLOTS = 1 << SLOT_BITS,
    PAIR_BITS = 9, /* slots of a pair of moves are coarser */
    PAIR_SLOTS = 1 << PAIR_BITS,
    HISTORY_MAX = 16384,
    BONUS_MAX = 1600,
};

typedef struct Ordering {
    Move killers[PLY_MAX][2];
    Move replies[2][SLOTS];                   /* by mover and the move before */
    int16_t butterfly[2][SLOTS];              /* by mover and move */
    int16_t pairs[2][PAIR_SLOTS][PAIR_SLOTS]; /* by distance (1, 2), the earlier move, the move */
} Ordering;

/* The moves before a node: one and two plies up, MOVE_NONE at the root. */
typedef struct Before {
    Move one, two;
} Before;

static inline uint32_t ordering_slot(Move move)
{
    return (move * UINT32_C(0x9e3779b1)) >> (32 - SLOT_BITS);
}

static inline uint32_t ordering_pair_slot(Move move)
{
    return (move * UINT32_C(0x9e3779b1)) >> (32 - PAIR_BITS);
}

/* The learnt value of a move, the sum of three, each within HISTORY_MAX. */
static inline int ordering_history(const Ordering *self, int mover, Before before, Move move)
{
    uint32_t slot = ordering_pair_slot(move);
    return self->butterfly[mover][ordering_slot(move)] +
           self->pairs[0][ordering_pair_slot(before.one)][slot] +
           self->pairs[1][ordering_pair_slot(before.two)][slot];
}

/* Moves a history value towards its limit, the less the nearer it is. */
static inline void ordering_pull(int16_t *value, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;
    *value = (int16_t)(*value + bonus - *value * size / HISTORY_MAX);
}

static inline void ordering_credit(Ordering *self, int mover, Before before, Move move, int bonus)
{
    uint32_t slot = ordering_pair_slot(move);
    ordering_pull(&self->butterfly[mover][ordering_slot(move)], bonus);
    ordering_pull(&self->pairs[0][ordering_pair_slot(before.one)][slot], bonus);
    ordering_pull(&self->pairs[1][ordering_pair_slot(before.two)][slot], bonus);
}

/* Rewards the move that cut off, moves[last], and blames those tried before it. */
static inline void ordering_learn(Ordering *self, int mover, int ply, Before before,
                                  const Move *moves, int last, int depth)
{
    int bonus = 16 * depth * depth + 32 * depth;
    bonus = bonus > BONUS_MAX ? BONUS_MAX : bonus;
    for (int i = 0; i < last; i++)
        ordering_credit(self, mover, before, moves[i], -bonus);
    ordering_credit(self, mover, before, moves[last], bonus);
    Move *killers = self->killers[ply];
    if (killers[0] != moves[last]) {
        killers[1] = killers[0];
        killers[0] = moves[last];
    }
    self->replies[mover][ordering_slot(before.one)] = moves[last];
}

#endif
