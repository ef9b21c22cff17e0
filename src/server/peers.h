/* peers.h: how many connections each address has open, whatever they are for.
 *
 * An address is known only as long as it has one, so this is never more than there are connections. An IPv6 address
 * counts by its first 64 bits, which is what one household has. */
#ifndef PENNA_SERVER_PEERS_H
#define PENNA_SERVER_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum { PEER_BUCKETS = 8192, PEER_BYTES = 9 };

typedef struct Peer {
    struct Peer *next;         /* in the same bucket */
    uint8_t bytes[PEER_BYTES]; /* 4 and an IPv4 address, or 6 and the first half of an IPv6 address */
    int connections;
} Peer;

typedef struct Peers {
    Peer *bucket[PEER_BUCKETS];
    uint64_t secret; /* so that nobody can choose addresses that meet in a bucket */
} Peers;

/* Counts a connection of the address; NULL: it has `most` already (0: no limit), or there is no memory. */
Peer *peers_add(Peers *p, const struct sockaddr_storage *address, int most);

/* A connection has ended. */
void peers_remove(Peers *p, Peer *peer);

/* The address as text; an IPv4 address that came through an IPv6 socket is written as IPv4. */
void peers_text(const struct sockaddr_storage *address, char *out, size_t room);

#endif
