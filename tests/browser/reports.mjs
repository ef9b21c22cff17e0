// reports.mjs: the pages that the program writes as single files, a league's and an analysis, as they open from a folder.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { axe, check } from './lib.mjs';

/** A page of a file: nothing is fetched but what lies beside it. */
async function openFile(tester, path, options) {
  const page = await tester.page(null, options), fetched = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto(`file://${path}`);
  check(fetched.length === 1, `it loads ${fetched}`);
  return page;
}

/** The same for a telephone by night and a desk by day: nothing sticks out, and axe finds nothing. */
async function onScreens(tester, path, what, look = async () => {}) {
  for (const [width, height, colorScheme] of [[360, 640, 'dark'], [1280, 860, 'light']]) {
    const page = await openFile(tester, path, { viewport: { width, height }, colorScheme });
    await look(page, width);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    check(wide <= width, `${what} is ${wide} pixels wide on a screen of ${width}`);
    await axe(page, `${what}, ${width} pixels`);
    await tester.shot(page, `${what}-${width}`);
  }
}

export const core = {};

export const more = {
  async "a league's page has its ratings, and games that can be walked through"(tester) {
    const folder = mkdtempSync(join(tmpdir(), 'penna-league-'));
    try {
      const league = (...words) => execFileSync(resolve(tester.program), ['league', folder, ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
      writeFileSync(join(folder, 'league.conf'), 'sets 500\nseconds 600\nadjust no\nplay qwixx:2\nplay qwinto:3\n');
      for (const bot of ['random', 'greedy', 'linear', 'easy']) league('add', bot);
      league('--blocks', '8', '--threads', '1');
      await onScreens(tester, join(folder, 'index.html'), 'league', async (page, width) => {
        check((await page.$$('section')).length > 2 && (await page.$$('.rank tr')).length >= 8, 'two tables of ratings');
        const cut = await page.$$eval('.rank', (all) => all.filter((one) => one.scrollWidth > one.parentElement.clientWidth).length);
        check(width < 1000 || !cut, `${cut} tables of ratings are cut off on a desk`);
        await page.click('.replay summary');
        const turn = () => page.$eval('.replay[open] .step.on h4', (one) => one.textContent);
        const first = await turn();
        await page.click('.replay[open] [data-by="1"]');
        const second = await turn();
        check(first.startsWith('turn 1') && second.startsWith('turn 2'), `a step on: ${first}, then ${second}`);
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },

  async 'the page of an analysis fits the screen and is read aloud'(tester) {
    const record = join(tester.shots, 'report.txt'), path = resolve(tester.shots, 'report.html');
    execFileSync(tester.program, ['sim', 'qwixx', '--games', '1', '--bots', 'greedy,easy,greedy,easy', '--seed', '7', '--record', record]);
    execFileSync(tester.program, ['analyse', record, '--trials', '4', '--bot', 'greedy', '--html', path], { stdio: 'ignore' });
    await onScreens(tester, path, 'analysis');
  },
};
