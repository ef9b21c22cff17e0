#!/usr/bin/env python3
"""walk.py FILE [write]: runs the Python of a document from top to bottom; a block of text after it is what it prints.

With `write` the blocks of text are written anew, to be reviewed.
"""
import contextlib
import io
import pathlib
import re
import sys

path = pathlib.Path(sys.argv[1])
text = path.read_text(encoding="utf-8")
space, checks, faults, out, at = {"__name__": "walk"}, 0, 0, [], 0
for block in re.finditer(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", text, re.S):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block[1], f"{path.name}, line {text[:block.start()].count(chr(10)) + 2}", "exec"), space)
    checks += 1
    if printed.getvalue() != (block[2] or ""):
        faults += 1
        print(f"FAIL: {path.name}: this\n{block[1]}prints\n{printed.getvalue()}and not\n{block[2]}")
    out += [text[at:block.start()], f"```python\n{block[1]}```\n"]
    if block[2] is not None:
        out.append(f"\n```text\n{printed.getvalue()}```\n")
    at = block.end()
if sys.argv[2:] == ["write"]:
    path.write_text("".join(out) + text[at:], encoding="utf-8")
print(f"{checks} checks, {faults} failed")
sys.exit(1 if faults or checks < 5 else 0)
