/* qr.h: QR codes, for the page and for a terminal. */
#ifndef PENNA_SERVER_QR_H
#define PENNA_SERVER_QR_H

#include <stdbool.h>
#include <stdio.h>

#include "host/buffer.h"

/* The text's code as SVG, or for a terminal that shows UTF-8. False: it cannot be made. */
bool qr_svg(const char *text, Buffer *out);
bool qr_terminal(const char *text, FILE *out);

#endif
