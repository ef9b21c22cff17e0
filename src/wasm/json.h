/* json.h: writing JSON into a growing text. Commas are set by the writer; keys must need no escaping. */
#ifndef PENNA_WASM_JSON_H
#define PENNA_WASM_JSON_H

#include "match/record.h"

/* Values. In an object every value is preceded by its key; in a list key is NULL. */
void json_open(Buffer *b, const char *key, char bracket); /* '{' or '[' */
void json_close(Buffer *b, char bracket);                 /* '}' or ']' */
void json_str(Buffer *b, const char *key, const char *value);
void json_int(Buffer *b, const char *key, long value);
void json_bool(Buffer *b, const char *key, bool value);

#endif
