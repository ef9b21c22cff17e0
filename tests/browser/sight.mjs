// sight.mjs: at the table the whole own sheet is in sight, with the dice or cards, what is asked and the button that confirms: in every
// game, with every number of players, at every kind of decision and every size of screen, measured by the boxes of the elements.

import { begin, check, DARK, engineOf, forEach, GAMES, keptGame, LOCALES, openKept } from './lib.mjs';

export const SIZES = [[360, 640], [390, 844], [844, 390], [820, 1180], [1440, 900], [720, 450], [195, 422]];
const SMALL = [[640, 360], [667, 375], [360, 800]]; // small phones, and a tall one that is narrow

/** What is wrong with the table as it is drawn now. */
function faults() {
  const out = [], tiny = innerWidth < 300, part = (name) => document.querySelector(`[data-part=${name}]`), box = (node) => node.getBoundingClientRect();
  const shown = (node) => node && !node.hidden && box(node).width > 0;
  const inside = (one, room) => one.left >= room.left - 1 && one.top >= room.top - 1 && one.right <= room.right + 1 && one.bottom <= room.bottom + 1;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }, say = (one) => [one.left, one.top, one.right, one.bottom].map(Math.round).join(' ');
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) out.push(`the page scrolls: ${root.scrollWidth} ${root.scrollHeight}`);
  const names = ['own-sheet', 'table', 'prompt', 'confirm', 'last-move', ...(document.querySelector('.other') ? ['others'] : [])];
  for (const name of names) {
    const node = part(name);
    if (!shown(node)) out.push(`${name} is not there`);
    else if (!inside(box(node), screen)) out.push(`${name} is out of sight: ${say(box(node))}`);
  }
  names.forEach((a, i) => names.slice(i + 1).forEach((b) => {
    const [p, q] = [a, b].map((name) => shown(part(name)) && box(part(name)));
    if (p && q && Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 1) out.push(`${a} and ${b} overlap`);
  }));
  const own = box(part('own-sheet')), sheet = part('own-sheet').querySelector('svg');
  for (const paper of sheet.querySelectorAll('.paper, .badge, .step-ground')) {
    const one = box(paper);
    if (!inside(one, own)) out.push(`a box is cut: ${say(one)} of ${say(own)}`);
  }
  if (innerWidth > 1000 && own.width * own.height < 0.35 * innerWidth * innerHeight) out.push(`the sheet is small: ${say(own)}`);
  const first = box(sheet.querySelector('[data-shape=square] .paper, [data-shape=round] .paper'));
  if (first.width < Math.min(innerWidth, 2 * innerHeight) / 34 - 1 || first.height < (tiny ? 8 : 20) || Math.max(first.width / first.height, first.height / first.width) > 1.8) out.push(`boxes of ${first.width} x ${first.height}`);
  const confirm = box(part('confirm')), apart = Math.hypot(Math.max(own.left - confirm.right, confirm.left - own.right, 0), Math.max(own.top - confirm.bottom, confirm.top - own.bottom, 0));
  if (innerWidth < 500 && confirm.bottom < innerHeight * 0.8) out.push(`it is confirmed far from the thumb: ${say(confirm)}`);
  if (innerWidth > 1000 && apart > 140) out.push(`it is confirmed far from the sheet: ${say(confirm)} and ${say(own)}`);
  for (const piece of document.querySelectorAll('[data-part=table] .piece, [data-part=table] .count')) {
    if (!inside(box(piece), box(part('table')))) out.push(`a piece is cut: ${say(box(piece))} of ${say(box(part('table')))}`);
  }
  const pieces = [...document.querySelectorAll('[data-part=table] .piece')].map(box);
  for (const count of document.querySelectorAll('[data-part=table] .count')) {
    const { left, right, top, bottom } = box(count);
    if (pieces.some((piece) => Math.min(piece.right, right) - Math.max(piece.left, left) > 1 && Math.min(piece.bottom, bottom) - Math.max(piece.top, top) > 1)) out.push(`a piece lies on what counts: ${count.textContent}`);
  }
  for (const one of document.querySelectorAll('.score :is(.part, .total)')) {
    if (shown(one) && !inside(box(one), box(one.closest('.score')))) out.push(`points are cut: ${one.textContent} ${say(box(one))}`);
  }
  if (document.querySelector('.prompt').scrollHeight > box(part('prompt')).height + 1) out.push(`the prompt is cut: ${document.querySelector('.prompt').textContent}`);
  for (const button of document.querySelectorAll('[data-part=choice], [data-part=confirm]')) {
    const { width, height } = box(button);
    if (!tiny && !inside(box(button), screen)) out.push(`a choice beyond the edge: ${button.textContent} ${say(box(button))}`);
    if (width < 44 || height < 44) out.push(`a button of ${width} x ${height}`);
    const strip = button.closest('.strip');
    if (!tiny && strip && !inside({ ...box(button).toJSON(), left: 0, right: 0 }, { ...box(strip).toJSON(), left: 0, right: 0 })) out.push(`a button runs out of its strip: ${button.textContent}`);
    if (button.scrollWidth > button.clientWidth + 1 || button.scrollHeight > button.clientHeight + 1) out.push(`a button is cut: ${button.textContent}`);
  }
  const choices = [...document.querySelectorAll('[data-part=choice]')].map((button) => ({ words: button.textContent, ...box(button).toJSON() }));
  choices.slice(1).forEach((one, i) => {
    const down = (one.top + one.bottom - choices[i].top - choices[i].bottom) / 2;
    if (down < -8 || (down < 8 && one.left < choices[i].left)) out.push(`not in reading order: ${choices[i].words}, ${one.words}`);
  });
  return out;
}

/** Numbers of players: the fewest, two and the most, or those between. */
const AT_THE_ENDS = (seats, game) => seats <= 2 || seats === game.max, BETWEEN = (seats, game) => !AT_THE_ENDS(seats, game);

/** All the table in sight at all sizes, in every kind of decision. */
async function inSight(tester, name, wanted) {
  const engine = await engineOf(tester), game = engine.game(name), pages = {};
  const wrong = [];
  for (let seats = game.min; seats <= game.max; seats++) {
    if (!wanted(seats, game)) continue;
    const locale = LOCALES[(GAMES.indexOf(name) + seats) % LOCALES.length], page = pages[locale] ??= await tester.anywhere({ locale }); // every language has its turn
    for (const [i, prompt] of game.prompts.entries()) {
      if (seats > 2 && i % 2 === seats % 2 && game.prompts.length > 1) continue; // every second one, in turn
      const kept = keptGame(engine, name, seats, { prompt, skip: 4, names: ['Benedikta von Hohenfels'] });
      if (!kept) continue;
      await openKept(page, kept);
      for (const [width, height] of seats === 2 ? [...SIZES, ...SMALL] : seats === game.max ? SIZES : SIZES.slice(0, 3)) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
        for (const fault of await page.evaluate(faults)) wrong.push(`${width}x${height}, ${locale}, ${seats} players, decision ${i + 1}: ${fault}`);
      }
    }
  }
  check(!wrong.length, `${name}: ${wrong.length}\n${wrong.slice(0, 12).join('\n')}`);
}

/** What is wrong while real dice or cards are told. */
function faultsOfTelling() {
  const out = [], box = (node) => node.getBoundingClientRect(), own = document.querySelector('[data-part=own-sheet]'), prompt = document.querySelector('.prompt');
  const apart = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) < 1 || Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) < 1;
  const seen = (one) => one.top >= -1 && one.left >= -1 && one.bottom <= innerHeight + 1 && one.right <= innerWidth + 1;
  const faces = [...document.querySelectorAll('.face')], confirm = document.querySelector('.bar .confirm');
  if (!faces.length) out.push('nothing can be told');
  for (const paper of own.querySelectorAll('svg .paper')) if (!seen(box(paper)) || !apart(box(paper), box(prompt))) out.push('the sheet is not whole in sight');
  for (const one of [...faces, ...(confirm ? [confirm] : [])]) {
    if (!seen(box(one))) out.push(`out of sight: ${one.getAttribute('aria-label') ?? one.textContent}`);
    if (!apart(box(one), box(own)) || !apart(box(one), box(prompt))) out.push(`it lies over the sheet or what is asked: ${one.getAttribute('aria-label') ?? one.textContent}`);
  }
  for (const head of document.querySelectorAll('.others .other-head')) { // a name without its sheet has its points beside it
    const [name, points] = ['.other-name', '.points'].map((one) => box(head.querySelector(one))), sheet = head.parentNode.querySelector('svg.sheet');
    if (name.width && !(sheet && box(sheet).width) && points.top > name.bottom - 2) out.push('the points stand below a name that has no sheet');
  }
  if (prompt.scrollHeight > box(prompt.parentNode).height + 1) out.push(`the prompt is cut: ${prompt.textContent}`);
  for (const head of document.querySelectorAll('.other-head')) {
    const [name, points] = ['.other-name', '.points'].map((part) => box(head.querySelector(part)));
    if (Math.abs(name.bottom - points.bottom) > 4) out.push('the name and the points of another are not in one line');
  }
  return out.slice(0, 3);
}

/** The sheet and all dice or cards that can be told, at every size. */
async function tellingInSight(tester, name) {
  const page = await tester.anywhere({ locale: 'de' }), wrong = [];
  await begin(page, tester.url, name, { mode: 'device', real: true });
  if (!await page.$('.face')) { // the dice are picked first
    await page.click('.pieces .possible');
    await page.click('.bar .confirm');
    await page.waitForSelector('.face');
  }
  for (const [width, height] of SIZES.slice(0, 5)) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    for (const fault of await page.evaluate(faultsOfTelling)) wrong.push(`${width}x${height}: ${fault}`);
  }
  check(!wrong.length, `${name}: ${wrong.join('\n')}`);
}

/** Cards that are chosen stand out, and lie neither on what happened nor on the name of the hand. */
async function chosenInSight(tester) {
  const engine = await engineOf(tester), [prompt] = engine.game('qwinto-cards').prompts, kept = keptGame(engine, 'qwinto-cards', 2, { prompt }), wrong = [];
  for (const locale of LOCALES) {
    const page = await tester.anywhere({ locale });
    await openKept(page, kept);
    for (let taps = 4; taps && !await page.$('.bar .confirm:not([disabled])'); taps--) await page.click('.pieces .possible:not(.chosen)');
    check(await page.$('.piece.chosen'), 'a card is chosen');
    for (const [width, height] of SIZES.slice(0, 5)) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(250);
      for (const fault of await page.evaluate(() => {
        const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0;
        const words = [...document.querySelectorAll('[data-part=last-move], .place-name')];
        return [...document.querySelectorAll('.piece.chosen')].flatMap((card) => {
          const box = card.getBoundingClientRect();
          return words.filter((one) => over(box, one.getBoundingClientRect())).map((one) => one.className);
        });
      })) wrong.push(`${width}x${height}, ${locale}: a card lies on ${fault}`);
    }
  }
  check(!wrong.length, wrong.join('\n'));
}

/** As much as can be said of a move, in every language and size: none of it is cut. */
async function warningsInSight(tester, locales) {
  const engine = await engineOf(tester), kept = keptGame(engine, 'qwixx', 2), wrong = [];
  for (const locale of locales) {
    const page = await tester.anywhere({ locale });
    await openKept(page, kept);
    for (const [width, height] of SIZES.slice(0, 5)) {
      await page.setViewportSize({ width, height });
      for (const most of [1, 2, 3]) {
        const cut = await page.evaluate(async ([own, many]) => {
          const { warnings } = await import(`${own}/moves.mjs`), ask = document.querySelector('.board .ask');
          const warn = [['nothing can be written then', 0, 0, 0], ['a misthrow: it costs you {0} points', 5, 0, 0], ['this ends the game', 0, 0, 0]].slice(-many), list = warnings({ warn });
          ask.append(list);
          const room = ask.getBoundingClientRect(), out = [...list.children].filter((one) => {
            const { top, bottom } = one.getBoundingClientRect();
            return top < room.top - 1 || bottom > room.bottom + 1 || one.scrollWidth > one.clientWidth;
          }).map((one) => one.textContent);
          list.remove();
          return out;
        }, [tester.url, most]);
        if (cut.length) wrong.push(`${width}x${height}, ${locale}, ${most}: ${cut.join(', ')}`);
      }
    }
  }
  check(!wrong.length, wrong.join('\n'));
}

/** Whoever had to pass, and pays for it, is told so in one line of the smallest phone: none of it is cut. */
async function passesInSight(tester, locales) {
  const engine = await engineOf(tester), kept = keptGame(engine, 'qwixx', 2), wrong = [];
  for (const locale of locales) {
    const page = await tester.anywhere({ locale, viewport: { width: 360, height: 640 } });
    await openKept(page, kept);
    const cut = await page.evaluate(async (own) => {
      const { News } = await import(`${own}/news.mjs`), people = [{ name: 'Ann' }, { name: 'Nonna Ada' }], forced = { say: [['pass', 0, 0, 0]], only: true, pieces: [] };
      const events = [{ kind: 'move', moves: [0, 1].map((seat) => ({ ...forced, seat })), misthrows: [0, 1], turn: 0, active: 0 }];
      const news = new News({ people, humans: [0], match: { node: 1, log: () => events } }, null), there = document.querySelector('.board .latest');
      news.told = 0;
      news.update();
      there.replaceChildren(...news.line.childNodes);
      const lines = [...there.querySelectorAll('.did')];
      return [...(lines.length === 2 ? [] : [`${lines.length} lines`]), ...[...lines, there].filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent)];
    }, tester.url);
    if (cut.length) wrong.push(`${locale}: ${cut.join(', ')}`);
  }
  check(!wrong.length, wrong.join('\n'));
}

/** Pictures of the table, to be looked at. */
async function pictures(tester, name) {
  const engine = await engineOf(tester), game = engine.game(name);
  for (const [scheme, options] of [['light', {}], ['dark', DARK]]) {
    const page = await tester.anywhere({ ...options, locale: scheme === 'dark' ? 'de' : 'en' });
    for (const seats of [2, game.max]) {
      const prompt = game.prompts.at(scheme === 'dark' ? 0 : -1);
      await openKept(page, keptGame(engine, name, seats, { prompt, skip: 6 }));
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(60);
        await tester.shot(page, `table-${name}-${seats}-${width}x${height}-${scheme}`);
      }
    }
  }
}

const TOLD = 'real dice are told in sight of the sheet';

export const core = {
  ...forEach(GAMES, 'the whole sheet in sight', (tester, name) => inSight(tester, name, AT_THE_ENDS)),
  'what a move costs is never cut, in the longest words': (tester) => warningsInSight(tester, ['de']),
  'who had to pass is told so in whole words': (tester) => passesInSight(tester, LOCALES),
  ...forEach(GAMES.slice(0, 2), TOLD, tellingInSight),
};

export const more = {
  ...forEach(GAMES, 'the whole sheet in sight, with the numbers of players between', (tester, name) => inSight(tester, name, BETWEEN)),
  'cards that are chosen lie on no words': chosenInSight,
  'what a move costs is never cut': (tester) => warningsInSight(tester, LOCALES),
  ...forEach(GAMES.slice(2), TOLD, tellingInSight),
  ...forEach(GAMES, 'pictures of the table', pictures),
};
