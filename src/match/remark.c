/* remark.c: see remark.h. */
#include "match/remark.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double most = 1e9; /* of any number: what is more is no chance, no points and no count */

/* Takes the next word, after exactly one space but at the beginning, into word[TOKEN_MAX]. */
static bool take_word(const char **at, bool first, char *word) {
    if (!first && *(*at)++ != ' ') return false;
    size_t n = strcspn(*at, " ");
    if (n == 0 || n >= TOKEN_MAX) return false;
    memcpy(word, *at, n);
    word[n] = '\0';
    *at += n;
    return true;
}

/* A decimal number, as 0.55, -3, 1e-4: never `inf`, `nan` or hexadecimal. */
static bool take_number(const char **at, double *out) {
    char word[TOKEN_MAX], *end;
    if (!take_word(at, false, word) || strspn(word, "+-.0123456789eE") != strlen(word)) return false;
    errno = 0;
    *out = strtod(word, &end);
    return end != word && !*end && errno != ERANGE && fabs(*out) <= most;
}

typedef struct Reading {
    bool (*legal)(const void *context, const char *token);
    const void *context;
    Remark *out;
} Reading;

static const char *read_move(const Reading *r, const char **at) {
    char token[TOKEN_MAX];
    double value;
    if (!take_word(at, false, token) || !take_number(at, &value)) return "`move` needs a move and a number";
    if (r->legal && !r->legal(r->context, token)) return "`move` names a move that is not legal";
    if (r->out->count == REMARK_MOVES) return NULL;
    strcpy(r->out->move[r->out->count].token, token);
    r->out->move[r->out->count++].value = value;
    return NULL;
}

static const char *read_part(const Reading *r, const char *word, const char **at) {
    Remark *out = r->out;
    double x;
    if (strcmp(word, "move") == 0) return read_move(r, at);
    bool *has = strcmp(word, "win") == 0      ? &out->has_win
                : strcmp(word, "points") == 0 ? &out->has_points
                : strcmp(word, "nodes") == 0  ? &out->has_nodes
                                              : NULL;
    if (!has) return "it has a word that is none of win, points, nodes, move";
    if (*has) return "it says a thing twice";
    if (!take_number(at, &x)) return "it has a word that is no number";
    *has = true;
    if (has == &out->has_win) {
        out->win = x;
        return x >= 0 && x <= 1 ? NULL : "`win` is not from 0 to 1";
    }
    if (has == &out->has_points) {
        out->points = x;
        return NULL;
    }
    out->nodes = x >= 0 ? (uint64_t)x : 0;
    return x >= 0 && x == floor(x) ? NULL : "`nodes` is no whole number";
}

const char *remark_read(const char *text, bool (*legal)(const void *context, const char *token), const void *context,
                        Remark *out) {
    Reading r = {.legal = legal, .context = context, .out = out};
    const char *at = text, *why = NULL;
    *out = (Remark){0};
    for (bool first = true; (first || *at) && !why; first = false) {
        char word[TOKEN_MAX];
        why = take_word(&at, first, word) ? read_part(&r, word, &at) : "its words are not apart by single spaces";
    }
    return why;
}

/* What was not said is left out: a 0 in its place would be a claim. */
void remark_put(const Remark *r, Text *out) {
    char room[TOKEN_MAX + 40];
    const char *space = "";
    if (r->has_win) {
        snprintf(room, sizeof room, "win %.4f", r->win);
        text_str(out, room);
        space = " ";
    }
    if (r->has_points) {
        snprintf(room, sizeof room, "%spoints %.2f", space, r->points);
        text_str(out, room);
        space = " ";
    }
    if (r->has_nodes) {
        snprintf(room, sizeof room, "%snodes %llu", space, (unsigned long long)r->nodes);
        text_str(out, room);
        space = " ";
    }
    for (int i = 0; i < r->count; i++) {
        snprintf(room, sizeof room, "%smove %s %.6g", space, r->move[i].token, r->move[i].value);
        text_str(out, room);
        space = " ";
    }
}
