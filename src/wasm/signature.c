/* signature.c: the signature of the engine as a browser has it, for the tests alone: it is in the module of the
 * analysis, which is made of the same objects and is no part of the first load. */
#include "match/signature.h"

#include "host/buffer.h"
#include "wasm/wasm.h"

EXPORT(signature) void wasm_signature(void);

static void put_hex(Buffer *out, uint64_t n) {
    char text[17] = "";
    for (int i = 15; i >= 0; i--, n >>= 4) text[i] = "0123456789abcdef"[n & 15];
    buffer_str(out, text);
    buffer_str(out, "\n");
}

/* The signature of the engine (match/signature.h), as tests/signature.txt has it. */
void wasm_signature(void) {
    Buffer *out = wasm_begin();
    uint64_t all = 0;
    for (int i = 0; games[i]; i++)
        for (int seats = games[i]->min_seats; seats <= games[i]->max_seats; seats++) {
            char number[] = {' ', (char)('0' + seats), ' ', '\0'};
            int wrong;
            uint64_t one = signature_of(games[i], seats, &wrong);
            buffer_str(out, games[i]->name);
            buffer_str(out, wrong < 0 ? number : " plays out otherwise ");
            put_hex(out, one);
            all = signature_add(all, one);
        }
    buffer_str(out, "all ");
    put_hex(out, all);
}
