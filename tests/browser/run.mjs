// run.mjs BUILD [WORD [SERVER]]: runs the browser tests on the page in BUILD/web, one after the other; WORD picks those
// whose name has it; SERVER is the program that serves (BUILD/penna, if it can). Screenshots and records go to BUILD/browser. Exit status 1 if one fails.

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { Tester } from './lib.mjs';
import { serve } from './serve.mjs';
import { tests as local } from './local.mjs';
import { Server, tests as online } from './online.mjs';

const [build = '../../build', word = '', program = resolve(build, 'penna')] = process.argv.slice(2);
const tester = new Tester(resolve(build));
const server = await serve(`${tester.build}/web`);
await tester.open();

const serves = spawnSync(program, ['serve', '--help']).status === 0;
const real = serves ? new Server(program, `${tester.build}/web`) : null;
await real?.start();
if (!serves) console.log('# this program has no server: the tests that need one are left out');
const all = [...Object.entries(local).map(([name, test]) => [name, () => test(tester, server.url)]),
  ...(serves ? Object.entries(online).map(([name, test]) => [name, () => test(tester, real)]) : [])].filter(([name]) => name.includes(word));
let failed = 0;
console.log(`1..${all.length}`);
for (const [index, [name, test]] of all.entries()) {
  const from = Date.now();
  try {
    await test();
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
await real?.remove();
server.close();
process.exit(failed ? 1 : 0);
