/* list.c: prints the games as the page's first screen shows them: [{name, title, summary, min, max, layout}]. The build
 * runs it (tools/web.py), so that a browser has the list before it has the engine. */
#include <stdio.h>
#include <stdlib.h>

#include "wasm/layout.h"

int main(void) {
    Buffer out = {0};
    json_open(&out, NULL, '[');
    for (int i = 0; games[i]; i++) {
        json_open(&out, NULL, '{');
        json_text(&out, "name", games[i]->name);
        json_text(&out, "title", games[i]->title);
        json_text(&out, "summary", games[i]->summary);
        json_int(&out, "min", games[i]->min_seats);
        json_int(&out, "max", games[i]->max_seats);
        Layout layout;
        games[i]->layout(0, &layout);
        json_open(&out, "layout", '{');
        json_layout(&out, &layout);
        json_close(&out, '}');
        json_close(&out, '}');
    }
    json_close(&out, ']');
    bool good = !out.failed && puts(out.bytes) >= 0;
    buffer_free(&out);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
