/* server.h: the server: an event loop between people (net.h), tables (table.h), the log (writer.h) and bots (bots.h).
 *
 * What happens to a request for a change: it is checked (talk.c, http.c), becomes an event that is applied to the table
 * in memory and given to the writer (hall.c), and its sender waits. When the writer says the event is stored, he gets
 * his acknowledgement, and everyone at the table the new view: nothing that could still be lost is ever shown. If
 * storing fails, the tables concerned are read again from the log, and the senders are told.
 *
 * Reading order: message.h, table.h, hall.c, dealer.c, talk.c, http.c, server.c. */
#ifndef PENNA_SERVER_SERVER_H
#define PENNA_SERVER_SERVER_H

#include <stdio.h>

#include "server/bots.h"
#include "server/limits.h"
#include "server/network.h"
#include "server/packed.h"
#include "server/table.h"
#include "server/writer.h"

typedef struct ServerConfig {
    const char *listen, *public_url, *db, *tls_cert, *tls_key, *web, *metrics_token, *stand_in;
    long port, max_tables, tables_per_address, connections_per_address, max_connections, bot_threads,
        messages_per_second;
    long keep, keep_waiting; /* seconds that a table is kept after its last event; one that never began */
    long away;               /* seconds away before others may let a bot play for one */
    bool trust_proxy;        /* the client's address is the last in X-Forwarded-For */
} ServerConfig;

/* Runs until it is told to end. Calls started(address) once people can come. Returns false after a reason in why, a
 * message id unless it comes from the store. */
bool server_run(const ServerConfig *config, void (*started)(const char *url, const char *listening), char *why);

/* ---- The rest is for the files of src/server --------------------------------------------------------- */

/* A WebSocket. */
typedef struct Client {
    Conn *conn;
    char address[NETWORK_ADDRESS];
    Table *table; /* NULL: it has not said hello */
    bool has_token;
    uint8_t hash[STORE_HASH]; /* of its token */
    unsigned seats;           /* that it holds at the table */
    bool moves;               /* its views list the legal moves */
    bool wants_view;
    Bucket bucket;               /* of messages */
    struct Client *next, **link; /* at the same table */
} Client;

/* Somebody who is told when all up to a sequence number is stored. */
typedef struct Waiter {
    struct Waiter *next;
    uint64_t sequence;
    Conn *conn;
    bool http;
    int64_t id; /* of a message */
    int status; /* of the answer to a request, */
    const char *type;
    Buffer body;
} Waiter;

enum { TABLE_BUCKETS = 16384 };

typedef struct Counts {
    uint64_t connections, messages, requests, refused, moves, tables, failures, bot_moves;
} Counts;

typedef struct Server {
    ServerConfig config;
    char url[256]; /* to share with others; no slash at its end */
    Network *net;
    Store *store;
    Writer *writer;
    BotPool *bots;
    Limits *limits;
    Table *bucket[TABLE_BUCKETS];
    int loaded;      /* tables in memory */
    long unfinished; /* tables that are not over, in memory or not */
    Table *dirty;    /* tables whose clients wait for a view, */
    bool to_show;    /* some of which may be stored */
    Waiter *waiters, **waiters_end;
    uint64_t given, stored; /* sequence numbers */
    bool failing;           /* the last commit failed */
    bool more_expired;      /* there are more tables to delete than were looked at */
    int ticks, clients;
    Packed *packed; /* the weights that were asked for */
    Counts counts;
} Server;

/* hall.c: tables by their code, and their events on the way to the log. */

/* The table, loaded if need be; NULL: there is none. */
Table *hall_find(Server *s, const char *code);

/* A new table with no events, under a code nobody has; NULL: no memory. */
Table *hall_new_table(Server *s);

/* An event happens and is given to the writer; false: it is not possible, nothing changed. */
__attribute__((format(printf, 3, 4))) bool hall_event(Server *s, Table *t, const char *format, ...);

/* The same for events that change who holds a seat; hash NULL: nobody. */
bool hall_hold(Server *s, Table *t, int seat, const uint8_t *hash, const char *text);

/* Tells a client, or answers a request, when all given so far of the table is stored. The body is taken over. */
void hall_ack(Server *s, const Table *t, Conn *conn, int64_t id);
void hall_answer(Server *s, const Table *t, Conn *conn, int status, const char *type, Buffer *body);

/* Shows what is stored to those who wait for it: at the end of every turn of the loop. */
void hall_flush(Server *s);

/* The writer has news. */
void hall_stored(Server *s);

/* All clients of the table are to get a view; or this one. */
void hall_touch(Server *s, Table *t);
void hall_show(Server *s, Client *c);

void hall_tick(Server *s);
void hall_free(Server *s);
double hall_now(const Server *s);

/* dealer.c: dice and bots. */

/* Rolls where it is the server's turn to roll, and asks the bots that owe a choice. After every event. */
void dealer_play(Server *s, Table *t);

/* Takes the bots' answers. */
void dealer_bots(Server *s);

/* talk.c: clients. */
void talk_open(Server *s, Conn *conn, const char *address);
void talk_message(Server *s, Conn *conn, const char *text, size_t length);
void talk_close(Server *s, Conn *conn);
void talk_error(Conn *conn, int64_t id, Wrong wrong);
void talk_ack(Conn *conn, int64_t id);
void talk_bye(Conn *conn, const char *code, const char *text, int after); /* after -1: never come back */
void talk_join(Server *s, Client *c, Table *t);
void talk_part(Server *s, Client *c);

/* Gives seats to those who hold them, after one changed hands. */
void talk_seats(Table *t);

/* found.c: making tables. */
Wrong found_table(Server *s, const NewTable *n, const uint8_t *hash, Table **out);
Wrong found_again(Server *s, Table *t);
Wrong found_bots(Server *s, Table *t, const char *bot); /* gives the open seats to bots */

/* Tokens. */
void token_new(char *out);
void token_hash(const char *token, uint8_t *hash);

/* http.c */
void http_request(Server *s, Conn *conn, const Request *request);
int http_admit(Server *s, const Request *request);
const char *http_address(const Server *s, const Request *request, char *room);
void http_refuse(Conn *conn, Wrong wrong);
extern const char http_json[]; /* the type of most answers */
void http_answer(Conn *conn, int status, const char *type, const Buffer *body);

/* metrics.c */
void metrics_write(Server *s, Buffer *out);

/* qr.c: a QR code as SVG, and for a terminal that shows UTF-8. False: it cannot be made. */
bool qr_svg(const char *text, Buffer *out);
bool qr_terminal(const char *text, FILE *out);

/* assets.c: the page. */
bool assets_find(Server *s, const Request *request, Conn *conn);

#endif
