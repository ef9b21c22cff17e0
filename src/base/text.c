/* text.c: see text.h. */
#include "base/text.h"

#include <string.h>

Text text_in(char *room, size_t size) {
    room[0] = '\0';
    return (Text){.at = room, .end = room + size - 1, .full = false};
}

void text_char(Text *t, char c) {
    if (t->at == t->end) {
        t->full = true;
        return;
    }
    *t->at++ = c;
    *t->at = '\0';
}

void text_str(Text *t, const char *s) {
    while (*s) text_char(t, *s++);
}

void text_int(Text *t, long n) {
    char digits[24];
    int count = 0;
    unsigned long rest = n < 0 ? 0UL - (unsigned long)n : (unsigned long)n;
    do digits[count++] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (n < 0) text_char(t, '-');
    while (count) text_char(t, digits[--count]);
}

bool scan_char(Scan *in, char c) {
    if (c == '\0' || *in->at != c) return false;
    in->at++;
    return true;
}

bool scan_word(Scan *in, const char *word) {
    size_t n = strlen(word);
    if (strncmp(in->at, word, n) != 0) return false;
    in->at += n;
    return true;
}

bool scan_end(const Scan *in) { return *in->at == '\0'; }

/* One writing for each number: no sign for zero, no zeros in front. So what is read is written again byte for byte. */
bool scan_int(Scan *in, int low, int high, int *out) {
    const char *p = in->at;
    bool negative = *p == '-';
    if (negative) p++;
    if (*p < '0' || *p > '9') return false;
    if (*p == '0' && (negative || (p[1] >= '0' && p[1] <= '9'))) return false;
    long n = 0;
    for (; *p >= '0' && *p <= '9'; p++) {
        n = n * 10 + (*p - '0');
        if (n > 1000000000) return false;
    }
    if (negative) n = -n;
    if (n < low || n > high) return false;
    in->at = p;
    *out = (int)n;
    return true;
}

bool scan_among(Scan *in, const char *set, int *index) {
    const char *found = *in->at ? strchr(set, *in->at) : NULL;
    if (!found) return false;
    in->at++;
    *index = (int)(found - set);
    return true;
}
