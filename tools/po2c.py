#!/usr/bin/env python3
"""Compile po/*.po into a C table of translations (src/base/words.h).

usage: po2c.py OUT.c it.po pt.po de.po
"""
import pathlib
import sys

from literal import c_string
from po import LANGUAGES, read_po


def main():
    out, *paths = sys.argv[1:]
    catalogs = {pathlib.Path(path).stem: read_po(path) for path in paths}
    ids = sorted({i for c in catalogs.values() for i in c}, key=str.encode)
    lines = ['/* Made by tools/po2c.py from po/. */', '#include "base/words.h"', "", "const Translation catalogue[] = {"]
    for i in ids:
        texts = ", ".join(f"[LANG_{lang.upper()}] = {c_string(catalogs[lang][i])}"
                          for lang in LANGUAGES if i in catalogs.get(lang, {}))
        lines.append(f"    {{.id = {c_string(i)}, .text = {{{texts}}}}},")
    lines += ["    {.id = 0},", "};", "", f"const int catalogue_size = {len(ids)};", ""]
    pathlib.Path(out).write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
