#!/bin/sh
# puzzles.sh PENNA FOLDER: `penna puzzles` as a person uses it: the same bytes on any number of threads, a file taken up again and made
# longer, from bots and from records, clear refusals that lose nothing; and some of the puzzles that ship (FOLDER), looked at by master with
# ten times the playouts that they were made with. PENNA_SAMPLE says how many of each game, 100 in `make soak`; where games are few (PENNA_TEST_GAMES, under
# sanitizers) it is one, with its own playouts.
set -eu
penna=$(realpath "$1") shipped=$(realpath "$2")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export LANGUAGE=en

checks=0
fail() { echo "puzzles.sh: $*"; exit 1; }
good() { checks=$((checks + 1)); }

refused() { # refused STATUS PATTERN WORD...
    status=$1 pattern=$2 got=0
    shift 2
    "$penna" puzzles "$@" >out 2>err || got=$?
    [ $got -eq "$status" ] || { cat err; fail "status $got, not $status: penna puzzles $*"; }
    grep -q -e "$pattern" err || { cat err; fail "no word of '$pattern': penna puzzles $*"; }
    good
}

# Alone at Twenty One values are exact, so there are many puzzles at once.
alone="twentyone --seats 1 --bots easy --games 60"
"$penna" puzzles $alone --threads 1 --out one 2>/dev/null
"$penna" puzzles $alone --threads 3 --out three 2>/dev/null
cmp one three || fail "other bytes on three threads"
"$penna" puzzles $alone >standard 2>/dev/null
cmp one standard || fail "other bytes on standard output"
[ "$(wc -l <one)" -gt 8 ] || fail "hardly any puzzles"
good

# Broken off and taken up; made longer; the same again changes nothing.
head -n 4 one >part
"$penna" puzzles $alone --out part 2>/dev/null
cmp one part || fail "taken up, it is another file"
"$penna" puzzles $alone --most 3 --out short 2>/dev/null
[ "$(wc -l <short)" -eq 4 ] || fail "--most 3 gave $(wc -l <short) lines"
"$penna" puzzles $alone --out short 2>/dev/null
cmp one short || fail "made longer, it is another file"
"$penna" puzzles $alone --most 2 --out one 2>/dev/null
cmp one three || fail "a file with enough puzzles was changed"
good

# From records, of two games in one file: what a file says is legal there. Trials, proofs and reasons, on any threads.
"$penna" sim qwixx --seats 2 --games 2 --bots easy --seed 3 --record a.penna >/dev/null
"$penna" sim twentyone --seats 1 --games 20 --bots easy --seed 3 --record b.penna >/dev/null
"$penna" puzzles a.penna b.penna --trials 64 --lead 5 --each 2 --threads 1 --out files 2>/dev/null
"$penna" puzzles a.penna b.penna --trials 64 --lead 5 --each 2 --threads 2 --out more 2>/dev/null
cmp files more || fail "other bytes from records on two threads"
python3 - <<'END' || fail "a puzzle that is none"
import json
lines = [json.loads(line) for line in open("files")]
assert lines[0]["format"] == "penna puzzles 1", lines[0]
seen = set()
for one in lines[1:]:
    moves = one["moves"]
    assert moves[0][0] == one["best"] and len(moves) >= 3 and one["played"] in [m[0] for m in moves], one
    assert all(m[2] > 0 for m in moves[1:]) and all(m[1] <= moves[0][1] for m in moves), moves
    assert [m[1] for m in moves[:4]] == sorted((m[1] for m in moves[:4]), reverse=True), moves
    assert one["search"]["lead"] >= 4 * one["search"]["error"] - 0.0003 and one["missed"]["easy"] >= 0.25, one
    assert one["game"] == "twentyone" or one["search"]["lead"] >= 0.05, one
    assert one["source"]["file"] in ("a.penna", "b.penna"), one
    assert 1 <= one["grade"] <= 5 and one["id"] not in seen
    seen.add(one["id"])
assert {one["game"] for one in lines[1:]} == {"qwixx", "twentyone"}, "of one game only"
END
good

# What nobody at the table knows is in no puzzle: each is a view of its seat.
"$penna" puzzles qwinto-cards --games 3 --trials 64 --lead 10 --out cards 2>/dev/null
tail -n +2 cards | while read -r line; do
    case $line in *'viewer='*) ;; *) fail "a hand is shown: $line" ;; esac
done
good

# Refusals; a file that is not one of ours, or of other settings, stays as it is.
refused 2 'cannot open' none.penna
refused 2 'bots' qwixx --bots nobody
refused 2 'seats' qwixx --seats 9
refused 2 'trials' qwixx --trials 3
printf 'penna 1\nnonsense\n' >bad.penna
refused 1 'bad.penna:' bad.penna
echo 'my thesis' >thesis
refused 2 'other settings' $alone --out thesis
[ "$(cat thesis)" = 'my thesis' ] || fail "what was there is lost"
refused 2 'other settings' $alone --seed 2 --out one
cmp one three || fail "what was there is lost"
printf '%s\n{"state":"nonsense"}\n' "$(head -n 1 one)" >broken
cp broken broken.was
refused 2 'broken:2: ' $alone --out broken
cmp broken broken.was || fail "what was there is lost"
"$penna" puzzles $alone --out broken --force 2>/dev/null
cmp one broken || fail "--force does not write over it"
good

# Looking again. A wrong answer is found out, and a line that is no puzzle.
"$penna" puzzles --check one --bot master >text || fail "$(cat text)"
grep -q "(100.0%)" text || fail "an exact answer was not kept: $(cat text)"
python3 - <<'END'
import json
lines = open("one").read().splitlines()
for i in range(1, len(lines)):
    one = json.loads(lines[i])
    one["best"] = one["moves"][-1][0]
    lines[i] = json.dumps(one, separators=(",", ":"))
open("wrong", "w").write("\n".join(lines) + "\n")
END
got=0
"$penna" puzzles --check wrong --bot master >text || got=$?
[ $got -eq 1 ] && grep -q "(0.0%)" text || fail "wrong answers pass: $(tail -n 1 text)"
good
refused 1 'thesis' --check thesis
refused 1 'bad.penna:' --check bad.penna

# Those that ship: at least 98 of 100 keep their answer.
sample=12 budget=4000
[ -z "${PENNA_TEST_GAMES:-}" ] || sample=1 budget=400
for file in "$shipped"/*.jsonl; do
    "$penna" puzzles --check "$file" --sample "${PENNA_SAMPLE:-$sample}" --budget $budget >text || { cat text; fail "$file"; }
    tail -n 1 text
    good
done

echo "$checks checks"
