/* duel_file.h: what a duel has counted, in a file, so that it can be broken off and taken up again.
 *
 * The file is text: a line that says what is being played, which must be the same when it is taken up, and the counts.
 * It is replaced in one step, so that there is never half of one. */
#ifndef PENNA_ARENA_DUEL_FILE_H
#define PENNA_ARENA_DUEL_FILE_H

#include "arena/duel.h"

/* Everything that the result depends on but how many sets are played, as one line without its end. */
void duel_file_title(const Lineup *lineup, Text *out);

/* Reads what was counted; if there is no such file, nothing was. NULL, or why not. */
const char *duel_file_read(const char *path, const char *title, int bots, DuelTally *out);

/* False: errno says why not. */
bool duel_file_write(const char *path, const char *title, int bots, const DuelTally *t);

#endif
