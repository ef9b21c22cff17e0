// advice.mjs: asking for hints and analyses, which are thought out in a worker.

import { N_, words } from './i18n.mjs';

const GRACE = 1500; // milliseconds that an analysis goes on for nobody

// One worker for all: it holds a whole engine, and there is one person who asks.
let worker = null;
let next = 0;
// What was asked and is not answered: id → {resolve, reject, progress, message}.
const waiting = new Map();

/** A worker that cannot be loaded (no network, the first time) fails all that wait, and the next question tries again. */
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

/** There is no way to stop a worker that computes but to end it. */
function fail(why) {
  worker?.terminate();
  worker = null;
  for (const one of waiting.values()) one.reject(new Error(why));
  waiting.clear();
}

/** Begins the worker when it is first wanted: it is no part of the first load. */
function ask(message, progress) {
  if (!worker) start();
  return new Promise((resolve, reject) => {
    waiting.set(++next, { resolve, reject, progress, message });
    worker.postMessage({ id: next, ...message });
  });
}

/** An answer with reasons, once there are words for them. */
const reasoned = async (message) => (await Promise.all([ask(message), words('after')]))[0];

/** The moves of a seat, the best first, with reasons (analyst.mjs). */
export const hint = (game, record, seat) => reasoned({ what: 'hint', game: game.name, record, seat });

/** What speaks for the best of them rather than for this one: phrases. */
export const why = (game, record, seat, move) => reasoned({ what: 'why', game: game.name, record, seat, move });

let going = null; // the analysis that was asked for last: {key, told: [what came of it], listeners, promise, done}

/** An analysis of one of my games stays with it (history.mjs). Nobody waits for that. */
const keep = (record, level, result) => import('./history.mjs').then(({ keepAnalysis }) => keepAnalysis(record, level, result)).catch(() => {});

/** Goes through a finished record; `progress({done, total, item})` tells of each decision and roll. Who asks for the same again, while
 *  it is under way or afterwards, is told all that came so far and then the rest: the end of a game begins it, its analysis shows it. */
export function analyse(game, record, level, progress) {
  const key = `${level} ${record}`;
  if (going?.key !== key) {
    if (going && !going.done) stop();
    const own = { key, told: [], listeners: new Set(), done: false };
    own.promise = ask({ what: 'analyse', game: game.name, record, level, seed: 1 }, (one) => {
      own.told.push(one);
      for (const listener of own.listeners) listener(one);
    }).then((rest) => ({ ...rest, items: own.told.map(({ item }) => item) }));
    own.promise.then((result) => {
      own.done = true;
      keep(record, level, result);
    }, () => { if (going === own) going = null; });
    going = own;
  }
  going.told.forEach((one) => progress(one));
  going.listeners.add(progress);
  return going.promise;
}

/** Whoever listened by `progress` does so no more. An analysis that nobody listens to is broken off after a moment, in which the next
 *  screen may ask for it; what else was asked meanwhile is asked again. */
export function leave(progress) {
  const own = going;
  if (!own?.listeners.delete(progress)) return;
  setTimeout(() => {
    if (own !== going || own.done || own.listeners.size) return;
    const others = [...waiting.values()].filter((one) => one.message.what !== 'analyse');
    waiting.clear();
    worker.terminate();
    worker = going = null;
    for (const one of others) ask(one.message, one.progress).then(one.resolve, one.reject);
  }, GRACE);
}

/** Breaks off what is under way: its promise fails. */
export const stop = () => fail('stopped');
