/* assets.h: the page's files, compiled in by tools/embed_web.py. */
#ifndef PENNA_SERVER_ASSETS_H
#define PENNA_SERVER_ASSETS_H

#include <stddef.h>

typedef struct Asset {
    const char *path; /* as in the URL, without the first slash; NULL after the last */
    const char *type;
    const char *etag;
    const char *weights;        /* the game whose weights it is, which the bots have compiled in already; else NULL */
    const unsigned char *bytes; /* NULL for weights */
    size_t length;
    const unsigned char *gzip; /* NULL: not smaller, or weights */
    size_t gzip_length;
} Asset;

extern const Asset assets[];

#endif
