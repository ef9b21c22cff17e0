"""Small damage to records, to see whether two readers refuse the same line.

A mutation takes the lines of a file (a list of bytes, without LF) and returns
the bytes of a new file.  Some mutations leave the record good; that is wanted,
for a reader must not refuse too much either.
"""

import random
import re

from oracle import Fault, read_records, split_lines
from rules import Chance

MUTATIONS = []


def mutation(function):
    """Register a mutation; its name is the function's name."""
    MUTATIONS.append(function)
    return function


def join(lines):
    return b"".join(line + b"\n" for line in lines)


def mutate(data, seed, count):
    """Yield `count` pairs (kind, bytes), going round all kinds."""
    rng = random.Random("mutate/%s" % seed)
    lines = split_lines(data)
    kinds = list(MUTATIONS)
    for index in range(count):
        if index % len(kinds) == 0:
            rng.shuffle(kinds)
        kind = kinds[index % len(kinds)]
        yield kind.__name__.replace("_", "-"), kind(rng, list(lines))


# ---------------------------------------------------------------------------
# Helpers

def pick(rng, lines, *words):
    """The index of a random line that begins with one of the words."""
    found = [index for index, line in enumerate(lines)
             if not words or line.split(b" ")[0] in words]
    return rng.choice(found) if found else rng.randrange(len(lines))


def pick_play(rng, lines):
    return pick(rng, lines, b"roll", b"move", b"draw")


def replace_match(rng, lines, pattern, change):
    """Change one random match of a pattern somewhere in the file."""
    places = [(index, match) for index, line in enumerate(lines)
              for match in re.finditer(pattern, line)]
    if places:
        index, match = rng.choice(places)
        line = lines[index]
        lines[index] = line[:match.start()] + change(match.group()) + line[match.end():]
    return join(lines)


def insert(rng, lines, line):
    lines.insert(rng.randrange(len(lines) + 1), line)
    return join(lines)


# ---------------------------------------------------------------------------
# Numbers and tokens

@mutation
def number_changed(rng, lines):
    return replace_match(rng, lines, rb"\d+", lambda text: b"%d" % (int(text) + rng.choice((-1, 1, 2, 7))))


@mutation
def digit_changed(rng, lines):
    return replace_match(rng, lines, rb"\d", lambda text: b"%d" % rng.randrange(10))


@mutation
def number_negated(rng, lines):
    return replace_match(rng, lines, rb"\d+", lambda text: b"-" + text)


@mutation
def leading_zero(rng, lines):
    return replace_match(rng, lines, rb"\d+", lambda text: b"0" + text)


@mutation
def plus_sign(rng, lines):
    return replace_match(rng, lines, rb"\d+", lambda text: b"+" + text)


@mutation
def token_removed(rng, lines):
    return replace_match(rng, lines, rb" [^ ]+", lambda text: b"")


@mutation
def token_doubled(rng, lines):
    return replace_match(rng, lines, rb" [^ ]+", lambda text: text + text)


@mutation
def token_passed(rng, lines):
    """A token of a move becomes `-`: often legal, then a later line is not."""
    index = pick(rng, lines, b"move")
    words = lines[index].split(b" ")
    words[rng.randrange(len(words))] = b"-"
    lines[index] = b" ".join(words)
    return join(lines)


@mutation
def token_borrowed(rng, lines):
    """A token is replaced by one from elsewhere in the record."""
    index, other = pick_play(rng, lines), pick_play(rng, lines)
    words = lines[index].split(b" ")
    words[rng.randrange(len(words))] = rng.choice(lines[other].split(b" "))
    lines[index] = b" ".join(words)
    return join(lines)


@mutation
def tokens_swapped(rng, lines):
    index = pick(rng, lines, b"move", b"score")
    words = lines[index].split(b" ")
    one, two = rng.randrange(len(words)), rng.randrange(len(words))
    words[one], words[two] = words[two], words[one]
    lines[index] = b" ".join(words)
    return join(lines)


@mutation
def character_swapped(rng, lines):
    """Two neighbouring bytes of a line of play change places."""
    index = pick_play(rng, lines)
    line = lines[index]
    if len(line) > 6:
        at = rng.randrange(5, len(line) - 1)
        lines[index] = line[:at] + line[at + 1:at + 2] + line[at:at + 1] + line[at + 2:]
    return join(lines)


@mutation
def legal_move(rng, lines):
    """Another legal token at one node: the damage shows later or never."""
    return other_move(rng, lines, pick(rng, lines, b"move"))


@mutation
def legal_move_late(rng, lines):
    """The same near the end, where the ends of the games are decided."""
    found = [index for index, line in enumerate(lines) if line.startswith(b"move ")]
    return other_move(rng, lines, rng.choice(found[-6:]) if found else 0)


def other_move(rng, lines, index):
    begin = max([at for at in range(index + 1) if lines[at] == b"penna 1"], default=0)
    try:
        node = read_records(join(lines[begin:index]))[0].play.node
    except Fault:
        return join(lines)
    if node is not None and not isinstance(node, Chance):
        words = lines[index].split(b" ")
        which = rng.randrange(len(node.choices))
        legal = list(node.choices.values())[which]
        words[1 + which] = rng.choice(legal).encode("ascii")
        lines[index] = b" ".join(words)
    return join(lines)


@mutation
def roll_changed(rng, lines):
    """One die shows another number."""
    index = pick(rng, lines, b"roll", b"draw")
    line = lines[index]
    places = [at for at in range(5, len(line)) if line[at:at + 1].isdigit()]
    if places:
        at = rng.choice(places)
        lines[index] = line[:at] + b"%d" % rng.randrange(1, 7) + line[at + 1:]
    return join(lines)


@mutation
def die_removed(rng, lines):
    """A die becomes `-`, or the other way round."""
    index = pick(rng, lines, b"roll", b"draw")
    line = lines[index]
    places = [at for at in range(5, len(line)) if line[at:at + 1].isdigit() or line[at:at + 1] == b"-"]
    if places:
        at = rng.choice(places)
        other = b"3" if line[at:at + 1] == b"-" else b"-"
        lines[index] = line[:at] + other + line[at + 1:]
    return join(lines)


@mutation
def draw_hidden(rng, lines):
    lines[pick(rng, lines, b"draw", b"roll")] = b"draw ?"
    return join(lines)


@mutation
def word_changed(rng, lines):
    """roll, draw and move are exchanged."""
    index = pick_play(rng, lines)
    words = lines[index].split(b" ")
    words[0] = rng.choice((b"roll", b"draw", b"move", b"score", b"rolls", b"seat"))
    lines[index] = b" ".join(words)
    return join(lines)


@mutation
def case_changed(rng, lines):
    return replace_match(rng, lines, rb"[A-Za-z]", lambda text: text.swapcase())


@mutation
def letter_changed(rng, lines):
    letters = b"abgkoprwxyABCDEFG@+=:,?-"
    at = rng.randrange(len(letters))
    index = pick_play(rng, lines)
    line = lines[index]
    where = rng.randrange(5, max(6, len(line)))
    lines[index] = line[:where] + letters[at:at + 1] + line[where + 1:]
    return join(lines)


# ---------------------------------------------------------------------------
# Lines

@mutation
def line_doubled(rng, lines):
    index = pick(rng, lines)
    lines.insert(index, lines[index])
    return join(lines)


@mutation
def line_removed(rng, lines):
    del lines[pick(rng, lines)]
    return join(lines)


@mutation
def head_line_removed(rng, lines):
    del lines[rng.randrange(min(4, len(lines)))]
    return join(lines)


@mutation
def lines_swapped(rng, lines):
    index = rng.randrange(max(1, len(lines) - 1))
    lines[index:index + 2] = reversed(lines[index:index + 2])
    return join(lines)


@mutation
def lines_swapped_far(rng, lines):
    one, two = pick_play(rng, lines), pick_play(rng, lines)
    lines[one], lines[two] = lines[two], lines[one]
    return join(lines)


@mutation
def cut_at_line(rng, lines):
    return join(lines[:rng.randrange(len(lines) + 1)])


@mutation
def cut_in_line(rng, lines):
    data = join(lines)
    return data[:rng.randrange(len(data))]


@mutation
def beginning_cut(rng, lines):
    return join(lines[rng.randrange(len(lines)):])


@mutation
def final_lf_missing(rng, lines):
    del rng
    return join(lines)[:-1]


@mutation
def score_wrong(rng, lines):
    index = pick(rng, lines, b"score")
    words = lines[index].split(b" ")
    which = rng.randrange(1, len(words)) if len(words) > 1 else 0
    if words[which].lstrip(b"-").isdigit():
        words[which] = b"%d" % (int(words[which]) + rng.choice((-5, -1, 1, 5)))
    lines[index] = b" ".join(words)
    return join(lines)


@mutation
def score_missing(rng, lines):
    del lines[pick(rng, lines, b"score")]
    return join(lines)


@mutation
def score_early(rng, lines):
    """A cut record with its score."""
    cut = rng.randrange(len(lines))
    return join(lines[:cut] + [lines[-1]])


@mutation
def line_after_score(rng, lines):
    lines.append(rng.choice((b"score 0", b"roll 111111", b"move -", b"penna", b"seat human Late", lines[-1])))
    return join(lines)


@mutation
def record_followed(rng, lines):
    """Another record, whole or not, after the record or in its middle."""
    cut = rng.randrange(1, len(lines) + 1)
    rest = lines[:rng.randrange(1, len(lines) + 1)]
    return join(lines[:cut] + rest)


@mutation
def comment_put(rng, lines):
    return insert(rng, lines, rng.choice((b"#", b"# a comment", b"#penna 1", b"# caf\xc3\xa9 ")))


@mutation
def empty_line_put(rng, lines):
    return insert(rng, lines, b"")


@mutation
def nearly_empty_line_put(rng, lines):
    return insert(rng, lines, rng.choice((b" ", b"\t", b"\r", b"\0", b" # no comment", b"\xef\xbb\xbf")))


# ---------------------------------------------------------------------------
# Bytes

@mutation
def trailing_space(rng, lines):
    lines[pick(rng, lines)] += b" "
    return join(lines)


@mutation
def leading_space(rng, lines):
    index = pick(rng, lines)
    lines[index] = b" " + lines[index]
    return join(lines)


@mutation
def double_space(rng, lines):
    return replace_match(rng, lines, rb" ", lambda text: b"  ")


@mutation
def tab_for_space(rng, lines):
    return replace_match(rng, lines, rb" ", lambda text: b"\t")


@mutation
def carriage_return(rng, lines):
    lines[pick(rng, lines)] += b"\r"
    return join(lines)


@mutation
def carriage_returns(rng, lines):
    del rng
    return join(line + b"\r" for line in lines)


@mutation
def byte_changed(rng, lines):
    data = bytearray(join(lines))
    data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


@mutation
def byte_put(rng, lines):
    data = bytearray(join(lines))
    data.insert(rng.randrange(len(data) + 1), rng.randrange(256))
    return bytes(data)


@mutation
def byte_removed(rng, lines):
    data = bytearray(join(lines))
    del data[rng.randrange(len(data))]
    return bytes(data)


@mutation
def nul_put(rng, lines):
    data = bytearray(join(lines))
    data.insert(rng.randrange(len(data) + 1), 0)
    return bytes(data)


# ---------------------------------------------------------------------------
# The head

@mutation
def penna_line_changed(rng, lines):
    lines[0] = rng.choice((b"penna", b"penna 2", b"penna 01", b"penna 1 ", b"Penna 1", b"penna 1.0",
                           b"penna  1", b"\xef\xbb\xbfpenna 1", b"penna 10", b"game qwixx"))
    return join(lines)


@mutation
def game_changed(rng, lines):
    lines[1] = rng.choice((b"game qwixx", b"game qwantum", b"game twentyone", b"game qwinto",
                           b"game qwinto-cards", b"game twenty-one", b"game", b"game ", b"game none",
                           b"game Qwixx", b"game qwinto-card"))
    return join(lines)


@mutation
def option_put(rng, lines):
    """Good, bad, foreign and repeated options, mostly where options stand."""
    option = rng.choice((
        b"option lock=at-once", b"option lock=end-of-turn", b"option lock=never", b"option lock=",
        b"option lock", b"option", b"option =", b"option Lock=at-once", b"option lock=at-once=",
        b"option lock= at-once", b"option sheets=", b"option sheets=A", b"option sheets=AB",
        b"option sheets=BA", b"option sheets=CAD", b"option sheets=FEDC", b"option sheets=ABCDE",
        b"option sheets=ABCDEF", b"option sheets=ABCDEFG", b"option sheets=AA", b"option sheets=ab",
        b"option sheets=AG", b"option sheets=A,B", b"option seats=2", b"option dice=6"))
    at = 2 if rng.random() < 0.8 else rng.randrange(len(lines) + 1)
    lines.insert(at, option)
    return join(lines)


@mutation
def seat_put(rng, lines):
    lines.insert(pick(rng, lines, b"seat"), b"seat human Extra")
    return join(lines)


@mutation
def seats_put(rng, lines):
    at = pick(rng, lines, b"seat")
    lines[at:at] = [b"seat human Extra"] * rng.randrange(1, 8)
    return join(lines)


@mutation
def seat_removed(rng, lines):
    del lines[pick(rng, lines, b"seat")]
    return join(lines)


@mutation
def seat_late(rng, lines):
    return insert(rng, lines, b"seat human Late")


@mutation
def seat_changed(rng, lines):
    lines[pick(rng, lines, b"seat")] = rng.choice((
        b"seat", b"seat ", b"seat human", b"seat human ", b"seat human  Ann", b"seat  human Ann",
        b"seat human Ann ", b"seat robot Ann", b"seat Human Ann", b"seat bot Ann", b"seat bot: Ann",
        b"seat bot:greedy", b"seat bot:greedy ", b"seat bot:a:b Ann", b"seat humans Ann", b"seat bot:x x",
        b"seat human A\x01nn", b"seat human A\x7fnn", b"seat human Ann\t", b"seat human A\xc2\x80nn",
        b"seat human A\xc2\x9fnn", b"seat human A\xc2\xa0nn", b"seat human \xc2\x85", b"seat human \xff",
        b"seat human A\xc3", b"seat human \xc0\x80", b"seat human \xed\xa0\x80",
        b"seat human \xf4\x90\x80\x80", b"seat human \xf0\x9f\x8e\xb2", b"seat human \xe2\x80\xa8",
        b"seat human \xef\xbf\xbf", b"seat human \xef\xbb\xbfAnn", b"seat human \xe0\x80\xaf",
        b"seat human \xc1\xbf", b"seat human \xf8\x88\x80\x80\x80", b"seat human \xf0\x80\x80\x80",
        b"seat human #", b"seat human A  B", b"seat human " + b"x" * 1000,
        b"seat human \xcc\x81", b"seat human A\0B", b"seat human A\rB"))
    return join(lines)


@mutation
def nothing_left(rng, lines):
    del lines
    return rng.choice((b"", b"\n", b"\n\n", b"# only\n# comments\n", b"# no end", b" \n"))
