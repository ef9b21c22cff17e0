/* conn.h: one connection, and the network that it is part of, from inside: for the files behind network.h alone.
 *
 * A connection is always in exactly one phase. Each phase has a list of its connections, the one that is in it the
 * longest first, and a time after which it ends: so deadlines cost nothing until they are due. What it has to say waits
 * in a queue until the end of the turn; then all of it leaves in one write. */
#ifndef PENNA_SERVER_CONN_H
#define PENNA_SERVER_CONN_H

#include <signal.h>
#include <stdatomic.h>
#include <sys/queue.h>

#include "server/network.h"
#include "server/peers.h"
#include "server/stream.h"

enum {
    CHUNK = 16384,   /* bytes read from a connection in one turn */
    CONN_WHOLE = 120 /* seconds in which a body must have come, or an answer gone, however much it moves */
};

/* What a connection does. */
enum ConnPhase {
    PHASE_HEAD,   /* a request, or TLS's greeting, is coming */
    PHASE_BODY,   /* its body is coming */
    PHASE_ANSWER, /* the caller has it */
    PHASE_REPLY,  /* the answer is going out; since it last moved */
    PHASE_IDLE,   /* between two requests */
    PHASE_OPEN,   /* a WebSocket; since it last said anything */
    PHASE_PINGED, /* one that was asked whether it is there */
    PHASE_STUCK,  /* one that does not read what waits for it; since that last moved */
    PHASE_LINGER, /* all is said; until the client has read it */
    PHASES
};

/* Something that waits to be written. */
typedef struct Out {
    TAILQ_ENTRY(Out) entry;
    const char *bytes;         /* its own, or somewhere else where they stay */
    size_t length, sent;       /* bytes of it, and how many of them are written */
    size_t weight;             /* what it counts for in the queue */
    bool latest;               /* a newer one takes its place */
    bool begun;                /* some of it may be on its way already */
    void (*left)(void *owner); /* told when it is needed no more, */
    void *owner;               /* with this; NULL: nobody */
    char own[];                /* a copy, unless `bytes` is elsewhere */
} Out;

typedef TAILQ_HEAD(OutQueue, Out) OutQueue;
typedef TAILQ_HEAD(ConnList, Conn) ConnList;

struct Conn {
    Network *net;                                   /* valid while it is open: who keeps a closed one may outlive it */
    Stream stream;                                  /* fd -1: closed */
    int holders;                                    /* who still name it: network_keep() */
    enum ConnPhase phase;                           /* always one; conn_enter() changes it */
    double since;                                   /* when the phase began, or was begun anew */
    double began;                                   /* when its body began to come, or its answer to go */
    TAILQ_ENTRY(Conn) in_phase, in_work, in_writes; /* the lists it is in */
    bool works, writes;                             /* is it in these lists? */
    bool greeted;                                   /* the balancer has said whose it is */
    bool more;                                      /* there may be input that was not read */
    bool ends;                                      /* the last of it is, or will be, the end */
    bool socket;                                    /* a WebSocket, */
    bool leaves;                                    /* which was told that it ends */
    bool ending;                                    /* nothing more is taken from it or sent to it */
    bool broken;                                    /* to be closed without another word */
    atomic_bool gone;                               /* it is closed; any thread may ask */
    bool keep;                                      /* after this answer comes another request */
    bool bodiless;                                  /* the answer is one to HEAD */
    bool large;                                     /* a large body is coming, and counts as one */
    bool resumes;                  /* what was kept of the input has not been looked at since the last answer */
    uint8_t pieces;                /* frames of the message so far */
    void *user;                    /* the caller's */
    Peer *peer;                    /* the address that it counts for */
    char *in;                      /* what came in and is not used yet; NULL: nothing */
    size_t in_length;              /* bytes of it */
    size_t need;                   /* bytes that the request has in all; 0: not known yet */
    char *message;                 /* the frames of a message so far */
    size_t message_length;         /* bytes of these */
    OutQueue out;                  /* what waits to be written */
    Out *pong;                     /* the one in it: only the last ping is answered, as WebSocket allows */
    Out *latest;                   /* the message in it that a newer one replaces */
    size_t out_weight;             /* of all in it */
    size_t dropped;                /* bytes that came after its last answer */
    char address[NETWORK_ADDRESS]; /* of the client, as text */
};

struct Network {
    NetHandlers handlers;                /* the caller's functions, called on the loop's thread only */
    void *context;                       /* the caller's, given to them */
    int epoll, listener, waker, signals; /* descriptors; -1: not opened */
    sigset_t signals_before;             /* what was blocked before it was opened */
    SSL_CTX *tls;                        /* NULL: connections are plain */
    bool proxy;                          /* connections begin with the PROXY protocol */
    bool near_free;                      /* addresses near by may have any number of them */
    double lasts[PHASES];                /* for how many seconds a connection may be in a phase */
    double now;                          /* when the turn began */
    double next_tick, stop_at;           /* when it ticks, and when a stop that was asked for is one */
    int events;                          /* taken since the last tick */
    bool crowded;                        /* so many came in the second before that turns wait for several */
    bool stopping, stopped;              /* it is asked to end, it ends with this turn */
    bool paused;                         /* no room, nobody is taken */
    bool unsettled;                      /* a WebSocket was closed, which others may have to be told */
    int large;                           /* large bodies that are coming */
    int leaving;                         /* WebSockets that were told that they end */
    int most, most_sockets, per_address; /* connections of any kind, WebSockets, and those of one address */
    NetCounts counts;                    /* for metrics; `connections` and `sockets` are also what the limits go by */
    ConnList phase[PHASES];              /* all that are open, by phase */
    ConnList work, writes;               /* those that have input to go on with, and output */
    ConnList gone;                       /* closed in this turn */
    Peers peers;                         /* connections by address */
    char room[CHUNK + 1];                /* what was just read, whosever it is */
};

/* Begins a phase, or begins it anew. */
void conn_enter(Conn *c, enum ConnPhase phase);

/* Something of a body or an answer has moved: its phase begins anew, as long as there is time left for the whole. */
void conn_moves(Conn *c);

/* It has input to go on with, or output: its turn will come. */
void conn_to_work(Conn *c);
void conn_to_writes(Conn *c);

/* Does its address send as many large bodies as one may? */
bool conn_many_large(const Conn *c);

/* A large body begins to come, or is here; false: there are enough of them. */
bool conn_large(Conn *c, bool comes);

/* Never called from inside a handler. It is freed by conn_free_gone() at the end of the turn: events of this turn may
 * still name it. */
void conn_close(Conn *c);
void conn_free_gone(Network *net);

/* Queues a copy of the bytes, behind one of a head; NULL: no memory, and the connection will end. */
Out *conn_queue(Conn *c, const char *head, size_t head_length, const char *bytes, size_t length);

/* Queues bytes that stay where they are; NULL as above. */
Out *conn_queue_constant(Conn *c, const char *bytes, size_t length);

/* Queues a frame of a WebSocket; NULL as above. */
Out *conn_queue_frame(Conn *c, int opcode, const char *data, size_t length);

/* Takes something out of the queue. */
void conn_drop(Conn *c, Out *o);

/* Writes what it can of the queue, and does what comes after the last of it. */
void conn_flush(Conn *c);

#endif
