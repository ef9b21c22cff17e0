/* packed.c: see packed.h. */
#include "server/packed.h"

#include <stdlib.h>
#include <zlib.h>

#include "bots/net.h"

const uint8_t *packed_source(const char *game, size_t *size) {
    const Game *g = game_find(game);
    return g ? weights_builtin(g, size) : NULL;
}

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

const Packed *packed_find(Packed **list, const uint8_t *from, size_t size) {
    for (const Packed *p = *list; p; p = p->next)
        if (p->from == from) return p;
    Packed *p = pack(from, size);
    if (!p) return NULL;
    p->next = *list;
    return *list = p;
}

void packed_free(Packed *list) {
    while (list) {
        Packed *p = list;
        list = p->next;
        free(p);
    }
}
