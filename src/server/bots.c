/* bots.c: see bots.h. */
#include "server/bots.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/roster.h"
#include "bots/mind.h"
#include "host/clock.h"
#include "match/record.h"
#include "server/thread.h"

enum {
    THREADS_MAX = 16,
    KEPT = 16,           /* bots that a thread keeps */
    WAITING_MAX = 20000, /* questions: 10,000 tables have no more with two bots each */
    PLAYOUTS = 4000,     /* of a bot that searches, with time for it */
    SPARE = 4            /* questions a thread may have waiting before it thinks less about each */
};

/* The questions of one table, or about the records of one address. */
typedef struct Party {
    struct Party *next;
    Code code;     /* "": records */
    BotJob *first; /* at most one a seat; of records any number */
} Party;

/* The tables with questions of one address. */
typedef struct Payer {
    struct Payer *next;
    uint8_t key[LIMIT_KEY];
    Party *first; /* whose turn it is next */
    int waiting;  /* questions of all of them */
} Payer;

struct BotPool {
    void (*wake)(void *context);
    void *context;
    pthread_t thread[THREADS_MAX];
    int threads;                  /* how many were started */
    pthread_mutex_t mutex;        /* for all that follows */
    pthread_cond_t work;          /* there is some, or it is ending */
    Payer *first;                 /* whose turn it is next */
    int waiting;                  /* questions in all */
    BotJob *thought[THREADS_MAX]; /* what each thread thinks about; NULL: nothing */
    BotJob *done;                 /* answers */
    bool ending;                  /* the threads are to end */
};

/* ---- Who is next ------------------------------------------------------------------------------------- */

/* Lists are short and walked: an address has few tables, and few addresses wait at once. */
static Payer **payer_of(BotPool *p, const uint8_t *key) {
    Payer **at = &p->first;
    while (*at && memcmp((*at)->key, key, LIMIT_KEY) != 0) at = &(*at)->next;
    return at;
}

static Party **party_of(Payer *payer, const char *code) {
    Party **at = &payer->first;
    while (*at && strcmp((*at)->code, code) != 0) at = &(*at)->next;
    return at;
}

/* The address's table, made if need be at the end of both lines; NULL: no memory. */
static Party *line_up(BotPool *p, const BotJob *job) {
    Payer **payer = payer_of(p, job->payer);
    if (!*payer) {
        if (!(*payer = calloc(1, sizeof **payer))) return NULL;
        memcpy((*payer)->key, job->payer, LIMIT_KEY);
    }
    Party **party = party_of(*payer, job->code);
    if (!*party && (*party = calloc(1, sizeof **party))) memcpy((*party)->code, job->code, sizeof job->code);
    return *party;
}

/* Takes the address out of the line; one that still has tables goes to its end. */
static void turn_payer(BotPool *p, Payer **at) {
    Payer *payer = *at;
    *at = payer->next;
    payer->next = NULL;
    if (!payer->first) {
        free(payer);
        return;
    }
    for (at = &p->first; *at;) at = &(*at)->next;
    *at = payer;
}

/* The same for a table in the line of its address. */
static void turn_party(Payer *payer, Party **at) {
    Party *party = *at;
    *at = party->next;
    party->next = NULL;
    if (!party->first) {
        free(party);
        return;
    }
    for (at = &payer->first; *at;) at = &(*at)->next;
    *at = party;
}

/* The next question: the first of the first table of the first address, all of which then are last. An address whose
 * table could not be lined up for want of memory has none: it is passed over. */
static BotJob *next_job(BotPool *p) {
    while (p->first && !p->first->first) turn_payer(p, &p->first);
    Payer *payer = p->first;
    if (!payer) return NULL;
    BotJob *job = payer->first->first;
    payer->first->first = job->next;
    payer->waiting--;
    turn_party(payer, &payer->first);
    turn_payer(p, &p->first);
    p->waiting--;
    return job;
}

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
    Bot *bot = roster_bot(name, g, (Budget){0}, &why);
    if (!bot) return strcmp(name, "greedy") == 0 ? NULL : take_bot(shelf, "greedy", g); /* not for this game */
    if (shelf->count == KEPT) roster_free(shelf->bot[--shelf->count]);
    return shelf->bot[shelf->count++] = bot;
}

static _Thread_local const BotJob *thinking; /* what this thread thinks about */

/* The clock by which bots think. For a question that is outdated its end has come. */
static double thinking_now(void) {
    return clock_now() + (atomic_load_explicit(&thinking->outdated, memory_order_relaxed) ? 1e9 : 0);
}

/* A second for each, or a part of it when many wait: so the time that one waits grows slower than the line. */
static Budget budget_for(const BotPool *p) {
    double part = p->waiting > SPARE * p->threads ? (double)(SPARE * p->threads) / p->waiting : 1;
    if (part < 0.02) part = 0.02;
    return (Budget){.playouts = (uint32_t)(PLAYOUTS * part), .seconds = part, .now = thinking_now};
}

/* Whatever the bot says, the answer is a legal move: the table waits for it. */
static void think(Shelf *shelf, BotJob *job, Budget budget) {
    Move legal[MOVES_MAX];
    int n = job->game->legal(&job->view.head, job->seat, legal);
    Bot *bot = n > 1 ? take_bot(shelf, job->bot, job->game) : NULL;
    job->move = legal[0];
    if (!bot) return;
    thinking = job;
    bot->budget = budget;
    Move move = bot->kind->choose(bot, &job->view.head, job->seat, &job->rng);
    for (int i = 0; i < n; i++)
        if (legal[i] == move) job->move = move;
}

/* Goes through the game and asks the bot at each of its decisions. It chooses by what its seat sees and by nothing
 * else, and by the same bytes on every machine (bots/net.h): so what it chose elsewhere it chooses here. */
static Wrong check_moves(const Match *m, Bot *bot, int seat) {
    const Game *g = match_game(m);
    AnyState s, view;
    match_state_at(m, 0, &s);
    for (int node = 0; node < match_node(m); node++) {
        const Event *e = match_event(m, node);
        Rng unused = rng_stream(0, 0);
        view = s;
        game_hide(g, &view.head, seat);
        if (e->movers >> seat & 1 && bot->kind->choose(bot, &view.head, seat, &unused) != e->move[seat])
            return WRONG_BOT_MOVE;
        match_apply(g, &s.head, e);
    }
    return WRONG_NOTHING;
}

/* Without a net it plays out by lots of its own. */
Wrong bots_check(Bot *bot, int seat, const char *record) {
    Records in = {.bytes = record, .length = strlen(record)};
    Match *m = NULL;
    Fault fault;
    if (!mind_exists(bot)) return WRONG_GAME;
    if (record_read(&in, &m, NULL, &fault) != RECORD_OK) return WRONG_STORAGE;
    Wrong wrong = check_moves(m, bot, seat);
    match_free(m);
    return wrong;
}

/* A bot that stands in for another (take_bot) cannot say what that one chose. */
static void look_through(Shelf *shelf, BotJob *job) {
    Bot *bot = take_bot(shelf, job->bot, job->game);
    job->wrong = WRONG_STORAGE;
    if (!bot || strcmp(bot->kind->name, job->bot) != 0) return;
    bot->budget = (Budget){0};
    job->wrong = bots_check(bot, job->seat, job->record);
}

/* Takes the next question and thinks about it. Called and returns with the mutex held. */
static void answer_one(BotPool *p, Shelf *shelf, BotJob **thought) {
    BotJob *job = *thought = next_job(p);
    Budget budget = budget_for(p);
    if (!job) return;
    pthread_mutex_unlock(&p->mutex);
    if (job->code[0])
        think(shelf, job, budget);
    else
        look_through(shelf, job);
    pthread_mutex_lock(&p->mutex);
    *thought = NULL;
    if (atomic_load(&job->outdated)) {
        free(job);
        return;
    }
    job->next = p->done;
    p->done = job;
    p->wake(p->context);
}

/* A thread has its own bots, for a bot that thinks is changed by it. */
static void *work(void *given) {
    BotPool *p = given;
    Shelf shelf = {0};
    pthread_mutex_lock(&p->mutex);
    int own = p->threads++; /* bots_start() waits until it is counted */
    pthread_cond_broadcast(&p->work);
    while (!p->ending) {
        if (p->waiting)
            answer_one(p, &shelf, &p->thought[own]);
        else
            pthread_cond_wait(&p->work, &p->mutex);
    }
    pthread_mutex_unlock(&p->mutex);
    while (shelf.count > 0) roster_free(shelf.bot[--shelf.count]);
    return NULL;
}

/* ---- For the loop ------------------------------------------------------------------------------------ */

/* Fewer threads than asked for are enough; none is not. */
BotPool *bots_start(int threads, void (*wake)(void *context), void *context) {
    BotPool *p = calloc(1, sizeof *p);
    int made = 0;
    if (!p) return NULL;
    p->wake = wake;
    p->context = context;
    pthread_mutex_init(&p->mutex, NULL);
    pthread_cond_init(&p->work, NULL);
    while (made < threads && made < THREADS_MAX && thread_start(&p->thread[made], "bot", work, p)) made++;
    pthread_mutex_lock(&p->mutex);
    while (p->threads < made) pthread_cond_wait(&p->work, &p->mutex);
    pthread_mutex_unlock(&p->mutex);
    if (made > 0) return p;
    bots_stop(p);
    return NULL;
}

/* Puts the question behind the table's others, in the place of the seat's earlier one; of records all are wanted. */
static void add_job(BotPool *p, Payer *payer, Party *party, BotJob *job) {
    BotJob **at = &party->first;
    while (*at && ((*at)->seat != job->seat || !job->code[0])) at = &(*at)->next;
    BotJob *old = *at;
    job->next = old ? old->next : NULL;
    *at = job;
    payer->waiting += !old;
    p->waiting += !old;
    free(old);
}

/* Room in a full line for an address that has fewer questions in it than another: of that which has most one of the
 * table whose turn comes last goes, and is answered as one that was not asked. False: nobody has more. */
static bool make_room(BotPool *p, const uint8_t *key) {
    const Payer *own = *payer_of(p, key);
    Payer *most = NULL;
    for (Payer *payer = p->first; payer; payer = payer->next)
        if (payer->waiting > (most ? most->waiting : own ? own->waiting + 1 : 1)) most = payer;
    if (!most) return false;
    Party **at = &most->first;
    while ((*at)->next) at = &(*at)->next;
    BotJob *job = (*at)->first;
    (*at)->first = job->next;
    if (!(*at)->first) turn_party(most, at);
    most->waiting--;
    p->waiting--;
    job->dropped = true;
    job->wrong = WRONG_RATE;
    job->next = p->done;
    p->done = job;
    return true;
}

/* A full line refuses: the table asks again when it is next looked at, and memory stays bounded. */
bool bots_ask(BotPool *p, BotJob *job) {
    pthread_mutex_lock(&p->mutex);
    bool full = p->waiting >= WAITING_MAX, room = !full || make_room(p, job->payer);
    Party *party = room ? line_up(p, job) : NULL;
    if (party) add_job(p, *payer_of(p, job->payer), party, job);
    if (full && room) p->wake(p->context);
    pthread_cond_signal(&p->work);
    pthread_mutex_unlock(&p->mutex);
    if (!party) free(job);
    return party != NULL;
}

/* Frees a list of questions; how many they were. */
static int free_jobs(BotJob *job) {
    int n = 0;
    for (BotJob *next; job; job = next, n++) {
        next = job->next;
        free(job);
    }
    return n;
}

/* All addresses are looked through, for another may have asked for the table before. */
void bots_forget(BotPool *p, const char *code) {
    pthread_mutex_lock(&p->mutex);
    for (Payer *payer = p->first; payer; payer = payer->next) {
        Party **at = party_of(payer, code);
        if (!*at) continue;
        int n = free_jobs((*at)->first);
        payer->waiting -= n;
        p->waiting -= n;
        (*at)->first = NULL;
        turn_party(payer, at);
    }
    for (int i = 0; i < p->threads; i++)
        if (p->thought[i] && strcmp(p->thought[i]->code, code) == 0) atomic_store(&p->thought[i]->outdated, true);
    pthread_mutex_unlock(&p->mutex);
}

int bots_waiting(BotPool *p) {
    pthread_mutex_lock(&p->mutex);
    int n = p->waiting;
    pthread_mutex_unlock(&p->mutex);
    return n;
}

BotJob *bots_take(BotPool *p) {
    pthread_mutex_lock(&p->mutex);
    BotJob *done = p->done;
    p->done = NULL;
    pthread_mutex_unlock(&p->mutex);
    return done;
}

/* Questions that nobody has begun are dropped: the tables are in the log and ask again. */
void bots_stop(BotPool *p) {
    if (!p) return;
    pthread_mutex_lock(&p->mutex);
    p->ending = true;
    for (int i = 0; i < p->threads; i++)
        if (p->thought[i]) atomic_store(&p->thought[i]->outdated, true);
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->mutex);
    for (int i = 0; i < p->threads; i++) pthread_join(p->thread[i], NULL);
    for (BotJob *job; (job = next_job(p));) free(job);
    free_jobs(p->done);
    pthread_mutex_destroy(&p->mutex);
    pthread_cond_destroy(&p->work);
    free(p);
}
