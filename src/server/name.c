/* name.c: see name.h. */
#include "server/name.h"

#include <stdint.h>
#include <string.h>

#include "server/message.h"

enum { MARKS_MAX = 3 }; /* accents on one letter: Vietnamese has two */

/* The next character of a text that is known to be UTF-8; 0 at its end. */
static uint32_t next(const char **at) {
    const unsigned char *p = (const unsigned char *)*at;
    int more = p[0] < 0x80 ? 0 : p[0] < 0xE0 ? 1 : p[0] < 0xF0 ? 2 : 3;
    uint32_t c = more == 0 ? p[0] : p[0] & (0x3Fu >> more);
    for (int i = 1; i <= more; i++) c = c << 6 | (p[i] & 0x3Fu);
    if (c) *at += more + 1;
    return c;
}

typedef struct Range {
    uint32_t first, last;
} Range;

static bool within(uint32_t c, const Range *ranges, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (c >= ranges[i].first && c <= ranges[i].last) return true;
    return false;
}

#define WITHIN(c, ranges) within(c, ranges, sizeof(ranges) / sizeof *(ranges))

/* What is not seen, or changes how the rest is: soft hyphens, fillers, blanks of all widths but the one of the space
 * bar, marks of direction, tags, letters for private use, and the replacement for what could not be read. */
static bool is_hidden(uint32_t c) {
    static const Range hidden[] = {
        {0x00A0, 0x00A0},    {0x00AD, 0x00AD},   {0x034F, 0x034F},   {0x061C, 0x061C},   {0x115F, 0x1160},
        {0x1680, 0x1680},    {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x2000, 0x200B},   {0x200E, 0x200F},
        {0x2028, 0x202F},    {0x205F, 0x206F},   {0x2800, 0x2800},   {0x3000, 0x3000},   {0x3164, 0x3164},
        {0xE000, 0xF8FF},    {0xFE00, 0xFE0E},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFF},
        {0x13430, 0x1345F},  {0x16FE4, 0x16FE4}, {0x1BCA0, 0x1BCA3}, {0x1D159, 0x1D159}, {0x1D173, 0x1D17A},
        {0xE0000, 0x10FFFF},
    };
    return WITHIN(c, hidden);
}

/* Accents that stand above or below the letter before them. */
static bool is_mark(uint32_t c) {
    static const Range marks[] = {
        {0x0300, 0x036F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE20, 0xFE2F}};
    return WITHIN(c, marks);
}

/* Points of other scripts that stand so, too, and make towers; they tell names apart, as vowels do. (Where a script's
 * own rules show a second one beside the first there is no tower, so those of India are not here.) */
static bool is_point(uint32_t c) {
    static const Range points[] = {
        {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x05BF, 0x05BF}, {0x05C1, 0x05C2}, {0x05C4, 0x05C5}, {0x05C7, 0x05C7},
        {0x0610, 0x061A}, {0x064B, 0x065F}, {0x0670, 0x0670}, {0x06D6, 0x06DC}, {0x06DF, 0x06E4}, {0x06E7, 0x06E8},
        {0x06EA, 0x06ED}, {0x0711, 0x0711}, {0x0730, 0x074A}, {0x07A6, 0x07B0}, {0x07EB, 0x07F3}, {0x0898, 0x089F},
        {0x08CA, 0x08E1}, {0x08E3, 0x08FF}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x0EB1, 0x0EB1},
        {0x0EB4, 0x0EBC}, {0x0EC8, 0x0ECE}, {0x0F71, 0x0F7E}, {0x0F80, 0x0F84}, {0x0F8D, 0x0FBC}, {0x1CD0, 0x1CD2},
        {0x1CD4, 0x1CE8}, {0x2CEF, 0x2CF1}, {0x2DE0, 0x2DFF}, {0x302A, 0x302D}, {0x3099, 0x309A}, {0xA66F, 0xA672},
        {0xA674, 0xA67D}, {0xA8E0, 0xA8F1},
    };
    return WITHIN(c, points);
}

/* Joiners hold letters of some scripts, and the parts of a picture, together. Between others they are only hidden. */
static bool is_joiner(uint32_t c) { return c == 0x200C || c == 0x200D || c == 0xFE0F; }

/* A name that is seen as it is: nothing hidden in it, no tower of accents, no accent or joiner on nothing, no two
 * spaces in a row. */
bool name_clean(const char *name, size_t length) {
    uint32_t before = ' ';
    int marks = 0;
    if (!name_ok(name, length)) return false;
    for (const char *at = name; *at;) {
        uint32_t c = next(&at);
        bool mark = is_mark(c) || is_point(c);
        marks = mark ? marks + 1 : 0;
        if (is_hidden(c) || marks > MARKS_MAX) return false;
        if ((mark || is_joiner(c)) && (before == ' ' || is_joiner(before))) return false; /* on nothing */
        if (is_joiner(c) && (before < 0x80 || (!*at && c != 0xFE0F))) return false;
        if (c == ' ' && before == ' ') return false;
        before = c;
    }
    return true;
}

/* ---- Alike ------------------------------------------------------------------------------------------- */

/* The plain small letter of a Latin one with an accent. */
static uint32_t plain_latin(uint32_t c) {
    static const char supplement[] =
        "aaaaaaaceeeeiiiidnooooo*ouuuuypsaaaaaaaceeeeiiiidnooooo/ouuuuypy"; /* from U+00C0 */
    static const char extended[] =
        "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiijjjjkkkllllllllllnnnnnnnnn"
        "oooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs"; /* from U+0100 */
    if (c >= 0xC0 && c < 0x100) return (unsigned char)supplement[c - 0xC0];
    if (c >= 0x100 && c < 0x180) return (unsigned char)extended[c - 0x100];
    return c;
}

/* Small letters, as far as the scripts that look like Latin go. */
static uint32_t small(uint32_t c) {
    if (c >= 0xFF01 && c <= 0xFF5E) c -= 0xFF01 - '!'; /* of full width */
    if (c >= 'A' && c <= 'Z') return c + 'a' - 'A';
    if (c >= 0x391 && c <= 0x3A9) return c + 0x20;
    if (c >= 0x410 && c <= 0x42F) return c + 0x20;
    if (c >= 0x400 && c <= 0x40F) return c + 0x50;
    return plain_latin(c);
}

/* The Latin letter that a small Greek or Cyrillic one looks like, itself or as a capital. */
static uint32_t latin_look(uint32_t c) {
    static const struct {
        uint16_t from;
        char to;
    } looks[] = {
        {0x3B1, 'a'}, {0x3B2, 'b'}, {0x3B5, 'e'}, {0x3B6, 'z'}, {0x3B7, 'h'}, {0x3B9, 'i'}, {0x3BA, 'k'}, {0x3BC, 'm'},
        {0x3BD, 'n'}, {0x3BF, 'o'}, {0x3C1, 'p'}, {0x3C4, 't'}, {0x3C5, 'y'}, {0x3C7, 'x'}, {0x430, 'a'}, {0x432, 'b'},
        {0x435, 'e'}, {0x43A, 'k'}, {0x43C, 'm'}, {0x43D, 'h'}, {0x43E, 'o'}, {0x440, 'p'}, {0x441, 'c'}, {0x442, 't'},
        {0x443, 'y'}, {0x445, 'x'}, {0x451, 'e'}, {0x455, 's'}, {0x456, 'i'}, {0x457, 'i'}, {0x458, 'j'},
    };
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (looks[i].from == c) return (unsigned char)looks[i].to;
    return c;
}

/* The next character as it counts; 0 at the end. With `look` a capital I, an l, a 1 and a bar are one, and so are O and
 * 0; without it, capitals and small letters are, for which I must be i. */
static uint32_t counted(const char **at, bool look) {
    for (;;) {
        uint32_t c = next(at);
        if (c == ' ' || is_mark(c) || is_joiner(c) || is_hidden(c)) continue;
        if (look && (c == 'I' || c == 'l' || c == '1' || c == '|' || c == 0x406 || c == 0x399)) return 'l';
        if (look && c == '0') return 'o';
        return latin_look(small(c));
    }
}

static bool same(const char *a, const char *b, bool look) {
    uint32_t x, y;
    do {
        x = counted(&a, look);
        y = counted(&b, look);
    } while (x == y && x);
    return x == y;
}

bool name_alike(const char *a, const char *b) { return same(a, b, false) || same(a, b, true); }
