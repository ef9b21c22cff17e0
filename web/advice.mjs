// advice.mjs: asking for hints and analyses, which are thought out in a worker.

import { N_ } from './i18n.mjs';

let worker = null;
let next = 0;
const waiting = new Map();

function start() {
  worker = new Worker(new URL('analyse-worker.mjs', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }) => {
    const one = waiting.get(data.id);
    if (!one) return;
    if (data.item) return void one.progress?.(data);
    waiting.delete(data.id);
    if (data.error) one.reject(new Error(data.error));
    else one.resolve(data.result);
  });
  worker.addEventListener('error', () => fail(N_('the analysis could not be loaded')));
}

function fail(why) {
  worker?.terminate();
  worker = null;
  for (const one of waiting.values()) one.reject(new Error(why));
  waiting.clear();
}

function ask(message, progress) {
  if (!worker) start();
  return new Promise((resolve, reject) => {
    waiting.set(++next, { resolve, reject, progress });
    worker.postMessage({ id: next, ...message });
  });
}

/** The moves of a seat, the best first, with reasons (analyst.mjs). */
export const hint = (game, record, seat) => ask({ what: 'hint', game: game.name, record, seat });

/** Goes through a finished record; `progress({done, total, item})` tells of each decision and roll. */
export const analyse = (game, record, level, progress) => ask({ what: 'analyse', game: game.name, record, level, seed: 1 }, progress);

/** Breaks off what is under way: its promise fails. */
export const stop = () => fail('stopped');
