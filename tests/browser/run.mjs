// run.mjs [core] BUILD [WORD [PROGRAM]]: runs the browser tests on the page in BUILD/web, three at a time; `core` leaves out
// what only looks again, WORD picks those whose name has it, PROGRAM serves (BUILD/penna). Screenshots and records go
// to BUILD/browser. A test that fails beside another is told with its reason and run once more, alone, when all are done: what
// fails then has failed. Exit status 1 if one has, or none is found.

import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as coverage from './coverage.mjs';
import { check, counting, openBrowser, Tester } from './lib.mjs';
import { serve, Server } from './serve.mjs';

const AT_ONCE = 3; // two keep two cores busy, while one waits for a server or a clock
const OWN = ['coverage.mjs', 'gallery.mjs', 'lib.mjs', 'lighthouse.mjs', 'run.mjs', 'serve.mjs']; // all other files here are tests: {name: test} as `core` and as `more`
const args = process.argv.slice(2), small = args[0] === 'core' && Boolean(args.shift());
const [folder = '../../build', word = '', program = resolve(folder, 'penna')] = args, build = resolve(folder);

const names = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.mjs') && !OWN.includes(name)).sort().reverse(); // online.mjs takes longest
const files = await Promise.all(names.map((name) => import(`./${name}`)));
const all = files.flatMap((file) => Object.entries({ ...file.core, ...(small ? {} : file.more) })).filter(([name]) => name.includes(word));
if (!word) rmSync(join(build, 'browser'), { recursive: true, force: true });

const browser = await openBrowser();
const page = await serve(`${build}/web`);
const server = new Server(program);
await server.start();

const begin = Date.now();
const seconds = (from) => ((Date.now() - from) / 1000).toFixed(1);
const again = [];
let next = 0, failed = 0;

async function run(name, test, number, last) {
  const from = Date.now(), tester = new Tester(browser, { build, program, url: page.url, server, pictures: !small });
  try {
    const count = { checks: 0 };
    await counting.run(count, () => test(tester));
    check(count.checks > 0, 'it made no check');
    tester.calm();
    console.log(`ok ${number} - ${name} (${seconds(from)} s)`);
  } catch (error) {
    if (last) failed++;
    else again.push([name, test, number]);
    console.log(`${last ? 'not ok' : '# not ok beside another:'} ${number} - ${name} (${seconds(from)} s)\n# ${String(error.stack).replaceAll('\n', '\n# ')}`);
    for (const complaint of tester.pages.flatMap((one) => one.complaints)) console.log(`# the page: ${complaint}`);
    await tester.fail(name);
  }
  await tester.close();
}

async function worker() {
  while (next < all.length) {
    const number = ++next;
    await run(...all[number - 1], number, all.length === 1);
  }
}

console.log(`1..${all.length}`);
await Promise.all(Array.from({ length: AT_ONCE }, worker));
for (const [name, test, number] of again) await run(name, test, number, true);
console.log(`# ${all.length - failed} passed, ${failed} failed, ${seconds(begin)} s`);
if (coverage.wanted) console.log(coverage.table(`${build}/web`));
await browser.close();
await server.remove();
page.close();
process.exit(failed || !all.length ? 1 : 0);
