#!/usr/bin/env python3
"""Bots for tests/protocol.sh, one a word: good ones that write down what they see, and bad ones. What they do is said by
their names; they speak protocol 2 (docs/protocol.md)."""
import os
import sys
import time


def lines():
    """What has come, piece by piece: each piece is a list of whole lines, and the last may be half a line."""
    rest = b""
    while piece := os.read(0, 65536):
        *whole, rest = (rest + piece).split(b"\n")
        yield [line.decode().split(" ") for line in whole]


def say(text):
    os.write(1, (text + "\n").encode())


def greet(wishes):
    say("\n".join(wishes + ["ready 2"]))


def pick(words):
    """The last move: in ASCII order it is never `-` if there is another."""
    return f"move {words[1]} {words[-1]}"


def play(wishes, answer):
    """Answers every question with what `answer` makes of it."""
    asked = 0
    for piece in lines():
        for words in piece:
            if words[0] == "penna-bot":
                greet(wishes)
            elif words[0] == "legal":
                asked += 1
                if text := answer(words, asked):
                    say(text)


def spy():
    """Writes down all it is told to the file $SPY, and says what it thinks."""
    with open(os.environ["SPY"], "a", encoding="ascii") as out:
        for piece in lines():
            print("piece", file=out)
            for words in piece:
                print(" ".join(words), file=out, flush=True)
                if words[0] == "penna-bot":
                    greet(["id Spy 7", "option depth=3 how far", "want state", "want record", "want single"])
                elif words[0] == "legal":
                    say(f"info {words[1]} win 0.1")
                    say(f"info {words[1]} win 0.25 points 40 nodes {len(words)} move {words[-1]} 1.5")
                    say(pick(words))


def backwards():
    """Plays many games at once, and answers the last question first."""
    for piece in lines():
        answers = [pick(words) for words in piece if words[0] == "legal"]
        if piece[0][0] == "penna-bot":
            greet(["games 64"])
        if answers:
            say("\n".join(reversed(answers)))


def forever(text):
    while True:
        say(text)


def frail(words, asked):
    """Ends at its fortieth question, whatever game that is of."""
    if asked == 40:
        sys.exit(9)
    return pick(words)


def boxed():
    """Says in its id what it can reach: a file, its folder, a port at 127.0.0.1, a process that is not its own, the
    environment."""
    import socket

    def tried(what, how):
        try:
            how()
            return what + "=yes"
        except OSError:
            return what + "=no"

    found = [
        tried("file", lambda: open(sys.argv[2].lstrip("@"), encoding="ascii").close()),
        tried("write", lambda: open("./written", "w", encoding="ascii").close()),
        tried("net", lambda: socket.create_connection(("127.0.0.1", int(sys.argv[3])), 2).close()),
        tried("process", lambda: os.kill(int(sys.argv[4]), 0)),
        "home=" + ("yes" if "SECRET" in os.environ else "no"),
    ]
    play(["id " + " ".join(found)], lambda words, _: pick(words))


def limits():
    """Says in its id what limits it sees: seconds of the processor, MB of memory, MB of a file."""
    import resource

    seen = [resource.getrlimit(kind)[1] for kind in (resource.RLIMIT_CPU, resource.RLIMIT_DATA, resource.RLIMIT_FSIZE)]
    play([f"id {seen[0]} s {seen[1] >> 20} MB {seen[2] >> 20} MB"], lambda words, _: pick(words))


def greedy_memory():
    held = bytearray(2 << 30)  # nothing of it is touched: without a limit this costs nothing
    play([f"id {len(held)}"], lambda words, _: pick(words))


def hoard(path):
    """Takes 80 MB by a file of that name in memory, or by one without a name."""
    file = open(path, "wb") if path else os.fdopen(os.memfd_create("hoard"), "wb")
    for _ in range(80):
        file.write(bytes(1 << 20))
    file.flush()
    play([], lambda words, _: pick(words))


BOTS = {
    "spy": spy,
    "backwards": backwards,
    "one": lambda: play([], lambda words, _: pick(words)),
    "frail": lambda: play(["games 64"], frail),
    "lies": lambda: play([], lambda words, _: f"info {words[1]} win 7\n{pick(words)}"),
    "lies-move": lambda: play([], lambda words, _: f"info {words[1]} move r99 1\n{pick(words)}"),
    "empty-info": lambda: play([], lambda words, _: f"info {words[1]} \n{pick(words)}"),
    "illegal": lambda: play([], lambda words, _: f"move {words[1]} r99"),
    "other-game": lambda: play(["games 64"], lambda words, _: "move 1000000 -"),
    "old-words": lambda: play([], lambda words, _: words[-1]),
    "floods-info": lambda: play([], lambda words, _: forever(f"info {words[1]} win 0.5")),
    "floods": lambda: play([], lambda words, _: forever("x" * 200)),
    "floods-greeting": lambda: forever("id me"),
    "long-line": lambda: play([], lambda words, _: "info " + "9" * 2000),
    "sleeps": lambda: play(["games 64"], lambda words, _: time.sleep(60)),
    "slow": lambda: play([], lambda words, _: time.sleep(0.4) or pick(words)),
    "dies": lambda: play(["games 64"], lambda words, _: sys.exit(3)),
    "boxed": boxed,
    "limits": limits,
    "greedy-memory": greedy_memory,
    "hoards": lambda: hoard(sys.argv[2]),
}

if __name__ == "__main__":
    BOTS[sys.argv[1]]()
