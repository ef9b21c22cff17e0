// run.mjs BUILD [WORD]: runs the browser tests on the page in BUILD/web, one after the other; WORD picks those whose
// name has it. Screenshots and records go to BUILD/browser. Exit status 1 if one fails.

import { resolve } from 'node:path';
import { Tester } from './lib.mjs';
import { serve } from './serve.mjs';
import { tests as local } from './local.mjs';

const [build = '../../build', word = ''] = process.argv.slice(2);
const tester = new Tester(resolve(build));
const server = await serve(`${tester.build}/web`);
await tester.open();

const all = Object.entries(local).filter(([name]) => name.includes(word));
let failed = 0;
console.log(`1..${all.length}`);
for (const [index, [name, test]] of all.entries()) {
  const from = Date.now();
  try {
    await test(tester, server.url);
    console.log(`ok ${index + 1} - ${name} (${((Date.now() - from) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`not ok ${index + 1} - ${name}\n# ${String(error.stack).replaceAll('\n', '\n# ')}`);
    for (const context of tester.browser.contexts()) {
      for (const page of context.pages()) await tester.shot(page, `failed-${index + 1}`).catch(() => {});
    }
  }
  for (const context of tester.browser.contexts()) await context.close();
}
await tester.close();
server.close();
process.exit(failed ? 1 : 0);
