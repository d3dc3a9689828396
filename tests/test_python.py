#!/usr/bin/env python3
"""The Python module against the program: the same moves, counts, searches, matches and values.
usage: test_python.py PROGRAM FOLDER
"""
import json
import pathlib
import subprocess
import sys
import threading
import unittest

import skirmish
from skirmish import Engine, Game, Position, SkirmishError, Tables, match

PROGRAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])


def say(*words):
    """What the program prints."""
    return subprocess.run([PROGRAM, *map(str, words)], check=True, capture_output=True,
                          text=True).stdout


class Games(unittest.TestCase):
    def test_games_are_those_of_the_program(self):
        lines = [json.loads(line) for line in say("games", "--json").splitlines()]
        self.assertEqual([game.info for game in skirmish.games()], lines)

    def test_errors_are_sentences_of_the_library(self):
        wrong = {
            "unknown game": lambda: Game("chess"),
            "position: column 1": lambda: Position("gounki", "?"),
            "one board only": lambda: Position("gounki", board="x"),
            "nothing to undo": lambda: Position("gounki").undo(),
            "needs a limit": lambda: Engine("gounki", "alphabeta"),
            "an engine for yoxii cannot play gounki":
                lambda: Engine("yoxii", "random").search(Position("gounki")),
            "even number": lambda: match("yoxii", "random", "random", games=3),
            "unknown back end": lambda: match("yoxii", "random", "chess"),
            "can be solved|cannot be solved|no table": lambda: Tables("yoxii", FOLDER),
            "expected a depth": lambda: Position("gounki").perft(-1),
        }
        for words, function in wrong.items():
            with self.assertRaisesRegex(SkirmishError, words):
                function()

    def test_every_game_can_be_played_and_taken_back(self):
        for game in skirmish.games():
            with self.subTest(game=game.name), Engine(game, "random", seed=7) as engine:
                position = game.start()
                texts = [position.text]
                while position.result is None and position.turns < 40:
                    moves = position.moves
                    self.assertEqual(len(moves), position.move_count)
                    move = engine.search(position).move
                    self.assertIn(move, moves)
                    texts.append(position.play(move).text)
                shown = say("show", game.name, "--moves", " ".join(position.line))
                self.assertIn(position.diagram(), shown)
                twin = position.copy()
                self.assertEqual(twin, position)
                self.assertEqual(twin.line, position.line)
                while position.turns:
                    self.assertEqual(position.text, texts.pop())
                    position.undo()
                self.assertEqual(position, game.start())
                self.assertEqual(position, game.position(position.text))
                self.assertTrue(position.svg().startswith("<svg"))
                self.assertEqual(position.copy().key, position.key)
                self.assertEqual(sorted(position.moves), sorted(say("moves", game.name).split()))

    def test_what_is_closed_says_so(self):
        position = Position("yoxii")
        with position:
            pass
        with self.assertRaisesRegex(ValueError, "closed"):
            position.moves  # pylint: disable=pointless-statement
        with Engine("yoxii", "random") as engine:
            pass
        with self.assertRaisesRegex(ValueError, "closed"):
            engine.search(Position("yoxii"))

    def test_numbers_out_of_range_are_refused(self):
        with self.assertRaisesRegex(SkirmishError, "even number"):
            skirmish.match("yoxii", "random", "random", games=-2)
        with self.assertRaisesRegex(SkirmishError, "threads"):
            Position("yoxii").perft(1, threads=100000)

    def test_perft(self):
        start = Position("gounki")
        self.assertIn(f"Nodes searched: {start.perft(3)}", say("perft", "gounki", 3))
        self.assertEqual(start.perft(3, threads=2, hash_mb=1), start.perft(3))

    def test_history_ends_games(self):
        position = Position("gounki")
        self.assertEqual((position.result, position.winner, position.ending), (None, None, ""))
        late = Position("gounki", "8/8/8/s7/8/8/8/7S w 50 60")
        self.assertEqual((late.result, late.ending, late.moves), ("1/2-1/2", "no-progress", []))
        with self.assertRaisesRegex(SkirmishError, "the game is over: no-progress"):
            late.play("h1-h2")


class Engines(unittest.TestCase):
    def test_search_is_that_of_the_program(self):
        for spec in "alphabeta,depth=5", "mcts,playouts=300", "pns,nodes=2000":
            found = Engine("gounki", spec).search(Position("gounki").play("a2-a3"))
            last = say("search", "gounki", "--engine", spec, "--moves", "a2-a3", "--json")
            infos = [json.loads(line) for line in last.splitlines()]
            self.assertIn((found.value, found.nodes, found.playouts),
                          [(info.get("value"), info.get("nodes"), info.get("playouts"))
                           for info in infos])
            self.assertEqual(found.score, found.info["score"])

    def test_searches_can_be_stopped(self):
        engine, start = Engine("gounki", "alphabeta,movetime=600000"), Position("gounki")
        seen = []
        engine.search(start, lambda result: seen.append(result) or len(seen) < 3)
        self.assertEqual(len(seen), 3)
        timer = threading.Timer(0.2, engine.stop)
        timer.start()
        self.assertIn(engine.search(start).move, start.moves)

    def test_what_a_report_raises_is_raised(self):
        def fail(_):
            raise KeyError("mine")
        with self.assertRaisesRegex(KeyError, "mine"):
            Engine("gounki", "alphabeta,movetime=600000").search(Position("gounki"), fail)
        with self.assertRaisesRegex(KeyError, "mine"):
            match("yoxii", "random", "random", games=2000, report=fail)

    def test_match_is_that_of_the_program(self):
        specs = "alphabeta,depth=2,name=A", "mcts,playouts=50,name=M"
        one = match("yoxii", *specs, games=6, threads=1, seed=5)
        two = match("yoxii", *specs, games=6, threads=2, seed=5)
        self.assertEqual([game.moves for game in one.games], [game.moves for game in two.games])
        line = say("match", "yoxii", "--engine", specs[0], "--engine", specs[1], "--games", 6,
                   "--seed", 5, "--brief").split("\t")
        self.assertEqual([one.wins, one.draws, one.losses], [int(word) for word in line[3:6]])
        for game in one.games:
            position = Position("yoxii", game.start).play(*game.moves)
            self.assertEqual(position.result, game.result)
        short = match("yoxii", "random", "random", games=2000, report=lambda game: False)
        self.assertLess(len(short.games), 2000)


class Solved(unittest.TestCase):
    def test_probe_is_that_of_the_program(self):
        say("solve", "lions", "--out", FOLDER / "lions")
        tables = Tables("lions", FOLDER / "lions")
        position = Position("lions", "seven L1.j6.L1.. w 0")
        self.assertEqual(tables.probe(position), skirmish.TableValue(0, None))
        won = 0
        for move in position.moves:
            position.play(move)
            found = tables.probe(position)
            lines = say("probe", "lions", "--tables", FOLDER / "lions", "--position", position.text)
            self.assertIn("draw" if found.value == 0 else f"in {found.distance} p",
                          lines.splitlines()[1])
            won += found.value != 0
            position.undo()
        self.assertIsNone(tables.probe(Position("lions", "ten L1..L1..j3L1.. w 0")))
        with self.assertRaisesRegex(SkirmishError, "tables of lions do not know gounki"):
            tables.probe(Position("gounki"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
