#!/usr/bin/env python3
"""Read a file of the data set (docs/dataset.md) and say what is in it: an example to begin from.

usage: dataset.py FILE.jsonl

It asks two questions of the games. How well does the value of a position foretell who wins? And how much do the moves of
each bot lose, on average, against the best ones?
"""
import collections
import json
import sys


def main(path):
    bins = collections.defaultdict(lambda: [0, 0.0, 0.0])  # games, what was foretold, what came
    losses = collections.defaultdict(list)
    games = 0
    with open(path, encoding="utf-8") as file:
        for line in file:
            game = json.loads(line)
            games += 1
            for item in game["items"]:
                if "seat" in item:
                    losses[game["bots"][item["seat"]]].append(item["loss"])
                    continue
                for seat, win in enumerate(item["win_after"]):
                    found = bins[min(9, max(0, int(10 * win)))]
                    found[0] += 1
                    found[1] += win
                    found[2] += game["seats"][seat]["win"]
    print(f"{path}: {games} games")
    print("foretold   came  positions")
    for _, (count, foretold, came) in sorted(bins.items()):
        print(f"{foretold / count:8.3f} {came / count:6.3f} {count:10}")
    print("bot       decisions  loss of a decision")
    for bot, lost in sorted(losses.items(), key=lambda pair: sum(pair[1]) / len(pair[1])):
        print(f"{bot:9} {len(lost):9} {sum(lost) / len(lost):19.4f}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
