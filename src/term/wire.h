/* wire.h: the client's end of HTTP and WebSocket, blocking, for `penna join`. */
#ifndef PENNA_TERM_WIRE_H
#define PENNA_TERM_WIRE_H

#include "match/record.h"

enum { WIRE_WHY = 200 };

typedef struct Wire Wire;

/* Opens a WebSocket at URL/ws; `url` is http[s]://HOST[:PORT], `ca` NULL or a file of certificates to trust beside
 * those that the machine trusts. NULL: why[WIRE_WHY] says why not. */
Wire *wire_open(const char *url, const char *ca, const char *table, char *why);
void wire_close(Wire *w);

bool wire_send(Wire *w, const char *text);

/* Takes the next message into out, which is emptied before. 1: there is one, 0: none came within `seconds`, -1: the
 * connection is gone. */
int wire_receive(Wire *w, double seconds, Buffer *out);

/* POSTs a JSON body and takes the answer's body; returns the status, or -1 and a reason. */
int wire_post(const char *url, const char *ca, const char *path, const char *body, Buffer *out, char *why);

#endif
