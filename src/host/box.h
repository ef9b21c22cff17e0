/* box.h: a sandbox for programs of strangers, made by bubblewrap (bwrap) where the machine allows it: no network, no
 * files but the system's programs and what the command itself names, both to be read only, no other processes, and
 * limits of memory and of processor time. */
#ifndef PENNA_HOST_BOX_H
#define PENNA_HOST_BOX_H

#include "host/buffer.h"

/* What a process in a box may take. */
typedef struct BoxLimits {
    int memory_mb; /* that it may write to */
    int file_mb;   /* of a file, also of one without a name that lies in memory */
    int cpu_seconds;
} BoxLimits;

extern const BoxLimits box_limits; /* those of programs of strangers (docs/protocol.md) */

/* True if boxes can be made here; else *why says why not. It tries, once in a process. */
bool box_possible(const char **why);

/* A command for /bin/sh that runs `command` in a box with these limits. False: it cannot be boxed, and *why says why.
 */
bool box_command(const char *command, BoxLimits limits, Buffer *out, const char **why);

#endif
