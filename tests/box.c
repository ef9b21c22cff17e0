/* box.c: the limits of a sandbox hold, each by itself: of processor time, of memory, of files. They are made small
 * here, so that nobody waits for an hour of the processor; and a program that keeps to them comes to its end. Nothing
 * is judged by a clock: a program that should have been ended says that it was not. */
#include "host/box.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { ENOUGH = 1000 }; /* of what is not being tried, in its unit */

static long checks;

/* Runs a program of Python in a box. What it prints goes to *said; true: it ended by itself and well. */
static bool run(const char *program, BoxLimits limits, char *said, int size) {
    char command[1000];
    const char *why;
    Buffer boxed = {0};
    snprintf(command, sizeof command, "exec python3 -S -c '%s' 2>/dev/null", program);
    if (!box_command(command, limits, &boxed, &why)) exit(2);
    FILE *from = popen(boxed.bytes, "r");
    if (!from) exit(2);
    memset(said, 0, (size_t)size);
    size_t n = fread(said, 1, (size_t)size - 1, from);
    int status = pclose(from);
    buffer_free(&boxed);
    return n > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* The program has `%d` where it says how much it takes: `modest` goes, `greedy` does not. */
static void try(const char *what, const char *program, BoxLimits limits, int modest, int greedy) {
    char text[500], said[100];
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, program, i ? greedy : modest);
        bool good = run(text, limits, said, (int)sizeof said);
        checks++;
        if (good == !i && (i || strcmp(said, "done\n") == 0) && (!i || !strstr(said, "done"))) continue;
        fprintf(stderr, "box.c: %s of %d: %s, it said `%s`\n", what, i ? greedy : modest,
                good ? "ended well" : "failed", said);
        exit(1);
    }
}

int main(void) {
    const char *why;
    if (!box_possible(&why)) {
        printf("SKIP: %s\n", why);
        return 77;
    }
    BoxLimits usual = {.memory_mb = ENOUGH, .file_mb = ENOUGH, .cpu_seconds = ENOUGH}, time = usual, memory = usual,
              file = usual;
    time.cpu_seconds = 1;
    memory.memory_mb = 100;
    file.file_mb = 2;
    try("hundredths of a second", "import time\nwhile 100 * time.process_time() < %d: pass\nprint(\"done\")", time, 20,
        1000);
    try("MB of memory", "held = bytearray(%d << 20)\nprint(\"done\")", memory, 20, 200);
    try("MB of a file", "f = open(\"/tmp/x\", \"wb\")\nf.write(bytes(%d << 20))\nf.close()\nprint(\"done\")", file, 1,
        4);
    try("MB of a file without a name",
        "import os\nf = os.fdopen(os.memfd_create(\"x\"), \"wb\")\nf.write(bytes(%d << "
        "20))\nf.close()\nprint(\"done\")",
        file, 1, 4);
    printf("%ld checks\n", checks);
    return 0;
}
