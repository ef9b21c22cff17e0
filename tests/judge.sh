#!/bin/sh
# judge.sh JUDGE.PY: the judge of the tests is judged: what passes, what fails, what is skipped, by examples.
set -eu
judge=$1
checks=0

# expect STATUS STRICT SCRIPT
expect() {
    got=0
    PENNA_STRICT=$2 python3 "$judge" sh -c "$3" >/dev/null 2>&1 || got=$?
    [ $got -eq "$1" ] || { echo "status $got, expected $1 (strict: $2): $3"; exit 1; }
    checks=$((checks + 1))
}
expect 0 1 'echo 12 checks'
expect 0 1 'echo "play.sh: 12 passed, 0 failed"'
expect 0 1 'echo "[  PASSED  ] 3 test(s)." >&2'
expect 0 1 'echo "Ran 3 tests in 0.1 s" >&2'
expect 0 1 'echo 0 passed; echo 3 checks'
expect 1 0 ':'
expect 1 1 'echo all is well'
expect 1 1 'echo 0 checks'
expect 1 1 'echo "0 passed, 0 failed, 0 skipped"'
expect 1 1 'echo "[  PASSED  ] 0 test(s)."'
expect 1 1 'echo 12 checks; echo "SKIP: there is no such program"'
expect 77 0 'echo 12 checks; echo "SKIP: there is no such program"'
expect 1 1 'echo "[  PASSED  ] 2 test(s)."; echo "[  SKIPPED ] 1 test(s)"'
expect 1 1 'echo "Ran 4 tests"; echo "OK (skipped=1)"'
expect 1 1 'echo "5 passed, 0 failed, 1 skipped"'
expect 1 1 'exit 77'
expect 77 0 'exit 77'
expect 3 1 'echo 12 checks; exit 3'
expect 137 1 'echo 12 checks; kill -9 $$'
expect 3 0 'echo SKIP; exit 3'
echo "$checks checks"
