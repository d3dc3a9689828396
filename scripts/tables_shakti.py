#!/usr/bin/env python3
"""Writes games/shakti/tables.h; from the root of the project:

    python3 scripts/tables_shakti.py | clang-format > games/shakti/tables.h

Cells are numbered file + 8 * rank, file and rank from 0 to 6."""

SIZE = 7
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]  # (file, rank) along row, column, rising, falling
FARTHEST = 8 * (SIZE - 1) + SIZE - 1


def line(cell, direction):
    """The cells of the whole line through a cell, in increasing order."""
    file, rank = cell % 8, cell // 8
    if file >= SIZE or rank >= SIZE:
        return []
    steps = range(1 - SIZE, SIZE)
    points = [(file + n * direction[0], rank + n * direction[1]) for n in steps]
    return sorted(f + 8 * r for f, r in points if 0 <= f < SIZE and 0 <= r < SIZE)


def nearest(place, tiles):
    """First and, eight bits higher, second tiles of both directions from a place of a line."""
    entry = 0
    for way in (range(place + 1, SIZE), range(place - 1, -1, -1)):
        seen = [n for n in way if tiles >> n & 1]
        entry |= sum(1 << n + shift for n, shift in zip(seen, (0, 8)))
    return entry


def line_of_offset(offset):
    for index, (file, rank) in enumerate(DIRECTIONS):
        step = file + 8 * rank
        if offset and offset % step == 0 and abs(offset // step) < SIZE:
            return index
    return 0


def rows(items, width):
    for start in range(0, len(items), width):
        yield "    " + ", ".join(items[start:start + width]) + ","


def main():
    print("/* Lookup tables, written by scripts/tables_shakti.py and re-derived in shakti_test.c. */")
    print("#ifndef SHAKTI_TABLES_H\n#define SHAKTI_TABLES_H\n\n#include <stdint.h>\n")
    print("/* The row, the column, the rising and the falling diagonal through a cell, itself included;")
    print(" * nothing for numbers that are no cell. */")
    print("typedef struct CellLines {")
    print("    uint64_t cells[4];")
    print("    uint16_t entries[4]; /* 128 times the cell's place, counted from the line's lowest cell */")
    print("} CellLines;\n")
    print("static const CellLines cell_lines[64] = {")
    for cell in range(64):
        lines = [line(cell, d) for d in DIRECTIONS]
        masks = ["0x%x" % sum(1 << c for c in cells) for cells in lines]
        entries = [str(128 * cells.index(cell) if cells else 0) for cells in lines]
        print("    {{" + ", ".join(masks) + "}, {" + ", ".join(entries) + "}},")
    print("};\n")
    print("/* By 128 * place + tiles of the line (bit n = n-th cell): the first tiles in both directions")
    print(" * in bits 0-6, the second ones in bits 8-14. The place itself is ignored. */")
    print("static const uint16_t nearest_tiles[7 * 128] = {")
    entries = [nearest(place, tiles) for place in range(SIZE) for tiles in range(128)]
    print("\n".join(rows(["0x%04x" % entry for entry in entries], 8)))
    print("};\n")
    print("/* By target - origin + %d: the line that joins two cells, an index of CellLines; 0 where" % FARTHEST)
    print(" * they share none. */")
    print("static const uint8_t line_of_offset[%d] = {" % (2 * FARTHEST + 1))
    offsets = range(-FARTHEST, FARTHEST + 1)
    print("\n".join(rows([str(line_of_offset(offset)) for offset in offsets], 24)))
    print("};\n")
    print("/* The cells next to a cell. */")
    print("static const uint64_t king_steps[64] = {")
    steps = [sum(1 << c for d in DIRECTIONS for c in line(cell, d)
                 if max(abs(c % 8 - cell % 8), abs(c // 8 - cell // 8)) == 1) for cell in range(64)]
    print("\n".join(rows(["0x%x" % step for step in steps], 5)))
    print("};\n\n#endif")


if __name__ == "__main__":
    main()
