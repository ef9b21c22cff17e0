// lib.mjs: a browser, a page that must not complain, somebody who plays by tapping, and axe.

import { AsyncLocalStorage } from 'node:async_hooks';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import * as coverage from './coverage.mjs';
import { Server } from './serve.mjs';

export { LANGUAGES, LOCALES } from '../check.mjs';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const DESKTOP = { viewport: { width: 1280, height: 860 } };
export const DARK = { colorScheme: 'dark' };
export const ALONE = { serviceWorkers: 'allow' }; // it keeps what it needs, to be without a network
export const PATIENCE = 60000; // milliseconds, also on a machine that does other things
const tested = process.argv.slice(2).find((word) => word !== 'core' && !word.startsWith('-')) ?? '../../build';
export const GAMES = JSON.parse(execFileSync(join(tested, 'penna'), ['games', '--json'])).map(({ name }) => name);

/** One browser for all tests; each page has a context of its own. `more`: further arguments. It is Chromium without its windows, which
 * takes two thirds of the time, unless another is asked for (`make browser` asks for the whole one). */
export function openBrowser(more = []) {
  const executablePath = execFileSync('sh', ['-c', 'command -v "${PENNA_BROWSER:-chromium-headless-shell}" || command -v chromium']).toString().trim();
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-extensions', '--disable-dev-shm-usage', '--mute-audio', ...more] });
}

/** What a test works with: pages that are closed after it, the address of a server without tables, and one with. */
export class Tester {
  constructor(browser, { build, url, program, server, pictures = true }) {
    Object.assign(this, { browser, build, url, program, server, pictures, contexts: [], pages: [], servers: [] });
    this.shots = join(build, 'browser');
    mkdirSync(this.shots, { recursive: true });
  }

  /** Screenshots of what is open after a failure. */
  async fail(name) {
    for (const [i, page] of this.pages.entries()) await page.screenshot({ path: join(this.shots, `failed-${name.replace(/[^a-z0-9]+/gi, '-')}-${i + 1}.png`) }).catch(() => {});
  }

  async close() {
    for (const page of this.pages) await coverage.add(page);
    for (const context of this.contexts) await context.close().catch(() => {});
    for (const server of this.servers) await server.remove();
  }

  /** A `penna serve` for this test alone, with further options. */
  async serve(...more) {
    const server = new Server(this.program, more);
    this.servers.push(server);
    await server.start();
    return server;
  }

  /** A new page in a context of its own, as a phone or a desktop; it must not complain (calm). It has no service worker but where one is asked for (ALONE): that
   *  would fetch all of the page, its weights and rules, for each of a hundred contexts. */
  async page(url, options = {}) {
    const context = await this.browser.newContext({ ...DESKTOP, locale: 'en', reducedMotion: 'reduce', bypassCSP: false, serviceWorkers: 'block', ...options });
    this.contexts.push(context);
    const page = await context.newPage();
    this.pages.push(page);
    await coverage.begin(page);
    page.setDefaultTimeout(PATIENCE);
    page.complaints = [];
    page.on('pageerror', (error) => page.complaints.push(error.stack));
    page.on('console', (message) => {
      const text = message.text();
      if (message.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(text)) page.complaints.push(text);
    });
    if (url) {
      await page.goto(url);
      await page.waitForSelector('#main');
    }
    return page;
  }

  /** The same at this site's cheapest screen, for those who go elsewhere at once (openKept). */
  anywhere(options) {
    return this.page(`${this.url}/#/settings`, options);
  }

  /** No page complained of anything. */
  calm() {
    for (const page of this.pages) check(!page.complaints.length, page.complaints.join('\n'));
  }

  /** Keeps a picture, to be looked at, if any are wanted. */
  async shot(page, name) {
    if (this.pictures) await page.screenshot({ path: join(this.shots, `${name}.png`) });
  }

  /** A record must be what the program accepts. */
  checkRecord(name, record) {
    const path = join(this.shots, `${name}.txt`);
    writeFileSync(path, record);
    counted();
    execFileSync(this.program, ['check', path]);
  }
}

/** How many checks the test that is running has made: {checks}. Several tests run at a time, hence by their own thread of promises. */
export const counting = new AsyncLocalStorage();

/** One more check is being made. */
function counted() {
  const count = counting.getStore();
  if (count) count.checks++;
}

/** The same test for several games. */
export const forEach = (games, name, test) => Object.fromEntries(games.map((game) => [`${name}: ${game}`, (tester) => test(tester, game)]));

/** Throws if axe finds anything. The page's own policy forbids foreign scripts, so axe comes in by evaluation. */
export async function axe(page, what) {
  counted();
  if (!await page.evaluate(() => Boolean(globalThis.axe))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  if (violations.length) {
    const lines = violations.map((v) => `${v.id}: ${v.help}\n    ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join('\n    ')}`);
    throw new Error(`axe, ${what}:\n  ${lines.join('\n  ')}`);
  }
}

/** Throws if it is not so. */
export function check(condition, what) {
  counted();
  if (!condition) throw new Error(what);
}

/** Waits until a function of the page is true; Playwright's own way needs an eval that the page's policy forbids. */
export async function until(page, test, argument) {
  counted();
  for (const from = Date.now(); Date.now() - from < PATIENCE; await page.waitForTimeout(30)) {
    if (await page.evaluate(test, argument)) return;
  }
  throw new Error(`it never became true: ${test} ${argument ?? ''}`);
}

/** Waits until somebody at this page has to decide, or the game is over. */
export const asked = (page) => until(page, () => document.querySelector('.play.asked, .play.is-over'));

/** Plays by taps until the end ('over'), for so many decisions or until told to stop ('playing'); runs in the page, so
 *  that no step waits for the tests. What is tapped is chosen by a small generator. Else: what is wrong. */
async function playInPage({ decisions, seed, patience }) {
  const random = (n) => { globalThis.tapSeed = (Math.imul(globalThis.tapSeed ?? seed, 1103515245) + 12345) >>> 0; return (globalThis.tapSeed >>> 8) % n; };
  const click = (node) => node.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  let changed = () => {};
  const watch = new MutationObserver(() => changed());
  const change = (ms) => new Promise((resolve) => { changed = () => setTimeout(resolve); setTimeout(resolve, ms); }); // never at once: the page has to hear from its server, too
  watch.observe(document.getElementById('app'), { childList: true, subtree: true, attributes: true });

  /** One decision: over, acted, wait or stuck. */
  const step = () => {
    const bar = document.querySelector('.bar');
    if (document.querySelector('.end')) return 'over';
    if (!bar) return 'wait';
    for (const faces of bar.querySelectorAll('.faces:not(:has([aria-pressed=true]))')) {
      const all = faces.querySelectorAll('.face');
      click(all[random(all.length)]);
    }
    for (let tries = 0; tries < 100; tries++) {
      const confirm = bar.querySelector('.confirm:not([disabled])');
      if (confirm) {
        watch.takeRecords();
        click(confirm);
        return 'acted';
      }
      const targets = [...document.querySelectorAll('.scroller .possible:not(.chosen), .pieces .possible:not(.chosen)')];
      const bare = [...bar.querySelectorAll('.chip')];
      const pick = targets.length && (random(8) || !bare.length) ? targets : bare;
      if (!pick.length) return 'wait';
      const card = bar.querySelector('.chips[aria-label="The card drawn"]');
      click(pick[random(pick.length)]);
      if (card) return 'acted';
    }
    return 'stuck';
  };

  globalThis.enough = false;
  try {
    for (let acted = 0, last = Date.now(); acted < decisions && !globalThis.enough;) {
      const what = step();
      if (what === 'over') return what;
      if (what === 'acted') [acted, last] = [acted + 1, Date.now()];
      if (what === 'stuck' || Date.now() - last > patience) return `the game stands still (${what}): ${document.querySelector('.prompt')?.textContent}`;
      await change(what === 'acted' ? 1000 : 200);
    }
    return 'playing';
  } finally {
    watch.disconnect();
  }
}

/** Whoever plays with this `stop` plays no more. */
export async function enough(stop) {
  for (const page of stop.pages) await page.evaluate(() => { globalThis.enough = true; });
}

/** Plays by taps: until the end, or as many decisions as told; then all who share `stop` stop. Throws if it gets stuck. */
export async function playOn(page, { decisions = 1e9, seed = 1, stop = {} } = {}) {
  (stop.pages ??= []).push(page);
  const what = await page.evaluate(playInPage, { decisions, seed, patience: PATIENCE });
  check(what === 'over' || what === 'playing', what);
  if (what === 'playing') await enough(stop);
  return what;
}

/** All play at the same time until the end, or until one has made so many decisions. */
export function playAll(pages, { decisions } = {}) {
  const stop = {};
  return Promise.all(pages.map((page, i) => playOn(page, { seed: i + 1, decisions, stop })));
}

/** Takes so many players, where their number is asked for. */
export async function takePlayers(page, count) {
  const now = async () => Number(await page.textContent('.stepper output'));
  while (await now() < count) await page.click('.more');
  while (await now() > count) await page.click('.fewer');
}

/** What a page's main thread does meanwhile, as the browser traces it: its tasks [{name, dur, tdur, ts, inner}], each with the events inside it; times in
 *  microseconds, `tdur` that of the processor, which other programs do not add to. */
export function traced(page, act) {
  const mine = tracing.then(() => trace(page, act));
  tracing = mine.catch(() => {});
  return mine;
}

let tracing = Promise.resolve(); // a browser traces for one test at a time

async function trace(page, act) {
  const session = await page.context().browser().newBrowserCDPSession(), events = [], done = new Promise((resolve) => { session.once('Tracing.tracingComplete', resolve); });
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', { transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'], excludedCategories: ['*'] } });
  try {
    await page.evaluate(() => console.timeStamp('penna')); // other pages are traced, too: this is the one
    await act();
  } finally { // also where it fails: the next one could not begin
    await session.send('Tracing.end');
    await done;
    await session.detach();
  }
  const here = events.find(({ name, args }) => name === 'TimeStamp' && args.data?.message === 'penna');
  const own = events.filter(({ pid, tid, ph }) => pid === here.pid && tid === here.tid && ph === 'X').sort((a, b) => a.ts - b.ts || b.dur - a.dur), tasks = [];
  for (const one of own) {
    const last = tasks.at(-1);
    if (last && one.ts < last.ts + last.dur) last.inner.push(one);
    else tasks.push({ ...one, inner: [] });
  }
  return tasks;
}

/** Begins a game: against so many bots of a kind by a link (mode 'bots'), else as people set it up. */
export async function begin(page, url, game, { mode = 'bots', seats = 2, name = 'Ann', bot = 'normal', real = false } = {}) {
  if (mode === 'bots' && !real) {
    await page.goto(`${url}/#/settings`);
    await page.evaluate((own) => localStorage.setItem('penna.name', JSON.stringify(own)), name);
    await page.goto(`${url}/#/start/${game}?players=${['me', ...Array(seats - 1).fill(bot)]}`);
    return page.waitForSelector('.play');
  }
  await page.goto(`${url}/#/new/${game}`);
  await page.waitForSelector('form.setup');
  await page.check(`#mode-${mode}`);
  if (mode === 'bots') await page.setChecked('#opponent-normal', seats > 1);
  else await takePlayers(page, seats);
  await page.fill('#name-0', name);
  if (real) {
    await page.click('.extras summary');
    await page.check('#real');
  }
  await page.click('form .confirm');
  return page.waitForSelector('.play');
}

/** Somebody opens a table; its code. */
export async function openTable(page, url, game, seats, { real = false } = {}) {
  await page.goto(`${url}/#/new/${game}`);
  await page.waitForSelector('form.setup');
  await page.check('#mode-friends');
  await takePlayers(page, seats);
  check(await page.$eval('#name-0', (field) => field.required), 'friends are told who invites them');
  await page.fill('#name-0', 'Ann');
  if (real) {
    await page.click('.extras summary');
    await page.check('#real');
  }
  await page.click('form .confirm');
  await page.waitForSelector('.code');
  return (await page.textContent('.code')).trim();
}

/** All games that the page keeps, begun and finished, newest first: [{…, record}]. Read without the page's own modules. */
export const keptGames = (page) => page.evaluate(async () => {
  const begun = Object.keys(localStorage).filter((key) => key.startsWith('penna.game.')).map((key) => JSON.parse(localStorage.getItem(key)));
  const got = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error); });
  const there = (await indexedDB.databases()).some(({ name }) => name === 'penna'), db = there && await got(indexedDB.open('penna'));
  const all = (name) => (db ? got(db.transaction(name).objectStore(name).getAll()) : []);
  const records = new Map((await all('records')).map(({ id, record }) => [id, record]));
  const over = (await all('games')).map((one) => ({ ...one, record: records.get(one.id) }));
  if (db) db.close();
  return [...begun, ...over.filter((one) => !begun.some(({ id }) => id === one.id))].sort((a, b) => b.when - a.when);
});

/** Those of them that are among my games, once there is one: what is over is noted down at once and filed a moment later. */
export async function filedGames(page) {
  for (let tries = 100; ; tries--) {
    const filed = (await keptGames(page)).filter((one) => one.hash);
    if (filed.length || !tries) return filed;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The record of the newest kept game. */
export const keptRecord = async (page) => (await keptGames(page))[0].record;

/** The engine of the page, in this process. */
export async function engineOf(tester) {
  const { Engine } = await import(join(tester.build, 'web', 'engine.mjs'));
  return Engine.load(readFileSync(join(tester.build, 'web', 'penna.wasm')));
}

/** A game in its middle, as the page keeps it: seat 0 is a person at the `skip`-th decision of that prompt (any, if none is named) that is
 *  `wanted(position)`, the others are greedy. Null: there is none. */
export function keptGame(engine, name, seats, { prompt = '', wanted = () => true, skip = 3, key = [7, seats], humans = [0], names = [] } = {}) {
  const game = engine.game(name), match = engine.start(game, seats);
  for (let seat = 0; seat < seats; seat++) match.seat(seat, humans.includes(seat) ? 'human' : 'bot:greedy', names[seat] ?? (seat ? `Greedy ${seat}` : 'Ann'));
  for (let left = skip, last = ''; ;) {
    const p = match.position(0, 0);
    if (p.moves.length > 1 && (!prompt || p.prompt === prompt) && wanted(p)) {
      last = match.record();
      if (!left--) break;
    }
    if (p.kind === 'over') {
      match.close();
      return last && { id: 'kept', key, real: false, game: name, names, record: last, over: false };
    }
    if (p.kind === 'chance') match.roll(key);
    else for (let seat = 0; seat < seats; seat++) if (p.movers >> seat & 1) match.submit(seat, engine.choose('greedy', match.view(seat), seat, p.node));
  }
  const record = match.record();
  match.close();
  return { id: 'kept', key, real: false, game: name, names, record, over: false };
}

let opened = 0;

/** Opens a kept game; the page is at any of this site's screens. */
export async function openKept(page, kept, settings = {}) {
  const id = `kept${++opened}`;
  await page.evaluate(([one, name, set]) => {
    localStorage.setItem('penna.games', JSON.stringify([{ ...one, id: name }]));
    localStorage.setItem('penna.settings', JSON.stringify(set));
    location.hash = `#/play/${name}`;
  }, [kept, id, settings]);
  await until(page, (name) => location.hash.endsWith(name) && document.querySelector('.board') && document.querySelector('.board').dataset.id === name, id);
  await asked(page);
}
