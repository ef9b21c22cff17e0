/* websocket.h: what clients say through a WebSocket: frames put together to messages, pings, and the end. */
#ifndef PENNA_SERVER_WEBSOCKET_H
#define PENNA_SERVER_WEBSOCKET_H

#include "server/conn.h"
#include "server/head.h"

/* A request for a WebSocket: opened, if there is room and the caller admits it, or refused. */
void websocket_begin(Conn *c, const Head *h, Request *r);

/* Takes the whole frames out of the bytes, which have one more of room behind them; how many bytes were used. */
size_t websocket_take(Conn *c, char *bytes, size_t length);

/* Something has come from it, so it is there, whether it reads what it is sent or not. */
void websocket_alive(Conn *c);

#endif
