"""Games, states, random numbers, matches, records, bots and duels: the C library as objects."""
from __future__ import annotations

import dataclasses
import math
from typing import Iterator, Mapping, Sequence

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


def _options(options: Mapping[str, str] | None):
    """Option texts for C; the second value keeps them alive."""
    texts = [ffi.new("char[]", f"{name}={value}".encode()) for name, value in (options or {}).items()]
    return ffi.new("const char *[]", texts + [ffi.NULL]), texts


def _integer(value, low: int, high: int, name: str) -> int:
    number = value.__index__() if hasattr(value, "__index__") else None
    if number is None or isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}")
    if not low <= number <= high:
        raise ValueError(f"{name} must be from {low} to {high}, not {number}")
    return number


def version() -> str:
    """The version of the library."""
    return _text(lib.penna_version())


# ---- Games ------------------------------------------------------------------------------------------------------


class Game:
    """A game, by its name: `Game("qwixx")`. `games()` lists them."""

    def __init__(self, name: str):
        if not isinstance(name, str):
            raise TypeError("a game is named by a string")
        self._c = lib.penna_game_find(name.encode())
        if self._c == ffi.NULL:
            raise PennaError(f"there is no game called {name!r}")

    @property
    def name(self) -> str:
        return _text(lib.penna_game_name(self._c))

    @property
    def title(self) -> str:
        """As printed on its box."""
        return _text(lib.penna_game_title(self._c))

    @property
    def summary(self) -> str:
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
        decisions = lib.penna_random_game(self._c, self._seats(seats), rng._c, points)
        return list(points[0:seats]), decisions

    def _seats(self, seats: int) -> int:
        seats = _integer(seats, 0, 99, "seats")
        if seats not in self.seats:
            raise PennaError("the game cannot have so many seats")
        return seats

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def __eq__(self, other) -> bool:
        return isinstance(other, Game) and self._c == other._c

    def __hash__(self) -> int:
        return hash(self.name)


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


# ---- States -----------------------------------------------------------------------------------------------------


class State:
    """A position of a game. `play()` and `roll()` change it; `copy()` gives one of its own. Everything is checked."""

    __slots__ = ("game", "_c")

    def __init__(self, text: str):
        """The state of a text (docs/notation.md), as `str(state)` gives it."""
        self._c = ffi.new("PennaState *")
        why = _why()
        found = lib.penna_get_state(text.encode(), self._c, why)
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
        other = State._empty(self.game)
        other._c[0] = self._c[0]
        return other

    @property
    def node(self) -> int:
        """CHANCE, MOVE or OVER."""
        return lib.penna_node(self._c)

    @property
    def over(self) -> bool:
        return self.node == OVER

    @property
    def movers(self) -> list[int]:
        """The seats that decide here, all at once."""
        bits = lib.penna_movers(self._c)
        return [seat for seat in range(self.seats) if bits >> seat & 1]

    @property
    def seats(self) -> int:
        return lib.penna_seats(self._c)

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return lib.penna_active(self._c)

    @property
    def turn(self) -> int:
        return lib.penna_turn(self._c)

    @property
    def phase(self) -> str:
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
        n = lib.penna_legal(self.game._c, self._c, _integer(seat, 0, self.seats - 1, "seat"), out)
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
        if sorted(moves) != movers:
            raise IllegalMove(f"the seats that decide are {movers}, not {sorted(moves)}")
        joint = ffi.new("PennaMove[]", lib.PENNA_SEATS_MAX)
        for seat, move in moves.items():
            move = _integer(move, 0, 2**32 - 1, "a move")
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
        outcome = lib.penna_roll(self.game._c, self._c, rng._c)
        lib.penna_chance(self.game._c, self._c, outcome)
        return outcome

    def play_out(self, rng: Rng) -> int:
        """Plays to the end at random; returns the number of decisions."""
        return lib.penna_play_out(self.game._c, self._c, rng._c)

    def view(self, seat: int) -> State:
        """What a seat may see of it (-1: a spectator)."""
        other = self.copy()
        lib.penna_hide(self.game._c, other._c, _integer(seat, -1, self.seats - 1, "seat"))
        return other

    def guess(self, rng: Rng) -> State:
        """A full state that this view allows, each equally likely."""
        other = self.copy()
        lib.penna_guess(self.game._c, other._c, rng._c)
        return other

    def see(self, seat: int) -> np.ndarray:
        """What the seat sees in plain small numbers: an array of `game.planes(seats)` bytes."""
        out = np.zeros(self.game.planes(self.seats), np.uint8)
        view = self.view(seat)
        lib.penna_see(self.game._c, view._c, _integer(seat, 0, self.seats - 1, "seat"), ffi.from_buffer("uint8_t[]", out))
        return out

    def action(self, seat: int, move: int) -> int:
        """The action of a legal move (`Batch`)."""
        action = lib.penna_action(self.game._c, self._c, _integer(seat, 0, self.seats - 1, "seat"), move)
        if action == lib.PENNA_ACTION_NONE:
            raise IllegalMove(f"{move} is no legal move of seat {seat}")
        return action

    def action_move(self, seat: int, action: int) -> int:
        """The legal move of an action."""
        out = ffi.new("PennaMove *")
        if not lib.penna_action_move(self.game._c, self._c, _integer(seat, 0, self.seats - 1, "seat"), action, out):
            raise IllegalMove(f"{action} is no legal action of seat {seat}")
        return out[0]

    def move_text(self, seat: int, move: int) -> str:
        """A legal move in notation: `r7`, `-`."""
        if move not in self.legal(seat):
            raise IllegalMove(f"{move} is no legal move of seat {seat}")
        room = ffi.new("char[]", lib.PENNA_TOKEN_MAX)
        lib.penna_put_move(self.game._c, self._c, seat, move, room, lib.PENNA_TOKEN_MAX)
        return _text(room)

    def move(self, seat: int, text: str) -> int:
        """The legal move of that text."""
        out = ffi.new("PennaMove *")
        if not lib.penna_get_move(self.game._c, self._c, _integer(seat, 0, self.seats - 1, "seat"), text.encode(), out):
            raise IllegalMove(f"{text!r} is no legal move of seat {seat}")
        return out[0]

    def outcome_text(self, outcome: int) -> str:
        self._at_chance()
        room = ffi.new("char[]", lib.PENNA_TOKEN_MAX)
        if not 0 <= outcome < lib.penna_outcomes(self.game._c, self._c):
            raise IllegalMove(f"{outcome} is no possible outcome")
        lib.penna_put_outcome(self.game._c, self._c, outcome, room, lib.PENNA_TOKEN_MAX)
        return _text(room)

    def outcome(self, text: str) -> int:
        """The outcome of that text."""
        self._at_chance()
        out = ffi.new("uint32_t *")
        if not lib.penna_get_outcome(self.game._c, self._c, text.encode(), out):
            raise IllegalMove(f"{text!r} is no possible outcome")
        return out[0]

    def _at_chance(self):
        if self.node != CHANCE:
            raise IllegalMove("no dice fall here")

    def __str__(self) -> str:
        room = ffi.new("char[]", lib.PENNA_POSITION_MAX)
        lib.penna_put_state(self.game._c, self._c, room, lib.PENNA_POSITION_MAX)
        return _text(room)

    def __repr__(self) -> str:
        return f"State({str(self)!r})"

    def __bytes__(self) -> bytes:
        return bytes(ffi.buffer(self._c))

    def __eq__(self, other) -> bool:
        return isinstance(other, State) and self.game == other.game and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))


def ranks(points: Sequence[int]) -> list[int]:
    """Competition ranks of points: 1, 1, 3."""
    if not 1 <= len(points) <= lib.PENNA_SEATS_MAX:
        raise ValueError("ranks are of 1 to 6 seats")
    out = ffi.new("int[]", len(points))
    lib.penna_ranks(list(points), len(points), out)
    return list(out)


# ---- Matches and records ----------------------------------------------------------------------------------------


_RESULTS = {lib.PENNA_STALE: "the node is past", lib.PENNA_EARLY: "the node has not come yet",
            lib.PENNA_NOT_YOURS: "the seat does not decide here", lib.PENNA_ILLEGAL: "not legal here"}


class Match:
    """One game with its history. Choices of several seats take effect when the last has chosen."""

    def __init__(self, game: Game, seats: int = 2, options: Mapping[str, str] | None = None):
        why = _why()
        array, _alive = _options(options)
        self.game = game
        self._c = lib.penna_match_new(game._c, _integer(seats, 0, 99, "seats"), array, why)
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
        if not lib.penna_match_seat(self._c, _integer(seat, 0, 5, "seat"), kind.encode(), name.encode()):
            raise PennaError("a record could not hold that")

    def chance(self, outcome: int) -> None:
        self._answer(lib.penna_match_chance(self._c, self.node, _integer(outcome, 0, 2**32 - 1, "an outcome")))

    def roll(self, rng: Rng) -> int:
        """Draws an outcome by its weight, makes it happen and returns it."""
        outcome = self.state.roll(rng)
        self.chance(outcome)
        return outcome

    def submit(self, seat: int, move: int) -> None:
        """A seat chooses; again, as long as others have not."""
        self._answer(lib.penna_match_submit(self._c, _integer(seat, 0, self.state.seats - 1, "seat"), self.node,
                                            _integer(move, 0, 2**32 - 1, "a move")))

    def withdraw(self, seat: int) -> None:
        lib.penna_match_withdraw(self._c, _integer(seat, 0, self.state.seats - 1, "seat"))

    @property
    def chosen(self) -> list[int]:
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

    def _answer(self, result: int) -> None:
        if result == lib.PENNA_MEMORY:
            raise MemoryError
        if result != lib.PENNA_OK:
            raise IllegalMove(_RESULTS.get(result, "refused"))


def read_records(text: str) -> Iterator[Match]:
    """The matches of a text of records; BadRecord says where it is bad."""
    raw = text.encode()
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

    def __init__(self, name: str, game: Game, playouts: int = 0, seconds: float = 0):
        why = _why()
        self.name, self.game = name, game
        pointer = lib.penna_bot_new(name.encode(), game._c, _integer(playouts, 0, 2**32 - 1, "playouts"), seconds, why)
        if pointer == ffi.NULL:
            raise _refuse(why)
        self._c = ffi.gc(pointer, lib.penna_bot_free)

    def choose(self, view: State, seat: int, rng: Rng) -> int:
        """A legal move for a seat that decides in this view of its own."""
        if view.game != self.game:
            raise PennaError("the bot plays another game")
        if _integer(seat, 0, view.seats - 1, "seat") not in view.movers:
            raise IllegalMove("the seat does not decide here")
        move = lib.penna_bot_choose(self._c, view._c, seat, rng._c)
        if move == lib.PENNA_MOVE_NONE:
            raise PennaError(_text(lib.penna_bot_trouble(self._c)) or "the bot gave no move")
        return move

    def follow(self, match: Match | None) -> None:
        """A process needs the match it plays in, from its beginning; None at its end."""
        lib.penna_bot_follow(self._c, match._c if match else ffi.NULL)


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
    name: str
    wins: int
    ties: int
    forfeits: int
    share: Estimate
    margin: Estimate
    elo: Estimate


@dataclasses.dataclass(frozen=True)
class DuelResult:
    games: int
    ties: int
    bots: list[DuelBot]


def duel(game: Game, bots: Sequence[str], games: int = 1000, seed: int = 1, options: Mapping[str, str] | None = None, threads: int = 0,
         playouts: int = 0, seconds: float = 0) -> DuelResult:
    """Which of some bots is the better one, as `penna duel` finds out: sets of games with the same dice, one for every rotation."""
    why, out = _why(), ffi.new("PennaDuelResult *")
    array, _alive = _options(options)
    names = [ffi.new("char[]", name.encode()) for name in bots]
    if len(names) > lib.PENNA_SEATS_MAX:
        raise PennaError("the game cannot have so many seats")
    setup = ffi.new("PennaDuel *", {"game": game._c, "options": array, "count": len(names), "games": _integer(games, 0, 2**63, "games"),
                                    "seed": seed, "threads": threads, "playouts": playouts, "seconds": seconds})
    pointers = ffi.new("const char *[]", names)
    setup.bots = pointers
    if not lib.penna_duel(setup, out, why):
        raise _refuse(why)

    def estimate(e) -> Estimate:
        return Estimate(e.mean, e.low, e.high)

    found = [DuelBot(name, b.wins, b.ties, b.forfeits, estimate(b.share), estimate(b.margin), estimate(b.elo))
             for name, b in zip(bots, out.bot)]
    assert all(math.isfinite(b.share.mean) for b in found)
    return DuelResult(out.games, out.ties, found)
