"""The five games, written from RULES.md and the token section of NOTATION.md.

This module is a reference, not a product: it is slow and plain on purpose, so
that a reader can hold it beside RULES.md and compare line by line.  It shares
no code with the C sources.

A game is a generator that plays one game from beginning to end.  It yields

    Chance    what the dice or the cards may show here; it is sent the token;
    Decision  which seats decide here and their legal tokens; it is sent a
              dict with the token of every deciding seat;

and it returns the list of points, seat 0 first.  `note` is called with a short
text when something rare happens, so that a test can tell what it has covered.
"""

COUNT_BONUS = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)
D6 = ("1", "2", "3", "4", "5", "6")


class Chance:
    """A chance node.  `parts` holds, from left to right, the alternatives of
    each piece of the token; the alternatives of one piece are equally likely."""

    def __init__(self, word, parts, sheets=None, active=0):
        self.word = word
        self.parts = [(part,) if isinstance(part, str) else tuple(part) for part in parts]
        self.sheets = sheets
        self.active = active

    def allows(self, token):
        """Can the token be put together from one alternative of every part?"""
        return _fits(token, self.parts)


def _fits(token, parts):
    if not parts:
        return token == ""
    return any(token.startswith(piece) and _fits(token[len(piece):], parts[1:])
               for piece in parts[0])


class Decision:
    """A decision node.  `choices` maps each deciding seat to its legal tokens
    in ASCII order.  `step`, `sheets`, `info` and `active` are for players."""

    def __init__(self, step, choices, sheets, active, info=None):
        self.step = step
        self.choices = {seat: sorted(choices[seat]) for seat in sorted(choices)}
        self.sheets = sheets
        self.active = active
        self.info = info


# ---------------------------------------------------------------------------
# Qwixx

class QwixxSheet:
    """One seat's sheet: the crossed numbers of each row, and the misthrows."""

    NUMBERS = {
        "r": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        "y": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        "g": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
        "b": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    }

    def __init__(self):
        self.crossed = {row: [] for row in "rygb"}
        self.locked = {row: False for row in "rygb"}
        self.misthrows = 0

    def can_cross(self, row, number):
        """Only right of the last cross; the last number needs five crosses."""
        numbers = self.NUMBERS[row]
        crossed = self.crossed[row]
        if crossed and numbers.index(number) <= numbers.index(crossed[-1]):
            return False
        if number == numbers[-1]:
            return len(crossed) >= 5
        return True

    def cross(self, row, number):
        """Cross a number.  Returns True when this crossed the lock too."""
        assert self.can_cross(row, number)
        self.crossed[row].append(number)
        if number == self.NUMBERS[row][-1]:
            self.locked[row] = True
        return self.locked[row]

    def points(self):
        total = 0
        for row in "rygb":
            total += COUNT_BONUS[len(self.crossed[row]) + int(self.locked[row])]
        return total - 5 * self.misthrows


def qwixx(seats, options, note):
    """RULES.md, "Qwixx"."""
    at_once = options.get("lock", "at-once") == "at-once"
    sheets = [QwixxSheet() for _ in range(seats)]
    closed = set()
    active = 0
    while True:
        # 1. Two white dice and the coloured die of every row still open.
        rolled_rows = [row for row in "rygb" if row not in closed]
        parts = [D6, D6, ":"] + [D6 if row in rolled_rows else "-" for row in "rygb"]
        roll = yield Chance("roll", parts, sheets, active)
        whites = [int(roll[0]), int(roll[1])]
        coloured = {row: int(face) for row, face in zip("rygb", roll[3:]) if face != "-"}

        # 2. White step, all seats at once: the sum of the whites, or pass.
        number = sum(whites)
        choices = {}
        for seat in range(seats):
            choices[seat] = ["-"] + ["%s%d" % (row, number) for row in rolled_rows
                                     if sheets[seat].can_cross(row, number)]
        chosen = yield Decision("white", choices, sheets, active)
        closed_now = set()
        lockers = 0
        for seat in range(seats):
            if chosen[seat] != "-":
                row = chosen[seat][0]
                if sheets[seat].cross(row, number):
                    closed_now.add(row)
                    lockers += 1
        closed |= closed_now
        if len(closed_now) == 2:
            note("qwixx: two rows closed in one white step")
        if lockers > len(closed_now):
            note("qwixx: several seats locked one row together")
        if len(closed) >= 3:
            note("qwixx: three rows closed in the end")
        if len(closed) >= 2:
            # The second closed row ends the game at once: no colour step and
            # no misthrow, since a misthrow needs both steps missed.
            note("qwixx: over in the white step")
            if chosen[active] == "-":
                note("qwixx: over in the white step, the active seat passed")
            return [sheet.points() for sheet in sheets]

        # 3. Colour step, active seat: one white die plus one coloured die.
        # at-once: a row closed in the white step has lost its die already;
        # end-of-turn: the die is still there in this turn.
        rows = [row for row in rolled_rows if not at_once or row not in closed_now]
        tokens = {"-"}
        for row in rolled_rows:
            for white in whites:
                number = white + coloured[row]
                if not sheets[active].can_cross(row, number):
                    continue
                if row in rows:
                    tokens.add("%s%d" % (row, number))
                else:
                    note("qwixx: a die removed at once was wanted in the colour step")
        chosen_colour = yield Decision("colour", {active: tokens}, sheets, active)
        token = chosen_colour[active]
        if token != "-":
            row, number = token[0], int(token[1:])
            if row in closed:
                note("qwixx: crossed in a row closed in this turn")
            if sheets[active].cross(row, number):
                if row in closed:
                    note("qwixx: locked a row closed in this turn")
                closed.add(row)

        # 4. Nothing crossed in both steps: a misthrow.
        if chosen[active] == "-" and token == "-":
            sheets[active].misthrows += 1

        # The end: the fourth misthrow, or two rows closed by whomever.
        if sheets[active].misthrows == 4:
            note("qwixx: over by the fourth misthrow")
            return [sheet.points() for sheet in sheets]
        if len(closed) >= 2:
            note("qwixx: over in the colour step")
            return [sheet.points() for sheet in sheets]

        # 5. The next seat clockwise.
        active = (active + 1) % seats


# ---------------------------------------------------------------------------
# Qwantum

QWANTUM_DICE = (
    ("r1", "r4", "y5", "b1", "b5", "p6"),
    ("r2", "r6", "y1", "y3", "b5", "p4"),
    ("r1", "r3", "y2", "y4", "b4", "p3"),
    ("r5", "y6", "b2", "b4", "p1", "p3"),
    ("r3", "y4", "b2", "b6", "p2", "p5"),
    ("r6", "y1", "y5", "b3", "p2", "p6"),
)


class QwantumSheet:
    """One seat's sheet: the values written in each row, and the misthrows."""

    def __init__(self):
        self.rows = {row: [] for row in "pbry"}
        self.misthrows = 0

    def can_write(self, row, value):
        """The next free box: 1-4 rise strictly, 5 and 6 fall strictly."""
        written = self.rows[row]
        if len(written) == 0:
            return True
        if len(written) in (1, 2, 3):
            return value > written[-1]
        if len(written) in (4, 5):
            return value < written[-1]
        return False

    def write(self, row, value):
        assert self.can_write(row, value)
        self.rows[row].append(value)

    def full(self):
        return all(len(written) == 6 for written in self.rows.values())

    def points(self):
        total = 0
        for column in range(6):
            values = [written[column] for written in self.rows.values() if len(written) > column]
            if len(values) == 4:
                higher = [value for value in values if value > min(values)]
                total += min(higher) if higher else values[0]
        # The k-th misthrow costs k points.
        return total - sum(range(1, self.misthrows + 1))


def qwantum_values(roll):
    """The value of every colour: its faces plus the white die."""
    white, faces = roll.split(":")
    values = {row: int(white) for row in "pbry"}
    for face in faces.split(","):
        values[face[0]] += int(face[1])
    return values


def qwantum_reroll_tokens():
    """`-` and every choice of dice: `w` first, then digits ascending."""
    tokens = ["-"]
    for mask in range(1, 128):
        names = [name for bit, name in enumerate("w123456") if mask & (1 << bit)]
        tokens.append("".join(names))
    return tokens


def qwantum_parts(alternatives):
    """White die, colon, six dice with commas between."""
    parts = [alternatives[0], ":"]
    for die in range(1, 7):
        parts.append(alternatives[die])
        if die < 6:
            parts.append(",")
    return parts


def qwantum(seats, options, note):
    """RULES.md, "Qwantum"."""
    del options
    sheets = [QwantumSheet() for _ in range(seats)]
    active = 0
    while True:
        # 1. A: all seven dice; then any of them once more.
        all_faces = [D6] + list(QWANTUM_DICE)
        roll = yield Chance("roll", qwantum_parts(all_faces), sheets, active)
        again = (yield Decision("reroll", {active: qwantum_reroll_tokens()}, sheets, active))[active]
        if again != "-":
            white, faces = roll.split(":")
            shown = [white] + faces.split(",")
            alternatives = []
            for die, name in enumerate("w123456"):
                alternatives.append(all_faces[die] if name in again else (shown[die],))
            if again == "w":
                note("qwantum: only the white die rolled again")
            roll = yield Chance("roll", qwantum_parts(alternatives), sheets, active)

        # 2. The values on offer.
        values = qwantum_values(roll)

        # 3. B: the active seat writes one colour's value, or passes.
        tokens = qwantum_tokens(sheets[active], values, "pbry")
        b_token = (yield Decision("b", {active: tokens}, sheets, active))[active]
        open_colours = "pbry"
        if b_token != "-":
            sheets[active].write(b_token[0], int(b_token[1:]))
            open_colours = open_colours.replace(b_token[0], "")
            if sheets[active].full():
                note("qwantum: over in B")
                return [sheet.points() for sheet in sheets]

        # 4. C: every seat, the value of one colour not used in B, or pass.
        choices = {seat: qwantum_tokens(sheets[seat], values, open_colours)
                   for seat in range(seats)}
        c_tokens = yield Decision("c", choices, sheets, active)
        for seat in range(seats):
            if c_tokens[seat] != "-":
                sheets[seat].write(c_tokens[seat][0], int(c_tokens[seat][1:]))

        # 5. The active seat wrote nothing in B and C: a misthrow.  It is
        # marked also when another seat has just ended the game.
        over = any(sheet.full() for sheet in sheets)
        if b_token == "-" and c_tokens[active] == "-":
            sheets[active].misthrows += 1
            if over:
                note("qwantum: misthrow in the turn another seat ended in C")
        if over:
            note("qwantum: over in C")
            return [sheet.points() for sheet in sheets]
        if sheets[active].misthrows == 5:
            note("qwantum: over by the fifth misthrow")
            return [sheet.points() for sheet in sheets]
        active = (active + 1) % seats


def qwantum_tokens(sheet, values, colours):
    """`-` and what the sheet can take of the colours on offer."""
    return ["-"] + ["%s%d" % (colour, values[colour]) for colour in colours
                    if sheet.can_write(colour, values[colour])]


# ---------------------------------------------------------------------------
# Twenty One

TWENTYONE_NUMBERS = (
    (6, 5, 4, 3, 2, 1),
    (5, 4, 4, 3, 3, 1),
    (6, 5, 3, 2, 2, 1),
    (5, 4, 4, 2, 2, 1),
    (4, 4, 3, 3, 2, 1),
)
TWENTYONE_COLOURS = {
    "A": ("ywbkgr", "wkbryg", "gyrbkw", "wkrbgy", "rgykbw"),
    "B": ("bkwyrg", "kbrygw", "wgyrbk", "grwkyb", "krbgwy"),
    "C": ("wbrgky", "bwygkr", "rkgywb", "ygbrkw", "wbrygk"),
    "D": ("grkwyb", "rygbwk", "kwbgyr", "kbywrg", "ykgwrb"),
    "E": ("rygbwk", "ygwkrb", "brkwgy", "bykgwr", "bywrkg"),
    "F": ("kgyrbw", "grkwby", "ybwkrg", "rwgybk", "gwkbyr"),
}
FREE = None
CROSSED_OUT = "/"


class TwentyOneSheet:
    """One seat's sheet: five rows of six boxes, and the current row."""

    def __init__(self, letter):
        self.colours = TWENTYONE_COLOURS[letter]
        self.boxes = [[FREE] * 6 for _ in range(5)]
        self.row = 0

    def tokens(self, dice):
        """`x`, and every non-empty choice of dice that fit free boxes."""
        fitting = []
        for box in range(6):
            colour = self.colours[self.row][box]
            number = TWENTYONE_NUMBERS[self.row][box]
            if self.boxes[self.row][box] is FREE and dice[colour] <= number:
                fitting.append("%s%d" % (colour, dice[colour]))
        tokens = ["x"]
        for mask in range(1, 1 << len(fitting)):
            tokens.append(",".join(die for bit, die in enumerate(fitting) if mask & (1 << bit)))
        return tokens

    def fill(self, token):
        """Write the dice of a token, or cross out the leftmost free box."""
        boxes = self.boxes[self.row]
        if token == "x":
            boxes[boxes.index(FREE)] = CROSSED_OUT
            return
        for die in token.split(","):
            box = self.colours[self.row].index(die[0])
            assert boxes[box] is FREE
            boxes[box] = int(die[1])

    def row_full(self):
        return FREE not in self.boxes[self.row]

    def points(self):
        """All rows; rows not begun are empty and count nothing."""
        total = 0
        for numbers, boxes in zip(TWENTYONE_NUMBERS, self.boxes):
            written = [(number, box) for number, box in zip(numbers, boxes)
                       if box is not FREE and box != CROSSED_OUT]
            hits = sum(1 for number, box in written if number == box)
            total += sum(box for _, box in written) + COUNT_BONUS[hits]
        return total


def twentyone(seats, options, note):
    """RULES.md, "Twenty One"."""
    letters = options.get("sheets", "ABCDEF"[:seats])
    sheets = [TwentyOneSheet(letter) for letter in letters]
    active = 0
    while True:
        # 1. All six dice; then once more every die that shows no 1.
        roll = yield Chance("roll", [D6] * 6, sheets, active)
        if roll == "111111":
            note("twentyone: six ones, no second roll")
        else:
            again = (yield Decision("again", {active: ["-", "again"]}, sheets, active))[active]
            if again == "again":
                parts = ["1" if face == "1" else D6 for face in roll]
                roll = yield Chance("roll", parts, sheets, active)
        dice = {colour: int(face) for colour, face in zip("wkrbyg", roll)}

        # 2. All seats at once, each in its current row.
        choices = {seat: sheets[seat].tokens(dice) for seat in range(seats)}
        chosen = yield Decision("fill", choices, sheets, active, dice)
        for seat in range(seats):
            sheets[seat].fill(chosen[seat])

        # The end: a seat has filled its fifth row.
        finished = [sheet for sheet in sheets if sheet.row == 4 and sheet.row_full()]
        if finished:
            if len(finished) > 1:
                note("twentyone: several seats finished together")
            return [sheet.points() for sheet in sheets]

        # The next row starts in the next turn.
        for sheet in sheets:
            if sheet.row_full():
                sheet.row += 1

        # 3. The next seat clockwise.
        active = (active + 1) % seats


# ---------------------------------------------------------------------------
# The sheet of both Qwinto games

class QwintoSheet:
    """One seat's sheet.  A row is a list of nine boxes; COLUMNS names the
    column of each box, BONUS the row of the bonus box of each 3-column."""

    COLUMNS = {
        "o": [2, 3, 4, 6, 7, 8, 9, 10, 11],
        "y": [1, 2, 3, 4, 5, 7, 8, 9, 10],
        "p": [0, 1, 2, 3, 5, 6, 7, 8, 9],
    }
    BONUS = {2: "p", 3: "o", 7: "o", 8: "y", 9: "p"}

    def __init__(self):
        self.rows = {row: [FREE] * 9 for row in "oyp"}
        self.misthrows = 0

    def in_column(self, row, column):
        """What stands in a row's box of a column, FREE also for no box."""
        if column not in self.COLUMNS[row]:
            return FREE
        return self.rows[row][self.COLUMNS[row].index(column)]

    def can_write(self, row, box, number):
        boxes = self.rows[row]
        if number < 1 or number > 18 or boxes[box] is not FREE:
            return False
        if any(other is not FREE and other >= number for other in boxes[:box]):
            return False
        if any(other is not FREE and other <= number for other in boxes[box + 1:]):
            return False
        column = self.COLUMNS[row][box]
        return all(self.in_column(other, column) != number for other in "oyp")

    def tokens(self, rows, number):
        """`-` and every box of these rows that can take the number."""
        return ["-"] + ["%s%d=%d" % (row, box + 1, number)
                        for row in rows for box in range(9) if self.can_write(row, box, number)]

    def write(self, token):
        row, box, number = token[0], int(token[1]) - 1, int(token[3:])
        assert self.can_write(row, box, number)
        self.rows[row][box] = number

    def full_rows(self):
        return sum(1 for boxes in self.rows.values() if FREE not in boxes)

    def points(self):
        total = 0
        for boxes in self.rows.values():
            written = [number for number in boxes if number is not FREE]
            total += boxes[-1] if len(written) == 9 else len(written)
        for column, bonus_row in self.BONUS.items():
            if all(self.in_column(row, column) is not FREE for row in "oyp"):
                total += self.in_column(bonus_row, column)
        return total - 5 * self.misthrows


def qwinto_write(sheets, active, chosen):
    """Carry out a writing step; an active seat that passes marks a misthrow.
    Returns True when the game is over by it."""
    for seat, token in chosen.items():
        if token != "-":
            sheets[seat].write(token)
    if chosen[active] == "-":
        sheets[active].misthrows += 1
    return any(sheet.full_rows() >= 2 for sheet in sheets) or sheets[active].misthrows == 4


# ---------------------------------------------------------------------------
# Qwinto cards

CARD_VALUES = (-2, 0, 1, 2, 3, 4, 5, 6)
CARDS = tuple("%s%d" % (colour, value) for colour in "oypg" for value in CARD_VALUES)
PLACES = ("tl", "tr", "bl", "br")
NEXT_TO = {"tl": ("tr", "bl"), "tr": ("tl", "br"), "bl": ("tl", "br"), "br": ("tr", "bl")}


def card_value(card):
    return int(card[1:])


def lay_tokens(hand):
    """One card on any place; or two equal cards, the second next to the first."""
    tokens = ["%s@%s" % (card, place) for card in hand for place in PLACES]
    for first in hand:
        for second in hand:
            if first != second and card_value(first) == card_value(second):
                for place in PLACES:
                    for beside in NEXT_TO[place]:
                        tokens.append("%s@%s+%s@%s" % (first, place, second, beside))
    return tokens


def lay(token, hand, grid, covered):
    """Lay the card or cards of a token.  Returns the result and the rows."""
    for part in token.split("+"):
        card, place = part.split("@")
        hand.remove(card)
        covered.append(grid[place])
        grid[place] = card
    three = [grid[place]] + [grid[beside] for beside in NEXT_TO[place]]
    result = sum(card_value(card) for card in three)
    rows = [row for row in "oyp" if any(card[0] == row for card in three)]
    return result, rows


def qwinto_cards(seats, options, note):
    """RULES.md, "Qwinto cards"."""
    del options
    sheets = [QwintoSheet() for _ in range(seats)]
    pile = list(CARDS)
    covered = []
    grid = {}
    hands = [[] for _ in range(seats)]
    active = 0

    # Set-up: the grid, then three cards for each seat.
    for place in PLACES:
        grid[place] = yield Chance("draw", [pile], sheets)
        pile.remove(grid[place])
    for hand in hands:
        for _ in range(3):
            card = yield Chance("draw", [pile], sheets)
            pile.remove(card)
            hand.append(card)

    while True:
        hand = hands[active]

        # 1. Lay one card or a pair.
        choices = {active: lay_tokens(hand)}
        laid = (yield Decision("lay", choices, sheets, active, (hand, grid)))[active]

        # 2. The result and the colours.
        result, rows = lay(laid, hand, grid, covered)
        covered_now = covered[-2:] if "+" in laid else covered[-1:]
        if not rows:
            note("qwinto-cards: three grey cards")
        if result < 1:
            note("qwinto-cards: a result of 0 or less")

        # 3. All seats write or pass.  4. The active seat's misthrow.
        choices = {seat: sheets[seat].tokens(rows, result) for seat in range(seats)}
        chosen = yield Decision("write", choices, sheets, active)
        if qwinto_write(sheets, active, chosen):
            note("qwinto-cards: over by the fourth misthrow" if sheets[active].misthrows == 4
                 else "qwinto-cards: over by two full rows")
            return [sheet.points() for sheet in sheets]
        if seats == 1 and not hand and not pile:
            note("qwinto-cards: alone, the last card was laid")
            return [sheet.points() for sheet in sheets]

        # 5. Draw back up to three; the pile is looked at before each card.
        drawn = 0
        while len(hand) < 3:
            if not pile:
                if seats == 1:
                    note("qwinto-cards: alone, the pile is empty")
                    if drawn == 1:
                        note("qwinto-cards: alone, one draw for a pair")
                    break
                note("qwinto-cards: reshuffle")
                if drawn == 1:
                    note("qwinto-cards: reshuffle between two draws")
                pile, covered = covered, []
            card = yield Chance("draw", [pile], sheets)
            if card in covered_now:
                note("qwinto-cards: drew a card covered in this turn")
            pile.remove(card)
            hand.append(card)
            drawn += 1
        active = (active + 1) % seats


# ---------------------------------------------------------------------------
# Qwinto with dice

QWINTO_PICKS = ("o", "y", "p", "oy", "op", "yp", "oyp")


def qwinto(seats, options, note):
    """RULES.md, "Qwinto (dice)"."""
    del options
    sheets = [QwintoSheet() for _ in range(seats)]
    active = 0
    while True:
        # Pick one, two or three dice, roll them, perhaps roll all of them again.
        picked = (yield Decision("pick", {active: QWINTO_PICKS}, sheets, active))[active]
        roll = yield Chance("roll", [D6] * len(picked), sheets, active)
        again = (yield Decision("again", {active: ["-", "again"]}, sheets, active))[active]
        if again == "again":
            roll = yield Chance("roll", [D6] * len(picked), sheets, active)

        # All seats write the sum in a row whose colour was rolled, or pass.
        total = sum(int(face) for face in roll)
        choices = {seat: sheets[seat].tokens(picked, total) for seat in range(seats)}
        chosen = yield Decision("write", choices, sheets, active)
        if qwinto_write(sheets, active, chosen):
            note("qwinto: over by the fourth misthrow" if sheets[active].misthrows == 4
                 else "qwinto: over by two full rows")
            return [sheet.points() for sheet in sheets]
        active = (active + 1) % seats


# ---------------------------------------------------------------------------
# The games by name

def lock_ok(value):
    return value in ("at-once", "end-of-turn")


def sheets_ok(value):
    """Letters A-F, all different; that there is one per seat shows later."""
    return value != "" and all(letter in "ABCDEF" for letter in value) \
        and len(set(value)) == len(value)


class Game:
    """A game's generator, the most seats it takes, and its options."""

    def __init__(self, play, most_seats, options):
        self.play = play
        self.most_seats = most_seats
        self.options = options


GAMES = {
    "qwixx": Game(qwixx, 5, {"lock": lock_ok}),
    "qwantum": Game(qwantum, 4, {}),
    "twentyone": Game(twentyone, 6, {"sheets": sheets_ok}),
    "qwinto-cards": Game(qwinto_cards, 4, {}),
    "qwinto": Game(qwinto, 6, {}),
}


def options_fit(options, seats):
    """One letter of `sheets` per seat, when the option is given."""
    return "sheets" not in options or len(options["sheets"]) == seats


class Play:
    """One game under way: `node` is where it stands, None when it is over."""

    def __init__(self, name, seats, options, note=None):
        self.generator = GAMES[name].play(seats, options, note or (lambda text: None))
        self.points = None
        self.node = next(self.generator)

    def advance(self, answer):
        """Answer the present node and go on to the next."""
        try:
            self.node = self.generator.send(answer)
        except StopIteration as stop:
            self.node = None
            self.points = stop.value
