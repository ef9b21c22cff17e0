/* assets.c: see assets.h.
 *
 * The weights of the bots are part of the page too. They are compiled into the program once, for its own bots; what a
 * browser gets is packed when the first one asks for it. */
#include "server/assets.h"

#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "bots/net.h"

/* Scripts, styles and connections of our own alone; WebAssembly may be compiled; nobody may frame the page. */
static const char csp[] =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

static bool ends(const char *text, const char *with) {
    size_t n = strlen(text), m = strlen(with);
    return n >= m && strcmp(text + n - m, with) == 0;
}

/* Documents and workers: the browser holds them, and all that they load, to the policy they came with. */
static bool has_policy(const char *name) {
    return ends(name, ".html") || ends(name, "worker.mjs") || strcmp(name, "sw.js") == 0;
}

/* What each answer of the page carries. One that says "unchanged" leaves the rest as the browser has it. */
static void add_headers(const Server *s, const char *name, Answer *a, const char *etag, bool gzip) {
    static const Header kept[] = {{"cache-control:", "no-cache"}, {"vary:", "accept-encoding"}};
    static const Header strict[] = {
        {"x-content-type-options:", "nosniff"},
        {"cross-origin-resource-policy:", "same-origin"},
    };
    static const Header policy[] = {
        {"content-security-policy:", csp},
        {"x-frame-options:", "DENY"},
        {"referrer-policy:", "no-referrer"},
        {"cross-origin-opener-policy:", "same-origin"},
        {"permissions-policy:", "camera=(), microphone=(), geolocation=()"},
    };
    size_t n = sizeof kept / sizeof *kept;
    memcpy(a->header, kept, sizeof kept);
    if (etag) a->header[n++] = (Header){"etag:", etag};
    if (a->status == 304) return;
    memcpy(a->header + n, strict, sizeof strict);
    n += sizeof strict / sizeof *strict;
    if (has_policy(name)) {
        memcpy(a->header + n, policy, sizeof policy);
        n += sizeof policy / sizeof *policy;
    }
    if (gzip) a->header[n++] = (Header){"content-encoding:", "gzip"};
    if (s->config.tls_cert) a->header[n++] = (Header){"strict-transport-security:", "max-age=31536000"};
}

/* The file that a path stands for; NULL: a path that no file of the page has. */
static const char *file_of(const char *path) {
    char code[CODE_LENGTH + 1];
    if (strcmp(path, "/") == 0) return "index.html";
    bool link = strncmp(path, "/t/", 3) == 0 || strncmp(path, "/r/", 3) == 0 || strncmp(path, "/e/", 3) == 0;
    if (link) return code_read(path + 3, strlen(path + 3), code) ? "link.html" : NULL; /* the page, one folder up */
    for (const char *p = path; *p; p++) {
        bool plain = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9');
        if (!plain && !strchr("/._-", *p)) return NULL;
        if (*p == '/' && (p[1] == '.' || p[1] == '/' || p[1] == '\0')) return NULL; /* no "..", nothing hidden */
    }
    return path[0] == '/' ? path + 1 : NULL;
}

/* By the ending of its name; nosniff makes a wrong type one that the browser refuses. */
static const char *type_of(const char *name) {
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".webmanifest", "application/manifest+json"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/plain; charset=utf-8"},
        {".woff2", "font/woff2"},
    };
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i][0], dot) == 0) return types[i][1];
    return "application/octet-stream";
}

/* ---- Weights ---------------------------------------------------------------------------------------- */

/* A game's weights, gzipped when they were first asked for, and kept in a list. */
typedef struct Packed {
    struct Packed *next;
    const uint8_t *from; /* the weights */
    size_t length;       /* packed */
    uint8_t bytes[];
} Packed;

/* A gzip file of the bytes; NULL: no memory. */
static Packed *pack(const uint8_t *from, size_t size) {
    z_stream z = {0};
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return NULL;
    size_t room = deflateBound(&z, size);
    Packed *p = malloc(sizeof *p + room);
    if (p) {
        z.next_in = (Bytef *)from;
        z.avail_in = (uInt)size;
        z.next_out = p->bytes;
        z.avail_out = (uInt)room;
        deflate(&z, Z_FINISH); /* there is room for all of it */
        *p = (Packed){.from = from, .length = z.total_out};
    }
    deflateEnd(&z);
    return p;
}

/* The packed weights, from the list or added to it; NULL: no memory. */
static const Packed *find_packed(Packed **list, const uint8_t *from, size_t size) {
    for (const Packed *p = *list; p; p = p->next)
        if (p->from == from) return p;
    Packed *p = pack(from, size);
    if (!p) return NULL;
    p->next = *list;
    return *list = p;
}

void assets_free(Server *s) {
    while (s->packed) {
        Packed *p = s->packed;
        s->packed = p->next;
        free(p);
    }
}

/* Fills in an asset that is a game's weights; false: there are none. */
static bool take_weights(Server *s, Asset *f, bool gzip) {
    size_t size = 0;
    const Game *g = game_find(f->weights);
    f->bytes = g ? weights_builtin(g, &size) : NULL;
    if (!f->bytes || size != f->length) return false;
    const Packed *p = gzip ? find_packed(&s->packed, f->bytes, size) : NULL;
    if (p) f->gzip = p->bytes, f->gzip_length = p->length;
    return true;
}

/* ---- From the program -------------------------------------------------------------------------------- */

/* Compiled in, so nothing is copied: the answer points into the program. */
static void send_asset(const Server *s, const Asset *f, const Request *r, Conn *conn) {
    bool gzip = r->gzip && f->gzip;
    Answer a = {.status = 200, .type = f->type, .stays = true};
    if (strcmp(r->etag, f->etag) == 0)
        a = (Answer){.status = 304};
    else if (gzip)
        a.body = (const char *)f->gzip, a.length = f->gzip_length;
    else
        a.body = (const char *)f->bytes, a.length = f->length;
    add_headers(s, f->path, &a, f->etag, gzip && a.status == 200);
    network_answer(conn, &a);
}

/* ---- From a folder ----------------------------------------------------------------------------------- */

/* The name is relative to the folder and was checked by file_of(); directories and devices are not files, and a pipe
 * must not be waited for. */
static bool read_file(int folder, const char *name, Buffer *out) {
    char room[65536];
    ssize_t n;
    struct stat st;
    int fd = openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return false;
    bool good = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    while (good && (n = read(fd, room, sizeof room)) > 0) buffer_add(out, room, (size_t)n);
    close(fd);
    return good && !out->failed;
}

/* Files of a folder, for those who work on the page. */
static bool send_file(const Server *s, const char *name, const Request *r, Conn *conn) {
    Buffer out = {0};
    int folder = open(s->config.web, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool good = folder >= 0 && read_file(folder, name, &out);
    if (folder >= 0) close(folder);
    if (good) {
        uint8_t hash[16];
        char etag[40] = "\"";
        crypto_generichash(hash, sizeof hash, (const uint8_t *)(out.bytes ? out.bytes : ""), out.length, NULL, 0);
        sodium_bin2hex(etag + 1, sizeof etag - 2, hash, sizeof hash);
        strcat(etag, "\"");
        Answer a = {.status = 200, .type = type_of(name), .body = out.bytes, .length = out.length};
        if (strcmp(r->etag, etag) == 0) a = (Answer){.status = 304};
        add_headers(s, name, &a, etag, false);
        network_answer(conn, &a);
    }
    buffer_free(&out);
    return good;
}

/* The list is short and in no order: it is looked through from its beginning. */
bool assets_find(Server *s, const Request *r, Conn *conn) {
    const char *name = file_of(r->path);
    if (!name) return false;
    if (s->config.web) return send_file(s, name, r, conn);
    for (const Asset *f = assets; f->path; f++) {
        if (strcmp(f->path, name) != 0) continue;
        Asset found = *f;
        if (f->weights && !take_weights(s, &found, r->gzip)) return false;
        send_asset(s, &found, r, conn);
        return true;
    }
    return false;
}
