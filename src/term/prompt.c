/* prompt.c: see prompt.h. */
#include "term/prompt.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "term/canvas.h"
#include "term/common.h"
#include "term/draw.h"

#ifdef HAVE_EDIT
#include <editline/readline.h>
#endif

enum { MESSAGE_MAX = 8192 }; /* bytes of a message with what stands in it: two paths fit */

/* The line being read and what it can be completed to: there is one keyboard. */
static struct {
    char *line;                     /* the last line, malloc'd */
    size_t room;                    /* of it, as getline() wants to know */
    const char (*words)[TOKEN_MAX]; /* what Tab completes to */
    int count;                      /* of them */
} keyboard;

/* ---- Signals ---------------------------------------------------------------------------------------- */

static volatile sig_atomic_t asked_to_end;

/* The line that is being read ends, the game is kept, and the program leaves (leave() in session.c). */
static void on_signal(int number) { asked_to_end = number; }

void prompt_start(void) {
    /* Without SA_RESTART a waiting read comes back; with SA_RESETHAND a second signal ends the program. */
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

int prompt_signal(void) { return asked_to_end; }

void prompt_complete(const char (*words)[TOKEN_MAX], int count) {
    keyboard.words = words;
    keyboard.count = count;
}

void prompt_forget(void) {
#ifdef HAVE_EDIT
    clear_history();
#endif
}

/* ---- Lines ------------------------------------------------------------------------------------------ */

#ifdef HAVE_EDIT

/* The next word that begins with `text`, malloc'd; `again` is 0 at the first call. */
static char *next_word(const char *text, int again) {
    static int at;
    if (!again) at = 0;
    while (at < keyboard.count) {
        const char *word = keyboard.words[at++];
        if (strncmp(word, text, strlen(text)) == 0) return strdup(word);
    }
    return NULL;
}

static char **complete(const char *text, int start, int end) {
    (void)end;
    rl_attempted_completion_over = 1; /* no file names */
    return start == 0 ? rl_completion_matches(text, next_word) : NULL;
}

/* A line typed at the terminal, or NULL. The editor is set up at the first one, so that a command that asks nothing
 * leaves the terminal alone; signals are caught by prompt_start(), not by it. */
static char *edit_line(const char *prompt) {
    static bool ready;
    if (!ready) {
        ready = true;
        rl_readline_name = "penna";
        rl_catch_signals = 0;
        rl_initialize();
        rl_attempted_completion_function = complete;
        rl_completer_word_break_characters = " \t";
    }
    free(keyboard.line);
    keyboard.line = readline(prompt);
    if (!keyboard.line) putchar('\n');
    if (keyboard.line && *keyboard.line) add_history(keyboard.line);
    return keyboard.line;
}

#endif

/* What was not typed at a terminal is repeated, so that a session fed from a file reads like one that was typed. */
static char *plain_line(const char *prompt) {
    fputs(prompt, stdout);
    fflush(stdout);
    ssize_t n = getline(&keyboard.line, &keyboard.room, stdin);
    if (n < 0) {
        putchar('\n');
        return NULL;
    }
    if (!isatty(STDIN_FILENO)) fputs(keyboard.line, stdout); /* what nobody typed is not on the screen yet */
    return keyboard.line;
}

/* Nobody is asked once a signal has come or the output is gone: the caller takes NULL for leaving, and the game is
 * kept. Outer spaces are dropped, as they are seen by nobody. */
const char *prompt_line(const char *prompt) {
    char *line = NULL;
    fflush(stdout);
    if (asked_to_end || ferror(stdout)) return NULL;
#ifdef HAVE_EDIT
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        line = edit_line(prompt);
    else
#endif
        line = plain_line(prompt);
    if (!line || asked_to_end) return NULL;
    line += strspn(line, " \t");
    size_t n = strlen(line);
    while (n > 0 && strchr(" \t\r\n", line[n - 1])) line[--n] = '\0';
    return line;
}

/* ---- Questions -------------------------------------------------------------------------------------- */

/* Enter takes what stands in brackets; NULL: the person leaves. */
const char *prompt_ask(const char *question, const char *otherwise) {
    char prompt[512];
    prompt_complete(NULL, 0);
    snprintf(prompt, sizeof prompt, "%s [%s] ", question, otherwise);
    const char *line = prompt_line(prompt);
    return line && !*line ? otherwise : line;
}

/* True if the answer is one of the words of a list such as "y|yes". */
static bool is_one_of(const char *answer, const char *list) {
    for (;;) {
        size_t n = strcspn(list, "|");
        if (strlen(answer) == n && strncasecmp(answer, list, n) == 0) return true;
        if (!list[n]) return false;
        list += n + 1;
    }
}

/* English will do in every language. */
static bool means(const char *answer, const char *id) { return is_one_of(answer, id) || is_one_of(answer, tr(id)); }

bool prompt_is_yes(const char *answer) { return means(answer, N_("y|yes")); }

/* Anything that is no clear no counts as yes where yes is proposed. */
static bool is_no(const char *answer) { return means(answer, N_("n|no")); }

/* Enter takes what is proposed; no answer at all (leaving) is never a yes. */
bool prompt_yes(const char *question, bool otherwise) {
    const char *answer = prompt_ask(question, otherwise ? tr(N_("Y/n")) : tr(N_("y/N")));
    if (!answer) return false;
    return otherwise ? !is_no(answer) : prompt_is_yes(answer);
}

/* Not printf(): the words come from translators, and two numbers in braces cannot read beyond what was given. */
static void fill(const char *id, const char *first, const char *second, Text *out) {
    for (const char *p = tr(id); *p; p++)
        if (strncmp(p, "{0}", 3) == 0 || strncmp(p, "{1}", 3) == 0) {
            text_str(out, p[1] == '0' ? first : second);
            p += 2;
        } else {
            text_char(out, *p);
        }
}

void prompt_say(const char *id, const char *first, const char *second) {
    char line[MESSAGE_MAX];
    Text text = text_in(line, sizeof line);
    fill(id, first, second, &text);
    fputs(line, stdout);
}

void prompt_tell(const char *id, const char *first, const char *second, int indent) {
    char line[MESSAGE_MAX];
    Text text = text_in(line, sizeof line);
    fill(id, first, second, &text);
    prompt_wrap(line, indent);
}

/* Between words only; a word longer than the line stands out of it, as a terminal would break it anyway. */
void prompt_wrap(const char *text, int indent) {
    int width = draw_terminal_width(), column = 0;
    while (*text) {
        char word[256];
        size_t n = strcspn(text, " ");
        if (n >= sizeof word) n = sizeof word - 1;
        memcpy(word, text, n);
        word[n] = '\0';
        int w = canvas_width(word);
        bool broken = column > 0 && column + 1 + w >= width;
        if (broken) putchar('\n');
        if (column == 0 || broken) {
            printf("%*s", indent, "");
            column = indent + w;
        } else {
            putchar(' ');
            column += 1 + w;
        }
        fputs(word, stdout);
        text += n;
        text += strspn(text, " ");
    }
    putchar('\n');
}
