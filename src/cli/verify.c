/* verify.c: `penna verify`: were the dice of a record those that its key and its seats' salts give, and is it the key
 * that was committed to? */
#include <string.h>

#include "cli/cli.h"
#include "match/fair.h"

/* Finds the comment line `# WORD HEX`; 1: found, 0: there is none, -1: more than one, or not 64 hex digits. */
static int find_comment(const Buffer *text, const char *word, uint8_t out[CIPHER_KEY]) {
    int found = 0;
    for (const char *at = text->bytes; at && *at;) {
        size_t length = strcspn(at, "\n"), n = strlen(word);
        if (length >= n + 3 && memcmp(at, "# ", 2) == 0 && memcmp(at + 2, word, n) == 0 && at[2 + n] == ' ') {
            char hex[FAIR_HEX + 1];
            snprintf(hex, sizeof hex, "%.*s", (int)(length - n - 3), at + n + 3);
            if (found || length - n - 3 >= sizeof hex || !fair_get_hex(hex, out)) return -1;
            found = 1;
        }
        at += length + (at[length] == '\n');
    }
    return found;
}

/* Finds the comment lines `# salt SEAT HEX`; false: one is broken, or a seat has two. */
static bool find_salts(const Buffer *text, int seats, FairSalts *out) {
    static const char word[] = "# salt ";
    const size_t n = sizeof word - 1;
    *out = (FairSalts){0};
    for (const char *at = text->bytes; at && *at;) {
        size_t length = strcspn(at, "\n");
        if (length >= n && memcmp(at, word, n) == 0) {
            char hex[FAIR_HEX + 1];
            int seat = at[n] - '0';
            if (length != n + 2 + FAIR_HEX - 1 || at[n + 1] != ' ' || seat < 0 || seat >= seats) return false;
            snprintf(hex, sizeof hex, "%.*s", FAIR_HEX - 1, at + n + 2);
            if (out->given >> seat & 1 || !fair_get_hex(hex, out->salt[seat])) return false;
            out->given |= 1u << seat;
        }
        at += length + (at[length] == '\n');
    }
    return true;
}

/* Who had a hand in the dice: each can see whether what he added is there. */
static void tell_salts(const Match *m, const FairSalts *salts) {
    for (int i = 0; i < match_state(m)->seats; i++) {
        char hex[FAIR_HEX];
        fair_put_hex(salts->salt[i], hex);
        if (salts->given >> i & 1) printf(tr(N_("  %s added %s\n")), match_name(m, i), hex);
    }
}

/* On standard error and with status 1, as for any bad record. */
static int bad(const char *path, const char *why) {
    fprintf(stderr, "%s: %s\n", path, why);
    return EXIT_RECORD;
}

/* What is missing is told apart from what is wrong: a game in progress has no key yet, and that is no fraud. */
static int verify_match(const char *path, const Match *m, const Buffer *text) {
    uint8_t key[CIPHER_KEY], commitment[CIPHER_HASH], real[CIPHER_HASH], dice[CIPHER_KEY];
    FairSalts salts;
    int has_key = find_comment(text, "key", key), has_commitment = find_comment(text, "commitment", commitment);
    if (has_key < 0 || has_commitment < 0 || !find_salts(text, match_state(m)->seats, &salts))
        return bad(path, tr(N_("its `# key`, `# commitment` or `# salt` line is broken")));
    if (!has_commitment) return bad(path, tr(N_("it has no `# commitment` line: its dice were not committed to")));
    if (!has_key) return bad(path, tr(N_("it has no `# key` line: the key is shown once the game is over")));
    fair_commit(key, real);
    if (memcmp(real, commitment, sizeof real) != 0) return bad(path, tr(N_("the key is not the one committed to")));
    fair_key(key, &salts, dice);
    int node = fair_verify(m, dice);
    if (node >= 0) {
        fprintf(stderr, "%s: ", path);
        fprintf(stderr, tr(N_("node %d is not what the key gives\n")), node);
        return EXIT_RECORD;
    }
    printf(tr(N_("%s: the dice are those that were committed to\n")), path);
    tell_salts(m, &salts);
    return EXIT_GOOD;
}

/* The comments are looked for in the text, since reading a record drops them; the record itself has to be good as
 * well. */
static int verify(const char *path) {
    Buffer text = {0};
    int status = EXIT_USAGE;
    if (file_read(path, &text)) {
        Match *m = file_match(path, false, NULL, &status);
        if (m) status = verify_match(path, m, &text);
        match_free(m);
    }
    buffer_free(&text);
    return status;
}

/* All files are looked at, and the worst of them is the status: a bad one among many is not hidden by the next. */
static int run(const void *settings, int count, char **words) {
    (void)settings;
    int worst = EXIT_GOOD;
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "-") == 0) return usage_error("verify reads files, not standard input");
        int status = verify(words[i]);
        if (status > worst) worst = status;
    }
    return worst;
}

const Command verify_command = {
    .name = "verify",
    .usage = "FILE...",
    .summary = N_("check that no roll of a record was chosen"),
    .about = N_("A table of `penna serve` commits to the key of its dice before the first roll and shows the key at\n"
                "the end; both stand in the record as comments, and so does what the seats added to the key. This\n"
                "computes every roll again from them, and tells who added what."),
    .examples = "  penna verify KMPXR.penna\n",
    .words_min = 1,
    .words_max = -1,
    .run = run,
};
