"""Reading PO files; the one place for it (po2c.py, web.py, tests/words.py)."""
import ast
import pathlib
import re
import sys

LANGUAGES = ["it", "pt", "de"]
VARIANTS = {"pt-BR": "pt"}  # on the page: the texts of a language, and other words for some of them (po/variant-NAME.po)
PAGE_ROOMS = ("games", "base", "bots", "match", "server", "analyse")  # of the engine: whose texts the page can show
SEPARATOR = "\x04"  # between a context and an id, as gettext has it
LINE = re.compile(r'(?:(msgctxt|msgid|msgstr)\s+)?(".*")')


def read_po(path, everything=False):
    """The translations of a PO file: {id or context + SEPARATOR + id: text}. Fuzzy and empty ones are left out unless `everything` (a
    template has nothing else)."""
    entries, flags = {}, ""
    current, field = {}, None

    def finish():
        if current.get("msgid") and (everything or (current.get("msgstr") and "fuzzy" not in flags)):
            context = current["msgctxt"] + SEPARATOR if "msgctxt" in current else ""
            entries[context + current["msgid"]] = current.get("msgstr", "")

    following = ""
    for number, line in enumerate(pathlib.Path(path).read_text(encoding="utf-8").splitlines(), 1):
        line = line.strip()
        if line.startswith("#,"):
            following += line
        if not line or line.startswith("#"):
            continue
        match = LINE.fullmatch(line)
        if not match or not (match[1] or field):
            sys.exit(f"{path}:{number}: neither msgctxt, msgid, msgstr nor a comment")
        if match[1] == "msgctxt" or (match[1] == "msgid" and field != "msgctxt"):  # an entry begins
            finish()
            current, flags, following = {}, following, ""
        field = match[1] or field
        current[field] = current.get(field, "") + ast.literal_eval(match[2])
    finish()
    return entries
