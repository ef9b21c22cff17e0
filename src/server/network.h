/* network.h: HTTP and WebSocket for one event loop: the only thing the server knows of the network.
 *
 * The loop calls the handlers, one at a time, on the thread that called network_run(); only network_wake() may be
 * called from other threads. A Conn is either one request that waits for its answer or one WebSocket; it is counted, so
 * an answer may come long after the request, when the client may be gone: sending to a closed Conn does nothing.
 *
 * Nobody can hold it up: a request, its body, its answer and every message have a time by which they must have come or
 * gone, one connection gets one step in each turn of the loop, and when there are too many the idle ones make room.
 *
 * A WebSocket has a queue of messages. What is put there in a turn of the loop leaves in one write at its end. A
 * message sent as `latest` takes the place of an earlier `latest` one that is still waiting: a client that reads slowly
 * skips views, never falls behind. One that takes nothing is dropped. */
#ifndef PENNA_SERVER_NETWORK_H
#define PENNA_SERVER_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Network Network;
typedef struct Conn Conn;

enum {
    NETWORK_BODY_MAX = 8192,     /* bytes of a request's body, */
    NETWORK_LARGE_MAX = 4 << 20, /* and of one that may be large; that many of them may be coming at once, */
    NETWORK_LARGE_ONCE = 16,
    NETWORK_LARGE_EACH = 4,        /* and from one address */
    NETWORK_MESSAGE_MAX = 4096,    /* bytes of a WebSocket message from a client */
    NETWORK_QUEUE_MAX = 256 << 10, /* bytes that may wait for a client */
    NETWORK_SLOW = 30,             /* seconds a message may wait for a client */
    NETWORK_ADDRESS = 48,          /* room for an address as text */
    NETWORK_HEADERS = 12           /* headers of an answer */
};

/* A request, or the beginning of a WebSocket. The texts are valid during the call; absent ones are "". */
typedef struct Request {
    bool get, head, post; /* the method; none of them: something else */
    bool whole;           /* a whole URL was asked for, as one asks a proxy: `host` is its, not the Host line's */
    const char *path;     /* decoded, without the query */
    const char *host, *origin, *authorization, *content_type, *etag, *forwarded;
    const char *address; /* of the client */
    bool gzip;           /* the client takes gzip */
    const char *body;
    size_t length;
} Request;

typedef struct Header {
    const char *name; /* lower case, ends with ':' */
    const char *value;
} Header;

/* An answer. All of it is copied, except a body that stays where it is; whoever owns that is told when it may go. */
typedef struct Answer {
    int status;
    const char *type;
    Header header[NETWORK_HEADERS]; /* up to the first without a name */
    const char *body;
    size_t length;
    bool stays;                /* the body need not be copied: it is constant, */
    void (*left)(void *owner); /* or stays until this is called, once: all of it is sent, or will never be */
    void *owner;
} Answer;

typedef struct NetHandlers {
    void (*request)(void *context, Conn *conn, const Request *request);
    int (*admit)(void *context, const Request *request, bool full); /* a WebSocket wants in: 0, or the HTTP status of
                                             the refusal. Where it is full one must have been sent away to let it in */
    bool (*large)(void *context, const char *path, size_t length);  /* may what is posted there, a path as it was sent,
                                                                       be large? */
    void (*open)(void *context, Conn *conn, const Request *request);
    void (*message)(void *context, Conn *conn, const char *text, size_t length);
    void (*close)(void *context, Conn *conn); /* a WebSocket is gone; not called for requests */
    void (*wake)(void *context);
    void (*settle)(void *context); /* at the end of a turn of the loop, before what was queued in it is written */
    void (*tick)(void *context);   /* every second */
    void (*stop)(void *context);   /* SIGTERM or SIGINT came */
} NetHandlers;

typedef struct NetConfig {
    const char *listen;             /* an address; "::" is every address of both kinds */
    int port;                       /* 0: any free one */
    const char *tls_cert, *tls_key; /* files, as PEM text; NULL: no TLS */
    double silence;                 /* seconds before a WebSocket from which nothing comes is pinged; one that has not
                                       answered after two thirds of that is dropped */
    int connections;                /* at most so many WebSockets at once; there is some more room for requests */
    bool proxy;                     /* every connection begins with the PROXY protocol (proxy.h) */
    int per_address;                /* connections of any kind from one address; 0: no limit, as behind a proxy */
    bool near_free;                 /* not from addresses near by (peers_near()): one of them may be a proxy */
} NetConfig;

/* What has happened so far, and what is now. */
typedef struct NetCounts {
    uint64_t accepted;        /* connections */
    uint64_t over_address;    /* of them closed at once: their address had enough */
    uint64_t over_all;        /* given up to make room for others */
    uint64_t late;            /* ended because a client took too long to ask, to answer or to read */
    uint64_t malformed;       /* requests and frames that are none */
    int connections, sockets; /* open now; of them WebSockets */
} NetCounts;

/* Opens the port. NULL: *why says why not, a message id. The config's texts must outlive it. */
Network *network_open(const NetConfig *config, const NetHandlers *handlers, void *context, const char **why);

NetCounts network_counts(const Network *net);

/* The port it listens on. */
int network_port(const Network *net);

/* Runs until network_stop(). */
void network_run(Network *net);

/* Makes the loop call wake() soon. For any thread. */
void network_wake(Network *net);

/* Sends what waits, for a second at most, and ends network_run(). */
void network_stop(Network *net);
void network_free(Network *net);

/* Answers a request, once. */
void network_answer(Conn *conn, const Answer *answer);

/* Sends a WebSocket message. */
void network_send(Conn *conn, const char *text, size_t length, bool latest);

/* Closes a WebSocket after what waits was sent. */
void network_hang_up(Conn *conn);

/* Of the WebSockets that may() says may be it, one that does not read, or that has been silent the longest; NULL: none.
 */
Conn *network_silent(Network *net, bool (*may)(const void *context, const Conn *conn), const void *context);

/* Something of the caller's that goes with a WebSocket. */
void network_set_user(Conn *conn, void *user);
void *network_user(const Conn *conn);

/* How many hold the Conn: network_keep() returns it; the last network_release() frees it. */
Conn *network_keep(Conn *conn);
void network_release(Conn *conn);

/* True if it is closed: nobody waits for an answer any more. For any thread, while it is held. */
bool network_gone(const Conn *conn);

/* The machine's address in the local network as text; false: it has none. */
bool network_own_address(char *out, size_t room);

/* Seconds of a clock that never goes back, read once per turn of the loop. */
double network_now(const Network *net);

#endif
