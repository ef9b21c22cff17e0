# measure.bash: what the tests of sim, duel, ladder, stats and bots in processes share; to be sourced with `penna` set.
# They work in a folder of their own.
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cd "$tree"
checks=0
checked() { checks=$((checks + 1)); }

fail() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}
listed() { # the names of the games
    "$penna" games --json | python3 -c 'import json, sys; print(*(game["name"] for game in json.load(sys.stdin)))' | grep .
}
json() { # json EXPRESSION FILE: the expression, in which `d` is what the file holds, is true
    python3 -c 'import json,sys; d=json.load(open(sys.argv[2])); sys.exit(not eval(sys.argv[1]))' "$1" "$2" ||
        fail "not so: $1 in $(cat "$2")"
    checked
}
refused() { # refused WORDS ARGUMENT...: status 2, and the words in the message
    local words=$1 status=0
    shift
    "$penna" "$@" >out 2>err || status=$?
    [ $status = 2 ] && grep -q -- "$words" err || fail "penna $*: status $status, $(cat err)"
    checked
}
