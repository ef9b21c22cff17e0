/* text.h: writing and reading short texts in given memory: no malloc, no stdio, no locale. */
#ifndef PENNA_BASE_TEXT_H
#define PENNA_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Marks a message id for the translators; the engine itself never translates. */
#define N_(id) id

/* ---- Writing --------------------------------------------------------------------------------------- */

/* A text being written. It is always NUL-terminated; what does not fit is dropped and `full` set. */
typedef struct Text {
    char *at;  /* where the next byte goes */
    char *end; /* the last byte of the room, kept for the NUL */
    bool full;
} Text;

/* Begins an empty text in room[0..size-1]; size > 0. */
Text text_in(char *room, size_t size);
void text_char(Text *t, char c);
void text_str(Text *t, const char *s);
void text_int(Text *t, long n);

/* ---- Reading --------------------------------------------------------------------------------------- */

/* A text being read. Every scan_ function either takes what it names and returns true, or leaves the
 * place as it was and returns false. */
typedef struct Scan {
    const char *at; /* the next byte; the text is NUL-terminated */
} Scan;

bool scan_char(Scan *in, char c);
bool scan_word(Scan *in, const char *word); /* exactly these bytes */
bool scan_end(const Scan *in);

/* A decimal number in [low, high] as text_int writes it: no plus sign, no leading zeros, no -0. */
bool scan_int(Scan *in, int low, int high, int *out);

/* One of the bytes of `set`; *index is its place there. */
bool scan_among(Scan *in, const char *set, int *index);

#endif
