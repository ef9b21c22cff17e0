// screens.mjs: every screen of the page, walked through as somebody does who taps, and what its main thread is kept busy with meanwhile: no task styles or
// lays out much, which is the same on every machine, and (in the long set) none is long on a slow phone.

import { asked, check, engineOf, GAMES, keptGame, openTable, PATIENCE, PHONE, playAll, playOn, traced, until } from './lib.mjs';
import { fill } from './games.mjs';
import { finishedRecord } from './history.mjs';

const AT_ONCE = 340; // elements that one task may style, and things that it may lay out: less than a sheet of Qwixx drawn anew (371)
const LONG = 50;     // milliseconds that a task may take on a slow phone
const SLOW = 4;      // times slower than this machine is that phone (its processor at a quarter)
const TRIES = 6;     // a machine that does other things is slow by itself: a step that was quick enough once is
const REST = 700;    // milliseconds in which a screen comes to rest, where that is timed
const HASTE = 0.4;   // the part of it that is left where things are only counted

const sum = (task, name, count) => task.inner.filter((one) => one.name === name).reduce((all, { args }) => all + (count(args) ?? 0), 0);

/** How many elements a task styles, or things it lays out, whatever is more. */
const things = (task) => Math.max(sum(task, 'UpdateLayoutTree', ({ elementCount }) => elementCount), sum(task, 'Layout', ({ beginData }) => beginData?.dirtyObjects));

/** How long a task is on a slow phone, by its processor's time. */
const slowly = ({ tdur = 0 }) => (SLOW * tdur) / 1000;

/** What a task did that took more than a tenth of what it may, for whoever has to mend it. */
const told = (task) => task.inner.filter((one) => slowly(one) > LONG / 10).map((one) => `${one.name} ${Math.round(slowly(one))}`).join(', ');

/** Somebody who walks through the page, one step after the other, each traced until it has come to rest. */
class Walk {
  /** `pace`: 1, or how much less it rests after every step. */
  constructor(tester, page, url, pace) {
    Object.assign(this, { tester, page, url, pace, seen: [] }); // seen: [{what, most, ms, by}]
  }

  async step(what, act, ready = '#main', rest = REST) {
    const tasks = await traced(this.page, async () => {
      await act();
      await this.page.waitForSelector(ready, { state: 'attached', timeout: 4 * PATIENCE }); // an analysis may take long
      await this.page.waitForTimeout(this.pace * rest);
    });
    const longest = tasks.reduce((best, task) => (slowly(task) > slowly(best) ? task : best));
    this.seen.push({ what, most: Math.max(...tasks.map(things)), ms: slowly(longest), by: told(longest) });
  }

  /** To another screen. */
  to(route, ready, rest) {
    return this.step(`#/${route.replace(/[\w-]{60,}/, '…')}`, () => this.page.evaluate((hash) => { location.hash = hash; }, `#/${route}`), ready, rest);
  }

  /** A tap on the first that is so called, once it is there. */
  async tap(selector, ready, rest) {
    await this.page.locator(selector).first().waitFor({ state: 'attached' });
    await this.step(selector, () => this.page.locator(selector).first().dispatchEvent('click'), ready, rest);
  }

  async close() {
    await this.page.keyboard.press('Escape');
    await until(this.page, () => !document.querySelector('dialog'));
  }

  /** What the page remembers, from the next screen on. */
  keep(key, value) {
    return this.page.evaluate(([name, what]) => localStorage.setItem(`penna.${name}`, JSON.stringify(what)), [key, value]);
  }
}

/** A game in its middle and one that is over, with so many players, as the page keeps them. */
async function bringGames(walk, game, seats) {
  const engine = await engineOf(walk.tester), begun = keptGame(engine, game, seats, { prompt: engine.game(game).prompts.at(-1), skip: 3 });
  await walk.keep('games', [{ ...begun, id: 'begun', when: 2 }, { id: 'over', game, key: [1, 2], real: false, when: 1, over: true, record: finishedRecord(engine, game, 5, { seats }) }]);
}

/** The table with so many players, what opens over it, and what is done at it. */
async function table(walk, game, seats) {
  const { page } = walk;
  await bringGames(walk, game, seats);
  await walk.to('play/begun', '.play.asked');
  await walk.tap('[aria-label=More]', 'dialog');
  await walk.tap('.menu-item:has-text("What happened")', 'dialog .news');
  await walk.close();
  if (seats > 1) {
    await walk.tap('.other', 'dialog .box');
    await walk.close();
  }
  await walk.tap('.hint-button', '.advice');
  await walk.tap('.advice .icon-button');
  await walk.tap('[data-part=own-sheet] .box.possible, [data-part=choice]');
  await walk.step('a move', async () => { await playOn(page, { decisions: 1 }); await asked(page); });
  await walk.step('undo', async () => { await page.locator('[aria-label=Undo]').dispatchEvent('click'); await asked(page); });
  await walk.tap('[aria-label="Leave the table"]', '.doors');
}

/** A finished game of so many: its end, the picture to share, the replay and the analysis. */
async function over(walk, game, seats) {
  await bringGames(walk, game, seats);
  await walk.to('play/over', '.end-more', 2500); // with what is told of the moves, as far as it has come
  await walk.tap('.breakdown summary');
  await walk.step('the picture', async () => { const saved = walk.page.waitForEvent('download'); await walk.page.locator('.share-picture').dispatchEvent('click'); await saved; });
  await walk.tap('.end button:has-text("Replay")', '#slider');
  await walk.step('the slider', () => walk.page.locator('#slider').fill('3'));
  if (seats > 2) return; // more take the analysis minutes, and its screen is the same
  await walk.tap('.replay button:has-text("Analyse")', '.said p', 1500);
  await walk.tap('.list-head button');
  await walk.tap('.moment:not([open]) summary');
}

/** Each screen and what is done on it: name → the walk, with a game. */
const WAYS = {
  'a table of two': (walk, game) => table(walk, game, 2),
  'a full table': async (walk, game) => table(walk, game, (await engineOf(walk.tester)).game(game).max),
  'the end of two': (walk, game) => over(walk, game, 2),
  'the end of a full table': async (walk, game) => over(walk, game, (await engineOf(walk.tester)).game(game).max),
  async 'a game from its beginning'(walk, game) {
    await walk.tap(`[href*="#/start/${game}"]`, '.play.asked');
    await walk.keep('settings', { motion: 'less' }); // played to its end in less time
    await walk.step('to the end', () => playOn(walk.page), '.end-more');
  },
  async 'setting up'(walk, game) {
    await walk.to(`new/${game}`, 'form.setup .confirm');
    await walk.tap('.extras summary');
    await walk.tap('#opponent-hard');
    await walk.tap('.laboratory summary');
    await walk.tap('#mode-device');
    await walk.tap('.more');
    await walk.tap('#mode-friends');
  },
  async 'round one device'(walk, game) {
    await walk.to(`new/${game}`, 'form.setup .confirm');
    await walk.tap('#mode-device');
    await walk.tap('form .confirm', '.play');
    await walk.tap('.play .confirm, [data-part=choice]');
  },
  async 'real dice'(walk, game) {
    await walk.to(`new/${game}`, 'form.setup .confirm');
    await walk.tap('#mode-device');
    await walk.tap('#real');
    await walk.tap('form .confirm', '.play .face');
    await walk.tap('.face');
  },
  async rules(walk, game) {
    await walk.to(`learn/${game}`, '.try', 2500);
    await walk.tap('.try', '.play.asked');
  },
  async 'a lesson'(walk, game) {
    await walk.to(`lesson/${game}`, '.lesson-act .quiet');
    await walk.tap('.lesson-act .quiet');
    await walk.tap('.lesson-act .confirm', '.lesson-verdict .right');
    await walk.tap('.bar .confirm');
  },
  async puzzles(walk, game) {
    await walk.to('puzzles', '.puzzles .lesson-link', 1500);
    await walk.to(`puzzles/${game}`, '.puzzle .bar .confirm');
    for (let tries = 0; tries < 3 && !await walk.page.$('.verdict-line.right, .lesson-act'); tries++) {
      await walk.step('an answer', () => playOn(walk.page, { decisions: 1, seed: tries + 1 }));
    }
    await walk.tap('.lesson-act .quiet', 'dialog .weighed');
    await walk.close();
    await walk.tap('.lesson-act .confirm');
  },
  async 'my games'(walk) {
    await fill(walk.tester, walk.page, 40, true);
    await walk.to('games', '.my-list', 1500);
    await walk.tap('.more-filters summary');
    await walk.tap('.my-game .icon-button', 'dialog');
    await walk.close();
    await walk.tap('.more-rows');
    await walk.to('games/results', '.results-leaf', 2500);
    await walk.to('games/moving', '.moving');
    await walk.to('replay/g1', '#slider');
  },
  async 'today’s dice'(walk, game) {
    const deal = `${new Date().toISOString().slice(0, 10)}/${game}/alone`, record = finishedRecord(await engineOf(walk.tester), game, 5, { seats: 1, names: ['Ann'] });
    await walk.to('daily', '.daily-list');
    await walk.to(`daily/${deal}`, '.daily-body .confirm');
    await walk.tap('.daily-body .confirm', '.play.asked');
    await walk.keep('daily', { [deal]: { record, id: 'done' } });
    await walk.to(`daily/${deal}`, '.daily-squares span', 1500);
  },
  async 'the screens beside'(walk, game) {
    await walk.to('settings', '#set-language');
    await walk.tap('#set-large');
    await walk.to('open', '#record');
    await walk.page.fill('#record', finishedRecord(await engineOf(walk.tester), game, 5));
    await walk.tap('.page .quiet', '#slider');
    await walk.to('play/nothing', '[role=alert]');
    await walk.to('', '.doors', 1500);
  },
  async 'a table with friends'(walk, game) {
    const code = await openTable(walk.page, walk.url, game, 2), friend = await walk.tester.page(`${walk.url}/t/${code}`, PHONE);
    await walk.to('', '.doors');
    await walk.to(`table/${code}`, '.seats-list');
    await friend.fill('#name', 'Ben');
    await walk.step('a friend comes', () => friend.click('form .confirm'), '.play');
    await walk.tap('[aria-label=More]', 'dialog');
    await walk.close();
    await walk.step('somebody chooses', () => playAll([walk.page, friend], { decisions: 1 }));
    await friend.context().close();
  },
  async 'an invitation'(walk, game) {
    const other = await walk.tester.page(walk.url), code = await openTable(other, walk.url, game, 3);
    await walk.to(`table/${code}`, '.invite-words');
    await walk.page.fill('#name', 'Ben');
    await walk.tap('form .confirm', '.seats-list .mine');
    await walk.to(`tv/${code}`, '.tv-qr');
    await other.context().close();
  },
  async 'an evening'(walk, game) {
    const { page } = walk, guests = [];
    await walk.to('evening', '.evening-setup .confirm');
    await page.selectOption('#seats', '2');
    await walk.step('rounds', () => page.selectOption('#rounds', '2'));
    await page.selectOption('#game-0', game);
    await walk.tap('form .confirm', '.invitation .code');
    const code = await page.textContent('.invitation .code');
    for (const name of ['Ann', 'Ben']) {
      const guest = await walk.tester.page(`${walk.url}/e/${code}`, PHONE);
      await guest.fill('#name', name);
      await walk.step(`${name} comes`, () => guest.click('.evening-join .confirm'), '.seats-list');
      guests.push(guest);
    }
    await walk.to(`tv/${code}`, '.tv-names li');
    await walk.to(`evening/${code}`, '.evening-organise .confirm');
    await walk.tap('.evening-organise .confirm', '.evening-tables');
    for (const guest of guests) await guest.waitForSelector('.play');
    await walk.to(`tv/${code}`, '.tv-sheets, .tv-tables');
    await Promise.all(guests.map((guest, i) => playOn(guest, { seed: i + 1 })));
    await walk.to(`evening/${code}`, '.standings');
    await walk.to(`tv/${code}`, '.tv-standings');
    for (const guest of guests) await guest.context().close();
  },
};

let walking = Promise.resolve(); // one walk at a time: they are traced, and one would wait in the middle of a step for another

/** Walks one way from the first screen, on a phone that was never here before: what was seen. */
function walked(tester, way, game, pace = 1) {
  const mine = walking.then(() => walkAlone(tester, way, game, pace));
  walking = mine.catch(() => {});
  return mine;
}

async function walkAlone(tester, way, game, pace) {
  const { url } = tester.server, page = await tester.page(url, { ...PHONE, reducedMotion: 'no-preference', acceptDownloads: true }), walk = new Walk(tester, page, url, pace);
  await until(page, () => document.querySelector('.thrown')); // the first screen is whole
  await page.waitForTimeout(REST);
  await WAYS[way](walk, game);
  await page.context().close();
  return walk.seen;
}

/** No task of any step styles or lays out much. */
async function inParts(tester, way, game) {
  const seen = await walked(tester, way, game, HASTE), wrong = seen.filter(({ most }) => most > AT_ONCE);
  check(!wrong.length, `${game}, ${way}: ${wrong.map(({ what, most }) => `${what}: one task styles or lays out ${most} things`).join('; ')}`);
  check(seen.some(({ most }) => most > 20), `${game}, ${way}: nothing was seen to be drawn`);
}

/** No task of any step is long: of each step the quickest of some walks counts, which end when all were quick enough. */
async function quick(tester, way, game) {
  let best = [];
  for (let tries = 0; tries < TRIES && !(best.length && best.every(({ ms }) => ms <= LONG)); tries++) {
    best = (await walked(tester, way, game)).map((one, i) => (one.ms <= (best[i]?.ms ?? Infinity) ? one : best[i]));
  }
  console.log(`# ${game}, ${way}: ${best.map(({ what, ms }) => `${what} ${Math.round(ms)}`).join(', ')}`);
  const long = best.filter(({ ms }) => ms > LONG);
  check(!long.length, `${game}, ${way}: ${long.map(({ what, ms, by }) => `${what} has a task of ${Math.round(ms)} ms on a slow phone (${by})`).join('; ')}`);
}

const SHARED = ['my games', 'the screens beside', 'an evening']; // alike in every game
const walks = (games, test, name) => Object.fromEntries(games.flatMap((game, i) => Object.keys(WAYS).filter((way) => !i || !SHARED.includes(way))
  .map((way) => [`${name}: ${way}, ${game}`, (tester) => test(tester, way, game)])));

export const core = walks(GAMES.slice(0, 1), inParts, 'nothing is drawn at once');
export const more = {
  ...walks(GAMES.slice(1), inParts, 'nothing is drawn at once'),
  ...walks(GAMES, quick, 'no task is long on a slow phone'),
};
