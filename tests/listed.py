#!/usr/bin/env python3
"""listed.py SOURCES BUILD [--write]: tests/README.md is the list of the tests: every one of the build has its line there with what it
costs, every line has its test, and no file of tests lies there that nothing runs.

With --write the seconds are taken from what judge.py said in the build's last runs (meson-logs), and put into the list.
"""
import json
import pathlib
import re
import subprocess
import sys

from checks import Checks

SOURCES, BUILD = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
README = SOURCES / "tests" / "README.md"
# What a test in the list is made of but is not run by itself, and what run.sh runs beside the suite.
PARTS = {"checks.py", "check.mjs", "judge.py", "measure.bash", "listed.py", "harness.py", "run.sh", "static.sh", "coverage.sh", "fuzz.py"}
ROW = re.compile(r"^\| (?!test \|)([a-z][\w-]*) \| (.*?) \| (.*?) \| (.*?) \|$", re.M)
check = Checks()


def tests():
    """The names of the tests of the build."""
    told = subprocess.run(["meson", "introspect", "--tests", str(BUILD)], capture_output=True, text=True, check=True).stdout
    return {test["name"] for test in json.loads(told)}


def seconds():
    """{test: what it cost at last}, from the logs of the build."""
    found = {}
    for log in sorted((BUILD / "meson-logs").glob("testlog*.txt"), key=lambda path: path.stat().st_mtime):
        for part in re.split(r"^=+ \d+/\d+ =+$", log.read_text(encoding="utf-8", errors="replace"), flags=re.M):
            name, cost = re.search(r"^test: +(\S+)$", part, re.M), re.search(r"([\d.]+) s of processor time$", part, re.M)
            if name and cost and re.search(r"^result: +exit status 0$", part, re.M):
                found[name[1]] = float(cost[1])
    return found


def write(text):
    known = seconds()

    def row(match):
        if match[1] not in known:
            return match[0]
        cost = known[match[1]]
        return f"| {match[1]} | {match[2]} | {match[3]} | {f'{cost:.0f}' if cost >= 10 else f'{max(cost, 0.1):.1f}'} |"
    README.write_text(ROW.sub(row, text), encoding="utf-8")
    print(f"{len(known)} tests were measured")


def main():
    text = README.read_text(encoding="utf-8")
    if "--write" in sys.argv:
        return write(text)
    rows = {match[1]: match for match in ROW.finditer(text)}
    there = tests()
    check(len(there) > 40, "the tests are read", len(there))
    # The tests of one kind can share a line: draft and draft-named, the fuzz targets' seeds.
    for name in sorted(there - rows.keys()):
        check(any(re.search(rf"\b{re.escape(name)}\b", match[3]) for match in rows.values()), f"tests/README.md has no line for the test {name}")
    for name, match in rows.items():
        check(name in there, f"tests/README.md lists {name}, which is no test of this build")
        check(re.fullmatch(r"\d+(\.\d)?", match[4]), f"tests/README.md: {name}: measured seconds, not `{match[4]}` (tests/listed.py --write)")
    for path in sorted(p for kind in ("*.c", "*.sh", "*.py", "*.mjs", "server/*.py", "server/*.c") for p in (SOURCES / "tests").glob(kind)):
        name = str(path.relative_to(SOURCES / "tests"))
        check(path.name in PARTS or f"`{name}`" in text, f"tests/{name} is in no line of tests/README.md: nothing runs it, or nobody knows")
    return check.end()


main()
