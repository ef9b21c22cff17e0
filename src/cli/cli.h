/* cli.h: what a subcommand of `penna` is, and its options. What they say and read is in term/common.h.
 *
 * A subcommand is a constant Command: its texts, a table of the options it takes, and a function. From the
 * table come the parser, `--help` and the man page, so that none of them can drift from another. */
#ifndef PENNA_CLI_CLI_H
#define PENNA_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "term/common.h"

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
    int count; /* of them that were given */
} ArgList;

/* One option `--name VALUE` or `--name=VALUE`. */
typedef struct Arg {
    const char *name;  /* without the dashes */
    const char *value; /* what stands for its value in the help; NULL for a flag */
    const char *help;  /* message id */
    ArgKind kind;      /* of the place that `offset` names */
    size_t offset;     /* of its place in the command's settings */
    long low, high;    /* of a number, both included */
} Arg;

/* The option --threads of a command whose settings have a `long threads`, 0 being one per core. */
#define ARG_THREADS(settings)                                                                                        \
    {                                                                                                                \
        .name = "threads", .value = "T", .help = N_("how many threads (default: one per core)"), .kind = ARG_NUMBER, \
        .offset = offsetof(settings, threads), .low = 1, .high = 256                                                 \
    }

typedef struct Command {
    const char *name;
    const char *usage;        /* what follows the name: "GAME [OPTION]..." */
    const char *summary;      /* one line */
    const char *about;        /* paragraphs */
    const char *examples;     /* lines of commands, each "penna ..." */
    const Arg *args;          /* the last has name NULL; or NULL */
    const Arg *shared;        /* options it has in common with others, likewise; their places are at the same offsets */
    size_t settings;          /* bytes of its settings, which begin as `defaults` or zero */
    const void *defaults;     /* NULL: all zero */
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

/* ---- Options of games ------------------------------------------------------------------------------- */

/* Options "k=v" for so many seats, or false after a message; *given gets the bits of those stated. */
bool cli_options(const Game *g, const ArgList *list, int seats, int *option, unsigned *given);

#endif
