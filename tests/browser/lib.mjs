// lib.mjs: a browser, a page that must not complain, somebody who plays by tapping, and axe.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const DESKTOP = { viewport: { width: 1280, height: 860 } };
export const GAMES = ['qwixx', 'qwantum', 'twentyone', 'qwinto-cards', 'qwinto'];

export class Tester {
  constructor(build) {
    this.build = build;
    this.shots = join(build, 'browser');
    mkdirSync(this.shots, { recursive: true });
  }

  async open() {
    const executablePath = execFileSync('sh', ['-c', 'command -v chromium']).toString().trim();
    this.browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
  }

  close() {
    return this.browser.close();
  }

  /** A new page in a context of its own; anything it complains about is kept in page.complaints. */
  async page(url, options = {}) {
    const context = await this.browser.newContext({ ...DESKTOP, locale: 'en', reducedMotion: 'reduce', bypassCSP: false, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(15000);
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

  shot(page, name) {
    return page.screenshot({ path: join(this.shots, `${name}.png`) });
  }
}

/** Throws if axe finds anything. The page's own policy forbids foreign scripts, so axe comes in by evaluation. */
export async function axe(page, what) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  if (violations.length) {
    const lines = violations.map((v) => `${v.id}: ${v.help}\n    ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join('\n    ')}`);
    throw new Error(`axe, ${what}:\n  ${lines.join('\n  ')}`);
  }
}

export function check(condition, what) {
  if (!condition) throw new Error(what);
}

/** Waits until a function of the page is true; Playwright's own way needs an eval that the page's policy forbids. */
export async function until(page, test, argument) {
  for (let i = 0; i < 300; i++) {
    if (await page.evaluate(test, argument)) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`it never became true: ${test}`);
}

/** One decision by taps, chosen by a small generator; runs in the page. Returns over, acted, wait or the entry of dice. */
function stepInPage(seed) {
  const random = (n) => { globalThis.tapSeed = (Math.imul(globalThis.tapSeed ?? seed, 1103515245) + 12345) >>> 0; return (globalThis.tapSeed >>> 8) % n; };
  const click = (node) => node.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  const bar = document.querySelector('.bar');
  if (document.querySelector('.end')) return 'over';
  if (!bar) return 'wait';
  for (const faces of bar.querySelectorAll('.faces')) {
    const all = faces.querySelectorAll('.face');
    click(all[random(all.length)]);
  }
  for (let tries = 0; tries < 8; tries++) {
    const confirm = bar.querySelector('.confirm:not([disabled])');
    if (confirm) { click(confirm); return 'acted'; }
    const targets = [...document.querySelectorAll('.scroller .possible:not(.chosen), .pieces .possible:not(.chosen)')];
    const bare = [...bar.querySelectorAll('.chip')];
    const pick = targets.length && (random(8) || !bare.length) ? targets : bare;
    if (!pick.length) return 'wait';
    click(pick[random(pick.length)]);
    if (bar.querySelector('.chips[aria-label="The card drawn"]')) return 'acted';
  }
  return 'stuck';
}

/** Plays by taps: until the end, or as many decisions as told, or until `stop.now`. Throws if it gets stuck. */
export async function playOn(page, { decisions = Infinity, seed = 1, stop = {} } = {}) {
  let acted = 0, waits = 0;
  while (acted < decisions && !stop.now) {
    const what = await page.evaluate(stepInPage, seed);
    if (what === 'over') return 'over';
    if (what === 'acted') [acted, waits] = [acted + 1, 0];
    else {
      check(what === 'wait' && ++waits < 800, `the game stands still: ${what}, ${await page.textContent('.prompt')}`);
      await page.waitForTimeout(15);
    }
  }
  stop.now = true;
  return 'playing';
}

/** Sets a game up: mode 'bots' or 'device', with so many seats. */
export async function begin(page, url, game, { mode = 'bots', seats = 2, name = 'Ann', real = false } = {}) {
  await page.goto(`${url}/#/new/${game}`);
  await page.waitForSelector('form.setup');
  await page.check(`#mode-${mode}`);
  const now = async () => Number(await page.textContent('.stepper output'));
  while (await now() < seats) await page.click('.more');
  while (await now() > seats) await page.click('.fewer');
  await page.fill('#name-0', name);
  if (real) {
    await page.click('.extras summary');
    await page.check('#real');
  }
  await page.click('form .confirm');
  await page.waitForSelector('.play');
}

/** The record of the newest kept game. */
export const keptRecord = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('penna.games'))[0].record);
