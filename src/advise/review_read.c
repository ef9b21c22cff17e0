/* review_read.c: takes a review up again from its document; see review.h. */
#include "advise/review.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number after the next `"key": `. */
static bool number(const char **p, const char *key, double *out) {
    char pattern[40];
    char *end;
    snprintf(pattern, sizeof pattern, "\"%s\": ", key);
    const char *at = strstr(*p, pattern);
    if (!at) return false;
    *out = strtod(at + strlen(pattern), &end);
    *p = end;
    return true;
}

/* The move whose text follows the next `"key": "`. */
static bool move(const Review *r, const State *s, int seat, const char **p, const char *key, Move *out) {
    char pattern[40], token[TOKEN_MAX];
    snprintf(pattern, sizeof pattern, "\"%s\": \"", key);
    const char *at = strstr(*p, pattern);
    if (!at) return false;
    at += strlen(pattern);
    size_t n = strcspn(at, "\"");
    if (n >= sizeof token) return false;
    memcpy(token, at, n);
    token[n] = '\0';
    *p = at + n;
    return game_get_move(match_game(r->match), s, seat, token, out);
}

static bool read_candidate(const Review *r, const State *s, int seat, const char **p, Candidate *c) {
    double trials;
    if (!move(r, s, seat, p, "move", &c->move) || !number(p, "win", &c->share)) return false;
    if (!number(p, "win_error", &c->share_error) || !number(p, "points", &c->points)) return false;
    if (!number(p, "points_error", &c->points_error) || !number(p, "loss", &c->loss)) return false;
    if (!number(p, "loss_error", &c->loss_error) || !number(p, "trials", &trials)) return false;
    c->trials = (uint32_t)trials;
    return true;
}

/* How many moves are shown, and the label, are not read: both follow from the rest. */
static bool read_decision(const Review *r, const State *s, const char *p, Item *item) {
    double legal;
    if (!number(&p, "loss", &item->loss) || !number(&p, "error", &item->error)) return false;
    if (!number(&p, "random", &item->random) || !number(&p, "legal", &legal)) return false;
    item->legal = (int)legal;
    item->count = item->legal < SHOWN ? item->legal : SHOWN;
    for (int i = 0; i < item->count; i++)
        if (!read_candidate(r, s, item->seat, &p, &item->at[i])) return false;
    review_label(r, item);
    return true;
}

/* In the order of put_roll(), seat by seat: number() only looks forward. */
static bool read_roll(const State *s, const char *p, Item *item) {
    for (int i = 0; i < s->seats; i++) {
        if (!number(&p, "win_before", &item->before.share[i]) || !number(&p, "win_after", &item->after.share[i]))
            return false;
        if (!number(&p, "win_luck", &item->luck.share[i])) return false;
        if (!number(&p, "win_luck_error", &item->luck_error.share[i])) return false;
        if (!number(&p, "points_before", &item->before.points[i])) return false;
        if (!number(&p, "points_after", &item->after.points[i])) return false;
        if (!number(&p, "points_luck", &item->luck.points[i])) return false;
        if (!number(&p, "points_luck_error", &item->luck_error.points[i])) return false;
    }
    return true;
}

/* Reads an item from its line; true only if writing it again gives the same line. */
static bool read_item(const Review *r, const char *line, Item *item) {
    AnyState s;
    double trials;
    const char *p = line;
    Buffer again = {0};
    review_state(r, item, &s);
    for (int h = 0; h <= HOW_TRIALS; h++) {
        char pattern[40];
        snprintf(pattern, sizeof pattern, "\"how\": \"%s\"", how_words[h]);
        if (strstr(line, pattern)) item->how = (How)h;
    }
    if (!number(&p, "trials", &trials) || trials < 0 || trials > UINT32_MAX) return false;
    item->trials = (uint32_t)trials;
    if (!(item->seat >= 0 ? read_decision(r, &s.head, p, item) : read_roll(&s.head, p, item))) return false;
    review_put_item(r, item, &again);
    bool same = !again.failed && strcmp(again.bytes, line) == 0;
    buffer_free(&again);
    return same;
}

/* True if the line that begins with `key` is the same in both texts. */
static bool same_line(const char *a, const char *b, const char *key) {
    a = strstr(a, key);
    b = strstr(b, key);
    return a && b && strcspn(a, "\n") == strcspn(b, "\n") && memcmp(a, b, strcspn(a, "\n")) == 0;
}

const char *review_read(Review *r, const char *bytes) {
    Buffer head = {0};
    review_put_head(r, &head);
    const char *why = head.failed ? N_("out of memory") : NULL;
    if (!why && strncmp(bytes, "{\"format\": \"penna analysis 1\",\n", 31) != 0)
        why = N_("it is no analysis of this format");
    if (!why && !same_line(bytes, head.bytes, "\"record\": ")) why = N_("it is the analysis of another record");
    if (!why && !same_line(bytes, head.bytes, "\"settings\": ")) why = N_("it was made with other settings");
    if (!why && strncmp(bytes, head.bytes, head.length) != 0) why = N_("it is no analysis of this format");
    size_t at = head.length;
    buffer_free(&head);
    if (why) return why;
    for (r->done = 0; r->done < r->count && bytes[at] == '{'; r->done++) {
        size_t n = strcspn(bytes + at, "\n"), length = n && bytes[at + n - 1] == ',' ? n - 1 : n;
        char *line = strndup(bytes + at, length);
        Item item = {.node = r->item[r->done].node, .seat = r->item[r->done].seat, .played = r->item[r->done].played};
        bool good = line && read_item(r, line, &item);
        free(line);
        if (!good) return N_("it is damaged");
        r->item[r->done] = item;
        at += n + (bytes[at + n] == '\n');
    }
    return NULL;
}
