/* peers.h: how many connections each address has open, whatever they are for, and how fast it opens new ones.
 *
 * An address is known only as long as it has one, or some seconds longer where their rate is limited. An IPv6 address
 * counts by its first 64 bits, which is what one household has, and with its site (limits.h). */
#ifndef PENNA_SERVER_PEERS_H
#define PENNA_SERVER_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "server/limits.h"

enum { PEER_BUCKETS = 8192, PEER_BYTES = 9 };

typedef struct Peer {
    struct Peer *next;         /* in the same bucket */
    struct Peer *site;         /* that an IPv6 address is of; NULL: none */
    uint8_t bytes[PEER_BYTES]; /* 4 and an IPv4 address, 6 and the first half of an IPv6 address, or a site's prefix */
    int connections;           /* that are open */
    int most;                  /* that may be; 0: no limit */
    int large;                 /* of them that send a large body */
    Bucket arrivals;           /* what it may open just now; not used where there is no rate */
} Peer;

typedef struct Peers {
    Peer *bucket[PEER_BUCKETS];
    uint64_t secret; /* so that nobody can choose addresses that meet in a bucket */
} Peers;

/* Counts a connection of the address; NULL: it has `most` already (0: no limit), or opens more than `rate` a second (0:
 * no limit; `most` at once), or there is no memory. */
Peer *peers_add(Peers *p, const struct sockaddr_storage *address, int most, double rate, double now);

/* A connection has ended. */
void peers_remove(Peers *p, Peer *peer);

/* Forgets those who may open as many as anybody again. */
void peers_sweep(Peers *p, double rate, int most, double now);

/* Forgets all of them, who have no connection any more. */
void peers_free(Peers *p);

/* Is it of this machine or of a network of its own (RFC 1918, 3927, 4193)? */
bool peers_near(const struct sockaddr_storage *address);

/* The address as text; an IPv4 address that came through an IPv6 socket is written as IPv4. */
void peers_text(const struct sockaddr_storage *address, char *out, size_t room);

#endif
