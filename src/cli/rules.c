/* rules.c: `penna rules`: the rules of a game in the project's own words, from docs/rules. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/embed.h"

static const char *find_text(const char *game, Lang lang) {
    char name[80];
    snprintf(name, sizeof name, "%s.%s", game, lang_code(lang));
    for (const Embedded *e = rules_texts; e->name; e++)
        if (strcmp(e->name, name) == 0) return e->text;
    return NULL;
}

/* Headings in bold, without their marks; everything else is already as it should look. */
static void print_rendered(const char *text, bool bold, FILE *out) {
    while (*text) {
        size_t length = strcspn(text, "\n"), marks = strspn(text, "#");
        bool heading = marks > 0 && text[marks] == ' ';
        size_t skip = heading ? marks + 1 : 0;
        if (heading && bold) fputs("\033[1m", out);
        fwrite(text + skip, 1, length - skip, out);
        if (heading && bold) fputs("\033[0m", out);
        fputc('\n', out);
        text += length + (text[length] == '\n');
    }
}

/* Lines the terminal shows; 0: not known. */
static int screen_height(void) {
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

static int line_count(const char *text) {
    int n = 0;
    for (; *text; text++) n += *text == '\n';
    return n;
}

/* The command that shows a long text a screen at a time; NULL: there is none. */
static const char *find_pager(void) {
    const char *pager = getenv("PAGER");
    if (pager) return *pager && strcmp(pager, "cat") != 0 ? pager : NULL;
    return system("command -v less >/dev/null 2>&1") == 0 ? "less -R" : NULL;
}

/* Shows the text through a pager; false: there is none that works, and nothing was shown. */
static bool page(const char *text) {
    const char *command = find_pager();
    if (!command) return false;
    setenv("LESS", "R", 0);
    fflush(stdout);
    FILE *pipe = popen(command, "w");
    if (!pipe) return false;
    print_rendered(text, cli_colour(stdout), pipe);
    int status = pclose(pipe);
    return !(WIFEXITED(status) && WEXITSTATUS(status) == 127); /* 127: the shell found no such command */
}

static int run(const void *settings, int count, char **words_) {
    const Game *g = cli_game(words_[0]);
    (void)settings, (void)count;
    if (!g) return EXIT_USAGE;
    const char *text = find_text(g->name, cli_lang());
    if (!text && (text = find_text(g->name, LANG_EN)))
        fprintf(stderr, "penna: %s\n",
                tr(N_("the rules are not yet written in this language; here they are in English")));
    if (!text) return usage_error(tr(N_("the rules of %s are not written yet")), g->name);
    bool terminal = isatty(STDOUT_FILENO);
    if (terminal && screen_height() > 0 && line_count(text) >= screen_height() && page(text)) return EXIT_GOOD;
    if (terminal || cli_colour(stdout))
        print_rendered(text, cli_colour(stdout), stdout);
    else
        fputs(text, stdout);
    return EXIT_GOOD;
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
