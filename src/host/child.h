/* child.h: a process that is spoken to in lines, over its standard input and output, and never trusted: nothing it does
 * or fails to do makes the caller wait longer than it allows, and when it is ended nothing of it is left behind. */
#ifndef PENNA_HOST_CHILD_H
#define PENNA_HOST_CHILD_H

#include <sys/types.h>

#include "host/buffer.h"

enum {
    CHILD_LINE_MAX = 1024, /* bytes of a line it may write, the LF included */
    CHILD_ROOM = 16384     /* bytes that are read at once: many lines, if it writes many */
};

typedef struct Child {
    pid_t pid;      /* also of its process group; 0: there is none */
    int to, from;   /* our ends of the pipes; both do not block */
    Buffer pending; /* what it is still to be sent */
    char room[CHILD_ROOM];
    size_t from_here, to_here; /* what was read and not taken yet lies between them */
} Child;

/* Starts /bin/sh -c COMMAND in a process group of its own; its standard error is ours. False: *why says why not. */
bool child_start(Child *c, const char *command, const char **why);

/* Ends it: closes its input, gives it a moment to leave, then kills the whole process group. */
void child_end(Child *c);
/* The same without the moment. */
void child_kill(Child *c);

/* Queues a text for it; child_flush() and child_line() send what is queued, in one write if the pipe takes it. */
void child_send(Child *c, const char *text);
void child_flush(Child *c);

typedef enum ChildResult {
    CHILD_OK,
    CHILD_SLOW,   /* no whole line in time */
    CHILD_CLOSED, /* it ended, or closed its output */
    CHILD_LONG,   /* more than a line may hold, and no LF */
    CHILD_MEMORY
} ChildResult;

/* True if it has written nothing since its last line was taken. */
bool child_silent(Child *c);

/* True if more than the lines that were taken has been read already: known without asking the system. */
static inline bool child_has_more(const Child *c) { return c->to_here > c->from_here; }

/* Sends what is queued and takes one line within so many seconds; out[CHILD_LINE_MAX] gets it without its LF. */
ChildResult child_line(Child *c, double seconds, char *out);

/* What became of a child whose output is closed, for a message: "it ended with status 1". Its process is gone or dying:
 * waits a moment for its status. Valid while the child is not ended. */
void child_fate(Child *c, char *out, size_t size);

#endif
