/* judge.h: how well a finished game was played, and with what luck, by the analysis (advise/review.h), on a thread of
 * its own that the others always come before: nobody waits for it, and a table never has less because of it.
 *
 * Games come in rounds: each address has one game in each, so who has many waits for them, not the others. */
#ifndef PENNA_SERVER_JUDGE_H
#define PENNA_SERVER_JUDGE_H

#include <stdatomic.h>

#include "match/match.h"
#include "server/limits.h"
#include "server/store.h"

/* A finished game to be judged, or dice to be played with, and what comes of it. */
typedef struct Finding {
    struct Finding *next;
    Paper paper;              /* whose it is, */
    uint8_t payer[LIMIT_KEY]; /* the address that it is judged for, */
    uint64_t round;           /* and in which round */
    unsigned looked;          /* the seats whose decisions are looked at too, as bits; the rolls are in any case */
    bool good;                /* the figures are there */
    double accuracy;          /* of seat 0, out of 100, if that is looked at */
    double luck[SEATS_MAX];   /* of all seats, in points */
    const Game *game;         /* to be played; NULL: the record is to be judged */
    int seats;                /* with so many bots */
    uint8_t key[STORE_KEY];   /* and these dice */
    int points[SEATS_MAX];    /* what they have in the end */
    bool exact;               /* they played by a table of exact values */
    char record[];            /* NUL-terminated */
} Finding;

typedef struct Court Court;

/* Starts the thread; NULL: it cannot be started. */
Court *court_start(void (*wake)(void *context), void *context);

/* Lines a game up, unless that paper's is waiting already: the figures come back with the paper, which need be none
 * that is stored. `looked` as in Finding: what nobody asks for is not thought about, and decisions take longer than
 * rolls. `payer`: on whose account, as limits_key() has it. Where too many wait those of who has most are left alone:
 * who looks for the figures later asks again. */
void court_ask(Court *c, const uint8_t *payer, const Paper *paper, const char *record, unsigned looked);

/* Lines up a game of the strongest bot, in every seat, with the dice of a key. It thinks in COURT_PLAYOUTS playouts
 * about each decision, by lots of its own that follow from node and seat: so everybody who has the key can have the
 * very same game played. Alone it plays by the table of exact values, where one is at hand. */
void court_play(Court *c, const uint8_t *payer, const Paper *paper, const Game *g, int seats, const uint8_t *key);
enum { COURT_PLAYOUTS = 400 };

/* The name of that bot. */
extern const char court_bot[];

/* That game, played here and now: to be freed by the caller; NULL: it was broken off by `ending`, or there is no
 * memory. *exact: by a table of exact values. */
Match *court_game(const Game *g, int seats, const uint8_t *key, const atomic_bool *ending, bool *exact);

/* The verdicts so far, for the caller to free one by one. */
Finding *court_take(Court *c);

/* Ends the thread, in the middle of a game if need be; where it does not come to that soon, the process is about to end
 * and it with it. */
void court_stop(Court *c);

#endif
