#!/bin/sh
# replay.sh SEEDS REPLAY-NAME...: writes the seeds and plays each target its own.
set -eu
seeds=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$seeds" "$work"
for program; do
    name=${program##*-}
    echo "$name: $("$program" "$work/$name"/*)"
done
