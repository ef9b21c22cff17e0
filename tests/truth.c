/* truth.c: shortened Qwixx is Qwixx where the sheet is the printed one; matrix games are solved as they are known to
 * be; and the exact values for two hold together: who begins and who comes second share the game, nobody has more than
 * the value against the perfect player, and best responses are at least as good as what they answer to. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/qwixx.h"
#include "games/qwixx_short.h"
#include "solve/truth.h"

enum { ROOM = 1 << 14, GAMES = 300, MATRICES = 2000 };

static void assert_near(double a, double b, double most) { assert_true(fabs(a - b) <= most); }

/* ---- The rules -------------------------------------------------------------------------------------- */

static void same(const State *a, const State *b) {
    int points[SEATS_MAX], other[SEATS_MAX];
    assert_int_equal(a->node, b->node);
    assert_int_equal(a->movers, b->movers);
    assert_int_equal(a->active, b->active);
    assert_int_equal(a->turn, b->turn);
    qwixx_game.scores(a, points);
    qwixx_short_game.scores(b, other);
    for (int i = 0; i < 2; i++) assert_int_equal(points[i], other[i]);
    if (a->node == NODE_CHANCE) assert_int_equal(qwixx_game.outcomes(a), qwixx_short_game.outcomes(b));
}

/* Every random game is one game of both. */
static void is_qwixx(void **unused) {
    (void)unused;
    int printed[OPTIONS_MAX] = {SHORT_SHEETS - 1}, ended = 0;
    for (uint64_t k = 0; k < GAMES; k++) {
        AnyState a, b;
        Rng rng = rng_stream(3, k);
        game_start(&qwixx_game, &a.head, 2);
        qwixx_short_game.start(&b.head, 2, printed);
        for (;;) {
            same(&a.head, &b.head);
            if (a.head.node == NODE_OVER) break;
            if (a.head.node == NODE_CHANCE) {
                uint32_t outcome = rng_below(&rng, qwixx_game.outcomes(&a.head));
                qwixx_game.chance(&a.head, outcome);
                qwixx_short_game.chance(&b.head, outcome);
                continue;
            }
            Move joint[SEATS_MAX] = {0};
            for (int i = 0; i < 2; i++) {
                Move move[MOVES_MAX], other[MOVES_MAX];
                int n = qwixx_game.legal(&a.head, i, move);
                assert_int_equal(n, qwixx_short_game.legal(&b.head, i, other));
                if (n) assert_memory_equal(move, other, (size_t)n * sizeof *move);
                /* Mostly the first number there is: games with locks, not with misthrows alone. */
                if (n) joint[i] = move[n > 1 && rng_below(&rng, 4) ? 1 : rng_below(&rng, (uint32_t)n)];
            }
            qwixx_game.play(&a.head, joint);
            qwixx_short_game.play(&b.head, joint);
        }
        ended += ((const Qwixx *)&a)->closed != 0;
    }
    assert_true(ended > GAMES / 10); /* some by locks */
}

/* ---- Matrix games ----------------------------------------------------------------------------------- */

static void known_games(void **unused) {
    (void)unused;
    static const Matrix pennies = {2, 2, {{1, 0}, {0, 1}}}, paper = {3, 3, {{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}}},
                        skew = {2, 2, {{3, -1}, {-2, 4}}}, saddle = {2, 3, {{5, 3, 4}, {1, 2, 9}}},
                        wide = {2, 4, {{2, 3, -1, 5}, {-2, 0, 4, -1}}};
    Mixture mix;
    assert_near(matrix_solve(&pennies, &mix), 0.5, 1e-15);
    assert_near(matrix_solve(&paper, &mix), 0, 1e-15);
    for (int i = 0; i < 3; i++) assert_near(mix.row[i], 1.0 / 3, 1e-15);
    assert_near(matrix_solve(&skew, &mix), 1, 1e-15); /* 10 / 10, by the formula for two by two */
    assert_near(matrix_solve(&saddle, &mix), 3, 0);
    assert_near(matrix_solve(&wide, &mix), 2.0 / 3, 1e-15); /* columns 0 and 2: (8 - 2) / 9 */
}

/* Whatever the matrix, both sides are proved to have the same. */
static void proved_games(void **unused) {
    (void)unused;
    Rng rng = rng_stream(5, 0);
    int mixed = 0;
    for (int k = 0; k < MATRICES; k++) {
        Matrix m = {.rows = 1 + (int)rng_below(&rng, 5), .columns = 1 + (int)rng_below(&rng, 5)};
        Mixture mix;
        double row = 0, column = 0;
        bool whole = k % 2; /* few different numbers, so that many are equal */
        for (int i = 0; i < m.rows; i++)
            for (int j = 0; j < m.columns; j++) m.at[i][j] = whole ? rng_below(&rng, 4) : rng_real(&rng);
        matrix_solve(&m, &mix);
        for (int i = 0; i < m.rows; i++) assert_true(mix.row[i] >= 0), row += mix.row[i];
        for (int j = 0; j < m.columns; j++) assert_true(mix.column[j] >= 0), column += mix.column[j];
        assert_near(row, 1, 1e-12);
        assert_near(column, 1, 1e-12);
        assert_true(mix.high - mix.low < 1e-11 && mix.high - mix.low > -1e-11);
        mixed += mix.row[0] > 0 && mix.row[0] < 1;
    }
    assert_true(mixed > MATRICES / 10);
}

/* ---- Values for two --------------------------------------------------------------------------------- */

static void open_truth(Truth *t, TruthPlay *first, TruthPlay *second, void *context) {
    *t = (Truth){.game = &qwixx_short_game, .room = ROOM, .entry = calloc(ROOM, sizeof(TruthEntry))};
    assert_non_null(t->entry);
    t->seat[0].play = first, t->seat[1].play = second;
    t->seat[0].context = t->seat[1].context = context;
}

static double value_of(Truth *t, const char *sheet, int active) {
    AnyState s;
    int option[OPTIONS_MAX] = {0};
    while (strcmp(short_sheets[option[0]].name, sheet) != 0) option[0]++;
    qwixx_short_game.start(&s.head, 2, option);
    s.head.active = (uint8_t)active;
    double value = truth_value(t, &s.head);
    assert_false(t->full);
    return value;
}

/* Always the last of its moves. */
static int last_move(void *context, const State *s, int seat, Move *move, double *chance) {
    Move legal[MOVES_MAX];
    (void)context;
    *move = legal[qwixx_short_game.legal(s, seat, legal) - 1];
    *chance = 1;
    return 1;
}

static void values_agree(void **unused) {
    (void)unused;
    static const char *const sheets[] = {"one", "tiny"};
    for (int k = 0; k < 2; k++) {
        Truth perfect, t;
        open_truth(&perfect, NULL, NULL, NULL);
        double value = value_of(&perfect, sheets[k], 0);
        assert_near(value + value_of(&perfect, sheets[k], 1), 1, 1e-13);
        assert_true(perfect.gap < 1e-13 && perfect.mixed > 0);

        open_truth(&t, NULL, truth_perfect, &perfect); /* nobody has more against the perfect player, */
        assert_near(value_of(&t, sheets[k], 0), value, 1e-12);
        free(t.entry);
        open_truth(&t, truth_perfect, truth_perfect, &perfect); /* who has as much against itself */
        assert_near(value_of(&t, sheets[k], 0), value, 1e-12);
        free(t.entry);

        open_truth(&t, NULL, last_move, NULL);
        double best = value_of(&t, sheets[k], 0);
        free(t.entry);
        open_truth(&t, last_move, last_move, NULL);
        double twins = value_of(&t, sheets[k], 0);
        free(t.entry);
        t = (Truth){0};
        open_truth(&t, truth_perfect, last_move, &perfect);
        double sure = value_of(&t, sheets[k], 0);
        free(t.entry);
        assert_true(best > twins + 0.01 && best >= sure && sure > value + 0.01);
        free(perfect.entry);
    }
}

/* Too little room is said, and no value is made up. */
static void too_small(void **unused) {
    (void)unused;
    AnyState s;
    Truth t;
    open_truth(&t, NULL, NULL, NULL);
    t.room = 64;
    game_start(&qwixx_short_game, &s.head, 2);
    truth_value(&t, &s.head);
    assert_true(t.full);
    free(t.entry);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_qwixx),     cmocka_unit_test(known_games), cmocka_unit_test(proved_games),
        cmocka_unit_test(values_agree), cmocka_unit_test(too_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
