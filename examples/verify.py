#!/usr/bin/env python3
"""Verifies the dice of a game that was played at a Penna server, from its record alone.

usage: verify.py RECORD...

Written from docs/protocol.md ("Dice that can be verified") and docs/notation.md, with nothing of Penna's own code and
nothing but Python's standard library: a second opinion on `penna verify`. It computes every roll and every draw again
from the key, the salts, and the place of the roll; it does not check the rules of the game (`penna check` does).
"""
import hashlib
import struct
import sys


class Wrong(Exception):
    """Why a record does not verify."""


def chacha_block(key, nonce, counter):
    """A block of Bernstein's ChaCha20: 64-bit counter, 64-bit nonce (8 bytes)."""
    def quarter(a, b, c, d):
        for one, two, three, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            s[one] = (s[one] + s[two]) & 0xFFFFFFFF
            x = s[three] ^ s[one]
            s[three] = (x << turn | x >> (32 - turn)) & 0xFFFFFFFF

    start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter & 0xFFFFFFFF, counter >> 32,
             *struct.unpack("<2I", nonce)]
    s = list(start)
    for _ in range(10):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return struct.pack("<16I", *((x + y) & 0xFFFFFFFF for x, y in zip(s, start)))


def place(key, turn, ordinal, total):
    """The place below `total` that the key gives to the chance node `ordinal` of the turn."""
    nonce, limit, counter = struct.pack("<2I", turn, ordinal), 2**64 // total * total, 0
    while True:
        for word in struct.unpack("<8Q", chacha_block(key, nonce, counter)):
            if word < limit:
                return word % total
        counter += 1


def digits(number, count):
    """A number as so many digits of base 6, the first one counting most, as faces from 1 to 6."""
    faces = []
    for _ in range(count):
        faces.insert(0, number % 6 + 1)
        number //= 6
    return faces


# ---- The games: what is rolled or drawn at a chance node, as the token that must stand there --------------------------

def fill(old, again, key, turn, ordinal):
    """Rolls the dice of the places `again`, in their order, and leaves the others as they are."""
    new = list(old)
    for index, face in zip(again, digits(place(key, turn, ordinal, 6 ** len(again)), len(again))):
        new[index] = face
    return new


QWANTUM = [[str(n) for n in range(1, 7)], "r1 r4 y5 b1 b5 p6".split(), "r2 r6 y1 y3 b5 p4".split(), "r1 r3 y2 y4 b4 p3".split(), "r5 y6 b2 b4 p1 p3".split(),
           "r3 y4 b2 b6 p2 p5".split(), "r6 y1 y5 b3 p2 p6".split()]


def dice_game(key, nodes, roll):
    """Games with one roll a turn and perhaps a second one, which follows the first and one move that asks for it. roll()
    is given the dice so far (None: the first roll), the move between, the token that stands there and how to roll."""
    turn, dice, since = -1, None, []
    for number, (word, rest) in enumerate(nodes):
        if word == "move":
            since.append(rest)
            continue
        second = dice is not None and len(since) == 1 and roll.second(since[0])
        if not second:
            turn, dice = turn + 1, None
        dice, token = roll(dice, since[0] if second else None, rest, lambda old, again: fill(old, again, key, turn, int(second)))  # noqa: B023
        if token != rest:
            raise Wrong(f"node {number} is {rest}, and the key gives {token}")
        since = []


def qwixx(dice, _, token, throw):
    """Two white dice, then those of the rows that are not closed."""
    places = [i for i, c in enumerate(token.replace(":", "")) if c != "-"]
    dice = throw(["-"] * 6, places)
    return dice, f"{dice[0]}{dice[1]}:" + "".join(str(d) for d in dice[2:])


def twentyone(dice, move, token, throw):
    """Six dice; the second time all that show no one."""
    dice = throw(dice or [0] * 6, [i for i in range(6) if not move or dice[i] != 1])
    return dice, "".join(str(d) for d in dice)


def qwinto(dice, move, token, throw):
    """As many dice as were picked; the second time the same ones."""
    dice = throw([0] * len(token), range(len(token)))
    return dice, "".join(str(d) for d in dice)


def qwantum(dice, move, token, throw):
    """Seven dice; the second time those that the move names: w is the white one."""
    dice = throw(dice or [0] * 7, ["w123456".index(c) for c in move] if move else range(7))
    faces = [QWANTUM[i][d - 1] for i, d in enumerate(dice)]
    return dice, f"{faces[0]}:" + ",".join(faces[1:])


# Does the move after the first roll ask for a second one?
qwixx.second = lambda move: False
twentyone.second = qwinto.second = lambda move: move == "again"
qwantum.second = lambda move: set(move) <= set("w123456")


def qwinto_cards(key, nodes):
    """32 cards. A draw takes one of the pile; when the pile is empty the covered cards are the new one."""
    deck = [colour + value for colour in "oypg" for value in "-2 0 1 2 3 4 5 6".split()]
    pile, covered, grid = set(deck), set(), {}
    turn = ordinal = moves = 0
    drawn = []
    for number, (word, rest) in enumerate(nodes):
        if word == "move":
            moves += 1
            if moves % 2 == 1:  # cards are laid, which begins a turn
                if moves > 1:
                    turn, ordinal = turn + 1, 0
                for lay in rest.split("+"):
                    card, where = lay.split("@")
                    covered.add(grid[where])
                    grid[where] = card
            continue
        if not pile:
            pile, covered = covered, set()
        cards = [card for card in deck if card in pile]
        token = cards[place(key, turn, ordinal, len(cards))]
        if token != rest:
            raise Wrong(f"node {number} is {rest}, and the key gives {token}")
        ordinal += 1
        pile.discard(token)
        drawn.append(token)
        if len(drawn) <= 4:
            grid[("tl", "tr", "bl", "br")[len(drawn) - 1]] = token


# ---- A record --------------------------------------------------------------------------------------------------------

def verify(text):
    """Raises Wrong unless every roll of the record is what its key gives; how many there were."""
    comments, salts, nodes, game = {}, {}, [], None
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "#" and rest.startswith("salt "):
            seat, value = rest.split()[1:]
            salts[int(seat)] = bytes.fromhex(value)
        elif word == "#":
            name, _, value = rest.partition(" ")
            comments[name] = value
        elif word == "game":
            game = rest
        elif word in ("roll", "draw", "move"):
            nodes.append(("move" if word == "move" else "roll", rest))
    if "key" not in comments or "commitment" not in comments:
        raise Wrong("no key, or nothing that was committed to")
    key = bytes.fromhex(comments["key"])
    if hashlib.blake2b(key, digest_size=32).hexdigest() != comments["commitment"]:
        raise Wrong("the key is not the one that was committed to")
    if salts:
        key = hashlib.blake2b(key + b"".join(bytes([seat]) + salts[seat] for seat in sorted(salts)), digest_size=32).digest()
    if game == "qwinto-cards":
        qwinto_cards(key, nodes)
    elif game in ("qwixx", "twentyone", "qwinto", "qwantum"):
        dice_game(key, nodes, globals()[game])
    else:
        raise Wrong(f"{game}: a game that this program does not know")
    return sum(word == "roll" for word, _ in nodes)


def main():
    bad = 0
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            try:
                print(f"{path}: {verify(file.read())} rolls or draws, all as the key gives them")
            except (Wrong, ValueError, KeyError, IndexError) as why:
                print(f"{path}: {why}", file=sys.stderr)
                bad = 1
    sys.exit(bad if len(sys.argv) > 1 else 2)


if __name__ == "__main__":
    main()
