/* proxy.h: what a connection begins with behind a balancer that speaks the PROXY protocol, versions 1 and 2: the
 * address of the client, before TLS and HTTP. */
#ifndef PENNA_SERVER_PROXY_H
#define PENNA_SERVER_PROXY_H

#include <stddef.h>

enum {
    PROXY_MAX = 536, /* bytes that it has at most, with room for what a balancer may add to version 2 */
    PROXY_PART = 0,  /* more of it is to come */
    PROXY_BAD = -1   /* it is something else */
};

/* Reads it: how many bytes it has, or one of the above. The client's address goes to address[room], which stays as it
 * is where the balancer speaks for itself. */
int proxy_read(const char *bytes, size_t length, char *address, size_t room);

#endif
