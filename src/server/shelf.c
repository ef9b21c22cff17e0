/* shelf.c: see shelf.h. */
#include "server/shelf.h"

#include <stdlib.h>
#include <time.h>

#include "server/hall.h"

const Read *shelf_ask(Server *s, const Paper *paper, long first, int most) {
    if (s->task->papers) return s->task->papers;
    Read *r = read_new(READ_PAPERS, ++s->serial);
    if (!r || !task_put_aside(s)) {
        free(r);
        return NULL;
    }
    r->paper = *paper;
    r->first = first;
    r->most = most;
    r->asker = s->task;
    read_for(r, s->task->conn);
    reader_ask(s->reader, r);
    return NULL;
}

void shelf_forget(Server *s) {
    if (s->task->papers) read_free(s->task->papers);
    s->task->papers = NULL;
}

/* A copy of all of it: the row is the task's, which may be freed before the writer comes to it. */
static Entry *entry_of(const PaperRow *row) {
    Entry *e = entry_new("", row->text);
    if (!e) return NULL;
    e->kind = ENTRY_PAPER;
    e->paper = row->paper;
    e->version = row->version;
    e->ranked = row->ranked;
    e->rank = row->rank;
    e->at = row->at;
    e->until = row->until;
    return e;
}

/* What the task had read is forgotten, for it is out of date the moment this is written. A store that has not answered
 * for long is given nothing more: who waits for it is told so. */
bool shelf_write(Server *s, const PaperRow *row) {
    Entry *e = entry_of(row);
    if (!e || s->stuck || !task_put_aside(s)) {
        free(e);
        return false;
    }
    shelf_forget(s);
    e->asker = s->task;
    s->pending++;
    writer_add(s->writer, e);
    return true;
}

void shelf_clear(Server *s) {
    Entry *e = entry_new("", "");
    if (!e) return;
    e->kind = ENTRY_CLEAR;
    e->at = time(NULL);
    s->pending++;
    writer_add(s->writer, e);
}

/* Whoever asked for it is run again, with the answer, which is his from now on. */
void shelf_answer(Server *s, Read *r) {
    Task *k = task_take_back(r->asker);
    if (!k) return;
    Read *own = read_new(r->kind, r->serial);
    if (!own || r->result != STORE_GOOD) {
        free(own);
        k->wrong = WRONG_STORAGE;
        task_answer(s, k);
        return;
    }
    Read *next = r->next;
    *own = *r;
    own->next = NULL;
    own->conn = NULL;
    *r = (Read){.next = next, .kind = own->kind, .conn = r->conn};
    k->papers = own;
    task_run(s, k);
}

/* A conflict is no failure: the task runs again, reads what the other wrote, and decides on that. Only where the store
 * could not write is its sender told so. */
void shelf_written(Server *s, const Entry *e) {
    Task *k = task_take_back(e->asker);
    if (!k) return;
    k->wrote = true;
    k->written = e->outcome;
    k->wrong = WRONG_STORAGE;
    if (e->outcome == OUTCOME_FAILED)
        task_answer(s, k);
    else
        task_run(s, k);
}
