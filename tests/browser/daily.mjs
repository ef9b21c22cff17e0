// daily.mjs: today's dice in real browsers: two devices with the same dice, leaving and coming back, the board, the text to share; and without a
// server, handed in later.

import { axe, check, DARK, DESKTOP, filedGames, LOCALES, PHONE, playOn, until } from './lib.mjs';

const LARGE = { viewport: { width: 1440, height: 900 } };
const events = (record) => record.match(/^(roll|draw|move) .*$/gm) ?? [];
const today = () => new Date().toISOString().slice(0, 10);

async function named(page, url, name) {
  await page.goto(`${url}/#/settings`);
  await page.evaluate((own) => localStorage.setItem('penna.name', JSON.stringify(own)), name);
}

/** Goes in by the first screen. */
async function enter(page, url, game, kind) {
  await page.goto(`${url}/#/`);
  await page.click('a[href="#/daily"]');
  await page.waitForSelector('.daily-list');
  await page.click(`a[href$="/${game}/${kind}"]`);
  await page.waitForSelector('.daily-body .confirm');
}

const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('penna.daily')));

/** Plays a try to its end: the record. */
async function tried(page, server, game, kind) {
  await enter(page, server.url, game, kind);
  await page.click('.daily-body .confirm');
  await page.waitForSelector('.play');
  check(!(await page.$('.gesture-button')), 'there is nobody to show a picture to');
  await playOn(page, { decisions: 3, seed: 5 });
  await page.click('.top .icon-button');
  await page.waitForSelector('.games'); // nobody waits: one simply leaves
  await page.goto(`${server.url}/#/daily/${today()}/${game}/${kind}`); // away, and back
  await page.waitForSelector('.daily-body .confirm');
  await page.click('.daily-body .confirm');
  await page.waitForSelector('.play');
  await playOn(page, { seed: 5 });
  check(!(await page.$('.end button:has-text("Play again")')), 'nothing is played again');
  await page.click('.end .confirm:has-text("Today’s dice")'); // and from there to all others who tried
  await page.waitForSelector('.daily-board .own-row');
  const deal = `${today()}/${game}/${kind}`, { code, token } = (await kept(page))[deal];
  return page.evaluate(async ([own, bearer]) => (await fetch(`/api/tables/${own}/record`, { headers: { Authorization: `Bearer ${bearer}` } })).text(), [code, token]);
}

async function twoDevices(tester) {
  const server = await tester.serve(), records = [], pages = [];
  for (const [name, size] of [['Ann', PHONE], ['Ben', LARGE]]) {
    const page = await tester.page(server.url, size);
    await named(page, server.url, name);
    await axe(page, 'settings');
    pages.push(page);
    records.push(events(await tried(page, server, 'qwixx', 'alone')));
    await page.goto(`${server.url}/#/daily/${today()}/qwixx/alone`);
    await page.waitForSelector('.daily-board .own-row');
    await page.waitForSelector('.daily-squares span');
    await until(page, () => document.querySelectorAll('.daily-figures dd').length >= 2); // the strongest play with the same dice is there, too
    await axe(page, `the result of ${name}`);
    await tester.shot(page, `daily-result-${name}`);
  }
  const [mine] = await filedGames(pages[0]);
  check(mine?.over && mine.game === 'qwixx' && mine.me === 0 && events(mine.record).join() === records[0].join(), 'a try is among my games, whole');
  const rolls = records.map((list) => list.filter((line) => line.startsWith('roll')));
  const both = Math.min(...rolls.map((list) => list.length));
  check(both > 5 && rolls[0].slice(0, both).every((roll, i) => [...roll].every((c, k) => c === rolls[1][i][k] || c === '-' || rolls[1][i][k] === '-')), 'the same dice, roll by roll');
  await pages[0].goto(`${server.url}/#/daily`);
  await pages[0].waitForSelector('.daily-streak');
  await axe(pages[0], 'the deals of today');
  await tester.shot(pages[0], 'daily-phone');
  await pages[1].goto(`${server.url}/#/daily`);
  await pages[1].waitForSelector('.daily-streak');
  await tester.shot(pages[1], 'daily-large');
  const again = await tester.page(server.url, { ...DESKTOP, storageState: await pages[0].context().storageState() });
  await again.goto(`${server.url}/#/daily/${today()}/qwixx/alone`);
  await again.waitForSelector('.daily-score');
  check(!(await again.$('text=Begin')), 'there is no second try');
}

async function shared(tester) {
  const server = await tester.serve(), page = await tester.page(server.url, { ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] });
  await named(page, server.url, 'Ann');
  await tried(page, server, 'twentyone', 'bot');
  await page.goto(`${server.url}/#/daily/${today()}/twentyone/bot`);
  await page.waitForSelector('.daily-board .own-row');
  await page.click('.share-daily');
  await page.waitForSelector('.share-daily:has-text("Copied")');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  check(/ place 1 of 1/.test(text) && text.includes(today()) && text.includes('/#/daily') && !/roll|move/.test(text), `a text without spoilers: ${text}`);
}

async function withoutServer(tester) {
  const page = await tester.page(tester.url, { ...PHONE, ...DARK });
  await named(page, tester.url, 'Ann');
  await enter(page, tester.url, 'qwixx', 'alone');
  await tester.shot(page, 'daily-offline');
  await page.click('.daily-body .confirm');
  await page.waitForSelector('.play');
  await playOn(page, { seed: 2 });
  await page.goto(`${tester.url}/#/daily/${today()}/qwixx/alone`);
  const [mine] = await filedGames(page);
  check(mine?.over && mine.game === 'qwixx' && mine.me === 0, `it is among my games: ${JSON.stringify(mine)}`);
  await page.waitForSelector('.see-best'); // the dice are everybody's to know, so the strongest play is shown
  await axe(page, 'a result without a server');
  await tester.shot(page, 'daily-offline-result');
  const server = await tester.serve(), other = await tester.page(server.url, DESKTOP), state = await page.evaluate(() => ({ ...localStorage }));
  await other.evaluate((all) => Object.entries(all).forEach(([key, value]) => localStorage.setItem(key, value)), state);
  await other.goto(`${server.url}/#/daily/${today()}/qwixx/alone`);
  await other.click('.hand-in');
  await other.waitForSelector('.daily-board .own-row');
  check((await kept(other))[`${today()}/qwixx/alone`].handed === true, 'it is handed in');
}

async function languages(tester) {
  for (const locale of LOCALES) {
    const page = await tester.page(tester.server.url, { viewport: { width: 360, height: 640 }, locale });
    await page.goto(`${tester.server.url}/#/daily`);
    await page.waitForSelector('.daily-list');
    check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${locale}: nothing hangs over`);
    await axe(page, `daily in ${locale}`);
    await tester.shot(page, `daily-${locale}`);
    await page.click('.daily-list a');
    await page.waitForSelector('.daily-body .confirm');
    await tester.shot(page, `daily-deal-${locale}`);
  }
}

export const core = { 'daily: two devices': twoDevices, 'daily: without a server': withoutServer };
export const more = { 'daily: a text to share': shared, 'daily: languages': languages };
