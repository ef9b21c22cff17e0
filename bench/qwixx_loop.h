/* qwixx_loop.h: Qwixx for two seats that choose at random, written by hand and for nothing else: what the engine
 * would have to be as fast as if it were not an engine. */
#ifndef PENNA_BENCH_QWIXX_LOOP_H
#define PENNA_BENCH_QWIXX_LOOP_H

#include "base/rng.h"

/* Plays a whole game; points[0..1] are the scores. Returns the number of decisions. */
long qwixx_loop(Rng *rng, int *points);

#endif
