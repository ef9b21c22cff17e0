/* solve.c: the solvers against brute force, against play, and their tables against damage.
 *
 * Three independent witnesses. On small sheets of Qwixx a naive search over the crosses themselves, without any
 * of the solver's codes, symmetries or sorting, must give the same value in every position, for every number of
 * seats. In late positions of the printed games a search that knows nothing but the game's interface must give
 * the same value to every move. And games played by the table through the engine must bring, on average, what
 * the table promises. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "arena/solved.h"
#include "solve/solve_qwixx.h"
#include "sparing.h"

static const double CLOSE = 1e-9;

/* How many games are played by each table. */
static int games_to_play(void) { return sparing() ? atoi(getenv("PENNA_TEST_GAMES")) : at_length() ? 100000 : 40000; }

/* ---- Small sheets of Qwixx -------------------------------------------------------------------------- */

/* A sheet as it looks: bit b of a row: box b is crossed; bit `numbers`: the lock is. */
typedef struct Small {
    const QwixxRules *rules;
    int numbers, seats;
    const Solution *it; /* what it is compared with */
    double *memo;       /* by key: the value plus KNOWN; 0: not known yet, and no memory touched */
    long compared;
} Small;

enum { KNOWN = 1024 };

typedef struct SmallSheet {
    unsigned row[4];
    int misthrows;
    int wait; /* other turns before the seat's own */
} SmallSheet;

static size_t small_key(const Small *q, const SmallSheet *s) {
    size_t key = 0;
    for (int r = 0; r < 4; r++) key = key << (q->numbers + 1) | s->row[r];
    return (key * (size_t)q->rules->misthrows + (size_t)s->misthrows) * (size_t)q->seats + (size_t)s->wait;
}

static int small_points(const Small *q, const SmallSheet *s) {
    int points = -q->rules->cost * s->misthrows;
    for (int r = 0; r < 4; r++)
        for (int n = __builtin_popcount(s->row[r]); n > 0; n--) points += n;
    return points;
}

static bool small_over(const Small *q, const SmallSheet *s) {
    int locked = 0;
    for (int r = 0; r < 4; r++) locked += (int)(s->row[r] >> q->numbers & 1);
    return locked >= 2 || s->misthrows == q->rules->misthrows;
}

static bool small_cross(const Small *q, SmallSheet *s, int r, int number) {
    int last = q->numbers - 1, box = r < 2 ? number - 2 : q->numbers + 1 - number;
    if (s->row[r] >> box) return false;
    if (box == last && __builtin_popcount(s->row[r]) < q->rules->need) return false;
    s->row[r] |= 1u << box;
    if (box == last) s->row[r] |= 1u << q->numbers;
    return true;
}

static double small_value(Small *q, const SmallSheet *s);

static double small_colour(Small *q, const SmallSheet *s, const int *die, bool crossed) {
    SmallSheet then = *s;
    then.wait = q->seats - 1;
    then.misthrows += !crossed;
    double best = small_value(q, &then);
    for (int r = 0; r < 4; r++)
        for (int white = 0; white < 2; white++) {
            then = *s;
            then.wait = q->seats - 1;
            if (small_cross(q, &then, r, die[white] + die[2 + r])) best = fmax(best, small_value(q, &then));
        }
    return best;
}

/* The best of one roll: two white dice, then four coloured ones. */
static double small_roll(Small *q, const SmallSheet *s, const int *die) {
    SmallSheet then = *s;
    then.wait = s->wait - 1;
    double best = s->wait ? small_value(q, &then) : small_colour(q, s, die, false);
    for (int r = 0; r < 4; r++) {
        then = *s;
        if (!small_cross(q, &then, r, die[0] + die[1])) continue;
        bool own = s->wait == 0 && !small_over(q, &then);
        if (s->wait) then.wait--;
        best = fmax(best, own ? small_colour(q, &then, die, true) : small_value(q, &then));
    }
    return best;
}

static void small_compare(Small *q, const SmallSheet *s, double value) {
    const QwixxMap *map = q->it->map;
    uint8_t code[4];
    for (int r = 0; r < 4; r++) {
        unsigned row = s->row[r];
        int passed = row ? 32 - __builtin_clz(row) : 0;
        code[r] = row >> q->numbers ? (uint8_t)(map->codes - 1) : map->code[passed][__builtin_popcount(row)];
    }
    double table = small_points(q, s) + qwixx_to_come(q->it, code, s->misthrows, s->wait);
    assert_true(fabs(table - value) < CLOSE);
    q->compared++;
}

/* The mean over all rolls of all six dice, the removed ones too: they change nothing. */
static double small_value(Small *q, const SmallSheet *s) {
    if (small_over(q, s)) return small_points(q, s);
    double *known = &q->memo[small_key(q, s)];
    if (*known > 0) return *known - KNOWN;
    int faces = q->rules->faces, rolls = 1;
    for (int i = 0; i < 6; i++) rolls *= faces;
    double sum = 0;
    for (int roll = 0; roll < rolls; roll++) {
        int die[6];
        for (int i = 0, rest = roll; i < 6; i++, rest /= faces) die[i] = rest % faces + 1;
        sum += small_roll(q, s, die);
    }
    *known = sum / rolls + KNOWN;
    small_compare(q, s, sum / rolls);
    return sum / rolls;
}

/* Solves a small Qwixx and compares every position reachable from `from`. */
static long small_check(const QwixxRules *rules, int seats, const SmallSheet *from) {
    static QwixxMap map;
    qwixx_map(&map, rules);
    Solution it = {.solver = &qwixx_solver, .seats = seats, .map = &map};
    it.value = calloc(qwixx_solver.count(&it), sizeof(double));
    Small q = {.rules = rules, .numbers = map.numbers, .seats = seats, .it = &it};
    q.memo = calloc((size_t)(rules->misthrows * seats) << 4 * (map.numbers + 1), sizeof(double));
    assert_true(it.value && q.memo);
    solve_run(&it, 0);
    for (int wait = 0; wait < seats; wait++) {
        SmallSheet s = *from;
        s.wait = wait;
        small_value(&q, &s);
    }
    free(it.value);
    free(q.memo);
    return q.compared;
}

static void small_sheets_agree(void **state) {
    (void)state;
    long compared = 0;
    for (int need = 1; need <= 3; need++)
        for (int misthrows = 1; misthrows <= 4; misthrows += 3)
            for (int seats = 1; seats <= 5; seats += sparing() ? 4 : 2) {
                QwixxRules rules = {.faces = 2, .need = need, .misthrows = misthrows, .cost = 5};
                compared += small_check(&rules, seats, &(SmallSheet){.misthrows = 0});
            }
    assert_true(compared > 10000);
}

static void three_faces_agree(void **state) {
    (void)state;
    QwixxRules rules = {.faces = 3, .need = 2, .misthrows = 2, .cost = 5};
    SmallSheet from = {.row = {1, 3, 4, 2}};
    assert_true(small_check(&rules, 1, &from) > 100);
    if (!sparing()) assert_true(small_check(&rules, 2, &from) > 200);
}

/* ---- Late positions of the printed games ------------------------------------------------------------ */

enum { MEMO = 1 << 16 };

/* A search that knows only the interface. Values of chance nodes are kept by the state's bytes. */
typedef struct Brute {
    const Game *game;
    const Solution *it;
    AnyState key[MEMO];
    double value[MEMO];
    bool used[MEMO];
    int compared;
} Brute;

static double brute_value(Brute *b, const AnyState *s);

static double brute_move(Brute *b, const AnyState *s) {
    Move move[MOVES_MAX];
    double best = -1e9;
    int n = b->game->legal(&s->head, 0, move);
    for (int i = 0; i < n; i++) {
        AnyState then = *s;
        b->game->play(&then.head, &move[i]);
        best = fmax(best, brute_value(b, &then));
    }
    return best;
}

static double brute_chance(Brute *b, const AnyState *s) {
    uint32_t outcomes = b->game->outcomes(&s->head);
    double sum = 0;
    for (uint32_t i = 0; i < outcomes; i++) {
        AnyState then = *s;
        b->game->chance(&then.head, i);
        sum += brute_value(b, &then);
    }
    return sum / outcomes;
}

static double brute_value(Brute *b, const AnyState *s) {
    int points[SEATS_MAX];
    if (s->head.node == NODE_MOVE) return brute_move(b, s);
    if (s->head.node == NODE_OVER) {
        b->game->scores(&s->head, points);
        return points[0];
    }
    AnyState key = *s;
    key.head.turn = 0;
    uint64_t hash = 0;
    for (size_t i = 0; i < b->game->size; i++) hash = rng_mix(hash ^ key.bytes[i]);
    size_t at = hash % MEMO;
    while (b->used[at] && memcmp(b->key[at].bytes, key.bytes, b->game->size) != 0) at = (at + 1) % MEMO;
    if (b->used[at]) return b->value[at];
    double value = brute_chance(b, &key);
    assert_true(fabs(value - b->it->solver->value(b->it, &key.head, 0)) < CLOSE);
    b->compared++;
    while (b->used[at]) at = (at + 1) % MEMO;
    b->used[at] = true;
    b->key[at] = key;
    return b->value[at] = value;
}

/* Every move after some rolls of this position has the value that the table gives it. */
static void compare_moves(Brute *b, const AnyState *s) {
    Move move[MOVES_MAX];
    double value[MOVES_MAX];
    if (s->head.node != NODE_MOVE) return;
    int n = b->it->solver->best(b->it, &s->head, 0, move, value);
    assert_int_equal(n, b->game->legal(&s->head, 0, move));
    for (int i = 0; i < n; i++) {
        AnyState then = *s;
        b->game->play(&then.head, &move[i]);
        assert_true(fabs(value[i] - brute_value(b, &then)) < CLOSE);
        compare_moves(b, &then);
    }
}

static int brute_check(const Solution *it, const char *position) {
    Brute *b = calloc(1, sizeof *b);
    AnyState s;
    const char *why;
    assert_non_null(b);
    memset(&s, 0, sizeof s);
    if (!game_get_state_of(it->solver->game, position, &s, &why)) fail_msg("%s: %s", position, why);
    b->game = it->solver->game;
    b->it = it;
    brute_value(b, &s);
    uint32_t outcomes = b->game->outcomes(&s.head);
    for (uint32_t i = 0; i < outcomes; i += 97) {
        AnyState rolled = s;
        b->game->chance(&rolled.head, i);
        compare_moves(b, &rolled);
    }
    int compared = b->compared;
    free(b);
    return compared;
}

/* ---- Play ------------------------------------------------------------------------------------------- */

/* Plays one game by the table and returns the points. */
static int play_game(const Solution *it, Rng *rng) {
    const Game *g = it->solver->game;
    AnyState s;
    int points[SEATS_MAX];
    game_start(g, &s.head, 1);
    while (s.head.node != NODE_OVER) {
        if (s.head.node == NODE_CHANCE) {
            g->chance(&s.head, game_roll(g, &s.head, rng));
            continue;
        }
        Move move[MOVES_MAX];
        double value[MOVES_MAX];
        int n = it->solver->best(it, &s.head, 0, move, value), best = 0;
        for (int i = 1; i < n; i++)
            if (value[i] > value[best]) best = i;
        g->play(&s.head, &move[best]);
    }
    g->scores(&s.head, points);
    return points[0];
}

/* The mean of many games lies within three standard errors of the value. */
static void play_keeps_the_promise(const Solution *it) {
    int n = games_to_play();
    double sum = 0, squares = 0, value;
    for (int i = 0; i < n; i++) {
        Rng rng = rng_stream(21, (uint64_t)i);
        double points = play_game(it, &rng);
        sum += points;
        squares += points * points;
    }
    double mean = sum / n, error = sqrt((squares / n - mean * mean) / n);
    solve_values(it, &value);
    print_message("%s: %d games by the table: %.4f +- %.4f, promised %.4f\n", it->solver->game->name, n, mean, error,
                  value);
    assert_true(fabs(mean - value) < 3 * error);
}

/* ---- The printed games ------------------------------------------------------------------------------ */

static int solve_qwixx(void **state) {
    static Solved table;
    if (!solved_new(&qwixx_solver, 1, &table)) return -1;
    solve_run(&table.it, 0);
    table.done = qwixx_solver.layers(&table.it);
    *state = &table;
    return 0;
}

static int solve_twentyone(void **state) {
    static Solved table;
    if (!solved_new(&twentyone_solver, 1, &table)) return -1;
    solve_run(&table.it, 0);
    table.done = twentyone_solver.layers(&table.it);
    *state = &table;
    return 0;
}

static int free_table(void **state) {
    solved_free(*state);
    return 0;
}

static void qwixx_is_worth(void **state) {
    Solved *t = *state;
    double value;
    solve_values(&t->it, &value);
    assert_true(fabs(value - 115.483126024) < CLOSE);
    assert_int_equal(solve_states(&t->it), 4401756);
}

static void late_qwixx_agrees(void **state) {
    static const char *const positions[] = {
        /* only the four last numbers are left, two of them can be opened */
        "qwixx seats=1 turn=18 active=0 phase=roll closed=- dice=- crossed=0 "
        "r2,3,4,5,11/y2,3,4,5,6,11/g12,11,3/b12,11,10,9,8,3/m2",
        /* a white cross makes the fifth and opens the last number for the colour step */
        "qwixx seats=1 turn=18 active=0 phase=roll closed=- dice=- crossed=0 "
        "r2,3,4,10/y2,3,4,5,11/g12,11,3/b12,11,10,9,4/m3",
        /* a row is closed: the next lock ends the game, in the white step without a misthrow */
        "qwixx seats=1 turn=18 active=0 phase=roll closed=g dice=- crossed=0 "
        "r2,3,4,9/y2,3,4,5,6,10/g12,11,10,9,8,2/b12,11,10,9,8,5/m1",
        "qwixx seats=1 turn=18 active=0 phase=roll closed=y dice=- crossed=0 "
        "r2,3,4,5,8/y2,3,4,5,6,12/g12,11,10,9,4/b12,11,3/m2",
    };
    Solved *t = *state;
    for (size_t i = 0; i < (sparing() ? 1 : sizeof positions / sizeof positions[0]); i++)
        assert_true(brute_check(&t->it, positions[i]) > 3);
}

static void qwixx_plays(void **state) { play_keeps_the_promise(&((Solved *)*state)->it); }

static void twentyone_is_worth(void **state) {
    static const double rows[] = {28.254456957, 27.228187683, 26.508087697, 25.531486520, 24.585981947};
    Solved *t = *state;
    double value;
    solve_values(&t->it, &value);
    assert_true(fabs(value - 132.108200804) < CLOSE);
    for (int r = 0; r < twentyone_solver.rows; r++)
        assert_true(fabs(twentyone_solver.row_value(&t->it, r) - rows[r]) < CLOSE);
}

static void late_twentyone_agrees(void **state) {
    static const char *const positions[] = {
        "twentyone seats=1 turn=10 active=0 phase=roll dice=- 654321/544331/653221/544221/.4.321",
        "twentyone seats=1 sheets=D turn=10 active=0 phase=roll dice=- 654321/544331/653221/544221/x41..1",
    };
    Solved *t = *state;
    for (size_t i = 0; i < (sparing() ? 1 : sizeof positions / sizeof positions[0]); i++)
        assert_true(brute_check(&t->it, positions[i]) > 3);
}

static void twentyone_plays(void **state) { play_keeps_the_promise(&((Solved *)*state)->it); }

/* ---- Solved files ------------------------------------------------------------------------------------ */

static char path[] = "/tmp/penna-table-XXXXXX";

/* Writes the table, changes one byte of the file, and expects a refusal that says so. */
static void refuse_changed(const Solved *t, long at, unsigned flip, const char *reason) {
    char why[SOLVED_WHY];
    Solved got;
    assert_true(solved_save(t, path, why));
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    assert_int_equal(fseek(f, at, at < 0 ? SEEK_END : SEEK_SET), 0);
    int byte = fgetc(f);
    fseek(f, -1, SEEK_CUR);
    fputc(byte ^ (int)flip, f);
    fclose(f);
    assert_false(solved_load(path, t->it.solver, t->it.seats, true, &got, why));
    if (!strstr(why, reason)) fail_msg("expected `%s`, got `%s`", reason, why);
}

static void tables_survive(void **state) {
    Solved *t = *state, got;
    char why[SOLVED_WHY];
    size_t bytes = twentyone_solver.count(&t->it) * sizeof(double);
    assert_true(solved_save(t, path, why));
    assert_true(solved_load(path, &twentyone_solver, 1, false, &got, why));
    assert_memory_equal(got.it.value, t->it.value, bytes);
    assert_true(solved_complete(&got));
    solved_free(&got);
}

static void bad_tables_are_refused(void **state) {
    Solved *t = *state, got;
    char why[SOLVED_WHY];
    refuse_changed(t, 0, 1, "not a table");
    refuse_changed(t, 8, 0xFF, "byte order");
    refuse_changed(t, 12, 2, "format 3");
    refuse_changed(t, 40, 1, "header does not add up");
    refuse_changed(t, SOLVED_HEADER, 1, "values do not add up");
    refuse_changed(t, SOLVED_HEADER + 123457, 0x80, "values do not add up");
    refuse_changed(t, -1, 1, "values do not add up");
    assert_true(solved_save(t, path, why));
    assert_false(solved_load(path, &qwixx_solver, 1, false, &got, why));
    assert_non_null(strstr(why, "a table of twentyone for 1 seats"));
    assert_int_equal(truncate(path, 5000), 0);
    assert_false(solved_load(path, &twentyone_solver, 1, false, &got, why));
    assert_non_null(strstr(why, "5000 bytes instead of"));
    assert_int_equal(truncate(path, 20), 0);
    assert_false(solved_load(path, &twentyone_solver, 1, false, &got, why));
    assert_non_null(strstr(why, "too short"));
    assert_int_equal(unlink(path), 0);
    assert_false(solved_load(path, &twentyone_solver, 1, false, &got, why));
    assert_non_null(strstr(why, "cannot open"));
}

/* A table of another version of the solver. */
static void other_versions_are_refused(void **state) {
    Solved *t = *state, got;
    char why[SOLVED_WHY];
    Solver newer = twentyone_solver;
    newer.version++;
    assert_true(solved_save(t, path, why));
    assert_false(solved_load(path, &newer, 1, false, &got, why));
    assert_non_null(strstr(why, "version 1 of this table; this program reads version 2"));
}

/* Put away after two layers and taken up again: the same bits. */
static void work_is_resumed(void **state) {
    Solved *whole = *state, part, got;
    char why[SOLVED_WHY];
    assert_true(solved_new(&twentyone_solver, 1, &part));
    for (; part.done < 2; part.done++)
        for (uint32_t i = 0; i < twentyone_solver.items(&part.it, part.done); i++)
            twentyone_solver.run(&part.it, part.done, i, i + 1);
    assert_true(solved_save(&part, path, why));
    solved_free(&part);
    assert_false(solved_load(path, &twentyone_solver, 1, false, &got, why));
    assert_non_null(strstr(why, "unfinished: 2 of 6 layers"));
    assert_true(solved_load(path, &twentyone_solver, 1, true, &got, why));
    assert_int_equal(got.done, 2);
    solve_run(&got.it, got.done);
    assert_memory_equal(got.it.value, whole->it.value, twentyone_solver.count(&got.it) * sizeof(double));
    solved_free(&got);
}

int main(void) {
    int fd = mkstemp(path);
    if (fd < 0) return 1;
    close(fd);
    const struct CMUnitTest small[] = {
        cmocka_unit_test(small_sheets_agree),
        cmocka_unit_test(three_faces_agree),
    };
    const struct CMUnitTest twentyone[] = {
        cmocka_unit_test(twentyone_is_worth),     cmocka_unit_test(late_twentyone_agrees),
        cmocka_unit_test(twentyone_plays),        cmocka_unit_test(tables_survive),
        cmocka_unit_test(bad_tables_are_refused), cmocka_unit_test(other_versions_are_refused),
        cmocka_unit_test(work_is_resumed),
    };
    const struct CMUnitTest qwixx[] = {
        cmocka_unit_test(qwixx_is_worth),
        cmocka_unit_test(late_qwixx_agrees),
        cmocka_unit_test(qwixx_plays),
    };
    int failed = cmocka_run_group_tests(small, NULL, NULL);
    failed += cmocka_run_group_tests(twentyone, solve_twentyone, free_table);
    if (!SANITIZED) failed += cmocka_run_group_tests(qwixx, solve_qwixx, free_table);
    unlink(path);
    return failed;
}
