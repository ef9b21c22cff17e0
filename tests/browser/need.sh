#!/bin/sh
# need.sh: fetches what the browser tests and the linter stand on (package.json), if it is not there.
set -eu
here=$(dirname "$0")
if ! cmp -s "$here/package-lock.json" "$here/node_modules/.from"; then
    (cd "$here" && npm ci --no-audit --no-fund --loglevel=error && cp package-lock.json node_modules/.from)
fi
