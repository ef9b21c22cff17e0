/* view.h: what is told of a table, as JSON: the whole view of one client, the summary for everyone. */
#ifndef PENNA_SERVER_VIEW_H
#define PENNA_SERVER_VIEW_H

#include "host/json.h"
#include "server/table.h"

/* The `view` message for a client that holds these seats (0: a spectator), with their legal moves if `moves`.
 * `stand_in`: the bot that plays for those who left. */
void view_write(Table *t, unsigned seats, bool moves, const char *stand_in, Buffer *out);

/* The answer to GET /api/tables/CODE. */
void view_summary(const Table *t, const char *stand_in, Buffer *out);

extern const char *const stage_words[];

#endif
