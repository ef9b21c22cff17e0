#!/usr/bin/env python3
"""Write a data set of analysed games (docs/dataset.md): some of every game, each decision and each roll with its values.

usage: dataset.py PENNA FOLDER [--games N] [--threads T] [--game GAME]...

Games are played and analysed by PENNA, each from its number alone, so the files have the same bytes whatever the number of
threads. What is done is kept in FOLDER/parts; a run that was broken off goes on there. In the end there is GAME.jsonl for
every game and MANIFEST.json with their hashes.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

FORMAT = "penna dataset 1"
PART = 20  # games of a part: what a run that is broken off may lose
TRIALS = 8

# Who plays game number n: the lineup n modulo their count. Strong and weak, few and many, so that all kinds of positions occur.
LINEUPS = [
    ["expert", "expert"],
    ["expert", "hard"],
    ["hard", "normal"],
    ["expert", "expert", "expert"],
    ["greedy", "expert"],
    ["expert", "hard", "normal", "expert"],
    ["easy", "random"],
    ["hard", "hard"],
]


# What is told of a move, and of each seat at a roll, in the words of the analysis.
OF_MOVE = ("move", "win", "win_error", "points", "points_error", "loss", "loss_error", "trials")
OF_SEAT = ("win_before", "win_after", "win_luck_error", "points_before", "points_after", "points_luck_error")


class Failed(Exception):
    """What is said to whoever started it."""


def run(*command):
    """The standard output of a command."""
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "LANGUAGE": "en"}, check=False)
    if done.returncode:
        raise Failed(f"{' '.join(command)}: {done.stderr.strip() or f'status {done.returncode}'}")
    return done.stdout


def write(path, text):
    """Write a whole file, or none."""
    part = path.with_name(path.name + ".part")
    with open(part, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def decision(item):
    """A decision, the best moves first: what each is worth, what it loses, how sure that is and how often it was tried."""
    moves = [[m[name] for name in OF_MOVE] for m in item["moves"]]
    return {"node": item["node"], "seat": item["seat"], "played": item["played"], "legal": item["legal"],
            "loss": item["loss"], "label": item["label"], "moves": moves}


def roll(item):
    """A roll or draw: what each seat's chance to win and points were before and after it, and how sure the difference is."""
    word = next(w for w in ("roll", "draw") if w in item)
    return {"node": item["node"], word: item[word], **{n: [seat[n] for seat in item["luck"]] for n in OF_SEAT}}


def one_game(penna, game, number, folder):
    """The line of one game."""
    bots = LINEUPS[number % len(LINEUPS)]
    record = pathlib.Path(folder) / f"{game}-{number}.penna"
    run(penna, "sim", game, "--bots", ",".join(bots), "--games", "1", "--seed", str(number), "--threads", "1", "--record", str(record))
    told = json.loads(run(penna, "analyse", str(record), "--quick", "--trials", str(TRIALS), "--threads", "1", "--json"))
    line = {"game": game, "number": number, "bots": bots, "record": record.read_text(encoding="utf-8"),
            "seats": [{k: s[k] for k in ("points", "accuracy", "win", "win_luck", "win_adjusted")} for s in told["seats"]],
            "items": [decision(i) if "seat" in i else roll(i) for i in told["items"]]}
    record.unlink()
    return json.dumps(line, separators=(",", ":"))


def settings(penna, games, count):
    """Everything that the bytes depend on. Weights count as what they make the bots do: they are asked for their hash."""
    inputs = run(penna, "evaluate", "expert", "--inputs")
    return json.dumps({"format": FORMAT, "program": run(penna, "--version").strip(), "games": games, "count": count,
                       "part": PART, "trials": TRIALS, "lineups": LINEUPS,
                       "inputs": hashlib.blake2b(inputs.encode(), digest_size=32).hexdigest()}, indent=1) + "\n"


def begin(folder, text):
    """Make the folder, or take up one of the same data set."""
    (folder / "parts").mkdir(parents=True, exist_ok=True)
    path = folder / "settings.json"
    if path.exists() and path.read_text(encoding="utf-8") != text:
        raise Failed(f"{path}: another data set is here; remove it, or choose another folder")
    write(path, text)


def one_part(penna, game, first, last, path):
    with tempfile.TemporaryDirectory() as folder:
        write(path, "".join(one_game(penna, game, n, folder) + "\n" for n in range(first, last)))


def about(seconds):
    """So long, as people say it."""
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def play(penna, folder, games, count, threads):
    """Everything that is not there yet."""
    todo = [(game, first, min(first + PART, count), folder / "parts" / f"{game}-{first:06}.jsonl")
            for game in games for first in range(0, count, PART)]
    before, total, begin = sum(p[3].exists() for p in todo), len(todo), time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(one_part, penna, *part) for part in todo if not part[3].exists()]
        try:
            for made, job in enumerate(concurrent.futures.as_completed(jobs), 1):
                job.result()
                left = (time.monotonic() - begin) / made * (total - before - made)
                print(f"dataset: {before + made} of {total} parts, about {about(left)} left", file=sys.stderr, flush=True)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def finish(folder, games, count, text):
    """Put the parts together, and write what there is and its hashes."""
    files = []
    for game in games:
        body = "".join((folder / "parts" / f"{game}-{first:06}.jsonl").read_text(encoding="utf-8") for first in range(0, count, PART))
        write(folder / f"{game}.jsonl", body)
        items = [json.loads(line)["items"] for line in body.splitlines()]
        files.append({"file": f"{game}.jsonl", "games": len(items), "decisions": sum("seat" in i for g in items for i in g),
                      "rolls": sum("seat" not in i for g in items for i in g), "bytes": len(body.encode()),
                      "blake2b": hashlib.blake2b(body.encode(), digest_size=32).hexdigest()})
    write(folder / "MANIFEST.json", json.dumps({**json.loads(text), "files": files}, indent=1) + "\n")
    for file in files:
        print(f"{file['blake2b']}  {file['file']}  {file['games']} games, {file['decisions']} decisions, {file['rolls']} rolls")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("penna")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--game", action="append")
    given = parser.parse_args()
    if given.games < 1 or given.threads < 1:
        parser.error("--games and --threads are at least 1")
    penna = os.path.abspath(given.penna)
    try:
        listed = [g["name"] for g in json.loads(run(penna, "games", "--json"))]
        games = [g for g in listed if not given.game or g in given.game]
        if len(games) < len(given.game or []):
            raise Failed(f"there is no such game; the games are {' '.join(listed)}")
        text = settings(penna, games, given.games)
        begin(given.folder, text)
        play(penna, given.folder, games, given.games, given.threads)
        finish(given.folder, games, given.games, text)
    except (Failed, OSError) as error:
        print(f"dataset: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("dataset: interrupted; the same command goes on where it was", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
