/* rules.c: `penna rules`: how a game is played. The texts are shown by term/rules.h. */
#include "term/rules.h"

#include "cli/cli.h"

static int run(const void *settings, int count, char **words_) {
    const Game *g = term_game(words_[0]);
    (void)settings, (void)count;
    return g ? rules_show(g) : EXIT_USAGE;
}

const Command rules_command = {
    .name = "rules",
    .usage = "GAME",
    .summary = N_("explain a game"),
    .about = N_("Prints the rules of a game, how moves are typed, and some advice. On a terminal a long text is shown\n"
                "through $PAGER (default: less); elsewhere it is plain Markdown."),
    .examples = "  penna rules qwixx\n  penna rules qwantum --lang it\n  penna rules twentyone > rules.md\n",
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
