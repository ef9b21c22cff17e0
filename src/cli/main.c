/* main.c: `penna`: finds the subcommand and runs it. */
#include <locale.h>
#include <signal.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/ranks.h"

/* The commands, one line each, in the order in which they are shown. */
#define COMMANDS(X)     \
    X(games_command)    \
    X(rules_command)    \
    X(play_command)     \
    X(show_command)     \
    X(print_command)    \
    X(check_command)    \
    X(moves_command)    \
    X(hint_command)     \
    X(analyse_command)  \
    X(puzzles_command)  \
    X(sim_command)      \
    X(duel_command)     \
    X(ladder_command)   \
    X(league_command)   \
    X(evaluate_command) \
    X(stats_command)    \
    X(solve_command)    \
    X(bench_command)    \
    X(serve_command)    \
    X(join_command)     \
    X(backup_command)   \
    X(migrate_command)  \
    X(admin_command)    \
    X(verify_command)   \
    /* end */

/* A command is declared and listed by its one line above: none can be forgotten in either place. */
#define DECLARE(command) extern const Command command;
#define ADDRESS(command) &command,

COMMANDS(DECLARE)

const Command *const commands[] = {COMMANDS(ADDRESS) NULL};

static const char about[] = N_("Penna plays, checks, simulates and analyses roll-and-write games.");

/* In the order of COMMANDS: from what a newcomer needs to what runs a server. */
static void list_commands(FILE *out) {
    fprintf(out, "penna COMMAND [OPTION]...\n\n%s\n\n%s\n", tr(about), tr(N_("Commands:")));
    for (const Command *const *c = commands; *c; c++) fprintf(out, "  %-9s %s\n", (*c)->name, tr((*c)->summary));
    fprintf(out, "\n%s\n", tr(N_("`penna COMMAND --help` explains a command.")));
}

/* The page penna(1), for scdoc. */
static void man_page(FILE *out) {
    man_head("penna", out);
    fputs("# NAME\n\npenna - roll-and-write games\n\n# SYNOPSIS\n\n*penna* _COMMAND_ [OPTION]...\n\n", out);
    fputs("# DESCRIPTION\n\n", out);
    man_text(about, out);
    fputs("\n\n# COMMANDS\n\n", out);
    for (const Command *const *c = commands; *c; c++) {
        fprintf(out, "*penna-%s*(1)\n\t", (*c)->name);
        man_text((*c)->summary, out);
        fputs("\n\n", out);
    }
    man_exit_status(out);
}

/* `penna man [COMMAND]` writes the source of a man page; the build uses it, nobody else needs it. */
static int man(int argc, char **argv) {
    const Command *c = argc > 2 ? command_find(argv[2]) : NULL;
    if (argc > 2 && !c) return usage_error("there is no command `%s`", argv[2]);
    if (c)
        command_man(c, stdout);
    else
        man_page(stdout);
    return term_close(EXIT_GOOD);
}

/* A word that is no command is an error, but the list that follows it is the same as that of `penna help`; only where
 * it goes differs, and the status. */
int main(int argc, char **argv) {
    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_IGN); /* a closed pipe and a file grown too large are writes that fail, */
    signal(SIGXFSZ, SIG_IGN); /* and are reported as such */
    const char *name = argc > 1 ? argv[1] : "";
    bool help = strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0;
    if (help && argc > 2 && command_find(argv[2])) {
        command_help(command_find(argv[2]), stdout);
        return term_close(EXIT_GOOD);
    }
    if (help) {
        list_commands(stdout);
        return term_close(EXIT_GOOD);
    }
    if (strcmp(name, "--version") == 0) {
        puts("penna " PENNA_VERSION);
        return term_close(EXIT_GOOD);
    }
    if (strcmp(name, "man") == 0) return man(argc, argv);
    const Command *c = command_find(name);
    if (c && c->ranks) return ranks_run(c, argc, argv);
    if (c) return command_run(c, argc - 1, argv + 1);
    if (*name) usage_error("there is no command `%s`", name);
    list_commands(stderr);
    return EXIT_USAGE;
}
