#!/usr/bin/env python3
"""figures.py [--bare ROOM] [TREE]: how large each room is, and how much it explains itself in place.

A room is a folder of src/, or web/, whose style sheets are counted apart. Counted are lines with code, and lines with a comment, those beside code included; the last
column is comments per line of code. The tree can be any one of Penna's, an older one too.
With --bare: the functions of that room that have eight lines or more and no comment above them, for whoever wants to mend that.
"""
import pathlib
import re
import sys

LEAST = 8
# Texts before comments, so that neither hides the other; a template string's ${} is taken for text.
TOKEN = re.compile(r"""(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|(?<=[(,=:!&|?{};] )/(?![*/])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n])+/|(?<=\()/(?![*/])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n])+/)"""
                   r"""|(?P<comment>/\*.*?\*/|//[^\n]*|<!--.*?-->)""", re.S)
FUNCTION = {
    ".c": re.compile(r"^(?!typedef|enum|struct|static const|const|union|extern)[\w][^;={}]*\([^;{}]*\) \{$", re.M),
    ".mjs": re.compile(r"^(?:export )?(?:default )?(?:async )?function\*? \w+\(.*\) \{$|^  (?!if|for|while|switch|return)(?:static |async |get |set |\*)*[#\w]+\(.*\) \{$"
                       r"|^(?:export )?const \w+ = (?:async )?\(?.*=> \{$", re.M),
}


def count(text):
    """Lines with code, and lines with a comment."""
    bare = TOKEN.sub(lambda m: m[0] if m["text"] else re.sub(r"[^\n]", " ", m[0]), text)
    code = sum(1 for line in bare.split("\n") if line.strip())
    comments = sum(1 for match in TOKEN.finditer(text) if match["comment"] for line in match[0].split("\n") if line.strip())
    return code, comments


def rooms(tree):
    """{room: its files}, in the order of the names, the page and its style sheets last."""
    found = {}
    for path in [*sorted(tree.glob("src/*/*.[ch]")), *sorted(tree.glob("web/*.mjs")), *sorted(tree.glob("web/*.js")), *sorted(tree.glob("web/*.css"))]:
        found.setdefault("style" if path.suffix == ".css" else path.parent.name, []).append(path)
    return found


def bare(path):
    """The long functions of a file without a comment above them: (line, lines, name)."""
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    for match in FUNCTION.get(path.suffix, FUNCTION[".c"]).finditer(text):
        first = text.count("\n", 0, match.start())
        head = text.count("\n", 0, match.end())
        indent = re.match(r" *", lines[first])[0]
        last = next((i for i in range(head + 1, len(lines)) if lines[i].startswith(indent + "}")), head)
        above = lines[first - 1].strip() if first else ""
        if last - head - 1 >= LEAST and not (above.endswith("*/") or above.startswith("//")):
            yield first + 1, last - head - 1, lines[first].strip()


def main():
    words = sys.argv[1:]
    room = words[words.index("--bare") + 1] if "--bare" in words else None
    rest = [word for word in words if word not in ("--bare", room)]
    tree = pathlib.Path(rest[0] if rest else pathlib.Path(__file__).parents[1]).resolve()
    found = rooms(tree)
    if not found or (room and room not in found):
        sys.exit(f"figures.py: no room {room or ''} in {tree}")
    if room:
        for path in found[room]:
            for line, length, name in bare(path):
                print(f"{path.relative_to(tree)}:{line}: {length} lines: {name}")
        return
    print(f"{'room':10} {'files':>5} {'lines':>6} {'code':>6} {'comments':>8} {'ratio':>6} {'bare':>5}")
    sums = [0] * 5
    for name, paths in found.items():
        texts = [path.read_text(encoding="utf-8") for path in paths]
        counts = [count(text) for text in texts]
        row = [len(paths), sum(text.count("\n") for text in texts), sum(c for c, _ in counts), sum(c for _, c in counts),
               sum(1 for path in paths for _ in bare(path))]
        sums = [a + b for a, b in zip(sums, row)]
        print(f"{name:10} {row[0]:5} {row[1]:6} {row[2]:6} {row[3]:8} {row[3] / row[2]:6.2f} {row[4]:5}")
    print(f"{'all':10} {sums[0]:5} {sums[1]:6} {sums[2]:6} {sums[3]:8} {sums[3] / sums[2]:6.2f} {sums[4]:5}")


main()
