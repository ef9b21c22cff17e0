/* limits.c: see limits.h. */
#include "server/limits.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* Lists of addresses; seconds of an hour; seconds' worth of requests that one may make at once: a page loads in a
 * burst. */
enum { BUCKETS = 4096, HOUR = 3600, BURST = 5 };

/* An address, or a household: what all connections from there have used up. */
typedef struct Address {
    struct Address *next;
    uint8_t bytes[LIMIT_KEY]; /* 4 and the IPv4 address, or 6 and the IPv6 prefix */
    int connections;          /* WebSockets open now */
    Bucket requests, tables;  /* what is left of their allowances, */
    Bucket rounds;            /* of that for tables of evenings, */
    Bucket acts;              /* and for what is done at tables */
} Address;

struct Limits {
    LimitRates rates;
    uint8_t secret[crypto_shorthash_KEYBYTES]; /* or a stranger could choose addresses that share a list */
    int count;                                 /* addresses that are remembered */
    Address *bucket[BUCKETS];
};

/* One that was never used is full. */
bool bucket_take(Bucket *b, double rate, double most, double cost, double now) {
    if (b->at == 0) b->level = most;
    if (b->at != 0) b->level += (now - b->at) * rate;
    if (b->level > most) b->level = most;
    b->at = now;
    if (b->level < cost) return false;
    b->level -= cost;
    return true;
}

Limits *limits_new(LimitRates rates) {
    Limits *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    l->rates = rates;
    randombytes_buf(l->secret, sizeof l->secret);
    return l;
}

void limits_free(Limits *l) {
    for (int i = 0; l && i < BUCKETS; i++)
        while (l->bucket[i]) {
            Address *a = l->bucket[i];
            l->bucket[i] = a->next;
            free(a);
        }
    free(l);
}

/* What is no address counts as one: they share an allowance. */
void limits_key(const char *text, uint8_t *bytes) {
    memset(bytes, 0, LIMIT_KEY);
    if (inet_pton(AF_INET, text, bytes + 1) == 1)
        bytes[0] = 4;
    else if (inet_pton(AF_INET6, text, bytes + 1) == 1) {
        static const uint8_t mapped[12] = {[10] = 0xff, 0xff}; /* an IPv4 address in IPv6's clothes */
        bool four = memcmp(bytes + 1, mapped, sizeof mapped) == 0;
        bytes[0] = four ? 4 : 6;
        if (four) memcpy(bytes + 1, bytes + 13, 4);
        memset(four ? bytes + 5 : bytes + 9, 0, four ? 12 : 8);
    }
}

static unsigned place_of(const Limits *l, const uint8_t *bytes) {
    uint64_t h;
    crypto_shorthash((uint8_t *)&h, bytes, LIMIT_KEY, l->secret);
    return (unsigned)(h % BUCKETS);
}

/* What a bucket will hold if it is asked now. */
static double level_of(const Bucket *b, double rate, double most, double now) {
    double level = b->at == 0 ? most : b->level + (now - b->at) * rate;
    return level < most ? level : most;
}

/* Tables of evenings that an address may make in an hour. */
static double rounds_of(const LimitRates *r) { return (double)r->tables * ROUNDS_FOR_TABLE; }

/* What people there may do at tables in an hour. */
static double acts_of(const LimitRates *r) { return (double)r->tables * ACTS_FOR_TABLE; }

/* Nothing that is known of it makes a difference: it has no connection, and all its allowances are full again. */
static bool as_new(const LimitRates *r, const Address *a, double now) {
    return a->connections == 0 &&
           level_of(&a->requests, r->requests, BURST * r->requests, now) >= BURST * r->requests &&
           level_of(&a->tables, (double)r->tables / HOUR, r->tables, now) >= r->tables &&
           level_of(&a->rounds, rounds_of(r) / HOUR, rounds_of(r), now) >= rounds_of(r) &&
           level_of(&a->acts, acts_of(r) / HOUR, acts_of(r), now) >= acts_of(r);
}

static void forget(Limits *l, Address **at) {
    Address *a = *at;
    *at = a->next;
    l->count--;
    free(a);
}

/* What is known of the address, made if need be; NULL: no memory. Those on the way that need not be remembered are
 * forgotten: so a list is as long as there are addresses in it that did something just now, or made tables. */
static Address *find(Limits *l, const char *text, double now) {
    uint8_t bytes[LIMIT_KEY];
    limits_key(text, bytes);
    Address **at = &l->bucket[place_of(l, bytes)];
    while (*at) {
        if (memcmp((*at)->bytes, bytes, sizeof bytes) == 0) return *at;
        if (as_new(&l->rates, *at, now))
            forget(l, at);
        else
            at = &(*at)->next;
    }
    *at = calloc(1, sizeof **at);
    if (!*at) return NULL;
    memcpy((*at)->bytes, bytes, sizeof bytes);
    l->count++;
    return *at;
}

int limits_count(const Limits *l) { return l->count; }

/* Opening connections costs requests too, or a thousand short ones a second would be free. */
bool limits_connect(Limits *l, const char *address, double now) {
    Address *a = find(l, address, now);
    if (!a || (l->rates.connections && a->connections >= l->rates.connections)) return false;
    if (l->rates.requests && !bucket_take(&a->requests, l->rates.requests, BURST * l->rates.requests, 1, now))
        return false;
    a->connections++;
    return true;
}

void limits_disconnect(Limits *l, const char *address, double now) {
    Address *a = find(l, address, now);
    if (a && a->connections > 0) a->connections--;
}

/* All are looked at: it is asked only where there is no room, and once for each who comes. */
bool limits_crowd(const Limits *l, const char *address, uint8_t *out) {
    uint8_t own[LIMIT_KEY];
    const Address *most = NULL;
    limits_key(address, own);
    for (const Address *a = l->bucket[place_of(l, own)]; a; a = a->next)
        if (memcmp(a->bytes, own, sizeof own) == 0) most = a;
    if (!most) return false;
    for (int i = 0; i < BUCKETS; i++)
        for (const Address *a = l->bucket[i]; a; a = a->next)
            if (a->connections > most->connections) most = a;
    memcpy(out, most->bytes, LIMIT_KEY);
    return memcmp(own, out, LIMIT_KEY) != 0;
}

/* Its allowance is an hour's, all of which may be used at once: a club opens its tables together. */
bool limits_table(Limits *l, const char *address, double now) {
    Address *a = find(l, address, now);
    return a && (!l->rates.tables || bucket_take(&a->tables, (double)l->rates.tables / HOUR, l->rates.tables, 1, now));
}

/* A round is whole or not at all, so one that is refused costs nothing. An evening has dozens of tables in a few
 * minutes, for people who are there: counted with the others it would be refused when they sit and wait. */
bool limits_round(Limits *l, const char *address, int tables, double now) {
    Address *a = find(l, address, now);
    double most = rounds_of(&l->rates);
    return a && (!l->rates.tables || bucket_take(&a->rounds, most / HOUR, most, tables, now));
}

bool limits_act(Limits *l, const char *address, double now) {
    Address *a = find(l, address, now);
    double most = acts_of(&l->rates);
    return a && (!l->rates.tables || bucket_take(&a->acts, most / HOUR, most, 1, now));
}

/* What could be guessing, a code or a token, costs more than one. */
bool limits_request(Limits *l, const char *address, double cost, double now) {
    Address *a = find(l, address, now);
    return a &&
           (!l->rates.requests || bucket_take(&a->requests, l->rates.requests, BURST * l->rates.requests, cost, now));
}

/* Only those who would be refused something now: they are what whoever runs the server looks for. */
void limits_list(const Limits *l, double now, void (*tell)(void *context, const char *address, const char *what),
                 void *context) {
    const LimitRates *r = &l->rates;
    char text[INET6_ADDRSTRLEN];
    for (int i = 0; i < BUCKETS; i++)
        for (const Address *a = l->bucket[i]; a; a = a->next) {
            if (!inet_ntop(a->bytes[0] == 4 ? AF_INET : AF_INET6, a->bytes + 1, text, sizeof text)) continue;
            if (r->connections && a->connections >= r->connections) tell(context, text, "connections");
            if (r->requests && level_of(&a->requests, r->requests, BURST * r->requests, now) < 1)
                tell(context, text, "requests");
            if (r->tables && level_of(&a->tables, (double)r->tables / HOUR, r->tables, now) < 1)
                tell(context, text, "tables");
            if (r->tables && level_of(&a->rounds, rounds_of(r) / HOUR, rounds_of(r), now) < 1)
                tell(context, text, "rounds");
            if (r->tables && level_of(&a->acts, acts_of(r) / HOUR, acts_of(r), now) < 1) tell(context, text, "moves");
        }
}

void limits_sweep(Limits *l, double now) {
    for (int i = 0; i < BUCKETS; i++)
        for (Address **at = &l->bucket[i]; *at;) {
            if (as_new(&l->rates, *at, now))
                forget(l, at);
            else
                at = &(*at)->next;
        }
}
