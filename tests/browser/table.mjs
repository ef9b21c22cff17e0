// table.mjs: playing at the table: taps, what counts, what happened, focus, the live region, calling, and how fast a tap is answered.

import { readFileSync } from 'node:fs';
import { asked, begin, check, DESKTOP, engineOf, forEach, GAMES, keptGame, keptRecord, openKept, PHONE, playOn, traced, until } from './lib.mjs';

const WHITE = 'Cross the sum of the white dice, or pass.';
/** What a screen reader is told when a game of Qwixx is opened, the first of the moves is chosen, and then confirmed. */
const SAID = {
  en: ['Your turn. Cross the sum of the white dice, or pass.', 'Pass.',
    'Ann: pass. Greedy 1: cross green 6. Your turn. Cross a white die plus a coloured die, or pass.'],
  it: ['Tocca a te. Segna la somma dei dadi bianchi, oppure passa.', 'Passa.',
    'Ann: passa. Greedy 1: segna 6 nel verde. Tocca a te. Segna un dado bianco più un dado colorato, oppure passa.'],
  'pt-PT': ['É a tua vez. Risca a soma dos dados brancos, ou passa.', 'Passa.',
    'Ann: passa. Greedy 1: risca o 6 verde. É a tua vez. Risca um dado branco mais um dado colorido, ou passa.'],
  de: ['Du bist am Zug. Kreuze die Summe der weißen Würfel an oder passe.', 'Passen.',
    'Ann: passen. Greedy 1: Grün 6 ankreuzen. Du bist am Zug. Kreuze einen weißen plus einen farbigen Würfel an oder passe.'],
};
const moves = (record) => (record.match(/^move .*$/gm) ?? []).length;

/** A page at a kept game of Qwixx. */
async function atTable(tester, options = {}, { prompt = WHITE, settings, seats = 2, skip = 2, game = 'qwixx', key } = {}) {
  const engine = await engineOf(tester), page = await tester.anywhere(options);
  await openKept(page, keptGame(engine, game, seats, { prompt, skip, ...(key ? { key } : {}) }), settings);
  return page;
}

/** Taps that choose a move, at most, where any box, die, card or button is tapped: a card has a place, too. */
const mostTaps = (game) => (game === 'qwinto-cards' ? 2 : 1);

/** Plays a whole game as somebody who finds the parts by their names (data-part), through taps alone. */
async function stranger(tester, game) {
  const page = await tester.anywhere(PHONE);
  const engine = await engineOf(tester);
  await openKept(page, keptGame(engine, game, 2, { skip: 0 }));
  let taps = 0, decisions = 0;
  for (let tries = 0; tries < 600 && !await page.$('.is-over'); tries++) {
    const what = await page.evaluate((turn) => {
      const confirm = document.querySelector('[data-part=confirm]:not([disabled])'), click = (node) => node.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      if (confirm) return click(confirm), 'confirmed';
      const open = [...document.querySelectorAll('[data-part=choice], [data-part=own-sheet] .possible:not(.chosen), [data-part=table] .possible:not(.chosen)')];
      if (!open.length) return 'wait';
      return click(open[(turn * 7) % open.length]), 'tapped';
    }, taps);
    if (what === 'confirmed') decisions++;
    if (what === 'tapped') taps++;
    if (what !== 'tapped') await page.waitForTimeout(15);
  }
  check(await page.$('.is-over'), 'a whole game');
  console.log(`# ${game}: ${taps} taps before confirming for ${decisions} decisions (${(taps / decisions).toFixed(2)})`);
  check(taps <= mostTaps(game) * decisions, `${game}: ${taps} taps before confirming for ${decisions} decisions`);
}

/** What the line of what the others did has not in sight of the dice and cards that they used, by the record. */
async function usedElsewise(page, engine) {
  const match = engine.open(await keptRecord(page), false), last = new Map();
  for (const { moves: done = [] } of match.log(0, 0)) for (const { seat, pieces } of done) last.set(seat, pieces?.length ?? 0);
  match.close();
  const shown = await page.evaluate(() => [...document.querySelectorAll('[data-part=last-move] .did')].map((one) => {
    const line = one.closest('[data-part=last-move]').getBoundingClientRect();
    const inside = ({ top, bottom, left, right }) => bottom - top >= 10 && top >= line.top - 1 && bottom <= line.bottom + 1 && left >= line.left && right <= line.right;
    return [one.querySelector('b').textContent, [...one.querySelectorAll('.used svg')].filter((piece) => inside(piece.getBoundingClientRect())).length];
  }));
  return [1, 2].filter((seat) => last.has(seat) && !shown.some(([name, count]) => name === `Greedy ${seat}` && count === last.get(seat)))
    .map((seat) => `of Greedy ${seat} ${last.get(seat)} dice or cards, and in sight are ${JSON.stringify(shown)}`);
}

const UNTOUCHED = 'nothing can be taken back before somebody has chosen';

async function untouched(tester, game) {
  const page = await tester.anywhere(PHONE), undo = '[aria-label=Undo]';
  await begin(page, tester.url, game);
  await asked(page);
  check(await page.isDisabled(undo), 'nobody has chosen anything');
  await playOn(page, { decisions: 1 });
  await page.waitForSelector(`${undo}:not([disabled])`); // a moment after the tap: what was chosen is painted first
  await asked(page);
  await page.reload();
  await asked(page);
  await page.click(undo);
  await page.waitForSelector(`${undo}[disabled]`); // and then there is none any more
  await asked(page);
  check(await page.isDisabled(undo), 'and there stays none');
}

/** A game of Qwixx in which the person may lock a row, of which nothing else is said; and that move. */
function beforeLock(engine) {
  const locks = (p) => p.moves.find((one) => one.warn.length === 1 && one.warn[0][0].includes('locks'));
  for (let key = 1; key < 200; key++) {
    const kept = keptGame(engine, 'qwixx', 2, { wanted: locks, skip: 0, key: [key, 2] });
    if (!kept) continue;
    const match = engine.open(kept.record, false), move = locks(match.position(0, 0));
    match.close();
    return { kept, move };
  }
  throw new Error('nobody can lock a row');
}

/** Taps beside the boxes that can be chosen, not on them, and finds the nearest by where they are seen. */
async function tapsBeside(tester, game) {
  const engine = await engineOf(tester), page = await tester.anywhere(PHONE), { prompts } = engine.game(game);
  let near = 0;
  for (const [turn, prompt] of [...prompts, ...prompts].entries()) {
    const kept = keptGame(engine, game, 2, { prompt, skip: 1 + 2 * turn, wanted: (p) => p.moves.some((move) => move.touch.some((one) => one < 64)) });
    if (!kept) continue; // there only dice are chosen
    await openKept(page, kept);
    for (const far of [true, false]) { // far from all of them first: that takes nothing
      const { found, at } = await page.evaluate(([away, shift]) => {
        const frame = document.querySelector('[data-part=own-sheet] .frame').getBoundingClientRect(), spots = [], reach = document.querySelector('[data-part=own-sheet] .paper').getBoundingClientRect().width;
        const boxes = [...document.querySelectorAll('[data-part=own-sheet] .box.possible')].map((one) => [one.dataset.box, one.querySelector('.paper').getBoundingClientRect()]);
        for (let x = frame.left + 2; x < frame.right - 2; x += 5) {
          for (let y = frame.top + 2; y < frame.bottom - 2; y += 5) {
            const all = boxes.map(([box, { left, right, top, bottom }]) => [box, Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))]).sort((a, b) => a[1] - b[1]);
            if (away ? all[0][1] > Math.max(40, reach) : all[0][1] > 4 && all[0][1] < 24 && !(all[1]?.[1] < all[0][1] + 4)) spots.push({ found: all[0][0], at: [x, y] });
          }
        }
        return spots[(shift * 61) % spots.length] ?? {};
      }, [far, turn]);
      if (!at) continue;
      await page.touchscreen.tap(...at);
      await page.evaluate(() => new Promise(requestAnimationFrame));
      const chosen = await page.$$eval('[data-part=own-sheet] .box.chosen', (all) => all.map((one) => one.dataset.box));
      check(far ? !chosen.length : chosen.includes(found), `${prompt}: at ${at} ${chosen.join() || 'nothing'} is chosen and not ${far ? 'nothing' : found}`);
      if (!far) near++;
    }
  }
  check(near >= 2, `only ${near} taps beside a box`);
}

export const core = {
  async 'locking a row is told as a reward, a misthrow as a warning'(tester) {
    const engine = await engineOf(tester), page = await tester.anywhere(PHONE), { kept, move } = beforeLock(engine);
    await openKept(page, kept);
    await page.evaluate((box) => document.querySelector(`[data-box="${box}"]`).dispatchEvent(new MouseEvent('click', { bubbles: true })), move.touch.find((one) => one < 64));
    await until(page, () => document.querySelector('.bar .confirm:not([disabled])'));
    check(await page.$$eval('.warnings li', (all) => all.map((one) => one.className).join()) === 'gain', await page.innerHTML('.warnings'));
    check(!await page.$('.confirm.careful'), 'a lock is confirmed by the same button as any move');
    await tester.shot(page, 'lock-chosen');
    const other = await atTable(tester, PHONE, { prompt: 'Cross a white die plus a coloured die, or pass.', skip: 0 });
    for (let tries = 0; tries < 40 && !await other.$('.confirm.careful'); tries++) {
      await asked(other);
      await other.click('[data-part=choice]:has-text("Pass")');
      if (!await other.$('.confirm.careful')) await other.click('.bar .confirm');
    }
    check(await other.$$eval('.warnings li:not(.gain)', (all) => all.length) >= 1, 'a misthrow is a warning');
  },
  async 'tapping a chosen box again confirms; one setting confirms at the first tap'(tester) {
    for (const [quick, need] of [[false, 2], [true, 1]]) {
      const page = await atTable(tester, PHONE, { settings: { quick } });
      const before = moves(await keptRecord(page)), box = page.locator('[data-part=own-sheet] .box.possible').first(), index = await box.getAttribute('data-box');
      for (let taps = 1; taps <= need; taps++) {
        await page.locator(`[data-part=own-sheet] [data-box="${index}"]`).click();
        if (taps < need) check(moves(await keptRecord(page)) === before && await page.isEnabled('[data-part=confirm]'), 'the first tap chooses');
      }
      await until(page, (count) => Object.keys(localStorage).some((key) => key.startsWith('penna.game.') && (localStorage.getItem(key).match(/\\nmove /g) ?? []).length > count), before);
      await page.context().close();
    }
  },

  async 'a tap beside a box takes the nearest that can be chosen'(tester) {
    const page = await atTable(tester, PHONE);
    const box = await page.locator('[data-part=own-sheet] .box.possible .paper').first().boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height + 6); // above the first row the sheet ends
    check(await page.locator('[data-part=own-sheet] .box.chosen').count() === 1, 'near a box');
    await page.keyboard.press('Escape');
    const far = await page.locator('[data-shape=misthrow] .paper').last().boundingBox();
    await page.mouse.click(far.x + far.width / 2, far.y + far.height - 2);
    check(moves(await keptRecord(page)) >= 0 && await page.locator('[data-part=own-sheet] .box.chosen').count() === 1, 'far from all boxes nothing is taken');
  },

  async 'what counts now stands beside the dice, and the numbers in the boxes they may go to'(tester) {
    const engine = await engineOf(tester), page = await tester.anywhere(PHONE);
    for (const game of GAMES) {
      for (const prompt of engine.game(game).prompts) {
        const kept = keptGame(engine, game, 2, { prompt, skip: 3 }), match = engine.open(kept.record), p = match.position(0, 0);
        match.close();
        await openKept(page, kept);
        const shown = await page.$$eval('[data-part=table] .count b', (all) => all.map((one) => Number(one.textContent.replace('−', '-'))));
        const news = p.counts.some((one) => one.pieces.length > 1) ? p.counts.map((one) => one.value) : [];
        check([...shown].sort().join() === [...news].sort().join(), `${game}, ${prompt}: ${shown} and not ${news}`);
        const faint = await page.$$eval('[data-part=own-sheet] .faint', (all) => all.map((one) => `${one.closest('[data-box]').dataset.box}=${one.textContent}`));
        const write = new Set(p.moves.flatMap((move) => move.writes.flatMap((box, i) => (i % 2 ? [] : [`${box}=${move.writes[i + 1]}`]))));
        check(faint.sort().join() === [...write].sort().join(), `${game}, ${prompt}: ${faint} and not ${[...write]}`);
      }
    }
  },

  async 'the table of points is printed on the sheet and marks where each row stands, in both games that have one'(tester) {
    const engine = await engineOf(tester), page = await tester.anywhere(PHONE);
    for (const [game, mark, want] of [['qwixx', 'cross', '1 3 6 10 15 21 28 36 45 55 66 78'], ['twentyone', 'hit', '1 3 6 10 15 21']]) {
      const kept = keptGame(engine, game, 2, { skip: 6 }), { boxes } = engine.layout(engine.game(game), 0);
      await openKept(page, kept);
      const { points, marks, letters, marked } = await page.evaluate((name) => {
        const own = document.querySelector('[data-part=own-sheet]'), words = (node, selector) => [...node.querySelectorAll(selector)].map((one) => one.textContent), steps = [...own.querySelectorAll('.step')];
        return {
          points: words(own, '.step-points').join(' '), letters: words(own, '.badge-letter'), marks: steps.flatMap((one, i) => words(one, '.step-letter').map((letter) => `${letter} ${i + 1}`)).sort().join(),
          marked: [...own.querySelectorAll(`.box.m-${name}:not([data-shape=misthrow])`)].map((one) => Number(one.dataset.box)),
        };
      }, mark);
      const counts = letters.map((letter, row) => [letter, marked.filter((box) => boxes[box].row === row).length]).filter(([, count]) => count).map((one) => one.join(' ')).sort().join();
      check(points === want, `${game}: ${points}`);
      check(marks === counts && counts.length > 0, `${game}: ${marks} and not ${counts}`);
    }
  },

  async 'what each player did last stands there with its dice, forced passes too, and the list is a tap away'(tester) {
    const engine = await engineOf(tester), page = await tester.anywhere(PHONE);
    await openKept(page, keptGame(engine, 'qwixx', 3, { prompt: WHITE, skip: 7 }));
    const words = await page.textContent('[data-part=last-move]');
    check(/Greedy 1: (cross|pass)/.test(words) && /Greedy 2: (cross|pass)/.test(words), words);
    await page.click('[data-part=last-move]');
    await page.waitForSelector('dialog .news:not([aria-busy]) h3');
    const turns = await page.$$eval('dialog .news > li', (all) => all.map((one) => Number(one.dataset.turn)));
    check(turns.length > 2 && turns.every((turn, i) => i === 0 || turn === turns[i - 1] - 1), `grouped by turn, the newest first: ${turns}`);
    check(/no choice/.test(await page.textContent('dialog .news')), 'who had to pass is told so');
    check(await page.locator('dialog .news .move .used svg').count() > 0, 'with the dice it was done with');
    await page.goBack();
    await until(page, () => !document.querySelector('dialog'));
  },

  async 'on a desktop all that happened stands beside the table, grouped by turn, also when the window was smaller before'(tester) {
    const engine = await engineOf(tester), kept = keptGame(engine, 'twentyone', 4, { skip: 7 }), page = await tester.anywhere(DESKTOP), told = '.side .news:not([aria-busy]) > li';
    const match = engine.open(kept.record, false), turns = [...new Set(match.log(0, 0).map(({ turn }) => String(turn)))].reverse();
    match.close();
    const shown = () => page.$$eval(told, (all) => all.map((one) => one.dataset.turn));
    await openKept(page, kept);
    for (const width of [1280, 800, 1280]) {
      await page.setViewportSize({ width, height: 860 });
      await until(page, ([list, many]) => document.querySelectorAll(list).length === many, [told, width > 1000 ? turns.length : 0]);
    }
    check((await shown()).join() === turns.join(), `${await shown()} and not ${turns}`);
    const before = await page.$$eval(`${told} li`, (all) => all.length);
    await playOn(page, { decisions: 1 });
    await until(page, ([list, many]) => document.querySelectorAll(`${list} li`).length > many, [told, before]);
    check(new Set(await shown()).size === (await shown()).length, `every turn stands there once: ${await shown()}`);
  },

  async 'the focus never falls to nowhere, and an open menu does not survive going back'(tester) {
    const page = await atTable(tester, DESKTOP);
    await page.locator('.chip').first().focus();
    await page.keyboard.press('Enter');
    await page.focus('[data-part=confirm]');
    await page.keyboard.press('Enter');
    for (let i = 0; i < 20; i++) {
      check(await page.evaluate(() => document.activeElement !== document.body), 'after confirming');
      await page.waitForTimeout(20);
    }
    await page.click('[aria-label=More]');
    await page.waitForSelector('dialog');
    await page.goBack();
    await until(page, () => !document.querySelector('dialog') && !document.querySelector('.board'));
  },

  async 'what lies behind a dialog is out of reach: by keys, scripts and taps, and for screen readers'(tester) {
    const page = await atTable(tester, PHONE), session = await page.context().newCDPSession(page);
    const heard = async () => { // what a screen reader finds outside of dialogs and of what is said, by its role and name
      const { nodes } = await session.send('Accessibility.getFullAXTree'), by = new Map(nodes.map((one) => [one.nodeId, one])), out = [];
      const walk = (node) => {
        const role = node.role?.value;
        if (!node.ignored && ['dialog', 'status'].includes(role)) return;
        if (!node.ignored && !['RootWebArea', 'generic', 'none'].includes(role)) out.push(`${role} ${node.name?.value ?? ''}`);
        for (const child of node.childIds ?? []) if (by.has(child)) walk(by.get(child));
      };
      walk(nodes[0]);
      return out;
    };
    const before = await heard(), chosen = () => page.locator('.chosen').count(), inside = () => page.evaluate(() => Boolean(document.activeElement.closest('dialog')));
    check(before.some((one) => /^button .*can be chosen/.test(one)) && before.includes('button More'), `the table is there: ${before.slice(0, 5)}`);
    await page.focus('[aria-label=More]');
    for (const ways of [['[aria-label=More]'], ['[aria-label=More]', '.menu-item:has-text("What happened")'], ['.other']]) {
      for (const one of ways) await page.click(one);
      await page.waitForSelector('dialog[open]');
      check((await heard()).length === 0, `${ways}: a screen reader finds ${(await heard()).slice(0, 5)}`);
      for (let i = 0; i < 30; i++) {
        await page.keyboard.press(i < 15 ? 'Tab' : 'Shift+Tab');
        check(await inside(), `${ways}: the focus leaves it`);
      }
      for (const one of ['.box.possible', '[data-part=choice]', '[aria-label=Undo]', '.skip']) {
        await page.evaluate((name) => document.querySelector(name).focus(), one);
        check(await inside(), `${ways}: ${one} has the focus`);
      }
      const bare = await page.evaluate(() => Array.from({ length: 400 }, (_, i) => document.elementFromPoint(innerWidth * (i % 20 + 0.5) / 20, innerHeight * (Math.floor(i / 20) + 0.5) / 20)).filter((one) => !one.closest('dialog, .veil')).length);
      check(bare === 0, `${ways}: at ${bare} places a tap would meet the table`);
      await page.keyboard.press('Escape');
      await until(page, () => !document.querySelector('dialog, .veil'));
      check((await heard()).join() === before.join() && await chosen() === 0, `${ways}: and then all is there again, untouched`);
      check(await page.evaluate(() => document.activeElement !== document.body), 'with the focus somewhere');
    }
    await page.evaluate(async () => { // one over the other, closed from below
      const { dialog } = await import('/dom.mjs');
      globalThis.both = ['A', 'B'].map((title) => dialog(title, title, 'Close'));
    });
    const shown = async () => (await session.send('Accessibility.getFullAXTree')).nodes.filter((one) => !one.ignored && one.role?.value === 'dialog').map((one) => one.name.value).join();
    check(await shown() === 'B', `of two the upper one is there: ${await shown()}`);
    await page.evaluate(() => globalThis.both[0].close());
    check(await shown() === 'B' && (await heard()).length === 0, 'and stays it');
    await page.keyboard.press('Escape');
    await until(page, () => !document.querySelector('dialog, .veil'));
    check((await heard()).join() === before.join(), 'until it is closed');
  },

  async 'what happened is said before what is asked, every sentence ended once'(tester) {
    const page = await atTable(tester, DESKTOP);
    await page.evaluate(() => {
      globalThis.said = [];
      new MutationObserver(() => globalThis.said.push(document.getElementById('live').textContent)).observe(document.getElementById('live'), { childList: true, characterData: true, subtree: true });
    });
    for (let i = 0; i < 4; i++) {
      await playOn(page, { decisions: 1, seed: i + 1 });
      await asked(page);
      await page.waitForTimeout(250); // until it is said
    }
    const said = await page.evaluate(() => globalThis.said);
    check(said.length > 2 && said.every((text) => !/\.\s*\.|:\./.test(text)), said.join(' | '));
    check(said.every((text) => !/Waiting for (You|Ann)/.test(text)), 'nobody waits for himself');
    const all = said.join(' '); // how they are joined depends on how fast the machine is, their order does not
    check(/ rolls /.test(all) && !/or pass\. [^.:]* rolls /.test(all), all);
  },

  async 'what is said, word for word, in four languages'(tester) {
    const engine = await engineOf(tester), kept = keptGame(engine, 'qwixx', 2, { prompt: WHITE, skip: 2 });
    for (const [locale, want] of Object.entries(SAID)) {
      const page = await tester.anywhere({ locale });
      await page.evaluate(() => {
        globalThis.said = [];
        new MutationObserver(() => globalThis.said.push(document.getElementById('live').textContent)).observe(document.getElementById('live'), { childList: true, characterData: true, subtree: true });
      });
      const heard = (parts) => until(page, (length) => globalThis.said.join(' ').length >= length, want.slice(0, parts).join(' ').length);
      await openKept(page, kept);
      await heard(1);
      await page.click('.chip >> nth=0');
      await heard(2);
      await page.click('[data-part=confirm]');
      await heard(3);
      const said = await page.evaluate(() => globalThis.said.join(' '));
      check(said === want.join(' '), `${locale}:\n${said}\nand not\n${want.join(' ')}`);
      await page.context().close();
    }
  },

  async 'nothing moves when a move is chosen, a hint is shown or a prompt is long'(tester) {
    const page = await atTable(tester, PHONE);
    const places = () => page.evaluate(() => ['own-sheet', 'table', 'prompt', 'confirm', 'last-move', 'others'].map((name) => {
      const { x, y, width, height } = document.querySelector(`[data-part=${name}]`).getBoundingClientRect();
      return [name, x, y, width, height].join(' ');
    }).join('\n'));
    const before = await places(), top = await page.$eval('.top', (node) => node.getBoundingClientRect().top);
    await page.locator('.box.possible').first().click();
    check(await places() === before, `after a tap:\n${before}\n${await places()}`);
    await page.click('.chip:has-text("Pass")');
    check(await places() === before, 'after a choice');
    await page.click('.hint-button');
    await page.waitForSelector('.advice');
    check(await places() === before && top === await page.$eval('.top', (node) => node.getBoundingClientRect().top), 'with a hint');
  },

  ...forEach(['qwixx'], UNTOUCHED, untouched),

  async 'half a move says what is missing'(tester) {
    const page = await atTable(tester, PHONE, { game: 'qwinto-cards', prompt: 'Lay a card on the grid, or two of equal value.' });
    await page.locator('[data-part=table] .hand .piece.possible').first().click();
    if (await page.isDisabled('[data-part=confirm]')) check(await page.textContent('[data-part=confirm]') === 'Now tap what goes with it', await page.textContent('[data-part=confirm]'));
    check(await page.isDisabled('[data-part=confirm]'), 'a card alone is no move');
  },

  async 'dice of Qwantum are named by what they show, and numbered only where two look the same'(tester) {
    const engine = await engineOf(tester);
    const words = (dice) => engine.positionOf(`qwantum seats=1 turn=0 active=0 phase=keep dice=${dice} used=- p/b/r/y/m0`, 0).moves.find((move) => move.token === 'w12').say.map(String).join('; ');
    check(!words('2:r4,r2,y4,b2,p2,b3').includes('coloured die'), words('2:r4,r2,y4,b2,p2,b3'));
    check(words('1:b5,b5,r3,b2,p2,y5').match(/coloured die/g)?.length === 2, words('1:b5,b5,r3,b2,p2,y5'));
  },

  async 'a tap is answered by little work: told in milliseconds on a slow phone, held to the elements it makes'(tester) {
    const engine = await engineOf(tester), page = await tester.anywhere(PHONE), session = await page.context().newCDPSession(page);
    const told = [];
    for (const game of GAMES) {
      await openKept(page, keptGame(engine, game, engine.game(game).max, { prompt: engine.game(game).prompts.at(-1), skip: 3 }));
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      const { times, made } = await page.evaluate(() => {
        const watch = new MutationObserver(() => {}), out = { times: [], made: 0 };
        watch.observe(document.querySelector('.board'), { childList: true, subtree: true });
        for (const node of [...document.querySelectorAll('[data-part=own-sheet] .box.possible')].slice(0, 4)) { // different boxes: they only choose
          const from = performance.now();
          node.dispatchEvent(new MouseEvent('click', { bubbles: true }));
          document.body.getBoundingClientRect(); // its layout counts too
          out.times.push((performance.now() - from).toFixed(1));
          out.made = Math.max(out.made, watch.takeRecords().reduce((sum, one) => sum + one.addedNodes.length, 0));
        }
        return out;
      });
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      told.push(`${game} ${times.join(' ')}`);
      check(times.length > 0 && made < 40, `${game}: ${made} elements are made for a tap`);
    }
    console.log(`# a tap on a slow phone, milliseconds: ${told.join('; ')}`);
  },

  async 'what follows a move is drawn in place: no sheet is taken out and laid out anew'(tester) {
    const page = await tester.anywhere(PHONE);
    for (const game of GAMES) {
      await begin(page, tester.url, game, { seats: 3, bot: 'greedy' });
      await asked(page);
      await page.evaluate(() => {
        globalThis.sheetsMoved = 0;
        const watch = new MutationObserver((records) => {
          for (const { addedNodes, removedNodes } of records) globalThis.sheetsMoved += [...addedNodes, ...removedNodes].filter((node) => node.querySelector?.('.sheet')).length;
        });
        watch.observe(document.querySelector('.board'), { childList: true, subtree: true });
      });
      await playOn(page, { decisions: 6 });
      await asked(page);
      const moved = await page.evaluate(() => globalThis.sheetsMoved);
      check(moved === 0, `${game}: sheets were put in and taken out ${moved} times`);
    }
  },

  async 'whoever looks elsewhere is called by what was allowed, and sounds are off at first'(tester) {
    const page = await tester.page(tester.url, PHONE);
    const told = await page.evaluate(async () => {
      const out = { noted: [], shaken: 0, sounds: 0 }, voice = await import('/voice.mjs');
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
      globalThis.Notification = class {
        static permission = 'granted';

        constructor(title, { body }) { out.noted.push(`${title} ${body}`); }

        close() { out.noted.push('closed'); }
      };
      Object.defineProperty(navigator, 'vibrate', { value: () => { out.shaken++; } });
      const Real = AudioContext;
      globalThis.AudioContext = class extends Real { constructor() { super(); out.sounds++; } };
      voice.call('Qwixx', true);
      out.first = [document.title, ...out.noted].join(', ');
      voice.calm();
      localStorage.setItem('penna.settings', JSON.stringify({ notify: true, sound: true }));
      voice.call('Qwixx', true);
      voice.call('Qwixx', false);
      voice.calm();
      return { ...out, last: document.title };
    });
    check(told.first === '● Your turn · Penna' && told.last === 'Penna', `${told.first}, then ${told.last}`);
    check(told.noted.join() === 'Your turn Qwixx,closed' && told.shaken === 2 && told.sounds === 1, JSON.stringify(told));
  },

  async 'the pen writes and dice are thrown, but not with reduced motion, and a tap ends it'(tester) {
    for (const reducedMotion of ['reduce', 'no-preference']) {
      const page = await atTable(tester, { ...PHONE, reducedMotion });
      await page.locator('[data-part=own-sheet] .box.possible').first().click();
      const name = await page.$eval('[data-part=own-sheet] .ghost .pen', (pen) => getComputedStyle(pen).animationName);
      check(name === (reducedMotion === 'reduce' ? 'none' : 'draw'), `${reducedMotion}: ${name}`);
      const left = await page.evaluate(async (still) => {
        const { Tabletop } = await import('/table.mjs'), table = new Tabletop(() => {});
        table.update([{ kind: 0, place: 0, spot: 0, colour: 4, value: 3 }]);
        document.body.append(table.counts);
        const seen = () => [table.node.querySelectorAll('.rolling').length, getComputedStyle(table.counts).opacity].join();
        const done = table.tumble(still), rolls = seen();
        dispatchEvent(new PointerEvent('pointerdown'));
        await done;
        return [rolls, seen()].join('; ');
      }, reducedMotion === 'reduce');
      check(left === (reducedMotion === 'reduce' ? '0,1; 0,1' : '1,0; 0,1'), // what they come to is not seen before they lie
        `${reducedMotion}: ${left}`);
      await page.context().close();
    }
  },

  async 'the other sheets open large at a tap'(tester) {
    for (const options of [PHONE, DESKTOP]) {
      const page = await atTable(tester, options, { seats: 5 });
      const small = await page.$eval('.other', (node) => node.getBoundingClientRect().width);
      await page.click('.other >> nth=2');
      const sheet = await page.waitForSelector('dialog svg.sheet'), { width } = await sheet.boundingBox(), room = page.viewportSize().width;
      check(width > 2 * small && width > Math.min(room * 0.8, 700), `${width} of ${room}, and ${small} before`);
      check(/misthrows/.test(await page.textContent('dialog')), 'with its points');
      await page.context().close();
    }
  },

  async 'on one device it is plain whose sheet it is'(tester) {
    const page = await tester.anywhere(PHONE);
    await begin(page, tester.url, 'qwixx', { mode: 'device', seats: 2 });
    await asked(page);
    const first = await page.textContent('[data-part=own-sheet] .who');
    const prompted = (who) => until(page, (name) => document.querySelector('[data-part=prompt]').textContent.startsWith(`${name}:`), who); // some frames later
    check(await page.$('.own.handed'), 'the name on the sheet');
    await prompted(first);
    await playOn(page, { decisions: 1 });
    await until(page, (name) => document.querySelector('[data-part=own-sheet] .who').textContent !== name, first);
    const second = await page.textContent('[data-part=own-sheet] .who');
    check(second !== first, `${first}, then ${second}`);
    await asked(page);
    await prompted(second);
  },
};

export const more = {
  ...forEach(GAMES, 'a tap beside a box takes the nearest that can be chosen, as the boxes are seen', tapsBeside),

  async 'the dice that the others used stand beside what they did, in sight, until one is asked'(tester) {
    const engine = await engineOf(tester), page = await tester.anywhere(PHONE);
    for (const game of GAMES) {
      await openKept(page, keptGame(engine, game, game === 'qwinto-cards' ? 2 : 3, { skip: 4 })); // beside cards there is one line
      let used = 0;
      for (let turn = 0; turn < 5; turn++) {
        let wrong;
        for (let tries = 0; tries < 60 && (wrong = await usedElsewise(page, engine)).length; tries++) await page.waitForTimeout(50); // what happened is shown some frames later
        check(!wrong.length, `${game}: ${wrong.join('; ')}`);
        used += (await page.$$('[data-part=last-move] .did .used svg')).length;
        if (await playOn(page, { decisions: 1 }) === 'over') break;
        await asked(page);
      }
      check(used > 0, `${game}: nobody used any`);
    }
  },

  async 'a tap is painted soon: told by the browser’s own event timing on a slow phone'(tester) {
    const engine = await engineOf(tester), page = await tester.anywhere({ ...PHONE, reducedMotion: 'no-preference' }), session = await page.context().newCDPSession(page), told = [];
    for (const game of GAMES) {
      await openKept(page, keptGame(engine, game, 2, { prompt: engine.game(game).prompts.at(-1), skip: 3 }));
      await page.evaluate(() => {
        const timed = globalThis.timed = { taps: [], tasks: [] };
        globalThis.watches = ['event', 'longtask'].map((type) => {
          const watch = new PerformanceObserver((list) => {
            for (const { name, duration } of list.getEntries()) {
              if (type === 'longtask') timed.tasks.push(Math.round(duration));
              else if (name === 'click') timed.taps.push(Math.round(duration)); // to the next paint, by eights
            }
          });
          watch.observe({ type, durationThreshold: 16 });
          return watch;
        });
      });
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      let taps = 0;
      for (; taps < 12; taps++) { // chooses and confirms, by real touches
        const at = await page.evaluate((turn) => {
          const confirm = document.querySelector('[data-part=confirm]:not([disabled])'), open = [...document.querySelectorAll('[data-part=own-sheet] .box.possible, [data-part=choice], [data-part=table] .possible:not(.chosen)')];
          const node = confirm && turn % 3 === 2 ? confirm : open[(turn * 5) % open.length];
          if (!node) return null;
          const { left, top, width, height } = node.getBoundingClientRect();
          return [left + width / 2, top + height / 2];
        }, taps);
        if (!at) break;
        await page.touchscreen.tap(...at);
        await page.waitForTimeout(900); // and nothing is asked of the page meanwhile
        await asked(page);
      }
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      const timed = await page.evaluate(() => { for (const watch of globalThis.watches) watch.disconnect(); return globalThis.timed; });
      check(taps > 3, `${game}: only ${taps} taps`);
      told.push(`${game} ${timed.taps.length ? Math.max(...timed.taps) : 'under 16'} at most (${timed.taps.sort((a, b) => a - b).join(' ')}), long tasks ${timed.tasks.join(' ') || 'none'}`);
    }
    console.log(`# from a tap to the next paint on a slow phone, milliseconds: ${told.join('; ')}`);
  },

  async 'no tap makes the page lay itself out in the middle of its work, and none is much work'(tester) {
    const engine = await engineOf(tester), page = await tester.anywhere({ ...PHONE, reducedMotion: 'no-preference' }), told = [];
    for (const game of GAMES) {
      await openKept(page, keptGame(engine, game, 2, { prompt: engine.game(game).prompts.at(-1), skip: 0 }));
      const spent = { nothing: [], choose: [], confirm: [], after: [] };
      for (const kind of ['choose', 'confirm', 'nothing', 'choose', 'choose', 'confirm', 'nothing', 'choose', 'confirm']) { // what is asked for first is also compiled: not counted
        const at = await page.evaluate((what) => {
          const find = { nothing: '.top .title', choose: '[data-part=own-sheet] .box.possible:not(.chosen), [data-part=choice]:not(.chosen)', confirm: '[data-part=confirm]:not([disabled])' }, node = document.querySelector(find[what]);
          const { left, top, width, height } = node?.getBoundingClientRect() ?? {};
          return node ? [left + width / 2, top + height / 2] : null;
        }, kind);
        if (!at) continue;
        const tasks = await traced(page, async () => { await page.touchscreen.tap(...at); await page.waitForTimeout(kind === 'confirm' ? 1200 : 400); });
        await asked(page);
        const tap = tasks.find(({ inner }) => inner.some(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'click'));
        const slow = (task) => (4 * (task?.tdur ?? 0)) / 1000, after = tasks.filter((task) => task !== tap).map(slow);
        spent[kind].push(slow(tap));
        if (kind === 'confirm') spent.after.push(Math.max(0, ...after));
        for (const { inner } of tasks) {
          const scripts = inner.filter(({ name }) => ['FunctionCall', 'TimerFire', 'RunMicrotasks'].includes(name));
          const forced = inner.filter(({ name, ts }) => name === 'Layout' && scripts.some((one) => one.ts <= ts && ts < one.ts + one.dur));
          const laid = forced.reduce((sum, { args }) => sum + (args.beginData?.dirtyObjects ?? 0), 0);
          check(laid <= 12, `${game}, ${kind}: a script has ${laid} things laid out before it is done`);
        }
      }
      const middle = (list) => Math.round(list.slice(1).sort((a, b) => a - b)[(list.length - 1) >> 1] ?? 0);
      told.push(`${game} ${Object.entries(spent).map(([kind, list]) => `${kind} ${middle(list)}`).join(', ')}`);
      check(middle(spent.choose) < 80, `${game}: a tap that chooses takes ${spent.choose.map(Math.round)}`);
    }
    console.log(`# a tap’s own task on a slow phone, milliseconds of its processor (four times those of this one); after a choice is confirmed the longest of what follows: ${told.join('; ')}`);
  },

  ...forEach(GAMES.filter((game) => game !== 'qwixx'), UNTOUCHED, untouched),
  async 'the choices fit the screen they are on, also when it is turned or made smaller'(tester) {
    const engine = await engineOf(tester), page = await tester.anywhere(DESKTOP), seen = new Set();
    const offered = () => page.$$eval('.strip .chip', (all) => all.map((one) => one.dataset.key).join(' '));
    for (const game of GAMES) {
      const kept = keptGame(engine, game, 2, { skip: 5 });
      for (const [width, height] of [[1280, 860], [390, 844], [844, 390], [360, 640], [1440, 900]]) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
        if (seen.has(game)) {
          const turned = await offered();
          await openKept(page, kept);
          check(turned === await offered(), `${game} at ${width}x${height}: ${turned || 'nothing'} after it was resized, ${await offered()} when opened`);
        } else await openKept(page, kept);
        seen.add(game);
      }
    }
  },

  async 'patterns only when asked for, letters always'(tester) {
    for (const [settings, contrast, want] of [[{}, 'no-preference', false], [{ patterns: true }, 'no-preference', true], [{}, 'more', true]]) {
      const engine = await engineOf(tester), page = await tester.page('', PHONE);
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-contrast', value: contrast }] });
      await page.addInitScript((set) => localStorage.setItem('penna.settings', JSON.stringify(set)), settings);
      await page.goto(tester.url);
      await page.waitForSelector('#main');
      await openKept(page, keptGame(engine, 'qwixx', 2), settings);
      const shown = await page.$$eval('[data-part=own-sheet] .weave', (all) => all.filter((one) => getComputedStyle(one).display !== 'none').length);
      check(shown > 0 === want, `${JSON.stringify(settings)} ${contrast}: ${shown}`);
      const letters = await page.$$eval('[data-part=own-sheet] .badge-letter', (all) => all.map((one) => one.textContent).join(''));
      check(letters === 'RYGB', letters);
      await page.context().close();
    }
  },

  async 'what was chosen is written once: the pen does not write it again when it is confirmed'(tester) {
    const engine = await engineOf(tester), page = await tester.anywhere({ ...PHONE, reducedMotion: 'no-preference' });
    await openKept(page, keptGame(engine, 'qwixx', 2, { skip: 2 }));
    const box = await page.evaluate(() => {
      globalThis.strokes = [];
      document.addEventListener('animationstart', ({ animationName, target }) => {
        if (animationName === 'draw' && target.closest('[data-part=own-sheet]')) globalThis.strokes.push(target.closest('[data-box]').dataset.box);
      });
      const node = document.querySelector('[data-part=own-sheet] .box.possible');
      node.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      return node.dataset.box;
    });
    await until(page, () => globalThis.strokes.length >= 2);
    await page.click('[data-part=confirm]');
    await until(page, (name) => document.querySelector(`[data-part=own-sheet] [data-box="${name}"].m-cross:not(.ghost)`), box);
    await page.waitForTimeout(400);
    const drawn = (await page.evaluate(() => globalThis.strokes)).filter((one) => one === box).length;
    check(drawn === 2, `a cross of two strokes was drawn in ${drawn}`);
  },

  async 'no choice is cut or touches a rim, before a tap and after it'(tester) {
    const engine = await engineOf(tester), wrong = [], sizes = [[360, 640], [390, 844], [844, 390], [820, 1180], [1440, 900]];
    for (const locale of ['de', 'it', 'pt-PT']) {
      const page = await tester.anywhere({ locale });
      for (const game of GAMES) {
        for (const [width, height] of locale === 'de' ? sizes : sizes.slice(0, 1)) {
          await page.setViewportSize({ width, height });
          for (const [prompt, tapped] of engine.game(game).prompts.flatMap((one) => [[one, false], [one, true]])) {
            if (!tapped) await openKept(page, keptGame(engine, game, 2, { prompt, skip: 5 }) ?? keptGame(engine, game, 2));
            if (tapped) await page.evaluate(() => document.querySelector('[data-part=own-sheet] .box.possible')?.dispatchEvent(new MouseEvent('click', { bubbles: true })));
            const cut = await page.$$eval('[data-part=choice], [data-part=confirm]', (all) => all.filter((one) => {
              const range = document.createRange(), box = one.getBoundingClientRect();
              range.selectNodeContents(one);
              const words = range.getBoundingClientRect();
              return words.top < box.top - 1 || words.bottom > box.bottom + 1 || words.left < box.left + 5 || words.right > box.right - 5 || box.left < 4 || box.right > innerWidth - 4;
            }).map((one) => one.textContent));
            if (cut.length) wrong.push(`${locale} ${game} ${width}x${height}: ${cut.join('; ')}`);
          }
        }
      }
    }
    check(!wrong.length, wrong.join('\n'));
  },

  async 'the letters of colours are those of the reader’s words, and all different in a game'(tester) {
    const engine = await engineOf(tester);
    for (const [locale, want] of [['en', 'R Y G B'], ['de', 'R Ge Gr B'], ['it', 'R G V Bl'], ['pt-PT', 'Vm Am Vd Az'], ['pt-BR', 'Vm Am Vd Az']]) {
      const page = await tester.anywhere({ ...PHONE, locale });
      for (const game of GAMES) {
        await openKept(page, keptGame(engine, game, 2, { skip: 2 }));
        const rows = await page.$$eval('[data-part=own-sheet] .badge-letter', (all) => all.map((one) => one.textContent));
        if (game === 'qwixx') check(rows.join(' ') === want, `${locale}: ${rows}`);
        const pairs = await page.$$eval('[data-part=table] .piece svg, [data-part=own-sheet] .box:has(.corner)', (all) => all.map((one) => [/c-\w+/.exec(one.getAttribute('class'))[0], one.querySelector('.piece-letter, .card-letter, .corner')?.textContent ?? '']));
        const known = new Map();
        for (const [colour, letter] of pairs.filter(([one]) => one !== 'c-none')) {
          check(letter && (known.get(letter) ?? colour) === colour, `${locale}, ${game}: ${letter} is ${known.get(letter)} and ${colour}`);
          known.set(letter, colour);
        }
        check(new Set(rows).size === rows.length, `${locale}, ${game}: ${rows}`);
      }
      await page.context().close();
    }
  },

  async 'a hint covers neither the table, nor the sheet, nor what is asked, nor the choices'(tester) {
    const engine = await engineOf(tester), page = await tester.anywhere({ locale: 'de' }), wrong = [];
    for (const game of GAMES) {
      for (const seats of [2, engine.game(game).max]) {
        await page.setViewportSize({ width: 390, height: 844 });
        await openKept(page, keptGame(engine, game, seats, { prompt: engine.game(game).prompts.at(-1), skip: 4 }));
        await page.click('.hint-button');
        await page.waitForSelector('.advice');
        for (const [width, height] of [[360, 640], [390, 844], [844, 390], [820, 1180], [1440, 900]]) {
          await page.setViewportSize({ width, height });
          await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
          wrong.push(...(await page.evaluate(() => {
            const box = (node) => node.getBoundingClientRect(), panel = document.querySelector('.advice'), own = box(panel), out = [];
            if (own.left < 0 || own.top < 0 || own.right > innerWidth || own.bottom > innerHeight) out.push(`it is out of sight: ${own.top} ${own.bottom}`);
            if (panel.scrollHeight > panel.clientHeight + 1) out.push('it is cut');
            for (const node of document.querySelectorAll('[data-part=own-sheet], [data-part=table], [data-part=prompt], [data-part=choice], [data-part=confirm]')) {
              const one = box(node);
              if (Math.min(one.right, own.right) - Math.max(one.left, own.left) > 1 && Math.min(one.bottom, own.bottom) - Math.max(one.top, own.top) > 1) out.push(`it covers ${node.dataset.part}`);
            }
            return out;
          })).map((fault) => `${game}, ${seats} players, ${width}x${height}: ${fault}`));
        }
      }
    }
    check(!wrong.length, `${wrong.length}\n${wrong.slice(0, 10).join('\n')}`);
  },

  ...forEach(GAMES, 'a stranger plays by the names of the parts', stranger),

  async 'the parts of the table have the names that docs/web.md tells'(tester) {
    const engine = await engineOf(tester), page = await tester.anywhere(PHONE), told = readFileSync(new URL('../../docs/web.md', import.meta.url), 'utf8').split('`data-part` | what it is')[1].split('\n\n')[0];
    await openKept(page, keptGame(engine, 'qwixx', 2, { skip: 3 }));
    const there = await page.$$eval('[data-part]', (all) => [...new Set(all.map((one) => one.dataset.part))].sort()), names = [...told.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name).sort();
    check(names.length > 5 && there.join() === names.join(), `${there} and not ${names}`);
  },
};
