/* frozen.c: see frozen.h. */
#include "arena/frozen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

/* A word names a folder and nothing above or below it. */
static bool is_plain(const char *version) { return *version && *version != '.' && !strchr(version, '/'); }

static bool exists_in(const char *folder, const char *below, const char *version, const Game *g, char *out) {
    int n = snprintf(out, FROZEN_PATH_MAX, "%s%s/%s/%s.weights", folder, below, version, g->name);
    return n > 0 && n < FROZEN_PATH_MAX && access(out, R_OK) == 0;
}

/* Found from where the program lies, installed or built, and not from where it was started. A folder that was chosen
 * is the only one. */
bool frozen_path(const char *version, const Game *g, char out[FROZEN_PATH_MAX]) {
    static const char *const below[] = {"/../share/penna/frozen", "/../../share/penna/frozen", "/../data/frozen",
                                        "/../../data/frozen"};
    const char *chosen = getenv("PENNA_FROZEN");
    char own[FROZEN_PATH_MAX / 2];
    if (!is_plain(version)) return false;
    if (chosen) return exists_in(chosen, "", version, g, out);
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    if (length <= 0) return false;
    own[length] = '\0';
    char *slash = strrchr(own, '/');
    if (slash) *slash = '\0';
    for (unsigned i = 0; i < sizeof below / sizeof *below; i++)
        if (exists_in(own, below[i], version, g, out)) return true;
    return false;
}
