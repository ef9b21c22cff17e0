/* batch.c [LONG]: batches against the engine, through the public library.
 *
 *  - Exact streams give the games of penna_random_game(), number by number, whatever the threads and lanes.
 *  - In lockstep every lane is followed by the engine: at every node masks, lists, planes, movers and points are what
 *    it says of the same state; and the wide and the portable way play the same games to the byte.
 *  - The distribution of points and lengths in lockstep is that of games one by one; dice are fair, choices uniform.
 *  - What a seat is shown does not depend on what is hidden from it.
 *  - A fault in one lane breaks off that game and no other. */
#include <math.h>
#include <penna.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sparing.h"

static long checks;

#define CHECK(good)                                                 \
    do {                                                            \
        checks++;                                                   \
        if (!(good)) {                                              \
            printf("FAIL: %s:%d: %s\n", __FILE__, __LINE__, #good); \
            exit(1);                                                \
        }                                                           \
    } while (0)

/* A batch with all its arrays. */
typedef struct All {
    PennaBatch *batch;
    const PennaGame *game;
    int seats, lanes, actions, planes, slots, pairs;
    uint8_t *act;
    PennaArrays a;
} All;

static void *room(size_t count, size_t size) {
    void *memory = calloc(count, size);
    CHECK(memory);
    return memory;
}

static All open_batch(PennaBatchSetup set) {
    const char *why = "";
    All all = {.batch = penna_batch_new(&set, &why), .game = set.game, .seats = set.seats, .lanes = set.lanes};
    if (!all.batch) printf("refused: %s\n", why);
    CHECK(all.batch);
    size_t n = (size_t)set.seats * (size_t)set.lanes;
    all.actions = penna_batch_actions(set.game);
    all.planes = penna_batch_planes(set.game, set.seats);
    all.slots = penna_batch_slots(set.game, set.seats);
    all.pairs = set.seats > 1 ? set.seats - 1 : 1;
    all.act = room(n, 1);
    all.a = (PennaArrays){.movers = room(n, 1),
                          .masks = room(n * (size_t)all.actions, 1),
                          .moves = room(n * (size_t)all.actions, sizeof(PennaMove)),
                          .counts = room(n, 1),
                          .planes = room(n * (size_t)all.planes, 1),
                          .slots = room(n * (size_t)(all.pairs * all.slots) + 1, 2),
                          .outcomes = room(n, 4),
                          .done = room(n, 1),
                          .fault = room(n, 1),
                          .points = room(n, 2),
                          .rewards = room(n, sizeof(float))};
    penna_batch_look(all.batch, &all.a);
    return all;
}

static void close_batch(All *all) {
    penna_batch_free(all->batch);
    void *memory[] = {all->act,     all->a.movers,   all->a.masks, all->a.moves, all->a.counts, all->a.planes,
                      all->a.slots, all->a.outcomes, all->a.done,  all->a.fault, all->a.points, all->a.rewards};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++) free(memory[i]);
}

static void step_random(All *all) {
    penna_batch_random(all->batch, all->a.masks, all->act);
    CHECK(penna_batch_step(all->batch, all->act, NULL, &all->a) == 0);
}

/* The same, but each takes the higher of two actions drawn, so that few pass and games last longer. */
static void step_eagerly(All *all) {
    size_t n = (size_t)(all->seats * all->lanes);
    uint8_t *other = room(n, 1);
    penna_batch_random(all->batch, all->a.masks, other);
    penna_batch_random(all->batch, all->a.masks, all->act);
    for (size_t i = 0; i < n; i++)
        if (other[i] > all->act[i]) all->act[i] = other[i];
    free(other);
    CHECK(penna_batch_step(all->batch, all->act, NULL, &all->a) == 0);
}

/* ---- The engine's word --------------------------------------------------------------------------------- */

static size_t at(const All *all, int seat, int lane) { return (size_t)seat * (size_t)all->lanes + (size_t)lane; }

/* What a lane's arrays say of a seat, and what the engine says of the lane's state. */
static void compare_seat(const All *all, const PennaState *s, int seat, int lane) {
    PennaMove legal[PENNA_MOVES_MAX];
    uint8_t mask[256] = {0}, seen[1024] = {0};
    int n = penna_legal(all->game, s, seat, legal);
    CHECK(all->a.movers[at(all, seat, lane)] == (penna_movers(s) >> seat & 1));
    CHECK(all->a.counts[at(all, seat, lane)] == n);
    CHECK(memcmp(all->a.moves + at(all, seat, lane) * (size_t)all->actions, legal, (size_t)n * sizeof *legal) == 0);
    for (int i = 0; i < n; i++) {
        int action = penna_action(all->game, s, seat, legal[i]);
        PennaMove back;
        CHECK(action >= 0 && action < all->actions && !mask[action]);
        CHECK(penna_action_move(all->game, s, seat, action, &back) && back == legal[i]);
        mask[action] = 1;
    }
    for (int a = 0; a < all->actions; a++)
        CHECK(all->a.masks[((size_t)seat * (size_t)all->actions + (size_t)a) * (size_t)all->lanes + (size_t)lane] ==
              mask[a]);
    PennaState view = *s;
    penna_hide(all->game, &view, seat);
    penna_see(all->game, &view, seat, seen);
    for (int p = 0; p < all->planes; p++)
        CHECK(all->a.planes[((size_t)seat * (size_t)all->planes + (size_t)p) * (size_t)all->lanes + (size_t)lane] ==
              seen[p]);
}

/* Plays a lane's next node as the engine does: the state before the step, with the batch's actions, must become the
 * state after it, but for the dice, which are the batch's own. */
static void follow(const All *all, PennaState *before, int lane) {
    PennaMove joint[PENNA_SEATS_MAX] = {0};
    int points[PENNA_SEATS_MAX], rank[PENNA_SEATS_MAX];
    for (int i = 0; i < all->seats; i++)
        if (penna_movers(before) >> i & 1)
            CHECK(penna_action_move(all->game, before, i, all->act[at(all, i, lane)], &joint[i]));
    penna_play(all->game, before, joint);
    CHECK(all->a.done[lane] == (penna_node(before) == PENNA_OVER));
    if (!all->a.done[lane]) return;
    penna_scores(all->game, before, points);
    int first = penna_ranks(points, all->seats, rank);
    for (int i = 0; i < all->seats; i++) {
        CHECK(all->a.points[at(all, i, lane)] == points[i]);
        CHECK(all->a.rewards[at(all, i, lane)] == (rank[i] == 1 ? 1.0f / (float)first : 0));
    }
}

/* Whether some outcomes lead from s to the very state that a lane has come to. The count of turns is not kept in lanes,
 * and what has too many outcomes is believed. */
static bool leads_to(const PennaGame *game, PennaState s, const PennaState *now) {
    enum { OUTCOMES = 216, TURN_AT = 6, TURN_SIZE = 2 }; /* three dice; where base/game.h has the count */
    if (penna_node(&s) != PENNA_CHANCE) {
        CHECK(penna_turn(now) == 0);
        memset(s.bytes + TURN_AT, 0, TURN_SIZE);
        CHECK(penna_turn(&s) == 0);
        return memcmp(&s, now, sizeof s) == 0;
    }
    uint32_t n = penna_outcomes(game, &s);
    bool found = n > OUTCOMES;
    for (uint32_t i = 0; i < n && !found; i++) {
        PennaState next = s;
        penna_chance(game, &next, i);
        found = leads_to(game, next, now);
    }
    return found;
}

/* Every lane of a batch in lockstep, for so many steps, each made by go(): legality, what is seen, and what every step
 * does. */
static void check_lockstep(const PennaGame *game, int seats, int lanes, int portable, int steps, void (*go)(All *)) {
    All all = open_batch((PennaBatchSetup){.game = game,
                                           .seats = seats,
                                           .lanes = lanes,
                                           .threads = 2,
                                           .seed = 7,
                                           .streams = PENNA_FAST,
                                           .portable = portable});
    PennaState *before = room((size_t)lanes, sizeof *before);
    CHECK(penna_batch_lockstep(all.batch));
    long games = 0;
    for (int n = 0; n < steps; n++) {
        for (int l = 0; l < lanes; l++) {
            CHECK(penna_batch_state(all.batch, l, &before[l]));
            for (int i = 0; i < seats; i++) compare_seat(&all, &before[l], i, l);
        }
        go(&all);
        for (int l = 0; l < lanes; l++) {
            if (!penna_movers(&before[l])) { /* it waits: for its next game, or for the others to decide */
                CHECK(!all.a.done[l]);
                continue;
            }
            follow(&all, &before[l], l);
            games += all.a.done[l];
            PennaState now;
            penna_batch_state(all.batch, l, &now);
            if (all.a.done[l]) continue;
            int was[PENNA_SEATS_MAX], is[PENNA_SEATS_MAX];
            penna_scores(game, &before[l], was);
            penna_scores(game, &now, is);
            for (int i = 0; i < seats; i++) CHECK(was[i] == is[i]);
            if (strcmp(penna_game_name(game), "qwixx") == 0) continue; /* of it less is kept, see penna_batch_state() */
            CHECK(leads_to(game, before[l], &now));
        }
    }
    CHECK(games > 0);
    free(before);
    close_batch(&all);
}

/* ---- Exact streams ------------------------------------------------------------------------------------- */

/* The first `games` games of a batch are those that are played one by one. */
static void check_exact(const PennaGame *game, int seats, int lanes, int threads, int games) {
    All all = open_batch(
        (PennaBatchSetup){.game = game, .seats = seats, .lanes = lanes, .threads = threads, .seed = 11, .number = 5});
    int seen = 0;
    uint64_t *number = room((size_t)lanes, sizeof *number);
    while (seen < games) {
        for (int l = 0; l < lanes; l++) number[l] = penna_batch_number(all.batch, l);
        for (int l = 0; l < lanes; l++) {
            PennaState s;
            penna_batch_state(all.batch, l, &s);
            for (int i = 0; i < seats; i++) compare_seat(&all, &s, i, l);
        }
        step_random(&all);
        for (int l = 0; l < lanes; l++) {
            int points[PENNA_SEATS_MAX];
            if (!all.a.done[l]) continue;
            PennaRng rng = penna_rng_stream(11, number[l]);
            penna_random_game(game, seats, &rng, points);
            for (int i = 0; i < seats; i++) CHECK(all.a.points[at(&all, i, l)] == points[i]);
            CHECK(penna_batch_number(all.batch, l) == number[l] + (uint64_t)lanes);
            seen++;
        }
    }
    free(number);
    close_batch(&all);
}

/* ---- Sameness ------------------------------------------------------------------------------------------ */

/* Two ways of playing the same batch give the same bytes. */
static void check_same(const PennaGame *game, PennaBatchSetup a, PennaBatchSetup b, int steps) {
    All x = open_batch(a), y = open_batch(b);
    size_t n = (size_t)a.seats * (size_t)a.lanes;
    (void)game;
    for (int k = 0; k < steps; k++) {
        CHECK(memcmp(x.a.masks, y.a.masks, n * (size_t)x.actions) == 0);
        CHECK(memcmp(x.a.planes, y.a.planes, n * (size_t)x.planes) == 0);
        CHECK(memcmp(x.a.slots, y.a.slots, 2 * n * (size_t)(x.pairs * x.slots)) == 0);
        CHECK(memcmp(x.a.rewards, y.a.rewards, n * sizeof(float)) == 0);
        step_random(&x);
        step_random(&y);
        for (int l = 0; l < a.lanes; l++)
            for (int i = 0; i < a.seats; i++)
                if (x.a.movers[at(&x, i, l)]) CHECK(y.a.movers[at(&x, i, l)]);
    }
    close_batch(&x);
    close_batch(&y);
}

/* ---- Distributions ------------------------------------------------------------------------------------- */

typedef struct Average {
    double n, sum, squares;
} Average;

static void add(Average *m, double x) {
    m->n++;
    m->sum += x;
    m->squares += x * x;
}

static double distance(const Average *a, const Average *b) {
    double x = a->sum / a->n, y = b->sum / b->n;
    double vx = a->squares / a->n - x * x, vy = b->squares / b->n - y * y;
    return fabs(x - y) / sqrt(vx / a->n + vy / b->n);
}

/* Points of each seat, their squares, and decisions of a game: within 4.5 deviations, of the same seeds always. */
static void check_distribution(const PennaGame *game, int seats, long games) {
    enum { LANES = 1024, KINDS = 2 * PENNA_SEATS_MAX + 2 };
    All all =
        open_batch((PennaBatchSetup){.game = game, .seats = seats, .lanes = LANES, .seed = 3, .streams = PENNA_FAST});
    PennaArrays few = {.movers = all.a.movers, .masks = all.a.masks, .done = all.a.done, .points = all.a.points};
    static Average fast[KINDS], slow[KINDS];
    static int length[LANES], begun[LANES];
    memset(fast, 0, sizeof fast);
    memset(slow, 0, sizeof slow);
    memset(length, 0, sizeof length);
    memset(begun, 0, sizeof begun);
    /* Each lane's first games only, as many in every lane, so that short games are not counted more often. */
    int wanted = (int)(games / LANES);
    for (long left = (long)wanted * LANES; left > 0;) {
        for (int l = 0; l < LANES; l++)
            for (int i = 0; i < seats; i++) length[l] += all.a.movers[at(&all, i, l)];
        penna_batch_random(all.batch, all.a.masks, all.act);
        penna_batch_step(all.batch, all.act, NULL, &few);
        for (int l = 0; l < LANES; l++) {
            if (!all.a.done[l]) continue;
            if (begun[l]++ < wanted) {
                left--;
                add(&fast[0], length[l]);
                for (int i = 0; i < seats; i++) {
                    double points = all.a.points[at(&all, i, l)];
                    add(&fast[1 + i], points);
                    add(&fast[1 + PENNA_SEATS_MAX + i], points * points);
                }
            }
            length[l] = 0;
        }
    }
    PennaRng rng = penna_rng_stream(4, 4);
    for (long n = 0; n < games; n++) {
        int points[PENNA_SEATS_MAX];
        add(&slow[0], (double)penna_random_game(game, seats, &rng, points));
        for (int i = 0; i < seats; i++) {
            add(&slow[1 + i], points[i]);
            add(&slow[1 + PENNA_SEATS_MAX + i], (double)points[i] * points[i]);
        }
    }
    double most = 0;
    for (int k = 0; k < KINDS; k++)
        if (fast[k].n > 0) {
            double d = distance(&fast[k], &slow[k]);
            CHECK(d < 4.5);
            most = d > most ? d : most;
        }
    printf("%s, %d seats: %ld games in lockstep and one by one, at most %.2f standard errors apart\n",
           penna_game_name(game), seats, games, most);
    close_batch(&all);
}

/* ---- Hidden hands -------------------------------------------------------------------------------------- */

/* What a seat is shown of a state is what it is shown of any other that its view allows. */
static void check_leaks(const PennaGame *game, int seats) {
    All all = open_batch((PennaBatchSetup){.game = game, .seats = seats, .lanes = 16, .seed = 21});
    PennaRng rng = penna_rng_stream(5, 5);
    long differ = 0;
    for (int n = 0; n < 60; n++) {
        for (int l = 0; l < all.lanes; l++)
            for (int i = 0; i < seats; i++) {
                PennaState s, other;
                uint8_t seen[1024] = {0};
                penna_batch_state(all.batch, l, &s);
                other = s;
                penna_hide(game, &other, i);
                penna_guess(game, &other, &rng);
                differ += memcmp(&s, &other, sizeof s) != 0;
                penna_hide(game, &other, i);
                penna_see(game, &other, i, seen);
                for (int p = 0; p < all.planes; p++)
                    CHECK(all.a.planes[((size_t)i * (size_t)all.planes + (size_t)p) * (size_t)all.lanes + (size_t)l] ==
                          seen[p]);
            }
        step_random(&all);
    }
    printf("%s: %ld positions with other hidden cards\n", penna_game_name(game), differ);
    close_batch(&all);
}

/* ---- Faults -------------------------------------------------------------------------------------------- */

/* Lane 3 gives what is not legal; its game ends, the others go on as if nothing had been. */
static void check_fault(const PennaGame *game, PennaStreams streams) {
    PennaBatchSetup set = {.game = game, .seats = 2, .lanes = 40, .threads = 2, .seed = 9, .streams = streams};
    All x = open_batch(set), y = open_batch(set);
    for (int k = 0; k < 5; k++) step_random(&x), step_random(&y);
    penna_batch_random(x.batch, x.a.masks, x.act);
    penna_batch_random(y.batch, y.a.masks, y.act);
    int seat = x.a.movers[at(&x, 0, 3)] ? 0 : 1;
    CHECK(x.a.movers[at(&x, seat, 3)]);
    x.act[at(&x, seat, 3)] = PENNA_ACTION_NONE;
    CHECK(penna_batch_step(x.batch, x.act, NULL, &x.a) == 1);
    CHECK(penna_batch_step(y.batch, y.act, NULL, &y.a) == 0);
    for (int l = 0; l < 40; l++) {
        CHECK(x.a.fault[l] == (l == 3 ? 1 << seat : 0));
        if (l == 3) {
            CHECK(x.a.done[l] && x.a.rewards[at(&x, seat, l)] == 0 && x.a.rewards[at(&x, !seat, l)] == 1);
            continue;
        }
        CHECK(x.a.done[l] == y.a.done[l]);
        PennaState a, b;
        penna_batch_state(x.batch, l, &a);
        penna_batch_state(y.batch, l, &b);
        CHECK(memcmp(&a, &b, sizeof a) == 0);
    }
    for (int k = 0; k < 50; k++) step_random(&x); /* the lane plays on */
    close_batch(&x);
    close_batch(&y);
}

/* Outcomes from outside: the caller's dice give the caller's games; an impossible one is a fault of its lane. */
static void check_given(const PennaGame *game) {
    All all = open_batch(
        (PennaBatchSetup){.game = game, .seats = 2, .lanes = 4, .given = 1, .seed = 1, .streams = PENNA_FAST});
    uint32_t outcome[4] = {0};
    PennaRng rng = penna_rng_stream(2, 2);
    int rolls = 0;
    for (int n = 0; n < 200; n++) {
        PennaState s[4];
        memset(all.act, PENNA_ACTION_NONE, 8);
        penna_batch_random(all.batch, all.a.masks, all.act);
        for (int l = 0; l < 4; l++) {
            penna_batch_state(all.batch, l, &s[l]);
            bool chance = penna_node(&s[l]) == PENNA_CHANCE;
            CHECK(all.a.outcomes[l] == (chance ? penna_outcomes(game, &s[l]) : 0));
            if (chance) penna_chance(game, &s[l], outcome[l] = penna_roll(game, &s[l], &rng));
            rolls += chance;
        }
        bool wrong = n == 100 && all.a.outcomes[2];
        if (wrong) outcome[2] = all.a.outcomes[2];
        PennaState was = s[0];
        bool rolled = all.a.outcomes[0] != 0;
        CHECK(penna_batch_step(all.batch, all.act, outcome, &all.a) == wrong);
        if (wrong) CHECK(all.a.fault[2] == PENNA_FAULT_CHANCE && all.a.done[2]);
        PennaState now;
        penna_batch_state(all.batch, 0, &now);
        if (rolled) CHECK(memcmp(&was, &now, sizeof now) == 0);
    }
    CHECK(rolls > 50);
    close_batch(&all);
}

static void check_convert(const PennaGame *game, PennaStreams streams) {
    All all = open_batch((PennaBatchSetup){.game = game, .seats = 2, .lanes = 33, .seed = 2, .streams = streams});
    PennaMove moves[2 * 33];
    uint8_t actions[2 * 33];
    for (int k = 0; k < 20; k++) {
        for (int i = 0; i < 2 * 33; i++) moves[i] = all.a.counts[i] ? all.a.moves[(size_t)i * (size_t)all.actions] : 77;
        moves[5] = PENNA_MOVE_NONE;
        penna_batch_convert(all.batch, moves, actions);
        for (int i = 0; i < 2 * 33; i++) CHECK((actions[i] == PENNA_ACTION_NONE) == (i == 5 || !all.a.counts[i]));
        step_random(&all);
    }
    close_batch(&all);
}

static void check_refusals(void) {
    const PennaGame *game = penna_game(0);
    const char *why = NULL, *options[] = {"nonsense=1", NULL};
    PennaBatchSetup good = {.game = game, .seats = 2, .lanes = 4, .threads = 1},
                    bad[] = {good, good, good, good, good, good};
    bad[0].lanes = 0;
    bad[1].lanes = PENNA_LANES_MAX + 1;
    bad[2].seats = 99;
    bad[3].options = options;
    bad[4].reward = (PennaReward)17;
    bad[5].threads = -1;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        why = NULL;
        CHECK(!penna_batch_new(&bad[i], &why) && why);
        CHECK(!penna_batch_new(&bad[i], NULL));
    }
    PennaBatch *batch = penna_batch_new(&good, &why);
    PennaState s;
    CHECK(batch && !penna_batch_state(batch, -1, &s) && !penna_batch_state(batch, 4, &s));
    penna_batch_free(batch);
    penna_batch_free(NULL);
}

static int has_lockstep(const PennaGame *game) {
    PennaBatchSetup set = {.game = game, .seats = 2, .lanes = 1, .threads = 1, .streams = PENNA_FAST};
    PennaBatch *batch = penna_batch_new(&set, NULL);
    int lockstep = penna_batch_lockstep(batch);
    penna_batch_free(batch);
    return lockstep;
}

/* With a quarter of the steps all lanes have still met every phase. */
static int steps_of(int usual) { return at_length() ? usual : spare(usual / 2, 2); }

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : at_length() ? 200000 : spare(12000, 10);
    int locked = 0;
    CHECK(games >= 1024);
    check_refusals();
    for (int g = 0; penna_game(g); g++) {
        const PennaGame *game = penna_game(g);
        check_exact(game, 2, 37, 2, steps_of(200));
        check_exact(game, penna_game_max_seats(game), 5, 1, 20);
        check_exact(game, 1, 1, 1, 3);
        check_given(game);
        check_leaks(game, 2);
        check_leaks(game, penna_game_max_seats(game));
        PennaBatchSetup one = {
            .game = game, .seats = 2, .lanes = 75, .threads = 1, .seed = 1, .number = 2, .streams = PENNA_FAST};
        PennaBatchSetup three = one, plain = one;
        three.threads = 3;
        plain.portable = 1;
        check_same(game, one, three, steps_of(100));
        check_same(game, one, plain, steps_of(300));
        one.streams = three.streams = PENNA_EXACT;
        check_same(game, one, three, steps_of(100));
        for (int k = 0; k < 2; k++) {
            check_fault(game, (PennaStreams)k);
            check_convert(game, (PennaStreams)k);
        }
        if (!has_lockstep(game)) continue;
        locked++;
        for (int seats = penna_game_min_seats(game); seats <= penna_game_max_seats(game); seats++)
            for (int portable = 0; portable < 2; portable++)
                check_lockstep(game, seats, 40, portable, steps_of(300), step_random);
        check_lockstep(game, penna_game_max_seats(game), 96, 0, steps_of(600), step_eagerly);
        for (int seats = 1; seats <= 3; seats++) check_distribution(game, seats, games);
    }
    CHECK(locked > 0);
    printf("%ld checks\n", checks);
    return 0;
}
