/* Sets of squares computed for all squares at once: the lead in the ring around each square, as
 * signed numbers held in bit planes, and how many empty neighbours each square has. */
#ifndef GAMES_YOXII_PLANES_H
#define GAMES_YOXII_PLANES_H

#include "engine/rules.h"

/* Two's complement: a ring is worth at most 3 * 4 + 5 * 3 = 27 points, and with the best piece of a
 * hand 31, so six planes hold any lead and five the sum of three pieces. */
enum { PIECE_PLANES = 5, LEAD_PLANES = 6 };

/* For every square the points that the side to move is ahead in the ring around it. */
typedef struct Leads {
    uint64_t planes[LEAD_PLANES];
} Leads;

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

static inline Leads leads_of(const GamePosition *position)
{
    uint64_t own = position->own & BOARD, enemy = position->enemy & BOARD;
    uint64_t high = position->high, low = position->low;
    Leads leads = {{
        (own | enemy) & ~low,
        (own & (high ^ low)) | (enemy & ~high),
        (own & high & low) | enemy,
        enemy,
        enemy,
    }};
    planes_gather(leads.planes, PIECE_PLANES, 1);
    leads.planes[PIECE_PLANES] = leads.planes[PIECE_PLANES - 1];
    planes_gather(leads.planes, LEAD_PLANES, RANK_STEP);
    return leads;
}

/* The sum of the leads over a set of empty squares. */
static inline int lead_sum(const Leads *leads, uint64_t squares)
{
    int sum = -32 * bits_count(leads->planes[LEAD_PLANES - 1] & squares);
    for (int i = 0; i < LEAD_PLANES - 1; i++)
        sum += bits_count(leads->planes[i] & squares) << i;
    return sum;
}

/* The squares where the lead plus `extra` is above zero, and below. */
static inline void lead_signs(const Leads *leads, int extra, uint64_t *above, uint64_t *below)
{
    Leads sum = *leads;
    uint64_t added[LEAD_PLANES], any = 0;
    for (int i = 0; i < LEAD_PLANES; i++)
        added[i] = extra >> i & 1 ? ~UINT64_C(0) : 0;
    planes_add(sum.planes, added, LEAD_PLANES);
    for (int i = 0; i < LEAD_PLANES; i++)
        any |= sum.planes[i];
    *below = sum.planes[LEAD_PLANES - 1];
    *above = any & ~*below;
}

/* Squares with at least two neighbours in a set. */
static inline uint64_t beside_two(uint64_t set)
{
    uint64_t left = set << 1, right = set >> 1;
    uint64_t side = left | right, both = left & right;
    uint64_t row = set | side, row_two = both | (set & side);
    uint64_t up = row << RANK_STEP, down = row >> RANK_STEP;
    return both | row_two << RANK_STEP | row_two >> RANK_STEP | (side & (up | down)) | (up & down);
}

/* The empty squares by their number of empty neighbours. */
typedef struct Crowding {
    uint64_t dead;   /* one at most: who steps there from it walls the totem in */
    uint64_t tight;  /* two at most, the dead ones included */
    uint64_t narrow; /* three */
    uint64_t wide;   /* four or more */
} Crowding;

/* Adds up the two neighbours beside a square and the three on either side, as numbers of two bits;
 * the total's bits are `odd`, `two` and whatever makes four. */
static inline Crowding crowding_of(uint64_t free)
{
    uint64_t left = free << 1, right = free >> 1;
    uint64_t side1 = left ^ right, side2 = left & right;
    uint64_t row1 = side1 ^ free, row2 = side2 | (side1 & free);
    uint64_t up1 = row1 << RANK_STEP, up2 = row2 << RANK_STEP;
    uint64_t down1 = row1 >> RANK_STEP, down2 = row2 >> RANK_STEP;
    uint64_t odd = side1 ^ up1 ^ down1;
    uint64_t carry = (side1 & (up1 | down1)) | (up1 & down1);
    uint64_t two = side2 | up2 | down2 | carry;
    uint64_t four = (side2 & (up2 | down2 | carry)) | (up2 & (down2 | carry)) | (down2 & carry);
    return (Crowding){
        .dead = free & ~two,
        .tight = free & ~four & ~(two & odd),
        .narrow = free & ~four & two & odd,
        .wide = free & four,
    };
}

#endif
