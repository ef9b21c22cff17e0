#!/bin/sh
# run.sh [--coverage] [core] BUILD [WORD...]: fetches what the browser tests stand on, if it is not there, and runs them (run.mjs). With
# --coverage a table of the page's files comes last: how many of their lines were run.
set -eu
here=$(dirname "$0")
"$here/need.sh"
if [ "${1:-}" = --coverage ]; then
    shift
    export PENNA_COVERAGE=1
fi
exec node "$here/run.mjs" "$@"
