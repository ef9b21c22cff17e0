// history.mjs: my games: what is kept of every game that was finished, and that nothing is lost by an update of the page, by two tabs, by a full
// disk, or by closing in the middle.

import { begin, check, engineOf, keptGame, keptGames, openBrowser, openKept, openTable, PATIENCE, playAll, playOn, until } from './lib.mjs';

/** What stands among my games now, without the page's own modules: [Entry with its record]. */
const finished = async (page) => (await keptGames(page)).filter((one) => one.hash);

/** Waits until so many games stand there. */
async function kept(page, count) {
  for (const from = Date.now(); ; await page.waitForTimeout(50)) {
    const all = await finished(page);
    if (all.length >= count || Date.now() - from > 60000) {
      check(all.length === count, `${all.length} games, expected ${count}`);
      return all;
    }
  }
}

/** Finished games as an earlier version of the page kept them: a list, newest first. */
async function oldGames(tester, count) {
  const engine = await engineOf(tester);
  return Array.from({ length: count }, (_, index) => {
    const game = engine.games[index % engine.games.length].name;
    return { id: `old${index}`, key: [index, 9], real: false, game, names: ['Ann', 'Greedy'], when: 1e12 + index, over: true, record: finishedRecord(engine, game, index) };
  });
}

/** The record of a whole game of greedy bots against a person who plays alike. */
export function finishedRecord(engine, name, seed, { seats = 2, names = ['Ann', 'Greedy'] } = {}) {
  const match = engine.start(engine.game(name), seats);
  for (let seat = 0; seat < seats; seat++) match.seat(seat, seat ? 'bot:greedy' : 'human', names[seat] ?? `Bot ${seat}`);
  for (;;) {
    const p = match.position();
    if (p.kind === 'over') break;
    if (p.kind === 'chance') match.roll([seed, 9]);
    else for (let seat = 0; seat < seats; seat++) if (p.movers >> seat & 1) match.submit(seat, engine.choose('greedy', match.view(seat), seat, p.node));
  }
  const record = match.record();
  match.close();
  return record;
}

const inStore = (page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('penna.game')).length);

export const core = {
  async 'my games: a game that was played stands there, with whose it was, and with its analysis'(tester) {
    const page = await tester.page();
    await begin(page, tester.url, 'twentyone', { seats: 2, bot: 'greedy', name: 'Ann' });
    check(await playOn(page) === 'over', 'it ends');
    const [one] = await kept(page, 1);
    check(one.me === 0 && one.mine.join() === '0' && one.place.kind === 'device' && one.people[0].name === 'Ann' && one.over && one.points.length === 2, JSON.stringify(one));
    tester.checkRecord('history', one.record);
    await until(page, () => !Object.keys(localStorage).some((key) => key.startsWith('penna.game')));
    await until(page, () => document.querySelector('.told:not(.awaited)')); // the end has had it analysed
    for (let i = 0; i < 100 && !(await finished(page))[0].analysis; i++) await page.waitForTimeout(50);
    const { analysis } = (await finished(page))[0];
    check(analysis?.level === 'quick' && analysis.seats.length === 2 && analysis.seats[0].accuracy >= 0, JSON.stringify(analysis));
    await page.reload();
    await page.waitForSelector('.end .podium');
    check((await finished(page)).length === 1 && (await finished(page))[0].when === one.when, 'the end seen again is the same game');
    const lost = await page.evaluate(async () => (await import('./history.mjs')).dearest({ most: 3 }));
    check(lost.every((m) => m.record === one.record && m.seat === 0 && m.chosen !== m.best && m.loss > 0 && m.prompt), JSON.stringify(lost.map(({ record, ...m }) => m)));
  },

  async 'my games: games of an earlier version are taken over, and none is lost'(tester) {
    const page = await tester.page(tester.url), old = await oldGames(tester, 12);
    await page.evaluate((games) => localStorage.setItem('penna.games', JSON.stringify(games)), [...old.slice(0, 9), ...old.slice(9).map((one) => ({ ...one, over: false, record: one.record.replace(/move [^]*$/, '') }))]);
    await page.reload();
    const all = await kept(page, 9);
    for (const one of old.slice(0, 9)) check(all.some((entry) => entry.id === one.id && entry.record === one.record && entry.when === one.when), `${one.id} is not what it was`);
    check(await page.locator('.kept li').count() === 3 && await inStore(page) === 3 && await page.evaluate(() => localStorage.getItem('penna.games') === null), 'the unfinished ones are where they were');
    await page.reload();
    await page.waitForSelector('.kept');
    await kept(page, 9);
  },

  async 'my games: two tabs at once lose nothing and keep nothing twice'(tester) {
    const page = await tester.page(tester.url), other = await page.context().newPage(), old = await oldGames(tester, 10);
    await other.goto(`${tester.url}/#/settings`);
    for (const one of old) await page.evaluate((game) => localStorage.setItem(`penna.game.${game.id}`, JSON.stringify(game)), one);
    const take = (tab) => tab.evaluate(async () => { const { takeOver } = await import('./history.mjs'); return Promise.all([takeOver(), takeOver()]); });
    await Promise.all([take(page), take(other)]);
    await kept(page, 10);
    check(await inStore(page) === 0, 'nothing waits any more');
    const engine = await engineOf(tester), half = keptGame(engine, 'qwixx', 2);
    await openKept(page, { ...half, when: Date.now() });
    await begin(other, tester.url, 'twentyone', { bot: 'greedy' });
    await Promise.all([playOn(page), playOn(other, { seed: 3 })]);
    await kept(page, 12);
  },

  async 'my games: of more than twelve unfinished games none is lost, and each goes on'(tester) {
    const page = await tester.page(`${tester.url}/#/settings`), engine = await engineOf(tester), count = 15;
    const begun = Array.from({ length: count }, (_, i) => ({ ...keptGame(engine, engine.games[i % engine.games.length].name, 2, { key: [7, i] }), id: `begun${i}`, when: 1e12 + i }));
    const there = async () => new Map((await keptGames(page)).map((one) => [one.id, one]));
    await page.evaluate((games) => { for (const one of games) localStorage.setItem(`penna.game.${one.id}`, JSON.stringify(one)); }, begun);
    await page.goto(`${tester.url}/#/games`);
    await kept(page, count - 12);
    for (const one of begun) check((await there()).get(one.id)?.record === one.record, `${one.id} is not what it was`);
    check(await inStore(page) === 12, 'the newest stay at hand');
    await page.goto(`${tester.url}/#/play/begun0`); // one that had made room
    await page.waitForSelector('.play');
    check(await playOn(page) === 'over', 'it goes on to its end');
    await page.goto(`${tester.url}/#/games`);
    await until(page, () => document.querySelectorAll('.my-game').length === 1);
    const now = await there();
    check(now.size === count && now.get('begun0').over && now.get('begun0').record.startsWith(begun[0].record.trimEnd()), 'it is there once, as it ended');
    for (const one of begun.slice(1)) check(now.get(one.id)?.record === one.record, `${one.id} is not what it was`);
  },

  async 'my games: what was thrown away is forgotten after 30 days, and not before'(tester) {
    const page = await tester.page(tester.url), old = await oldGames(tester, 4), day = 24 * 3600000;
    await page.evaluate((games) => { for (const one of games) localStorage.setItem(`penna.game.${one.id}`, JSON.stringify(one)); }, old);
    await page.evaluate(async ([long, short]) => {
      const { takeOver, remove } = await import('./history.mjs'), { now } = Date;
      await takeOver();
      for (const [id, ago] of [['old0', long], ['old1', long], ['old2', short]]) {
        Date.now = () => now() - ago;
        await remove([id]);
      }
      Date.now = now;
    }, [30 * day + 60000, 30 * day - 60000]);
    check((await finished(page)).length === 4, 'all lie in the bin');
    await page.goto(`${tester.url}/#/games`);
    await page.waitForSelector('.my-game');
    await until(page, () => new Promise((resolve) => { // nothing is left of them, in any part of the database
      const request = indexedDB.open('penna');
      request.onsuccess = () => {
        const keys = request.result.transaction('records').objectStore('records').getAllKeys();
        keys.onsuccess = () => { request.result.close(); resolve(keys.result.join() === 'old2,old3'); };
      };
    }));
    check((await finished(page)).map((one) => one.id).sort().join() === 'old2,old3', 'the others are there');
    const listed = (count) => until(page, (many) => document.querySelectorAll('.my-game').length === many, count);
    await page.selectOption('#f-shelf', 'bin');
    await listed(1); // the list is drawn anew, which a tap must not meet
    await page.click('[data-id="old2"] button');
    await listed(0);
    await page.selectOption('#f-shelf', '');
    await listed(2);
  },
};

export const more = {
  async 'my games: killed in the middle of writing, a finished game is neither lost nor there twice'(tester) {
    const browser = await openBrowser(), context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' }), page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    await begin(page, tester.url, 'twentyone', { seats: 1, name: 'Ann' });
    await page.evaluate(() => { // the database has been given the game, and its transaction does not come to an end
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function hang(...what) {
        put.apply(this, what);
        const again = () => { globalThis.hanging = true; this.count().onsuccess = again; };
        again();
        return {};
      };
    });
    check(await playOn(page) === 'over', 'it ends');
    await until(page, () => globalThis.hanging);
    const noted = await page.evaluate(() => JSON.parse(localStorage.getItem(Object.keys(localStorage).find((key) => key.startsWith('penna.game.')))));
    const { processInfo } = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo'); // of this browser alone
    const again = await context.newPage(), gone = page.waitForEvent('crash');
    process.kill(processInfo.filter(({ type }) => type === 'renderer').sort((a, b) => b.cpuTime - a.cpuTime)[0].id, 'SIGKILL'); // a spare one has done nothing
    await gone;
    await again.goto(tester.url);
    const [one] = await kept(again, 1);
    check(noted.over && one.record === noted.record && one.id === noted.id && await inStore(again) === 0, 'it came in the next time');
    await again.goto(`${tester.url}/#/games`);
    await again.waitForSelector('.my-game');
    check(await again.locator('.my-game').count() === 1, 'once');
    await browser.close();
  },

  async 'my games: a full disk loses nothing, and says so'(tester) {
    const page = await tester.page(tester.url), client = await page.context().newCDPSession(page);
    const quota = (size) => client.send('Storage.overrideQuotaForOrigin', { origin: tester.url, ...(size >= 0 && { quotaSize: size }) });
    await begin(page, tester.url, 'twentyone', { seats: 2, bot: 'greedy', name: 'Ann' });
    await quota(1);
    check(await playOn(page) === 'over', 'it ends');
    await until(page, () => document.querySelector('.kept-words')?.textContent.includes('no room'));
    check(await inStore(page) === 1, 'it stays noted down');
    await page.goto(`${tester.url}/#/games`);
    await page.waitForSelector('.my-games .error');
    await quota(-1);
    await page.reload();
    const [one] = await kept(page, 1);
    check(one.me === 0 && await inStore(page) === 0, 'it comes in when there is room');
    tester.checkRecord('history-full', one.record);
    const file = await page.evaluate(async () => { const { pack } = await import('./carry.mjs'); return [...new Uint8Array(await (await pack()).arrayBuffer())]; });
    const other = await tester.page(tester.url), narrow = await other.context().newCDPSession(other);
    await other.goto(`${tester.url}/#/games/moving`);
    await other.waitForSelector('#games-file');
    await narrow.send('Storage.overrideQuotaForOrigin', { origin: tester.url, quotaSize: 1 });
    await other.setInputFiles('#games-file', { name: 'x.gz', mimeType: 'application/gzip', buffer: Buffer.from(file) });
    await until(other, () => [...document.querySelectorAll('.moving .error')].some((node) => node.textContent.includes('no room')));
    await narrow.send('Storage.overrideQuotaForOrigin', { origin: tester.url });
    check((await finished(other)).length === 0, 'a file comes in whole or not at all');
  },

  async 'my games: a later version of the page has changed the database, and this one neither loses nor spoils anything'(tester) {
    const page = await tester.page(tester.url), [one, two] = await oldGames(tester, 2);
    await page.evaluate((game) => localStorage.setItem(`penna.game.${game.id}`, JSON.stringify(game)), one);
    await page.evaluate(async () => (await import('./history.mjs')).takeOver());
    await page.evaluate(() => new Promise((resolve, reject) => { // a tab of a later page brings the database up: this tab gives way
      const request = indexedDB.open('penna', 99);
      request.onupgradeneeded = () => request.result.createObjectStore('later');
      request.onblocked = () => reject(new Error('held up'));
      request.onsuccess = () => { request.result.close(); resolve(); };
    }));
    await page.evaluate((game) => localStorage.setItem(`penna.game.${game.id}`, JSON.stringify(game)), two);
    check(await page.evaluate(async () => (await import('./history.mjs')).takeOver().then(String, (error) => error.name)) === 'VersionError', 'it does not touch what it does not know');
    check(await inStore(page) === 1 && (await finished(page)).length === 1, 'both games are where they were');
    await page.goto(`${tester.url}/#/games`);
    await until(page, () => document.querySelector('.my-games .error')?.textContent.includes('Nothing is lost'));
  },

  async 'my games: a table with friends is kept by everybody who sat there'(tester) {
    const { url } = tester.server, ann = await tester.page(url), code = await openTable(ann, url, 'qwixx', 2), ben = await tester.page(`${url}/t/${code}`), eve = await tester.page();
    await ben.fill('#name', 'Ben');
    await ben.click('form .confirm');
    await Promise.all([ann, ben].map((page) => page.waitForSelector('.play')));
    await eve.goto(`${url}/t/${code}`); // a spectator
    await eve.waitForSelector('.play');
    await playAll([ann, ben]);
    const [one] = await kept(ann, 1), [other] = await kept(ben, 1);
    check(one.id === other.id && one.id.startsWith(code) && one.place.kind === 'table' && one.place.code === code, 'the same game by the same name');
    check(one.me === 0 && other.me === 1 && one.record === other.record, 'each knows who he was');
    await eve.waitForSelector('.end');
    check((await finished(eve)).length === 0, 'who only watched has not played');
    tester.checkRecord('history-table', one.record);
  },
};
