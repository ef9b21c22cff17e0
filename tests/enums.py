#!/usr/bin/env python3
"""The numbers that the page is given of the engine (tools/enums.py) are those of the C compiler.

usage: enums.py SOURCES
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(ROOT / "tools"))
sys.dont_write_bytecode = True
import enums  # noqa: E402


def assertions():
    """A C file that compiles only if every number is right."""
    found = enums.read_enums(ROOT)
    lines = [f'#include "{path.relative_to(ROOT / "src")}"' for path in enums.headers(ROOT)]
    for _, _, name, _ in enums.ENUMS:
        lines += [f'_Static_assert({name}_{key} == {value}, "{name}_{key}");' for key, value in found[name].items()]
    lines += [f'_Static_assert({name} == {value}, "{name}");' for name, value in enums.read_constants(ROOT).items()]
    return "\n".join(lines) + "\n"


def main():
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    text = assertions()
    with tempfile.TemporaryDirectory() as work:
        path = pathlib.Path(work) / "enums.c"
        path.write_text(text, encoding="utf-8")
        done = subprocess.run([compiler, "-std=gnu11", "-fsyntax-only", "-Wno-attributes", f"-I{ROOT / 'src'}", path], capture_output=True, text=True)
    print(done.stderr, end="")
    print(f"{text.count('_Static_assert')} checks")
    sys.exit(1 if done.returncode or "_Static_assert" not in text else 0)


main()
