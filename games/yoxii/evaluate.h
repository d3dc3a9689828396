/* Evaluation of Yoxii. The totem walks on, so what counts is less the ring it stands in than every
 * empty square it may still reach: who would lead if it were walled in there. Those leads are
 * computed for all squares at once, as numbers held in bit planes. */
#ifndef GAMES_YOXII_EVALUATE_H
#define GAMES_YOXII_EVALUATE_H

#include "engine/rules.h"

/* Two's complement: a ring is worth at most 3 * 4 + 5 * 3 = 27 points, so six planes hold any lead
 * and five the sum of three pieces. */
enum { PIECE_PLANES = 5, LEAD_PLANES = 6 };

enum {
    REGION_STEPS = 4, /* how far ahead the totem's walk is looked at */
    USUAL_STEPS = 4,  /* the number of empty neighbours that counts as neutral */
};

/* Adds `other` to the number that each square has in `sum`. */
static inline void planes_add(uint64_t *sum, const uint64_t *other, int planes)
{
    uint64_t carry = 0;
    for (int i = 0; i < planes; i++) {
        uint64_t half = sum[i] ^ other[i];
        uint64_t both = sum[i] & other[i];
        sum[i] = half ^ carry;
        carry = both | (half & carry);
    }
}

/* Adds to each square's number those of its two neighbours at distance `step`. */
static inline void planes_gather(uint64_t *sum, int planes, int step)
{
    uint64_t up[LEAD_PLANES], down[LEAD_PLANES];
    for (int i = 0; i < planes; i++) {
        up[i] = sum[i] << step;
        down[i] = sum[i] >> step;
    }
    planes_add(sum, up, planes);
    planes_add(sum, down, planes);
}

/* For every empty square the points that the side to move is ahead in the ring around it. */
static inline void lead_planes(const GamePosition *position, uint64_t leads[LEAD_PLANES])
{
    uint64_t own = position->own & BOARD, enemy = position->enemy & BOARD;
    uint64_t high = position->high, low = position->low;
    leads[0] = (own | enemy) & ~low;
    leads[1] = (own & (high ^ low)) | (enemy & ~high);
    leads[2] = (own & high & low) | enemy;
    leads[3] = enemy;
    leads[4] = enemy;
    planes_gather(leads, PIECE_PLANES, 1);
    leads[PIECE_PLANES] = leads[PIECE_PLANES - 1];
    planes_gather(leads, LEAD_PLANES, RANK_STEP);
}

/* The sum of the leads over a set of empty squares. */
static inline int lead_sum(const uint64_t leads[LEAD_PLANES], uint64_t squares)
{
    int sum = -32 * bits_count(leads[LEAD_PLANES - 1] & squares);
    for (int i = 0; i < LEAD_PLANES - 1; i++)
        sum += bits_count(leads[i] & squares) << i;
    return sum;
}

/* Of the empty squares that the lead favours, own less enemy. */
static inline int lead_squares(const uint64_t leads[LEAD_PLANES], uint64_t squares)
{
    uint64_t behind = leads[LEAD_PLANES - 1], level = 0;
    for (int i = 0; i < LEAD_PLANES; i++)
        level |= leads[i];
    return bits_count(squares & level & ~behind) - bits_count(squares & behind);
}

/* The squares that the totem can reach over empty squares in a few steps, its own not included. */
static inline uint64_t totem_region(uint64_t free, int totem)
{
    uint64_t region = bit(totem);
    for (int i = 0; i < REGION_STEPS; i++)
        region |= neighbours_of_set(region) & free;
    return region & ~bit(totem);
}

/* Squares with at least two, and with at least four empty neighbours. */
static inline void crowding(uint64_t free, uint64_t *two, uint64_t *four)
{
    uint64_t least[5] = {~UINT64_C(0)};
    for (int i = 0; i < 8; i++) {
        uint64_t next = i < 4 ? free >> square_steps[i] : free << square_steps[i - 4];
        for (int j = 4; j > 0; j--)
            least[j] |= least[j - 1] & next;
    }
    *two = least[2];
    *four = least[4];
}

static inline int hand_points(uint64_t hand)
{
    int sum = 0;
    for (int value = 1; value <= VALUES; value++)
        sum += value * hand_count(hand, value);
    return sum;
}

/* Whether the side to move can wall the totem in at once: 1 if that wins, -1 if it must be done and
 * loses, else 0. `closers` are the targets with at most one empty neighbour, which the best piece
 * in hand will take; `others` are the targets that leave the totem room. */
static inline int closing(const GamePosition *position, uint64_t closers, uint64_t others)
{
    uint64_t free = free_squares(position);
    int piece = 1 + bits_last(hand_values(position->own) | 1) / HAND_DIGIT;
    int best = others ? 0 : -1;
    while (closers) {
        int totem = bits_pop(&closers);
        uint64_t around = neighbours(totem);
        int lead = points(position, position->own & around) -
                   points(position, position->enemy & around) + (around & free ? piece : 0);
        bool open = LEAPS && leap_targets(position->enemy, free, totem);
        if (lead > 0 && !open)
            return 1;
        if (lead == 0 || open)
            best = 0;
    }
    return best;
}

static inline Score game_evaluate(const GamePosition *position, const GameWeights *weights)
{
    uint64_t free = free_squares(position);
    int totem = totem_square(position);
    uint64_t targets = totem_targets(position), steps = targets & neighbours(totem);
    uint64_t region = totem_region(free, totem);
    uint64_t leads[LEAD_PLANES], two, four;
    lead_planes(position, leads);
    crowding(free, &two, &four);
    int step_count = bits_count(steps);
    int taken = bits_count(neighbours(totem)) - step_count;
    Score score = weights->tempo + weights->mobility * (step_count - USUAL_STEPS);
    score += weights->near * lead_sum(leads, bit(totem)) * taken / 8;
    score += weights->step * lead_sum(leads, steps);
    score += weights->region * lead_sum(leads, region);
    score += weights->tight * lead_squares(leads, region & ~four);
    score += weights->hand * (hand_points(position->own) - hand_points(position->enemy));
    int fours = hand_count(position->own, VALUES) - hand_count(position->enemy, VALUES);
    score += weights->fours * fours;
    if (LEAPS)
        score += weights->leap * (bits_count(leap_targets(position->own, free, totem)) -
                                  bits_count(leap_targets(position->enemy, free, totem)));
    uint64_t closers = targets & ~two;
    if (closers)
        score += weights->closing * closing(position, closers, targets & two);
    return score;
}

#endif
