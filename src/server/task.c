/* task.c: see task.h. */
#include "server/task.h"

#include <stdlib.h>
#include <string.h>

#include "host/clock.h"
#include "server/club.h"
#include "server/daily.h"
#include "server/hall.h"
#include "server/http.h"
#include "server/room.h"

enum { RUNS = 50 }; /* after which somebody who is overtaken again and again is told that it cannot be stored */

void task_add(TaskList *l, Task *k) {
    k->next = NULL;
    if (l->last)
        l->last->next = k;
    else
        l->first = k;
    l->last = k;
}

Task *task_pop(TaskList *l) {
    Task *k = l->first;
    if (!k) return NULL;
    l->first = k->next;
    if (!l->first) l->last = NULL;
    k->next = NULL;
    return k;
}

/* ---- Memory ------------------------------------------------------------------------------------------ */

enum { REQUEST_TEXTS = 8 };

/* The places of a request's texts. */
static void texts_of(Request *r, const char ***out) {
    const char **all[REQUEST_TEXTS] = {&r->path,         &r->host, &r->origin,    &r->authorization,
                                       &r->content_type, &r->etag, &r->forwarded, &r->address};
    memcpy(out, all, sizeof all);
}

/* What the task owns goes over to the new one, so the old, which may be on somebody's stack, must not free it. The
 * texts lie behind it, each with its NUL, and go with it. */
Task *task_keep(Task *k) {
    const char **text[REQUEST_TEXTS];
    size_t room = k->length + k->request.length + 2;
    if (k->kept) return k;
    texts_of(&k->request, text);
    for (int i = 0; i < REQUEST_TEXTS; i++) room += *text[i] ? strlen(*text[i]) + 1 : 0;
    Task *own = malloc(sizeof *own + room);
    if (!own) return NULL;
    *own = *k;
    own->kept = true;
    char *at = own->own;
    if (k->text) memcpy(at, k->text, k->length);
    own->text = at;
    at += k->length;
    *at++ = '\0';
    if (k->request.body) memcpy(at, k->request.body, k->request.length);
    own->request.body = at;
    at += k->request.length;
    *at++ = '\0';
    texts_of(&own->request, text);
    for (int i = 0; i < REQUEST_TEXTS; i++) {
        if (!*text[i]) continue;
        size_t n = strlen(*text[i]) + 1;
        memcpy(at, *text[i], n);
        *text[i] = at;
        at += n;
    }
    k->body = (Buffer){0};
    k->code = NULL;
    k->papers = NULL;
    k->hand = NULL;
    if (own->conn) network_keep(own->conn);
    return own;
}

/* What it has read goes in either case; only one that was kept holds memory and a connection. */
void task_free(Task *k) {
    buffer_free(&k->body);
    free(k->code);
    k->code = NULL;
    if (k->papers) read_free(k->papers);
    k->papers = NULL;
    free(k->hand);
    k->hand = NULL;
    if (!k->kept) return;
    if (k->conn) network_release(k->conn);
    free(k);
}

/* ---- Waiting ----------------------------------------------------------------------------------------- */

/* Linked both ways: thousands may lie aside, and each is taken out from wherever it lies. */
bool task_put_aside(Server *s) {
    Task *own = task_keep(s->task);
    if (!own) return false;
    s->task = own;
    own->next = s->aside;
    own->link = &s->aside;
    if (own->next) own->next->link = &own->next;
    s->aside = own;
    return true;
}

/* It waits until it is answered, so whoever was asked for it still has its address. Without a search: thousands may
 * wait at once, and each is answered. */
Task *task_take_back(void *asker) {
    Task *k = asker;
    if (!k || !k->link) return NULL;
    *k->link = k->next;
    if (k->next) k->next->link = k->link;
    k->next = NULL;
    k->link = NULL;
    return k;
}

/* ---- Running ----------------------------------------------------------------------------------------- */

static void unpark(Task *k) {
    if (k->parked && k->kind == TASK_MESSAGE) talk_hold(k->conn, -1);
    k->parked = false;
}

/* From its beginning: what an earlier run found out is forgotten, but not what must not happen twice (task.h). */
void task_run(Server *s, Task *k) {
    Task *before = s->task;
    TaskKind kind = k->kind; /* a task that was answered is gone */
    unpark(k);
    s->task = k;
    k->runs++;
    k->gave = false;
    k->place = k->table = NULL;
    k->wrong = WRONG_NOTHING;
    buffer_free(&k->body);
    if (kind == TASK_MESSAGE) talk_run(s, k);
    if (kind == TASK_REQUEST) http_run(s, k);
    if (kind == TASK_EXPIRE) hall_expire(s, k);
    if (kind == TASK_ROOM) room_clear(s, k);
    if (kind == TASK_RESULT) daily_result(s, k);
    if (kind == TASK_TEND) club_tend(s, k);
    s->task = before;
}

void task_answer(Server *s, Task *k) {
    unpark(k);
    if (k->kind == TASK_MESSAGE) talk_answer(s, k);
    if (k->kind == TASK_REQUEST) http_finish(s, k);
    task_free(k);
}

/* What its sender says meanwhile is held back: it may build upon this. */
void task_park(Server *s, Task *k, Table *t) {
    Task *own = k->runs < RUNS ? task_keep(k) : NULL;
    if (!own) {
        k->wrong = WRONG_STORAGE;
        task_answer(s, k);
        return;
    }
    own->place = t;
    own->parked = true;
    task_add(&t->parked, own);
    if (own->kind == TASK_MESSAGE) talk_hold(own->conn, 1);
}

/* Where the store is shared, what changed nothing counts only if the table was read, or written, after it came. */
void task_finish(Server *s, Task *k, Table *t) {
    bool shared = store_shared(s->store);
    bool settled =
        !t || t->deleted || k->wrong == WRONG_STORAGE || k->wrong == WRONG_READ_ONLY || (k->wrong && !shared);
    if (!settled && t->pending > 0) {
        Task *own = task_keep(k);
        if (!own) return; /* no answer: the client will ask again */
        own->place = t;
        own->sequence = t->sequence;
        task_add(&t->waiting, own);
    } else if (!settled && shared && !k->gave && t->fresh < k->serial) {
        hall_read(s, t);
        task_park(s, k, t);
    } else {
        task_answer(s, k);
    }
}
