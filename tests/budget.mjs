// budget.mjs PENNA.WASM DATA: a bot that searches stops when its time is over, and does not stop at once. The clock is ours: it goes on by a
// hundredth of a second whenever it is looked at, so that a slow machine counts the same as a quick one.
import { readFileSync } from 'node:fs';
import { check, finish, pageModule } from './check.mjs';

const [wasm, data] = process.argv.slice(2), STEP = 0.01, SECONDS = 0.3;
const { Engine } = await pageModule(wasm, 'engine.mjs');
let now = 0, searched = 0;
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { env: { now: () => { now += STEP; return now; } } });
const engine = new Engine(instance.exports);

/** The view of whoever has a choice first in a game of two. */
function firstChoice(game) {
  const match = engine.start(game, 2);
  for (let rolls = 0; ; rolls++) {
    const p = match.position();
    const seat = [0, 1].find((one) => p.kind === 'move' && p.movers >> one & 1 && match.position(-2, one).moves.length > 2);
    if (seat !== undefined) return { match, seat, view: match.view(seat) };
    if (p.kind === 'chance') match.roll([rolls, 7]);
    else for (const one of [0, 1]) if (p.movers >> one & 1) match.submit(one, match.position(-2, one).moves[0].token);
  }
}

for (const game of engine.games) {
  engine.setWeights(game, readFileSync(`${data}/${game.name}.weights`));
  for (const bot of ['master', 'rollout']) {
    const { match, seat, view } = firstChoice(game), from = now;
    const token = engine.choose(bot, view, seat, 1, SECONDS), took = now - from;
    check(match.submit(seat, token), `${game.name}: ${bot} chooses a legal move`);
    check(bot !== 'rollout' || took > SECONDS / 2, `${game.name}: ${bot} stopped after ${took.toFixed(2)} s of ${SECONDS}`);
    searched += bot === 'master' && took > SECONDS / 2;
    check(took < SECONDS + 10 * STEP, `${game.name}: ${bot} took ${took.toFixed(2)} s of ${SECONDS}`);
    match.close();
  }
}
check(searched >= 3, `master searched in ${searched} games alone`); // where one move is plainly best it does not
finish();
