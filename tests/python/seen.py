#!/usr/bin/env python3
"""seen.py DOCS: what the planes of a batch show is what the text of the seat's view says (docs/notation.md), number by number as the
tables of docs/library.md say it; and an action is the move that its table says. Written from the documents in the folder DOCS alone, so it
shares nothing with the code that fills the planes. Games in lockstep and one by one, with every number of seats."""
import pathlib
import re
import sys

import numpy as np

import penna
from checks import check, finish

CARDS = [colour + value for colour in "oypg" for value in ("-2", "0", "1", "2", "3", "4", "5", "6")]
DOCS = pathlib.Path(sys.argv[1])
GAMES = ("qwixx", "qwantum", "twentyone", "qwinto", "qwinto-cards")


def words_of(text):
    """The words of a position: those with a name by it, and the sheets."""
    game, *words = text.split(" ")
    named = dict(word.split("=", 1) for word in words if re.match(r"[a-z]+=", word))
    return game, named, [word for word in words if not re.match(r"[a-z]+=", word)]


def rows_of(sheet):
    """`r5,7/y/m1` as [["5", "7"], []] and 1."""
    *rows, misthrows = sheet.split("/")
    return [row[1:].split(",") if row[1:] else [] for row in rows], int(misthrows[1:])


def digits(dice, count):
    return [int(die) for die in dice] if dice != "-" else [0] * count


# ---- A sheet, and the table, of each game ---------------------------------------------------------------------------

def qwixx_sheet(sheet, named, who):
    rows, misthrows = rows_of(sheet)
    gone, crosses = [], []
    for letter, row in zip("rygb", rows):
        boxes = [int(n) - 1 if letter in "ry" else 13 - int(n) for n in row]
        gone.append(15 if letter in named["closed"] else max(boxes, default=0))
        crosses.append(len(row) + (11 in boxes))  # with the last number goes the lock
    return gone + crosses + [misthrows]


def qwixx_table(named, hand):
    if named["dice"] == "-":
        return [0] * 6
    white, coloured = named["dice"].split(":")
    return sorted(digits(white, 2)) + [0 if die == "-" else int(die) for die in coloured]


def qwantum_sheet(sheet, named, who):
    rows, misthrows = rows_of(sheet)
    return [int(n) for row in rows for n in row + ["0"] * (6 - len(row))] + [misthrows]


QWANTUM_DICE = [line.lower().split() for line in re.findall(r"^    die \d   (.*)$", (DOCS / "rules/qwantum.en.md").read_text("utf-8"), re.M)]


def qwantum_table(named, hand):
    if named["dice"] == "-":
        return [0] * 12
    white, rest = named["dice"].split(":")
    coloured = rest.split(",")
    faces = [0 if white == "-" else int(white)]
    faces += [0 if die == "-" else 1 + QWANTUM_DICE[i].index(die) for i, die in enumerate(coloured)]
    values = [0] * 4
    if named["phase"] in ("b", "c"):
        for i, letter in enumerate("pbry"):
            values[i] = faces[0] + sum(int(die[1]) for die in coloured if die[0] == letter)
    return faces + values + ["-pbry".index(named["used"])]


def twentyone_sheet(sheet, named, who):
    rows = sheet.split("/")
    filled = [i for i, row in enumerate(rows) if "." in row]
    return [".123456x".index(box) for row in rows for box in row] + [filled[0] if filled else 5, "ABCDEF".index(named.get("sheets", "ABCDEF")[who])]


def twentyone_table(named, hand):
    return [0 if die == "-" else int(die) for die in named["dice"]] if named["dice"] != "-" else [0] * 6


def qwinto_sheet(sheet, named, who):
    rows, misthrows = rows_of(sheet)
    boxes = [[0] * 9 for _ in rows]
    for row, written in zip(boxes, rows):
        for one in written:
            box, number = one.split("=")
            row[int(box) - 1] = int(number)
    return sum(boxes, []) + [misthrows]


def qwinto_table(named, hand):
    picked, _, faces = named["dice"].partition(":")
    dice, faces = [0, 0, 0], list(faces)
    for i, letter in enumerate("oyp"):
        if letter in picked and faces:
            dice[i] = int(faces.pop(0))
    return dice + [sum(1 << "oyp".index(letter) for letter in picked if letter != "-")]


def card(text):
    return [0, 0] if text[0] in "-?" else ["oypg".index(text[0]) + 1, int(text[1:]) + 3]


def cards_table(named, hand):
    lying = sum((card(text) for text in named["grid"].split(",") + hand), [])
    last = ["tl", "tr", "bl", "br"].index(named["last"]) if named["last"] != "-" else 0
    pile = named["pile"].split(",")
    old = re.split("[,/]", named["old"])
    return lying + [last] + [{1, 2} if one in hand else 1 if one in pile else 2 if one in old else 0 for one in CARDS]


SHEETS = {"qwixx": qwixx_sheet, "qwantum": qwantum_sheet, "twentyone": twentyone_sheet, "qwinto": qwinto_sheet, "qwinto-cards": qwinto_sheet}
TABLES = {"qwixx": qwixx_table, "qwantum": qwantum_table, "twentyone": twentyone_table, "qwinto": qwinto_table, "qwinto-cards": cards_table}


def planes_of(text, seat, phases):
    """The planes that the text of a view stands for."""
    game, named, sheets = words_of(text)
    hands = [hand.split(",") for hand in named["hands"].split(";")] if "hands" in named else None
    planes, seats = [], int(named["seats"])
    for i in range(seats):
        who = (seat + i) % seats
        planes += SHEETS[game](sheets[who], named, who)
        if hands:
            planes.append(sum(one != "-" for one in hands[who]))
    planes += TABLES[game](named, hands[seat] if hands else None)
    planes += [phases[game].index(named["phase"]), (int(named["active"]) - seat) % seats]
    return planes + [int(named["crossed"])] if game == "qwixx" else planes


# ---- What an action means --------------------------------------------------------------------------------------------

def sets_of(bits, letters):
    return "".join(letter for i, letter in enumerate(letters) if bits >> i & 1)


def fits(action, token, named, hand):
    """Whether the move of that token may have that number, by the table of actions."""
    game, phase = named["game"], named["phase"]
    if token == "-" or (token == "x" and game == "twentyone"):
        return action == 0
    if token == "again":
        return action == 1
    if game == "qwixx":
        white, coloured = named["dice"].split(":")
        row = "rygb".index(token[0])
        if phase == "white":
            return action == 1 + row
        return int(token[1:]) == sorted(digits(white, 2))[(action - 1) % 2] + int(coloured[row]) and (action - 1) // 2 == row
    if game == "qwantum":
        if phase != "keep":
            return action == 1 + "pbry".index(token[0])
        return sets_of(action, "w123456") == token
    if game == "twentyone":
        return {one[0] for one in token.split(",")} == set(sets_of(action, named["letters"]))
    if game == "qwinto" and phase == "pick":
        return sets_of(action, "oyp") == token
    if phase == "lay":
        first, _, second = token.partition("+")
        places = ["tl", "tr", "bl", "br"]
        one, place = first.split("@")
        return action >= 12 if second else action == 4 * hand.index(one) + places.index(place)
    box, _ = token[1:].split("=")
    return action == 1 + 9 * "oyp".index(token[0]) + int(box) - 1


# ---- Batches ---------------------------------------------------------------------------------------------------------

def read_phases():
    """The phases of each game, in their order, from the document."""
    table = re.findall(r"^\| ([a-z-]+) \| 0 over, (.*) \|$", (DOCS / "library.md").read_text("utf-8"), re.M)
    phases = {game: ["over"] + [re.sub(r"^\d+ ", "", phase) for phase in rest.split(", ")] for game, rest in table}
    check(sorted(phases) == sorted(GAMES), f"the document has the phases of every game: {phases}")
    return phases


def look(batch, lane, phases):
    """All that the seats are shown of one lane. Returns how many different cards were hidden."""
    state, seats = batch.state(lane), batch.seats
    if not state.movers:
        return
    for seat in range(seats):
        text = str(state.view(seat))
        wanted = planes_of(text, seat, phases)
        seen = batch.planes[seat, :, lane].tolist()
        same = len(seen) == len(wanted) and all(a in b if isinstance(b, set) else a == b for a, b in zip(seen, wanted))
        check(same, f"lane {lane}, seat {seat}: {text} is shown as\n{seen} and not as\n{wanted}")
        game, named, sheets = words_of(text)
        named["game"] = game
        if game == "twentyone":
            named["letters"] = "kkkkkk"
        hand = named["hands"].split(";")[seat].split(",") if "hands" in named else None
        for move in state.legal(seat):
            if game != "twentyone" or named["phase"] == "keep":
                token, action = state.move_text(seat, move), state.action(seat, move)
                check(fits(action, token, named, hand), f"{text}: {token} is action {action}")


def main():
    phases = read_phases()
    for game in penna.games():
        for seats in game.seats:
            for streams, lanes, steps in (("fast", 33, 60), ("exact", 4, 60)):
                batch = penna.Batch(game, lanes=lanes, seats=seats, seed=seats, streams=streams, threads=1)
                check(batch.planes.shape[1] == game.planes(seats), "as many planes as are said")
                for step in range(steps):
                    for lane in range(step % 4, lanes, 4):
                        look(batch, lane, phases)
                    batch.step(np.maximum(batch.random().copy(), batch.random()))
    finish()


main()
