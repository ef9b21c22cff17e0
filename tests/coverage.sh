#!/bin/bash
# coverage.sh: which lines the tests reach; `make coverage` runs it. The C is built once more, to count, in build-coverage, and
# its suite is run with fewer random games; the page is counted by Chromium while the tests that `make test` runs play it. Prints a table for
# the C by room, with the files that are reached least, and one for the page by file. Fails only if a test does.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=build-coverage status=0
if [ ! -f $folder/build.ninja ]; then
    # Threads count too; optimised, because some tests compute for minutes. What gcc takes for a mistake at this level alone is none.
    meson setup $folder -Dstrict=true -Db_coverage=true -Doptimization=1 -Dlaws=10 -Dwerror=false '-Dc_args=-fprofile-update=atomic -w' >/dev/null
fi
ninja -C $folder --quiet
find $folder -name '*.gcda' -delete
find $folder -name '*.gcno' | while read -r notes; do [ -e "${notes%.gcno}.o" ] || rm "$notes"; done # of files that stood elsewhere once
PENNA_TEST_GAMES=300 meson test -C $folder --no-rebuild --num-processes 2 --timeout-multiplier 4 >$folder/suite.log 2>&1 || status=$?
grep -E '^(Ok|Fail|Timeout|Skipped):|FAIL|TIMEOUT' $folder/suite.log
# penna and penna-mpi are two programs of the same file, ranks.c, of which gcovr can count one.
gcovr --root . --object-directory $folder --filter src/ --csv -o $folder/coverage.csv $folder/lib*.p $folder/penna.p $folder/penna-train.p 2>$folder/gcovr.log || {
    cat $folder/gcovr.log
    exit 1
}
python3 - $folder/coverage.csv <<'PY'
import csv, sys

files = [(row["filename"], int(row["line_total"]), int(row["line_covered"])) for row in csv.DictReader(open(sys.argv[1], encoding="utf-8"))]
rooms = {}
for name, total, reached in files:
    room = rooms.setdefault(name.split("/")[1], [0, 0, []])
    room[0] += total
    room[1] += reached
    room[2].append((total - reached, name.split("/")[-1]))
if not rooms:
    sys.exit("coverage.sh: no file was counted")
print(f"\n{'room':10} {'lines':>6} {'reached':>8}         where most is not reached")
for room, (total, reached, parts) in sorted(rooms.items(), key=lambda one: one[1][1] / max(one[1][0], 1)):
    worst = ", ".join(f"{name} {missed}" for missed, name in sorted(parts, reverse=True)[:3] if missed)
    print(f"{room:10} {total:6} {reached:8} {100 * reached / max(total, 1):6.1f} %  {worst}")
total, reached = sum(t for _, t, _ in files), sum(r for _, _, r in files)
print(f"{'all':10} {total:6} {reached:8} {100 * reached / total:6.1f} %\n")
PY
tests/browser/run.sh --coverage core build || status=$?
exit $status
