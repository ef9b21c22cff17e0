#!/bin/sh
# example.sh RANDOM_GAME PENNA: the example program plays every game, and what it writes is a legal record.
set -eu
random_game=$1 penna=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$penna" games --json | sed -n 's/.*{"name": "\([^"]*\)", "title".*/\1/p' >"$work/games"
checks=0
while read -r game; do
    "$random_game" "$game" >"$work/record"
    "$penna" check "$work/record" >/dev/null
    checks=$((checks + 1))
done <"$work/games"
echo "$checks checks"
