#!/usr/bin/env python3
"""The worked examples of RULES.md and NOTATION.md, against the reference."""

import unittest

import rules
from oracle import Fault, moves_lines, read_records
from players import random_record


def qwixx_sheet(crosses, misthrows=0):
    """A sheet with the first n numbers of each row crossed."""
    sheet = rules.QwixxSheet()
    sheet.misthrows = misthrows
    for row, count in zip("rygb", crosses):
        for number in sheet.NUMBERS[row][:count]:
            sheet.cross(row, number)
    return sheet


def run(game, seats, lines, options=()):
    """The record of a game played up to here."""
    head = ["penna 1", "game " + game] + ["option " + option for option in options]
    head += ["seat human S"] * seats
    return read_records("".join(line + "\n" for line in head + lines).encode())[0]


def tokens(record, seat=0):
    return record.play.node.choices[seat]


class Qwixx(unittest.TestCase):
    def test_score(self):
        self.assertEqual(qwixx_sheet((4, 3, 7, 8), 2).points(), 70)
        self.assertEqual(qwixx_sheet((11, 0, 0, 0)).points(), 78)

    def test_notation_example(self):
        lines = ["roll 36:1452", "move r9 -"]
        record = run("qwixx", 2, lines[:1])
        self.assertEqual(moves_lines(record, False), ["0 - b9 g9 r9 y9", "1 - b9 g9 r9 y9"])
        record = run("qwixx", 2, lines)
        self.assertEqual(moves_lines(record, True)[2], "2 0 - b5 b8 g11 g8 y10 y7")

    # Seat 0 crosses red 2-6 in its own and the other's turns; then red 12.
    FIVE_RED = ["roll 11:6666", "move r2 r2", "move -", "roll 12:6666", "move r3 r3", "move -",
                "roll 22:6666", "move r4 r4", "move -", "roll 23:6666", "move r5 r5", "move -",
                "roll 33:6666", "move r6 r6", "move -"]

    def test_lock_at_once(self):
        record = run("qwixx", 2, self.FIVE_RED + ["roll 66:6666", "move r12 -"])
        self.assertEqual(tokens(record, 1), ["-", "b12", "g12"])
        record = run("qwixx", 2, self.FIVE_RED + ["roll 66:6666", "move r12 -", "move -", "roll 12:-345"])
        self.assertEqual(tokens(record), ["-", "b3", "g3", "y3"])

    def test_lock_end_of_turn(self):
        lines = self.FIVE_RED + ["roll 66:6666", "move r12 -"]
        record = run("qwixx", 2, lines, ["lock=end-of-turn"])
        self.assertEqual(tokens(record, 1), ["-", "b12", "g12", "r12"])
        record = run("qwixx", 2, lines + ["move r12", "roll 12:-345"], ["lock=end-of-turn"])
        self.assertEqual(tokens(record), ["-", "b3", "g3", "y3"])

    def test_both_lock(self):
        record = run("qwixx", 2, self.FIVE_RED + ["roll 66:6666", "move r12 r12"])
        self.assertEqual(tokens(record, 1), ["-", "b12", "g12"])


class Qwantum(unittest.TestCase):
    def test_values(self):
        values = rules.qwantum_values("3:y5,b5,b4,b2,b2,b3")
        self.assertEqual(values, {"r": 3, "p": 3, "y": 8, "b": 19})

    def test_columns(self):
        def column(*values):
            sheet = rules.QwantumSheet()
            for row, value in zip("pbry", values):
                sheet.write(row, value)
            return sheet.points()
        self.assertEqual(column(6, 6, 6, 6), 6)
        self.assertEqual(column(3, 3, 4, 9), 4)
        self.assertEqual(column(3, 3, 3, 10), 10)
        self.assertEqual(column(10, 12, 9, 30), 10)
        self.assertEqual(column(1, 2, 3), 0)

    def test_misthrows(self):
        sheet = rules.QwantumSheet()
        sheet.misthrows = 3
        self.assertEqual(sheet.points(), -6)

    def test_reroll(self):
        record = run("qwantum", 1, ["roll 3:r1,y3,b4,p1,y4,r6"])
        self.assertEqual(len(tokens(record)), 128)
        with self.assertRaises(Fault):
            run("qwantum", 1, ["roll 3:r1,y3,b4,p1,y4,r6", "move w", "roll 3:r4,y3,b4,p1,y4,r6"])


class TwentyOne(unittest.TestCase):
    def test_sheet_c(self):
        sheet = rules.TwentyOneSheet("C")
        sheet.boxes = [[6, 4, 1, 3, 1, "/"], [5, 4, 3, 1, 2, 1], [3, 2, 2, "/", 2, "/"],
                       [5, 3, 3, 2, 2, 1], [4, 3, 1, 2, 1, "/"]]
        self.assertEqual(sheet.points(), 88)
        sheet.boxes = [[5, "/", 4, 2, 2, 1]] + [[None] * 6] * 4
        self.assertEqual(sheet.points(), 20)

    def test_sheet_e(self):
        sheet = rules.TwentyOneSheet("E")
        dice = {"k": 1, "b": 3, "y": 4, "r": 1, "g": 2, "w": 4}
        longest = max(sheet.tokens(dice), key=len)
        self.assertEqual(longest, "r1,y4,g2,b3,k1")
        self.assertEqual(len(sheet.tokens(dice)), 32)

    def test_six_ones(self):
        record = run("twentyone", 2, ["roll 111111"])
        self.assertEqual(sorted(record.play.node.choices), [0, 1])
        record = run("twentyone", 2, ["roll 111112"])
        self.assertEqual(tokens(record), ["-", "again"])

    def test_sheets_are_latin_squares(self):
        for sheet in rules.TWENTYONE_COLOURS.values():
            for row in sheet:
                self.assertEqual(sorted(row), sorted("wkrbyg"))
        for row in range(5):
            for box in range(6):
                colours = {sheet[row][box] for sheet in rules.TWENTYONE_COLOURS.values()}
                self.assertEqual(len(colours), 6)


class Qwinto(unittest.TestCase):
    def test_lay(self):
        grid = {"tl": "p6", "tr": "y3", "bl": "g3", "br": "o0"}
        self.assertEqual(rules.lay("o4@br", ["o4"], grid, []), (10, ["o", "y"]))
        grid = {"tl": "p6", "tr": "y3", "bl": "g3", "br": "o0"}
        result = rules.lay("p1@bl+o1@tl", ["o1", "p1"], grid, [])
        self.assertEqual(result, (5, ["o", "y", "p"]))

    def test_score(self):
        sheet = rules.QwintoSheet()
        for token in ("o2=5 o5=10 o7=14 o9=18 y1=1 y2=2 y3=3 y4=4 y5=6 y6=8 y7=9 y8=13 y9=16 "
                      "p1=1 p2=2 p4=4 p7=9 p8=10 p9=12").split():
            sheet.write(token)
        sheet.misthrows = 2
        # 4 + 16 + 6, columns 3, 7 and 9 full with the bonus 5, 10 and 12.
        self.assertEqual(sheet.points(), 4 + 16 + 6 + 5 + 10 + 12 - 10)

    def test_same_number_in_column(self):
        sheet = rules.QwintoSheet()
        sheet.write("o1=5")
        self.assertEqual([t for t in sheet.tokens("y", 5) if t.startswith("y2")], [])
        self.assertIn("y1=5", sheet.tokens("y", 5))

    def test_pairs(self):
        self.assertEqual(len(rules.lay_tokens(["o1", "p1", "y2"])), 12 + 2 * 8)
        self.assertEqual(len(rules.lay_tokens(["o1", "p1", "y1"])), 12 + 6 * 8)


class Records(unittest.TestCase):
    def test_every_prefix_is_good(self):
        for game in rules.GAMES:
            data = random_record(game, 2, {}, 1, 0, "keen")
            lines = data.split(b"\n")[:-1]
            head = 1 + max(i for i, line in enumerate(lines) if line.startswith(b"seat "))
            for cut in range(head, len(lines) + 1):
                read_records(b"\n".join(lines[:cut]))

    def test_blamed_lines(self):
        cases = ((b"", 1), (b"# a\n# b\n", 2), (b"penna 1\n", 1), (b"penna 1\ngame qwixx\n\n", 3),
                 (b"penna 1\ngame qwixx\npenna 1\n", 3),
                 (b"penna 1\ngame twentyone\noption sheets=AB\nseat human A\n", 4),
                 (b"penna 1\ngame twentyone\noption sheets=A\nseat human A\nseat human B\n", 5))
        for data, line in cases:
            with self.assertRaises(Fault) as caught:
                read_records(data)
            self.assertEqual(caught.exception.line, line)


if __name__ == "__main__":
    unittest.main()
