/* regret.h: penna-train regret: how much anyone at all could win against expert.
 *
 * Two experts play each other. At some of their decisions every move is tried in many playouts to the end, in which
 * both go on as expert does, at a glance. What the best move would win more often than expert's own is expert's regret
 * there. The regrets of a game add up to what a seat that always found the best move would win more than half, as long
 * as it meets the positions that expert meets (the performance difference lemma).
 *
 * The best move has to be found by playouts too. The move that half of them favour, judged by the other half, gives a
 * figure that is too low in the mean; the best move of a half, judged by that same half, one that is too high. */
#ifndef PENNA_TRAIN_REGRET_H
#define PENNA_TRAIN_REGRET_H

/* GAME [GAMES] [PLAYOUTS] [THREADS] [SEED] [FILE of weights]; returns the exit status. */
int regret_main(int argc, char **argv);

#endif
