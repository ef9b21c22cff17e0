/* dealer.c: see dealer.h. */
#include "server/dealer.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/dice.h"
#include "server/daily.h"
#include "server/hall.h"

enum { SALT_WAIT = 5 }; /* seconds that shared dice wait for what people add */

/* Shared dice wait a little for those who have not added to the key; after the first roll they never do. */
static bool waits_for_salt(const Server *s, Table *t) {
    if (!table_wants_salt(t)) return false;
    if (t->deal_at == 0) t->deal_at = hall_now(s) + SALT_WAIT;
    return hall_now(s) < t->deal_at;
}

/* Somebody draws a real card and shows it to nobody. */
static void draw_unseen(Server *s, Table *t) {
    const Game *g = match_game(t->match);
    const State *state = match_state(t->match);
    uint32_t outcome;
    while (state->node == NODE_CHANCE && g->get_outcome(state, "?", &outcome)) {
        TableEvent e = event_with(EVENT_ROLL, 0, match_node(t->match), "?");
        if (hall_event(s, t, &e) != EVENT_DONE) break;
    }
}

/* All chance nodes up to the next choice. Their outcomes are fixed by key and node, so a roll that could not be stored
 * comes again as it was. */
static void roll(Server *s, Table *t) {
    const Game *g = match_game(t->match);
    const State *state = match_state(t->match);
    uint8_t key[CIPHER_KEY];
    if (state->node != NODE_CHANCE || t->dice == DICE_MANUAL || waits_for_salt(s, t)) return;
    table_key(t, key);
    while (state->node == NODE_CHANCE) {
        char token[TOKEN_MAX];
        Text text = text_in(token, sizeof token);
        g->put_outcome(state, fair_outcome(g, state, key, dice_ordinal(t->match)), &text);
        TableEvent e = event_with(EVENT_ROLL, 0, match_node(t->match), token);
        if (hall_event(s, t, &e) != EVENT_DONE) break;
    }
    sodium_memzero(key, sizeof key);
}

/* The bot gets a copy of what its seat may see, never the table. */
static void ask_bot(Server *s, Table *t, int seat, const char *bot) {
    BotJob *job = calloc(1, sizeof *job);
    if (!job) return;
    memcpy(job->payer, t->payer, sizeof job->payer);
    memcpy(job->code, t->code, sizeof job->code);
    job->epoch = t->epoch;
    job->seat = seat;
    job->node = match_node(t->match);
    job->game = match_game(t->match);
    snprintf(job->bot, sizeof job->bot, "%s", bot);
    match_view(t->match, seat, &job->view);
    if (t->sealed)
        fair_stream(t->key, seat, job->node, &job->rng); /* where all have the same dice, all have the same bots */
    else
        randombytes_buf(&job->rng, sizeof job->rng); /* never the table's key: a bot must not know the dice */
    bool asked = bots_ask(s->bots, job);
    t->asked |= (unsigned)asked << seat;
    t->unasked |= !asked;
}

/* Bots play with people, not among themselves while everyone has left; but others wait for the tables of an evening. */
static bool anybody_plays(const Table *t) {
    if (t->of[0]) return true;
    for (int i = 0; i < t->seats; i++)
        if (table_person(t, i)) return true;
    return false;
}

/* A seat is asked once an epoch, so calling this again asks nobody twice. */
void dealer_play(Server *s, Table *t) {
    if (!t->match || t->broken || t->deleted || table_stage(t) != STAGE_PLAYING) return;
    if (table_unseen(t)) draw_unseen(s, t);
    roll(s, t);
    if (!anybody_plays(t)) return;
    if (t->asked_epoch != t->epoch && t->asked) bots_forget(s->bots, t->code);
    if (t->asked_epoch != t->epoch) t->asked = 0;
    t->asked_epoch = t->epoch;
    t->unasked = false;
    unsigned open = match_state(t->match)->movers & ~match_chosen(t->match) & ~t->asked;
    for (int i = 0; i < t->seats; i++) {
        const char *bot = open >> i & 1 ? table_bot(t, i, s->config.stand_in) : NULL;
        if (bot) ask_bot(s, t, i, bot);
    }
}

/* A bot's answer: used if it still is one to the table's question. */
static void take(Server *s, const BotJob *job) {
    Table *t = hall_known(s, job->code);
    char token[TOKEN_MAX];
    Text text = text_in(token, sizeof token);
    if (!t || t->epoch != job->epoch || table_stage(t) != STAGE_PLAYING) return;
    t->asked &= ~(1u << job->seat);
    t->unasked |= job->dropped;
    if (job->dropped) return;
    if (!table_bot(t, job->seat, s->config.stand_in) || match_chosen(t->match) >> job->seat & 1) return;
    job->game->put_move(&job->view.head, job->seat, job->move, &text);
    TableEvent e = event_with(EVENT_MOVE, job->seat, job->node, token);
    if (hall_event(s, t, &e) != EVENT_DONE) return;
    s->counts.bot_moves++;
    dealer_play(s, t);
}

/* All that have come since the last turn of the loop; each may let its table ask the next one. */
void dealer_bots(Server *s) {
    BotJob *job = bots_take(s->bots);
    while (job) {
        BotJob *next = job->next;
        if (job->code[0])
            take(s, job);
        else
            daily_checked(s, job);
        free(job);
        job = next;
    }
}
