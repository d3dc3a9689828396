/* A map for Lions and Jackals: regions with capacities and neighbours, and how to draw them.
 * Boards are run-time data, immutable once opened; positions borrow them. */
#ifndef GAMES_LIONS_BOARD_H
#define GAMES_LIONS_BOARD_H

#include "engine/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BOARD_REGIONS_MIN = 2,
    BOARD_REGIONS_MAX = 26,
    BOARD_CAPACITY_MAX = 9999,
    BOARD_NAME_SIZE = 32, /* with the terminator */
    BOARD_LINES_MAX = 64,
    BOARD_POINTS_MAX = 512,

    /* Most figures of a side on any board. A board with 3 x lions + 1 regions (rules, section 1)
     * has room for eight lions at most, and 24 jackals. */
    LIONS_MAX = 8,
    JACKALS_MAX = 40,
};

struct Board {
    char name[BOARD_NAME_SIZE];
    uint32_t id;                            /* hash of the name and of all that matters for play */
    int count;                              /* regions */
    int mover;                              /* at the start: 0 lions, 1 jackals */
    int least_capacity;                     /* of a region; 0 = not known */
    uint16_t capacity[BOARD_REGIONS_MAX];   /* figures */
    uint32_t neighbours[BOARD_REGIONS_MAX]; /* bit sets of regions */
    int8_t start[BOARD_REGIONS_MAX];        /* > 0 jackals, < 0 lions */
    float width, height;                    /* of the drawing */
    int line_count;
    float lines[BOARD_LINES_MAX][4];        /* x y x y: pen strokes */
    int point_first[BOARD_REGIONS_MAX + 1]; /* region r owns points point_first[r] ... */
    float points[BOARD_POINTS_MAX][2];      /* ... below point_first[r + 1] */
};

/* The built-in boards in a fixed order, NULL behind the last; 0 is the default board. */
const struct Board *lions_board_built_in(int index);

/* Reads a .board file (rules, section 1.2). The caller closes the board. */
Status lions_board_open(const char *path, struct Board **board, Error *error);
void lions_board_close(struct Board *board);

#endif
