/* heap.c: malloc and its kin for the modules for the browser, in the place of libc's, which were a fourteenth of what
 * the first load has to bring of the engine. A block is a power of two, and lies where its size says; the blocks of a
 * page are all of one size, what is larger has pages of its own. What is free waits in a list for the next of its size:
 * nothing is joined, and nothing goes back, which wasm could not take. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_BITS = 16, PAGES_MAX = 1 << 16, LEAST_BITS = 4, MOST_BITS = 31 };

typedef struct Block {
    struct Block *next;
} Block;

static Block *unused[MOST_BITS];        /* by how many bits their size has */
static uint8_t bits_of_page[PAGES_MAX]; /* what the blocks that begin there have */

/* The bits of the smallest block that has room for so many bytes. */
static int bits_for(size_t size) {
    int bits = LEAST_BITS;
    while (bits < MOST_BITS && (size_t)1 << bits < size) bits++;
    return bits;
}

/* Makes blocks of a size out of new pages; false: there are none. */
static bool more(int bits) {
    size_t size = (size_t)1 << bits, page = (size_t)1 << PAGE_BITS, room = size < page ? page : size;
    size_t first = __builtin_wasm_memory_grow(0, room >> PAGE_BITS);
    if (first >= PAGES_MAX) return false;
    bits_of_page[first] = (uint8_t)bits;
    for (size_t at = room; at; at -= size) {
        Block *block = (Block *)((first << PAGE_BITS) + at - size);
        block->next = unused[bits];
        unused[bits] = block;
    }
    return true;
}

static int bits_at(const void *block) { return bits_of_page[(uintptr_t)block >> PAGE_BITS]; }

/* A block as malloc() gives it; under this name no compiler takes it with a memset() for a calloc(), which would call
 * itself. */
static void *take(size_t size) {
    int bits = bits_for(size);
    if (bits == MOST_BITS || (!unused[bits] && !more(bits))) return NULL;
    Block *block = unused[bits];
    unused[bits] = block->next;
    return block;
}

void *malloc(size_t size) { return take(size); }

void free(void *block) {
    if (!block) return;
    Block *own = block;
    own->next = unused[bits_at(block)];
    unused[bits_at(block)] = own;
}

void *calloc(size_t count, size_t size) {
    size_t bytes;
    void *block = __builtin_mul_overflow(count, size, &bytes) ? NULL : take(bytes);
    return block ? memset(block, 0, bytes) : NULL;
}

void *realloc(void *block, size_t size) {
    size_t room = block ? (size_t)1 << bits_at(block) : 0;
    if (block && size <= room) return block;
    void *larger = take(size);
    if (larger && block) memcpy(larger, block, room), free(block);
    return larger;
}

/* A block lies at a multiple of its size, as far as a page is long. */
void *aligned_alloc(size_t alignment, size_t size) { return take(size < alignment ? alignment : size); }
