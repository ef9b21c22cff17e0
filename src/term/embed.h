/* embed.h: text files compiled into the program by tools/embed.py, so that it needs none where it runs. */
#ifndef PENNA_TERM_EMBED_H
#define PENNA_TERM_EMBED_H

typedef struct Embedded {
    const char *name; /* the file's, without folder and last ending: "qwixx.en"; NULL after the last */
    const char *text;
} Embedded;

/* docs/rules: the rules of the games, GAME.LANG. */
extern const Embedded rules_texts[];

#endif
