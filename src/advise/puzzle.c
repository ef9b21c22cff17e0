/* puzzle.c: finding puzzles and proving them. See puzzle.h; puzzle_file.c writes and reads them. */
#include "advise/puzzle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/roster.h"
#include "base/hash.h"
#include "bots/mind.h"

enum {
    LEGAL_LEAST = 3,       /* fewer moves are no question */
    SCREEN_FIRST = 32,     /* trials of the screen's race */
    SCREEN_MOST = 64,      /* likewise, at most */
    SCREEN_TURNS = 2,      /* and how far they go */
    PROVED = 4,            /* moves that the proof looks at; the others are far behind in the screen already */
    RIVALS = 2,            /* of them the best are played to the end of the game */
    PROOF_FIRST = 64,      /* trials of each, which are doubled until it is clear, */
    PROOF_LEAST = 256,     /* up to so many, or as many as the advisor would give a move */
    MASTER_PLAYOUTS = 400, /* named here, so that puzzles stay what they are whatever master has by itself */
    WHY_TRIALS = 200,      /* as for hints */
    NEAR = 3               /* sheets that differ in fewer boxes are alike */
};

/* How many standard errors the best move leads by: in trials with a horizon, and to the end, where the noise of whole
 * games makes the same certainty dear; the two are asked independently. */
static const double search_errors = 4, end_errors = 1.5;

const char *const puzzle_eyes[EYES] = {"easy", "normal", "hard", "expert"};

/* ---- Who looks -------------------------------------------------------------------------------------- */

static Bot *bot_of(const PuzzleMaker *m, const char *name, const char **why) {
    return roster_bot(name, m->advisor->game, (Budget){.playouts = MASTER_PLAYOUTS}, why);
}

/* In the trials nobody tries rolls, where a game asks for that: it is most of the time they take. Master does. */
bool puzzle_maker_new(PuzzleMaker *m, const Advisor *a, double least, uint32_t trials, const char **why) {
    if (!trials) trials = a->effort.most > PROOF_LEAST ? a->effort.most : PROOF_LEAST;
    Effort most = {.most = trials};
    *m = (PuzzleMaker){.advisor = a, .least = least, .trials = trials};
    bool good = advisor_judge(a, &m->judge, why);
    if (good && m->judge.glance) ((Mind *)m->judge.policy->memory)->samples = 0;
    for (int i = 0; good && i < EYES; i++) good = (m->eye[i] = bot_of(m, puzzle_eyes[i], why)) != NULL;
    good = good && (m->greedy = bot_of(m, "greedy", why)) && (m->master = bot_of(m, "master", why));
    if (good && !(m->memory = malloc(race_memory(&most, MOVES_MAX)))) {
        *why = N_("out of memory");
        good = false;
    }
    if (!good) puzzle_maker_free(m);
    return good;
}

void puzzle_maker_free(PuzzleMaker *m) {
    if (m->judge.policy) advisor_judge_free(&m->judge);
    for (int i = 0; i < EYES; i++) roster_free(m->eye[i]);
    roster_free(m->greedy);
    roster_free(m->master);
    free(m->memory);
    *m = (PuzzleMaker){0};
}

/* What a bot chooses there, the draw-th time it is asked. */
static Move choice(Bot *bot, const Puzzle *p, uint64_t question, uint64_t draw) {
    Rng rng = rng_stream(question, draw);
    return bot->kind->choose(bot, &p->view.head, p->seat, &rng);
}

/* ---- The screen ------------------------------------------------------------------------------------- */

/* In win chance. */
static double scaled(const PuzzleMaker *m, double loss) { return loss * m->advisor->scale; }

static bool is_missed(PuzzleMaker *m, const Puzzle *p, uint64_t question, Move best) {
    return p->played != best || choice(m->greedy, p, question, 0) != best;
}

/* At a glance: one move is a good deal better than the next, and somebody misses it. Half the lead that is wanted in
 * the end will do here, for a glance errs. */
static bool glances_well(PuzzleMaker *m, const Puzzle *p, uint64_t question) {
    Move move[MOVES_MAX];
    double value[MOVES_MAX];
    if (!m->judge.prior) return true;
    int n = m->judge.prior(m->judge.policy, &p->view.head, p->seat, move, value), best = 0;
    double next = -INFINITY;
    for (int i = 1; i < n; i++)
        if (value[i] > value[best]) best = i;
    for (int i = 0; i < n; i++)
        if (i != best && value[i] > next) next = value[i];
    return scaled(m, value[best] - next) >= m->least / 2 && is_missed(m, p, question, move[best]);
}

/* A short race between all moves. What the proof will not look at must be far behind here. */
static bool races_well(PuzzleMaker *m, Puzzle *p, uint64_t question) {
    Judge near = m->judge;
    Advisor a = *m->advisor;
    a.effort = (Effort){.first = SCREEN_FIRST, .most = SCREEN_MOST};
    a.near = 0;
    if (near.horizon > SCREEN_TURNS) near.horizon = SCREEN_TURNS;
    advisor_rank_alone(&a, &near, &p->view.head, p->seat, question, NULL, m->memory, &p->ranking);
    const Ranking *r = &p->ranking;
    for (int i = PROVED; i < r->count; i++)
        if (scaled(m, r->at[i].loss) < m->least) return false;
    bool exact = r->how == HOW_EXACT;
    return scaled(m, r->at[1].loss) >= (exact ? 1 : 0.75) * m->least && is_missed(m, p, question, r->at[0].move);
}

/* How hard it is. Only the weakest eyes may be spared: a puzzle that even they hardly ever miss is none. */
static bool is_hard(PuzzleMaker *m, Puzzle *p, uint64_t question) {
    Move best = p->ranking.at[0].move;
    p->grade = 1;
    for (int i = 0; i < EYES; i++) {
        int draws = i + 1 < EYES ? EYE_DRAWS : 1; /* the last one sees without haze, and always the same */
        p->missed[i] = 0;
        for (int draw = 0; draw < draws; draw++)
            p->missed[i] += choice(m->eye[i], p, question, 2 + (uint64_t)draw) != best;
        p->missed[i] *= EYE_DRAWS / draws;
        p->grade += 2 * p->missed[i] >= EYE_DRAWS;
        if (i == 0 && 4 * p->missed[i] < EYE_DRAWS) return false;
    }
    return true;
}

/* ---- The proof -------------------------------------------------------------------------------------- */

/* How sure a lead is to be. */
typedef struct Demand {
    int moves;     /* the first of the ranking */
    uint32_t most; /* trials of each of them */
    double errors; /* standard errors, and */
    double least;  /* win chance that the best move is to be ahead */
} Demand;

/* A race of the first moves of the ranking alone, which none of them leaves early. */
static int begin_proof(PuzzleMaker *m, const Puzzle *p, uint64_t question, const Demand *d, Race *race) {
    Effort effort = {.first = PROOF_FIRST, .most = d->most};
    int count = p->ranking.count < d->moves ? p->ranking.count : d->moves;
    race_begin(race, p->game, &p->view.head, p->seat, question, &effort, m->memory);
    race->scale = m->advisor->scale;
    for (int k = 0; k < count; k++) {
        int at = 0;
        while (race->move[race->order[at]] != p->ranking.at[k].move) at++;
        int i = race->order[at];
        race->order[at] = race->order[k];
        race->order[k] = i;
    }
    return count;
}

/* What the moves that ran are worth, the best first. */
static void proof_so_far(const Race *race, How how, Ranking *out) {
    Ranking all;
    race_result(race, how, &all);
    *out = all;
    out->count = 0;
    for (int i = 0; i < all.count; i++)
        if (all.at[i].trials) out->at[out->count++] = all.at[i];
}

/* 1: the first is ahead as demanded; -1: it will hardly ever be; 0: more trials may tell. */
static int verdict(const PuzzleMaker *m, const Ranking *r, const Demand *d) {
    bool clear = true;
    for (int i = 1; i < r->count; i++) {
        const Candidate *c = &r->at[i];
        if (scaled(m, c->loss + c->loss_error) < d->least) return -1;
        clear &= scaled(m, c->loss) >= d->least && c->loss >= d->errors * c->loss_error;
    }
    return clear;
}

/* All moves of the proof get the same trials, doubled until it is clear whether the first of the ranking is as far
 * ahead as demanded. */
static bool prove(PuzzleMaker *m, const Judge *j, const Puzzle *p, uint64_t question, const Demand *d, Ranking *out) {
    Race race;
    int count = begin_proof(m, p, question, d, &race), told = 0;
    for (uint32_t from = 0, to = PROOF_FIRST; to <= d->most && told == 0; from = to, to *= 2) {
        race.live = count;
        race_run(&race, j, from, to);
        race_close(&race, to);
        proof_so_far(&race, judge_how(j, &p->view.head), out);
        told = verdict(m, out, d);
        if (out->at[0].move != p->ranking.at[0].move) told = to > PROOF_FIRST ? -1 : 0;
    }
    return told > 0;
}

static Lead lead_of(const Ranking *r) {
    return (Lead){.lead = r->at[1].loss, .error = r->at[1].loss_error, .trials = r->at[1].trials};
}

/* The proved moves first, with what the proof found; the others keep what they lose in the screen. */
static void take_in(Ranking *all, const Ranking *proved, bool win) {
    Ranking old = *all;
    all->how = proved->how;
    all->count = proved->count;
    memcpy(all->at, proved->at, sizeof all->at[0] * (size_t)proved->count);
    for (int i = 0; i < old.count; i++) {
        Candidate c = old.at[i];
        if (ranking_find(proved, c.move) >= 0) continue;
        c.share = proved->at[0].share - (win ? c.loss : 0);
        c.points = proved->at[0].points - (win ? 0 : c.loss);
        all->at[all->count++] = c;
    }
}

/* The search of the strongest bot costs less than the rest of the proof, so it is asked first; and again with other
 * playouts. */
static bool masters_agree(PuzzleMaker *m, Puzzle *p, uint64_t question) {
    Move best = p->ranking.at[0].move;
    if (p->ranking.how == HOW_EXACT) return true;
    p->playouts = MASTER_PLAYOUTS;
    return choice(m->master, p, question, 0) == best && choice(m->master, p, question, 1) == best;
}

/* Judges who see it differently: a horizon closed by a glance, and whole games. */
static bool is_proved(PuzzleMaker *m, Puzzle *p, uint64_t question) {
    Demand near = {.moves = PROVED, .most = m->trials, .errors = search_errors, .least = m->least};
    Demand far = {.moves = RIVALS, .most = m->trials, .errors = end_errors, .least = m->least / 2};
    Judge to_end = m->judge;
    Ranking proved, end;
    if (p->ranking.how == HOW_EXACT) {
        p->search = p->end = lead_of(&p->ranking);
        return true;
    }
    if (!prove(m, &m->judge, p, rng_mix(question + 1), &near, &proved)) return false;
    p->search = lead_of(&proved);
    take_in(&p->ranking, &proved, aim_is_win(&p->view.head));
    to_end.horizon = 0;
    if (!prove(m, &to_end, p, rng_mix(question + 2), &far, &end)) return false;
    p->end = lead_of(&end);
    return true;
}

/* ---- Why ------------------------------------------------------------------------------------------- */

static void find_reasons(PuzzleMaker *m, Puzzle *p, uint64_t question) {
    const Ranking *r = &p->ranking;
    memset(p->reasons, 0, sizeof p->reasons);
    for (int i = 1; i < r->count && i <= PUZZLE_REASONS; i++)
        p->reasons[i - 1] = why_better(&m->judge, &p->view.head, p->seat, r->at[0].move, r->at[i].move, question,
                                       WHY_TRIALS, p->why[i - 1]);
}

/* ---- Looking through a match ------------------------------------------------------------------------ */

/* The key of a puzzle's trials: of the seed and of what the seat sees, so that the same position anywhere is judged
 * the same way. */
static uint64_t question_of(const PuzzleMaker *m, const Puzzle *p) {
    uint64_t hash = hash_add(rng_mix(m->advisor->seed + 0x70757Au), p->view.bytes, p->game->size);
    return rng_mix(hash ^ (uint64_t)p->seat);
}

static bool is_puzzle(PuzzleMaker *m, Puzzle *p) {
    uint64_t question = question_of(m, p);
    if (!glances_well(m, p, question) || !races_well(m, p, question)) return false;
    if (!is_hard(m, p, question) || !masters_agree(m, p, question) || !is_proved(m, p, question)) return false;
    find_reasons(m, p, question);
    return true;
}

/* The view is cleared to its last byte first: puzzles are compared and hashed as bytes, and a game's state may be
 * shorter than the room for it. */
static void open_decision(const Match *match, const State *s, int node, int seat, Puzzle *p) {
    p->game = match_game(match);
    p->node = node;
    p->seat = seat;
    p->played = match_event(match, node)->move[seat];
    p->playouts = 0;
    snprintf(p->by, sizeof p->by, "%s", match_name(match, seat));
    memset(&p->view, 0, sizeof p->view);
    memcpy(&p->view, s, p->game->size);
    game_hide(p->game, &p->view.head, seat);
}

/* A look begins at a place of its own in each match and goes round, so that puzzles come from all parts of games. Of
 * one turn one is enough: its decisions are about the same dice. */
int puzzle_find(PuzzleMaker *m, const Match *match, Puzzle *out, int most) {
    const Game *g = match_game(match);
    int nodes = match_node(match), found = 0, last = -1;
    Move legal[MOVES_MAX];
    uint64_t start = 0;
    for (int i = 0; i < nodes; i++) start = rng_mix(start ^ match_event(match, i)->outcome);
    for (int k = 0; k < nodes && found < most; k++) {
        int node = (int)((start + (uint64_t)k) % (uint64_t)nodes);
        AnyState s;
        if (match_event(match, node)->node != NODE_MOVE) continue;
        match_state_at(match, node, &s);
        for (int seat = 0; seat < s.head.seats && found < most; seat++) {
            if (!state_moves(&s.head, seat) || g->legal(&s.head, seat, legal) < LEGAL_LEAST) continue;
            open_decision(match, &s.head, node, seat, &out[found]);
            if (!is_puzzle(m, &out[found])) continue;
            found += s.head.turn != last;
            last = s.head.turn;
        }
    }
    return found;
}

/* ---- Telling puzzles apart -------------------------------------------------------------------------- */

/* By what is on the table and on one's own sheet, as it looks, and by nothing of the others: the same question with
 * other neighbours is the same question to who has to answer it. */
void puzzle_key(const Game *g, const State *view, int seat, PuzzleKey *out) {
    Layout l;
    memset(out, 0, sizeof *out);
    out->game = g;
    out->phase = view->phase;
    out->seats = view->seats;
    out->pieces = (uint8_t)g->pieces(view, seat, out->piece);
    g->layout(g->sheet_of ? g->sheet_of(view, seat) : 0, &l);
    for (int i = 0; i < l.box_count; i++) g->look(view, seat, i, &out->look[i]);
}

static bool same_piece(const Piece *a, const Piece *b) {
    return a->kind == b->kind && a->place == b->place && a->spot == b->spot && a->colour == b->colour &&
           a->value == b->value;
}

bool puzzle_alike(const PuzzleKey *a, const PuzzleKey *b) {
    int apart = 0;
    if (a->game != b->game || a->phase != b->phase || a->seats != b->seats || a->pieces != b->pieces) return false;
    for (int i = 0; i < a->pieces; i++)
        if (!same_piece(&a->piece[i], &b->piece[i])) return false;
    for (int i = 0; i < BOXES_MAX; i++)
        apart += a->look[i].mark != b->look[i].mark || a->look[i].value != b->look[i].value;
    return apart < NEAR;
}
