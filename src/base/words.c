/* words.c: see words.h. */
#include "base/words.h"

#include <string.h>

static const char *const codes[LANGS] = {"en", "it", "pt", "de"};

static const char *const colour_ids[COLOURS] = {
    [COLOUR_NONE] = "",
    [COLOUR_WHITE] = N_("white"),
    [COLOUR_BLACK] = N_("black"),
    [COLOUR_GREY] = N_("grey"),
    [COLOUR_RED] = N_("red"),
    [COLOUR_YELLOW] = N_("yellow"),
    [COLOUR_GREEN] = N_("green"),
    [COLOUR_BLUE] = N_("blue"),
    [COLOUR_PURPLE] = N_("purple"),
    [COLOUR_ORANGE] = N_("orange"),
};

bool lang_find(const char *code, Lang *out) {
    if (strlen(code) < 2 || (code[2] && !strchr("_-.@", code[2]))) return false;
    for (int i = 0; i < LANGS; i++)
        if (memcmp(codes[i], code, 2) == 0) {
            *out = (Lang)i;
            return true;
        }
    return false;
}

const char *lang_code(Lang lang) { return codes[lang]; }

const char *words(Lang lang, const char *id) {
    int low = 0, high = catalogue_size;
    while (lang != LANG_EN && low < high) {
        int middle = (low + high) / 2, order = strcmp(id, catalogue[middle].id);
        if (order == 0) return catalogue[middle].text[lang] ? catalogue[middle].text[lang] : id;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return id;
}

const char *words_colour(Lang lang, Colour colour) { return words(lang, colour_ids[colour]); }

/* Takes "{0}" or "{c0}" at *p; false: something else stands there. */
static bool placeholder(const char **p, bool *colour, int *index) {
    const char *q = *p;
    if (*q++ != '{') return false;
    *colour = *q == 'c';
    q += *colour;
    if (*q < '0' || *q > '2' || q[1] != '}') return false;
    *index = *q - '0';
    *p = q + 2;
    return true;
}

/* Arguments by their number and not by their order: another language may want them the other way round. */
void words_phrase(Lang lang, const Phrase *phrase, Text *out) {
    const char *p = words(lang, phrase->id);
    bool colour;
    int index;
    while (*p)
        if (!placeholder(&p, &colour, &index))
            text_char(out, *p++);
        else if (colour)
            text_str(out, words_colour(lang, (Colour)phrase->arg[index]));
        else
            text_int(out, phrase->arg[index]);
}
