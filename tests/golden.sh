#!/bin/sh
# golden.sh PENNA FOLDER [write]: one fixed game per game and seat count, and a few with options, as records with all
# legal moves at every decision. They must come out byte for byte as they stand in FOLDER. `make golden` writes them
# anew; the difference is then reviewed like any other.
set -eu
penna=$1 folder=$2 mode=${3:-compare}
work=$(mktemp -d)
trap 'rm -rf "$work" "$work-diff"' EXIT

# plays NAME GAME SEATS [OPTION...]: the game and its moves, into the work folder
plays() {
    name=$1 game=$2 seats=$3
    shift 3
    "$penna" sim "$game" --seats "$seats" --games 1 --bots random --seed 20 "$@" --record "$work/$name.penna" >/dev/null
    "$penna" moves --every "$work/$name.penna" >"$work/$name.moves"
    "$penna" check "$work/$name.penna" >/dev/null
}

"$penna" games --json | sed -n 's/.*"name": "\([a-z0-9-]*\)", "title".*"seats": \[\([0-9]*\), \([0-9]*\)\].*/\1 \2 \3/p' >"$work/games"
[ -s "$work/games" ]
while read -r game least most; do
    for seats in $(seq "$least" "$most"); do plays "$game-$seats" "$game" "$seats"; done
done <"$work/games"
for seats in 2 3 5; do plays "qwixx-$seats-late" qwixx $seats --option lock=end-of-turn; done
plays twentyone-3-cad twentyone 3 --option sheets=CAD
plays twentyone-6-fedcba twentyone 6 --option sheets=FEDCBA
rm "$work/games"

if [ "$mode" = write ]; then
    rm -f "$folder"/*.penna "$folder"/*.moves
    cp "$work"/* "$folder"
    exit 0
fi
if diff -r "$folder" "$work" >"$work-diff"; then
    rm "$work-diff"
    echo "$(find "$folder" -type f | wc -l) checks"
    exit 0
fi
head -40 "$work-diff"
rm "$work-diff"
echo "The golden plays have changed. If that is meant, run \`make golden\` and review the difference."
exit 1
