// gallery.mjs BUILD [WORD...]: every screen of the page in every size and language, and in English by night too, as pictures in
// BUILD/browser/gallery with an index.html, to be looked at. Words pick the screens whose name (such as `table-qwixx-de-light`) has them all, and the
// pictures of others stay. It fails if a screen does not come up, complains, or is wider than the window.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { fill } from './games.mjs';
import { GAMES, LOCALES, PATIENCE, asked, begin, check, openBrowser, openTable, Tester } from './lib.mjs';
import { serve, Server } from './serve.mjs';

const SIZES = [[360, 640], [390, 844], [844, 390], [820, 1180], [1440, 900]];
const [folder = '../../build', ...words] = process.argv.slice(2), build = resolve(folder), program = join(build, 'penna'), out = join(build, 'browser', 'gallery');

/** A finished game of a person against a bot, and its first half. */
function records(game) {
  const path = join(out, `${game}.txt`);
  execFileSync(program, ['sim', game, '--games', '1', '--bots', 'greedy,greedy', '--seed', '9', '--record', path]);
  const whole = readFileSync(path, 'utf8').replace('seat bot:greedy greedy', 'seat human Ann').replace('seat bot:greedy greedy', 'seat bot:greedy Greedy');
  const lines = whole.split('\n'), half = lines.findLastIndex((line, i) => i < lines.length / 2 && /^(roll|draw)/.test(line));
  return { whole, half: `${lines.slice(0, half + 1).join('\n')}\n` };
}

const packed = (record) => deflateRawSync(record).toString('base64url');
const kept = (game, id, record) => ({ id, game, record, key: [1, 2], real: false, when: 1, over: id === 'over' });

/** Goes from the first screen to another, with a game that is over and one that goes on, until something stands there. */
const way = (url, begun = []) => (route, wait) => async (page) => {
  await page.evaluate((games) => localStorage.setItem('penna.games', JSON.stringify(games)), begun);
  await page.goto(`${url}/#/`);
  await page.goto(`${url}/#/${route}`);
  await page.waitForSelector(wait, { timeout: 4 * PATIENCE });
};

/** Taps until there is a move to confirm. */
async function choose(page) {
  for (let taps = 0; taps < 8 && !await page.$('.bar .confirm:not([disabled])'); taps++) {
    await page.evaluate((n) => { // not always the first: some moves want two things of two kinds; none yet while a bot thinks
      const all = document.querySelectorAll('.scroller .possible:not(.chosen), .pieces .possible:not(.chosen), .bar .chip');
      all[(3 * n) % all.length]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }, taps);
    await page.waitForTimeout(50);
  }
  await page.waitForSelector('.bar .confirm:not([disabled])');
}

/** The screens of one game: name → how to get there; what stands there when it is whole. `judged`: with what the judge says, which may take a minute. */
function ofGame(game, url, judged) {
  const { whole, half } = records(game), go = way(url, [kept(game, 'over', whole), kept(game, 'half', half)]);
  const table = async (page) => { await go('play/half', '.play')(page); await asked(page); };
  return {
    table,
    chosen: async (page) => { await table(page); await choose(page); },
    'hot-seat': async (page) => { await begin(page, url, game, { mode: 'device', seats: 3 }); await page.waitForSelector('.bar :is(.confirm, .quiet)'); },
    'real-dice': async (page) => { await begin(page, url, game, { mode: 'device', seats: 2, real: true }); },
    end: go('play/over', judged ? '.told:not(.awaited)' : '.end'),
    replay: go('replay/over', '#slider'),
    rules: go(`learn/${game}`, '.rules h3'),
    lesson: go(`lesson/${game}`, '.lesson-ask'),
    puzzle: go(`puzzles/${game}`, '.puzzle .bar .confirm'),
    ...(judged ? { analysis: go(`analysis/${packed(whole)}`, '.said p') } : {}),
  };
}

/** A table at which Ann waits, whoever is invited to it, and all of them when they play. */
async function seated(tester, page, url, game, locale, others = ['Ben']) {
  const code = await openTable(page, url, game, 1 + others.length);
  for (const name of others) {
    const other = await tester.page(`${url}/t/${code}`, { locale });
    await other.fill('#name', name);
    await other.click('form .confirm');
  }
  await page.waitForSelector('.play');
}

/** The organiser's evening, in which two wait; its code. */
async function openEvening(tester, page, url) {
  await page.goto(`${url}/#/evening`);
  await page.waitForSelector('.evening-setup');
  await page.fill('#title', 'Penna');
  await page.click('form .confirm');
  await page.waitForSelector('.invitation .code');
  const code = await page.textContent('.invitation .code');
  for (const name of ['Ann', 'Ben']) {
    const other = await tester.page(`${url}/e/${code}`);
    await other.fill('#name', name);
    await other.click('.evening-join .confirm');
    await other.waitForSelector('.evening-mine');
  }
  await page.waitForSelector('.seats-list li:nth-child(2)');
  return code;
}

/** The screens that are the same for all games. */
function ofAll(game, url, tester, locale) {
  const go = way(url), games = (leaf, wait) => async (page) => { await fill(tester, page, 40); await go(`games${leaf}`, wait)(page); };
  return {
    start: go('', '.doors'), setup: go(`new/${game}`, 'form'),
    lobby: async (page) => { await openTable(page, url, game, 2); },
    invited: async (page) => { await page.goto(`${url}/t/${await openTable(page, url, game, 2)}`); await page.evaluate(() => localStorage.clear()); await page.reload(); await page.waitForSelector('#name'); await page.evaluate(() => scrollTo(0, 0)); },
    friends: (page) => seated(tester, page, url, game, locale), three: (page) => seated(tester, page, url, game, locale, ['Ben', 'Maximiliana']),
    daily: go('daily', '.daily-list'), deal: go(`daily/${new Date().toISOString().slice(0, 10)}/${game}/alone`, '.daily-body .confirm'),
    'no-games': go('games', '.empty'), games: games('', '.my-game'), results: games('/results', '.results'), moving: games('/moving', '.moving'),
    'evening-setup': go('evening', '.evening-setup'), evening: async (page) => { await openEvening(tester, page, url); },
    tv: async (page) => { await go(`tv/${await openEvening(tester, page, url)}`, '.tv-qr')(page); },
    puzzles: go('puzzles', '.plain-list'), open: go('open', 'textarea'), settings: go('settings', '#main'),
  };
}

/** Takes the pictures of a screen in all sizes: how many. */
async function shoot(page, name, faults) {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(150);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) faults.push(`${name} at ${width}x${height}: ${wide} pixels wide`);
    await page.screenshot({ path: join(out, `${name}-${width}x${height}.png`), fullPage: !/^(table|chosen|hot-seat|real-dice|tv|friends|three|puzzle-|lesson)/.test(name) });
  }
  return SIZES.length;
}

/** All pictures there are, those of one screen in a row. */
function index() {
  const files = readdirSync(out).filter((file) => file.endsWith('.png')).sort(), nameOf = (file) => file.replace(/-\d+x\d+\.png$/, '');
  const cell = (file) => `<a href="${file}"><img loading="lazy" src="${file}" alt="${file}" height="220"></a>`;
  writeFileSync(join(out, 'index.html'), `<!doctype html><meta charset="utf-8"><title>Penna: all screens</title><h1>All screens</h1>\n${
    [...new Set(files.map(nameOf))].map((name) => `<h2>${name}</h2>\n<p>${files.filter((file) => nameOf(file) === name).map(cell).join('\n')}</p>`).join('\n')}\n`);
}

if (!words.length) rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const browser = await openBrowser(), server = new Server(program), plain = await serve(join(build, 'web'));
await server.start();
const faults = [];
let made = 0;
for (const [game, language, colorScheme] of GAMES.flatMap((one) => [...LOCALES.map((own) => [one, own, 'light']), [one, 'en', 'dark']])) {
  const tester = new Tester(browser, { build, program, url: plain.url, server });
  const screens = Object.entries({ ...(game === GAMES[0] ? ofAll(game, server.url, tester, language) : {}), ...ofGame(game, server.url, game === GAMES[0] || (language === 'en' && colorScheme === 'light')) })
    .map(([screen, open]) => [`${screen}-${game}-${language}-${colorScheme}`, open]).filter(([name]) => words.every((word) => name.includes(word)));
  const page = screens.length && await tester.page(server.url, { viewport: { width: 390, height: 844 }, locale: language, colorScheme });
  for (const [name, open] of screens) {
    await page.setViewportSize({ width: 390, height: 844 });
    try {
      await open(page);
      made += await shoot(page, name, faults);
      check(!page.complaints.length, page.complaints.splice(0).join('\n'));
    } catch (error) {
      faults.push(`${name}: ${error.message}`);
    }
  }
  await tester.close();
}
index();
console.log(`# ${made} pictures in ${join(out, 'index.html')}`);
for (const fault of faults) console.log(`# ${fault}`);
await browser.close();
await server.remove();
plain.close();
process.exit(faults.length || !made ? 1 : 0);
