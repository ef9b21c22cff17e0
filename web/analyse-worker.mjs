// analyse-worker.mjs: hints and analyses are thought out here. One question at a time; who asks ends the worker to break
// an analysis off (advice.mjs).

import { Analyst } from './analyst.mjs';
import { bringWeights } from './weights.mjs';

const analyst = fetch(new URL('analyse.wasm', import.meta.url)).then((answer) => Analyst.load(answer));

async function analyse(own, { id, record, level, seed }) {
  const total = own.open(record, level, seed);
  for (let done = 1; done <= total; done++) postMessage({ id, done, total, item: own.step() });
  const result = JSON.parse(own.write());
  own.close();
  own.addPrompts(record, result.items);
  return result;
}

addEventListener('message', async ({ data }) => {
  try {
    const own = await analyst;
    await bringWeights(own, own.game(data.game));
    const result = data.what === 'hint' ? own.hint(data.record, data.seat) : await analyse(own, data);
    postMessage({ id: data.id, result });
  } catch (error) {
    postMessage({ id: data.id, error: error.message });
  }
});
