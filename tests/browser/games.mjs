// games.mjs: the screen of my games: list, filters, statistics, moving house; with thousands of games, in every language and size, by day and by night.

import { axe, check, DARK, engineOf, PHONE, until } from './lib.mjs';
import { finishedRecord } from './history.mjs';

const LARGE = { viewport: { width: 1440, height: 900 } };
const BOTS = ['easy', 'normal', 'hard', 'expert', 'master'];

/** Real records of every game, two of each, for entries by the thousand: what differs is who, when and how good. */
async function records(tester) {
  const engine = await engineOf(tester);
  return engine.games.flatMap(({ name }) => [1, 2, 3].map((seed) => ({ game: name, record: finishedRecord(engine, name, seed), prompts: engine.game(name).prompts })));
}

/** Fills the page's games with `count` made of these, the newest today. Every third is not analysed. */
export async function fill(tester, page, count) {
  const made = await records(tester);
  await page.evaluate(async ([kinds, many, bots]) => {
    const [{ entryOf }, { add }] = await Promise.all([import('./entry.mjs'), import('./history.mjs')]);
    let seed = 7;
    const random = () => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) / 16777216; };
    const list = Array.from({ length: many }, (_, index) => {
      const kind = kinds[index % kinds.length], bot = bots[Math.floor(random() * bots.length)];
      const record = kind.record.replace(/seat bot:greedy .*/, `seat bot:${bot} ${bot}`)
        .replace(/score .*/, `score ${40 + Math.floor(random() * 60)} ${40 + Math.floor(random() * 55)}`);
      const entry = entryOf({ id: `g${index}`, record, when: Date.now() - 3600000 - Math.floor(index * 150 * 86400000 / many) });
      const seat = () => ({
        accuracy: 70 + random() * 30, loss: random() / 4, luck: random() - 0.5, adjusted: random(), best: 9, good: 4, inaccuracy: Math.floor(random() * 4), mistake: Math.floor(random() * 3), blunder: Math.floor(random() * 2),
        kinds: Object.fromEntries(kind.prompts.map((prompt) => [prompt, [Math.floor(random() * 3), random() / 5]])),
      });
      if (index % 3) entry.analysis = { level: 'quick', policy: 'expert', exact: false, seats: [seat(), seat()] };
      return { entry, record, mistakes: [] };
    });
    await add(list);
  }, [made, count, BOTS]);
}

const leaf = async (page, url, name = '') => {
  await page.goto(`${url}/#/games${name && `/${name}`}`);
  await page.waitForSelector('.leaf :is(.my-list, .results, .moving, .empty)');
};

/** Notes every task of the page's main thread by what it takes of the processor, whatever else the machine does: ends with [milliseconds]. */
async function tasks(page) {
  const client = await page.context().newCDPSession(page), events = [];
  client.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await client.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', '__metadata', 'disabled-by-default-devtools.timeline', 'devtools.timeline'] } });
  return async () => {
    const done = new Promise((resolve) => { client.once('Tracing.tracingComplete', resolve); });
    await client.send('Tracing.end');
    await done;
    const main = new Set(events.filter((one) => one.name === 'thread_name' && one.args.name === 'CrRendererMain').map((one) => `${one.pid} ${one.tid}`));
    const pids = new Set(events.filter((one) => one.name === 'ParseHTML' || one.name === 'FunctionCall').map((one) => one.pid));
    return events.filter((one) => /RunTask$/.test(one.name) && main.has(`${one.pid} ${one.tid}`) && pids.has(one.pid)).map((one) => (one.tdur ?? 0) / 1000);
  };
}

const SIZES = { phone: PHONE, desktop: LARGE };

export const core = {
  async 'the screen of my games: search, filters, throwing away and the way back'(tester) {
    const page = await tester.page(tester.url, PHONE);
    await leaf(page, tester.url);
    check(await page.locator('.empty').count() === 1, 'an empty list says so');
    await axe(page, 'no games');
    await fill(tester, page, 100);
    await leaf(page, tester.url);
    await page.waitForSelector('.my-game');
    const shown = async () => Number(/\d+/.exec(await page.textContent('.leaf .how-many'))[0]);
    check(await shown() === 100 && await page.locator('.my-game').count() === 30, 'a page of them');
    await axe(page, 'the list');
    await tester.shot(page, 'games-list-phone');
    await page.click('.more-rows');
    check(await page.locator('.my-game').count() === 60, 'and the next');
    await page.selectOption('#f-game', 'qwixx');
    await until(page, () => document.querySelector('.leaf .how-many').textContent.startsWith('21'));
    await page.selectOption('#f-result', 'won');
    const won = await shown();
    await page.selectOption('#f-result', 'lost');
    check(won > 0 && won < 21 && won + await shown() === 21, 'won and lost are all of them');
    check(await page.locator('.my-game.won').count() === 0, 'no win among the losses');
    await page.selectOption('#f-result', '');
    await page.fill('#f-text', 'zzz');
    check(await page.locator('.empty').count() === 1, 'nothing is like that');
    await page.fill('#f-text', 'qwixx Ann');
    check(await shown() === 21, 'names and games are found');
    await page.fill('#f-text', '');
    await page.selectOption('#f-analysed', 'no');
    check(await shown() > 0 && await page.locator('.my-accuracy').count() === 0, 'those that nobody has gone through');
    await page.selectOption('#f-analysed', '');
    await page.selectOption('#f-days', '7');
    check(await shown() < 21, 'the last days');
    await page.selectOption('#f-days', '');
    await page.selectOption('#f-game', '');
    const first = await page.getAttribute('.my-game', 'data-id');
    await page.click('.my-game .icon-button');
    await page.click('.menu-item:last-child');
    await until(page, (id) => !document.querySelector(`[data-id="${id}"]`), first);
    check(await shown() === 99, 'it is gone');
    await axe(page, 'a way back');
    await page.selectOption('#f-shelf', 'bin');
    check(await shown() === 1, 'it lies on its shelf');
    await page.reload();
    await page.waitForSelector('.my-game');
    check(await shown() === 99, 'also the next time');
    await page.selectOption('#f-shelf', 'bin');
    await page.click('.my-game .quiet');
    await page.selectOption('#f-shelf', '');
    await until(page, () => document.querySelector('.leaf .how-many').textContent.startsWith('100'));
    await page.click('.my-game a');
    await page.waitForSelector('.replay-sheets');
  },

  async 'the screen of my games: what it comes to, in charts that can also be read'(tester) {
    const page = await tester.page(tester.url, LARGE);
    await leaf(page, tester.url, 'results');
    await fill(tester, page, 300);
    await page.reload();
    await page.waitForSelector('.chart');
    const all = await page.evaluate(async () => { const [{ list }, { summary }] = await Promise.all([import('./history.mjs'), import('./stats.mjs')]); return summary(await list()); });
    const card = (name) => page.textContent(`.result-${name} strong`);
    check(await card('games') === '300' && Number.parseInt(await card('share'), 10) === Math.round(100 * all.share) && Number(await card('streak')) === all.streak.longest, 'the figures are those of the statistics');
    check(await page.locator('.chart').count() >= 6, 'the charts are there');
    for (const label of await page.locator('.chart svg[role=img]').evaluateAll((list) => list.map((one) => one.getAttribute('aria-label')))) check(label.length > 20 && !label.includes('{'), `a chart without words: ${label}`);
    await axe(page, 'statistics');
    await tester.shot(page, 'games-results-desktop');
    await page.locator('.chart-luck summary').click();
    await page.waitForSelector('.chart-luck table');
    check(await page.locator('.chart-luck tbody tr').count() > 20, 'the same as a table');
    await axe(page, 'statistics, a table');
    await page.selectOption('#f-game', 'qwixx');
    await page.waitForSelector('.chart-spread');
    check(await card('games') === '60' && await page.locator('.result-points').count() === 1, 'of one game, its points');
    await page.selectOption('#f-opponent', 'bot:easy');
    check(Number(await card('games')) < 40, 'against one opponent');
  },

  async 'the screen of my games: five thousand of them hold nobody up'(tester) {
    const page = await tester.page(tester.url, PHONE);
    await fill(tester, page, 5000);
    await page.goto(`${tester.url}/#/settings`);
    await page.reload();
    await page.waitForSelector('#main');
    const busy = await tasks(page);
    const from = Date.now();
    await page.evaluate(() => { location.hash = '#/games'; });
    await page.waitForSelector('.my-game');
    const there = Date.now() - from;
    await page.fill('#f-text', 'qwixx');
    await page.fill('#f-text', '');
    await page.selectOption('#f-game', 'qwinto');
    await page.selectOption('#f-game', '');
    await page.click('.leaf-link:nth-child(2)');
    await page.waitForSelector('.chart-heat');
    await page.selectOption('#f-game', 'qwixx');
    await page.waitForSelector('.chart-spread');
    const spent = await busy(), long = spent.filter((ms) => ms > 50);
    console.log(`# 5,000 games: the list after ${there} ms; processor time of the longest tasks: ${spent.sort((a, b) => b - a).slice(0, 5).map((ms) => ms.toFixed(0)).join(', ')} ms`);
    check(spent.length > 50 && !long.length, `tasks of more than 50 ms of processor time: ${long}`);
    check(await page.textContent('.result-games strong') === '1000', 'all are counted');
  },
};

export const more = {
  async 'the screen of my games: every leaf in every language, by night, in two sizes'(tester) {
    for (const [size, options] of Object.entries(SIZES)) {
      const page = await tester.page(tester.server.url, { ...options, ...DARK });
      await fill(tester, page, 120);
      for (const language of ['en', 'it', 'pt', 'de', 'pt-BR']) {
        await page.evaluate((code) => localStorage.setItem('penna.settings', JSON.stringify({ language: code })), language);
        for (const name of ['', 'results', 'moving']) {
          await page.goto(`${tester.server.url}/#/settings`);
          await page.reload();
          await leaf(page, tester.server.url, name);
          if (name === 'results') await page.waitForSelector('.chart-heat');
          check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1), `${name || 'list'}, ${language}, ${size}: wider than the screen`);
          await tester.shot(page, `games-${name || 'list'}-${language}-${size}-dark`);
          if (language === 'de') await axe(page, `${name || 'list'}, ${size}, by night`);
        }
      }
    }
  },
};
