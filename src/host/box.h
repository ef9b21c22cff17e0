/* box.h: a sandbox for programs of strangers, made by bubblewrap (bwrap) where the machine allows it: no network, no
 * files but the system's programs and what the command itself names, both to be read only, no other processes, and
 * limits of memory and of processor time. */
#ifndef PENNA_HOST_BOX_H
#define PENNA_HOST_BOX_H

#include "host/buffer.h"

enum {
    BOX_MEMORY_MB = 1024, /* that a process in it may write to */
    BOX_FILE_MB = 64,     /* of a file, also of one without a name that lies in memory */
    BOX_CPU_SECONDS = 3600
};

/* True if boxes can be made here; else *why says why not. It tries, once in a process. */
bool box_possible(const char **why);

/* A command for /bin/sh that runs `command` in a box. False: it cannot be boxed, and *why says why. */
bool box_command(const char *command, Buffer *out, const char **why);

#endif
