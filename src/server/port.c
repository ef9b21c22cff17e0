/* port.c: see port.h. */
#include "server/port.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    ACCEPTS = 64,    /* connections taken in one turn */
    SPARE_FILES = 64 /* descriptors for other things than connections */
};

/* Who goes first when there is no room: those whom it costs least; at last those who have read nothing of their answer
 * for the longest time, or a crowd that reads a byte now and then would keep everybody out. */
static const enum ConnPhase spendable[] = {PHASE_LINGER, PHASE_IDLE, PHASE_HEAD, PHASE_BODY, PHASE_REPLY};

void port_open_again(Network *net) {
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = &net->listener};
    if (net->paused && !net->stopping && epoll_ctl(net->epoll, EPOLL_CTL_ADD, net->listener, &e) == 0)
        net->paused = false;
}

void port_pause(Network *net) {
    if (!net->paused) epoll_ctl(net->epoll, EPOLL_CTL_DEL, net->listener, NULL);
    net->paused = true;
}

/* Gives up the connection that it costs least to give up; false: all are needed. */
static bool make_room(Network *net) {
    for (size_t i = 0; i < sizeof spendable / sizeof *spendable; i++) {
        Conn *c = TAILQ_FIRST(&net->phase[spendable[i]]);
        if (!c) continue;
        net->counts.over_all++;
        conn_close(c);
        return true;
    }
    return false;
}

/* A handshake of TLS's costs the server a millisecond of work and the client nothing, if it goes away then: so one
 * address may not have many of them in a second. Plain connections cost next to nothing. */
double port_rate(const Network *net) { return net->tls && net->per_address > 0 ? net->per_address / 4.0 : 0; }

/* A connection for the socket; false: it was closed. */
static bool take_socket(Network *net, int fd, const struct sockaddr_storage *address) {
    Conn *c = calloc(1, sizeof *c);
    int most = net->near_free && peers_near(address) ? 0 : net->per_address;
    Peer *peer = c ? peers_add(&net->peers, address, most, port_rate(net), net->now) : NULL;
    if (!peer || !stream_open(&c->stream, fd, net->tls)) {
        if (c && !peer) net->counts.over_address++;
        if (peer) peers_remove(&net->peers, peer);
        free(c);
        close(fd);
        return false;
    }
    c->net = net;
    c->holders = 1;
    c->peer = peer;
    c->phase = PHASE_HEAD;
    c->since = net->now;
    TAILQ_INIT(&c->out);
    peers_text(address, c->address, sizeof c->address);
    TAILQ_INSERT_TAIL(&net->phase[PHASE_HEAD], c, in_phase);
    net->counts.connections++;
    struct epoll_event e = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.ptr = c};
    if (epoll_ctl(net->epoll, EPOLL_CTL_ADD, fd, &e) == 0) return true;
    conn_close(c);
    return false;
}

/* Does anybody wait to be taken? Without a descriptor left accept4() does not say. */
static bool somebody_waits(const Network *net) {
    struct pollfd p = {.fd = net->listener, .events = POLLIN};
    return poll(&p, 1, 0) > 0;
}

/* There is no room for another: true if there is now, and somebody for it. */
static bool find_room(Network *net) {
    if (!somebody_waits(net)) return false;
    if (make_room(net)) return true;
    port_pause(net); /* until somebody goes, or the next tick */
    return false;
}

/* Not all at once, or a crowd at the door would keep those inside waiting; the listener is level-triggered, so the rest
 * is announced again. An error that is not for want of room is no reason not to take the next. */
void port_accept(Network *net) {
    for (int i = 0; i < ACCEPTS; i++) {
        struct sockaddr_storage address = {0};
        socklen_t size = sizeof address;
        if (net->counts.connections >= net->most && !find_room(net)) return;
        int fd = accept4(net->listener, (struct sockaddr *)&address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            net->counts.accepted++;
            take_socket(net, fd, &address);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            if (!find_room(net)) return;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return;
        }
    }
}

int network_port(const Network *net) {
    struct sockaddr_storage address = {0};
    socklen_t size = sizeof address;
    if (getsockname(net->listener, (struct sockaddr *)&address, &size) != 0) return 0;
    bool six = address.ss_family == AF_INET6;
    return ntohs(six ? ((struct sockaddr_in6 *)(void *)&address)->sin6_port
                     : ((struct sockaddr_in *)(void *)&address)->sin_port);
}

/* The first address that is found is taken. "::" takes IPv4 as well, whatever the machine's default is, and a restart
 * need not wait until the connections of before are forgotten. */
int port_listen(const NetConfig *config) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found;
    char port[16];
    int on = 1, off = 0;
    snprintf(port, sizeof port, "%d", config->port);
    if (getaddrinfo(config->listen, port, &hints, &found) != 0) return -1;
    int fd = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0) {
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on); /* those it accepts have it too */
        if (found->ai_family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
        if (bind(fd, found->ai_addr, found->ai_addrlen) != 0 || listen(fd, SOMAXCONN) != 0) {
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(found);
    return fd;
}

/* Where the machine allows fewer, requests keep a quarter of the room at most and WebSockets the rest: without any for
 * requests nobody could load the page, or see that the server is up. */
void port_room(Network *net, const NetConfig *config) {
    struct rlimit limit = {.rlim_cur = 1024, .rlim_max = 1024};
    int spare = config->connections / 8 + 64;
    rlim_t want = (rlim_t)config->connections + (rlim_t)spare + SPARE_FILES;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < want) {
        limit.rlim_cur = limit.rlim_max < want ? limit.rlim_max : want;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    if (limit.rlim_cur < want) want = limit.rlim_cur;
    net->most = want > 2 * SPARE_FILES ? (int)want - SPARE_FILES : SPARE_FILES;
    if (spare > net->most / 4) spare = net->most / 4;
    net->most_sockets = net->most - spare < config->connections ? net->most - spare : config->connections;
    net->per_address = config->per_address;
    net->near_free = config->near_free;
    net->proxy = config->proxy;
}

/* IPv4 only: it becomes part of a URL as it is, without the brackets that IPv6 has there (server.c). */
bool network_own_address(char *out, size_t room) {
    struct ifaddrs *list;
    bool found = false;
    if (getifaddrs(&list) != 0) return false;
    for (const struct ifaddrs *i = list; i && !found; i = i->ifa_next) {
        if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET || i->ifa_flags & IFF_LOOPBACK ||
            !(i->ifa_flags & IFF_UP))
            continue;
        const struct sockaddr_in *four = (const void *)i->ifa_addr;
        found = inet_ntop(AF_INET, &four->sin_addr, out, (socklen_t)room) != NULL;
    }
    freeifaddrs(list);
    return found;
}
