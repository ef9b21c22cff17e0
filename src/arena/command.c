/* command.c: see command.h. */
#include "arena/command.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/frozen.h"
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

/* Is there a file, or a folder if that is wanted, which these bytes name from this folder and not from the root? */
static bool is_here(const char *word, size_t length, const char *folder, bool wants_folder) {
    char path[PATH_MAX];
    struct stat about;
    int n = snprintf(path, sizeof path, "%s/%.*s", folder, (int)length, word);
    if (length == 0 || *word == '/' || n >= (int)sizeof path || stat(path, &about) != 0) return false;
    return wants_folder ? S_ISDIR(about.st_mode) : S_ISREG(about.st_mode);
}

/* `./` at the front of a word says no more once the folder stands there. */
static void put_whole(const char *word, size_t length, const char *folder, Buffer *out) {
    size_t dot = length > 2 && word[0] == '.' && word[1] == '/' ? 2 : 0;
    buffer_put(out, "%s/%.*s", folder, (int)(length - dot), word + dot);
}

/* Words as identity.c tells them apart, with what stands between them as it is. */
static bool whole_words(const char *text, const char *end, const char *folder, Buffer *out) {
    static const char apart[] = " \t'\"";
    bool changed = false, after_cd = false;
    for (const char *at = text, *word; at < end; at = word) {
        word = at + strspn(at, apart);
        word = word < end ? word : end;
        buffer_add(out, at, (size_t)(word - at));
        size_t n = strcspn(word, apart);
        n = n < (size_t)(end - word) ? n : (size_t)(end - word);
        bool searched = word == text && !memchr(word, '/', n);
        bool here = !searched && is_here(word, n, folder, after_cd);
        if (here)
            put_whole(word, n, folder, out);
        else
            buffer_add(out, word, n);
        changed |= here;
        word += n;
        if (after_cd) {
            buffer_add(out, word, (size_t)(end - word));
            break;
        }
        after_cd = n == 2 && memcmp(word - n, "cd", n) == 0;
    }
    return changed;
}

static bool is_frozen(const char *version, size_t length) {
    char word[LABEL_MAX], path[FROZEN_PATH_MAX];
    snprintf(word, sizeof word, "%.*s", (int)length, version);
    for (const Game *const *g = games; *g; g++)
        if (length < sizeof word && frozen_path(word, *g, path)) return true;
    return false;
}

/* A relative path means another file wherever else it is started: a league is run from many folders. */
bool command_whole(const char *name, const char *folder, Buffer *out) {
    const char *options, *end = name + command_proper(name, &options), *from = name;
    bool changed = false;
    if (strncmp(name, "exec:", 5) == 0 || strncmp(name, "sandbox:", 8) == 0) {
        from = strchr(name, ':') + 1;
        buffer_add(out, name, (size_t)(from - name));
        changed = whole_words(from, end, folder, out);
    } else {
        const char *at = memchr(name, '@', (size_t)(end - name));
        size_t n = at ? (size_t)(end - at - 1) : 0;
        changed = at && !is_frozen(at + 1, n) && is_here(at + 1, n, folder, false);
        buffer_add(out, name, (size_t)((changed ? at + 1 : end) - name));
        if (changed) put_whole(at + 1, n, folder, out);
    }
    buffer_str(out, end);
    return changed;
}
