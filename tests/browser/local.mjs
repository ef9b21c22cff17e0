// local.mjs: everything that needs no server.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { axe, begin, check, DESKTOP, GAMES, keptRecord, PHONE, playOn, until } from './lib.mjs';

/** A record must be what the program accepts. */
function checkRecord(tester, name, record) {
  const path = join(tester.shots, `${name}.txt`), penna = join(tester.build, 'penna');
  writeFileSync(path, record);
  if (existsSync(penna)) execFileSync(penna, ['check', path]);
}

const calm = (page) => check(!page.complaints.length, page.complaints.join('\n'));

export const tests = {
  async 'the first load is under 150 kB'(tester) {
    const web = join(tester.build, 'web');
    const later = /^(rules|locale|weights)\/|^icon-/;
    const names = readFileSync(join(web, 'files.txt'), 'utf8').trim().split('\n').map((line) => line.split(' ')[0]);
    const sizes = names.filter((name) => !later.test(name)).map((name) => [name, gzipSync(readFileSync(join(web, name)), { level: 9 }).length]);
    const locale = Math.max(...names.filter((name) => name.startsWith('locale/')).map((name) => gzipSync(readFileSync(join(web, name))).length));
    const sum = sizes.reduce((all, [, size]) => all + size, locale);
    console.log(`# first load ${sum} bytes compressed, of which penna.wasm ${sizes.find(([name]) => name === 'penna.wasm')[1]}`);
    check(sum < 150000, `${sum} bytes`);
  },

  async 'the start page, light and dark, phone and desktop'(tester, url) {
    for (const [name, options] of [['phone', PHONE], ['desktop', DESKTOP], ['dark', { ...PHONE, colorScheme: 'dark' }]]) {
      const page = await tester.page(url, options);
      check(await page.locator('.game-card').count() === GAMES.length, 'a card for each game');
      await axe(page, `start ${name}`);
      await tester.shot(page, `start-${name}`);
      calm(page);
      await page.context().close();
    }
  },

  async 'settings, learning and setting up pass axe'(tester, url) {
    const page = await tester.page(`${url}/#/settings`, PHONE);
    await axe(page, 'settings');
    await tester.shot(page, 'settings');
    await page.check('#set-large');
    await tester.shot(page, 'settings-large');
    await page.uncheck('#set-large');
    await page.goto(`${url}/#/new/qwixx`);
    await page.waitForSelector('form.setup');
    await page.click('.extras summary');
    await axe(page, 'setup');
    await tester.shot(page, 'setup');
    for (const game of GAMES) {
      await page.goto(`${url}/#/learn/${game}`);
      await page.waitForSelector('.try');
      await page.waitForSelector('.rules h3');
      await axe(page, `learn ${game}`);
      await tester.shot(page, `learn-${game}`);
    }
    calm(page);
    await page.context().close();
  },

  async 'whole games against bots on a phone'(tester, url) {
    for (const game of GAMES) {
      const page = await tester.page(url, PHONE);
      await begin(page, url, game, { seats: 3 });
      await playOn(page, { decisions: 5, seed: 7 });
      await page.waitForTimeout(150);
      await axe(page, `${game} in play`);
      await tester.shot(page, `${game}-phone-play`);
      check(await playOn(page, { seed: 7 }) === 'over', 'it ends');
      await axe(page, `${game} over`);
      await tester.shot(page, `${game}-phone-end`);
      checkRecord(tester, `${game}-bots`, await keptRecord(page));
      calm(page);
      await page.context().close();
    }
  },

  async 'whole games round one device, reloaded in the middle'(tester, url) {
    for (const game of GAMES) {
      const page = await tester.page(url, { ...DESKTOP, colorScheme: game.length % 2 ? 'dark' : 'light' });
      await begin(page, url, game, { mode: 'device', seats: 2 });
      await playOn(page, { decisions: 9, seed: 3 });
      await page.waitForTimeout(100);
      const before = await keptRecord(page);
      await page.reload();
      await page.waitForSelector('.play');
      await page.waitForTimeout(100);
      check((await keptRecord(page)).startsWith(before.trimEnd()), 'nothing is lost by reloading');
      await tester.shot(page, `${game}-desktop-play`);
      await axe(page, `${game} on a desktop`);
      check(await playOn(page, { seed: 3 }) === 'over', 'it ends');
      await tester.shot(page, `${game}-desktop-end`);
      checkRecord(tester, `${game}-device`, await keptRecord(page));
      calm(page);
      await page.context().close();
    }
  },

  async 'boxes are large enough to tap'(tester, url) {
    const page = await tester.page(url, PHONE);
    for (const game of GAMES) {
      await begin(page, url, game);
      const box = await page.locator('.scroller .box[data-shape="0"] .paper, .scroller .box[data-shape="1"] .paper').first().boundingBox();
      check(box.width >= 37.5 && box.height >= 37.5, `${game}: ${box.width} x ${box.height}`);
      check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${game}: the page itself does not scroll sideways`);
    }
    await page.context().close();
  },

  async 'a full table fits on a phone'(tester, url) {
    const page = await tester.page(url, PHONE);
    for (const [game, seats] of [['qwixx', 5], ['twentyone', 6], ['qwinto-cards', 4]]) {
      await begin(page, url, game, { seats });
      await playOn(page, { decisions: 3 });
      await page.waitForTimeout(150);
      const inside = await page.$$eval('.other', (all) => all.map((one) => one.getBoundingClientRect()).every((box) => box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight));
      check(inside, `${game}: every other sheet is in sight`);
      await axe(page, `${game} with ${seats} seats`);
      await tester.shot(page, `${game}-full`);
    }
    calm(page);
    await page.context().close();
  },

  async 'undo brings the same dice back'(tester, url) {
    const page = await tester.page(url, PHONE);
    await begin(page, url, 'qwixx');
    await playOn(page, { decisions: 6 });
    await page.waitForTimeout(150);
    const before = await keptRecord(page);
    await page.click('[aria-label=Undo]');
    await page.click('[aria-label=Undo]');
    await page.waitForTimeout(150);
    const after = await keptRecord(page);
    check(before.startsWith(after.trimEnd().split('\n').slice(0, -1).join('\n')) && after.length < before.length, 'it went back');
    const rolls = (record) => record.match(/^roll .*$/gm);
    await playOn(page, { decisions: 2 });
    await page.waitForTimeout(150);
    const again = rolls(await keptRecord(page)), had = rolls(before);
    check(again.slice(0, had.length - 1).every((roll, i) => roll === had[i] || roll.length !== had[i].length), 'the same dice');
    await page.context().close();
  },

  async 'by keyboard alone'(tester, url) {
    const page = await tester.page(url, DESKTOP);
    const keys = async (...names) => { for (const name of names) await page.keyboard.press(name); };
    const tabTo = async (selector) => {
      for (let i = 0; i < 80; i++) {
        if (await page.evaluate((one) => document.activeElement.matches(one), selector)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`no way to ${selector} by Tab`);
    };
    await tabTo('a[href="#/new/qwixx"]');
    await keys('Enter');
    await page.waitForSelector('form.setup');
    await tabTo('#name-0');
    await page.keyboard.type('Kay');
    await keys('Enter');
    await page.waitForSelector('.play');
    for (let i = 0; i < 400 && !await page.$('.end'); i++) {
      await page.waitForTimeout(20);
      if (!await page.$('.bar .chip')) continue;
      if (i % 3 && await page.$('.box.possible')) {
        await tabTo('.box.possible');
        await keys('ArrowDown', 'Enter');
      } else {
        await tabTo('.chip');
        await keys('Enter');
      }
      await tabTo('.confirm:not([disabled])');
      await keys('Enter');
    }
    check(await page.$('.end'), 'a whole game');
    calm(page);
    await page.context().close();
  },

  async 'what happens is said in the live region'(tester, url) {
    const page = await tester.page(url, PHONE);
    await begin(page, url, 'qwixx');
    await until(page, () => /white die \d/.test(document.getElementById('live').textContent));
    await page.locator('.box.possible').first().click();
    await until(page, () => /cross/.test(document.getElementById('live').textContent));
    check(await page.locator('.box.possible').first().getAttribute('role') === 'button', 'boxes are buttons');
    check(/^(red|yellow|green|blue) \d+, (chosen|can be chosen)$/.test(await page.locator('.box.possible').first().getAttribute('aria-label')), 'with names');
    await page.context().close();
  },

  async 'a misthrow is said before it happens'(tester, url) {
    const page = await tester.page(url, PHONE);
    await begin(page, url, 'qwixx', { seats: 1 });
    await page.click('.chip:has-text("Pass")');
    await page.click('.confirm');
    await page.click('.chip:has-text("Pass")');
    await page.waitForSelector('.warnings li:has-text("misthrow")');
    check(await page.getAttribute('.chip:has-text("Pass")', 'aria-pressed') === 'true', 'what is chosen is marked');
    await tester.shot(page, 'warning');
    await page.context().close();
  },

  async 'real dice are tapped in'(tester, url) {
    for (const game of ['qwixx', 'qwantum', 'qwinto', 'twentyone']) {
      const page = await tester.page(url, PHONE);
      await begin(page, url, game, { mode: 'device', real: true });
      await page.waitForSelector(game === 'qwinto' ? '.pieces .possible' : '.faces');
      await tester.shot(page, `${game}-real`);
      await axe(page, `${game} with real dice`);
      await playOn(page, { decisions: 12 });
      await page.waitForTimeout(100);
      checkRecord(tester, `${game}-real`, await keptRecord(page));
      calm(page);
      await page.context().close();
    }
  },

  async 'a replay by slider and by link'(tester, url) {
    const page = await tester.page(url, PHONE);
    await begin(page, url, 'qwixx');
    await playOn(page, { seed: 5 });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => { navigator.share = undefined; });
    await page.click('button:has-text("Share the replay")');
    await page.waitForSelector('button:has-text("Copied")');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.click('button:has-text("Replay"):not(:has-text("Share"))');
    await page.waitForSelector('#slider');
    await page.locator('#slider').fill('10');
    await axe(page, 'replay');
    await tester.shot(page, 'replay');
    const other = await tester.page(link, DESKTOP);
    await other.waitForSelector('#slider');
    await tester.shot(other, 'replay-link');
    calm(page);
    await other.context().close();
    await page.context().close();
  },

  async 'a position to try, with a hint'(tester, url) {
    const page = await tester.page(`${url}/#/learn/qwinto-cards`, PHONE);
    await page.click('.try >> nth=0');
    await page.waitForSelector('.play');
    await page.click('[aria-label=Hint]');
    await page.waitForSelector('.confirm:not([disabled])');
    await tester.shot(page, 'hint');
    await page.click('.confirm');
    await page.waitForTimeout(100);
    calm(page);
    await page.context().close();
  },

  async 'languages follow the browser and can be switched'(tester, url) {
    const page = await tester.page(url, { ...PHONE, locale: 'de-AT' });
    check(await page.getAttribute('html', 'lang') === 'de', 'German');
    await page.goto(`${url}/#/settings`);
    await page.waitForSelector('#set-language');
    for (const [code, title] of [['it', 'Impostazioni'], ['pt', 'Definições'], ['de', 'Einstellungen'], ['en', 'Settings']]) {
      await page.selectOption('#set-language', code);
      await until(page, (words) => document.querySelector('h1').textContent === words, title);
      await page.goto(`${url}/#/learn/qwixx`);
      await page.waitForSelector('.rules h3');
      await tester.shot(page, `learn-${code}`);
      await begin(page, url, 'qwixx');
      await page.waitForTimeout(150);
      await tester.shot(page, `qwixx-${code}`);
      await page.goto(`${url}/#/settings`);
      await page.waitForSelector('#set-language');
    }
    calm(page);
    await page.context().close();
  },

  async 'offline: bots, the device, the rules, another language'(tester, url) {
    const page = await tester.page(url, PHONE);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await until(page, async () => {
      const name = (await caches.keys())[0];
      return name && (await (await caches.open(name)).keys()).some((one) => one.url.endsWith('rules/twentyone.pt.html'));
    });
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector('.games');
    await begin(page, url, 'qwinto', { seats: 2 });
    check(await playOn(page) === 'over', 'a whole game without a network');
    await page.goto(`${url}/#/learn/qwixx`);
    await page.waitForSelector('.rules h3');
    await page.goto(`${url}/#/settings`);
    await page.selectOption('#set-language', 'it');
    await until(page, () => document.documentElement.lang === 'it');
    calm(page);
    await page.context().close();
  },
};
