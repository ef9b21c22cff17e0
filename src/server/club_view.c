/* club_view.c: what is told of an evening: as JSON, and its results as CSV (club.h, docs/protocol.md). Nothing of a
 * round's dice is in it, nor of its key before it is over. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/json.h"
#include "server/club.h"
#include "server/evening.h"
#include "server/view.h"

/* ---- Numbers ----------------------------------------------------------------------------------------- */

/* Thousandths as a decimal number: "-1.250". */
static void put_thousandths(long value, char out[24]) {
    long size = labs(value);
    snprintf(out, 24, "%s%ld.%03ld", value < 0 ? "-" : "", size / THOUSAND, size % THOUSAND);
}

/* null where it is not known: with real dice nothing is compared, and the judge takes his time. */
static void put_number(Buffer *out, const char *key, bool known, long value) {
    char text[24];
    put_thousandths(value, text);
    if (!known)
        json_null(out, key);
    else
        json_raw(out, key, text, strlen(text));
}

/* What a seat is above the mean, with or without its luck. */
static void put_above(Buffer *out, const Evening *v, int table, int seat, bool adjusted) {
    long value = 0;
    bool person = v->table[table].player[seat] >= 0, known = person && v->dice != DICE_MANUAL;
    if (adjusted)
        known = evening_adjusted(v, table, seat, &value);
    else if (known)
        value = evening_difference(v, table, seat);
    put_number(out, NULL, known, value);
}

/* ---- JSON -------------------------------------------------------------------------------------------- */

/* Where it is played is told when it can be played there. */
static void put_place(Buffer *out, const Evening *v, int index) {
    const EveningTable *t = &v->table[index];
    bool hidden = t->round == v->round && v->stage == ROUND_SEATING;
    json_text(out, "table", hidden ? NULL : t->code);
    json_open(out, "players", '[');
    for (int i = 0; i < v->seats; i++) {
        if (t->player[i] < 0)
            json_null(out, NULL);
        else
            json_int(out, NULL, t->player[i]);
    }
    json_close(out, ']');
}

/* By seat, bots too, so that all three lists can be read side by side; a bot has points and no difference, for it is
 * compared with nobody. */
static void put_result(Buffer *out, const Evening *v, int index) {
    const EveningTable *t = &v->table[index];
    json_open(out, "points", '[');
    for (int i = 0; i < v->seats; i++) json_int(out, NULL, t->points[i]);
    json_close(out, ']');
    for (int adjusted = 0; adjusted < 2; adjusted++) {
        json_open(out, adjusted ? "adjusted" : "differences", '[');
        for (int i = 0; i < v->seats; i++) put_above(out, v, index, i, adjusted);
        json_close(out, ']');
    }
    json_open(out, "left", '[');
    for (int i = 0; i < v->seats; i++)
        if (t->left >> i & 1) json_int(out, NULL, i);
    json_close(out, ']');
}

/* How far a table is goes with those that are being played: what a server has seen by chance says nothing of one that
 * is over, and all servers say the same of that. */
static void put_tables(Buffer *out, const Evening *v, int round) {
    int first, count = evening_tables(v, round, &first);
    bool playing = round == v->round && v->stage == ROUND_PLAYING && v->turn;
    json_open(out, "tables", '[');
    for (int i = 0; i < count; i++) {
        json_open(out, NULL, '{');
        put_place(out, v, first + i);
        json_bool(out, "over", v->table[first + i].done);
        if (v->table[first + i].done)
            put_result(out, v, first + i);
        else if (playing)
            json_int(out, "turn", v->turn[i]);
        json_close(out, '}');
    }
    json_close(out, ']');
}

/* In the order in which they came, which is what every number of a player elsewhere points into; so who has gone keeps
 * his place. */
static void put_players(Buffer *out, const Evening *v) {
    json_open(out, "players", '[');
    for (int i = 0; i < v->players; i++) {
        json_open(out, NULL, '{');
        json_text(out, "name", v->player[i].name);
        json_bool(out, "gone", v->player[i].gone);
        json_int(out, "since", v->player[i].since);
        json_close(out, '}');
    }
    json_close(out, ']');
}

/* What somebody had in each round: [points, difference, a bot played on, adjusted], or null if he did not play it. */
static void put_each(Buffer *out, const Evening *v, int player) {
    json_open(out, "each", '[');
    for (int round = 1; round <= v->round; round++) {
        int seat, table = evening_place(v, round, player, &seat);
        if (table < 0 || !v->table[table].done) {
            json_null(out, NULL);
            continue;
        }
        json_open(out, NULL, '[');
        json_int(out, NULL, v->table[table].points[seat]);
        put_above(out, v, table, seat, false);
        json_bool(out, NULL, v->table[table].left >> seat & 1);
        put_above(out, v, table, seat, true);
        json_close(out, ']');
    }
    json_close(out, ']');
}

/* Those who have gone stand there too: what they played was played against the others. */
static void put_standings(Buffer *out, const Evening *v) {
    Placing all[PLAYERS_MAX];
    int count = evening_standings(v, all);
    json_open(out, "standings", '[');
    for (int i = 0; i < count; i++) {
        json_open(out, NULL, '{');
        json_int(out, "player", all[i].player);
        json_int(out, "rank", all[i].rank);
        json_int(out, "rounds", all[i].rounds);
        json_int(out, "points", all[i].points);
        put_number(out, "difference", v->dice != DICE_MANUAL, all[i].difference);
        put_number(out, "adjusted", all[i].judged, all[i].adjusted);
        put_each(out, v, all[i].player);
        json_close(out, '}');
    }
    json_close(out, ']');
}

/* Of how many tables the luck is known, and of how many it will be: who waits for it sees that it goes on. */
static void put_progress(Buffer *out, const Evening *v) {
    int known = 0, waiting = 0;
    for (int i = 0; i < v->tables; i++) {
        known += v->table[i].judged;
        waiting += evening_unjudged(v, i);
    }
    json_open(out, "judged", '[');
    json_int(out, NULL, known);
    json_int(out, NULL, known + waiting);
    json_close(out, ']');
}

/* The commitment is shown from the first moment, the key when no round is to come: then those of all rounds follow. */
static void put_key(Buffer *out, const Table *t) {
    char hex[FAIR_HEX];
    uint8_t hash[CIPHER_HASH];
    fair_commit(t->key, hash);
    fair_put_hex(hash, hex);
    json_text(out, "commitment", hex);
    if (t->evening->over) fair_put_hex(t->key, hex);
    json_text(out, "key", t->evening->over ? hex : NULL);
}

/* Without the rounds before it stays small enough to be sent to every phone at every change. */
void club_put(const Table *t, bool whole, Buffer *out) {
    static const char *const stages[] = {
        [ROUND_OVER] = "between", [ROUND_SEATING] = "seating", [ROUND_PLAYING] = "playing"};
    const Evening *v = t->evening;
    json_text(out, "evening", t->code);
    json_int(out, "number", t->number);
    json_text(out, "title", v->title);
    json_open(out, "games", '[');
    for (int i = 1; i <= v->rounds; i++) json_text(out, NULL, evening_game(v, i)->name);
    json_close(out, ']');
    json_int(out, "rounds", v->rounds);
    json_int(out, "seats", v->seats);
    json_text(out, "dice", dice_words[v->dice]);
    json_text(out, "phase", stage_words[evening_stage(v)]);
    json_int(out, "round", v->round);
    json_text(out, "stage", stages[v->stage]);
    put_players(out, v);
    put_tables(out, v, v->round);
    put_standings(out, v);
    put_progress(out, v);
    put_key(out, t);
    json_bool(out, "closed", t->closed);
    if (!whole) return;
    json_open(out, "history", '[');
    for (int i = 1; i <= v->round; i++) {
        json_open(out, NULL, '{');
        put_tables(out, v, i);
        json_close(out, '}');
    }
    json_close(out, ']');
}

/* Where the client is to be now: at his table, as long as it is not over. */
void club_put_you(const Table *t, const Client *c, Buffer *out) {
    const Evening *v = t->evening;
    int player = c->has_token ? evening_player(v, c->hash) : -1, seat = -1;
    int table = player >= 0 && v->stage == ROUND_PLAYING ? evening_place(v, v->round, player, &seat) : -1;
    json_open(out, "you", '{');
    json_key(out, "player");
    if (player < 0)
        json_null(out, NULL);
    else
        json_int(out, NULL, player);
    json_bool(out, "organiser", c->has_token && memcmp(c->hash, v->organiser, STORE_HASH) == 0);
    json_text(out, "table", table >= 0 && !v->table[table].done ? v->table[table].code : NULL);
    json_close(out, '}');
}

/* ---- CSV --------------------------------------------------------------------------------------------- */

/* Quoted whatever it holds. A name that a spreadsheet would take for a formula has an apostrophe before it. */
static void put_field(Buffer *out, const char *text) {
    buffer_str(out, strchr("=+-@", text[0]) && text[0] ? "\"'" : "\"");
    for (; *text; text++) {
        if (*text == '"') buffer_add(out, "\"", 1);
        buffer_add(out, text, 1);
    }
    buffer_str(out, "\"");
}

/* A comma and a number, or nothing where it is not known. */
static void put_cell(Buffer *out, bool known, long value) {
    char text[24];
    put_thousandths(value, text);
    buffer_put(out, ",%s", known ? text : "");
}

/* What somebody did in a round: empty fields where he did not play. Tables and seats are counted from 1, for people. */
static void put_round(Buffer *out, const Evening *v, int round, int player) {
    long adjusted = 0;
    int first, seat, table = evening_place(v, round, player, &seat);
    evening_tables(v, round, &first);
    if (table < 0 || !v->table[table].done) {
        buffer_str(out, ",,,,,,");
        return;
    }
    bool judged = evening_adjusted(v, table, seat, &adjusted);
    buffer_put(out, ",%d,%d,%d", table - first + 1, seat + 1, v->table[table].points[seat]);
    put_cell(out, v->dice != DICE_MANUAL, evening_difference(v, table, seat));
    put_cell(out, judged, adjusted);
    buffer_str(out, v->table[table].left >> seat & 1 ? ",bot" : ",");
}

/* One line a person and six columns a round, whether he played it or not, so that a column means the same all the way
 * down. Its heads are English in every language, as records are. With real dice there is no difference to tell. */
void club_csv(const Table *t, Buffer *out) {
    const Evening *v = t->evening;
    Placing all[PLAYERS_MAX];
    int count = evening_standings(v, all);
    buffer_str(out, "rank,name,rounds,points,difference,adjusted");
    for (int i = 1; i <= v->round; i++)
        buffer_put(out, ",game %d,table %d,seat %d,points %d,difference %d,adjusted %d,note %d", i, i, i, i, i, i, i);
    buffer_str(out, "\r\n");
    for (int i = 0; i < count; i++) {
        buffer_put(out, "%d,", all[i].rank);
        put_field(out, v->player[all[i].player].name);
        buffer_put(out, ",%d,%d", all[i].rounds, all[i].points);
        put_cell(out, v->dice != DICE_MANUAL, all[i].difference);
        put_cell(out, all[i].judged, all[i].adjusted);
        for (int round = 1; round <= v->round; round++) {
            buffer_put(out, ",%s", evening_game(v, round)->name);
            put_round(out, v, round, all[i].player);
        }
        buffer_str(out, "\r\n");
    }
}
