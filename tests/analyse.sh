#!/bin/sh
# analyse.sh PENNA: hint and analyse as a person uses them: the same bytes on any number of threads, interrupted work
# taken up again, valid JSON, clear refusals, and stronger bots that show fewer mistakes.
set -eu
penna=$(realpath "$1")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export PENNA_TABLES="$dir/tables" LANGUAGE=en

checks=0
fail() { echo "analyse.sh: $*"; exit 1; }

refused() { # refused STATUS PATTERN COMMAND...
    status=$1 pattern=$2 got=0
    shift 2
    "$penna" "$@" >out 2>err || got=$?
    [ $got -eq "$status" ] || fail "status $got, not $status: penna $*"
    grep -q -e "$pattern" err || { cat err; fail "no word of '$pattern': penna $*"; }
    [ ! -s out ] || fail "output beside a refusal: penna $*"
    checks=$((checks + 1))
}

valid() {
    python3 -m json.tool "$1" >/dev/null || fail "$1 is no JSON"
    checks=$((checks + 1))
}

"$penna" games --json | sed -n 's/.*{"name": "\([^"]*\)", "title".*/\1/p' >games
[ -s games ]

# Every game: a hint in every position of its first turns, an analysis, and its three reports.
while read -r game; do
    "$penna" sim "$game" --seats 2 --games 1 --bots greedy --seed 4 --record "$game.penna" >/dev/null
    for lines in 5 7 16 20; do
        head -n $lines "$game.penna" >part.penna
        "$penna" moves part.penna >text
        grep -q '^[0-9]' text || continue
        "$penna" hint part.penna --trials 4 --bot greedy >text || fail "hint in $game"
        "$penna" hint part.penna --trials 4 --bot greedy --json >hint.json
        valid hint.json
    done
    "$penna" analyse "$game.penna" --trials 4 --bot greedy --json --html "$game.html" >one.json
    valid one.json
    grep -q '"complete": true' one.json
    ! grep -q 'src=\|http\|url(' "$game.html" || fail "the page of $game loads something"
    "$penna" analyse "$game.penna" --trials 4 --bot greedy --all >text
    grep -q accuracy text
done <games
game=$(head -n 1 games)

# The same bytes on one thread and on three; another seed gives others.
"$penna" analyse "$game.penna" --quick --bot greedy --json --threads 1 >a.json
"$penna" analyse "$game.penna" --quick --bot greedy --json --threads 3 >b.json
cmp a.json b.json
"$penna" analyse "$game.penna" --quick --bot greedy --json --seed 2 >b.json
! cmp -s a.json b.json || fail "the seed changes nothing"
head -n 5 "$game.penna" >part.penna
"$penna" hint part.penna --bot greedy --threads 1 >a.txt
"$penna" hint part.penna --bot greedy --threads 3 >b.txt
cmp a.txt b.txt

# Trials of a move that take a while, and games that tell bots apart; under sanitizers (PENNA_TEST_GAMES) everything takes ten times as long.
long=20000 series=${PENNA_LONG:+3}
[ -z "${PENNA_TEST_GAMES:-}" ] || long=4000 series=1

# An interrupted run is whole JSON and is taken up again; the end is the same bytes.
"$penna" analyse "$game.penna" --quick --bot greedy --out whole.json >whole.txt
python3 - whole.json cut.json <<'PY'
import sys
lines = open(sys.argv[1]).read().split("\n")
first = lines.index('"items": [') + 1
kept = lines[:first + 7]
kept[-1] = kept[-1].rstrip(",")
open(sys.argv[2], "w").write("\n".join(kept) + '\n],\n"complete": false}\n')
PY
valid cut.json
"$penna" analyse "$game.penna" --quick --bot greedy --out cut.json >cut.txt
cmp whole.json cut.json
cmp whole.txt cut.txt
"$penna" analyse "$game.penna" --bot greedy --trials "$long" --out slow.json >/dev/null 2>err &
pid=$!
sleep 1
kill -INT $pid 2>/dev/null || true
got=0
wait $pid || got=$?
[ $got -eq 130 ] || [ $got -eq 0 ] || fail "status $got after Ctrl-C"
if [ $got -eq 130 ]; then
    valid slow.json
    grep -q '"complete": false' slow.json || fail "what was done is not kept"
    grep -q 'goes on' err
fi

# What does not fit is refused, and nothing is written over.
refused 2 'other settings' analyse "$game.penna" --quick --bot greedy --seed 2 --out whole.json
refused 2 'another record' analyse "$(sed -n 2p games).penna" --quick --bot greedy --out whole.json
sed 's/"loss": 0.0/"loss": 0.1/' whole.json >damaged.json
refused 2 'damaged' analyse "$game.penna" --quick --bot greedy --out damaged.json
echo nonsense >other.json
refused 2 'no analysis' analyse "$game.penna" --quick --bot greedy --out other.json
"$penna" analyse "$game.penna" --quick --bot greedy --out other.json --force >/dev/null
cmp whole.json other.json
head -n 12 "$game.penna" >unfinished.penna
refused 1 'not over' analyse unfinished.penna
refused 1 'is over' hint "$game.penna"
refused 2 'no such bot' analyse "$game.penna" --bot nobody
refused 2 'exclude' analyse "$game.penna" --quick --deep
refused 2 'no/such' analyse no/such.penna

# A record for one seat's eyes: a hint for that seat only, no analysis.
if grep -qx qwinto-cards games || fail "there is no qwinto-cards to look at with one seat's eyes"; then
    grep -v '^score' qwinto-cards.penna | head -n 14 | awk '/^draw/ && ++n > 7 {$2 = "?"} {print}' >eyes.penna
    refused 1 'hidden' analyse eyes.penna
    head -n 14 qwinto-cards.penna >full.penna
    "$penna" hint eyes.penna --trials 16 --bot greedy >a.txt
    "$penna" hint full.penna --trials 16 --bot greedy >b.txt
    cmp a.txt b.txt
    refused 1 'does not decide' hint eyes.penna --seat 1
fi

# Alone at the table: exact where there is a table, and points instead of a win chance.
"$penna" sim twentyone --seats 1 --games 1 --bots greedy --seed 2 --record alone.penna >/dev/null
"$penna" analyse alone.penna --json >alone.json
valid alone.json
grep -q '"exact": true' alone.json
grep -q '"aim": "points"' alone.json
"$penna" analyse alone.penna >text
grep -q 'no chance to win' text

# Better bots make fewer mistakes.
loss() { # loss BOT: what a decision of its games loses on average, in millionths
    "$penna" sim "$game" --seats 2 --games "${series:-1}" --bots "$1" --budget 200 --seed 9 --record loss.penna >/dev/null
    rm -f loss-*.penna
    awk '/^penna 1$/ {n++} {print >("loss-" n ".penna")}' loss.penna
    for f in loss-*.penna; do "$penna" analyse "$f" --quick --json; done | python3 -c '
import json, sys
loss = decisions = 0
text, decoder = sys.stdin.read().strip(), json.JSONDecoder()
while text:
    one, end = decoder.raw_decode(text)
    text = text[end:].strip()
    for seat in one["seats"]:
        loss += seat["inaccuracy"] + seat["mistake"] + seat["blunder"]
        decisions += seat["decisions"]
print(round(1e6 * loss / decisions))'
}
if "$penna" sim "$game" --games 1 --bots expert >/dev/null 2>&1; then
    best=expert
    "$penna" sim "$game" --games 1 --bots master --budget 20 >/dev/null 2>&1 && best=master
    strong=$(loss $best) middle=$(loss normal) weak=$(loss random)
    echo "mistakes in a million decisions: $best $strong, normal $middle, random $weak"
    [ "$strong" -lt "$middle" ] && [ "$middle" -lt "$weak" ] || fail "the order of the bots"
else
    fail "expert does not play $game: the order of the bots cannot be tested"
fi

# The tutor warns, shows the best moves, and lets the person decide.
printf 'r9\nr9\nq\n' | XDG_STATE_HOME="$dir/state" "$penna" play qwixx --seed 5 --tutor --hints >played
grep -q 'The best moves' played
echo "$checks checks"
