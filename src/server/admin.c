/* admin.c: see admin.h. */
#include "server/admin.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "server/evening.h"
#include "server/follow.h"
#include "server/hall.h"
#include "server/room.h"
#include "server/thread.h"
#include "server/view.h"

enum { LISTED = 1000, PATIENCE = 2 }; /* tables in a list; seconds for either side, while others wait */

/* One request is under way at most: a thread takes it from the socket, the loop answers it, for only the loop may
 * touch tables. */
struct Admin {
    int socket;                  /* that is listened at */
    struct sockaddr_un at;       /* its name, to be taken away at the end */
    void (*wake)(void *context); /* makes the loop call admin_serve() */
    void *context;
    pthread_t thread;
    pthread_mutex_t mutex; /* for all that follows */
    pthread_cond_t changed;
    char line[SERVER_LINE]; /* the request; "": none waits */
    Buffer answer;          /* what the loop has said so far */
    bool answered, ending;  /* the answer is whole; the server ends, and nobody will answer */
    uint64_t serial;        /* the loop's: when the line came, on its count; 0: none waits */
    bool listing, listed;   /* the loop's: the tables were asked for, and are there */
    StoreRow *row;
    int rows; /* -1: they cannot be read */
};

static const char later[] = "later"; /* the answer of a command that must be run again when more is known */

/* ---- What can be asked ------------------------------------------------------------------------------- */

static void add(Buffer *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(Buffer *out, const char *format, ...) {
    char line[2200];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    buffer_str(out, line);
}

/* In the time of the machine, as the log of whoever runs it has it. */
static void put_time(int64_t at, Buffer *out) {
    char text[32];
    time_t when = (time_t)at;
    struct tm parts;
    strftime(text, sizeof text, "%Y-%m-%d %H:%M", localtime_r(&when, &parts));
    buffer_str(out, text);
}

/* From the store, not from memory: tables that nobody has asked for since the start are listed too. */
static const char *list(Server *s, const char *rest, Buffer *out) {
    Admin *a = s->admin;
    (void)rest;
    if (!a->listing) hall_list(s, LISTED);
    a->listing = true;
    if (!a->listed) return later;
    for (int i = 0; i < a->rows; i++) {
        put_time(a->row[i].touched, out);
        add(out, " %s %s\n", a->row[i].code, stage_words[a->row[i].stage]);
    }
    free(a->row);
    a->row = NULL;
    a->listing = a->listed = false;
    return a->rows < 0 ? "the store cannot be read" : NULL;
}

void admin_listed(Server *s, const StoreRow *row, int count) {
    Admin *a = s->admin;
    if (!a || !a->listing || a->listed) return;
    a->row = calloc((size_t)(count > 0 ? count : 1), sizeof *row);
    a->rows = a->row ? count : -1;
    if (a->row && count > 0) memcpy(a->row, row, (size_t)count * sizeof *row);
    a->listed = true;
}

/* A table by its code; NULL after a word about it. */
static Table *named(Server *s, const char *rest, const char **why) {
    char code[CODE_LENGTH + 1];
    Table *t = code_read(rest, strlen(rest), code) ? hall_log(s, code) : NULL;
    if (t && !hall_fresh(s, t)) t = NULL;
    *why = t ? NULL : hall_later(s) ? later : "there is no such table";
    return t;
}

static const char *show_evening(const Table *t, Buffer *out) {
    const Evening *v = t->evening;
    add(out, "%s evening %s%s, round %d of %d, %d events, the last ", t->code, stage_words[table_stage(t)],
        t->closed ? " (closed)" : "", v->round, v->rounds, t->number);
    put_time(t->touched, out);
    buffer_str(out, "\n");
    for (int i = 0; i < v->players; i++)
        add(out, "player %d %s%s\n", i, v->player[i].name, v->player[i].gone ? ", gone" : "");
    return NULL;
}

/* Nothing that a seat may not know: who sits there and how far it is, but neither sheets nor tokens. */
static const char *show(Server *s, const char *rest, Buffer *out) {
    const char *why;
    const Table *t = named(s, rest, &why);
    if (!t) return why;
    if (t->evening) return show_evening(t, out);
    add(out, "%s %s %s%s, %d events, the last ", t->code, match_game(t->match)->name, stage_words[table_stage(t)],
        t->closed ? " (closed)" : "", t->number);
    put_time(t->touched, out);
    buffer_str(out, "\n");
    for (int i = 0; i < t->seats; i++) {
        const Chair *c = &t->chair[i];
        bool open = c->kind == SEAT_OPEN;
        add(out, "seat %d %s %s%s%s\n", i, open ? "open" : match_kind(t->match, i), open ? "" : match_name(t->match, i),
            table_here(t, i) ? ", here" : "", c->left ? ", left" : "");
    }
    return NULL;
}

/* An event like any other, so that it is stored and everybody at the table sees it. Closing twice is no fault. */
static const char *close_table(Server *s, const char *rest, Buffer *out) {
    const char *why;
    Table *t = named(s, rest, &why);
    TableEvent e = event_of(EVENT_CLOSE, 0, 0);
    (void)out;
    if (!t || t->closed) return why;
    EventResult result = hall_event(s, t, &e);
    return result == EVENT_DONE        ? NULL
           : result == EVENT_READ_ONLY ? "nothing may change just now: see status"
                                       : "it could not be closed";
}

/* Refused while something of the table is on its way to the disk: the writer would bring it back. */
static const char *delete_table(Server *s, const char *rest, Buffer *out) {
    const char *why;
    Table *t = named(s, rest, &why);
    (void)out;
    if (!t) return why;
    return hall_delete(s, t, N_("those who run the server have deleted this table"))
               ? NULL
               : "something of it is still being stored: try again";
}

static void put_limited(void *context, const char *address, const char *what) {
    add(context, "%s %s\n", address, what);
}

static const char *limited(Server *s, const char *rest, Buffer *out) {
    (void)rest;
    limits_list(s->limits, hall_now(s), put_limited, out);
    return NULL;
}

static const char *say(Server *s, const char *rest, Buffer *out) {
    if (!*rest || !match_name_ok(rest, strlen(rest))) return "say what? (UTF-8, no controls)";
    add(out, "told %d\n", talk_notice(s, rest));
    follow_notice(s, rest);
    return NULL;
}

/* A damaged store cannot be declared well: only a new start, with another file, ends that. */
static const char *read_only(Server *s, const char *rest, Buffer *out) {
    (void)out;
    if (strcmp(rest, "on") != 0 && strcmp(rest, "off") != 0) return "read-only on, or read-only off";
    if (s->damaged) return "the store is damaged: it stays read-only";
    s->read_only = strcmp(rest, "on") == 0;
    follow_read_only(s, s->read_only);
    return NULL;
}

/* The first line for people, the second for a script that looks for "all is well". */
static const char *status(Server *s, const char *rest, Buffer *out) {
    (void)rest;
    add(out, "%d connections, %ld tables not over, %d of which count, %d in memory\n%s%s\n", s->clients, s->unfinished,
        rooms_taken(s->rooms), s->loaded,
        s->failing   ? "nothing can be stored"
        : s->damaged ? "the store is damaged"
                     : "all is well",
        s->read_only ? "; read-only" : "");
    if (s->nodes && *s->nodes) add(out, "servers on this database:\n%s", s->nodes);
    return NULL;
}

static const struct {
    const char *word;
    const char *(*run)(Server *s, const char *rest, Buffer *out); /* NULL, or why not */
} commands[] = {
    {"status", status},       {"list", list},      {"show", show}, {"close", close_table},
    {"delete", delete_table}, {"limits", limited}, {"say", say},   {"read-only", read_only},
};

/* The first line of an answer is `ok`, or `no` and why. False: it must be run again. */
static bool answer(Server *s, const char *line, Buffer *out) {
    size_t n = strcspn(line, " ");
    const char *rest = line + n + (line[n] == ' ');
    const char *why = "there is no such command";
    Buffer said = {0};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strlen(commands[i].word) == n && strncmp(commands[i].word, line, n) == 0)
            why = commands[i].run(s, rest, &said);
    if (why != later) {
        buffer_str(out, why ? "no " : "ok");
        if (why) buffer_str(out, why);
        buffer_str(out, "\n");
        buffer_add(out, said.bytes ? said.bytes : "", said.length);
    }
    buffer_free(&said);
    return why != later;
}

/* On the loop. The lock is held while it answers: the other thread does nothing then but wait for it. Every answer of
 * the reader wakes the loop, so whoever has to wait is heard again soon. */
void admin_serve(Server *s) {
    Admin *a = s->admin;
    if (!a) return;
    pthread_mutex_lock(&a->mutex);
    if (a->line[0] && !a->answered) {
        Task k = {.serial = a->serial};
        if (a->serial == 0) a->serial = k.serial = ++s->serial;
        s->task = &k;
        a->answered = answer(s, a->line, &a->answer);
        s->task = NULL;
        if (a->answered) a->serial = 0;
        if (a->answered) pthread_cond_signal(&a->changed);
    }
    pthread_mutex_unlock(&a->mutex);
}

/* ---- The socket -------------------------------------------------------------------------------------- */

/* The socket's name: beside the file of tables; for a server that has none, in the folder for such things. False: too
 * long for a socket. */
static bool admin_path(const char *db, const char *node, char *out, size_t room) {
    const char *run = getenv("RUNTIME_DIRECTORY"), *own = getenv("XDG_RUNTIME_DIR");
    const char *folder = run && *run ? run : own && *own ? own : "/tmp";
    int n = store_is_shared(db) ? snprintf(out, room, "%s/penna-%s-admin", folder, node)
                                : snprintf(out, room, "%s-admin", db);
    return n > 0 && (size_t)n < room;
}

/* Whoever opens the socket and says nothing must not keep the next one out for ever. */
static void be_patient(int fd) {
    struct timeval time = {.tv_sec = PATIENCE};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

/* One line, without its end; false: none came. */
static bool read_line(int fd, char *line) {
    size_t n = 0;
    while (n < SERVER_LINE - 1) {
        ssize_t got = read(fd, line + n, 1);
        if (got <= 0) return false;
        if (line[n] == '\n') break;
        n++;
    }
    line[n] = '\0';
    return line[0] != '\0' && n < SERVER_LINE - 1; /* an empty one would be no question, and have no answer */
}

/* Whoever does not read his answer loses the rest of it. */
static void write_all(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t n = send(fd, bytes, length, MSG_NOSIGNAL);
        if (n <= 0) return;
        bytes += n;
        length -= (size_t)n;
    }
}

/* Hands the line to the loop and waits for what it says, or for the end of the server. */
static void serve_one(Admin *a, int fd) {
    char line[SERVER_LINE];
    Buffer out = {0};
    be_patient(fd);
    if (!read_line(fd, line)) return;
    pthread_mutex_lock(&a->mutex);
    memcpy(a->line, line, sizeof line);
    a->answered = false;
    a->wake(a->context);
    while (!a->answered && !a->ending) pthread_cond_wait(&a->changed, &a->mutex);
    out = a->answer;
    a->answer = (Buffer){0};
    a->line[0] = '\0';
    pthread_mutex_unlock(&a->mutex);
    write_all(fd, out.bytes ? out.bytes : "", out.length);
    buffer_free(&out);
}

static bool ends(Admin *a) {
    pthread_mutex_lock(&a->mutex);
    bool ending = a->ending;
    pthread_mutex_unlock(&a->mutex);
    return ending;
}

/* One after the other: those who run a server are few, and the loop has one mind. */
static void *work(void *given) {
    Admin *a = given;
    for (;;) {
        int fd = accept(a->socket, NULL, NULL); /* admin_stop() shuts it down */
        if (fd < 0 && ends(a)) return NULL;
        if (fd < 0) { /* no descriptor left, perhaps: there will be */
            usleep(10000);
            continue;
        }
        serve_one(a, fd);
        close(fd);
    }
}

/* The lock on the file is ours, so a socket of that name is one that was left behind. */
static bool open_socket(Admin *a, const char *db, const char *node) {
    a->at.sun_family = AF_UNIX;
    if (!admin_path(db, node, a->at.sun_path, sizeof a->at.sun_path)) return false;
    unlink(a->at.sun_path);
    a->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (a->socket < 0) return false;
    mode_t before = umask(0177); /* nobody else, from its first moment on */
    bool good = bind(a->socket, (const struct sockaddr *)&a->at, sizeof a->at) == 0;
    umask(before);
    return good && listen(a->socket, 4) == 0;
}

/* The socket is opened before the thread is there, so that what goes wrong is said by who starts the server. */
Admin *admin_start(const char *db, const char *node, void (*wake)(void *context), void *context, const char **why) {
    Admin *a = calloc(1, sizeof *a);
    *why = "out of memory";
    if (!a) return NULL;
    a->wake = wake;
    a->context = context;
    a->socket = -1;
    pthread_mutex_init(&a->mutex, NULL);
    pthread_cond_init(&a->changed, NULL);
    bool good = open_socket(a, db, node);
    *why = strerror(errno);
    if (good && thread_start(&a->thread, "admin", work, a)) return a;
    if (a->socket >= 0) close(a->socket);
    free(a);
    return NULL;
}

/* In this order: no new name to come by, no wait for an answer, no accept(); only then is the thread waited for. */
void admin_stop(Admin *a) {
    if (!a) return;
    unlink(a->at.sun_path);
    pthread_mutex_lock(&a->mutex);
    a->ending = true;
    pthread_cond_signal(&a->changed);
    pthread_mutex_unlock(&a->mutex);
    shutdown(a->socket, SHUT_RDWR);
    pthread_join(a->thread, NULL);
    close(a->socket);
    buffer_free(&a->answer);
    free(a->row);
    free(a);
}

/* ---- The command ------------------------------------------------------------------------------------- */

/* In the process of `penna admin`. The first read has the whole first line: it comes in one piece, being short. */
int server_ask(const char *db, const char *node, const char *line) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    char room[4096];
    bool first = true, good = false;
    ssize_t n;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || !admin_path(db, node, at.sun_path, sizeof at.sun_path) ||
        connect(fd, (const struct sockaddr *)&at, sizeof at) != 0) {
        if (fd >= 0) close(fd);
        return -1;
    }
    write_all(fd, line, strlen(line));
    write_all(fd, "\n", 1);
    while ((n = read(fd, room, sizeof room)) > 0) {
        size_t skip = 0;
        if (first) good = strncmp(room, "ok\n", 3) == 0, skip = 3;
        first = false;
        fwrite(room + skip, 1, (size_t)n - skip, good ? stdout : stderr);
    }
    close(fd);
    return first ? -1 : good ? 0 : 1;
}
