/* head.c: see head.h. The grammar is that of RFC 9112, the beginning of a WebSocket that of RFC 6455, section 4.2. */
#include "server/head.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- Characters -------------------------------------------------------------------------------------- */

/* Of methods and header names. */
static bool is_token(char c) {
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return plain || (c && strchr("!#$%&'*+-.^_`|~", c));
}

static bool is_visible(char c) { return c > 0x20 && c < 0x7F; }

/* Of header values; bytes above 127 may be anything, as ever. */
static bool is_text(char c) { return c == '\t' || (c >= 0x20 && c != 0x7F) || (unsigned char)c >= 0x80; }

static int hex_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool is_word(Span s, const char *word) {
    return s.length == strlen(word) && strncasecmp(s.at, word, s.length) == 0;
}

/* Is the word an element of a list with commas? */
static bool has_word(Span list, const char *word) {
    size_t i = 0;
    while (i < list.length) {
        Span one = {.at = list.at + i};
        while (i + one.length < list.length && one.at[one.length] != ',') one.length++;
        i += one.length + 1;
        while (one.length > 0 && (*one.at == ' ' || *one.at == '\t')) one.at++, one.length--;
        while (one.length > 0 && (one.at[one.length - 1] == ' ' || one.at[one.length - 1] == '\t')) one.length--;
        if (is_word(one, word)) return true;
    }
    return false;
}

/* ---- Lines ------------------------------------------------------------------------------------------- */

/* Only what is new is looked through: a head that comes byte by byte would otherwise cost its square. */
size_t head_size(const char *bytes, size_t length, size_t seen) {
    size_t from = seen > 3 ? seen - 3 : 0; /* the end may have begun in what was seen */
    const char *end = length > from ? memmem(bytes + from, length - from, "\r\n\r\n", 4) : NULL;
    return end ? (size_t)(end - bytes) + 4 : 0;
}

/* Of hosts and ports; brackets are those of IPv6. */
static bool is_name(char c) {
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return plain || (c && strchr("-._:[]", c));
}

/* A host, perhaps with a port. */
static bool is_authority(Span s) {
    for (size_t i = 0; i < s.length; i++)
        if (!is_name(s.at[i])) return false;
    return s.length > 0;
}

/* The target is a path, or a whole URL, whose host then counts instead of the Host line's. */
static int read_target(Span target, Head *h, Span *authority) {
    if (target.length > HEAD_TARGET) return 414;
    if (memchr(target.at, '#', target.length)) return 400; /* what follows it is for the browser alone */
    for (const char *scheme = "http://"; scheme; scheme = scheme[4] == ':' ? "https://" : NULL) {
        size_t n = strlen(scheme);
        if (target.length <= n || strncasecmp(target.at, scheme, n) != 0) continue;
        target.at += n, target.length -= n;
        *authority = (Span){.at = target.at};
        while (target.length > 0 && *target.at != '/') target.at++, target.length--, authority->length++;
        if (target.length == 0 || !is_authority(*authority)) return 400;
        break;
    }
    if (*target.at != '/' && !is_word(target, "*")) return 400;
    h->path.at = target.at;
    while (h->path.length < target.length && target.at[h->path.length] != '?') h->path.length++;
    for (size_t i = 0; i < h->path.length; i++) {
        if (h->path.at[i] != '%') continue;
        if (i + 2 >= h->path.length) return 400;
        int high = hex_of(h->path.at[i + 1]), low = hex_of(h->path.at[i + 2]);
        if (high < 0 || low < 0 || high + low == 0) return 400; /* no NUL in a path */
    }
    return 0;
}

/* METHOD SP TARGET SP HTTP/1.x, up to the CR. */
static int read_first_line(Span line, Head *h, bool *old, Span *authority) {
    Span target = {0};
    size_t i = 0;
    h->method.at = line.at;
    while (i < line.length && is_token(line.at[i])) i++;
    h->method.length = i;
    if (i == 0 || i == line.length || line.at[i++] != ' ') return 400;
    target.at = line.at + i;
    while (i < line.length && is_visible(line.at[i])) i++;
    target.length = (size_t)(line.at + i - target.at);
    if (target.length == 0 || line.length - i != 9 || strncmp(line.at + i, " HTTP/", 6) != 0) return 400;
    const char *version = line.at + i + 6;
    if (version[1] != '.' || version[0] < '0' || version[0] > '9' || version[2] < '0' || version[2] > '9') return 400;
    if (version[0] != '1') return 505;
    *old = version[2] == '0';
    return read_target(target, h, authority);
}

/* The header lines that matter here. Of those that come once a second one is refused: readers differ in which counts.
 * Of the others the last is taken. */
static const struct {
    const char *name;
    size_t field; /* where in Head */
    bool once;
} known[] = {
    {"host", offsetof(Head, host), true},
    {"origin", offsetof(Head, origin), true},
    {"authorization", offsetof(Head, authorization), true},
    {"content-type", offsetof(Head, content_type), true},
    {"content-length", offsetof(Head, length), true},
    {"transfer-encoding", offsetof(Head, transfer), true},
    {"connection", offsetof(Head, connection), true},
    {"upgrade", offsetof(Head, upgrade), true},
    {"expect", offsetof(Head, expect), true},
    {"sec-websocket-key", offsetof(Head, key), true},
    {"sec-websocket-version", offsetof(Head, version), true},
    {"sec-websocket-protocol", offsetof(Head, protocol), false},
    {"if-none-match", offsetof(Head, etag), false},
    {"accept-encoding", offsetof(Head, encodings), false},
    {"x-forwarded-for", offsetof(Head, forwarded), false},
};

/* NAME: VALUE, up to the CR. A line that begins with a space would go on with the one before: refused, as no name. */
static int read_line(Span line, Head *h) {
    Span name = {.at = line.at}, value;
    while (name.length < line.length && is_token(line.at[name.length])) name.length++;
    if (name.length == 0 || name.length == line.length || line.at[name.length] != ':') return 400;
    value = (Span){.at = line.at + name.length + 1, .length = line.length - name.length - 1};
    for (size_t i = 0; i < value.length; i++)
        if (!is_text(value.at[i])) return 400;
    while (value.length > 0 && (*value.at == ' ' || *value.at == '\t')) value.at++, value.length--;
    while (value.length > 0 && (value.at[value.length - 1] == ' ' || value.at[value.length - 1] == '\t'))
        value.length--;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!is_word(name, known[i].name)) continue;
        Span *field = (Span *)(void *)((char *)h + known[i].field);
        if (known[i].once && field->at) return 400;
        *field = value;
    }
    return 0;
}

/* ---- What they mean ---------------------------------------------------------------------------------- */

/* One length of digits, and no other way to say how long the body is. Only what is posted may be large; where, is not
 * for us to know. */
static int read_length(Head *h) {
    if (h->transfer.at) return h->length.at ? 400 : 411;
    if (!h->length.at) return is_word(h->method, "POST") ? 411 : 0;
    if (h->length.length == 0) return 400;
    for (const char *p = h->length.at + h->length.length; *p != '\r'; p++)
        if (*p == '\t') return 400; /* a space may follow it; not all readers know that a tab may too */
    for (size_t i = 0; i < h->length.length; i++) {
        char c = h->length.at[i];
        if (c < '0' || c > '9') return 400;
        if (h->body <= NETWORK_LARGE_MAX) h->body = h->body * 10 + (size_t)(c - '0');
    }
    return h->body > (is_word(h->method, "POST") ? NETWORK_LARGE_MAX : NETWORK_BODY_MAX) ? 413 : 0;
}

/* Sixteen bytes in base64. */
static bool is_key(Span key) {
    unsigned char text[HEAD_KEY + 1] = {0}, bytes[18];
    if (key.length != HEAD_KEY || memcmp(key.at + HEAD_KEY - 2, "==", 2) != 0) return false;
    if (memchr(key.at, '=', HEAD_KEY) != key.at + HEAD_KEY - 2) return false;
    memcpy(text, key.at, HEAD_KEY);
    return EVP_DecodeBlock(bytes, text, HEAD_KEY) == sizeof bytes;
}

/* Whoever asks for another protocol than WebSocket is answered in HTTP/1.1, as that allows. */
static int read_upgrade(Head *h, bool old) {
    h->websocket = has_word(h->upgrade, "websocket") && has_word(h->connection, "upgrade");
    if (!h->websocket) return 0;
    if (!is_word(h->method, "GET") || old || h->body > 0) return 400;
    if (!is_word(h->version, "13")) return h->version.at ? 426 : 400;
    if (!is_key(h->key)) return 400;
    h->penna = has_word(h->protocol, "penna-1");
    return 0;
}

/* What the lines say together. HTTP/1.0 has no lasting connections here, no Expect and no WebSocket. */
static int read_meaning(Head *h, bool old, Span authority) {
    if (!old && !h->host.at) return 400;
    h->whole = authority.at != NULL;
    if (h->whole) h->host = authority;
    int status = read_length(h);
    if (status) return status;
    h->keep = !old && !has_word(h->connection, "close");
    h->expects = !old && h->body > 0 && is_word(h->expect, "100-continue");
    if (h->expect.at && !old && !is_word(h->expect, "100-continue")) return 417;
    return read_upgrade(h, old);
}

/* All in one pass over a head that is whole, so there is no state between packets that a stranger could twist. The
 * first fault is the status that is answered. */
int head_read(char *bytes, size_t size, Head *out) {
    bool old = false;
    Span authority = {0};
    int lines = 0, status = 0;
    *out = (Head){0};
    for (size_t at = 0; at + 2 < size && !status; lines++) {
        char *end = memmem(bytes + at, size - at, "\r\n", 2);
        Span line = {.at = bytes + at, .length = (size_t)(end - bytes) - at};
        at += line.length + 2;
        if (lines > HEAD_LINES)
            status = 431;
        else
            status = lines == 0 ? read_first_line(line, out, &old, &authority) : read_line(line, out);
    }
    return status ? status : read_meaning(out, old, authority);
}

/* ---- The request ------------------------------------------------------------------------------------- */

/* Every piece is followed by at least one byte of the head that nobody needs any more. */
static const char *text_of(Span s) {
    if (!s.at) return "";
    s.at[s.length] = '\0';
    return s.at;
}

/* In place, for it only becomes shorter; read_target() has seen that every %XX is whole and no NUL. */
static const char *decode(Span path) {
    size_t n = 0;
    for (size_t i = 0; i < path.length; i++, n++) {
        char c = path.at[i];
        if (c == '%') c = (char)(hex_of(path.at[i + 1]) * 16 + hex_of(path.at[i + 2])), i += 2;
        path.at[n] = c;
    }
    path.at[n] = '\0';
    return path.at;
}

/* That of a whole URL ends where the path begins, so it goes a byte back. */
static const char *host_of(Span host, Span path) {
    if (host.at && host.at + host.length == path.at) host.at = memmove(host.at - 1, host.at, host.length);
    return text_of(host);
}

/* Does the client take gzip (RFC 9110, 12.5.3)? As a list of codings with weights; one of 0 is a refusal. */
static bool takes_gzip(const char *list) {
    bool all = false;
    while (*list) {
        list += strspn(list, " \t,");
        size_t n = strcspn(list, ",; \t"), rest = strcspn(list, ",");
        const char *q = memchr(list, ';', rest);
        if (q) q += 1 + strspn(q + 1, " \t");
        bool none = q && (*q == 'q' || *q == 'Q') && q[1] == '=' && strspn(q + 2, "0.") == strcspn(q + 2, ", \t");
        if (n == 4 && strncasecmp(list, "gzip", n) == 0) return !none;
        if (n == 1 && *list == '*') all = !none;
        list += rest;
    }
    return all;
}

/* From here on the head is texts with a NUL behind each, cut in place: it is read by nobody else after this. */
void head_request(const Head *h, Request *out) {
    *out = (Request){.get = is_word(h->method, "GET"),
                     .head = is_word(h->method, "HEAD"),
                     .post = is_word(h->method, "POST"),
                     .whole = h->whole,
                     .path = decode(h->path),
                     .host = host_of(h->host, h->path),
                     .origin = text_of(h->origin),
                     .authorization = text_of(h->authorization),
                     .content_type = text_of(h->content_type),
                     .etag = text_of(h->etag),
                     .forwarded = text_of(h->forwarded),
                     .address = "",
                     .gzip = takes_gzip(text_of(h->encodings)),
                     .body = ""};
}

/* ---- Answers ----------------------------------------------------------------------------------------- */

/* Only people read it; a status that is not listed gets a word all the same. */
static const char *reason_of(int status) {
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {
        {200, "OK"},
        {201, "Created"},
        {304, "Not Modified"},
        {308, "Permanent Redirect"},
        {400, "Bad Request"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {408, "Request Timeout"},
        {409, "Conflict"},
        {411, "Length Required"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {415, "Unsupported Media Type"},
        {417, "Expectation Failed"},
        {422, "Unprocessable Content"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status) return reasons[i].reason;
    return status < 400 ? "OK" : "Error";
}

/* Appends a piece; *at beyond the room: it did not fit. */
static void put(char *out, size_t room, size_t *at, const char *text) {
    for (; *text; text++, ++*at)
        if (*at < room) out[*at] = *text;
}

static void put_line(char *out, size_t room, size_t *at, const char *name, const char *value) {
    put(out, room, at, name);
    put(out, room, at, " ");
    put(out, room, at, value);
    put(out, room, at, "\r\n");
}

/* An answer without a body says length 0, or the client would wait for the end of the connection; 304 may not say any
 * (RFC 9110, 15.4.5). */
size_t head_write(const Answer *a, bool close, char *out, size_t room) {
    char number[24];
    size_t at = 0;
    snprintf(number, sizeof number, "%d ", a->status);
    put(out, room, &at, "HTTP/1.1 ");
    put(out, room, &at, number);
    put(out, room, &at, reason_of(a->status));
    put(out, room, &at, "\r\nserver: penna\r\n");
    if (a->type) put_line(out, room, &at, "content-type:", a->type);
    for (int i = 0; i < NETWORK_HEADERS && a->header[i].name; i++)
        put_line(out, room, &at, a->header[i].name, a->header[i].value);
    if (close) put_line(out, room, &at, "connection:", "close");
    snprintf(number, sizeof number, "%zu", a->length);
    if (a->status != 304) put_line(out, room, &at, "content-length:", number);
    put(out, room, &at, "\r\n");
    return at <= room ? at : 0;
}

bool head_begin(void) {
    unsigned char hash[SHA_DIGEST_LENGTH];
    return SHA1((const unsigned char *)"", 0, hash) != NULL;
}

/* The key with a fixed suffix, hashed, shows that we speak WebSocket and did not just echo it (RFC 6455, 4.2.2). */
size_t head_write_upgrade(const Head *h, char *out) {
    char text[HEAD_KEY + 64], accept[32];
    unsigned char hash[SHA_DIGEST_LENGTH];
    int n = snprintf(text, sizeof text, "%.*s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", HEAD_KEY, h->key.at);
    if (!SHA1((const unsigned char *)text, (size_t)n, hash)) return 0;
    EVP_EncodeBlock((unsigned char *)accept, hash, sizeof hash);
    return (size_t)snprintf(out, 256,
                            "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
                            "sec-websocket-accept: %s\r\n%s\r\n",
                            accept, h->penna ? "sec-websocket-protocol: penna-1\r\n" : "");
}
