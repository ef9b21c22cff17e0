/* room.h: room in the hall when it is full (--max-tables).
 *
 * Tables cost a stranger nothing, so that many of them must not keep others out. For each table that is not over it is
 * remembered which address made it, and whether anybody has played there. When the hall is full, whoever comes has the
 * place of a table at which nobody has played: the oldest of the address that has most of these, if that has more than
 * he. Tables with people at them go last, and only those of a crowd. What somebody has played at stays.
 *
 * Where all have been played at, an eighth more tables are kept for addresses that have none.
 *
 * What was made before the start, or by another server, is not known here; it makes no room and counts for nobody. */
#ifndef PENNA_SERVER_ROOM_H
#define PENNA_SERVER_ROOM_H

#include "server/house.h"

Rooms *rooms_new(void);
void rooms_free(Rooms *r);

/* May the address, as limits_key() has it, open so many tables? Makes room for them, if that is how it may. */
bool room_for(Server *s, const uint8_t *payer, int tables);

/* The table, or evening, has its first event, and is the account of its payer's; */
void room_made(Server *s, const Table *t);

/* somebody has played there, or at a table of the evening; */
void room_played(Server *s, Table *t);

/* it is over, or gone. */
void room_over(Server *s, const char *code);

/* Runs a task that deletes a table to make room, if it is as it was thought to be (task.h). */
void room_clear(Server *s, Task *k);

#endif
