/* updates.c: a client of TLS 1.3 that asks for new keys: sends COUNT KeyUpdates and a request, TIMES times over one
 * connection, and prints how many requests were answered. Python cannot send any.
 *
 * usage: updates PORT COUNT TIMES */
#include <arpa/inet.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>

enum { PATIENCE = 60 }; /* seconds that nothing may come */

/* A connection to the port of this machine; NULL: there is none. */
static SSL *greet(SSL_CTX *context, int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct timeval patience = {.tv_sec = PATIENCE};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) return NULL;
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    SSL *tls = SSL_new(context);
    if (!tls || SSL_set_fd(tls, fd) != 1 || SSL_connect(tls) != 1) return NULL;
    return tls;
}

static int update(SSL *tls, long count) {
    for (long i = 0; i < count; i++)
        if (SSL_key_update(tls, SSL_KEY_UPDATE_NOT_REQUESTED) != 1 || SSL_do_handshake(tls) != 1) return 0;
    return 1;
}

/* Asks for something short, whose answer comes in one record. */
static int ask(SSL *tls) {
    static const char request[] = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    char answer[4096];
    if (SSL_write(tls, request, sizeof request - 1) != sizeof request - 1) return 0;
    int n = SSL_read(tls, answer, sizeof answer);
    return n > 12 && memcmp(answer, "HTTP/1.1 200", 12) == 0;
}

int main(int count, char **word) {
    if (count != 4) return 2;
    signal(SIGPIPE, SIG_IGN);
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    if (!context || SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) != 1) return 1;
    SSL *tls = greet(context, atoi(word[1]));
    if (!tls) return 1;
    long times = atol(word[3]), answered = 0;
    while (answered < times && update(tls, atol(word[2])) && ask(tls)) answered++;
    printf("%ld\n", answered);
    SSL_free(tls);
    SSL_CTX_free(context);
    return 0;
}
