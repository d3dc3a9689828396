/* The moves of a node in the order in which they are tried, stage by stage: the table move, before
 * any other is generated; noisy moves; killers and the reply; the rest by history. Most nodes end
 * in an early stage, and the costly valuing of every quiet move never happens. The table move is
 * played unseen: it is legal unless two positions share all 64 bits of their keys. */
#ifndef SEARCH_PICKER_H
#define SEARCH_PICKER_H

#include "search/searcher.h"

typedef enum Stage { STAGE_TABLE, STAGE_NOISY, STAGE_REFUTATIONS, STAGE_QUIET } Stage;

enum { RANK_BITS = 10, RANK_MASK = (1 << RANK_BITS) - 1 };
static_assert(GAME_MOVES_MAX <= 1 << RANK_BITS, "a move's index fits its rank");

/* moves[0 .. tried) have been handed out; of the others those below `ready` belong to the stage. */
typedef struct Picker {
    Stage stage;
    int tried, ready, count;
    Move table_move;
    Move moves[GAME_MOVES_MAX];
    int ranks[GAME_MOVES_MAX]; /* of the stage's moves: value above, RANK_MASK - index below, so
                                  that the greatest is found by comparing alone, many at a time */
} Picker;

static inline void picker_start(Picker *self, Move table_move)
{
    self->table_move = table_move;
    self->stage = STAGE_TABLE;
    self->tried = self->count = 0;
    self->ready = 0;
    if (table_move != MOVE_NONE) {
        self->moves[0] = table_move;
        self->count = self->ready = 1;
    }
}

static inline int picker_rank(int value, int index)
{
    return value * (1 << RANK_BITS) + RANK_MASK - index;
}

/* The value of the move handed out last. */
static inline int picker_value(const Picker *self)
{
    return self->ranks[self->tried] >> RANK_BITS;
}

/* Takes the move, if it is still to be tried, into the stage. */
static inline void picker_take(Picker *self, Move move, int value)
{
    for (int i = self->ready; i < self->count; i++)
        if (self->moves[i] == move) {
            self->moves[i] = self->moves[self->ready];
            self->moves[self->ready] = move;
            self->ranks[self->ready] = picker_rank(value, self->ready);
            self->ready++;
            return;
        }
}

/* All moves, the table move first. */
static inline void picker_generate(Picker *self, const GamePosition *position)
{
    self->count = game_moves(position, self->moves);
    ASSUME(self->count >= 0 && self->count <= GAME_MOVES_MAX);
    self->ready = 0;
    if (self->table_move != MOVE_NONE)
        picker_take(self, self->table_move, 0);
    self->tried = self->ready;
}

static inline void picker_take_noisy(Picker *self, const Ordering *ordering,
                                     const GamePosition *position, Before before)
{
    Move noisy[GAME_MOVES_MAX];
    int count = game_noisy_moves(position, noisy), mover = game_mover(position);
    for (int i = 0; i < count; i++)
        picker_take(self, noisy[i], ordering_history(ordering, mover, before, noisy[i]));
}

static inline void picker_value_rest(Picker *self, const Ordering *ordering, int mover,
                                     Before before)
{
    for (int i = self->ready; i < self->count; i++)
        self->ranks[i] = picker_rank(ordering_history(ordering, mover, before, self->moves[i]), i);
    self->ready = self->count;
}

/* Fills the next stage. */
static inline void picker_advance(Picker *self, const Ordering *ordering,
                                  const GamePosition *position, int ply, Before before)
{
    int mover = game_mover(position);
    self->stage++;
    if (self->stage == STAGE_NOISY) {
        picker_generate(self, position);
        if (GAME_NOISY > 0)
            picker_take_noisy(self, ordering, position, before);
    } else if (self->stage == STAGE_REFUTATIONS) {
        picker_take(self, ordering->killers[ply][0], 2);
        picker_take(self, ordering->killers[ply][1], 1);
        picker_take(self, ordering->replies[mover][ordering_slot(before.one)], 0);
    } else {
        picker_value_rest(self, ordering, mover, before);
    }
}

/* Brings the best move of the stage to the front of those to be tried. */
static inline void picker_select(Picker *self)
{
    int tried = self->tried, best = self->ranks[tried];
    for (int i = tried + 1; i < self->ready; i++)
        best = self->ranks[i] > best ? self->ranks[i] : best;
    int at = RANK_MASK - (best & RANK_MASK);
    Move move = self->moves[at];
    self->moves[at] = self->moves[tried];
    self->moves[tried] = move;
    self->ranks[at] = picker_rank(self->ranks[tried] >> RANK_BITS, at);
    self->ranks[tried] = best;
}

/* Puts the next move to moves[tried]; false when there is none. The caller counts it as tried. */
static inline bool picker_next(Picker *self, const Ordering *ordering, const GamePosition *position,
                               int ply, Before before)
{
    while (self->tried == self->ready) {
        if (self->stage == STAGE_QUIET)
            return false;
        picker_advance(self, ordering, position, ply, before);
    }
    if (self->stage != STAGE_TABLE)
        picker_select(self);
    return true;
}

#endif
