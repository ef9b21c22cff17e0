/* small.c: the one function of stdio that the engine uses, for the few formats it uses (%s %d %ld %c %%), so
 * that the module for the browser does not carry the whole of printf. */
#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"

int vsnprintf(char *out, size_t size, const char *format, va_list args) {
    Text text = text_in(out, size);
    for (const char *p = format; *p; p++) {
        if (*p != '%') {
            text_char(&text, *p);
            continue;
        }
        switch (*++p) {
            case 's':
                text_str(&text, va_arg(args, const char *));
                break;
            case 'd':
                text_int(&text, va_arg(args, int));
                break;
            case 'l':
                text_int(&text, va_arg(args, long)), p++;
                break;
            case 'c':
                text_char(&text, (char)va_arg(args, int));
                break;
            default:
                text_char(&text, *p);
        }
    }
    return (int)(text.at - out);
}
