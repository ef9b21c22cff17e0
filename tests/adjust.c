/* adjust.c: taking the luck of the dice out of a result does not change its expectation, whatever the judge believes:
 * exactly, over all courses of a small game, with a judge that talks nonsense; and on average over the rolls that a
 * mean is drawn from, where there are too many to sum. That it makes results more exact is tested by penna itself
 * (duel.sh). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arena/adjust.h"

/* Numbers that have nothing to do with the game. */
static void nonsense(void *game, const State *s, double *by_seat) {
    const Game *g = game;
    uint64_t hash = 7;
    for (unsigned i = 0; i < g->size; i++) hash = rng_mix(hash + ((const uint8_t *)s)[i]);
    for (int i = 0; i < s->seats; i++) by_seat[i] = (double)(rng_mix(hash + (uint64_t)i) >> 40) / (1 << 20);
}

/* What was added up over all courses, each by how likely it is: the share of a seat, and the same less its luck. */
typedef struct Sums {
    double chance, share[SEATS_MAX], adjusted[SEATS_MAX];
} Sums;

static void count_end(const Game *g, const State *s, double chance, const double *luck, Sums *sums) {
    int points[SEATS_MAX], rank[SEATS_MAX];
    g->scores(s, points);
    int first = game_ranks(points, s->seats, rank);
    sums->chance += chance;
    for (int i = 0; i < s->seats; i++) {
        double share = rank[i] == 1 ? 1.0 / first : 0;
        sums->share[i] += chance * share;
        sums->adjusted[i] += chance * (share - luck[i]);
    }
}

/* The seats play differently: the first writes all it can, the others only what is high. */
static void choose(const Game *g, const State *s, Move *joint) {
    for (int i = 0; i < s->seats; i++) {
        Move legal[MOVES_MAX];
        int n = g->legal(s, i, legal);
        if (n) joint[i] = i == 0 || legal[n - 1] > 3 ? legal[n - 1] : legal[0];
    }
}

static void all_courses(const Game *g, const AnyState *s, double chance, const double *luck, Sums *sums) {
    AnyState next = *s;
    if (s->head.node == NODE_OVER) {
        count_end(g, &s->head, chance, luck, sums);
        return;
    }
    if (s->head.node == NODE_MOVE) {
        Move joint[SEATS_MAX] = {0};
        choose(g, &s->head, joint);
        g->play(&next.head, joint);
        all_courses(g, &next, chance, luck, sums);
        return;
    }
    uint32_t n = g->outcomes(&s->head);
    for (uint32_t outcome = 0; outcome < n; outcome++) {
        double more[SEATS_MAX];
        memcpy(more, luck, sizeof more);
        adjust_roll(g, nonsense, (void *)(uintptr_t)g, &s->head, outcome, 1, more);
        next = *s;
        g->chance(&next.head, outcome);
        all_courses(g, &next, chance / n, more, sums);
    }
}

static void the_expectation_is_the_same(void **unused) {
    (void)unused;
    for (int seats = 2; seats <= 3; seats++) {
        AnyState s = {0};
        Sums sums = {0};
        double luck[SEATS_MAX] = {0};
        game_start(&null_game, &s.head, seats);
        all_courses(&null_game, &s, 1, luck, &sums);
        assert_float_equal(sums.chance, 1, 1e-12);
        for (int i = 0; i < seats; i++) assert_float_equal(sums.adjusted[i], sums.share[i], 1e-12);
        assert_true(sums.share[0] > sums.share[1]);
    }
}

/* The mean over all outcomes, and over many means that are drawn, are one within 4 standard errors. */
static void drawn_means_are_right(void **unused) {
    (void)unused;
    enum { DRAWN = 4000 };
    const Game *g = games[0];
    AnyState s = {0};
    game_start(g, &s.head, 2);
    uint32_t n = g->outcomes(&s.head);
    assert_true(n > ADJUST_ROLLS && !g->weight);
    double all = 0, sum = 0, squares = 0, first[SEATS_MAX] = {0};
    for (uint32_t outcome = 0; outcome < n; outcome++) {
        AnyState after = s;
        double by_seat[SEATS_MAX];
        g->chance(&after.head, outcome);
        nonsense((void *)(uintptr_t)g, &after.head, by_seat);
        if (outcome == 0) memcpy(first, by_seat, sizeof first);
        all += by_seat[0] / n;
    }
    for (int i = 0; i < DRAWN; i++) {
        double luck[SEATS_MAX] = {0};
        adjust_roll(g, nonsense, (void *)(uintptr_t)g, &s.head, 0, rng_mix((uint64_t)i), luck);
        double mean = first[0] - luck[0];
        sum += mean, squares += mean * mean;
    }
    double mean = sum / DRAWN, error = sqrt((squares / DRAWN - mean * mean) / DRAWN);
    assert_true(error > 0 && fabs(mean - all) < 4 * error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_expectation_is_the_same),
        cmocka_unit_test(drawn_means_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
