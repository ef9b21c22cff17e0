#!/usr/bin/env python3
"""environments.py: the environments against the written APIs of PettingZoo and Gymnasium, which cannot be installed here.

Checked of PettingZoo's parallel API (documentation of version 1.24, "Parallel API" and the checks that its parallel_api_test is described to
make): attributes agents, possible_agents, num_agents, max_num_agents, observation_spaces, action_spaces, metadata; observation_space(agent) and
action_space(agent) give the same object every time; reset(seed, options) gives observations and infos by agent; step(actions) gives five
dictionaries by the agents that were live; agents that are done are gone; state(), render(), close(), unwrapped; observations lie in their spaces;
action masks say what is legal; the same seed gives the same game.

Checked of Gymnasium's vector API (version 1.0, "VectorEnv"): num_envs, single_observation_space, observation_space, single_action_space,
action_space, metadata with autoreset_mode, spec, render_mode, closed, unwrapped, np_random, np_random_seed; reset(seed=, options=) gives
observations and info, and without a seed goes on from the last one; step(actions) gives observations, rewards, terminations, truncations, info with
shapes (num_envs, ...); autoreset in the same step, with final_info and its mask _final_info; final_obs and its mask
where it was asked for; render(), close(), close_extras(). Where the packages are installed the environments must be of their classes, for wrappers ask for it: that
is tried with classes of their names.
"""
import subprocess
import sys

import numpy as np

import penna
from checks import check, finish, refused


def play_parallel(game, seats, seed):
    """A whole game by sampled legal actions; returns all that was observed."""
    env = penna.parallel_env(game, seats=seats)
    check(env.agents == [] and env.max_num_agents == seats and env.metadata["name"], "before the first reset nobody is there")
    observations, infos = env.reset(seed=seed)
    check(env.agents == env.possible_agents and env.num_agents == seats and env.unwrapped is env, "all agents are there")
    trace, rng = [], np.random.default_rng(seed)
    while env.agents:
        live = list(env.agents)
        check(set(observations) == set(infos) == set(live), "observations and infos are by agent")
        actions = {}
        for agent in live:
            space = env.observation_space(agent)
            check(space is env.observation_space(agent) and env.action_space(agent) is env.action_spaces[agent], "spaces stay the same")
            check(space.contains(observations[agent]), "an observation lies in its space")
            mask = observations[agent]["action_mask"]
            check(mask.any() and np.array_equal(mask, infos[agent]["action_mask"]), "something is legal")
            actions[agent] = int(rng.choice(np.flatnonzero(mask)))
            check(env.action_space(agent).contains(actions[agent]), "an action lies in its space")
            trace.append(observations[agent]["observation"].tobytes())
        check(env.state().size == seats * env.game.planes(seats), "the state is all that is seen")
        observations, rewards, terminations, truncations, infos = env.step(actions)
        check(all(set(d) == set(live) for d in (observations, rewards, terminations, truncations, infos)), "a step answers every live agent")
        check(not any(truncations.values()) and len(set(terminations.values())) == 1, "a game ends for all")
    check(abs(sum(rewards.values()) - 1) < 1e-9, "the game is shared out")
    check(not any(info["fault"] for info in infos.values()), "masks are right")
    refused(RuntimeError, env.step, actions)
    env.reset()
    check(env.agents == env.possible_agents, "it can be played again")
    env.close()
    return trace


def parallel():
    for game in penna.games():
        seats = min(3, game.seats[-1])
        first, second, other = (play_parallel(game.name, seats, seed) for seed in (1, 1, 2))
        check(first == second and first != other, "a seed is a game")
    env = penna.parallel_env("qwixx")
    env.reset(seed=1)
    refused(ValueError, env.step, {"seat_0": 0})
    _, rewards, terminations, _, infos = env.step({"seat_0": 8, "seat_1": 0})  # in the white step there are no such actions
    check(all(terminations.values()) and rewards == {"seat_0": 0.0, "seat_1": 1.0} and infos["seat_0"]["fault"], "an illegal action loses")
    check(env.render() is None and isinstance(penna.parallel_env("qwixx", render_mode="ansi").render(), str), "render as it was asked for")


def vector():
    for game in penna.games():
        for all_seats in (False, True):
            env = penna.VectorEnv(game, 32, all_seats=all_seats, threads=1)
            observation, info = env.reset(seed=4)
            check(env.num_envs == 32 and not env.closed and env.unwrapped is env and env.metadata["autoreset_mode"] == "SameStep", "attributes")
            check(env.observation_space.shape == (32,) + env.single_observation_space.shape, "the space of all is that of one, many times")
            rng, ended = np.random.default_rng(1), 0
            for _ in range(120):
                check(env.observation_space.contains(observation), "an observation lies in its space")
                mask = info["action_mask"]
                check(mask.shape == observation.shape[:-1] + (game.actions,), "a mask for every action")
                check(np.array_equal(mask.any(axis=-1), info["decides"]), "who decides has something legal")
                actions = (rng.random(mask.shape) * mask).argmax(axis=-1)
                check(env.action_space.contains(actions), "actions lie in their space")
                observation, reward, terminated, truncated, info = env.step(actions)
                check(reward.shape == actions.shape and terminated.shape == truncated.shape == (32,), "shapes of a step")
                check(not truncated.any() and not info["fault"].any(), "masks are right")
                check(not reward[~terminated].any(), "rewards come at the end")
                ended += int(terminated.sum())
            check(ended > 0, "games end, and others begin")
            env.close()
            check(env.closed, "closed")
            refused(RuntimeError, env.step, actions)
    env = penna.VectorEnv("qwixx", 4)
    refused(RuntimeError, env.step, np.zeros(4, int))
    env.reset(seed=1)
    refused(ValueError, env.step, np.zeros(3, int))
    refused(TypeError, env.step, np.zeros(4))
    refused(ValueError, env.step, np.full(4, 9))
    refused(ValueError, env.step, np.full(4, -1))
    first = env.reset(seed=8)[0]
    check(np.array_equal(first, env.reset(seed=8)[0]) and not np.array_equal(first, env.reset(seed=9)[0]), "a seed is a beginning")
    calls = []

    def opponent(batch, seat):
        calls.append(seat)
        return batch.masks[seat].argmax(axis=0)

    env = penna.VectorEnv("qwixx", 4, opponent=opponent)
    env.reset(seed=1)
    env.step(np.zeros(4, int))
    check(calls == [1], "the other seats are the opponent's")


def vector_more():
    """Seeds, copies, what is told of the end, and rendering."""
    one, other = (penna.VectorEnv("qwixx", 8, render_mode="ansi") for _ in range(2))
    for env in (one, other):
        env.reset(seed=3)
    check(one.np_random_seed == 3 and np.array_equal(one.reset()[0], other.reset()[0]), "without a seed it goes on from the last one")
    check(not np.array_equal(one.reset()[0], other.reset(seed=3)[0]), "and with other games")
    fresh = penna.VectorEnv("qwixx", 8)
    fresh.np_random = np.random.default_rng(1)
    check(fresh.np_random_seed == -1 and penna.VectorEnv("qwixx", 2).np_random_seed >= 0, "seeds that nobody gave")
    check(len(one.render()) == 8 and all(text.startswith("qwixx ") for text in one.render()) and fresh.render() is None, "rendered as text")
    refused(ValueError, penna.VectorEnv, "qwixx", 2, render_mode="human")
    refused(ValueError, penna.ParallelEnv, "qwixx", 2, render_mode="human")
    check("qwixx" in repr(one) and "num_envs=8" in repr(one) and str(penna.parallel_env("qwixx")) == "penna_v0", "they have names")
    for copy in (True, False):
        env = penna.VectorEnv("qwixx", 64, copy=copy)
        observation, info = env.reset(seed=1)
        kept = observation.copy(), info["action_mask"].copy()
        ended = 0
        for _ in range(60):
            rewards, done, _, now = env.step(np.argmax(env.batch.masks[0], axis=0))[1:]
            final = now["final_info"]
            check(np.array_equal(done, now["_final_info"]) and np.array_equal(done, final["_points"]), "who ended is told twice")
            won = final["points"][:, 0] > final["points"][:, 1]
            check(np.array_equal(rewards[done] == 1, won[done]), "points at the end are those of the reward")
            ended += int(done.sum())
        check(ended > 0, "games end")
        same = np.array_equal(observation, kept[0]) and np.array_equal(info["action_mask"], kept[1])
        check(same == copy, "what was given stays, unless it was asked for as a view")


class Watched(penna.VectorEnv):
    """Looks at the positions in which games are said to have ended."""

    def _final(self, before, done):
        seen, at = super()._final(before, done), np.flatnonzero(done & (self.batch.fault == 0))
        check(all(before[lane].over and before[lane].scores == list(self.batch.points[:, lane]) for lane in at), "it is the end")
        return seen


def final_observations():
    """What was seen at the end is what a game played alone, with the same dice and moves, shows there."""
    for game in penna.games():
        env, lanes = Watched(game, 16, streams="exact", all_seats=True, final_obs=True), range(16)
        info = env.reset(seed=4)[1]
        alone, dice, ended = [game.start(2) for _ in lanes], [penna.Rng(4, lane) for lane in lanes], 0
        for _ in range(400):
            for state, rng in zip(alone, dice):
                while state.node == penna.CHANCE:
                    state.roll(rng)
            actions = np.argmax(info["action_mask"][:, :, ::-1], axis=2)  # the last legal one
            actions = np.where(info["action_mask"].any(axis=2), game.actions - 1 - actions, 0)
            for lane, state in enumerate(alone):
                state.play({seat: state.action_move(seat, int(actions[lane, seat])) for seat in state.movers})
            done, _, info = env.step(actions)[2:]
            check(np.array_equal(info["_final_obs"], done) and not info["final_obs"][~done].any(), "a last observation where a game ended")
            for lane in np.flatnonzero(done):
                check(all(np.array_equal(info["final_obs"][lane, seat], alone[lane].see(seat)) for seat in (0, 1)), "and no other")
                alone[lane], dice[lane] = game.start(2), penna.Rng(4, env.batch.number(lane))
                ended += 1
        check(ended > 16, f"{game.name}: games end")
        env, ended = Watched(game, 64, final_obs=True), 0
        info = env.reset(seed=4)[1]
        for step in range(300):
            action = np.argmax(info["action_mask"], axis=1)
            action[step % 64] = game.actions - 1 if step % 50 == 0 else action[step % 64]  # illegal, mostly
            observation, _, done, _, info = env.step(action)
            check(info["final_obs"].shape == observation.shape, "the shape of an observation")
            ended += int(done.sum())
        check(ended > 64, f"{game.name}: games end in lockstep")


def installed():
    """As if the packages were there."""
    code = """
import enum, sys, types
gymnasium, vector, pettingzoo = (types.ModuleType(name) for name in ("gymnasium", "gymnasium.vector", "pettingzoo"))
class VectorEnv: pass
class ParallelEnv: pass
class AutoresetMode(enum.Enum): SAME_STEP = "SameStep"
vector.VectorEnv, vector.AutoresetMode, pettingzoo.ParallelEnv, gymnasium.vector = VectorEnv, AutoresetMode, ParallelEnv, vector
sys.modules.update({"gymnasium": gymnasium, "gymnasium.vector": vector, "pettingzoo": pettingzoo})
import penna
env = penna.VectorEnv("qwixx", 4)
assert isinstance(env, VectorEnv) and isinstance(penna.parallel_env("qwixx"), ParallelEnv)
assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
env.reset(seed=1)
print("theirs")
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    check(said.stdout == "theirs\n", f"with the packages the classes are theirs: {said.stderr}")


parallel()
vector()
vector_more()
final_observations()
installed()
finish()
