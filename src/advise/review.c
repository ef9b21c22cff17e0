/* review.c: see review.h. */
#include "advise/review.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/dice.h"
#include "base/hash.h"
#include "host/json.h"

const char *const how_words[] = {[HOW_EXACT] = "exact", [HOW_SEARCH] = "search", [HOW_TRIALS] = "trials"};

/* ---- What is to be judged --------------------------------------------------------------------------- */

/* Calls for every decision with a choice and every roll with a chance; counts, and fills unless item is NULL. */
static int list_items(const Match *m, Item *item) {
    const Game *g = match_game(m);
    AnyState s;
    Move legal[MOVES_MAX];
    int n = 0;
    match_state_at(m, 0, &s);
    for (int node = 0; node < match_node(m); node++) {
        const Event *e = match_event(m, node);
        if (e->node == NODE_CHANCE && dice_total(g, &s.head) > 1) {
            if (item) item[n] = (Item){.node = node, .seat = -1};
            n++;
        }
        for (int seat = 0; e->node == NODE_MOVE && seat < s.head.seats; seat++) {
            if (!state_moves(&s.head, seat) || g->legal(&s.head, seat, legal) < 2) continue;
            if (item) item[n] = (Item){.node = node, .seat = seat, .played = e->move[seat]};
            n++;
        }
        match_apply(g, &s.head, e);
    }
    return n;
}

static uint64_t record_hash(const Match *m) {
    Buffer text = {0};
    record_write(m, RECORD_FULL, true, &text);
    uint64_t hash = hash_add(hash_none, text.bytes, text.length);
    buffer_free(&text);
    return hash;
}

bool review_open(Review *r, const Match *m, const Advisor *a) {
    *r = (Review){.match = m, .advisor = a, .count = list_items(m, NULL), .hash = record_hash(m)};
    r->item = calloc((size_t)r->count + 1, sizeof *r->item);
    if (r->item) list_items(m, r->item);
    return r->item != NULL;
}

void review_free(Review *r) { free(r->item); }

uint64_t review_question(const Review *r, const Item *item) {
    return advisor_question(r->advisor, item->node, item->seat) ^ r->hash;
}

void review_state(const Review *r, const Item *item, AnyState *out) {
    match_state_at(r->match, item->node, out);
    if (item->seat >= 0) game_hide(match_game(r->match), &out->head, item->seat);
}

const Candidate *item_played(const Item *item) {
    for (int i = 0; i < item->count; i++)
        if (item->at[i].move == item->played) return &item->at[i];
    return &item->at[0];
}

/* ---- Judging ---------------------------------------------------------------------------------------- */

static double rounded(double x) { return round(x * 1e6) / 1e6 + 0.0; }

/* To the digits that a document has: a review that was read again is the same as the one that was written. */
static Candidate rounded_candidate(const Candidate *c) {
    Candidate out = *c;
    out.share = rounded(c->share);
    out.points = rounded(c->points);
    out.share_error = rounded(c->share_error);
    out.points_error = rounded(c->points_error);
    out.loss = rounded(c->loss);
    out.loss_error = rounded(c->loss_error);
    return out;
}

static void round_value(Value *v) {
    for (int i = 0; i < SEATS_MAX; i++) {
        v->share[i] = rounded(v->share[i]);
        v->points[i] = rounded(v->points[i]);
    }
}

void review_label(const Review *r, Item *item) {
    double scale = r->advisor->scale;
    item->label = label_of(item->loss * scale, item->error * scale);
}

/* The move that was played is always shown, in the last place if it is not among the best. */
static void judge_decision(const Review *r, const Judge *j, const State *view, uint64_t question, void *memory,
                           Item *out) {
    Ranking ranking;
    advisor_rank_alone(r->advisor, j, view, out->seat, question, &out->played, memory, &ranking);
    int place = ranking_find(&ranking, out->played);
    const Candidate played = rounded_candidate(&ranking.at[place]);
    out->how = ranking.how;
    out->trials = ranking.trials;
    out->legal = ranking.count;
    out->random = rounded(ranking.random);
    out->loss = played.loss;
    out->error = played.loss_error;
    out->count = ranking.count < SHOWN ? ranking.count : SHOWN;
    for (int i = 0; i < out->count; i++) out->at[i] = rounded_candidate(&ranking.at[i]);
    if (place >= out->count) out->at[out->count - 1] = played;
    review_label(r, out);
}

/* The question comes from the record, the node and the seat: items may be judged in any order and by any thread. */
void review_judge(const Review *r, const Judge *j, void *memory, int i, Item *out) {
    AnyState s;
    *out = (Item){.node = r->item[i].node, .seat = r->item[i].seat, .played = r->item[i].played};
    uint64_t question = review_question(r, out);
    review_state(r, out, &s);
    if (out->seat >= 0) {
        judge_decision(r, j, &s.head, question, memory, out);
        return;
    }
    Luck luck;
    luck_of(j, &s.head, match_event(r->match, out->node)->outcome, question, r->advisor->effort.rolls, &luck);
    out->how = luck.how;
    out->trials = luck.trials;
    out->before = luck.before;
    out->after = luck.after;
    out->luck = luck.luck;
    out->luck_error = luck.error;
    round_value(&out->before);
    round_value(&out->after);
    round_value(&out->luck);
    round_value(&out->luck_error);
}

/* ---- Summing up ------------------------------------------------------------------------------------- */

/* Errors are added as squares, since rolls fall independently; review_sum() takes the root. */
static void add_item(Review *r, const Item *item) {
    if (item->seat >= 0) {
        SeatSum *s = &r->seat[item->seat];
        s->decisions++;
        s->by_label[item->label]++;
        s->loss += label_loss(item->loss, item->error);
        s->random += item->random;
        return;
    }
    for (int i = 0; i < match_state(r->match)->seats; i++) {
        r->seat[i].luck += item->luck.share[i];
        r->seat[i].luck_error += item->luck_error.share[i] * item->luck_error.share[i];
        r->seat[i].points_luck += item->luck.points[i];
        r->seat[i].points_luck_error += item->luck_error.points[i] * item->luck_error.points[i];
    }
}

/* Where no move could lose anything nothing was lost: that is an accuracy of 100. */
void review_sum(Review *r) {
    Value end;
    value_of_scores(match_game(r->match), match_state(r->match), &end);
    memset(r->seat, 0, sizeof r->seat);
    for (int i = 0; i < r->done; i++) add_item(r, &r->item[i]);
    for (int i = 0; i < match_state(r->match)->seats; i++) {
        SeatSum *s = &r->seat[i];
        s->luck_error = sqrt(s->luck_error);
        s->points_luck_error = sqrt(s->points_luck_error);
        s->accuracy = s->random > 0 ? 100 * fmax(0, 1 - s->loss / s->random) : 100;
        s->share = end.share[i];
        s->points = end.points[i];
        s->share_adjusted = s->share - s->luck;
        s->points_adjusted = s->points - s->points_luck;
    }
}

/* ---- Writing ---------------------------------------------------------------------------------------- */

static void put_string(Buffer *out, const char *s) {
    buffer_str(out, "\"");
    json_escape(out, s, strlen(s));
    buffer_str(out, "\"");
}

/* A review is taken up again only where this line is the same (review_read.c): what changes a figure has to be in
 * it. */
static void put_settings(const Advisor *a, Buffer *out) {
    buffer_put(out, "\"settings\": {\"program\": \"penna " PENNA_VERSION "\", \"level\": \"%s\", \"seed\": %llu, ",
               level_words[a->level], (unsigned long long)a->seed);
    buffer_put(out, "\"policy\": \"%s\", \"exact\": %s, \"aim\": \"%s\", ", a->policy, a->exact ? "true" : "false",
               a->seats > 1 ? "win" : "points");
    buffer_put(out, "\"first\": %u, \"most\": %u, \"rolls\": %u, \"horizon\": %d, \"spread\": %.6f, \"labels\": {",
               a->effort.first, a->effort.most, a->effort.rolls, a->horizon, a->spread);
    for (int i = 0; i < LABELS; i++) buffer_put(out, "%s\"%s\": %.3f", i ? ", " : "", label_words[i], label_from[i]);
    buffer_put(out, "}},\n");
}

/* The hash tells records apart that have the same names and length: a review of another one is not taken up. */
static void put_record(const Review *r, Buffer *out) {
    const Match *m = r->match;
    buffer_put(out, "\"record\": {\"game\": \"%s\", \"hash\": \"%016llx\", \"nodes\": %d, \"items\": %d, \"names\": [",
               match_game(m)->name, (unsigned long long)r->hash, match_node(m), r->count);
    for (int i = 0; i < match_state(m)->seats; i++) {
        if (i) buffer_str(out, ", ");
        put_string(out, match_name(m, i));
    }
    buffer_put(out, "]},\n");
}

void review_put_head(const Review *r, Buffer *out) {
    buffer_str(out, "{\"format\": \"penna analysis 1\",\n");
    put_settings(r->advisor, out);
    put_record(r, out);
    buffer_str(out, "\"items\": [\n");
}

static void put_token(const Review *r, const State *s, int seat, Move m, Buffer *out) {
    char room[TOKEN_MAX];
    Text t = text_in(room, sizeof room);
    match_game(r->match)->put_move(s, seat, m, &t);
    buffer_put(out, "\"%s\"", room);
}

/* review_read.c looks for each key behind the one before: their order is part of the format. */
static void put_decision(const Review *r, const Item *item, const State *s, Buffer *out) {
    buffer_put(out, "\"seat\": %d, \"played\": ", item->seat);
    put_token(r, s, item->seat, item->played, out);
    buffer_put(out,
               ", \"label\": \"%s\", \"loss\": %.6f, \"error\": %.6f, \"random\": %.6f, \"legal\": %d, \"moves\": [",
               label_words[item->label], item->loss, item->error, item->random, item->legal);
    for (int i = 0; i < item->count; i++) {
        const Candidate *c = &item->at[i];
        buffer_put(out, "%s{\"move\": ", i ? ", " : "");
        put_token(r, s, item->seat, c->move, out);
        buffer_put(out, ", \"win\": %.6f, \"win_error\": %.6f, \"points\": %.6f, \"points_error\": %.6f, ", c->share,
                   c->share_error, c->points, c->points_error);
        buffer_put(out, "\"loss\": %.6f, \"loss_error\": %.6f, \"trials\": %u}", c->loss, c->loss_error, c->trials);
    }
    buffer_put(out, "]}");
}

/* In the order in which read_roll() looks for the keys. */
static void put_roll(const Review *r, const Item *item, const State *s, Buffer *out) {
    char room[TOKEN_MAX];
    Text t = text_in(room, sizeof room);
    match_game(r->match)->put_outcome(s, match_event(r->match, item->node)->outcome, &t);
    buffer_put(out, "\"%s\": \"%s\", \"luck\": [", match_game(r->match)->chance_word, room);
    for (int i = 0; i < s->seats; i++) {
        buffer_put(out, "%s{\"win_before\": %.6f, \"win_after\": %.6f, \"win_luck\": %.6f, \"win_luck_error\": %.6f, ",
                   i ? ", " : "", item->before.share[i], item->after.share[i], item->luck.share[i],
                   item->luck_error.share[i]);
        buffer_put(
            out, "\"points_before\": %.6f, \"points_after\": %.6f, \"points_luck\": %.6f, \"points_luck_error\": %.6f}",
            item->before.points[i], item->after.points[i], item->luck.points[i], item->luck_error.points[i]);
    }
    buffer_put(out, "]}");
}

void review_put_item(const Review *r, const Item *item, Buffer *out) {
    AnyState s;
    review_state(r, item, &s);
    buffer_put(out, "{\"node\": %d, \"how\": \"%s\", \"trials\": %u, ", item->node, how_words[item->how], item->trials);
    (item->seat >= 0 ? put_decision : put_roll)(r, item, &s.head, out);
}

/* Alone there is nobody to win against, so only points are told. */
static void put_seat(const SeatSum *s, bool win, Buffer *out) {
    buffer_put(out, "{\"decisions\": %d, ", s->decisions);
    for (int i = 0; i < LABELS; i++) buffer_put(out, "\"%s\": %d, ", label_words[i], s->by_label[i]);
    buffer_put(out, "\"loss\": %.6f, \"accuracy\": %.2f, ", s->loss, s->accuracy);
    if (win)
        buffer_put(out, "\"win\": %.6f, \"win_luck\": %.6f, \"win_luck_error\": %.6f, \"win_adjusted\": %.6f, ",
                   s->share, s->luck, s->luck_error, s->share_adjusted);
    buffer_put(out, "\"points\": %.0f, \"points_luck\": %.6f, \"points_luck_error\": %.6f, \"points_adjusted\": %.6f}",
               s->points, s->points_luck, s->points_luck_error, s->points_adjusted);
}

/* The sums of a review that was broken off are left out: they would be of its first part only. */
void review_write(const Review *r, Buffer *out) {
    int seats = match_state(r->match)->seats;
    bool complete = r->done == r->count;
    review_put_head(r, out);
    for (int i = 0; i < r->done; i++) {
        review_put_item(r, &r->item[i], out);
        buffer_str(out, i + 1 < r->done ? ",\n" : "\n");
    }
    buffer_put(out, "],\n\"complete\": %s", complete ? "true" : "false");
    if (complete) buffer_str(out, ",\n\"seats\": [\n");
    for (int i = 0; complete && i < seats; i++) {
        put_seat(&r->seat[i], seats > 1, out);
        buffer_str(out, i + 1 < seats ? ",\n" : "\n]");
    }
    buffer_str(out, "}\n");
}
