// weights.mjs: bringing the bots of a game their weights, in a worker.

import { weights } from './assets.mjs';

const there = new WeakMap(); // by engine: the games whose weights it has

/** Fetches the weights of a game's bots, once. Where they cannot be had, nothing happens and it is tried again the next time:
 *  true if all is there. */
export async function bringWeights(engine, game) {
  const own = there.get(engine) ?? there.set(engine, new Set()).get(engine);
  if (own.has(game.name) || !weights.includes(game.name)) return true;
  try {
    const answer = await fetch(new URL(`weights/${game.name}.weights`, import.meta.url));
    if (!answer.ok) return false;
    engine.setWeights(game, new Uint8Array(await answer.arrayBuffer()));
    own.add(game.name);
    return true;
  } catch {
    return false;
  }
}
