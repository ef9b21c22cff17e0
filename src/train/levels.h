/* levels.h: `penna-train levels`: how dimly the levels below expert must see to be equally far apart. */
#ifndef PENNA_TRAIN_LEVELS_H
#define PENNA_TRAIN_LEVELS_H

/* GAME [FILE] [GAMES]; returns the exit status. */
int levels_main(int argc, char **argv);

#endif
