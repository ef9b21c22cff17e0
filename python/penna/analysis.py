"""Analysis and exact values."""
from __future__ import annotations

import dataclasses
import json
import math
import os
from typing import Any

from ._native import ffi, lib
from .core import Game, Match, State, _game, _integer, _of, _refuse, _string, _text, _why, _word
from .errors import PennaError

LEVELS = {"quick": lib.PENNA_QUICK, "normal": lib.PENNA_NORMAL, "deep": lib.PENNA_DEEP}


@dataclasses.dataclass(frozen=True)
class Candidate:
    """A legal move and what is known of it. Losses are in the aim: the share of the game, alone the points."""
    move: int
    text: str
    trials: int
    share: float
    points: float
    share_error: float
    points_error: float
    loss: float
    loss_error: float
    exact: bool = False  # the values are, from a table


def _work(level: str, seed: int, policy: str | None, trials: int, threads: int):
    name = ffi.NULL if policy is None else ffi.new("char[]", _string(policy, "policy"))
    work = ffi.new("PennaWork *", {"level": _word(level, LEVELS, "level"), "seed": _integer(seed, 0, 2**64 - 1, "seed"), "policy": name,
                                   "trials": _integer(trials, 0, 2**31 - 1, "trials"), "threads": _integer(threads, 0, 4096, "threads")})
    return work, name


def rank(state: State, seat: int, *, level: str = "quick", seed: int = 1, policy: str | None = None, trials: int = 0,
         threads: int = 0) -> list[Candidate]:
    """The legal moves of a seat that decides, the best first, as `penna hint` has them. Only the seat's view is used."""
    work, _alive = _work(level, seed, policy, trials, threads)
    out, why = ffi.new("PennaCandidate[]", lib.PENNA_MOVES_MAX), _why()
    seat = _integer(seat, 0, _of(state, State, "state").seats - 1, "seat")
    exact = ffi.new("int *")
    count = lib.penna_rank(state.game._c, state._c, seat, work, out, exact, why)
    if not count:
        raise _refuse(why)
    return [Candidate(c.move, state.move_text(seat, c.move), c.trials, c.share, c.points, c.share_error, c.points_error, c.loss, c.loss_error,
                      bool(exact[0]))
            for c in out[0:count]]


def analyse(match: Match, *, level: str = "quick", seed: int = 1, policy: str | None = None, trials: int = 0,
            threads: int = 0) -> dict[str, Any]:
    """A finished match gone through, every decision and every roll judged: the document of docs/analysis.md."""
    work, _alive = _work(level, seed, policy, trials, threads)
    why = _why()
    text = lib.penna_analyse(_of(match, Match, "match")._c, work, why)
    if text == ffi.NULL:
        raise _refuse(why)
    try:
        return json.loads(_text(text))
    finally:
        lib.penna_free(text)


def _path(path) -> bytes:
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"a path must be a string or a path, not {type(path).__name__}")
    raw = os.fsencode(path)
    if b"\0" in raw:
        raise ValueError("a path has a NUL in it")
    return raw


class Table:
    """The exact values of a game for so many seats: computed, or read from a file of `penna solve`."""

    def __init__(self, game: Game | str, seats: int = 1, path: str | os.PathLike[str] | None = None):
        why = _why()
        self.game, self.seats = _game(game), _integer(seats, 0, 99, "seats")
        pointer = lib.penna_table_new(self.game._c, seats, ffi.NULL if path is None else _path(path), why)
        if pointer == ffi.NULL:
            raise _refuse(why)
        self._c = ffi.gc(pointer, lib.penna_table_free)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file, replacing an older one in one step."""
        why = _why()
        if not lib.penna_table_save(self._c, _path(path), why):
            raise _refuse(why)

    def value(self, state: State, seat: int = 0) -> float:
        """The points that the seat will have in the end, on average, if it plays as well as possible."""
        value = lib.penna_table_value(self._c, self._fit(state)._c, _integer(seat, 0, self.seats - 1, "seat"))
        if math.isnan(value):
            raise PennaError("the table does not tell the value of such a state")
        return value

    def best(self, state: State, seat: int = 0) -> dict[int, float]:
        """The legal moves of a seat that decides, with the value after each."""
        moves, values = ffi.new("PennaMove[]", lib.PENNA_MOVES_MAX), ffi.new("double[]", lib.PENNA_MOVES_MAX)
        count = lib.penna_table_best(self._c, self._fit(state)._c, _integer(seat, 0, self.seats - 1, "seat"), moves, values)
        if not count:
            raise PennaError("the seat does not decide here")
        return dict(zip(moves[0:count], values[0:count]))

    def _fit(self, state: State) -> State:
        if _of(state, State, "state").game != self.game or state.seats != self.seats:
            raise PennaError(f"the table is of {self.game.name} with {self.seats} seats, not of {state.game.name} with {state.seats}")
        return state
