#!/usr/bin/env python3
"""A bot for Penna over standard input and output (docs/protocol.md): it plays a random legal move.

    penna duel qwixx "exec:python3 examples/bot.py" random --games 100
"""
import random
import sys


def say(text):
    print(text, flush=True)


def main():
    record, seat = [], None
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "penna-bot":  # the greeting, with the version of the protocol
            say("ready")
        elif word == "new":  # a game begins: our seat, and a number to draw lots from
            seat, lot = map(int, rest.split(" "))
            random.seed(lot)
            record = []
        elif word == "choose":  # our decision: the legal moves follow
            say(random.choice(rest.split(" ")))
        elif word not in ("limit", "end"):  # a line of the record
            record.append(line)


if __name__ == "__main__":
    main()
