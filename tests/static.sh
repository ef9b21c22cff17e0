#!/bin/sh
# static.sh CHECK [BUILD]: one static check of the sources; quiet if all is well. CHECK is format, shell, js, cppcheck, tidy
# or, for minutes, analyzer. BUILD is a folder that meson has set up. A program that is not there is said and passes over.
set -eu
check=$1 build=${2:-build}
cd "$(dirname "$0")/.."

need() {
    command -v "$1" >/dev/null || { echo "SKIP: there is no $1"; exit 0; }
}

case $check in
    format)
        need clang-format
        git ls-files '*.c' '*.h' | xargs clang-format --dry-run -Werror
        ;;
    shell)
        need shellcheck
        git ls-files '*.sh' .ci/run | xargs shellcheck -x -P SCRIPTDIR -S warning
        ;;
    js)
        tests/browser/need.sh
        tests/browser/node_modules/.bin/eslint --config tests/browser/eslint.config.js --max-warnings 0 ${PENNA_FIX:+--fix} web tests
        ;;
    cppcheck)
        need cppcheck
        cppcheck -q -j2 --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
            --suppressions-list=tests/cppcheck.txt '-DPENNA_VERSION="x"' -D_GNU_SOURCE -DHAVE_CAIRO -DHAVE_EDIT \
            -Isrc -Iinclude -I. src bench examples
        ;;
    tidy)
        need clang-tidy
        # src/wasm is compiled for another machine, by clang, with its own warnings as errors.
        find src -name '*.c' -not -path 'src/wasm/*' -print0 | xargs -0 -P 2 -n 6 clang-tidy -p "$build" --quiet 2>/dev/null
        ;;
    analyzer)
        need clang-tidy
        find src -name '*.c' -not -path 'src/wasm/*' -print0 | xargs -0 -P 2 -n 2 clang-tidy -p "$build" --quiet --warnings-as-errors='*' \
            --checks='-*,clang-analyzer-*,-clang-analyzer-security.insecureAPI.*,-clang-analyzer-valist.Uninitialized' 2>/dev/null
        ;;
    *)
        echo "static.sh: unknown check $check" >&2
        exit 2
        ;;
esac
