/* memory.c: making a table without memory is refused, and does not go on for ever. The linker gives the server's calls
 * of calloc() to this file (--wrap). */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/hall.h"

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

int main(void) {
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
    printf("1 checks, %d failed\n", !refused);
    return refused ? 0 : 1;
}
