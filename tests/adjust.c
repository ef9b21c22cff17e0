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
#include "arena/duel.h"

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

/* Sets of a duel between two, as they might fall: what bot 0 has of two games, and its luck, which is 0 on average
 * and says of the second half of them the contrary of what is true. */
typedef struct Fall {
    int share;   /* in SHARE_UNIT */
    double luck; /* in games */
} Fall;

static const Fall falls[] = {{2, 1.5}, {1, -0.5}, {0, 0.25}, {2, -1.25}};
enum { FALLS = sizeof falls / sizeof *falls, SETS = 5 };

static void all_falls(const DuelTally *so_far, int sets, double *share, double *adjusted) {
    if (sets == SETS) {
        *share += (double)so_far->bot[0].share / SHARE_UNIT;
        *adjusted += (double)so_far->bot[0].adjusted / ADJUST_UNIT;
        return;
    }
    for (int k = 0; k < FALLS; k++) {
        DuelTally set = {.sets = 1, .games = 2}, next = *so_far;
        int64_t luck = (int64_t)(falls[k].luck * ADJUST_UNIT);
        for (int i = 0; i < 2; i++) {
            set.bot[i].share = (uint64_t)((i ? 2 - falls[k].share : falls[k].share) * SHARE_UNIT);
            set.bot[i].luck = i ? -luck : luck;
        }
        duel_add(&next, &set, 2);
        all_falls(&next, sets + 1, share, adjusted);
    }
}

/* How much of the luck is taken off changes from set to set, but never with what falls in it: so, over all courses of
 * some sets, nothing is gained or lost. */
static void trust_changes_no_expectation(void **unused) {
    (void)unused;
    DuelTally none = {0};
    double share = 0, adjusted = 0;
    assert_true(fabs(duel_trust(&none) - 1) < 1e-12);
    all_falls(&none, 0, &share, &adjusted);
    double courses = pow(FALLS, SETS);
    assert_true(fabs(share / courses - SETS * 1.25) < 1e-12);
    assert_true(fabs(adjusted - share) / courses < SETS * 1e-6); /* rounded to parts of ADJUST_UNIT */
}

/* A judge who is always right is trusted; one who talks nonsense is not, after a while. */
static void trust_is_earned(void **unused) {
    (void)unused;
    DuelTally right = {0}, wrong = {0};
    for (int k = 0; k < 200; k++) {
        int won = (int)(rng_mix((uint64_t)k) & 1);
        DuelTally set = {.sets = 1, .games = 2};
        set.bot[0].share = (uint64_t)(won ? 2 * SHARE_UNIT : 0), set.bot[1].share = 2 * SHARE_UNIT - set.bot[0].share;
        set.bot[0].luck = won ? ADJUST_UNIT : -ADJUST_UNIT, set.bot[1].luck = -set.bot[0].luck;
        duel_add(&right, &set, 2);
        set.bot[0].luck = rng_mix((uint64_t)k + 1000) & 1 ? ADJUST_UNIT : -ADJUST_UNIT;
        set.bot[1].luck = -set.bot[0].luck;
        duel_add(&wrong, &set, 2);
    }
    assert_true(duel_trust(&right) > 0.99 && right.bot[0].adjusted_squares < 200 * 1.1 * ADJUST_UNIT * ADJUST_UNIT);
    assert_true(duel_trust(&wrong) < 0.3);
}

/* Where the game has no net it is that which is said. */
static void no_net_is_told(void **unused) {
    (void)unused;
    Lineup lineup = {.arena = {.game = &null_game, .seats = 2}, .name = {"greedy", "random"}, .adjust = true};
    const char *why = NULL;
    assert_null(crew_new(&lineup, &why));
    assert_string_equal(why, "no weights");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_expectation_is_the_same),
        cmocka_unit_test(drawn_means_are_right),
        cmocka_unit_test(trust_changes_no_expectation),
        cmocka_unit_test(trust_is_earned),
        cmocka_unit_test(no_net_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
