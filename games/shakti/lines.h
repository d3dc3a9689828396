/* Sight along rows, columns and diagonals. The tiles of a line are packed into seven bits, a table
 * gives the first and second tiles in both directions, and the answer is spread over the board
 * again. With BMI2 packing and spreading are one instruction each (PEXT, PDEP); elsewhere they are
 * multiplications that lead each cell of the line to its own bit without a carry. */
#ifndef SHAKTI_LINES_H
#define SHAKTI_LINES_H

#include "engine/bits.h"
#include "games/shakti/tables.h"

#include <stdint.h>

enum { ROW, COLUMN, RISING, FALLING, LINES };

/* A packed line; entries of nearest_tiles hold two of them, the second eight bits higher. */
enum { PACKED_MASK = 0x7f, SECOND_SHIFT = 8 };

#ifdef __BMI2__

static inline uint64_t line_pack(uint64_t set, int cell, int line)
{
    return __builtin_ia32_pext_di(set, cell_lines[cell].cells[line]);
}

static inline uint64_t line_spread(uint64_t packed, int cell, int line)
{
    return __builtin_ia32_pdep_di(packed, cell_lines[cell].cells[line]);
}

static inline unsigned line_entries(int cell, int line)
{
    return cell_lines[cell].entries[line];
}

#else

/* Rows and diagonals are packed in the order of files, columns in the order of ranks. The factors
 * hold one bit per rank r: bit 8r, 56 - 7r and 7r. */
#define EVERY_RANK     UINT64_C(0x0101010101010101)
#define COLUMN_TO_BYTE UINT64_C(0x0102040810204000)
#define BYTE_TO_COLUMN UINT64_C(0x0000040810204081)

static inline uint64_t line_pack(uint64_t set, int cell, int line)
{
    uint64_t tiles = set & cell_lines[cell].cells[line];
    if (line == ROW)
        return tiles >> (cell & 56);
    if (line == COLUMN)
        return (tiles >> (cell & 7)) * COLUMN_TO_BYTE >> 56;
    return tiles * EVERY_RANK >> 56;
}

static inline uint64_t line_spread(uint64_t packed, int cell, int line)
{
    uint64_t tiles = packed & PACKED_MASK;
    if (line == ROW)
        return tiles << (cell & 56);
    uint64_t wide = tiles * (line == COLUMN ? BYTE_TO_COLUMN << (cell & 7) : EVERY_RANK);
    return wide & cell_lines[cell].cells[line];
}

static inline unsigned line_entries(int cell, int line)
{
    unsigned place = (unsigned)(line == COLUMN ? cell >> 3 : cell & 7);
    return place < 7 ? 128 * place : 0;
}

#endif

/* The first tiles of both directions in bits 0-6, the second ones in bits 8-14. */
static inline uint64_t line_nearest(uint64_t tiles, int cell, int line)
{
    return nearest_tiles[line_entries(cell, line) + line_pack(tiles, cell, line)];
}

/* The first tile in every direction: the cells that `cell` sees. A number that is no cell sees
 * nothing. */
static inline uint64_t first_tiles(uint64_t tiles, int cell)
{
    uint64_t seen = 0;
    for (int line = ROW; line < LINES; line++)
        seen |= line_spread(line_nearest(tiles, cell, line), cell, line);
    return seen;
}

/* The second tile in every direction. */
static inline uint64_t second_tiles(uint64_t tiles, int cell)
{
    uint64_t seen = 0;
    for (int line = ROW; line < LINES; line++)
        seen |= line_spread(line_nearest(tiles, cell, line) >> SECOND_SHIFT, cell, line);
    return seen;
}

/* The line that joins two cells, index of CellLines; meaningless where they share none. */
static inline int line_through(int from, int to)
{
    enum { FARTHEST = sizeof line_of_offset / 2 };
    return line_of_offset[to - from + FARTHEST];
}

/* The cells strictly between two cells of a line. */
static inline uint64_t cells_between(int from, int to)
{
    int low = from < to ? from : to;
    int high = from < to ? to : from;
    return cell_lines[from].cells[line_through(from, to)] & (bit(high) - (bit(low) << 1));
}

/* The cells of the line from `from` through `to` that lie beyond `to`. */
static inline uint64_t cells_beyond(int from, int to)
{
    uint64_t side = from < to ? ~((bit(to) << 1) - 1) : bit(to) - 1;
    return cell_lines[from].cells[line_through(from, to)] & side;
}

#endif
