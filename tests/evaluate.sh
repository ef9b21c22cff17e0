#!/bin/bash
# evaluate.sh PENNA SOURCES [small]: the standard test of a bot and the data set: the same bytes on any number of threads and after any
# interruption, and hashes that are those of another program. `small`: two games, and no data set.
set -eu
penna=$(realpath "$1") sources=$(realpath "$2")
. "$(dirname "$0")/measure.bash"
export LANGUAGE=en
small=${3-} only=()
[ -z "$small" ] || only=(--game qwixx --game qwinto-cards)

# The same table on any number of threads; another bot has another hash, and so have other weights under the same name.
for threads in 1 3; do
    "$penna" evaluate easy --quick --threads $threads --game qwixx --game qwinto-cards >few$threads
done
cmp few1 few3 && checked
"$penna" evaluate easy --quick --threads 1 "${only[@]}" >t1
"$penna" evaluate easy --quick --threads 2 --json "${only[@]}" >j1
for game in ${small:+qwixx qwinto-cards} ${small:-$(listed)}; do [ "$game" = small ] || grep -q "^$game " t1 || fail "$game is not in the table: $(cat t1)"; done
for bot in greedy linear expert@0.1 points@0.1 racer@0.1 margin@0.1 winner@0.1; do
    grep -q "^$bot " t1 || fail "$bot is not in the table"
done
"$penna" evaluate easy --quick --inputs "${only[@]}" >inputs
"$penna" evaluate easy --inputs "${only[@]}" >long
! cmp -s inputs long || fail "a quick test has the hash of a long one"
hash=$(tail -n 1 t1)
[ "$hash" = "BLAKE2b $(b2sum -l 256 inputs | cut -d' ' -f1)" ] || fail "the hash is not that of the inputs: $hash"
json 'd["hash"] == "'"${hash#* }"'" and d["format"] == "penna evaluate 1"' j1
json '"\n".join(d["inputs"]) + "\n" == open("inputs").read()' j1
weights=$(b2sum -l 256 "$sources/data/qwixx.weights" | cut -d' ' -f1)
grep -q "^bot easy penna .* weights $weights$" inputs || fail "the weights are not in it: $(cat inputs)"
frozen=$(b2sum -l 256 "$sources/data/frozen/0.1/qwixx.weights" | cut -d' ' -f1)
grep -q "^bot expert penna .* weights $frozen$" inputs || fail "the frozen weights are not in it"

# What is told is what a duel with the same seed tells, and the mean is that of the duels.
json 'all(len(g["duels"]) >= 6 and abs(g["share"] - sum(x["share"] for x in g["duels"]) / len(g["duels"])) < 1e-5 for g in d["games"])' j1
json 'all(x["interval"][0] <= x["share"] <= x["interval"][1] and x["games"] == 20 for g in d["games"] for x in g["duels"])' j1
# The opponents and their seeds are those of docs/league.md: whoever changes one changes the standard test.
python3 - j1 "$penna" <<'PY' || fail "a duel of the test is not that duel"
import json, subprocess, sys
opponents = ["greedy", "linear"] + [f"{style}@0.1" for style in ("expert", "points", "racer", "margin", "winner")]
for game in json.load(open(sys.argv[1]))["games"]:
    assert [x["against"] for x in game["duels"]] == [name for name in opponents if name != "linear" or game["game"] == "qwixx"], game
    for one in game["duels"]:
        seed = 1601 + opponents.index(one["against"])
        played = [sys.argv[2], "duel", game["game"], "easy", one["against"], "--games", "20", "--seed", str(seed), "--json"]
        duel = json.loads(subprocess.run(played, capture_output=True, check=True).stdout)
        assert one["seed"] == seed and one["wins"] == duel["wins"][0] and abs(one["share"] - duel["share"]) < 1e-5, (one, duel)
PY
checked

# A bot in a process of its own is known by its files; what fails is counted and told.
echo 'exit 3' >bot.sh
status=0
"$penna" evaluate 'exec:sh bot.sh' --quick --game qwixx >t || status=$?
[ $status = 3 ] || fail "a bot that dies: status $status"
grep -q 'forfeited 20 games' t || fail "$(cat t)"
first=$(tail -n 1 t)
echo 'exit 3 # changed' >bot.sh
[ "$first" != "$("$penna" evaluate 'exec:sh bot.sh' --quick --game qwixx | tail -n 1)" ] || fail "another program has the same hash"
cp "$sources/data/frozen/0.1/qwixx.weights" mine.weights
"$penna" evaluate expert@mine.weights --quick --game qwixx --inputs | sed -n 6,7p >a
mkdir other && cp mine.weights other/his.weights
"$penna" evaluate expert@other/his.weights --quick --game qwixx --inputs | sed -n 6,7p >b
cmp a b && checked

# Broken off and taken up again: the same table; but not with what was counted for another bot.
"$penna" evaluate easy --quick --game qwixx --game qwinto >whole
"$penna" evaluate easy --quick --game qwixx --game qwinto --resume kept >first
rm kept/qwinto-racer@0.1.duel
"$penna" evaluate easy --quick --game qwixx --game qwinto --resume kept >second
cmp whole first && cmp whole second && checked
refused 'belongs to another' evaluate hard --quick --game qwixx --game qwinto --resume kept
env --default-signal=INT "$penna" evaluate expert --game qwixx --game qwantum --threads 1 --resume broken >out 2>err &
for ((i = 0; i < 600 && $(ls broken 2>/dev/null | wc -l) < 1; i++)); do sleep 0.1; done
kill -INT $!
status=0
wait $! || status=$?
[ $status = 130 ] && grep -q 'goes on where it was' err && [ ! -s out ] || fail "Ctrl-C: status $status, $(cat err)"
rm -r broken
env --default-signal=TERM "$penna" evaluate expert --game qwixx --threads 1 --json --resume broken >j 2>err &
for ((i = 0; i < 600 && $(ls broken 2>/dev/null | wc -l) < 1; i++)); do sleep 0.1; done
kill -TERM $!
status=0
wait $! || status=$?
[ $status = 130 ] || fail "SIGTERM: status $status, $(cat err)"
json 'd["interrupted"] and len(d["hash"]) == 64 and "games" not in d' j
refused 'no such bot' evaluate nobody
refused 'no game' evaluate easy --game chess
PENNA_FROZEN=$tree/nothing refused 'expert@0.1' evaluate easy --quick

if [ -n "$small" ]; then
    echo "$checks checks"
    exit
fi

# The data set: the same bytes on any number of threads and after a run that was broken off; the manifest has their hashes.
make_set() { python3 "$sources/tools/dataset.py" "$penna" "$@" --game qwixx 2>progress; }
make_set one --games 2 --threads 1 >said
make_set two --games 2 --threads 2 >said
rm two/parts/* two/qwixx.jsonl
make_set two --games 2 --threads 2 >said
cmp one/qwixx.jsonl two/qwixx.jsonl && cmp one/MANIFEST.json two/MANIFEST.json && checked
grep -q "$(b2sum -l 256 one/qwixx.jsonl | cut -d' ' -f1)" one/MANIFEST.json || fail "the hash of the data set"
grep -q '1 of 1 parts, about 0 s left' progress || fail "$(cat progress)"
python3 - one/qwixx.jsonl "$penna" <<'PY' || fail "the data set is not as docs/dataset.md says"
import json, subprocess, sys
def same(ours, theirs):
    """Each field that we tell is the analysis's, byte for byte; `moves` and what is of seats are told as bare lists."""
    for key, value in ours.items():
        if key == "moves":
            names = ("move", "win", "win_error", "points", "points_error", "loss", "loss_error", "trials")
            assert value == [[move[name] for name in names] for move in theirs["moves"]], (value, theirs)
        else:
            assert value == (theirs[key] if key in theirs else [seat[key] for seat in theirs["luck"]]), (key, value, theirs)
for line in open(sys.argv[1]):
    game = json.loads(line)
    open("record", "w").write(game["record"])
    analysed = [sys.argv[2], "analyse", "record", "--quick", "--trials", "8", "--json"]
    told = json.loads(subprocess.run(analysed, capture_output=True, check=True).stdout)
    assert len(told["items"]) == len(game["items"]) > 20 and len(told["seats"]) == len(game["seats"])
    for ours, theirs in zip(game["items"] + game["seats"], told["items"] + told["seats"]):
        same(ours, theirs)
    assert list(game) == ["game", "number", "bots", "record", "seats", "items"] and len(game["seats"]) == len(game["bots"])
    score = [int(x) for x in game["record"].splitlines()[-1].split()[1:]]
    assert [s["points"] for s in game["seats"]] == score
    for item in game["items"]:
        if "seat" in item:
            assert item["played"] in [m[0] for m in item["moves"]] and all(0 <= m[1] <= 1 for m in item["moves"])
            for move, win, win_error, points, points_error, loss, loss_error, trials in item["moves"]:
                assert trials or win_error == points_error == 0 < len(item["moves"]) < item["legal"], item
                assert not trials or abs(win + loss - item["moves"][0][1]) < 1e-5 or trials < item["moves"][0][-1], item
                assert move != item["played"] or (loss == item["loss"] and trials), item
        else:
            assert abs(sum(item["win_after"]) - 1) < 0.02, item
            assert len(item["win_luck_error"]) == len(item["points_luck_error"]) == len(game["bots"]), item
PY
"$penna" check record >out || fail "a record of the data set: $(cat out)"
python3 "$sources/examples/dataset.py" one/qwixx.jsonl >said && grep -q '2 games' said || fail "the example: $(cat said)"
if make_set one --games 3 >said; then fail "another data set in the folder of the first"; fi
grep -q 'another data set' progress || fail "$(cat progress)"
echo "$checks checks"
