/* store.c: see store.h. Hands each call to the kind of store that it is for. */
#include "server/store.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "match/fair.h"
#include "server/store_kind.h"

void store_first_head(const uint8_t *key, uint8_t *head) {
    uint8_t commitment[CIPHER_HASH];
    fair_commit(key, commitment);
    crypto_generichash(head, STORE_HEAD, commitment, sizeof commitment, NULL, 0);
}

void store_next_head(uint8_t *head, const char *text) {
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, STORE_HEAD);
    crypto_generichash_update(&state, head, STORE_HEAD);
    crypto_generichash_update(&state, (const uint8_t *)text, strlen(text));
    crypto_generichash_final(&state, head, STORE_HEAD);
}

bool store_is_shared(const char *where) {
    return strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0;
}

#ifndef HAVE_POSTGRES
static bool no_postgres(char *why) {
    snprintf(why, STORE_WHY, "this penna was built without PostgreSQL: install libpq-dev and build again");
    return false;
}
#endif

/* Without libpq the address of a database is refused: taken for a path, it would make a file of that name. */
Store *store_open(const char *where, const char *node, char *why) {
    if (!store_is_shared(where)) return store_sqlite_open(where, why);
#ifdef HAVE_POSTGRES
    return store_postgres_open(where, node, why);
#else
    (void)node;
    no_postgres(why);
    return NULL;
#endif
}

void store_close(Store *s) {
    if (s) s->kind->close(s);
}

bool store_shared(const Store *s) { return s->kind->shared; }
int store_format(Store *s) { return s->kind->format(s); }
bool store_unchecked(const Store *s, int *megabytes) { return s->kind->unchecked(s, megabytes); }
bool store_check(const Store *s, const atomic_bool *stop, char *why) { return s->kind->check(s, stop, why); }
bool store_commit(Store *s, Entry *first, const atomic_bool *stop, char *why) {
    return s->kind->commit(s, first, stop, why);
}
void store_tell(Store *s) { s->kind->tell(s); }
void store_tidy(Store *s) { s->kind->tidy(s); }
StoreResult store_load(Store *s, const char *code, int from, StoreEnd *end, StoreTake *take, void *context) {
    return s->kind->load(s, code, from, end, take, context);
}
int store_mine(Store *s, const uint8_t *hash, Code *out, int most) { return s->kind->mine(s, hash, out, most); }
int store_list(Store *s, StoreRow *out, int most) { return s->kind->list(s, out, most); }
int store_expired(Store *s, int64_t waiting, int64_t others, Code *out, int most) {
    return s->kind->expired(s, waiting, others, out, most);
}
long store_count(Store *s) { return s->kind->count(s); }
StoreResult store_paper(Store *s, const Paper *paper, PaperRow *out) { return s->kind->paper(s, paper, out); }
int store_shelf(Store *s, const char *shelf, long from, int most, PaperRow *out) {
    return s->kind->shelf(s, shelf, from, most, out);
}
bool store_shelf_count(Store *s, const char *shelf, int64_t rank, ShelfCount *out) {
    return s->kind->shelf_count(s, shelf, rank, out);
}
bool store_ends(Store *s, const Code *code, int count, int *next) { return s->kind->ends(s, code, count, next); }
bool store_nodes(Store *s, char *out, size_t room) { return s->kind->nodes(s, out, room); }
bool store_settle(Store *s) { return s->kind->settle(s); }
bool store_there(const Store *s) { return s->kind->there(s); }
long store_log_bytes(const Store *s) { return s->kind->log_bytes(s); }
bool store_hear(Store *s, double seconds, StoreHear *hear, void *context) {
    return s->kind->hear(s, seconds, hear, context);
}
void store_say(Store *s, const char *text) { s->kind->say(s, text); }
void store_nudge(Store *s) { s->kind->nudge(s); }
StoreCounts store_counts(Store *s) { return s->kind->counts(s); }

#ifdef HAVE_POSTGRES
static bool fill_from_postgres(void *url, const StoreCopy *copy, char *why) {
    return store_postgres_copy(url, copy, why);
}
#endif

bool store_backup(const char *from, const char *to, char *why) {
    if (!store_is_shared(from)) return store_sqlite_backup(from, to, why);
#ifdef HAVE_POSTGRES
    return store_sqlite_fill(to, fill_from_postgres, (void *)(uintptr_t)from, why);
#else
    (void)to;
    return no_postgres(why);
#endif
}

bool store_migrate(const char *from, const char *to, long *tables, long *events, char *why) {
#ifdef HAVE_POSTGRES
    return store_postgres_migrate(from, to, tables, events, why);
#else
    (void)from, (void)to, (void)tables, (void)events;
    return no_postgres(why);
#endif
}
