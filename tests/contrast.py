#!/usr/bin/env python3
"""Check the contrast of the page's colours, by day and by night, as WCAG 2 counts it.

usage: contrast.py BASE.CSS

Words need 4.5 to 1 on every ground they stand on; rings and edges that mean something need 3 to 1, rims of boxes by night 1.5.
"""
import pathlib
import re
import sys

from checks import Checks

check = Checks()
WORDS, EDGES, RIMS = 4.5, 3.0, 1.5
PAIRS = [
    (WORDS, ["--ink", "--soft", "--link", "--warn"], ["--bg", "--paper", "--raised"]),
    (WORDS, ["--ink", "--soft"], ["--accent-tint", "--link-tint"]),
    (WORDS, ["--link"], ["--link-tint"]),
    (WORDS, ["--warn", "--ink"], ["--warn-tint"]),
    (WORDS, ["--pen"], ["--paper", "--raised"]),
    (WORDS, ["--on-felt", "--on-felt-soft"], ["--felt", "--felt-deep"]),
    (WORDS, ["--accent-ink"], ["--accent", "--accent-deep"]),
    (EDGES, ["--accent"], ["--felt", "--felt-deep"]),
    (EDGES, ["--link"], ["--bg", "--paper"]),  # the ring of the focus
]
# A token is one colour, or one by day and one by night.
TOKEN = re.compile(r"(--[a-z-]+):\s*(?:light-dark\(\s*(#[0-9a-f]+)\s*,\s*(#[0-9a-f]+)\s*\)|(#[0-9a-f]+))\s*;", re.I)


def channels(colour):
    """#abc or #aabbcc as (red, green, blue) from 0 to 1."""
    digits = colour[1:] if len(colour) == 7 else "".join(c * 2 for c in colour[1:])
    return tuple(int(digits[i:i + 2], 16) / 255 for i in (0, 2, 4))


def tokens(text, night):
    return {name: channels((dark if night else light) or only) for name, light, dark, only in TOKEN.findall(text)}


def luminance(colour):
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a, b):
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def pairs(colours):
    """Every pair to look at: the page's own, and for each colour of the games what is written on its tint and on itself."""
    for least, signs, grounds in PAIRS:
        yield from ((least, sign, ground) for sign in signs for ground in grounds)
    for name in colours:
        if name.endswith("-tint") and name.replace("-tint", "-on") in colours:
            yield WORDS, name.replace("-tint", "-deep"), name
            yield WORDS, name.replace("-tint", "-on"), name.replace("-tint", "")


def main():
    text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    for night in (False, True):
        colours = tokens(text, night)
        for least, sign, ground in pairs(colours):
            value = contrast(colours[sign], colours[ground])
            check(value >= least, f"by {'night' if night else 'day'}: {sign} on {ground}: {value:.2f}, not {least}")
        for name in (name.replace("-tint", "") for name in colours if night and name.endswith("-tint") and name.replace("-tint", "-on") in colours):
            value = contrast(colours[name], colours["--paper"])  # what is printed says which box it is: its rim has only to be seen
            check(value >= RIMS, f"by night: the rim {name} on the paper: {value:.2f}, not {RIMS}")
    check.end()


main()
