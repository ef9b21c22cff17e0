/* load.c: how much the server carries: N clients at tables of two, each choosing a random legal move at times that are
 * set beforehand; and what they cost it.
 *
 * usage: load PORT[,PORT]... PID[,PID]... PLAYING SECONDS EVERY CONNECTED GAME...
 *
 * PLAYING clients play the games in turn for SECONDS at the server PID on 127.0.0.1 at PORT, or at several that share a
 * database: then the two of a table are at different ones, or, with LOAD_STICKY in the environment, at the same, as
 * behind a balancer that sends them there; and what is spent is the sum. Then CONNECTED connections
 * in all are opened, the rest as spectators. Each client has a time to choose about every EVERY seconds, whatever the
 * server does. One at which it is the other seat that is waited for is left out; one at which the server's answer is
 * still to come is kept, and counts from when it should have been: a server that is slow cannot make the load smaller.
 * Prints the choices offered and served, the time from the intended moment to the view that shows the choice, at each
 * of the two clients of the table; how much of it was this program's own, which woke up late; and what the same server
 * took meanwhile for a message that needs no disk (`ping`). Then what the server spent: processor a choice, by thread
 * (the kernel's work for the clients' ends of the connections is in it: on one machine the sender does it), and memory,
 * which is what is resident of the process: the kernel's own for a socket is not in it. Never goes beyond 127.0.0.1. */
#include <arpa/inet.h>
#include <dirent.h>
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
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/rng.h"
#include "host/clock.h"

enum { SERVERS_MAX = 16, SETUP_THREADS = 8, SAMPLES_MAX = 4 << 20, BUFFER = 1 << 16 };

enum { PARTS_MAX = 16 }; /* of the server, told apart */

enum { SEATS = 2, ECHO = -2 /* the `seat` of the client that only pings */ };

/* The wheel of times: how many steps it has, and how many of them a second. */
enum { WHEEL = 1 << 18, STEPS = 10000 };

static const double ECHO_EVERY = 0.02; /* seconds from one ping to the next */

/* A choice that was sent and has not been seen by both clients yet. */
typedef struct Sent {
    double at;     /* when it was to be made; 0: there is none */
    int node;      /* where */
    unsigned seen; /* by which seats' clients */
} Sent;

typedef struct LoadTable {
    char code[8], token[SEATS][40];
    Sent sent[SEATS];
} LoadTable;

/* Times that were measured. */
typedef struct Samples {
    uint32_t *at; /* microseconds */
    long count;
} Samples;

typedef struct LoadClient {
    int fd, table, seat; /* seat -1: a spectator; ECHO: at no table */
    char *in;
    size_t length, room;
    bool open;               /* the WebSocket is open */
    bool seen;               /* a view has come */
    bool owes;               /* it is to choose, one of the moves of its last view */
    double slot;             /* its next time to choose, or to ping */
    double kept;             /* a time that has passed while the server's answer was to come; 0: none */
    double pinged;           /* when the ping was to be sent whose answer is to come; 0: none */
    struct LoadClient *next; /* whose time comes in the same step of the wheel */
    int node;
    char move[80];
} LoadClient;

static struct {
    bool sticky; /* both clients of a table are at one server */
    int port[SERVERS_MAX], pid[SERVERS_MAX], servers, names;
    char **name; /* of the games to play */
    LoadTable *table;
    LoadClient *client, echo;
    int tables, clients, epoll;
    double every, measure_from;
    Samples shown, late, pongs; /* choices from their time to the view, and to when they were sent; pings */
    long offered, served, games, errors, pings;
    LoadClient *wheel[WHEEL];
    long wheel_at; /* the step that it has come to */
    Rng rng;
} load;

static void die(const char *what) {
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* What was to happen at `at` has happened now: counted, if it belongs to the time that is measured. */
static void note(Samples *to, double at, double now) {
    if (at >= load.measure_from && to->count < SAMPLES_MAX) to->at[to->count++] = (uint32_t)((now - at) * 1e6);
}

/* Connects to one of the servers, counted round. */
static int dial(int which) {
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)load.port[which % load.servers])};
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
    int first = (int)(intptr_t)given, fd = dial(first);
    char answer[8192], body[256], path[64];
    for (int i = first; i < load.tables; i += SETUP_THREADS) {
        LoadTable *t = &load.table[i];
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

/* ---- What the server spends -------------------------------------------------------------------------- */

/* Bytes that are resident. */
static double resident(void) {
    char path[64], line[256];
    double kilobytes = 0;
    for (int i = 0; i < load.servers; i++) {
        snprintf(path, sizeof path, "/proc/%d/status", load.pid[i]);
        FILE *f = fopen(path, "r");
        if (!f) die(path);
        while (fgets(line, sizeof line, f))
            if (strncmp(line, "VmRSS:", 6) == 0) kilobytes += atof(line + 6);
        fclose(f);
    }
    return kilobytes * 1024;
}

/* One thread of the server, or several of the same name. */
typedef struct Part {
    char name[32];
    double user, kernel; /* seconds of processor */
} Part;

typedef struct Toil {
    Part part[PARTS_MAX];
    int parts;
} Toil;

/* A file of a thread of the server's, up to `room`; false: the thread is gone. */
static bool read_task(int pid, const char *task, const char *name, char *out, size_t room) {
    char path[320];
    snprintf(path, sizeof path, "/proc/%d/task/%s/%s", pid, task, name);
    FILE *f = fopen(path, "r");
    if (!f) return false;
    size_t n = fread(out, 1, room - 1, f);
    fclose(f);
    out[n] = '\0';
    return n > 0;
}

static Part *part_of(Toil *w, const char *name) {
    int i = 0;
    while (i < w->parts && strcmp(w->part[i].name, name) != 0) i++;
    if (i == PARTS_MAX) return &w->part[PARTS_MAX - 1];
    if (i == w->parts) snprintf(w->part[w->parts++].name, sizeof w->part->name, "%s", name);
    return &w->part[i];
}

/* Adds what each thread of a server has worked so far. */
static void add_work(int pid, Toil *w) {
    char path[64], line[1024], name[32];
    snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *all = opendir(path);
    if (!all) die(path);
    for (const struct dirent *e; (e = readdir(all));) {
        unsigned long user = 0, kernel = 0;
        if (e->d_name[0] == '.' || !read_task(pid, e->d_name, "comm", name, sizeof name) ||
            !read_task(pid, e->d_name, "stat", line, sizeof line))
            continue;
        name[strcspn(name, "\n")] = '\0';
        const char *rest = strrchr(line, ')'); /* the name before it may hold anything */
        if (!rest || sscanf(rest + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &kernel) != 2)
            die("stat");
        Part *p = part_of(w, atoi(e->d_name) == pid ? "loop" : name);
        p->user += (double)user / (double)sysconf(_SC_CLK_TCK);
        p->kernel += (double)kernel / (double)sysconf(_SC_CLK_TCK);
    }
    closedir(all);
}

static Toil worked(void) {
    Toil w = {0};
    for (int i = 0; i < load.servers; i++) add_work(load.pid[i], &w);
    return w;
}

/* Says what each part has worked since `before`, for a choice and of the time; returns the sum in seconds. */
static double tell_work(Toil *before, double took, double choices) {
    Toil now = worked();
    double all = 0;
    for (int i = 0; i < now.parts; i++) {
        const Part *was = part_of(before, now.part[i].name);
        double user = now.part[i].user - was->user, kernel = now.part[i].kernel - was->kernel;
        all += user + kernel;
        if (user + kernel < 0.001 * took) continue;
        printf("  %-8s %5.1f %% of one processor: %5.1f us a choice, %.1f of them in the kernel\n", now.part[i].name,
               100 * (user + kernel) / took, 1e6 * (user + kernel) / choices, 1e6 * kernel / choices);
    }
    return all;
}

/* ---- WebSocket --------------------------------------------------------------------------------------- */

static void send_frame(LoadClient *c, int opcode, const char *text, size_t n) {
    uint8_t frame[600];
    size_t at = 0;
    frame[at++] = (uint8_t)(0x80 | opcode);
    if (n < 126)
        frame[at++] = (uint8_t)(0x80 | n);
    else
        frame[at++] = 0xFE, frame[at++] = (uint8_t)(n >> 8), frame[at++] = (uint8_t)n;
    memset(frame + at, 0, 4); /* the mask */
    memcpy(frame + at + 4, text, n);
    if (write(c->fd, frame, at + 4 + n) != (ssize_t)(at + 4 + n)) load.errors++;
}

static void send_text(LoadClient *c, const char *text) { send_frame(c, 1, text, strlen(text)); }

static void say_hello(LoadClient *c) {
    char text[200];
    const LoadTable *t = &load.table[c->table];
    if (c->seat >= 0)
        snprintf(text, sizeof text,
                 "{\"v\":1,\"type\":\"hello\",\"id\":1,\"table\":\"%s\",\"token\":\"%s\",\"moves\":true}", t->code,
                 t->token[c->seat]);
    else
        snprintf(text, sizeof text, "{\"v\":1,\"type\":\"hello\",\"id\":1,\"table\":\"%s\"}", t->code);
    send_text(c, text);
}

static void open_client(LoadClient *c, int table, int seat) {
    static const char upgrade[] =
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    *c = (LoadClient){.fd = dial(table + (seat > 0 && !load.sticky)), .table = table, .seat = seat};
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

/* What the view says of a seat: does it owe a choice, has it made it? */
static void read_seat(const char *view, int seat, bool *mover, bool *chosen) {
    const char *at = strstr(view, "\"seats\":[");
    for (int i = 0; i <= seat && at; i++) at = strstr(at + 1, "\"mover\":");
    *mover = at && strncmp(at, "\"mover\":true", 12) == 0;
    at = at ? strstr(at, "\"chosen\":") : NULL;
    *chosen = at && strncmp(at, "\"chosen\":true", 13) == 0;
}

/* The client sees the choices that are shown now for the first time. */
static void take_samples(LoadClient *c, const char *view, double t) {
    for (int seat = 0; seat < SEATS; seat++) {
        Sent *sent = &load.table[c->table].sent[seat];
        bool mover, chosen;
        if (sent->at == 0 || sent->seen >> c->seat & 1) continue;
        read_seat(view, seat, &mover, &chosen);
        if (c->node == sent->node && !chosen) continue;
        sent->seen |= 1u << c->seat;
        note(&load.shown, sent->at, t);
        if (sent->seen != 3) continue;
        load.served += sent->at >= load.measure_from;
        sent->at = 0;
    }
}

static void go_on(LoadClient *c, const char *view) {
    char code[8];
    if (member(view, "again", code, sizeof code)) {
        LoadTable *t = &load.table[c->table];
        if (strcmp(t->code, code) != 0) {
            load.games++;
            memset(t->sent, 0, sizeof t->sent);
        }
        memcpy(t->code, code, sizeof code);
        say_hello(c);
    } else if (c->seat == 0) {
        send_text(c, "{\"v\":1,\"type\":\"again\",\"id\":3}");
    }
}

/* Is the server's answer to a choice still to come, at this client? */
static bool waits(const LoadClient *c) {
    for (int seat = 0; seat < SEATS; seat++) {
        const Sent *sent = &load.table[c->table].sent[seat];
        if (sent->at > 0 && !(sent->seen >> c->seat & 1)) return true;
    }
    return false;
}

static void submit(LoadClient *c, double intended) {
    char text[256];
    snprintf(text, sizeof text, "{\"v\":1,\"type\":\"submit\",\"id\":2,\"seat\":%d,\"node\":%d,\"move\":\"%s\"}",
             c->seat, c->node, c->move);
    load.table[c->table].sent[c->seat] = (Sent){.at = intended, .node = c->node};
    c->owes = false;
    send_text(c, text);
}

static void take_view(LoadClient *c, const char *view, double t) {
    bool mover, chosen;
    c->seen = true;
    if (c->seat < 0) return;
    c->node = (int)number_of(view, "\"node\":");
    take_samples(c, view, t);
    read_seat(view, c->seat, &mover, &chosen);
    bool over = strstr(view, "\"phase\":\"over\"") != NULL;
    c->owes = !over && mover && !chosen && pick_move(view, c->move, sizeof c->move);
    if (over) go_on(c, view);
    if (c->kept == 0 || waits(c)) return;
    if (c->owes && load.table[c->table].sent[c->seat].at == 0) /* it should have been before now */
        submit(c, c->kept);
    else
        load.offered -= c->kept >= load.measure_from; /* it was the other's turn after all */
    c->kept = 0;
}

static void take_message(LoadClient *c, char *text, double t) {
    if (c->seat == ECHO && c->pinged > 0) {
        note(&load.pongs, c->pinged, t);
        c->pinged = 0;
    }
    if (strncmp(text, "{\"v\":1,\"type\":\"view\"", 20) == 0) take_view(c, text, t);
    if (strncmp(text, "{\"v\":1,\"type\":\"error\"", 21) == 0 && !strstr(text, "\"stale\"")) load.errors++;
    if (strncmp(text, "{\"v\":1,\"type\":\"bye\"", 19) == 0) load.errors++;
}

/* ---- Times ------------------------------------------------------------------------------------------- */

static void set_slot(LoadClient *c, double at) {
    c->slot = at;
    LoadClient **bucket = &load.wheel[(long)(at * STEPS) % WHEEL];
    c->next = *bucket;
    *bucket = c;
}

/* One ping at a time: one that was to be sent before the answer to another has come counts from its own time, then. */
static void take_echo_slot(LoadClient *c) {
    double intended = c->slot;
    set_slot(c, intended + ECHO_EVERY * (0.5 + rng_real(&load.rng)));
    if (!c->open || c->pinged > 0) return;
    c->pinged = intended;
    send_text(c, "{\"v\":1,\"type\":\"ping\",\"id\":4}");
}

/* The client's time to choose has come. */
static void take_slot(LoadClient *c) {
    double intended = c->slot;
    if (c->seat == ECHO) {
        take_echo_slot(c);
        return;
    }
    set_slot(c, intended + load.every * (0.5 + rng_real(&load.rng)));
    if (c->kept > 0) return; /* still behind: what it owes is counted from the earlier one */
    bool behind = waits(c);
    if (!behind && !c->owes) return; /* it is the other's turn */
    load.offered += intended >= load.measure_from;
    if (behind) {
        c->kept = intended;
    } else {
        submit(c, intended);
        note(&load.late, intended, clock_now());
    }
}

/* All times up to now. A bucket may hold times of the next round. */
static void turn_wheel(double now) {
    for (long end = (long)(now * STEPS); load.wheel_at < end; load.wheel_at++) {
        LoadClient *c = load.wheel[load.wheel_at % WHEEL];
        load.wheel[load.wheel_at % WHEEL] = NULL;
        while (c) {
            LoadClient *next = c->next;
            if (c->slot <= now)
                take_slot(c);
            else
                set_slot(c, c->slot);
            c = next;
        }
    }
}

/* Takes the whole frames out of what came. */
static void take_frames(LoadClient *c, double t) {
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
        if ((p[0] & 15) == 9) load.pings++, send_frame(c, 10, text, n);
        if ((p[0] & 15) == 8) load.errors++;
        text[n] = kept;
        at += head + n;
    }
    memmove(c->in, c->in + at, c->length - at);
    c->length -= at;
}

static void readable(LoadClient *c) {
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
        if (c->seat != ECHO) say_hello(c);
    }
    take_frames(c, clock_now());
    if (c->length == 0) { /* many clients: keep nothing */
        free(c->in);
        c->in = NULL;
        c->room = 0;
    }
}

/* Until the next step of the wheel that somebody waits for, a millisecond at most. */
static struct timespec time_to_wait(void) {
    long step = load.wheel_at, end = step + STEPS / 1000;
    while (step < end && !load.wheel[step % WHEEL]) step++;
    double left = (double)(step + 1) / STEPS - clock_now();
    return (struct timespec){.tv_nsec = left > 0 && left < 1 ? (long)(left * 1e9) : 0};
}

static void run(double seconds) {
    struct epoll_event event[256];
    double end = clock_now() + seconds;
    while (clock_now() < end) {
        struct timespec wait = time_to_wait();
        int n = epoll_pwait2(load.epoll, event, 256, &wait, NULL);
        for (int i = 0; i < n; i++) readable(event[i].data.ptr);
        turn_wheel(clock_now());
    }
}

static int by_size(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Milliseconds; of samples that are sorted. */
static double quantile(const Samples *s, double q) {
    return s->count ? s->at[(long)((double)(s->count - 1) * q)] * 1e-3 : 0;
}

static void sort_samples(Samples *s) { qsort(s->at, (size_t)s->count, sizeof *s->at, by_size); }

/* Waits until all clients so far have seen a view; false: some never do. */
static bool settle(void) {
    for (double limit = clock_now() + 20; clock_now() < limit; run(0.02)) {
        int open = 0;
        for (int i = 0; i < load.clients; i++) open += load.client[i].seen;
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

/* Every client its first time to choose, spread over the first round. */
static void start_choosing(void) {
    double now = clock_now();
    load.wheel_at = (long)(now * STEPS);
    set_slot(&load.echo, now);
    for (int i = 0; i < load.clients; i++) set_slot(&load.client[i], now + load.every * rng_real(&load.rng));
}

static void stop_choosing(void) { memset(load.wheel, 0, sizeof load.wheel); }

/* Seconds that the machine was not there, because what it runs on gave its processors to somebody else: nobody here can
 * answer in them. */
static double stolen(void) {
    unsigned long ticks = 0;
    FILE *f = fopen("/proc/stat", "r");
    if (f && fscanf(f, "cpu %*u %*u %*u %*u %*u %*u %*u %lu", &ticks) != 1) ticks = 0;
    if (f) fclose(f);
    return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

/* Seconds of processor that this program has had. */
static double own_work(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Plays for so long and says how it went. */
static void measure(double seconds, double empty) {
    start_choosing();
    run(3);
    Toil before = worked();
    double own = own_work(), lost = stolen();
    load.measure_from = clock_now();
    run(seconds);
    double took = clock_now() - load.measure_from;
    own = own_work() - own;
    lost = stolen() - lost;
    sort_samples(&load.shown);
    sort_samples(&load.late);
    sort_samples(&load.pongs);
    printf(
        "%d clients playing: %.0f choices/s offered, %.0f served (one every %.1f s a client), from the intended time "
        "to the "
        "view p50 %.1f ms, p99 %.1f ms, max %.1f ms (%ld samples, %ld games, %ld pings, %ld errors)\n",
        load.clients, (double)load.offered / took, (double)load.served / took,
        load.served ? load.clients * took / (double)load.served : 0, quantile(&load.shown, 0.5),
        quantile(&load.shown, 0.99), quantile(&load.shown, 1), load.shown.count, load.games, load.pings, load.errors);
    printf(
        "  of which this program itself was late by p50 %.1f ms, p99 %.1f ms; a ping, which needs no disk, took p50 "
        "%.1f ms, p99 %.1f ms\n",
        quantile(&load.late, 0.5), quantile(&load.late, 0.99), quantile(&load.pongs, 0.5), quantile(&load.pongs, 0.99));
    double work = tell_work(&before, took, load.served ? (double)load.served : 1);
    printf(
        "processor: %.0f %% of one, %.0f us a choice; the clients' program: %.0f %%; taken from this machine: %.1f "
        "%%\n",
        100 * work / took, load.served ? 1e6 * work / (double)load.served : 0, 100 * own / took, 100 * lost / took);
    printf("memory: %.1f MB, %.1f kB a playing client\n", resident() / 1e6, (resident() - empty) / 1e3 / load.clients);
}

/* Opens more connections, as spectators, and says what each costs. */
static void measure_connections(int connected) {
    stop_choosing();
    run(1);
    double before = resident();
    int clients = load.clients;
    connect_more(connected, false);
    printf("%d connections: %.1f kB a further connection (%ld errors)\n", load.clients,
           (resident() - before) / 1e3 / (load.clients - clients), load.errors);
}

/* Numbers with commas between them; how many. */
static int read_list(const char *text, int *out) {
    int n = 0;
    while (*text && n < SERVERS_MAX) {
        out[n++] = atoi(text);
        text += strcspn(text, ",");
        text += *text == ',';
    }
    return n;
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc < 8) return fprintf(stderr, "usage: load PORT PID PLAYING SECONDS EVERY CONNECTED GAME...\n"), 2;
    load.name = argv + 7;
    load.names = argc - 7;
    load.sticky = getenv("LOAD_STICKY") != NULL;
    load.servers = read_list(argv[1], load.port);
    if (load.servers == 0 || read_list(argv[2], load.pid) != load.servers) return 2;
    int playing = atoi(argv[3]) / 2 * 2, connected = atoi(argv[6]);
    double seconds = atof(argv[4]);
    load.every = atof(argv[5]);
    if (playing < 2 || playing > 20000 || connected > 20000 || seconds > 600 || load.every <= 0 || load.every > 10)
        return 2;
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) files.rlim_cur = files.rlim_max, setrlimit(RLIMIT_NOFILE, &files);
    load.rng = rng_stream((uint64_t)time(NULL), 0);
    load.tables = playing / 2;
    load.table = calloc((size_t)load.tables, sizeof *load.table);
    load.client = calloc((size_t)(connected > playing ? connected : playing), sizeof *load.client);
    Samples *all[] = {&load.shown, &load.late, &load.pongs};
    for (int i = 0; i < 3; i++)
        if (!(all[i]->at = malloc(sizeof(uint32_t) * SAMPLES_MAX))) die("memory");
    prctl(PR_SET_TIMERSLACK, 1000UL); /* nanoseconds: who sleeps longer than he wanted is late by himself */
    load.epoll = epoll_create1(0);
    load.measure_from = clock_now() + 1e9;
    double empty = resident();
    pthread_t thread[SETUP_THREADS];
    for (int i = 0; i < SETUP_THREADS; i++) pthread_create(&thread[i], NULL, set_up, (void *)(intptr_t)i);
    for (int i = 0; i < SETUP_THREADS; i++) pthread_join(thread[i], NULL);
    open_client(&load.echo, 0, ECHO);
    connect_more(playing, true);
    measure(seconds, empty);
    if (connected > load.clients) measure_connections(connected);
    return load.errors > 0;
}
