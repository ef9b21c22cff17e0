/* memory.c: making a table without memory is refused, and does not go on for ever; a WebSocket without any for its hash
 * is, too. The linker gives the server's calls of calloc() to this file (--wrap), and OpenSSL asks it for all it has.
 */
#include <openssl/crypto.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/hall.h"
#include "server/head.h"

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);

static bool none; /* there is no memory */
static int asked; /* how often there was none */

void *__wrap_calloc(size_t count, size_t size) {
    if (!none) return __real_calloc(count, size);
    if (++asked == 100000) { /* whoever asks so often never gives up */
        fputs("FAIL: a new table without memory: an endless loop\n", stderr);
        exit(1);
    }
    return NULL;
}

static void *take(size_t size, const char *file, int line) {
    (void)file, (void)line;
    return none ? NULL : malloc(size);
}

static void *resize(void *old, size_t size, const char *file, int line) {
    (void)file, (void)line;
    return none ? NULL : realloc(old, size);
}

static void give_back(void *old, const char *file, int line) {
    (void)file, (void)line;
    free(old);
}

/* The answer to the RFC's own example, with memory and without. */
static bool upgrades(void) {
    char key[] = "dGhlIHNhbXBsZSBub25jZQ==", answer[256];
    Head h = {.key = {.at = key, .length = HEAD_KEY}};
    if (!head_begin()) return false;
    none = true;
    size_t nothing = head_write_upgrade(&h, answer);
    none = false;
    size_t n = head_write_upgrade(&h, answer);
    return nothing == 0 && n > 0 && memmem(answer, n, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", 28);
}

int main(void) {
    if (CRYPTO_set_mem_functions(take, resize, give_back) != 1 || !upgrades()) {
        fputs("FAIL: a WebSocket without memory\n", stderr);
        return 1;
    }
    char folder[] = "/tmp/penna-memory-XXXXXX", path[64], why[STORE_WHY];
    Server *s = calloc(1, sizeof *s);
    if (!s || sodium_init() < 0 || !mkdtemp(folder)) return 1;
    snprintf(path, sizeof path, "%s/server.db", folder);
    s->store = store_open(path, "", why);
    bool opened = s->store != NULL;
    none = true;
    bool refused = opened && !hall_new_table(s, NULL, NULL) && asked > 0;
    none = false;
    store_close(s->store);
    free(s);
    static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(path, sizeof path, "%s/server.db%s", folder, ends[i]);
        unlink(path);
    }
    rmdir(folder);
    if (!opened) fprintf(stderr, "FAIL: %s\n", why);
    if (opened && !refused) fputs("FAIL: a table was made without memory\n", stderr);
    printf("2 checks, %d failed\n", !refused);
    return refused ? 0 : 1;
}
