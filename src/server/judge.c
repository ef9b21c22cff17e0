/* judge.c: see judge.h. */
#include "server/judge.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "advise/review.h"
#include "arena/roster.h"
#include "host/clock.h"
#include "match/dice.h"
#include "match/fair.h"
#include "server/thread.h"

enum {
    WAITING = 500, /* games that may wait */
    LOWEST = 19,   /* how nice the thread is to the others */
    FAREWELL = 300 /* milliseconds for it to end */
};

struct Court {
    void (*wake)(void *context); /* tells the loop that something is done */
    void *context;
    pthread_t thread;
    pthread_mutex_t mutex; /* for what follows */
    pthread_cond_t work;   /* there is some, or it is ending */
    pthread_cond_t end;    /* it has ended */
    bool ended;            /* so it has */
    Finding *first;        /* what waits, by rounds; the first may be at hand */
    uint64_t round;        /* of the last that was taken */
    Finding *done;         /* what is judged, for court_take() */
    int waiting;           /* how many do */
    atomic_bool ending;    /* looked at without the lock, in the middle of a game */
};

/* ---- One game ---------------------------------------------------------------------------------------- */

/* Item by item, so that the end of the server need not wait for that of a game. Each is judged for itself, so a figure
 * is the same whatever else is looked at. */
static bool judge_items(Review *r, const Judge *judge, void *memory, unsigned looked, const atomic_bool *ending) {
    for (int i = 0; i < r->count; i++) {
        int seat = r->item[i].seat;
        if (atomic_load(ending)) return false;
        if (seat < 0 || looked >> seat & 1) review_judge(r, judge, memory, i, &r->item[i]);
        r->done = i + 1;
    }
    review_sum(r);
    return true;
}

/* Each game has a judge of its own, made and freed here: the thread keeps no memory while nobody wants a verdict. */
static bool review(const Match *m, const Advisor *a, Finding *v, const atomic_bool *ending) {
    Review r;
    Judge judge;
    const char *why;
    void *memory = malloc(race_memory(&a->effort, MOVES_MAX));
    bool good = false;
    if (memory && advisor_judge(a, &judge, &why)) {
        if (review_open(&r, m, a)) {
            good = judge_items(&r, &judge, memory, v->looked, ending);
            v->accuracy = r.seat[0].accuracy;
            for (int i = 0; i < match_state(m)->seats; i++) v->luck[i] = r.seat[i].points_luck;
            review_free(&r);
        }
        advisor_judge_free(&judge);
    }
    free(memory);
    return good;
}

/* By the quick analysis, which is that of the page: everybody can compute the same figures for himself. */
static void judge_one(Finding *v, const atomic_bool *ending) {
    Records in = {.bytes = v->record, .length = strlen(v->record)};
    Match *m = NULL;
    Fault fault;
    Advisor advisor;
    AnyState start;
    const char *why;
    if (record_read(&in, &m, NULL, &fault) != RECORD_OK) return;
    match_state_at(m, 0, &start);
    if (match_state(m)->node == NODE_OVER &&
        advisor_make(&advisor, match_game(m), &start.head, &(AdvisorWishes){.level = LEVEL_QUICK, .seed = 1}, &why)) {
        v->good = review(m, &advisor, v, ending);
        advisor_close(&advisor);
    }
    match_free(m);
}

const char court_bot[] = "master";

/* Every seat that moves at the node chooses by what it may see. */
static void choose_all(Match *m, Bot *bot) {
    int node = match_node(m);
    uint8_t movers = match_state(m)->movers;
    for (int i = 0; i < SEATS_MAX; i++) {
        AnyState view;
        Rng rng = rng_stream((uint64_t)node, (uint64_t)i);
        if (!(movers >> i & 1)) continue;
        match_view(m, i, &view);
        match_submit(m, i, node, bot->kind->choose(bot, &view.head, i, &rng));
    }
}

/* The dice by their place, as at a table, so that the bot had the very rolls that people had; and its own lots from the
 * same key, so that it has the same result wherever it is asked. */
Match *court_game(const Game *g, int seats, const uint8_t *key, const atomic_bool *ending, bool *exact) {
    const char *why;
    int option[OPTIONS_MAX] = {0};
    Match *m = match_new(g, seats, option);
    Bot *bot = roster_bot(court_bot, g, (Budget){.playouts = COURT_PLAYOUTS}, &why);
    while (m && bot && !atomic_load(ending) && match_state(m)->node != NODE_OVER) {
        const State *s = match_state(m);
        int before = match_node(m);
        if (s->node == NODE_CHANCE)
            match_chance(m, before, fair_outcome(g, s, key, dice_ordinal(m)));
        else
            choose_all(m, bot);
        if (match_node(m) == before) break; /* no memory */
    }
    *exact = bot && bot->exact && seats == 1;
    roster_free(bot);
    if (m && match_state(m)->node == NODE_OVER) return m;
    match_free(m);
    return NULL;
}

static void play_one(Finding *v, const atomic_bool *ending) {
    Match *m = court_game(v->game, v->seats, v->key, ending, &v->exact);
    v->good = m != NULL;
    if (m) v->game->scores(match_state(m), v->points);
    match_free(m);
}

/* ---- The thread -------------------------------------------------------------------------------------- */

/* A game that is being judged is still at the head of the line, so that it is not lined up twice. */
static void *work(void *given) {
    Court *c = given;
    setpriority(PRIO_PROCESS, 0, LOWEST); /* on Linux: of this thread */
    pthread_mutex_lock(&c->mutex);
    for (;;) {
        while (!atomic_load(&c->ending) && !c->first) pthread_cond_wait(&c->work, &c->mutex);
        if (atomic_load(&c->ending)) break;
        Finding *v = c->first;
        c->round = v->round;
        pthread_mutex_unlock(&c->mutex);
        if (v->game)
            play_one(v, &c->ending);
        else
            judge_one(v, &c->ending);
        pthread_mutex_lock(&c->mutex);
        c->first = v->next;
        c->waiting--;
        v->next = c->done;
        c->done = v;
        if (!atomic_load(&c->ending)) c->wake(c->context); /* whom else it may not find there any more */
    }
    c->ended = true;
    pthread_cond_signal(&c->end);
    pthread_mutex_unlock(&c->mutex);
    return NULL;
}

/* It begins with nothing to do and waits; whoever makes it need not have anything ready. */
Court *court_start(void (*wake)(void *context), void *context) {
    Court *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->wake = wake;
    c->context = context;
    pthread_mutex_init(&c->mutex, NULL);
    pthread_cond_init(&c->work, NULL);
    thread_condition(&c->end);
    if (thread_start(&c->thread, "judge", work, c)) return c;
    free(c);
    return NULL;
}

static bool same_paper(const Paper *a, const Paper *b) {
    return strcmp(a->shelf, b->shelf) == 0 && strcmp(a->name, b->name) == 0;
}

static Finding *verdict_on(const uint8_t *payer, const Paper *paper, const char *record) {
    size_t n = strlen(record) + 1;
    Finding *v = calloc(1, sizeof *v + n);
    if (!v) return NULL;
    v->paper = *paper;
    memcpy(v->payer, payer, sizeof v->payer);
    memcpy(v->record, record, n);
    return v;
}

/* The first round in which the address has nothing yet; false: that paper waits already. */
static bool find_round(const Court *c, Finding *v) {
    v->round = c->round;
    for (const Finding *f = c->first; f; f = f->next) {
        if (same_paper(&f->paper, &v->paper)) return false;
        if (memcmp(f->payer, v->payer, sizeof f->payer) == 0 && f->round >= v->round) v->round = f->round + 1;
    }
    return true;
}

/* Takes the last of the last round out: it is of an address that has as many as any. */
static Finding *last_of(Court *c) {
    Finding **at = &c->first;
    while ((*at)->next) at = &(*at)->next;
    Finding *last = *at;
    *at = NULL;
    c->waiting--;
    return last;
}

/* Behind those of its round, and so behind the one that is at hand. */
static void put_in(Court *c, Finding *v) {
    Finding **at = &c->first;
    while (*at && (*at)->round <= v->round) at = &(*at)->next;
    v->next = *at;
    *at = v;
    c->waiting++;
    pthread_cond_signal(&c->work);
}

/* Each of many who look at a board may ask for the same paper, so one that waits is not lined up twice. */
static void line_up(Court *c, Finding *v) {
    pthread_mutex_lock(&c->mutex);
    Finding *left_out = v;
    if (find_round(c, v)) {
        put_in(c, v);
        left_out = c->waiting > WAITING ? last_of(c) : NULL;
    }
    pthread_mutex_unlock(&c->mutex);
    free(left_out);
}

void court_ask(Court *c, const uint8_t *payer, const Paper *paper, const char *record, unsigned looked) {
    Finding *v = verdict_on(payer, paper, record);
    if (!v) return;
    v->looked = looked;
    line_up(c, v);
}

void court_play(Court *c, const uint8_t *payer, const Paper *paper, const Game *g, int seats, const uint8_t *key) {
    Finding *v = verdict_on(payer, paper, "");
    if (!v) return;
    v->game = g;
    v->seats = seats;
    memcpy(v->key, key, sizeof v->key);
    line_up(c, v);
}

Finding *court_take(Court *c) {
    pthread_mutex_lock(&c->mutex);
    Finding *done = c->done;
    c->done = NULL;
    pthread_mutex_unlock(&c->mutex);
    return done;
}

static void free_all(Finding *v) {
    for (Finding *next; v; v = next) {
        next = v->next;
        free(v);
    }
}

/* Waits a moment for the thread; false: it is in the middle of something. Called and returns with the mutex held. */
static bool has_ended(Court *c) {
    double until = clock_now() + FAREWELL * 1e-3;
    while (!c->ended && thread_wait(&c->end, &c->mutex, until)) continue;
    return c->ended;
}

/* A verdict that is lost costs nothing: it is asked for again when somebody looks. A thread that all others come before
 * may take long to come to its end where the machine is busy: it is left to that of the process, which nobody has to
 * wait for then. It uses nothing but what is its own until then, and that stays. */
void court_stop(Court *c) {
    if (!c) return;
    pthread_mutex_lock(&c->mutex);
    atomic_store(&c->ending, true);
    pthread_cond_signal(&c->work);
    bool ended = has_ended(c);
    pthread_mutex_unlock(&c->mutex);
    if (!ended) {
        pthread_detach(c->thread);
        return;
    }
    pthread_join(c->thread, NULL);
    free_all(c->first);
    free_all(c->done);
    pthread_mutex_destroy(&c->mutex);
    pthread_cond_destroy(&c->work);
    pthread_cond_destroy(&c->end);
    free(c);
}
