/* rules.c: see rules.h. */
#include "term/rules.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "term/common.h"
#include "term/embed.h"

/* Compiled in, so that the rules are there wherever the program is. */
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

/* As they are written; a narrow terminal breaks more of them, and the pager is then merely spared. */
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
    print_rendered(text, term_colour(stdout), pipe);
    int status = pclose(pipe);
    return !(WIFEXITED(status) && WEXITSTATUS(status) == 127); /* 127: the shell found no such command */
}

/* To a file or a pipe the text goes as it was written, marks of headings included; a pager is used only if the text
 * is longer than the screen. */
int rules_show(const Game *g) {
    const char *text = find_text(g->name, term_lang());
    if (!text && (text = find_text(g->name, LANG_EN)))
        fprintf(stderr, "penna: %s\n",
                tr(N_("the rules are not yet written in this language; here they are in English")));
    if (!text) return usage_error(tr(N_("the rules of %s are not written yet")), g->name);
    bool terminal = isatty(STDOUT_FILENO);
    if (terminal && screen_height() > 0 && line_count(text) >= screen_height() && page(text)) return EXIT_GOOD;
    if (terminal || term_colour(stdout))
        print_rendered(text, term_colour(stdout), stdout);
    else
        fputs(text, stdout);
    return EXIT_GOOD;
}
