"""Judges what people at several servers saw against what the log holds. Knows no rule of any game and nothing of how the servers
work: only the lines of the log, the chain of their hashes, and what it means to be told that something is stored.

A history is what each client wrote down, with the time of one clock:
    sent      {table, seat, node, move, sent, answered, answer}   answer: "ack", a code, or None if none came
    views     {table, connection, order, number, key}             key: what was shown, as a text
A log is {table: (key of the dice, [(number, text, head)])}.
"""
import collections

from harness import heads


def moves_of(log):
    """{(table, seat, node): [(number, move)]} of all choices in the log."""
    found = collections.defaultdict(list)
    for table, (_, events) in log.items():
        for number, text, _ in events:
            words = text.split(" ", 3)
            if words[0] == "move":
                found[table, int(words[1]), int(words[2])].append((number, words[3]))
    return found


def check_chain(log):
    """Every log is without gaps, and each event is chained to the one before."""
    for table, (key, events) in log.items():
        if [number for number, _, _ in events] != list(range(len(events))):
            yield f"{table}: numbers with a gap"
        elif [head for _, _, head in events] != list(heads(key, [text for _, text, _ in events])):
            yield f"{table}: the chain is broken"


def check_answers(sent, log):
    """What was acknowledged is there once; what was refused is not, unless it was also sent with no answer, or acknowledged."""
    stored = moves_of(log)
    tries = collections.defaultdict(list)
    for one in sent:
        tries[one["table"], one["seat"], one["node"], one["move"]].append(one["answer"])
    for (table, seat, node, move), answers in tries.items():
        times = [m for _, m in stored[table, seat, node]].count(move)
        if "ack" in answers and times != 1:
            yield f"{table}: {move} of seat {seat} at {node} was acknowledged and is there {times} times"
        if "ack" not in answers and None not in answers and times:
            yield f"{table}: {move} of seat {seat} at {node} was refused ({answers[0]}) and is there"
        if times > 1:
            yield f"{table}: {move} of seat {seat} at {node} is there {times} times"


def check_order(sent, log):
    """What was acknowledged before something else was sent comes before it."""
    stored = moves_of(log)
    by_table = collections.defaultdict(list)
    first = {}  # a choice that is sent again was made when it was first sent, and is acknowledged when it first was
    for one in sent:
        key = one["table"], one["seat"], one["node"], one["move"]
        begin, end = first.get(key, (one["sent"], float("inf")))
        first[key] = min(begin, one["sent"]), min(end, one["answered"]) if one["answer"] == "ack" else end
    for (table, seat, node, move), (begin, end) in first.items():
        place = [n for n, text in stored[table, seat, node] if text == move]
        if end < float("inf") and place:
            by_table[table].append((begin, end, place[0]))
    for table, all_of in by_table.items():
        ends = sorted((answered, number) for _, answered, number in all_of)
        most, at = -1, 0
        for begin, _, number in sorted(all_of):
            while at < len(ends) and ends[at][0] < begin:
                most = max(most, ends[at][1])
                at += 1
            if number < most:
                yield f"{table}: event {number} was sent after event {most} was acknowledged"


def check_views(views, log):
    """Numbers never fall within a connection, none is beyond the log, and whoever sees a number sees the same."""
    last, shown = {}, {}
    for one in sorted(views, key=lambda v: (v["connection"], v["order"])):
        if one["number"] < last.get(one["connection"], 0):
            yield f"{one['table']}: a number fell from {last[one['connection']]} to {one['number']}"
        last[one["connection"]] = one["number"]
        if one["number"] > len(log[one["table"]][1]):
            yield f"{one['table']}: a view of {one['number']} events, of which there are {len(log[one['table']][1])}"
        if shown.setdefault((one["table"], one["number"]), one["key"]) != one["key"]:
            yield f"{one['table']}: two views of {one['number']} events differ"


def judge(sent, views, log):
    """All faults, as texts."""
    return [*check_chain(log), *check_answers(sent, log), *check_order(sent, log), *check_views(views, log)]


def self_test(check):
    """Histories with a fault planted in each: every one is found, and the good one is not."""
    key = bytes(range(32))
    lines = ["table qwixx 2 server show", "roll 0 1", "move 0 1 a", "move 1 1 b", "roll 2 2", "move 0 3 c", "move 1 3 d"]

    def good():
        log = {"T": (key, [(n, text, head) for n, (text, head) in enumerate(zip(lines, heads(key, lines)))])}
        sent = [{"table": "T", "seat": s, "node": n, "move": m, "sent": t, "answered": t + 0.5, "answer": "ack"}
                for s, n, m, t in ((0, 1, "a", 1), (1, 1, "b", 2), (0, 3, "c", 3), (1, 3, "d", 4))]
        sent.append({"table": "T", "seat": 0, "node": 3, "move": "x", "sent": 2.7, "answered": 2.8, "answer": "storage"})
        sent.append({"table": "T", "seat": 1, "node": 3, "move": "d", "sent": 3.7, "answered": None, "answer": None})
        views = [{"table": "T", "connection": c, "order": o, "number": n, "key": f"view {n}"} for c, o, n in ((1, 0, 3), (1, 1, 5), (2, 0, 3), (2, 1, 7))]
        return sent, views, log

    def planted(change):
        sent, views, log = good()
        change(sent, views, log)
        return judge(sent, views, log)

    def rewrite(log, texts):
        log["T"] = (key, [(n, text, head) for n, (text, head) in enumerate(zip(texts, heads(key, texts)))])

    faults = {
        "acknowledged and not there": lambda s, v, g: rewrite(g, lines[:-1]),
        "there twice": lambda s, v, g: rewrite(g, [*lines, "move 1 3 d"]),
        "refused and there": lambda s, v, g: rewrite(g, [*lines, "move 0 3 x"]),
        "another in its place": lambda s, v, g: rewrite(g, [*lines[:-1], "move 1 3 z"]),
        "out of order": lambda s, v, g: rewrite(g, [*lines[:2], lines[3], lines[2], *lines[4:]]),
        "a gap": lambda s, v, g: g["T"][1].pop(1),
        "a changed line": lambda s, v, g: g["T"][1].__setitem__(1, (1, "roll 0 6", g["T"][1][1][2])),
        "a changed hash": lambda s, v, g: g["T"][1].__setitem__(4, (4, g["T"][1][4][1], bytes(16))),
        "another key": lambda s, v, g: g.__setitem__("T", (bytes(32), g["T"][1])),
        "a number that falls": lambda s, v, g: v.append({"table": "T", "connection": 2, "order": 2, "number": 3, "key": "view 3"}),
        "two that differ": lambda s, v, g: v.append({"table": "T", "connection": 3, "order": 0, "number": 5, "key": "another"}),
        "a view of what is not there": lambda s, v, g: v.append({"table": "T", "connection": 3, "order": 0, "number": 8, "key": "view 8"}),
    }
    check(judge(*good()) == [], "nothing is wrong with a good history", judge(*good()))
    for name, change in faults.items():
        check(planted(change), "found:", name)
