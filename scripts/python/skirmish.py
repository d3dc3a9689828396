"""Skirmish from Python: games, positions, engines, matches and solved positions.

Needs Python 3.9 and the shared library, which it looks for in the variable SKIRMISH_LIBRARY, in the
build folders of the project, and where it is installed itself.

>>> import skirmish
>>> position = skirmish.Game("yoxii").start()
>>> position.play(position.moves[0]).turns
1
>>> engine = skirmish.Engine("yoxii", "alphabeta,depth=3")
>>> engine.search(position).move in position.moves
True
"""

from __future__ import annotations

import ctypes
import ctypes.util
import json
import os
import pathlib
from dataclasses import dataclass, field
from typing import Callable, Iterator, Optional, Union

__all__ = ["Engine", "Game", "GameRecord", "MatchResult", "Position", "SearchResult",
           "SkirmishError", "TableValue", "Tables", "games", "match"]

_INTERFACE = 1
_MESSAGE_MAX = 320


class SkirmishError(Exception):
    """What the library refused, in its own words.

    >>> Game("chess")
    Traceback (most recent call last):
        ...
    skirmish.SkirmishError: unknown game 'chess'; there are: ...
    """


_Report = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_char_p)

# name: result, arguments; as in search/skirmish.h.
_int, _bool, _text, _handle = ctypes.c_int, ctypes.c_bool, ctypes.c_char_p, ctypes.c_void_p
_wide, _int_out = ctypes.c_uint64, ctypes.POINTER(ctypes.c_int)
_FUNCTIONS = {
    "interface": (_int, []),
    "games": (_int, []),
    "game_name": (_text, [_int]),
    "find": (_int, [_text, _text]),
    "describe": (_bool, [_int, _text, _int]),
    "play_open": (_handle, [_int, _text, _text, _text]),
    "play_copy": (_handle, [_handle, _text]),
    "play_close": (None, [_handle]),
    "play_make": (_bool, [_handle, _text, _text]),
    "play_undo": (_bool, [_handle]),
    "play_turns": (_int, [_handle]),
    "play_mover": (_int, [_handle]),
    "play_key": (_wide, [_handle]),
    "play_count": (_wide, [_handle]),
    "play_evaluate": (_int, [_handle]),
    "play_result": (_int, [_handle]),
    "play_ending": (_text, [_handle]),
    "play_position": (_text, [_handle]),
    "play_diagram": (_text, [_handle, _bool]),
    "play_svg": (_text, [_handle]),
    "play_legal": (_text, [_handle]),
    "play_line": (_text, [_handle]),
    "play_perft": (_bool, [_handle, _int, _int, _int, ctypes.POINTER(_wide), _text]),
    "engine_open": (_handle, [_int, _text, _text]),
    "engine_close": (None, [_handle]),
    "engine_name": (_text, [_handle]),
    "engine_reset": (None, [_handle, _wide]),
    "engine_search": (_text, [_handle, _handle, _Report, _handle, _text]),
    "engine_stop": (None, [_handle]),
    "match": (_bool, [_int, _text, _text, _wide, _wide, _int, _int, _Report, _handle, _text, _int,
                      _text]),
    "tables_open": (_handle, [_int, _text, _text]),
    "tables_close": (None, [_handle]),
    "tables_probe": (_int, [_handle, _handle, _int_out, _int_out, _text]),
}


def _library_paths() -> Iterator[str]:
    """Where the shared library may be, the best place first."""
    if os.environ.get("SKIRMISH_LIBRARY"):
        yield os.environ["SKIRMISH_LIBRARY"]
        return
    here = pathlib.Path(__file__).resolve()
    above = list(here.parents) + [here.parent] * 4
    project, prefix = above[2], above[3]
    builds = sorted(project.glob("build/*/libskirmish.so"))
    yield from map(str, sorted(builds, key=lambda path: path.parent.name != "release"))
    yield from map(str, sorted(prefix.glob("lib*/libskirmish.so")))
    yield from map(str, sorted(prefix.glob("lib/*/libskirmish.so")))
    found = ctypes.util.find_library("skirmish")
    if found:
        yield found


def _load() -> ctypes.CDLL:
    tried = []
    for path in _library_paths():
        try:
            library = ctypes.CDLL(path)
        except OSError as problem:
            tried.append(str(problem))
            continue
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(library, "skirmish_" + name)
            function.restype, function.argtypes = result, arguments
        if library.skirmish_interface() != _INTERFACE:
            raise ImportError(f"{path}: another version than this module")
        return library
    raise ImportError("no libskirmish.so: build the project (cmake --preset release && "
                      "cmake --build --preset release), or set SKIRMISH_LIBRARY to its path"
                      + "".join("; " + line for line in tried))


_library = _load()


def _call(name: str, *arguments):
    """Calls a function that ends with a message; a result that is false raises it."""
    message = ctypes.create_string_buffer(_MESSAGE_MAX)
    result = getattr(_library, "skirmish_" + name)(*arguments, message)
    if result is None or result is False or (isinstance(result, int) and result < 0):
        raise SkirmishError(message.value.decode())
    return result


def _encode(text: Optional[str]) -> Optional[bytes]:
    return None if text is None else os.fspath(text).encode()


class _Listener:
    """A Python function as the library calls it. What it raises ends the work and is raised again
    afterwards; so does Ctrl-C."""

    def __init__(self, report: Callable[[dict], object]):
        self.problem: Optional[BaseException] = None
        self.report = report
        self.function = _Report(self._call)

    def _call(self, _context, text: bytes) -> bool:
        if self.problem:
            return False
        try:
            return self.report(json.loads(text)) is not False
        except BaseException as problem:  # pylint: disable=broad-except
            self.problem = problem
            return False

    def settle(self) -> None:
        """Raises what the function raised."""
        if self.problem:
            raise self.problem


class _Handle:
    """Owns something of the library."""

    _close = ""

    def __init__(self, handle: int):
        self._pointer = handle

    @property
    def _handle(self) -> int:
        if not self._pointer:
            raise ValueError(f"this {type(self).__name__} is closed")
        return self._pointer

    def close(self) -> None:
        """Gives it back; otherwise that happens when it is no longer used."""
        pointer, self._pointer = self._pointer, None
        if pointer:
            getattr(_library, "skirmish_" + self._close)(pointer)

    def __del__(self):
        if getattr(self, "_pointer", None):
            self.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Game:
    """The rules of one game: "gounki", or with a ruleset "gounki:published".

    >>> game = Game("gounki")
    >>> game.title, game.sides
    ('Gounki', ('White', 'Black'))
    >>> game.start().perft(3)
    53892
    """

    def __init__(self, name: Union[str, "Game"]):
        if isinstance(name, Game):
            name = name.name
        self.index: int = _call("find", name.encode())
        text = ctypes.create_string_buffer(2048)
        _library.skirmish_describe(self.index, text, len(text))
        self.info: dict = json.loads(text.value)
        self.name: str = self.info["name"]
        self.title: str = self.info["title"]
        self.ruleset: str = self.info["ruleset"]
        self.sides: tuple[str, str] = (self.info["first"], self.info["second"])

    def start(self, board: Optional[str] = None) -> "Position":
        """The start position, perhaps on the board in a file."""
        return Position(self, board=board)

    def position(self, text: str, board: Optional[str] = None) -> "Position":
        """The position that a text describes."""
        return Position(self, text, board)

    def __eq__(self, other) -> bool:
        return isinstance(other, Game) and self.index == other.index

    def __hash__(self) -> int:
        return hash(self.index)

    def __repr__(self) -> str:
        return f"Game({self.name!r})"


def games() -> list[Game]:
    """All games and rulesets.

    >>> Game("gounki") in games()
    True
    """
    return [Game(_library.skirmish_game_name(index).decode())
            for index in range(_library.skirmish_games())]


class Position(_Handle):
    """A game that is being played: a position and the turns that led to it.

    >>> position = Position("gounki")
    >>> position.mover, len(position.moves), position.result
    ('White', 36, None)
    >>> position.play("a2-a3", "a8-b8").line
    ['a2-a3', 'a8-b8']
    >>> position.undo(2) == Position("gounki")
    True
    >>> position.play("a1-h8")
    Traceback (most recent call last):
        ...
    skirmish.SkirmishError: ...
    """

    _close = "play_close"

    def __init__(self, game: Union[str, Game], text: Optional[str] = None,
                 board: Optional[str] = None):
        self.game = game if isinstance(game, Game) else Game(game)
        super().__init__(_call("play_open", self.game.index, _encode(board), _encode(text)))

    def copy(self) -> "Position":
        """The same game once more, to be played on in another way."""
        twin = Position.__new__(Position)
        twin.game = self.game
        _Handle.__init__(twin, _call("play_copy", self._handle))
        return twin

    def play(self, *moves: str) -> "Position":
        """Plays these turns; returns the position itself."""
        for move in moves:
            _call("play_make", self._handle, move.encode())
        return self

    def undo(self, turns: int = 1) -> "Position":
        """Takes turns back; returns the position itself."""
        for _ in range(turns):
            if not _library.skirmish_play_undo(self._handle):
                raise SkirmishError("nothing to undo")
        return self

    @property
    def moves(self) -> list[str]:
        """The legal turns, none in a finished game."""
        return self._text("legal").split()

    @property
    def move_count(self) -> int:
        """Their number, found faster than they are written."""
        return _library.skirmish_play_count(self._handle) if self.result is None else 0

    @property
    def line(self) -> list[str]:
        """The turns played since the position was opened."""
        return self._text("line").split()

    @property
    def turns(self) -> int:
        """Their number."""
        return _library.skirmish_play_turns(self._handle)

    @property
    def mover(self) -> str:
        """The side to move, one of game.sides."""
        return self.game.sides[_library.skirmish_play_mover(self._handle)]

    @property
    def result(self) -> Optional[str]:
        """None while the game goes on, then "1-0", "0-1" (for the side that moves first by the
        rules) or "1/2-1/2"."""
        return [None, "1-0", "0-1", "1/2-1/2"][_library.skirmish_play_result(self._handle) + 1]

    @property
    def winner(self) -> Optional[str]:
        """The side that has won, if any."""
        result = self.result
        return self.game.sides[result == "0-1"] if result in ("1-0", "0-1") else None

    @property
    def ending(self) -> str:
        """Why the game is over: "goal", "repetition", ...; "" while it goes on."""
        return self._text("ending")

    @property
    def text(self) -> str:
        """The position as a text that `Game.position` reads."""
        return self._text("position")

    @property
    def key(self) -> int:
        """A hash of the position, the same on every machine."""
        return _library.skirmish_play_key(self._handle)

    def diagram(self, ascii: bool = False) -> str:
        """The board for a terminal."""
        return self._text("diagram", ascii)

    def svg(self) -> str:
        """The board as a drawing; notebooks show it by themselves."""
        return self._text("svg")

    _repr_svg_ = svg

    def evaluate(self) -> int:
        """The game's own evaluation for the side to move, in hundredths of its unit."""
        return _library.skirmish_play_evaluate(self._handle)

    def perft(self, depth: int, threads: int = 1, hash_mb: int = 0) -> int:
        """Leaves `depth` turns below."""
        nodes = ctypes.c_uint64()
        _call("play_perft", self._handle, depth, threads, hash_mb, ctypes.byref(nodes))
        return nodes.value

    def _text(self, name: str, *arguments) -> str:
        text = getattr(_library, "skirmish_play_" + name)(self._handle, *arguments)
        if text is None:
            raise MemoryError
        return text.decode()

    def __eq__(self, other) -> bool:
        return (isinstance(other, Position) and self.game == other.game
                and self.text == other.text)

    def __hash__(self) -> int:
        return hash((self.game, self.key))

    def __str__(self) -> str:
        return self.diagram()

    def __repr__(self) -> str:
        return f"Position({self.game.name!r}, {self.text!r})"


@dataclass
class SearchResult:
    """What a search found, complete or so far. `score` is in words ("cp 31", "mate 3", "won"),
    `value` in hundredths for the side to move; `wdl` are chances in per mille, if known."""

    move: Optional[str]
    score: str
    value: int
    depth: int
    nodes: int
    playouts: int
    milliseconds: float
    pv: list[str]
    wdl: Optional[tuple[int, int, int]]
    info: dict = field(repr=False)

    @classmethod
    def _read(cls, info: dict) -> "SearchResult":
        wdl = info.get("wdl")
        return cls(info.get("move"), info["score"], info["value"], info["depth"], info["nodes"],
                   info["playouts"], info["milliseconds"], info["pv"].split(),
                   tuple(wdl) if wdl else None, info)


class Engine(_Handle):
    """A back end with limits and options; `skirmish engines` lists what there is.

    >>> engine = Engine("gounki", "alphabeta,depth=4,name=A")
    >>> engine.name
    'A'
    >>> result = engine.search(Position("gounki"))
    >>> result.depth, result.pv[0] == result.move
    (4, True)
    >>> depths = []
    >>> _ = engine.search(Position("gounki"), lambda result: depths.append(result.depth))
    >>> depths
    [1, 2, 3, 4]
    """

    _close = "engine_close"

    def __init__(self, game: Union[str, Game], spec: str = "alphabeta,movetime=1000",
                 seed: int = 1):
        self.game = game if isinstance(game, Game) else Game(game)
        super().__init__(_call("engine_open", self.game.index, spec.encode()))
        self.reset(seed)

    @property
    def name(self) -> str:
        """What it is called in results."""
        return _library.skirmish_engine_name(self._handle).decode()

    def reset(self, seed: int = 1) -> None:
        """Forgets all games; what follows depends on the seed alone."""
        _library.skirmish_engine_reset(self._handle, seed)

    def search(self, position: Position,
               report: Optional[Callable[[SearchResult], object]] = None) -> SearchResult:
        """Finds a turn. `report` gets what is found on the way, and ends the search by returning
        False."""
        listener = _Listener(lambda info: report and report(SearchResult._read(info)))
        text = _call("engine_search", self._handle, position._handle, listener.function, None)
        listener.settle()
        return SearchResult._read(json.loads(text))

    def stop(self) -> None:
        """Ends a search that goes on in another thread."""
        _library.skirmish_engine_stop(self._handle)

    def __repr__(self) -> str:
        return f"Engine({self.game.name!r}, {self.name!r})"


@dataclass
class GameRecord:
    """A game of a match. `first` moves first by the rules, `result` is for that side."""

    first: str
    second: str
    result: str
    reason: str
    start: str
    moves: list[str]
    info: dict = field(repr=False)


@dataclass
class MatchResult:
    """A match as its first engine sees it; Elo with the half width of its 95 % interval."""

    wins: int
    draws: int
    losses: int
    share: float
    elo: float
    elo_margin: float
    games: list[GameRecord] = field(repr=False)
    info: dict = field(repr=False)


def match(game: Union[str, Game], first: str, second: str, games: int = 20, seed: int = 1,
          threads: int = 1, opening_plies: int = 4,
          report: Optional[Callable[[GameRecord], object]] = None) -> MatchResult:
    """Lets two engines play; both games of a pair begin with the same random opening and swap
    sides. The games do not depend on the threads (limits by time excepted). `report` gets each
    game, and ends the match by returning False.

    >>> result = match("yoxii", "alphabeta,depth=2,name=A", "random", games=4)
    >>> result.wins + result.draws + result.losses, len(result.games)
    (4, 4)
    >>> result.games[0].first
    'A'
    """
    game = game if isinstance(game, Game) else Game(game)
    records: list[GameRecord] = []

    def take(info: dict):
        records.append(GameRecord(info["first"], info["second"], info["result"], info["reason"],
                                  info["start"], info["moves"], info))
        return report(records[-1]) if report else True

    if games < 0 or games % 2:
        raise SkirmishError(f"match: expected an even number of games, got {games}")
    listener = _Listener(take)
    text = ctypes.create_string_buffer(1024)
    _call("match", game.index, first.encode(), second.encode(), games, seed, threads,
          opening_plies, listener.function, None, text, len(text))
    listener.settle()
    info = json.loads(text.value)
    return MatchResult(info["wins"], info["draws"], info["losses"], info["share"], info["elo"],
                       info["elo_margin"], records, info)


@dataclass(frozen=True)
class TableValue:
    """For the side to move: 1 = won, 0 = drawn, -1 = lost, in so many turns (None = not known)."""

    value: int
    distance: Optional[int]


class Tables(_Handle):
    """Solved positions: the folder that `skirmish solve` has written. Every byte is checked."""

    _close = "tables_close"

    def __init__(self, game: Union[str, Game], folder: Union[str, "os.PathLike[str]"]):
        self.game = game if isinstance(game, Game) else Game(game)
        super().__init__(_call("tables_open", self.game.index, _encode(folder)))

    def probe(self, position: Position) -> Optional[TableValue]:
        """The value of a position, None if no table holds it."""
        value, distance = ctypes.c_int(), ctypes.c_int()
        known = _call("tables_probe", self._handle, position._handle, ctypes.byref(value),
                      ctypes.byref(distance))
        if not known:
            return None
        return TableValue(value.value, distance.value if distance.value >= 0 else None)
