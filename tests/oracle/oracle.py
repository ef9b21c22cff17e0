#!/usr/bin/env python3
"""An independent reference for Penna's records, made from NOTATION.md.

    oracle.py check FILE...
    oracle.py moves [--every] FILE
    oracle.py random GAME --seats N --games M --seed S [--option k=v] [--style STYLE]
    oracle.py sim GAME --seats N --games M --bots random --seed S [--option k=v] --record FILE
    oracle.py mutate FILE --seed S --count K --out DIR

`check` and `moves` do what NOTATION.md asks of `penna check` and `penna moves`.
The rules of the games are in rules.py, the players of `random` in players.py,
the mutations in mutations.py.  Python 3.9 or later, standard library only.

Choices made where the specification is silent or can be read in two ways.
"Blamed" is the line named in FILE:LINE.

 1. Every physical line counts for LINE, from 1, comments and empty ones too.
    A final LF ends the last line and begins no other.
 2. The blamed line is the first that is not legal in its position.  A fault
    that shows only at the end of the file is blamed on the file's last
    physical line (be it a comment), or on line 1 of an empty file.  These are:
    no record at all; a last record without `game`; without a seat; with fewer
    seats than letters in `sheets`.
 3. The same faults in a record followed by another are blamed on the next
    record's `penna` line; with fewer seats than `sheets` the first line after
    the seats (`roll`, `score`, whatever it is) is blamed.
 4. With more seats than letters in `sheets`, the first seat line too many is
    blamed; likewise with more seats than the game takes.  Bad or repeated
    letters in `sheets` are the option line's own fault.
 5. An option given twice is refused at the second, though the values agree.
    A default may be written out.
 6. Comments (lines whose first byte is `#`) are ignored whatever bytes follow,
    CR, NUL and bytes that are not UTF-8 too.  A line of only CR or spaces is
    not empty and is refused.  A byte order mark is not leeway: line 1.
 7. A bot's NAME in `bot:NAME` is one or more printable ASCII characters
    without a space ("a token has no spaces", "one ASCII notation").
 8. A name may not begin or end with U+0020; other Unicode spaces, U+2028 and
    noncharacters are no control characters and are allowed.  Inner spaces may
    be several.  UTF-8 is strict: no surrogates, no overlong forms.  Two seats
    may have the same name.  No length is too long.
 9. `penna 1` begins a new record wherever a record that has its seats stands,
    in the middle of a game too.  After `score` only `penna 1` may come.
10. A score of zero is `0`; `-0` is refused, being other bytes.
11. `check` counts always with the word "records": `FILE: 1 records ok`.
12. `check` prints results in the order of its arguments and goes on after a
    bad or unreadable file; the exit status is the greatest of all files, so an
    unreadable file (2) outweighs a bad record (1).
13. A bad file prints nothing on standard output, in `moves --every` too: the
    whole file is read before anything is printed.
14. `moves` blames the second `penna 1` line of a file with more than one
    record, also when a later line is bad; a fault in the first record comes
    before it.  It reads `-` as standard input, as `check` does.
15. `moves --every` prints decision nodes only: no line for a chance node, and
    neither `chance` nor `over` at the end.
16. `moves` prints `over` for a game that is over, counted or not.
17. `draw ?` is refused at its line in every game.
18. A pair's second card may not lie on the first ("next to it").
19. `lock=end-of-turn`: the active seat that crosses the last number of a row
    closed in this turn's white step crosses the lock too, and that row does
    not count a second time as closed.
20. Twenty One: a roll that became six ones by `again` changes nothing; only a
    first roll of six ones takes the `again` node away.
21. Twenty One's `sheets` may name any different letters, in any order.
"""

import argparse
import os
import sys

from rules import GAMES, Chance, Play, options_fit


class Refused(Exception):
    """The present line is not legal in its position."""


class Fault(Exception):
    """A record is bad: the line to blame and the reason."""

    def __init__(self, line, reason):
        super().__init__("%d: %s" % (line, reason))
        self.line = line
        self.reason = reason


def require(condition, reason):
    if not condition:
        raise Refused(reason)


# ---------------------------------------------------------------------------
# Reading records

def kind_ok(kind):
    """`human`, or `bot:` and a name of printable ASCII without spaces."""
    if kind == b"human":
        return True
    return kind.startswith(b"bot:") and len(kind) > 4 and all(0x21 <= byte <= 0x7E for byte in kind)


def name_ok(name):
    """Non-empty UTF-8, no control characters, no space at either end."""
    try:
        text = name.decode("utf-8", "strict")
    except UnicodeDecodeError:
        return False
    if text == "" or text[0] == " " or text[-1] == " ":
        return False
    return not any(ord(char) <= 0x1F or 0x7F <= ord(char) <= 0x9F for char in text)


class Record:
    """One record, fed line by line after its `penna` line."""

    def __init__(self):
        self.game = None
        self.options = {}
        self.seats = []
        self.play = None
        self.nodes = []          # every node that has been answered
        self.scored = False
        self.covered = []        # the notes of the rules, see rules.py

    def take(self, line):
        """Take one line (bytes); raise Refused when it is not legal here."""
        word, _, rest = line.partition(b" ")
        require(not self.scored, "a line after the score")
        # Everything but a seat line is ASCII; latin-1 keeps all bytes distinct.
        text = rest.decode("latin-1")
        if word == b"game":
            self.take_game(text)
        elif word == b"option":
            self.take_option(text)
        elif word == b"seat":
            self.take_seat(rest)
        elif word == b"roll":
            self.take_chance("roll", text)
        elif word == b"draw":
            self.take_chance("draw", text)
        elif word == b"move":
            self.take_move(text)
        elif word == b"score":
            self.take_score(text)
        else:
            raise Refused("no such line")

    def take_game(self, text):
        require(self.game is None, "a second game line")
        require(text in GAMES, "no such game")
        self.game = text

    def take_option(self, text):
        require(self.game is not None, "an option before the game")
        require(not self.seats, "an option after a seat")
        key, equals, value = text.partition("=")
        require(equals == "=", "an option without =")
        allowed = GAMES[self.game].options
        require(key in allowed, "an option this game does not have")
        require(key not in self.options, "an option twice")
        require(allowed[key](value), "a value this option does not have")
        self.options[key] = value

    def take_seat(self, rest):
        require(self.game is not None, "a seat before the game")
        require(self.play is None, "a seat after the play began")
        kind, _, name = rest.partition(b" ")
        require(kind_ok(kind), "a seat's kind is human or bot:NAME")
        require(name_ok(name), "a bad name")
        most = GAMES[self.game].most_seats
        if "sheets" in self.options:
            most = len(self.options["sheets"])
        require(len(self.seats) < most, "too many seats")
        self.seats.append((kind, name))

    def require_complete_head(self):
        """A record must have its game and its seats."""
        require(self.game is not None, "a record without a game")
        require(self.seats, "a record without a seat")
        require(options_fit(self.options, len(self.seats)), "sheets needs a letter per seat")

    def begin_play(self):
        """The first line after the seats begins the play."""
        if self.play is None:
            self.require_complete_head()
            self.play = Play(self.game, len(self.seats), self.options, self.covered.append)

    def take_chance(self, word, token):
        self.begin_play()
        node = self.play.node
        require(node is not None, "the game is over")
        require(isinstance(node, Chance) and node.word == word, "no %s comes here" % word)
        require(token != "?", "a hidden draw cannot be replayed")
        require(node.allows(token), "this %s cannot come here" % word)
        self.nodes.append(node)
        self.play.advance(token)

    def take_move(self, text):
        self.begin_play()
        node = self.play.node
        require(node is not None, "the game is over")
        require(not isinstance(node, Chance), "no move comes here")
        tokens = text.split(" ")
        require(len(tokens) == len(node.choices), "one token per deciding seat")
        for token, (seat, legal) in zip(tokens, node.choices.items()):
            require(token in legal, "seat %d cannot do this" % seat)
        self.nodes.append(node)
        self.play.advance(dict(zip(node.choices, tokens)))

    def take_score(self, text):
        self.begin_play()
        require(self.play.node is None, "a score before the end")
        expected = " ".join(str(points) for points in self.play.points)
        require(text == expected, "the score is %s" % expected)
        self.scored = True

    def finish(self):
        """The record ends here: at the next record or the end of the file."""
        self.require_complete_head()
        self.begin_play()


def split_lines(data):
    """The lines of a file, without their LF."""
    lines = data.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    return lines


def read_records(data, only_one=False):
    """All records of a file; raises Fault at the first fault."""
    records = []
    lines = split_lines(data)
    for number, line in enumerate(lines, 1):
        if line == b"" or line.startswith(b"#"):
            continue
        try:
            if line == b"penna 1":
                if records:
                    records[-1].finish()
                    require(not only_one, "more than one record")
                records.append(Record())
            else:
                require(records, "a record begins with: penna 1")
                records[-1].take(line)
        except Refused as refused:
            raise Fault(number, str(refused)) from None
    try:
        require(records, "no record")
        records[-1].finish()
    except Refused as refused:
        raise Fault(max(1, len(lines)), str(refused)) from None
    return records


# ---------------------------------------------------------------------------
# What check and moves say; shared with compare.py

def check_verdict(data):
    """(number of records, None) for a good file, (None, Fault) for a bad one."""
    try:
        return len(read_records(data)), None
    except Fault as fault:
        return None, fault


def decision_lines(node, prefix=""):
    return ["%s%d %s" % (prefix, seat, " ".join(legal)) for seat, legal in node.choices.items()]


def moves_lines(record, every):
    """The output of `moves` for a good record."""
    node = record.play.node
    if every:
        lines = []
        for number, passed in enumerate(record.nodes + [node]):
            if passed is not None and not isinstance(passed, Chance):
                lines += decision_lines(passed, "%d " % number)
        return lines
    if node is None:
        return ["over"]
    if isinstance(node, Chance):
        return ["chance"]
    return decision_lines(node)


def moves_verdict(data, every):
    """(lines, None) for a good file, (None, Fault) for a bad one."""
    try:
        return moves_lines(read_records(data, only_one=True)[0], every), None
    except Fault as fault:
        return None, fault


# ---------------------------------------------------------------------------
# The commands

def read_bytes(name):
    """A file's bytes, or None (and a message) when it cannot be read."""
    try:
        if name == "-":
            return sys.stdin.buffer.read()
        with open(name, "rb") as file:
            return file.read()
    except OSError as error:
        say_error("%s: %s" % (name, error.strerror))
        return None


def say(text):
    sys.stdout.buffer.write(os.fsencode(text) + b"\n")


def say_error(text):
    sys.stdout.buffer.flush()
    sys.stderr.buffer.write(os.fsencode(text) + b"\n")
    sys.stderr.buffer.flush()


def say_fault(name, fault):
    say_error("%s:%d: %s" % (name, fault.line, fault.reason))


def command_check(args):
    status = 0
    for name in args.files:
        data = read_bytes(name)
        if data is None:
            status = 2
            continue
        count, fault = check_verdict(data)
        if fault:
            say_fault(name, fault)
            status = max(status, 1)
        else:
            say("%s: %d records ok" % (name, count))
    return status


def command_moves(args):
    data = read_bytes(args.file)
    if data is None:
        return 2
    lines, fault = moves_verdict(data, args.every)
    if fault:
        say_fault(args.file, fault)
        return 1
    for line in lines:
        say(line)
    return 0


def parse_options(args):
    """The --option arguments as a dict; None after a message when wrong."""
    options = {}
    for text in args.option:
        key, _, value = text.partition("=")
        allowed = GAMES[args.game].options
        if key not in allowed or key in options or not allowed[key](value):
            say_error("bad option: %s" % text)
            return None
        options[key] = value
    if not 1 <= args.seats <= GAMES[args.game].most_seats or not options_fit(options, args.seats):
        say_error("bad number of seats")
        return None
    return options


def command_random(args):
    from players import random_record
    options = parse_options(args)
    if options is None:
        return 2
    for index in range(args.games):
        record = random_record(args.game, args.seats, options, args.seed, index, args.style)
        sys.stdout.buffer.write(record)
    return 0


def command_sim(args):
    """Enough of `penna sim` for compare.py to be tried against this program."""
    from players import random_record
    options = parse_options(args)
    if options is None or args.bots != "random":
        return 2
    with open(args.record, "wb") as file:
        for index in range(args.games):
            file.write(random_record(args.game, args.seats, options, args.seed, index, "sim"))
    return 0


def command_mutate(args):
    from mutations import mutate
    data = read_bytes(args.file)
    if data is None:
        return 2
    os.makedirs(args.out, exist_ok=True)
    for index, (kind, mutant) in enumerate(mutate(data, args.seed, args.count)):
        with open(os.path.join(args.out, "%05d-%s.penna" % (index, kind)), "wb") as file:
            file.write(mutant)
    return 0


def add_game_arguments(parser):
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[])


def parse_arguments(argv):
    parser = argparse.ArgumentParser(description="A reference for Penna's records.")
    commands = parser.add_subparsers(dest="command", required=True)

    check = commands.add_parser("check")
    check.add_argument("files", nargs="+", metavar="FILE")
    check.set_defaults(run=command_check)

    moves = commands.add_parser("moves")
    moves.add_argument("--every", action="store_true")
    moves.add_argument("file", metavar="FILE")
    moves.set_defaults(run=command_moves)

    rand = commands.add_parser("random")
    add_game_arguments(rand)
    rand.add_argument("--style", default="uniform", choices=["uniform", "keen", "idle"])
    rand.set_defaults(run=command_random)

    sim = commands.add_parser("sim")
    add_game_arguments(sim)
    sim.add_argument("--bots", required=True)
    sim.add_argument("--record", required=True)
    sim.set_defaults(run=command_sim)

    mutate = commands.add_parser("mutate")
    mutate.add_argument("file", metavar="FILE")
    mutate.add_argument("--seed", type=int, default=1)
    mutate.add_argument("--count", type=int, default=100)
    mutate.add_argument("--out", required=True)
    mutate.set_defaults(run=command_mutate)
    return parser.parse_args(argv)


def main(argv):
    args = parse_arguments(argv)
    return args.run(args)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
