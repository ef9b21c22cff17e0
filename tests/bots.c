/* bots.c: what must hold for every bot in every game with every number of seats: it gives legal moves, the same
 * moves for the same view, stream and playouts, and it knows no more than its view. And files of weights that
 * are not what they should be are refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "arena/exact.h"
#include "arena/roster.h"
#include "bots/mind.h"
#include "bots/net.h"
#include "games/qwixx.h"
#include "sparing.h"

enum { PLAYOUTS = 4 };

/* All bots and styles in turn, NULL after the last. */
static const BotKind *kind_at(int i) {
    int n = 0;
    while (bot_kinds[n]) n++;
    return i < n ? bot_kinds[i] : bot_styles[i - n];
}

static bool plays(const BotKind *kind, const Game *g) {
    if (kind->frozen) return false; /* its weights come from a training: train.sh plays it */
    return kind != &linear_bot || (g->features && g->features->plain);
}

static Bot *make(const BotKind *kind, const Game *g) {
    const char *why = "";
    Bot *bot = roster_bot(kind->name, g, (Budget){.playouts = PLAYOUTS}, &why);
    if (!bot) fail_msg("%s in %s: %s", kind->name, g->name, why);
    return bot;
}

static Move ask(Bot *bot, const State *full, int seat, uint64_t number) {
    AnyState view;
    Rng rng = rng_stream(5, number);
    memcpy(&view, full, bot->game->size);
    game_hide(bot->game, &view.head, seat);
    return bot->kind->choose(bot, &view.head, seat, &rng);
}

/* Plays one game; `each` is asked before every decision of every seat. */
static void play(Bot *bot, int seats, uint64_t number, int nodes,
                 void (*each)(Bot *, const State *, int seat, Move chosen, uint64_t number)) {
    const Game *g = bot->game;
    AnyState s;
    Rng dice = rng_stream(6, number);
    game_start(g, &s.head, seats);
    for (uint64_t k = 0; s.head.node != NODE_OVER && k < (uint64_t)nodes; k++) {
        if (s.head.node == NODE_CHANCE) {
            g->chance(&s.head, game_roll(g, &s.head, &dice));
            continue;
        }
        Move joint[SEATS_MAX] = {0};
        for (int i = 0; i < seats; i++) {
            if (!state_moves(&s.head, i)) continue;
            joint[i] = ask(bot, &s.head, i, k);
            if (each) each(bot, &s.head, i, joint[i], k);
            if (!game_is_legal(g, &s.head, i, joint[i])) fail_msg("%s in %s: not legal", bot->kind->name, g->name);
        }
        g->play(&s.head, joint);
    }
}

static void every_bot_plays_every_game(void **unused) {
    (void)unused;
    for (const Game *const *g = games; *g; g++)
        for (int k = 0; kind_at(k); k++) {
            if (!plays(kind_at(k), *g)) continue;
            Bot *bot = make(kind_at(k), *g);
            for (int seats = (*g)->min_seats; seats <= (*g)->max_seats; seats++)
                if (!sparing() || seats == 2 || seats == (*g)->max_seats) play(bot, seats, 1, spare(40, 3), NULL);
            roster_free(bot);
        }
}

static void must_repeat(Bot *bot, const State *s, int seat, Move chosen, uint64_t number) {
    if (ask(bot, s, seat, number) != chosen) fail_msg("%s in %s: another move", bot->kind->name, bot->game->name);
}

static void the_same_question_has_the_same_answer(void **unused) {
    (void)unused;
    for (const Game *const *g = games; *g; g++)
        for (int k = 0; kind_at(k); k++) {
            if (!plays(kind_at(k), *g)) continue;
            Bot *bot = make(kind_at(k), *g);
            play(bot, (*g)->max_seats > 1 ? 2 : 1, 2, spare(40, 10), must_repeat);
            roster_free(bot);
        }
}

/* The same view from another deal of what it hides. */
static void must_not_peek(Bot *bot, const State *s, int seat, Move chosen, uint64_t number) {
    AnyState other;
    Rng rng = rng_stream(7, number);
    memcpy(&other, s, bot->game->size);
    game_hide(bot->game, &other.head, seat);
    game_guess(bot->game, &other.head, &rng);
    if (ask(bot, &other.head, seat, number) != chosen) fail_msg("%s in %s: peeks", bot->kind->name, bot->game->name);
}

static void hidden_cards_do_not_change_a_move(void **unused) {
    (void)unused;
    for (const Game *const *g = games; *g; g++) {
        if (!(*g)->hide) continue;
        for (int k = 0; kind_at(k); k++) {
            if (!plays(kind_at(k), *g)) continue;
            Bot *bot = make(kind_at(k), *g);
            for (int seats = 2; seats <= (*g)->max_seats; seats++)
                if (!sparing() || seats == 2) play(bot, seats, 3, spare(45, 5), must_not_peek);
            roster_free(bot);
        }
    }
}

/* ---- Weights ---------------------------------------------------------------------------------------- */

static void must_refuse(const Game *g, const uint8_t *bytes, size_t size, const char *reason) {
    Weights w;
    const char *why = NULL;
    assert_false(weights_read(g, bytes, size, &w, &why));
    assert_string_equal(why, reason);
}

static void bad_weights_are_refused(void **unused) {
    (void)unused;
    for (const Game *const *g = games; *g; g++) {
        size_t size;
        Weights w;
        const char *why;
        const uint8_t *good = weights_builtin(*g, &size);
        if (!good) continue;
        assert_true(size <= 4000000);
        assert_true(weights_read(*g, good, size, &w, &why));
        uint8_t *bytes = aligned_alloc(64, (size + 127) / 64 * 64);
        assert_non_null(bytes);
        memcpy(bytes, good, size);
        must_refuse(*g, bytes, size - 8, "weights cut short or too long");
        must_refuse(*g, bytes, 10, "not a file of weights");
        must_refuse(*g, NULL, 0, "no weights");
        bytes[size / 2] ^= 4;
        must_refuse(*g, bytes, size, "damaged weights");
        bytes[size / 2] ^= 4;
        bytes[8]++;
        must_refuse(*g, bytes, size, "weights of another version");
        bytes[8]--;
        bytes[48] ^= 1;
        must_refuse(*g, bytes, size, "weights of another game");
        bytes[0] ^= 1;
        must_refuse(*g, bytes, size, "not a file of weights");
        free(bytes);
    }
}

static const Game *game_with_weights(void) {
    size_t size;
    for (const Game *const *g = games; *g; g++)
        if (weights_builtin(*g, &size)) return *g;
    fail_msg("no game has weights");
    return NULL;
}

/* Bots by name: a file is opened only where the caller asks for it, and bots of one file share its bytes. */
static void weights_of_a_file_are_shared(void **unused) {
    (void)unused;
    char name[64] = "expert@weights-XXXXXX", *path = name + strlen("expert@");
    const char *why = "";
    size_t size;
    const Game *g = game_with_weights();
    const uint8_t *good = weights_builtin(g, &size);
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, good, size) == (ssize_t)size && close(fd) == 0);

    assert_null(roster_bot(name, g, (Budget){0}, &why));
    assert_string_equal(why, "there is no such bot");
    Bot *one = roster_bot_or_file(name, g, (Budget){0}, &why), *two = roster_bot_or_command(name, g, (Budget){0}, &why);
    assert_true(one && two && one->weights == two->weights && one->weights_size == size);
    assert_memory_equal(one->weights, good, size);
    roster_free(one);
    assert_int_equal(unlink(path), 0);
    Bot *three = roster_bot_or_file(name, g, (Budget){0}, &why); /* the file is gone, its bytes are in use */
    assert_true(three && three->weights == two->weights);
    roster_free(two);
    roster_free(three);
    assert_null(roster_bot_or_file(name, g, (Budget){0}, &why));
    assert_string_equal(why, "there is no such file of weights");
}

/* Alone, the bots that may play by an exact table play the best moves: those after which the table promises most. */
static void bots_alone_play_exactly(void **unused) {
    (void)unused;
    int tables = 0;
    for (const Game *const *g = games; *g; g++) {
        Bot *bot = make(&expert_bot, *g);
        AnyState s;
        Rng dice = rng_stream(9, 1);
        if (bot->exact) {
            const Solution *table = exact_table(*g, false);
            tables++;
            game_start(*g, &s.head, 1);
            while (s.head.node != NODE_OVER) {
                Move move;
                if (s.head.node == NODE_CHANCE) {
                    (*g)->chance(&s.head, game_roll(*g, &s.head, &dice));
                    continue;
                }
                double before = table->solver->value(table, &s.head, 0);
                move = ask(bot, &s.head, 0, 1);
                (*g)->play(&s.head, &move);
                assert_float_equal(table->solver->value(table, &s.head, 0), before, 1e-9);
            }
        }
        roster_free(bot);
    }
    assert_true(tables > 0);
}

/* The weights of every release that are kept play, as they were and not as those compiled in are weighed. */
static void frozen_weights_play(void **unused) {
    (void)unused;
    for (const Game *const *g = games; *g; g++) {
        const char *why = "";
        Bot *bot = roster_bot_or_file("expert@0.1", *g, (Budget){0}, &why);
        if (!(*g)->features) continue;
        if (!bot) fail_msg("expert@0.1 in %s: %s", (*g)->name, why);
        play(bot, 2, 4, spare(40, 3), NULL);
        roster_free(bot);
        assert_null(roster_bot_or_file("expert@../frozen/0.1", *g, (Budget){0}, &why));
        assert_null(roster_bot_or_file("expert@0.0", *g, (Budget){0}, &why));
    }
}

/* Against the integral of the bell by small steps. */
static void bells_are_right(void **unused) {
    (void)unused;
    for (double x = -3; x <= 3; x += 0.25) {
        double sum = 0, step = 1e-4;
        for (double t = 0; t < fabs(x); t += step) sum += step * exp(-(t + step / 2) * (t + step / 2) / 2);
        double p = 0.5 + (x < 0 ? -sum : sum) / sqrt(2 * 3.14159265358979);
        assert_float_equal(net_bell((float)x * 0.3f, 0.09f), p, 4e-4);
    }
}

static void chances_are_right(void **unused) {
    (void)unused;
    static const float x[] = {-100, -4, -1, 0, 0.5f, 3, 100};
    static const float p[] = {0, 0.01798621f, 0.26894142f, 0.5f, 0.62245933f, 0.95257413f, 1};
    for (int i = 0; i < 7; i++) assert_float_equal(net_chance(x[i]), p[i], 1e-5);
}

/* The dice of the k-th playout of any seed are fair, and those of one seed are spread: of the first n playouts a face
 * of the leading die has very nearly n / 6, where lots would leave it several times as far from that. */
static void playouts_have_fair_and_even_dice(void **state) {
    (void)state;
    enum { FACES = 6, MANY = 6000, EVEN = 8 };
    const Game *g = game_find("qwixx");
    AnyState start;
    game_start(g, &start.head, 2);
    assert_int_equal(start.head.node, NODE_CHANCE);
    uint32_t each = g->outcomes(&start.head) / FACES;
    for (unsigned turn = 0; turn < 10; turn++) {
        int by_seed[FACES] = {0}, by_number[FACES] = {0};
        start.head.turn = (uint16_t)(turn + 3);
        for (int k = 0; k < MANY; k++) {
            PlayoutDice dice = {.seed = 7 * (uint64_t)k, .number = 5, .first = 3};
            by_seed[mind_fall(g, &start.head, &dice) / each]++;
            dice = (PlayoutDice){.seed = 1234, .number = (uint64_t)k, .first = 3};
            by_number[mind_fall(g, &start.head, &dice) / each]++;
        }
        for (int i = 0; i < FACES; i++) {
            assert_in_range(by_seed[i], MANY / FACES - 150, MANY / FACES + 150);
            int far = turn < 8 ? EVEN : 150;
            assert_in_range(by_number[i], MANY / FACES - far, MANY / FACES + far);
        }
    }
}

static void cross_all(QwixxSheet *sheet, int row, const char *numbers) {
    for (; *numbers; numbers++) qwixx_cross(sheet, move_of(row, *numbers - 'a' + 2)); /* a is 2, k is 12 */
}

/* Blue is closed, 5 and 6 have fallen, red 6. Seat 0 will cross the white 11 in red, its fifth there, and then lock red
 * with 12, which ends the game at 29 points. Seat 1 has 28, and 31 if it crosses its yellow 11 now, for which it skips
 * seven boxes. Who sees the middle of the turn only thinks that seat 0 will cross its green 11, which skips none, and
 * that the game goes on. */
static void position_before_the_end(Qwixx *s) {
    game_start(&qwixx_game, &s->head, 2);
    cross_all(&s->sheet[0], RED, "abcd");
    cross_all(&s->sheet[0], GREEN, "k");
    cross_all(&s->sheet[1], RED, "abcj");
    cross_all(&s->sheet[1], YELLOW, "ab");
    cross_all(&s->sheet[1], GREEN, "ihgfe");
    s->closed = 1u << BLUE;
    for (int i = 0; i < 2; i++) s->sheet[i].open[BLUE] = 0;
    qwixx_game.chance(&s->head, (4 * 6 + 5) * 216 + 5 * 36);
}

static void minds_foresee_the_end_of_a_turn(void **state) {
    (void)state;
    union {
        AnyState any;
        Qwixx qwixx;
    } s;
    static Mind mind;
    const char *why;
    position_before_the_end(&s.qwixx);
    Move joint[SEATS_MAX] = {move_of(RED, 11), MOVE_PASS};
    assert_true(mind_start(&mind, &qwixx_game, NULL, 0, &why));
    assert_int_equal(mind_choose(&mind, &s.any.head, 1, NULL), move_of(YELLOW, 11));
    Bot *master = make(&master_bot, &qwixx_game);
    assert_int_equal(ask(master, &s.any.head, 1, 1), move_of(YELLOW, 11));
    roster_free(master);
    mind.foresees = false;
    assert_int_equal(mind_choose(&mind, &s.any.head, 1, NULL), MOVE_PASS); /* or there were nothing to foresee */
    qwixx_game.play(&s.any.head, joint);
    joint[0] = move_of(RED, 12);
    qwixx_game.play(&s.any.head, joint);
    int points[SEATS_MAX];
    qwixx_game.scores(&s.any.head, points);
    assert_int_equal(s.any.head.node, NODE_OVER);
    assert_int_equal(points[0], 29);
    assert_int_equal(points[1], 28);
}

/* Who names no budget gives every bot its own. */
static void budgets_of_names(void **state) {
    (void)state;
    assert_int_equal(roster_playouts("master"), master_bot.playouts);
    assert_int_equal(roster_playouts("master@0.1"), master_bot.playouts);
    assert_int_equal(roster_playouts("master as Anna"), master_bot.playouts);
    assert_int_equal(roster_playouts("rollout"), BOT_PLAYOUTS);
    assert_int_equal(roster_playouts("exec:./master"), BOT_PLAYOUTS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(minds_foresee_the_end_of_a_turn),
        cmocka_unit_test(every_bot_plays_every_game),
        cmocka_unit_test(the_same_question_has_the_same_answer),
        cmocka_unit_test(hidden_cards_do_not_change_a_move),
        cmocka_unit_test(bad_weights_are_refused),
        cmocka_unit_test(weights_of_a_file_are_shared),
        cmocka_unit_test(chances_are_right),
        cmocka_unit_test(bots_alone_play_exactly),
        cmocka_unit_test(frozen_weights_play),
        cmocka_unit_test(bells_are_right),
        cmocka_unit_test(playouts_have_fair_and_even_dice),
        cmocka_unit_test(budgets_of_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
