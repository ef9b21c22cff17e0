#!/usr/bin/env python3
"""layers.py SOURCES [OBJECTS...]: the tree is as docs/architecture.md draws it.

The document is read, not copied: its table of rooms says which room may include which, and which rooms are pure; its lists of
files must name every file, and no other. Checked besides: what the pure rooms include and call, game names where no game
may be known, include guards, that a type's name means one thing in the whole tree, and that files which any document speaks
of are there. With OBJECTS, the folders of the
engine's object files, the compiler's word is taken for the pure rooms: what their objects take from outside, and that they
keep nothing that can be written to.
"""
import fnmatch
import pathlib
import re
import subprocess
import sys

from checks import Checks

ROOT = pathlib.Path(sys.argv[1]).resolve()
DOCUMENT = ROOT / "docs" / "architecture.md"
check = Checks()

# What the pure rooms may take from the C library: nothing that allocates, reads, writes, waits or remembers.
HEADERS = {"assert.h", "emmintrin.h", "immintrin.h", "limits.h", "math.h", "stdbool.h", "stddef.h", "stdint.h", "string.h"}
SYMBOLS = {"memcpy", "memmove", "memset", "memcmp", "bcmp", "memchr", "strlen", "strcmp", "strncmp", "strncpy", "strchr", "strrchr", "strstr",
           "strspn", "strcspn", "abs", "sqrt", "sqrtf", "exp", "expf", "log", "logf", "pow", "tanh", "tanhf", "fabs", "floor", "ceil",
           "erf", "erfc", "lround", "__assert_fail", "__stack_chk_fail", "__memcpy_chk", "__memset_chk", "__strcat_chk",
           # Made by the build from po/ and data/, and constant; and what the compiler itself asks for.
           "catalogue", "catalogue_size", "weights_builtin",
           "_GLOBAL_OFFSET_TABLE_", "__popcountdi2", "__cpu_model", "__cpu_indicator_init"}
CALLS = re.compile(r"\b(?:malloc|calloc|realloc|free|aligned_alloc|strdup|alloca|f?printf|s?n?printf|puts|putchar|fopen|fclose|fread|"
                   r"fwrite|fgets|getenv|setenv|time|clock|clock_gettime|gettimeofday|nanosleep|sleep|s?rand|random|exit|abort|"
                   r"pthread_\w+|mmap|setlocale|strtok)\s*\(")
VARIABLE = re.compile(r"^static (?!const\b|inline\b|_Thread_local\b)(?![^=;{]*\bconst \w+(?:\[[^=;]*)?\s*[=;])[^(){};=]*[;=]", re.M)
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
IGNORED = re.compile(r"^(?:build|\.deps/|dataset/)|(?:^|/)(?:__pycache__|node_modules)/|\.(?:pyc|checkpoint)$")  # as .gitignore has it
LITERAL = re.compile(r'"(?:\\.|[^"\\\n])*"')
# Where games may be named: their rules, and solvers, which are written for one game each.
OF_GAMES = {"games", "solve"}


def in_git(*options):
    """The files that git names, or None where there is no git."""
    done = subprocess.run(["git", "-C", str(ROOT), "ls-files", *options], capture_output=True, text=True, check=False)
    return done.stdout.split("\n") if done.returncode == 0 else None


def sources(*patterns):
    """The files of the tree that match, by git or, in a copy without it, as they lie there beside what was built."""
    names = in_git("-co", "--exclude-standard")
    if names is None:
        names = [str(p.relative_to(ROOT)) for p in ROOT.rglob("*") if p.is_file()]
        names = [name for name in names if not IGNORED.search(name)]
    found = sorted(name for name in set(names) if name and any(fnmatch.fnmatch(name, p) for p in patterns) and (ROOT / name).is_file())
    check(found, f"there are files like {' '.join(patterns)}")
    return found


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def names_in(text):
    return re.findall(r"`([^`]+)`", text)


def section(title, text):
    """The lines between a heading of the document and the next of its rank."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    check(found, f"docs/architecture.md has a section `{title}`")
    return found[1] if found else ""


# ---- Rooms ------------------------------------------------------------------------------------------------------

def read_rooms(text):
    """{room: rooms that it may include} and the pure ones, from the table in the section on layers."""
    rooms, pure = {}, set()
    for line in section("Layers", text).splitlines():
        if line.startswith("| `"):
            room, may, _ = cells(line)[:3]
            rooms[names_in(room)[0]] = set(names_in(may))
            if "pure" in room:
                pure.add(names_in(room)[0])
    check(len(rooms) > 5 and pure, "the table of rooms is read")
    return rooms, pure


def check_drawing(rooms, pure, files):
    """The table itself: its rooms are those that there are, it has no circle, and what is pure includes only what is pure."""
    there = {name.split("/")[1] for name in files}
    for room in sorted(there - set(rooms)):
        check(False, f"docs/architecture.md, Layers: src/{room}/ has no row; add: | `{room}` | `base` | what it is |")
    for room in sorted(set(rooms) - there):
        check(False, f"docs/architecture.md, Layers: there is no src/{room}/; take its row out")
    for room, may in rooms.items():
        check(may <= set(rooms), f"docs/architecture.md, Layers: {room} may include unknown rooms: {sorted(may - set(rooms))}")
        check(room not in pure or may <= pure, f"docs/architecture.md, Layers: {room} is pure and may include what is not")
    left = dict(rooms)
    while low := [room for room, may in left.items() if not may & set(left)]:
        for room in low:
            del left[room]
    check(not left, f"docs/architecture.md, Layers: in a circle: {sorted(left)}")


def check_includes(rooms, pure, files):
    used = {room: set() for room in rooms}
    for name in files:
        room, text = name.split("/")[1], (ROOT / name).read_text(encoding="utf-8")
        for kind, header in re.findall(r'^\s*#\s*include ([<"])([^>"]+)', text, re.M):
            if kind == "<":
                check(room not in pure or header in HEADERS, f"{name} includes <{header}>: {room} is pure")
                continue
            other = header.split("/")[0]
            if (ROOT / "src" / header).is_file():
                check(other == room or other in rooms.get(room, ()), f"{name} includes {header}: {room} may include {sorted(rooms.get(room, ()))}")
                used.get(room, set()).add(other)
            else:
                check((ROOT / "include" / header).is_file(), f"{name} includes {header}: write its room in front, as in src/")
    for room, may in rooms.items():
        for other in sorted(may - used[room]):
            # base comes with every other room's headers; that it is named nowhere is no fault.
            check(other == "base", f"docs/architecture.md, Layers: {room} may include {other} and does not; take it out")


def check_pure_text(pure, files):
    for name in files:
        if name.split("/")[1] not in pure:
            continue
        code = LITERAL.sub('""', COMMENT.sub("", (ROOT / name).read_text(encoding="utf-8")))
        for pattern, what in ((CALLS, "calls"), (VARIABLE, "keeps a variable")):
            found = pattern.search(code)
            check(not found, f"{name} {what}: {found and found[0].strip()}")


def check_objects(pure, folders):
    """What the objects of the pure rooms need that none of them defines, and where their data lie."""
    objects = [p for folder in folders for p in sorted(folder.glob("src_*.o")) if p.name.split("_")[1] in pure]
    check({p.name.split("_")[1] for p in objects} == pure, f"objects of all pure rooms are in {[folder.name for folder in folders]}")
    needs, has = {}, set()
    for path in objects:
        for line in subprocess.check_output(["nm", "--format=sysv", str(path)], text=True).splitlines():
            word = [part.strip() for part in line.split("|")]
            if len(word) < 7:
                continue
            symbol, place = word[0], word[6]
            if place == "*UND*":
                needs.setdefault(symbol, path.name)
            else:
                has.add(symbol)
                writable = re.match(r"\.(?:data|bss|tdata|tbss)(?!\.rel\.ro)|\*COM\*", place)
                check(not writable, f"{path.name}: `{symbol}` can be written to ({place})")
    for symbol in sorted(set(needs) - has):
        check(symbol in SYMBOLS, f"{needs[symbol]} takes `{symbol}` from outside the pure rooms (SYMBOLS in tests/layers.py has what may be taken)")


# ---- Names ------------------------------------------------------------------------------------------------------

def check_game_names(files):
    """No game is named above the games, but in comments and in examples of command lines."""
    words = set()
    for name in sources("src/games/*.c"):
        for game, title in re.findall(r'^    \.name = "([a-z0-9-]+)",\s*\.title = (?:N_\()?"([^",]+)', (ROOT / name).read_text(encoding="utf-8"), re.M):
            words |= {game.replace("-", "[-_ ]?"), title}
    words -= {"null", "Null"}  # the template, which is no game, and a word of other trades
    check(len(words) > 3, "the games' names are read")
    named = re.compile("|".join(sorted(words, key=len, reverse=True)), re.I)
    for name in [f for f in files if f.split("/")[1] not in OF_GAMES] + sources("web/*.mjs", "web/*.js", "web/*.css", "web/*.html"):
        code = COMMENT.sub("", (ROOT / name).read_text(encoding="utf-8"))
        code = re.sub(r'"[\w $-]*\b(?:penna|penna-train) (?:\\.|[^"\\\n])*"', '""', code)
        code = re.sub(r"\bas in [\w-]+(?::\d)?(?: or [\w-]+(?::\d)?)?", "", code)  # what a word looks like, in a message
        found = named.search(code)
        check(not found, f"{name} names a game: {found and found[0]}")


def check_guards(files):
    seen = {}
    for name in files:
        guard = "PENNA_" + re.sub(r"[/.]", "_", re.sub(r"^(src|include)/(penna\.)?", "", name)).upper()
        text = COMMENT.sub("", (ROOT / name).read_text(encoding="utf-8")).strip()
        check(text.startswith(f"#ifndef {guard}\n#define {guard}\n") and text.endswith("#endif"), f"{name}: its include guard is {guard}")
        check(guard not in seen, f"{name} and {seen.get(guard)} have one include guard")
        seen[guard] = name


def check_types(files):
    """A type has its body in one place of the tree: one word, one thing. A name declared in a header for a body in a .c file is
    one type; two bodies, or two meanings of a typedef, are two, even where no file could see both."""
    seen = {}
    for name in files:
        code = LITERAL.sub('""', COMMENT.sub("", (ROOT / name).read_text(encoding="utf-8")))
        check(not re.search(r"^typedef (?:struct|union|enum)\s*\{", code, re.M), f"{name}: write a type's name behind struct, union or enum too")
        bodies = re.findall(r"\b(?:struct|union|enum) (\w+)\s*\{", code)
        aliases = re.findall(r"^typedef (?!(?:struct|union|enum) \w+ \w+;)[^;{]*?[ *](\w+)\)?(?:\[[^;]*|\([^;]*| __attribute__[^;]*)?;", code, re.M)
        for word in sorted({*bodies, *aliases}):
            check(word not in seen, f"{name} and {seen.get(word)} both define the type `{word}`: give one of them another name")
            seen[word] = name
    check(len(seen) > 100, "the types are read")
    return seen


# What has one name in the engine and on the page because it is the same thing in both.
SAME = {"Analysis", "Deal", "Match", "Session", "Setup", "Wire"}


def check_classes(files, types):
    """The same for the classes of the page; one that is called as a type of the engine must be that thing."""
    seen = {}
    for name in files:
        for word in re.findall(r"^(?:export )?(?:default )?class (\w+)", (ROOT / name).read_text(encoding="utf-8"), re.M):
            check(word not in seen, f"{name} and {seen.get(word)} both define the class `{word}`: give one of them another name")
            check(word not in types or word in SAME, f"{name}: the class `{word}` is called as a type of {types.get(word)}: are they the same thing?")
            seen[word] = name
    check(len(seen) > 10 and SAME <= seen.keys() & types.keys(), "the classes are read")


# ---- A line for every file --------------------------------------------------------------------------------------

def check_files(text):
    """Every file has a line in the lists of the document, and every line has a file. A line names files by patterns."""
    kept = in_git()
    # What somebody has left lying about at the top, and not given to git, is no part of the tree.
    files, folder, covered = [f for f in sources("*") if "/" in f or kept is None or f in kept], None, {}
    for line in section("The tree, in reading order", text).splitlines():
        heading = re.match(r"### `([^`]+)/`", line)
        if heading:
            folder = "" if heading[1] == "." else heading[1] + "/"
        elif line.startswith("| `"):
            check(folder is not None and len(cells(line)) == 2 and len(cells(line)[1]) > 10, f"docs/architecture.md: a line says what a file is: {line}")
            for pattern in names_in(cells(line)[0]):
                found = [f for f in files if fnmatch.fnmatch(f, folder + pattern) and f.count("/") == (folder + pattern).count("/")]
                check(found, f"docs/architecture.md: under `{folder or './'}` take out `{pattern}`: there is no such file")
                for name in found:
                    check(name not in covered or "*" in pattern or "*" in covered[name], f"docs/architecture.md: two lines for {name}")
                    covered[name] = pattern
    for name in files:
        path = pathlib.PurePath(name)
        pattern = f"{path.stem}.[ch]" if path.suffix in (".c", ".h") and path.parts[0] == "src" else path.name
        check(name in covered, f"docs/architecture.md: under ### `{path.parent}/` add: | `{pattern}` | what it is |")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in sources("docs/*.md"):
        check(name.count("/") > 1 or f"]({name})" in readme, f"README.md, Reading on: say what {name} is, with a link to it")


# ---- What documents say of files --------------------------------------------------------------------------------

PATH = re.compile(r"(?:src|web|tests|tools|docs|data|po|bench|examples|python|include)/\S*(?:\.[\w*\[\]]+|/)")


def check_documents():
    """A link in a document leads somewhere; a file that is named with its folder, and a function, are there. Words in capitals, and
    `yours`, stand for names."""
    files = set(sources("*"))
    code = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in files if re.search(r"\.(?:[ch]|inc|mjs|py|sh)$", name))
    folders = {str(parent) for name in files for parent in pathlib.PurePath(name).parents}
    for name in sources("*.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for link in re.findall(r"\]\(([^)#\s:]+)(?:#[^)]*)?\)", text):
            target = str((ROOT / name).parent.joinpath(link).resolve().relative_to(ROOT))
            check(target in files | folders, f"{name}: the link to {link} leads nowhere")
        for path in filter(PATH.fullmatch, names_in(text)):
            pattern = re.sub(r"\b[A-Z]+\b|yours", "*", path.rstrip("/"))
            check(pattern in folders or fnmatch.filter(files, pattern), f"{name} speaks of {path}, which is not there")
        for function in sorted(set(re.findall(r"`(\w+)\(", text))):
            check(re.search(rf"\b{function}\b", code), f"{name} speaks of {function}(), which is not there")


def main():
    text = DOCUMENT.read_text(encoding="utf-8")
    files = sources("src/*.c", "src/*.h", "src/*.inc")
    rooms, pure = read_rooms(text)
    if len(sys.argv) > 2:
        check_objects(pure, [pathlib.Path(folder) for folder in sys.argv[2:]])
    else:
        check_drawing(rooms, pure, files)
        check_includes(rooms, pure, files)
        check_pure_text(pure, files)
        check_game_names(files)
        check_guards(sources("*.h"))
        check_classes(sources("web/*.mjs"), check_types(sources("*.c", "*.h")))
        check_files(text)
        check_documents()
    check.end()


main()
