/* client.c: a client of `penna serve` (docs/protocol.md) in plain C, with nothing but sockets.
 *
 * usage: client ADDRESS PORT [GAME]
 *
 * Sets a table up at the server and plays a game against one of its bots, always the last of the legal moves that the
 * view lists. It looks for members by their text instead of parsing JSON, which is enough for an example: names are
 * ours, and the server writes no spaces.
 *
 *     cc -o client client.c && ./client 127.0.0.1 8080 qwixx */
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ROOM = 1 << 17 };

static char in[ROOM + 1]; /* what came from the server */
static size_t have;

static void die(const char *why) {
    fprintf(stderr, "client: %s\n", why);
    exit(1);
}

static int dial(const char *address, int port) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || inet_pton(AF_INET, address, &to.sin_addr) != 1) die("not an address");
    if (connect(fd, (struct sockaddr *)&to, sizeof to) != 0) die("no server there");
    return fd;
}

static void put(int fd, const void *bytes, size_t length) {
    if (write(fd, bytes, length) != (ssize_t)length) die("the connection is gone");
}

static void get(int fd) {
    ssize_t n = have < ROOM ? read(fd, in + have, ROOM - have) : 0;
    if (n <= 0) die("the connection is gone");
    have += (size_t)n;
    in[have] = '\0';
}

/* Drops the first n bytes of what came. */
static void drop(size_t n) {
    memmove(in, in + n, have - n + 1);
    have -= n;
}

/* Copies the text between `before` and the next quote. */
static int find(const char *text, const char *before, char *out, size_t room) {
    const char *at = strstr(text, before);
    if (!at) return 0;
    at += strlen(before);
    snprintf(out, room, "%.*s", (int)strcspn(at, "\""), at);
    return 1;
}

/* ---- HTTP: set a table up ---------------------------------------------------------------------------- */

static void set_up(const char *address, int port, const char *game, char *table, char *token) {
    char body[200], request[600];
    int fd = dial(address, port);
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"seats\":[{\"kind\":\"human\",\"name\":\"C\"},{\"kind\":\"bot:greedy\"}]}", game);
    int n = snprintf(request, sizeof request,
                     "POST /api/tables HTTP/1.1\r\nHost: %s:%d\r\nContent-Type: application/json\r\n"
                     "Content-Length: %zu\r\n\r\n%s",
                     address, port, strlen(body), body);
    put(fd, request, (size_t)n);
    while (!strstr(in, "\r\n\r\n") || !strchr(strstr(in, "\r\n\r\n"), '}')) get(fd);
    if (!find(in, "\"table\":\"", table, 8) || !find(in, "\"token\":\"", token, 40)) die(in);
    close(fd);
    have = 0;
    in[0] = '\0';
}

/* ---- WebSocket: play --------------------------------------------------------------------------------- */

static void open_socket(int fd, const char *address, int port) {
    char request[400];
    int n = snprintf(request, sizeof request,
                     "GET /ws HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\nSec-WebSocket-Version: 13\r\n\r\n",
                     address, port);
    put(fd, request, (size_t)n);
    while (!strstr(in, "\r\n\r\n")) get(fd);
    if (strncmp(in, "HTTP/1.1 101", 12) != 0) die("it does not let us in");
    drop((size_t)(strstr(in, "\r\n\r\n") + 4 - in));
}

/* Sends a text of less than 64 kB; a mask of zeros is a mask. */
static void say(int fd, int opcode, const char *text, size_t length) {
    unsigned char head[8] = {(unsigned char)(0x80 | opcode), (unsigned char)(0x80 | length)};
    size_t n = 6;
    if (length > 125) head[1] = 0xFE, head[2] = (unsigned char)(length >> 8), head[3] = (unsigned char)length, n = 8;
    put(fd, head, n);
    put(fd, text, length);
}

/* Waits for a message and copies it; answers pings. */
static void hear(int fd, char *out) {
    for (;;) {
        while (have < 2) get(fd);
        const unsigned char *p = (const unsigned char *)in;
        size_t n = p[1] & 127, head = n == 126 ? 4 : n == 127 ? 10 : 2;
        while (have < head) get(fd);
        if (head > 2) n = 0;
        for (size_t i = 2; i < head; i++) n = n << 8 | p[i];
        if (n > ROOM - head) die("too long");
        while (have < head + n) get(fd);
        int opcode = p[0] & 15;
        memcpy(out, in + head, n);
        out[n] = '\0';
        drop(head + n);
        if (opcode == 8) die("the server closed the connection");
        if (opcode == 9) say(fd, 10, out, n);
        if (opcode == 1) return;
    }
}

/* The last of the moves that a view lists for our seat; 0: none. */
static int last_move(const char *view, char *out, size_t room) {
    const char *at = strstr(view, "\"moves\":["), *end = at ? strchr(at, ']') : NULL;
    if (!end || end[-1] == '[') return 0;
    const char *from = end - 2;
    while (from[-1] != '"') from--;
    snprintf(out, room, "%.*s", (int)(end - 1 - from), from);
    return 1;
}

int main(int argc, char **argv) {
    static char message[ROOM + 1];
    char table[8], token[40], text[300], move[80];
    if (argc < 3) die("usage: client ADDRESS PORT [GAME]");
    int port = atoi(argv[2]);
    set_up(argv[1], port, argc > 3 ? argv[3] : "qwixx", table, token);
    int fd = dial(argv[1], port);
    open_socket(fd, argv[1], port);
    int n = snprintf(text, sizeof text,
                     "{\"v\":1,\"type\":\"hello\",\"id\":1,\"table\":\"%s\",\"token\":\"%s\",\"moves\":true}", table,
                     token);
    say(fd, 1, text, (size_t)n);
    for (;;) {
        hear(fd, message);
        if (strstr(message, "\"type\":\"error\"") && !strstr(message, "\"stale\"")) die(message);
        if (!strstr(message, "\"type\":\"view\"")) continue;
        if (strstr(message, "\"phase\":\"over\"")) break;
        const char *mover = strstr(message, "\"mover\":"), *node = strstr(message, "\"node\":"); /* of seat 0 */
        if (!mover || !node || strncmp(mover, "\"mover\":true,\"chosen\":false", 27) != 0) continue;
        if (!last_move(message, move, sizeof move)) continue;
        n = snprintf(text, sizeof text, "{\"v\":1,\"type\":\"submit\",\"id\":2,\"seat\":0,\"node\":%d,\"move\":\"%s\"}",
                     atoi(node + 7), move);
        say(fd, 1, text, (size_t)n);
    }
    const char *scores = strstr(message, "\"scores\":[");
    printf("table %s, score %.*s\n", table, scores ? (int)strcspn(scores + 10, "]") : 0, scores ? scores + 10 : "");
    return 0;
}
