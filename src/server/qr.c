/* qr.c: see qr.h. */
#include "server/qr.h"

#include <qrencode.h>

enum { QUIET = 2 }; /* modules of margin; phones read two as well as the standard's four */

/* Is the module dark, counted from the corner of the margin? */
static bool dark(const QRcode *qr, int x, int y) {
    x -= QUIET, y -= QUIET;
    return x >= 0 && y >= 0 && x < qr->width && y < qr->width && qr->data[y * qr->width + x] & 1;
}

/* One square a dark module; on white of its own, for a dark page behind it would make it unreadable. */
bool qr_svg(const char *text, Buffer *out) {
    QRcode *qr = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1);
    char room[160];
    if (!qr) return false;
    int size = qr->width + 2 * QUIET;
    snprintf(room, sizeof room,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\"><path fill=\"#fff\" d=\"M0 0h%dv%dH0z\"/>"
             "<path d=\"",
             size, size, size, size);
    buffer_str(out, room);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            if (!dark(qr, x, y)) continue;
            snprintf(room, sizeof room, "M%d %dh1v1h-1z", x, y);
            buffer_str(out, room);
        }
    buffer_str(out, "\"/></svg>\n");
    QRcode_free(qr);
    return !out->failed;
}

/* Two rows to a line, with half blocks. */
bool qr_terminal(const char *text, FILE *out) {
    static const char *const blocks[] = {"\u2588", "\u2584", "\u2580", " "}; /* light is drawn, dark is left */
    QRcode *qr = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);
    if (!qr) return false;
    int size = qr->width + 2 * QUIET;
    for (int y = 0; y < size; y += 2) {
        fputs("  ", out);
        for (int x = 0; x < size; x++) {
            bool below = y + 1 >= size || dark(qr, x, y + 1);
            fputs(blocks[dark(qr, x, y) + 2 * below], out);
        }
        fputc('\n', out);
    }
    QRcode_free(qr);
    return true;
}
