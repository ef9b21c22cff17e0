/* advice.c: see advice.h. */
#include "term/advice.h"

#include "term/menu.h"

/* Of each of the two moves, to see by what they differ: reasons need fewer than values do. */
enum { WHY_TRIALS = 200 };

/* The likeliest fault is the name of the bot, so it is in the message. */
bool advice_open(Advisor *a, const Game *g, const State *start, const AdvisorWishes *wishes) {
    const char *why;
    if (advisor_make(a, g, start, wishes, &why)) return true;
    usage_error("bot `%s`: %s", a->policy, tr(why));
    return false;
}

bool advice_rank(const Advisor *a, const State *view, int seat, uint64_t question, Ranking *out) {
    const char *why = advisor_rank(a, view, seat, question, out);
    if (why) usage_error("%s", tr(why));
    return !why;
}

/* ---- Words for people ------------------------------------------------------------------------------- */

/* With the error in brackets: a number without it would look exact. */
void advice_put_value(const Advisor *a, const Candidate *c, char *room, size_t size) {
    if (a->seats > 1)
        snprintf(room, size, "%.1f%% (%.1f)", 100 * c->share, 100 * c->share_error);
    else
        snprintf(room, size, "%.2f (%.2f)", c->points, c->points_error);
}

/* The number of trials is that of the best move, which had the most of them; a phrase holds numbers of sixteen bits,
 * and more trials than that are told as so many. */
void advice_put_how(const Advisor *a, const Ranking *r, char *room, size_t size) {
    Text t = text_in(room, size);
    Phrase p = {.id = N_("exact, from the solved table")};
    uint32_t most = r->at[0].trials;
    if (r->how == HOW_SEARCH)
        p = (Phrase){.id = N_("search: {0} trials of the best move over {1} turns, then a glance"),
                     .arg = {(int16_t)(most > INT16_MAX ? INT16_MAX : most), (int16_t)a->horizon}};
    if (r->how == HOW_TRIALS)
        p = (Phrase){.id = N_("trials: the best move was played to the end {0} times"),
                     .arg = {(int16_t)(most > INT16_MAX ? INT16_MAX : most)}};
    words_phrase(term_lang(), &p, &t);
    if (r->how == HOW_EXACT) return;
    text_str(&t, " (");
    text_str(&t, a->policy);
    text_char(&t, ')');
}

/* What the judge can say for the best move; only if that is nothing, what the game itself warns of in the other: a
 * misthrow avoided need not be told twice. */
bool advice_put_why(const Advisor *a, const State *view, int seat, Move best, Move other, uint64_t question, char *room,
                    size_t size) {
    Phrase phrase[REASONS_MAX];
    Judge j;
    const char *why;
    Text t = text_in(room, size);
    if (!advisor_judge(a, &j, &why)) return false;
    int n = why_better(&j, view, seat, best, other, question, WHY_TRIALS, phrase);
    advisor_judge_free(&j);
    for (int i = 0; i < n; i++) {
        if (i) text_str(&t, "; ");
        words_phrase(term_lang(), &phrase[i], &t);
    }
    char cost[400];
    Text c = text_in(cost, sizeof cost);
    if (n == 0 && best != other && menu_warning(a->game, view, seat, other, &c)) {
        n = 1;
        text_str(&t, tr(N_("the other move: ")));
        text_str(&t, cost);
    }
    return n > 0;
}
