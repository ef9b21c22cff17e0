#!/usr/bin/env python3
"""hostile.py: whatever is wrong with a call, it is refused with an exception that says so, and nothing crashes.

A refusal is a PennaError, a TypeError or a ValueError (a KeyError where a name is looked up), and its text is about what was given and
not about the machinery behind it. Objects that were refused something go on as they were.
"""
import copy
import gc
import pickle
import sys

import numpy as np

import penna
from checks import check, finish

REFUSALS = (penna.PennaError, TypeError, ValueError)
MACHINERY = ("has no attribute", "cdata", "ctype", "C int", "initializer", "'NoneType' object", "unhashable", "not supported between", "subscriptable",
             "iterable", "surrogates")


def bad(call, *arguments, also=(), **named):
    """The call is refused, and clearly."""
    what = f"{getattr(call, '__qualname__', call)}{arguments!r:.80}{named or ''}"
    try:
        got = call(*arguments, **named)
        if hasattr(got, "__next__"):
            got = list(got)
    except REFUSALS + also as refusal:
        said = str(refusal)
        check(said and not any(word in said for word in MACHINERY), f"{what}: {type(refusal).__name__}: {said}")
    except Exception as other:  # pylint: disable=broad-except
        check(False, f"{what}: {type(other).__name__}: {other}")
    else:
        check(False, f"{what}: taken, and gave {got!r:.80}")


def bad_all(call, values, *after, **named):
    for value in values:
        bad(call, value, *after, **named)


NO_TEXTS = (None, 5, b"qwixx", 2.5, ["qwixx"], object())
NO_NUMBERS = (None, "1", 2.5, b"1", [1], {}, object(), float("nan"), True, np.float64(1), np.array([1, 2]))
NO_GAMES = (None, 5, b"qwixx", 2.5, object(), "chess", "", "qwixx\0x", "\udcff", "Qwixx")


def games():
    bad_all(penna.Game, NO_GAMES)
    game = penna.Game("qwixx")
    for call in (game.start, game.planes):
        bad_all(call, NO_NUMBERS + (0, -1, 6, 99, 2**40, 2**70))
    for options in ("lock=at-once", ["lock=at-once"], 5, {"lock": None}, {"lock": "never"}, {5: "at-once"}, {"lock": "at-once\0"},
                    {"lock\0": "at-once"}, {"": ""}, {"lock": 5}, {"lock=at-once": "x"}):
        bad(game.start, 2, options)
        bad(penna.Match, game, 2, options)
        bad(penna.Batch, game, 4, options=options)
        bad(penna.duel, game, ["random", "greedy"], games=2, options=options)
    bad_all(game.random_game, (None, 5, "rng", np.random.default_rng()))
    bad_all(lambda seats: game.random_game(penna.Rng(1), seats), NO_NUMBERS + (0, 6))


def random_numbers():
    bad_all(penna.Rng, NO_NUMBERS + (-1, 2**64))
    bad_all(lambda number: penna.Rng(1, number), NO_NUMBERS + (-1, 2**64))
    bad_all(penna.Rng(1).below, NO_NUMBERS + (0, -1, 2**32))


def states():
    bad_all(penna.State, NO_TEXTS + ("", "qwixx", "chess seats=2", "\udcff", "x" * 100000))
    start = penna.Game("qwixx").start(2)
    bad_all(penna.State, (f"{start}\0", f"{start}\n", f" {start}", str(start).replace("seats=2", "seats=9"), str(start) + " more"))
    bad_all(start.chance, NO_NUMBERS + (-1, 46656, 2**32, 2**40))
    for call in (start.roll, start.play_out, start.guess):
        bad_all(call, (None, 5, "rng", np.random.default_rng()))
    bad_all(start.outcome, NO_TEXTS + ("", "77:1111", "36:1452\0", "36:1452 "))
    bad_all(start.outcome_text, NO_NUMBERS + (-1, 46656, 2**40))
    bad(start.play, {})
    bad(start.legal, 2)
    white = start.copy().chance(start.outcome("36:1452"))
    kept = bytes(white)
    bad_all(white.play, (None, "r9", [0, 0], 0, {}, {0: 0}, {0: "r9", 1: 0}, {"0": 0, 1: 0}, {None: 0, 1: 0}, {0: 0, 1: 2**40}, {0: 0, 1: -1},
                         {0: 0, 1: 0, 2: 0}, {0: 0, 1: None}, {0: 0.0, 1: 0}, object()))
    for call in (white.legal, white.see):
        bad_all(call, NO_NUMBERS + (-1, 2, 2**40))
    bad_all(white.view, NO_NUMBERS + (-2, 2, 2**40))
    for call in (white.action, white.action_move, white.move_text):
        bad_all(lambda value, call=call: call(0, value), NO_NUMBERS + (-1, 255, 2**32, 2**40))
        bad_all(lambda seat, call=call: call(seat, 0), NO_NUMBERS + (-1, 2, 2**40))
    bad_all(lambda text: white.move(0, text), NO_TEXTS + ("", "r9 ", "r9\0", "R9", "r" * 1000))
    for call in (white.outcomes, lambda: white.chance(0), lambda: white.roll(penna.Rng(1)), lambda: white.outcome("36:1452"), lambda: white.outcome_text(0)):
        bad(call)
    check(bytes(white) == kept, "a state that refused is as it was")
    for points in (None, [], [1] * 7, ["a"], [2**40], [1.5], 5, "12", [None]):
        bad(penna.ranks, points)


def hidden():
    """A view has its own seat's moves and no others, and cannot be played on where something is hidden."""
    state, rng = penna.Game("qwinto-cards").start(2), penna.Rng(1)
    while state.node == penna.CHANCE:
        state.roll(rng)
    theirs = state.view(1 - state.active)
    seat = state.active
    move = state.legal(seat)[0]
    bad(theirs.legal, seat)
    bad(theirs.see, seat)
    bad(theirs.view, seat)
    bad(theirs.play, {seat: move})
    bad(theirs.action, seat, 0)
    bad(theirs.move, seat, state.move_text(seat, move))
    bad(theirs.play_out, rng)
    bad(state.view(-1).legal, seat)
    bad(penna.rank, theirs, seat)
    bad(penna.Bot("greedy", "qwinto-cards").choose, theirs, seat, rng)
    check(theirs.guess(rng).legal(seat), "what it may be can be played on")


def matches():
    game = penna.Game("qwixx")
    bad_all(penna.Match, NO_GAMES)
    bad_all(lambda seats: penna.Match(game, seats), NO_NUMBERS + (0, 6, 2**40))
    match = penna.Match(game, 2)
    for kind, name in ((None, "x"), ("human", None), (5, 5), ("human", ""), ("human", "a\nb"), ("human", " a"), ("robot", "x"), ("bot:", "x"),
                       ("human", "a\0b"), ("human", "\udcff")):
        bad(match.seat, 0, kind, name)
    bad_all(lambda seat: match.seat(seat, "human", "x"), NO_NUMBERS + (-1, 2, 5, 6))
    bad_all(match.chance, NO_NUMBERS + (-1, 46656, 2**40))
    bad_all(match.roll, (None, 5, np.random.default_rng()))
    bad(match.submit, 0, 0)
    match.chance(0)
    bad(match.roll, penna.Rng(1))
    bad_all(lambda seat: match.submit(seat, 0), NO_NUMBERS + (-1, 2))
    bad_all(lambda move: match.submit(0, move), NO_NUMBERS + (-1, 255, 2**40))
    bad_all(match.withdraw, NO_NUMBERS + (-1, 2))
    bad_all(match.view, NO_NUMBERS + (-2, 2))
    bad_all(match.undo, NO_NUMBERS + (-1, 2, 2**40))
    bad_all(match.record, NO_NUMBERS[1:] + (-2, 2))
    check(match.node == 1 and match.chosen == [], "a match that refused is as it was")
    bad_all(penna.read_records, NO_TEXTS + ("", "\n", "penna 1", "penna 1\n", "penna 2\ngame qwixx\n", "\0", "\udcff", match.record() + "x", match.record() * 2 + "\0"))


def bots():
    game, rng = penna.Game("qwixx"), penna.Rng(1)
    state = game.start(2).chance(0)
    bad_all(lambda name: penna.Bot(name, game), NO_TEXTS + ("", "nobody", "greedy\0", "expert@", "expert@/no/such/file", "random@0.1"))
    bad_all(lambda on: penna.Bot("greedy", on), NO_GAMES)
    bad_all(lambda value: penna.Bot("greedy", game, playouts=value), NO_NUMBERS + (-1, 2**32))
    bad_all(lambda value: penna.Bot("greedy", game, seconds=value), (None, "1", -1, float("nan"), float("inf"), [1], True))
    bot = penna.Bot("greedy", game)
    bad_all(lambda view: bot.choose(view, 0, rng), (None, 5, "qwixx", bytes(state), penna.Game("qwinto").start(2), game.start(2)))
    bad_all(lambda seat: bot.choose(state, seat, rng), NO_NUMBERS + (-1, 2))
    bad_all(lambda other: bot.choose(state, 0, other), (None, 5, np.random.default_rng()))
    bad_all(bot.follow, (5, "match", state, penna.Match("qwinto", 2)))


def duels():
    two = ["random", "greedy"]
    bad_all(lambda game: penna.duel(game, two, games=2), NO_GAMES)
    bad_all(lambda names: penna.duel("qwixx", names, games=2), (None, 5, "greedy", [], ["greedy"], ["greedy"] * 6, ["greedy"] * 7, [1, 2], [None, "greedy"],
                                                                ["greedy", "nobody"], ["greedy", "random\0"], [b"greedy", b"random"], object(), {"greedy": 1, "random": 2}))
    for mine in (lambda view, seat, rng: None, lambda view, seat, rng: 255, lambda view, seat, rng: -1, lambda view, seat, rng: "-", lambda view: 0,
                 lambda view, seat, rng: view.legal(1 - seat)[99], lambda view, seat, rng: 2**70, lambda view, seat, rng: 0.0):
        bad(penna.duel, "qwixx", [mine, "greedy"], games=2, also=(IndexError,))
        bad(penna.duel, "qwixx", ["greedy", mine], games=2, threads=2, also=(IndexError,))
    for name, values in (("games", (0, -1, 2**64)), ("seed", (-1, 2**64)), ("threads", (-1, 2**40)), ("playouts", (-1, 2**32))):
        bad_all(lambda value, name=name: penna.duel("qwixx", two, **{"games": 2, name: value}), NO_NUMBERS + values)
    bad_all(lambda value: penna.duel("qwixx", two, games=2, seconds=value), (None, "1", -1, float("nan"), float("inf")))


def analysis():
    game = penna.Game("twentyone")
    state = game.start(2).chance(0)
    bad_all(lambda at: penna.rank(at, 0), (None, 5, str(state), game.start(2)))
    bad_all(lambda seat: penna.rank(state, seat), NO_NUMBERS + (-1, 2))
    for name, values in (("seed", (-1, 2**64)), ("trials", (-1, 2**40)), ("threads", (-1, 2**20))):
        bad_all(lambda value, name=name: penna.rank(state, 0, **{name: value}), NO_NUMBERS + values)
    bad_all(lambda level: penna.rank(state, 0, level=level), (None, 5, "endless", ["quick"], {}))
    bad_all(lambda policy: penna.rank(state, 0, policy=policy), (5, b"greedy", "nobody", "greedy\0", ""))
    bad_all(penna.analyse, (None, 5, state, penna.Match(game, 2)))
    bad_all(penna.Table, NO_GAMES + ("qwinto",))
    bad_all(lambda seats: penna.Table(game, seats), NO_NUMBERS + (0, -1, 99))
    bad_all(lambda path: penna.Table(game, 1, path), (5, 2.5, "/no/such/file", "", "a\0b", "/", [1]))
    table, alone = penna.Table(game), game.start(1)
    bad_all(table.value, (None, 5, str(alone), state, penna.Game("qwixx").start(1)))
    bad_all(table.best, (None, alone, state))
    bad_all(lambda seat: table.value(alone, seat), NO_NUMBERS + (-1, 1, 6))
    bad_all(table.save, (None, 5, "/no/such/folder/x", "", "a\0b", "/"))


def batches():
    bad_all(lambda game: penna.Batch(game, 4), NO_GAMES)
    bad_all(lambda lanes: penna.Batch("qwixx", lanes), NO_NUMBERS + (0, -1, 2**20 + 1, 2**40))
    bad_all(lambda seats: penna.Batch("qwixx", 4, seats), NO_NUMBERS + (0, 6, 99))
    for name, values in (("threads", (-1, 2**20)), ("seed", (-1, 2**64)), ("number", (-1, 2**64))):
        bad_all(lambda value, name=name: penna.Batch("qwixx", 4, **{name: value}), NO_NUMBERS + values)
    for name in ("streams", "reward"):
        bad_all(lambda value, name=name: penna.Batch("qwixx", 4, **{name: value}), (None, 5, "slow", ["fast"], {}))
    bad_all(lambda wanted: penna.Batch("qwixx", 4, wanted=wanted), (None, 5, "planes", ("rows",), (5,), [["planes"]]))
    for streams in ("fast", "exact"):
        batch = penna.Batch("qwixx", 8, streams=streams)
        good = batch.random().copy()
        for actions in (None, 5, "x", good.tolist(), good.astype(np.int64), good.astype(bool), good.astype(np.int8), good[:1], good[:, :4], good.T,
                        good.ravel(), good[:, ::-1], np.zeros((2, 8, 1), np.uint8), np.zeros((), np.uint8), good.astype(object), np.zeros((0, 8), np.uint8),
                        memoryview(good), np.asfortranarray(good), good.view("S1")):
            bad(batch.step, actions)
        bad(batch.step, good, np.zeros(8, np.uint32))
        for moves in (None, good, good.astype(">u4"), good.astype(np.int32), np.zeros((2, 7), np.uint32)):
            bad(batch.convert, moves)
        bad_all(batch.state, NO_NUMBERS + (-1, 8, 2**40))
        bad_all(batch.number, NO_NUMBERS + (-1, 8, 2**40))
        bad_all(batch.restart, NO_NUMBERS + (-1, 2**64))
    given = penna.Batch("qwixx", 4, given=True)
    actions = np.zeros((2, 4), np.uint8)
    bad(given.step, actions)
    for outcomes in (5, "x", [0] * 4, np.zeros(4, np.int64), np.zeros(4, ">u4"), np.zeros(3, np.uint32), np.zeros((4, 1), np.uint32), np.zeros(8, np.uint32)[::2]):
        bad(given.step, actions, outcomes)


def nonsense_in_arrays():
    """Whatever stands in the arrays that Python shares with C, it is a fault of its lane and no more."""
    rng = np.random.default_rng(1)
    for game in penna.games():
        for streams in ("fast", "exact"):
            batch = penna.Batch(game, 70, 2, streams=streams, given=streams == "exact", seed=1)
            faults = 0
            for _ in range(60):
                outcomes = rng.integers(0, 2**32, 70, np.uint32) if batch.given else None
                if outcomes is not None:
                    sound = rng.random(70) < 0.9
                    outcomes[sound] %= np.maximum(batch.outcomes[sound], 1)
                faults += batch.step(rng.integers(0, 256, (2, 70), np.uint8), outcomes)
                batch.masks.view(np.uint8)[:] = rng.integers(0, 256, batch.masks.shape, np.uint8)
                actions = batch.random()
                check(actions.shape == (2, 70), "an action of every lane")
                faults += batch.step(actions, batch.outcomes if batch.given else None)
                for lane in (0, 33, 69):
                    state = batch.state(lane)
                    check(str(state) and all(state.legal(seat) for seat in np.flatnonzero(batch.movers[:, lane])), "a lane is a state")
            check(faults > 70, f"{game.name}, {streams}: nonsense is a fault")


def environments():
    bad_all(penna.ParallelEnv, NO_GAMES)
    bad_all(lambda seats: penna.ParallelEnv("qwixx", seats), NO_NUMBERS + (0, -1, 6, 99))
    env = penna.parallel_env("qwixx")
    bad_all(lambda seed: env.reset(seed=seed), NO_NUMBERS[1:] + (-1, 2**64))
    env.reset(seed=1)
    for actions in (None, 5, [0, 0], {}, {"seat_0": 0}, {"seat_0": None, "seat_1": 0}, {"seat_0": "0", "seat_1": 0}, {"seat_0": 0.5, "seat_1": 0},
                    {"seat_0": float("nan"), "seat_1": 0}, {"seat_0": np.zeros(2, int), "seat_1": 0}, {"seat_0": 0, "seat_1": 0, "seat_2": 0}):
        bad(env.step, actions)
    check(env.agents == ["seat_0", "seat_1"], "who refused an action has not ended the game")
    for agent in (None, 5, "seat_2", "", []):
        bad(env.observation_space, agent, also=(KeyError,))
        bad(env.action_space, agent, also=(KeyError,))
    bad_all(lambda game: penna.VectorEnv(game, 4), NO_GAMES)
    bad_all(lambda count: penna.VectorEnv("qwixx", count), NO_NUMBERS + (0, -1, 2**40))
    bad_all(lambda seats: penna.VectorEnv("qwixx", 4, seats), NO_NUMBERS + (0, -1, 6))
    for name in ("reward", "streams", "render_mode"):
        bad(penna.VectorEnv, "qwixx", 4, **{name: "x"})
    bad(penna.VectorEnv, "qwixx", 4, opponent=5)
    for opponent in (lambda batch, seat: None, lambda batch, seat: np.zeros(3, int), lambda batch, seat: np.zeros(4), lambda batch, seat: "xxxx",
                     lambda batch, seat: np.full(4, 300), lambda batch, seat: np.full(4, -1)):
        vector = penna.VectorEnv("qwixx", 4, opponent=opponent)
        vector.reset(seed=1)
        bad(vector.step, np.zeros(4, int))
    vector = penna.VectorEnv("qwixx", 4)
    bad_all(lambda seed: vector.reset(seed=seed), NO_NUMBERS[1:] + (-1, 2**64))
    vector.reset(seed=1)
    for actions in (None, 5, "xxxx", [0, 0, 0], np.zeros((4, 2), int), np.zeros(4), np.zeros(4, bool), np.full(4, 9), np.full(4, -1), [None] * 4, [[0], [0, 0]],
                    np.full(4, 2**40), [2**70] * 4):
        bad(vector.step, actions)


def lifetimes():
    """Objects that others need live as long as these, whatever Python has forgotten of them."""
    match = penna.Match("qwixx", 2)
    match.chance(0)
    bot = penna.Bot(f"exec:{sys.executable} -c \"import sys\nfor line in sys.stdin:\n word = line.split()\n if word[0] == 'penna-bot': print('ready', flush=True)\n "
                    "if word[0] == 'choose': print(word[-1], flush=True)\"", "qwixx")
    view = match.view(0)
    bot.follow(match)
    del match
    gc.collect()
    rubbish = [penna.Match("qwixx", 5) for _ in range(100)]
    check(bot.choose(view, 0, penna.Rng(1)) in view.legal(0), "a bot keeps the match that it follows")
    bot.follow(None)
    del rubbish, bot
    movers, masks = (lambda batch: (batch.movers, batch.masks))(penna.Batch("qwixx", 1000))
    gc.collect()
    check(movers.shape == (2, 1000) and masks.any(), "arrays outlive their batch")
    state = penna.Game("qwixx").start(2)
    for other in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        check(other == state and other is not state, "a state can be copied and sent")
        other.chance(0)
        check(other != state, "and is another one")
    check(pickle.loads(pickle.dumps(penna.Game("qwinto"))) == penna.Game("qwinto"), "a game can be sent")
    rng = penna.Rng(1, 2)
    rng.next()
    check(pickle.loads(pickle.dumps(rng)).next() == copy.copy(rng).next() == rng.next(), "a stream can be sent")


for part in (games, random_numbers, states, hidden, matches, bots, duels, analysis, batches, nonsense_in_arrays, environments, lifetimes):
    part()
finish()
