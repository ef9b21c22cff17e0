#!/usr/bin/env python3
"""Put together the page that a browser loads.

usage: web.py ROOT OUT DEPFILE LIST

OUT, which already holds penna.wasm, gets the files of ROOT/web, a catalogue of messages for each language made from
ROOT/po (locale/LANG.json), the rules as fragments of HTML (rules/GAME.LANG.html), the games as the program
LIST prints them and the list of all files (files.txt), each with its size. The service worker gets the list of what to
keep and a version that changes with any byte of it.
"""
import enums
import hashlib
import html
import json
import pathlib
import re
import shutil
import subprocess
import sys

from po import LANGUAGES, PAGE_ROOMS, VARIANTS, read_po

# Not part of the first load; fetched and kept when there is time, in this order: what a module imports stands before it.
LATER = ("link.html", "entry", "netgame", "share", "advice", "style.", "friends", "lobby", "end.", "after.", "ed25519", "daily", "history", "stats", "charts", "catchup", "games.", "results", "carry", "qr.", "moving", "moments", "poster", "evening",
         "tv.", "trial", "learn", "position", "lesson.", "replay", "open", "analys", "locale/", "rules/", "lessons/", "box.", "puzzle", "weights/")
COLOURS_HERE = "/* COLOURS: a class for each colour of the engine, which the build writes here (tools/enums.py). */"
PARTS = {  # modules of the page and rooms of the engine whose texts come with them, by words() of i18n.mjs: what is not opened need not be loaded
    "evening": ("evening.mjs", "tv.mjs"),
    "after": ("analysis.mjs", "results.mjs", "moving.mjs", "carry.mjs", "daily.mjs", "games.mjs", "puzzle.mjs", "learn.mjs", "end.mjs", "replay.mjs", "open.mjs", "lesson.mjs", "analyse"),  # all that imports after.mjs, and reasons
    "server": ("netgame.mjs", "lobby.mjs", "friends.mjs", "server"),  # a table with friends, and what a server refuses
}
SHORTCUTS = 4  # systems show no more
ON_USE = ("icon", "fonts/Caveat", "fonts/Fredoka")  # kept once used
IDS = re.compile(r'''N_\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)''')



def places(root, read):
    """{message id: where it is said}, of every text that the page can show: a room of the engine, or modules of the page."""
    out = {}
    for room in PAGE_ROOMS:
        for path in sorted(root.glob(f"src/{room}/*.[ch]")):
            read.append(path)
            for literals in IDS.findall(path.read_text(encoding="utf-8")):
                out.setdefault("".join(json.loads(l) for l in re.findall(r'"(?:[^"\\]|\\.)*"', literals)), set()).add(room)
    template = root / "po/web.pot"
    read.append(template)
    out |= {i: set() for i in read_po(template, everything=True)}
    for block in template.read_text(encoding="utf-8").split("\n\n"):
        msgid = re.search(r'^msgid ((?:".*"\n?)+)', block, re.M)
        if msgid and "msgctxt" not in block:
            files = " ".join(re.findall(r"^#: (.*)$", block, re.M)).split()
            out["".join(json.loads(l) for l in msgid[1].splitlines())] = {name.removeprefix("web/") for name in files}
    return out


def parted(where):
    """{message id: part} of those texts that only one part of the page has."""
    part_of = {name: part for part, names in PARTS.items() for name in names}
    parts = {i: {part_of.get(name) for name in names} for i, names in where.items()}
    return {i: own.pop() for i, own in parts.items() if len(own) == 1 and None not in own}


def write_catalogue(out, lang, ids, table, of):
    """The texts of a language, and those of each part in a file of its own, which is loaded with it (words() in i18n.mjs)."""
    for part in (None, *PARTS):
        own = {i: table[i] for i in sorted(ids) if i in table and of.get(i) == part}
        name = f"{lang}-{part}.json" if part else f"{lang}.json"
        (out / "locale" / name).write_text(json.dumps(own, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def catalogues(root, out, read):
    ids = places(root, read)
    of = parted(ids)
    (out / "locale").mkdir(exist_ok=True)
    for lang in LANGUAGES:
        own, engine = root / f"po/web-{lang}.po", root / f"po/{lang}.po"
        read += [own, engine]
        table = read_po(own) | read_po(engine)  # no text is in both: tests/words.py
        write_catalogue(out, lang, ids, table, of)
        for variant in (name for name, of in VARIANTS.items() if of == lang):
            other = root / f"po/variant-{variant}.po"
            read.append(other)
            write_catalogue(out, variant, ids, table | read_po(other), of)


def inline(text):
    """A line or paragraph as HTML: set as print has it, with curved apostrophes, and no line ends within "2–4" or between a minus and its number."""
    plain = re.sub(r"(?<=\w)'", "’", " ".join(text.split()))
    plain = re.sub(r"(?<=\d)–(?=\d)", "\u2060–\u2060", re.sub(r"− (?=\d)", "−\u00a0", plain))
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(plain, quote=False))


def cells(line):
    """The words of a line that stand two spaces or more apart, and numbers one by one."""
    first, *rest = re.split(r" {2,}", line.strip())
    numbers = " ".join(rest)
    return [first, *(numbers.split() if re.fullmatch(r"[−\d ]+", numbers) else rest)]


def picture(block, plan):
    """The HTML of an indented block, as docs/rules/pictures.json plans it; as it is if that has no plan for it."""
    if plan is None:
        return f'<pre tabindex="0">{html.escape(chr(10).join(line[4:] for line in block), quote=False)}</pre>'
    lines = [line.strip() for line in block if line.strip()]
    if plan == "table":
        rows = "".join("<tr>" + "".join(f"<{'td' if i else 'th scope=row'}>{inline(cell)}</{'td' if i else 'th'}>" for i, cell in enumerate(cells(line))) + "</tr>"
                       for line in lines)
        return f'<div class="rule-table" tabindex="0"><table>{rows}</table></div>'
    if plan == "choices":
        return "<ul>" + "".join(f"<li>{inline(' '.join(cells(line)[1:]))}</li>" for line in lines) + "</ul>"
    if plan == "sum":
        return "".join(f'<p class="sum">{inline(line)}</p>' for line in lines)
    if "faces" in plan:
        face = lambda sign: f'<span class="rule-face c-{plan["faces"][sign[0]]}" data-colour={plan["faces"][sign[0]]}>{html.escape(sign[1:])}</span>'
        dice = [cells(line) for line in lines if len(cells(line)) > 1]  # not what says which letter is which colour: the page has its own
        rows = "".join(f"<tr><th scope=row>{inline(name)}</th><td>{' '.join(map(face, faces.split()))}</td></tr>" for name, faces in dice)
        return f'<div class="rule-table" tabindex="0"><table>{rows}</table></div>'
    return f'<figure class="drawn" data-plan="{html.escape(json.dumps(plan, separators=(",", ":")))}"></figure>'


def rules_html(text, plans):
    """The few forms of docs/rules/*.md: headings, paragraphs, lists, and indented blocks, in whose place something is drawn. What is
    only for those who type their moves is left out."""
    parts, plans = [], iter(plans)
    for block in re.split(r"\n{2,}", text.strip("\n")):
        lines = block.splitlines()
        kind = "heading" if lines[0].startswith("#") else "block" if all(line.startswith("    ") for line in lines) else "list" if lines[0].startswith("- ") else "text"
        if kind == "block" and parts and parts[-1][0] == "block":
            parts[-1][1].extend(["", *lines])
        else:
            parts.append((kind, lines))
    out, skipping = [], False
    for number, (kind, lines) in enumerate(parts):
        plan = next(plans, None) if kind == "block" else None
        if kind == "heading":
            skipping = False
        if plan == "typed" and parts[number - 1][0] == "heading":
            skipping = True
            out.pop()  # the heading
        if (skipping and number + 1 < len(parts)) or plan == "typed":  # the last words are those on the names of games
            continue
        if kind == "heading":
            level = len(lines[0]) - len(lines[0].lstrip("#"))
            out.append(f"<h{level + 1}>{inline(lines[0].lstrip('# '))}</h{level + 1}>")
        elif kind == "block":
            out.append(picture(lines, plan))
        elif kind == "list":
            items = re.split(r"^- ", "\n".join(lines), flags=re.M)[1:]
            out.append("<ul>" + "".join(f"<li>{inline(i)}</li>" for i in items) + "</ul>")
        else:
            out.append(f"<p>{inline(' '.join(lines))}</p>")
    return "\n".join(out) + "\n"


def rules(root, out, read):
    """The rules; the games that have some."""
    names = []
    (out / "rules").mkdir(exist_ok=True)
    planned = root / "docs/rules/pictures.json"
    read.append(planned)
    plans = json.loads(planned.read_text(encoding="utf-8"))
    for path in sorted(root.glob("docs/rules/*.en.md")):
        names.append(path.name.split(".")[0])
    for path in sorted(root.glob("docs/rules/*.*.md")):
        read.append(path)
        (out / "rules" / (path.stem + ".html")).write_text(rules_html(path.read_text(encoding="utf-8"), plans.get(path.name.split(".")[0], [])),
                                                           encoding="utf-8")
    return names


def lessons(root, out, read):
    """The lessons; the games that have one."""
    names = []
    (out / "lessons").mkdir(exist_ok=True)
    for path in sorted((root / "web" / "lessons").glob("*.json")):
        read.append(path)
        shutil.copyfile(path, out / "lessons" / path.name)
        names.append(path.stem)
    return names


def puzzles(root, out, read):
    """The puzzles (docs/puzzles.md), each file as one list; the games that have some."""
    names = []
    (out / "puzzles").mkdir(exist_ok=True)
    for path in sorted((root / "web" / "puzzles").glob("*.jsonl")):
        read.append(path)
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith('{"format"')]
        (out / "puzzles" / f"{path.stem}.json").write_text("[" + ",\n".join(lines) + "]\n", encoding="utf-8")
        names.append(path.stem)
    return names


def weights(root, out, read):
    """The weights of the bots; the games that have some."""
    names = []
    for path in sorted(root.glob("data/*.weights")):
        (out / "weights").mkdir(exist_ok=True)
        read.append(path)
        shutil.copyfile(path, out / "weights" / path.name)
        names.append(path.stem)
    return names


def fonts(root, out, read):
    (out / "fonts").mkdir(exist_ok=True)
    for path in sorted((root / "web" / "fonts").iterdir()):
        read.append(path)
        shutil.copyfile(path, out / "fonts" / path.name)


def link_page(out):
    """The page as it is served one folder below, at the links of tables and records: /t/KMPXR. All addresses in it are relative, so
    that it can lie below any path of a server."""
    page = (out / "index.html").read_text(encoding="utf-8")
    (out / "link.html").write_text(re.sub(r'\b(href|src)="(?![#/]|[a-z]+:)', r'\1="../', page), encoding="utf-8")


def shortcuts(out, games):
    """What an installed page offers in its menu: each game at once, as far as systems show them."""
    path = out / "manifest.webmanifest"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["shortcuts"] = [{"name": game["title"], "url": f"./#/start/{game['name']}?players=" + ",".join(["me"] + ["normal"] * (max(2, game["min"]) - 1))}
                             for game in games[:SHORTCUTS]]
    path.write_text(json.dumps(manifest, indent=1, ensure_ascii=False), encoding="utf-8")


def assets(out, games, taught, told, asked, names):
    """The module that says what there is: a game that was only just added has no lesson, no rules and no weights yet."""
    (out / "assets.mjs").write_text("// assets.mjs: made by tools/web.py.\n\n"
                                    "/** The games, for as long as there is no engine to tell more of them. */\n"
                                    f"export const games = {games.strip()};\n\n"
                                    "/** The games that have a lesson, those whose rules are written, and those with puzzles. */\n"
                                    f"export const lessons = {json.dumps(taught)};\n"
                                    f"export const rules = {json.dumps(told)};\n"
                                    f"export const puzzles = {json.dumps(asked)};\n\n"
                                    "/** The games whose bots have weights to load. */\n"
                                    f"export const weights = {json.dumps(names)};\n", encoding="utf-8")


def bare(text):
    """A script without its comments and its indentation, which are for readers of the sources. The lines stay, if empty, so that what a
    browser says of line 12 is line 12 here."""
    out, inside = [], False
    for line in text.split("\n"):
        begins = line.lstrip().startswith(("//", "/*"))
        comment = inside or begins
        if comment and (inside or not line.lstrip().startswith("//")):
            inside = "*/" not in line
            if not inside and line[line.index("*/") + 2:].strip():
                sys.exit(f"a comment and code in one line: {line}")
        out.append("" if comment else without_remark(line.strip()))
    return "\n".join(out)


def without_remark(line):
    """A line without the remark at its end. What begins a remark inside a text is part of the text."""
    head, sign, _ = line.partition(" // ")
    return head.rstrip() if sign and all(head.count(quote) % 2 == 0 for quote in "'\"`") else line


def tight(text):
    """A style sheet without what only its readers want: remarks, and the blanks round its signs. Every rule stays in its line."""
    text = re.sub(r"/\*.*?\*/", lambda remark: "\n" * remark[0].count("\n"), text, flags=re.S)
    text = re.sub(r"[ \t]*([{};,])[ \t]*|(:)[ \t]+", r"\1\2", text).replace(";}", "}")
    return re.sub(r"(?m)^[ \t]+|[ \t]+$", "", text)


def engine_numbers(root, out, read):
    """The engine's numbers as a module, and its colours as classes of the style sheet."""
    read += enums.headers(root)
    (out / "enums.mjs").write_text(enums.module(root), encoding="utf-8")
    style = out / "base.css"
    text = style.read_text(encoding="utf-8")
    if COLOURS_HERE not in text:
        sys.exit(f"web/base.css: there is no line {COLOURS_HERE}")
    style.write_text(text.replace(COLOURS_HERE, enums.colour_classes(root, text)), encoding="utf-8")


def clear(out):
    """Takes out what an earlier run wrote: a file that is gone from the sources must not be served. The engines, and what
    ninja keeps there, are made by others."""
    for path in out.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.suffix not in (".wasm", ".d") and path.name != "files.txt":
            path.unlink()


def main():
    root, out, depfile, program = map(pathlib.Path, sys.argv[1:])
    # The folders too: their times change when a file comes or goes.
    read = [root / folder for folder in ("web", "web/lessons", "web/puzzles", "web/fonts", "docs/rules", "data")]
    clear(out)
    for path in sorted((root / "web").iterdir()):
        if path.name != "meson.build" and path.is_file():
            read.append(path)
            shutil.copyfile(path, out / path.name)
            if path.suffix in (".mjs", ".js"):
                (out / path.name).write_text(bare(path.read_text(encoding="utf-8")), encoding="utf-8")
    engine_numbers(root, out, read)
    for path in out.glob("*.css"):
        path.write_text(tight(path.read_text(encoding="utf-8")), encoding="utf-8")
    catalogues(root, out, read)
    told = rules(root, out, read)
    taught = lessons(root, out, read)
    fonts(root, out, read)
    link_page(out)
    games = subprocess.run([program.resolve()], check=True, capture_output=True, encoding="utf-8").stdout
    assets(out, games, taught, told, puzzles(root, out, read), weights(root, out, read))
    shortcuts(out, json.loads(games))
    names = sorted(str(p.relative_to(out)) for p in out.rglob("*")
                   if p.is_file() and p.name not in ("files.txt", "web.d"))
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode() + b"\0" + (out / name).read_bytes())
    version = digest.hexdigest()[:12]
    worker = out / "sw.js"
    if worker.exists():
        keep = [n for n in names if n not in ("sw.js", "index.html") and not n.startswith(LATER + ON_USE)]  # "/" is the page
        later = [n for prefix in LATER for n in names if n.startswith(prefix)]
        worker.write_text(worker.read_text(encoding="utf-8").replace("VERSION", version)
                          .replace("'FIRST'", json.dumps(keep)).replace("'LATER'", json.dumps(later)), encoding="utf-8")
    (out / "files.txt").write_text("".join(f"{n} {(out / n).stat().st_size}\n" for n in names), encoding="utf-8")
    depfile.write_text(f"web/files.txt: {' '.join(map(str, read))}\n", encoding="utf-8")


main()
