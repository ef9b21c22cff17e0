// bots.mjs: asking the bots in the worker.

let worker = null;
let next = 0;
const waiting = new Map();

function start() {
  worker = new Worker(new URL('worker.mjs', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }) => {
    const { resolve, reject } = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error) reject(new Error(data.error));
    else resolve(data.token);
  });
}

/** The move a bot would make in a seat that sees `view`: a promise of its token. */
export function ask(bot, view, seat, seed = (Math.random() * 2 ** 32) >>> 0, playouts = 2000) {
  if (!worker) start();
  return new Promise((resolve, reject) => {
    waiting.set(++next, { resolve, reject });
    worker.postMessage({ id: next, bot, view, seat, seed, playouts });
  });
}

/** The bot that sits down unless one says otherwise, and the one that gives hints: from a list weakest first. */
export const usualBot = (bots) => ['normal', 'greedy', bots.at(-1).name].find((name) => bots.some((bot) => bot.name === name));
export const bestBot = (bots) => ['expert', 'hard', 'normal', bots.at(-1).name].find((name) => bots.some((bot) => bot.name === name));
