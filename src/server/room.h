/* room.h: room in the hall when it is full (--max-tables).
 *
 * Tables cost a stranger nothing, so that many of them must not keep others out. What counts are tables that are not
 * over and at which nobody has played yet, or where people are. One that was played at and where nobody is costs its
 * few lines of the store and nothing else: it sleeps, counts for nobody, and stays; whoever comes back to it finds it,
 * however full the hall is. For each that counts it is remembered whose it is: of the address that made it, or of
 * whoever came back to it first.
 *
 * When the hall is full, whoever comes has the place of a table at which nobody has played: the oldest of the address
 * that has most of these, if that has more than he. Tables with people at them go last, and only those of a crowd.
 *
 * Where all have been played at, nobody has to go: who has more than he whose turn it is counts as if he had as many
 * as that. So the hall is full for those who have much long before it is for those who have little, and whoever has no
 * table gets one as long as fewer addresses have any than there are places. How many tables that can be is bounded by
 * the connections, for there are people at them.
 *
 * Nothing of it outlives the server: after a start the hall is empty, and fills with those who come back. Of several
 * servers that share a store each has a hall of its own. */
#ifndef PENNA_SERVER_ROOM_H
#define PENNA_SERVER_ROOM_H

#include "server/house.h"

Rooms *rooms_new(void);
void rooms_free(Rooms *r);

/* How many tables count. */
int rooms_taken(const Rooms *r);

/* May the address, as limits_key() has it, open so many tables? Makes room for them, if that is how it may. */
bool room_for(Server *s, const uint8_t *payer, int tables);

/* The table, or evening, has its first event, and is the account of its payer's; */
void room_made(Server *s, const Table *t);

/* somebody who has a part in it has come, from that address; */
void room_came(Server *s, const Table *t, const uint8_t *payer);

/* somebody has played there, or at a table of the evening; */
void room_played(Server *s, Table *t);

/* nobody is there any more; */
void room_left(Server *s, const Table *t);

/* it is over, or gone. */
void room_over(Server *s, const char *code);

/* Runs a task that deletes a table to make room, if it is as it was thought to be (task.h). */
void room_clear(Server *s, Task *k);

#endif
