/* For the numbering of positions on the board `seven`; written by scripts/tables_lions.py,
 * re-derived by a test. */
#ifndef GAMES_LIONS_PLACEMENTS_H
#define GAMES_LIONS_PLACEMENTS_H

#include <stdint.h>

enum { SOLVED_REGIONS = 7 };

static const uint8_t SOLVED_CAPACITY[SOLVED_REGIONS] = {18, 3, 19, 3, 4, 9, 6};

/* WAYS_BEHIND[r][l][j]: the ways to put l lions and j jackals into the regions from r on. */
static const uint16_t WAYS_BEHIND[SOLVED_REGIONS + 1][3][7] = {
    {{1, 7, 28, 84, 208, 447, 861},
     {7, 42, 147, 392, 870, 1686, 2946},
     {28, 147, 462, 1127, 2310, 4167, 6831}},
    {{1, 6, 21, 56, 124, 239, 414},
     {6, 30, 90, 210, 410, 701, 1085},
     {21, 90, 240, 510, 915, 1451, 2105}},
    {{1, 5, 15, 35, 69, 120, 190},
     {5, 20, 50, 100, 171, 260, 364},
     {15, 50, 110, 200, 315, 446, 590}},
    {{1, 4, 10, 20, 34, 51, 70}, {4, 12, 24, 40, 57, 72, 85}, {10, 24, 42, 64, 84, 99, 112}},
    {{1, 3, 6, 10, 15, 20, 25}, {3, 6, 9, 12, 15, 16, 17}, {6, 9, 12, 15, 18, 18, 19}},
    {{1, 2, 3, 4, 5, 6, 7}, {2, 2, 2, 2, 2, 2, 2}, {3, 2, 2, 2, 2, 2, 2}},
    {{1, 1, 1, 1, 1, 1, 1}, {1, 0, 0, 0, 0, 0, 0}, {1, 0, 0, 0, 0, 0, 0}},
    {{1, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0}},
};

#endif
