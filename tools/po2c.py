#!/usr/bin/env python3
"""Compile po/*.po into a C table of translations (src/base/words.h).

usage: po2c.py OUT.c it.po pt.po de.po
"""
import ast
import pathlib
import sys

LANGUAGES = ["it", "pt", "de"]


def read_po(path):
    """The translations of a PO file as a dictionary; fuzzy and empty ones are left out."""
    entries, fuzzy, next_fuzzy, field = {}, False, False, None
    current = {"msgid": "", "msgstr": ""}

    def finish():
        if current["msgid"] and current["msgstr"] and not fuzzy:
            entries[current["msgid"]] = current["msgstr"]

    for number, line in enumerate(pathlib.Path(path).read_text(encoding="utf-8").splitlines() + ["msgid \"\""], 1):
        line = line.strip()
        if line.startswith("#,") and "fuzzy" in line:
            next_fuzzy = True
        elif line.startswith("msgid "):
            finish()
            fuzzy, next_fuzzy = next_fuzzy, False
            current = {"msgid": ast.literal_eval(line[6:]), "msgstr": ""}
            field = "msgid"
        elif line.startswith("msgstr "):
            current["msgstr"] = ast.literal_eval(line[7:])
            field = "msgstr"
        elif line.startswith('"'):
            current[field] += ast.literal_eval(line)
        elif line and not line.startswith("#"):
            sys.exit(f"{path}:{number}: neither msgid, msgstr nor a comment")
    return entries


def c_string(text):
    """A C literal of the UTF-8 bytes of a text."""
    out = ""
    for byte in text.encode():
        char = chr(byte)
        out += {"\n": "\\n", '"': '\\"', "\\": "\\\\"}.get(char) or (char if 32 <= byte < 127 else f"\\{byte:03o}")
    return f'"{out}"'


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
