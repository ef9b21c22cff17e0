/* child.h: a process that is spoken to in lines, over its standard input and output, and never trusted: nothing it does
 * or fails to do makes the caller wait longer than it allows, and when it is ended nothing of it is left behind. */
#ifndef PENNA_HOST_CHILD_H
#define PENNA_HOST_CHILD_H

#include <sys/types.h>

#include "host/buffer.h"

enum { CHILD_LINE_MAX = 256 }; /* bytes of a line it may write, the LF included */

typedef struct Child {
    pid_t pid;      /* also of its process group; 0: there is none */
    int to, from;   /* our ends of the pipes; both do not block */
    Buffer pending; /* what it is still to be sent */
    char line[CHILD_LINE_MAX];
    size_t have; /* bytes in line that were read */
} Child;

/* Starts /bin/sh -c COMMAND in a process group of its own; its standard error is ours. False: *why says why not. */
bool child_start(Child *c, const char *command, const char **why);

/* Ends it: closes its input, gives it a moment to leave, then kills the whole process group. */
void child_end(Child *c);
/* The same without the moment. */
void child_kill(Child *c);

/* Queues a text for it and sends what can be sent at once. */
void child_send(Child *c, const char *text);

typedef enum ChildResult {
    CHILD_OK,
    CHILD_SLOW,   /* no whole line in time */
    CHILD_CLOSED, /* it ended, or closed its output */
    CHILD_LONG,   /* more than a line may hold, and no LF */
    CHILD_MORE,   /* something after the line */
    CHILD_EARLY,  /* something before it was asked */
    CHILD_MEMORY
} ChildResult;

/* True if it has written nothing since its last line was taken. */
bool child_silent(Child *c);

/* Sends what is queued and reads one line within so many seconds; out[CHILD_LINE_MAX] gets it without its LF. */
ChildResult child_line(Child *c, double seconds, char *out);

/* What became of a child whose output is closed, for a message: "it ended with status 1". Its process is gone or dying:
 * waits a moment for its status. Valid while the child is not ended. */
void child_fate(Child *c, char *out, size_t size);

#endif
