/* command.c: see command.h. */
#include "arena/command.h"

#include <string.h>

#include "arena/roster.h"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+-";

/* The last place where the words stand within so many bytes, or NULL. */
static const char *find_last(const char *text, size_t length, const char *words) {
    size_t n = strlen(words);
    for (size_t at = length >= n ? length - n + 1 : 0; at-- > 0;)
        if (memcmp(text + at, words, n) == 0) return text + at;
    return NULL;
}

/* Where ` as ALIAS` begins, or NULL. */
static const char *alias_part(const char *name) {
    static const char as[] = " as ";
    const char *at = find_last(name, strlen(name), as);
    if (!at || at == name) return NULL;
    size_t n = strlen(at + sizeof as - 1);
    return n > 0 && n < LABEL_MAX && strspn(at + sizeof as - 1, letters) == n ? at : NULL;
}

const char *command_shown(const char *name) {
    const char *at = alias_part(name);
    return at ? at + 4 : name;
}

size_t command_named(const char *name) {
    const char *at = alias_part(name);
    return at ? (size_t)(at - name) : strlen(name);
}

/* Are these bytes KEY=VALUE words with single spaces between them? */
static bool are_options(const char *text, size_t length) {
    for (const char *end = text + length; text < end; text++) {
        size_t key = strspn(text, letters), word = strcspn(text, " ");
        if (key == 0 || text[key] != '=' || text + word > end || key + 1 == word) return false;
        text += word;
        if (text + 1 == end) return false;
    }
    return length > 0;
}

size_t command_proper(const char *name, const char **options) {
    static const char with[] = " with ";
    size_t length = command_named(name), n = sizeof with - 1;
    const char *at = find_last(name, length, with);
    *options = NULL;
    if (!at || !are_options(at + n, length - (size_t)(at + n - name))) return length;
    *options = at + n;
    return (size_t)(at - name);
}
