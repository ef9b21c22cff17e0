/* analyse.c: laws of the analysis.
 *
 * Where a table says the truth, trials by the table's own play must agree with it. Luck sums to nothing in
 * expectation, whatever judge measures it, and a game that was played perfectly is worth, less its luck, exactly what
 * the game is worth. A ranking never depends on what the seat cannot see. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyse/analyse.h"
#include "arena/arena.h"
#include "arena/roster.h"
#include "arena/solved.h"
#include "sparing.h"

/* ---- Playing by a table ----------------------------------------------------------------------------- */

static Move table_choose(Bot *bot, const State *view, int seat, Rng *rng) {
    const Solution *it = bot->memory;
    Move move[MOVES_MAX];
    double value[MOVES_MAX];
    (void)rng;
    int n = it->solver->best(it, view, seat, move, value), best = 0;
    for (int i = 1; i < n; i++)
        if (value[i] > value[best]) best = i;
    return move[best];
}

static const BotKind table_bot = {.name = "table", .choose = table_choose};

static int solve(const Solver *solver, void **state) {
    Solved *t = calloc(1, sizeof *t);
    if (!t || !solved_new(solver, 1, t)) return -1;
    solve_run(&t->it, 0);
    t->done = solver->layers(&t->it);
    *state = t;
    return 0;
}

static int solve_qwixx(void **state) { return solve(&qwixx_solver, state); }
static int solve_twentyone(void **state) { return solve(&twentyone_solver, state); }

static int free_table(void **state) {
    solved_free(*state);
    free(*state);
    return 0;
}

/* A position some turns into a game of one seat, at a roll (or a decision). */
static void position(const Solution *it, Bot *bot, int turns, uint64_t key, Node node, AnyState *s) {
    const Game *g = it->solver->game;
    Rng rng = rng_stream(99, key);
    game_start(g, &s->head, 1);
    while (s->head.node != NODE_OVER) {
        if (s->head.turn >= turns && s->head.node == node) return;
        Move joint[SEATS_MAX] = {0};
        if (s->head.node == NODE_CHANCE) {
            g->chance(&s->head, game_roll(g, &s->head, &rng));
        } else {
            joint[0] = bot->kind->choose(bot, &s->head, 0, &rng);
            g->play(&s->head, joint);
        }
    }
}

static void trials_agree_with_the_table(void **state) {
    const Solution *it = &((Solved *)*state)->it;
    Bot bot = {.kind = &table_bot, .game = it->solver->game, .memory = (void *)(uintptr_t)it};
    Judge judge = {.game = it->solver->game, .policy = &bot};
    enum { POSITIONS = 6, TRIALS = 400 };
    for (int k = 0; k < POSITIONS; k++) {
        AnyState s;
        Mean points = {0};
        position(it, &bot, 2 * k, (uint64_t)k, NODE_CHANCE, &s);
        double exact = it->solver->value(it, &s.head, 0);
        for (uint32_t n = 0; n < TRIALS; n++) {
            AnyState copy = s;
            Value v;
            trial_run(&judge, &copy.head, 7 + (uint64_t)k, n, false, &v);
            mean_add(&points, v.points[0]);
        }
        print_message("turn %d: exact %.3f, trials %.3f +- %.3f\n", s.head.turn, exact, points.mean,
                      mean_error(&points));
        assert_true(fabs(points.mean - exact) <= 3 * mean_error(&points) + 1e-9);
    }
}

static void race_agrees_with_the_table(void **state) {
    const Solution *it = &((Solved *)*state)->it;
    Bot bot = {.kind = &table_bot, .game = it->solver->game, .memory = (void *)(uintptr_t)it};
    Judge judge = {.game = it->solver->game, .policy = &bot, .exact = it};
    Effort effort = {.first = 64, .most = 256};
    void *memory = malloc(race_memory(&effort, MOVES_MAX));
    int checked = 0;
    assert_non_null(memory);
    for (int k = 0; k < 5; k++) {
        AnyState s;
        static Ranking exact, found;
        Race race;
        uint32_t from, to;
        position(it, &bot, 3 * k, (uint64_t)k + 50, NODE_MOVE, &s);
        if (s.head.node == NODE_OVER) continue;
        rank_exactly(&judge, &s.head, 0, &exact);
        race_begin(&race, judge.game, &s.head, 0, (uint64_t)k, &effort, memory);
        while (race_round(&race, &from, &to)) {
            race_run(&race, &judge, from, to);
            race_close(&race, to);
        }
        race_result(&race, HOW_TRIALS, &found);
        assert_int_equal(found.count, exact.count);
        for (int i = 0; i < found.count; i++) {
            const Candidate *c = &found.at[i], *truth = &exact.at[ranking_find(&exact, c->move)];
            assert_true(fabs(c->points - truth->points) <= 3.5 * c->points_error + 1e-6);
            checked++;
        }
        double regret = exact.at[ranking_find(&exact, found.at[0].move)].loss;
        assert_true(regret <= 3 * found.at[0].points_error + 1e-6);
    }
    print_message("%d moves checked\n", checked);
    assert_true(checked >= 5);
    free(memory);
}

/* Goes through a game and sums up its luck; the result of seat 0. */
static double luck_of_game(const Judge *j, const Match *m, uint64_t number, uint32_t trials, double *share,
                           double *points) {
    AnyState s;
    int end[SEATS_MAX];
    *share = *points = 0;
    match_state_at(m, 0, &s);
    for (int node = 0; node < match_node(m); node++) {
        const Event *e = match_event(m, node);
        Luck luck;
        if (e->node == NODE_CHANCE) {
            luck_of(j, &s.head, e->outcome, rng_mix(number * 1000 + (uint64_t)node), trials, &luck);
            *share += luck.luck.share[0];
            *points += luck.luck.points[0];
        }
        match_apply(j->game, &s.head, e);
    }
    j->game->scores(&s.head, end);
    return end[0];
}

static void perfect_play_less_luck_is_the_value(void **state) {
    const Solution *it = &((Solved *)*state)->it;
    Bot bot = {.kind = &table_bot, .game = it->solver->game, .memory = (void *)(uintptr_t)it};
    Bot *bots[] = {&bot};
    Judge judge = {.game = it->solver->game, .policy = &bot, .exact = it};
    Arena arena = {.game = it->solver->game, .seats = 1, .seed = 3};
    Match *m = match_new(arena.game, 1, NULL);
    double value;
    solve_values(it, &value);
    for (uint64_t n = 0; n < 50; n++) {
        Result result;
        double share, luck;
        assert_true(arena_play(&arena, bots, n, n, m, &result));
        double points = luck_of_game(&judge, m, n, 0, &share, &luck);
        assert_true(fabs(points - luck - value) < 1e-6);
    }
    match_free(m);
}

/* ---- Luck ------------------------------------------------------------------------------------------- */

/* The mean of the luck of whole games, played by `name`, lies within three standard errors of nothing. */
static void luck_sums_to_nothing(const Game *g, int seats, const char *name, int count, uint32_t trials) {
    const char *why;
    Bot *player = roster_bot(name, g, (Budget){0}, &why), *policy = roster_bot("greedy", g, (Budget){0}, &why);
    Judge judge = {.game = g, .policy = policy};
    Bot *bots[SEATS_MAX];
    Arena arena = {.game = g, .seats = seats, .seed = 11};
    Match *m = match_new(g, seats, NULL);
    Mean share = {0}, points = {0};
    assert_true(player && policy && m);
    for (int i = 0; i < seats; i++) bots[i] = player;
    for (uint64_t n = 0; n < (uint64_t)count; n++) {
        Result result;
        double s, p;
        assert_true(arena_play(&arena, bots, n, n, m, &result));
        luck_of_game(&judge, m, n, trials, &s, &p);
        mean_add(&share, s);
        mean_add(&points, p);
    }
    print_message("%s, %d seats: luck of %d games: win %.4f +- %.4f, points %.3f +- %.3f\n", g->name, seats, count,
                  share.mean, mean_error(&share), points.mean, mean_error(&points));
    assert_true(fabs(share.mean) <= 3 * mean_error(&share) + 1e-9);
    assert_true(fabs(points.mean) <= 3 * mean_error(&points) + 1e-9);
    roster_free(player);
    roster_free(policy);
    match_free(m);
}

static void luck_of_every_game_sums_to_nothing(void **state) {
    (void)state;
    for (const Game *const *g = games; *g; g++)
        luck_sums_to_nothing(*g, (*g)->max_seats > 1 ? 2 : 1, "random", spare(60, 4), 4);
}

static void exact_luck_sums_to_nothing(void **state) {
    const Solution *it = &((Solved *)*state)->it;
    const char *why;
    Bot *bot = roster_bot("random", it->solver->game, (Budget){0}, &why);
    Bot *bots[] = {bot};
    Judge judge = {.game = it->solver->game, .policy = bot, .exact = it};
    Arena arena = {.game = it->solver->game, .seats = 1, .seed = 5};
    Match *m = match_new(arena.game, 1, NULL);
    Mean luck = {0};
    for (uint64_t n = 0; n < 1000; n++) {
        Result result;
        double share, points;
        assert_true(arena_play(&arena, bots, n, n, m, &result));
        luck_of_game(&judge, m, n, 0, &share, &points);
        mean_add(&luck, points);
    }
    print_message("luck of 1000 random games, exactly: %.4f +- %.4f\n", luck.mean, mean_error(&luck));
    assert_true(fabs(luck.mean) <= 3 * mean_error(&luck));
    roster_free(bot);
    match_free(m);
}

/* ---- Views ------------------------------------------------------------------------------------------ */

static void rank(const Judge *j, const State *s, int seat, void *memory, Ranking *out) {
    Effort effort = {.first = 4, .most = 16};
    Race race;
    uint32_t from, to;
    race_begin(&race, j->game, s, seat, 5, &effort, memory);
    while (race_round(&race, &from, &to)) {
        race_run(&race, j, from, to);
        race_close(&race, to);
    }
    race_result(&race, HOW_TRIALS, out);
}

/* Whatever lies hidden, the ranking is the same bytes. */
static void rankings_do_not_see_what_is_hidden(void **state) {
    static Ranking a, b;
    Effort effort = {.first = 4, .most = 16};
    void *memory = malloc(race_memory(&effort, MOVES_MAX));
    (void)state;
    for (const Game *const *g = games; *g; g++) {
        const char *why;
        if ((*g)->max_seats < 2 || !(*g)->hide) continue;
        Bot *bot = roster_bot("greedy", *g, (Budget){0}, &why);
        Judge judge = {.game = *g, .policy = bot};
        Rng rng = rng_stream(8, 8);
        AnyState s;
        int checked = 0;
        game_start(*g, &s.head, 2);
        for (; s.head.node != NODE_OVER && checked < 12;) {
            Move joint[SEATS_MAX] = {0}, legal[MOVES_MAX];
            if (s.head.node == NODE_CHANCE) {
                (*g)->chance(&s.head, game_roll(*g, &s.head, &rng));
                continue;
            }
            for (int seat = 0; seat < 2; seat++) {
                if (!state_moves(&s.head, seat)) continue;
                int n = (*g)->legal(&s.head, seat, legal);
                joint[seat] = legal[rng_below(&rng, (uint32_t)n)];
                AnyState other = s;
                game_hide(*g, &other.head, seat);
                game_guess(*g, &other.head, &rng);
                rank(&judge, &s.head, seat, memory, &a);
                rank(&judge, &other.head, seat, memory, &b);
                assert_memory_equal(&a, &b, sizeof a);
                Phrase p[REASONS_MAX], q[REASONS_MAX];
                int pn = why_better(&judge, &s.head, seat, a.at[0].move, joint[seat], 1, 8, p);
                assert_int_equal(pn, why_better(&judge, &other.head, seat, a.at[0].move, joint[seat], 1, 8, q));
                for (int i = 0; i < pn; i++) assert_memory_equal(p[i].arg, q[i].arg, sizeof p[i].arg);
                checked++;
            }
            (*g)->play(&s.head, joint);
        }
        print_message("%s: %d decisions\n", (*g)->name, checked);
        roster_free(bot);
    }
    free(memory);
}

/* ---- Reasons ---------------------------------------------------------------------------------------- */

/* True if the seat's sheet is the same in both states. */
static bool same_sheet(const Game *g, const State *a, const State *b, int seat) {
    Layout l;
    g->layout(g->sheet_of ? g->sheet_of(a, seat) : 0, &l);
    for (int i = 0; i < l.box_count; i++) {
        Look x, y;
        g->look(a, seat, i, &x);
        g->look(b, seat, i, &y);
        if (x.mark != y.mark || x.value != y.value) return false;
    }
    return true;
}

/* Counts a seat's moves that leave its sheet alone, of which nothing may be said, and those of which something is. */
static void count_reasons(const Judge *j, const State *s, int seat, int *silent, int *told) {
    const Game *g = j->game;
    Move legal[MOVES_MAX], joint[SEATS_MAX] = {0}, first[MOVES_MAX];
    int n = g->legal(s, seat, legal);
    for (int other = 0; other < s->seats; other++)
        if (state_moves(s, other)) {
            g->legal(s, other, first);
            joint[other] = first[0];
        }
    for (int i = 0; i < n; i++) {
        Phrase p[REASONS_MAX];
        AnyState after;
        memcpy(&after, s, g->size);
        joint[seat] = legal[i];
        g->play(&after.head, joint);
        int count = why_better(j, s, seat, legal[i], legal[i], 1, 0, p);
        *told += count > 0;
        if (after.head.node == NODE_OVER || !same_sheet(g, s, &after.head, seat)) continue;
        assert_int_equal(count, 0);
        ++*silent;
    }
}

/* A roll of some dice is not praised for giving up nothing: of a move that writes nothing a hint says nothing. */
static void reasons_help_or_are_none(void **state) {
    (void)state;
    for (const Game *const *g = games; *g; g++) {
        const char *why;
        Bot *bot = roster_bot("greedy", *g, (Budget){0}, &why);
        Judge judge = {.game = *g, .policy = bot};
        Rng rng = rng_stream(9, 9);
        AnyState s;
        int silent = 0, told = 0;
        game_start(*g, &s.head, 2);
        while (s.head.node != NODE_OVER) {
            Move joint[SEATS_MAX] = {0};
            if (s.head.node == NODE_CHANCE) {
                (*g)->chance(&s.head, game_roll(*g, &s.head, &rng));
                continue;
            }
            for (int seat = 0; seat < 2; seat++) {
                if (!state_moves(&s.head, seat)) continue;
                count_reasons(&judge, &s.head, seat, &silent, &told);
                joint[seat] = bot->kind->choose(bot, &s.head, seat, &rng);
            }
            (*g)->play(&s.head, joint);
        }
        print_message("%s: %d moves without a word, %d with\n", (*g)->name, silent, told);
        assert_true(silent > 0 && told > 0);
        roster_free(bot);
    }
}

/* ---- Labels ----------------------------------------------------------------------------------------- */

static void labels_need_significance(void **state) {
    (void)state;
    assert_int_equal(label_of(0, 0), LABEL_BEST);
    assert_int_equal(label_of(0.3, 0.2), LABEL_BEST); /* within two standard errors of nothing */
    assert_int_equal(label_of(0.3, 0.1), LABEL_BLUNDER);
    assert_int_equal(label_of(-0.1, 0), LABEL_BEST);
    for (int i = 0; i < LABELS; i++) assert_int_equal(label_of(label_from[i], 0), i);
    assert_true(label_scale(true, 12) == 1);
    assert_true(fabs(label_scale(false, 10) - 0.0282095) < 1e-6);
}

static void race_stops_when_clear(void **state) {
    const Game *g = games[0];
    const char *why;
    AnyState s;
    static Ranking r;
    (void)state;
    Bot *bot = roster_bot("greedy", g, (Budget){0}, &why);
    Judge judge = {.game = g, .policy = bot};
    Effort effort = {.first = 8, .most = 512};
    void *memory = malloc(race_memory(&effort, MOVES_MAX));
    Race race;
    uint32_t from, to, rounds = 0;
    Rng rng = rng_stream(4, 4);
    game_start(g, &s.head, 2);
    g->chance(&s.head, game_roll(g, &s.head, &rng));
    race_begin(&race, g, &s.head, 0, 1, &effort, memory);
    race.near = 2; /* everything is as good as the best */
    while (race_round(&race, &from, &to)) {
        race_run(&race, &judge, from, to);
        race_close(&race, to);
        rounds++;
    }
    race_result(&race, HOW_TRIALS, &r);
    assert_int_equal(rounds, 1);
    assert_int_equal(r.at[0].trials, 8);
    free(memory);
    roster_free(bot);
}

int main(void) {
    const struct CMUnitTest table[] = {
        cmocka_unit_test(trials_agree_with_the_table),
        cmocka_unit_test(race_agrees_with_the_table),
        cmocka_unit_test(perfect_play_less_luck_is_the_value),
        cmocka_unit_test(exact_luck_sums_to_nothing),
    };
    const struct CMUnitTest any[] = {
        cmocka_unit_test(luck_of_every_game_sums_to_nothing),
        cmocka_unit_test(rankings_do_not_see_what_is_hidden),
        cmocka_unit_test(reasons_help_or_are_none),
        cmocka_unit_test(labels_need_significance),
        cmocka_unit_test(race_stops_when_clear),
    };
    int failed = cmocka_run_group_tests_name("any game", any, NULL, NULL);
    failed += cmocka_run_group_tests_name("twentyone", table, solve_twentyone, free_table);
    if (!SANITIZED) failed += cmocka_run_group_tests_name("qwixx", table, solve_qwixx, free_table);
    return failed;
}
