/* measure.h: penna-train duel: a quick measure of two bots, for use while training. `penna duel` is the tool for
 * claims. */
#ifndef PENNA_TRAIN_MEASURE_H
#define PENNA_TRAIN_MEASURE_H

/* GAME BOT BOT [GAMES] [PLAYOUTS] [SEATS] [THREADS] [FILE of weights for the first bot]; returns the exit status. */
int measure_main(int argc, char **argv);

#endif
