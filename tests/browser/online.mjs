// online.mjs: several browsers at the tables of a real server.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { axe, check, DESKTOP, GAMES, PHONE, playOn, until } from './lib.mjs';

/** A `penna serve` of its own, whose tables are in a folder that goes with it. */
export class Server {
  constructor(program, web) {
    Object.assign(this, { program, web, folder: mkdtempSync(join(tmpdir(), 'penna-browser-')), port: 0 });
  }

  async start() {
    this.process = spawn(this.program, ['serve', '--listen', '127.0.0.1', '--port', String(this.port), '--db', join(this.folder, 'server.db'),
      '--web', this.web, '--no-qr', '--lang', 'en'], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.url = await new Promise((resolve, reject) => {
      let text = '';
      this.process.stdout.on('data', (bytes) => {
        text += bytes;
        const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text);
        if (found) {
          this.port = Number(found[1]);
          resolve(found[0]);
        }
      });
      this.process.on('exit', (status) => reject(new Error(`penna serve ended with ${status}`)));
    });
  }

  stop(signal = 'SIGTERM') {
    this.process.removeAllListeners('exit');
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill(signal);
    return gone;
  }

  async remove() {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }
}

/** Somebody opens a table; its code. */
async function openTable(page, url, game, seats) {
  await page.goto(`${url}/#/new/${game}`);
  await page.waitForSelector('form.setup');
  await page.check('#mode-friends');
  while (Number(await page.textContent('.stepper output')) < seats) await page.click('.more');
  while (Number(await page.textContent('.stepper output')) > seats) await page.click('.fewer');
  await page.fill('#name-0', 'Ann');
  await page.click('form .confirm');
  await page.waitForSelector('.code');
  return (await page.textContent('.code')).trim();
}

async function sitDown(page, url, code, name) {
  await page.goto(`${url}/t/${code}`);
  await page.waitForSelector('#name');
  await page.fill('#name', name);
  await page.click('form .confirm');
}

/** A table with everyone seated. */
async function table(tester, url, game, names) {
  const pages = [];
  for (const [index, name] of names.entries()) {
    const page = await tester.page(url, index ? DESKTOP : PHONE);
    pages.push(page);
    if (index === 0) pages.code = await openTable(page, url, game, names.length);
    else await sitDown(page, url, pages.code, name);
  }
  for (const page of pages) await page.waitForSelector('.play');
  return pages;
}

/** All play until the end, each by taps, at the same time; or until one has made so many decisions. */
function playAll(pages, options) {
  const stop = {};
  return Promise.all(pages.map((page, i) => playOn(page, { seed: i + 1, stop, ...options })));
}

const calm = (pages) => pages.forEach((page) => check(!page.complaints.length, page.complaints.join('\n')));

async function leaveAll(pages) {
  for (const page of pages) await page.context().close();
}

export const tests = {
  async 'two browsers play whole games of everything'(tester, server) {
    for (const game of GAMES) {
      const pages = await table(tester, server.url, game, ['Ann', 'Ben']);
      await playAll(pages, { decisions: 3 });
      await axe(pages[0], `${game} online`);
      await tester.shot(pages[0], `online-${game}-phone`);
      await tester.shot(pages[1], `online-${game}-desktop`);
      check((await playAll(pages)).every((end) => end === 'over'), 'both see the end');
      const verdicts = await Promise.all(pages.map((page) => page.textContent('.verdict')));
      check(verdicts[0] === verdicts[1], `both see the same end: ${verdicts}`);
      await pages[0].click('.verify');
      await pages[0].waitForSelector('.verify:has-text("No roll was chosen")');
      calm(pages);
      await leaveAll(pages);
    }
  },

  async 'three browsers, one of them late, one reloading'(tester, server) {
    for (const game of ['qwixx', 'qwinto-cards']) {
      const pages = await table(tester, server.url, game, ['Ann', 'Ben', 'Cleo']);
      await playAll(pages, { decisions: 2 });
      const late = await tester.page(`${server.url}/t/${pages.code}`, PHONE);
      await late.waitForSelector('.play');
      check(!await late.$('.possible'), 'who comes late watches');
      await pages[1].reload();
      await pages[1].waitForSelector('.play');
      check((await playAll(pages)).every((end) => end === 'over'), 'all see the end');
      await late.waitForSelector('.end');
      await tester.shot(late, `online-${game}-late`);
      calm([...pages, late]);
      await leaveAll([...pages, late]);
    }
  },

  async 'the waiting room: code, link, QR code, bots for the rest'(tester, server) {
    const page = await tester.page(server.url, PHONE);
    const code = await openTable(page, server.url, 'qwixx', 3);
    await until(page, () => document.querySelector('.qr').naturalWidth > 0);
    await axe(page, 'waiting');
    await tester.shot(page, 'waiting');
    const other = await tester.page(server.url, DESKTOP);
    await other.fill('#code', code.toLowerCase());
    await other.press('#code', 'Enter');
    await other.waitForSelector('#name');
    await axe(other, 'joining');
    await tester.shot(other, 'joining');
    await other.fill('#name', 'Ben');
    await other.click('form .confirm');
    await page.waitForSelector('.seats-list li:has-text("Ben")');
    await page.click('button:has-text("Start now")');
    await page.waitForSelector('.play');
    check((await playAll([page, other])).every((end) => end === 'over'), 'with a bot in the third seat');
    await page.click('button:has-text("Play again")');
    await other.click('button:has-text("Play again")');
    for (const one of [page, other]) {
      await until(one, () => !document.querySelector('.end') && document.querySelector('.play'));
    }
    check(page.url() === other.url(), 'the same new table');
    calm([page, other]);
    await leaveAll([page, other]);
  },

  async 'a server that dies and comes back is hardly noticed'(tester, server) {
    const pages = await table(tester, server.url, 'qwinto', ['Ann', 'Ben']);
    await playAll(pages, { decisions: 3 });
    await server.stop('SIGKILL');
    await pages[0].waitForSelector('.status:not([hidden])');
    await tester.shot(pages[0], 'online-lost');
    await server.start();
    await until(pages[0], () => document.querySelector('.status').hidden);
    check((await playAll(pages)).every((end) => end === 'over'), 'the game goes on to its end');
    calm(pages);
    await leaveAll(pages);
  },

  async 'who leaves is played by a bot until he returns'(tester, server) {
    const pages = await table(tester, server.url, 'qwixx', ['Ann', 'Ben']);
    await playAll(pages, { decisions: 2 });
    await pages[1].click('[aria-label="Leave the table"]');
    await pages[1].click('button:has-text("a bot plays until I return")');
    await pages[1].waitForSelector('.games');
    await pages[0].waitForSelector('.seat-state:has-text("a bot plays")');
    await tester.shot(pages[0], 'online-left');
    await playOn(pages[0], { decisions: 4 });
    await pages[1].goto(`${server.url}/t/${pages.code}`);
    await pages[1].waitForSelector('.play');
    await until(pages[0], () => !document.querySelector('.seat-state.away'));
    check((await playAll(pages)).every((end) => end === 'over'), 'both to the end');
    calm(pages);
    await leaveAll(pages);
  },

  async 'taking back is asked of the others'(tester, server) {
    const pages = await table(tester, server.url, 'qwixx', ['Ann', 'Ben']);
    await playAll(pages, { decisions: 2 });
    await pages[0].waitForTimeout(200);
    await pages[0].click('[aria-label=Undo]');
    const asked = await Promise.race([pages[1].waitForSelector('button:has-text("Agree")').then(() => true),
      pages[0].waitForTimeout(3000).then(() => false)]);
    if (asked) {
      await tester.shot(pages[1], 'online-undo');
      await pages[1].click('button:has-text("Agree")');
      await until(pages[1], () => ![...document.querySelectorAll('.bar button')].some((one) => one.textContent === 'Agree'));
    }
    calm(pages);
    await leaveAll(pages);
  },

  async 'a choice can be changed until all have chosen'(tester, server) {
    const pages = await table(tester, server.url, 'qwixx', ['Ann', 'Ben']);
    await pages[0].waitForSelector('.chip');
    await playOn(pages[0], { decisions: 1 });
    await pages[1].waitForSelector('.seat-state.ready');
    await tester.shot(pages[0], 'online-chosen');
    await pages[0].click('button:has-text("Change my choice")');
    await pages[0].waitForSelector('.chip');
    calm(pages);
    await leaveAll(pages);
  },

  async 'real dice, several phones'(tester, server) {
    const page = await tester.page(server.url, PHONE);
    await page.goto(`${server.url}/#/new/qwixx`);
    await page.waitForSelector('form.setup');
    await page.check('#mode-friends');
    await page.click('.extras summary');
    await page.check('#real');
    await page.fill('#name-0', 'Ann');
    await page.click('form .confirm');
    await page.waitForSelector('.code');
    const other = await tester.page(server.url, PHONE);
    await sitDown(other, server.url, (await page.textContent('.code')).trim(), 'Ben');
    await page.waitForSelector('.faces');
    await playAll([page, other], { decisions: 3 });
    calm([page, other]);
    await leaveAll([page, other]);
  },
};
