// worker.mjs: bots think here, so that the page never stands still. Its engine is its own.

import { weights } from './assets.mjs';
import { Engine } from './engine.mjs';

const asked = new Set(); // games whose weights were asked for

/** Fetches the weights of a game's bots, once; without them the stronger bots cannot play. */
async function fetchWeights(own, game) {
  if (asked.has(game.name) || !weights.includes(game.name)) return;
  asked.add(game.name);
  const answer = await fetch(new URL(`weights/${game.name}.weights`, import.meta.url));
  if (answer.ok) own.setWeights(game, new Uint8Array(await answer.arrayBuffer()));
}

const engine = fetch(new URL('penna.wasm', import.meta.url)).then((answer) => Engine.load(answer));

addEventListener('message', async ({ data }) => {
  const { id, bot, game, view, seat, seed, seconds } = data;
  try {
    const own = await engine, played = own.game(game);
    if (!own.canPlay(bot, played)) await fetchWeights(own, played).catch(() => {});
    const name = own.canPlay(bot, played) ? bot : 'greedy';
    postMessage({ id, token: own.choose(name, view, seat, seed, seconds) });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
});
