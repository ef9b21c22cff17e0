/* bounds.c: the bounds against brute force on small sheets, and the printed ones against what they were.
 *
 * A small sheet is solved by a naive search over what is written, without any of the bounds' splitting, prices or
 * numbering: by no prices may the bound be below that. A row alone is solved naively as well, and must come out the
 * same: so the bound computes what it says it does. Games with known dice are held to the exact value as well, and what
 * they are charged for luck to being nothing on average. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arena/solved.h"
#include "solve/bound_qwantum.h"
#include "solve/bound_qwinto.h"
#include "solve/relax_qwantum.h"
#include "sparing.h"

static const double CLOSE = 1e-9;
static const double NEVER = -1e9;

static const double QWINTO_UPPER = 102.087864779, QWANTUM_UPPER = 116.619502814;

enum { KNOWN = 1024 }; /* added to values that are kept, so that 0 is one that is not */

/* A number from 0 to `most`. */
static double real_below(Rng *rng, double most) { return most * (double)rng_below(rng, 1001) / 1000; }

static Solution start_bound(const Solver *solver, void *map) {
    Solution it = {.solver = solver, .seats = 1, .map = map};
    it.value = calloc(solver->count(&it), sizeof(double));
    assert_non_null(it.value);
    return it;
}

/* ---- Qwinto ----------------------------------------------------------------------------------------- */

enum { SMALL = 5 }; /* boxes of a row, at most */

/* A sheet as it looks, 0 where nothing is written. */
typedef struct EasySheet {
    int row[QWINTO_ROWS][SMALL];
    int misthrows;
} EasySheet;

typedef struct EasyQwinto {
    const QwintoRules *rules;
    double *memo;
} EasyQwinto;

static size_t sheet_key(const EasyQwinto *q, const EasySheet *s) {
    size_t key = (size_t)s->misthrows;
    for (int r = 0; r < QWINTO_ROWS; r++)
        for (int b = 0; b < q->rules->boxes; b++) key = key * (size_t)(3 * q->rules->faces + 1) + (size_t)s->row[r][b];
    return key;
}

static int box_in(const QwintoRules *rules, int row, int column) {
    if (!(rules->columns[row] >> column & 1)) return -1;
    return __builtin_popcount(rules->columns[row] & ((1u << column) - 1));
}

static int in_column(const QwintoRules *rules, const EasySheet *s, int row, int column) {
    int box = box_in(rules, row, column);
    return box < 0 ? -1 : s->row[row][box];
}

static int numbers_in(const QwintoRules *rules, const int *row) {
    int n = 0;
    for (int b = 0; b < rules->boxes; b++) n += row[b] > 0;
    return n;
}

static bool row_allows(const QwintoRules *rules, const int *row, int box, int number) {
    if (row[box]) return false;
    for (int b = 0; b < rules->boxes; b++)
        if (row[b] && (b < box ? row[b] >= number : row[b] <= number)) return false;
    return true;
}

static bool sheet_allows(const QwintoRules *rules, const EasySheet *s, int row, int box, int number) {
    if (!row_allows(rules, s->row[row], box, number)) return false;
    for (int c = 0; c < 16; c++)
        if (box_in(rules, row, c) == box)
            for (int r = 0; r < QWINTO_ROWS; r++)
                if (in_column(rules, s, r, c) == number) return false;
    return true;
}

static double sheet_score(const QwintoRules *rules, const EasySheet *s) {
    int score = -rules->cost * s->misthrows;
    for (int r = 0; r < QWINTO_ROWS; r++) {
        int n = numbers_in(rules, s->row[r]);
        score += n == rules->boxes ? s->row[r][n - 1] : n;
    }
    for (int i = 0; i < rules->bonuses; i++) {
        int c = rules->bonus_column[i];
        if (in_column(rules, s, 0, c) > 0 && in_column(rules, s, 1, c) > 0 && in_column(rules, s, 2, c) > 0)
            score += in_column(rules, s, rules->bonus_row[i], c);
    }
    return score;
}

static bool sheet_over(const QwintoRules *rules, const EasySheet *s) {
    int full = 0;
    for (int r = 0; r < QWINTO_ROWS; r++) full += numbers_in(rules, s->row[r]) == rules->boxes;
    return full >= 2 || s->misthrows == rules->misthrows;
}

/* How many rolls of so many dice make each sum. */
static int ways(int faces, int dice, int sum) {
    if (dice == 0) return sum == 0;
    int n = 0;
    for (int f = 1; f <= faces && f <= sum; f++) n += ways(faces, dice - 1, sum - f);
    return n;
}

/* The mean of a roll and, if it is better, a second one, when every sum is worth that much. */
static double two_rolls(int faces, int dice, const double *worth) {
    double rolls = pow(faces, dice), once = 0, twice = 0;
    for (int v = dice; v <= faces * dice; v++) once += ways(faces, dice, v) / rolls * worth[v];
    for (int v = dice; v <= faces * dice; v++) twice += ways(faces, dice, v) / rolls * fmax(worth[v], once);
    return twice;
}

static double qwinto_value(EasyQwinto *q, const EasySheet *s) {
    const QwintoRules *rules = q->rules;
    if (sheet_over(rules, s)) return sheet_score(rules, s);
    double *known = &q->memo[sheet_key(q, s)];
    if (*known > 0) return *known - KNOWN;
    EasySheet missed = *s;
    missed.misthrows++;
    double miss = qwinto_value(q, &missed), by_row[QWINTO_ROWS][QWINTO_HIGHEST + 1], best = NEVER;
    for (int r = 0; r < QWINTO_ROWS; r++)
        for (int v = 1; v <= 3 * rules->faces; v++) {
            by_row[r][v] = miss;
            for (int b = 0; b < rules->boxes; b++) {
                if (!sheet_allows(rules, s, r, b, v)) continue;
                EasySheet then = *s;
                then.row[r][b] = v;
                by_row[r][v] = fmax(by_row[r][v], qwinto_value(q, &then));
            }
        }
    for (unsigned dice = 1; dice < 8; dice++) {
        double worth[QWINTO_HIGHEST + 1];
        for (int v = 0; v <= QWINTO_HIGHEST; v++) {
            worth[v] = miss;
            for (int r = 0; r < QWINTO_ROWS && v > 0; r++)
                if (dice >> r & 1 && v <= 3 * rules->faces) worth[v] = fmax(worth[v], by_row[r][v]);
        }
        best = fmax(best, two_rolls(rules->faces, __builtin_popcount(dice), worth));
    }
    *known = best + KNOWN;
    return best;
}

static QwintoPrices draw_prices(Rng *rng, double most) {
    QwintoPrices prices = {.full = real_below(rng, most)};
    for (int t = 0; t < BOUND_TURNS; t++) prices.turn[t] = real_below(rng, most) - most / 4;
    for (int d = 0; d < 3; d++)
        for (int v = 1; v <= QWINTO_HIGHEST; v++) prices.number[d][v] = real_below(rng, most) - most / 2;
    for (int i = 0; i < 5; i++) prices.share[i] = real_below(rng, most);
    return prices;
}

static double qwinto_upper(const QwintoRules *rules, const QwintoPrices *prices) {
    static QwintoMap map;
    qwinto_map(&map, rules, prices);
    Solution it = start_bound(&qwinto_bound, &map);
    solve_run(&it, 0);
    double upper = qwinto_bound.upper(&it);
    free(it.value);
    return upper;
}

/* Sheets of every shape: all columns of three, and two columns of three among four. */
static const QwintoRules small_qwintos[] = {
    {.boxes = 3,
     .faces = 2,
     .misthrows = 1,
     .cost = 5,
     .columns = {7, 7, 7},
     .bonuses = 2,
     .bonus_column = {0, 2},
     .bonus_row = {2, 0}},
    {.boxes = 3,
     .faces = 2,
     .misthrows = 2,
     .cost = 1,
     .columns = {14, 7, 11},
     .bonuses = 1,
     .bonus_column = {1},
     .bonus_row = {1}},
    {.boxes = 2,
     .faces = 3,
     .misthrows = 2,
     .cost = 2,
     .columns = {3, 3, 3},
     .bonuses = 2,
     .bonus_column = {0, 1},
     .bonus_row = {0, 1}},
    {.boxes = 2, .faces = 2, .misthrows = 4, .cost = 1, .columns = {6, 3, 5}},
};

static void qwinto_is_bounded(void **state) {
    (void)state;
    Rng rng = rng_stream(5, 1);
    for (size_t i = 0; i < sizeof small_qwintos / sizeof small_qwintos[0]; i++) {
        EasyQwinto q = {.rules = &small_qwintos[i]};
        double size = (q.rules->misthrows + 1) * pow(3 * q.rules->faces + 1, 3 * q.rules->boxes);
        q.memo = calloc((size_t)size, sizeof(double));
        assert_non_null(q.memo);
        double exact = qwinto_value(&q, &(EasySheet){.misthrows = 0});
        double best = qwinto_upper(q.rules, &(QwintoPrices){.full = 0}), plain = best;
        assert_true(best >= exact - CLOSE);
        for (int n = 0; n < spare(300, 30); n++) {
            QwintoPrices prices = draw_prices(&rng, 1 + n % 5);
            double upper = qwinto_upper(q.rules, &prices);
            assert_true(upper >= exact - CLOSE);
            best = fmin(best, upper);
        }
        print_message("qwinto, %d boxes, %d faces: exactly %.4f; bounds %.4f without prices, down to %.4f\n",
                      q.rules->boxes, q.rules->faces, exact, plain, best);
        free(q.memo);
    }
}

/* ---- Qwinto: a row alone ---------------------------------------------------------------------------- */

typedef struct RowGame {
    const QwintoRules *rules;
    const QwintoPrices *prices;
    int row, turns;
    double *memo;
} RowGame;

/* What a number in a box brings, by the words of bound_qwinto.c. */
static double row_gain(const RowGame *g, const int *row, int box) {
    const QwintoRules *rules = g->rules;
    double gain = 1;
    for (int i = 0; i < rules->bonuses; i++) {
        if (box_in(rules, g->row, rules->bonus_column[i]) != box) continue;
        double share = g->prices->share[i];
        gain += g->row == rules->bonus_row[i] ? fmax(0, row[box] - 2 * share) : share;
    }
    if (numbers_in(rules, row) == rules->boxes) gain += row[rules->boxes - 1] - rules->boxes - g->prices->full;
    return gain;
}

static double row_value(RowGame *g, const int *row, int turn) {
    const QwintoRules *rules = g->rules;
    int highest = 3 * rules->faces;
    if (turn == g->turns) return 0;
    size_t key = (size_t)turn;
    for (int b = 0; b < rules->boxes; b++) key = key * (size_t)(highest + 1) + (size_t)row[b];
    if (g->memo[key] != 0) return g->memo[key] - KNOWN;
    double pass = row_value(g, row, turn + 1), best = NEVER, worth[QWINTO_HIGHEST + 1];
    for (int dice = 1; dice <= 3; dice++) {
        for (int v = dice; v <= rules->faces * dice; v++) {
            worth[v] = pass;
            for (int b = 0; b < rules->boxes; b++) {
                int then[SMALL];
                if (!row_allows(rules, row, b, v)) continue;
                memcpy(then, row, sizeof then);
                then[b] = v;
                double paid = g->prices->turn[turn] + g->prices->number[dice - 1][v];
                worth[v] = fmax(worth[v], row_gain(g, then, b) - paid + row_value(g, then, turn + 1));
            }
        }
        best = fmax(best, two_rolls(rules->faces, dice, worth));
    }
    g->memo[key] = best + KNOWN;
    return best;
}

static void rows_of_qwinto_agree(void **state) {
    static const QwintoRules rules = {.boxes = 5,
                                      .faces = 2,
                                      .misthrows = 3,
                                      .cost = 5,
                                      .columns = {0x3E, 0x37, 0x1F},
                                      .bonuses = 3,
                                      .bonus_column = {1, 2, 4},
                                      .bonus_row = {1, 0, 2}};
    static QwintoMap map;
    (void)state;
    Rng rng = rng_stream(5, 2);
    for (int n = 0; n < 6; n++) {
        QwintoPrices prices = draw_prices(&rng, n);
        qwinto_map(&map, &rules, &prices);
        Solution it = start_bound(&qwinto_bound, &map);
        solve_run(&it, 0);
        for (int r = 0; r < QWINTO_ROWS; r++) {
            RowGame g = {.rules = &rules, .prices = &prices, .row = r, .turns = map.turns};
            int row[SMALL] = {0};
            g.memo = calloc((size_t)map.turns * 16807, sizeof(double));
            assert_non_null(g.memo);
            double value = it.value[(size_t)r * qwinto_bound.count(&it) / QWINTO_ROWS];
            assert_true(fabs(row_value(&g, row, 0) - value) < CLOSE);
            free(g.memo);
        }
        free(it.value);
    }
}

/* ---- Qwantum ---------------------------------------------------------------------------------------- */

typedef struct Quanta {
    int row[QWANTUM_ROWS][QWANTUM_BOXES]; /* 0 where nothing is written */
    int misthrows;
} Quanta;

enum { QUANTA_HIGH = 5 }; /* highest number of the small games */

typedef struct EasyQwantum {
    const QwantumRules *rules;
    double *memo;
} EasyQwantum;

static double qwantum_value(EasyQwantum *q, const Quanta *s);

static int quanta_in(const QwantumRules *rules, const int *row) {
    int n = 0;
    while (n < rules->boxes && row[n]) n++;
    return n;
}

static bool quanta_allow(const QwantumRules *rules, const Quanta *s, int row, int number) {
    int n = quanta_in(rules, s->row[row]);
    if (n == 0 || n == rules->boxes) return n == 0;
    return n < rules->rising ? number > s->row[row][n - 1] : number < s->row[row][n - 1];
}

static int quanta_score(const QwantumRules *rules, const Quanta *s) {
    int score = -s->misthrows * (s->misthrows + 1) / 2;
    for (int c = 0; c < rules->boxes; c++) {
        int low = 99, next = 99, n = 0;
        for (int r = 0; r < QWANTUM_ROWS; r++) {
            n += s->row[r][c] > 0;
            if (s->row[r][c] < low) low = s->row[r][c];
        }
        for (int r = 0; r < QWANTUM_ROWS; r++)
            if (s->row[r][c] > low && s->row[r][c] < next) next = s->row[r][c];
        if (n == QWANTUM_ROWS) score += next < 99 ? next : low;
    }
    return score;
}

static bool quanta_full(const QwantumRules *rules, const Quanta *s) {
    for (int r = 0; r < QWANTUM_ROWS; r++)
        if (quanta_in(rules, s->row[r]) < rules->boxes) return false;
    return true;
}

/* C after a B that wrote in row `used`, or in none (-1). */
static double step_c(EasyQwantum *q, const Quanta *s, uint32_t sums, int used) {
    Quanta then = *s;
    then.misthrows += used < 0;
    double best = qwantum_value(q, &then);
    for (int r = 0; r < QWANTUM_ROWS; r++) {
        int v = sums >> 8 * r & 0xFF;
        if (r == used || !quanta_allow(q->rules, s, r, v)) continue;
        then = *s;
        then.row[r][quanta_in(q->rules, s->row[r])] = v;
        best = fmax(best, qwantum_value(q, &then));
    }
    return best;
}

static double step_b(EasyQwantum *q, const Quanta *s, uint32_t sums) {
    double best = step_c(q, s, sums, -1);
    for (int r = 0; r < QWANTUM_ROWS; r++) {
        int v = sums >> 8 * r & 0xFF;
        if (!quanta_allow(q->rules, s, r, v)) continue;
        Quanta then = *s;
        then.row[r][quanta_in(q->rules, s->row[r])] = v;
        best = fmax(best, quanta_full(q->rules, &then) ? quanta_score(q->rules, &then) : step_c(q, &then, sums, r));
    }
    return best;
}

/* The dice as digits of a number, the white one lowest. */
static int face_of(const QwantumRules *rules, int roll, int die) {
    while (die--) roll /= rules->sides;
    return roll % rules->sides;
}

static double keep_best(const QwantumRules *rules, const double *worth, int rolls, int roll) {
    double best = NEVER;
    for (unsigned again = 0; again < 1u << rules->dice; again++) {
        double sum = 0;
        int n = 0;
        for (int next = 0; next < rolls; next++) {
            bool fits = true;
            for (int d = 0; d < rules->dice; d++)
                fits &= (again >> d & 1) || face_of(rules, next, d) == face_of(rules, roll, d);
            if (fits) sum += worth[next];
            n += fits;
        }
        best = fmax(best, sum / n);
    }
    return best;
}

static double qwantum_value(EasyQwantum *q, const Quanta *s) {
    const QwantumRules *rules = q->rules;
    if (quanta_full(rules, s) || s->misthrows == rules->misthrows) return quanta_score(rules, s);
    size_t key = (size_t)s->misthrows;
    for (int r = 0; r < QWANTUM_ROWS; r++)
        for (int b = 0; b < rules->boxes; b++) key = key * (QUANTA_HIGH + 1) + (size_t)s->row[r][b];
    if (q->memo[key] > 0) return q->memo[key] - KNOWN;
    double worth[64], mean = 0;
    int rolls = 1;
    for (int d = 0; d < rules->dice; d++) rolls *= rules->sides;
    for (int roll = 0; roll < rolls; roll++) {
        uint32_t sums = 0;
        for (int d = 0; d < rules->dice; d++) sums += rules->face[d][face_of(rules, roll, d)];
        worth[roll] = step_b(q, s, sums);
    }
    for (int roll = 0; roll < rolls; roll++) mean += keep_best(rules, worth, rolls, roll) / rolls;
    q->memo[key] = mean + KNOWN;
    return mean;
}

enum { P = 1, B = 1 << 8, R = 1 << 16, Y = 1 << 24, W = P + B + R + Y };

static const QwantumRules small_qwantums[] = {
    {.boxes = 2, .rising = 2, .misthrows = 3, .dice = 3, .sides = 2, .face = {{W, 2 * W}, {2 * P, B}, {R, 3 * Y}}},
    {.boxes = 2,
     .rising = 1,
     .misthrows = 2,
     .dice = 3,
     .sides = 2,
     .face = {{W, 2 * W}, {3 * P, 2 * R}, {2 * R, 3 * B}}},
    {.boxes = 2, .rising = 1, .misthrows = 5, .dice = 2, .sides = 3, .face = {{W, 2 * W, 3 * W}, {2 * P, B, R}}},
    {.boxes = 1, .rising = 1, .misthrows = 4, .dice = 4, .sides = 2, .face = {{W, 2 * W}, {P, B}, {P, R}, {P, Y}}},
};

static double qwantum_upper(const QwantumRules *rules, const double *level) {
    QwantumMap map;
    qwantum_map(&map, rules, level);
    Solution it = start_bound(&qwantum_bound, &map);
    solve_run(&it, 0);
    double upper = qwantum_bound.upper(&it);
    free(it.value);
    return upper;
}

static void qwantum_is_bounded(void **state) {
    (void)state;
    Rng rng = rng_stream(5, 3);
    for (size_t i = 0; i < sizeof small_qwantums / sizeof small_qwantums[0]; i++) {
        EasyQwantum q = {.rules = &small_qwantums[i]};
        double level[QWANTUM_BOXES] = {0};
        q.memo = calloc((size_t)((q.rules->misthrows + 1) * pow(QUANTA_HIGH + 1, 4 * q.rules->boxes)), sizeof(double));
        assert_non_null(q.memo);
        double exact = qwantum_value(&q, &(Quanta){.misthrows = 0}), best = qwantum_upper(q.rules, level), plain = best;
        assert_true(best >= exact - CLOSE);
        for (int n = 0; n < spare(60, 20); n++) {
            for (int c = 0; c < q.rules->boxes; c++) level[c] = real_below(&rng, QUANTA_HIGH);
            double upper = qwantum_upper(q.rules, level);
            assert_true(upper >= exact - CLOSE);
            best = fmin(best, upper);
        }
        print_message("qwantum, %d boxes, %d dice: exactly %.4f; bounds %.4f at level 0, down to %.4f\n",
                      q.rules->boxes, q.rules->dice, exact, plain, best);
        free(q.memo);
    }
}

/* Luck is charged fairly: without sharing and prices every game comes to just the bound, whatever the dice; and a set
 * rolled again, the same in every game, costs nothing on average. */
static void luck_is_charged(const QwantumRules *rules, const double *level) {
    static QwantumMap map;
    static QwantumRelax relax;
    static double sum[QWANTUM_ROWS][QWANTUM_SETS], squares[QWANTUM_ROWS][QWANTUM_SETS];
    enum { GAMES = 500 };
    memset(sum, 0, sizeof sum);
    memset(squares, 0, sizeof squares);
    qwantum_map(&map, rules, level);
    memset(map.price, 0, sizeof map.price);
    qwantum_relax_open(&relax, &map);
    double upper = 0;
    for (int r = 0; r < QWANTUM_ROWS; r++) upper += relax.value[r][0][0];
    for (int n = 0; n < GAMES; n++) {
        Rng rng = rng_stream(6, (uint64_t)n);
        assert_true(fabs(qwantum_relax(&relax, &rng, 0) - upper) < CLOSE);
        for (int r = 0; r < QWANTUM_ROWS; r++)
            for (int set = 0; set < relax.sets; set++) {
                double charge = relax.charge[0][r][0][set];
                sum[r][set] += charge;
                squares[r][set] += charge * charge;
            }
    }
    for (int r = 0; r < QWANTUM_ROWS; r++)
        for (int set = 0; set < relax.sets; set++) assert_true(fabs(sum[r][set]) <= 5 * sqrt(squares[r][set]) + CLOSE);
}

/* Games with known dice: more sweeps never give more, with the same dice; and for any levels the mean is not below the
 * exact value, but for its error. */
static void relaxed_qwantum(const QwantumRules *rules, const double *level, double exact) {
    static QwantumMap map;
    static QwantumRelax relax;
    int played = spare(40, 4);
    double sum = 0, squares = 0;
    qwantum_map(&map, rules, level);
    qwantum_relax_open(&relax, &map);
    for (int n = 0; n < played; n++) {
        double now = 0, before = INFINITY;
        for (int sweeps = 0; sweeps <= 16; sweeps = sweeps ? sweeps * 4 : 1) {
            Rng rng = rng_stream(5, (uint64_t)n);
            now = qwantum_relax(&relax, &rng, sweeps);
            assert_true(now <= before + CLOSE);
            before = now;
        }
        sum += now;
        squares += now * now;
    }
    double mean = sum / played, error = sqrt(fmax(0, squares / played - mean * mean) / (played - 1));
    print_message("  with known dice %.4f, error %.4f; exactly %.4f\n", mean, error, exact);
    assert_true(mean >= exact - 4 * error);
}

static void qwantum_is_relaxed(void **state) {
    (void)state;
    Rng rng = rng_stream(5, 4);
    for (size_t i = 0; i < sizeof small_qwantums / sizeof small_qwantums[0]; i++) {
        EasyQwantum q = {.rules = &small_qwantums[i]};
        double level[QWANTUM_BOXES] = {0};
        q.memo = calloc((size_t)((q.rules->misthrows + 1) * pow(QUANTA_HIGH + 1, 4 * q.rules->boxes)), sizeof(double));
        assert_non_null(q.memo);
        double exact = qwantum_value(&q, &(Quanta){.misthrows = 0});
        for (int n = 0; n < 2; n++) {
            print_message("qwantum, %d boxes, %d dice: bound %.4f\n", q.rules->boxes, q.rules->dice,
                          qwantum_upper(q.rules, level));
            relaxed_qwantum(q.rules, level, exact);
            luck_is_charged(q.rules, level);
            for (int c = 0; c < q.rules->boxes; c++) level[c] = real_below(&rng, QUANTA_HIGH);
        }
        free(q.memo);
    }
}

/* ---- The printed games ------------------------------------------------------------------------------ */

static double printed_upper(const Solver *solver) {
    Solved t;
    assert_true(solved_new(solver, 1, &t));
    solve_run(&t.it, 0);
    double upper = solver->upper(&t.it);
    solved_free(&t);
    return upper;
}

static void printed_bounds_stand(void **state) {
    (void)state;
    assert_true(printed_upper(&qwinto_cards_bound) == 116);
    if (sparing()) return; /* small sheets are bounded by the same functions */
    assert_true(fabs(printed_upper(&qwantum_bound) - QWANTUM_UPPER) < 1e-6);
    if (getenv("PENNA_LONG") && !getenv("PENNA_TEST_GAMES"))
        assert_true(fabs(printed_upper(&qwinto_bound) - QWINTO_UPPER) < 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(qwinto_is_bounded),    cmocka_unit_test(rows_of_qwinto_agree),
        cmocka_unit_test(qwantum_is_bounded),   cmocka_unit_test(qwantum_is_relaxed),
        cmocka_unit_test(printed_bounds_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
