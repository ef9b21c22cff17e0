/* sparing.h: less of the same. Under sanitizers everything takes several times as long, and what is looked for there is
 * a wrong access, not a wrong value: values are what the fast build judges. `tests/run.sh` says so by PENNA_TEST_GAMES,
 * a number of games. */
#ifndef PENNA_TESTS_SPARING_H
#define PENNA_TESTS_SPARING_H

#include <stdbool.h>
#include <stdlib.h>

/* Built with a sanitizer? What is left out then altogether is named in tests/meson.build. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED true
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED true
#endif
#ifndef SANITIZED
#define SANITIZED false
#endif

static inline bool sparing(void) { return getenv("PENNA_TEST_GAMES"); }

/* `make soak` has the time for as much as ever helps. */
static inline bool at_length(void) { return getenv("PENNA_LONG"); }

/* So many, or an n-th part of it. */
static inline int spare(int usual, int n) { return sparing() ? usual / n : usual; }

#endif
