#!/bin/bash
# run.sh [long]: everything that must hold before a change lands; `make test` runs it after installing what it needs.
#
# The suite runs as gcc builds it for speed and, smaller, as clang builds it under AddressSanitizer and
# UndefinedBehaviorSanitizer; both must come to the same signature. The page is played in a browser, the program is compared
# with the reference, the sources are checked, and the fuzzers run for some seconds each.
# Nothing is skipped: a library or program that is missing is an error, a check that a test leaves out or a test without any
# check fails it (judge.py), and what a build with sanitizers leaves out is named with its reason (meson.build) and printed.
# `make soak` runs the long version, hours of it, with all tests under sanitizers and clang's own fast build. The last line is
# `N passed, M failed`, the one before it what was skipped.
set -u
cd "$(dirname "$0")/.." || exit 2
fuzz_seconds=6 port_seconds=30 laws=100 asan_laws=6 asan_games=100 compare="--games 2 --mutants 2" page=core asan_but="page far"
if [ "${1:-}" = long ]; then fuzz_seconds=600 port_seconds=3600 laws=20000 asan_laws=500 asan_games=10000 compare="--games 100 --mutants 50" page="" asan_but="" && export PENNA_LONG=1 PENNA_SAMPLE=100 PENNA_BROWSER=chromium; fi
passed=0 failed=0 skipped=() asides=() begin=$(date +%s)
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
before=$(git status --porcelain 2>/dev/null)
export PENNA_STRICT_WORDS=1 # what is not translated yet is only reported while one works, but must not land
SKIPPED=77 # the status of a step whose program is missing

say() { printf '%4d s  %s\n' $(($(date +%s) - begin)) "$*"; }

# judge NAME STATUS LOG: counts a step, and shows the end of what a failed one said.
judge() {
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
        say "ok    $1"
    elif [ "$2" = $SKIPPED ]; then
        skipped+=("$1")
        say "SKIP  $1: $(tail -n 1 "$3")"
    else
        failed=$((failed + 1))
        say "FAIL  $1"
        tail -n 60 "$3"
    fi
}

# checked COMMAND...: runs a step that says how many checks it made; what it leaves out is counted here, as skipped.
checked() { PENNA_STRICT='' tests/judge.py "$@"; }

# step NAME COMMAND...
step() {
    local name=$1 status=0
    shift
    "$@" >"$logs/step" 2>&1 || status=$?
    judge "$name" $status "$logs/step"
}

# aside NAME COMMAND...: begins a step that leaves others a core, or all the time they want; `gather` waits for all and judges.
aside() {
    local log=$logs/aside.${#asides[@]}
    asides+=("$1")
    shift
    {
        "$@" >"$log" 2>&1
        echo $? >"$log.status"
    } &
}

gather() {
    local i
    wait
    for i in "${!asides[@]}"; do judge "${asides[$i]}" "$(cat "$logs/aside.$i.status")" "$logs/aside.$i"; done
    asides=()
}

# build FOLDER CC TARGETS OPTION...: sets up and builds.
build() {
    local folder=$1 cc=$2 targets=$3
    shift 3
    if [ ! -f "$folder/build.ninja" ]; then
        CC=$cc meson setup "$folder" "$@" || return
    elif ! meson configure "$folder" "$@" || ! ninja -C "$folder" --quiet build.ninja; then
        # One that was made for `make play` remembers that what has been installed since was missing.
        CC=$cc meson setup --wipe "$folder" "$@" || return
    fi
    # shellcheck disable=SC2086
    ninja -C "$folder" --quiet $targets
}

# yielding COMMAND...: in what time others leave, of which tests that wait for clocks and servers leave much; for asides.
yielding() {
    renice -n 19 $BASHPID >/dev/null
    "$@"
}

# tally NAME STATUS GOOD BAD LOG LINES: counts the tests of a step that has many, and shows the end of what failed. None at
# all is a failure.
tally() {
    local bad=$4
    [ "$2" = 0 ] && [ "$3" -gt 0 ] || [ "$bad" -gt 0 ] || bad=1
    passed=$((passed + $3))
    failed=$((failed + bad))
    if [ "$bad" = 0 ]; then
        say "ok    $1: $3"
    else
        say "FAIL  $1: $bad"
        tail -n "$6" "$5"
    fi
}

# suite FOLDER [TEST...]: the tests of a build, four at a time: many wait for a clock. $but names suites that are left out.
suite() {
    local folder=$1 status=0 good bad without one options=()
    shift
    for one in ${but:-}; do options+=(--no-suite "$one"); done
    meson test -C "$folder" --no-rebuild --print-errorlogs --num-processes 4 "${options[@]}" "$@" >"$logs/suite" 2>&1 || status=$?
    good=$(sed -n 's/^Ok: *\([0-9]*\).*/\1/p' "$logs/suite" | tail -n 1)
    bad=$(sed -n 's/^\(Fail\|Timeout\|Unexpected Pass\): *\([0-9]*\).*/\2/p' "$logs/suite" | paste -sd+ | sed 's/^$/0/')
    without=$(sed -n 's/^Skipped: *\([0-9]*\).*/\1/p' "$logs/suite" | tail -n 1)
    [ $# = 0 ] || [ "${good:-0}" = $# ] || status=1 # a name that no test has is passed over by meson
    [ "${without:-0}" = 0 ] || skipped+=("$without tests in $folder")
    sed -n "s/^judge.py: left out: /        skipped and failed in $folder: /p" "$logs/suite"
    tally "tests in $folder" $status "${good:-0}" $((bad)) "$logs/suite" 200
}

# same_tests FOLDER OTHER: the second build has the tests of the first, but for those that its list leaves out.
same_tests() {
    local folder
    for folder in "$1" "$2"; do
        meson introspect --tests "$folder" | python3 -c 'import json, sys; print(*sorted(t["name"] for t in json.load(sys.stdin)), sep="\n")' >"$logs/$folder" || return
        [ -s "$logs/$folder" ] || return
    done
    sed -n 's/^\([^/:]*\): .*/\1/p' "$2/tests/left-out.txt" | sort >"$logs/left-out"
    echo "tests of one build only, and what is left out:"
    diff <(comm -3 "$logs/$1" "$logs/$2") "$logs/left-out"
}

# browser [core]: the page in a real Chromium; pictures of its screens are left in build/browser.
browser() {
    local status=0
    tests/browser/run.sh "$@" build >"$logs/browser" 2>&1 || status=$?
    grep '^# .* load\|^# not ok beside' "$logs/browser"
    [ "$(grep -ci '^ok .*# *skip' "$logs/browser")" = 0 ] || skipped+=("tests in a browser")
    tally "tests in a browser" $status "$(grep -c '^ok ' "$logs/browser")" "$(grep -c '^not ok ' "$logs/browser")" "$logs/browser" 100
}

# fuzz TARGET: from the seeds, for some seconds; what it finds is kept in build-asan/found.
fuzz() {
    mkdir -p "build-asan/corpus/$1" build-asan/found
    [ -n "$(ls "$logs/seeds/$1")" ] || { echo "no seeds for $1"; return 1; }
    "build-asan/tests/fuzz/fuzz-$1" -max_total_time=$fuzz_seconds -timeout=20 -rss_limit_mb=2048 -max_len=8192 -verbosity=1 \
        -artifact_prefix="build-asan/found/$1-" "build-asan/corpus/$1" "$logs/seeds/$1"
}

# The fast build first: what is wrong is mostly seen there.
step "build build (gcc)" build build gcc "" -Dstrict=true -Dlaws=$laws
[ $failed = 0 ] || { echo "it does not build: nothing was tested"; exit 1; }
aside "build build-asan (clang)" yielding build build-asan clang "" -Dstrict=true -Dfuzz=true -Dbuildtype=debugoptimized \
    -Db_sanitize=address,undefined -Db_lundef=false -Dc_args=-gline-tables-only -Dlaws=$asan_laws
suite build
step "JavaScript" checked tests/static.sh js
aside "formatted" checked tests/static.sh format
aside "shellcheck" checked tests/static.sh shell
aside "the reference by itself" checked python3 tests/oracle/test_oracle.py
# shellcheck disable=SC2086
aside "the reference against penna" checked python3 tests/oracle/compare.py --penna build/penna $compare
# shellcheck disable=SC2086
browser $page
step "cppcheck" checked tests/static.sh cppcheck
step "clang-tidy" checked tests/static.sh tidy build
[ -z "${PENNA_LONG:-}" ] || step "clang's analyzer" checked tests/static.sh analyzer build
gather

but=$asan_but PENNA_TEST_GAMES=$asan_games suite build-asan
step "build-asan leaves out what it says" same_tests build build-asan
sed 's/^/        left out of build-asan: /' build-asan/tests/left-out.txt
[ -z "$asan_but" ] || echo "        left out of build-asan, for make soak: the suites $asan_but"
step "fuzz the server's port, $port_seconds s" checked python3 tests/server/fuzz.py build-asan/penna $port_seconds
if mkdir "$logs/seeds" && build-asan/tests/fuzz/fuzz-seeds "$logs/seeds"; then
    for pair in "record move" "state game" "message events" "head frame"; do
        for target in $pair; do aside "fuzz $target, $fuzz_seconds s" fuzz "$target"; done
        gather
    done
else
    step "fuzz seeds" false
fi

if [ -n "${PENNA_LONG:-}" ]; then
    step "build build-clang (clang)" build build-clang clang "penna tests/signature tests/rules tests/library" -Dstrict=true
    suite build-clang signature golden rules library
    step "the server, killed for ten minutes" python3 tests/server/crash.py build/penna 600 20
    step "the server, its power cut for ten minutes" python3 tests/server/power.py build/penna build/tests/disk.so 600 20
    step "two choices in the same moment, ten thousand times" python3 tests/server/nodes.py build/penna 10000
    step "a league on four hosts, two hundred times without power" checked tests/hosts.sh build/penna 200
    step "several servers, an hour of faults" python3 tests/server/faults.py build/penna 3600
fi

clean() { # nothing is left behind
    local after
    after=$(git status --porcelain 2>/dev/null)
    [ "$after" = "$before" ] || { echo "$after"; return 1; }
}
step "the tree is as it was" clean

say "done"
# Whatever was skipped has not passed: as `make test` installs what the tests need, there is no reason to skip.
echo "${#skipped[@]} skipped$(printf '; %s' "${skipped[@]}" | sed 's/^; $//; s/^;/:/')"
failed=$((failed + ${#skipped[@]}))
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
