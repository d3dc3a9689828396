#!/usr/bin/env python3
"""Writes games/shapluk/tables.h from the drawing of the board (rules, section 1), or with --ranks
games/shapluk/ranks.h, the numbering of the rebels' placements.

usage: scripts/tables_shapluk.py [--ranks] > games/shapluk/tables.h
"""
import sys
from math import comb

FILES = "abcde"
NAMES = [file + str(rank) for rank in range(1, 6) for file in FILES] + ["b6", "c6", "d6", "c7"]
POINT = {name: index for index, name in enumerate(NAMES)}
GENERAL_SHIFT = 27
SANCTUARY_LINKS = ["b5b6", "c5c6", "d5d6", "b6c6", "c6d6", "b6c7", "c6c7", "d6c7"]

# direction: (dx, dy, offset of its slots in the set of links, in the set of pairs)
DIRECTIONS = {
    "upwards": (0, 1, 0, 0),
    "rising": (1, 1, 20, 14),
    "falling": (-1, 1, 21, 15),
    "sideways": (1, 0, 40, 33),
}


def at(x, y):
    return 5 * y + x if 0 <= x < 5 and 0 <= y < 5 else None


def lines(dx, dy):
    """The square points from which a line of the board leads by (dx, dy), and its other end."""
    for y in range(5):
        for x in range(5):
            other = at(x + dx, y + dy)
            if other is not None and (dx == 0 or dy == 0 or (x + y) % 2 == 0):
                yield at(x, y), other


def further(sets, neighbours):
    """Adds to the set of each point the neighbours of its members."""
    wider = list(sets)
    for point in POINT.values():
        wider[point] |= 1 << point
        for other in POINT.values():
            if sets[point] >> other & 1:
                wider[point] |= neighbours[other]
    return wider


def tables():
    links, pairs = [0] * 64, [0] * 64
    neighbours, links_at, pairs_at = [0] * 32, [0] * 32, [0] * 32
    ends = [(POINT[link[:2]], POINT[link[2:]]) for link in SANCTUARY_LINKS]
    for dx, dy, link_offset, pair_offset in DIRECTIONS.values():
        joined = dict(lines(dx, dy))
        ends += joined.items()
        for low, high in joined.items():
            slot = link_offset + low
            links[slot] = 1 << low | 1 << high
            links_at[low] |= 1 << slot
            links_at[high] |= 1 << slot
            if high in joined:  # low, high and the next point are three in a row
                slot = pair_offset + high
                pairs[slot] = high << GENERAL_SHIFT | 1 << low | 1 << joined[high]
                pairs_at[high] |= 1 << slot
    for one, other in ends:
        neighbours[one] |= 1 << other
        neighbours[other] |= 1 << one
    within_two = further(neighbours, neighbours)
    within_three = further(within_two, neighbours)
    return neighbours, within_two, within_three, links, links_at, pairs, pairs_at


def show(comment, declaration, values, digits, suffix, columns):
    print(f"\n/* {comment} */\nstatic const {declaration}[{len(values)}] = {{")
    for row in range(0, len(values), columns):
        cells = [f"0x{value:0{digits}x}{suffix}" for value in values[row:row + columns]]
        print("    " + ", ".join(cells) + ",")
    print("};")


def rank_tables():
    """What games/shapluk/index.h adds up to number a placement; see there."""
    halves = sorted(range(1024), key=lambda half: (half.bit_count(), half))
    middles = sorted(range(32), key=lambda middle: (middle.bit_count(), middle))
    half_keys, middle_ranks = [0] * 1024, [0] * 32
    for count in range(11):
        for rank, half in enumerate(h for h in halves if h.bit_count() == count):
            half_keys[half] = count << 8 | rank
        for rank, middle in enumerate(m for m in middles if m.bit_count() == count):
            middle_ranks[middle] = rank
    others = [[0] * 16 for _ in range(17)]
    firsts = [[0] * 16 for _ in range(17)]
    tails = [[0] * 16 for _ in range(17)]
    for left in range(17):
        for count in range(11):
            others[left][count + 1] = others[left][count] + comb(10, count) * fitting(left - count)
    for rebels in range(17):
        first = 0
        for count in range(min(rebels, 10) + 1):
            left, size = rebels - count, comb(10, count)
            tail = others[left][11] - others[left][count]
            firsts[rebels][count] = (first - others[left][count]) % (1 << 32)
            tails[rebels][count] = tail
            first += size * tail - fitting(left - count) * size * (size - 1) // 2
        firsts[rebels][15] = first
    middle_counts = [fitting(count - 16) for count in range(32)]
    return (half_keys, halves, middle_ranks, middles, middle_counts, sum(others, []),
            sum(firsts, []), sum(tails, []))


def fitting(middle):
    """The ways to put so many rebels on file c."""
    return comb(5, middle) if middle >= 0 else 0


def show_ranks():
    (half_keys, halves, middle_ranks, middles, middle_counts, others, firsts,
     tails) = rank_tables()
    print("""/* The numbering of the rebels' placements as tables, see index.h. Written by
 * scripts/tables_shapluk.py --ranks, re-derived by a test. A half is the set of rebels on two
 * files as ten bits, a middle the set on file c as five. */
#ifndef SHAPLUK_RANKS_H
#define SHAPLUK_RANKS_H

#include <stdint.h>""")
    show("A half's number of rebels, in bits 8 to 11, and its rank among those with as many.",
         "uint16_t HALF_KEYS", half_keys, 3, "", 13)
    show("The halves in the order of their keys.", "uint16_t HALVES", halves, 3, "", 13)
    show("A middle's rank among those with as many rebels.", "uint8_t MIDDLE_RANKS", middle_ranks,
         2, "", 16)
    show("The middles by number of rebels, then by rank.", "uint8_t MIDDLES", middles, 2, "", 16)
    show("The number of middles with k rebels, at 16 + k.", "uint8_t MIDDLE_COUNTS",
         middle_counts, 2, "", 16)
    show("By rebels to place and rebels c: the ways to place them on a half with fewer than c and "
         "a\n * middle.", "uint32_t OTHERS_BEFORE", others, 6, "", 9)
    show("By all rebels and rebels c on the first half: the rows before the first such half, less "
         "the\n * others before that half; at 15 all rows.", "uint32_t ROWS_BEFORE", firsts, 6, "",
         9)
    show("By all rebels and rebels c on the first half: the rows of the first such half.",
         "uint32_t ROWS_OF_FIRST", tails, 6, "", 9)
    print("\n#endif")


def main():
    if sys.argv[1:] == ["--ranks"]:
        show_ranks()
        return
    neighbours, within_two, within_three, links, links_at, pairs, pairs_at = tables()
    print("""/* The board of Shap Luk as tables. Written by scripts/tables_shapluk.py, re-derived by a test.
 * Point = 5*rank + file on the square (a1 = 0, e5 = 24), then b6 = 25, c6, d6, c7 = 28.
 * README.md draws the slots of links and pairs. */
#ifndef SHAPLUK_TABLES_H
#define SHAPLUK_TABLES_H

#include <stdint.h>""")
    show("The points joined to a point.", "uint32_t NEIGHBOURS", neighbours, 8, "", 8)
    show("The points at most two links away from a point.", "uint32_t WITHIN_TWO", within_two, 8,
         "", 8)
    show("The points at most three links away from a point.", "uint32_t WITHIN_THREE",
         within_three, 8, "", 8)
    show("The two ends of the link in a slot.", "uint32_t LINK_ENDS", links, 8, "", 8)
    show("The slots of the links at a point.", "uint64_t LINKS_AT", links_at, 16, "", 4)
    show("The pair in a slot: its two points, and its centre from bit 27 on.", "uint32_t PAIRS",
         pairs, 8, "", 8)
    show("The slots of the pairs around a point.", "uint64_t PAIRS_AT", pairs_at, 16, "", 4)
    print("\n#endif")


if __name__ == "__main__":
    main()
