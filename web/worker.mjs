// worker.mjs: bots think here, so that the page never stands still. Its engine is its own; who thinks in playouts, however long it takes, does so with
// the larger one, which has exact tables as a server has.

import { Engine } from './engine.mjs';
import { bringWeights } from './weights.mjs';

const engines = {};

/** Loaded when it is first wanted. */
function engine(name) {
  engines[name] ??= fetch(new URL(name, import.meta.url)).then((answer) => Engine.load(answer));
  return engines[name];
}

addEventListener('message', async ({ data }) => {
  const { id, bot, game, view, seat, seed, seconds, playouts } = data;
  try {
    const own = await engine(playouts ? 'analyse.wasm' : 'penna.wasm'), played = own.game(game);
    if (!own.canPlay(bot, played)) await bringWeights(own, played);
    if (own.canPlay(bot, played)) postMessage({ id, token: own.choose(bot, view, seat, seed, seconds, playouts) });
    else postMessage({ id, error: 'the weights are missing', missing: true });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
});
