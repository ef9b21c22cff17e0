/* events.c: fuzzes the log of a table, line by line: what is no event of this table is refused and changes nothing that
 * can be seen; what is one leaves a table whose views can be written. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "server/view.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint8_t key[STORE_KEY];
    char line[EVENT_MAX], again[EVENT_MAX], third[EVENT_MAX];
    TableEvent event, copy;
    Table *t = table_lay("KMPXR", key);
    if (!t) return 0;
    while (size > 0) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t n = end ? (size_t)(end - data) : size, kept = n < sizeof line ? n : sizeof line - 1;
        memcpy(line, data, kept);
        line[kept] = '\0';
        if (event_read(line, &event) == EVENT_DONE) { /* what is written of it is read as the same */
            if (!event_write(&event, again) || event_read(again, &copy) != EVENT_DONE) abort();
            if (!event_write(&copy, third) || strcmp(again, third) != 0) abort();
            table_apply(t, &event);
        }
        data += n + (end != NULL);
        size -= n + (end != NULL);
    }
    ViewRoom room = {0};
    if (t->match) view_begin(t, "greedy", &room);
    for (unsigned seats = 0; seats < 2 && t->match; seats++) {
        const Buffer *view = view_write(t, seats, seats == 1, &room);
        if (view && strlen(view->bytes) != view->length) abort();
    }
    view_free(&room);
    table_clear(t);
    return 0;
}
