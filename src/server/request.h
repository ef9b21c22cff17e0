/* request.h: requests as they come through a connection, and their answers. */
#ifndef PENNA_SERVER_REQUEST_H
#define PENNA_SERVER_REQUEST_H

#include "server/conn.h"

/* Takes one request out of the bytes, which have one more of room behind them; how many were used. `seen` of them had
 * been looked at before. */
size_t request_take(Conn *c, char *bytes, size_t length, size_t seen);

/* Refuses a request that nobody else needs to see; it is the connection's last. */
void request_refuse(Conn *c, int status);

#endif
