/* draft.h: a file that is being written. It has no name until all of it is there, so nobody ever meets half a file and
 * nothing is left behind however the program ends; only where the file system knows no nameless files it has another
 * name meanwhile. */
#ifndef PENNA_HOST_DRAFT_H
#define PENNA_HOST_DRAFT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Draft {
    const char *path;
    int fd;
    bool direct; /* to standard output, a device or a pipe: written as it comes */
    bool named;  /* it is on the disk under the name in part */
    bool shown;  /* it has taken the file's place already */
    char *part;
} Draft;

/* Each is false with errno set, and then nothing is left and the draft is closed. "-" is standard output. */
bool draft_begin(Draft *d, const char *path);
bool draft_add(Draft *d, const void *bytes, size_t length);

/* Puts it in the place of the file at the path, or throws it away. */
bool draft_end(Draft *d, bool keep);

/* Puts it there before it is whole; what is added from then on is seen at once, and draft_end() only closes it. */
bool draft_show(Draft *d);

/* Throws away the draft that has a name meanwhile, if there is one. For a program that is being ended: may be called in
 * a signal handler; the draft is of no use afterwards. */
void draft_drop(void);
/* It is another process's draft now: draft_drop() leaves it alone. */
void draft_forget(void);

#endif
