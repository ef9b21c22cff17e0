/* tutor.c: see tutor.h. */
#include "term/tutor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "term/advice.h"
#include "term/common.h"
#include "term/menu.h"
#include "term/prompt.h"

/* Moves of a hint; bytes of a move in words, and of a reason. */
enum { HINTS = 3, WORDS = 512, WHY = 1500 };

/* It remembers one ranking: a hint and the warning after it are about the same decision. */
struct Tutor {
    Advisor advisor; /* made once a game */
    Ranking ranking; /* of the decision that was asked about last */
    AnyState view;   /* of it */
    int node, seat;  /* of it; node -1: none */
};

/* At a level that answers while one waits; always the same seed, so that it says the same when asked again. */
Tutor *tutor_new(const Game *g, const State *start) {
    AdvisorWishes wishes = {.level = LEVEL_TUTOR, .seed = 1};
    Tutor *t = malloc(sizeof *t);
    if (!t) usage_error("out of memory");
    if (t && advice_open(&t->advisor, g, start, &wishes)) {
        t->node = -1;
        return t;
    }
    free(t);
    return NULL;
}

void tutor_free(Tutor *t) {
    if (t) advisor_close(&t->advisor);
    free(t);
}

/* Ranks the moves, unless that is done; false: it could not. */
static bool think(Tutor *t, const State *view, int seat, int node) {
    size_t size = t->advisor.game->size;
    if (t->node == node && t->seat == seat && memcmp(&t->view, view, size) == 0) return true;
    uint64_t question = advisor_question(&t->advisor, node, seat);
    if (!advice_rank(&t->advisor, view, seat, question, &t->ranking)) return false;
    memcpy(&t->view, view, size);
    t->node = node;
    t->seat = seat;
    return true;
}

static void put_words(const Tutor *t, const State *view, int seat, Move m, char *room) {
    Text text = text_in(room, WORDS);
    menu_words(t->advisor.game, view, seat, m, &text);
}

/* Without a ranking there is no hint and the game goes on; advice_rank() has said why. */
void tutor_hint(Tutor *t, const State *view, int seat, int node) {
    if (!think(t, view, seat, node)) return;
    puts(t->advisor.seats > 1 ? tr(N_("The best moves, with the chance to win and its error:"))
                              : tr(N_("The best moves, with the points expected and their error:")));
    for (int i = 0; i < HINTS && i < t->ranking.count; i++) {
        char words[WORDS], value[64], line[WORDS + 80];
        put_words(t, view, seat, t->ranking.at[i].move, words);
        advice_put_value(&t->advisor, &t->ranking.at[i], value, sizeof value);
        snprintf(line, sizeof line, "* %s: %s", words, value);
        prompt_wrap(line, 2);
    }
}

/* What the move gives away, as words. */
static void say_loss(const Tutor *t, const Candidate *c, const char *words) {
    char loss[64];
    snprintf(loss, sizeof loss, t->advisor.seats > 1 ? "%.0f%%" : "%.1f", c->loss * (t->advisor.seats > 1 ? 100 : 1));
    prompt_tell(t->advisor.seats > 1 ? N_("A moment: {0} gives away about {1} of your chance to win.")
                                     : N_("A moment: {0} gives away about {1} points."),
                words, loss, 0);
}

/* Only from a mistake on, and only where the loss is larger than its error allows to doubt: a tutor that speaks up at
 * every move is switched off. */
bool tutor_warns(Tutor *t, const State *view, int seat, int node, Move m) {
    if (!think(t, view, seat, node)) return false;
    int place = ranking_find(&t->ranking, m);
    if (place <= 0) return false;
    const Candidate *c = &t->ranking.at[place];
    double scale = t->advisor.scale;
    if (label_of(c->loss * scale, c->loss_error * scale) < LABEL_MISTAKE) return false;
    char words[WORDS], better[WORDS], why[WHY];
    Move best = t->ranking.at[0].move;
    put_words(t, view, seat, m, words);
    put_words(t, view, seat, best, better);
    say_loss(t, c, words);
    uint64_t question = advisor_question(&t->advisor, node, seat);
    if (advice_put_why(&t->advisor, view, seat, best, m, question, why, sizeof why))
        prompt_tell(N_("Better: {0}; {1}."), better, why, 0);
    else
        prompt_tell(N_("Better: {0}."), better, "", 0);
    puts(tr(N_("Type y, or the same again, to do it anyway.")));
    return true;
}
