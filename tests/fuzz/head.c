/* head.c: fuzzes the heads of requests. Whatever ours accepts, http-parser must accept too and understand in the same
 * way: method, path, length of the body, whether the connection stays. A proxy in front may be such a reader. */
#include <http_parser.h>

#include "fuzz.h"
#include "server/head.h"

/* What the judge has read. */
typedef struct Judged {
    char url[HEAD_MAX];
    size_t length;
    bool whole, keep;
    uint64_t body;
} Judged;

static int take_url(http_parser *p, const char *at, size_t length) {
    Judged *j = p->data;
    if (j->length + length > sizeof j->url) return 1;
    memcpy(j->url + j->length, at, length);
    j->length += length;
    return 0;
}

static int take_head(http_parser *p) {
    Judged *j = p->data;
    j->whole = true;
    j->keep = http_should_keep_alive(p) != 0;
    j->body = p->content_length == UINT64_MAX ? 0 : p->content_length;
    return 1; /* enough */
}

static void judge(const char *bytes, size_t size, http_parser *p, Judged *j) {
    static const http_parser_settings settings = {.on_url = take_url, .on_headers_complete = take_head};
    http_parser_init(p, HTTP_REQUEST);
    p->data = j;
    http_parser_execute(p, &settings, bytes, size);
}

/* The judge knows only so many methods, and names its own as text. */
static bool known_method(Span method) {
    for (int m = 0; m <= HTTP_SOURCE; m++) {
        const char *name = http_method_str((enum http_method)m);
        if (strlen(name) == method.length && memcmp(name, method.at, method.length) == 0) return m != HTTP_CONNECT;
    }
    return false;
}

static void compare(char *bytes, size_t size, const Head *h) {
    http_parser p;
    Judged j = {.length = 0};
    if (!known_method(h->method)) return;
    judge(bytes, size, &p, &j);
    /* It takes a longer name that begins so for Transfer-Encoding itself. */
    if (HTTP_PARSER_ERRNO(&p) == HPE_UNEXPECTED_CONTENT_LENGTH && strcasestr(bytes, "transfer-encoding")) return;
    fuzz_must(j.whole, "the judge accepts it", bytes);
    fuzz_must(j.body == h->body, "as long a body", bytes);
    fuzz_must(!h->keep || j.keep, "the connection stays", bytes);
    fuzz_must(strlen(http_method_str(p.method)) == h->method.length, "the method", bytes);
    fuzz_must(j.length >= h->path.length && memmem(j.url, j.length, h->path.at, h->path.length), "the path", bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Head h;
    Request r;
    char *bytes = malloc(size + 1);
    if (!bytes) return 0;
    memcpy(bytes, data, size);
    bytes[size] = '\0';
    size_t n = head_size(bytes, size, 0);
    fuzz_must(n <= size, "inside", "size");
    if (n > 0 && n <= HEAD_MAX && head_read(bytes, n, &h) == 0) {
        compare(bytes, n, &h);
        head_request(&h, &r);
        fuzz_must(r.get + r.head + r.post <= 1 && strlen(r.path) < n && strlen(r.host) < n, "texts end", r.path);
        fuzz_must(h.body <= (r.post ? NETWORK_LARGE_MAX : NETWORK_BODY_MAX), "a body of a length we take", r.path);
        fuzz_must(!h.websocket || (r.get && h.key.length == HEAD_KEY), "a WebSocket has a key", r.path);
    }
    free(bytes);
    return 0;
}
