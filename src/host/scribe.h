/* scribe.h: a file that grows by whole pieces and holds nothing but whole pieces, even if this process is killed in the
 * middle of one: a process of its own writes it, which no signal to us reaches, takes a piece only when it has come
 * completely, and leaves when we are gone. The old file is there until the first piece is. The writer holds a lock
 * (flock) on the new one until all is written.
 *
 * For what should be read while it grows. A file that is of use only when it is whole is a Draft (draft.h). */
#ifndef PENNA_HOST_SCRIBE_H
#define PENNA_HOST_SCRIBE_H

#include <sys/types.h>

#include "host/draft.h"

typedef struct Scribe {
    Draft draft; /* the file; the writer's, unless it is written to directly (Draft.direct) */
    int to;      /* the pipe to the writer; -1: there is none any more */
    pid_t pid;   /* the writer */
} Scribe;

/* Each is false with errno set, and then the scribe has ended: what was whole is in the file, or the old file is there.
 * "-" is standard output. */
bool scribe_begin(Scribe *s, const char *path);
bool scribe_add(Scribe *s, const void *piece, size_t length);

/* Waits until all is on the disk. Not `keep`: if no piece was added yet, the old file stays. */
bool scribe_end(Scribe *s, bool keep);

#endif
