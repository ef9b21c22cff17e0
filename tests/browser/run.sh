#!/bin/sh
# run.sh [core] BUILD [WORD...]: fetches what the browser tests stand on, if it is not there, and runs them (run.mjs).
set -eu
here=$(dirname "$0")
if ! cmp -s "$here/package-lock.json" "$here/node_modules/.from"; then
    (cd "$here" && npm ci --no-audit --no-fund --loglevel=error && cp package-lock.json node_modules/.from)
fi
exec node "$here/run.mjs" "$@"
