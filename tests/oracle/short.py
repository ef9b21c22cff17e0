#!/usr/bin/env python3
"""short.py PENNA_TRAIN: shortened Qwixx for two, solved from the rules alone and in fractions, and compared with what
`penna-train truth` prints.

Written without a look at the solver, in another way where there is one: values are exact fractions, positions are
numbers crossed and not counts, the seats are exchanged after each turn so that the active seat is always the first,
white dice are summed by how often each sum falls, and mixtures come from the simplex method with Bland's rule.
"""
import re
import subprocess
import sys
from fractions import Fraction
from functools import lru_cache
from itertools import product


def simplex(a):
    """The value of the matrix game `a` (all entries above 0) to who chooses the row: max sum(y) with a y <= 1, y >= 0; the value is
    1 / sum(y)."""
    m, n = len(a), len(a[0])
    table = [row[:] + [Fraction(int(i == k)) for k in range(m)] + [Fraction(1)] for i, row in enumerate(a)]
    goal = [Fraction(-1)] * n + [Fraction(0)] * (m + 1)
    basis = [n + i for i in range(m)]
    while True:
        enter = next((j for j in range(n + m) if goal[j] < 0), None)
        if enter is None:
            return 1 / goal[-1]
        rows = [i for i in range(m) if table[i][enter] > 0]
        leave = min(rows, key=lambda i: (table[i][-1] / table[i][enter], basis[i]))
        pivot = table[leave][enter]
        table[leave] = [x / pivot for x in table[leave]]
        for row in [r for i, r in enumerate(table) if i != leave] + [goal]:
            times = row[enter]
            if times:
                row[:] = [x - times * y for x, y in zip(row, table[leave])]
        basis[leave] = enter


def game_value(a):
    low = max(min(row) for row in a)
    high = min(max(column) for column in zip(*a))
    if low == high:
        return low
    return simplex([[x + 1 for x in row] for row in a]) - 1


class Short:
    """A seat is (crosses of each row as a tuple of boxes, misthrows); a position (active seat, other seat, closed rows)."""

    def __init__(self, rows, faces, need, ends, misthrows, cost):
        self.rows, self.faces, self.need, self.ends = rows, faces, need, ends
        self.misthrows, self.cost = misthrows, cost
        self.last = 2 * faces - 2  # boxes are 0 to last
        up = (rows + 1) // 2
        self.box = lambda row, number: number - 2 if row < up else 2 * faces - number
        self.value = lru_cache(None)(self.value)

    def may(self, seat, closed, row, number):
        crosses, box = seat[0][row], self.box(row, number)
        if row in closed or (crosses and box <= crosses[-1]):
            return False
        return box < self.last or len(crosses) >= self.need

    def cross(self, seat, row, number):
        rows = list(seat[0])
        rows[row] = rows[row] + (self.box(row, number),)
        return tuple(rows), seat[1]

    def score(self, seat):
        points = -self.cost * seat[1]
        for crosses in seat[0]:
            n = len(crosses) + (self.last in crosses)
            points += n * (n + 1) // 2
        return points

    def over(self, active, other):
        a, b = self.score(active), self.score(other)
        return Fraction(1) if a > b else Fraction(1, 2) if a == b else Fraction(0)

    def locked(self, before, seat):
        return frozenset(r for r in range(self.rows) if self.last in seat[0][r] and self.last not in before[0][r])

    def value(self, active, other, closed):
        """What the active seat has before its roll."""
        open_rows = [r for r in range(self.rows) if r not in closed]
        total = Fraction(0)
        faces = range(1, self.faces + 1)
        for a, b in product(faces, faces):
            for dice in product(faces, repeat=len(open_rows)):
                total += self.white(active, other, closed, (a, b), dict(zip(open_rows, dice)))
        return total / self.faces ** (2 + len(open_rows))

    def white(self, active, other, closed, white, die):
        number = sum(white)
        choices = [[None] + [r for r in range(self.rows) if self.may(seat, closed, r, number)] for seat in (active, other)]
        matrix = []
        for mine in choices[0]:
            line = []
            for his in choices[1]:
                a = active if mine is None else self.cross(active, mine, number)
                b = other if his is None else self.cross(other, his, number)
                shut = closed | self.locked(active, a) | self.locked(other, b)
                if len(shut) >= self.ends:
                    line.append(self.over(a, b))
                else:
                    line.append(self.colour(a, b, shut, white, die, mine is not None))
            matrix.append(line)
        return game_value(matrix)

    def colour(self, active, other, closed, white, die, crossed):
        results = []
        moves = [None] + [(r, w + d) for r, d in die.items() for w in sorted(set(white))]
        for move in moves:
            if move and not self.may(active, closed, *move):
                continue
            seat, shut = active, closed
            if move:
                seat = self.cross(active, *move)
                shut = closed | self.locked(active, seat)
            elif not crossed:
                seat = active[0], active[1] + 1
            if len(shut) >= self.ends or seat[1] == self.misthrows:
                results.append(self.over(seat, other))
            else:
                results.append(1 - self.value(other, seat, shut))
        return max(results)

    def solve(self):
        empty = ((),) * self.rows, 0
        return self.value(empty, empty, frozenset())


def main():
    sheets = {"tiny": (2, 2, 1, 2, 2, 2), "one": (1, 3, 2, 1, 2, 3)}
    failed = False
    for name, rules in sheets.items():
        told = subprocess.run([sys.argv[1], "truth", name], capture_output=True, text=True, check=True).stdout
        value = Fraction(re.search(r"value ([0-9.]+)", told).group(1))
        exact = Short(*rules).solve()
        error = abs(float(value - exact))
        print(f"{name}: {float(exact):.15f} exactly, {float(value):.15f} told, error {error:.1e}")
        failed |= error > 1e-13
    print(f"{len(sheets)} checks")
    sys.exit(failed)


main()
