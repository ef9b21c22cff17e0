// features.mjs: mixed seats, real cards, lessons, the analysis, hints, and bots without a network.

import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ALONE, axe, begin, check, DESKTOP, GAMES, keptRecord, LANGUAGES, PHONE, playOn, takePlayers, until } from './lib.mjs';
import { serve } from './serve.mjs';

/** Both sizes of a screen that is there. */
async function shots(tester, page, name) {
  const before = page.viewportSize();
  for (const [size, { viewport }] of [['phone', PHONE], ['desktop', DESKTOP]]) {
    await page.setViewportSize(viewport);
    await page.waitForTimeout(80);
    await tester.shot(page, `${name}-${size}`);
  }
  await page.setViewportSize(before);
}

async function setUp(page, url, game, mode, seats) {
  await page.goto(`${url}/#/new/${game}`);
  await page.waitForSelector('form.setup');
  await page.check(`#mode-${mode}`);
  if (mode !== 'bots') await takePlayers(page, seats);
}

/** Plays a game with real cards to its end: lays any card on any place, and writes by taps. */
async function playCards(page) {
  for (let i = 0; i < 400; i++) {
    if (await page.$('.end')) return 'over';
    if (await page.$('.sent')) {
      await page.waitForSelector('.play:not(.sent), .end'); // what was chosen stands there until it is worked out
    } else if (await page.$('.unseen-hand')) {
      const cards = page.locator('.unseen-hand .piece:enabled'), count = await cards.count();
      if (!count) continue; // it was laid a moment ago
      await cards.nth(i * 7 % count).click();
      await page.locator('.grid .piece').nth(i % 4).click();
      await page.click('.bar .confirm:not([disabled])');
    } else {
      await playOn(page, { decisions: 1, seed: i + 1 });
    }
    await page.waitForTimeout(20);
  }
  return 'playing';
}

const local = {
  async 'round one device: people and bots in any seats'(tester, url) {
    for (const game of ['qwixx', 'qwinto-cards']) {
      const page = await tester.page(url, PHONE);
      await setUp(page, url, game, 'device', 4);
      await page.fill('#name-0', 'Ann');
      await page.selectOption('#kind-1', 'bot:greedy');
      await page.fill('#name-2', 'Ben');
      await page.selectOption('#kind-3', 'bot:random');
      check(!await page.$('#name-1') && await page.inputValue('#name-2') === 'Ben', 'a bot has no name to fill in, and names stay');
      await axe(page, 'mixed seats');
      await shots(tester, page, 'mixed-setup');
      await page.click('form .confirm');
      await page.waitForSelector('.play');
      await playOn(page, { decisions: 8, seed: 4 });
      await shots(tester, page, `mixed-${game}`);
      check(await playOn(page, { seed: 4 }) === 'over', 'it ends');
      const record = await keptRecord(page);
      check(/^seat human Ann\nseat bot:greedy Magpie\nseat human Ben\nseat bot:random Blindfold$/m.test(record), record.slice(0, 200));
      tester.checkRecord(`mixed-${game}`, record);
      await page.context().close();
    }
  },

  async 'hidden hands are shown to their holder alone'(tester, url) {
    const page = await tester.page(url, PHONE);
    await setUp(page, url, 'qwinto-cards', 'device', 3);
    await page.fill('#name-0', 'Ann');
    await page.fill('#name-1', 'Ben');
    await page.selectOption('#kind-2', 'bot:greedy');
    await page.click('form .confirm');
    await page.waitForSelector('.play');
    for (let i = 0; i < 60 && !await page.$('.end'); i++) {
      const asked = await page.evaluate(() => ({ over: Boolean(document.querySelector('.hand')), take: /^I am /.test(document.querySelector('.bar .confirm')?.textContent ?? ''),
        news: [...document.querySelectorAll('.news .chance')].map((one) => one.textContent) }));
      check(!(asked.take && asked.over), 'no hand lies open while the device is handed on');
      const told = asked.news.filter((line) => /(orange|yellow|purple|grey) card/.test(line)).length;
      check(told <= 4, `only the grid's cards are told in the list: ${told}`);
      await playOn(page, { decisions: 1, seed: i + 1 });
    }
    await page.context().close();
  },

  async 'real cards: the page is the sheet, hands stay in hands'(tester, url) {
    const page = await tester.page(url, PHONE);
    await setUp(page, url, 'qwinto-cards', 'device', 2);
    await page.fill('#name-0', 'Ann');
    await page.fill('#name-1', 'Ben');
    await page.click('.extras summary');
    await page.check('#real');
    check(!await page.$('#kind-1 option[value^=bot]'), 'bots hold no real cards');
    await shots(tester, page, 'real-cards-setup');
    await page.click('form .confirm');
    await page.waitForSelector('.card-faces');
    check(await page.locator('.card-faces .face').count() === 32, 'any card may lie there');
    await axe(page, 'the grid of real cards');
    await shots(tester, page, 'real-cards-grid');
    for (const card of ['yellow card 3', 'orange card 4', 'grey card 0', 'purple card −2']) await page.click(`.card-faces [aria-label="${card}"]`);
    await page.waitForSelector('.unseen-hand');
    check(await page.locator('.unseen-hand .piece').count() === 28, 'one of the 28 others is laid');
    check(await page.locator('[aria-label=Hint]').isDisabled(), 'no hint for a hand that is not known');
    await axe(page, 'laying a real card');
    await shots(tester, page, 'real-cards-lay');
    await page.click('.unseen-hand [aria-label="orange card 5"]');
    await page.click('.grid .piece >> nth=2');
    await page.waitForSelector('.confirm:not([disabled])');
    await shots(tester, page, 'real-cards-laid');
    await page.click('.confirm');
    await until(page, () => !document.querySelector('.hand'));
    await page.reload();
    await page.waitForSelector('.play .chip');
    check(await playCards(page) === 'over', 'it ends');
    const record = await keptRecord(page);
    check(/^draw \?$/m.test(record) && /^move o5@bl$/m.test(record), 'what was laid is written, what is held is not');
    await page.click('button:has-text("Replay"):not(:has-text("Share"))');
    await page.waitForSelector('#slider');
    await page.context().close();
  },

  async 'what was tapped in wrongly is taken back'(tester, url) {
    const page = await tester.page(url, PHONE);
    await begin(page, url, 'qwinto-cards', { mode: 'device', real: true });
    await page.click('.card-faces [aria-label="yellow card 3"]');
    await until(page, () => document.querySelectorAll('.grid .piece').length === 1);
    await page.click('[aria-label=Undo]');
    await until(page, () => document.querySelectorAll('.grid .piece').length === 0);
    await begin(page, url, 'qwixx', { mode: 'device', real: true });
    await playOn(page, { decisions: 1 });
    await page.waitForSelector('.chip');
    await page.click('[aria-label=Undo]');
    await page.waitForSelector('.faces');
    await page.context().close();
  },
};

Object.assign(local, {
  async 'lessons: every step of every game, by tapping'(tester, url) {
    for (const [number, game] of GAMES.entries()) {
      const { steps } = JSON.parse(readFileSync(join(tester.build, 'web', 'lessons', `${game}.json`), 'utf8'));
      const page = await tester.page(`${url}/#/learn/${game}`, { ...PHONE, locale: LANGUAGES[number % LANGUAGES.length] });
      const language = LANGUAGES[number % LANGUAGES.length];
      await page.click('.lesson-link');
      for (const [index, step] of steps.entries()) {
        await until(page, (text) => document.querySelector('.lesson-ask')?.textContent === text, step.ask[language]);
        if (index === 0 || index === 5) await axe(page, `${game}, step ${index + 1}`);
        if (index === 2) await shots(tester, page, `lesson-${game}-${index + 1}`);
        if (step.answers) {
          await page.click(`.lesson-answers button >> nth=${(step.right + 1) % step.answers.length}`);
          await page.waitForSelector('.wrong');
          await page.click(`.lesson-answers button >> nth=${step.right}`);
        } else {
          const other = page.locator('.chip');
          if (index === 1 && await other.count() > 1) { // something else is legal, but not right
            const before = await page.textContent('.lesson-ask');
            for (let i = 0; i < await other.count() && !await page.$('.wrong, .right'); i++) {
              await other.nth(i).click();
              await page.click('.lesson-act .confirm');
            }
            check(await page.textContent('.lesson-ask') === before, 'it waits');
          }
          if (!await page.$('.right')) {
            await page.click('.lesson-act .quiet');
            await page.click('.lesson-act .confirm');
          }
        }
        await page.waitForSelector('.right');
        if (index === 1) await tester.shot(page, `lesson-${game}-right`);
        if (index + 1 < steps.length) await page.click('.bar .confirm');
      }
      await page.click('.bar a.confirm');
      await page.waitForSelector('form.setup');
      await page.context().close();
    }
  },
});

Object.assign(local, {
  async 'the analysis of a record that was pasted: its numbers are those of the program'(tester, url) {
    const path = join(tester.shots, 'analysed.txt'), penna = join(tester.build, 'penna');
    execFileSync(penna, ['sim', 'qwixx', '--games', '1', '--bots', 'random,greedy', '--seed', '9', '--record', path]);
    const expected = JSON.parse(execFileSync(penna, ['analyse', path, '--quick', '--json'], { encoding: 'utf8' }));
    const page = await tester.page(`${url}/#/open`, PHONE);
    page.setDefaultTimeout(120000);
    await axe(page, 'opening a record');
    await page.fill('#record', 'penna 1\ngame nothing\n');
    await page.click('.end-actions .confirm');
    await page.waitForSelector('.error:has-text("cannot be read")');
    await page.fill('#record', readFileSync(path, 'utf8'));
    await tester.shot(page, 'open');
    await page.click('.end-actions .confirm');
    await page.waitForSelector('.analysis-run button:has-text("Stop")');
    await page.click('.analysis-run button:has-text("Stop")');
    await page.waitForSelector('.analysis-run:has-text("Stopped.")');
    await page.click('button:has-text("Once more")');
    await page.waitForSelector('.ranking');
    const cells = await page.$$eval('.ranking tbody tr', (all) => all.map((row) => [...row.children].map((one) => one.textContent)));
    for (const [seat, sum] of expected.seats.entries()) {
      check(cells[1][seat + 1] === `${sum.accuracy.toFixed(0)}%`, `accuracy: ${cells[1]}`);
      check(cells[2][seat + 1] === `${(100 * sum.loss).toFixed(1)}%`, `given away: ${cells[2]}`);
      check(cells.at(-1)[seat + 1] === String(sum.good), `good: ${cells.at(-1)}`);
    }
    const mistakes = expected.items.filter((item) => ['inaccuracy', 'mistake', 'blunder'].includes(item.label)).length;
    check(await page.locator('.moment').count() === mistakes, 'every mistake is listed');
    await shots(tester, page, 'analysis');
    await page.click('.moment summary >> nth=0');
    await page.waitForSelector('.moment-place svg');
    check(/Better: /.test(await page.textContent('.moment >> nth=0')), 'with the better move');
    await axe(page, 'the analysis');
    await page.locator('.moment').first().scrollIntoViewIfNeeded();
    await shots(tester, page, 'analysis-moment');
    await page.click('.moment-place > button');
    await page.waitForSelector('#slider');
    check(await page.inputValue('#slider') !== await page.getAttribute('#slider', 'max'), 'the replay opens at the place');
    await page.context().close();
  },

  async 'the analysis opens from the end of a game'(tester, url) {
    const page = await tester.page(url, PHONE);
    await begin(page, url, 'qwixx', { seats: 1 });
    await playOn(page, { seed: 2 });
    await page.click('button:has-text("Analyse")');
    await page.waitForSelector('.analysis-run progress');
    await page.goBack();
    await page.waitForSelector('.end');
    await page.click('button:has-text("Replay"):not(:has-text("Share"))');
    await page.waitForSelector('button:has-text("Analyse")');
    await page.context().close();
  },

  async 'a hint says what and why, in every game'(tester, url) {
    for (const game of GAMES) {
      const page = await tester.page(url, PHONE);
      page.setDefaultTimeout(60000);
      await begin(page, url, game);
      await page.waitForSelector('.hint-button:not([disabled])');
      await page.click('[aria-label=Hint]');
      await page.waitForSelector('.advice');
      check(/^Hint: /.test(await page.textContent('.advice strong')) && /%/.test(await page.textContent('.advice')), await page.textContent('.advice'));
      check(await page.isEnabled('.bar .confirm'), 'it is chosen, and only needs to be confirmed');
      check(!await page.$('.advice .error'), 'by the strong judge');
      if (game === 'qwixx') await axe(page, 'a hint');
      await shots(tester, page, `hint-${game}`);
      await page.click('.advice [aria-label=Close]');
      check(!await page.$('.advice'), 'it can be put away');
      await page.context().close();
    }
  },

  async 'the tutor warns before a clear mistake, if one wants'(tester, url) {
    const page = await tester.page(`${url}/#/settings`, PHONE);
    page.setDefaultTimeout(60000);
    for (const wanted of [true, false]) {
      await page.goto(`${url}/#/settings`);
      await page.setChecked('#set-tutor', wanted);
      await begin(page, url, 'qwixx', { mode: 'device', real: true });
      await page.waitForSelector('.faces');
      for (const [row, value] of [5, 6, 1, 1, 1, 1].entries()) await page.click(`.faces >> nth=${row} >> .face >> nth=${value - 1}`);
      await page.click('.bar .confirm');
      await page.click('.box[aria-label^="red 11"]');
      await page.click('.bar .confirm');
      if (wanted) {
        await page.waitForSelector('.advice:has-text("gives away")');
        await axe(page, 'the tutor');
        await shots(tester, page, 'tutor');
        await page.click('.advice button:has-text("Do it anyway")');
      }
      await until(page, () => !document.querySelector('.advice') && /^Player 2/.test(document.querySelector('.prompt').textContent));
    }
    await page.context().close();
  },

  async 'offline the strong bots play on; without what they learned nobody plays in their name'(tester, url) {
    const page = await tester.page(url, { ...PHONE, ...ALONE });
    page.setDefaultTimeout(60000);
    await page.evaluate(() => navigator.serviceWorker.ready);
    for (const wanted of ['weights/qwixx.weights', 'analyse.wasm']) {
      await until(page, async (name) => {
        for (const key of await caches.keys()) if (await (await caches.open(key)).match(`/${name}`)) return true;
        return false;
      }, wanted);
    }
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector('.games');
    await begin(page, url, 'qwixx');
    await playOn(page, { decisions: 4 });
    check(/^seat bot:normal/m.test(await keptRecord(page)) && !await page.$('.missing'), 'the bot that was asked for');
    await page.waitForSelector('.hint-button:not([disabled])');
    await page.click('[aria-label=Hint]');
    await page.waitForSelector('.advice');
    check(!await page.$('.advice .error'), 'and hints by the strong judge');
    await page.context().close();

    const folder = join(tester.shots, 'poor'); // the same page, from a server that has lost the weights
    cpSync(join(tester.build, 'web'), folder, { recursive: true, filter: (name) => !name.endsWith('.weights') });
    const server = await serve(folder);
    const poor = await tester.page(server.url, PHONE);
    await begin(poor, server.url, 'qwixx');
    await playOn(poor, { decisions: 1 });
    await poor.waitForSelector('.missing');
    await axe(poor, 'a bot that cannot play');
    await shots(tester, poor, 'missing');
    await poor.click('.bar .confirm');
    await playOn(poor, { decisions: 3 });
    check(/^seat bot:linear /m.test(await keptRecord(poor)), 'the record says who plays');
    await poor.context().close();
    server.close();
    rmSync(folder, { recursive: true });
  },
});

const online = {
  async 'two people on one device at an online table, friends and bots mixed'(tester, server) {
    for (const game of ['qwixx', 'qwinto-cards']) {
      const page = await tester.page(server.url, PHONE), other = await tester.page(server.url, DESKTOP);
      await setUp(page, server.url, game, 'friends', 4);
      await page.fill('#name-0', 'Ann');
      await page.selectOption('#kind-1', 'human');
      await page.fill('#name-1', 'Ben');
      await page.selectOption('#kind-3', 'bot:greedy');
      await axe(page, 'a mixed online table');
      await shots(tester, page, 'mixed-online-setup');
      await page.click('form .confirm');
      await page.waitForSelector('.code');
      await shots(tester, page, 'mixed-online-waiting');
      await other.goto(`${server.url}/t/${(await page.textContent('.code')).trim()}`);
      await other.fill('#name', 'Cleo');
      await other.click('form .confirm');
      const stop = {};
      await Promise.all([page, other].map((one) => one.waitForSelector('.play')));
      if (game === 'qwinto-cards') {
        await page.waitForSelector('.bar .confirm:has-text("I am Ann")');
        check(!await page.$('.hand'), 'no hand before somebody takes the device');
        await tester.shot(page, 'mixed-online-handover');
      }
      const ends = await Promise.all([page, other].map((one, i) => playOn(one, { seed: i + 1, stop, ...(game === 'qwixx' ? {} : { decisions: 12 }) })));
      if (game !== 'qwixx') continue;
      check(ends.every((end) => end === 'over'), 'all see the end');
      const names = await page.$$eval('.ranking th[scope=row]', (all) => all.map((one) => one.textContent).sort());
      check(names.join() === 'Ann,Ben,Cleo,Magpie', names.join());
      await page.context().close();
      await other.context().close();
    }
  },

  async 'somebody else sits down on the same device'(tester, server) {
    const page = await tester.page(server.url, PHONE);
    await setUp(page, server.url, 'qwixx', 'friends', 3);
    await page.fill('#name-0', 'Ann');
    await page.click('form .confirm');
    await page.waitForSelector('.code');
    await page.click('.extras summary');
    await page.fill('#another', 'Ben');
    await page.click('.extras form button');
    await page.waitForSelector('.seats-list li:has-text("Ben"):has-text("you")');
    await axe(page, 'waiting with two on one device');
    await shots(tester, page, 'another');
    await page.click('button:has-text("Start now")');
    await page.waitForSelector('.play');
    check(await playOn(page, { decisions: 6 }) === 'playing', 'both are asked on this device');
    await page.context().close();
  },

  async 'real dice and cards on several phones, in every game'(tester, server) {
    for (const game of GAMES) {
      const page = await tester.page(server.url, PHONE), other = await tester.page(server.url, PHONE);
      await setUp(page, server.url, game, 'friends', 2);
      await page.click('.extras summary');
      await page.check('#real');
      check(game !== 'qwinto-cards' || !await page.$('#kind-1 option[value^=bot]'), 'bots hold no real cards');
      await page.fill('#name-0', 'Ann');
      await page.click('form .confirm');
      await page.waitForSelector('.code');
      await other.goto(`${server.url}/t/${(await page.textContent('.code')).trim()}`);
      await other.fill('#name', 'Ben');
      await other.click('form .confirm');
      await Promise.all([page, other].map((one) => one.waitForSelector('.play')));
      if (game === 'qwinto-cards') {
        for (const [i, card] of ['yellow card 3', 'orange card 4', 'grey card 0', 'purple card −2'].entries()) {
          const one = i % 2 ? page : other; // whoever lays it out taps it in
          await until(one, (n) => document.querySelectorAll('.grid .piece').length === n, i);
          await one.click(`.card-faces [aria-label="${card}"]`);
        }
        await page.waitForSelector('.unseen-hand');
        check(!await other.$('.unseen-hand'), 'it is not the turn of the other');
        await page.click('.unseen-hand [aria-label="orange card 5"]');
        await page.click('.grid .piece >> nth=2');
        await tester.shot(page, 'real-cards-phones');
        await page.click('.bar .confirm:not([disabled])');
        await other.waitForSelector('.play .chip');
        await page.reload();
        await page.waitForSelector('.play .chip');
        await playOn(other, { decisions: 1 });
        await playOn(page, { decisions: 1 });
        await other.waitForSelector('.unseen-hand');
        check(!await page.$('.unseen-hand'), 'the turn goes round');
      } else {
        const stop = {};
        const ends = await Promise.all([page, other].map((one, i) => playOn(one, { seed: i + 3, stop, ...(game === 'qwantum' ? {} : { decisions: 14 }) })));
        check(game !== 'qwantum' || ends.every((end) => end === 'over'), 'a whole game');
      }
      await page.context().close();
      await other.context().close();
    }
  },
};

/** As run.mjs calls them. */
const wrap = (tests, given) => Object.fromEntries(Object.entries(tests).map(([name, test]) => [name, (tester) => test(tester, given(tester))]));

export const more = { ...wrap(local, (tester) => tester.url), ...wrap(online, (tester) => tester.server) };
