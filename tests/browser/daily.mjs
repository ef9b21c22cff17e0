// daily.mjs: today's dice in real browsers: two devices with the same dice, leaving and coming back, the board, the text to share; and without a
// server, handed in later; the strongest play, move by move the one that the server's judge makes.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { axe, check, DARK, DESKTOP, filedGames, forEach, GAMES, LOCALES, PHONE, playOn, until } from './lib.mjs';

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
  const open = Math.min(...rolls.map((list) => (list.some((roll) => roll.includes('-')) ? list.findIndex((roll) => roll.includes('-')) : list.length))); // then a row is closed, and fewer dice are rolled
  check(open > 5 && rolls[0].slice(0, open).join() === rolls[1].slice(0, open).join(), 'the same dice, roll by roll');
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
  const server = await tester.serve(), other = await handInAt(tester, server, page, 'qwixx', 'alone');
  await other.waitForSelector('.daily-board .own-row');
  check((await kept(other))[`${today()}/qwixx/alone`].handed === true, 'it is handed in');
}

/** What the strongest play made of yesterday's dice, alone and against the bot. */
async function solutions(tester) {
  const page = await tester.page(tester.url, PHONE);
  for (const kind of ['alone', 'against']) {
    await page.goto(`${tester.url}/#/daily`);
    await page.waitForSelector('.daily-list button');
    if (kind === 'alone') await page.locator('.daily-list').last().screenshot({ path: join(tester.shots, 'daily-yesterday.png') });
    await page.click(`.daily-list button[aria-label^="Qwixx, ${kind}"]`);
    await until(page, () => location.hash.startsWith('#/game/'));
    await page.waitForSelector('.replay-sheets');
  }
}

/** The same device, now at a server: what was played without one is handed in there. */
async function handInAt(tester, server, page, game, kind) {
  const other = await tester.page(server.url, DESKTOP), state = await page.evaluate(() => ({ ...localStorage }));
  await other.evaluate((all) => Object.entries(all).forEach(([key, value]) => localStorage.setItem(key, value)), state);
  await other.goto(`${server.url}/#/daily/${today()}/${game}/${kind}`);
  await other.click('.hand-in');
  return other;
}

/** A game against the bot, without a server; `bot` plays in its name. */
async function playedAgainst(tester, game, bot) {
  const page = await tester.page(tester.url, DESKTOP), change = (from, to) => page.evaluate(([a, b]) => {
    for (const key of Object.keys(localStorage)) localStorage.setItem(key, localStorage.getItem(key).replaceAll(`bot:${a} `, `bot:${b} `));
  }, [from, to]);
  await named(page, tester.url, 'Ann');
  await enter(page, tester.url, game, 'bot');
  await page.click('.daily-body .confirm');
  await page.waitForSelector('.play.asked');
  await page.goto(`${tester.url}/#/daily`);
  await page.waitForSelector('.daily-list');
  await change('expert', bot);
  await page.goto(`${tester.url}/#/daily/${today()}/${game}/bot`);
  await page.click('.daily-body .confirm');
  await page.waitForSelector('.play');
  await playOn(page, { seed: 3 });
  await page.goto(`${tester.url}/#/daily`);
  await page.waitForSelector('.daily-list');
  await change(bot, 'expert');
  return page;
}

/** What was really played against the bot is taken; where another one played under its name the server says why not, and the game can be handed in all the same later. */
async function againstBot(tester, game) {
  const server = await tester.serve(), deal = `${today()}/${game}/bot`;
  const honest = await handInAt(tester, server, await playedAgainst(tester, game, 'expert'), game, 'bot');
  await honest.waitForSelector('.daily-board .own-row');
  check((await kept(honest))[deal].handed === true && !(await honest.$('.hand-in')), 'it is handed in');
  const forged = await handInAt(tester, server, await playedAgainst(tester, game, 'random'), game, 'bot');
  await forged.waitForSelector('.daily-body .error:has-text("would have played otherwise")');
  check(!(await kept(forged))[deal].handed && await forged.$('.hand-in'), 'it is refused with the reason, and kept');
  const refused = forged.waitForResponse((answer) => answer.url().endsWith('/api/daily/open'));
  await forged.click('.hand-in');
  check((await (await refused).json()).error.code === 'bot-move', 'because of a move of the bot');
  await axe(forged, 'a game that is refused');
  await tester.shot(forged, `daily-refused-${game}`);
}

/** The strongest bot plays the dice of a key in the page as at the server, node by node: the same playouts, the same lots. Where the server has an exact table
 *  that the page has not it plays by that instead; here it has none but those that are made on the spot, which the page makes too. */
async function strongestPlay(tester, game) {
  const page = await tester.page(tester.url);
  for (const [seats, kind] of [[1, 'alone'], [2, 'bot']]) {
    const key = createHash('sha256').update(`${game} ${kind}`).digest('hex');
    const record = await page.evaluate(async (given) => {
      const [{ Engine }, { strongest }] = await Promise.all([import('./engine.mjs'), import('./daily.mjs')]), engine = await Engine.load(await fetch('penna.wasm'));
      return (await strongest(engine, engine.game(given.game), given.kind, given.key)).record;
    }, { game, kind, key });
    const own = execFileSync(join(tester.build, 'tests', 'server-court'), [game, seats, key], { env: { ...process.env, PENNA_TABLES: tester.shots } }).toString();
    const [here, there] = [record, own].map(events), apart = here.findIndex((line, i) => line !== there[i]);
    check(here.length > 10 && here.length === there.length && apart < 0, `${game}, ${kind}: they part at node ${apart} of ${there.length}: ${here[apart]} / ${there[apart]}`);
  }
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

export const core = {
  'daily: two devices': twoDevices,
  'daily: without a server': withoutServer,
  ...forEach(['qwixx'], 'daily: the strongest play', strongestPlay),
};

export const more = {
  'daily: a text to share': shared,
  'daily: languages': languages,
  'daily: what was to be had yesterday': solutions,
  ...forEach(GAMES, 'daily: against the bot', againstBot),
  ...forEach(GAMES.filter((game) => game !== 'qwixx'), 'daily: the strongest play', strongestPlay),
};
