#!/bin/sh
# messages.sh: collects the message ids of src/ into po/penna.pot and brings them into po/[a-z][a-z].po. Translations
# are kept; ids that are gone are dropped; new ones wait there with an empty msgstr. The same sources always
# give the same bytes. Message ids are the literals in N_(), tr() and usage_error().
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8
command -v xgettext >/dev/null || { echo "messages.sh: xgettext is missing; install gettext" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

find src -name '*.[ch]' | sort >"$work/sources"
xgettext --files-from="$work/sources" --from-code=UTF-8 --language=C -k -kN_ -ktr:1 -kusage_error:1 --no-wrap \
    --add-location=file -o "$work/all.pot"
# The header says what holds every day. xgettext's guesses of what printf() takes are dropped ("95 % of"): tests/words.py
# knows better. Formats with nothing to translate in them ("%s: %s") are left out.
awk 'NR == 1 { print "msgid \"\"\nmsgstr \"\"\n\"MIME-Version: 1.0\\n\"\n" \
    "\"Content-Type: text/plain; charset=UTF-8\\n\"\n\"Content-Transfer-Encoding: 8bit\\n\"" }
    /^$/ { body = 1 } /^#, c-format$/ { next } body' "$work/all.pot" >"$work/plain.pot"
msggrep --invert-match --msgid -E -e '^(%s[:; ]*)+$' --no-wrap --add-location=file -o po/penna.pot "$work/plain.pot"

for po in po/[a-z][a-z].po; do
    msgmerge --quiet --no-fuzzy-matching --no-wrap --add-location=file -o "$work/merged.po" "$po" po/penna.pot
    msgattrib --no-obsolete --no-wrap --add-location=file -o "$work/new.po" "$work/merged.po"
    cmp -s "$work/new.po" "$po" || cp "$work/new.po" "$po"
    msgattrib --untranslated --no-wrap "$po" >"$work/missing.po"
    missing=$(grep -c '^msgid' "$work/missing.po" || true)
    [ "$missing" = 0 ] || echo "$po: to translate: $((missing - 1))"
done
