/* bots.c: see bots.h. */
#include "server/bots.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/roster.h"
#include "host/clock.h"

enum { THREADS_MAX = 16, KEPT = 16 };

struct BotPool {
    void (*wake)(void *context);
    void *context;
    pthread_t thread[THREADS_MAX];
    int threads;
    pthread_mutex_t mutex; /* for all that follows */
    pthread_cond_t work;
    BotJob *first, **end; /* questions */
    BotJob *done;         /* answers */
    bool ending;
};

/* Bots that a thread has made and will use again. */
typedef struct Shelf {
    Bot *bot[KEPT];
    int count;
} Shelf;

/* A bot takes long to make (its weights are unpacked) and no time to use again. A kind that does not play the game is
 * stood in for by one that plays every game. */
static Bot *take_bot(Shelf *shelf, const char *name, const Game *g) {
    const char *why;
    for (int i = 0; i < shelf->count; i++)
        if (shelf->bot[i]->game == g && strcmp(shelf->bot[i]->kind->name, name) == 0) return shelf->bot[i];
    Bot *bot = roster_bot(name, g, (Budget){.playouts = 4000, .seconds = 1.0, .now = clock_now}, &why);
    if (!bot) return strcmp(name, "greedy") == 0 ? NULL : take_bot(shelf, "greedy", g); /* not for this game */
    if (shelf->count == KEPT) roster_free(shelf->bot[--shelf->count]);
    return shelf->bot[shelf->count++] = bot;
}

/* Whatever the bot says, the answer is a legal move: the table waits for it. */
static void think(Shelf *shelf, BotJob *job) {
    Move legal[MOVES_MAX];
    int n = job->game->legal(&job->view.head, job->seat, legal);
    Bot *bot = n > 1 ? take_bot(shelf, job->bot, job->game) : NULL;
    job->move = legal[0];
    if (!bot) return;
    Move move = bot->kind->choose(bot, &job->view.head, job->seat, &job->rng);
    for (int i = 0; i < n; i++)
        if (legal[i] == move) job->move = move;
}

/* A thread has its own bots, for a bot that thinks is changed by it. */
static void *work(void *given) {
    BotPool *p = given;
    Shelf shelf = {0};
    pthread_mutex_lock(&p->mutex);
    for (;;) {
        while (!p->first && !p->ending) pthread_cond_wait(&p->work, &p->mutex);
        if (p->ending) break;
        BotJob *job = p->first;
        p->first = job->next;
        if (!p->first) p->end = &p->first;
        pthread_mutex_unlock(&p->mutex);
        think(&shelf, job);
        pthread_mutex_lock(&p->mutex);
        job->next = p->done;
        p->done = job;
        p->wake(p->context);
    }
    pthread_mutex_unlock(&p->mutex);
    while (shelf.count > 0) roster_free(shelf.bot[--shelf.count]);
    return NULL;
}

/* Fewer threads than asked for are enough; none is not. */
BotPool *bots_start(int threads, void (*wake)(void *context), void *context) {
    BotPool *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->wake = wake;
    p->context = context;
    p->end = &p->first;
    pthread_mutex_init(&p->mutex, NULL);
    pthread_cond_init(&p->work, NULL);
    sigset_t all, before; /* signals are for the loop */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (p->threads < threads && p->threads < THREADS_MAX &&
           pthread_create(&p->thread[p->threads], NULL, work, p) == 0)
        p->threads++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (p->threads > 0) return p;
    bots_stop(p);
    return NULL;
}

void bots_ask(BotPool *p, BotJob *job) {
    job->next = NULL;
    pthread_mutex_lock(&p->mutex);
    *p->end = job;
    p->end = &job->next;
    pthread_cond_signal(&p->work);
    pthread_mutex_unlock(&p->mutex);
}

BotJob *bots_take(BotPool *p) {
    pthread_mutex_lock(&p->mutex);
    BotJob *done = p->done;
    p->done = NULL;
    pthread_mutex_unlock(&p->mutex);
    return done;
}

static void free_jobs(BotJob *job) {
    while (job) {
        BotJob *next = job->next;
        free(job);
        job = next;
    }
}

/* Questions that nobody has begun are dropped: the tables are in the log and ask again. */
void bots_stop(BotPool *p) {
    if (!p) return;
    pthread_mutex_lock(&p->mutex);
    p->ending = true;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->mutex);
    for (int i = 0; i < p->threads; i++) pthread_join(p->thread[i], NULL);
    free_jobs(p->first);
    free_jobs(p->done);
    pthread_mutex_destroy(&p->mutex);
    pthread_cond_destroy(&p->work);
    free(p);
}
