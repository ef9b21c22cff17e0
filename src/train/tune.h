/* tune.h: penna-train tune GAME [ROUNDS]: finds the weights of the linear yardstick by trial: a challenger whose
 * weights were shaken a little takes the champion's place if it wins clearly more of the games between them. */
#ifndef PENNA_TRAIN_TUNE_H
#define PENNA_TRAIN_TUNE_H

/* Prints the champion's weights, which are then written into the game's features by hand; returns the exit status. */
int tune_main(int argc, char **argv);

#endif
