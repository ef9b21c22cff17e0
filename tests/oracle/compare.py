#!/usr/bin/env python3
"""The differential test: penna against the independent reference.

    compare.py --penna PATH/TO/penna [--games M] [--mutants K] [--seed S] [--work DIR]

 1. Records made by the reference, for every game, seat count and option:
    `penna check` must accept them, `penna moves` must print what the reference
    prints, at every node and at the end of a cut record.
 2. Records made by `penna sim`: the reference must accept them, and the moves
    must agree again.
 3. Mutants of good records and hand-made edge cases: exit status, standard
    output and the FILE:LINE on standard error must agree.
 4. The command line: exit status of wrong usage, unreadable files, stdin.

Differences are printed with the command that shows them; the files are then
kept.  The last line is `N passed, M failed`; the exit status is 1 when any
failed.  --penna may be a command with arguments, so the reference can be tried
against itself: --penna "python3 tests/oracle/oracle.py".
"""

import argparse
import functools
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from mutations import mutate
from oracle import Fault, moves_verdict, read_records, split_lines
from oracle import check_verdict as uncached_check_verdict
from players import random_record
from rules import GAMES

BATCH = 100           # files per `check`
STYLES = ("uniform", "keen", "idle")

check_verdict = functools.lru_cache(maxsize=None)(uncached_check_verdict)

# What the records of part 1 must reach; see `note` in rules.py.
RARE = (
    "qwantum: misthrow in the turn another seat ended in C",
    "qwantum: only the white die rolled again",
    "qwantum: over by the fifth misthrow",
    "qwantum: over in B",
    "qwantum: over in C",
    "qwinto-cards: a result of 0 or less",
    "qwinto-cards: alone, one draw for a pair",
    "qwinto-cards: alone, the last card was laid",
    "qwinto-cards: alone, the pile is empty",
    "qwinto-cards: drew a card covered in this turn",
    "qwinto-cards: over by the fourth misthrow",
    "qwinto-cards: over by two full rows",
    "qwinto-cards: reshuffle",
    "qwinto-cards: reshuffle between two draws",
    "qwinto-cards: three grey cards",
    "qwinto: over by the fourth misthrow",
    "qwinto: over by two full rows",
    "qwixx: a die removed at once was wanted in the colour step",
    "qwixx: crossed in a row closed in this turn",
    "qwixx: locked a row closed in this turn",
    "qwixx: over by the fourth misthrow",
    "qwixx: over in the colour step",
    "qwixx: over in the white step",
    "qwixx: over in the white step, the active seat passed",
    "qwixx: several seats locked one row together",
    "qwixx: three rows closed in the end",
    "qwixx: two rows closed in one white step",
    "twentyone: several seats finished together",
    "twentyone: six ones, no second roll",
)


def configurations():
    """Every game and seat count, with the options worth trying."""
    for game in sorted(GAMES):
        for seats in range(1, GAMES[game].most_seats + 1):
            yield game, seats, {}
            if game == "qwixx":
                yield game, seats, {"lock": "end-of-turn"}
                if seats == 2:
                    yield game, seats, {"lock": "at-once"}
            if game == "twentyone":
                yield game, seats, {"sheets": "FEDCBA"[:seats]}
                yield game, seats, {"sheets": "CADFBE"[:seats]}


def config_name(game, seats, options):
    return "-".join([game, str(seats)] + ["%s_%s" % item for item in sorted(options.items())])


# ---------------------------------------------------------------------------
# Running penna and counting

class Bench:
    """The program under test, the place for files, and the counts."""

    def __init__(self, penna, work):
        self.command = shlex.split(penna)
        self.work = work
        self.passed = 0
        self.failed = 0

    def run(self, *arguments, stdin=b""):
        """(exit status, stdout, stderr) of penna; a crash is a negative status."""
        try:
            done = subprocess.run(self.command + list(arguments), input=stdin, timeout=120,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        except subprocess.TimeoutExpired:
            return "timeout", b"", b""
        return done.returncode, done.stdout, done.stderr

    def path(self, name, data):
        """Write a file into the work directory."""
        path = os.path.join(self.work, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def result(self, what, arguments, expected, got, context=()):
        """Count one comparison; print it when it differs."""
        if expected == got:
            self.passed += 1
            return
        self.failed += 1
        print("DIFFERENCE %s" % what)
        print("  run:      %s" % " ".join(shlex.quote(word) for word in self.command + list(arguments)))
        for line in describe(expected, got):
            print("  " + line)
        for line in context:
            print("  " + line)
        sys.stdout.flush()

    def report(self, what, ok, detail=""):
        """Count one plain claim."""
        if ok:
            self.passed += 1
        else:
            self.failed += 1
            print("DIFFERENCE %s %s" % (what, detail))


def describe(expected, got):
    """Two verdicts, shortened to where they begin to differ."""
    names = ("status", "stdout", "blamed")
    for name, one, two in zip(names, expected, got):
        if one == two:
            continue
        if name == "stdout":
            yield from describe_text(one, two)
        else:
            yield "%-9s expected %s, got %s" % (name + ":", one, two)


def describe_text(one, two):
    lines_one, lines_two = one.split(b"\n"), two.split(b"\n")
    for number in range(max(len(lines_one), len(lines_two))):
        left = lines_one[number] if number < len(lines_one) else None
        right = lines_two[number] if number < len(lines_two) else None
        if left != right:
            yield "stdout:   line %d" % (number + 1)
            yield "  expected %s" % shorten(left)
            yield "  got      %s" % shorten(right)
            return


def shorten(line):
    if line is None:
        return "(no line)"
    text = repr(line)[1:]
    return text if len(text) <= 300 else text[:300] + "..."


def source_context(data, fault, got_line):
    """The lines of the record that either side blames."""
    lines = split_lines(data)
    numbers = {fault.line} if fault else set()
    if isinstance(got_line, int):
        numbers.add(got_line)
    for number in sorted(numbers):
        if 1 <= number <= len(lines):
            yield "line %d:   %s" % (number, shorten(lines[number - 1]))
    if fault:
        yield "reason:   %s" % fault.reason


def blamed_line(stderr, path):
    """The LINE of the first `PATH:LINE: reason`; None without any stderr."""
    prefix = os.fsencode(path) + b":"
    for line in stderr.split(b"\n"):
        match = re.match(rb"(\d+): [^ ]", line[len(prefix):]) if line.startswith(prefix) else None
        if match:
            return int(match.group(1))
    return None if stderr == b"" else "no FILE:LINE: " + shorten(stderr)


# ---------------------------------------------------------------------------
# check and moves, compared

def expected_check(path, data):
    count, fault = check_verdict(data)
    if fault:
        return (1, b"", fault.line), fault
    return (0, b"%s: %d records ok\n" % (os.fsencode(path), count), None), None


def expected_moves(data, every):
    lines, fault = moves_verdict(data, every)
    if fault:
        return (1, b"", fault.line), fault
    return (0, "".join(line + "\n" for line in lines).encode("ascii"), None), None


def compare_check_one(bench, path, data):
    expected, fault = expected_check(path, data)
    status, stdout, stderr = bench.run("check", path)
    got = (status, stdout, blamed_line(stderr, path))
    bench.result("check " + os.path.basename(path), ["check", path], expected, got,
                 source_context(data, fault, got[2]))


def compare_check(bench, files):
    """Check many files, BATCH in one call; what differs is run again alone."""
    for begin in range(0, len(files), BATCH):
        batch = files[begin:begin + BATCH]
        status, stdout, stderr = bench.run("check", *[path for path, _ in batch])
        faults = {path: check_verdict(data)[1] for path, data in batch}
        in_order = b"".join(expected_check(path, data)[0][1] for path, data in batch)
        expected_status = 1 if any(faults.values()) else 0
        alike = [faults[path] and faults[path].line for path, _ in batch] == \
            [blamed_line(stderr, path) if faults[path] else None for path, _ in batch]
        extra = len(stderr.splitlines()) != sum(1 for fault in faults.values() if fault)
        if (status, stdout) == (expected_status, in_order) and alike and not extra:
            bench.passed += len(batch)
            continue
        failed_before = bench.failed
        for path, data in batch:
            compare_check_one(bench, path, data)
        if bench.failed == failed_before:
            bench.result("check of many files at once", ["check"] + [path for path, _ in batch],
                         (expected_status, in_order, "one line per bad file"),
                         (status, stdout, "other lines on standard error"))


def compare_moves(bench, path, data, every):
    arguments = ["moves"] + (["--every"] if every else []) + [path]
    expected, fault = expected_moves(data, every)
    status, stdout, stderr = bench.run(*arguments)
    got = (status, stdout, blamed_line(stderr, path))
    bench.result("moves " + os.path.basename(path), arguments, expected, got,
                 source_context(data, fault, got[2]))


# ---------------------------------------------------------------------------
# Part 1: records made by the reference

def part_reference(bench, games, seed):
    rng = random.Random("cuts/%s" % seed)
    covered = set()
    files = []
    for game, seats, options in configurations():
        name = config_name(game, seats, options)
        records = []
        for style in STYLES:
            for index in range(games):
                data = random_record(game, seats, options, seed, index, style)
                covered.update(read_records(data)[0].covered)
                records.append(("%s-%s-%d" % (name, style, index), data))
        files += compare_reference(bench, rng, records)
        together = b"\n# the next\n".join(data for _, data in records)
        files.append((bench.path("reference/%s-all.penna" % name, together), together))
    files += compare_reference(bench, rng, hunt(covered, seed))
    compare_check(bench, files)
    missing = [text for text in RARE if text not in covered]
    print("part 1: %d files of the reference; rare cases reached: %d of %d"
          % (len(files), len(RARE) - len(missing), len(RARE)))
    for text in missing:
        print("        not reached: " + text)


def compare_reference(bench, rng, records):
    """Compare the moves of whole records and of one prefix of each."""
    files = []
    for name, data in records:
        path = bench.path("reference/%s.penna" % name, data)
        files.append((path, data))
        compare_moves(bench, path, data, True)
        cut = cut_record(rng, data)
        path = bench.path("reference/%s-cut.penna" % name, cut)
        files.append((path, cut))
        compare_moves(bench, path, cut, False)
    return files


def hunt(covered, seed):
    """Play keen games until every rare case is reached; keep those that reach one."""
    found = []
    for index in range(10000, 10120):
        for game, seats, options in configurations():
            missing = {text for text in RARE if text not in covered and text.startswith(game + ":")}
            if not missing:
                continue
            data = random_record(game, seats, options, seed, index, "keen")
            reached = missing & set(read_records(data)[0].covered)
            if reached:
                covered |= reached
                found.append(("%s-rare-%d" % (config_name(game, seats, options), index), data))
    return found


def cut_record(rng, data):
    """A prefix that holds all seat lines."""
    lines = data.split(b"\n")[:-1]
    seats = max(index for index, line in enumerate(lines) if line.startswith(b"seat "))
    return b"".join(line + b"\n" for line in lines[:rng.randrange(seats + 1, len(lines) + 1)])


# ---------------------------------------------------------------------------
# Part 2: records made by penna

def sim_arguments(game, seats, options, games, seed, path):
    arguments = ["sim", game, "--seats", str(seats), "--games", str(games), "--bots", "random",
                 "--seed", str(seed)]
    for item in sorted(options.items()):
        arguments += ["--option", "%s=%s" % item]
    return arguments + ["--record", path]


def simulate(bench, game, seats, options, games, seed, path):
    """The bytes `penna sim` writes; None (and a failure) when it does not."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    arguments = sim_arguments(game, seats, options, games, seed, path)
    status, _, stderr = bench.run(*arguments)
    if status != 0 or not os.path.exists(path):
        bench.report("sim fails:", False, "%s: %s %s" % (" ".join(arguments), status, shorten(stderr)))
        return None
    with open(path, "rb") as file:
        return file.read()


def split_records(data):
    """The bytes of each record of a file, each from its `penna` line."""
    parts = re.split(rb"(?m)^(?=penna 1$)", data)
    return [part for part in parts if part.startswith(b"penna 1\n")]


def part_simulated(bench, games, seed):
    count = 0
    for game, seats, options in configurations():
        name = config_name(game, seats, options)
        path = os.path.join(bench.work, "simulated", name + ".penna")
        data = simulate(bench, game, seats, options, games, seed, path)
        if data is None:
            continue
        try:
            records = read_records(data)
        except Fault as fault:
            bench.report("sim wrote a bad record:", False, "%s:%d: %s" % (path, fault.line, fault.reason))
            continue
        check_simulated(bench, path, records, game, seats, options, games)
        compare_check(bench, [(path, data)])
        for index, single in enumerate(split_records(data)):
            single_path = bench.path("simulated/%s-%d.penna" % (name, index), single)
            compare_moves(bench, single_path, single, True)
            count += 1
    for game in sorted(GAMES):
        check_repeatable(bench, game, seed)
    print("part 2: %d records of penna sim" % count)


def check_simulated(bench, path, records, game, seats, options, games):
    """The right number of whole games of the right kind by the right bots."""
    bench.report("number of games in " + path, len(records) == games)
    for number, record in enumerate(records):
        what = "record %d of %s:" % (number, path)
        bench.report(what, record.game == game, "wrong game")
        bench.report(what, record.seats == [(b"bot:random", b"random")] * seats, "wrong seats")
        bench.report(what, same_options(record.options, options), "wrong options")
        bench.report(what, record.scored, "no score")


def same_options(one, two):
    """Equal, except that a default may be left out."""
    return {key: value for key, value in one.items() if value != "at-once"} == \
        {key: value for key, value in two.items() if value != "at-once"} or \
        (set(one) | set(two)) == {"sheets"} and "ABCDEF".startswith((one or two)["sheets"])


def check_repeatable(bench, game, seed):
    """The same seed gives the same bytes, another seed other games."""
    base = os.path.join(bench.work, "repeated", game)
    first = simulate(bench, game, 2, {}, 3, seed, base + "-1.penna")
    second = simulate(bench, game, 2, {}, 3, seed, base + "-2.penna")
    other = simulate(bench, game, 2, {}, 3, seed + 1, base + "-3.penna")
    bench.report("sim %s: the same seed, other bytes:" % game, first == second, base)
    bench.report("sim %s: another seed, the same bytes:" % game, first != other, base)


# ---------------------------------------------------------------------------
# Part 3: mutants and edge cases

def part_mutants(bench, mutants, seed):
    files = []
    for game, seats, options in configurations():
        name = config_name(game, seats, options)
        for style in ("uniform", "keen"):
            data = random_record(game, seats, options, seed, 1000, style)
            for index, (kind, mutant) in enumerate(mutate(data, "%s/%s/%s" % (seed, name, style), mutants)):
                path = bench.path("mutants/%s/%s-%03d-%s.penna" % (name, style, index, kind), mutant)
                files.append((path, mutant))
    for label, data in edge_cases(seed):
        files.append((bench.path("edges/%s.penna" % label, data), data))
    compare_check(bench, files)
    for index, (path, data) in enumerate(files):
        compare_moves(bench, path, data, index % 3 != 0)
    bad = sum(1 for _, data in files if check_verdict(data)[1])
    print("part 3: %d mutants and edge cases, %d of them bad" % (len(files), bad))


HEAD = b"penna 1\ngame qwixx\n"
SHEETS = b"penna 1\ngame twentyone\n"
ONE = b"seat human Ann\n"


def edge_cases(seed):
    """Hand-made files, good and bad; the reference says which is which."""
    cases = {
        "empty": b"",
        "one-lf": b"\n",
        "only-comments": b"# one\n\n# two\n",
        "only-comment-without-lf": b"# one",
        "penna-alone": b"penna 1\n",
        "penna-alone-without-lf": b"penna 1",
        "penna-then-comment": b"penna 1\n# nothing more\n\n",
        "game-alone": HEAD,
        "game-then-empty-lines": HEAD + b"\n\n",
        "game-twice": HEAD + b"game qwixx\n" + ONE,
        "game-missing": b"penna 1\n" + ONE,
        "game-missing-then-record": b"penna 1\n" + HEAD + ONE,
        "seat-missing-then-record": HEAD + HEAD + ONE,
        "seat-missing-then-roll": HEAD + b"roll 36:1452\n",
        "seat-missing-then-score": HEAD + b"score\n",
        "seat-missing-then-junk": HEAD + b"junk\n",
        "two-heads": HEAD + ONE + HEAD + ONE,
        "second-head-without-seat": HEAD + ONE + HEAD,
        "second-head-without-seat-comment": HEAD + ONE + HEAD + b"# end\n",
        "second-version": HEAD + ONE + b"penna 2\n",
        "junk-first": b"junk\n" + HEAD + ONE,
        "junk-only": b"junk",
        "space-line": HEAD + b" \n" + ONE,
        "indented-comment": HEAD + b" # no\n" + ONE,
        "comments-everywhere": b"# a\n\n#b\npenna 1\n\n# c\ngame qwixx\n#\n" + ONE + b"\n# d\nroll 36:1452\n#e",
        "comment-crlf": b"# dos\r\n" + HEAD + ONE,
        "comment-not-utf8": b"# \xff\xfe\n" + HEAD + ONE,
        "comment-nul": b"# \0 nul\n" + HEAD + ONE,
        "comment-long": b"#" + b"x" * 100000 + b"\n" + HEAD + ONE,
        "crlf": (HEAD + ONE).replace(b"\n", b"\r\n"),
        "cr-line": HEAD + b"\r\n" + ONE,
        "bom": b"\xef\xbb\xbf" + HEAD + ONE,
        "name-missing": HEAD + b"seat human\n",
        "name-empty": HEAD + b"seat human \n",
        "name-hash": HEAD + b"seat human #1\n",
        "name-long": HEAD + b"seat human " + b"x" * 5000 + b"\n",
        "name-controls": HEAD + b"seat human A\x1fB\n",
        "name-del": HEAD + b"seat human A\x7fB\n",
        "name-c1": HEAD + b"seat human A\xc2\x9fB\n",
        "name-nbsp": HEAD + b"seat human \xc2\xa0\n",
        "name-nul": HEAD + b"seat human A\0B\n",
        "name-surrogate": HEAD + b"seat human \xed\xbf\xbf\n",
        "name-overlong": HEAD + b"seat human \xc0\xaf\n",
        "name-beyond": HEAD + b"seat human \xf4\x90\x80\x80\n",
        "name-last": HEAD + b"seat human \xf4\x8f\xbf\xbf\n",
        "name-cut-char": HEAD + b"seat human \xe2\x82\n",
        "name-lone-tail": HEAD + b"seat human \x80\n",
        "name-twice": HEAD + ONE + ONE,
        "bot-without-name": HEAD + b"seat bot: x\n",
        "bot-unknown": HEAD + b"seat bot:nobody x\n",
        "bot-colon": HEAD + b"seat bot:a:b x\n",
        "bot-upper": HEAD + b"seat bot:ABC x\n",
        "bot-name-not-ascii": HEAD + b"seat bot:\xc3\xa9 x\n",
        "bot-name-not-utf8": HEAD + b"seat bot:\xff x\n",
        "bot-name-control": HEAD + b"seat bot:a\x01 x\n",
        "bot-name-tab": HEAD + b"seat bot:a\tb x\n",
        "lock-default": HEAD + b"option lock=at-once\n" + ONE,
        "lock-twice": HEAD + b"option lock=at-once\noption lock=at-once\n" + ONE,
        "lock-value-cut": HEAD + b"option lock=end-of-tur\n" + ONE,
        "lock-before-game": b"penna 1\noption lock=at-once\ngame qwixx\n" + ONE,
        "lock-after-seat": HEAD + ONE + b"option lock=at-once\n",
        "lock-in-qwantum": b"penna 1\ngame qwantum\noption lock=at-once\n" + ONE,
        "sheets-in-qwixx": HEAD + b"option sheets=A\n" + ONE,
        "sheets-one": SHEETS + b"option sheets=F\n" + ONE,
        "sheets-too-many-end": SHEETS + b"option sheets=CAD\n" + ONE * 2,
        "sheets-too-many-end-comment": SHEETS + b"option sheets=CAD\n" + ONE * 2 + b"# end\n",
        "sheets-too-many-roll": SHEETS + b"option sheets=CAD\n" + ONE * 2 + b"roll 123456\n",
        "sheets-too-many-record": SHEETS + b"option sheets=CAD\n" + ONE * 2 + HEAD + ONE,
        "sheets-too-few": SHEETS + b"option sheets=CA\n" + ONE * 3,
        "sheets-seven": SHEETS + b"option sheets=ABCDEFG\n" + ONE * 6,
        "sheets-seven-good-letters": SHEETS + b"option sheets=ABCDEFA\n" + ONE * 6,
        "sheets-same": SHEETS + b"option sheets=AA\n" + ONE * 2,
        "sheets-lower": SHEETS + b"option sheets=a\n" + ONE,
        "sheets-empty": SHEETS + b"option sheets=\n" + ONE,
        "sheets-default-written": SHEETS + b"option sheets=ABC\n" + ONE * 3,
        "sheets-no-seat": SHEETS + b"option sheets=ABC\n",
        "score-at-once": HEAD + ONE + b"score 0\n",
        "move-before-roll": HEAD + ONE + b"move -\n",
        "draw-in-qwixx": HEAD + ONE + b"draw o4\n",
        "roll-in-cards": b"penna 1\ngame qwinto-cards\n" + ONE + b"roll 36\n",
        "draw-hidden": b"penna 1\ngame qwinto-cards\n" + ONE + b"draw o4\ndraw ?\n",
        "draw-same-card": b"penna 1\ngame qwinto-cards\n" + ONE + b"draw o4\ndraw o4\n",
        "draw-no-card": b"penna 1\ngame qwinto-cards\n" + ONE + b"draw o-1\n",
        "draw-minus-zero": b"penna 1\ngame qwinto-cards\n" + ONE + b"draw o-0\n",
        "twentyone-six-ones": SHEETS + ONE + b"roll 111111\n",
        "twentyone-six-ones-then-keep": SHEETS + ONE + b"roll 111111\nmove -\n",
        "twentyone-again-to-six-ones": SHEETS + ONE + b"roll 111112\nmove again\nroll 111111\n",
        "twentyone-again-keeps-ones": SHEETS + ONE + b"roll 111112\nmove again\nroll 211111\n",
        "twentyone-again-twice": SHEETS + ONE + b"roll 111112\nmove again\nroll 111113\nmove again\n",
        "twentyone-wrong-order": SHEETS + ONE + b"roll 111112\nmove -\nmove w1,y1\n",
        "twentyone-right-order": SHEETS + ONE + b"roll 111112\nmove -\nmove y1,w1\n",
        "twentyone-die-twice": SHEETS + ONE + b"roll 111112\nmove -\nmove y1,y1\n",
        "twentyone-comma-end": SHEETS + ONE + b"roll 111112\nmove -\nmove y1,\n",
        "qwantum-keep": b"penna 1\ngame qwantum\n" + ONE + b"roll 3:r1,y3,b4,p1,y4,r6\nmove -\n",
        "qwantum-white-only": b"penna 1\ngame qwantum\n" + ONE
                              + b"roll 3:r1,y3,b4,p1,y4,r6\nmove w\nroll 5:r1,y3,b4,p1,y4,r6\n",
        "qwantum-kept-changed": b"penna 1\ngame qwantum\n" + ONE
                                + b"roll 3:r1,y3,b4,p1,y4,r6\nmove w\nroll 5:r4,y3,b4,p1,y4,r6\n",
        "qwantum-w-last": b"penna 1\ngame qwantum\n" + ONE + b"roll 3:r1,y3,b4,p1,y4,r6\nmove 12w\n",
        "qwantum-digits-fall": b"penna 1\ngame qwantum\n" + ONE + b"roll 3:r1,y3,b4,p1,y4,r6\nmove 21\n",
        "qwantum-no-such-face": b"penna 1\ngame qwantum\n" + ONE + b"roll 3:r2,y3,b4,p1,y4,r6\n",
        "qwinto-pick-order": b"penna 1\ngame qwinto\n" + ONE + b"move yo\n",
        "qwinto-pick-pass": b"penna 1\ngame qwinto\n" + ONE + b"move -\n",
        "qwinto-roll-short": b"penna 1\ngame qwinto\n" + ONE + b"move oy\nroll 4\n",
        "qwinto-roll-zero": b"penna 1\ngame qwinto\n" + ONE + b"move oy\nroll 40\n",
        "qwinto-again-twice": b"penna 1\ngame qwinto\n" + ONE + b"move o\nroll 4\nmove again\nroll 2\nmove again\n",
        "qwixx-die-missing": HEAD + ONE + b"roll 36:145-\n",
        "qwixx-seven": HEAD + ONE + b"roll 37:1452\n",
        "notation-example": HEAD + b"option lock=at-once\nseat human Ann Lee\nseat bot:greedy Greedy\n"
                            b"roll 36:1452\nmove r9 -\n",
    }
    for game in sorted(GAMES):
        for seats in range(1, 8):
            cases["head-%s-%d" % (game, seats)] = b"penna 1\ngame %s\n" % game.encode("ascii") + ONE * seats
        record = random_record(game, 2, {}, seed, 2000, "uniform")
        body, score = record.rsplit(b"\nscore ", 1)
        cases["uncounted-%s" % game] = body + b"\n"
        cases["uncounted-then-record-%s" % game] = body + b"\n" + record
        cases["uncounted-then-roll-%s" % game] = body + b"\nroll 111111\n" + record
        cases["uncounted-then-move-%s" % game] = body + b"\nmove - -\n" + record
        cases["score-without-lf-%s" % game] = record[:-1]
        cases["score-twice-%s" % game] = record + b"score " + score
        cases["score-then-comment-%s" % game] = record + b"# well played\n\n"
        cases["good-then-bad-%s" % game] = record + record.replace(b"\nseat", b"\nseta", 1)
        cases["bad-then-good-%s" % game] = record.replace(b"\nseat", b"\nseta", 1) + record
    return cases.items()


# ---------------------------------------------------------------------------
# Part 4: the command line

def part_command_line(bench, seed):
    good_data = random_record("qwixx", 2, {}, seed, 3000, "uniform")
    good = bench.path("usage/good.penna", good_data)
    bad = bench.path("usage/bad.penna", HEAD + b"junk\n")
    none = os.path.join(bench.work, "usage", "no-such-file")
    good_line = os.fsencode(good) + b": 1 records ok\n"
    cases = [
        (["check"], b"", 2, b""),
        (["moves"], b"", 2, b""),
        (["moves", good, good], b"", 2, b""),
        (["check", none], b"", 2, b""),
        (["moves", none], b"", 2, b""),
        (["check", os.path.join(bench.work, "usage")], b"", 2, b""),
        (["check", good, none], b"", 2, good_line),
        (["check", none, good], b"", 2, good_line),
        (["check", good, bad, good], b"", 1, good_line * 2),
        (["check", bad, bad], b"", 1, b""),
        (["check", "-"], good_data, 0, b"-: 1 records ok\n"),
        (["check", "-"], good_data * 3, 0, b"-: 3 records ok\n"),
        (["check", "-"], b"", 1, b""),
        (["check", "-"], HEAD + b"junk\n", 1, b""),
        (["check", good, "-"], good_data, 0, good_line + b"-: 1 records ok\n"),
        (["no-such-command"], b"", 2, b""),
    ]
    record = os.path.join(bench.work, "usage", "refused.penna")
    for game in sorted(GAMES):
        for seats in (0, GAMES[game].most_seats + 1):
            cases.append((sim_arguments(game, seats, {}, 1, 1, record), b"", 2, b""))
        cases.append((sim_arguments(game, 1, {"no": "such"}, 1, 1, record), b"", 2, b""))
    cases.append((sim_arguments("no-such-game", 2, {}, 1, 1, record), b"", 2, b""))
    cases.append((sim_arguments("twentyone", 3, {"sheets": "AB"}, 1, 1, record), b"", 2, b""))
    cases.append((sim_arguments("qwixx", 3, {"lock": "never"}, 1, 1, record), b"", 2, b""))
    for arguments, stdin, status, stdout in cases:
        got_status, got_stdout, stderr = bench.run(*arguments, stdin=stdin)
        if status == 2 and got_status == 2:
            bench.report("no message on standard error:", stderr != b"", " ".join(arguments))
        bench.result("command line", arguments, (status, stdout), (got_status, got_stdout))
    for data, line in ((b"", 1), (HEAD + b"junk\n", 3)):
        _, _, stderr = bench.run("check", "-", stdin=data)
        bench.result("line of standard input", ["check", "-"], ("", b"", line),
                     ("", b"", blamed_line(stderr, "-")))
    print("part 4: %d command lines" % len(cases))


# ---------------------------------------------------------------------------

def parse_arguments():
    parser = argparse.ArgumentParser(description="Compare penna with the reference.")
    parser.add_argument("--penna", required=True, help="the program, or a command that runs it")
    parser.add_argument("--games", type=int, default=4, help="games per configuration and style")
    parser.add_argument("--mutants", type=int, default=60, help="mutants per record")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", help="keep all files in this directory")
    return parser.parse_args()


def main():
    args = parse_arguments()
    work = args.work or tempfile.mkdtemp(prefix="penna-compare-")
    bench = Bench(args.penna, work)
    part_reference(bench, args.games, args.seed)
    part_simulated(bench, args.games, args.seed)
    part_mutants(bench, args.mutants, args.seed)
    part_command_line(bench, args.seed)
    if args.work or bench.failed:
        print("files are in " + work)
    else:
        shutil.rmtree(work)
    print("%d passed, %d failed" % (bench.passed, bench.failed))
    return 1 if bench.failed or not bench.passed else 0


if __name__ == "__main__":
    sys.exit(main())
