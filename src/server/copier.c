/* copier.c: see copier.h. */
#include "server/copier.h"

#include <stdlib.h>

#include "server/thread.h"

struct Copier {
    sqlite3 *db; /* the thread's own */
    pthread_t thread;
    pthread_mutex_t mutex; /* for all that follows */
    pthread_cond_t change; /* of either */
    bool asked;            /* there is something to do, or it is being done */
    bool ending;           /* the thread is to end, when it has done what was asked */
};

/* What cannot be copied now, because a reader still needs the file as it was or the disk is full, stays in the log. */
static void *work(void *given) {
    Copier *c = given;
    pthread_mutex_lock(&c->mutex);
    while (!c->ending || c->asked) {
        if (c->asked) {
            pthread_mutex_unlock(&c->mutex);
            sqlite3_wal_checkpoint_v2(c->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
            pthread_mutex_lock(&c->mutex);
            c->asked = false;
            pthread_cond_broadcast(&c->change);
        } else {
            pthread_cond_wait(&c->change, &c->mutex);
        }
    }
    pthread_mutex_unlock(&c->mutex);
    return NULL;
}

/* The connection becomes the thread's only if there is a thread: otherwise the caller has it still, and closes it. */
Copier *copier_start(sqlite3 *db) {
    Copier *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->db = db;
    pthread_mutex_init(&c->mutex, NULL);
    pthread_cond_init(&c->change, NULL);
    if (thread_start(&c->thread, "copier", work, c)) return c;
    free(c);
    return NULL;
}

void copier_ask(Copier *c) {
    pthread_mutex_lock(&c->mutex);
    c->asked = true;
    pthread_cond_broadcast(&c->change);
    pthread_mutex_unlock(&c->mutex);
}

bool copier_done(Copier *c, bool wait) {
    pthread_mutex_lock(&c->mutex);
    while (wait && c->asked) pthread_cond_wait(&c->change, &c->mutex);
    bool done = !c->asked;
    pthread_mutex_unlock(&c->mutex);
    return done;
}

/* The connection is the thread's until that has ended, so it is closed after the join. */
void copier_stop(Copier *c) {
    if (!c) return;
    pthread_mutex_lock(&c->mutex);
    c->ending = true;
    pthread_cond_broadcast(&c->change);
    pthread_mutex_unlock(&c->mutex);
    pthread_join(c->thread, NULL);
    sqlite3_close(c->db);
    pthread_mutex_destroy(&c->mutex);
    pthread_cond_destroy(&c->change);
    free(c);
}
