/* server.h: `penna serve` from outside: what it is told at the start, and the call that runs it. How it works inside
 * begins in house.h. */
#ifndef PENNA_SERVER_SERVER_H
#define PENNA_SERVER_SERVER_H

#include <stdbool.h>

enum {
    SERVER_WHY = 300,  /* room for the reason why it does not start */
    SERVER_LINE = 1024 /* room for what is said to it */
};

typedef struct ServerConfig {
    const char *listen;           /* an address; 0.0.0.0 and :: are all of them */
    const char *public_url;       /* how others find it; NULL: by where it listens */
    const char *db;               /* the file of tables, or the database */
    const char *node;             /* what it is called among the servers that share a database */
    const char *tls_cert;         /* a certificate, as a PEM file; NULL: plain HTTP */
    const char *tls_key;          /* its key */
    const char *web;              /* a folder to serve the page from; NULL: the one compiled in */
    const char *metrics_token;    /* who has it may read /metrics; NULL: the machine itself */
    const char *create_token;     /* who has it may open tables; NULL: everybody */
    const char *stand_in;         /* the bot that plays for those who left */
    long port;                    /* 0: any free one */
    long max_tables;              /* that count (room.h); 0: no limit */
    long tables_per_address;      /* made in an hour; 0: no limit */
    long connections_per_address; /* at once; 0: no limit of any rate */
    long max_connections;         /* in all */
    long bot_threads;             /* on which bots think */
    long messages_per_second;     /* of one connection; 0: no limit */
    long keep, keep_waiting;      /* seconds that a table is kept after its last event; one that never began */
    long away;                    /* seconds away before others may let a bot play for one */
    long drain;                   /* seconds from being told to end until people are sent away */
    long ping;                    /* seconds of silence before a client is asked whether it is there */
    bool log_requests;            /* a line on standard error for each request and connection */
    bool trust_proxy;             /* the client's address is the last in X-Forwarded-For */
    bool proxy_protocol;          /* it is what a connection begins with */
} ServerConfig;

/* Runs until it is told to end. Calls started() once people can come. Returns false after a reason in why[SERVER_WHY],
 * a message id unless it comes from the store. */
bool server_run(const ServerConfig *config, void (*started)(const char *url, const char *listening), char *why);

/* Says a line to the server that runs with this file of tables, or is called so among those that share a database
 * (admin.c has the commands), and copies its answer to standard output, a refusal to standard error. 0: done; 1:
 * refused; -1: there is no server, or it is not one's own. */
int server_ask(const char *db, const char *node, const char *line);

#endif
