/* load.c: how much the server carries: N clients at tables of two, each choosing a random legal move after a random
 * time to think; and how much memory a connection costs it.
 *
 * usage: load PORT PLAYING SECONDS THINK CONNECTED GAME...
 *
 * PLAYING clients play the games in turn for SECONDS at the server on 127.0.0.1 at PORT, thinking up to THINK seconds a
 * move; then CONNECTED connections in all are opened, the rest as spectators. Prints moves a second, the time from a
 * submission to the view that shows it at every client of the table, and the server's memory, which is what is resident
 * of the process: the kernel's own for a socket is not in it. Never goes beyond 127.0.0.1. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/rng.h"
#include "host/clock.h"

enum { SETUP_THREADS = 8, SAMPLES_MAX = 4 << 20, BUFFER = 1 << 16 };

typedef struct Table {
    char code[8], token[2][40];
    double sent; /* when the submission was sent that the clients wait to see; 0: none */
    long number; /* of the view before it */
} Table;

typedef struct Client {
    int fd, table, seat; /* seat -1: a spectator */
    char *in;
    size_t length, room;
    bool open;   /* the WebSocket is open */
    long number; /* of its last view */
    double when; /* when it chooses; 0: it does not owe a choice */
    int node;
    char move[80];
} Client;

static struct {
    int port, names;
    char **name; /* of the games to play */
    Table *table;
    Client *client;
    int tables, clients, epoll;
    double think, measure_from;
    uint32_t *sample; /* microseconds */
    long samples, moves, games, errors;
    Rng rng;
} load;

static void die(const char *what) {
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int dial(void) {
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)load.port)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&a, sizeof a) != 0) die("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

/* ---- HTTP, one request after another on a connection ------------------------------------------------- */

static void ask(int fd, const char *method, const char *path, const char *body, char *out, size_t room) {
    char text[2048];
    int n =
        snprintf(text, sizeof text,
                 "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                 method, path, strlen(body), body);
    if (write(fd, text, (size_t)n) != n) die("write");
    size_t have = 0;
    for (;;) {
        ssize_t got = read(fd, out + have, room - 1 - have);
        if (got <= 0) die("read");
        have += (size_t)got;
        out[have] = '\0';
        const char *end = strstr(out, "\r\n\r\n"), *length = strcasestr(out, "content-length:");
        if (end && length && have >= (size_t)(end + 4 - out) + (size_t)atol(length + 15)) return;
    }
}

/* Copies the text of a member of a JSON object that we know to be simple. */
static bool member(const char *json, const char *name, char *out, size_t room) {
    char key[40];
    snprintf(key, sizeof key, "\"%s\":\"", name);
    const char *at = strstr(json, key);
    if (!at) return false;
    at += strlen(key);
    snprintf(out, room, "%.*s", (int)strcspn(at, "\""), at);
    return true;
}

static void *set_up(void *given) {
    int first = (int)(intptr_t)given, fd = dial();
    char answer[8192], body[256], path[64];
    for (int i = first; i < load.tables; i += SETUP_THREADS) {
        Table *t = &load.table[i];
        snprintf(body, sizeof body,
                 "{\"game\":\"%s\",\"seats\":[{\"kind\":\"human\",\"name\":\"A\"},{\"kind\":\"open\"}]}",
                 load.name[i % load.names]);
        ask(fd, "POST", "/api/tables", body, answer, sizeof answer);
        if (!member(answer, "table", t->code, sizeof t->code) ||
            !member(answer, "token", t->token[0], sizeof t->token[0]))
            die(answer);
        snprintf(path, sizeof path, "/api/tables/%s/join", t->code);
        ask(fd, "POST", path, "{\"name\":\"B\"}", answer, sizeof answer);
        if (!member(answer, "token", t->token[1], sizeof t->token[1])) die(answer);
    }
    close(fd);
    return NULL;
}

static double resident(void) {
    static char answer[65536];
    int fd = dial();
    ask(fd, "GET", "/metrics", "", answer, sizeof answer);
    close(fd);
    const char *at = strstr(answer, "\npenna_resident_bytes ");
    return at ? atof(at + 22) : 0;
}

/* ---- WebSocket --------------------------------------------------------------------------------------- */

static void send_text(Client *c, const char *text) {
    uint8_t frame[600];
    size_t n = strlen(text), at = 0;
    frame[at++] = 0x81;
    if (n < 126)
        frame[at++] = (uint8_t)(0x80 | n);
    else
        frame[at++] = 0xFE, frame[at++] = (uint8_t)(n >> 8), frame[at++] = (uint8_t)n;
    memset(frame + at, 0, 4); /* the mask */
    memcpy(frame + at + 4, text, n);
    if (write(c->fd, frame, at + 4 + n) != (ssize_t)(at + 4 + n)) load.errors++;
}

static void say_hello(Client *c) {
    char text[200];
    const Table *t = &load.table[c->table];
    if (c->seat >= 0)
        snprintf(text, sizeof text,
                 "{\"v\":1,\"type\":\"hello\",\"id\":1,\"table\":\"%s\",\"token\":\"%s\",\"moves\":true}", t->code,
                 t->token[c->seat]);
    else
        snprintf(text, sizeof text, "{\"v\":1,\"type\":\"hello\",\"id\":1,\"table\":\"%s\"}", t->code);
    send_text(c, text);
}

static void open_client(Client *c, int table, int seat) {
    static const char upgrade[] =
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    *c = (Client){.fd = dial(), .table = table, .seat = seat};
    if (write(c->fd, upgrade, sizeof upgrade - 1) != sizeof upgrade - 1) die("write");
    fcntl(c->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = c};
    epoll_ctl(load.epoll, EPOLL_CTL_ADD, c->fd, &e);
}

/* ---- Playing ----------------------------------------------------------------------------------------- */

static long number_of(const char *view, const char *name) {
    const char *at = strstr(view, name);
    return at ? atol(at + strlen(name)) : -1;
}

/* Picks one of the moves that the view lists. */
static bool pick_move(const char *view, char *out, size_t room) {
    const char *at = strstr(view, "\"moves\":[");
    int count = 0;
    if (!at) return false;
    at += 9;
    for (const char *p = at; *p && *p != ']'; p++) count += *p == '"';
    if (count == 0) return false;
    int which = (int)rng_below(&load.rng, (uint32_t)count / 2);
    for (; which > 0; which--) at = strchr(strchr(at + 1, '"') + 1, '"');
    snprintf(out, room, "%.*s", (int)strcspn(at + 1, "\""), at + 1);
    return true;
}

/* Does the seat owe a choice? */
static bool owes(const char *view, int seat) {
    const char *at = strstr(view, "\"seats\":[");
    for (int i = 0; i <= seat && at; i++) at = strstr(at + 1, "\"mover\":");
    return at && strncmp(at, "\"mover\":true,\"chosen\":false", 27) == 0;
}

static void take_sample(Client *c, double t) {
    Table *table = &load.table[c->table];
    if (table->sent == 0 || c->number > table->number || table->sent < load.measure_from) return;
    if (load.samples < SAMPLES_MAX) load.sample[load.samples++] = (uint32_t)((t - table->sent) * 1e6);
}

static void go_on(Client *c, const char *view) {
    char code[8];
    if (member(view, "again", code, sizeof code)) {
        Table *t = &load.table[c->table];
        if (strcmp(t->code, code) != 0) load.games++, t->sent = 0;
        memcpy(t->code, code, sizeof code);
        c->number = 0;
        say_hello(c);
    } else if (c->seat == 0) {
        send_text(c, "{\"v\":1,\"type\":\"again\",\"id\":3}");
    }
}

static void take_view(Client *c, const char *view, double t) {
    long number = number_of(view, "\"number\":");
    if (number > load.table[c->table].number) take_sample(c, t);
    c->number = number;
    c->when = 0;
    if (c->seat < 0) return;
    if (strstr(view, "\"phase\":\"over\"")) {
        go_on(c, view);
    } else if (owes(view, c->seat) && pick_move(view, c->move, sizeof c->move)) {
        c->node = (int)number_of(view, "\"node\":");
        c->when = t + rng_real(&load.rng) * load.think;
    }
}

static void take_message(Client *c, char *text, double t) {
    if (strncmp(text, "{\"v\":1,\"type\":\"view\"", 20) == 0) take_view(c, text, t);
    if (strncmp(text, "{\"v\":1,\"type\":\"error\"", 21) == 0 && !strstr(text, "\"stale\"")) load.errors++;
    if (strncmp(text, "{\"v\":1,\"type\":\"bye\"", 19) == 0) load.errors++;
}

static void submit(Client *c, double t) {
    char text[256];
    Table *table = &load.table[c->table];
    snprintf(text, sizeof text, "{\"v\":1,\"type\":\"submit\",\"id\":2,\"seat\":%d,\"node\":%d,\"move\":\"%s\"}",
             c->seat, c->node, c->move);
    table->sent = t;
    table->number = c->number;
    c->when = 0;
    load.moves += t >= load.measure_from;
    send_text(c, text);
}

/* Takes the whole frames out of what came. */
static void take_frames(Client *c, double t) {
    size_t at = 0;
    while (c->length - at >= 2) {
        const uint8_t *p = (const uint8_t *)c->in + at;
        size_t n = p[1] & 127, head = 2;
        if (n == 126 && c->length - at >= 4) n = (size_t)p[2] << 8 | p[3], head = 4;
        if (n == 127 && c->length - at >= 10)
            n = (size_t)p[6] << 24 | (size_t)p[7] << 16 | (size_t)p[8] << 8 | p[9], head = 10;
        if (((p[1] & 127) > 125 && head == 2) || c->length - at < head + n) break;
        char *text = c->in + at + head, kept = text[n];
        text[n] = '\0';
        if ((p[0] & 15) == 1) take_message(c, text, t);
        if ((p[0] & 15) == 8) load.errors++;
        text[n] = kept;
        at += head + n;
    }
    memmove(c->in, c->in + at, c->length - at);
    c->length -= at;
}

static void readable(Client *c) {
    for (;;) {
        if (c->room - c->length < BUFFER / 4) {
            c->room += BUFFER / 2;
            c->in = realloc(c->in, c->room + 1);
            if (!c->in) die("memory");
        }
        ssize_t n = read(c->fd, c->in + c->length, c->room - c->length);
        if (n == 0) {
            epoll_ctl(load.epoll, EPOLL_CTL_DEL, c->fd, NULL);
            load.errors++;
        }
        if (n <= 0) break;
        c->length += (size_t)n;
    }
    c->in[c->length] = '\0';
    if (!c->open) {
        char *end = strstr(c->in, "\r\n\r\n");
        if (!end) return;
        c->open = true;
        c->length -= (size_t)(end + 4 - c->in);
        memmove(c->in, end + 4, c->length);
        say_hello(c);
    }
    take_frames(c, clock_now());
    if (c->length == 0) { /* many clients: keep nothing */
        free(c->in);
        c->in = NULL;
        c->room = 0;
    }
}

static void run(double seconds) {
    struct epoll_event event[256];
    double end = clock_now() + seconds;
    for (double t = clock_now(); t < end; t = clock_now()) {
        int n = epoll_wait(load.epoll, event, 256, 2);
        for (int i = 0; i < n; i++) readable(event[i].data.ptr);
        t = clock_now();
        for (int i = 0; i < load.clients; i++)
            if (load.client[i].when > 0 && load.client[i].when <= t) submit(&load.client[i], t);
    }
}

static int by_size(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static double quantile(double q) {
    return load.samples ? load.sample[(long)((double)(load.samples - 1) * q)] * 1e-3 : 0;
}

/* Waits until all clients so far have seen a view; false: some never do. */
static bool settle(void) {
    for (double limit = clock_now() + 20; clock_now() < limit; run(0.02)) {
        int open = 0;
        for (int i = 0; i < load.clients; i++) open += load.client[i].number > 0;
        if (open == load.clients) return true;
    }
    printf("some of %d connections do not come up\n", load.clients);
    return false;
}

static void connect_more(int connected, bool play) {
    while (load.clients < connected) {
        int i = load.clients++;
        open_client(&load.client[i], i / 2 % load.tables, play ? i % 2 : -1);
        if (load.clients % 100 == 0 && !settle()) break;
    }
    settle();
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc < 7) return fprintf(stderr, "usage: load PORT PLAYING SECONDS THINK CONNECTED GAME...\n"), 2;
    load.name = argv + 6;
    load.names = argc - 6;
    load.port = atoi(argv[1]);
    int playing = atoi(argv[2]) / 2 * 2, connected = atoi(argv[5]);
    double seconds = atof(argv[3]), warm = 2;
    load.think = atof(argv[4]);
    if (playing < 2 || playing > 20000 || connected > 20000 || seconds > 600) return 2;
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) files.rlim_cur = files.rlim_max, setrlimit(RLIMIT_NOFILE, &files);
    load.rng = rng_stream((uint64_t)time(NULL), 0);
    load.tables = playing / 2;
    load.table = calloc((size_t)load.tables, sizeof *load.table);
    load.client = calloc((size_t)(connected > playing ? connected : playing), sizeof *load.client);
    load.sample = malloc(sizeof *load.sample * SAMPLES_MAX);
    load.epoll = epoll_create1(0);
    double empty = resident();
    pthread_t thread[SETUP_THREADS];
    for (int i = 0; i < SETUP_THREADS; i++) pthread_create(&thread[i], NULL, set_up, (void *)(intptr_t)i);
    for (int i = 0; i < SETUP_THREADS; i++) pthread_join(thread[i], NULL);
    double set = resident();
    load.measure_from = clock_now() + 1e9;
    connect_more(playing, true);
    run(warm);
    load.measure_from = clock_now();
    double start = clock_now();
    run(seconds);
    double took = clock_now() - start;
    qsort(load.sample, (size_t)load.samples, sizeof *load.sample, by_size);
    printf(
        "%d clients playing: %.0f moves/s, submit to broadcast p50 %.1f ms, p99 %.1f ms, max %.1f ms (%ld samples, %ld "
        "games, %ld errors)\n",
        playing, (double)load.moves / took, quantile(0.5), quantile(0.99), quantile(1), load.samples, load.games,
        load.errors);
    double with = resident();
    printf("memory: empty %.1f MB, %d tables %.1f MB, playing %.1f MB: %.1f kB a playing client\n", empty / 1e6,
           load.tables, set / 1e6, with / 1e6, (with - empty) / 1e3 / playing);
    load.think = 1e9;
    for (int i = 0; i < load.clients; i++) load.client[i].when = 0;
    run(1);
    double before = resident();
    int clients = load.clients;
    if (connected > clients) {
        connect_more(connected, false);
        double after = resident();
        printf("%d connections: %.1f MB: %.1f kB a further connection (%ld errors)\n", load.clients, after / 1e6,
               (after - before) / 1e3 / (load.clients - clients), load.errors);
    }
    return load.errors > 0;
}
