#!/usr/bin/env python3
"""Check that the dice of a finished game follow from the key of its table.

    verify.py FILE        FILE is a record as the server gives it once the game is over; - is standard input

A table of `penna serve` shows a commitment, the hash of a secret key, before its first roll, and the key at the
end. This program computes every roll and every card again from the key. It was written from docs/protocol.md
("Dice that can be verified") and the notation of records alone, shares no code with Penna, and needs nothing but
Python 3. It asks whether the dice are right, not whether the moves were legal or the points are: that is for
`penna check`. Nor can it know what is not in the record: whether the commitment is the one that was shown before
the first roll, and the salts are those that were sent, is for whoever kept them to see.

Exit status: 0 all is right; 1 it is not, and the first line that is wrong is named; 2 wrong usage, or a file that
cannot be read.
"""
import re
import struct
import sys
from hashlib import blake2b
from itertools import count, takewhile


class Wrong(Exception):
    """The record does not follow from its key. `line` counts from 1; 0 is the record as a whole."""

    def __init__(self, line, reason):
        reason = "".join(c if c.isprintable() else "?" for c in reason)      # it may quote what a stranger wrote
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line


# ---- From a key to a number ------------------------------------------------------------------------------------

def chacha20_block(key, nonce, counter):
    """64 bytes of the ChaCha20 stream, in Bernstein's layout: a counter and a nonce of 64 bits each."""
    start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<Q", counter) + nonce)
    x = list(start)

    def quarter(a, b, c, d):
        for p, q, r, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[p] = (x[p] + x[q]) & 0xFFFFFFFF
            x[r] ^= x[p]
            x[r] = (x[r] << bits | x[r] >> (32 - bits)) & 0xFFFFFFFF

    for _ in range(10):                         # ten times a round of columns and a round of diagonals
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(x, start)))


class Dice:
    """The chance of one table: each turn and each ordinal within it have an outcome that only the key decides."""

    def __init__(self, key):
        self.key = key

    def place(self, turn, ordinal, ways):
        """A number from 0 to ways - 1, all equally likely."""
        limit = 2**64 - 2**64 % ways            # words from here on would favour the first outcomes: they are skipped
        nonce = struct.pack("<II", turn, ordinal)
        for counter in count():
            for word in struct.unpack("<8Q", chacha20_block(self.key, nonce, counter)):
                if word < limit:
                    return word % ways

    def roll(self, turn, ordinal, n):
        """The faces, 1 to 6, of n dice: the digits of the place in base 6, the first die counting most."""
        place = self.place(turn, ordinal, 6**n)
        return [place // 6**(n - 1 - i) % 6 + 1 for i in range(n)]


# ---- The games -------------------------------------------------------------------------------------------------
#
# Each game is a generator that says what the next line of the record must be. For a chance node it yields the whole
# line, for instance "roll 36:1452". For a decision it yields how many seats decide there, and is sent their tokens.
# It knows only what the dice depend on: whose move says what is rolled, and when a turn begins. It never ends by
# itself: the record does. A move that it cannot read raises ValueError.

def qwixx(dice, seats):
    last = {"r": "r12", "y": "y12", "g": "g2", "b": "b2"}       # whoever crosses it closes the row for everyone
    rows = "rygb"                                               # the rows that are open
    for turn in count():
        white1, white2, *coloured = dice.roll(turn, 0, 2 + len(rows))
        face = dict(zip(rows, coloured))
        yield f"roll {white1}{white2}:" + "".join(str(face.get(row, "-")) for row in "rygb")
        crossed = yield seats                                   # the white dice, for all
        crossed += yield 1                                      # a coloured die, for the active seat
        rows = [row for row in rows if last[row] not in crossed]


QWANTUM = [face.split() for face in (
    "1 2 3 4 5 6",                                              # the white die, then the coloured ones
    "r1 r4 y5 b1 b5 p6", "r2 r6 y1 y3 b5 p4", "r1 r3 y2 y4 b4 p3",
    "r5 y6 b2 b4 p1 p3", "r3 y4 b2 b6 p2 p5", "r6 y1 y5 b3 p2 p6")]


def qwantum(dice, seats):
    for turn in count():
        shown = [QWANTUM[die][face - 1] for die, face in enumerate(dice.roll(turn, 0, 7))]
        yield f"roll {shown[0]}:" + ",".join(shown[1:])
        [again] = yield 1                                       # "-", or the dice to roll again: "w135"
        if again != "-":
            if not re.fullmatch("(?=.)w?1?2?3?4?5?6?", again):
                raise ValueError(f"{again} names no dice of Qwantum")
            picked = ["w123456".index(die) for die in again]
            for die, face in zip(picked, dice.roll(turn, 1, len(picked))):
                shown[die] = QWANTUM[die][face - 1]
            yield f"roll {shown[0]}:" + ",".join(shown[1:])
        yield 1                                                 # the active seat writes
        yield seats                                             # all seats write


def twentyone(dice, seats):
    for turn in count():
        shown = dice.roll(turn, 0, 6)
        yield "roll " + "".join(map(str, shown))
        free = [die for die in range(6) if shown[die] != 1]     # a 1 is never rolled again
        if free and again_or_not((yield 1)):                    # with six ones nobody is asked
            for die, face in zip(free, dice.roll(turn, 1, len(free))):
                shown[die] = face
            yield "roll " + "".join(map(str, shown))
        yield seats                                             # all seats write


def qwinto(dice, seats):
    for turn in count():
        [picked] = yield 1                                      # "oy"
        if not re.fullmatch("(?=.)o?y?p?", picked):
            raise ValueError(f"{picked} names no dice of Qwinto")
        yield "roll " + "".join(map(str, dice.roll(turn, 0, len(picked))))
        if again_or_not((yield 1)):
            yield "roll " + "".join(map(str, dice.roll(turn, 1, len(picked))))
        yield seats                                             # all seats write


def again_or_not(tokens):
    if tokens[0] not in ("again", "-"):
        raise ValueError(f"{tokens[0]} is neither again nor -")
    return tokens[0] == "again"


def qwinto_cards(dice, seats):
    order = [colour + value for colour in "oypg" for value in "-2 0 1 2 3 4 5 6".split()]
    pile = list(order)                                          # always in this order: the dice do the shuffling
    covered = []                                                # the cards under the four that are seen
    ordinal = count()                                           # of the draws of this turn

    def draw(turn):
        if not pile:                                            # the covered cards are the new pile
            pile.extend(sorted(covered, key=order.index))
            covered.clear()
        return pile.pop(dice.place(turn, next(ordinal), len(pile)))

    grid = {}
    for spot in ("tl", "tr", "bl", "br"):
        grid[spot] = draw(0)
        yield "draw " + grid[spot]
    for _ in range(3 * seats):                                  # the hands; who holds which card does not matter here
        yield "draw " + draw(0)
    for turn in count():
        [laid] = yield 1                                        # "o4@br", or a pair "p1@bl+o1@tl"
        laid = [card.partition("@")[::2] for card in laid.split("+")]
        if not all(card in order and spot in grid for card, spot in laid):
            raise ValueError("no card is laid on the grid")
        for card, spot in laid:
            covered.append(grid[spot])
            grid[spot] = card
        yield seats                                             # all seats write
        for _ in laid:
            if pile or seats > 1:                               # alone, an empty pile stays empty
                yield "draw " + draw(turn)
        ordinal = count()                                       # those of turn 0 go on from the deal


GAMES = {"qwixx": qwixx, "qwantum": qwantum, "twentyone": twentyone, "qwinto-cards": qwinto_cards, "qwinto": qwinto}


# ---- The record ------------------------------------------------------------------------------------------------

def dice_key(lines, seats):
    """The key of the dice, from the comments of the record: the secret key, and what the seats added to it."""
    found = {}                                                  # "key", "commitment", "salt 0" …: line and bytes
    for number, line in lines:
        match = re.match(r"# (key|commitment|salt (?:0|[1-9]\d*))(?: |$)", line)
        if match:
            what, value = match[1], line[match.end():]
            if not re.fullmatch("[0-9a-f]{64}", value):
                raise Wrong(number, f"the {what} is not 64 hex digits")
            if what in found:
                raise Wrong(number, f"a second {what}")
            if what.startswith("salt") and int(what[5:]) >= seats:
                raise Wrong(number, f"a {what}, but there is no such seat")
            found[what] = number, bytes.fromhex(value)
        elif line.startswith("# salt"):
            raise Wrong(number, "not a salt: # salt SEAT HEX")
    if "commitment" not in found:
        raise Wrong(0, "there is no commitment: these dice cannot be verified")
    if "key" not in found:
        raise Wrong(0, "there is no key: the server shows it once the game is over")
    number, secret = found["key"]
    if blake2b(secret, digest_size=32).digest() != found["commitment"][1]:
        raise Wrong(number, "the key is not the one of the commitment")
    added = b"".join(bytes([seat]) + found[f"salt {seat}"][1] for seat in range(seats) if f"salt {seat}" in found)
    return blake2b(secret + added, digest_size=32).digest() if added else secret


def verify(text):
    """How many outcomes the record in `text` has, all of which follow from its key; raises Wrong if not."""
    lines = list(enumerate(text.split("\n"), 1))
    record = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not record or record[0][1] != "penna 1":
        raise Wrong(record[0][0] if record else 0, "this is not a record: it does not begin with penna 1")
    if len(record) < 2 or not record[1][1].startswith("game "):
        raise Wrong(record[1][0] if len(record) > 1 else 0, "the second line does not name the game")
    name = record[1][1][len("game "):]
    if name not in GAMES:
        raise Wrong(record[1][0], f"a game that this program does not know: {name}")
    head = list(takewhile(lambda entry: entry[1].startswith(("option ", "seat ")), record[2:]))
    seats = sum(line.startswith("seat ") for _, line in head)
    if not 1 <= seats <= 6:
        raise Wrong(0, f"not a game for {seats} seats")

    game = GAMES[name](Dice(dice_key(lines, seats)), seats)
    due = next(game)                                            # what the next line must be
    outcomes = 0
    over = False
    for number, line in record[2 + len(head):]:
        word, *tokens = line.split(" ")
        if over:
            raise Wrong(number, "a line after the score")
        if word == "score":
            over = True
        elif word in ("roll", "draw"):
            if line == "draw ?":
                raise Wrong(number, "a hidden card: this record is not whole")
            if isinstance(due, int):
                raise Wrong(number, f"{line}, where a move belongs")
            if line != due:
                raise Wrong(number, f"{line}, but the key gives {due}")
            outcomes += 1
            due = next(game)
        elif word == "move":
            if not isinstance(due, int):
                raise Wrong(number, f"a move, where the key gives {due}")
            if len(tokens) != due:
                raise Wrong(number, f"moves of {len(tokens)} seats, where {due} decide")
            try:
                due = game.send(tokens)
            except ValueError as why:
                raise Wrong(number, str(why)) from None
        else:
            raise Wrong(number, "not a line of a record")
    return outcomes


def main(arguments):
    if arguments in (["--help"], ["-h"]):
        print(__doc__.strip())
        return 0
    if len(arguments) != 1 or (arguments[0].startswith("-") and arguments[0] != "-"):
        print("usage: verify.py FILE (- is standard input; --help explains)", file=sys.stderr)
        return 2
    try:
        if arguments[0] == "-":
            text = sys.stdin.buffer.read().decode()
        else:
            with open(arguments[0], "rb") as file:
                text = file.read().decode()
    except (OSError, UnicodeDecodeError) as why:
        print(f"{arguments[0]}: {why}", file=sys.stderr)
        return 2
    try:
        print(verify(text), "outcomes follow from the key")
        return 0
    except Wrong as why:
        print(f"{arguments[0]}: {why}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
