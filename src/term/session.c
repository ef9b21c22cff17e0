/* session.c: see session.h.
 *
 * One seat is asked at a time, people before bots; match.h reveals the choices of a node together. After every
 * node the record is written, so that whatever happens the game can be taken up again. Dice and bots are
 * functions of the seed and the place in the game (dice.h): who takes moves back meets the same again. */
#include "term/session.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/roster.h"
#include "match/dice.h"
#include "term/common.h"
#include "term/menu.h"
#include "term/prompt.h"
#include "term/rules.h"
#include "term/save.h"
#include "term/tell.h"
#include "term/tutor.h"

/* What became of a question. */
typedef enum Answered {
    ANSWERED_GOOD,  /* answered: something happened */
    ANSWERED_AGAIN, /* not yet: ask again */
    ANSWERED_BACK,  /* moves were taken back: look anew where the game stands */
    ANSWERED_LEAVE  /* leave the game */
} Answered;

/* A seat without a bot is somebody at the keyboard. */
static int people(const Session *s) {
    int n = 0;
    for (int i = 0; i < match_state(s->match)->seats; i++) n += !s->bot[i];
    return n;
}

bool session_private(const Session *s) { return match_game(s->match)->hide && people(s) > 1; }

/* What came of handing something to the match; only running out of memory and a bot's mistake can fail. */
static Answered handed(MatchResult result) {
    if (result == MATCH_OK) return ANSWERED_GOOD;
    usage_error("%s", result == MATCH_MEMORY ? tr(N_("out of memory")) : tr(N_("a move that is not legal")));
    return ANSWERED_LEAVE;
}

/* At the node that the match stands at: in a terminal nothing can have gone on meanwhile. */
static Answered submit(Session *s, int seat, Move move) {
    return handed(match_submit(s->match, seat, match_node(s->match), move));
}

static Answered happen(Session *s, uint32_t outcome) {
    return handed(match_chance(s->match, match_node(s->match), outcome));
}

/* ---- Keeping the game ------------------------------------------------------------------------------- */

/* A failure is told once and not again at every node; the game goes on, because ending it would lose more. */
static void keep(Session *s) {
    if (!s->path || s->save_failed || save_match(s->match, s->seed, s->path)) return;
    s->save_failed = true;
    puts(tr(N_("The game could not be saved; it goes on all the same. `save FILE` saves it elsewhere.")));
}

/* The status at the end: a game that should have been kept and was not is a failure. */
static int kept_status(const Session *s) { return s->path && s->save_failed && !s->saved_to ? EXIT_USAGE : EXIT_GOOD; }

/* `save [FILE]`. */
static void save_to(Session *s, const char *path) {
    bool exists;
    if (!*path) path = s->saved_to ? s->saved_to : s->path ? s->path : "";
    if (!*path) {
        puts(tr(N_("Say where: save FILE")));
        return;
    }
    bool own = (s->saved_to && strcmp(path, s->saved_to) == 0) || (s->path && strcmp(path, s->path) == 0);
    char *copy = strdup(path); /* the path lies in the line that the next question overwrites */
    if (!copy) return;
    if (!save_allowed(copy, &exists)) {
        prompt_say(N_("{0} is there already and is no record; choose another name."), copy, "");
        putchar('\n');
    } else if (!exists || own || prompt_yes(tr(N_("There is a record already. Write over it?")), false)) {
        if (save_match(s->match, s->seed, copy)) {
            prompt_say(N_("Saved: {0}"), copy, "");
            putchar('\n');
            free(s->saved_to);
            s->saved_to = copy;
            copy = NULL;
        }
    }
    free(copy);
}

/* What could not be written before is tried once more: perhaps the disk has room again. With standard output gone
 * there is nobody to tell anything. */
static int leave(Session *s) {
    int number = prompt_signal();
    fflush(stdout);
    if (ferror(stdout)) return EXIT_USAGE;
    if (s->path && s->save_failed) s->save_failed = !save_match(s->match, s->seed, s->path);
    if (s->path && !s->save_failed) {
        prompt_say(N_("The game is kept in {0}"), s->path, "");
        putchar('\n');
        prompt_say(N_("To go on: penna play --resume {0}"), s->resume, "");
        putchar('\n');
    } else {
        puts(tr(N_("The game was not saved.")));
    }
    return number ? 128 + number : kept_status(s);
}

/* ---- Taking back ------------------------------------------------------------------------------------ */

/* True if somebody at the keyboard had a say at the node: a person with a choice, or typed dice. */
static bool had_a_say(const Session *s, const State *at) {
    Move legal[MOVES_MAX];
    if (at->node == NODE_CHANCE) return s->manual;
    for (int i = 0; i < at->seats; i++)
        if (state_moves(at, i) && !s->bot[i] && match_game(s->match)->legal(at, i, legal) > 1) return true;
    return false;
}

/* The last node before the present one at which somebody at the keyboard had a say, or -1. */
static int last_say(const Session *s) {
    AnyState state;
    int found = -1;
    match_state_at(s->match, 0, &state);
    for (int node = 0; node < match_node(s->match); node++) {
        if (had_a_say(s, &state.head)) found = node;
        match_apply(match_game(s->match), &state.head, match_event(s->match, node));
    }
    return found;
}

/* A person's unrevealed choice at this node that was not the only one, or -1. */
static int last_choice(const Session *s) {
    Move legal[MOVES_MAX];
    const State *state = match_state(s->match);
    for (int i = state->seats - 1; i >= 0; i--)
        if (match_chosen(s->match) >> i & 1 && !s->bot[i] && match_game(s->match)->legal(state, i, legal) > 1) return i;
    return -1;
}

/* First a choice of this node that others have not seen yet, then whole nodes, back to where a person last had a say:
 * taking back a bot or a roll alone would lead straight to the same place again. */
static Answered undo(Session *s) {
    int seat = last_choice(s), node = last_say(s);
    if (seat >= 0) {
        match_withdraw(s->match, seat);
        prompt_say(N_("{0}: choose again."), match_name(s->match, seat), "");
        putchar('\n');
        return ANSWERED_BACK;
    }
    if (node < 0) {
        puts(tr(N_("There is nothing to take back.")));
        return ANSWERED_AGAIN;
    }
    match_undo(s->match, node);
    for (int i = 0; i < SEATS_MAX; i++)
        if (s->told[i] > node) s->told[i] = node;
    const State *state = match_state(s->match);
    char turn[16];
    snprintf(turn, sizeof turn, "%d", state->turn + 1);
    prompt_say(N_("Taken back to turn {0}, active: {1}."), turn, match_name(s->match, state->active));
    putchar('\n');
    keep(s);
    return ANSWERED_BACK;
}

/* ---- Commands --------------------------------------------------------------------------------------- */

/* If the line is the command `name` (or its `letter`), returns what follows it; else NULL. */
static const char *command_rest(const char *line, const char *name, const char *letter) {
    size_t n = strcspn(line, " ");
    bool is = (strlen(name) == n && strncmp(line, name, n) == 0) ||
              (letter && strlen(letter) == n && strncmp(line, letter, n) == 0);
    return is ? line + n + strspn(line + n, " ") : NULL;
}

/* The signs on the sheet are explained here, not beside every drawing. */
static void help(const Session *s, bool dice) {
    Layout layout;
    const Game *g = match_game(s->match);
    g->layout(0, &layout);
    if (!dice) puts(tr(N_("Type the number of a move, or the move itself as it stands in the list.")));
    puts(
        tr(N_("  undo (u)     take back to the last choice; the same dice fall again\n"
              "  moves        list all moves\n"
              "  sheets       show all sheets\n"
              "  save FILE    save the game to a file\n"
              "  rules        how the game is played\n"
              "  quit (q)     leave; the game is kept")));
    puts(
        tr(N_("On the sheets: <9> can be chosen, #3 is move 3 of the list, X is crossed,\n"
              "[9] is written, a dot can never be used any more.")));
    if (!layout.note.id) return;
    char line[512];
    snprintf(line, sizeof line, "%s: %s", tr(N_("Counting")), tr_phrase(&layout.note));
    prompt_wrap(line, 0);
}

/* Runs a command that can be given at any prompt; ANSWERED_GOOD: the line is no such command. */
static Answered run_command(Session *s, const char *line, const State *view) {
    const char *rest;
    if (command_rest(line, "quit", "q") || command_rest(line, "exit", NULL)) return ANSWERED_LEAVE;
    if (command_rest(line, "undo", "u")) return undo(s);
    if (command_rest(line, "help", "?"))
        help(s, view->node == NODE_CHANCE);
    else if (command_rest(line, "rules", NULL))
        rules_show(match_game(s->match));
    else if (command_rest(line, "sheets", NULL))
        tell_sheets(s, view);
    else if ((rest = command_rest(line, "save", NULL)))
        save_to(s, rest);
    else
        return ANSWERED_GOOD;
    return ANSWERED_AGAIN;
}

/* ---- Dice ------------------------------------------------------------------------------------------- */

/* Something that can fall or be drawn here, to show how it is written. */
static void example_outcome(const Game *g, const State *state, Text *out) {
    uint32_t n = g->outcomes(state), at = n - 1 - n / 5;
    while (g->weight && g->weight(state, at) == 0 && at > 0) at--;
    g->put_outcome(state, at, out);
}

/* What is typed is first taken for dice, then for a command: no command looks like dice. */
static Answered ask_dice(Session *s, const char *name, bool draw) {
    const Game *g = match_game(s->match);
    const State *state = match_state(s->match);
    char example[TOKEN_MAX], prompt[256];
    Text text = text_in(example, sizeof example);
    uint32_t outcome;
    example_outcome(g, state, &text);
    snprintf(prompt, sizeof prompt, "%.100s> ", draw ? tr(N_("card")) : tr(N_("dice")));
    prompt_say(draw ? N_("{0}: type the card that was drawn, like {1}") : N_("{0}: type what fell, like {1}"), name,
               example);
    putchar('\n');
    prompt_complete(NULL, 0);
    const char *line = prompt_line(prompt);
    if (!line) return ANSWERED_LEAVE;
    if (!*line) return ANSWERED_AGAIN;
    bool hidden = strcmp(line, "?") == 0; /* a record's sign for what a view hides */
    if (!hidden && g->get_outcome(state, line, &outcome)) return happen(s, outcome);
    Answered answer = run_command(s, line, state);
    if (answer != ANSWERED_GOOD) return answer;
    prompt_say(draw ? N_("`{0}` cannot be drawn here; possible is, for example, {1}")
                    : N_("`{0}` cannot be rolled here; possible is, for example, {1}"),
               line, example);
    putchar('\n');
    return ANSWERED_AGAIN;
}

/* Dice of the seed depend on the place in the game alone (dice.h), so they fall the same again after `undo`. */
static Answered chance_node(Session *s) {
    const Game *g = match_game(s->match);
    const State *state = match_state(s->match);
    Answered answer = ANSWERED_AGAIN;
    if (!s->manual) return happen(s, dice_outcome(g, state, s->seed, dice_ordinal(s->match)));
    if (!session_private(s)) tell_news(s, -1);
    while (answer == ANSWERED_AGAIN)
        answer = ask_dice(s, match_name(s->match, state->active), strcmp(g->chance_word, "draw") == 0);
    return answer;
}

/* ---- Decisions -------------------------------------------------------------------------------------- */

/* The next seat that has not chosen: people first, so that nobody waits for a bot. */
static int next_seat(const Session *s) {
    unsigned open = match_state(s->match)->movers & ~match_chosen(s->match);
    int bot = -1;
    for (int i = 0; i < SEATS_MAX; i++) {
        if (!(open >> i & 1)) continue;
        if (!s->bot[i]) return i;
        if (bot < 0) bot = i;
    }
    return bot;
}

/* Between two people who must not see each other's cards: clears the screen until the other has sat down. */
static bool hand_over(Session *s, int seat) {
    if (!session_private(s) || s->last_person == seat) return true;
    prompt_forget();
    if (isatty(STDOUT_FILENO)) fputs("\033[H\033[2J\033[3J", stdout);
    prompt_say(N_("The keyboard goes to {0}. Press Enter when nobody else is looking."), match_name(s->match, seat),
               "");
    putchar('\n');
    prompt_complete(NULL, 0);
    const char *line = prompt_line("");
    if (!line || command_rest(line, "quit", "q")) return false;
    s->last_person = seat;
    return true;
}

/* A move that costs something is asked for twice: prints the cost; false: it has none. */
static bool warns(const Menu *menu, Move move) {
    char cost[512];
    Text text = text_in(cost, sizeof cost);
    if (!menu_warning(menu->game, menu->state, menu->seat, move, &text)) return false;
    prompt_tell(N_("Careful: {0}. Type y, or the same again, to do it."), cost, "", 0);
    return true;
}

/* The tutor's word on a move; false: it has none. */
static bool tutored(const Session *s, const Menu *menu, Move move) {
    return s->tutor_warns && tutor_warns(s->tutor, menu->state, menu->seat, match_node(s->match), move);
}

/* One line at the prompt. *pending, if *waits, is a move that waits to be confirmed. */
static Answered take_line(Session *s, const Menu *menu, Move *pending, bool *waits) {
    char prompt[256];
    Move move;
    prompt_complete(menu->token, menu->count);
    snprintf(prompt, sizeof prompt, "%.200s> ", match_name(s->match, menu->seat));
    const char *line = prompt_line(prompt);
    if (!line) return ANSWERED_LEAVE;
    bool yes = *waits && prompt_is_yes(line), found = !yes && menu_find(menu, line, &move);
    if (yes || (found && *waits && move == *pending)) return submit(s, menu->seat, *pending);
    *waits = found && (tutored(s, menu, move) || warns(menu, move));
    if (found) {
        *pending = move;
        return *waits ? ANSWERED_AGAIN : submit(s, menu->seat, move);
    }
    if (!*line) return ANSWERED_AGAIN;
    if (command_rest(line, "moves", NULL)) {
        menu_print(menu, true);
        return ANSWERED_AGAIN;
    }
    Answered answer = run_command(s, line, menu->state);
    if (answer != ANSWERED_GOOD) return answer;
    prompt_tell(N_("`{0}` is no move here; `moves` lists them, `help` says more."), line, "", 0);
    return ANSWERED_AGAIN;
}

/* Who has one move only is not asked. The view is made before the keyboard is handed over and drawn after it: nothing
 * of a hand is on the screen while the other looks. */
static Answered ask_person(Session *s, int seat) {
    const Game *g = match_game(s->match);
    AnyState view;
    Menu menu;
    Move pending = MOVE_PASS;
    bool waits = false;
    match_view(s->match, seat, &view);
    menu_make(&menu, g, &view.head, seat);
    if (menu.count == 1) return submit(s, seat, menu.move[0]); /* no choice; it is told with the news */
    if (!hand_over(s, seat)) return ANSWERED_LEAVE;
    tell_news(s, seat);
    tell_position(s, &view.head, seat, menu.numbered);
    printf("%s: %s\n", match_name(s->match, seat), tr(g->phases[view.head.phase].prompt));
    menu_print(&menu, false);
    if (s->tutor_hints) tutor_hint(s->tutor, &view.head, seat, match_node(s->match));
    Answered answer = ANSWERED_AGAIN;
    while (answer == ANSWERED_AGAIN) answer = take_line(s, &menu, &pending, &waits);
    prompt_complete(NULL, 0);
    return answer;
}

/* A stream of its own for each node and seat: a bot that is asked again after `undo` answers the same. */
static Answered ask_bot(Session *s, int seat) {
    AnyState view;
    int node = match_node(s->match);
    Rng rng = rng_stream(s->seed ^ 0x626F74u, (uint64_t)node * SEATS_MAX + (uint64_t)seat);
    match_view(s->match, seat, &view);
    Move move = s->bot[seat]->kind->choose(s->bot[seat], &view.head, seat, &rng);
    return submit(s, seat, move);
}

static Answered move_node(Session *s) {
    int seat = next_seat(s);
    return s->bot[seat] ? ask_bot(s, seat) : ask_person(s, seat);
}

/* ---- The game --------------------------------------------------------------------------------------- */

/* Kept after every node, before anything else is asked. Games between bots alone are told as they go, since nobody is
 * asked for whom they could be told. */
int session_play(Session *s) {
    const State *state = match_state(s->match);
    if (!s->kept) keep(s);
    while (state->node != NODE_OVER) {
        int node = match_node(s->match);
        Answered answer = state->node == NODE_CHANCE ? chance_node(s) : move_node(s);
        if (answer == ANSWERED_LEAVE || prompt_signal()) return leave(s);
        if (match_node(s->match) > node) keep(s);
        if (people(s) == 0) tell_news(s, -1);
    }
    tell_news(s, -1);
    tell_result(s);
    if (s->path && !s->save_failed) {
        prompt_say(N_("The record: {0}"), s->path, "");
        putchar('\n');
    }
    return kept_status(s);
}

void session_free(Session *s) {
    for (int i = 0; i < SEATS_MAX; i++) roster_free(s->bot[i]);
    tutor_free(s->tutor);
    match_free(s->match);
    free(s->path);
    free(s->resume);
    free(s->saved_to);
}
