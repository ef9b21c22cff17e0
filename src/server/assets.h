/* assets.h: the page: its files, compiled in by tools/embed_web.py or read from a folder (--web). */
#ifndef PENNA_SERVER_ASSETS_H
#define PENNA_SERVER_ASSETS_H

#include "server/house.h"

typedef struct Asset {
    const char *path;           /* as in the URL, without the first slash; NULL after the last */
    const char *type;           /* of its content */
    const char *etag;           /* changes with the bytes */
    const char *weights;        /* the game whose weights it is, which the bots have compiled in already; else NULL */
    const unsigned char *bytes; /* NULL for weights */
    size_t length;
    const unsigned char *gzip; /* NULL: not smaller, or weights */
    size_t gzip_length;
} Asset;

extern const Asset assets[];

/* Answers a request for a file of the page; false: there is none of that path. */
bool assets_find(Server *s, const Request *request, Conn *conn);

/* Frees what was packed for answers. */
void assets_free(Server *s);

#endif
