#!/usr/bin/env python3
"""trials.py PENNA [GAME]...: how wrong the values of the data set are, by the number of trials (docs/dataset.md).

Some games of strong bots, two of two seats and one of three, are analysed with few trials, and with 32 by eight other seeds, whose mean is
taken for the truth (one analysis with many trials would stop early where the best move is clear). Printed for each number of trials: the root
mean square of how far apart the two are, for the chance to win after the move that was played and for what it lost; what the few trials say of
their own error; and the seconds of processor time.
"""
import json
import math
import pathlib
import resource
import subprocess
import sys
import tempfile

FEW, TRUE_TRIALS, TRUE_SEEDS = (4, 8, 16, 32), 32, range(2, 10)
GAMES = (("expert,expert", 0), ("expert,expert", 8), ("expert,expert,expert", 3))  # who plays, and the seed


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def played(penna, record, trials, seed):
    """Of every decision: the chance to win after the move played, its error, and what was lost. And the seconds that this took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    told = json.loads(run(penna, "analyse", record, "--quick", "--trials", str(trials), "--seed", str(seed), "--json"))
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    out = []
    for item in (i for i in told["items"] if "seat" in i):
        move = next(m for m in item["moves"] if m["move"] == item["played"])
        out.append((move["win"], move["win_error"], item["loss"]))
    return out, took


def root_mean_square(numbers):
    numbers = list(numbers)
    return math.sqrt(sum(x * x for x in numbers) / len(numbers))


def measure(penna, game, folder):
    truth, rough, took = [], {n: [] for n in FEW}, dict.fromkeys(FEW, 0.0)
    for bots, seed in GAMES:
        record = str(pathlib.Path(folder) / "game.penna")
        run(penna, "sim", game, "--bots", bots, "--games", "1", "--seed", str(seed), "--record", record)
        many = [played(penna, record, TRUE_TRIALS, other)[0] for other in TRUE_SEEDS]
        truth += [[sum(of) / len(many) for of in zip(*same)] for same in zip(*many)]
        for trials in FEW:
            found, seconds = played(penna, record, trials, 1)
            rough[trials] += found
            took[trials] += seconds
    print(f"{game}: {len(truth)} moves\ntrials  chance to win  as told   loss  seconds")
    for trials in FEW:
        pairs = list(zip(rough[trials], truth))
        win, loss = (root_mean_square(a[k] - b[k] for a, b in pairs) for k in (0, 2))
        print(f"{trials:6} {win:14.4f} {root_mean_square(a[1] for a in rough[trials]):8.4f} {loss:6.4f} {took[trials]:8.2f}", flush=True)


def main(penna, *games):
    games = games or [g["name"] for g in json.loads(run(penna, "games", "--json"))]
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            measure(penna, game, folder)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
