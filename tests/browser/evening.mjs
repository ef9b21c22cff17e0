// evening.mjs: a club evening: an organiser, phones that go to their tables by themselves, the big screen in three sizes, results on paper.

import { axe, check, filedGames, GAMES, LOCALES, PHONE, playAll, until } from './lib.mjs';

const SIZES = { tv: { width: 1920, height: 1080 }, small: { width: 1280, height: 720 }, upright: { width: 800, height: 1280 }, beamer: { width: 1024, height: 768 } };

/** The organiser opens an evening; its code. */
async function openEvening(page, url, { title, seats, rounds, games }) {
  await page.goto(`${url}/#/evening`);
  await page.waitForSelector('.evening-setup');
  await page.fill('#title', title);
  await page.selectOption('#seats', String(seats));
  await page.selectOption('#rounds', String(rounds));
  for (const [i, game] of games.entries()) await page.selectOption(`#game-${i}`, game);
  await axe(page, 'opening an evening');
  await page.click('form .confirm');
  await page.waitForSelector('.invitation .code');
  return page.textContent('.invitation .code');
}

async function join(tester, url, code, name) {
  const page = await tester.page(`${url}/e/${code}`, PHONE);
  await page.fill('#name', name);
  await page.click('.evening-join .confirm');
  await page.waitForSelector('.evening-mine');
  return page;
}

/** Nothing lies out of sight on the big screen, and nothing scrolls. */
async function inSight(page, what, ...selectors) {
  const out = await page.evaluate((list) => list.flatMap((one) => [...document.querySelectorAll(one)].filter((node) => {
    const { left, top, right, bottom, width } = node.getBoundingClientRect();
    return !width || left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  }).map((node) => `${one} ${JSON.stringify(node.getBoundingClientRect())} ${node.textContent.slice(0, 30)}`)), selectors);
  check(!out.length, `${what}: out of sight: ${out.join('\n')}`);
  for (const one of selectors) check(await page.$(one), `${what}: there is no ${one}`);
  const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight);
  check(fits, `${what}: it scrolls`);
}

/** The big screen at all its sizes: looked at, and held to what must be in sight. */
async function allSizes(tester, page, name, ...selectors) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
    await tester.shot(page, `tv-${name}-${size}`);
    await inSight(page, `${name}, ${size}`, ...selectors);
  }
  await axe(page, `the big screen, ${name}`);
}

/** Type that is read across a room: at least so many hundredths of the height. */
async function legible(page, selector) {
  const share = await page.evaluate((one) => parseFloat(getComputedStyle(document.querySelector(one)).fontSize) / innerHeight, selector);
  check(share > 0.03, `${selector} is ${(100 * share).toFixed(1)} % of the height`);
}

const atTable = (phones) => Promise.all(phones.map((page) => page.waitForSelector('.play')));
const codesOf = (phones) => Promise.all(phones.map((page) => page.evaluate(() => location.hash)));

async function wholeEvening(tester) {
  const server = await tester.serve(), { url } = server;
  const host = await tester.page(url), short = GAMES.includes('twentyone') ? 'twentyone' : GAMES[0];
  const code = await openEvening(host, url, { title: 'Thursday club', seats: 2, rounds: 2, games: [short, GAMES[0]] });
  const tv = await tester.page(`${url}/#/tv/${code}`, { viewport: SIZES.tv });
  await tv.waitForSelector('.tv-qr');
  const phones = [];
  for (const name of ['Ann', 'Ben', 'Carla']) phones.push(await join(tester, url, code, name));
  await tv.waitForSelector('.tv-names li:nth-child(3)');
  await allSizes(tester, tv, 'evening-waiting', '.tv-qr', '.tv-code', '.tv-link', '.tv-names li');
  await legible(tv, '.tv-code');
  await legible(tv, '.tv-names li');
  await host.waitForSelector('.seats-list li:nth-child(3)');
  await axe(host, 'an evening that waits');
  await tester.shot(host, 'evening-organiser-waiting');
  await axe(phones[0], 'an evening on a phone');
  await tester.shot(phones[0], 'evening-phone-waiting');

  await host.click('.evening-organise .confirm');
  await atTable(phones);
  const first = await codesOf(phones);
  check(new Set(first).size === 2, `three people sit at two tables: ${first}`);
  await tv.waitForSelector('.tv-tables li:nth-child(2)');
  await allSizes(tester, tv, 'evening-playing', '.tv-tables li', '.tv-code', '.tv-qr');
  await legible(tv, '.tv-tables li');
  check(!await tv.$('.tv .piece'), 'nobody sees the dice of a round on the big screen');
  await server.stop();
  await server.start(); // everybody comes back by himself
  check((await playAll(phones)).every((end) => end === 'over'), 'all tables are played to their end');
  for (const page of phones) await page.waitForSelector('.to-evening');
  const over = await phones[0].$$eval('.end > *, .end button', (all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.className));
  check(!over.length, `the end of a table fits a phone: ${over}`);
  await tester.shot(phones[0], 'evening-phone-over');
  await tv.waitForSelector('.tv-standings li:nth-child(4)');
  await tv.waitForSelector('.tv-side > .tv-invite:only-child');
  await allSizes(tester, tv, 'evening-between', '.tv-standings li', '.tv-qr', '.tv-code', '.tv-link');
  await legible(tv, '.tv-standings li:last-child');
  await phones[0].click('.to-evening .confirm');
  await phones[0].waitForSelector('.standings tbody tr:nth-child(3)');
  await axe(phones[0], 'standings on a phone');
  await tester.shot(phones[0], 'evening-phone-standings');
  const broken = await phones[0].$$eval('.evening button', (all) => all.filter((one) => one.getBoundingClientRect().height > 60).map((one) => one.textContent));
  check(!broken.length, `buttons of one line: ${broken}`);
  const split = await phones[0].$$eval('.standings :is(th, td)', (all) => all.filter((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return /^\S{1,8}$/.test(cell.textContent) && new Set([...range.getClientRects()].map((one) => Math.round(one.top))).size > 1;
  }).map((cell) => cell.textContent));
  check(!split.length, `words of the standings on two lines: ${split}`);
  check(await phones[0].$eval('.evening .wide', (one) => one.scrollWidth <= one.clientWidth + 1), 'all of the standings are in sight');

  await host.waitForSelector('.evening-organise .confirm:has-text("2")');
  await tester.shot(host, 'evening-organiser-between');
  check(!/\b(true|false|null|undefined|NaN)\b/.test(await host.textContent('#main')), 'every word is meant for people');
  await host.click('.evening-organise .confirm');
  for (const [i, page] of phones.entries()) await until(page, (before) => location.hash !== before && location.hash.startsWith('#/table/'), first[i]);
  await atTable(phones);
  await phones[2].click('.top .icon-button');
  await phones[2].click('button:has-text("Step away")');
  await host.click('button[aria-label="Carla has left"]'); // a bot plays on
  await playAll(phones.slice(0, 2));
  await host.waitForSelector('.lead:has-text("The evening is over")');
  await results(tester, host, url, code);
  await allSizes(tester, tv, 'evening-over', '.tv-standings li');
  check((await tv.textContent('.tv-standings')).includes('Carla'), 'everybody stands there in the end');
  await phones[0].goto(`${url}/#/games`);
  await until(phones[0], () => document.querySelectorAll('.my-game').length === 2);
  const mine = await filedGames(phones[0]);
  check(mine.map((one) => one.game).join() === `${GAMES[0]},${short}` && mine.every((one) => one.place.kind === 'table' && one.people[one.me]?.name === 'Ann' && one.over), `both are among her games: ${JSON.stringify(mine)}`);
}

/** The standings on the page, as CSV and on paper. */
async function results(tester, host, url, code) {
  await axe(host, 'the end of an evening');
  await tester.shot(host, 'evening-over');
  const rows = await host.$$eval('.standings tbody tr', (all) => all.map((row) => row.querySelector('.who').textContent));
  const csv = await (await fetch(`${url}/api/evenings/${code}/results.csv`)).text();
  check(csv.trim().split('\r\n').slice(1).map((line) => line.split('"')[1]).join() === rows.join(), `the page has the order of the file: ${rows} ${csv}`);
  check(await host.getAttribute('a[download]', 'href') === `${url}/api/evenings/${code}/results.csv`, 'the file can be had');
  check(await host.$('.standings abbr'), 'it is said for whom a bot played on');
  await host.emulateMedia({ media: 'print' });
  await tester.shot(host, 'evening-paper');
  const seen = await host.$$eval('.evening button, .evening a, .evening .seats-list, .evening .invitation', (all) => all.filter((one) => one.getClientRects().length).length);
  check(seen === 0 && await host.isVisible('.standings') && await host.isVisible('h1'), 'paper has the title and the results, and nothing to tap');
}

/** A page of the evening in each language; what it says is not English. */
async function languages(tester) {
  const { url } = await tester.serve(), host = await tester.page(url);
  const code = await openEvening(host, url, { title: 'Circolo', seats: 2, rounds: 1, games: [GAMES[0]] });
  const phones = [await join(tester, url, code, 'Ann'), await join(tester, url, code, 'Ben')];
  await host.click('.evening-organise .confirm');
  await atTable(phones);
  const said = new Set();
  for (const locale of LOCALES) {
    const page = await tester.page(`${url}/e/${code}`, { ...PHONE, locale, viewport: { width: 360, height: 640 } });
    await page.waitForSelector('.evening-tables li');
    await tester.shot(page, `evening-${locale}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(wide <= 0, `${locale}: ${wide} pixels too wide`);
    said.add(await page.textContent('.evening-join .confirm'));
    await axe(page, `an evening, ${locale}`);
    const tv = await tester.page(`${url}/#/tv/${code}`, { locale, viewport: SIZES.small, colorScheme: 'dark' });
    await tv.waitForSelector('.tv-sheets figure'); // one table alone is shown itself
    await tester.shot(tv, `tv-table-${locale}`);
    await page.close();
    await tv.close();
  }
  check(said.size >= 4, `each language has its words: ${[...said]}`);
}

/** The big screen of a table: it waits with the code, then shows dice, all sheets, points and the last move, and comes back by itself. */
async function bigTable(tester) {
  const server = await tester.serve(), { url } = server, post = (path, body) => fetch(url + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }).then((answer) => answer.json());
  const tv = await tester.page(url, { viewport: SIZES.tv });
  for (const game of GAMES) {
    const { table, token } = await post('/api/tables', { game, seats: [{ kind: 'human', name: 'Ann' }, { kind: 'open' }, { kind: 'bot:greedy' }, { kind: 'bot:greedy' }] });
    await tv.goto(`${url}/#/tv/${table}`);
    await tv.waitForSelector('.tv-names li:nth-child(4)');
    if (game === GAMES[0]) await allSizes(tester, tv, 'table-waiting', '.tv-qr', '.tv-code', '.tv-names li');
    const phone = await tester.page(url, PHONE);
    await phone.evaluate(([code, own, name]) => localStorage.setItem('penna.tables', JSON.stringify([{ code, token: own, game: name }])), [table, token, game]);
    await post(`/api/tables/${table}/join`, { name: 'Ben', token });
    await phone.goto(`${url}/t/${table}`);
    await phone.waitForSelector('.play');
    await playAll([phone], { decisions: 6 });
    await tv.waitForSelector('.tv-sheets figure:nth-child(4)');
    await allSizes(tester, tv, `table-${game}`, '.tv-sheets figure', '.tv-sheets figcaption b', '.tv .piece', '.latest');
    check(await tv.$eval('.latest', (one) => one.textContent.length > 3), 'the last move is told');
    const hidden = await tv.$$eval('.tv .hand', (all) => all.length);
    check(!hidden, 'nobody’s hand is on the big screen');
    await phone.close();
  }
  await server.stop();
  await tv.waitForSelector('.tv-side-words:has-text("lost")');
  await server.start();
  await tv.waitForSelector('.tv-side-words:has-text("turn")');
  await tv.goto(`${url}/#/tv/ZZZZZ`);
  await tv.waitForSelector('.tv-words[role=alert]');
  await axe(tv, 'a big screen without a table');
}

/** What an organiser says, over a connection of his own, one thing after the other; each is acknowledged. */
const say = (page, code, token, messages) => page.evaluate(([where, own, all]) => new Promise((resolve, reject) => {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`), left = [{ type: 'hello', table: where, token: own }, ...all];
  const next = () => { if (left.length) socket.send(JSON.stringify({ v: 1, id: left.length, ...left.shift() })); else { socket.close(); resolve(); } };
  socket.onopen = next;
  socket.onmessage = ({ data }) => { const { type, code: why } = JSON.parse(data); if (type === 'ack') next(); else if (type === 'error') reject(new Error(why)); };
}), [code, token, messages]);

/** What is too long for the big screen comes in parts, each whole, at every size: everybody is seen once in a round of them. */
async function manyPeople(tester) {
  const people = 60, { url } = await tester.serve('--tables-per-address', '0', '--connections-per-address', '0', '--messages-per-second', '0', '--stand-in', 'greedy');
  const post = (path, body) => fetch(url + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }).then((answer) => answer.json());
  const { evening: code, token } = await post('/api/evenings', { title: 'A hall', games: [GAMES[0]], rounds: 2, seats: 2 });
  const name = (i) => `Guest ${String(i).padStart(2, '0')}`;
  for (let i = 0; i < people; i++) await post(`/api/evenings/${code}/join`, { name: name(i) });
  const tv = await tester.page();
  await tv.clock.install();
  await tv.goto(`${url}/#/tv/${code}`);
  await tv.waitForSelector('.tv-names li');
  await tv.clock.pauseAt(Date.now() + 60000); // pages are turned when we say so, however slow the machine is

  /** Everything that a list shows from its first item, which has this text, until that comes again; for each size. */
  async function parts(what, item, count, first) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await tv.setViewportSize(viewport);
      await tv.waitForSelector(item);
      await tv.evaluate(() => dispatchEvent(new Event('resize'))); // whenever the browser itself would have said so
      const shown = () => tv.$$eval(item, (all) => all.map((one) => one.textContent)), seen = [];
      const turn = () => tv.clock.runFor(12000);
      for (let i = 0; i < count && !first.test((await shown())[0]); i++) await turn();
      await tester.shot(tv, `tv-many-${what}-${size}`);
      let turns = 0;
      do {
        await inSight(tv, `${what}, ${size}`, item);
        seen.push(...await shown());
        await turn();
      } while (++turns < count && !first.test((await shown())[0]));
      check(seen.length === count && new Set(seen).size === count, `${what}, ${size}: ${new Set(seen).size} of ${count} are shown, ${seen.length} in all, in ${turns} parts: ${seen}`);
      check(turns > 1 || what === 'names', `${what}, ${size}: this was to be too long for the screen`);
    }
  }

  await parts('names', '.tv-names li', people, /^Guest 00$/);
  await say(tv, code, token, [{ type: 'round', round: 1 }]);
  await tv.waitForSelector('.tv-first .tv-tables li');
  await parts('tables', '.tv-tables li', people / 2, /^1G/);
  await say(tv, code, token, Array.from({ length: people }, (_, player) => ({ type: 'gone', player }))); // bots play on
  await until(tv, () => document.querySelector('.tv-standings li:not(.tv-columns)') && !document.querySelector('.tv-tables'));
  const { standings } = await fetch(`${url}/api/evenings/${code}`).then((answer) => answer.json());
  await parts('standings', '.tv-standings li:not(.tv-columns)', people, new RegExp(`^1\\.${name(standings[0].player)}`));
}

export const core = { 'a club evening with three phones and a big screen': wholeEvening };

export const more = { 'an evening in every language': languages, 'the big screen of a table': bigTable, 'the big screen of a hall full of people': manyPeople };
