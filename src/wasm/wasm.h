/* wasm.h: what the parts of the engine for a browser share: the room that texts come in by and the text that goes out.
 */
#ifndef PENNA_WASM_WASM_H
#define PENNA_WASM_WASM_H

#include "match/record.h"

/* Eyes that are no seat's: the page knows these numbers by tools/enums.py. */
enum { FULL = -2, /* sees everything */ SPECTATOR = -1 /* sees what no seat hides */ };

#define EXPORT(name) __attribute__((export_name(#name)))

/* The text that came in. */
EXPORT(room) char *wasm_room(void);

/* Begins what goes out: empty. */
Buffer *wasm_begin(void);

/* Phrases as [["id", a, b, c], …], into what goes out. */
void wasm_phrases(const char *key, const Phrase *p, int n);

#endif
