#!/bin/sh
# rules.sh PENNA SOURCE: every text in docs/rules is shown, byte for byte; an unknown game is refused.
set -eu
penna=$1 source=$2
unset PAGER LESS || true
checks=0
for file in "$source"/docs/rules/*.??.md; do
    [ -e "$file" ] || { echo "there is no text in docs/rules"; exit 1; }
    name=$(basename "$file" .md)
    "$penna" rules "${name%.*}" --lang "${name##*.}" | cmp - "$file" || { echo "$name differs"; exit 1; }
    "$penna" rules "${name%.*}" --lang "${name##*.}" --color always | grep -q "$(printf '\033')\[1m"
    checks=$((checks + 2))
done
status=0
"$penna" rules nonsense 2>/dev/null || status=$?
[ $status -eq 2 ]
echo "$((checks + 1)) checks"
