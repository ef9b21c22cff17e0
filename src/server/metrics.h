/* metrics.h: what can be measured, in Prometheus's text format: sums over all tables, nothing of any one. */
#ifndef PENNA_SERVER_METRICS_H
#define PENNA_SERVER_METRICS_H

#include "server/house.h"

void metrics_write(Server *s, Buffer *out);

#endif
