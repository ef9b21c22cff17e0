/* layout.h: a printed sheet as JSON. */
#ifndef PENNA_WASM_LAYOUT_H
#define PENNA_WASM_LAYOUT_H

#include "base/game.h"
#include "host/json.h"

/* The members of an object that is open: name, w, h, rows, boxes and rules. */
void json_layout(Buffer *b, const Layout *l);

#endif
