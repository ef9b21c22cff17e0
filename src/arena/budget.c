/* budget.c: see budget.h. */
#include "arena/budget.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/clock.h"

/* A number that is followed by nothing is playouts, and has to be whole; with `ms` or `s` it is a time and may have a
 * part. */
bool budget_read(const char *text, Budget *out) {
    char *end;
    errno = 0;
    if (*text < '0' || *text > '9') return false;
    double n = strtod(text, &end);
    if (errno || n <= 0 || n > 1e9) return false;
    if (strcmp(end, "ms") == 0 || strcmp(end, "s") == 0) {
        *out = (Budget){.seconds = strcmp(end, "ms") == 0 ? n / 1000 : n, .now = clock_now};
        return true;
    }
    *out = (Budget){.playouts = (uint32_t)n};
    return *end == '\0' && strspn(text, "0123456789") == strlen(text);
}
