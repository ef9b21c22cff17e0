/* common.h: what everything at the command line shares: messages in the person's language, colour, games by name,
 * files, progress. */
#ifndef PENNA_TERM_COMMON_H
#define PENNA_TERM_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/words.h"
#include "host/draft.h"
#include "host/scribe.h"
#include "match/record.h"

/* Exit status everywhere. */
enum { EXIT_GOOD = 0, EXIT_RECORD = 1, EXIT_USAGE = 2 };

/* ---- Messages --------------------------------------------------------------------------------------- */

/* Prints "penna: message" on standard error and returns EXIT_USAGE. The format is a message id: it is translated. */
__attribute__((format(printf, 1, 2))) int usage_error(const char *format, ...);

/* From now on messages and progress are not shown: another process of the same job shows them. */
void term_be_quiet(void);

/* The language for people: --lang, else the environment (LANGUAGE, LC_ALL, LC_MESSAGES, LANG), else English. */
Lang term_lang(void);
bool term_set_lang(const char *code);

/* The translation of a message id. */
const char *tr(const char *id);

/* The same filled up with spaces to so many columns, before it or (a negative width) after it: printf counts bytes.
 * The text is valid until the eighth next call. */
const char *tr_pad(const char *id, int width);

/* A phrase in that language; the text is valid until the fourth next call. */
const char *tr_phrase(const Phrase *p);

/* True if the stream is a terminal that shows colour (and NO_COLOR is not set, unless --color says). */
bool term_colour(FILE *out);
bool term_set_colour(const char *when);

/* True if the locale's characters are UTF-8. */
bool term_utf8(void);

/* ---- Games and bots by name ------------------------------------------------------------------------- */

/* The game, or NULL after a message that lists the games. */
const Game *term_game(const char *name);

/* True if the game can be played by so many, else false after a message. */
bool term_seats(const Game *g, long seats);

/* ---- Files ------------------------------------------------------------------------------------------ */

/* Reads a whole file ("-": standard input) into *out; false after a message. */
bool file_read(const char *path, Buffer *out);

/* Writes a whole file so that it is either the old one or the new one, never half ("-": standard output);
 * false after a message. */
bool file_write(const char *path, const char *bytes, size_t length);

/* A file written piece by piece (host/draft.h); each is false after a message, and then nothing is left. */
bool file_out_begin(Draft *d, const char *path);
bool file_out_add(Draft *d, const char *bytes, size_t length);
bool file_out_end(Draft *d, bool keep);

/* A file that is read while it grows (host/scribe.h); each is false after a message. */
bool file_grow_begin(Scribe *s, const char *path);
bool file_grow_add(Scribe *s, const char *bytes, size_t length);
bool file_grow_end(Scribe *s, bool keep);

/* The only record of a file, for commands that take one; NULL after a message, with the exit status in
 * *status. hidden: a record made for one seat's eyes will do. */
Match *file_match(const char *path, bool hidden, bool *counted, int *status);

/* The same of a file that may hold several: record number `number`, counted from 1; 0: the only one. */
Match *file_match_number(const char *path, long number, bool hidden, int *status);

/* Flushes standard output; EXIT_USAGE and a message if anything written to it was lost, else `status`. */
int term_close(int status);

/* ---- Long work --------------------------------------------------------------------------------------- */

/* Shows a bar on standard error if that is a terminal, at most some times a second; done == total ends it. Anywhere
 * else a line a minute says how far it is, or as often as PENNA_PROGRESS says, in seconds. */
void progress_show(const char *what, uint64_t done, uint64_t total);

/* ---- JSON for scripts -------------------------------------------------------------------------------- */

/* Writes a string with its quotes. */
void term_json(FILE *out, const char *s);

#endif
