/* bots.h: bots that think on threads of their own, on copied views; nobody waits for them. What they chose elsewhere,
 * in a record, they are asked to choose again in the same way.
 *
 * Thought is what a server has least of, and strangers ask for it. So a seat has one question at a time, a question
 * that is outdated is dropped, also while it is being thought about, and whoever is next is fair: one question from
 * each address in turn, and of each address from one table in turn (all its records together are as one table). When
 * many wait, each is thought about for less time; and when no more may, who has fewer waiting than another has the
 * place of one of his. */
#ifndef PENNA_SERVER_BOTS_H
#define PENNA_SERVER_BOTS_H

#include <stdatomic.h>

#include "bots/bot.h"
#include "server/limits.h"
#include "server/message.h"

/* A question to a bot, and its answer: what it chooses at a table, or whether it has chosen all that a record says. */
typedef struct BotJob {
    struct BotJob *next;
    uint8_t payer[LIMIT_KEY]; /* the address that asks */
    Code code;                /* of the table; "": none, a record is to be looked through */
    uint32_t epoch;           /* of the table: an answer to an older one is not used */
    int seat, node;           /* who is to choose, and where */
    const Game *game;
    char bot[BOT_NAME]; /* the kind of bot */
    AnyState view;      /* of the seat */
    Rng rng;
    Move move;            /* the answer: always a legal one, */
    bool dropped;         /* or none: others came, and this address had most questions: ask again later */
    atomic_bool outdated; /* nobody wants to know any more */
    void *asker;          /* of a record: the caller's, */
    Wrong wrong;          /* what bots_check() said of it, */
    char record[];        /* and the record itself, NUL-terminated */
} BotJob;

typedef struct BotPool BotPool;

/* Starts so many threads; NULL: it cannot be done. wake() is called, on any of them, when an answer is there. */
BotPool *bots_start(int threads, void (*wake)(void *context), void *context);

/* Takes the question over, in the place of an earlier one of that seat at that table. False: there are too many, ask
 * again later. */
bool bots_ask(BotPool *p, BotJob *job);

/* The table's questions are outdated. */
void bots_forget(BotPool *p, const char *code);

/* The answers so far, as a list that the caller frees one by one. */
BotJob *bots_take(BotPool *p);

/* How many questions wait. */
int bots_waiting(BotPool *p);

/* Every move of a seat in a record is chosen again, by a bot of the record's game: WRONG_BOT_MOVE if one is another;
 * WRONG_GAME if the bot would draw lots, which nobody could draw again. For a record that can be read. */
Wrong bots_check(Bot *bot, int seat, const char *record);

/* Ends the threads; thoughts that have begun end early. */
void bots_stop(BotPool *p);

#endif
