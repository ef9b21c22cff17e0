/* found.h: founding tables: from a request, or again with the same people. */
#ifndef PENNA_SERVER_FOUND_H
#define PENNA_SERVER_FOUND_H

#include "server/house.h"

/* Makes the table that was asked for; its people are held by the hash, its bots think on the
 * address's account. */
Wrong found_table(Server *s, const NewTable *n, const uint8_t *hash, const char *address, Table **out);

/* The table that the same request made before, if it is still there: a client whose answer was lost asks again with the
 * token it chose. NULL: there is none, or the task at hand must wait (Task.listed, hall_later()). */
Table *found_before(Server *s, const NewTable *n, const uint8_t (*hash)[STORE_HASH]);

/* Makes the table where the people of one that is over play again, unless there is one; `seat` invites the others. */
Wrong found_again(Server *s, Table *t, int seat);

/* A person sits down on an open seat. */
Wrong found_sit(Server *s, Table *t, int seat, const uint8_t *hash, const char *name);

/* Gives the open seats to bots of that name. */
Wrong found_bots(Server *s, Table *t, const char *bot);

/* A new token (out[TOKEN_LENGTH + 1]), and the hash[STORE_HASH] by which one is known. */
void token_new(char *out);
void token_hash(const char *token, uint8_t *hash);

#endif
