/* regret.h: penna-train regret: how much anyone at all could win against a bot.
 *
 * A bot plays another. At some of its decisions the moves are tried in many playouts to the end, in which both go on as
 * they do. What the best move would win more often than the bot's own is its regret there. The regrets of a game add up
 * to what a seat that always found the best move would win more, as long as it meets the positions that the bot meets
 * (the performance difference lemma): so the bot's own share and its regret are what anyone could win against the
 * other.
 *
 * Two figures stand for that sum, one below it in the mean and one above, and both without a move having to be found
 * and valued by the same noise:
 *
 * At least: a move is chosen by short playouts that end with a word of the net (the eye), which have little noise and
 * may be wrong; what it wins more than the bot's own is found by playouts to the end. Whatever the eye says, that is
 * what this choice wins.
 *
 * At most: to that is added what every other move could still win more than the chosen one. Say a move wins x more,
 * which is mostly less than 0. For any c > 0, the larger of x and 0 is at most (x + c)^2 / 4c, and a square has an
 * estimate without bias: the product of two, each from playouts of its own. With c for what the eye thinks the move to
 * be behind, the bound is that larger of the two where the eye is right, and little more where it nearly is. So it
 * needs no word on how good the eye is, and its noise falls with the number of playouts, not with its root.
 *
 * With --play the eye's moves are played instead, wherever the bot does not see its own far ahead: what that has
 * against the other, luck taken out, is what one player at least can have. */
#ifndef PENNA_TRAIN_REGRET_H
#define PENNA_TRAIN_REGRET_H

/* GAME and options (train.c tells them); returns the exit status. */
int regret_main(int argc, char **argv);

#endif
