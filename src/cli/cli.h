/* cli.h: what the subcommands of `penna` share: options, messages, files, colours.
 *
 * A subcommand is a constant Command: its texts, a table of the options it takes, and a function. From the
 * table come the parser, `--help` and the man page, so that none of them can drift from another. */
#ifndef PENNA_CLI_H
#define PENNA_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/words.h"
#include "match/draft.h"
#include "match/record.h"

/* Exit status everywhere. */
enum { EXIT_GOOD = 0, EXIT_RECORD = 1, EXIT_USAGE = 2 };

/* ---- Subcommands ------------------------------------------------------------------------------------ */

typedef enum ArgKind {
    ARG_FLAG,   /* bool */
    ARG_NUMBER, /* long, within low and high */
    ARG_REAL,   /* double, within low and high */
    ARG_TEXT,   /* const char * */
    ARG_LIST    /* ArgList: may be given several times */
} ArgKind;

enum { ARG_LIST_MAX = 32 };

typedef struct ArgList {
    const char *item[ARG_LIST_MAX];
    int count;
} ArgList;

/* One option `--name VALUE` or `--name=VALUE`. */
typedef struct Arg {
    const char *name;  /* without the dashes */
    const char *value; /* what stands for its value in the help; NULL for a flag */
    const char *help;
    ArgKind kind;
    size_t offset; /* of its place in the command's settings */
    long low, high;
} Arg;

typedef struct Command {
    const char *name;
    const char *usage;    /* what follows the name: "GAME [OPTION]..." */
    const char *summary;  /* one line */
    const char *about;    /* paragraphs */
    const char *examples; /* lines of commands, each "penna ..." */
    const Arg *args;      /* the last has name NULL; or NULL */
    const Arg *shared;    /* options it has in common with others, likewise; their places are at the same offsets */
    size_t settings;      /* bytes of its settings, which begin as `defaults` or zero */
    const void *defaults;
    int words_min, words_max; /* how many words it takes beside the options; -1: any number */
    bool ranks;               /* under mpirun its processes share one job (ranks.h) */
    int (*run)(const void *settings, int count, char **words);
} Command;

extern const Command *const commands[];

/* The command of that name, or NULL. */
const Command *command_find(const char *name);

/* Parses and runs; argv[0] is the command's name. Returns the exit status. */
int command_run(const Command *c, int argc, char **argv);

/* Stores an option's value in the command's settings; false after a message. */
bool arg_set(const Arg *a, const char *value, void *settings);

/* The page shown by --help, and the source of the man page (scdoc). */
void command_help(const Command *c, FILE *out);
void command_man(const Command *c, FILE *out);

/* Parts of a man page, for scdoc: its head line, text in which nothing is markup, the exit status. */
void man_head(const char *page, FILE *out);
void man_text(const char *s, FILE *out);
void man_exit_status(FILE *out);

/* ---- Messages --------------------------------------------------------------------------------------- */

/* Prints "penna: message" on standard error and returns EXIT_USAGE. The format is a message id: it is translated. */
__attribute__((format(printf, 1, 2))) int usage_error(const char *format, ...);

/* From now on messages and progress are not shown: another process of the same job shows them. */
void cli_be_quiet(void);

/* The language for people: --lang, else the environment (LANGUAGE, LC_ALL, LC_MESSAGES, LANG), else English. */
Lang cli_lang(void);
bool cli_set_lang(const char *code);

/* The translation of a message id. */
const char *tr(const char *id);

/* The same filled up with spaces to so many columns, before it or (a negative width) after it: printf counts bytes.
 * The text is valid until the eighth next call. */
const char *tr_pad(const char *id, int width);

/* A phrase in that language; the text is valid until the fourth next call. */
const char *tr_phrase(const Phrase *p);

/* True if the stream is a terminal that shows colour (and NO_COLOR is not set, unless --color says). */
bool cli_colour(FILE *out);
bool cli_set_colour(const char *when);

/* True if the locale's characters are UTF-8. */
bool cli_utf8(void);

/* ---- Games and bots by name ------------------------------------------------------------------------- */

/* The game, or NULL after a message that lists the games. */
const Game *cli_game(const char *name);

/* Options "k=v" for so many seats, or false after a message; *given gets the bits of those stated. */
bool cli_options(const Game *g, const ArgList *list, int seats, int *option, unsigned *given);

/* True if the game can be played by so many, else false after a message. */
bool cli_seats(const Game *g, long seats);

/* ---- Files ------------------------------------------------------------------------------------------ */

/* Reads a whole file ("-": standard input) into *out; false after a message. */
bool file_read(const char *path, Buffer *out);

/* Writes a whole file so that it is either the old one or the new one, never half ("-": standard output);
 * false after a message. */
bool file_write(const char *path, const char *bytes, size_t length);

/* A file written piece by piece (match/draft.h); each is false after a message, and then nothing is left. */
bool file_out_begin(Draft *d, const char *path);
bool file_out_add(Draft *d, const char *bytes, size_t length);
bool file_out_end(Draft *d, bool keep);

/* The only record of a file, for commands that take one; NULL after a message, with the exit status in
 * *status. hidden: a record made for one seat's eyes will do. */
Match *file_match(const char *path, bool hidden, bool *counted, int *status);

/* Flushes standard output; EXIT_USAGE and a message if anything written to it was lost, else `status`. */
int cli_close(int status);

/* ---- Long work --------------------------------------------------------------------------------------- */

/* Seconds on a clock that is never set back. */
double cli_now(void);

/* Shows a bar on standard error if that is a terminal; at most some times a second. done == total ends it. */
void progress_show(const char *what, uint64_t done, uint64_t total);

/* ---- JSON for scripts -------------------------------------------------------------------------------- */

/* Writes a string with its quotes. */
void json_string(FILE *out, const char *s);

#endif
