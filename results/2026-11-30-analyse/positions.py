#!/usr/bin/env python3
"""Upper bounds of the number of positions, by counting placements of the pieces: every position that play can
reach is among them, most of the others are not reachable. Exact integers; prints log10."""
from collections import Counter
from math import comb, factorial, log10
from fractions import Fraction


def gounki():
    """64 cells, each empty or a stack of up to three of one side; eight rounds and eight squares a side."""
    stacks = [(r, s) for r in range(4) for s in range(4) if 1 <= r + s <= 3]
    one_side = Counter({(0, 0, 0): 1})  # rounds, squares, cells taken: ways to choose the stacks, cells unordered
    for r, s in stacks:
        wider = Counter()
        for (rounds, squares, cells), ways in one_side.items():
            for count in range(9):
                if rounds + count * r <= 8 and squares + count * s <= 8:
                    wider[rounds + count * r, squares + count * s, cells + count] += ways * Fraction(
                        1, factorial(count))
        one_side = wider
    by_cells = Counter()
    for (_, _, cells), ways in one_side.items():
        by_cells[cells] += ways
    total = sum(own * other * factorial(64) / factorial(64 - a - b) for a, own in by_cells.items()
                for b, other in by_cells.items() if a + b <= 64)
    return 2 * total


def yoxii():
    """The totem on one of 37 squares, pieces of the set 5 5 5 3 on others; who is to move follows from their number."""
    def arranged(count):
        """Ways to give `count` marked squares values of the set."""
        ways = Counter({0: Fraction(1)})
        for limit in (5, 5, 5, 3):
            wider = Counter()
            for placed, own in ways.items():
                for more in range(limit + 1):
                    wider[placed + more] += own / factorial(more)
            ways = wider
        return ways[count] * factorial(count)
    return 37 * sum(comb(36, first) * comb(36 - first, second) * arranged(first) * arranged(second)
                    for first in range(19) for second in (first - 1, first) if second >= 0)


def shakti():
    """Tiles there or gone, the pieces on tiles: two kings, up to two warriors a side; either side to move."""
    return 2 * sum(49 * 48 * comb(47, own) * comb(47 - own, other) * 2**(47 - own - other)
                   for own in range(3) for other in range(3))


def lions(counter):
    """Board `ten`: up to three lions and nine jackals by region; `counter` turns without capture at most."""
    rooms = (3, 12, 3, 15, 4, 4, 15, 3, 12, 3)
    ways = Counter({(0, 0): 1})
    for room in rooms:
        wider = Counter()
        for (lion, jackal), own in ways.items():
            wider[lion, jackal] += own
            for more in range(1, room + 1):
                if lion + more <= 3:
                    wider[lion + more, jackal] += own
                if jackal + more <= 9:
                    wider[lion, jackal + more] += own
        ways = wider
    return 2 * counter * sum(own for (lion, jackal), own in ways.items() if lion and jackal)


for name, number in (("gounki", gounki()), ("yoxii", yoxii()), ("shakti", shakti()), ("lions", lions(12)),
                     ("lions:short", lions(6))):
    print(f"{name:12} {log10(number):6.2f}")
