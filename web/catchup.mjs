// catchup.mjs: all my games that were never analysed, one after the other, in a worker of its own, so that hints and the analysis of a game just played need not
// wait for it. Each is kept when it is done: stopped, closed or killed, it goes on with the next the next time. While somebody plays it rests.

import * as history from './history.mjs';
import { N_ } from './i18n.mjs';

const LEVEL = 'quick';
const BUSY = /^#\/(play|start|table|try|lesson)\b/; // screens on which bots think

/** Tells by 'change' how far it is. */
export const progress = new EventTarget();
/** How far it is: {going, done, left: games, error: a message id, '' if all is well}. */
export const state = { going: false, done: 0, left: 0, error: '' };

let worker = null;
const skipped = new Set(); // those that could not be gone through: they are not tried again until the page is loaded anew

/** True if the game can be analysed and was not. */
export const isOpen = (one) => one.over && one.whole && !one.deleted && !one.analysis && !skipped.has(one.id);

function tell(change) {
  Object.assign(state, change);
  progress.dispatchEvent(new Event('change'));
}

/** One analysis: its result. Ends when the worker does. */
function analyse(game, record) {
  worker ??= new Worker(new URL('analyse-worker.mjs', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    const items = [];
    worker.onmessage = ({ data }) => {
      if (data.error) reject(new Error(data.error));
      else if (data.result) resolve({ ...data.result, items });
      else items.push(data.item);
    };
    worker.onerror = () => reject(Object.assign(new Error(N_('the analysis could not be loaded')), { fatal: true }));
    worker.onended = () => reject(Object.assign(new Error('stopped'), { fatal: true }));
    worker.postMessage({ id: 1, what: 'analyse', game, record, level: LEVEL, seed: 1 });
  });
}

function end() {
  worker?.terminate();
  worker?.onended?.();
  worker = null;
}

/** Waits as long as somebody plays. */
async function rest() {
  while (BUSY.test(location.hash) && state.going) {
    end();
    await new Promise((resolve) => { addEventListener('hashchange', resolve, { once: true }); });
  }
}

/** Goes through all that is open, newest first; does nothing if it is under way. */
export async function start(engine) {
  if (state.going) return;
  tell({ going: true, done: 0, left: 0, error: '' });
  const leave = () => { if (BUSY.test(location.hash)) end(); };
  addEventListener('hashchange', leave);
  try {
    for (let open = (await history.list()).filter(isOpen); state.going && open.length;) {
      tell({ left: open.length });
      await rest();
      const one = state.going && await history.game(open[0].id), rested = one ? await work(engine, one) : false;
      if (!rested) open = open.slice(1);
      if (!rested) tell({ done: state.done + 1 });
    }
  } catch (error) {
    if (error.message !== 'stopped') tell({ error: error.message });
  }
  removeEventListener('hashchange', leave);
  end();
  tell({ going: false });
}

/** One game; true if the worker was ended because somebody plays: it is still to be done. */
async function work(engine, one) {
  try {
    if (!engine.game(one.game)) throw new Error('no such game');
    const result = await analyse(one.game, one.record);
    await history.keepAnalysis(one.record, LEVEL, result);
  } catch (error) {
    if (error.message === 'stopped' && state.going) return true;
    if (error.fatal || error.name === 'QuotaExceededError') throw error;
    skipped.add(one.id);
  }
  return false;
}

/** Stops; what is done stays done. */
export function stop() {
  state.going = false;
  end();
}
