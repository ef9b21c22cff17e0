/* lines.c: those who wait in line inside the server: the judge takes a game of each address in turn, a full line before
 * the bots has room for whoever has less in it, what was to be read for somebody who has gone is not read, and a body
 * or an answer has an end however steadily it moves. (By a socket of this machine no answer can be made to last two
 * minutes: the system takes most of it at once.) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>
#include <semaphore.h>

#include "match/match.h"
#include "server/bots.h"
#include "server/conn.h"
#include "server/judge.h"
#include "server/reader.h"
#include "server/store_kind.h"

static void wake(void *context) { (void)context; }

static void moment(void) { nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL); }

/* ---- The judge ---------------------------------------------------------------------------------------- */

static const uint8_t many[LIMIT_KEY] = {4, 1}, one[LIMIT_KEY] = {4, 2}, other[LIMIT_KEY] = {4, 3};

/* Asks about a record that is none, so that the answer comes at once; the paper's name is the order of asking. */
static void ask(Court *c, const uint8_t *payer, int number) {
    Paper paper = {.shelf = "tries"};
    snprintf(paper.name, sizeof paper.name, "%d", number);
    court_ask(c, payer, &paper, "none", 1);
}

/* The numbers of the answers, in the order in which they came; how many. The one that kept the judge busy is left out:
 * it takes long on a busy machine, for the judge comes after everybody else. A moment more shows whether others come.
 */
static int answers(Court *c, int *number, int room, int want) {
    int count = 0, more = 50;
    for (int tries = 0; tries < 25000 && more > 0; tries++) {
        int last = count;
        Finding *v = court_take(c);
        for (Finding *next; v; v = next) { /* the last that came is the first */
            next = v->next;
            if (!v->game && count < room) number[count++] = atoi(v->paper.name);
            free(v);
        }
        for (int a = last, b = count - 1; a < b; a++, b--) {
            int swap = number[a];
            number[a] = number[b];
            number[b] = swap;
        }
        more -= count >= want;
        moment();
    }
    return count;
}

/* A game of the strongest bot takes long enough for all to be in line behind it. */
static Court *busy_court(void) {
    static const uint8_t key[STORE_KEY] = {1};
    Court *c = court_start(wake, NULL);
    assert_non_null(c);
    Paper paper = {.shelf = "tries", .name = "best"};
    court_play(c, other, &paper, game_find("twentyone"), 2, key);
    for (int i = 0; i < 10; i++) moment();
    return c;
}

static void in_turn(void **state) {
    static int number[1000];
    (void)state;
    Court *c = busy_court();
    for (int i = 0; i < 30; i++) ask(c, many, i);
    ask(c, one, 100);
    ask(c, one, 101);
    ask(c, one, 100);
    assert_int_equal(answers(c, number, 1000, 32), 32); /* nothing twice */
    assert_int_equal(number[0], 0);
    assert_int_equal(number[1], 100);
    assert_int_equal(number[2], 1);
    assert_int_equal(number[3], 101);
    for (int i = 4; i < 32; i++) assert_int_equal(number[i], i - 2);
    court_stop(c);
}

static void bounded(void **state) {
    static int number[1000];
    (void)state;
    Court *c = busy_court();
    for (int i = 0; i < 700; i++) ask(c, many, i);
    ask(c, one, 1000);
    int count = answers(c, number, 1000, 499);
    assert_true(count <= 500);
    assert_int_equal(number[1], 1000); /* who has one is not left out */
    court_stop(c);
}

/* ---- The bots ----------------------------------------------------------------------------------------- */

/* Asks a bot that takes its time; false: too many wait. */
static bool ask_bot(BotPool *p, const Match *m, const uint8_t *payer, int table) {
    BotJob *job = calloc(1, sizeof *job);
    assert_non_null(job);
    memcpy(job->payer, payer, LIMIT_KEY);
    for (int i = 0; i < CODE_LENGTH; i++, table /= 10) job->code[i] = (char)('A' + table % 10);
    job->game = match_game(m);
    strcpy(job->bot, "master");
    match_view(m, 0, &job->view);
    return bots_ask(p, job);
}

/* Ten addresses have so many questions that no more may wait. */
static void full_of_questions(void **state) {
    uint8_t crowd[LIMIT_KEY] = {4, 1};
    int option[OPTIONS_MAX] = {0}, asked = 0, dropped = 0, own = 0, answered = 0;
    Match *m = match_new(game_find("qwixx"), 2, option);
    BotPool *p = bots_start(1, wake, NULL);
    (void)state;
    assert_true(m && p);
    match_chance(m, 0, 0);
    for (bool good = true; good && asked < 100000; asked += good) {
        crowd[2] = (uint8_t)(asked % 10);
        good = ask_bot(p, m, crowd, asked);
    }
    int most = bots_waiting(p);
    assert_true(asked < 100000);
    for (int i = 0; i < 100; i++) {
        crowd[2] = (uint8_t)(i % 10);
        ask_bot(p, m, crowd, 90000 + i); /* one may fit, for one is being answered now and then */
    }
    for (int i = 0; i < 20; i++) assert_true(ask_bot(p, m, one, i));
    assert_true(bots_waiting(p) <= most);
    for (int tries = 0; tries < 25000 && own < 2; tries++, moment()) {
        BotJob *job = bots_take(p);
        for (BotJob *next; job; job = next) {
            next = job->next;
            dropped += job->dropped;
            answered += !job->dropped;
            own += !job->dropped && memcmp(job->payer, one, LIMIT_KEY) == 0;
            assert_false(job->dropped && memcmp(job->payer, one, LIMIT_KEY) == 0);
            free(job);
        }
    }
    assert_int_equal(own, 2);
    assert_true(answered < 100); /* its turn comes as if there were eleven questions, not 20,000 */
    assert_true(dropped > 0 && dropped <= 20 + 100);
    bots_stop(p);
    match_free(m);
}

/* ---- The reader --------------------------------------------------------------------------------------- */

static sem_t begun, go_on;
static int asked; /* of the store; the reader's, until it has ended */

/* A store that answers when it is told to. */
static int mine(Store *s, const uint8_t *hash, Code *out, int most) {
    (void)s, (void)hash, (void)out, (void)most;
    asked++;
    sem_post(&begun);
    sem_wait(&go_on);
    return 0;
}

static bool settle(Store *s) { return s != NULL; }

static const StoreKind slow = {.mine = mine, .settle = settle};

static Read *read_of(Conn *conn) {
    Read *r = read_new(READ_MINE, 1);
    assert_non_null(r);
    r->tokens = r->most = 1;
    read_for(r, conn);
    return r;
}

static void unwanted(void **state) {
    Store store = {.kind = &slow};
    Conn stays = {.holders = 1}, goes = {.holders = 1};
    int answered = 0, left = 0;
    (void)state;
    sem_init(&begun, 0, 0);
    sem_init(&go_on, 0, 0);
    StoreReader *d = reader_start(&store, wake, NULL);
    assert_non_null(d);
    reader_ask(d, read_of(&stays));
    sem_wait(&begun); /* the reader is at work */
    reader_ask(d, read_of(&goes));
    reader_ask(d, read_of(NULL));
    reader_ask(d, read_of(&stays));
    atomic_store(&goes.gone, true);
    for (int i = 0; i < 10; i++) sem_post(&go_on);
    for (int i = 0; i < 1000 && answered < 4; i++, moment()) {
        Read *r = reader_take(d);
        for (Read *next; r; r = next, answered++) {
            next = r->next;
            left += r->unwanted;
            assert_int_equal(r->result, r->unwanted ? STORE_FAILED : STORE_GOOD);
            read_free(r);
        }
    }
    reader_stop(d);
    assert_int_equal(answered, 4);
    assert_int_equal(left, 1);
    assert_int_equal(asked, 3);
    assert_int_equal(stays.holders, 1); /* and nobody is held any more */
    assert_int_equal(goes.holders, 1);
}

/* ---- Connections -------------------------------------------------------------------------------------- */

/* Something of it moves in every second; when its time is over. */
static double end_of(enum ConnPhase phase, double lasts) {
    Network *net = calloc(1, sizeof *net);
    Conn c = {.net = net, .phase = phase};
    assert_non_null(net);
    for (int i = 0; i < PHASES; i++) TAILQ_INIT(&net->phase[i]);
    net->lasts[phase] = lasts;
    TAILQ_INSERT_TAIL(&net->phase[phase], &c, in_phase);
    while (net->now - c.since < lasts && net->now < 1000) {
        net->now++;
        conn_moves(&c);
    }
    double end = net->now;
    free(net);
    return end;
}

static void whole(void **state) {
    (void)state;
    assert_int_equal(end_of(PHASE_REPLY, 30), CONN_WHOLE);
    assert_int_equal(end_of(PHASE_BODY, 6), CONN_WHOLE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(in_turn), cmocka_unit_test(bounded),
                                       cmocka_unit_test(full_of_questions), cmocka_unit_test(unwanted),
                                       cmocka_unit_test(whole)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
