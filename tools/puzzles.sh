#!/bin/sh
# puzzles.sh PENNA FOLDER: makes the puzzles that ship, FOLDER/GAME.jsonl for each game (docs/puzzles.md). Minutes of all cores for
# a game; what was broken off goes on.
set -eu
penna=$1 folder=$2
mkdir -p "$folder"
"$penna" games --json | sed -n 's/.*{"name": "\([^"]*\)", "title".*/\1/p' | while read -r game; do
    "$penna" puzzles "$game" --games 100000 --most "${MOST:-260}" --out "$folder/$game.jsonl" </dev/null
done
