/* identity.c: see identity.h. */
#include "arena/identity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/command.h"
#include "arena/exec.h"
#include "arena/roster.h"
#include "bots/net.h"

enum { FILE_MOST = 1 << 28 }; /* a command's words are programs and scripts, not disks */

void identity_hash(const void *bytes, size_t length, char out[HASH_TEXT]) {
    uint8_t hash[CIPHER_HASH];
    cipher_hash(bytes, length, hash);
    for (int i = 0; i < CIPHER_HASH; i++) snprintf(out + 2 * i, 3, "%02x", hash[i]);
}

/* One line: the hash of the file of that name, if it is a plain file that can be read. */
static void put_file(const char *path, Buffer *out) {
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size > FILE_MOST) return;
    FILE *f = fopen(path, "rb");
    char *bytes = f ? malloc((size_t)about.st_size + 1) : NULL, hash[HASH_TEXT];
    size_t length = bytes ? fread(bytes, 1, (size_t)about.st_size, f) : 0;
    if (f) fclose(f);
    if (bytes) {
        identity_hash(bytes, length, hash);
        buffer_put(out, "file %s %s\n", path, hash);
    }
    free(bytes);
}

/* The command with its options, and every word of it that names a file; what it is called does not matter. Quotes of
 * the shell are not understood: a name with a space in it is no word here. */
static void put_command(const char *name, Buffer *out) {
    char *words = strndup(name, command_named(name)), *rest = NULL;
    out->failed |= !words;
    if (words) buffer_put(out, "command %s\n", words);
    char *command = words ? strchr(words, ':') : NULL; /* after `exec:` or `sandbox:` */
    for (char *at = command ? strtok_r(command, ": \t'\"", &rest) : NULL; at; at = strtok_r(NULL, " \t'\"", &rest))
        put_file(at, out);
    free(words);
}

static void put_kind(const Bot *bot, Buffer *out) {
    size_t size = bot->weights_size;
    const uint8_t *weights = bot->weights;
    char hash[HASH_TEXT] = "none";
    if (!weights && bot->kind->learns) weights = weights_builtin(bot->game, &size);
    if (weights) identity_hash(weights, size, hash);
    buffer_put(out, "bot %s penna " PENNA_VERSION " weights %s\n", bot->kind->name, hash);
}

/* The bot is made only to be looked at, so it needs no budget. */
bool identity_put(const char *name, const Game *g, Buffer *out, const char **why) {
    Bot *bot = roster_bot_or_command(name, g, (Budget){0}, why);
    if (!bot) return false;
    if (bot->kind == &exec_bot || bot->kind == &sandbox_bot)
        put_command(name, out);
    else
        put_kind(bot, out);
    roster_free(bot);
    return true;
}

/* Eight bytes of the hash are enough to tell bots apart, and short in every line of a log. */
uint64_t identity_of(const char *name, const Game *g, const char *more, const char **why) {
    Buffer text = {0};
    uint8_t hash[CIPHER_HASH];
    uint64_t id = 0;
    *why = N_("out of memory");
    if (identity_put(name, g, &text, why)) {
        buffer_str(&text, more);
        cipher_hash(text.bytes, text.length, hash);
        for (int i = 0; i < 8 && !text.failed; i++) id = id << 8 | hash[i];
    }
    buffer_free(&text);
    return id;
}
