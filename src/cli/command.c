/* command.c: options, --help and man pages of the subcommands, all from their tables. See cli.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "term/canvas.h"
#include "term/draw.h"

/* Options that every command has. */
static const Arg common[] = {
    {.name = "lang", .value = "CODE", .help = N_("language: en, it, pt or de (default: from the environment)")},
    {.name = "color", .value = "WHEN", .help = N_("colour: auto, always or never (default: auto)")},
    {.name = "help", .help = N_("show this page")},
    {.name = NULL},
};

/* Commands are few, so they are looked through. */
const Command *command_find(const char *name) {
    for (const Command *const *c = commands; *c; c++)
        if (strcmp((*c)->name, name) == 0) return *c;
    return NULL;
}

/* The name is not terminated where it stands in `--name=value`; hence its length. */
static const Arg *find_arg(const Arg *args, const char *name, size_t length) {
    for (; args && args->name; args++)
        if (strlen(args->name) == length && memcmp(args->name, name, length) == 0) return args;
    return NULL;
}

/* ---- Help ------------------------------------------------------------------------------------------- */

/* Lines of more than a hundred columns are hard to read, however wide the screen; options have their texts behind
 * this column. */
enum { HELP_WIDTH = 100, HELP_INDENT = 25 };

/* Prints a text in lines that fit the screen, all but the first after `indent` spaces. A line that is empty or begins
 * with a space is kept as it is; the others flow together, whatever the language makes of their lengths. */
static void help_text(const char *s, int indent, FILE *out) {
    int width = draw_terminal_width(), column = 0;
    if (width > HELP_WIDTH) width = HELP_WIDTH;
    while (*s) {
        char word[256];
        size_t n = strcspn(s, *s == ' ' ? "\n" : " \n");
        bool kept = n == 0 || *s == ' ';
        snprintf(word, sizeof word, "%.*s", (int)n, s);
        if (column > 0 && (kept || indent + column + 1 + canvas_width(word) > width)) {
            fprintf(out, "\n%*s", indent, "");
            column = 0;
        }
        fprintf(out, "%s%s%s", column > 0 ? " " : "", word, kept ? "\n" : "");
        column = kept ? 0 : column + (column > 0) + canvas_width(word);
        s += n + (s[n] != '\0');
    }
    if (column > 0) fputc('\n', out);
}

/* `over` are the command's own options, which replace shared ones of the same name. */
static void help_args(const Arg *args, const Arg *over, FILE *out) {
    for (; args && args->name; args++) {
        char left[64];
        if (find_arg(over, args->name, strlen(args->name))) continue;
        snprintf(left, sizeof left, "--%s%s%s", args->name, args->value ? " " : "", args->value ? args->value : "");
        fprintf(out, "  %-22s ", left);
        help_text(tr(args->help), HELP_INDENT, out);
    }
}

/* The command's own options come first, then those it shares, then those that all have: from what is particular to
 * what is known. */
void command_help(const Command *c, FILE *out) {
    fprintf(out, "penna %s %s\n\n%s\n", c->name, c->usage, tr(c->summary));
    if (c->about) {
        fputc('\n', out);
        help_text(tr(c->about), 0, out);
    }
    fprintf(out, "\n%s\n", tr(N_("Options:")));
    help_args(c->args, NULL, out);
    help_args(c->shared, c->args, out);
    help_args(common, NULL, out);
    if (c->examples) fprintf(out, "\n%s\n%s", tr(N_("Examples:")), c->examples);
}

/* ---- Man pages -------------------------------------------------------------------------------------- */

/* What scdoc would take for markup is escaped: some signs anywhere, others only where a line begins. */
void man_text(const char *s, FILE *out) {
    bool line_start = false;
    for (; *s; s++) {
        if (strchr("_*\\`", *s) || (line_start && strchr("#-.|[];", *s))) fputc('\\', out);
        fputc(*s, out);
        line_start = *s == '\n';
    }
}

void man_head(const char *page, FILE *out) { fprintf(out, "%s(1) \"penna " PENNA_VERSION "\" \"Penna\"\n\n", page); }

/* The same for every command, so that scripts learn it once. */
void man_exit_status(FILE *out) {
    fputs(
        "# EXIT STATUS\n\n0 good, 1 a bad record, 2 wrong usage or an unreadable file, 3 a bot forfeited a game, 130 "
        "interrupted.\n",
        out);
}

/* Paragraphs; lines that begin with a space are kept as they are. */
static void man_paragraphs(const char *s, FILE *out) {
    bool kept = false;
    while (*s) {
        size_t n = strcspn(s, "\n");
        char line[512];
        snprintf(line, sizeof line, "\n%.*s", (int)n, s); /* the newline tells man_text that a line begins */
        if (kept != (*s == ' ')) fputs("\n```", out);
        kept = *s == ' ';
        if (kept)
            fputs(line, out);
        else
            man_text(line, out);
        s += n + (s[n] == '\n');
    }
    fputs(kept ? "\n```\n\n" : "\n\n", out);
}

/* As help_args(), but never translated: a man page is English wherever it is built. */
static void man_args(const Arg *args, const Arg *over, FILE *out) {
    for (; args && args->name; args++) {
        if (find_arg(over, args->name, strlen(args->name))) continue;
        fprintf(out, "*--%s*", args->name);
        if (args->value) fprintf(out, " _%s_", args->value);
        fputs("\n\t", out);
        man_text(args->help, out);
        fputs("\n\n", out);
    }
}

/* From the same table as --help, so that a page cannot describe an option that is not there. */
void command_man(const Command *c, FILE *out) {
    char page[80];
    snprintf(page, sizeof page, "penna-%s", c->name);
    man_head(page, out);
    fprintf(out, "# NAME\n\n%s - ", page);
    man_text(c->summary, out);
    fprintf(out, "\n\n# SYNOPSIS\n\n*penna %s* ", c->name);
    man_text(c->usage, out);
    fputs("\n\n", out);
    if (c->about) {
        fputs("# DESCRIPTION\n", out);
        man_paragraphs(c->about, out);
    }
    fputs("# OPTIONS\n\n", out);
    man_args(c->args, NULL, out);
    man_args(c->shared, c->args, out);
    man_args(common, NULL, out);
    man_exit_status(out);
    if (c->examples) fprintf(out, "\n# EXAMPLES\n\n```\n%s```\n", c->examples);
    fputs("\n# SEE ALSO\n\n*penna*(1)\n", out);
}

/* ---- Parsing ---------------------------------------------------------------------------------------- */

/* The whole text has to be a number: `12x` is refused, and so is what does not fit a long, for which strtol() says
 * ERANGE. The limits are whole numbers for reals too. */
static bool set_number(const Arg *a, const char *text, void *to) {
    char *end;
    errno = 0;
    if (a->kind == ARG_REAL) {
        double x = strtod(text, &end);
        if (*text && !*end && !errno && x >= (double)a->low && x <= (double)a->high) {
            *(double *)to = x;
            return true;
        }
    } else {
        long n = strtol(text, &end, 10);
        if (*text && !*end && !errno && n >= a->low && n <= a->high) {
            *(long *)to = n;
            return true;
        }
    }
    usage_error("--%s %s: expected a number from %ld to %ld", a->name, text, a->low, a->high);
    return false;
}

/* Knows nothing of the command: kind and offset say what to write where. `value` is not copied, so it has to outlive
 * the settings; words of argv do. */
bool arg_set(const Arg *a, const char *value, void *settings) {
    void *to = (char *)settings + a->offset;
    switch (a->kind) {
        case ARG_FLAG:
            *(bool *)to = true;
            return true;
        case ARG_NUMBER:
        case ARG_REAL:
            return set_number(a, value, to);
        case ARG_TEXT:
            *(const char **)to = value;
            return true;
        case ARG_LIST:
            break;
    }
    ArgList *list = to;
    if (list->count == ARG_LIST_MAX) {
        usage_error("--%s can be given at most %d times", a->name, ARG_LIST_MAX);
        return false;
    }
    list->item[list->count++] = value;
    return true;
}

/* A command line being read. */
typedef struct Parse {
    const Command *command;
    void *settings; /* the command's, to be filled */
    char **words;   /* the words that are no options, moved to the front of argv */
    int count;      /* of them */
    bool help;      /* --help was given: nothing is run, and words may be missing */
} Parse;

/* These are no settings of the command: they act at once, so that even an error after them is said in the language
 * that was asked for. */
static bool set_common(const Arg *a, const char *value, Parse *p) {
    if (strcmp(a->name, "help") == 0) {
        p->help = true;
        return true;
    }
    bool lang = strcmp(a->name, "lang") == 0;
    if (lang ? term_set_lang(value) : term_set_colour(value)) return true;
    usage_error(lang ? N_("--lang %s: expected en, it, pt or de") : N_("--color %s: expected auto, always or never"),
                value);
    return false;
}

/* Takes the option at argv[*i], and its value. */
static bool parse_option(Parse *p, int argc, char **argv, int *i) {
    const char *name = argv[*i] + 2, *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const Arg *shared = find_arg(common, name, length);
    const Arg *a = shared ? shared : find_arg(p->command->args, name, length);
    if (!a) a = find_arg(p->command->shared, name, length);
    if (!a) {
        usage_error("%s takes no option --%.*s; see `penna %s --help`", p->command->name, (int)length, name,
                    p->command->name);
        return false;
    }
    const char *value = equals ? equals + 1 : NULL;
    if (a->value && !value) value = ++*i < argc ? argv[*i] : NULL;
    if ((a->value != NULL) != (value != NULL)) {
        usage_error(a->value ? N_("--%s needs a value (%s)") : N_("--%s takes no value"), a->name, a->value);
        return false;
    }
    return shared ? set_common(a, value, p) : arg_set(a, value, p->settings);
}

/* Options may stand anywhere among the words, and `--` ends them, so that a file may be called `--json`. The words
 * are gathered at the front of argv in place: there are never more of them than have been read. */
static bool parse(Parse *p, int argc, char **argv) {
    bool options = true;
    for (int i = 1; i < argc; i++) {
        if (options && strcmp(argv[i], "--") == 0)
            options = false;
        else if (options && strcmp(argv[i], "-h") == 0)
            p->help = true;
        else if (options && strncmp(argv[i], "--", 2) == 0) {
            if (!parse_option(p, argc, argv, &i)) return false;
        } else
            p->words[p->count++] = argv[i];
    }
    const Command *c = p->command;
    if (p->help || (p->count >= c->words_min && (c->words_max < 0 || p->count <= c->words_max))) return true;
    usage_error("usage: penna %s %s", c->name, c->usage);
    return false;
}

/* Settings begin as the command's defaults; a size of 0 would make calloc() give NULL on some systems, so it is
 * always one byte more. term_close() last: a full disk behind standard output is a failure even if the command did
 * well. */
int command_run(const Command *c, int argc, char **argv) {
    Parse p = {.command = c, .settings = calloc(1, c->settings + 1), .words = argv + 1};
    if (!p.settings) return usage_error("out of memory");
    if (c->defaults) memcpy(p.settings, c->defaults, c->settings);
    int status = EXIT_USAGE;
    if (parse(&p, argc, argv)) {
        if (p.help) {
            command_help(c, stdout);
            status = EXIT_GOOD;
        } else {
            status = c->run(p.settings, p.count, p.words);
        }
    }
    free(p.settings);
    return term_close(status);
}

/* ---- Options of games ------------------------------------------------------------------------------- */

/* To standard error, below the message it belongs to. */
static void list_options(const Game *g) {
    for (int i = 0; i < game_option_count(g); i++) {
        const Option *o = &g->options[i];
        fprintf(stderr, "  %s=", o->name);
        if (!o->values) fprintf(stderr, "%s", tr(o->form));
        for (int v = 0; o->values && o->values[v]; v++) fprintf(stderr, "%s%s", v ? "|" : "", o->values[v]);
        fprintf(stderr, "  %s\n", tr(o->summary));
    }
}

/* An option given twice is refused: the second would silently undo the first. That options fit each other and the
 * seats is asked last, when all of them are known. */
bool cli_options(const Game *g, const ArgList *list, int seats, int *option, unsigned *given) {
    const char *why;
    *given = 0;
    for (int i = 0; i < list->count; i++) {
        int index;
        if (!game_get_option(g, list->item[i], option, &index, &why)) {
            usage_error(
                g->options ? N_("--option %s: %s; %s has these options:") : N_("--option %s: %s; %s has no options"),
                list->item[i], tr(why), g->name);
            list_options(g);
            return false;
        }
        if (*given >> index & 1) {
            usage_error("--option %s: the option is given twice", list->item[i]);
            return false;
        }
        *given |= 1u << index;
    }
    if (game_options_fit(g, option, seats, &why)) return true;
    usage_error("%s", tr(why));
    return false;
}
