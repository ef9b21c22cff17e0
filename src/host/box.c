/* box.c: see box.h. */
#include "host/box.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"

const BoxLimits box_limits = {.memory_mb = 1024, .file_mb = 64, .cpu_seconds = 3600};

/* A box of its own network, processes, users and names; of the system what programs are made of, to be read; and a
 * little room in memory for files that vanish with it. */
static const char frame[] =
    "bwrap --unshare-all --die-with-parent --new-session --clearenv --setenv PATH /usr/local/bin:/usr/bin:/bin "
    "--setenv LANG C.UTF-8 --setenv HOME /tmp --ro-bind /usr /usr --ro-bind-try /bin /bin --ro-bind-try /lib /lib "
    "--ro-bind-try /lib64 /lib64 --ro-bind-try /etc/alternatives /etc/alternatives "
    "--ro-bind-try /etc/ld.so.cache /etc/ld.so.cache --dev /dev --size 67108864 --tmpfs /dev/shm --remount-ro /dev "
    "--proc /proc "
    "--size 67108864 --tmpfs /tmp";

/* ---- Whether it can be done ------------------------------------------------------------------------- */

static const char *refusal; /* NULL: boxes can be made */

/* Only making one tells: bubblewrap may be there and the machine forbid it what a box takes. */
static void try_once(void) {
    char command[sizeof frame + 64];
    strcpy(command, frame);
    strcat(command, " true >/dev/null 2>&1 </dev/null");
    int status = system(command); /* its words are our own */
    if (status == 0) return;
    refusal = WIFEXITED(status) && WEXITSTATUS(status) == 127
                  ? N_("there is no sandbox without bubblewrap (bwrap)")
                  : N_("this machine does not let bubblewrap (bwrap) make a sandbox");
}

bool box_possible(const char **why) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, try_once);
    if (refusal) *why = refusal;
    return !refusal;
}

/* ---- The command ------------------------------------------------------------------------------------ */

/* Writes a word so that the shell takes it as it is. */
static void put_quoted(const char *word, Buffer *out) {
    buffer_str(out, " '");
    for (; *word; word++)
        if (*word == '\'')
            buffer_str(out, "'\\''");
        else
            buffer_add(out, word, 1);
    buffer_str(out, "'");
}

/* Lets a file or folder be read at its own place, if the word names one. False: nobody means that. */
static bool show_word(const char *word, Buffer *out) {
    char path[PATH_MAX];
    if (!realpath(word, path) || strncmp(path, "/usr/", 5) == 0) return true;
    if (strcmp(path, "/") == 0) return false;
    if (strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0) return true;
    buffer_str(out, " --ro-bind");
    put_quoted(path, out);
    put_quoted(path, out);
    return true;
}

/* Every word of the command that names something that is there. */
static bool show_words(const char *command, Buffer *out) {
    static const char apart[] = " \t\n;&|<>()'\"=";
    for (const char *at = command; *at;) {
        size_t n = strcspn(at, apart);
        char word[PATH_MAX];
        if (n > 0 && n < sizeof word) {
            memcpy(word, at, n);
            word[n] = '\0';
            if (!show_word(word, out)) return false;
        }
        at += n + (at[n] != '\0');
    }
    return true;
}

/* The limits are set before the box is made, so that they hold for it and all that is started in it. */
bool box_command(const char *command, BoxLimits limits, Buffer *out, const char **why) {
    char here[PATH_MAX];
    *why = N_("a command in a sandbox cannot name the root of all files");
    buffer_put(out, "ulimit -c 0; ulimit -d %d; ulimit -f %d; ulimit -t %d; exec ", limits.memory_mb * 1024,
               limits.file_mb * 2048, limits.cpu_seconds); /* the shell counts files in halves of a kB */
    buffer_str(out, frame);
    if (!show_words(command, out)) return false;
    if (getcwd(here, sizeof here) && strcmp(here, "/") != 0) { /* so that paths mean what they meant */
        buffer_str(out, " --dir");
        put_quoted(here, out);
        buffer_str(out, " --chdir");
        put_quoted(here, out);
    }
    buffer_str(out, " /bin/sh -c");
    put_quoted(command, out);
    *why = N_("out of memory");
    return !out->failed;
}
