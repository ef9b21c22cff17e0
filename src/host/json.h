/* json.h: writing JSON into a Buffer. Reading is jansson's (server/message.c).
 *
 * Commas are set by the writer, which sees from the last byte whether one is due: none after a bracket that opened and
 * none after a key. In an object every value is preceded by its key; in a list, and after json_key(), key is NULL. Keys
 * must need no escaping. */
#ifndef PENNA_HOST_JSON_H
#define PENNA_HOST_JSON_H

#include <stdint.h>

#include "host/buffer.h"

void json_open(Buffer *b, const char *key, char bracket);      /* '{' or '[' */
void json_close(Buffer *b, char bracket);                      /* '}' or ']' */
void json_text(Buffer *b, const char *key, const char *value); /* NULL: null */
void json_int(Buffer *b, const char *key, int64_t value);
void json_bool(Buffer *b, const char *key, bool value);
void json_null(Buffer *b, const char *key);

/* A key alone; the next value belongs to it. */
void json_key(Buffer *b, const char *key);

/* A value that is JSON already. */
void json_raw(Buffer *b, const char *key, const char *bytes, size_t length);

/* Appends a text as it stands between the quotes of a JSON string. */
void json_escape(Buffer *b, const char *s, size_t length);

#endif
