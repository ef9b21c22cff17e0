// puzzles.mjs: puzzles: solved by tapping and by keys, missed three times, back on another day, one's own mistakes, in sight, offline.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALONE, GAMES, PHONE, axe, check, engineOf, forEach, until } from './lib.mjs';

const SIZES = [[360, 640], [390, 844], [844, 390], [1440, 900]];

const shelf = (tester, game) => JSON.parse(readFileSync(join(tester.build, 'web', 'puzzles', `${game}.json`), 'utf8'));
const met = (page, game) => page.evaluate((name) => JSON.parse(localStorage.getItem('penna.puzzles') ?? '{}')[name]?.met ?? {}, game);

async function open(tester, game, options = {}) {
  const page = await tester.page(tester.url, { ...PHONE, ...options });
  await page.goto(`${tester.url}/#/puzzles/${game}`);
  await page.waitForSelector('.puzzle .bar .confirm');
  return page;
}

/** Chooses a move as a person does: by its button, or by tapping all it touches; says whether it is chosen. */
async function choose(page, move) {
  const chip = page.locator(`.puzzle .chip[data-key="${move.token}"]`);
  if (await chip.count()) await chip.click();
  else {
    for (const touch of move.touch) {
      const node = touch < 64 ? page.locator(`.puzzle .own .box[data-box="${touch}"]`) : page.locator('.puzzle .piece').nth(touch - 64);
      await (touch < 64 ? node.first().click({ force: true }) : node.click());
    }
    if (await chip.count()) await chip.click();
  }
  return page.locator('.puzzle .bar > .confirm').isEnabled();
}

/** The puzzle that is shown: the one of the file whose best move and position it is. It is found by the order in which the box hands them out. */
async function shown(tester, engine, game, seen = {}) {
  const { next } = await import(join(tester.build, 'web', 'box.mjs'));
  const puzzle = next({ met: seen, skill: 1 }, shelf(tester, game).map((one) => ({ ...one, own: false })), new Date());
  return { puzzle, moves: engine.positionOf(puzzle.state, puzzle.seat).moves };
}

const answer = async (page) => {
  await page.locator('.puzzle .bar > .confirm').click();
  await until(page, () => document.querySelector('.puzzle .verdict-line'));
};

export const core = {
  async 'puzzles: solved at the first try, and the next one comes'(tester) {
    const game = GAMES[0], engine = await engineOf(tester), page = await open(tester, game), { puzzle, moves } = await shown(tester, engine, game);
    check(await choose(page, moves.find((one) => one.token === puzzle.best)), 'the best move can be chosen');
    await answer(page);
    check(await page.locator('.verdict-line.right').count() === 1, 'it is right');
    check((await page.locator('.verdict-line').textContent()).length > 20, 'and the reason is told');
    check((await met(page, game))[puzzle.id]?.[0] === 1, 'it moves on in the box');
    await page.locator('.lesson-act .quiet').click();
    check(await page.locator('dialog .weighed li').count() === moves.length, 'every move has its value');
    await axe(page, 'the values of a puzzle');
    await page.keyboard.press('Escape');
    await page.locator('.lesson-act .confirm').click();
    await until(page, () => !document.querySelector('.verdict-line'));
    check(await page.locator('.puzzle .turn').textContent().then((text) => /^1 /.test(text)), 'one is known');
    const others = await page.$$eval('.puzzle .other-name', (all) => all.map((one) => one.textContent));
    check(others.length > 0 && others.every((name) => /opponent/i.test(name)), `the others are opponents: ${others}`);
    await axe(page, 'a puzzle');
  },

  async 'puzzles: missed three times, the reason, and back on another day'(tester) {
    const game = GAMES[0], engine = await engineOf(tester), page = await open(tester, game), { puzzle, moves } = await shown(tester, engine, game);
    const wrong = moves.filter((one) => one.token !== puzzle.best);
    for (let i = 0; i < 3; i++) {
      check(await choose(page, wrong[i % wrong.length]), `try ${i + 1}`);
      await answer(page);
      if (!i) check(!await choose(page, wrong[0]), 'what was wrong is not tried twice');
      if (i < 2) check(/%/.test(await page.locator('.verdict-line.wrong').textContent()), 'what it costs is told');
    }
    await page.waitForSelector('.lesson-act .confirm');
    check(await page.locator('.verdict-line.wrong strong').textContent().then((text) => /^Better: /.test(text)), 'the better move is told');
    await axe(page, 'a missed puzzle');
    const [place, day] = (await met(page, game))[puzzle.id], today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
    check(place === 0 && day === today, 'it is due again today');
    await page.locator('.lesson-act .confirm').click();
    await until(page, () => !document.querySelector('.verdict-line'));
    check(/1 to repeat/.test(await page.locator('.turn').textContent()), 'and that is said');

    // Solved tomorrow it comes back after a day, not before: the clock of another page is set.
    const other = await tester.page(tester.url, PHONE), day1 = new Date();
    await other.clock.setFixedTime(new Date(day1.getFullYear(), day1.getMonth(), day1.getDate() + 1, 12));
    await other.evaluate(([name, id]) => localStorage.setItem('penna.puzzles', JSON.stringify({ [name]: { met: { [id]: [1, new Date().toLocaleDateString('sv')] }, skill: 1 } })), [game, puzzle.id]);
    await other.goto(`${tester.url}/#/puzzles/${game}`);
    await other.waitForSelector('.puzzle .confirm');
    check(/1 to repeat/.test(await other.locator('.turn').textContent()), 'tomorrow it is due');
    check(await choose(other, moves.find((one) => one.token === puzzle.best)), 'it is the same position');
    await answer(other);
    check((await met(other, game))[puzzle.id][0] === 2, 'and moves on');
    await other.goto(`${tester.url}/#/puzzles`);
    await until(other, () => /1 of/.test(document.querySelector('.puzzles li')?.textContent ?? ''));
    await axe(other, 'all puzzles');
  },

  async 'puzzles: one\'s own mistake'(tester) {
    const game = GAMES[0], path = join(tester.shots, 'own-mistake.txt');
    execFileSync(tester.program, ['sim', game, '--games', '1', '--bots', 'random,greedy', '--seed', '5', '--record', path]);
    const record = readFileSync(path, 'utf8').replace('seat bot:random random', 'seat human Ann');
    const page = await tester.page(tester.url, PHONE);
    await page.evaluate((kept) => localStorage.setItem('penna.games', JSON.stringify([kept])), { id: 'own', game, record, key: [1, 2], real: false, when: 1, over: true });
    await page.goto(`${tester.url}/#/play/own`);
    await page.waitForSelector('.end a.practise', { timeout: 300000 });
    await page.locator('.end a.practise').click();
    await page.waitForSelector('.puzzle .confirm');
    check(/^You played: /.test(await page.locator('.puzzle .prompt').textContent()), 'the own mistake comes first, with what was played');
    const chip = page.locator('.puzzle .chip').first();
    if (await chip.count()) await chip.click();
    await axe(page, 'an own mistake');
    await page.goto(`${tester.url}/#/puzzles`);
    await until(page, () => /from your own games/.test(document.querySelector('.puzzles li')?.textContent ?? ''));
  },

  async 'puzzles: by keys alone'(tester) {
    const page = await open(tester, GAMES[0], { hasTouch: false, isMobile: false });
    await page.locator('.puzzle .chip').first().focus();
    await page.keyboard.press('Enter');
    for (let i = 0; i < 30 && !await page.evaluate(() => document.activeElement.matches('.bar > .confirm')); i++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await until(page, () => document.querySelector('.verdict-line'));
    check(await page.evaluate(() => document.activeElement !== document.body), 'the focus is somewhere');
  },

};

export const more = {
  ...forEach(GAMES, 'puzzles: all of it in sight', async (tester, game) => {
    const page = await open(tester, game, { locale: 'de' }); // its words are long
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(200);
      const out = await page.evaluate(() => [...document.querySelectorAll('.puzzle .own svg.sheet, .puzzle .confirm, .puzzle .pieces, .puzzle .prompt, .puzzle .chip')].filter((node) => {
        const { left, top, right, bottom } = node.getBoundingClientRect();
        return left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
      }).map((node) => node.getAttribute('class')));
      check(out.length === 0, `at ${width}x${height} out of sight: ${out.join(', ')}`);
      await page.screenshot({ path: join(tester.shots, `puzzle-${game}-${width}x${height}.png`) });
    }
  }),

  async 'puzzles: without a network'(tester) {
    const page = await tester.page(tester.url, { ...PHONE, ...ALONE });
    await until(page, async (name) => Boolean(await caches.match(`puzzles/${name}.json`)), GAMES[0]);
    await page.context().setOffline(true);
    await page.goto(`${tester.url}/#/puzzles/${GAMES[0]}`);
    await page.waitForSelector('.puzzle .chip');
    check(true, 'a puzzle is there');
    await page.context().setOffline(false);
  },
};
