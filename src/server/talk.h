/* talk.h: the clients at the tables: what they say, whether they may, and who is here. */
#ifndef PENNA_SERVER_TALK_H
#define PENNA_SERVER_TALK_H

#include "server/house.h"

/* A WebSocket. */
typedef struct Client {
    Conn *conn;
    char address[NETWORK_ADDRESS]; /* whose limits it counts towards, */
    bool let_go;                   /* no more: it was sent away, */
    uint8_t payer[LIMIT_KEY];      /* and what it counts by */
    Table *table;                  /* NULL: it has not said hello */
    bool has_token;                /* `hash` is one: it may sit, and not only look on */
    uint8_t hash[STORE_HASH];      /* of its token */
    unsigned seats;                /* that it holds at the table, as bits */
    bool moves;                    /* its views list the legal moves */
    bool wants_view;               /* it is due for one at the end of the loop's turn */
    int held;                      /* messages that wait for a table to be read: */
    TaskList queue;                /* what came later comes after them, */
    int queued;                    /* so many */
    unsigned messages;             /* that it has sent */
    Bucket bucket;                 /* of messages, */
    Bucket reactions;              /* and of pictures shown to the others */
    struct Client *next, **link;   /* at the same table */
} Client;

/* A WebSocket came, said something, went. */
void talk_open(Server *s, Conn *conn, const char *address);
void talk_message(Server *s, Conn *conn, const char *text, size_t length);
void talk_close(Server *s, Conn *conn);

/* Runs a message (task.h), and answers one. */
void talk_run(Server *s, Task *k);
void talk_answer(Server *s, Task *k);

/* One more of the client's messages waits for a table, or one fewer (-1). */
void talk_hold(Conn *conn, int change);

/* What came after a message that waited is heard, if nothing of the client's waits any more. */
void talk_go_on(Server *s, Conn *conn);

/* Those who are here come back to seats that another server took for abandoned. */
void talk_returned(Server *s, Table *t);

/* Shows a reaction to those at the table who are connected here. */
void talk_react(const Table *t, int seat, int picture);

/* The last word before the connection is closed: come back in `after` seconds; -1: never. */
void talk_bye(Conn *conn, const char *code, const char *text, int after);

/* A word of those who run the server to everybody who is at a table; how many they are. */
int talk_notice(Server *s, const char *text);

/* Sends somebody away of the address that has most clients, if it has more than this one, whose new one is counted
 * already; false: nobody. */
bool talk_make_room(Server *s, const char *address);

/* The client is no longer at its table, if it was at one. */
void talk_part(Server *s, Client *c);

/* Gives seats to those who hold them, after one changed hands. */
void talk_seats(Table *t);

#endif
