/* frame.c: fuzzes the frames of WebSockets. Whatever ours reads as a whole frame, wslay must read in the same way, and
 * what wslay refuses, ours must refuse. */
#include <wslay/wslay.h>

#include "fuzz.h"
#include "server/frame.h"
#include "server/network.h"

static ssize_t give(uint8_t *out, size_t room, int flags, void *context) {
    Bytes *b = context;
    (void)flags;
    size_t n = room < b->left ? room : b->left;
    if (n == 0) return -1;
    memcpy(out, b->at, n);
    b->at += n;
    b->left -= n;
    return (ssize_t)n;
}

static ssize_t send_nothing(const uint8_t *data, size_t length, int flags, void *context) {
    (void)data, (void)length, (void)flags, (void)context;
    return -1;
}

static int mask_nothing(uint8_t *out, size_t length, void *context) {
    (void)context;
    memset(out, 0, length);
    return 0;
}

/* Reads one frame as wslay does; its data in `out`. Less than 0: it refuses, or wants more. */
static ssize_t judge(const uint8_t *data, size_t size, struct wslay_frame_iocb *head, uint8_t *out) {
    static const struct wslay_frame_callbacks callbacks = {
        .recv_callback = give, .send_callback = send_nothing, .genmask_callback = mask_nothing};
    wslay_frame_context_ptr w;
    Bytes b = {.at = data, .left = size};
    size_t n = 0;
    if (wslay_frame_context_init(&w, &callbacks, &b) != 0) return -1;
    ssize_t got;
    while ((got = wslay_frame_recv(w, head)) >= 0) {
        if (n + (size_t)got > NETWORK_MESSAGE_MAX) break;
        memcpy(out + n, head->data, (size_t)got);
        n += (size_t)got;
        if (n == head->payload_length) break;
    }
    wslay_frame_context_free(w);
    return got < 0 ? got : (ssize_t)n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t out[NETWORK_MESSAGE_MAX + 4096];
    struct wslay_frame_iocb head = {0};
    Frame f;
    char *bytes = malloc(size + 1);
    if (!bytes) return 0;
    memcpy(bytes, data, size);
    int what = frame_read(bytes, size, NETWORK_MESSAGE_MAX, &f);
    ssize_t n = judge(data, size, &head, out);
    if (n == WSLAY_ERR_PROTO) fuzz_must(what > FRAME_WHOLE || size < 2, "refused as the judge does", "frame");
    if (what == FRAME_WHOLE) {
        fuzz_must(n == (ssize_t)f.length && memcmp(out, f.data, f.length) == 0, "the same data", "frame");
        fuzz_must(head.opcode == f.opcode && head.fin == f.final && head.mask && head.rsv == 0, "the same frame",
                  "frame");
        fuzz_must(f.size <= size, "inside", "frame");
        if (f.opcode == FRAME_CLOSE) fuzz_must(frame_close_code(&f) >= 1000, "a code", "frame");
        frame_utf8(f.data, f.length);
    }
    free(bytes);
    return 0;
}
