#!/usr/bin/env python3
"""learn.py [GAMES [SEED]]: learns Qwixx from nothing, by playing against itself, and then plays greedy.

The policy is one number for each thing that can be said of an action; the more they sum to, the likelier it is (a linear softmax). It
begins with all numbers 0, which is random play, and learns by REINFORCE: after a game everything its seat did is made likelier by as much
as the points were above the mean, or less likely. NumPy and the vector environment of penna, nothing else.
"""
import sys
import time

import numpy as np

import penna

ROWS, ACTIONS = 4, 9
# What is said of an action: the boxes it leaves out, by the kind of decision; how far and how full its row is; or that it is a pass, by the
# kind of decision and the misthrows so far.
GAPS, REACH, COUNT, PASS = 0, 4 * 12, 4 * 12 + 12, 4 * 12 + 12 + 12
FEATURES = PASS + 4 * 5
SETS = 250  # against greedy, in the end: the same dice from both seats


def describe(seen: np.ndarray) -> np.ndarray:
    """Features of all actions: (n, planes) -> (n, actions, FEATURES). The order of the planes is told in docs/library.md."""
    n, seats = len(seen), (seen.shape[1] - 9) // 9
    reach, count, misthrows = seen[:, 0:4].astype(int), seen[:, 4:8].astype(int), seen[:, 8].astype(int)
    table = seen[:, 9 * seats:].astype(int)
    low, high, dice, phase, turn, crossed = table[:, 0], table[:, 1], table[:, 2:6], table[:, 6], table[:, 7], table[:, 8]
    colour = phase == 3
    kind = np.where(colour, 2 + crossed, turn != 0)  # white: my turn or not; colour: not crossed yet, or crossed
    out = np.zeros((n, ACTIONS, FEATURES), np.float32)
    everyone = np.arange(n)
    out[everyone, 0, PASS + kind * 5 + misthrows] = 1
    for action in range(1, ACTIONS):
        row = np.where(colour, (action - 1) // 2, min(action - 1, ROWS - 1))
        white = high if (action - 1) % 2 else low
        number = np.where(colour, white + dice[everyone, row], low + high)
        box = np.where(row < 2, number - 2, 12 - number)
        gap = np.clip(box - reach[everyone, row], 0, 11)
        out[everyone, action, GAPS + kind * 12 + gap] = 1
        out[everyone, action, REACH + np.clip(reach[everyone, row], 0, 11)] = 1
        out[everyone, action, COUNT + np.clip(count[everyone, row], 0, 11)] = 1
    return out


def chances(weights: np.ndarray, features: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """How likely each action is."""
    scores = np.where(masks, features @ weights, -np.inf)
    scores -= scores.max(axis=1, keepdims=True)
    odds = np.exp(scores)
    return odds / odds.sum(axis=1, keepdims=True)


def learn(games: int, seed: int, lanes: int = 256, rate: float = 0.05) -> np.ndarray:
    """Weights after so many games against itself."""
    rng = np.random.default_rng(seed)
    env = penna.VectorEnv("qwixx", lanes, all_seats=True, reward="points", threads=1)
    observation, info = env.reset(seed=seed)
    weights = np.zeros(FEATURES, np.float32)
    trace = np.zeros((lanes, 2, FEATURES), np.float32)  # of every seat's game so far: what would have made its choices likelier
    total, squares, begin = np.zeros(FEATURES), np.full(FEATURES, 1e-8), time.monotonic()
    rewards, played, fresh, shown = [], 0, 0, begin
    while played < games:
        lane, seat = np.nonzero(info["decides"])
        features = describe(observation[lane, seat])
        odds = chances(weights, features, info["action_mask"][lane, seat])
        chosen = np.minimum((odds.cumsum(axis=1) < rng.random((len(lane), 1))).sum(axis=1), ACTIONS - 1)
        chosen = np.where(odds[np.arange(len(lane)), chosen] > 0, chosen, 0)
        trace[lane, seat] += features[np.arange(len(lane)), chosen] - np.einsum("na,naf->nf", odds, features)
        actions = np.zeros((lanes, 2), np.int64)
        actions[lane, seat] = chosen
        observation, reward, done, _, info = env.step(actions)
        if done.any():
            points = reward[done]
            rewards = (rewards + list(points.ravel()))[-2000:]
            mean, spread = np.mean(rewards), np.std(rewards) + 1
            total += np.einsum("ns,nsf->f", (points - mean) / spread, trace[done])
            trace[done] = 0
            fresh += len(points)
            if fresh >= 64:  # a step for each 64 games, with a rate of its own for every number (Adagrad, forgetting)
                slope = total / fresh
                squares = 0.99 * squares + 0.01 * slope**2
                weights += (rate * slope / np.sqrt(squares)).astype(np.float32)
                total[:], played, fresh = 0, played + fresh, 0
        if time.monotonic() - shown > 10:
            shown = time.monotonic()
            print(f"{shown - begin:5.0f} s, {played:6d} games: {np.mean(rewards):6.2f} points a game", flush=True)
    return weights


def play_greedy(weights: np.ndarray, games: int, seed: int) -> tuple[float, float]:
    """The share of games against greedy, each with the same dice from both seats; and its standard error."""
    game, shares = penna.Game("qwixx"), []
    greedy = penna.Bot("greedy", game)
    for number in range(games):
        both = 0.0
        for mine in (0, 1):
            dice, choice = penna.Rng(seed, number), penna.Rng(seed + 1, number)
            state = game.start(2)
            while not state.over:
                if state.node == penna.CHANCE:
                    state.roll(dice)
                    continue
                moves = {}
                for seat in state.movers:
                    if seat != mine:
                        moves[seat] = greedy.choose(state.view(seat), seat, choice)
                        continue
                    legal = {state.action(seat, move): move for move in state.legal(seat)}
                    scores = describe(state.see(seat)[None])[0] @ weights
                    moves[seat] = legal[max(legal, key=lambda action: scores[action])]
                state.play(moves)
            ranks = penna.ranks(state.scores)
            both += (ranks[mine] == 1) / ranks.count(1)
        shares.append(both / 2)
    return float(np.mean(shares)), float(np.std(shares) / np.sqrt(len(shares)))


def main() -> int:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 60000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    weights = learn(games, seed)
    share, error = play_greedy(weights, SETS, seed)
    low, high = 100 * (share - 1.96 * error), 100 * min(1, share + 1.96 * error)
    print(f"against greedy: {100 * share:.1f} % of {2 * SETS} games, 95 % interval {low:.1f} to {high:.1f}")
    return 0 if low > 50 else 1


if __name__ == "__main__":
    sys.exit(main())
