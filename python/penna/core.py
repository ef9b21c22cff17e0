"""Games, states, random numbers, matches, records, bots and duels: the C library as objects."""
from __future__ import annotations

import dataclasses
import math
import threading
from typing import Any, Callable, Iterator, Mapping, Sequence

import numpy as np

from ._native import ffi, lib
from .errors import BadRecord, IllegalMove, PennaError

Seats = Mapping[int, int]

CHANCE, MOVE, OVER = lib.PENNA_CHANCE, lib.PENNA_MOVE, lib.PENNA_OVER
OUTCOME_HIDDEN = lib.PENNA_OUTCOME_HIDDEN  # a card that was drawn and that the viewer may not see


def _text(pointer) -> str | None:
    return ffi.string(pointer).decode() if pointer != ffi.NULL else None


def _why():
    return ffi.new("const char **")


def _refuse(why, kind: type[PennaError] = PennaError):
    return kind(_text(why[0]) or "refused")


# ---- What is given, looked at before C sees it ---------------------------------------------------------------------


def _of(value, kind: type, name: str):
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be of type {kind.__name__}, not {type(value).__name__}")
    return value


def _string(value, name: str) -> bytes:
    """A text for C, which would take a NUL for its end."""
    try:
        raw = _of(value, str, name).encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name} has characters that UTF-8 cannot write") from None
    if b"\0" in raw:
        raise ValueError(f"{name} has a NUL in it")
    return raw


def _word(value, words: Mapping[str, Any], name: str):
    """What one of a few words stands for."""
    if not isinstance(value, str) or value not in words:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, words))}, not {value!r}")
    return words[value]


def _integer(value, low: int, high: int, name: str) -> int:
    try:
        number = None if isinstance(value, bool) else value.__index__()
    except (AttributeError, TypeError):
        number = None
    if number is None:
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}")
    if not low <= number <= high:
        raise ValueError(f"{name} must be from {low} to {high}, not {number}")
    return number


def _seconds(value) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise TypeError(f"seconds must be a number, not {type(value).__name__}")
    if not 0 <= value < math.inf:
        raise ValueError(f"seconds must be 0 or more and finite, not {value}")
    return float(value)


def _options(options: Mapping[str, str] | None):
    """Option texts for C; the second value keeps them alive."""
    given = {} if options is None else _of(options, Mapping, "options")
    texts = [ffi.new("char[]", _string(name, "the name of an option") + b"=" + _string(value, f"option {name}"))
             for name, value in given.items()]
    return ffi.new("const char *[]", texts + [ffi.NULL]), texts


def version() -> str:
    """The version of the library."""
    return _text(lib.penna_version())


# ---- Games ------------------------------------------------------------------------------------------------------


class Game:
    """A game, by its name: `Game("qwixx")`. `games()` lists them."""

    def __init__(self, name: str):
        self._c = lib.penna_game_find(_string(name, "the name of a game"))
        if self._c == ffi.NULL:
            raise PennaError(f"there is no game called {name!r}; there are {', '.join(game.name for game in games())}")

    @property
    def name(self) -> str:
        """As it is called in commands, records and here."""
        return _text(lib.penna_game_name(self._c))

    @property
    def title(self) -> str:
        """As printed on its box."""
        return _text(lib.penna_game_title(self._c))

    @property
    def summary(self) -> str:
        """The game in a line of English."""
        return _text(lib.penna_game_summary(self._c))

    @property
    def seats(self) -> range:
        """The numbers of seats that it can have."""
        return range(lib.penna_game_min_seats(self._c), lib.penna_game_max_seats(self._c) + 1)

    @property
    def options(self) -> dict[str, list[str] | str]:
        """The names of its options, with the words that each can be, the default first; or what it looks like."""
        out: dict[str, list[str] | str] = {}
        index = 0
        while name := _text(lib.penna_option_name(self._c, index)):
            words = []
            while word := _text(lib.penna_option_value(self._c, index, len(words))):
                words.append(word)
            out[name] = words or _text(lib.penna_option_form(self._c, index))
            index += 1
        return out

    @property
    def option_summaries(self) -> dict[str, str]:
        """What each option is about, in a line of English."""
        return {name: _text(lib.penna_option_summary(self._c, index)) or "" for index, name in enumerate(self.options)}

    @property
    def hides(self) -> bool:
        """Whether seats have something that the others do not see, as cards in the hand."""
        return bool(lib.penna_game_hides(self._c))

    @property
    def actions(self) -> int:
        """How many actions a mask of this game has."""
        return lib.penna_batch_actions(self._c)

    def planes(self, seats: int) -> int:
        """How many numbers `State.see()` gives."""
        return lib.penna_batch_planes(self._c, self._seats(seats))

    def start(self, seats: int = 2, options: Mapping[str, str] | None = None) -> State:
        """The state at the beginning of a game."""
        state, why = State._empty(self), _why()
        array, _alive = _options(options)
        if not lib.penna_start(self._c, state._c, _integer(seats, 0, 99, "seats"), array, why):
            raise _refuse(why)
        return state

    def random_game(self, rng: Rng, seats: int = 2) -> tuple[list[int], int]:
        """A whole random game: the points of all seats, and the number of decisions."""
        points = ffi.new("int[]", lib.PENNA_SEATS_MAX)
        decisions = lib.penna_random_game(self._c, self._seats(seats), _of(rng, Rng, "rng")._c, points)
        return list(points[0:seats]), decisions

    def _seats(self, seats: int) -> int:
        seats = _integer(seats, 0, 99, "seats")
        if seats not in self.seats:
            raise PennaError(f"{self.name} has {self.seats[0]} to {self.seats[-1]} seats, not {seats}")
        return seats

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def __eq__(self, other) -> bool:
        return isinstance(other, Game) and self._c == other._c

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self):
        return Game, (self.name,)


def _game(game: Game | str) -> Game:
    """A game, or the one of that name."""
    return game if isinstance(game, Game) else Game(game)


def games() -> list[Game]:
    """All games, in the order in which they are shown."""
    out, index = [], 0
    while (c := lib.penna_game(index)) != ffi.NULL:
        out.append(Game(_text(lib.penna_game_name(c))))
        index += 1
    return out


class Rng:
    """A stream of random numbers, the same on every machine, from a pair of numbers."""

    def __init__(self, seed: int, number: int = 0):
        self._c = ffi.new("PennaRng *")
        self._c[0] = lib.penna_rng_stream(_integer(seed, 0, 2**64 - 1, "seed"), _integer(number, 0, 2**64 - 1, "number"))

    def next(self) -> int:
        """64 random bits."""
        return lib.penna_rng_next(self._c)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely."""
        return lib.penna_rng_below(self._c, _integer(n, 1, 2**32 - 1, "n"))

    def __getstate__(self) -> list[int]:
        return list(self._c.s)

    def __setstate__(self, words: list[int]) -> None:
        self._c = ffi.new("PennaRng *", [words])


# ---- States -----------------------------------------------------------------------------------------------------


class State:
    """A position of a game. `play()` and `roll()` change it; `copy()` gives one of its own. Everything is checked."""

    __slots__ = ("game", "_c")

    def __init__(self, text: str):
        """The state of a text (docs/notation.md), as `str(state)` gives it."""
        self._c = ffi.new("PennaState *")
        why = _why()
        found = lib.penna_get_state(_string(text, "a position"), self._c, why)
        if found == ffi.NULL:
            raise _refuse(why)
        self.game = Game(_text(lib.penna_game_name(found)))

    @classmethod
    def _empty(cls, game: Game) -> State:
        state = cls.__new__(cls)
        state.game = game
        state._c = ffi.new("PennaState *")
        return state

    def copy(self) -> State:
        """The same position, to go on from by itself."""
        other = State._empty(self.game)
        other._c[0] = self._c[0]
        return other

    @property
    def node(self) -> int:
        """CHANCE, MOVE or OVER."""
        return lib.penna_node(self._c)

    @property
    def over(self) -> bool:
        """The game has ended, and `scores` are final."""
        return self.node == OVER

    @property
    def viewer(self) -> int | None:
        """Whose view it is: a seat, -1 for a spectator; None: it is the full state."""
        viewer = lib.penna_viewer(self._c)
        return None if viewer == lib.PENNA_FULL else viewer

    @property
    def movers(self) -> list[int]:
        """The seats that decide here, all at once."""
        bits = lib.penna_movers(self._c)
        return [seat for seat in range(self.seats) if bits >> seat & 1]

    @property
    def seats(self) -> int:
        """How many seats there are; they are counted from 0."""
        return lib.penna_seats(self._c)

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return lib.penna_active(self._c)

    @property
    def turn(self) -> int:
        """How many turns were completed before this one."""
        return lib.penna_turn(self._c)

    @property
    def phase(self) -> str:
        """A word for the kind of node, as in positions: "roll", "white"."""
        return _text(lib.penna_phase(self.game._c, self._c))

    @property
    def scores(self) -> list[int]:
        """The points of every seat, as if the game ended here."""
        points = ffi.new("int[]", lib.PENNA_SEATS_MAX)
        lib.penna_scores(self.game._c, self._c, points)
        return list(points[0:self.seats])

    def legal(self, seat: int) -> list[int]:
        """The legal moves of a seat, ascending; none if it does not decide here."""
        out = ffi.new("PennaMove[]", lib.PENNA_MOVES_MAX)
        n = lib.penna_legal(self.game._c, self._c, self._own(seat), out)
        return list(out[0:n])

    def play(self, moves: Seats | int) -> State:
        """Plays a move of every seat that decides: {seat: move}, or the move itself where one seat decides."""
        movers = self.movers
        if not movers:
            raise IllegalMove("nobody decides here")
        if not isinstance(moves, Mapping):
            if len(movers) != 1:
                raise IllegalMove("more than one seat decides here: give {seat: move}")
            moves = {movers[0]: moves}
        if set(moves) != set(movers):
            raise IllegalMove(f"the seats that decide are {movers}, not {list(moves)}")
        joint = ffi.new("PennaMove[]", lib.PENNA_SEATS_MAX)
        for seat in movers:
            move = _integer(moves[self._own(seat)], 0, 2**32 - 1, "a move")
            if not lib.penna_is_legal(self.game._c, self._c, seat, move):
                raise IllegalMove(f"{move} is no legal move of seat {seat}")
            joint[seat] = move
        lib.penna_play(self.game._c, self._c, joint)
        return self

    def outcomes(self) -> list[tuple[int, int]]:
        """At a chance node: every outcome with its weight."""
        self._at_chance()
        count = lib.penna_outcomes(self.game._c, self._c)
        return [(i, lib.penna_weight(self.game._c, self._c, i)) for i in range(count)]

    def chance(self, outcome: int) -> State:
        """Makes an outcome happen."""
        self._at_chance()
        outcome = _integer(outcome, 0, 2**32 - 1, "an outcome")
        if outcome >= lib.penna_outcomes(self.game._c, self._c) or not lib.penna_weight(self.game._c, self._c, outcome):
            raise IllegalMove(f"{outcome} is no possible outcome")
        lib.penna_chance(self.game._c, self._c, outcome)
        return self

    def roll(self, rng: Rng) -> int:
        """Draws an outcome by its weight, makes it happen and returns it."""
        self._at_chance()
        outcome = lib.penna_roll(self.game._c, self._c, _of(rng, Rng, "rng")._c)
        lib.penna_chance(self.game._c, self._c, outcome)
        return outcome

    def play_out(self, rng: Rng) -> int:
        """Plays to the end at random, every legal move as likely as any other; returns the number of decisions."""
        if self._hides():
            raise PennaError("something is hidden in this view: play out what guess() gives")
        return lib.penna_play_out(self.game._c, self._c, _of(rng, Rng, "rng")._c)

    def view(self, seat: int) -> State:
        """What a seat may see of it (-1: a spectator)."""
        if _integer(seat, -1, self.seats - 1, "seat") >= 0:
            self._own(seat)
        other = self.copy()
        lib.penna_hide(self.game._c, other._c, seat)
        return other

    def guess(self, rng: Rng) -> State:
        """A full state that this view allows, each equally likely."""
        other = self.copy()
        lib.penna_guess(self.game._c, other._c, _of(rng, Rng, "rng")._c)
        return other

    def see(self, seat: int) -> np.ndarray:
        """What the seat sees in plain small numbers: an array of `game.planes(seats)` bytes (docs/library.md lists them)."""
        _integer(seat, 0, self.seats - 1, "seat")
        out = np.zeros(self.game.planes(self.seats), np.uint8)
        lib.penna_see(self.game._c, self.view(seat)._c, seat, ffi.from_buffer("uint8_t[]", out))
        return out

    def action(self, seat: int, move: int) -> int:
        """The action of a legal move (`Batch`)."""
        action = lib.penna_action(self.game._c, self._c, self._own(seat), _integer(move, 0, 2**32 - 1, "a move"))
        if action == lib.PENNA_ACTION_NONE:
            raise IllegalMove(f"{move} is no legal move of seat {seat}")
        return action

    def action_move(self, seat: int, action: int) -> int:
        """The legal move of an action."""
        out = ffi.new("PennaMove *")
        if not lib.penna_action_move(self.game._c, self._c, self._own(seat), _integer(action, 0, 2**31 - 1, "an action"), out):
            raise IllegalMove(f"{action} is no legal action of seat {seat}")
        return out[0]

    def move_text(self, seat: int, move: int) -> str:
        """A legal move in notation: `r7`, `-`."""
        if _integer(move, 0, 2**32 - 1, "a move") not in self.legal(seat):
            raise IllegalMove(f"{move} is no legal move of seat {seat}")
        room = ffi.new("char[]", lib.PENNA_TOKEN_MAX)
        lib.penna_put_move(self.game._c, self._c, seat, move, room, lib.PENNA_TOKEN_MAX)
        return _text(room)

    def move(self, seat: int, text: str) -> int:
        """The legal move of that text."""
        out = ffi.new("PennaMove *")
        if not lib.penna_get_move(self.game._c, self._c, self._own(seat), _string(text, "a move"), out):
            raise IllegalMove(f"{text!r} is no legal move of seat {seat}")
        return out[0]

    def outcome_text(self, outcome: int) -> str:
        """An outcome in notation: `36:1452`."""
        self._at_chance()
        room = ffi.new("char[]", lib.PENNA_TOKEN_MAX)
        if not _integer(outcome, 0, 2**32 - 1, "an outcome") < lib.penna_outcomes(self.game._c, self._c):
            raise IllegalMove(f"{outcome} is no possible outcome")
        lib.penna_put_outcome(self.game._c, self._c, outcome, room, lib.PENNA_TOKEN_MAX)
        return _text(room)

    def outcome(self, text: str) -> int:
        """The outcome of that text."""
        self._at_chance()
        out = ffi.new("uint32_t *")
        if not lib.penna_get_outcome(self.game._c, self._c, _string(text, "an outcome"), out):
            raise IllegalMove(f"{text!r} is no possible outcome")
        return out[0]

    def _at_chance(self) -> None:
        if self.node != CHANCE:
            raise IllegalMove("no dice fall and no card is drawn here")

    def _hides(self) -> bool:
        return self.viewer is not None and self.game.hides

    def _own(self, seat: int) -> int:
        """A seat whose moves can be asked for here: where something is hidden, the viewer."""
        _integer(seat, 0, self.seats - 1, "seat")
        if self.viewer != seat and self._hides():
            who = "a spectator" if self.viewer == -1 else f"seat {self.viewer}"
            raise PennaError(f"this is what {who} sees, and not seat {seat}: ask the full state, or what guess() gives")
        return seat

    def __str__(self) -> str:
        room = ffi.new("char[]", lib.PENNA_POSITION_MAX)
        lib.penna_put_state(self.game._c, self._c, room, lib.PENNA_POSITION_MAX)
        return _text(room)

    def __repr__(self) -> str:
        return f"State({str(self)!r})"

    def __bytes__(self) -> bytes:
        return bytes(ffi.buffer(self._c))

    def __getstate__(self) -> tuple[Game, bytes]:
        return self.game, bytes(self)

    def __setstate__(self, kept: tuple[Game, bytes]) -> None:
        self.game = kept[0]
        self._c = ffi.new("PennaState *")
        ffi.buffer(self._c)[:] = kept[1]

    def __eq__(self, other) -> bool:
        return isinstance(other, State) and self.game == other.game and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))


def ranks(points: Sequence[int]) -> list[int]:
    """Competition ranks of points: 1, 1, 3."""
    if isinstance(points, str) or not isinstance(points, (Sequence, np.ndarray)):
        raise TypeError(f"points must be a list of whole numbers, not {type(points).__name__}")
    if not 1 <= len(points) <= lib.PENNA_SEATS_MAX:
        raise ValueError(f"ranks are of 1 to {lib.PENNA_SEATS_MAX} seats")
    out = ffi.new("int[]", len(points))
    lib.penna_ranks([_integer(of, -(2**31), 2**31 - 1, "points") for of in points], len(points), out)
    return list(out)


# ---- Matches and records ----------------------------------------------------------------------------------------


_RESULTS = {lib.PENNA_STALE: "the node is past", lib.PENNA_EARLY: "the node has not come yet",
            lib.PENNA_NOT_YOURS: "the seat does not decide here", lib.PENNA_ILLEGAL: "not legal here"}


class Match:
    """One game with its history. Choices of several seats take effect when the last has chosen."""

    def __init__(self, game: Game | str, seats: int = 2, options: Mapping[str, str] | None = None):
        why = _why()
        array, _alive = _options(options)
        self.game = _game(game)
        self._c = lib.penna_match_new(self.game._c, _integer(seats, 0, 99, "seats"), array, why)
        if self._c == ffi.NULL:
            raise _refuse(why)
        self._c = ffi.gc(self._c, lib.penna_match_free)

    @classmethod
    def _of(cls, pointer) -> Match:
        match = cls.__new__(cls)
        match._c = ffi.gc(pointer, lib.penna_match_free)
        match.game = Game(_text(lib.penna_game_name(lib.penna_match_game(pointer))))
        return match

    @property
    def node(self) -> int:
        """How many nodes are behind it."""
        return lib.penna_match_node(self._c)

    @property
    def state(self) -> State:
        """The full state where it stands now, as a copy."""
        state = State._empty(self.game)
        lib.penna_match_state(self._c, state._c)
        return state

    def view(self, seat: int) -> State:
        """What a seat may see (-1: a spectator)."""
        view = State._empty(self.game)
        lib.penna_match_view(self._c, _integer(seat, -1, self.state.seats - 1, "seat"), view._c)
        return view

    def seat(self, seat: int, kind: str, name: str) -> None:
        """Who sits there, for the record: "human" or "bot:NAME", and a name."""
        if not lib.penna_match_seat(self._c, self._seat(seat), _string(kind, "kind"), _string(name, "name")):
            raise PennaError(f"a record cannot hold {kind!r} and {name!r}: a kind is \"human\" or \"bot:NAME\", a name one line that is not empty")

    def chance(self, outcome: int) -> None:
        """An outcome happens."""
        self._answer(lib.penna_match_chance(self._c, self.node, _integer(outcome, 0, 2**32 - 1, "an outcome")))

    def roll(self, rng: Rng) -> int:
        """Draws an outcome by its weight, makes it happen and returns it."""
        outcome = self.state.roll(rng)
        self.chance(outcome)
        return outcome

    def submit(self, seat: int, move: int) -> None:
        """A seat chooses; again, as long as others have not."""
        self._answer(lib.penna_match_submit(self._c, self._seat(seat), self.node, _integer(move, 0, 2**32 - 1, "a move")))

    def withdraw(self, seat: int) -> None:
        """A seat takes its choice back, as long as others have not chosen."""
        lib.penna_match_withdraw(self._c, self._seat(seat))

    @property
    def chosen(self) -> list[int]:
        """The seats that have chosen here, while others still think."""
        bits = lib.penna_match_chosen(self._c)
        return [seat for seat in range(self.state.seats) if bits >> seat & 1]

    def undo(self, node: int) -> None:
        """Takes nodes back until it stands at `node`."""
        if not lib.penna_match_undo(self._c, _integer(node, -1, 2**31 - 1, "a node")):
            raise PennaError("the match has no such node behind it")

    def record(self, viewer: int | None = None) -> str:
        """The record: of everything, or as a seat may see it (-1: a spectator)."""
        who = lib.PENNA_RECORD_FULL if viewer is None else _integer(viewer, -1, self.state.seats - 1, "seat")
        text = lib.penna_match_record(self._c, who)
        if text == ffi.NULL:
            raise MemoryError
        try:
            return _text(text)
        finally:
            lib.penna_free(text)

    def steps(self) -> Iterator[tuple[State, int | dict[int, int]]]:
        """The game from its beginning, node by node: each state, and what happened there: an outcome, or {seat: move}."""
        lines = self.record().splitlines()
        options = dict(line.split(" ", 1)[1].split("=", 1) for line in lines if line.startswith("option "))
        state = self.game.start(self.state.seats, options)
        for line in lines:
            word, *tokens = line.split(" ")
            if word in ("roll", "draw"):
                outcome = state.outcome(tokens[0])
                yield state.copy(), outcome
                state.chance(outcome)
            elif word == "move":
                moves = {seat: state.move(seat, token) for seat, token in zip(state.movers, tokens)}
                yield state.copy(), moves
                state.play(moves)

    def _seat(self, seat: int) -> int:
        return _integer(seat, 0, self.state.seats - 1, "seat")

    def _answer(self, result: int) -> None:
        if result == lib.PENNA_MEMORY:
            raise MemoryError
        if result != lib.PENNA_OK:
            raise IllegalMove(_RESULTS.get(result, "refused"))


def read_records(text: str) -> Iterator[Match]:
    """The matches of a text of records, one after the other; BadRecord says where it is bad."""
    try:
        raw = _of(text, str, "a text of records").encode()
    except UnicodeEncodeError:
        raise ValueError("a text of records has characters that UTF-8 cannot write") from None
    return _records(raw)


def _records(raw: bytes) -> Iterator[Match]:
    room = ffi.from_buffer("char[]", raw) if raw else ffi.new("char[1]")
    reader = ffi.new("PennaReader *", {"bytes": room, "length": len(raw)})
    out, fault = ffi.new("PennaMatch **"), ffi.new("PennaFault *")
    while (result := lib.penna_read(reader, out, fault)) != lib.PENNA_READ_END:
        if result == lib.PENNA_READ_BAD:
            raise BadRecord(fault.line, _text(fault.reason))
        if result == lib.PENNA_READ_MEMORY:
            raise MemoryError
        yield Match._of(out[0])


# ---- Bots and duels ---------------------------------------------------------------------------------------------


def bots() -> list[str]:
    """The names of the bots, weakest first."""
    out: list[str] = []
    while name := _text(lib.penna_bot_name(len(out))):
        out.append(name)
    return out


class Bot:
    """A bot for a game: a name of `bots()`, NAME@FILE with other weights, or exec:COMMAND. Of playouts and seconds a bot that searches
    stops at the first that is reached; 0 is no limit. Never take a name from strangers: it can open files and run commands."""

    def __init__(self, name: str, game: Game | str, playouts: int = 0, seconds: float = 0):
        why = _why()
        self.name, self.game = name, _game(game)
        self._match: Match | None = None  # C looks at it until the next follow()
        pointer = lib.penna_bot_new(_string(name, "the name of a bot"), self.game._c, _integer(playouts, 0, 2**32 - 1, "playouts"), _seconds(seconds), why)
        if pointer == ffi.NULL:
            raise _refuse(why)
        self._c = ffi.gc(pointer, lib.penna_bot_free)

    def choose(self, view: State, seat: int, rng: Rng) -> int:
        """A legal move for a seat that decides here. The bot sees what the seat may see, even if it is given more."""
        if _of(view, State, "view").game != self.game:
            raise PennaError(f"the bot plays {self.game.name}, not {view.game.name}")
        if _integer(seat, 0, view.seats - 1, "seat") not in view.movers:
            raise IllegalMove(f"seat {seat} does not decide here")
        move = lib.penna_bot_choose(self._c, view.view(seat)._c, seat, _of(rng, Rng, "rng")._c)
        if move == lib.PENNA_MOVE_NONE:
            raise PennaError(_text(lib.penna_bot_trouble(self._c)) or "the bot gave no move")
        return move

    def follow(self, match: Match | None) -> None:
        """A process needs the match it plays in, from its beginning; None at its end."""
        if match is not None and _of(match, Match, "match").game != self.game:
            raise PennaError(f"the bot plays {self.game.name}, not {match.game.name}")
        lib.penna_bot_follow(self._c, match._c if match is not None else ffi.NULL)
        self._match = match


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A number and its interval of 95 %."""
    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


@dataclasses.dataclass(frozen=True)
class DuelBot:
    """What a duel says of one of its bots: games won alone, shared and forfeited; the mean of its points (None if every set had a
    forfeit), its share of a game, its points less the mean of the others'."""
    name: str
    wins: int
    ties: int
    forfeits: int
    points: float | None
    share: Estimate
    margin: Estimate
    elo: Estimate


@dataclasses.dataclass(frozen=True)
class DuelResult:
    """How a duel went: the games played, those whose first place was shared, and a DuelBot for each bot."""
    games: int
    ties: int
    bots: list[DuelBot]


Choose = Callable[[State, int, Rng], int]


class _Player:
    """A function that plays in a duel. What it raises is kept, the duel has no more moves of it, and ends by `stop`."""

    def __init__(self, choose: Choose, game: Game, stop):
        self.choose, self.game, self.stop = choose, game, stop
        self.name = getattr(choose, "__name__", type(choose).__name__)
        self.error: BaseException | None = None

    def move(self, view, seat: int, rng) -> int:
        if self.error is not None:
            return lib.PENNA_MOVE_NONE
        try:
            state, stream = State._empty(self.game), Rng(0)
            state._c[0], stream._c[0] = view[0], rng[0]
            move = _integer(self.choose(state.copy(), seat, stream), 0, 2**32 - 1, f"the move of {self.name}")
            rng[0] = stream._c[0]
            if move not in state.legal(seat):
                raise IllegalMove(f"{self.name} gave {move}, which is no legal move of seat {seat} in {state}")
            return move
        except BaseException as error:  # C cannot pass it on: duel() does
            self.error = error
            self.stop[0] = 1
            return lib.PENNA_MOVE_NONE


@ffi.def_extern(error=lib.PENNA_MOVE_NONE)
def penna_python_choose(context, view, seat, rng):
    return ffi.from_handle(context).move(view, seat, rng)


def _played(setup, out, why, players: list[_Player], alive: tuple) -> bool:
    """Plays a duel. C plays on threads of its own, on which Python raises no Ctrl-C, so with functions this one waits for it, and ends the duel.

    Wherever it is interrupted, once or again, C never looks at what is gone: its thread keeps `alive`. (Thread.join() that is interrupted takes
    the thread for ended.)"""
    if not players:
        return bool(lib.penna_duel(setup, out, why))
    good: list[int] = []
    begun, over = threading.Event(), threading.Event()

    def play(_alive=(setup, alive)) -> None:
        begun.set()
        good.append(lib.penna_duel(setup, out, why))
        over.set()

    try:
        threading.Thread(target=play).start()
        while not over.wait(0.1):  # a signal that another thread was given is seen when this one wakes
            pass
    except BaseException:
        players[0].stop[0] = 1
        if begun.is_set():
            over.wait()
        raise
    return bool(good[0])


def duel(game: Game | str, bots: Sequence[str | Choose], games: int = 1000, seed: int = 1, options: Mapping[str, str] | None = None,
         threads: int = 0, playouts: int = 0, seconds: float = 0) -> DuelResult:
    """Which of some bots is the better one, as `penna duel` finds out: sets of games with the same dice, one for every rotation.

    A bot is a name as for `Bot`, or a function of your own: it is given the view of a seat, the seat, and an Rng to draw lots from, and returns a
    legal move. What it raises ends the duel. With functions there is one thread unless you say how many: they are called on all of them."""
    game, why, out = _game(game), _why(), ffi.new("PennaDuelResult *")
    if isinstance(bots, (str, bytes)) or not isinstance(bots, Sequence):
        raise TypeError(f"bots must be a list of names and functions, not {type(bots).__name__}")
    if len(bots) not in game.seats or len(bots) < 2:
        raise PennaError(f"a duel in {game.name} has {max(2, game.seats[0])} to {game.seats[-1]} bots, not {len(bots)}")
    stop = ffi.new("int *")
    players = [_Player(bot, game, stop) if callable(bot) else None for bot in bots]
    names = [player.name if player else bot for player, bot in zip(players, bots)]
    texts = [ffi.new("char[]", _string(name, "a bot that is no function")) for name in names]
    handles = [ffi.new_handle(player) if player else ffi.NULL for player in players]
    array, _alive = _options(options)
    threads = _integer(threads, 0, 4096, "threads")
    setup = ffi.new("PennaDuel *", {"game": game._c, "options": array, "count": len(bots), "games": _integer(games, 1, 2**63, "games"),
                                    "seed": _integer(seed, 0, 2**64 - 1, "seed"), "threads": threads or int(any(players)),
                                    "playouts": _integer(playouts, 0, 2**32 - 1, "playouts"), "seconds": _seconds(seconds), "stop": stop})
    setup.bots = pointers = ffi.new("const char *[]", texts)
    setup.own = own = ffi.new("PennaChoose *[]", [lib.penna_python_choose if player else ffi.NULL for player in players])
    setup.context = contexts = ffi.new("void *[]", handles)
    done = _played(setup, out, why, [player for player in players if player], (texts, handles, array, _alive, pointers, own, contexts, players))
    for player in players:
        if player and player.error is not None:
            raise player.error
    if not done:
        raise _refuse(why)

    def estimate(e) -> Estimate:
        return Estimate(e.mean, e.low, e.high)

    found = [DuelBot(name, b.wins, b.ties, b.forfeits, None if math.isnan(b.points) else b.points, estimate(b.share), estimate(b.margin), estimate(b.elo))
             for name, b in zip(names, out.bot)]
    return DuelResult(out.games, out.ties, found)
