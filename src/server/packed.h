/* packed.h: the bots' weights for the page: the bytes that are compiled into the program, and the same gzipped; apart
 * from assets.c, which knows files of the page only. */
#ifndef PENNA_SERVER_PACKED_H
#define PENNA_SERVER_PACKED_H

#include <stddef.h>
#include <stdint.h>

/* A game's weights, gzipped when they were first asked for, and kept in a list. */
typedef struct Packed {
    struct Packed *next;
    const uint8_t *from;
    size_t length;
    uint8_t bytes[];
} Packed;

/* The weights of the game of that name; NULL: there are none. */
const uint8_t *packed_source(const char *game, size_t *size);

/* The same gzipped, from the list or added to it; NULL: no memory. */
const Packed *packed_find(Packed **list, const uint8_t *from, size_t size);
void packed_free(Packed *list);

#endif
