/* words.h: texts for people in their language. The message id is the English text; the translations come
 * from the files in po/, compiled into the program (tools/po2c.py), so that they need no files, no process-wide
 * locale, and work for two players with two languages in one process, and in a browser. */
#ifndef PENNA_BASE_WORDS_H
#define PENNA_BASE_WORDS_H

#include "base/game.h"

typedef enum Lang { LANG_EN, LANG_IT, LANG_PT, LANG_DE, LANGS } Lang;

/* The language of a code such as "it", "pt_BR.UTF-8" or "de-AT"; false: not one of ours. */
bool lang_find(const char *code, Lang *out);
const char *lang_code(Lang lang);

/* The translation of a message id; the id itself where there is none. */
const char *words(Lang lang, const char *id);

/* The name of a colour. */
const char *words_colour(Lang lang, Colour colour);

/* A phrase, its arguments filled in. */
void words_phrase(Lang lang, const Phrase *p, Text *out);

/* One translation of the compiled catalogue: sorted by id. */
typedef struct Translation {
    const char *id;
    const char *text[LANGS]; /* NULL: not translated; LANG_EN is always NULL */
} Translation;

extern const Translation catalogue[];
extern const int catalogue_size;

#endif
