#!/usr/bin/env python3
"""batch.py [SECONDS [THREADS]]: decisions a second through Python, with masks and observations, for 1, 64 and 4,096 games of two seats.

On one thread by processor time, so that other work on the machine counts little; on more, two unless told, by the clock on the wall.

Run it where the package is installed. `make bench` has the figures of C.
"""
import sys
import time

import numpy as np

import penna

seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1
threads = int(sys.argv[2]) if len(sys.argv) > 2 else 2
clock = time.process_time if threads == 1 else time.perf_counter
print(f"{'game':13s} {'lanes':>6s} {'decisions/s':>14s}")
for game in penna.games():
    for lanes in (1, 64, 4096):
        batch = penna.Batch(game, lanes, threads=threads, seed=1)
        # How many decide at a step is counted apart: what is timed is choosing and stepping.
        decided = 0
        for _ in range(200):
            decided += np.count_nonzero(batch.movers)
            batch.step(batch.random())
        steps, begin = 0, clock()
        while (spent := clock() - begin) < seconds:
            for _ in range(20):
                batch.step(batch.random())
            steps += 20
        print(f"{game.name:13s} {lanes:6d} {decided / 200 * steps / spent:14,.0f}", flush=True)
