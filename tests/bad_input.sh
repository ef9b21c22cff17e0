#!/bin/bash
# bad_input.sh PENNA: whatever is wrong with what penna is given, it says what it expected, ends with status 1 or 2, and
# leaves every file as it was. One case a line of the list: wrong usage, every kind of bad line in a record, files that
# are no records, huge ones, odd names, and writing that fails.
# shellcheck disable=SC2016  # the back quotes in patterns are penna's own
shopt -s lastpipe # what a pipe ends in runs in this shell, so that it counts
# A full disk needs a mount, which anybody may make in a name space of his own.
if [ "$(id -u)" != 0 ] && unshare -rm true 2>/dev/null; then exec unshare -rm bash "$0" "$@"; fi
penna=$(realpath "$1")
work=$(mktemp -d)
trap 'chmod -R u+w "$work" 2>/dev/null; [ -z "${mounted-}" ] || umount "$work/disk"; rm -rf "$work"' EXIT
cd "$work" || exit 1
export LC_ALL=C.UTF-8 LANGUAGE=en NO_COLOR=1 XDG_STATE_HOME=$work/state XDG_DATA_HOME=$work/data HOME=$work
passed=0 failed=0 skipped=0
through=() # what penna is started by

pass() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    echo "FAIL: $*"
}
skip() {
    skipped=$((skipped + 1))
    echo "SKIP: $*"
}

# judge NAME STATUS PATTERN FOUND: compares the status and looks for the pattern in ./err; one line on it at least, and
# nothing that a program prints when it breaks.
judge() {
    if [ "$4" != "$2" ]; then
        fail "$1: status $4, expected $2: $(head -c 300 err)"
    elif ! grep -Eq -- "$3" err; then
        fail "$1: standard error does not match /$3/: $(head -c 300 err)"
    elif grep -Eq 'Sanitizer|runtime error|Assertion' err; then
        fail "$1: $(head -c 600 err)"
    else
        pass
    fi
}

# refuses NAME STATUS PATTERN ARGUMENT...: penna ARGUMENT... ends with that status and such a message.
refuses() {
    local name=$1 expected=$2 pattern=$3 status=0
    shift 3
    "${through[@]}" "$penna" "$@" >out 2>err </dev/null || status=$?
    judge "$name" "$expected" "$pattern" "$status"
}

# as_anybody: what is run through it may not read and write everything, even if we are root.
as_anybody=()
[ "$(id -u)" != 0 ] || as_anybody=(setpriv '--bounding-set=-dac_override,-dac_read_search')

# bad NAME PATTERN: the record on standard input is bad, for check and for moves, with FILE:LINE in front.
bad() {
    cat >bad.penna
    cp bad.penna copy.penna
    refuses "$1 (check)" 1 "^bad.penna:[0-9]+: .*$2" check bad.penna
    refuses "$1 (moves)" 1 "^bad.penna:[0-9]+: .*$2" moves bad.penna
    cmp -s bad.penna copy.penna || fail "$1: the file was changed"
}

# unchanged NAME: the file `kept`, made by keep, is as it was, and nothing else was left behind.
keep() {
    mkdir -p place
    echo "precious" >place/kept
}
unchanged() {
    if [ "$(cat place/kept)" = precious ] && [ "$(ls place)" = kept ]; then pass; else fail "$1: $(ls place)"; fi
}

# Records appear as they come: after a failure there are the old file or whole records, and nothing else.
whole() {
    if { [ "$(cat "$2/kept")" = precious ] || "$penna" check "$2/kept" >/dev/null; } && [ "$(ls "$2")" = kept ]; then
        pass
    else
        fail "$1: $(ls "$2")"
    fi
}

record() { printf 'penna 1\ngame qwixx\nseat human Ann\nseat human Bob\n%b' "$*"; }

# ---- Wrong usage ---------------------------------------------------------------------------------------

refuses "no command" 2 'penna COMMAND'
refuses "unknown command" 2 'no command `nonsense`' nonsense
for command in sim play bench print; do
    refuses "unknown game ($command)" 2 'no game `ludo`; the games are.*qwixx' $command ludo
done
refuses "unknown option of the command" 2 'nonsense' sim qwixx --nonsense
refuses "option without its value" 2 'seats' sim qwixx --seats
refuses "option that is no number" 2 'seats' sim qwixx --seats two
refuses "number with something behind it" 2 'seats' sim qwixx --seats 2x
refuses "number out of range" 2 'games' sim qwixx --games 0
refuses "number out of any range" 2 'games' sim qwixx --games 99999999999999999999999
refuses "negative seed" 2 'seed' sim qwixx --seed -1
refuses "unknown option of the game" 2 'no such option.*' sim qwixx --option colour=red
refuses "option of another game" 2 'no such option' sim qwinto --option lock=at-once
refuses "unknown value of an option" 2 'no such value' sim qwixx --option lock=never
refuses "option given twice" 2 'twice' sim qwixx --option lock=at-once --option lock=at-once
refuses "option that does not fit the seats" 2 'fit' sim twentyone --seats 3 --option sheets=AB
refuses "too many seats" 2 'qwixx is played by 1 to 5 players, not 6' sim qwixx --seats 6
refuses "no seats" 2 'seats' sim qwixx --seats 0
refuses "a name that is far too long" 2 'this cannot be a name|built without its server' \
    join http://127.0.0.1:1/t/KMPXR --name "$(printf 'x%.0s' {1..5000})" # before anybody is called
refuses "unknown bot" 2 'bot.*nonsense.*the bots are.*random' sim qwixx --bots nonsense
refuses "bots for other seats" 2 'bots.*seats' sim qwixx --seats 3 --bots random,random
refuses "no bot" 2 'bot' sim qwixx --bots ,
refuses "no file" 2 'FILE' check
refuses "two files where one is taken" 2 '.' moves a b

# ---- Files that cannot be read --------------------------------------------------------------------------

refuses "file that is not there" 2 'absent.penna.*No such file' check absent.penna
mkdir folder
refuses "folder" 2 'folder.*directory' check folder
refuses "empty name" 2 '.' check ""
: >secret.penna
chmod 000 secret.penna
through=("${as_anybody[@]}")
refuses "file without permission" 2 'secret.penna.*denied' check secret.penna
through=()

# ---- Every kind of bad line -----------------------------------------------------------------------------

: | bad "empty file" 'no record'
printf '# only a comment\n\n' | bad "nothing but comments" 'no record'
printf 'hello\n' | bad "no record" 'expected `penna 1`'
printf 'penna 2\ngame qwixx\nseat human A\n' | bad "another version" 'expected `penna 1`'
printf 'penna 1' | bad "cut before the game" 'game'
printf 'penna 1\nseat human A\n' | bad "no game line" 'expected `game NAME`'
printf 'penna 1\ngame ludo\nseat human A\n' | bad "unknown game" 'no game `ludo`'
printf 'penna 1\ngame Qwixx\nseat human A\n' | bad "game in capitals" 'no game `Qwixx`'
printf 'penna 1\ngame qwixx\n' | bad "no seat" 'seat'
printf 'penna 1\ngame qwixx\nseat alien A\n' | bad "unknown kind of seat" 'seat human'
printf 'penna 1\ngame qwixx\nseat human\n' | bad "seat without a name" 'seat human'
printf 'penna 1\ngame qwixx\nseat human %s\n' A A A A A A | sed '4,$s/^penna 1$//' >six.penna
{ printf 'penna 1\ngame qwixx\n'; for i in 1 2 3 4 5 6; do echo "seat human A$i"; done; } | bad "too many seats" 'at most 5 seats'
printf 'penna 1\ngame qwixx\noption lock=never\nseat human A\n' | bad "unknown value" 'no such value'
printf 'penna 1\ngame qwixx\noption sheets=A\nseat human A\n' | bad "option of another game" 'no such option'
printf 'penna 1\ngame qwixx\noption lock=at-once\noption lock=at-once\nseat human A\n' | bad "option twice" 'twice'
printf 'penna 1\ngame twentyone\noption sheets=AA\nseat human A\nseat human B\n' | bad "one sheet for two" 'value'
printf 'penna 1\ngame twentyone\noption sheets=ABC\nseat human A\nseat human B\n' | bad "sheets for more seats" 'fit'
printf 'penna 1\ngame qwixx\nseat human A\noption lock=at-once\n' | bad "option behind a seat" 'expected'
record 'move - -\n' | bad "move before the roll" 'expected roll'
record 'roll 36:145\n' | bad "roll too short" 'roll'
record 'roll 37:1452\n' | bad "die with seven eyes" 'roll|expected|happen'
record 'draw o4\n' | bad "draw in a game of dice" 'expected roll'
record 'roll 36:1452\nmove r9\n' | bad "a move missing" 'expected 2 moves'
record 'roll 36:1452\nmove r9 - -\n' | bad "a move too many" 'too many moves'
record 'roll 36:1452\nmove r8 -\n' | bad "illegal move" 'seat 0 cannot play `r8` here; it can play'
record 'roll 36:1452\nmove r09 -\n' | bad "leading zero" 'cannot play'
record 'roll 36:1452\nmove R9 -\n' | bad "capital letter" 'cannot play'
record 'roll 36:1452\nmove  r9 -\n' | bad "two spaces" 'one space'
record 'roll 36:1452\nmove r9 - \n' | bad "space at the end" '.'
record 'roll 36:1452\r\nmove r9 -\r\n' | bad "CR LF" '.'
record 'roll 36:1452\nscore 0 0\n' | bad "score before the end" 'expected `move`'
record 'roll 36:1452\nmove r9 -\nnonsense\n' | bad "line of no kind" 'expected'
printf '\357\273\277penna 1\ngame qwixx\nseat human A\n' | bad "byte order mark" 'expected `penna 1`'

"$penna" sim qwixx --games 1 --seed 3 --record good.penna >/dev/null
sed 's/^score .*/score 1000 1000/' good.penna | bad "wrong score" 'expected'
{ cat good.penna; echo 'roll 36:1452'; } | bad "line behind the score" 'expected the end'
sed '/^score/d' good.penna | { cat; echo 'roll 36:1452'; } | bad "roll behind the end" 'score'
refuses "two records for moves" 1 'second record: say by --record N' moves <(cat good.penna good.penna)

# Every cut of a good record at a line's end behind its seats is good; any other cut is refused or good, never a crash.
size=$(wc -c <good.penna) wrong=0
for ((n = 0; n < size; n += 1 + n / 40)); do
    head -c "$n" good.penna >cut.penna
    "$penna" check cut.penna >out 2>err
    case $? in 0) ;; 1) grep -Eq '^cut.penna:[0-9]+: ' err || wrong=$((wrong + 1)) ;; *) wrong=$((wrong + 1)) ;; esac
done
if [ $wrong = 0 ]; then pass; else fail "truncated records: $wrong"; fi

# ---- Names -------------------------------------------------------------------------------------------------

name() { printf 'penna 1\ngame qwixx\nseat human %b\n' "$2" | bad "name: $1" 'a name: UTF-8 without control characters'; }
name "tab" 'A\tB'
name "escape" 'A\033[31mB'
name "NUL" 'A\000B'
name "DEL" 'A\177'
name "C1 control" 'A\302\205B'
name "leading space" ' A'
name "trailing space" 'A '
name "not UTF-8" 'A\377'
name "overlong UTF-8" 'A\300\200'
name "surrogate" 'A\355\240\200'
name "cut UTF-8" 'A\303'
printf 'penna 1\ngame qwixx\nseat human %s\nseat bot:x "%s"\n' 'Zoë 日本 🎲 %s%n $(id) `id`' "../../etc; rm -rf '" >odd.penna
if "$penna" check odd.penna >out 2>err && grep -q 'odd.penna: 1 records ok' out; then pass; else fail "odd but good names"; fi
if "$penna" show odd.penna >out 2>err && grep -q 'Zoë' out; then pass; else fail "odd names are shown"; fi
refuses "name with a control character (play)" 2 'name' play qwixx --seat "$(printf 'human:A\033B')" --save new.penna
if [ ! -e new.penna ]; then pass; else fail "a refused name left a file"; fi

# ---- Binary and huge files ------------------------------------------------------------------------------------

head -c 100000 "$penna" | bad "binary file" 'expected `penna 1`'
# huge NAME STATUS PATTERN: huge.penna is judged within 20 seconds and half a gigabyte.
huge() {
    local status=0
    (
        case $penna in *asan*) ;; *) ulimit -v 600000 ;; esac
        exec timeout 60 "$penna" check huge.penna >out 2>err
    ) || status=$?
    cat out >>err
    judge "$1" "$2" "$3" "$status"
}
{ printf 'penna 1\ngame qwixx\nseat human '; head -c 100000000 /dev/zero | tr '\0' x; } >huge.penna
huge "100 MB: one name" 0 '1 records ok'
head -c 100000000 /dev/zero | tr '\0' x >huge.penna
huge "100 MB: one line" 1 'huge.penna:1: .*expected `penna 1`'
{ echo 'penna 1'; printf '#'; head -c 100000000 /dev/zero | tr '\0' ' '; printf '\ngame qwixx\nseat human A\n'; } >huge.penna
huge "100 MB: one comment" 0 '1 records ok'
head -c 100000000 /dev/zero | tr '\0' '\n' >huge.penna
huge "100 MB: empty lines" 1 'no record'
head -c 100000000 /dev/zero >huge.penna
huge "100 MB: zeros" 1 'expected `penna 1`'
yes '# nothing' | head -c 100000000 >huge.penna
huge "100 MB: comments" 1 'no record'
record 'roll 36:1452\nmove - -\nmove -\n' >one.penna
times=$((20000000 / $(wc -c <one.penna)))
case $penna in *asan*) times=$((times / 20)) ;; esac
yes "$(cat one.penna)" | head -n $((7 * times)) >huge.penna
huge "20 MB: many records" 0 "$times records ok"
{ cat huge.penna; echo nonsense; } >huge2.penna && mv huge2.penna huge.penna
huge "20 MB: a bad line at the end" 1 "huge.penna:$((7 * times + 1)): "
rm -f huge.penna

# ---- Writing that fails ----------------------------------------------------------------------------------------

# Where a file is written for good; sim and print write in the same way as all others.
if [ -w /dev/full ]; then
    refuses "full device" 2 '/dev/full.*No space' sim qwixx --games 10 --record /dev/full
    status=0
    "$penna" sim qwixx --games 10 --record - >/dev/full 2>err || status=$?
    judge "standard output on a full device" 2 'No space' $status
    for command in games "moves good.penna" "check good.penna" "rules qwixx" "show good.penna" --help --version; do
        status=0
        # shellcheck disable=SC2086
        "$penna" $command >/dev/full 2>err || status=$?
        judge "full device: penna $command" 2 'No space' $status
    done
else
    skip "full device: there is no /dev/full"
fi

status=0
{ "$penna" sim qwixx --games 3000 --record - 2>err || echo $? >status; } | head -c 1 >/dev/null
judge "closed pipe" 2 'Broken pipe|pipe' "$(cat status)"
status=0
"$penna" games >&- 2>err || status=$?
judge "closed standard output" 2 '.' $status
keep
refuses "no such folder" 2 'no/such/folder.*No such file' sim qwixx --games 3 --record no/such/folder/a.penna
refuses "the target is a folder" 2 'directory' sim qwixx --games 3 --record place
unchanged "nothing is left in a folder that was named as the file"

# The file is larger than allowed: the limit counts blocks of 1024 bytes.
status=0
(
    ulimit -f 8
    exec "$penna" sim qwixx --games 3000 --record place/kept >out 2>err
) || status=$?
judge "file size limit" 2 'place/kept.*File too large' $status
whole "file size limit" place
keep

chmod 500 place
through=("${as_anybody[@]}")
refuses "folder without permission" 2 'place/kept.*denied' sim qwixx --games 3 --record place/kept
through=()
chmod 700 place
unchanged "folder without permission"

mkdir disk
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=64k tmpfs disk 2>/dev/null; then
    mounted=yes
    echo precious >disk/kept
    refuses "full disk" 2 'disk/kept.*No space' sim qwixx --games 3000 --record disk/kept
    whole "full disk" disk
    "$penna" games | head -c 1 >/dev/null
    yes | head -c 200000 >disk/filler 2>/dev/null
    printf '1\n1\ny\n1\n' | "$penna" play qwixx --seed 1 --save disk/play.penna >out 2>err
    status=$?
    if [ $status != 0 ] && [ -s err ] && [ ! -e disk/play.penna ]; then pass; else fail "full disk while playing: status $status"; fi
    refuses "full disk, a duel to be taken up" 2 'disk/kept.duel.*No space' duel qwixx random greedy --games 20 --resume disk/kept.duel
    refuses "full disk, a standard test" 2 'disk/test/qwixx-greedy.duel.*No space' evaluate easy --quick --game qwixx --resume disk/test
    umount disk && mounted=
else
    skip "full disk: no leave to mount one"
fi

# ---- Ctrl-C while playing ------------------------------------------------------------------------------------------

mkfifo keys
# A shell starts what runs in the background deaf to interrupts.
env --default-signal=INT "$penna" play qwixx --seed 5 --save game.penna <keys >out 2>err &
player=$!
exec 9>keys
printf '1\n1\n' >&9
for ((i = 0; i < 100; i++)); do
    [ -s game.penna ] && [ "$(grep -c '^move' game.penna)" -ge 1 ] && break
    sleep 0.1
done
kill -INT $player
for ((i = 0; i < 100; i++)); do
    kill -0 $player 2>/dev/null || break
    sleep 0.1
done
if kill -0 $player 2>/dev/null; then
    fail "Ctrl-C: still running"
    kill -KILL $player
fi
wait $player
status=$?
exec 9>&-
if [ $status = 130 ]; then pass; else fail "Ctrl-C: status $status"; fi
if grep -q 'penna play --resume' out; then pass; else fail "Ctrl-C: does not say how to go on"; fi
if "$penna" check game.penna >out 2>err; then pass; else fail "Ctrl-C: the record is bad: $(cat err)"; fi
before=$(grep -c '^move' game.penna)
printf '1\n1\n1\n1\n' | timeout 20 "$penna" play --resume game.penna >out 2>err
if [ "$(grep -c '^move' game.penna)" -gt "$before" ] && "$penna" check game.penna >out 2>err; then pass; else fail "Ctrl-C: cannot go on"; fi

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
