#!/usr/bin/env python3
"""Where a bot of your own begins (docs/protocol.md, protocol 2), in Python: it plays every game by the `legal` line
alone, and many games at once. Write your own choose().

    penna duel qwixx "exec:python3 examples/starter.py as Mine" random --games 100
    penna duel qwixx "exec:python3 examples/starter.py with pass=1 as Lazy" random --games 100
"""
import random
import sys

OPTIONS = {"pass": "0"}  # 1: `-` is a move like any other


class Game:
    """A game in progress."""

    def __init__(self, name, seats, seat, lot):
        self.name, self.seats, self.seat = name, int(seats), int(seat)
        self.random = random.Random(int(lot))  # of its own: the same lot gives the same game

    def choose(self, moves):
        """One of the moves. `-`, to pass, is always the first if it is legal."""
        if moves[0] == "-" and len(moves) > 1 and OPTIONS["pass"] == "0":
            moves = moves[1:]
        return self.random.choice(moves)


def main():
    games = {}
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "penna-bot":
            print("id Starter in Python")
            for key, value in OPTIONS.items():
                print(f"option {key}={value}")
            print("games 64\nready 2", flush=True)
        elif word == "set":
            key, _, value = rest[0].partition("=")
            OPTIONS[key] = value
        elif word == "new":  # number, game, seats, our seat, lot, options of the game
            games[rest[0]] = Game(*rest[1:5])
        elif word == "legal":
            print("move", rest[0], games[rest[0]].choose(rest[1:]), flush=True)
        elif word == "end":
            del games[rest[0]]
        # every other line is one that this bot does not need


if __name__ == "__main__":
    main()
