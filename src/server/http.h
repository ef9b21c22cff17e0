/* http.h: requests: setting tables up, records, health, metrics, and the page. */
#ifndef PENNA_SERVER_HTTP_H
#define PENNA_SERVER_HTTP_H

#include "server/house.h"

/* Answers a request, now or when what it tells of is stored. */
void http_request(Server *s, Conn *conn, const Request *request);

/* Runs a request (task.h), and answers one. */
void http_run(Server *s, Task *k);
void http_finish(Server *s, Task *k);

/* May a WebSocket be opened? 0, or the status of the refusal. One that may is counted: talk_close() must follow. Where
 * it is full somebody else is sent away for it, if that is fair. */
int http_admit(Server *s, const Request *request, bool full);

/* May what is posted to this path, so many bytes as they were sent, be large? */
bool http_large(const char *path, size_t length);

/* The address whose limits a request counts towards, in the request or in room[NETWORK_ADDRESS]. */
const char *http_address(const Server *s, const Request *request, char *room);

/* What the task at hand is to be told, as JSON, when it is finished. The body is taken over. */
void http_later(Server *s, int status, Buffer *body);

/* Begins an answer: an object whose first member is the version of the protocol. */
void http_start(Buffer *out);

/* The refusal of a request that may be a guess, at a code or a secret, or costs us work in vain: it counts for `cost`
 * requests, and who makes many of them hears no more than that they are too many. */
enum { HTTP_GUESS = 5 };
Wrong http_guessed(Server *s, const Request *request, double cost, Wrong wrong);

/* Everyone may join; to open tables one may need the server's own token, `given` in the body or as authorization. */
Wrong http_may_create(Server *s, const Request *request, const char *given);

/* What the task at hand is to be told when the store has all that it tells of. The body is taken over. */
void http_answer_of(Server *s, Table *t, int status, const char *type, Buffer *body);

/* The link of a table or an evening, as the member `url`; and its QR code as an answer. */
void http_put_link(Buffer *out, const Server *s, const Table *t);
Wrong http_qr(const Server *s, Conn *conn, const Table *t);

/* Sends an answer, or a refusal in the protocol's words. */
void http_answer(Conn *conn, int status, const char *type, const Buffer *body);
void http_refuse(Conn *conn, Wrong wrong);

#endif
