/* hall.h: the tables by their code, and their events on the way to the log. */
#ifndef PENNA_SERVER_HALL_H
#define PENNA_SERVER_HALL_H

#include "server/house.h"
#include "server/talk.h"

/* The table; NULL: there is none, or, if hall_later() says so, it must be read first. */
Table *hall_find(Server *s, const char *code);

/* The same of an evening; and of whatever has that code. */
Table *hall_evening(Server *s, const char *code);
Table *hall_log(Server *s, const char *code);

/* The same of either that is in memory already; NULL: it is not. */
Table *hall_known(Server *s, const char *code);

/* True if the task at hand must wait for something: to be asked whenever hall_find() found nothing. */
bool hall_later(const Server *s);

/* True if the table is at least as new as the task at hand. False: it is being read, and the task must wait. */
bool hall_fresh(Server *s, Table *t);

/* Reads the table, or what of it is new, unless that is being done already. */
void hall_read(Server *s, Table *t);

/* True if the store has said which tables the tokens with these hashes have (Task.code). False: it was asked, and the
 * task at hand must wait. */
bool hall_mine(Server *s, const uint8_t (*hash)[STORE_HASH], int tokens);

/* What the reader has found. */
void hall_answers(Server *s);

/* Asks how many tables are not over; which there are, for admin_listed(). */
void hall_count(Server *s);
void hall_list(Server *s, int most);

/* Runs a task that looks whether a table has been idle for too long, and deletes it. */
void hall_expire(Server *s, Task *k);

/* A code that no table here has, and that nobody is likely to have elsewhere; false: there is none. */
bool hall_draw_code(Server *s, char *code);

/* A new table with no events, under that code (NULL: one that is drawn) and with that key (NULL: one of its own); NULL:
 * no memory, or there is something under that code. */
Table *hall_new_table(Server *s, const char *code, const uint8_t *key);

/* An event happens and is given to the writer. Anything but EVENT_DONE: it did not, and nothing changed. A `sit` or
 * `open` also changes which tables the store knows for a token. */
EventResult hall_event(Server *s, Table *t, const TableEvent *e);

/* The table and its record go for good, and those at it are told why (a message id). False: not just now, something of
 * it is still on its way to the store. */
bool hall_delete(Server *s, Table *t, const char *text);

/* The same for a table that nobody will come to, as soon as it may. */
void hall_drop(Server *s, Table *t);

/* The refusal to tell somebody whose event did not happen although it was checked before. */
Wrong hall_wrong(EventResult result);

/* Shows what is stored to those who wait for it: at the end of every turn of the loop. */
void hall_flush(Server *s);

/* The writer has news. */
void hall_stored(Server *s);

/* All clients of the table are to get a view; or this one. */
void hall_touch(Server *s, Table *t);
void hall_show(Server *s, Client *c);

/* Once a second: what waited for its time. */
void hall_tick(Server *s);

/* Forgets tables and those who wait, without a word to anybody. */
void hall_free(Server *s);

/* The loop's clock (network_now). */
double hall_now(const Server *s);

#endif
