// after.mjs: what comes after and beside a game: its end, a picture to share, the analysis, wrong answers in lessons, drawn rules.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GAMES, LANGUAGES, LOCALES, PHONE, axe, check, forEach, until } from './lib.mjs';

/** A finished game of a person with bots, as the page keeps it: put into the page's store, opened at its end. */
async function openEnd(tester, game, { seats = 2, id = 'over', seed = 9, ...options } = {}) {
  const path = join(tester.shots, `end-${game}-${seats}-${seed}.txt`);
  execFileSync(tester.program, ['sim', game, '--games', '1', '--bots', Array(seats).fill('greedy').join(), '--seed', String(seed), '--record', path]);
  const record = readFileSync(path, 'utf8').replace('seat bot:greedy greedy', 'seat human Ann Maria');
  const page = await tester.anywhere({ ...PHONE, ...options });
  await keep(page, { id, game, record });
  return { page, record };
}

async function keep(page, one) {
  await page.evaluate((kept) => localStorage.setItem('penna.games', JSON.stringify([{ key: [1, 2], real: false, when: 1, over: true, ...kept }])), one);
  await page.goto(`${page.url().split('#')[0]}#/play/${one.id}`);
  await page.waitForSelector('.end .end-more');
  await until(page, () => getComputedStyle(document.querySelector('.podium')).tableLayout === 'fixed'); // dressed
}

/** The words of an end that its record's scores ask for. */
function expected(record) {
  const points = /^score (.*)$/m.exec(record)[1].split(' ').map(Number);
  const sorted = [...points].sort((a, b) => b - a);
  return { points, margin: sorted[0] - sorted[1], sorted };
}

/** What sticks out of the screen or of its own box. */
const sticksOut = (page) => page.evaluate(() => {
  const wide = document.documentElement.clientWidth;
  const out = [...document.querySelectorAll('.end *')].filter((node) => node.getClientRects().length)
    .filter((node) => { const { left, right } = node.getBoundingClientRect(); return left < -0.5 || right > wide + 0.5; });
  const cut = [...document.querySelectorAll('.end button, .end .verdict, .end .decided')].filter((node) => node.scrollWidth > node.clientWidth + 1);
  return [...out, ...cut].map((node) => `${node.tagName}.${node.className}`);
});

/** How many pixels of the own sheet lie outside of its frame, once it is drawn for the room it has now. */
async function cutOff(frame) {
  const cut = () => {
    const room = frame.getBoundingClientRect(), sheet = frame.firstChild.getBoundingClientRect();
    return Math.max(room.left - sheet.left, sheet.right - room.right, room.top - sheet.top, sheet.bottom - room.bottom);
  };
  for (let frames = 60; frames && cut() > 1; frames--) await new Promise(requestAnimationFrame);
  return cut();
}

const everyGame = forEach(GAMES, 'the end fits every screen', async (tester, game) => {
  const { seats } = JSON.parse(execFileSync(tester.program, ['games', '--json'], { encoding: 'utf8' })).find((one) => one.name === game);
  const { page, record } = await openEnd(tester, game, { seats: seats[1] });
  const { sorted } = expected(record);
  const shown = await page.$$eval('.podium .sum', (all) => all.map((one) => Number(one.textContent.replace('−', '-'))));
  check(shown.join() === sorted.join(), `the ranking: ${shown}, not ${sorted}`);
  await page.$eval('.breakdown', (one) => { one.open = true; });
  for (const [width, height] of [[320, 568], [360, 640], [844, 390], [1440, 900]]) {
    await page.setViewportSize({ width, height });
    const out = await sticksOut(page);
    check(!out.length, `at ${width}x${height}: ${out.join(' ')}`);
    check(await page.$eval('.own .frame', cutOff) <= 1, `at ${width}x${height} the own sheet is cut`);
    const order = await page.$$eval('.end button', (all) => all[0].textContent);
    check(order === 'Play again', `the first button is ${order}`);
    const small = await page.$$eval('.other svg.sheet', (all) => Math.min(...all.map((one) => one.getBoundingClientRect().width)));
    check(small >= Math.min(280, width - 60), `at ${width}x${height} another's sheet is ${small} pixels wide`);
  }
  const [words, own, others] = await page.$$eval('.bar, .own, .others', (all) => ['bar', 'own', 'others'].map((name) => all.find((one) => one.classList.contains(name)).getBoundingClientRect().toJSON()));
  check(words.right < own.left && own.bottom < 900 && own.top < 100 && others.top < 900 && Math.max(own.right, others.right) - words.left > 1300, `on a desktop the sheets stand beside the words: ${[words, own, others].map((one) => Object.values(one).map(Math.round))}`);
  await axe(page, 'the end');
});

/** How far the last word of a line stands from the one before it, in parts of its size. */
function lastGap(node) {
  const text = node.firstChild, at = text.data.lastIndexOf(' '), range = document.createRange();
  range.setStart(text, at);
  range.setEnd(text, at + 1);
  return range.getBoundingClientRect().width / parseFloat(getComputedStyle(node).fontSize);
}

export const core = {
  async 'words stand apart, also before a V'(tester) {
    const { page } = await openEnd(tester, 'qwixx', { locale: 'de', viewport: { width: 820, height: 1180 } }), gaps = [await page.$eval('.verdict', lastGap)];
    await page.click('.end-actions .quiet:nth-of-type(3)');
    await page.waitForSelector('.replay-won:not(:empty)');
    gaps.push(await page.$eval('.replay-won', lastGap));
    check(gaps.every((gap) => gap > 0.16), `${gaps.map((gap) => gap.toFixed(3))} of the size`);
  },

  async 'the pen underlines a win of one’s own, and nobody else’s'(tester) {
    const wins = [];
    for (const seed of [9, 10, 11, 12, 13, 14]) {
      const { page, record } = await openEnd(tester, 'twentyone', { seed }), { points, sorted } = expected(record), won = points[0] === sorted[0];
      wins.push(won);
      check(await page.locator('.verdict .flourish').count() === Number(won), `seed ${seed}, ${points}: ${won ? 'not underlined' : 'underlined'}`);
      await page.context().close();
    }
    check(new Set(wins).size === 2, `some are won, some lost: ${wins}`);
  },

  async 'after a reload one is where one was: at the end, in the rules, among the games'(tester) {
    const { page } = await openEnd(tester, 'qwixx'), end = page.url();
    for (const [route, there] of [[end, '.end-more'], [`${tester.url}/#/learn/qwixx`, '.rules h3'], [`${tester.url}/#/`, `.game-card:nth-child(${GAMES.length})`]]) {
      await page.goto(route);
      await page.waitForSelector(there);
      await page.waitForTimeout(150); // it has its size
      const y = await page.evaluate(() => { scrollTo(0, Math.round((document.documentElement.scrollHeight - innerHeight) * 0.7)); return scrollY; });
      check(y > 150, `${route}: so short that nothing scrolls (${y})`);
      await page.reload();
      await page.waitForSelector(there);
      for (let tries = 0; tries < 100 && await page.evaluate(() => scrollY) !== y; tries++) await page.waitForTimeout(50);
      check(await page.evaluate(() => scrollY) === y, `${route}: ${y} before, ${await page.evaluate(() => scrollY)} after`);
      if (there !== '.rules h3') continue;
      await page.goto(`${tester.url}/#/settings`);
      await page.waitForSelector('#main');
      check(await page.evaluate(() => scrollY) === 0, 'another screen begins at its top');
    }
  },

  async 'the end says who won and why, and then the best move and the dearest mistake'(tester) {
    const { page, record } = await openEnd(tester, 'qwixx');
    const { points, margin } = expected(record), winner = points[0] > points[1] ? 'Ann Maria' : 'greedy';
    check(await page.textContent('.verdict') === `${winner} wins by ${margin} points.`, await page.textContent('.verdict'));
    const seen = await page.$eval('.podium .you', (one) => { const { left, top, width, height } = one.getBoundingClientRect(); return document.elementFromPoint(left + width / 2, top + height / 2) === one; });
    check(seen, 'which of them one is can be seen');
    check(/^What decided it: [a-z]+, −?\d+ against −?\d+\./.test(await page.textContent('.decided')), await page.textContent('.decided'));
    const around = () => page.$$eval('.end > *, .own, .others', (all) => all.map((one) => `${one.className} ${Math.round(one.getBoundingClientRect().top)}`).join('\n')), before = await around();
    await page.waitForSelector('.told:not(.awaited)');
    check(await around() === before, `nothing moves when they come:\n${before}\n${await around()}`);
    const told = await page.$$eval('.told strong', (all) => all.map((one) => one.textContent));
    check(told.includes('Best move') && (told.includes('Costliest mistake') || told.includes('No mistakes')), told.join());
    await tester.shot(page, 'end-told');
    await axe(page, 'the end with its moments');
    await page.click('button:has-text("Analyse")'); // what was worked out for the end is not worked out again
    await page.waitForSelector('.said p');
    check(/^(Ann Maria played|There was more to be had for Ann Maria)/.test(await page.textContent('.said p')), await page.textContent('.said p'));
    check(/^greedy had the luck: the dice were worth \d+% more chance to win\.$/.test(await page.textContent('.said p >> nth=1')), await page.textContent('.said')); // by 35 points
    const parts = await page.$$eval('main > section', (all) => all.map((one) => one.getAttribute('aria-label')));
    check(parts.indexOf('In short') < parts.indexOf('The moments that mattered') && parts.at(-1) === 'Figures', `the sentence, the moments, the table last: ${parts}`);
    check((await page.$$('.point svg.sheet')).length >= 1, 'the moments are drawn');
    check(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), 'nothing sticks out');
    await page.waitForSelector('.ranking tr'); // the last part
    const less = await page.$$eval('.ranking tr', (all) => all.filter((one) => one.firstChild.textContent === 'win without the luck').flatMap((one) => [...one.querySelectorAll('td')].map((cell) => cell.textContent)));
    check(less.length === 2 && less.every((text) => Number.parseFloat(text) >= 0 && Number.parseFloat(text) <= 100), `a chance is between 0 and 100 %: ${less}`); // Ann's luck was worse than all she lost
    await axe(page, 'the analysis from the end');
  },

  async 'the end tells one’s best score, and a better one'(tester) {
    const { page, record } = await openEnd(tester, 'qwixx');
    const [points] = expected(record).points;
    check(await page.textContent('.best-score') === '', 'nothing to compare the first game with');
    await page.reload();
    await page.waitForSelector('.end .podium');
    check(await page.textContent('.best-score') === '', 'looking again is not playing again');
    await page.evaluate((best) => localStorage.setItem('penna.best', JSON.stringify({ qwixx: { points: best, id: 'earlier' } })), points - 1);
    await page.reload();
    await page.waitForSelector('.end .podium');
    check(await page.textContent('.best-score') === `A new best score: ${points} (before: ${points - 1}).`, await page.textContent('.best-score'));
    await page.evaluate((best) => localStorage.setItem('penna.best', JSON.stringify({ qwixx: { points: best, id: 'earlier' } })), points + 50);
    await page.reload();
    await page.waitForSelector('.end .podium');
    check(await page.textContent('.best-score') === `Your best score: ${points + 50}.`, await page.textContent('.best-score'));
  },

  async 'a wrong answer in a lesson says why'(tester) {
    for (const locale of ['en', 'de']) {
      const page = await tester.anywhere({ ...PHONE, locale });
      const { steps } = JSON.parse(readFileSync(join(tester.build, 'web', 'lessons', 'qwixx.json'), 'utf8'));
      await page.goto(`${tester.url}/#/lesson/qwixx`);
      await page.waitForSelector('.lesson-ask');
      await page.click('.chip >> nth=0'); // to pass: the 7 is to be crossed
      await page.click('.lesson-act .confirm');
      check((await page.textContent('.lesson-verdict .wrong')).includes(steps[0].wrong[locale]), await page.textContent('.lesson-verdict'));
      await page.context().close();
    }
  },
};

/** What of the tables in the rules is cut off, and words and numbers that stand on two lines. */
function brokenCells() {
  const lines = (cell) => { const range = document.createRange(); range.selectNodeContents(cell); return new Set([...range.getClientRects()].map((one) => Math.round(one.top))).size; };
  const cells = [...document.querySelectorAll('.rule-table :is(th, td)')].filter((cell) => !cell.children.length && /^\S+$/.test(cell.textContent) && lines(cell) > 1);
  return [...cells.map((cell) => cell.textContent), ...[...document.querySelectorAll('.rule-table')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => `${one.scrollWidth} of ${one.clientWidth} pixels`)];
}

/** How far the paper round a lesson's sheet goes beyond it, in pixels: what is written on is not a white field with a sheet somewhere in it. */
function bareField() {
  const sheet = document.querySelector('.own svg.sheet'), around = [sheet, sheet.parentNode, sheet.parentNode.parentNode, document.querySelector('.own')];
  const paper = around.filter((one) => getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)').map((one) => one.getBoundingClientRect());
  const { width, height } = sheet.getBoundingClientRect();
  return paper.length ? Math.max(...paper.flatMap((one) => [one.width - width, one.height - height])) : Infinity;
}

/** How many boxes of a lesson's sheet are not to be seen, or lie behind the answers; what is asked and the button that answers count as one each. */
function hiddenBoxes() {
  const bar = document.querySelector('.bar').getBoundingClientRect();
  const covered = (box) => Math.min(box.right, bar.right) - Math.max(box.left, bar.left) > 1 && Math.min(box.bottom, bar.bottom) - Math.max(box.top, bar.top) > 1;
  return [...document.querySelectorAll('.lesson-ask, .own .paper, .lesson-act .confirm')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.top < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || (!one.closest('.bar') && covered(box));
  }).length;
}

const lessons = forEach(GAMES, 'a lesson has the whole sheet in sight', async (tester, game) => {
  for (const locale of LOCALES) {
    const page = await tester.anywhere({ ...PHONE, locale });
    await page.goto(`${tester.url}/#/lesson/${game}`);
    await page.waitForSelector('.own .paper');
    for (const [width, height] of [[360, 640], [390, 844], [844, 390]]) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
      const hidden = await page.evaluate(hiddenBoxes);
      if (hidden) await tester.shot(page, `lesson-${game}-${locale}-${width}x${height}`);
      check(hidden === 0, `in ${locale} at ${width}x${height}: ${hidden} boxes are out of sight`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth), bare = await page.evaluate(bareField);
      check(wide <= width, `in ${locale} at ${width}x${height}: ${wide} pixels wide`);
      check(bare < 24, `in ${locale} at ${width}x${height}: ${bare} pixels of bare paper`);
    }
    await page.context().close();
  }
});

/** Rules on the page: nothing drawn with letters, nothing that only those need who type. */
const rules = forEach(GAMES, 'the rules are drawn', async (tester, game) => {
  for (const locale of LANGUAGES) {
    const page = await tester.anywhere({ ...PHONE, locale });
    await page.goto(`${tester.url}/#/learn/${game}`);
    await page.waitForSelector('.rules h3');
    check(!await page.$('.rules pre'), 'no drawing of letters');
    const empty = await page.$$eval('.drawn', (all) => [all.length, all.filter((one) => !one.querySelector('svg')).length]);
    check(empty[0] >= 2 && empty[1] === 0, `figures and empty ones: ${empty}`);
    const [faces, rows] = await page.evaluate(() => ['.rule-face', '.drawn .badge-letter'].map((all) => [...document.querySelectorAll(all)].map((one) => one.textContent.replace(/\d/, ''))));
    check(faces.every((letter) => rows.includes(letter)), `in ${locale} dice have letters that the sheet has not: ${faces} and ${rows}`);
    const black = await page.$$eval('.drawn .paper', (all) => all.filter((one) => getComputedStyle(one).fill === 'rgb(0, 0, 0)').length);
    check(black === 0, `${black} boxes have no colour`);
    const typed = (await page.textContent('.rules')).match(/^ *(roll|move|draw) \S+|\w+=[a-z]\S*|\[ *\]|\|\|/m);
    check(!typed, `in ${locale}: ${typed?.[0]}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    check(wide <= 0, `in ${locale} ${wide} pixels too wide`);
    const thick = await page.$$eval('.rules .written', (all) => all.filter((one) => getComputedStyle(one).stroke !== 'none').length);
    check(thick === 0, `${thick} numbers are written so thick that they run into blots`);
    await page.setViewportSize({ width: 360, height: 640 });
    const broken = await page.evaluate(brokenCells);
    check(!broken.length, `in ${locale} the table of points is broken: ${broken.join(', ')}`);
    if (locale === 'en') await axe(page, 'the rules');
    await page.context().close();
  }
});

export const more = {
  async 'the points above the sheet are whole at the end on a tablet, in every language'(tester) {
    for (const locale of LOCALES) {
      const { page } = await openEnd(tester, 'qwixx', { locale, viewport: { width: 820, height: 1180 } });
      const cut = await page.$$eval('.score :is(.part, .total)', (all) => all.filter((one) => one.getBoundingClientRect().right > one.closest('.score').getBoundingClientRect().right + 1).map((one) => one.textContent));
      check(!cut.length, `in ${locale} these are cut: ${cut.join(', ')}`);
      await page.context().close();
    }
  },

  async 'a replay of two wide sheets fills a tablet, and every replay stays on it'(tester) {
    for (const game of GAMES) {
      const { page } = await openEnd(tester, game, { viewport: { width: 820, height: 1180 } });
      await page.evaluate(() => { location.hash = '#/replay/over'; });
      await page.waitForSelector('.replay-sheets figure:nth-child(2) svg');
      const [deep, low] = await page.evaluate(() => ['.replay-sheets', '.replay main'].map((one) => document.querySelector(one).getBoundingClientRect()[one === '.replay-sheets' ? 'height' : 'bottom'] / innerHeight));
      const square = await page.$('.replay-sheets.square');
      check((square || deep > 0.45) && low <= 1.001, `${game}: sheets of ${deep}, ending at ${low} of the screen`);
      await tester.shot(page, `replay-tablet-${game}`);
      await page.context().close();
    }
  },

  async 'sentences of a lesson stand apart, also before a V, which the typeface draws close'(tester) {
    const page = await tester.anywhere({ ...PHONE, locale: 'pt-BR' });
    await page.goto(`${tester.url}/#/lesson/qwantum`);
    await page.waitForSelector('.lesson-ask');
    const part = await page.$eval('.lesson-ask', (ask) => { // how wide the space before a V is drawn, of a letter's height
      const text = ask.firstChild, at = text.data.indexOf('. V'), range = document.createRange();
      ask.style.whiteSpace = 'nowrap';
      range.setStart(text, at + 1);
      range.setEnd(text, at + 2);
      return range.getBoundingClientRect().width / parseFloat(getComputedStyle(ask).fontSize);
    });
    check(part > 0.15, `a space of ${part} letters`);
  },

  async 'Brazilians read Brazilian Portuguese, in the rules and in lessons'(tester) {
    const page = await tester.page(`${tester.url}/#/learn/qwixx`, { locale: 'pt-BR' });
    await page.waitForSelector('.rules h3');
    check((await page.textContent('.rules')).includes('Do que você precisa'), (await page.textContent('.rules')).slice(0, 200));
    await page.goto(`${tester.url}/#/lesson/qwixx`);
    await page.waitForSelector('.lesson-ask');
    check((await page.textContent('.lesson-ask')).includes('Risque'), await page.textContent('.lesson-ask'));
    const other = await tester.page(`${tester.url}/#/learn/qwixx`, { locale: 'pt-PT' });
    await other.waitForSelector('.rules h3');
    check((await other.textContent('.rules')).includes('Do que precisas'), 'and the others their own');
  },

  async 'the end is a picture to share'(tester) {
    for (const game of GAMES) {
      const { page } = await openEnd(tester, game, { seats: 2, viewport: { width: 1280, height: 860 }, isMobile: false, hasTouch: false });
      const [file] = await Promise.all([page.waitForEvent('download'), page.click('.share-picture')]);
      const path = join(tester.shots, `poster-${game}.png`);
      await file.saveAs(path);
      const bytes = readFileSync(path);
      check(bytes.readUInt32BE(0) === 0x89504e47, 'a PNG');
      check(bytes.readUInt32BE(16) === 1080 && bytes.readUInt32BE(20) > 600, `its size: ${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`);
      await until(page, () => document.querySelector('.share-picture').textContent === 'Saved');
      await page.context().close();
    }
  },

  ...everyGame,
  ...lessons,
  ...rules,
};
