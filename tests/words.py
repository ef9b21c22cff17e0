#!/usr/bin/env python3
"""Check the translations in po/ against the message ids of the sources, and look at what the program says.

usage: words.py PENNA SOURCES [--strict]

A message without a translation is only reported, so that a change can land before it is translated; with
--strict, or PENNA_STRICT_WORDS=1 in the environment (tests/run.sh), it is an error. A translation that is
there and bad is always one.
"""
import ast
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PENNA, ROOT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
STRICT = "--strict" in sys.argv or os.environ.get("PENNA_STRICT_WORDS", "") not in ("", "0")
sys.path.insert(0, str(ROOT / "tools"))
sys.dont_write_bytecode = True
import po  # noqa: E402
from checks import Checks  # noqa: E402

LANGUAGES = po.LANGUAGES
check = Checks()
warnings = 0

# Translations that are the English text itself, and rightly so.
SAME = {
    "it": {"{c0} {1}", "{0} in {c1}", "n|no", "bot", "bot `%s`: %s", "bonus", "standard output: %s", "Elo [95 %]",
           "min", "max"},
    "pt": {"{c0} {1}", "bot", "bot `%s`: %s", "Total", "Elo [95 %]"},
    "de": {"{c0} {1}", "{0} in {c1}", "Name", "Hand:", "Elo [95 %]", "min", "max"},
}


def want(good, text):
    """As check(), but a warning only unless strict."""
    global warnings
    if STRICT or good:
        check(good, text)
    else:
        warnings += 1
        print(f"warning: {text}")


# ---- The catalogues -----------------------------------------------------------------------------------

LITERAL = r'"(?:\\.|[^"\\\n])*"'
NOT_CODE = re.compile(rf"{LITERAL}|'(?:\\.|[^'\\\n])+'|/\*.*?\*/|//[^\n]*", re.S)
MARKED = re.compile(rf"\b(?:N_|tr|usage_error)\(\s*((?:{LITERAL}\s*)+)")
ONLY_FORMAT = re.compile(r"(%s[:; ]*)+")  # as in tools/messages.sh
CONVERSION = re.compile(r"%[-+#0]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:hh|h|ll|l|z|j|t)?[diouxXeEfgGcsp%]")
PLACEHOLDER = re.compile(r"\{c?[0-9]\}")
KEPT = re.compile(r"`[^`]*`|--[a-z][a-z-]*|\$[A-Z_]+|~/[./a-z]+|\b[A-Z]{4,}\b")


def source_ids():
    """Every message id of the sources, with the first file it stands in."""
    found = {}
    for path in sorted((ROOT / "src").rglob("*.[ch]")):
        text = NOT_CODE.sub(lambda m: " " if m[0].startswith("/") else m[0], path.read_text(encoding="utf-8"))
        for match in MARKED.finditer(text):
            whole = "".join(ast.literal_eval(part) for part in re.findall(LITERAL, match[1]))
            if whole and not ONLY_FORMAT.fullmatch(whole):
                found.setdefault(whole, path.relative_to(ROOT))
    return found


def shape(text):
    """What of a text's lines must stay: how it begins and ends, its paragraphs and its indented lines."""
    return (text.startswith("\n"), text.endswith("\n"), text.count("\n\n"),
            [line.split()[0] for line in text.split("\n") if line.startswith("  ")], "\n" in text.strip("\n"))


def check_translation(lang, key, text):
    where = f"{lang}: {key!r}: {text!r}"
    check(CONVERSION.findall(key) == CONVERSION.findall(text), f"{where}: other conversions")
    check(sorted(PLACEHOLDER.findall(key)) == sorted(PLACEHOLDER.findall(text)), f"{where}: other placeholders")
    check(shape(key) == shape(text), f"{where}: other lines")
    check(sorted(set(KEPT.findall(key))) == sorted(set(KEPT.findall(text))),
          f"{where}: a command, option or name was changed")
    check(text.strip(" ") == text or key.strip(" ") != key, f"{where}: outer spaces")
    if key in SAME[lang]:
        check(key == text, f"{where}: listed as the same in both, but it is not")
    else:
        check(key != text, f"{where}: left in English")


def check_catalogues(ids):
    catalogues = {}
    template = (ROOT / "po/penna.pot").read_text(encoding="utf-8")
    listed = {"".join(map(ast.literal_eval, re.findall(LITERAL, entry)))
              for entry in re.findall(rf"^msgid ((?:{LITERAL}\n)+)", template, re.M)}
    for key in sorted(ids.keys() ^ (listed - {""})):
        want(False, f"po/penna.pot is old, run `make messages`: {key!r}")
    for lang in LANGUAGES:
        catalogue = catalogues[lang] = po.read_po(ROOT / "po" / f"{lang}.po")
        for key, path in ids.items():
            want(key in catalogue, f"{lang}: not translated: {key!r} ({path})")
        for key, text in catalogue.items():
            want(key in ids, f"{lang}: in no source any more, run `make messages`: {key!r}")
            check_translation(lang, key, text)
        done = subprocess.run(["msgfmt", "--check-format", "--check-domain", "-o", os.devnull, ROOT / "po" / f"{lang}.po"], capture_output=True, text=True)
        check(done.returncode == 0, f"{lang}: msgfmt: {done.stderr}")
    return catalogues


QUOTED = r"'((?:[^'\\]|\\.)*)'"
PAGE_MARKED = re.compile(rf"\b(?:t|N_)\(\s*{QUOTED}|\btc\(\s*{QUOTED},\s*{QUOTED}")


def page_ids():
    """Every message id of the page's sources, with its context if it has one, and the first file it stands in."""
    found = {}
    for path in sorted((ROOT / "web").glob("*.mjs")):
        for plain, context, text in PAGE_MARKED.findall(path.read_text(encoding="utf-8")):
            key = f"{context}{po.SEPARATOR}{text}" if context else plain
            found.setdefault(key.replace("\\'", "'"), path.name)
    return found


# "il 8 %" is no Italian, and "l’26 %" neither: no article that has to know its number stands before one.
KNOWS_ITS_NUMBER = re.compile(r"\b(?:il|lo|del|dello|al|dal|nel|sul) \{[0-9]\}|\b(?:l|dell|all|dall|nell|sull)[’']\{[0-9]\}")


def check_articles():
    for name in ("it.po", "web-it.po"):
        for key, text in po.read_po(ROOT / "po" / name).items():
            found = KNOWS_ITS_NUMBER.search(text)
            check(not found, f"{name}: {key!r}: {found and found[0]!r} in {text!r}")


def check_page():
    """The words of the page (web/) are in po/web-LANG.po, or in po/LANG.po where the engine has them too; never in both, and no others."""
    ids = page_ids()
    check(len(ids) > 200, f"only {len(ids)} message ids in the page")
    for key in sorted(ids.keys() ^ po.read_po(ROOT / "po/web.pot", everything=True).keys()):
        want(False, f"po/web.pot is old, run `make messages`; if that does not help, xgettext misreads what stands before it: {key!r}")
    for lang in LANGUAGES:
        own, engine = (po.read_po(ROOT / "po" / name) for name in (f"web-{lang}.po", f"{lang}.po"))
        for key, name in ids.items():
            want(key in own or key in engine, f"{lang}: not translated: {key!r} (web/{name})")
        for key, text in own.items():
            want(key in ids, f"web-{lang}: in no source any more, run `make messages`: {key!r}")
            check(key not in engine, f"web-{lang}: {lang}.po has it too: {key!r}")
            check(sorted(PLACEHOLDER.findall(key)) == sorted(PLACEHOLDER.findall(text)),
                  f"web-{lang}: {key!r}: {text!r}: other placeholders")
            check(text.strip() == text, f"web-{lang}: {key!r}: {text!r}: outer spaces")


# What is said in Portugal and not in Brazil: "tu" with its forms, and some words.
NEVER = {"pt-BR": re.compile(r"\b(tu|teus?|tuas?|ti|contigo|tens|és|estás|podes|queres|quiseres|escreves|passas|saltas|precisas|"
                             r"grelha|cinzent[oa]s?|hipóteses?|bónus|baralhad[oa]s?|ficheiros?|dispositivos?|ecrãs?|telemóve(l|is)|registo|"
                             r"filas?|falhad[oa]s?|demasiad[oa]s?|em baixo|dá já|já (o|um|uma|mais)|palavra-passe|meio ano|até ao)\b|\w-te\b", re.I)}


# How a move begins in English, and what it must be in Brazil, where "passa" is what somebody else does: the bare verb, as on any button there, or the number first.
MOVE, BUTTON = re.compile(r"(pass|roll|keep|lay|cross|write)\b"), {"pt-BR": re.compile(r"\w+[aei]r\b|\{")}


def check_buttons(variant, texts, ids):
    """The moves of the games, which stand on buttons, say what one does and not what somebody does."""
    moves = [key for key, path in ids.items() if path.parts[1] == "games" and MOVE.match(key)]
    check(len(moves) > 15, f"only {len(moves)} moves")
    for key in moves:
        check(BUTTON[variant].match(texts[key]), f"{variant}: {key!r}: no button: {texts[key]!r}")


def check_variants():
    """A variant has other words for texts of its language, and nothing else; with them all that its readers see on the page is theirs."""
    ids = source_ids()
    known = page_ids().keys() | ids.keys()
    shown = page_ids().keys() | {key for key, path in ids.items() if path.parts[1] in po.PAGE_ROOMS}
    for variant, lang in po.VARIANTS.items():
        whole = po.read_po(ROOT / "po" / f"web-{lang}.po") | po.read_po(ROOT / "po" / f"{lang}.po")
        other = po.read_po(ROOT / "po" / f"variant-{variant}.po")
        check(len(other) > 50, f"{variant}: only {len(other)} texts")
        for key, text in other.items():
            want(key in known, f"{variant}: in no source any more: {key!r}")
            check(text != whole.get(key), f"{variant}: {key!r}: as in {lang}: {text!r}")
            check(sorted(PLACEHOLDER.findall(key)) == sorted(PLACEHOLDER.findall(text)), f"{variant}: {key!r}: {text!r}: other placeholders")
            check(text.strip() == text, f"{variant}: {key!r}: {text!r}: outer spaces")
        check_buttons(variant, whole | other, ids)
        for key, text in (whole | other).items():
            found = key in shown and NEVER[variant].search(text)
            check(not found, f"{variant}: {key!r}: not {variant}: {found and found[0]!r} in {text!r}")


def check_variant_texts():
    """Rules and lessons, too, are written as their readers speak: the page's rules as a text of their own, a lesson's where it says it otherwise."""
    for variant, lang in po.VARIANTS.items():
        def check_text(where, text):
            found = NEVER[variant].search(text)
            check(not found, f"{where}: not {variant}: {found and found[0]!r} in {text!r}")

        for path in sorted((ROOT / "docs/rules").glob(f"*.{lang}.md")):
            own = path.with_name(path.name.replace(f".{lang}.md", f".{variant}.md"))
            check(own.exists(), f"there is no {own.name}")
            for block in own.read_text(encoding="utf-8").split("\n\n") if own.exists() else []:
                check_text(own.name, " ".join(block.split()))
        for path in sorted((ROOT / "web/lessons").glob("*.json")):
            json.loads(path.read_text(encoding="utf-8"),
                       object_hook=lambda one: check_text(path.name, one.get(variant, one[lang])) if lang in one else one)


def check_compiles():
    """The table made of the catalogues is C."""
    with tempfile.TemporaryDirectory() as work:
        out = pathlib.Path(work) / "catalogue.c"
        paths = [ROOT / "po" / f"{lang}.po" for lang in LANGUAGES]
        subprocess.run([sys.executable, "-B", ROOT / "tools/po2c.py", out, *paths], check=True)
        done = subprocess.run(["cc", "-fsyntax-only", f"-I{ROOT / 'src'}", out], capture_output=True, text=True)
        check(done.returncode == 0, f"the catalogue does not compile: {done.stderr}")


# ---- What the program says ----------------------------------------------------------------------------

def penna(work, lang, *words, typed="", by_option=True):
    """What a command prints, on both streams, in a language."""
    env = {key: value for key, value in os.environ.items()
           if not key.startswith("LC_") and key not in ("LANG", "LANGUAGE", "USER", "COLUMNS", "LINES")}
    env.update(XDG_STATE_HOME=work, NO_COLOR="1", LANG="C.UTF-8" if by_option else f"{lang}_XX.UTF-8")
    command, *rest = words
    done = subprocess.run([PENNA, command, *(("--lang", lang) if by_option else ()), *rest], input=typed, capture_output=True, text=True, env=env, encoding="utf-8",
                          timeout=120, cwd=work)
    return done.stdout + done.stderr


def one_line(text):
    """The text with every gap as one space: lines are broken differently on the screen."""
    return re.sub(r"\s+", " ", text)


def strays(catalogue):
    """What finds English in a translated text: every id of two words or more that is translated, as a pattern and the longest piece that it must hold (to look
    for which takes no time)."""
    found = {}
    for key, text in catalogue.items():
        bare = PLACEHOLDER.sub(" ", CONVERSION.sub(" ", key))
        if key == text or len(re.findall(r"[A-Za-z]{2,}", bare)) < 2:
            continue
        parts = re.split(rf"({PLACEHOLDER.pattern}|{CONVERSION.pattern})", key)
        pattern = "".join(r"\S{1,60}" if i % 2 else re.escape(one_line(part)) for i, part in enumerate(parts))
        found[key] = re.compile(rf"(?<![\w-]){pattern}(?!\w)"), max(map(one_line, parts[::2]), key=len)
    return found


EXPECTED = {
    "it": {"games": ["gioco", "giocatori", "dadi bianchi"], "play --help": ["Opzioni:", "Esempi:", "predefinito"],
           "play": ["di turno: Tu", "Dadi:", "passa", "nel rosso", "lanci a vuoto", "Per continuare: penna play"],
           "sim": ["posto", "vittorie", "parità"], "error": ["non c’è un gioco `nothing`"]},
    "pt": {"games": ["jogo", "jogadores", "dados brancos"], "play --help": ["Opções:", "Exemplos:", "predefinição"],
           "play": ["a jogar: Tu", "Dados:", "passa", "vermelho", "jogadas falhadas", "Para continuar: penna play"],
           "sim": ["lugar", "vitórias", "empates"], "error": ["não há nenhum jogo `nothing`"]},
    "de": {"games": ["Spiel", "Spieler", "weißen"], "play --help": ["Optionen:", "Beispiele:", "Voreinstellung"],
           "play": ["am Zug: Du", "Würfel:", "passen", "ankreuzen", "Fehlwürfe", "fortsetzen|Weiter geht es mit"],
           "sim": ["Platz", "gewonnen", "gleich"], "error": ["es gibt kein Spiel `nothing`"]},
}


def check_screens(lang, catalogue, work):
    wrong = strays(catalogue)

    def look(name, text, expected=()):
        for word in expected:
            check(any(each in text for each in word.split("|")), f"{lang}: {name}: `{word}` is missing in:\n{text[-2000:]}")
        shown = one_line(text)
        for pattern, piece in wrong.values():
            match = pattern.search(shown) if piece in shown else None
            want(not match, f"{lang}: {name}: English: {match and match[0]!r}")

    expected = EXPECTED[lang]
    look("games", penna(work, lang, "games"), expected["games"])
    look("games, language of the environment", penna(work, lang, "games", by_option=False), expected["games"])
    look("sim", penna(work, lang, "sim", "qwixx", "--games", "2"), expected["sim"])
    look("error", penna(work, lang, "games", "--nothing"))
    look("no game", penna(work, lang, "play", "nothing"), expected["error"])
    help_page = penna(work, lang, "help", by_option=False)
    look("help", help_page)
    commands = re.findall(r"^  ([a-z]+)  ", help_page, re.M)
    check(len(commands) > 5, f"{lang}: help lists {len(commands)} commands")
    for command in commands:
        text = penna(work, lang, command, "--help")
        look(f"{command} --help", text, expected["play --help"] if command == "play" else ())
    typed = "help\n1\n2\n1\ny\n1\n3\n1\nundo\n2\nnonsense\n"
    games = re.findall(r"^([a-z-]+) +\d-\d", penna(work, lang, "games"), re.M)
    for game in games:
        text = penna(work, lang, "play", game, "--seed", "5", typed=typed)
        look(f"play {game}", text, expected["play"] if game == "qwixx" else ())
        look(f"play {game}, typed dice", penna(work, lang, "play", game, "--dice", "manual", typed="1\n0\n\n"))
        look(f"play {game}, bots", penna(work, lang, "play", game, "--seat", "bot:greedy", "--seat", "bot:random",
                                         "--save", f"{game}.over"))
        saved = pathlib.Path(work) / "penna" / f"{game}.penna"
        look(f"show {game}", penna(work, lang, "show", str(saved)))


def main():
    missing = [name for name in ("msgfmt", "cc") if not shutil.which(name)]
    if missing:
        print("SKIP: there is no", *missing)
        sys.exit(77)
    ids = source_ids()
    check(len(ids) > 200, f"only {len(ids)} message ids in the sources")
    catalogues = check_catalogues(ids)
    check_page()
    check_articles()
    check_variants()
    check_variant_texts()
    check_compiles()
    for lang in LANGUAGES:
        with tempfile.TemporaryDirectory() as work:
            check_screens(lang, catalogues[lang], work)
    print(f"{len(ids)} messages, {warnings} warnings")
    check.end()


main()
