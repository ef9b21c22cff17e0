/* pool.h: numbered work on all cores, with results in order.
 *
 * Work is a range of numbers, cut into chunks. Threads take chunks as they come free; the calling thread gets
 * the finished chunks in the order of their numbers. So what is made of them is the same bytes however many
 * threads there are. Only a few chunks are held at a time.
 *
 * Several processes can share a job, each calling pool_run() with the same one: of R processes rank r works on the
 * chunks c with c % R == r, and rank 0 takes them all, in order. How chunks travel is not known here (struct
 * PoolPeers). */
#ifndef PENNA_HOST_POOL_H
#define PENNA_HOST_POOL_H

#include <stdint.h>

#include "host/buffer.h"

typedef struct Chunk {
    uint64_t from, to; /* the numbers it covers: from <= n < to */
    Buffer text;       /* whatever text the work makes */
    void *tally;       /* Job.tally zeroed bytes for whatever it counts */
    const char *error; /* set by the work if it failed: a reason */
} Chunk;

/* The processes that share a job, and how they pass chunks to rank 0. Only the thread that called pool_run() calls
 * these. */
typedef struct PoolPeers {
    int rank, count; /* this process, and how many there are */
    /* On another rank: gives a finished chunk with its tally of so many bytes to rank 0, or the reason why there will
     * be none; waits until it is taken. False: stop. */
    bool (*give)(const Chunk *chunk, size_t tally, const char *error);
    /* On rank 0: the next chunk of that rank, into *out. NULL: here it is; else why there is none. */
    const char *(*get)(int rank, size_t tally, Chunk *out);
    /* On rank 0, after a chunk was got: whether that rank shall go on. */
    void (*answer)(int rank, bool more);
} PoolPeers;

typedef struct Job {
    uint64_t count;         /* numbers 0 to count - 1 */
    uint64_t chunk;         /* numbers in a chunk */
    int threads;            /* 0: one per core */
    const PoolPeers *peers; /* NULL: this process is alone */
    size_t tally;
    void *context;
    void *(*begin)(void *context, const char **error); /* what one thread works with; NULL: *error says why not */
    void (*work)(void *context, void *own, Chunk *chunk);
    void (*end)(void *own);
    bool (*take)(void *context, Chunk *chunk); /* on the calling thread of rank 0, in order; false: stop */
} Job;

/* Runs the job. NULL: all was taken, or take() said stop; else what went wrong. On other ranks nothing is taken. */
const char *pool_run(const Job *job);

/* How many threads `threads` stands for. */
int pool_threads(int threads);

/* A good size for the chunks of so many numbers: at most `most`, fewer where there would be too few chunks to share. */
uint64_t pool_chunk(uint64_t count, uint64_t most);

#endif
