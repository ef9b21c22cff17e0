/* shelf.h: papers (store.h) for what is run on the loop: asked for and written without waiting.
 *
 * A task that needs a paper asks, is put aside, and is run again when the answer is in it; it is the same with one that
 * it writes. So it is written as if all were known: ask, and if nothing is there yet, be WRONG_LATER. */
#ifndef PENNA_SERVER_SHELF_H
#define PENNA_SERVER_SHELF_H

#include "server/house.h"

/* What the store says of a paper (name "": of none) and of `most` papers of its shelf from number `first` on. NULL: it
 * was asked, and the task at hand must wait. The answer is the task's, until shelf_forget(). */
const Read *shelf_ask(Server *s, const Paper *paper, long first, int most);

/* The task at hand asks anew when it next does. */
void shelf_forget(Server *s);

/* Writes a paper over the version that the row has; the row's own text and rank are the new ones. The task at hand must
 * wait, and asks anew when it is run again: Task.wrote and Task.written say what became of it. False: no memory. */
bool shelf_write(Server *s, const PaperRow *row);

/* Papers whose day has come are thrown away, some at a time. */
void shelf_clear(Server *s);

/* The reader has answered; the writer has written. */
void shelf_answer(Server *s, Read *r);
void shelf_written(Server *s, const Entry *e);

#endif
