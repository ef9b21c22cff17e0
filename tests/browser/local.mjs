// local.mjs: games on one device: against bots, hot seat, by keyboard, offline, with real dice.

import { ALONE, asked, axe, begin, check, DARK, DESKTOP, forEach, GAMES, keptRecord, PHONE, playOn, until } from './lib.mjs';

const rolls = (record) => record.match(/^roll .*$/gm) ?? [];

async function againstBots(tester, game) {
  const page = await tester.page(tester.url, PHONE);
  await begin(page, tester.url, game, { seats: 3, bot: 'greedy' });
  await playOn(page, { decisions: 5, seed: 7 });
  await asked(page);
  await axe(page, `${game} in play`);
  await tester.shot(page, `${game}-phone-play`);
  check(await playOn(page, { seed: 7 }) === 'over', 'it ends');
  await axe(page, `${game} over`);
  await tester.shot(page, `${game}-phone-end`);
  tester.checkRecord(`${game}-bots`, await keptRecord(page));
}

async function hotSeat(tester, game) {
  const page = await tester.page(tester.url, { ...DESKTOP, colorScheme: game.length % 2 ? 'dark' : 'light' });
  await begin(page, tester.url, game, { mode: 'device', seats: 2 });
  await playOn(page, { decisions: 9, seed: 3 });
  await page.waitForSelector('.bar button');
  const before = await keptRecord(page);
  await page.reload();
  await page.waitForSelector('.bar button');
  check((await keptRecord(page)).startsWith(before.trimEnd()), 'nothing is lost by reloading');
  await tester.shot(page, `${game}-desktop-play`);
  await axe(page, `${game} on a desktop`);
  check(await playOn(page, { seed: 3 }) === 'over', 'it ends');
  await tester.shot(page, `${game}-desktop-end`);
  tester.checkRecord(`${game}-device`, await keptRecord(page));
}

/** Plays a game without a pointer: to what can be chosen by Tab and arrows. */
async function byKeyboard(tester, game) {
  const page = await tester.page(tester.url, DESKTOP);
  const keys = async (...names) => { for (const name of names) await page.keyboard.press(name); };
  const at = (selector) => page.evaluate((one) => document.activeElement.matches(one), selector);
  const tabTo = async (selector, key = 'Tab') => {
    for (let i = 0; i < 100; i++) {
      if (await at(selector)) return;
      await page.keyboard.press(key);
    }
    throw new Error(`no way to ${selector} by ${key}`);
  };
  await tabTo(`a[href="#/new/${game}"]`);
  await keys('Enter');
  await page.waitForSelector('form.setup');
  await tabTo('#mode-bots');
  await tabTo('#opponent-normal');
  await keys('Space');
  await tabTo('#name-0');
  await page.keyboard.type('Kay');
  await keys('Enter');
  await page.waitForSelector('.play');
  for (let turn = 0; turn < 200; turn++) {
    await asked(page);
    if (await page.$('.play.is-over')) break;
    const before = await keptRecord(page);
    for (let tries = 0; !await page.$('.bar .confirm:not([disabled])'); tries++) {
      check(tries < 30, 'a move can be chosen by keys');
      if ((turn + tries) % 3 && await page.$('.box.possible, .piece.possible')) {
        await tabTo('.box.possible:not(.chosen), .piece.possible:not(.chosen)');
        await keys(...(await at('.box') ? ['ArrowDown', 'Enter'] : ['Enter']));
      } else {
        await tabTo('.chip, .possible:not(.chosen)');
        await keys('Enter');
      }
    }
    await tabTo('.bar .confirm:not([disabled])');
    await keys('Enter');
    for (const from = Date.now(); await keptRecord(page) === before && Date.now() - from < 5000;) await page.waitForTimeout(10);
  }
  await page.waitForSelector('.end .confirm');
  await tabTo('.end .confirm');
}

async function realDice(tester, game) {
  const page = await tester.page(tester.url, PHONE);
  await begin(page, tester.url, game, { mode: 'device', real: true });
  await page.waitForSelector(game === 'qwinto' ? '.pieces .possible' : '.faces');
  await tester.shot(page, `${game}-real`);
  await axe(page, `${game} with real dice`);
  await playOn(page, { decisions: 12 });
  tester.checkRecord(`${game}-real`, await keptRecord(page));
}

export const core = {
  async 'offline: bots, the device, the rules, another language'(tester) {
    const { url } = tester.server, page = await tester.page(url, { ...PHONE, ...ALONE });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await until(page, async () => {
      const name = (await caches.keys())[0];
      return name && (await (await caches.open(name)).keys()).some((one) => one.url.endsWith('rules/twentyone.pt.html'));
    });
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector('.games');
    await begin(page, url, 'qwinto', { bot: 'greedy' });
    check(await playOn(page) === 'over', 'a whole game without a network');
    await begin(page, url, 'qwixx', { mode: 'device' });
    await playOn(page, { decisions: 4 });
    const before = await keptRecord(page);
    await page.goto('about:blank'); // the browser is closed and opened again
    await page.goto(url);
    await page.click('.kept a');
    await page.waitForSelector('.play');
    check((await keptRecord(page)).startsWith(before.trimEnd()), 'the game is still there');
    await page.goto(`${url}/#/learn/qwixx`);
    await page.waitForSelector('.rules h3');
    await page.goto(`${url}/#/settings`);
    await page.selectOption('#set-language', 'it');
    await until(page, () => document.documentElement.lang === 'it');
  },

  ...forEach(['qwixx'], 'by keyboard alone', byKeyboard),
};

export const more = {
  async 'real dice: a tap for each that fell and one to say so, a card one tap, no more'(tester) {
    const page = await tester.page('', PHONE);
    for (const [game, dice] of [['qwixx', 6], ['twentyone', 6], ['qwantum', 7], ['qwinto-cards', 0]]) {
      await begin(page, tester.url, game, { mode: 'device', real: true });
      await page.waitForSelector('.bar .face');
      const rows = await page.$$eval('.bar .faces', (all) => all.length);
      check(rows === dice, `${game}: ${rows} dice are asked for`);
      if (!dice) { // the next one is asked for at once
        const before = await page.$$eval('.bar .face', (all) => all.length);
        await page.click('.bar .face >> nth=0');
        await until(page, (many) => document.querySelectorAll('.bar .face').length !== many, before);
        continue;
      }
      for (let i = 0; i < rows; i++) await page.click(`.bar .faces >> nth=${i} >> .face >> nth=${i % 6}`);
      await page.click('.bar .confirm');
      await asked(page);
    }
  },

  ...forEach(GAMES, 'a whole game against bots on a phone', againstBots),
  ...forEach(GAMES, 'hot seat, reloaded in the middle', hotSeat),
  ...forEach(GAMES.filter((game) => game !== 'qwixx'), 'by keyboard alone', byKeyboard),
  ...forEach(GAMES.filter((game) => game !== 'qwinto-cards'), 'real dice are tapped in', realDice),

  async 'undo brings the same dice back'(tester) {
    const page = await tester.page(tester.url, PHONE);
    await begin(page, tester.url, 'qwixx');
    await playOn(page, { decisions: 6 });
    await asked(page);
    const had = rolls(await keptRecord(page));
    let after = had;
    for (let times = 0; after.length > had.length - 2; times++) {
      check(times < 8, 'it goes back');
      const before = await keptRecord(page);
      await page.click('[aria-label=Undo]');
      await asked(page);
      check((await keptRecord(page)).length < before.length, 'every undo takes something back');
      after = rolls(await keptRecord(page));
      check(after.every((roll, i) => roll === had[i]), 'the rolls before stay');
    }
    while (after.length < had.length) {
      await playOn(page, { decisions: 1 });
      await asked(page);
      after = rolls(await keptRecord(page));
    }
    check(had.every((roll, i) => roll === after[i]), `the same dice: ${had} and ${after}`);
  },

  async 'what happens is said in the live region'(tester) {
    const page = await tester.page(tester.url, PHONE);
    await begin(page, tester.url, 'qwixx');
    await until(page, () => /white die \d/.test(document.getElementById('live').textContent));
    await page.locator('.box.possible').first().click();
    await until(page, () => /Cross (red|yellow|green|blue) \d+/.test(document.getElementById('live').textContent));
    check(await page.locator('.box.possible').first().getAttribute('role') === 'button', 'boxes are buttons');
    check(/^(red|yellow|green|blue) \d+, (chosen|can be chosen)$/.test(await page.locator('.box.possible').first().getAttribute('aria-label')), 'with names');
  },

  async 'a misthrow is said before it happens'(tester) {
    const page = await tester.page(tester.url, PHONE);
    await begin(page, tester.url, 'qwixx', { seats: 1 });
    await page.click('.chip:has-text("Pass")');
    await page.click('.confirm');
    await page.click('.chip:has-text("Pass")');
    await page.waitForSelector('.warnings li:has-text("misthrow")');
    check(await page.getAttribute('.chip:has-text("Pass")', 'aria-pressed') === 'true', 'what is chosen is marked');
    await tester.shot(page, 'warning');
  },

  async 'a replay by slider and by link'(tester) {
    const page = await tester.page(tester.url, PHONE);
    await begin(page, tester.url, 'qwixx', { bot: 'greedy' });
    await playOn(page, { seed: 5 });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => {
      navigator.share = undefined;
      navigator.clipboard.writeText = (text) => { globalThis.copied = text; return Promise.resolve(); }; // tests run side by side
    });
    await page.click('button:has-text("Share the replay")');
    await page.waitForSelector('button:has-text("Copied")');
    const link = await page.evaluate(() => globalThis.copied);
    await page.click('button:has-text("Replay"):not(:has-text("Share"))');
    await page.waitForSelector('#slider');
    await page.locator('#slider').fill('10');
    await axe(page, 'replay');
    await tester.shot(page, 'replay');
    const other = await tester.page(link, { ...DESKTOP, ...DARK });
    await other.waitForSelector('#slider');
    check(await other.getAttribute('#slider', 'max') === await page.getAttribute('#slider', 'max'), 'the same game');
    await axe(other, 'replay, dark');
    await tester.shot(other, 'replay-link');
  },

  async 'a position to try, with a hint'(tester) {
    const page = await tester.page(`${tester.url}/#/learn/qwinto-cards`, PHONE);
    await page.click('.try >> nth=0');
    await page.waitForSelector('.play');
    await page.click('[aria-label=Hint]');
    await page.waitForSelector('.confirm:not([disabled])');
    await axe(page, 'a hint');
    await tester.shot(page, 'hint');
    await page.click('.confirm');
    await asked(page);
  },
};
