"""What the page and its style sheet must know of the engine's numbers, read from the C headers (tools/web.py).

A header's `typedef enum Mark { MARK_FREE, … } Mark;` becomes MARK = {FREE: 0, …} and the names MARKS = ['free', …]. Only forms
that the headers use are understood; anything else ends the build.
"""
import json
import re

# (header, enum, name of the object, name of the list of words)
ENUMS = [
    ("src/base/game.h", "Colour", "COLOUR", "COLOURS"),
    ("src/base/game.h", "Shape", "SHAPE", "SHAPES"),
    ("src/base/game.h", "Mark", "MARK", "MARKS"),
    ("src/base/game.h", "PieceKind", "PIECE", "PIECES"),
    ("src/base/game.h", "Place", "PLACE", "PLACES"),
    ("src/advise/advisor.h", "Level", "LEVEL", "LEVELS"),
    ("src/analyse/analyse.h", "Label", "LABEL", "LABELS"),
]
# Constants of enums without a name.
CONSTANTS = [
    ("src/base/game.h", ["UNIT", "TOUCH_PIECE", "VALUE_NONE"]),
    ("src/wasm/wasm.h", ["FULL", "SPECTATOR"]),
]
KNOWN = {"INT8_MIN": -128}
COMMENT = re.compile(r"/\*.*?\*/", re.S)


def number(text, where):
    if text in KNOWN:
        return KNOWN[text]
    if not re.fullmatch(r"-?(\d+|0x[0-9A-Fa-f]+)", text):
        raise SystemExit(f"{where}: `{text}` is not understood")
    return int(text, 0)


def members(body, where):
    """The enumerators of an enum's body, in order: {name: value}."""
    out, following = {}, 0
    for part in filter(None, map(str.strip, body.split(","))):
        name, _, value = map(str.strip, part.partition("="))
        out[name] = following = number(value, where) if value else following
        following += 1
    return out


def read_enums(root):
    """{object: {word: number}} of ENUMS; a last enumerator that only counts (COLOURS) is left out."""
    found = {}
    for header, enum, name, _ in ENUMS:
        text = COMMENT.sub(" ", (root / header).read_text(encoding="utf-8"))
        body = re.search(rf"typedef enum {enum} {{(.*?)}} {enum};", text, re.S)
        if not body:
            raise SystemExit(f"{header}: there is no enum {enum}")
        all_members = members(body[1], f"{header}: {enum}")
        found[name] = {key[len(name) + 1:]: value for key, value in all_members.items() if key.startswith(f"{name}_")}
        if list(found[name].values()) != list(range(len(found[name]))):
            raise SystemExit(f"{header}: {enum} does not count from 0")
    return found


def read_constants(root):
    found = {}
    for header, names in CONSTANTS:
        text = COMMENT.sub(" ", (root / header).read_text(encoding="utf-8"))
        for body in re.findall(r"\benum {(.*?)}", text, re.S):
            wanted = [part for part in body.split(",") if part.split("=")[0].strip() in names]
            found |= members(",".join(wanted), header)
        for name in names:
            if name not in found:
                raise SystemExit(f"{header}: there is no {name}")
    return found


def headers(root):
    return sorted({root / one[0] for one in ENUMS + CONSTANTS})


def module(root):
    """The module enums.mjs."""
    lines = ["// enums.mjs: made by tools/enums.py from the engine's headers: its numbers, and their words in order.", ""]
    enums = read_enums(root)
    for _, _, name, words in ENUMS:
        pairs = ", ".join(f"{key}: {value}" for key, value in enums[name].items())
        lines.append(f"export const {name} = {{ {pairs} }};")
        lines.append(f"export const {words} = {json.dumps([key.lower() for key in enums[name]])};")
    lines += [f"export const {name} = {value};" for name, value in read_constants(root).items()]
    return "\n".join(lines) + "\n"


TONES = ["", "-tint", "-deep", "-on"]  # of every colour, in base.css: itself, lighter, darker, what is written on it


def colour_classes(root, style):
    """A class for each colour, by which an element gets its four tones. Ends the build if base.css (`style`) lacks one."""
    lines = []
    for word in (key.lower() for key in read_enums(root)["COLOUR"]):
        for tone in TONES:
            if not re.search(rf"--{word}{tone}:", style):
                raise SystemExit(f"web/base.css: there is no --{word}{tone}")
        lines.append(f".c-{word} {{ --c: var(--{word}); --tint: var(--{word}-tint); --deep: var(--{word}-deep); --on: var(--{word}-on); }}")
    return "\n".join(lines)
