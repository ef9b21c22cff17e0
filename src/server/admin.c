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

#include "server/hall.h"
#include "server/thread.h"
#include "server/view.h"

enum { LISTED = 1000, PATIENCE = 2 }; /* tables in a list; seconds for either side, while others wait */

struct Admin {
    int socket;
    struct sockaddr_un at;
    void (*wake)(void *context);
    void *context;
    pthread_t thread;
    pthread_mutex_t mutex; /* for all that follows */
    pthread_cond_t changed;
    char line[SERVER_LINE]; /* the request; "": none waits */
    Buffer answer;
    bool answered, ending;
};

/* ---- What can be asked ------------------------------------------------------------------------------- */

static void add(Buffer *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(Buffer *out, const char *format, ...) {
    char line[600];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    buffer_str(out, line);
}

static void put_time(int64_t at, Buffer *out) {
    char text[32];
    time_t when = (time_t)at;
    struct tm parts;
    strftime(text, sizeof text, "%Y-%m-%d %H:%M", localtime_r(&when, &parts));
    buffer_str(out, text);
}

static const char *list(Server *s, const char *rest, Buffer *out) {
    (void)rest;
    StoreRow *row = calloc(LISTED, sizeof *row);
    int n = row ? store_list(s->store, row, LISTED) : 0;
    for (int i = 0; i < n; i++) {
        put_time(row[i].touched, out);
        add(out, " %s %s\n", row[i].code, stage_words[row[i].stage]);
    }
    free(row);
    return NULL;
}

/* A table by its code; NULL after a word about it. */
static Table *named(Server *s, const char *rest, const char **why) {
    char code[CODE_LENGTH + 1];
    Table *t = code_read(rest, strlen(rest), code) ? hall_find(s, code) : NULL;
    *why = t ? NULL : "there is no such table";
    return t;
}

static const char *show(Server *s, const char *rest, Buffer *out) {
    const char *why;
    const Table *t = named(s, rest, &why);
    if (!t) return why;
    add(out, "%s %s %s%s, %d events, the last ", t->code, match_game(t->match)->name, stage_words[table_stage(t)],
        t->closed ? " (closed)" : "", t->number);
    put_time(t->touched, out);
    buffer_str(out, "\n");
    for (int i = 0; i < t->seats; i++) {
        const Chair *c = &t->chair[i];
        bool open = c->kind == SEAT_OPEN;
        add(out, "seat %d %s %s%s%s\n", i, open ? "open" : match_kind(t->match, i), open ? "" : match_name(t->match, i),
            c->here > 0 ? ", here" : "", c->left ? ", left" : "");
    }
    return NULL;
}

static const char *close_table(Server *s, const char *rest, Buffer *out) {
    const char *why;
    Table *t = named(s, rest, &why);
    TableEvent e = event_of(EVENT_CLOSE, 0, 0);
    (void)out;
    if (!t || t->closed) return why;
    return hall_event(s, t, &e) == EVENT_DONE ? NULL : "it could not be closed";
}

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
    return NULL;
}

static const char *read_only(Server *s, const char *rest, Buffer *out) {
    (void)out;
    if (strcmp(rest, "on") != 0 && strcmp(rest, "off") != 0) return "read-only on, or read-only off";
    if (s->damaged) return "the store is damaged: it stays read-only";
    s->read_only = strcmp(rest, "on") == 0;
    return NULL;
}

static const char *status(Server *s, const char *rest, Buffer *out) {
    (void)rest;
    add(out, "%d connections, %ld tables not over, %d in memory\n%s%s\n", s->clients, s->unfinished, s->loaded,
        s->failing   ? "nothing can be stored"
        : s->damaged ? "the store is damaged"
                     : "all is well",
        s->read_only ? "; read-only" : "");
    return NULL;
}

static const struct {
    const char *word;
    const char *(*run)(Server *s, const char *rest, Buffer *out); /* NULL, or why not */
} commands[] = {
    {"status", status},       {"list", list},      {"show", show}, {"close", close_table},
    {"delete", delete_table}, {"limits", limited}, {"say", say},   {"read-only", read_only},
};

/* The first line of an answer is `ok`, or `no` and why. */
static void answer(Server *s, const char *line, Buffer *out) {
    size_t n = strcspn(line, " ");
    const char *rest = line + n + (line[n] == ' ');
    const char *why = "there is no such command";
    Buffer said = {0};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strlen(commands[i].word) == n && strncmp(commands[i].word, line, n) == 0)
            why = commands[i].run(s, rest, &said);
    buffer_str(out, why ? "no " : "ok");
    if (why) buffer_str(out, why);
    buffer_str(out, "\n");
    buffer_add(out, said.bytes ? said.bytes : "", said.length);
    buffer_free(&said);
}

void admin_serve(Server *s) {
    Admin *a = s->admin;
    if (!a) return;
    pthread_mutex_lock(&a->mutex);
    if (a->line[0] && !a->answered) {
        answer(s, a->line, &a->answer);
        a->answered = true;
        pthread_cond_signal(&a->changed);
    }
    pthread_mutex_unlock(&a->mutex);
}

/* ---- The socket -------------------------------------------------------------------------------------- */

/* The socket's name for a file of tables; false: too long for a socket. */
static bool admin_path(const char *db, char *out, size_t room) {
    int n = snprintf(out, room, "%s-admin", db);
    return n > 0 && (size_t)n < room;
}

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
static bool open_socket(Admin *a, const char *db) {
    a->at.sun_family = AF_UNIX;
    if (!admin_path(db, a->at.sun_path, sizeof a->at.sun_path)) return false;
    unlink(a->at.sun_path);
    a->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (a->socket < 0) return false;
    mode_t before = umask(0177); /* nobody else, from its first moment on */
    bool good = bind(a->socket, (const struct sockaddr *)&a->at, sizeof a->at) == 0;
    umask(before);
    return good && listen(a->socket, 4) == 0;
}

Admin *admin_start(const char *db, void (*wake)(void *context), void *context, const char **why) {
    Admin *a = calloc(1, sizeof *a);
    *why = "out of memory";
    if (!a) return NULL;
    a->wake = wake;
    a->context = context;
    a->socket = -1;
    pthread_mutex_init(&a->mutex, NULL);
    pthread_cond_init(&a->changed, NULL);
    bool good = open_socket(a, db);
    *why = strerror(errno);
    if (good && thread_start(&a->thread, "admin", work, a)) return a;
    if (a->socket >= 0) close(a->socket);
    free(a);
    return NULL;
}

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
    free(a);
}

/* ---- The command ------------------------------------------------------------------------------------- */

int server_ask(const char *db, const char *line) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    char room[4096];
    bool first = true, good = false;
    ssize_t n;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || !admin_path(db, at.sun_path, sizeof at.sun_path) ||
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
