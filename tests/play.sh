#!/bin/bash
# Plays scripted games through `penna play` and looks at what they leave behind.
# usage: play.sh PENNA
penna=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export XDG_STATE_HOME=$work/state LANG=C.UTF-8 LC_ALL=C.UTF-8 LANGUAGE=en NO_COLOR=1
passed=0 failed=0

pass() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    echo "FAIL: $1"
}
# check NAME COMMAND...: passes if the command succeeds.
check() {
    local name=$1
    shift
    if "$@" >/dev/null 2>&1; then pass; else fail "$name"; fi
}
# status NAME EXPECTED ACTUAL
status() { if [ "$2" = "$3" ]; then pass; else fail "$1: status $3, expected $2"; fi; }

# Random answers: small numbers, passes, and yes to every warning. What is no move is asked again.
answers() { awk -v seed="$1" -v n="$2" 'BEGIN { srand(seed); for (i = 0; i < n; i++) {
    r = rand(); print r < 0.15 ? "y" : r < 0.2 ? "-" : r < 0.22 ? "" : 1 + int(rand() * 5) } }'; }

names=$("$penna" games --json | sed -n 's/^  {"name": "\([a-z0-9-]*\)".*/\1/p')
[ -n "$names" ] || fail "games --json lists no game"

for game in $names; do
    # A whole game, one person and one bot.
    answers 1 6000 | "$penna" play "$game" --seed 11 --save "$game.penna" >"$game.out" 2>"$game.err"
    status "$game: whole game" 0 $?
    check "$game: over" grep -q 'The game is over' "$game.out"
    check "$game: check" "$penna" check "$game.penna"
    check "$game: counted" grep -q '^score ' "$game.penna"
    [ -s "$game.err" ] && fail "$game: standard error: $(head -1 "$game.err")" || pass
    check "$game: show" "$penna" show "$game.penna"
    check "$game: show --json" sh -c "'$penna' show --json --node 3 '$game.penna' | python3 -m json.tool"

    # Three at the table, two of them people; the usual place; the sums hidden.
    answers 2 9000 | "$penna" play "$game" --seed 12 --hide-score --seat human:Ann --seat "human:Bob B" --seats 3 >two.out 2>&1
    status "$game: two people" 0 $?
    check "$game: two people, over" grep -q 'The game is over' two.out
    check "$game: two people, check" "$penna" check "state/penna/$game.penna"

    # The end of the input leaves a record that can be taken up until the game is over.
    answers 3 12 | "$penna" play "$game" --seed 13 >cut.out 2>&1
    status "$game: end of input" 0 $?
    check "$game: says how to go on" grep -q "penna play --resume $game" cut.out
    check "$game: cut record" "$penna" check "state/penna/$game.penna"
    cp "state/penna/$game.penna" before.penna
    answers 4 6000 | "$penna" play --resume >resumed.out 2>&1
    status "$game: resumed" 0 $?
    check "$game: resumed and over" grep -q '^score ' "state/penna/$game.penna"
    n=$(grep -v '^#' before.penna | wc -l)
    check "$game: resumed from there" cmp <(grep -v '^#' before.penna) <(head -n "$n" "state/penna/$game.penna")
    check "$game: resumed, check" "$penna" check "state/penna/$game.penna"

    # Taking back and choosing the same gives the same game.
    { echo 1; echo y; echo 1; echo y; } | "$penna" play "$game" --seed 14 --save plain.penna >/dev/null 2>&1
    { echo 1; echo y; echo undo; echo 1; echo y; echo 1; echo y; echo u; echo 1; echo y; } |
        "$penna" play "$game" --seed 14 --save undone.penna >undo.out 2>&1
    check "$game: undo says so" grep -q 'Taken back\|choose again' undo.out
    check "$game: undo, the same dice" cmp <(grep '^roll\|^draw' plain.penna) <(grep '^roll\|^draw' undone.penna | head -n "$(grep -c '^roll\|^draw' plain.penna)")
    rm -f plain.penna undone.penna

    # Bots alone.
    check "$game: bots alone" "$penna" play "$game" --seat bot:greedy --seat bot:random --seed 1 </dev/null

    # Typed dice or cards: impossible ones are refused.
    { echo nonsense; echo 99; echo; echo "?"; } | "$penna" play "$game" --dice manual --save manual.penna >manual.out 2>&1
    status "$game: typed dice" 0 $?
    if grep -q '^game qwinto$' manual.penna; then pass; else # there a person picks dice before the first roll
        check "$game: refuses impossible dice" grep -q 'cannot be \(rolled\|drawn\) here' manual.out
    fi
    check "$game: no node was made" sh -c '! grep -q "^roll\|^draw" manual.penna'
    rm -f manual.penna
done
first=$(echo "$names" | head -1)

# Typed dice are taken as they fell, and can be taken back.
printf '36:1452\nr9\nundo\n36:1452\nundo\nundo\n11:1111\n' | "$penna" play qwixx --dice manual --save typed.penna >/dev/null 2>&1
check "typed dice" grep -qx 'roll 11:1111' typed.penna
rm -f typed.penna
printf '36:1452\n-\n-\n-\ny\n' | "$penna" play qwixx --dice manual --seat human:A --save typed.penna >typed.out 2>&1
check "a misthrow is announced" grep -q 'Careful: a misthrow: it costs you 5 points' typed.out
check "and done when confirmed" grep -q 'A: a misthrow' typed.out
printf '36:1452\n-\n-\nb8\n' | "$penna" play qwixx --dice manual --seat human:A --save typed2.penna >typed.out 2>&1
check "or something else instead" grep -qx 'move b8' typed2.penna

# To lock a row is a gain: nobody is asked whether to be careful. Long words are broken between words.
printf '11:3456\nr2\n-\n12:3456\nr3\n-\n13:3456\nr4\n-\n14:3456\nr5\n-\n15:3456\nr6\n-\n66:3456\nr12\n' | "$penna" play qwixx --dice manual --seat human:A --save lock.penna >lock.out 2>&1
check "a row is locked" grep -qx 'move r12' lock.penna
check "and nobody warned of it" sh -c '! grep -q Careful lock.out'
printf 'help\nnonsense\n' | COLUMNS=44 "$penna" play qwinto --save wide.penna >wide.out 2>&1
check "no line of these is too long" sh -c 'grep -A3 "^Counting" wide.out | grep -q "its last" && ! grep -A3 "^Counting\|^.nonsense" wide.out | grep -q ".\{45\}"'

# Ctrl-C in the middle.
mkfifo keys
"$penna" play "$first" --seed 21 --save int.penna <keys >int.out 2>&1 &
pid=$!
exec 9>keys
printf '1\ny\n1\ny\n2\n' >&9
for _ in $(seq 50); do
    [ "$(grep -c '^move' int.penna 2>/dev/null)" -ge 3 ] 2>/dev/null && break
    sleep 0.1
done
kill -INT $pid
wait $pid
status "Ctrl-C" 130 $?
exec 9>&-
"$penna" play "$first" --save term.penna <keys >term.out 2>&1 &
pid=$!
exec 9>keys
for _ in $(seq 50); do
    grep -q '> $' term.out 2>/dev/null && break
    sleep 0.1
done
kill -TERM $pid
wait $pid
status "asked to end" 143 $?
exec 9>&-
check "asked to end, says how to go on" grep -q 'penna play --resume term.penna' term.out
check "Ctrl-C says how to go on" grep -q 'penna play --resume int.penna' int.out
check "Ctrl-C leaves a good record" "$penna" check int.penna
answers 5 6000 | "$penna" play int.penna >int2.out 2>&1
status "after Ctrl-C" 0 $?
check "after Ctrl-C, over" grep -q '^score ' int.penna
check "after Ctrl-C, check" "$penna" check int.penna
"$penna" play --resume int.penna </dev/null >over.out 2>&1
status "a game that is over" 0 $?
check "a game that is over is shown" grep -q 'The game is over' over.out

# Leaving.
echo quit | "$penna" play "$first" >quit.out 2>&1
status "quit" 0 $?
check "quit says how to go on" grep -q -- '--resume' quit.out
"$penna" play "$first" --save pipe.penna </dev/zero 2>/dev/null | true
check "a closed pipe leaves a good record" "$penna" check pipe.penna

# Names.
for name in 'Zoë 🎲' 'Ann Lee the 3rd' "O'Neil; rm -rf" '%s%n' 'e\u0301'; do
    rm -f name.penna
    echo q | "$penna" play "$first" --seat "human:$name" --save name.penna >name.out 2>&1
    check "name $name" grep -qxF "seat human $name" name.penna
    check "name $name is shown" grep -qF "$name" name.out
done
for name in $'a\tb' $'a\nb' $'\x1b[2J' ' outer' 'outer ' '' $'\xff\xfe' $'\xc2\x85' "$(printf 'x%.0s' $(seq 300))"; do
    "$penna" play "$first" --seat "human:$name" --save bad.penna </dev/null >/dev/null 2>&1
    got=$?
    status "bad name $(printf %q "$name" | cut -c1-20)" 2 $got
done
[ -e bad.penna ] && fail "a bad name left a file" || pass

# Files that are not ours, and disks that are full.
echo "dear diary" >diary.txt
echo q | "$penna" play "$first" --save diary.txt >/dev/null 2>&1
status "--save does not write over other files" 2 $?
printf 'save diary.txt\nsave mine.penna\nsave mine.penna\nq\n' | "$penna" play "$first" >save.out 2>&1
check "save does not either" grep -qx 'dear diary' diary.txt
check "save FILE" "$penna" check mine.penna
printf 'save mine.penna\nn\nq\n' | "$penna" play "$first" >save.out 2>&1
check "save asks before it writes over a record" grep -q 'Write over it' save.out
echo q | "$penna" play "$first" --save mine.penna >/dev/null 2>&1
status "--save does not write over a record" 2 $?
answers 6 6000 | "$penna" play "$first" --save /dev/full >full.out 2>&1
status "a full disk" 2 $?
check "a full disk is told" grep -q 'could not be saved' full.out
check "a full disk does not end the game" grep -q 'The game is over' full.out
printf 'save /dev/full\nq\n' | "$penna" play "$first" >full.out 2>&1
status "save to a full disk" 0 $?

# Wrong usage.
for line in "$first --seats 9" "$first --seat bot:nobody" "$first --seat Ann" "$first --dice loaded" "nogame" "nofile.penna" \
    "$first --seats 1 --seat human:A --seat human:B" "$first --option no=way" "--seats 2" "diary.txt --seats 2" "-"; do
    # shellcheck disable=SC2086
    "$penna" play $line </dev/null >/dev/null 2>&1
    status "play $line" 2 $?
done
"$penna" play diary.txt </dev/null >/dev/null 2>&1
status "play diary.txt" 1 $?
"$penna" show mine.penna --node 9999 >/dev/null 2>&1
status "show beyond the end" 2 $?

# The questions.
printf '1\n2\nZoë\ngreedy\nq\n' | "$penna" play >ask.out 2>&1
status "questions" 0 $?
check "questions: the person plays" grep -q '^Zoë>' ask.out
printf '99\nno\n1\n77\n2\n\n\nq\n' | "$penna" play >ask.out 2>&1
status "questions, odd answers" 0 $?
"$penna" play </dev/null >/dev/null 2>&1
status "no answers" 0 $?

# Without colour and UTF-8 everything is ASCII.
check "plain ASCII" sh -c "echo q | LC_ALL=C LANG=C '$penna' play $first --seat human:Ann >ascii.out && ! LC_ALL=C grep -q '[^ -~]' ascii.out"
check "colour when asked" sh -c "echo q | '$penna' play $first --color always | grep -q '\[1;4;38;5'"

# Every command at the prompt.
printf '?\nhelp\nmoves\nsheets\nrules\nwhat\nundo\nsave\n\nq\n' | "$penna" play "$first" >commands.out 2>&1
status "commands" 0 $?
check "nothing to take back" grep -q 'nothing to take back' commands.out

echo "play.sh: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
