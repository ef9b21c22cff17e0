/* setup.h: who plays what, asked from a person in a few questions. */
#ifndef PENNA_TERM_SETUP_H
#define PENNA_TERM_SETUP_H

#include "arena/roster.h"

enum { SETUP_NAME = 200 };

/* Who sits where. */
typedef struct SetupSeat {
    char bot[LABEL_MAX];   /* the bot's name as a record holds it; "": a person */
    char name[SETUP_NAME]; /* the name shown */
} SetupSeat;

typedef struct Setup {
    const Game *game;
    int seats;
    SetupSeat sitter[SEATS_MAX];
} Setup;

/* Reads "human:NAME", "human" or "bot:NAME" into a sitter; false after a message. */
bool setup_sitter(const char *text, SetupSeat *out);

/* Puts one person, then bots, at the seats from number `from` on. */
void setup_fill(Setup *setup, int from);

/* Asks for game, seats and who sits where. False: the person left. */
bool setup_ask(Setup *out);

#endif
