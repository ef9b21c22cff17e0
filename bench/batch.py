#!/usr/bin/env python3
"""batch.py [SECONDS]: decisions a second through Python, with masks and observations, for 1, 64 and 4,096 games of two seats, two threads.

Run it where the package is installed. `make bench` has the figures of C.
"""
import sys
import time

import numpy as np

import penna

seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1
print(f"{'game':13s} {'lanes':>6s} {'decisions/s':>14s}")
for game in penna.games():
    for lanes in (1, 64, 4096):
        batch = penna.Batch(game, lanes, threads=2, seed=1)
        # How many decide at a step is counted apart: what is timed is choosing and stepping.
        decided = 0
        for _ in range(500):
            decided += np.count_nonzero(batch.movers)
            batch.step(batch.random())
        steps, begin = 0, time.perf_counter()
        while (spent := time.perf_counter() - begin) < seconds:
            for _ in range(50):
                batch.step(batch.random())
            steps += 50
        print(f"{game.name:13s} {lanes:6d} {decided / 500 * steps / spent:14,.0f}", flush=True)
