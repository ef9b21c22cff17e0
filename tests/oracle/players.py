"""Random games, written as records.

Styles:
    uniform   fair dice, every legal token equally likely
    sim       the same, with the seat lines `penna sim --bots random` writes
    keen      players who mostly write well, and dice that are sometimes loaded:
              reaches full rows, locks, reshuffles and other rare cases
    idle      players who mostly pass: reaches the misthrow endings

Everything is drawn from a generator seeded by the game, the seed and the index.
"""

import random

from rules import Chance, Play, QwixxSheet, lay, qwantum_values

SEAT_LINES = (
    "human Ann Lee",
    "human Zoë",
    "bot:greedy Greedy",
    "human two  spaces # and a hash",
    "human 葉子",
    "bot:no-such.bot_9 \U0001F3B2 dice",
    "human -",
    "human \u00a0nbsp",
    "human 1",
    "human human",
)


def random_record(game, seats, options, seed, index, style):
    """One complete record, as bytes."""
    rng = random.Random("%s/%d/%s/%s/%d/%s" % (game, seats, sorted(options.items()), seed, index, style))
    lines = ["penna 1", "game " + game]
    lines += ["option %s=%s" % item for item in sorted(options.items())]
    for _ in range(seats):
        lines.append("seat " + ("bot:random random" if style == "sim" else rng.choice(SEAT_LINES)))
    play = Play(game, seats, options)
    fair = style in ("uniform", "sim")
    while play.node is not None:
        node = play.node
        if isinstance(node, Chance):
            token = fair_chance(rng, node) if fair else loaded_chance(rng, node)
            lines.append("%s %s" % (node.word, token))
            play.advance(token)
        else:
            answer = {seat: choose(rng, node, seat, style) for seat in node.choices}
            lines.append("move " + " ".join(answer.values()))
            play.advance(answer)
    lines.append("score " + " ".join(str(points) for points in play.points))
    return ("\n".join(lines) + "\n").encode("utf-8")


# ---------------------------------------------------------------------------
# Chance

def fair_chance(rng, node):
    return "".join(rng.choice(part) for part in node.parts)


def loaded_chance(rng, node):
    """Fair mostly; sometimes all dice like one face; the dice of Qwantum and
    Qwinto (known by their tokens) are kind to the active seat."""
    if node.word == "roll" and node.parts[1:2] == [(":",)]:
        rolls = [fair_chance(rng, node) for _ in range(12)]
        return max(rolls, key=lambda roll: qwantum_kindness(node.sheets[node.active], roll))
    if node.word == "roll" and len(node.parts) <= 3 and rng.random() < 0.8:
        rolls = [fair_chance(rng, node) for _ in range(30)]
        return max(rolls, key=lambda roll: qwinto_kindness(node.sheets[node.active], roll))
    if node.word == "roll" and rng.random() < 0.3:
        face = rng.choice("16")
        return "".join(face if face in part and rng.random() < 0.9 else rng.choice(part)
                       for part in node.parts)
    return fair_chance(rng, node)


def qwantum_kindness(sheet, roll):
    likes = [qwantum_liking(sheet, colour, value) for colour, value in qwantum_values(roll).items()]
    return sum(sorted(likes)[-2:])


def qwinto_kindness(sheet, roll):
    tokens = sheet.tokens("oyp", sum(int(face) for face in roll))
    return max([-9] + [box_liking(int(token[1]), int(token[3:])) for token in tokens if token != "-"])


# ---------------------------------------------------------------------------
# Choices

def choose(rng, node, seat, style):
    """One legal token for a seat."""
    legal = node.choices[seat]
    if style == "idle" and rng.random() < 0.8 and "-" in legal:
        return "-"
    if style != "keen" or rng.random() < 0.08:
        return rng.choice(legal)
    if node.step == "white" and seat == node.active and rng.random() < 0.3:
        return "-"              # leave it for the colour step
    return max(legal, key=lambda token: (liking(node, seat, token), rng.random()))


def liking(node, seat, token):
    """How much a keen player likes a token; only differences matter."""
    sheet = node.sheets[seat]
    if node.step in ("white", "colour"):
        return qwixx_liking(sheet, token)
    if node.step in ("b", "c"):
        return -6 if token == "-" else qwantum_liking(sheet, token[0], int(token[1:]))
    if node.step == "fill":
        return -1 if token == "x" else len(token)
    if node.step == "write":
        return -2.5 if token == "-" else box_liking(int(token[1]), int(token[3:]))
    if node.step == "lay":
        hand, grid = node.info
        return lay_liking(sheet, hand, grid, token)
    return 0


def qwixx_liking(sheet, token):
    """Skip little; lock whenever possible."""
    if token == "-":
        return -3.5
    row, number = token[0], int(token[1:])
    numbers = QwixxSheet.NUMBERS[row]
    if number == numbers[-1]:
        return 100
    crossed = sheet.crossed[row]
    begin = numbers.index(crossed[-1]) + 1 if crossed else 0
    return begin - numbers.index(number)


def qwantum_liking(sheet, colour, value):
    """Near the value that suits the next box."""
    if not sheet.can_write(colour, value):
        return -20
    ideal = (4, 8, 12, 17, 10, 5)[len(sheet.rows[colour])]
    return -abs(value - ideal)


def box_liking(box, number):
    """The number 1 belongs in box 1, the number 16 in box 9."""
    return -abs(1 + (number - 1) * 8 / 15 - box)


def lay_liking(sheet, hand, grid, token):
    """The best writing that laying this would allow; pairs are welcome."""
    result, rows = lay(token, list(hand), dict(grid), [])
    best = max(-4 if write == "-" else box_liking(int(write[1]), int(write[3:]))
               for write in sheet.tokens(rows, result))
    return best + (1.5 if "+" in token else 0)
