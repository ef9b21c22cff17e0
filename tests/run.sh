#!/bin/bash
# run.sh [long]: everything that must hold before a change lands; `make test` runs it after installing what it needs.
#
# The suite runs as gcc builds it for speed and, smaller, as clang builds it under AddressSanitizer and
# UndefinedBehaviorSanitizer; clang without them builds everything too, and all must come to the same signature. Then
# the fuzzers run for some seconds each, the program is compared with the reference, and the sources are checked.
# `make soak` runs the long version, hours of it. The last line is `N passed, M failed`.
set -u
cd "$(dirname "$0")/.." || exit 2
fuzz_seconds=8 laws=200 asan_laws=6 asan_games=300 compare="--games 2 --mutants 2"
if [ "${1:-}" = long ]; then fuzz_seconds=600 laws=20000 asan_laws=500 asan_games=10000 compare="--games 100 --mutants 50" && export PENNA_LONG=1; fi
passed=0 failed=0 begin=$(date +%s)
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
before=$(git status --porcelain 2>/dev/null)
export PENNA_STRICT_WORDS=1 # what is not translated yet is only reported while one works, but must not land

say() { printf '%4d s  %s\n' $(($(date +%s) - begin)) "$*"; }

# judge NAME STATUS LOG: counts a step, and shows the end of what a failed one said.
judge() {
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
        say "ok    $1"
    else
        failed=$((failed + 1))
        say "FAIL  $1"
        tail -n 60 "$3"
    fi
}

# step NAME COMMAND...
step() {
    local name=$1 status=0
    shift
    "$@" >"$logs/step" 2>&1 || status=$?
    judge "$name" $status "$logs/step"
}

# build FOLDER CC TARGETS OPTION...: sets up and builds; counts as one step.
build() {
    local folder=$1 cc=$2 targets=$3
    shift 3
    make_it() {
        if [ -f "$folder/build.ninja" ]; then
            meson configure "$folder" "$@" || return
        else
            CC=$cc meson setup "$folder" "$@" || return
        fi
        # shellcheck disable=SC2086
        ninja -C "$folder" --quiet $targets
    }
    step "build $folder ($cc)" make_it "$@"
}

# suite FOLDER [TEST...]: the tests of a build, two at a time; each counts.
suite() {
    local folder=$1 status=0 log=$1/meson-logs/testlog.txt good bad
    shift
    meson test -C "$folder" --no-rebuild --print-errorlogs --num-processes 2 "$@" >"$logs/suite" 2>&1 || status=$?
    good=$(sed -n 's/^Ok: *\([0-9]*\).*/\1/p' "$logs/suite" | tail -n 1)
    bad=$(sed -n 's/^\(Fail\|Timeout\|Unexpected Pass\): *\([0-9]*\).*/\2/p' "$logs/suite" | paste -sd+ | sed 's/^$/0/')
    bad=$((bad))
    [ $status = 0 ] || [ $bad -gt 0 ] || bad=1
    passed=$((passed + ${good:-0}))
    failed=$((failed + bad))
    if [ $bad = 0 ]; then
        say "ok    tests in $folder: ${good:-0}"
    else
        say "FAIL  tests in $folder: $bad of them (all of it: $log)"
        tail -n 200 "$logs/suite"
    fi
}

# fuzz TARGET: from the seeds, for some seconds; what it finds is kept in build-fuzz/found.
fuzz() {
    mkdir -p "build-fuzz/corpus/$1" build-fuzz/found
    "build-fuzz/tests/fuzz/fuzz-$1" -max_total_time=$fuzz_seconds -timeout=20 -rss_limit_mb=2048 -max_len=8192 -verbosity=1 \
        -artifact_prefix="build-fuzz/found/$1-" "build-fuzz/corpus/$1" "$logs/seeds/$1"
}

# The fast build first: what is wrong is mostly seen there.
build build gcc "" -Dlaws=$laws
suite build
step "formatted" tests/static.sh format
step "shellcheck" tests/static.sh shell
step "cppcheck" tests/static.sh cppcheck
step "clang-tidy" tests/static.sh tidy build
[ -z "${PENNA_LONG:-}" ] || step "clang's analyzer" tests/static.sh analyzer build

step "the reference by itself" python3 tests/oracle/test_oracle.py
# shellcheck disable=SC2086
step "the reference against penna" python3 tests/oracle/compare.py --penna build/penna $compare

build build-asan clang "" -Dbuildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false -Dlaws=$asan_laws
PENNA_TEST_GAMES=$asan_games suite build-asan
build build-clang clang ""
suite build-clang signature golden rules library

targets="record move state game message events"
build build-fuzz clang "$(printf 'tests/fuzz/fuzz-%s ' seeds $targets)" -Dfuzz=true -Dbuildtype=debugoptimized \
    -Db_sanitize=address,undefined -Db_lundef=false
if mkdir "$logs/seeds" && build-fuzz/tests/fuzz/fuzz-seeds "$logs/seeds"; then
    for pair in "record move" "state game" "message events"; do
        for target in $pair; do
            (
                fuzz "$target" >"$logs/$target" 2>&1
                echo $? >"$logs/$target.status"
            ) &
        done
        wait
        for target in $pair; do judge "fuzz $target, $fuzz_seconds s" "$(cat "$logs/$target.status")" "$logs/$target"; done
    done
else
    step "fuzz seeds" false
fi

[ -z "${PENNA_LONG:-}" ] || step "the server, killed for ten minutes" python3 tests/server/crash.py build/penna 600 20

clean() { # nothing is left behind
    local after
    after=$(git status --porcelain 2>/dev/null)
    [ "$after" = "$before" ] || { echo "$after"; return 1; }
}
step "the tree is as it was" clean

say "done"
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
