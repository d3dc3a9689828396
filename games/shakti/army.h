/* The pieces of one side, packed. */
#ifndef SHAKTI_ARMY_H
#define SHAKTI_ARMY_H

#include "engine/bits.h"

#include <stdint.h>

/* Cells are file + 8 * rank. A captured warrior's byte is MISSING; it sorts behind all cells and
 * its lines are empty. */
enum { BOARD_SIZE = 7, MISSING = 63 };

/* One side in four bytes, lowest first: king, the two warriors in increasing order, player (0
 * White, 1 Black). */
typedef uint32_t Army;

static inline Army army_of(int king, int one, int two, int player)
{
    int low = one < two ? one : two, high = one < two ? two : one;
    return (Army)player << 24 | (Army)high << 16 | (Army)low << 8 | (Army)king;
}

/* The cell of piece 0, the king, or 1 and 2, the warriors. */
static inline int piece_of(Army army, int piece)
{
    return army >> 8 * piece & 0xff;
}

static inline int king_of(Army army)
{
    return piece_of(army, 0);
}

static inline int player_of(Army army)
{
    return (int)(army >> 24);
}

static inline uint64_t warriors_of(Army army)
{
    return bit(piece_of(army, 1)) | bit(piece_of(army, 2));
}

static inline uint64_t pieces_of(Army army)
{
    return bit(king_of(army)) | warriors_of(army);
}

/* The army after its piece on `from` has gone to `to`. */
static inline Army army_after(Army army, int from, int to)
{
    int king = king_of(army), one = piece_of(army, 1), two = piece_of(army, 2);
    return army_of(king == from ? to : king, one == from ? to : one, two == from ? to : two,
                   player_of(army));
}

#endif
