/* bots.h: bots that think on threads of their own, on copied views; nobody waits for them. */
#ifndef PENNA_SERVER_BOTS_H
#define PENNA_SERVER_BOTS_H

#include "server/message.h"

/* A question to a bot, and its answer. */
typedef struct BotJob {
    struct BotJob *next;
    Code code;      /* of the table */
    uint32_t epoch; /* of the table: an answer to an older one is not used */
    int seat, node;
    const Game *game;
    char bot[BOT_NAME];
    AnyState view; /* of the seat */
    Rng rng;
    Move move; /* the answer: always a legal one */
} BotJob;

typedef struct BotPool BotPool;

/* Starts so many threads; NULL: it cannot be done. wake() is called, on any of them, when an answer is there. */
BotPool *bots_start(int threads, void (*wake)(void *context), void *context);

/* Takes the question over. */
void bots_ask(BotPool *p, BotJob *job);

/* The answers so far, as a list that the caller frees one by one. */
BotJob *bots_take(BotPool *p);

/* Ends the threads once they have finished the thought they are at. */
void bots_stop(BotPool *p);

#endif
