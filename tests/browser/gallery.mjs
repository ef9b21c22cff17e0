// gallery.mjs BUILD [WORD]: every screen of the page in every size and language, and in English by night too, as pictures in
// BUILD/browser/gallery with an index.html, to be looked at. WORD picks the screens whose name has it. It fails if a screen does not
// come up, complains, or is wider than the window.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { GAMES, LANGUAGES, check, openBrowser, openTable, Tester, until } from './lib.mjs';
import { serve, Server } from './serve.mjs';

const SIZES = [[360, 640], [390, 844], [844, 390], [820, 1180], [1440, 900]];
const [folder = '../../build', word = ''] = process.argv.slice(2), build = resolve(folder), program = join(build, 'penna'), out = join(build, 'browser', 'gallery');

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

/** The screens of a game: name → how to get there; what stands there when it is whole. */
function screens(game, url, first) {
  const { whole, half } = records(game), go = (route, wait) => async (page) => {
    await page.evaluate((games) => localStorage.setItem('penna.games', JSON.stringify(games)), [kept(game, 'over', whole), kept(game, 'half', half)]);
    await page.goto(`${url}/#/`);
    await page.goto(`${url}/#/${route}`);
    await page.waitForSelector(wait);
  };
  const own = {
    table: async (page) => { await go('play/half', '.play')(page); await until(page, () => document.querySelector('.play.asked, .play.is-over')); },
    end: go('play/over', '.told:not(.awaited)'),
    replay: go('replay/over', '#slider'),
    rules: go(`learn/${game}`, '.rules h3'),
    lesson: go(`lesson/${game}`, '.lesson-ask'),
  };
  if (!first) return own;
  return { start: go('', '#main'), setup: go(`new/${game}`, 'form'), lobby: async (page) => { await openTable(page, url, game, 2); }, ...own,
    analysis: go(`analysis/${packed(whole)}`, '.said p'), settings: go('settings', '#main') };
}

async function shoot(page, name, faults) {
  const made = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(150);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) faults.push(`${name} at ${width}x${height}: ${wide} pixels wide`);
    const file = `${name}-${width}x${height}.png`;
    await page.screenshot({ path: join(out, file), fullPage: !name.startsWith('table') });
    made.push(file);
  }
  return made;
}

function index(rows) {
  const cell = (file) => `<a href="${file}"><img loading="lazy" src="${file}" alt="${file}" height="220"></a>`;
  writeFileSync(join(out, 'index.html'), `<!doctype html><meta charset="utf-8"><title>Penna: all screens</title><h1>All screens</h1>\n${
    rows.map(([name, files]) => `<h2>${name}</h2>\n<p>${files.map(cell).join('\n')}</p>`).join('\n')}\n`);
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const browser = await openBrowser(), server = new Server(program), plain = await serve(join(build, 'web'));
await server.start();
const rows = [], faults = [];
for (const [game, language, colorScheme] of [...LANGUAGES.map((one) => [GAMES[0], one, 'light']), [GAMES[0], 'en', 'dark'], ...GAMES.slice(1).map((one) => [one, 'en', 'light'])]) {
  const tester = new Tester(browser, { build, program, url: plain.url, server });
  const page = await tester.page(server.url, { viewport: { width: 390, height: 844 }, locale: language, colorScheme, serviceWorkers: 'block' });
  for (const [screen, open] of Object.entries(screens(game, server.url, game === GAMES[0]))) {
    const name = `${screen}-${game}-${language}-${colorScheme}`;
    if (!name.includes(word)) continue;
    await page.setViewportSize({ width: 390, height: 844 });
    try {
      await open(page);
      rows.push([name, await shoot(page, name, faults)]);
      check(!page.complaints.length, page.complaints.splice(0).join('\n'));
    } catch (error) {
      faults.push(`${name}: ${error.message}`);
    }
  }
  await tester.close();
}
index(rows);
console.log(`# ${rows.reduce((sum, [, files]) => sum + files.length, 0)} pictures in ${join(out, 'index.html')}`);
for (const fault of faults) console.log(`# ${fault}`);
await browser.close();
await server.remove();
plain.close();
process.exit(faults.length || !rows.length ? 1 : 0);
