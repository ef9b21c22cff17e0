#!/usr/bin/env python3
"""Compile text files into a C table, name to text (src/term/embed.h), sorted by name.

usage: embed.py OUT.c TABLE FILE...

The name of an entry is the file's without its folder and its last ending: docs/rules/qwixx.en.md is "qwixx.en".
"""
import pathlib
import sys

from literal import c_string


def main():
    out, table, *paths = sys.argv[1:]
    lines = ["/* Made by tools/embed.py. */", '#include "term/embed.h"', "", f"const Embedded {table}[] = {{"]
    for path in sorted(map(pathlib.Path, paths), key=lambda p: p.stem):
        text = path.read_text(encoding="utf-8").splitlines(keepends=True) or [""]
        lines.append(f"    {{.name = {c_string(path.stem)},")
        lines.append("     .text = " + "\n             ".join(map(c_string, text)) + "},")
    lines += ["    {.name = 0},", "};", ""]
    pathlib.Path(out).write_text("\n".join(lines), encoding="utf-8")


main()
