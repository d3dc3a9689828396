#!/usr/bin/env python3
"""How a game's score goes up and down: an engine plays against itself, and every position's value
for the first player is drawn, with matplotlib into a file if it is there, else as a table.
usage: scripts/python/examples/balance.py [GAME [ENGINE [FILE.png]]]
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import skirmish  # noqa: E402

try:
    from matplotlib import pyplot
except ImportError:
    pyplot = None

BOUND = 1000  # hundredths; proven results are far beyond


def curve(game, spec, opening_turns=4, seed=1, turns_max=200):
    """Values for the first player after each turn of one game, and the game."""
    import random

    position, values = game.start(), []
    engine, choose = skirmish.Engine(game, spec), random.Random(seed)
    while position.result is None and position.turns < turns_max:
        if position.turns < opening_turns:
            position.play(choose.choice(position.moves))
            continue
        first = position.mover == game.sides[0]
        found = engine.search(position)
        value = found.value if first else -found.value
        values.append((position.turns, max(-BOUND, min(BOUND, value)), found.move))
        position.play(found.move)
    return values, position


def main():
    name, spec, path = (sys.argv[1:] + ["yoxii", "alphabeta,nodes=5000", "balance.png"][len(sys.argv) - 1:])[:3]
    game = skirmish.Game(name)
    values, position = curve(game, spec)
    print(f"{game.title}, {spec}: {position.result or 'not finished'} "
          f"{position.ending} after {position.turns} turns")
    if pyplot:
        pyplot.plot([turn for turn, _, _ in values], [value for _, value, _ in values])
        pyplot.axhline(0, linewidth=0.5)
        pyplot.xlabel("turn")
        pyplot.ylabel(f"value for {game.sides[0]}, hundredths")
        pyplot.title(f"{game.title}, {spec}")
        pyplot.savefig(path)
        print(f"drawn into {path}")
        return
    print(f"{'turn':>4} {'move':<12} {'value':>6}")
    for turn, value, move in values:
        bar = "#" * (abs(value) * 20 // BOUND)
        print(f"{turn:>4} {move:<12} {value:>6} {bar if value < 0 else '':>20}|{bar if value > 0 else ''}")


if __name__ == "__main__":
    try:
        main()
    except skirmish.SkirmishError as problem:
        sys.exit(f"balance: {problem}")
