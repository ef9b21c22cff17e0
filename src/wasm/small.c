/* small.c: the one function of stdio that the engine uses, for the few formats it uses (%s %d %ld %u %llu %016llx %.Nf
 * %c %%), so that the modules for the browser do not carry the whole of printf. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"

/* A number in some base, with zeros in front up to `least` digits. */
static void put_digits(Text *t, unsigned long long n, unsigned base, int least) {
    char digits[24];
    int count = 0;
    for (; n || count < least || count == 0; n /= base) digits[count++] = "0123456789abcdef"[n % base];
    while (count) text_char(t, digits[--count]);
}

/* As %.Nf, for numbers below 10^12 that are no more exact than N + 3 digits. */
static void put_double(Text *t, double x, int places) {
    unsigned long long scale = 1;
    for (int i = 0; i < places; i++) scale *= 10;
    unsigned long long n = (unsigned long long)llround(fabs(x) * (double)scale);
    if (signbit(x)) text_char(t, '-');
    put_digits(t, n / scale, 10, 1);
    if (!places) return;
    text_char(t, '.');
    put_digits(t, n % scale, 10, places);
}

/* One conversion, after its %; returns what follows it. */
static const char *put_one(Text *t, const char *p, va_list *args) {
    int width = 0, longs = 0, places = 0;
    for (; *p >= '0' && *p <= '9'; p++) width = 10 * width + *p - '0';
    if (*p == '.')
        for (p++; *p >= '0' && *p <= '9'; p++) places = 10 * places + *p - '0';
    for (; *p == 'l'; p++) longs++;
    switch (*p) {
        case 's':
            text_str(t, va_arg(*args, const char *));
            break;
        case 'd':
            text_int(t, longs ? va_arg(*args, long) : va_arg(*args, int));
            break;
        case 'u':
        case 'x':
            put_digits(t, longs > 1 ? va_arg(*args, unsigned long long) : va_arg(*args, unsigned), *p == 'x' ? 16 : 10,
                       width);
            break;
        case 'f':
            put_double(t, va_arg(*args, double), places);
            break;
        case 'c':
            text_char(t, (char)va_arg(*args, int));
            break;
        default:
            text_char(t, *p);
    }
    return p + 1;
}

/* Takes the place of libc's by its name, so that the engine's own files need not know where they run. */
int vsnprintf(char *out, size_t size, const char *format, va_list args) {
    Text text = text_in(out, size);
    va_list left;
    va_copy(left, args);
    for (const char *p = format; *p;)
        if (*p == '%')
            p = put_one(&text, p + 1, &left);
        else
            text_char(&text, *p++);
    va_end(left);
    return text.full ? (int)size : (int)(text.at - out); /* of a text that was cut the length is not known */
}
