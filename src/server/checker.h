/* checker.h: the thread that checks a big store while people play. It runs once, after the start. */
#ifndef PENNA_SERVER_CHECKER_H
#define PENNA_SERVER_CHECKER_H

#include "server/store.h"

typedef struct Checker Checker;

/* Starts it; NULL: it cannot be started. wake() is called on its thread when it is done. */
Checker *checker_start(Store *store, void (*wake)(void *context), void *context);

/* True once, when it is done: *why is NULL, or what is wrong with the store (valid until checker_stop()). */
bool checker_done(Checker *c, const char **why);

/* Ends it, wherever it is. NULL is allowed. */
void checker_stop(Checker *c);

#endif
