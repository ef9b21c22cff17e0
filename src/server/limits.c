/* limits.c: see limits.h. */
#include "server/limits.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lists of addresses; seconds of an hour; seconds' worth of requests that one may make at once: a page loads in a
 * burst. */
enum { BUCKETS = 4096, HOUR = 3600, BURST = 5 };

/* What an address has an allowance of, and how limits_list() calls it. */
enum Allowance { REQUESTS, TABLES, ROUNDS, JOINS, ACTS, ALLOWANCES };
static const char *const allowance_names[ALLOWANCES] = {"requests", "tables", "rounds", "joins", "moves"};

/* An address, a household, or a site of many: what all connections from there have used up. */
typedef struct Address {
    struct Address *next;
    uint8_t bytes[LIMIT_KEY]; /* 4 and the IPv4 address, 6 and the household's IPv6 prefix, or SITE and a site's */
    int connections;          /* WebSockets open now */
    Bucket left[ALLOWANCES];  /* of what it may do */
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

/* What is counted for an address: itself, and the site that it is of, if there are such. How many. */
static int keys_of(const char *text, uint8_t keys[2][LIMIT_KEY]) {
    limits_key(text, keys[0]);
    if (keys[0][0] != 6) return 1;
    memset(keys[1], 0, LIMIT_KEY);
    keys[1][0] = SITE;
    memcpy(keys[1] + 1, keys[0] + 1, SITE / 8);
    return 2;
}

static unsigned place_of(const Limits *l, const uint8_t *bytes) {
    uint64_t h;
    crypto_shorthash((uint8_t *)&h, bytes, LIMIT_KEY, l->secret);
    return (unsigned)(h % BUCKETS);
}

/* An allowance: how much of it comes back in a second, and how much there can be. */
typedef struct Share {
    double rate, most; /* most 0: no limit */
} Share;

static Share share_of(const LimitRates *r, enum Allowance what, const uint8_t *key) {
    static const int of_tables[ALLOWANCES] = {
        [TABLES] = 1, [ROUNDS] = ROUNDS_FOR_TABLE, [JOINS] = JOINS_FOR_TABLE, [ACTS] = ACTS_FOR_TABLE};
    double many = key[0] == SITE ? SITE_ADDRESSES : 1;
    if (what == REQUESTS) return (Share){many * r->requests, many * BURST * r->requests};
    double most = many * r->tables * of_tables[what];
    return (Share){most / HOUR, most};
}

static int connections_of(const LimitRates *r, const uint8_t *key) {
    return key[0] == SITE ? r->connections * SITE_ADDRESSES : r->connections;
}

/* What there is of it if it is asked for now. */
static double level_of(const Bucket *b, Share s, double now) {
    double level = b->at == 0 ? s.most : b->level + (now - b->at) * s.rate;
    return level < s.most ? level : s.most;
}

/* Nothing that is known of it makes a difference: it has no connection, and all its allowances are full again. */
static bool as_new(const LimitRates *r, const Address *a, double now) {
    for (int i = 0; i < ALLOWANCES; i++) {
        Share s = share_of(r, (enum Allowance)i, a->bytes);
        if (level_of(&a->left[i], s, now) < s.most) return false;
    }
    return a->connections == 0;
}

static void forget(Limits *l, Address **at) {
    Address *a = *at;
    *at = a->next;
    l->count--;
    free(a);
}

/* What is known of it, made if need be; NULL: no memory. Those on the way that need not be remembered are forgotten: so
 * a list is as long as there are addresses in it that did something just now, or made tables. Whoever holds another may
 * have lost it then. */
static Address *find(Limits *l, const uint8_t *key, double now) {
    Address **at = &l->bucket[place_of(l, key)];
    while (*at) {
        if (memcmp((*at)->bytes, key, LIMIT_KEY) == 0) return *at;
        if (as_new(&l->rates, *at, now))
            forget(l, at);
        else
            at = &(*at)->next;
    }
    *at = calloc(1, sizeof **at);
    if (!*at) return NULL;
    memcpy((*at)->bytes, key, LIMIT_KEY);
    l->count++;
    return *at;
}

int limits_count(const Limits *l) { return l->count; }

/* From the address and from its site, or from neither. */
static bool take(Limits *l, const char *address, enum Allowance what, double cost, double now) {
    uint8_t keys[2][LIMIT_KEY];
    int count = keys_of(address, keys);
    for (int i = 0; i < count; i++) {
        const Address *a = find(l, keys[i], now);
        Share s = share_of(&l->rates, what, keys[i]);
        if (!a || (s.most > 0 && level_of(&a->left[what], s, now) < cost)) return false;
    }
    for (int i = 0; i < count; i++) {
        Address *a = find(l, keys[i], now);
        Share s = share_of(&l->rates, what, keys[i]);
        if (a && s.most > 0) bucket_take(&a->left[what], s.rate, s.most, cost, now);
    }
    return true;
}

/* One connection more, or less, at the address and its site. */
static void count_connection(Limits *l, const char *address, int more, double now) {
    uint8_t keys[2][LIMIT_KEY];
    int count = keys_of(address, keys);
    for (int i = 0; i < count; i++) {
        Address *a = find(l, keys[i], now);
        if (a && a->connections + more >= 0) a->connections += more;
    }
}

/* Opening connections costs requests too, or a thousand short ones a second would be free. */
bool limits_connect(Limits *l, const char *address, double now) {
    uint8_t keys[2][LIMIT_KEY];
    int count = keys_of(address, keys);
    for (int i = 0; i < count; i++) {
        const Address *a = find(l, keys[i], now);
        if (!a || (l->rates.connections && a->connections >= connections_of(&l->rates, keys[i]))) return false;
    }
    if (!take(l, address, REQUESTS, 1, now)) return false;
    count_connection(l, address, 1, now);
    return true;
}

void limits_disconnect(Limits *l, const char *address, double now) { count_connection(l, address, -1, now); }

/* All are looked at: it is asked only where there is no room, and once for each who comes. Sites are not: nobody of one
 * is to go because of the others there. */
bool limits_crowd(const Limits *l, const char *address, uint8_t *out) {
    uint8_t own[LIMIT_KEY];
    const Address *most = NULL;
    limits_key(address, own);
    for (const Address *a = l->bucket[place_of(l, own)]; a; a = a->next)
        if (memcmp(a->bytes, own, sizeof own) == 0) most = a;
    if (!most) return false;
    for (int i = 0; i < BUCKETS; i++)
        for (const Address *a = l->bucket[i]; a; a = a->next)
            if (a->bytes[0] != SITE && a->connections > most->connections) most = a;
    memcpy(out, most->bytes, LIMIT_KEY);
    return memcmp(own, out, LIMIT_KEY) != 0;
}

/* Its allowance is an hour's, all of which may be used at once: a club opens its tables together. */
bool limits_table(Limits *l, const char *address, double now) { return take(l, address, TABLES, 1, now); }

/* A round is whole or not at all, so one that is refused costs nothing. An evening has dozens of tables in a few
 * minutes, for people who are there: counted with the others it would be refused when they sit and wait. */
bool limits_round(Limits *l, const char *address, int tables, double now) {
    return take(l, address, ROUNDS, tables, now);
}

/* A whole club comes within minutes, often from one address; nobody needs to come so often that he fills evening after
 * evening. */
bool limits_join(Limits *l, const char *address, double now) { return take(l, address, JOINS, 1, now); }

bool limits_act(Limits *l, const char *address, double now) { return take(l, address, ACTS, 1, now); }

/* What could be guessing, a code or a token, costs more than one. */
bool limits_request(Limits *l, const char *address, double cost, double now) {
    return take(l, address, REQUESTS, cost, now);
}

/* A site is named by its prefix. */
static bool name_of(const uint8_t *key, char *out, size_t room) {
    if (!inet_ntop(key[0] == 4 ? AF_INET : AF_INET6, key + 1, out, (socklen_t)room)) return false;
    if (key[0] == SITE) snprintf(out + strlen(out), room - strlen(out), "/%d", SITE);
    return true;
}

/* Only those who would be refused something now: they are what whoever runs the server looks for. */
void limits_list(const Limits *l, double now, void (*tell)(void *context, const char *address, const char *what),
                 void *context) {
    const LimitRates *r = &l->rates;
    char text[INET6_ADDRSTRLEN + 4];
    for (int i = 0; i < BUCKETS; i++)
        for (const Address *a = l->bucket[i]; a; a = a->next) {
            if (!name_of(a->bytes, text, sizeof text)) continue;
            if (r->connections && a->connections >= connections_of(r, a->bytes)) tell(context, text, "connections");
            for (int k = 0; k < ALLOWANCES; k++) {
                Share s = share_of(r, (enum Allowance)k, a->bytes);
                if (s.most > 0 && level_of(&a->left[k], s, now) < 1) tell(context, text, allowance_names[k]);
            }
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
