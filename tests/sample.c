/* sample.c: what is said about bots is true as often as it is said: intervals cover, sequential tests err as rarely as
 * they promise, and ratings find the differences that were put in. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/duel.h"
#include "arena/rating.h"

static long checks;

static void check(bool good, const char *what, int line) {
    checks++;
    if (good) return;
    fprintf(stderr, "sample.c:%d: not so: %s\n", line, what);
    exit(1);
}

#define CHECK(what) check(what, #what, __LINE__)

static bool near(double a, double b, double by) { return fabs(a - b) <= by; }
static bool inside(Interval in, double x) { return in.low <= x && x <= in.high; }

static Sample sample_of(const double *x, int n) {
    Sample s = {.count = n};
    for (int i = 0; i < n; i++) {
        s.sum += x[i];
        s.squares += x[i] * x[i];
    }
    return s;
}

/* Against values from tables. */
static void known_values(void) {
    static const double four[] = {1, 2, 3, 6}, ten[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    Sample s = sample_of(four, 4);
    CHECK(near(sample_mean(&s), 3, 1e-12) && near(sample_variance(&s), 14 / 3.0, 1e-12));
    CHECK(near(mean_interval(&s).high - 3, 3.182446 * sqrt(14 / 3.0 / 4), 0.03));
    s = sample_of(ten, 10);
    CHECK(near(mean_interval(&s).high - 4.5, 2.262157 * sqrt(sample_variance(&s) / 10), 1e-3));
    CHECK(near(share_of_elo(0, 2), .5, 1e-12) && near(share_of_elo(400, 2), 10 / 11.0, 1e-12));
    for (int bots = 2; bots <= 6; bots++) CHECK(near(elo_of_share(share_of_elo(123, bots), bots), 123, 1e-9));
    CHECK(isinf(elo_of_share(1, 2)) && near(elo_of_share(.25, 4), 0, 1e-9));
    s = (Sample){.count = 100, .sum = 100, .squares = 100}; /* all won: the rule of three, not certainty */
    CHECK(share_interval(&s, 2).high == 1 && near(share_interval(&s, 2).low, .97, .01));
}

/* Duels of some sets, many times over: how often the intervals hold what a long duel finds. */
static void coverage(const char *a, const char *b, int sets) {
    enum { TIMES = 400 };
    Duel duel = {.sets = 20000,
                 .lineup = {.arena = {.game = game_find("qwixx"), .seats = 2, .seed = 1}, .name = {a, b}}};
    DuelTally tally;
    int shares = 0, margins = 0;
    CHECK(!duel_run(&duel, &tally));
    Sample share = duel_share(&tally, 2, 0), margin = duel_margin(&tally, 2, 0);
    double true_share = sample_mean(&share), true_margin = sample_mean(&margin);
    duel.sets = (uint64_t)sets;
    duel.threads = 1;
    for (uint64_t i = 0; i < TIMES; i++) {
        duel.lineup.arena.seed = 100 + i;
        CHECK(!duel_run(&duel, &tally));
        share = duel_share(&tally, 2, 0);
        margin = duel_margin(&tally, 2, 0);
        shares += inside(share_interval(&share, 2), true_share);
        margins += inside(mean_interval(&margin), true_margin);
    }
    printf("%s against %s, %d sets: the share is covered %.1f %%, the margin %.1f %%\n", a, b, sets,
           100.0 * shares / TIMES, 100.0 * margins / TIMES);
    CHECK(shares >= TIMES * 91 / 100 && margins >= TIMES * 91 / 100 && shares + margins < 2 * TIMES);
}

/* The share of a set of two games for a bot that is that much better: the dice decide some sets for both seats alike.
 */
static double random_set(Rng *rng, double share) {
    double luck = rng_real(rng);
    return ((luck < share) + (rng_real(rng) < .5 ? 1 - luck < share : rng_real(rng) < share)) / 2.0;
}

static Verdict random_test(const Sprt *t, double elo, uint64_t number, double *sets) {
    Rng rng = rng_stream(7, number);
    Sample s = {0};
    Verdict verdict = VERDICT_OPEN;
    while (verdict == VERDICT_OPEN) {
        double x = random_set(&rng, share_of_elo(elo, 2));
        s.count++;
        s.sum += x;
        s.squares += x * x;
        verdict = sprt_verdict(t, &s, 2);
    }
    *sets += s.count;
    return verdict;
}

/* A test with H1 20 Elo above H0 is wrong about as often as allowed. */
static void sequential_tests(void) {
    enum { TIMES = 400 };
    Sprt t = {.elo0 = 0, .elo1 = 20, .alpha = .05, .beta = .05};
    int wrong1 = 0, wrong0 = 0;
    double sets = 0;
    for (uint64_t i = 0; i < TIMES; i++) {
        wrong1 += random_test(&t, 0, 2 * i, &sets) == VERDICT_H1;
        wrong0 += random_test(&t, 20, 2 * i + 1, &sets) == VERDICT_H0;
    }
    printf("sequential tests: wrong %.1f %% and %.1f %%, %.0f sets on average\n", 100.0 * wrong1 / TIMES,
           100.0 * wrong0 / TIMES, sets / (2 * TIMES));
    CHECK(wrong1 <= TIMES * 8 / 100 && wrong0 <= TIMES * 8 / 100);
}

/* Ratings that were put in come out, within their intervals about as often as these say. */
static void ratings(void) {
    enum { BOTS = 4, TIMES = 200, SETS = 300 };
    static const double put_in[BOTS] = {-150, -50, 0, 200};
    int covered = 0;
    for (uint64_t time = 0; time < TIMES; time++) {
        Pairing pairing[BOTS * BOTS];
        double rating[BOTS], half[BOTS];
        Rng rng = rng_stream(11, time);
        int n = 0;
        for (int a = 0; a < BOTS; a++)
            for (int b = a + 1; b < BOTS; b++) {
                Pairing p = {.a = a, .b = b, .share = {.count = SETS}};
                for (int i = 0; i < SETS; i++) {
                    double x = random_set(&rng, share_of_elo(put_in[a] - put_in[b], 2));
                    p.share.sum += x;
                    p.share.squares += x * x;
                }
                pairing[n++] = p;
            }
        rating_fit(BOTS, n, pairing, rating, half);
        CHECK(near(rating[0] + rating[1] + rating[2] + rating[3], 0, 1e-6));
        for (int i = 0; i < BOTS; i++) covered += fabs(rating[i] - put_in[i]) <= half[i];
    }
    printf("ratings: %.1f %% within their intervals\n", 100.0 * covered / (BOTS * TIMES));
    CHECK(covered >= BOTS * TIMES * 91 / 100 && covered < BOTS * TIMES);
}

/* ---- Tables of three -------------------------------------------------------------------------------- */

enum { TABLE_BOTS = 6, TABLE = 3, TABLES = TABLE_BOTS * (TABLE_BOTS - 1) * (TABLE_BOTS - 2) / 6 };
static const double table_elo[TABLE_BOTS] = {-300, -60, -20, 30, 50, 300};

static void all_tables(Meeting *meeting) {
    int n = 0;
    for (int a = 0; a < TABLE_BOTS; a++)
        for (int b = a + 1; b < TABLE_BOTS; b++)
            for (int c = b + 1; c < TABLE_BOTS; c++) meeting[n++] = (Meeting){.seats = TABLE, .bot = {a, b, c}};
}

/* One more set of three games: each is won by lot, by strength. */
static void play_table(Meeting *m, Rng *rng) {
    double share[TABLE] = {0}, strength[TABLE], sum = 0;
    for (int i = 0; i < TABLE; i++) sum += strength[i] = pow(10, table_elo[m->bot[i]] / 400);
    for (int game = 0; game < TABLE; game++) {
        double lot = rng_real(rng) * sum;
        int winner = 0;
        while (winner < TABLE - 1 && (lot -= strength[winner]) >= 0) winner++;
        share[winner] += 1.0 / TABLE;
    }
    m->sets++;
    for (int i = 0; i < TABLE; i++) {
        m->share[i] += share[i];
        for (int j = 0; j < TABLE; j++) m->product[i][j] += share[i] * share[j];
    }
}

/* The table that tells most, or any. */
static int choose_table(const Ratings *r, const Meeting *meeting, bool by_gain, Rng *rng) {
    static const bool counted[TABLE_BOTS] = {true, true, true, true, true, true};
    int best = (int)rng_below(rng, TABLES);
    double most = -1;
    for (int i = 0; i < TABLES && by_gain; i++) {
        double gain = rating_gain(r, counted, TABLE, meeting[i].bot, 10);
        if (gain > most) most = gain, best = i;
    }
    return best;
}

/* Leagues of 60 blocks of 10 sets: how often the intervals hold, and the squared errors that are left. */
static double table_errors(bool by_gain, int *covered, int times) {
    static Ratings r;
    double errors = 0;
    for (int time = 0; time < times; time++) {
        Meeting meeting[TABLES];
        Rng rng = rng_stream(13 + by_gain, (uint64_t)time);
        all_tables(meeting);
        for (int block = 0; block < 60; block++) {
            rating_tables(TABLE_BOTS, TABLES, meeting, .5, &r);
            int at = choose_table(&r, meeting, by_gain, &rng);
            for (int i = 0; i < 10; i++) play_table(&meeting[at], &rng);
        }
        rating_tables(TABLE_BOTS, TABLES, meeting, .5, &r);
        for (int i = 0; i < TABLE_BOTS; i++) {
            double elo, half;
            rating_of(&r, i, -1, &elo, &half);
            errors += (elo - table_elo[i]) * (elo - table_elo[i]);
            *covered += fabs(elo - table_elo[i]) <= half;
        }
    }
    return errors / times;
}

/* What a gain promises is what comes of it: for sets that vary as single games do, the fall of the summed variance. */
static void gain_is_what_falls(void) {
    static Ratings before, after;
    static const bool counted[TABLE_BOTS] = {true, true, true, true, true, true};
    Meeting meeting[TABLES];
    Rng rng = rng_stream(17, 0);
    double fall = 0;
    all_tables(meeting);
    for (int i = 0; i < TABLES; i++)
        for (int k = 0; k < 20; k++) play_table(&meeting[i], &rng);
    rating_tables(TABLE_BOTS, TABLES, meeting, .5, &before);
    double gain = rating_gain(&before, counted, TABLE, meeting[0].bot, 40) / before.spread;
    double share[TABLE], sum = 0;
    for (int i = 0; i < TABLE; i++) sum += share[i] = exp(before.strength[meeting[0].bot[i]]);
    for (int i = 0; i < TABLE; i++) meeting[0].share[i] += 40 * share[i] / sum; /* just as expected */
    meeting[0].sets += 40;
    rating_tables(TABLE_BOTS, TABLES, meeting, .5, &after);
    for (int i = 0; i < TABLE_BOTS; i++)
        for (int j = 0; j < TABLE_BOTS; j++)
            fall += ((i == j) - 1.0 / TABLE_BOTS) * (before.model[i][j] - after.model[i][j]);
    CHECK(near(gain, fall * 173.7178 * 173.7178, 1e-3 * gain));
}

/* Ratings are the top of the likelihood: for every bot the shares that it had are those that were to be expected, its
 * prior among them. */
static bool is_the_top(const Ratings *r, const Meeting *meeting, int meetings, double prior) {
    double off[RATED_MAX];
    for (int i = 0; i < r->bots; i++) off[i] = prior * (1 - 2 / (1 + exp(-r->strength[i])));
    for (const Meeting *m = meeting; m < meeting + meetings; m++) {
        double sum = 0;
        for (int i = 0; i < m->seats; i++) sum += exp(r->strength[m->bot[i]]);
        for (int i = 0; i < m->seats; i++) off[m->bot[i]] += m->share[i] - m->sets * exp(r->strength[m->bot[i]]) / sum;
    }
    for (int i = 0; i < r->bots; i++)
        if (!near(off[i], 0, 1e-6)) return false;
    return true;
}

/* Bots of which the better one always wins, from one that loses to everybody to one that beats all: no fit runs away
 * however far apart they are, nor where results less luck make it look as if somebody had won less than nothing. */
static void far_apart(void) {
    enum { MEETINGS = 120 };
    static Ratings r;
    static Meeting meeting[MEETINGS];
    Rng rng = rng_stream(19, 0);
    for (int n = 0; n < 200; n++) {
        int bots = 4 + (int)rng_below(&rng, RATED_MAX - 3);
        for (int k = 0; k < MEETINGS; k++) {
            Meeting *m = &meeting[k];
            *m = (Meeting){.seats = 2 + n % 3, .sets = 1 + rng_below(&rng, 100)};
            int width = (bots - m->seats) / (1 + n % 5) + 1; /* neighbours or any, the best of them last */
            int first = (int)rng_below(&rng, (uint32_t)(bots - m->seats + 1 - (width - 1)));
            for (int i = 0; i < m->seats; i++) m->bot[i] = first + i + (i ? (int)rng_below(&rng, (uint32_t)width) : 0);
            for (int i = 1; i < m->seats; i++)
                if (m->bot[i] <= m->bot[i - 1]) m->bot[i] = m->bot[i - 1] + 1;
            m->share[0] = n < 100 ? 0 : -.1 * m->sets;
            m->share[m->seats - 1] = m->sets - m->share[0];
        }
        rating_tables(bots, MEETINGS, meeting, .5, &r);
        CHECK(n >= 100 || is_the_top(&r, meeting, MEETINGS, .5));
        for (int i = 0; i < bots; i++) {
            double elo, half;
            rating_of(&r, i, -1, &elo, &half);
            CHECK(fabs(elo) < 20000 && half >= 0 && half < 20000);
        }
    }
}

/* Two crowds that have never met: where one lies beside the other is left to what all are taken to have won and lost.
 */
static void never_met(void) {
    enum { CROWD = 10, MEETINGS = 60 };
    static Ratings r;
    static Meeting meeting[MEETINGS];
    Rng rng = rng_stream(23, 0);
    for (int n = 0; n < 100; n++) {
        for (int k = 0; k < MEETINGS; k++) {
            Meeting *m = &meeting[k];
            int crowd = k % 2, a = CROWD * crowd + (int)rng_below(&rng, CROWD - 1);
            *m = (Meeting){.seats = 2, .bot = {a, a + 1}, .sets = crowd ? 1000 : 3};
            m->share[0] = m->sets * .05;
            m->share[1] = m->sets - m->share[0] - (n < 50 ? 0 : 1e-3 * m->sets); /* luck is left over */
        }
        rating_tables(2 * CROWD, MEETINGS, meeting, .5, &r);
        CHECK(fabs(r.strength[0]) < 100);
        CHECK(n >= 50 || is_the_top(&r, meeting, MEETINGS, .5));
    }
}

static void tables(void) {
    enum { TIMES = 100 };
    int chosen = 0, by_lot = 0;
    double best = table_errors(true, &chosen, TIMES), any = table_errors(false, &by_lot, TIMES);
    printf("tables of three: chosen %.0f, by lot %.0f squared errors; %.1f and %.1f %% within their intervals\n", best,
           any, 100.0 * chosen / (TABLE_BOTS * TIMES), 100.0 * by_lot / (TABLE_BOTS * TIMES));
    CHECK(chosen >= TABLE_BOTS * TIMES * 91 / 100 && chosen < TABLE_BOTS * TIMES);
    CHECK(by_lot >= TABLE_BOTS * TIMES * 91 / 100 && by_lot < TABLE_BOTS * TIMES);
    CHECK(best < any);
    gain_is_what_falls();
}

int main(void) {
    known_values();
    coverage("greedy", "random", 25);
    coverage("random", "greedy", 100);
    sequential_tests();
    ratings();
    tables();
    far_apart();
    never_met();
    printf("%ld checks\n", checks);
    return 0;
}
