/* save.h: where a game being played is kept, so that it can be taken up again. */
#ifndef PENNA_TERM_SAVE_H
#define PENNA_TERM_SAVE_H

#include "match/record.h"

/* The file in which the game is kept unless somebody says otherwise: penna/GAME.penna in the person's folder
 * for state ($XDG_STATE_HOME or ~/.local/state), which is made. malloc'd; NULL: there is no such folder. */
char *save_path(const Game *g);

/* The file that was kept last, of any game; malloc'd, or NULL. */
char *save_latest(void);

/* True if the file holds a game that is not over; *game is which. Says nothing. */
bool save_unfinished(const char *path, const Game **game);

/* Moves a file out of the way, to PATH.old. */
void save_put_aside(const char *path);

/* True if the file may be written: it does not exist, is empty, is no plain file, or begins as a record.
 * *exists says whether there is something in it. */
bool save_allowed(const char *path, bool *exists);

/* Writes the match; its seed goes along as a comment, so that the same dice fall when it is taken up again.
 * False after a message. */
bool save_match(const Match *m, uint64_t seed, const char *path);

/* The seed that save_match() wrote; false: there is none. */
bool save_seed(const char *path, uint64_t *seed);

#endif
