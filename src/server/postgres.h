/* postgres.h: a connection to PostgreSQL that never waits longer than it was told to, and knows how sure an answer is.
 *
 * libpq waits for ever when the network is cut while an answer is on its way; so everything is sent asynchronously and
 * waited for here, with a time by which it must have come. A connection that is late is closed: what it was asked may
 * have happened or may happen yet (ASKED_UNKNOWN). */
#ifndef PENNA_SERVER_POSTGRES_H
#define PENNA_SERVER_POSTGRES_H

#include <libpq-fe.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LINK_WHY = 300,   /* room for a reason */
    LINK_HOSTS = 8,   /* hosts in an address */
    LINK_CONNECT = 2, /* seconds for a connection, */
    LINK_ANSWER = 5,  /* and for an answer */
    LINK_VERSION = 14 /* of PostgreSQL, at least */
};

/* What became of a question. */
typedef enum LinkReply {
    ASKED_GOOD,   /* it was done */
    ASKED_NOT,    /* it was not, and will not be: `state` and `why` say why */
    ASKED_AGAIN,  /* it was not, but may be if it is asked at once again: somebody was in the way */
    ASKED_UNKNOWN /* it may have been, or may yet be; or it was, but perhaps not for good */
} LinkReply;

/* What the connections of one store share. */
typedef struct LinkFamily {
    char *url;                /* where the database is, perhaps with several hosts; never changes */
    atomic_uint generation;   /* grows when one of them fails: the others look for the right server, too */
    atomic_ulong connections; /* made so far */
} LinkFamily;

typedef struct Link {
    LinkFamily *family;   /* outlives it */
    const char *settings; /* SQL that is sent after connecting */
    PGconn *conn;         /* NULL: none just now */
    unsigned generation;  /* of the family when it was made */
    bool warned;          /* the server has sent a warning since the last question */
    char state[6];        /* the SQLSTATE of the last refusal; "": none */
    char why[LINK_WHY];   /* the reason of the last refusal or failure, one line */
} Link;

/* Settings of a connection whose commits are to be waited for. */
extern const char link_careful[];

/* Makes sure that there is a connection to a server that can be written to; false: `why`. */
bool link_open(Link *l);
void link_close(Link *l);

/* True if there is one already. */
bool link_is_open(const Link *l);

/* Closes it, and lets the others of the family look for another server. */
void link_fail(Link *l, const char *why);

/* Asks one statement with `count` texts in the place of $1 and so on (NULL: null); *out is the rows, to be cleared by
 * the caller, NULL unless ASKED_GOOD. There must be a connection. */
LinkReply link_ask(Link *l, const char *sql, int count, const char *const *text, PGresult **out);

/* Runs several statements, none of which has rows that matter, as one transaction; false: `why`. */
bool link_run(Link *l, const char *sql);

/* Sends what is to be sent and waits until there is something to read, `also` can be read (-1: nothing), or the time
 * has come. False: the connection is lost, and closed. */
bool link_wait(Link *l, int also, double until);

/* Hex digits of a bytea (\x...) to exactly so many bytes; false: it is something else. */
bool link_bytes(const char *text, uint8_t *out, size_t count);

#endif
