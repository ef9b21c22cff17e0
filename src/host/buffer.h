/* buffer.h: a text or bytes that grow. Memory that runs out is noted once, in the buffer, and asked for at the end:
 * whoever writes need not look after every piece. */
#ifndef PENNA_HOST_BUFFER_H
#define PENNA_HOST_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

/* Zero-initialise it, free it with buffer_free(). */
typedef struct Buffer {
    char *bytes; /* NUL-terminated once anything was written */
    size_t length, room;
    bool failed; /* memory ran out; the rest was dropped */
} Buffer;

/* Where so many bytes more may be written; NULL: no memory. buffer_wrote() says how many were. */
char *buffer_room(Buffer *b, size_t more);
void buffer_wrote(Buffer *b, size_t length);

void buffer_add(Buffer *b, const char *bytes, size_t length);
void buffer_str(Buffer *b, const char *s);
/* Appends as printf does, whatever the length. */
__attribute__((format(printf, 2, 3))) void buffer_put(Buffer *b, const char *format, ...);
void buffer_free(Buffer *b);

#endif
