#!/usr/bin/env python3
"""judge.py COMMAND...: runs a test and does not take its word for it.

A test that ends with status 0 has passed only if it says how many checks it made, and that there was at least one; so a
loop over an empty list, a file that is not found or an early exit cannot look like success. A check left out because
something is missing makes it a skipped test (status 77, which meson counts), or a failed one where nothing may be missing
(PENNA_STRICT=1, as a strict build sets it). meson runs every test through this (tests/meson.build), so none can forget it.

What counts as saying so, a line each; the numbers of several lines are added up:
    12 checks ...            what the tests of this tree print
    12 passed ...            the same, in tests that go on after a failure
    [  PASSED  ] 12 test(s)  cmocka
    Ran 12 tests             Python's unittest
It ends with a line on what the test cost: the time of the processor, which a busy machine does not change much.
What counts as leaving something out: a line that begins with SKIP, cmocka's, unittest's, and `3 skipped`.
"""
import os
import re
import resource
import subprocess
import sys

SKIPPED = 77
COUNT = re.compile(r"^(?:\S+: )?(\d+) (?:checks?|passed)\b|^\[  PASSED  \] (\d+) test|^Ran (\d+) tests?\b", re.M)
LEFT_OUT = re.compile(r"^SKIP.*|^\[  SKIPPED \] [1-9].*|^.*\b[1-9]\d* skipped\b.*|^.*\bskipped=[1-9].*", re.M)


def run(command):
    """What the command says, which is passed on as it comes, and its status."""
    said = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as child:
        for line in child.stdout:
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
            said.append(line)
    status = child.returncode
    return b"".join(said).decode("utf-8", "replace"), status if status >= 0 else 128 - status


def verdict(said, status, strict):
    """The status that the test deserves, and why, if that is another one than its own."""
    left_out = LEFT_OUT.findall(said)
    checks = sum(int(number) for match in COUNT.findall(said) for number in match if number)
    if status not in (0, SKIPPED):
        return status, ""
    if left_out or status == SKIPPED:
        return (1 if strict else SKIPPED), f"left out: {'; '.join(left_out) or 'all of it'}"
    if checks == 0:
        return 1, "it made no check, or did not say how many: a test ends with a line like `12 checks`"
    return 0, ""


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: judge.py COMMAND...")
    status, why = verdict(*run(sys.argv[1:]), os.environ.get("PENNA_STRICT", "") not in ("", "0"))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"judge.py: {why + '; ' if why else ''}{used.ru_utime + used.ru_stime:.1f} s of processor time", flush=True)
    sys.exit(status)


if __name__ == "__main__":
    main()
