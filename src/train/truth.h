/* truth.h: `penna-train truth`: shortened Qwixx solved for two seats, and how far bots are from that. */
#ifndef PENNA_TRAIN_TRUTH_H
#define PENNA_TRAIN_TRUTH_H

#include "base/game.h"

/* SHEET [BOT]... [--games N] [--playouts N] [--between] [--gains]; returns the exit status. */
int truth_main(int argc, char **argv);

/* The listed game of that name, or shortened Qwixx on its first sheet; NULL: neither. */
const Game *truth_game(const char *name);

#endif
