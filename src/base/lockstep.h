/* lockstep.h: many games of one kind played side by side, as a game may offer them faster than by its rules.
 *
 * A block is BLOCK_LANES games that stand at the same kind of node of the same seat's turn, so that one instruction of
 * the machine serves all of them. A game that is over waits in its lane until the block comes round to a place where a
 * new one can begin; until then nobody decides there. So does one that has no such node in this turn. Chance is inside,
 * from one stream a block, and so the games of a block depend on the block's key and on the moves alone.
 *
 * Arrays are planes: the bytes of one thing in all lanes lie side by side, and `lanes` says how far it is from one
 * plane to the next. The functions take `count` blocks that lie one behind the other; the pointers are those of the
 * first lane of the first block. */
#ifndef PENNA_BASE_LOCKSTEP_H
#define PENNA_BASE_LOCKSTEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct State;

enum { BLOCK_LANES = 32 }; /* games of a block */

/* What a step leaves behind. */
typedef struct Stepped {
    uint8_t *done;   /* [lane] 1: the game ended in this step */
    uint8_t *fault;  /* [lane] bit i: seat i gave no legal action, and the game was broken off for it */
    int16_t *points; /* [seat][lane], where done; elsewhere anything. NULL: not wanted */
    uint8_t *masks;  /* those of masks(), after the step. NULL: not wanted */
} Stepped;

/* Functions of a game for blocks with its options at their defaults. */
typedef struct Lockstep {
    size_t (*size)(int seats); /* bytes of a block, a multiple of BLOCK_LANES, where it must lie too */
    void (*start)(void *block, int seats, uint64_t key);

    /* [seat][lane] 1: the seat decides; [seat][action][lane] 1: the action is legal. */
    void (*movers)(const void *blocks, int count, uint8_t *out, size_t lanes);
    void (*masks)(const void *blocks, int count, uint8_t *out, size_t lanes);

    /* [seat][plane][lane]: what Game.see() gives, for every seat. */
    void (*see)(const void *blocks, int count, uint8_t *out, size_t lanes);

    /* [seat][lane] an action of every seat that decides, all legal ones exactly equally likely; from masks as above. */
    void (*draw)(void *blocks, int count, const uint8_t *masks, uint8_t *actions, size_t lanes);

    /* [seat][lane] actions; those of seats that do not decide are ignored. Returns whether there was a fault. */
    bool (*step)(void *blocks, int count, const uint8_t *actions, size_t lanes, Stepped out);

    /* A lane as a state of the game; the count of turns is not kept, and 0. */
    void (*state)(const void *block, int lane, struct State *out);
} Lockstep;

#endif
