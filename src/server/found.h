/* found.h: founding tables: from a request, or again with the same people. */
#ifndef PENNA_SERVER_FOUND_H
#define PENNA_SERVER_FOUND_H

#include "server/house.h"

/* Dice that several tables share, and who may know of it when. */
typedef struct Seal {
    uint8_t key[STORE_KEY]; /* of the dice, which must be the server's */
    const char *code;       /* of the table; NULL: one that is drawn */
    int64_t until;          /* nobody is told the key before, in seconds since 1970; 0: before `reveal` */
    const Paper *paper;     /* what the table belongs to; NULL: nothing */
} Seal;

/* Makes the table that was asked for; its people are held by the hash, its bots think on the address's account. `seal`
 * gives it its key; NULL: it has one of its own, which is told at the end. */
Wrong found_table(Server *s, const NewTable *n, const Seal *seal, const uint8_t *hash, const char *address,
                  Table **out);

/* The table that the same request made before, if it is still there: a client whose answer was lost asks again with the
 * token it chose. NULL: there is none, or the task at hand must wait (Task.listed, hall_later()). */
Table *found_before(Server *s, const NewTable *n, const uint8_t (*hash)[STORE_HASH]);

/* Makes the table where the people of one that is over play again, unless there is one; `seat` invites the others. */
Wrong found_again(Server *s, Table *t, int seat);

/* Opens the evening that was asked for, whose organiser is known by the hash; and the one that the same request opened
 * before, as found_before() does. */
Wrong found_evening(Server *s, const NewEvening *n, const uint8_t *hash, const char *address, Table **out);
Table *found_evening_before(Server *s, const NewEvening *n, const uint8_t (*hash)[STORE_HASH]);

/* Makes a table of the evening's present round, by its place among all its tables and with the key of the round; or
 * what is missing of it, `t` being what there is (NULL: nothing). */
void found_round(Server *s, const Table *evening, int place, const uint8_t *key, Table *t);

/* A person sits down on an open seat. */
Wrong found_sit(Server *s, Table *t, int seat, const uint8_t *hash, const char *name);

/* Gives the open seats to bots of that name. */
Wrong found_bots(Server *s, Table *t, const char *bot);

/* Puts a new table, or all those of an evening's round, on the address's account, once for the task at hand, however
 * often that is run; or somebody who joins an evening. False: it has had enough of them. */
bool found_pay(Server *s, const char *address);
bool found_pay_round(Server *s, const char *address, int tables);
bool found_pay_join(Server *s, const char *address);

/* The hash[STORE_HASH] by which a token is known. */
void token_hash(const char *token, uint8_t *hash);

/* The same for the token[TOKEN_LENGTH + 1] that somebody has chosen: true; or if it is "" for a new one, put there. */
bool token_take(char *token, uint8_t *hash);

#endif
