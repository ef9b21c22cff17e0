/* events.c: fuzzes the log of a table or an evening, line by line: what is no event of it is refused and changes
 * nothing that can be seen; what is one leaves a table whose views can be written, and an evening whose results can. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "server/club.h"
#include "server/evening.h"
#include "server/view.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Everybody stands there once, the best first; and no result is told of who has none. */
static void look_at_evening(const Table *t) {
    Placing all[PLAYERS_MAX];
    bool seen[PLAYERS_MAX] = {0};
    Buffer out = {0};
    int count = evening_standings(t->evening, all);
    if (count != t->evening->players) abort();
    for (int i = 0; i < count; i++) {
        if (seen[all[i].player] || (i > 0 && all[i].difference > all[i - 1].difference)) abort();
        if (all[i].rounds == 0 && (all[i].points || all[i].difference || all[i].adjusted)) abort();
        seen[all[i].player] = true;
    }
    buffer_str(&out, "{");
    club_put(t, true, &out);
    club_csv(t, &out);
    if (!out.failed && strlen(out.bytes) != out.length) abort();
    buffer_free(&out);
}

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
    if (t->evening) look_at_evening(t);
    table_clear(t);
    return 0;
}
