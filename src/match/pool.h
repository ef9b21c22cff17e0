/* pool.h: numbered work on all cores, with results in order.
 *
 * Work is a range of numbers, cut into chunks. Threads take chunks as they come free; the calling thread gets
 * the finished chunks in the order of their numbers. So what is made of them is the same bytes however many
 * threads there are. Only a few chunks are held at a time. */
#ifndef PENNA_POOL_H
#define PENNA_POOL_H

#include "match/record.h"

typedef struct Chunk {
    uint64_t from, to; /* the numbers it covers: from <= n < to */
    Buffer text;       /* whatever text the work makes */
    void *tally;       /* Job.tally zeroed bytes for whatever it counts */
    const char *error; /* set by the work if it failed: a reason */
} Chunk;

typedef struct Job {
    uint64_t count; /* numbers 0 to count - 1 */
    uint64_t chunk; /* numbers in a chunk */
    int threads;    /* 0: one per core */
    size_t tally;
    void *context;
    void *(*begin)(void *context, const char **error); /* what one thread works with; NULL: *error says why not */
    void (*work)(void *context, void *own, Chunk *chunk);
    void (*end)(void *own);
    bool (*take)(void *context, Chunk *chunk); /* on the calling thread, in order; false: stop */
} Job;

/* Runs the job. NULL: all was taken, or take() said stop; else what went wrong. */
const char *pool_run(const Job *job);

/* How many threads `threads` stands for. */
int pool_threads(int threads);

/* A good size for the chunks of so many numbers: at most `most`, fewer where there would be too few chunks to share. */
uint64_t pool_chunk(uint64_t count, uint64_t most);

#endif
