/* follow.c: see follow.h.
 *
 * What is said is a line of words; the first is what it is:
 *
 *     e CODE NUMBER ...          these logs have so many events (the store says it: store_tell)
 *     h NODE CODE SEATS ...      holders of these seats, as bits in hex, are here
 *     w CODE                     who has people at this table?
 *     r NODE CODE SEAT PICTURE   a gesture
 *     n NODE TEXT                a word to everybody
 *     o NODE on|off              nothing may change, or may again
 *
 * NODE is a random number that a server draws when it starts, in hex. A word that is not known is of a later version
 * and passed over. */
#include "server/follow.h"

#include <inttypes.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/clock.h"
#include "server/hall.h"
#include "server/thread.h"

enum {
    WHOLE_TICKS = 10,  /* seconds from one telling of all who are here to the next */
    SILENT = 30,       /* after which those at a server that says nothing are taken for gone */
    COMPARE_TICKS = 5, /* from one comparison with the log to the next */
    HEARD_MOST = 20000 /* texts that may wait for the loop: more are dropped, and the comparison finds them */
};

/* Something that was said. */
typedef struct Hint {
    struct Hint *next;
    double at;   /* when it was heard, on clock_now(); of what is to be said: not used */
    char text[]; /* the line, NUL-terminated */
} Hint;

typedef struct HintList {
    Hint *first, **end; /* in order; `end` is where the next is hung, so an empty list points into itself */
    int count;          /* at most HEARD_MOST */
} HintList;

struct Follower {
    Store *store;                /* the caller's, which must outlive the thread */
    void (*wake)(void *context); /* called on the thread when something was heard */
    void *context;
    uint64_t node;         /* who this is */
    char line[STORE_SAID]; /* of those who are here, being written */
    pthread_t thread;
    pthread_mutex_t mutex;  /* for all that follows */
    HintList heard, to_say; /* for the loop, and from it */
    bool ending;            /* the thread is to end */
};

/* ---- The thread -------------------------------------------------------------------------------------- */

/* Called with the mutex held. What does not fit is dropped: it is a hint, and the comparison finds what was missed. */
static void put(HintList *l, const char *text) {
    size_t n = strlen(text) + 1;
    Hint *one = l->count < HEARD_MOST ? malloc(sizeof *one + n) : NULL;
    if (!one) return;
    one->next = NULL;
    one->at = clock_now();
    memcpy(one->text, text, n);
    *l->end = one;
    l->end = &one->next;
    l->count++;
}

static Hint *take_all(Follower *f, HintList *l) {
    pthread_mutex_lock(&f->mutex);
    Hint *all = l->first;
    *l = (HintList){.end = &l->first};
    pthread_mutex_unlock(&f->mutex);
    return all;
}

static void free_said(Hint *one) {
    while (one) {
        Hint *next = one->next;
        free(one);
        one = next;
    }
}

static void hear(void *context, const char *text) {
    Follower *f = context;
    pthread_mutex_lock(&f->mutex);
    put(&f->heard, text);
    pthread_mutex_unlock(&f->mutex);
    f->wake(f->context);
}

static bool is_ending(Follower *f) {
    pthread_mutex_lock(&f->mutex);
    bool ending = f->ending;
    pthread_mutex_unlock(&f->mutex);
    return ending;
}

/* Hearing ends early when there is something to say (store_nudge). Without a connection it may fail at once, and the
 * pause keeps that from being tried without end. */
static void *work(void *given) {
    Follower *f = given;
    while (!is_ending(f)) {
        Hint *all = take_all(f, &f->to_say);
        for (const Hint *one = all; one; one = one->next) store_say(f->store, one->text);
        free_said(all);
        if (!store_hear(f->store, 1, hear, f) && !is_ending(f))
            nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    }
    return NULL;
}

/* The node's number is made odd because 0 is nobody's (Elsewhere.node). */
Follower *follow_start(Store *store, void (*wake)(void *context), void *context) {
    Follower *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->store = store;
    f->wake = wake;
    f->context = context;
    randombytes_buf(&f->node, sizeof f->node);
    f->node |= 1;
    f->heard.end = &f->heard.first;
    f->to_say.end = &f->to_say.first;
    pthread_mutex_init(&f->mutex, NULL);
    if (thread_start(&f->thread, "follower", work, f)) return f;
    free(f);
    return NULL;
}

/* The nudge is for a thread that is hearing: it would find out only when its second is over. */
void follow_stop(Follower *f) {
    if (!f) return;
    pthread_mutex_lock(&f->mutex);
    f->ending = true;
    pthread_mutex_unlock(&f->mutex);
    store_nudge(f->store);
    pthread_join(f->thread, NULL);
    free_said(f->heard.first);
    free_said(f->to_say.first);
    pthread_mutex_destroy(&f->mutex);
    free(f);
}

/* ---- Saying ------------------------------------------------------------------------------------------ */

static void say(Server *s, const char *text) {
    Follower *f = s->follower;
    if (!f) return;
    pthread_mutex_lock(&f->mutex);
    put(&f->to_say, text);
    pthread_mutex_unlock(&f->mutex);
    store_nudge(f->store);
}

void follow_ask(Server *s, const Table *t) {
    char text[16];
    snprintf(text, sizeof text, "w %s", t->code);
    say(s, text);
}

void follow_react(Server *s, const Table *t, int seat, int picture) {
    char text[64];
    if (!s->follower) return;
    snprintf(text, sizeof text, "r %" PRIx64 " %s %d %d", s->follower->node, t->code, seat, picture);
    say(s, text);
}

void follow_notice(Server *s, const char *text) {
    char line[SERVER_LINE + 32];
    if (!s->follower) return;
    snprintf(line, sizeof line, "n %" PRIx64 " %s", s->follower->node, text);
    say(s, line);
}

void follow_read_only(Server *s, bool on) {
    char line[40];
    if (!s->follower) return;
    snprintf(line, sizeof line, "o %" PRIx64 " %s", s->follower->node, on ? "on" : "off");
    say(s, line);
}

static unsigned seats_here(const Table *t) {
    unsigned seats = 0;
    for (int i = 0; i < t->seats; i++) seats |= (unsigned)(t->chair[i].here > 0) << i;
    return seats;
}

static void say_line(Server *s) {
    Follower *f = s->follower;
    if (f->line[0]) say(s, f->line);
    f->line[0] = '\0';
}

/* Many tables share a line, which goes when the next one does not fit or the tick ends: each line is a statement of its
 * own for the database. */
static void say_here(Server *s, Table *t, unsigned seats) {
    Follower *f = s->follower;
    char part[24];
    snprintf(part, sizeof part, " %s %x", t->code, seats);
    if (strlen(f->line) + strlen(part) >= sizeof f->line) say_line(s);
    if (!f->line[0]) snprintf(f->line, sizeof f->line, "h %" PRIx64, f->node);
    strcat(f->line, part);
    t->shown_here = seats;
    t->to_say = false;
}

/* ---- Hearing ----------------------------------------------------------------------------------------- */

/* Who is elsewhere has changed: those who went have been away from now on. */
static void count_there(Server *s, Table *t) {
    unsigned before = t->there;
    t->there = 0;
    for (int i = 0; i < ELSEWHERE; i++)
        if (t->elsewhere[i].node) t->there |= t->elsewhere[i].seats;
    if (t->there == before) return;
    for (int i = 0; i < t->seats; i++)
        if ((before & ~t->there) >> i & 1) t->chair[i].away_since = hall_now(s);
    hall_touch(s, t);
}

/* The place of a server at the table: its own, an empty one, or that of whoever was silent the longest. */
static Elsewhere *place_of(Table *t, uint64_t node) {
    Elsewhere *best = &t->elsewhere[0];
    for (int i = 0; i < ELSEWHERE; i++)
        if (t->elsewhere[i].node == node) return &t->elsewhere[i];
    for (int i = 0; i < ELSEWHERE; i++) {
        Elsewhere *one = &t->elsewhere[i];
        if (!one->node) return one;
        if (one->heard < best->heard) best = one;
    }
    return best;
}

/* No seats is a good-bye: the place is free for another server. A table that is not in memory asks when it is read
 * (follow_ask). */
static void hear_here(Server *s, uint64_t node, const char *rest) {
    Code code;
    unsigned seats;
    int n;
    for (; sscanf(rest, " %5[A-Z] %x%n", code, &seats, &n) == 2; rest += n) {
        Table *t = code_read(code, strlen(code), code) ? hall_known(s, code) : NULL;
        if (!t) continue;
        *place_of(t, node) = (Elsewhere){.node = seats ? node : 0, .seats = seats, .heard = hall_now(s)};
        count_there(s, t);
    }
}

/* Nobody here looks at a table without people: it is read when somebody comes. */
static void hear_events(Server *s, const char *rest, double at) {
    Code code;
    int number, n;
    for (; sscanf(rest, " %5[A-Z] %d%n", code, &number, &n) == 2; rest += n) {
        Table *t = code_read(code, strlen(code), code) ? hall_known(s, code) : NULL;
        if (!t || (!t->clients && !t->parked.first) || (number >= 0 && t->number >= number)) continue;
        if (t->hinted == 0) t->hinted = at;
        t->grown = number;
        hall_read(s, t);
    }
}

static void hear_react(Server *s, const char *rest) {
    Code code;
    int seat, picture;
    if (sscanf(rest, " %5[A-Z] %d %d", code, &seat, &picture) != 3 || picture < 0 || picture >= REACTIONS) return;
    const Table *t = code_read(code, strlen(code), code) ? hall_known(s, code) : NULL;
    if (t && seat >= 0 && seat < t->seats) talk_react(t, seat, picture);
}

/* Everything may have been missed. */
static void compare_all(Server *s) {
    int count = 0, most = s->loaded;
    Read *r = most > 0 ? read_new(READ_ENDS, ++s->serial) : NULL;
    if (r) r->code_list = calloc((size_t)most, sizeof *r->code_list);
    for (int i = 0; i < TABLE_BUCKETS && r && r->code_list; i++)
        for (const Table *t = s->bucket[i]; t && count < most; t = t->next)
            if (t->clients && (t->match || t->evening)) memcpy(r->code_list[count++], t->code, sizeof t->code);
    if (r && count == 0) read_free(r);
    if (!r || count == 0) return;
    r->count = count;
    reader_ask(s->reader, r);
}

/* One's own words come back as well: those with a NODE are known by it. The others have none, for hearing them from
 * oneself does no harm. What was said of read-only is heard from oneself, too: all hear it in the order in which the
 * store took it, so that where two servers are told different things at once, all come to the same end. */
static void hear_one(Server *s, const Hint *said) {
    const char *text = said->text;
    uint64_t node;
    int n = 0;
    if (!*text) compare_all(s);
    if (strncmp(text, "e ", 2) == 0) hear_events(s, text + 1, said->at);
    if (strncmp(text, "w ", 2) == 0) {
        Code code;
        Table *t = code_read(text + 2, strlen(text + 2), code) ? hall_known(s, code) : NULL;
        if (t && seats_here(t)) t->to_say = true;
        return;
    }
    if (sscanf(text, "%*[hrno] %" SCNx64 "%n", &node, &n) != 1 || n == 0 ||
        (node == s->follower->node && text[0] != 'o'))
        return;
    const char *rest = text + n;
    if (text[0] == 'h') hear_here(s, node, rest);
    if (text[0] == 'r') hear_react(s, rest);
    if (text[0] == 'n' && *rest) talk_notice(s, rest + 1);
    if (text[0] == 'o' && !s->damaged) s->read_only = strcmp(rest, " on") == 0;
}

void follow_heard(Server *s) {
    if (!s->follower) return;
    Hint *all = take_all(s->follower, &s->follower->heard);
    for (const Hint *one = all; one; one = one->next) hear_one(s, one);
    free_said(all);
}

void follow_compare(Server *s, const Read *r) {
    if (r->result != STORE_GOOD) return;
    for (int i = 0; i < r->count; i++) {
        Table *t = hall_known(s, r->code_list[i]);
        if (t && r->serial > t->fresh && r->next_number[i] != t->number) hall_read(s, t);
    }
}

/* ---- Time -------------------------------------------------------------------------------------------- */

static void tick_table(Server *s, Table *t, bool whole) {
    unsigned seats = seats_here(t);
    if (t->to_say ? seats != t->shown_here || seats : whole && seats) say_here(s, t, seats);
    t->to_say = false;
    for (int i = 0; i < ELSEWHERE; i++)
        if (t->elsewhere[i].node && hall_now(s) - t->elsewhere[i].heard > SILENT) t->elsewhere[i].node = 0;
    if (t->there) count_there(s, t);
}

void follow_tick(Server *s) {
    if (!s->follower) return;
    bool whole = s->ticks % WHOLE_TICKS == 0;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (Table *t = s->bucket[i]; t; t = t->next)
            if (t->match && !t->deleted) tick_table(s, t, whole);
    say_line(s);
    if (s->ticks % COMPARE_TICKS == 0) compare_all(s);
}
