/* json.h: writing JSON into a Buffer, commas included. Reading is jansson's (message.c). */
#ifndef PENNA_JSON_H
#define PENNA_JSON_H

#include "match/record.h"

typedef struct Json {
    Buffer *out;
    bool comma; /* the next thing needs one before it */
} Json;

void js_open(Json *j, char bracket);  /* '{' or '[' */
void js_close(Json *j, char bracket); /* '}' or ']' */
void js_key(Json *j, const char *key);
void js_text(Json *j, const char *s); /* NULL: null */
void js_int(Json *j, int64_t n);
void js_bool(Json *j, bool b);
void js_null(Json *j);

/* A value that is written already. */
void js_raw(Json *j, const char *bytes, size_t length);

/* Appends a text as it stands between the quotes of a JSON string. */
void js_escape(Buffer *out, const char *s, size_t length);

#endif
