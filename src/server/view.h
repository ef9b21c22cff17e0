/* view.h: what is told of a table, as JSON: the whole view of one client, the summary for everyone. */
#ifndef PENNA_SERVER_VIEW_H
#define PENNA_SERVER_VIEW_H

#include "host/json.h"
#include "server/table.h"

/* Room in which the views of a table are written, one after another; all zero at first. What is the same for everyone
 * at the table is written once. */
typedef struct ViewRoom {
    Buffer before, after; /* what all have in common, and stands before and after */
    Buffer whole;         /* the last view that was written */
} ViewRoom;

/* Begins the views of a table as it is now. `stand_in`: the bot that plays for those who left. */
void view_begin(Table *t, const char *stand_in, ViewRoom *room);

/* The `view` message for a client that holds these seats (0: a spectator), with their legal moves if `moves`; valid
 * until the next. NULL: no memory. */
const Buffer *view_write(Table *t, unsigned seats, bool moves, ViewRoom *room);
void view_free(ViewRoom *room);

/* The answer to GET /api/tables/CODE. */
void view_summary(const Table *t, const char *stand_in, Buffer *out);

extern const char *const stage_words[];

#endif
