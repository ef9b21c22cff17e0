#!/bin/bash
# static.sh CHECK [BUILD]: one static check of the sources; ends with how many files it looked at. CHECK is format, shell,
# js, cppcheck, tidy or, for minutes, analyzer. BUILD is a folder that meson has set up. Without its program a check is skipped,
# status 77.
set -euo pipefail
check=$1 build=${2:-build}
cd "$(dirname "$0")/.."

need() {
    command -v "$1" >/dev/null || { echo "SKIP: there is no $1"; exit 77; }
}

# over PATTERN...: the files of the tree into `files`; that there are none is a fault.
over() {
    mapfile -t files < <(git ls-files -- "$@")
    [ ${#files[@]} -gt 0 ] || { echo "static.sh: git knows no file $*" >&2; exit 1; }
}

# clang_tidy FILES_AT_ONCE OPTION...: src/wasm is compiled for another machine, by clang, with its own warnings as errors.
clang_tidy() {
    need clang-tidy
    over 'src/*.c' ':!src/wasm'
    printf '%s\0' "${files[@]}" | xargs -0 -P 2 -n "$1" clang-tidy -p "$build" --quiet "${@:2}" 2>/dev/null
}

case $check in
    format)
        need clang-format
        over '*.c' '*.h' '*.inc'
        clang-format --dry-run -Werror "${files[@]}"
        ;;
    shell)
        need shellcheck
        over '*.sh' .ci/run
        shellcheck -x -P SCRIPTDIR -S warning "${files[@]}"
        ;;
    js)
        tests/browser/need.sh
        over 'web/*.mjs' 'web/*.js' 'tests/*.mjs'
        tests/browser/node_modules/.bin/eslint --config tests/browser/eslint.config.js --max-warnings 0 ${PENNA_FIX:+--fix} web tests
        ;;
    cppcheck)
        need cppcheck
        over 'src/*.c' 'bench/*.c' 'examples/*.c'
        cppcheck -q -j2 --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
            --suppressions-list=tests/cppcheck.txt '-DPENNA_VERSION="x"' -D_GNU_SOURCE -DHAVE_CAIRO -DHAVE_EDIT \
            -Isrc -Iinclude -I. "${files[@]}"
        ;;
    tidy)
        clang_tidy 6
        ;;
    analyzer)
        clang_tidy 2 --warnings-as-errors='*' \
            --checks='-*,clang-analyzer-*,-clang-analyzer-security.insecureAPI.*,-clang-analyzer-valist.Uninitialized'
        ;;
    *)
        echo "static.sh: unknown check $check" >&2
        exit 2
        ;;
esac
echo "${#files[@]} checks"
