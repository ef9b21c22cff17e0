"""Environments in the shapes that people know, without the packages that have them.

`ParallelEnv` has the methods and attributes of PettingZoo's parallel API (1.24): one game, an agent for each seat, all acting at once,
with action masks in the observations and infos. `VectorEnv` has those of Gymnasium's vector API (1.0): many games, of which one seat is
played and the others are bots. Where these packages are installed the environments are theirs, so that wrappers take them, and the
spaces are Gymnasium's; otherwise the small ones here are used.
"""
from __future__ import annotations

from typing import Any, Callable, Mapping

import numpy as np

from .batch import Batch, _zeros
from .core import CHANCE, Game, Rng, State, _game, _integer, _of
from .errors import IllegalMove

try:
    from gymnasium.vector import VectorEnv as _VectorBase
except ImportError:
    _VectorBase = object  # type: ignore[assignment,misc]
try:
    from gymnasium.vector import AutoresetMode
    _AUTORESET: Any = AutoresetMode.SAME_STEP
except ImportError:
    _AUTORESET = "SameStep"
try:
    from pettingzoo import ParallelEnv as _ParallelBase
except ImportError:
    _ParallelBase = object  # type: ignore[assignment,misc]
try:
    from gymnasium.spaces import Box, Dict as DictSpace, Discrete, MultiDiscrete
except ImportError:
    class Discrete:  # type: ignore[no-redef]
        """Whole numbers from 0 to n - 1."""

        def __init__(self, n: int):
            self.n, self.shape, self.dtype = int(n), (), np.dtype(np.int64)
            self._rng = np.random.default_rng()

        def seed(self, seed: int | None = None):
            self._rng = np.random.default_rng(seed)

        def sample(self, mask: np.ndarray | None = None) -> np.int64:
            """Any of them, or any that the mask has; 0 if it has none."""
            if mask is not None and np.any(mask):
                return np.int64(self._rng.choice(np.flatnonzero(mask)))
            return np.int64(self._rng.integers(self.n) if mask is None else 0)

        def contains(self, x) -> bool:
            return isinstance(x, (int, np.integer)) and 0 <= x < self.n

        def __contains__(self, x) -> bool:
            return self.contains(x)

    class MultiDiscrete:  # type: ignore[no-redef]
        """An array of such numbers."""

        def __init__(self, nvec):
            self.nvec, self.dtype = np.asarray(nvec, np.int64), np.dtype(np.int64)
            self.shape = self.nvec.shape
            self._rng = np.random.default_rng()

        def seed(self, seed: int | None = None):
            self._rng = np.random.default_rng(seed)

        def sample(self, mask: tuple | np.ndarray | None = None) -> np.ndarray:
            """Any of them; with a mask for each number any that it has, 0 where it has none."""
            if mask is None:
                return self._rng.integers(self.nvec)
            flat = np.asarray(mask).reshape(self.nvec.size, -1)
            return np.array([self._rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in flat]).reshape(self.shape)

        def contains(self, x) -> bool:
            x = np.asarray(x)
            return x.shape == self.shape and bool(np.all((0 <= x) & (x < self.nvec)))

        def __contains__(self, x) -> bool:
            return self.contains(x)

    class Box:  # type: ignore[no-redef]
        """Arrays of a shape, between two bounds."""

        def __init__(self, low, high, shape: tuple[int, ...], dtype=np.float32):
            self.low, self.high, self.shape, self.dtype = low, high, tuple(shape), np.dtype(dtype)
            self._rng = np.random.default_rng()

        def seed(self, seed: int | None = None):
            self._rng = np.random.default_rng(seed)

        def sample(self) -> np.ndarray:
            return self._rng.integers(self.low, self.high, self.shape, endpoint=True).astype(self.dtype)

        def contains(self, x) -> bool:
            return isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype

        def __contains__(self, x) -> bool:
            return self.contains(x)

    class DictSpace:  # type: ignore[no-redef]
        """Spaces by name."""

        def __init__(self, spaces: Mapping[str, Any]):
            self.spaces = dict(spaces)

        def seed(self, seed: int | None = None):
            for space in self.spaces.values():
                space.seed(seed)

        def sample(self) -> dict[str, Any]:
            return {name: space.sample() for name, space in self.spaces.items()}

        def contains(self, x) -> bool:
            return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(x[name] in self.spaces[name] for name in self.spaces)

        def __contains__(self, x) -> bool:
            return self.contains(x)

        def __getitem__(self, name: str):
            return self.spaces[name]


def _spaces(game: Game, seats: int):
    """The spaces of one seat: what it observes, and what it does."""
    seen = Box(0, 255, (game.planes(seats),), np.uint8)
    return DictSpace({"observation": seen, "action_mask": Box(0, 1, (game.actions,), np.int8)}), Discrete(game.actions)


class ParallelEnv(_ParallelBase):
    """One game, all seats acting at once, in the manner of PettingZoo's parallel API.

    Observations are {"observation": what the seat sees, "action_mask": its legal actions}. A seat that does not decide at a node has
    action 0 as its only legal one, and whatever it gives is ignored. Rewards come at the end: 1 for a win, 1/k for a first place shared by
    k. An illegal action ends the game, and its seat has not won.
    """

    metadata: dict[str, Any] = {"name": "penna_v0", "render_modes": ["ansi"], "is_parallelizable": True}

    def __init__(self, game: Game | str, seats: int = 2, options: Mapping[str, str] | None = None, render_mode: str | None = None):
        if render_mode not in (None, "ansi"):
            raise ValueError(f"there is no way to render as {render_mode!r}; 'ansi' is text")
        self.game = _game(game)
        self.seats, self.options, self.render_mode = self.game._seats(seats), options, render_mode
        self.possible_agents = [f"seat_{i}" for i in range(seats)]
        self.agents: list[str] = []
        both = [_spaces(self.game, seats) for _ in self.possible_agents]
        self.observation_spaces = {agent: both[i][0] for i, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: both[i][1] for i, agent in enumerate(self.possible_agents)}
        self._games, self._rng, self._state = 0, Rng(0), self.game.start(seats, options)

    def observation_space(self, agent: str):
        """The space of what an agent observes: the same object every time."""
        return self.observation_spaces[self._agent(agent)]

    def action_space(self, agent: str):
        """The space of an agent's actions: the same object every time."""
        return self.action_spaces[self._agent(agent)]

    @property
    def num_agents(self) -> int:
        """How many agents play: none before reset() and after the end."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """How many agents there are."""
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> ParallelEnv:
        """Itself: nothing is wrapped."""
        return self

    def reset(self, seed: int | None = None, options: dict | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins a game; with a seed, the first game of that seed."""
        if seed is not None:
            self._seed, self._games = _integer(seed, 0, 2**64 - 1, "seed"), 0
        elif not hasattr(self, "_seed"):
            self._seed = int(np.random.default_rng().integers(2**63))
        self._rng = Rng(self._seed, self._games)
        self._games += 1
        self.agents = list(self.possible_agents)
        self._state = self.game.start(self.seats, self.options)
        self._settle()
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, int]):
        """Takes an action of every agent; returns observations, rewards, terminations, truncations and infos, by agent."""
        if not self.agents:
            raise RuntimeError("the game is over, or has not begun: call reset()")
        if set(_of(actions, Mapping, "actions")) != set(self.agents):
            raise ValueError(f"there must be an action for each of {self.agents}, and not for {list(actions)}")
        given = [_integer(actions[agent], -(2**63), 2**64 - 1, f"the action of {agent}") for agent in self.agents]
        moves, wrong = {}, []
        for seat in self._state.movers:
            try:
                moves[seat] = self._state.action_move(seat, given[seat] if 0 <= given[seat] < self.game.actions else self.game.actions)
            except IllegalMove:
                wrong.append(seat)
        if not wrong:
            self._state.play(moves)
            self._settle()
        over = self._state.over or bool(wrong)
        rewards = self._rewards(wrong) if over else dict.fromkeys(self.agents, 0.0)
        result = (self._observations(), rewards, dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, False), self._infos(wrong))
        if over:
            self.agents = []
        return result

    def state(self) -> np.ndarray:
        """All that every seat sees, one after the other."""
        return np.concatenate([self._state.see(seat) for seat in range(self.seats)])

    def render(self) -> str | None:
        """The position as text, where render_mode is "ansi"."""
        return str(self._state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Ends the game; there is nothing to be freed."""
        self.agents = []

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _agent(self, agent: str) -> str:
        if not isinstance(agent, str) or agent not in self.observation_spaces:
            raise KeyError(f"there is no agent {agent!r}; there are {self.possible_agents}")
        return agent

    def _settle(self) -> None:
        while self._state.node == CHANCE:
            self._state.roll(self._rng)

    def _mask(self, seat: int) -> np.ndarray:
        mask = np.zeros(self.game.actions, np.int8)
        legal = self._state.legal(seat)
        for move in legal:
            mask[self._state.action(seat, move)] = 1
        if not legal:
            mask[0] = 1
        return mask

    def _observations(self) -> dict[str, Any]:
        return {f"seat_{i}": {"observation": self._state.see(i), "action_mask": self._mask(i)} for i in range(self.seats)}

    def _infos(self, wrong=()) -> dict[str, Any]:
        movers = self._state.movers
        return {f"seat_{i}": {"action_mask": self._mask(i), "decides": i in movers, "points": self._state.scores[i], "fault": i in wrong}
                for i in range(self.seats)}

    def _rewards(self, wrong: list[int]) -> dict[str, float]:
        points = [-(10**6) if i in wrong else p for i, p in enumerate(self._state.scores)]
        best = max(points)
        first = [i for i, p in enumerate(points) if p == best and i not in wrong]
        return {f"seat_{i}": 1.0 / len(first) if i in first else 0.0 for i in range(self.seats)}


class VectorEnv(_VectorBase):
    """Many games of which seat 0 is played, in the manner of Gymnasium's vector API, with autoreset in the step that ends a game.

    The observation is (num_envs, planes); `info["action_mask"]` is (num_envs, actions) and `info["decides"]` says where seat 0 decides:
    elsewhere its action is ignored (other seats choose, or the lane waits for its next game). The other seats play at random, or as
    `opponent` says: a function of the batch and a seat that gives the actions (num_envs,). With `all_seats=True` nobody else plays:
    observations are (num_envs, seats, planes), actions and rewards (num_envs, seats), for learning by playing against oneself.

    What a game came to is in `info["final_info"]`, where `info["_final_info"]` says that one ended: points of all seats, and faults. Games
    always end (`terminated`) and are never cut off (`truncated`), so nothing has to be learned from a last observation: a game that is over has no
    value but its reward. Who wants it all the same says `final_obs=True`: then it is in `info["final_obs"]` (where `info["_final_obs"]`; of a
    game that a fault broke off, the position before it), which costs some microseconds a lane and step. With `copy=False` info and
    observations are views of arrays that the next step writes into.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "autoreset_mode": _AUTORESET}

    def __init__(self, game: Game | str, num_envs: int, seats: int = 2, *, opponent: Callable[[Batch, int], np.ndarray] | None = None,
                 all_seats: bool = False, reward: str = "share", options: Mapping[str, str] | None = None, threads: int = 0,
                 streams: str = "fast", render_mode: str | None = None, copy: bool = True, final_obs: bool = False):
        if render_mode not in (None, "ansi"):
            raise ValueError(f"there is no way to render as {render_mode!r}; 'ansi' is text")
        if opponent is not None and not callable(opponent):
            raise TypeError(f"opponent must be a function of the batch and a seat, not {type(opponent).__name__}")
        self.final_obs = final_obs
        self.batch = Batch(game, num_envs, seats, options=options, threads=threads, reward=reward, streams=streams)
        self.game, self.num_envs, self.seats = self.batch.game, num_envs, seats
        self.opponent, self.all_seats = opponent, all_seats
        self.spec, self.render_mode, self.copy = None, render_mode, copy
        self.closed, self._begun = False, False
        self._np_random: np.random.Generator | None = None
        self._np_random_seed: int | None = None
        planes, actions = self.game.planes(seats), self.game.actions
        self.single_observation_space = Box(0, 255, (seats, planes) if all_seats else (planes,), np.uint8)
        self.single_action_space = MultiDiscrete([actions] * seats) if all_seats else Discrete(actions)
        self.observation_space = Box(0, 255, (num_envs,) + self.single_observation_space.shape, np.uint8)
        self.action_space = MultiDiscrete(np.full((num_envs, seats) if all_seats else num_envs, actions))
        self._actions = _zeros((seats, num_envs), np.uint8)

    @property
    def unwrapped(self) -> VectorEnv:
        """Itself: nothing is wrapped."""
        return self

    @property
    def np_random(self) -> np.random.Generator:
        """What reset() without a seed draws one from."""
        if self._np_random is None:
            self._np_random_seed = int(np.random.default_rng().integers(2**63))
            self._np_random = np.random.default_rng(self._np_random_seed)
        return self._np_random

    @np_random.setter
    def np_random(self, value: np.random.Generator) -> None:
        self._np_random, self._np_random_seed = value, -1

    @property
    def np_random_seed(self) -> int | None:
        """The seed that was given, or drawn; -1 if somebody has set np_random."""
        return self._np_random_seed if self.np_random is not None else None

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins all games anew: with a seed those of that seed, without one others, which follow from the last seed."""
        if seed is not None:
            self.batch.restart(_integer(seed, 0, 2**64 - 1, "seed"))
            self._np_random, self._np_random_seed = np.random.default_rng(seed), seed
        else:
            self.batch.restart(int(self.np_random.integers(2**63)))
        self._begun = True
        return self._observation(), self._info()

    def step(self, actions: np.ndarray):
        """Returns observations, rewards, terminations, truncations and info; games that ended have begun anew."""
        if self.closed or not self._begun:
            raise RuntimeError("it is closed, or has not begun: call reset()")
        actions = self._checked(actions, (self.num_envs, self.seats) if self.all_seats else (self.num_envs,), "actions")
        if self.all_seats:
            self._actions[:] = actions.T
        else:
            if self.seats > 1:
                self._others()
            self._actions[0] = actions
        before = [self.batch.state(lane) for lane in range(self.num_envs)] if self.final_obs else []
        self.batch.step(self._actions)
        done = self.batch.done.copy()
        info = self._info()
        if self.final_obs:
            info["final_obs"], info["_final_obs"] = self._final(before, done), done
        rewards = self.batch.rewards.T.astype(np.float64) if self.all_seats else self.batch.rewards[0].astype(np.float64)
        return self._observation(), rewards, done, np.zeros(self.num_envs, bool), info

    def render(self) -> tuple[str, ...] | None:
        """The positions as text, where render_mode is "ansi"."""
        return tuple(str(self.batch.state(lane)) for lane in range(self.num_envs)) if self.render_mode else None

    def close(self, **kwargs: Any) -> None:
        if not self.closed:
            self.close_extras(**kwargs)
        self.closed = True

    def close_extras(self, **kwargs: Any) -> None:
        """There is nothing to be closed."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.game.name}, num_envs={self.num_envs})"

    def _others(self) -> None:
        if self.opponent is None:
            self._actions[:] = self.batch.random()
            return
        for seat in range(1, self.seats):
            self._actions[seat] = self._checked(self.opponent(self.batch, seat), (self.num_envs,), f"the opponent's actions for seat {seat}")

    def _checked(self, actions, wanted: tuple[int, ...], name: str) -> np.ndarray:
        """Actions that C can take: it has bytes for them, into which a wrong number might fit as another one."""
        try:
            actions = np.asarray(actions)
        except ValueError:
            raise ValueError(f"{name} must have the shape {wanted}, and not rows of several lengths") from None
        if actions.shape != wanted:
            raise ValueError(f"{name} must have the shape {wanted}, not {actions.shape}")
        if not np.issubdtype(actions.dtype, np.integer):
            raise TypeError(f"{name} must be whole numbers, not {actions.dtype}")
        if actions.size and (actions.min() < 0 or actions.max() >= self.game.actions):
            raise ValueError(f"{name} must be from 0 to {self.game.actions - 1}")
        return actions

    def _final(self, before: list[State], done: np.ndarray) -> np.ndarray:
        """What was seen when the games ended: the batch has begun new ones there, so the last moves are made once more."""
        seen = np.zeros(self.observation_space.shape, np.uint8)
        for lane in np.flatnonzero(done):
            state = before[lane]
            if not self.batch.fault[lane]:
                state.play({seat: state.action_move(seat, int(self._actions[seat, lane])) for seat in state.movers})
            seen[lane] = [state.see(seat) for seat in range(self.seats)] if self.all_seats else state.see(0)
        return seen

    def _kept(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self.copy else array

    def _observation(self) -> np.ndarray:
        planes = self.batch.planes
        return self._kept(np.moveaxis(planes, -1, 0) if self.all_seats else planes[0].T)

    def _info(self) -> dict[str, Any]:
        batch = self.batch
        masks, movers = (np.moveaxis(batch.masks, -1, 0), batch.movers.T) if self.all_seats else (batch.masks[0].T, batch.movers[0])
        points, fault, done = self._kept(batch.points.T), self._kept(batch.fault), self._kept(batch.done)
        return {"action_mask": self._kept(masks), "decides": self._kept(movers), "points": points, "fault": fault,
                "final_info": {"points": points, "_points": done, "fault": fault, "_fault": done}, "_final_info": done}


def parallel_env(game: Game | str, **kwargs) -> ParallelEnv:
    """A ParallelEnv, as PettingZoo's modules make theirs."""
    return ParallelEnv(game, **kwargs)


def vector_env(game: Game | str, num_envs: int, **kwargs) -> VectorEnv:
    """A VectorEnv."""
    return VectorEnv(game, num_envs, **kwargs)
