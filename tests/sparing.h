/* sparing.h: less of the same. Under sanitizers everything takes several times as long, and what is looked for there is
 * a wrong access, not a wrong value: values are what the fast build judges. `tests/run.sh` says so by PENNA_TEST_GAMES,
 * a number of games. */
#ifndef PENNA_TESTS_SPARING_H
#define PENNA_TESTS_SPARING_H

#include <stdbool.h>
#include <stdlib.h>

static inline bool sparing(void) { return getenv("PENNA_TEST_GAMES"); }

/* So many, or an n-th part of it. */
static inline int spare(int usual, int n) { return sparing() ? usual / n : usual; }

#endif
