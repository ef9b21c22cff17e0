// analyse-worker.mjs: hints and analyses are thought out here. One question at a time; who asks ends the worker to break
// an analysis off (advice.mjs).

import { Analyst } from './analyst.mjs';
import { bringWeights } from './weights.mjs';

const analyst = fetch(new URL('analyse.wasm', import.meta.url)).then((answer) => Analyst.load(answer));

/** The items go out as they come, each with what was asked; the rest comes last, without them: to take in everything at once would hold a slow phone up. */
function analyse(own, { id, record, level, seed }) {
  const prompts = own.prompter(record), total = own.open(record, level, seed);
  for (let done = 1; done <= total; done++) postMessage({ id, done, total, item: prompts.add(own.step()) });
  const { settings, seats } = JSON.parse(own.write());
  own.close();
  prompts.close();
  return { settings, seats };
}

let hinted = ''; // the decision of the last hint, which the engine still has before it

/** A hint, or what speaks against a move: asked of the decision that was hinted at, which is the last one unless something came between. */
function hint(own, { what, record, seat, move }) {
  const key = `${seat} ${record}`, again = what === 'hint' || hinted !== key, advice = again && own.hint(record, seat);
  hinted = key;
  return what === 'hint' ? advice : own.why(move);
}

const KINDS = { hint, why: hint, analyse: (own, data) => { hinted = ''; return analyse(own, data); } };

addEventListener('message', async ({ data }) => {
  try {
    const own = await analyst;
    await bringWeights(own, own.game(data.game));
    const result = await KINDS[data.what](own, data);
    postMessage({ id: data.id, result });
  } catch (error) {
    postMessage({ id: data.id, error: error.message });
  }
});
