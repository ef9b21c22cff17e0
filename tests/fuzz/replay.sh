#!/bin/sh
# replay.sh SEEDS REPLAY-NAME...: writes the seeds and plays each target its own.
set -eu
seeds=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$seeds" "$work"
checks=0
for program; do
    name=${program##*-}
    "$program" "$work/$name"/*
    for _ in "$work/$name"/*; do checks=$((checks + 1)); done
    echo "$name: played"
done
echo "$checks checks"
