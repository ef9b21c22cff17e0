/* join.c: `penna join`: plays at a table of a server, from the terminal or by a bot.
 *
 * The server sends the whole view each time; the record in it is read into a match, and from there on everything is
 * drawn and asked as in `penna play`. A connection that is lost is made again. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

typedef struct JoinSettings {
    const char *name;  /* to sit down as; NULL: it is asked for */
    const char *token; /* of a seat that is ours already */
    const char *bot;   /* that plays for us; NULL: a person does */
    const char *ca;    /* a file of certificates to trust */
    long seat;         /* -1: any */
} JoinSettings;

static const Arg args[] = {
    {.name = "name",
     .value = "NAME",
     .help = N_("your name at the table"),
     .kind = ARG_TEXT,
     .offset = offsetof(JoinSettings, name)},
    {.name = "seat",
     .value = "N",
     .help = N_("the seat to take, counted from 0 (default: the first that is open)"),
     .kind = ARG_NUMBER,
     .offset = offsetof(JoinSettings, seat),
     .low = 0,
     .high = SEATS_MAX - 1},
    {.name = "token",
     .value = "TOKEN",
     .help = N_("come back to the seat that this token holds"),
     .kind = ARG_TEXT,
     .offset = offsetof(JoinSettings, token)},
    {.name = "bot",
     .value = "BOT",
     .help = N_("let a bot play, one of Penna's, NAME@FILE or exec:COMMAND"),
     .kind = ARG_TEXT,
     .offset = offsetof(JoinSettings, bot)},
    {.name = "ca",
     .value = "FILE",
     .help = N_("trust the certificates of FILE too (https)"),
     .kind = ARG_TEXT,
     .offset = offsetof(JoinSettings, ca)},
    {.name = NULL},
};

static const JoinSettings defaults = {.seat = -1};

#ifdef HAVE_SERVER

#include <jansson.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

#include "arena/roster.h"
#include "host/clock.h"
#include "match/fair.h"
#include "term/menu.h"
#include "term/prompt.h"
#include "term/tell.h"
#include "term/wire.h"

enum {
    URL_MAX = 300,      /* bytes of an address */
    CODE = 5,           /* letters of a table */
    TOKEN_TEXT = 33,    /* 32 letters, and a NUL */
    TRIES = 8,          /* to connect: some forty seconds, in which a server that restarts is back */
    ASK = 10,           /* seconds of silence until the server is asked whether it is there, */
    LEAVE = 16,         /* and until it is taken for gone */
    NAME_MAX_SENT = 500 /* bytes: more than any server takes, and few enough for wire_post() also with escapes */
};

/* One who sits at a table. */
typedef struct Guest {
    char url[URL_MAX], code[CODE + 1], token[TOKEN_TEXT]; /* the server, the table, and what holds our seat */
    const char *ca;                                       /* certificates to trust; NULL: the machine's */
    Wire *wire;                                           /* NULL: not connected */
    bool unseen;         /* people hold real cards there, which only the page can ask for */
    Session session;     /* its match is the record seen so far */
    Bot *bot;            /* NULL: a person */
    Rng rng;             /* the bot's */
    int seat, node;      /* ours; where the game is */
    int take;            /* how often something was taken back; -1: the server does not say */
    bool owes;           /* our choice is asked for and was not sent */
    bool over, waiting;  /* the game is, or has not begun */
    int host;            /* the seat of whoever starts it; -1: the server does not say */
    bool salts;          /* the dice want something random of ours */
    bool salted;         /* it was sent over this connection */
    char salt[FAIR_HEX]; /* which is this */
    long id;             /* of the last message sent */
} Guest;

/* ---- Views ------------------------------------------------------------------------------------------- */

/* Makes the kept match one that goes on as the new one does; keeps it where it is if it is a beginning of it. */
static void take_match(Guest *g, Match *fresh) {
    Match *old = g->session.match;
    bool same = old && match_state(old)->viewer == match_state(fresh)->viewer && match_node(old) <= match_node(fresh);
    for (int i = 0; same && i < match_node(old); i++) same = event_same(match_event(old, i), match_event(fresh, i));
    if (same) {
        for (int i = match_node(old); i < match_node(fresh); i++) match_append(old, match_event(fresh, i));
        for (int i = 0; i < match_state(old)->seats; i++)
            match_seat(old, i, match_kind(fresh, i), match_name(fresh, i));
        match_free(fresh);
        return;
    }
    g->session.match = fresh;
    for (int i = 0; i < SEATS_MAX; i++)
        if (g->session.told[i] > match_node(fresh)) g->session.told[i] = match_node(fresh);
    if (g->bot) roster_follow(&g->bot, 1, fresh);
    match_free(old);
}

/* What the server sends is read as any record is, with every rule checked: a server that is wrong cannot make us show
 * an impossible game. */
static bool take_record(Guest *g, const char *text) {
    Match *fresh = NULL;
    Fault fault;
    Records in = {.bytes = text, .length = strlen(text), .hidden = true};
    if (record_read(&in, &fresh, NULL, &fault) != RECORD_OK) return false;
    take_match(g, fresh);
    return true;
}

/* Whatever is missing or of another type is not that word. */
static bool is_word(const json_t *object, const char *key, const char *word) {
    const char *text = json_string_value(json_object_get(object, key));
    return text && strcmp(text, word) == 0;
}

/* False: not a view we can read. */
static bool take_view(Guest *g, json_t *view) {
    json_t *mine = json_array_get(json_object_get(view, "views"), 0);
    const char *record = json_string_value(json_object_get(mine, "record"));
    g->seat = (int)json_integer_value(json_object_get(mine, "seat"));
    json_t *seat = json_array_get(json_object_get(view, "seats"), (size_t)g->seat);
    g->over = is_word(view, "phase", "over");
    g->waiting = is_word(view, "phase", "waiting");
    g->node = (int)json_integer_value(json_object_get(view, "node"));
    const json_t *take = json_object_get(view, "take"), *host = json_object_get(view, "host");
    g->host = json_is_integer(host) ? (int)json_integer_value(host) : -1;
    g->take = take ? (int)json_integer_value(take) : -1;
    g->owes = json_is_true(json_object_get(seat, "mover")) && !json_is_true(json_object_get(seat, "chosen"));
    g->salts = json_is_null(json_array_get(json_object_get(view, "salts"), (size_t)g->seat)) && !g->over && !g->salted;
    g->session.hide_score = json_is_true(json_object_get(view, "hide_scores"));
    const char *name = json_string_value(json_object_get(view, "game"));
    const Game *game = name ? game_find(name) : NULL;
    g->unseen = game && game->hide && is_word(view, "dice", "manual");
    return record && g->seat >= 0 && take_record(g, record);
}

/* A picture that somebody shows, in words. */
static void take_reaction(const Guest *g, const json_t *root) {
    static const struct {
        const char *picture, *words;
    } known[] = {{"bravo", N_("Well done!")}, {"laugh", N_("Ha ha!")},    {"wow", N_("Wow!")},
                 {"sad", N_("Oh no!")},       {"hurry", N_("Hurry up!")}, {"luck", N_("Good luck!")}};
    const Match *m = g->session.match;
    const json_t *seat = json_object_get(root, "seat");
    long from = json_is_integer(seat) ? (long)json_integer_value(seat) : -1;
    if (g->bot || !m || from < 0 || from >= match_state(m)->seats || from == g->seat) return;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is_word(root, "picture", known[i].picture))
            printf("%s: %s\n", match_name(m, (int)from), tr(known[i].words));
}

/* Takes a message: 1 a view, 0 something else, -1 it is over with the connection. */
static int take_message(Guest *g, const Buffer *text) {
    json_t *root = json_loadb(text->bytes, text->length, 0, NULL);
    int result = 0;
    if (is_word(root, "type", "view")) result = take_view(g, root) ? 1 : -1;
    if (is_word(root, "type", "react")) take_reaction(g, root);
    if (is_word(root, "type", "bye")) result = -1;
    if (is_word(root, "type", "notice")) {
        const char *said = json_string_value(json_object_get(root, "text"));
        if (said && match_name_ok(said, strlen(said))) printf(tr(N_("The server: %s\n")), said);
    }
    if (is_word(root, "type", "error") && !is_word(root, "code", "stale")) {
        const char *why = json_string_value(json_object_get(root, "text"));
        if (why) puts(tr(why));
    }
    json_decref(root);
    return result;
}

/* ---- The connection ---------------------------------------------------------------------------------- */

/* Every message has a number of its own, which the answer names. */
static bool say(Guest *g, const char *rest) {
    char text[512];
    snprintf(text, sizeof text, "{\"v\":1,\"id\":%ld,%s}", ++g->id, rest);
    return wire_send(g->wire, text);
}

/* Connects, with patience; false after a message. */
static bool connect_to(Guest *g) {
    char hello[200], why[WIRE_WHY];
    snprintf(why, sizeof why, "%s", tr(N_("the connection was lost")));
    snprintf(hello, sizeof hello, "\"type\":\"hello\",\"table\":\"%s\",\"token\":\"%s\"", g->code, g->token);
    for (int i = 0; i < TRIES && !prompt_signal(); i++) {
        if (i > 0) sleep(1u << (i < 4 ? i - 1 : 3));
        wire_close(g->wire);
        g->salted = false;
        g->wire = wire_open(g->url, g->ca, g->code, why);
        if (g->wire && say(g, hello)) return true;
        if (i == 0) printf("%s\n", why);
    }
    return usage_error("%s", why) == EXIT_GOOD;
}

/* Adds to the key of shared dice; the same once more if it has to be said again. */
static void add_salt(Guest *g) {
    char text[FAIR_HEX + 64];
    uint8_t bytes[CIPHER_KEY];
    if (g->salt[0] == '\0') {
        if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) return;
        fair_put_hex(bytes, g->salt);
    }
    snprintf(text, sizeof text, "\"type\":\"salt\",\"seat\":%d,\"salt\":\"%s\"", g->seat, g->salt);
    g->salted = say(g, text);
}

/* Waits for the next view; false: there will be none. A server that has been silent is asked whether it is there, and
 * left if it does not say so: it may be frozen, and another in its place. */
static bool next_view(Guest *g) {
    Buffer text = {0};
    int got = 0, silent = 0;
    while (got == 0 && !prompt_signal()) {
        got = wire_receive(g->wire, 1, &text);
        silent = got == 0 ? silent + 1 : 0;
        if (silent == ASK && !say(g, "\"type\":\"ping\"")) got = -1;
        if (silent == LEAVE) got = -1, silent = 0;
        if (got > 0) got = take_message(g, &text);
        if (got > 0 && g->salts) add_salt(g);
        if (got < 0) got = connect_to(g) ? 0 : -1;
    }
    buffer_free(&text);
    return got > 0;
}

/* Takes the views that are there already: the last one counts. */
static void catch_up(Guest *g) {
    Buffer text = {0};
    while (wire_receive(g->wire, 0, &text) > 0) take_message(g, &text);
    buffer_free(&text);
}

/* ---- Choosing ---------------------------------------------------------------------------------------- */

/* By its node, so that a choice that arrives twice, or late, is not taken for one of the next node. */
static void submit(Guest *g, const Game *game, const State *view, Move move) {
    char token[TOKEN_MAX], text[TOKEN_MAX + 100];
    Text out = text_in(token, sizeof token);
    game->put_move(view, g->seat, move, &out);
    char take[24] = "";
    if (g->take >= 0) snprintf(take, sizeof take, ",\"take\":%d", g->take);
    snprintf(text, sizeof text, "\"type\":\"submit\",\"seat\":%d,\"node\":%d%s,\"move\":\"%s\"", g->seat, g->node, take,
             token);
    if (!say(g, text) && connect_to(g)) say(g, text); /* sending it twice does no harm */
}

/* Asks the person; false: he leaves. */
static bool ask(Guest *g, const Menu *menu, Move *out) {
    char prompt[256];
    bool waits = false;
    snprintf(prompt, sizeof prompt, "%.200s> ", match_name(g->session.match, g->seat));
    for (;;) {
        char cost[512];
        Text text = text_in(cost, sizeof cost);
        Move move;
        prompt_complete(menu->token, menu->count);
        const char *line = prompt_line(prompt);
        if (!line || strcmp(line, "quit") == 0 || strcmp(line, "q") == 0) return false;
        if (waits && prompt_is_yes(line)) return true;
        if (strcmp(line, "moves") == 0) {
            menu_print(menu, true);
        } else if (strcmp(line, "sheets") == 0) {
            tell_sheets(&g->session, menu->state);
        } else if (!menu_find(menu, line, &move)) {
            prompt_say(N_("`{0}` is no move here; `moves` lists them."), line, "");
            putchar('\n');
        } else if (menu_warning(menu->game, menu->state, menu->seat, move, &text) && !(waits && move == *out)) {
            prompt_say(N_("Careful: {0}. Type y, or the same again, to do it."), cost, "");
            putchar('\n');
            waits = true;
            *out = move;
        } else {
            *out = move;
            return true;
        }
    }
}

/* One decision; false: the person leaves, or the bot is in trouble. */
static bool decide(Guest *g) {
    const Game *game = match_game(g->session.match);
    AnyState view;
    Menu menu;
    Move move;
    match_view(g->session.match, g->seat, &view);
    menu_make(&menu, game, &view.head, g->seat);
    move = menu.move[0];
    if (g->bot) {
        move = g->bot->kind->choose(g->bot, &view.head, g->seat, &g->rng);
        if (move == MOVE_NONE) return usage_error("%s", g->bot->trouble) == EXIT_GOOD;
    } else if (menu.count > 1) {
        tell_news(&g->session, g->seat);
        tell_position(&g->session, &view.head, g->seat, menu.numbered);
        printf("%s: %s\n", match_name(g->session.match, g->seat), tr(game->phases[view.head.phase].prompt));
        menu_print(&menu, false);
        if (!ask(g, &menu, &move)) return false;
    }
    g->owes = false;
    submit(g, game, &view.head, move);
    return true;
}

/* Gives the seat back and says why. */
static int refuse_unseen(Guest *g) {
    char leave[40];
    snprintf(leave, sizeof leave, "\"type\":\"leave\",\"seat\":%d", g->seat);
    say(g, leave);
    return usage_error("%s", tr(N_("people hold real cards at this table: open the link in a browser")));
}

/* Who is waited for, and who may begin without them. */
static void tell_waiting(const Guest *g) {
    const Match *m = g->session.match;
    puts(tr(N_("Waiting for the others.")));
    if (g->bot || g->host < 0 || g->host >= match_state(m)->seats) return;
    if (g->host == g->seat)
        puts(tr(N_("You are the host: on the page you can start, free places and close the table.")));
    else {
        prompt_say(N_("{0} is the host and can start before everybody is here."), match_name(m, g->host), "");
        putchar('\n');
    }
}

/* Views can come faster than a person reads them: all that are there are taken first, and only the last one is acted
 * upon. The link with the token is printed when leaving, because the seat stays ours. */
static int play(Guest *g, const char *link) {
    bool told_waiting = false;
    if (!connect_to(g)) return EXIT_USAGE;
    while (next_view(g)) {
        if (g->unseen && !g->over) return refuse_unseen(g);
        catch_up(g);
        if (g->over) {
            if (!g->bot) tell_news(&g->session, -1);
            tell_result(&g->session);
            return EXIT_GOOD;
        }
        if (g->waiting && !told_waiting) tell_waiting(g);
        told_waiting |= g->waiting;
        if (!g->waiting && g->owes && !decide(g)) break;
    }
    printf("%s\n  penna join %s --token %s\n", tr(N_("To come back:")), link, g->token);
    return prompt_signal() ? 128 + prompt_signal() : EXIT_GOOD;
}

/* ---- Sitting down ------------------------------------------------------------------------------------ */

/* A link of a table: where the server is, and the code. */
static bool read_link(const char *link, Guest *g) {
    const char *at = strstr(link, "/t/");
    if (!at || strlen(at + 3) != CODE || at - link >= URL_MAX)
        return usage_error("%s: expected the link of a table, like http://HOST:8080/t/KMPXR", link) == EXIT_GOOD;
    snprintf(g->url, sizeof g->url, "%.*s", (int)(at - link), link);
    snprintf(g->code, sizeof g->code, "%s", at + 3);
    return true;
}

/* A token of our own, made before it is asked for: an answer that is lost can be asked for again. */
static bool make_token(Guest *g) {
    uint8_t bytes[(TOKEN_TEXT - 1) / 2];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) return usage_error("%s", strerror(errno)) == EXIT_GOOD;
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(g->token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

/* The server gives the seat by HTTP to the token that we made; from then on the token alone says who we are. What it
 * refuses it explains, in English, which is a message id. */
static bool sit_down(Guest *g, const JoinSettings *s) {
    char path[64], why[WIRE_WHY];
    const char *user = getenv("USER"), *name = s->name ? s->name : s->bot;
    if (!name) name = prompt_ask(tr(N_("Your name")), user ? user : "");
    if (!name || !make_token(g)) return false;
    json_t *body = strlen(name) < NAME_MAX_SENT ? json_pack("{s:s,s:s}", "name", name, "token", g->token) : NULL;
    if (!body) return usage_error("%s", tr(N_("this cannot be a name"))) == EXIT_GOOD;
    if (s->seat >= 0) json_object_set_new(body, "seat", json_integer(s->seat));
    char *text = json_dumps(body, JSON_COMPACT);
    Buffer answer = {0};
    snprintf(path, sizeof path, "/api/tables/%s/join", g->code);
    int status = -1;
    for (int i = 0; i < 2 && text && status < 0; i++) status = wire_post(g->url, g->ca, path, text, &answer, why);
    json_t *root = answer.length ? json_loadb(answer.bytes, answer.length, 0, NULL) : NULL;
    const char *token = json_string_value(json_object_get(root, "token"));
    const char *wrong = json_string_value(json_object_get(json_object_get(root, "error"), "text"));
    bool good = status == 200 && token && strlen(token) < TOKEN_TEXT;
    if (good) snprintf(g->token, sizeof g->token, "%s", token);
    if (!good) usage_error("%s", status < 0 ? why : tr(wrong ? wrong : N_("no answer that we understand")));
    json_decref(root);
    json_decref(body);
    free(text);
    buffer_free(&answer);
    return good;
}

/* Makes the bot once the game is known; false after a message. */
static bool make_bot(Guest *g, const char *name) {
    const char *why;
    Budget budget = {.playouts = 4000, .seconds = 1.5, .now = clock_now};
    if (!next_view(g)) return false;
    g->bot = roster_bot_or_command(name, match_game(g->session.match), budget, &why);
    if (!g->bot) return usage_error("%s: %s", name, tr(why)) == EXIT_GOOD;
    roster_follow(&g->bot, 1, g->session.match);
    g->rng = rng_stream((uint64_t)time(NULL), (uint64_t)getpid());
    return true;
}

/* A bot is made before play begins, and its game is only known from the first view: so it connects for that once, and
 * again to play. A link with a token needs no seat any more. */
static int run(const void *settings, int count, char **words) {
    const JoinSettings *s = settings;
    (void)count;
    Guest g = {.ca = s->ca, .session = {.last_person = -1}};
    int status = EXIT_USAGE;
    if (!read_link(words[0], &g)) return EXIT_USAGE;
    prompt_start();
    if (s->token) snprintf(g.token, sizeof g.token, "%s", s->token);
    if (s->token || sit_down(&g, s))
        if (!s->bot || (connect_to(&g) && make_bot(&g, s->bot))) status = play(&g, words[0]);
    if (g.bot) roster_follow(&g.bot, 1, NULL);
    roster_free(g.bot);
    wire_close(g.wire);
    match_free(g.session.match);
    return status;
}

#else

static int run(const void *settings, int count, char **words) {
    (void)settings, (void)count, (void)words, (void)args;
    return usage_error("this penna was built without its server; `penna serve` says what to install");
}

#endif

const Command join_command = {
    .name = "join",
    .usage = "URL [OPTION]...",
    .summary = N_("play at a table of a server"),
    .about = N_("URL is the link of a table, as the page shows it. A person plays in the terminal as in `penna play`;\n"
                "with --bot a bot takes the seat and plays to the end."),
    .examples =
        "  penna join http://192.168.1.20:8080/t/KMPXR --name Ann\n"
        "  penna join https://play.example.org/t/KMPXR --ca our-own-ca.pem\n"
        "  penna join http://localhost:8080/t/KMPXR --bot \"exec:python3 bot.py\" --name Robot\n",
    .args = args,
    .settings = sizeof(JoinSettings),
    .defaults = &defaults,
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
