/* frame.h: the frames of a WebSocket (RFC 6455, section 5), as a server reads and writes them.
 *
 * A frame is read when it is whole, where it lies: a client's are small (NETWORK_MESSAGE_MAX), so there is nothing to
 * be won by reading one in pieces, and no state to keep between two packets. */
#ifndef PENNA_SERVER_FRAME_H
#define PENNA_SERVER_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FRAME_MORE = 0,
    FRAME_TEXT = 1,
    FRAME_BINARY = 2,
    FRAME_CLOSE = 8,
    FRAME_PING = 9,
    FRAME_PONG = 10
}; /* opcodes */

enum { FRAME_HEAD = 10 }; /* bytes of the longest head of a frame to a client */

/* Why a WebSocket is closed. */
enum {
    CLOSE_NORMAL = 1000,
    CLOSE_AWAY = 1001,
    CLOSE_PROTOCOL = 1002,
    CLOSE_KIND = 1003,
    CLOSE_UTF8 = 1007,
    CLOSE_POLICY = 1008,
    CLOSE_SIZE = 1009
};

/* What the bytes begin with. */
enum { FRAME_PART, FRAME_WHOLE }; /* or, above these, why the connection is to be closed */

typedef struct Frame {
    int opcode;
    bool final;
    char *data; /* unmasked */
    size_t length;
    size_t size; /* bytes of the frame in all */
} Frame;

/* Reads a client's frame of at most `most` bytes of data, and unmasks it where it lies if it is whole: FRAME_PART,
 * FRAME_WHOLE, or the code to close with, as soon as it is clear that there is one. */
int frame_read(char *bytes, size_t length, size_t most, Frame *out);

/* The head of a frame to a client; bytes written to `out`, FRAME_HEAD at most. */
size_t frame_write(int opcode, size_t length, char *out);

/* The code to answer a client's close frame with. */
int frame_close_code(const Frame *f);

/* Is it UTF-8, without overlong forms and surrogates? */
bool frame_utf8(const char *text, size_t length);

#endif
