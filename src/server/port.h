/* port.h: the port that is listened at: who comes in, and who makes room when there is none. */
#ifndef PENNA_SERVER_PORT_H
#define PENNA_SERVER_PORT_H

#include "server/conn.h"

/* A socket that listens; -1: none can be had. */
int port_listen(const NetConfig *config);

/* As many descriptors as the machine allows; an eighth more than WebSockets is for requests. */
void port_room(Network *net, const NetConfig *config);

/* Takes some of those who wait, each with a connection of its own. */
void port_accept(Network *net);

/* Takes nobody for now; takes people again, unless the network is about to stop. */
void port_pause(Network *net);
void port_open_again(Network *net);

/* How many connections one address may open in a second; 0: any number. */
double port_rate(const Network *net);

#endif
