// worker.mjs: bots think here, so that the page never stands still. Its engine is its own.

import { Engine } from './engine.mjs';
import { bringWeights } from './weights.mjs';

const engine = fetch(new URL('penna.wasm', import.meta.url)).then((answer) => Engine.load(answer));

addEventListener('message', async ({ data }) => {
  const { id, bot, game, view, seat, seed, seconds, playouts } = data;
  try {
    const own = await engine, played = own.game(game);
    if (!own.canPlay(bot, played)) await bringWeights(own, played);
    if (own.canPlay(bot, played)) postMessage({ id, token: own.choose(bot, view, seat, seed, seconds, playouts) });
    else postMessage({ id, error: 'the weights are missing', missing: true });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
});
