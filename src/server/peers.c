/* peers.c: see peers.h. */
#include "server/peers.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

/* An IPv4 address in the clothes of an IPv6 one (::ffff:192.0.2.1): a socket for both sees it so. */
static bool is_mapped(const struct sockaddr_storage *address) {
    return address->ss_family == AF_INET6 &&
           IN6_IS_ADDR_V4MAPPED(&((const struct sockaddr_in6 *)(const void *)address)->sin6_addr);
}

/* Of an IPv6 address the first eight bytes count: a household is given at least so many, and could take a new one of
 * them for every connection. */
static void read_bytes(const struct sockaddr_storage *address, uint8_t *bytes) {
    const struct sockaddr_in6 *six = (const void *)address;
    const struct sockaddr_in *four = (const void *)address;
    memset(bytes, 0, PEER_BYTES);
    bytes[0] = address->ss_family == AF_INET || is_mapped(address) ? 4 : 6;
    if (address->ss_family == AF_INET)
        memcpy(bytes + 1, &four->sin_addr, 4);
    else if (is_mapped(address))
        memcpy(bytes + 1, six->sin6_addr.s6_addr + 12, 4);
    else
        memcpy(bytes + 1, six->sin6_addr.s6_addr, 8);
}

/* The site that an IPv6 address is of: its first six bytes. False: it is none. */
static bool read_site(const uint8_t *bytes, uint8_t *site) {
    memset(site, 0, PEER_BYTES);
    site[0] = SITE;
    memcpy(site + 1, bytes + 1, SITE / 8);
    return bytes[0] == 6;
}

/* Where the address stands, or would stand at the end of its bucket. The hash begins with a secret, or a stranger
 * could choose addresses that all fall into one bucket. */
static Peer **place_of(Peers *p, const uint8_t *bytes) {
    uint64_t h = p->secret;
    for (size_t i = 0; i < PEER_BYTES; i++) {
        h = (h ^ bytes[i]) * 0x9E3779B97F4A7C15u;
        h ^= h >> 29;
    }
    Peer **at = &p->bucket[h % PEER_BUCKETS];
    while (*at && memcmp((*at)->bytes, bytes, PEER_BYTES) != 0) at = &(*at)->next;
    return at;
}

static void forget(Peer **at) {
    Peer *peer = *at;
    *at = peer->next;
    free(peer);
}

/* The Peer of these bytes, made if there is none; NULL: no memory. */
static Peer *find(Peers *p, const uint8_t *bytes, int most) {
    Peer **at = place_of(p, bytes);
    if (!*at) {
        *at = calloc(1, sizeof **at);
        if (!*at) return NULL;
        memcpy((*at)->bytes, bytes, PEER_BYTES);
        (*at)->most = most;
    }
    return *at;
}

/* Counts one more for the address, or for its site; NULL: it has enough. */
static Peer *count(Peers *p, const uint8_t *bytes, int most, double rate, double now) {
    Peer *peer = find(p, bytes, most);
    if (!peer || (most > 0 && peer->connections >= most)) return NULL;
    if (rate > 0 && !bucket_take(&peer->arrivals, rate, most, 1, now)) return NULL;
    peer->connections++;
    return peer;
}

static void uncount(Peers *p, Peer *peer) {
    if (--peer->connections > 0 || peer->arrivals.at != 0) return;
    forget(place_of(p, peer->bytes));
}

/* An address without a connection has no Peer, so memory is bound by the connections there are; and, where there is a
 * rate, by those of the last seconds. The address is asked first: one that comes too often uses up nothing of what its
 * neighbours have. */
Peer *peers_add(Peers *p, const struct sockaddr_storage *address, int most, double rate, double now) {
    uint8_t bytes[PEER_BYTES], site[PEER_BYTES];
    read_bytes(address, bytes);
    Peer *peer = count(p, bytes, most, rate, now);
    if (!peer || !read_site(bytes, site)) return peer;
    peer->site = count(p, site, most * SITE_ADDRESSES, rate * SITE_ADDRESSES, now);
    if (peer->site) return peer;
    uncount(p, peer);
    return NULL;
}

void peers_remove(Peers *p, Peer *peer) {
    if (peer->site) uncount(p, peer->site);
    uncount(p, peer);
}

void peers_sweep(Peers *p, double rate, int most, double now) {
    for (int i = 0; i < PEER_BUCKETS; i++)
        for (Peer **at = &p->bucket[i]; *at;) {
            if ((*at)->connections == 0 && (now - (*at)->arrivals.at) * rate >= most)
                forget(at);
            else
                at = &(*at)->next;
        }
}

void peers_free(Peers *p) {
    for (int i = 0; i < PEER_BUCKETS; i++)
        while (p->bucket[i]) forget(&p->bucket[i]);
}

/* From there a proxy of the house may speak for many people; from elsewhere nobody may. */
bool peers_near(const struct sockaddr_storage *address) {
    static const struct {
        uint32_t begin, mask; /* its kind, and the first two bytes of the address */
    } near[] = {
        {0x047F00, 0xFFFF00}, /* 127.0.0.0/8 */
        {0x040A00, 0xFFFF00}, /* 10.0.0.0/8 */
        {0x04AC10, 0xFFFFF0}, /* 172.16.0.0/12 */
        {0x04C0A8, 0xFFFFFF}, /* 192.168.0.0/16 */
        {0x04A9FE, 0xFFFFFF}, /* 169.254.0.0/16 */
        {0x06FC00, 0xFFFE00}, /* fc00::/7 */
        {0x06FE80, 0xFFFFC0}, /* fe80::/10 */
    };
    const struct sockaddr_in6 *six = (const void *)address;
    uint8_t bytes[PEER_BYTES];
    if (address->ss_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&six->sin6_addr)) return true;
    read_bytes(address, bytes);
    uint32_t begin = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        if ((begin & near[i].mask) == near[i].begin) return true;
    return false;
}

/* A mapped address is written as the IPv4 address it is: limits and logs must not know two names for one. */
void peers_text(const struct sockaddr_storage *address, char *out, size_t room) {
    const struct sockaddr_in6 *six = (const void *)address;
    const struct sockaddr_in *four = (const void *)address;
    out[0] = '\0';
    if (address->ss_family == AF_INET)
        inet_ntop(AF_INET, &four->sin_addr, out, (socklen_t)room);
    else if (is_mapped(address))
        inet_ntop(AF_INET, six->sin6_addr.s6_addr + 12, out, (socklen_t)room);
    else if (address->ss_family == AF_INET6)
        inet_ntop(AF_INET6, &six->sin6_addr, out, (socklen_t)room);
}
