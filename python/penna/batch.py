"""Batches: thousands of games side by side, straight into NumPy arrays."""
from __future__ import annotations

from typing import Mapping

import numpy as np

from ._native import ffi, lib
from .core import Game, State, _game, _integer, _options, _refuse, _why, _word

REWARDS = {"share": lib.PENNA_REWARD_SHARE, "margin": lib.PENNA_REWARD_MARGIN, "points": lib.PENNA_REWARD_POINTS}
STREAMS = {"exact": lib.PENNA_EXACT, "fast": lib.PENNA_FAST}
FAULT_CHANCE = lib.PENNA_FAULT_CHANCE
ACTION_NONE = lib.PENNA_ACTION_NONE

_TYPES = {np.dtype(np.uint8): "uint8_t[]", np.dtype(np.bool_): "uint8_t[]", np.dtype(np.uint16): "uint16_t[]",
          np.dtype(np.uint32): "uint32_t[]", np.dtype(np.int16): "int16_t[]", np.dtype(np.float32): "float[]"}


_LINE = 64  # bytes: C writes fastest where a line of the processor's memory begins


def _zeros(shape: tuple[int, ...], kind: type) -> np.ndarray:
    """An array of zeros that begins at a line."""
    count, size = int(np.prod(shape, dtype=np.int64)), np.dtype(kind).itemsize
    room = np.zeros(count * size + _LINE, np.uint8)
    skip = -room.ctypes.data % _LINE
    return room[skip:skip + count * size].view(kind).reshape(shape)


class Batch:
    """N games of one kind, each in its lane, stepped by an array of actions.

    The arrays are attributes. C writes into them at every step; nothing is copied, so take a copy of what you want to keep. They are
    planes, the lanes last; `np.moveaxis(batch.masks, -1, 0)` is a view with the lanes first.

        movers    bool   (seats, lanes)           the seat decides
        masks     bool   (seats, actions, lanes)  the action is legal
        planes    uint8  (seats, planes, lanes)   what the seat sees, in plain small numbers
        slots     uint16 (seats, others, lanes, slots)  what a net is shown
        moves     uint32 (seats, lanes, actions)  the legal moves, and
        counts    uint8  (seats, lanes)           how many
        outcomes  uint32 (lanes,)                 at a chance node, how many outcomes
        done      bool   (lanes,)                 the game ended in this step
        fault     uint8  (lanes,)                 bit i: seat i gave no legal action, which ended the game
        points    int16  (seats, lanes)           where done
        rewards   float32 (seats, lanes)          0 where not done

    `wanted` names those that are filled beside movers, masks, done, fault, points and rewards. `streams` is "exact", where game number
    n is the game that is played one by one with Rng(seed, n), or "fast", where some games are played in lockstep: a lane may then wait
    with nobody deciding. `given=True` stops at chance nodes, and step() takes outcomes.
    """

    ALWAYS = ("movers", "masks", "done", "fault", "points", "rewards")
    WANTED = ("planes", "slots", "moves", "counts", "outcomes")

    def __init__(self, game: Game | str, lanes: int, seats: int = 2, *, options: Mapping[str, str] | None = None, threads: int = 0,
                 seed: int = 0, number: int = 0, streams: str = "fast", reward: str = "share", given: bool = False,
                 portable: bool = False, wanted: tuple[str, ...] = ("planes",)):
        self.game = game = _game(game)
        if not isinstance(wanted, (tuple, list, set, frozenset)):
            raise TypeError(f"wanted must be a tuple of names, not {type(wanted).__name__}")
        if unknown := [name for name in wanted if name not in self.WANTED]:
            raise ValueError(f"there are no arrays {unknown}; wanted can be {self.WANTED}")
        array, _alive = _options(options)
        why = _why()
        setup = ffi.new("PennaBatchSetup *", {
            "game": game._c, "seats": _integer(seats, 0, 99, "seats"), "options": array,
            "lanes": _integer(lanes, -(2**31), 2**31 - 1, "lanes"), "threads": _integer(threads, 0, 4096, "threads"),
            "seed": _integer(seed, 0, 2**64 - 1, "seed"), "number": _integer(number, 0, 2**64 - 1, "number"),
            "streams": _word(streams, STREAMS, "streams"), "reward": _word(reward, REWARDS, "reward"), "given": bool(given), "portable": bool(portable)})
        pointer = lib.penna_batch_new(setup, why)
        if pointer == ffi.NULL:
            raise _refuse(why)
        self._c = ffi.gc(pointer, lib.penna_batch_free)
        self.lanes, self.seats, self.actions = lanes, seats, game.actions
        self.given = bool(given)
        self._arrays = ffi.new("PennaArrays *")
        self._alive: list[object] = []
        self._allocate(set(wanted) | ({"outcomes"} if given else set()))
        self._chosen = _zeros((seats, lanes), np.uint8)
        self._chosen_c = ffi.from_buffer("uint8_t[]", self._chosen)
        self.look()

    def _allocate(self, wanted: set[str]) -> None:
        seats, lanes, actions = self.seats, self.lanes, self.actions
        planes, slots = lib.penna_batch_planes(self.game._c, seats), lib.penna_batch_slots(self.game._c, seats)
        shapes = {"movers": (bool, (seats, lanes)), "masks": (bool, (seats, actions, lanes)), "done": (bool, (lanes,)),
                  "fault": (np.uint8, (lanes,)), "points": (np.int16, (seats, lanes)), "rewards": (np.float32, (seats, lanes)),
                  "planes": (np.uint8, (seats, planes, lanes)), "slots": (np.uint16, (seats, max(seats - 1, 1), lanes, slots)),
                  "moves": (np.uint32, (seats, lanes, actions)), "counts": (np.uint8, (seats, lanes)), "outcomes": (np.uint32, (lanes,))}
        for name, (kind, shape) in shapes.items():
            array = _zeros(shape, kind) if name in self.ALWAYS or name in wanted else None
            setattr(self, name, array)
            if array is not None:
                pointer = ffi.from_buffer(_TYPES[array.dtype], array, require_writable=True)
                self._alive.append(pointer)
                setattr(self._arrays, name, pointer)

    @property
    def lockstep(self) -> bool:
        """Whether the games are played in lockstep."""
        return bool(lib.penna_batch_lockstep(self._c))

    def look(self) -> None:
        """Fills the arrays with how the games stand."""
        lib.penna_batch_look(self._c, self._arrays)

    def restart(self, seed: int, number: int = 0) -> None:
        """Begins all games anew."""
        lib.penna_batch_restart(self._c, _integer(seed, 0, 2**64 - 1, "seed"), _integer(number, 0, 2**64 - 1, "number"))
        self.done[:] = False
        self.fault[:] = 0
        self.rewards[:] = 0
        self.look()

    def step(self, actions: np.ndarray, outcomes: np.ndarray | None = None) -> int:
        """A step in every lane: actions of shape (seats, lanes), those of seats that do not decide being ignored. Returns how many games
        were broken off because an action was not legal; `fault` says where."""
        pointer = self._given(actions, "actions", np.uint8, (self.seats, self.lanes))
        if outcomes is None and not self.given:
            return lib.penna_batch_step(self._c, pointer, ffi.NULL, self._arrays)
        if not self.given:
            raise ValueError("outcomes are the batch's own; make it with given=True")
        if outcomes is None:
            raise ValueError("outcomes are the caller's: an array of shape (lanes,)")
        return lib.penna_batch_step(self._c, pointer, self._given(outcomes, "outcomes", np.uint32, (self.lanes,)), self._arrays)

    def random(self) -> np.ndarray:
        """Random legal actions of all seats that decide, each equally likely: an array that the next call writes into again."""
        lib.penna_batch_random(self._c, self._arrays.masks, self._chosen_c)
        return self._chosen

    def convert(self, moves: np.ndarray) -> np.ndarray:
        """Moves of shape (seats, lanes) as actions; ACTION_NONE where one is not legal."""
        out = np.zeros((self.seats, self.lanes), np.uint8)
        pointer = self._given(moves, "moves", np.uint32, (self.seats, self.lanes))
        lib.penna_batch_convert(self._c, pointer, ffi.from_buffer("uint8_t[]", out))
        return out

    def state(self, lane: int) -> State:
        """The full state of a lane."""
        state = State._empty(self.game)
        if not lib.penna_batch_state(self._c, _integer(lane, 0, self.lanes - 1, "lane"), state._c):
            raise IndexError(lane)
        return state

    def number(self, lane: int) -> int:
        """The number of a lane's game, with exact streams."""
        return lib.penna_batch_number(self._c, _integer(lane, 0, self.lanes - 1, "lane"))

    @staticmethod
    def _given(array, name: str, kind: type, shape: tuple[int, ...]):
        """The memory of the caller's array, which must fit: nothing is converted silently."""
        if not isinstance(array, np.ndarray):
            raise TypeError(f"{name} must be a NumPy array, not {type(array).__name__}")
        if array.dtype != kind:
            raise TypeError(f"{name} must be of type {np.dtype(kind)}, not {array.dtype}")
        if array.shape != shape:
            raise ValueError(f"{name} must have the shape {shape}, not {array.shape}")
        if not array.flags.c_contiguous:
            raise ValueError(f"{name} must be contiguous")
        return ffi.from_buffer(_TYPES[array.dtype], array)
