// games.mjs: the screen of my games: list, filters, statistics, moving house; with thousands of games, in every language and size, by day and by night.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { axe, check, DARK, engineOf, keptGames, LOCALES, PHONE, until } from './lib.mjs';
import { finishedRecord } from './history.mjs';

const LARGE = { viewport: { width: 1440, height: 900 } };
const BOTS = ['easy', 'normal', 'hard', 'expert', 'master'];

/** Real records of every game, two of each, for entries by the thousand: what differs is who, when and how good. */
async function records(tester) {
  const engine = await engineOf(tester);
  return engine.games.flatMap(({ name }) => [1, 2, 3].map((seed) => ({ game: name, record: finishedRecord(engine, name, seed), prompts: engine.game(name).prompts })));
}

/** Fills the page's games with `count` made of these, the newest today. Every third is not analysed. `honest`: the scores are those of the records. */
export async function fill(tester, page, count, honest = false) {
  const made = await records(tester);
  await page.evaluate(async ([kinds, many, bots, exact]) => {
    const [{ entryOf }, { add }] = await Promise.all([import('./entry.mjs'), import('./history.mjs')]);
    let seed = 7;
    const random = () => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) / 16777216; };
    const list = Array.from({ length: many }, (_, index) => {
      const kind = kinds[index % kinds.length], bot = bots[Math.floor(random() * bots.length)];
      const record = kind.record.replace(/seat bot:greedy .*/, `seat bot:${bot} ${bot}`)
        .replace(/score .*/, (score) => (exact ? score : `score ${40 + Math.floor(random() * 60)} ${40 + Math.floor(random() * 55)}`));
      const entry = entryOf({ id: `g${index}`, record, when: (exact ? 1.7e12 : Date.now()) - 3600000 - Math.floor(index * 150 * 86400000 / (exact ? 100 : many)) });
      const seat = () => ({
        accuracy: 70 + random() * 30, loss: random() / 4, luck: random() - 0.5, adjusted: random(), best: 9, good: 4,
        inaccuracy: Math.floor(random() * 4), mistake: Math.floor(random() * 3), blunder: Math.floor(random() * 2),
        kinds: Object.fromEntries(kind.prompts.map((prompt) => [prompt, [Math.floor(random() * 3), random() / 5]])),
      });
      if (index % 3) entry.analysis = { level: 'quick', policy: 'expert', exact: false, seats: [seat(), seat()] };
      return { entry, record, mistakes: [] };
    });
    await add(list);
  }, [made, count, BOTS, honest]);
}

const leaf = async (page, url, name = '') => {
  await page.goto(`${url}/#/games${name && `/${name}`}`);
  await page.waitForSelector('.leaf :is(.my-list, .results, .moving, .empty)');
};

/** Opens what stands behind a word on a phone. */
const openFilters = (page) => page.locator('.more-filters:not([open]) summary').click();

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
    check(await page.locator('.filters').isHidden(), 'and there is nothing to filter');
    check(await page.getAttribute('.empty .confirm', 'href') === '#/', 'it leads to where games begin');
    await axe(page, 'no games');
    await fill(tester, page, 100);
    await leaf(page, tester.url);
    await page.waitForSelector('.my-game');
    await openFilters(page);
    const shown = async () => Number(/\d+/.exec(await page.textContent('.leaf .how-many'))?.[0] ?? 1); // one is a word
    await page.waitForSelector('.my-list:not([aria-busy])');
    check(await shown() === 100 && await page.locator('.my-game').count() === 30, 'a page of them');
    await axe(page, 'the list');
    await tester.shot(page, 'games-list-phone');
    await page.click('.more-rows');
    await page.waitForSelector('.my-list:not([aria-busy])');
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
    await openFilters(page);
    await page.selectOption('#f-shelf', 'bin');
    await page.click('.my-game .quiet');
    await page.selectOption('#f-shelf', '');
    await until(page, () => document.querySelector('.leaf .how-many').textContent.startsWith('100'));
    await page.click('.my-game a');
    await until(page, () => location.hash.startsWith('#/replay/')); // the scores of these are made up, so there is nothing to replay
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
    await until(page, () => document.querySelectorAll('.chart').length >= 6); // one after the other
    for (const label of await page.locator('.chart svg[role=img]').evaluateAll((list) => list.map((one) => one.getAttribute('aria-label')))) check(label.length > 20 && !label.includes('{'), `a chart without words: ${label}`);
    await axe(page, 'statistics');
    await tester.shot(page, 'games-results-desktop');
    await page.locator('.chart-luck summary').click();
    await page.waitForSelector('.chart-luck table');
    check(await page.locator('.chart-luck tbody tr').count() > 20, 'the same as a table');
    await axe(page, 'statistics, a table');
    await page.selectOption('#f-game', 'qwixx');
    await page.waitForSelector('.chart-spread');
    await until(page, () => document.querySelector('.result-games strong').textContent === '60');
    check(await page.locator('.result-points').count() === 1, 'of one game, its points');
    await page.selectOption('#f-opponent', 'bot:easy');
    await until(page, () => Number(document.querySelector('.result-games strong').textContent) < 40);
  },
};

/** Every game of the page by its name, with all that is kept of it: what must be the same elsewhere. */
const all = async (page) => JSON.stringify((await keptGames(page)).filter((one) => one.hash).sort((a, b) => (a.id < b.id ? -1 : 1)));

export const more = {
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
    await openFilters(page);
    const there = Date.now() - from;
    await page.fill('#f-text', 'qwixx');
    await page.fill('#f-text', '');
    await page.selectOption('#f-game', 'qwinto');
    await page.selectOption('#f-game', '');
    await page.click('.leaf-link:nth-child(2)');
    await page.waitForSelector('.chart-heat');
    await page.selectOption('#f-game', 'qwixx');
    await page.waitForSelector('.chart-spread');
    const spent = await busy(); // printed, not judged: that depends on the machine
    console.log(`# 5,000 games: the list after ${there} ms; processor time of the longest tasks: ${spent.sort((a, b) => b - a).slice(0, 5).map((ms) => ms.toFixed(0)).join(', ')} ms`);
    check(spent.length > 50, 'the tasks were seen');
    const many = await page.evaluate(async () => (await (await import('./history.mjs')).list()).filter((one) => one.game === 'qwixx').length);
    check(many > 900, `${many} games of one kind`); // nearly a thousand: what is made up twice is kept once
    await until(page, (count) => document.querySelector('.result-games strong').textContent.replace(/\D/g, '') === String(count), many);
  },

  async 'the screen of my games: into a file and out of it, on another device, and what is no such file changes nothing'(tester) {
    const one = await tester.page(tester.url, LARGE), two = await tester.page(tester.url, PHONE);
    await fill(tester, one, 60, true);
    await leaf(one, tester.url, 'moving');
    await axe(one, 'moving house');
    await tester.shot(one, 'games-moving');
    const [saved] = await Promise.all([one.waitForEvent('download'), one.click('.to-file')]), path = join(tester.shots, 'my-games.jsonl.gz');
    check(/^penna-games-\d{4}-\d\d-\d\d\.jsonl\.gz$/.test(saved.suggestedFilename()), saved.suggestedFilename());
    await saved.saveAs(path);
    const bytes = readFileSync(path), lines = gunzipSync(bytes).toString().split('\n');
    check(lines.length === 63 && JSON.parse(lines[0]).games === 60 && JSON.parse(lines[61]).end === 60, 'a line a game');
    await leaf(two, tester.url, 'moving');
    const give = async (buffer, name = 'x.gz') => {
      await two.setInputFiles('#games-file', { name, mimeType: 'application/gzip', buffer });
      await until(two, () => !document.querySelector('.moving progress') && [...document.querySelectorAll('.moving section:last-child :is([role=status], .error)')].some((node) => node.textContent));
      return two.textContent('.moving section:last-child');
    };
    const line = JSON.parse(lines[5]), changed = (part) => gzipSync([...lines.slice(0, 5), JSON.stringify({ ...line, ...part }), ...lines.slice(6)].join('\n'));
    for (const [what, buffer, words] of [
      ['nothing', Buffer.alloc(0), 'not a file of games'], ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'damaged'], ['half of it', bytes.subarray(0, bytes.length >> 1), 'damaged'],
      ['a bit of it changed', Buffer.from(bytes.map((byte, i) => (i === bytes.length >> 1 ? byte ^ 1 : byte))), 'damaged'], ['a line less', gzipSync(lines.filter((_, i) => i !== 7).join('\n')), 'part of the file is missing'],
      ['a later version', gzipSync(lines.join('\n').replace('"format":1', '"format":2')), 'later version'], ['a move that is none', changed({ record: line.record.replace(/^move .*/m, 'move zz') }), 'line 6'],
      ['another score', changed({ record: line.record.replace(/score .*/, 'score 1 2') }), 'line 6'], ['somebody else’s seat', changed({ me: 7 }), 'line 6'], ['no JSON', gzipSync([...lines.slice(0, 3), '{', ...lines.slice(4)].join('\n')), 'line 4']]) {
      const said = await give(buffer);
      check(said.toLowerCase().includes(words.toLowerCase()), `${what}: ${said}`);
      check(await all(two) === '[]', `${what}: nothing was changed`);
    }
    check((await give(bytes)).includes('60 games were added'), 'all of them');
    check(await all(two) === await all(one), 'the same games, byte for byte');
    check((await give(bytes)).includes('60 were here already') && await all(two) === await all(one), 'a second time changes nothing');
    check((await give(Buffer.from(lines.join('\n')), 'x.jsonl')).includes('60 were here already'), 'unpacked, it is the same file');
    await two.evaluate(async () => { const { remove } = await import('./history.mjs'); await remove(['g1', 'g2']); });
    await give(bytes);
    check(await all(two) === await all(one), 'what was thrown away comes back from a file');
  },

  async 'the screen of my games: to a second device by a QR code through the server, once'(tester) {
    const { url } = tester.server, one = await tester.page(url, LARGE), two = await tester.page(url, PHONE), three = await tester.page(url, PHONE);
    await fill(tester, one, 40, true);
    await fill(tester, two, 10, true);
    const asked = [];
    for (const page of [one, two]) page.on('request', (request) => asked.push(`${request.url()} ${request.postDataBuffer()?.toString('latin1') ?? ''}`));
    await leaf(one, url, 'moving');
    await one.click('.to-device');
    await one.waitForSelector('.qr-code');
    const link = await one.textContent('.moving .link'), [, parcel, key] = /#\/take\/([\w-]{22})\.([\w-]{22})$/.exec(link);
    await axe(one, 'a QR code');
    await tester.shot(one, 'games-qr');
    check(asked.some((text) => text.includes(parcel)) && asked.every((text) => !text.includes(key) && !text.includes('penna 1')), 'the key and the games in clear never leave the device');
    await two.goto(`${url}/#/take/${parcel}.${key}`);
    await two.waitForSelector('.take');
    await axe(two, 'taking');
    await tester.shot(two, 'games-take');
    await two.click('.take');
    await two.waitForSelector('a.confirm');
    check(await all(two) === await all(one) && (await two.textContent('main')).includes('30 games were added'), 'both have the same games now');
    check(!two.url().includes(key), 'the link is gone from the address');
    await three.goto(`${url}/#/take/${parcel}.${key}`);
    await three.waitForSelector('.take');
    await three.click('.take');
    await until(three, () => document.querySelector('.error').textContent.length > 0);
    check((await three.textContent('.error')).includes('nothing here any more') && await all(three) === '[]', 'it works once');
    await one.click('.to-device'); // another one
    await until(one, (old) => ![null, old].includes(document.querySelector('.moving .link')?.textContent ?? null), link);
    const fresh = (await one.textContent('.moving .link')).split('#')[1];
    await three.goto(`${url}/#${fresh.slice(0, -22)}${'A'.repeat(22)}`);
    await three.reload();
    await three.waitForSelector('.take');
    await three.click('.take');
    await until(three, () => document.querySelector('.error').textContent.includes('cannot be opened'));
    check(await all(three) === '[]', 'without the key it is nothing');
  },

  async 'the screen of my games: all that was never analysed is, in the background, stopped and taken up again'(tester) {
    const page = await tester.page(tester.url, LARGE);
    await fill(tester, page, 6, true);
    const left = async () => (await keptGames(page)).filter((one) => !one.analysis).length;
    check(await left() === 2, 'two are open');
    await leaf(page, tester.url);
    await page.click('.catch-up button');
    await page.waitForSelector('.catch-up progress');
    await page.click('.catch-up button'); // stop
    await until(page, () => !document.querySelector('.catch-up progress'));
    check(await left() > 0, 'stopped before it was done');
    await page.click('.catch-up button');
    await page.goto(`${tester.url}/#/settings`); // it goes on elsewhere
    for (const from = Date.now(); await left() > 0 && Date.now() - from < 240000;) await page.waitForTimeout(300);
    check(await left() === 0, 'all are analysed');
    await leaf(page, tester.url);
    check(await page.locator('.catch-up button').count() === 0 && await page.locator('.my-accuracy').count() === 6, 'and it shows');
  },

  async 'the screen of my games: every leaf in every language, by night, in two sizes'(tester) {
    for (const [size, options] of Object.entries(SIZES)) {
      const page = await tester.page(tester.server.url, { ...options, ...DARK });
      await fill(tester, page, 120);
      for (const language of LOCALES) {
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
