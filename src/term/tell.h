/* tell.h: what a session says and draws: what happened, how things stand, how it ended. */
#ifndef PENNA_TERM_TELL_H
#define PENNA_TERM_TELL_H

#include "term/session.h"

/* Tells what happened since the seat was last told (seat -1: everything is seen). */
void tell_news(Session *s, int seat);

/* Draws everything a seat needs to decide: sheets, dice, cards. */
void tell_position(Session *s, const State *view, int seat, bool numbered);

/* Draws every sheet. */
void tell_sheets(const Session *s, const State *view);

/* The ranking and where the record is. */
void tell_result(const Session *s);

#endif
