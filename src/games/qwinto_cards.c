/* qwinto_cards.c: Qwinto, the card game. Four cards lie in a square; the active seat covers one of them, or
 * two with a pair, and every seat may write the sum of the card laid last and its two neighbours.
 *
 * The sheet, the writing, the end and the score are in qwinto_sheet.c. This file is about the cards.
 *
 * Where the cards are. A card lies open in the grid, is covered by another, is in a hand or in the pile.
 * A pile has no order: drawing a card is a chance node over the cards it may be.
 *
 * What is known. Everyone sees the grid and remembers what it covers. What is in the other hands and in
 * the pile is unknown, but not equally so: when the pile has run out, the covered cards become a new
 * pile, and whatever was not covered then is certainly not in it, it is in the hands. So the cards that
 * do not lie open are kept in batches: a batch is what was shuffled together to make one pile. Batch 0 is
 * the newest, what its pile was made of minus what has been laid since; the others are older, and all
 * that is left of them is in hands. The batches are public, and so is from which batch each card of a
 * hand was drawn. Nothing else is: any deal of a batch's cards to the hand places drawn from it (and the
 * rest of batch 0 to the pile) is possible, and all are equally likely. That is what guess() deals.
 *
 * The pile is therefore not stored: it is batch 0 without the cards in hands. In a view, where a hidden
 * card of a hand is only known by its batch, the same expression gives the cards that may be drawn.
 *
 * One form for one knowledge. When the last card of a pile is drawn its batch is old at once, and batch 0
 * is empty until cards are needed. If one seat holds all that is left of some old batches, then everyone
 * knows that it holds these cards, no matter from when: such batches are united. The old batches are
 * numbered by their lowest cards. So equal positions have equal bytes, however they came about.
 *
 * Places named in comments are headings of the rulebook. */
#include <assert.h>
#include <string.h>

#include "base/play_out.h"
#include "games/qwinto_cards.h"

/* ---- The cards ("Materiale") ------------------------------------------------------------------------ */

static const char letters[] = "oypg";
static const uint8_t colours[] = {COLOUR_ORANGE, COLOUR_YELLOW, COLOUR_PURPLE, COLOUR_GREY};

static bool same_value(int a, int b) { return ((a ^ b) & 7) == 0; }
static uint32_t bit(int card) { return 1u << card; }

/* The n-th card of a set, from 0. */
static int nth(uint32_t set, uint32_t n) {
    while (n--) set &= set - 1;
    return __builtin_ctz(set);
}

static bool is_card(int slot) { return slot < CARDS; }
static bool is_hidden(int slot) { return slot >= HIDDEN && slot != EMPTY; }

/* Whether this state shows the seat's hand. */
static bool shows(const Cards *s, int seat) { return s->head.viewer == VIEWER_ALL || s->head.viewer == seat + 1; }

/* Three comparisons whose results no branch depends on: what a hand holds is for no processor to guess. */
static void order(uint8_t *a, uint8_t *b) {
    uint8_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
    *a = low;
    *b = high;
}

static void sort_hand(uint8_t *hand) {
    order(&hand[0], &hand[1]);
    order(&hand[1], &hand[2]);
    order(&hand[0], &hand[1]);
}

static int hand_size(const Cards *s, int seat) {
    int n = 0;
    while (n < HAND && s->hand[seat][n] != EMPTY) n++;
    return n;
}

/* The cards that this state shows in hands. What is no card falls into the upper half of the set. */
static uint32_t cards_shown(const Cards *s) {
    uint64_t set = 0;
    for (int i = 0; i < s->head.seats; i++)
        for (int k = 0; k < HAND; k++) set |= UINT64_C(1) << (s->hand[i][k] & 63);
    return (uint32_t)set;
}

/* The cards of a batch that are hidden in hands. */
static int hidden_of(const Cards *s, int batch) {
    int n = 0;
    for (int i = 0; i < s->head.seats; i++)
        for (int k = 0; k < HAND; k++) n += s->hand[i][k] == HIDDEN + batch;
    return n;
}

/* The cards that may be drawn next: the pile, and in a view also what is hidden of its batch. */
static uint32_t drawable(const Cards *s) { return s->batch[0] & ~cards_shown(s); }

static bool pile_is_empty(const Cards *s) { return __builtin_popcount(drawable(s)) == hidden_of(s, 0); }

static uint32_t covered(const Cards *s) {
    uint32_t other = 0;
    for (int p = 0; p < PLACES; p++)
        if (s->grid[p] != EMPTY) other |= bit(s->grid[p]);
    for (int b = 0; b < BATCHES; b++) other |= s->batch[b];
    return ~other;
}

/* The batch of what a slot of a hand holds; -1 if the card lies open or covered. */
static int batch_of(const Cards *s, int slot) {
    if (is_hidden(slot)) return slot - HIDDEN;
    for (int b = 0; b < BATCHES; b++)
        if (s->batch[b] & bit(slot)) return b;
    return -1;
}

/* ---- What is known ---------------------------------------------------------------------------------- */

/* For each batch the seats that hold some of it, as bits. */
static void find_owners(const Cards *s, uint8_t *owners) {
    memset(owners, 0, BATCHES);
    for (int i = 0; i < s->head.seats; i++)
        for (int k = 0; k < HAND && s->hand[i][k] != EMPTY; k++)
            owners[batch_of(s, s->hand[i][k])] |= (uint8_t)(1u << i);
}

/* Batches have no order of their own; by its lowest card each is found at the same place in every text of the same
 * position. */
static int batch_with_lowest(const uint32_t *batch) {
    int best = -1;
    uint32_t lowest = 0;
    for (int b = 0; b < BATCHES; b++) {
        uint32_t card = batch[b] & -batch[b];
        if (!card || (best >= 0 && card > lowest)) continue;
        best = b;
        lowest = card;
    }
    return best;
}

void qwinto_cards_tidy(Cards *s, bool pile_empty) {
    uint32_t rest[BATCHES] = {0};
    uint8_t owners[BATCHES], new_owners[BATCHES] = {0}, number[BATCHES] = {0};
    int first = pile_empty ? 0 : 1, n = 1;
    find_owners(s, owners);
    for (int b = first; b < BATCHES; b++) {
        rest[b] = s->batch[b];
        s->batch[b] = 0;
    }
    for (int b; (b = batch_with_lowest(rest)) >= 0; rest[b] = 0) {
        bool one_owner = __builtin_popcount(owners[b]) == 1;
        int to = 1;
        while (to < n && !(one_owner && new_owners[to] == owners[b])) to++;
        if (to == n) n++;
        assert(to < BATCHES);
        s->batch[to] |= rest[b];
        new_owners[to] = owners[b];
        number[b] = (uint8_t)to;
    }
    for (int i = 0; i < s->head.seats; i++) {
        for (int k = 0; k < HAND; k++)
            if (is_hidden(s->hand[i][k])) s->hand[i][k] = (uint8_t)(HIDDEN + number[s->hand[i][k] - HIDDEN]);
        sort_hand(s->hand[i]);
    }
}

static void hide(State *head) {
    Cards *s = (Cards *)head;
    for (int i = 0; i < s->head.seats; i++) {
        if (shows(s, i)) continue;
        for (int k = 0; k < HAND && s->hand[i][k] != EMPTY; k++)
            s->hand[i][k] = (uint8_t)(HIDDEN + batch_of(s, s->hand[i][k]));
        sort_hand(s->hand[i]);
    }
}

/* A hidden card is one of its batch that is seen nowhere, each as likely as the other; seat after seat, so that no card
 * is in two hands. */
static void guess(State *head, int viewer, Rng *rng) {
    Cards *s = (Cards *)head;
    uint32_t shown = cards_shown(s);
    (void)viewer;
    for (int i = 0; i < s->head.seats; i++) {
        for (int k = 0; k < HAND; k++) {
            if (!is_hidden(s->hand[i][k])) continue;
            uint32_t unknown = s->batch[s->hand[i][k] - HIDDEN] & ~shown;
            int card = nth(unknown, rng_below(rng, (uint32_t)__builtin_popcount(unknown)));
            s->hand[i][k] = (uint8_t)card;
            shown |= bit(card);
        }
        sort_hand(s->hand[i]);
    }
}

/* ---- Set-up ("Preparazione del gioco") -------------------------------------------------------------- */

static void start(State *head, int seats, const int *option) {
    Cards *s = (Cards *)head;
    (void)option;
    memset(s, 0, sizeof *s);
    s->head = (State){.node = NODE_CHANCE, .seats = (uint8_t)seats, .phase = DEAL};
    s->batch[0] = UINT32_MAX;
    memset(s->grid, EMPTY, sizeof s->grid);
    memset(s->hand, EMPTY, sizeof s->hand);
}

static void to_lay(Cards *s) {
    s->head.node = NODE_MOVE;
    s->head.phase = LAY;
    s->head.movers = (uint8_t)(1u << s->head.active);
}

/* Who gets the next card; GRID while the square is laid out. */
enum { GRID = -1 };

static int drawer(const Cards *s) {
    if (s->head.phase == DRAW) return s->head.active;
    if (s->grid[PLACES - 1] == EMPTY) return GRID;
    int seat = 0;
    while (seat < s->head.seats && s->hand[seat][HAND - 1] != EMPTY) seat++;
    return seat;
}

static void deal_to_grid(Cards *s, int card) {
    int place = 0;
    while (s->grid[place] != EMPTY) place++;
    s->grid[place] = (uint8_t)card;
    s->batch[0] &= ~bit(card);
}

/* ---- A turn ("Svolgimento del gioco") --------------------------------------------------------------- */

/* A card laid is one byte; a pair is two, the first laid above the last laid. */
static Move lay_of(int card, int place) { return (Move)(1 << 7 | card << 2 | place); }
static Move first_lay(Move m) { return m >> 8; }
static Move last_lay(Move m) { return m & 0xFF; }
static int card_of(Move lay) { return (int)(lay >> 2 & 31); }
static int place_of(Move lay) { return (int)(lay & 3); }

/* Places are numbered row by row, so the diagonal changes both bits. */
static bool are_neighbours(int a, int b) { return a != b && (a ^ b) != 3; }

/* The pairs that begin with hand[i], each second card next to the first ("Posare due carte"). */
static int pairs_from(const uint8_t *hand, int size, int i, Move *out) {
    int n = 0;
    bool single = true;
    for (int j = 0; j < size; j++) single &= j == i || !same_value(hand[i], hand[j]);
    for (int p = 0; p < PLACES && !single; p++)
        for (int j = 0; j < size; j++)
            for (int q = 0; q < PLACES; q++)
                if (j != i && same_value(hand[i], hand[j]) && are_neighbours(p, q))
                    out[n++] = lay_of(hand[i], p) << 8 | lay_of(hand[j], q);
    return n;
}

/* One card on any of the four, or two of equal value. */
static int legal_lays(const uint8_t *hand, Move *out) {
    int n = 0, size = 0;
    while (size < HAND && is_card(hand[size])) size++;
    for (int i = 0; i < size; i++)
        for (int p = 0; p < PLACES; p++) out[n++] = lay_of(hand[i], p);
    for (int i = 0; i < size; i++) n += pairs_from(hand, size, i, out + n);
    return n;
}

static int legal(const State *head, int seat, Move *out) {
    const Cards *s = (const Cards *)head;
    unsigned rows;
    if (!state_moves(head, seat)) return 0;
    if (s->head.phase == LAY) return legal_lays(s->hand[seat], out);
    int number = qwinto_cards_result(s, &rows);
    return qwinto_legal(&s->sheet[seat], rows, number, out);
}

/* Where the seat holds the card, or where it may hold it hidden; -1 if it cannot have it. */
static int find_slot(const Cards *s, int seat, int card) {
    const uint8_t *hand = s->hand[seat];
    for (int k = 0; k < HAND; k++)
        if (hand[k] == card) return k;
    int batch = batch_of(s, card);
    if (batch < 0 || cards_shown(s) & bit(card)) return -1;
    for (int k = 0; k < HAND; k++)
        if (hand[k] == HIDDEN + batch) return k;
    return -1;
}

/* The batch loses its card before it is tidied: what is known about the others of it may have become more. */
static void lay_from(Cards *s, int slot, int card, int place) {
    int seat = s->head.active, batch = batch_of(s, card);
    assert(slot >= 0 && batch >= 0);
    s->hand[seat][slot] = EMPTY;
    sort_hand(s->hand[seat]);
    s->batch[batch] &= ~bit(card);
    if (batch) qwinto_cards_tidy(s, false);
    s->grid[place] = (uint8_t)card;
    s->last = (uint8_t)place;
}

static void lay_card(Cards *s, Move lay) {
    lay_from(s, find_slot(s, s->head.active, card_of(lay)), card_of(lay), place_of(lay));
}

static void to_write(Cards *s) {
    s->head.phase = WRITE;
    s->head.movers = state_all(&s->head);
}

static void lay_step(Cards *s, Move m) {
    if (first_lay(m)) lay_card(s, first_lay(m));
    lay_card(s, last_lay(m));
    to_write(s);
}

/* The active seat draws its next card, or the turn ends. The pile is looked at before each card: if it
 * is empty the covered cards make a new one. Not so alone ("Variante a solo"). */
static void draw_or_pass_on(Cards *s) {
    bool enough = s->hand[s->head.active][HAND - 1] != EMPTY;
    if (!enough && !s->batch[0] && s->head.seats > 1) s->batch[0] = covered(s);
    if (enough || !s->batch[0]) {
        qwinto_next_turn(&s->head, LAY);
        return;
    }
    s->head.node = NODE_CHANCE;
    s->head.phase = DRAW;
    s->head.movers = 0;
}

/* All have written. */
static void after_write(Cards *s, bool over) {
    bool no_cards = !s->batch[0] && !hand_size(s, s->head.active); /* "Variante a solo" */
    s->last = 0;
    if (over || no_cards)
        qwinto_finish(&s->head);
    else
        draw_or_pass_on(s);
}

static void play(State *head, const Move *by_seat) {
    Cards *s = (Cards *)head;
    if (s->head.phase == LAY)
        lay_step(s, by_seat[s->head.active]);
    else
        after_write(s, qwinto_write(head, by_seat));
}

static uint32_t outcomes(const State *head) { return (uint32_t)__builtin_popcount(drawable((const Cards *)head)); }

/* A card came into a hand. */
static void after_draw(Cards *s) {
    if (pile_is_empty(s)) qwinto_cards_tidy(s, true);
    if (s->head.phase == DRAW)
        draw_or_pass_on(s);
    else if (drawer(s) == s->head.seats)
        to_lay(s);
}

/* Puts the drawn card where it belongs; into a hand that this view does not show, hidden. */
static void chance(State *head, uint32_t outcome) {
    Cards *s = (Cards *)head;
    uint32_t cards = drawable(s);
    int seat = drawer(s);
    assert(outcome < outcomes(head) || (outcome == OUTCOME_HIDDEN && seat != GRID && !shows(s, seat)));
    if (seat == GRID) {
        deal_to_grid(s, nth(cards, outcome));
        return;
    }
    s->hand[seat][HAND - 1] = (uint8_t)(shows(s, seat) ? nth(cards, outcome) : HIDDEN);
    sort_hand(s->hand[seat]);
    after_draw(s);
}

/* ---- Notation --------------------------------------------------------------------------------------- */

static const char *const places[] = {"tl", "tr", "bl", "br", NULL};

static void put_card(int card, Text *out) {
    text_char(out, letters[colour_of(card)]);
    text_int(out, value_of(card));
}

static bool get_card(Scan *in, int *card) {
    int colour, value;
    if (!scan_among(in, letters, &colour) || !scan_int(in, -2, 6, &value) || value == -1) return false;
    *card = colour * 8 + (value < 0 ? 0 : value + 1);
    return true;
}

static bool get_place(Scan *in, int *place) {
    for (*place = 0; places[*place]; ++*place)
        if (scan_word(in, places[*place])) return true;
    return false;
}

static void put_lay(Move lay, Text *out) {
    put_card(card_of(lay), out);
    text_char(out, '@');
    text_str(out, places[place_of(lay)]);
}

static bool get_lay(Scan *in, Move *lay) {
    int card, place;
    if (!get_card(in, &card) || !scan_char(in, '@') || !get_place(in, &place)) return false;
    *lay = lay_of(card, place);
    return true;
}

static void put_move(const State *head, int seat, Move m, Text *out) {
    (void)seat;
    if (head->phase != LAY) {
        qwinto_put_write(m, out);
        return;
    }
    if (first_lay(m)) {
        put_lay(first_lay(m), out);
        text_char(out, '+');
    }
    put_lay(last_lay(m), out);
}

extern const Game qwinto_cards_game;

/* Whose hand is not seen may lay any card that could be in it: the second one is asked for after the first was laid,
 * since it may not be the same. */
static bool get_hidden_move(const State *head, int seat, const char *token, Move *out) {
    Cards s = *(const Cards *)head;
    Scan in = {.at = token};
    Move first, last;
    if (s.head.phase != LAY || shows(&s, seat)) return game_get_move(&qwinto_cards_game, head, seat, token, out);
    if (!state_moves(head, seat) || !get_lay(&in, &last) || find_slot(&s, seat, card_of(last)) < 0) return false;
    *out = last;
    if (scan_char(&in, '+')) {
        first = last;
        lay_card(&s, first);
        if (!get_lay(&in, &last) || find_slot(&s, seat, card_of(last)) < 0) return false;
        if (!same_value(card_of(first), card_of(last))) return false;
        if (!are_neighbours(place_of(first), place_of(last))) return false;
        *out = first << 8 | last;
    }
    return scan_end(&in);
}

static void put_outcome(const State *head, uint32_t outcome, Text *out) {
    if (outcome == OUTCOME_HIDDEN)
        text_char(out, '?');
    else
        put_card(nth(drawable((const Cards *)head), outcome), out);
}

/* An outcome is a card's place among those that can be drawn: the number of drawable cards below it. */
static bool get_outcome(const State *head, const char *token, uint32_t *outcome) {
    const Cards *s = (const Cards *)head;
    uint32_t cards = drawable(s);
    Scan in = {.at = token};
    int card;
    if (strcmp(token, "?") == 0) {
        *outcome = OUTCOME_HIDDEN;
        return drawer(s) != GRID && !shows(s, drawer(s));
    }
    if (!get_card(&in, &card) || !scan_end(&in) || !(cards & bit(card))) return false;
    *outcome = (uint32_t)__builtin_popcount(cards & (bit(card) - 1));
    return true;
}

/* Cards with commas between them; "-" for none. */
static void put_cards(uint32_t set, Text *out) {
    if (!set) text_char(out, '-');
    for (; set; set &= set - 1) {
        put_card(__builtin_ctz(set), out);
        if (set & (set - 1)) text_char(out, ',');
    }
}

static bool get_cards(Scan *in, uint32_t *set) {
    int card;
    *set = 0;
    if (scan_char(in, '-')) return true;
    do {
        if (!get_card(in, &card) || *set & bit(card)) return false;
        *set |= bit(card);
    } while (scan_char(in, ','));
    return true;
}

/* A card, "?" for a hidden one of the newest batch, "?1" of the first old batch, or "-" for nothing. */
static void put_slot(int slot, Text *out) {
    if (slot == EMPTY) {
        text_char(out, '-');
    } else if (is_card(slot)) {
        put_card(slot, out);
    } else {
        text_char(out, '?');
        if (slot > HIDDEN) text_int(out, slot - HIDDEN);
    }
}

static bool get_slot(Scan *in, uint8_t *slot) {
    int n;
    if (scan_char(in, '-')) {
        *slot = EMPTY;
    } else if (scan_char(in, '?')) {
        bool old = scan_int(in, 1, BATCHES - 1, &n);
        *slot = (uint8_t)(HIDDEN + (old ? n : 0));
    } else {
        if (!get_card(in, &n)) return false;
        *slot = (uint8_t)n;
    }
    return true;
}

static void put_slots(const uint8_t *slot, int count, Text *out) {
    for (int i = 0; i < count; i++) {
        if (i) text_char(out, ',');
        put_slot(slot[i], out);
    }
}

static bool get_slots(Scan *in, uint8_t *slot, int count) {
    for (int i = 0; i < count; i++)
        if ((i && !scan_char(in, ',')) || !get_slot(in, &slot[i])) return false;
    return true;
}

/* "grid=g3,y3,o2,p5 last=br pile=o-2,o0 old=y1,y2/p3 hands=o1,p1,y6;?,?,?1 SHEET SHEET". The pile is what
 * may be drawn; old are the old batches; cards named nowhere are covered. */
static void put_body(const State *head, Text *out) {
    const Cards *s = (const Cards *)head;
    text_str(out, "grid=");
    put_slots(s->grid, PLACES, out);
    text_str(out, " last=");
    text_str(out, s->head.phase == WRITE ? places[s->last] : "-");
    text_str(out, " pile=");
    put_cards(drawable(s), out);
    text_str(out, " old=");
    put_cards(s->batch[1], out);
    for (int b = 2; b < BATCHES && s->batch[b]; b++) {
        text_char(out, '/');
        put_cards(s->batch[b], out);
    }
    for (int i = 0; i < s->head.seats; i++) {
        text_str(out, i ? ";" : " hands=");
        put_slots(s->hand[i], HAND, out);
    }
    qwinto_put_sheets(head, out);
}

/* Reads the cards; no card is in two places afterwards, and every card in a hand is of a batch. */
static bool get_table(Cards *s, Scan *in) {
    uint32_t grid = 0, held = 0, old = 0;
    int place = 0;
    if (!scan_word(in, "grid=") || !get_slots(in, s->grid, PLACES)) return false;
    if (!scan_word(in, " last=") || (s->head.phase == WRITE ? !get_place(in, &place) : !scan_char(in, '-')))
        return false;
    s->last = (uint8_t)place;
    if (!scan_word(in, " pile=") || !get_cards(in, &s->batch[0]) || !scan_word(in, " old=")) return false;
    for (int b = 1; b == 1 || scan_char(in, '/'); b++) {
        if (b == BATCHES || !get_cards(in, &s->batch[b]) || s->batch[b] & (old | s->batch[0])) return false;
        old |= s->batch[b];
    }
    for (int i = 0; i < s->head.seats; i++)
        if (!scan_word(in, i ? ";" : " hands=") || !get_slots(in, s->hand[i], HAND)) return false;

    for (int p = 0; p < PLACES; p++) {
        if (is_hidden(s->grid[p]) || (is_card(s->grid[p]) && grid & bit(s->grid[p]))) return false;
        if (is_card(s->grid[p])) grid |= bit(s->grid[p]);
    }
    for (int i = 0; i < s->head.seats; i++)
        for (int k = 0; k < HAND; k++) {
            int slot = s->hand[i][k];
            if (slot != EMPTY && is_card(slot) != shows(s, i)) return false;
            if (is_card(slot) && held & bit(slot)) return false;
            if (is_card(slot)) held |= bit(slot);
        }
    if (grid & (s->batch[0] | old | held) || s->batch[0] & held) return false;
    s->batch[0] |= held & ~old;
    return true;
}

/* What is hidden of an old batch is all in hands; of the newest, some is in the pile, or else it is old. */
static bool batches_fit(const Cards *s) {
    uint32_t shown = cards_shown(s);
    if (s->batch[0] && pile_is_empty(s)) return false;
    if (__builtin_popcount(s->batch[0] & ~shown) < hidden_of(s, 0)) return false;
    for (int b = 1; b < BATCHES; b++)
        if (__builtin_popcount(s->batch[b] & ~shown) != hidden_of(s, b)) return false;
    return true;
}

/* The cards come one by one, first to the grid, then to the hands in order. */
static bool deal_fits(const Cards *s) {
    bool gap = false;
    for (int p = 0; p < PLACES; p++) {
        if (gap && s->grid[p] != EMPTY) return false;
        gap |= s->grid[p] == EMPTY;
    }
    if (s->head.phase != DEAL) return !gap;
    for (int i = 0; i < s->head.seats; i++) {
        if (gap && hand_size(s, i)) return false;
        gap |= hand_size(s, i) < HAND;
    }
    return gap && s->head.turn == 0;
}

/* Whoever is to lay has a full hand, who has laid one or two cards fewer; only alone can the pile run out, and then
 * hands shrink. */
static bool hands_fit(const Cards *s) {
    bool dry = s->head.seats == 1 && !s->batch[0]; /* alone, with the pile used up */
    if (s->head.phase == DEAL) return true;
    for (int i = 0; i < s->head.seats; i++) {
        bool laid = s->head.phase != LAY && i == s->head.active;
        int low = laid ? !dry : dry ? 1 : HAND, high = laid ? HAND - 1 : HAND;
        if (hand_size(s, i) < low || hand_size(s, i) > high) return false;
    }
    return s->head.phase != DRAW || s->batch[0];
}

/* In a turn one or two cards are covered. They stay so until the pile has run out. */
static bool covers_fit(const Cards *s) {
    int phase = s->head.phase, turns = s->head.turn + (phase == WRITE || phase == DRAW || phase == OVER);
    bool first_pile = s->head.seats == 1 || 2 * turns <= CARDS - PLACES - HAND * s->head.seats;
    int now = __builtin_popcount(covered(s)), low = first_pile ? turns : phase == WRITE ? 1 : 0;
    if (first_pile && s->batch[0] && s->batch[1]) return false;
    return now >= low && now <= 2 * turns;
}

/* Whether the batches are in their proper order is asked by putting them so: a text that differs from its own writing
 * is refused by the caller. */
static bool get_body(State *head, Scan *in, const char **why) {
    static const uint8_t node[] = {NODE_OVER, NODE_CHANCE, NODE_MOVE, NODE_MOVE, NODE_CHANCE};
    Cards *s = (Cards *)head;
    int phase = s->head.phase;
    bool over;
    *why =
        "expected: grid=CARDS last=PLACE pile=CARDS old=CARDS/CARDS hands=CARDS;CARDS, each card once, then the sheets";
    if (!get_table(s, in)) return false;
    *why = "the hidden cards do not fit the pile and the old batches";
    if (!batches_fit(s)) return false;
    *why = "the cards do not fit the phase and the number of turns";
    if (!deal_fits(s) || !hands_fit(s) || !covers_fit(s)) return false;
    if (!qwinto_get_sheets(head, in, s->head.turn + (phase == DRAW || phase == OVER), &over, why)) return false;
    *why = "nothing has ended the game";
    if (phase == OVER && !over && (s->batch[0] || hand_size(s, s->head.active))) return false;
    qwinto_cards_tidy(s, false); /* if this changes anything, the text was not the proper one */
    s->head.node = node[phase];
    s->head.movers = phase == WRITE ? state_all(head) : phase == LAY ? (uint8_t)(1u << s->head.active) : 0;
    return true;
}

/* ---- The table -------------------------------------------------------------------------------------- */

static Piece piece_of(int slot, Place place, int spot) {
    Piece piece = {.kind = PIECE_CARD, .place = (uint8_t)place, .spot = (uint8_t)spot, .value = VALUE_NONE};
    if (is_card(slot)) {
        piece.colour = colours[colour_of(slot)];
        piece.value = (int8_t)value_of(slot);
    }
    return piece;
}

/* The grid, then the seat's hand. */
static int pieces(const State *head, int seat, Piece *out) {
    const Cards *s = (const Cards *)head;
    int n = 0;
    for (int p = 0; p < PLACES; p++)
        if (s->grid[p] != EMPTY) out[n++] = piece_of(s->grid[p], PLACE_GRID, p);
    for (int k = 0; seat >= 0 && k < hand_size(s, seat); k++) out[n++] = piece_of(s->hand[seat][k], PLACE_HAND, k);
    return n;
}

static int touch_lay(const Cards *s, int seat, Move lay, uint8_t *out) {
    out[0] = (uint8_t)(TOUCH_PIECE + PLACES + find_slot(s, seat, card_of(lay)));
    out[1] = (uint8_t)(TOUCH_PIECE + place_of(lay));
    return 2;
}

/* A lay touches the card and the card it covers, in the order laid. */
static int touch(const State *head, int seat, Move m, uint8_t *out) {
    const Cards *s = (const Cards *)head;
    int n = 0;
    if (s->head.phase != LAY) return qwinto_touch_write(m, out);
    if (first_lay(m)) n += touch_lay(s, seat, first_lay(m), out);
    return n + touch_lay(s, seat, last_lay(m), out + n);
}

/* The result: the card laid last and its two neighbours, in the rows of their colours. */
static int counts(const State *head, int seat, Count *out) {
    const Cards *s = (const Cards *)head;
    unsigned rows;
    (void)seat;
    if (s->head.phase != WRITE) return 0;
    out[0] = (Count){.value = (int16_t)qwinto_cards_result(s, &rows),
                     .pieces = (uint16_t)(1u << s->last | 1u << (s->last ^ 1) | 1u << (s->last ^ 2))};
    for (int r = 0; r < QWINTO_ROWS; r++)
        if (rows >> r & 1) out[0].colours |= (uint16_t)(1u << qwinto_colours[r]);
    return 1;
}

static Phrase say_lay(Move lay) {
    static const char *const ids[] = {
        N_("lay {c0} {1} at the top left"),
        N_("lay {c0} {1} at the top right"),
        N_("lay {c0} {1} at the bottom left"),
        N_("lay {c0} {1} at the bottom right"),
    };
    int card = card_of(lay);
    return (Phrase){.id = ids[place_of(lay)], .arg = {colours[colour_of(card)], (int16_t)value_of(card)}};
}

/* "Un 10 in arancione o giallo". */
static int say_result(const Cards *s, Phrase *out) {
    static const char *const ids[] = {
        N_("{0} in no colour"),
        N_("{0} in {c1}"),
        N_("{0} in {c1} or {c2}"),
        N_("{0} in any colour"),
    };
    unsigned rows;
    int n = 0;
    out[0] = (Phrase){.arg = {(int16_t)qwinto_cards_result(s, &rows)}};
    for (int r = 0; r < QWINTO_ROWS; r++)
        if (rows >> r & 1 && ++n < 3) out[0].arg[n] = qwinto_colours[r];
    out[0].id = ids[n];
    return 1;
}

/* What comes of it is said by laying it on a copy: the rules decide, and no second version of them. */
static int say(const State *head, int seat, Move m, Phrase *out) {
    Cards s = *(const Cards *)head;
    int n = 0;
    (void)seat;
    if (s.head.phase != LAY) return qwinto_say_write(m, out);
    if (first_lay(m)) out[n++] = say_lay(first_lay(m));
    out[n++] = say_lay(last_lay(m));
    lay_step(&s, m);
    return n + say_result(&s, out + n);
}

static int warn(const State *head, int seat, Move m, Phrase *out) {
    Cards s = *(const Cards *)head;
    Move writes[MOVES_MAX];
    if (s.head.phase != LAY) return qwinto_warn_write(head, seat, m, out);
    lay_step(&s, m);
    if (legal(&s.head, seat, writes) > 1) return 0;
    out[0] = (Phrase){.id = N_("nothing can be written then")};
    return 1 + qwinto_warn_misthrow(head, out + 1);
}

/* ---- The table of functions ------------------------------------------------------------------------- */

static const Phase phases[] = {
    [OVER] = {.name = "over"},
    [DEAL] = {.name = "deal"},
    [LAY] = {.name = "lay", .prompt = N_("Lay a card on the grid, or two of equal value.")},
    [WRITE] = {.name = "write", .prompt = N_("Write the result in a row of one of the colours, or pass.")},
    [DRAW] = {.name = "draw"},
    {.name = NULL},
};

/* ---- Batches (arena/batch.h) ------------------------------------------------------------------------ */

static int hand_place(const uint8_t *hand, int card) {
    int k = 0;
    while (k < HAND - 1 && hand[k] != card) k++;
    return k;
}

/* Singles first: which of the hand, and where. Then pairs: the first card and its place, which of the other two, and
 * whether that one lies above or below it, else beside. The second card at the top right (place 1) and the third below
 * it: 12 + ((1 * 4 + 1) * 2 + 1) * 2 + 1 = 35. */
static int action(const State *head, int seat, Move m) {
    const Cards *s = (const Cards *)head;
    if (head->phase == WRITE) return qwinto_write_action(m);
    const uint8_t *hand = s->hand[seat];
    Move first = first_lay(m), last = last_lay(m);
    if (!first) return hand_place(hand, card_of(last)) * PLACES + place_of(last);
    int i = hand_place(hand, card_of(first)), j = hand_place(hand, card_of(last)), p = place_of(first);
    int second = j - (j > i), beside = (p ^ place_of(last)) == 2;
    return CARDS_SINGLES + ((i * PLACES + p) * 2 + second) * 2 + beside;
}

/* Beside each sheet, how many cards the seat holds. A card is its colour plus one and its value plus three, 0 where
 * there is none: the grid, then the seat's own hand. Where the last was laid; and of every card whether it lies open or
 * covered (0), in the pile as far as the seat knows (1), or is one of those that may be in hands (2). */
enum { SHEET_PLANES = QWINTO_SHEET_PLANES + 1, TABLE_PLANES = 2 * (PLACES + HAND) + 1 + CARDS + 2 };

static int planes(int seats) { return seats * SHEET_PLANES + TABLE_PLANES; }

static uint8_t *see_card(int card, uint8_t *out) {
    *out++ = (uint8_t)(is_card((uint8_t)card) ? colour_of(card) + 1 : 0);
    *out++ = (uint8_t)(is_card((uint8_t)card) ? value_of(card) + 3 : 0);
    return out;
}

static void see_table(const Cards *s, int seat, uint8_t *out) {
    uint32_t old = 0;
    for (int p = 0; p < PLACES; p++) out = see_card(s->grid[p], out);
    for (int k = 0; k < HAND; k++) out = see_card(s->hand[seat][k], out);
    *out++ = s->last;
    for (int b = 1; b < BATCHES; b++) old |= s->batch[b];
    for (int c = 0; c < CARDS; c++) *out++ = s->batch[0] & bit(c) ? 1 : old & bit(c) ? 2 : 0;
    state_see(&s->head, seat, out);
}

static void see(const State *head, int seat, uint8_t *out) {
    const Cards *s = (const Cards *)head;
    for (int j = 0; j < head->seats; j++, out += SHEET_PLANES) {
        int i = (seat + j) % head->seats;
        qwinto_see_sheet(&s->sheet[i], out);
        out[QWINTO_SHEET_PLANES] = (uint8_t)hand_size(s, i);
    }
    see_table(s, seat, out);
}

__attribute__((flatten)) static long play_out(State *head, Rng *rng) {
    return play_out_with(&qwinto_cards_game, head, rng);
}

const Game qwinto_cards_game = {
    .name = "qwinto-cards",
    .title = N_("Qwinto, the card game"),
    .summary = N_("Write sums of cards laid on a square of four, rising in every row."),
    .chance_word = "draw",
    .min_seats = 1,
    .max_seats = SEATS,
    .printed_min = 1,
    .size = sizeof(Cards),
    .nodes_max = PLACES + SEATS * HAND + 4 * SEATS * QWINTO_TURNS, /* the deal; lay, write, draw, draw */
    .score_min = QWINTO_SCORE_MIN,
    .score_max = QWINTO_SCORE_MAX,
    .phases = phases,
    .start = start,
    .legal = legal,
    .play = play,
    .outcomes = outcomes,
    .chance = chance,
    .scores = qwinto_scores,
    .play_out = play_out,
    .hide = hide,
    .guess = guess,
    .put_move = put_move,
    .put_outcome = put_outcome,
    .get_outcome = get_outcome,
    .get_hidden_move = get_hidden_move,
    .put_body = put_body,
    .get_body = get_body,
    .sheets = 1,
    .layout = qwinto_layout,
    .look = qwinto_look,
    .pieces = pieces,
    .touch = touch,
    .counts = counts,
    .parts = qwinto_parts,
    .part_values = qwinto_part_values,
    .rows_done = qwinto_rows_done,
    .say = say,
    .warn = warn,
    .features = &qwinto_cards_features,
    .actions = CARDS_ACTIONS,
    .action = FOR_BATCHES(action),
    .planes = FOR_BATCHES(planes),
    .see = FOR_BATCHES(see),
    .lockstep = FOR_BATCHES(qwinto_cards_lockstep),
};
