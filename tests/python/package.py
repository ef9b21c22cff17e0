#!/usr/bin/env python3
"""package.py: the Python package: everything that the header has, the objects around it, batches in arrays, and bad input."""
import inspect
import os
import re
import signal
import tempfile

import numpy as np

import penna
from checks import check, finish, refused
from penna._native import ffi, lib


def play(game, seats, rng):
    """A random game through states, checked against the engine's own."""
    state, decisions = game.start(seats), 0
    while not state.over:
        check(penna.State(str(state)) == state, "a state is read back from its text")
        if state.node == penna.CHANCE:
            outcome = state.copy().roll(rng)
            text = state.outcome_text(outcome)
            check(state.outcome(text) == outcome, "an outcome is read back")
            state.chance(outcome)
            continue
        moves = {}
        for seat in state.movers:
            view = state.view(seat)
            legal = view.legal(seat)
            check(legal == state.legal(seat) and legal == sorted(legal), "a view has the seat's moves")
            moves[seat] = legal[rng.below(len(legal))]
            check(state.move(seat, state.move_text(seat, moves[seat])) == moves[seat], "a move is read back")
            check(state.action_move(seat, state.action(seat, moves[seat])) == moves[seat], "an action is a move")
            check(state.see(seat).shape == (game.planes(seats),), "what is seen has its size")
            decisions += 1
        state.play(moves)
    check(len(state.scores) == seats and min(penna.ranks(state.scores)) == 1, "somebody is first")
    return decisions


def games():
    for game in penna.games():
        check(game == penna.Game(game.name) and game.title and game.summary, "a game has its names")
        rng = penna.Rng(1, 2)
        for seats in game.seats:
            check(play(game, seats, rng) > 0, "a game has decisions")
        points, decisions = game.random_game(penna.Rng(3, 4))
        state = game.start(2)
        check(state.play_out(penna.Rng(3, 4)) == decisions and state.scores == points, "a game played out is a random game")
        weights = [weight for _, weight in game.start(2).outcomes()] if game.start(2).node == penna.CHANCE else [1]
        check(sum(weights) > 0, "outcomes have weights")


def matches():
    for game in penna.games():
        match, rng = penna.Match(game, 2), penna.Rng(7)
        bot = penna.Bot("greedy", game)
        match.seat(0, "bot:greedy", "greedy")
        while not match.state.over:
            if match.state.node == penna.CHANCE:
                match.roll(rng)
                continue
            for seat in match.state.movers:
                match.submit(seat, bot.choose(match.view(seat), seat, rng))
        record, node = match.record(), match.node
        [again] = penna.read_records(record)
        check(again.record() == record and again.state == match.state, "a record is read back")
        match.undo(3)
        check(match.node == 3 and node > 3, "nodes are taken back")
        refused(penna.PennaError, match.undo, 1000)
        check(match.record(0) and match.record(-1), "a record as a seat sees it")
    refused(penna.BadRecord, list, penna.read_records("nonsense\n"))
    refused(penna.BadRecord, list, penna.read_records(""))
    refused(penna.PennaError, penna.Bot, "nobody", penna.games()[0])
    check(penna.bots()[0] == "random", "bots have names")
    result = penna.duel(penna.Game("qwixx"), ["greedy", "random"], games=400, threads=2)
    again = penna.duel(penna.Game("qwixx"), ["greedy", "random"], games=400, threads=1)
    check(result == again and result.bots[0].share.low > 0.5, "a duel depends on its fields alone")
    check(abs(result.bots[0].points - result.bots[1].points - result.bots[0].margin.mean) < 1e-9, "a margin is of the points")
    check([bot.points for bot in penna.duel("qwixx", ["exec:exit 3", "random"], games=2).bots] == [None, None], "what was forfeited has no points")
    own_bots()
    interrupted()
    refused(penna.PennaError, penna.duel, penna.Game("qwixx"), ["random"])
    refused(penna.PennaError, penna.duel, penna.Game("qwixx"), ["random"] * 9)


def own_bots():
    """A function plays in a duel as the bot does that it asks, sees what its seat may see, and what it raises comes out."""
    for game in penna.games():
        seen, bot = [], penna.Bot("greedy", game)

        def mine(view, seat, rng):
            seen.append(view.viewer == seat and seat in view.movers)
            return bot.choose(view, seat, rng)

        by_name = penna.duel(game, ["random", "greedy"], games=20)
        by_function = penna.duel(game.name, ["random", mine], games=20)
        check(by_function.bots[1].name == "mine" and by_function.bots[1].share == by_name.bots[1].share, "a function plays as a bot")
        check(by_function.bots[0] == by_name.bots[0] and len(seen) > 100 and all(seen), "and sees views")
        several = penna.duel(game, ["random", lambda view, seat, rng: view.legal(seat)[0]], games=40, threads=4)
        check(several == penna.duel(game, ["random", lambda view, seat, rng: view.legal(seat)[0]], games=40), "on any number of threads")
    refused(ZeroDivisionError, penna.duel, "qwixx", ["random", lambda view, seat, rng: 1 // 0], games=2)
    refused(penna.IllegalMove, penna.duel, "qwixx", ["random", lambda view, seat, rng: 127], games=2)


def interrupted():
    """Ctrl-C ends a duel with a function soon, and not when its games are over, which would take days; so does what the function raises. C
    has left then: it would look at what is gone."""
    asked, sent = [], []

    def mine(view, seat, rng):
        asked.append(seat)
        if len(asked) >= 100 and not sent:
            sent.append(True)
            os.kill(os.getpid(), signal.SIGALRM)  # as from a keyboard: to the thread that waits for the duel
        return view.legal(seat)[0]

    def on_alarm(number, frame):
        raise KeyboardInterrupt("the alarm")

    signal.signal(signal.SIGALRM, on_alarm)
    for threads in (1, 3):
        asked.clear()
        sent.clear()
        refused(KeyboardInterrupt, penna.duel, "qwixx", ["random", mine], games=10**9, threads=threads)
        ended = len(asked)
        penna.duel("qwixx", ["random", "greedy"], games=1000)
        check(len(asked) == ended, "nobody is asked any more")
    refused(ZeroDivisionError, penna.duel, "qwixx", ["random", lambda view, seat, rng: 1 // 0], games=10**9)


def steps():
    """A record node by node is the game that was played, and says what is hidden where."""
    for game in penna.games():
        options = {name: values[-1] for name, values in game.options.items() if isinstance(values, list)}
        match, rng = penna.Match(game, 2, options), penna.Rng(3)
        while not match.state.over:
            state = match.state
            check(game.hides or state.view(0).legal(1) == state.legal(1), "where nothing is hidden a view is as good as the state")
            check(state.viewer is None and state.view(1).viewer == 1 and state.view(-1).viewer == -1, "whose view it is")
            if state.node == penna.CHANCE:
                match.roll(rng)
                continue
            for seat in state.movers:
                match.submit(seat, state.legal(seat)[-1])
        before = None
        for number, (state, what) in enumerate(match.steps()):
            check(before is None or state == before, "each step leads to the next")
            before = state.copy().play(what) if isinstance(what, dict) else state.copy().chance(what)
        check(number + 1 == match.node and before == match.state, "and the last one to the end")
    check([game.name for game in penna.games() if game.hides] == ["qwinto-cards"], "one game has cards in the hand")


def analysis():
    state = penna.Game("qwixx").start(2)
    refused(penna.PennaError, penna.rank, state, 0)
    state.chance(5)
    found = penna.rank(state, 0, trials=32, threads=2)
    check(sorted(c.move for c in found) == state.legal(0) and found[0].loss == 0, "all legal moves are ranked")
    check(penna.rank(state, 0, trials=32, threads=1) == found, "whatever the threads")
    check(not any(c.exact for c in found), "what was tried is not exact")
    refused(ValueError, penna.rank, state, 0, level="endless")
    refused(penna.PennaError, penna.rank, state, 0, policy="nobody")
    game = penna.Game("twentyone")
    table, alone = penna.Table(game), game.start(1)
    value = table.value(alone)
    mean = sum(table.value(alone.copy().chance(o)) * w for o, w in alone.outcomes()) / sum(w for _, w in alone.outcomes())
    check(abs(value - mean) < 1e-9, "a value is the mean over what can fall")
    alone.chance(12345)
    check(abs(max(table.best(alone).values()) - table.value(alone)) < 1e-9, "and the best of what can be done")
    check(all(c.exact for c in penna.rank(alone, 0)), "alone the ranking is exact")
    match, rng = penna.Match(game, 2), penna.Rng(1)
    while not match.state.over:
        if match.state.node == penna.CHANCE:
            match.roll(rng)
            continue
        for seat in match.state.movers:
            match.submit(seat, match.state.legal(seat)[-1])
    check(penna.analyse(match, trials=2, threads=1) == penna.analyse(match, trials=2, threads=2), "an analysis on any number of threads")
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/twentyone.table"
        table.save(path)
        check(penna.Table(game, 1, path).value(alone) == table.value(alone), "a table is read back")
    refused(penna.PennaError, penna.Table, game, 1, "no such file")
    refused(penna.PennaError, penna.Table, penna.Game("qwinto"))
    refused(penna.PennaError, table.value, game.start(2))
    refused(penna.PennaError, table.value, penna.Game("qwixx").start(1))
    refused(penna.PennaError, penna.analyse, penna.Match(penna.Game("qwixx")))


def batches():
    for game in penna.games():
        for streams in ("exact", "fast"):
            batch = penna.Batch(game, 50, 2, streams=streams, seed=3, threads=2, wanted=("planes", "slots", "moves", "counts"))
            addresses = {name: getattr(batch, name).ctypes.data for name in batch.ALWAYS + ("planes", "slots", "moves", "counts")}
            for _ in range(40):
                for lane in (0, 17, 49):
                    state = batch.state(lane)
                    for seat in range(2):
                        mask = np.zeros(game.actions, bool)
                        for move in state.legal(seat):
                            mask[state.action(seat, move)] = True
                        check(np.array_equal(mask, batch.masks[seat, :, lane]), "a mask is the legal moves")
                        check(np.array_equal(state.see(seat), batch.planes[seat, :, lane]), "planes are what the seat sees")
                        count = batch.counts[seat, lane]
                        check(list(batch.moves[seat, lane, :count]) == state.legal(seat), "lists are the legal moves")
                check(batch.step(batch.random()) == 0, "random actions are legal")
            check(all(address % 64 == 0 for address in addresses.values()), "arrays begin at lines of memory")
            check(addresses == {name: getattr(batch, name).ctypes.data for name in addresses}, "nothing is copied")
        exact = penna.Batch(game, 3, 2, streams="exact", seed=9, number=4)
        seen = 0
        while seen < 3:
            numbers = [exact.number(lane) for lane in range(3)]
            exact.step(exact.random())
            for lane in np.flatnonzero(exact.done):
                points, _ = game.random_game(penna.Rng(9, numbers[lane]))
                check(points == list(exact.points[:, lane]), "an exact game is the one played one by one")
                seen += 1


def bad_arrays():
    batch = penna.Batch("qwixx", 8, 2)
    good = batch.random().copy()
    refused(TypeError, batch.step, good.tolist())
    refused(TypeError, batch.step, good.astype(np.int64))
    refused(ValueError, batch.step, good[:, :4].copy())
    refused(ValueError, batch.step, good.T.copy().T)
    refused(ValueError, batch.step, good.ravel().copy())
    refused(ValueError, batch.step, good, np.zeros(8, np.uint32))
    refused(ValueError, penna.Batch("qwixx", 8, 2, given=True).step, good)
    for wrong in ({"lanes": 0}, {"lanes": -1}, {"lanes": 2**21}, {"seats": 9}, {"options": {"lock": "never"}}):
        refused(penna.PennaError, penna.Batch, "qwixx", **{"lanes": 4, **wrong})
    for wrong in ({"streams": "slow"}, {"reward": "love"}, {"wanted": ("rows",)}, {"seed": -1}, {"threads": -3}):
        refused(ValueError, penna.Batch, "qwixx", 4, **wrong)
    refused(TypeError, penna.Batch, "qwixx", "many")
    refused(TypeError, penna.Batch, "qwixx", 2.5)
    refused(ValueError, batch.state, 8)
    good[1, 5] = 77
    check(batch.step(good) == 1 and batch.fault[5] == 2 and np.count_nonzero(batch.fault) == 1 and batch.done[5], "a fault is of one lane")
    check(batch.rewards[0, 5] == 1 and batch.rewards[1, 5] == 0, "who gives no legal action has not won")
    given = penna.Batch("qwixx", 4, 2, given=True)
    outcomes = np.array([0, 5, 46656, 7], np.uint32)
    check(given.step(np.zeros((2, 4), np.uint8), outcomes) == 1 and given.fault[2] == 0x80, "an impossible outcome is a fault of its lane")


def bad_states():
    state = penna.Game("qwixx").start(2)
    refused(penna.IllegalMove, state.play, {0: 0, 1: 0})
    refused(penna.IllegalMove, state.chance, 46656)
    refused(TypeError, state.chance, "7")
    state.chance(0)
    refused(penna.IllegalMove, state.chance, 0)
    refused(penna.IllegalMove, state.play, {0: 0})
    refused(penna.IllegalMove, state.play, 0)
    refused(penna.IllegalMove, state.play, {0: 0, 1: 999})
    refused(ValueError, state.legal, 2)
    refused(ValueError, state.legal, -1)
    refused(TypeError, state.legal, None)
    refused(penna.PennaError, penna.Game, "chess")
    refused(penna.PennaError, penna.Game("qwixx").start, 9)
    refused(penna.PennaError, penna.Game("qwixx").start, 2, {"lock": "never"})
    refused(penna.PennaError, penna.State, "qwixx nonsense")
    refused(ValueError, penna.Rng, -1)
    refused(ValueError, penna.Rng(1).below, 0)


def everything():
    """Every function of the header is there, and whatever the package shows says what it is and takes typed arguments."""
    functions = [name for name in dir(lib) if name.startswith("penna_")]
    check(len(functions) > 60 and ffi.sizeof("PennaState") == 256, "the header is read")
    source = "".join(inspect.getsource(module) for module in (penna.core, penna.batch, penna.analysis))
    for name in functions:
        check(re.search(rf"\blib\.{name}\b", source), f"{name} can be called through an object")
    for game in penna.games():
        check(game.option_summaries.keys() == game.options.keys() and all(game.option_summaries.values()), "options say what they are about")
    for name in penna.__all__:
        thing = getattr(penna, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            check(inspect.getdoc(thing), f"{name} is documented")


for part in (everything, games, matches, steps, analysis, batches, bad_arrays, bad_states):
    part()
finish()
