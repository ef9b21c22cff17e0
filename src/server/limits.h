/* limits.h: how much one address may do: connections at once, requests and new tables over time.
 *
 * An IPv6 address counts by its first 64 bits, which is what one household has. Who is given a site has 65,536 of
 * these, so all that share their first 48 bits have no more together than SITE_ADDRESSES have. An address is forgotten
 * when it has no connection and all its allowances are full again. */
#ifndef PENNA_SERVER_LIMITS_H
#define PENNA_SERVER_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    LIMIT_KEY = 17,        /* bytes of what an address counts by */
    SITE = 48,             /* bits of the prefix of a site of IPv6; as the first byte of a key, that it is one */
    SITE_ADDRESSES = 16,   /* addresses that a site counts as, at most */
    ROUNDS_FOR_TABLE = 10, /* tables of evenings for each of the other tables that an address may make, */
    JOINS_FOR_TABLE = 5,   /* people who join evenings: by default whole clubs, each behind one address, */
    ACTS_FOR_TABLE = 2000  /* and messages that may have to be stored: as many as the longest game needs */
};

typedef struct Limits Limits;

typedef struct LimitRates {
    int connections; /* at once; 0: no limit */
    int tables;      /* an hour, with ROUNDS_FOR_TABLE and the like of what these are; 0: no limit */
    int requests;    /* a second, five times as many at once; 0: no limit */
} LimitRates;

Limits *limits_new(LimitRates rates);
void limits_free(Limits *l);

/* May the address, and its site, do one more? If so it is counted. `cost`: how many requests this one stands for. */
bool limits_connect(Limits *l, const char *address, double now);
bool limits_table(Limits *l, const char *address, double now);
bool limits_request(Limits *l, const char *address, double cost, double now);

/* The same for all tables of a round of an evening, or for none: they have an allowance of their own. */
bool limits_round(Limits *l, const char *address, int tables, double now);

/* May one more person join an evening? */
bool limits_join(Limits *l, const char *address, double now);

/* May what is said at a table be heard, which may have to be stored? A stranger must not fill the disk. */
bool limits_act(Limits *l, const char *address, double now);

/* Has another address more connections than this one? That which has most. */
bool limits_crowd(const Limits *l, const char *address, uint8_t *out);

/* A connection of the address has ended. */
void limits_disconnect(Limits *l, const char *address, double now);

/* What an address counts by: its kind, and the IPv4 address or the IPv6 prefix. */
void limits_key(const char *address, uint8_t *out);

/* Calls tell() for each address that could not do something now, with what it is. */
void limits_list(const Limits *l, double now, void (*tell)(void *context, const char *address, const char *what),
                 void *context);

/* Forgets addresses that need not be remembered. */
void limits_sweep(Limits *l, double now);

/* How many are, sites among them. */
int limits_count(const Limits *l);

/* An allowance that fills with time: takes `cost` from it if it holds so much. */
typedef struct Bucket {
    double level, at; /* what it held when it was last asked, and when that was */
} Bucket;

bool bucket_take(Bucket *b, double rate, double most, double cost, double now);

#endif
