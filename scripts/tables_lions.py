#!/usr/bin/env python3
"""Writes games/lions/tables.h from games/lions/boards/*.board, and ways.h and placements.h there. Run
it from the root of the project; games/lions/lions_test.c derives both again."""

import math
import pathlib

FOLDER = pathlib.Path("games/lions")
NAMES = ["ten", "seven", "thirteen", "strip"]  # the first is the default board
HEADER = '''/* The built-in boards, written by scripts/tables_lions.py from games/lions/boards/. */
#ifndef GAMES_LIONS_TABLES_H
#define GAMES_LIONS_TABLES_H

#include "games/lions/board.h"

/* clang-format off */
static const struct Board built_in_boards[] = {
'''
FOOTER = '''};
/* clang-format on */

#endif
'''


def read_board(path):
    """The lines of a board file as a dictionary; the files are known to be well-formed."""
    board = {"lines": [], "regions": [], "size": (12.0, 8.0)}
    for line in path.read_text().splitlines():
        words = line.split("#")[0].split()
        if not words:
            continue
        points = [tuple(map(float, word.split(","))) for word in words if "," in word]
        if words[0] == "board":
            board["name"] = words[1]
        elif words[0] == "size":
            board["size"] = (float(words[1]), float(words[2]))
        elif words[0] == "line":
            board["lines"].append(points[0] + points[1])
        elif words[0] == "region":
            neighbours = sum(1 << (ord(c) - ord("a")) for c in words[3] if c != "-")
            board["regions"].append((int(words[2]), neighbours, points))
        elif words[0] == "start":
            board["mover"] = "wb".index(words[1])
            board["start"] = read_placement(words[2])
    return board


def read_placement(text):
    """Figures by region: jackals positive, lions negative."""
    figures = []
    at = 0
    while at < len(text):
        end = at + 1
        while end < len(text) and text[end].isdigit():
            end += 1
        number = int(text[at + 1:end] or 0)
        figures.append(-number if text[at] == "L" else number)
        at = end
    return figures


def identify(board):
    """FNV-1a (32 bits) over the name and the rules of the board, as in board.c."""
    data = board["name"].encode() + b"\0"
    for capacity, neighbours, _ in board["regions"]:
        data += capacity.to_bytes(2, "little") + neighbours.to_bytes(4, "little")
    value = 0x811C9DC5
    for byte in data:
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def number(value):
    text = repr(float(value))
    return text + "F"


def rows(values, per_row, indent):
    values = list(values)
    lines = []
    for i in range(0, len(values), per_row):
        lines.append(" " * indent + ", ".join(values[i:i + per_row]))
    return ",\n".join(lines)


def write_board(board):
    regions = board["regions"]
    firsts = [0]
    for region in regions:
        firsts.append(firsts[-1] + len(region[2]))
    points = [f"{{{number(x)}, {number(y)}}}" for region in regions for x, y in region[2]]
    lines = ["{" + ", ".join(map(number, line)) + "}" for line in board["lines"]]
    return f'''    {{
        .name = "{board["name"]}",
        .id = 0x{identify(board):08x},
        .count = {len(regions)},
        .mover = {board["mover"]},
        .least_capacity = {min(region[0] for region in regions)},
        .capacity = {{{", ".join(str(region[0]) for region in regions)}}},
        .neighbours = {{
{rows((f"0x{region[1]:04x}" for region in regions), 10, 12)},
        }},
        .start = {{{", ".join(map(str, board["start"]))}}},
        .width = {number(board["size"][0])},
        .height = {number(board["size"][1])},
        .line_count = {len(lines)},
        .lines = {{
{rows(lines, 3, 12)},
        }},
        .point_first = {{{", ".join(map(str, firsts))}}},
        .points = {{
{rows(points, 4, 12)},
        }},
    }},
'''


PLACEMENTS = '''/* For the numbering of positions on the board `seven`; written by scripts/tables_lions.py,
 * re-derived by a test. */
#ifndef GAMES_LIONS_PLACEMENTS_H
#define GAMES_LIONS_PLACEMENTS_H

#include <stdint.h>

enum {{ SOLVED_REGIONS = {regions} }};

static const uint8_t SOLVED_CAPACITY[SOLVED_REGIONS] = {{{capacities}}};

/* WAYS_BEHIND[r][l][j]: the ways to put l lions and j jackals into the regions from r on. */
static const uint16_t WAYS_BEHIND[SOLVED_REGIONS + 1][{lions}][{jackals}] = {{
{rows}
}};

#endif
'''


def placements(board):
    """The board's capacities, and ways[r][l][j] to fill the regions from r on."""
    capacities = [region[0] for region in board["regions"]]
    lions, jackals = -sum(min(x, 0) for x in board["start"]), sum(max(x, 0) for x in board["start"])
    ways = [[[int(l == j == 0) for j in range(jackals + 1)] for l in range(lions + 1)]]
    for capacity in reversed(capacities):
        behind = ways[0]
        ways.insert(0, [[behind[l][j] +
                         sum(behind[l - k][j] for k in range(1, min(capacity, l) + 1)) +
                         sum(behind[l][j - k] for k in range(1, min(capacity, j) + 1))
                         for j in range(jackals + 1)] for l in range(lions + 1)])
    lines = ("    {" + ", ".join("{" + ", ".join(map(str, row)) + "}" for row in region) + "},"
             for region in ways)
    return PLACEMENTS.format(regions=len(capacities), capacities=", ".join(map(str, capacities)),
                             lions=lions + 1, jackals=jackals + 1, rows="\n".join(lines))


WAYS = '''/* ways_to_fill[n][z]: the ways to put z figures into n regions, C(z + n - 1, n - 1); written by
 * scripts/tables_lions.py. */
#ifndef GAMES_LIONS_WAYS_H
#define GAMES_LIONS_WAYS_H

/* clang-format off */
static const uint64_t ways_to_fill[BOARD_REGIONS_MAX + 1][JACKALS_MAX + 1] = {
'''
WAYS_END = '''};
/* clang-format on */

#endif
'''
REGIONS_MAX = 26
JACKALS_MAX = 40


def write_ways():
    text = WAYS
    for regions in range(REGIONS_MAX + 1):
        values = [math.comb(units + regions - 1, units) if regions else int(units == 0)
                  for units in range(JACKALS_MAX + 1)]
        text += "    {\n" + rows((f"UINT64_C({value})" for value in values), 4, 8) + ",\n    },\n"
    return text + WAYS_END


def main():
    boards = [read_board(FOLDER / "boards" / f"{name}.board") for name in NAMES]
    text = HEADER + "".join(map(write_board, boards)) + FOOTER
    (FOLDER / "tables.h").write_text(text)
    (FOLDER / "ways.h").write_text(write_ways())
    (FOLDER / "placements.h").write_text(placements(boards[NAMES.index("seven")]))


if __name__ == "__main__":
    main()
