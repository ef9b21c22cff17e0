#!/bin/sh
# messages.sh: collects the message ids of src/ into po/penna.pot and of web/ into po/web.pot, and brings them into po/LANG.po and
# po/web-LANG.po. Translations are kept; ids that are gone are dropped; new ones wait there with an empty msgstr. The same
# sources always give the same bytes. Message ids are the literals in N_(), tr() and usage_error(), and for the page in t(), tc() (with
# a context) and N_(). What the page says in the engine's own words is translated in po/LANG.po alone.
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8
command -v xgettext >/dev/null || { echo "messages.sh: xgettext is missing; install gettext" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# plain: the header says what holds every day. xgettext's guesses of what printf() takes are dropped ("95 % of"): tests/words.py
# knows better.
plain() {
    awk 'NR == 1 { print "msgid \"\"\nmsgstr \"\"\n\"MIME-Version: 1.0\\n\"\n" \
        "\"Content-Type: text/plain; charset=UTF-8\\n\"\n\"Content-Transfer-Encoding: 8bit\\n\"" }
        /^$/ { body = 1 } /^#, (c|javascript)-format$/ { next } body'
}

# merge PO POT: the ids of POT, with the translations of PO where it has any.
merge() {
    msgmerge --quiet --no-fuzzy-matching --no-wrap --add-location=file -o "$work/merged.po" "$1" "$2"
    msgattrib --no-obsolete --no-wrap --add-location=file -o "$work/new.po" "$work/merged.po"
    cmp -s "$work/new.po" "$1" || cp "$work/new.po" "$1"
    msgattrib --untranslated --no-wrap "$1" >"$work/missing.po"
    missing=$(grep -c '^msgid' "$work/missing.po" || true)
    [ "$missing" = 0 ] || echo "$1: to translate: $((missing - 1))"
}

find src -name '*.[ch]' | sort >"$work/sources"
xgettext --files-from="$work/sources" --from-code=UTF-8 --language=C -k -kN_ -ktr:1 -kusage_error:1 --no-wrap \
    --add-location=file -o "$work/all.pot"
plain <"$work/all.pot" >"$work/plain.pot"
# Formats with nothing to translate in them ("%s: %s") are left out.
msggrep --invert-match --msgid -E -e '^(%s[:; ]*)+$' --no-wrap --add-location=file -o po/penna.pot "$work/plain.pot"
for po in po/[a-z][a-z].po; do merge "$po" po/penna.pot; done

find web -name '*.mjs' | sort >"$work/scripts"
xgettext --files-from="$work/scripts" --from-code=UTF-8 --language=JavaScript -k -kt:1 -ktc:1c,2 -kN_:1 --no-wrap \
    --add-location=file -o "$work/page.pot"
plain <"$work/page.pot" >po/web.pot
msgcat --more-than=1 --use-first --no-wrap -o "$work/both.pot" po/web.pot po/penna.pot
msgcomm --unique --no-wrap --add-location=file -o "$work/own.pot" po/web.pot "$work/both.pot"
for po in po/web-*.po; do merge "$po" "$work/own.pot"; done
