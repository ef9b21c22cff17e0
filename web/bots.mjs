// bots.mjs: asking the bots in the worker.

import { weights } from './assets.mjs';

let worker = null;
let next = 0;
const waiting = new Map();

function start() {
  worker = new Worker(new URL('worker.mjs', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }) => {
    const { resolve, reject } = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error) reject(Object.assign(new Error(data.error), { missing: data.missing === true }));
    else resolve(data.token);
  });
}

/** Seconds that all bots together may think about one decision: well under two, for a slow phone takes its time to look at the clock. */
const PATIENCE = 1.2;

/** The move a bot would make in a seat that sees `view`: a promise of its token. It fails, with `missing`, if the bot's weights
 *  cannot be had: nobody else plays in its name. `thinkers`: how many bots are asked at the same time; they share the time, for
 *  one worker asks them one after the other. `playouts`: think in so many, however long that takes, and by exact tables where they are made on the spot; then the same seed gives the same move. */
export function ask(bot, game, view, seat, { thinkers = 1, playouts = 0, seed = (Math.random() * 2 ** 32) >>> 0 } = {}) {
  if (!worker) start();
  return new Promise((resolve, reject) => {
    waiting.set(++next, { resolve, reject });
    worker.postMessage({ id: next, bot, game: game.name, view, seat, seed, seconds: PATIENCE / thinkers, playouts });
  });
}

/** The bots that can play a game, weakest first; those with nets only where there are weights. */
export const botsFor = (engine, game) => engine.bots.filter((bot) => weights.includes(game.name) || engine.canPlay(bot.name, game));

const firstOf = (names, bots) => names.find((name) => bots.some((bot) => bot.name === name)) ?? bots.at(-1).name;

/** The bot that sits down unless one says otherwise. */
export const usualBot = (bots) => firstOf(['normal', 'greedy'], bots);

/** The strongest bot that needs nothing to be loaded. */
export const spareBot = (engine, game) => firstOf(['linear', 'rollout', 'greedy'], engine.bots.filter((bot) => engine.canPlay(bot.name, game)));

/** Lets the service worker keep a game's weights before they are needed, unless the reader saves data. */
export function prefetchWeights(game) {
  if (!weights.includes(game.name) || navigator.connection?.saveData) return;
  fetch(new URL(`weights/${game.name}.weights`, import.meta.url)).catch(() => {});
}
