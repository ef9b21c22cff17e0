/* host_reader.c: a reader of JSON that is not ours, for host.c; in a file of its own because both say json_null(). */
#include <jansson.h>
#include <string.h>

char *reader_text(const char *bytes, size_t length, size_t index);

/* The text in that place of a list, to be freed; NULL: it is no JSON, no list, or there is no text. */
char *reader_text(const char *bytes, size_t length, size_t index) {
    json_t *list = json_loadb(bytes, length, 0, NULL);
    const char *text = json_string_value(json_array_get(list, index));
    char *copy = text ? strdup(text) : NULL;
    json_decref(list);
    return copy;
}
