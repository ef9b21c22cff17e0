/* dealer.h: what happens at a table by itself: the server's dice, and bots. */
#ifndef PENNA_SERVER_DEALER_H
#define PENNA_SERVER_DEALER_H

#include "server/house.h"

/* Rolls where it is the server's turn to roll, and asks the bots that owe a choice. To be called after every event. */
void dealer_play(Server *s, Table *t);

/* Takes the bots' answers. */
void dealer_bots(Server *s);

#endif
