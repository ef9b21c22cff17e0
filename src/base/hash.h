/* hash.h: one number for some bytes, the same on every machine (FNV-1a, Fowler, Noll and Vo). It tells things apart
 * that differ by accident; against people who want them to look the same there is cipher.h. */
#ifndef PENNA_BASE_HASH_H
#define PENNA_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Of no bytes at all. */
static const uint64_t hash_none = 0xCBF29CE484222325u;

/* The hash of what `hash` is of, and then these bytes. */
static inline uint64_t hash_add(uint64_t hash, const void *bytes, size_t length) {
    const uint8_t *at = bytes;
    for (size_t i = 0; i < length; i++) hash = (hash ^ at[i]) * 0x100000001B3u;
    return hash;
}

#endif
