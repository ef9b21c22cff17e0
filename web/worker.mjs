// worker.mjs: bots think here, so that the page never stands still. Its engine is its own.

import { Engine } from './engine.mjs';

const engine = fetch(new URL('penna.wasm', import.meta.url)).then((answer) => Engine.load(answer));

addEventListener('message', async ({ data }) => {
  const { id, bot, view, seat, seed, playouts } = data;
  try {
    const token = (await engine).choose(bot, view, seat, seed, playouts);
    postMessage({ id, token });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
});
