// looks.mjs: every screen at the sizes, in the colours and languages it is seen in; and how it loads.

import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ALONE, asked, axe, begin, check, DARK, DESKTOP, forEach, GAMES, LANGUAGES, openTable, PHONE, playOn, until } from './lib.mjs';

/** All pictures of the start screen are there, and nothing is added to them any more. */
const drawn = (page) => until(page, (games) => {
  const before = globalThis.parts;
  globalThis.parts = document.querySelectorAll('.game-picture svg *').length;
  return globalThis.parts === before && document.querySelectorAll('.game-picture .thrown').length === games;
}, GAMES.length);

/** Stands before a server and counts the bytes of each answer, as they are sent: {url, files: [[path, bytes]], close}. */
async function count(target) {
  const files = [];
  const proxy = createServer((from, to) => {
    from.pipe(request(new URL(from.url, target), { method: from.method, headers: { ...from.headers, host: new URL(target).host } }, (answer) => {
      const file = [from.url, answer.rawHeaders.reduce((sum, text) => sum + text.length + 2, 17)];
      files.push(file);
      answer.on('data', (bytes) => { file[1] += bytes.length; });
      to.writeHead(answer.statusCode, answer.headers);
      answer.pipe(to);
    }));
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${proxy.address().port}`, files, close: () => proxy.close() };
}

/** Of the table nothing lies under the bar or below the screen. */
async function clear(page, what) {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))); // as it is painted
  const hidden = await page.evaluate(() => {
    const edges = (one) => document.querySelector(one).getBoundingClientRect(), bar = [...document.querySelectorAll('.bar button')].map((one) => one.getBoundingClientRect()); // between its buttons the prompt may stand
    const under = (box) => box.bottom > innerHeight || bar.some((one) => box.right > one.left && box.left < one.right && box.bottom > one.top + 0.5 && box.top < one.bottom);
    if (document.querySelector('.play.is-over')) return []; // over meanwhile: nothing is decided
    return ['.others', '.pieces', '.prompt', '.scroller', '.score'].filter((one) => under(edges(one)));
  });
  check(!hidden.length, `${what}: out of sight: ${hidden.join(', ')}`);
}

/** In German, the longest words: at every decision all of the table is in sight, on a phone and on desktops. */
async function inSight(tester, game) {
  const sizes = [PHONE, { viewport: { width: 1280, height: 800 } }, { viewport: { width: 1920, height: 1080 } }].map((one) => one.viewport);
  for (const [seats, decisions] of [[2, 9], [3, 9], [4, 30]]) {
    const page = await tester.page(tester.url, { ...PHONE, locale: 'de' });
    await begin(page, tester.url, game, { seats, bot: 'greedy', name: 'Benedikta von Hohenfels' });
    for (let i = 0; i < decisions; i++) {
      await asked(page);
      if (await page.$('.play.is-over')) break;
      for (const size of i % 8 ? [] : sizes) {
        await page.setViewportSize(size);
        await clear(page, `${game}, ${seats} seats, decision ${i + 1}, ${size.width}`);
        await tester.shot(page, `sight-${game}-${seats}-${size.width}`);
      }
      await page.setViewportSize(PHONE.viewport);
      await clear(page, `${game}, ${seats} seats, decision ${i + 1}`);
      await playOn(page, { decisions: 1, seed: i + 1 });
    }
  }
}

/** The page itself never scrolls sideways, no button or label is cut off, and what is tapped is large enough for a finger. */
async function fits(page, what) {
  const wide = await page.evaluate(() => {
    const over = (node) => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflowX !== 'auto' && getComputedStyle(node).display !== 'inline';
    const cut = [...document.querySelectorAll('button:not(.other), label, h1, h2:not(.unseen), .prompt, .verdict, legend, summary')].filter(over); // one for screen readers alone is a pixel wide
    const small = [...document.querySelectorAll('button, select, summary, .check label, a:not(.skip, p a)')].filter((node) => {
      const { width, height } = node.getBoundingClientRect();
      return width && (width < 44 || height < 43.5);
    });
    return { page: document.documentElement.scrollWidth - innerWidth, cut: cut.map((node) => node.textContent), small: small.map((node) => node.outerHTML.slice(0, 80)) };
  });
  check(wide.page <= 0, `${what}: the page scrolls sideways`);
  check(!wide.cut.length, `${what}: cut off: ${wide.cut.join(' | ')}`);
  check(!wide.small.length, `${what}: too small to tap: ${wide.small.join(' | ')}`);
}

/** Goes through the screens around the table: calls `see(name)` on each. */
async function screens(page, url, games, see) {
  await page.goto(url);
  await drawn(page);
  await see('start');
  await page.goto(`${url}/#/settings`);
  await page.waitForSelector('#set-language');
  await see('settings');
  await page.goto(`${url}/#/new/qwixx`);
  await page.waitForSelector('form.setup');
  await page.click('.extras summary');
  await see('setup');
  for (const game of games) {
    await page.goto(`${url}/#/learn/${game}`);
    await page.waitForSelector('.rules h3');
    await page.waitForSelector('.try');
    await see(`learn-${game}`);
  }
}

async function inOneLanguage(tester, code) {
  for (const [size, options] of [['phone', PHONE], ['desktop', DESKTOP]]) {
    const page = await tester.page(tester.server.url, { ...options, locale: code === 'de' ? 'de-AT' : code });
    check(await page.getAttribute('html', 'lang') === code, 'the language of the browser');
    const see = async (name) => {
      await fits(page, `${name} ${code} ${size}`);
      await tester.shot(page, `${name}-${code}-${size}`);
    };
    await screens(page, tester.server.url, ['qwixx'], see);
    await begin(page, tester.server.url, 'qwixx', { seats: 3, bot: 'greedy' });
    await asked(page);
    await see('table');
    await page.click('.hint-button');
    await page.waitForSelector('.bar .confirm:not([disabled])');
    await see('hint');
    await page.click('.top .icon-button:last-of-type');
    await page.waitForSelector('dialog');
    await see('menu');
    await page.click('.dialog-head button');
    check(await playOn(page) === 'over', 'it ends');
    await see('end');
    const table = await openTable(page, tester.server.url, 'qwixx', 3);
    await see('waiting');
    await page.evaluate(() => localStorage.removeItem('penna.tables')); // as somebody who is invited
    await page.goto(`${tester.server.url}/t/${table}`);
    await page.waitForSelector('#name');
    await see('joining');
  }
}

/** Each game's table as people with red-green blindness see it, to be looked at. */
async function vision(tester, game) {
  for (const [size, options] of [['phone', PHONE], ['desktop', DESKTOP]]) {
    const page = await tester.page(tester.url, options);
    await begin(page, tester.url, game, { seats: 2, bot: 'greedy' });
    await playOn(page, { decisions: 4 });
    await asked(page);
    const session = await page.context().newCDPSession(page);
    for (const type of ['deuteranopia', 'protanopia', 'achromatopsia']) {
      await session.send('Emulation.setEmulatedVisionDeficiency', { type });
      await tester.shot(page, `${type}-${game}-${size}`);
    }
    // Colour is not needed: every row has a letter of its own, and colours differ in letter and pattern.
    const letters = await page.$$eval('.scroller .badge-letter', (all) => all.map((one) => one.textContent));
    check(letters.length > 2 && new Set(letters).size === letters.length, `the letters of the rows: ${letters}`);
    const woven = await page.$$eval('.scroller .weave', (all) => all.map((one) => `${one.closest('.box').getAttribute('class').match(/c-\w+/)} ${one.getAttribute('fill')}`));
    const pairs = [...new Set(woven)].map((one) => one.split(' '));
    check(pairs.length > 2 && new Set(pairs.map(([, fill]) => fill)).size === pairs.length, `a pattern for each colour: ${pairs.join(', ')}`);
  }
}

export const core = {
  async 'the first load is under 180 kB'(tester) {
    const counted = await count(tester.server.url);
    const page = await tester.page(counted.url, { ...PHONE, ...ALONE, locale: 'de-DE' }); // with a catalogue of messages
    await drawn(page);
    const kept = await page.evaluate(async () => { // all the service worker keeps at first
      await navigator.serviceWorker.ready;
      return (await (await caches.open((await caches.keys())[0])).keys()).map((one) => new URL(one.url).pathname);
    });
    counted.close();
    const later = JSON.parse(/LATER = (\[.*?\])/.exec(await (await fetch(`${tester.server.url}/sw.js`)).text())[1]); // when there is time
    const first = counted.files.filter(([path]) => path === '/locale/de.json' || !later.includes(path.slice(1)));
    check(first.some(([path]) => path === '/locale/de.json'), 'the catalogue is counted');
    check(first.some(([path]) => path === '/fonts/penna.woff2') && await page.evaluate(() => document.fonts.check('600 16px Penna') && getComputedStyle(document.querySelector('h1')).fontFamily.startsWith('Penna')), 'the typeface is ours, and counted');
    const bytes = first.reduce((sum, [, size]) => sum + size, 0);
    console.log(`# first load: ${bytes} bytes in ${first.length} answers`);
    check(kept.includes('/penna.wasm'), 'it can be played offline');
    check(bytes > 50000 && bytes < 180000, `${bytes} bytes: ${first.map((one) => one.join(' ')).join(', ')}`);
  },

  async 'the first load on a slow phone'(tester) {
    const page = await tester.page('', { ...PHONE, ...ALONE });
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript((games) => { // the tests stay out of the page meanwhile: what they do there takes time too
      const times = globalThis.times = { tasks: [] };
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) times.tasks.push([Math.round(startTime), Math.round(duration)]);
      }).observe({ type: 'longtask', buffered: true });
      new MutationObserver(() => {
        const now = Math.round(performance.now()), all = (selector) => document.querySelectorAll(selector).length === games;
        if (document.querySelector('.hero .lead')) times.begun ??= now;
        if (all('.game-card')) times.ready ??= now;
        if (all('.game-picture > svg:first-child') && !times.drawn) times.drawn = now, setTimeout(() => console.log('drawn'), 2500);
      }).observe(document, { childList: true, subtree: true });
    }, GAMES.length);
    const done = page.waitForEvent('console', (message) => message.text() === 'drawn');
    await page.goto(tester.server.url, { waitUntil: 'commit' });
    await done;
    const times = await page.evaluate(() => {
      const listed = [...document.querySelectorAll('link')].map((one) => one.href);
      const needed = performance.getEntriesByType('resource').filter((one) => one.name.endsWith('.mjs') && one.startTime < globalThis.times.begun);
      return {
        ...globalThis.times, unlisted: needed.map((one) => one.name).filter((name) => !listed.includes(name)),
        paint: Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime),
      };
    });
    console.log(`# first load on a slow phone: first paint after ${times.paint} ms, the games after ${times.ready} ms, their pictures after ${times.drawn} ms`);
    console.log(`# tasks over 50 ms (start, length): ${times.tasks.map((task) => task.join(' ')).join(', ') || 'none'}`);
    check(!times.unlisted.length, `what index.html does not have fetched at once: ${times.unlisted.join(', ')}`);
  },

  async 'the games stand there before the engine, and without one it is said why'(tester) {
    for (const comes of [true, false]) {
      const page = await tester.page('', PHONE);
      let answer;
      const wanted = new Promise((resolve) => { answer = resolve; });
      await page.route('**/penna.wasm', async (route) => {
        await wanted;
        await (comes ? route.continue() : route.abort());
      });
      await page.goto(tester.server.url, { waitUntil: 'commit' });
      await page.waitForSelector(`.game-card:nth-child(${GAMES.length})`);
      await drawn(page);
      await page.click('.ways-link');
      answer();
      if (comes) {
        await page.waitForSelector('form.setup');
      } else {
        await page.waitForSelector('.error');
        page.complaints.length = 0; // it complains, rightly
      }
    }
  },

  async 'the language can be switched in the middle of a game'(tester) {
    const page = await tester.page(tester.url, PHONE);
    await begin(page, tester.url, 'qwixx');
    await playOn(page, { decisions: 3 });
    for (const [code, title, undo] of [['it', 'Impostazioni', 'Annulla'], ['pt', 'Definições', 'Anular'], ['de', 'Einstellungen', 'Zurücknehmen'], ['en', 'Settings', 'Undo']]) {
      await asked(page);
      await page.click('.top .icon-button:last-of-type');
      await page.click('.menu-item:has(path[d*="M12 9a3"])');
      await page.waitForSelector('#set-language');
      await page.selectOption('#set-language', code);
      await until(page, (words) => document.querySelector('h1').textContent === words, title);
      await page.click('.top .icon-button');
      await page.waitForSelector(`.play .icon-button[aria-label="${undo}"]`);
      await playOn(page, { decisions: 2 });
    }
    check(await playOn(page) === 'over', 'and the game goes on');
  },
};

export const more = {
  async 'axe finds nothing on the screens around the table, light and dark'(tester) {
    for (const [name, options] of [['light', PHONE], ['dark', { ...PHONE, ...DARK }]]) {
      const page = await tester.page('', options);
      await screens(page, tester.server.url, name === 'light' ? ['qwixx'] : ['qwinto-cards'], async (screen) => {
        await axe(page, `${screen} ${name}`);
        await fits(page, `${screen} ${name}`);
        await tester.shot(page, `${screen}-${name}`);
      });
    }
  },

  async 'what is kept for playing offline is small'(tester) {
    const web = join(tester.build, 'web');
    const first = JSON.parse(/const FIRST = (\[.*?\]);/s.exec(readFileSync(join(web, 'sw.js'), 'utf8'))[1]); // the rest comes later, or when it is wanted
    const names = readFileSync(join(web, 'files.txt'), 'utf8').trim().split('\n').map((line) => line.split(' ')[0]);
    const sizes = ['index.html', ...first].map((name) => [name, gzipSync(readFileSync(join(web, name)), { level: 9 }).length]);
    const locale = Math.max(...names.filter((name) => name.startsWith('locale/')).map((name) => gzipSync(readFileSync(join(web, name))).length));
    const sum = sizes.reduce((all, [, size]) => all + size, locale);
    console.log(`# all that is needed to play: ${sum} bytes compressed, of which penna.wasm ${sizes.find(([name]) => name === 'penna.wasm')[1]}`);
    check(sum < 180000, `${sum} bytes`); // what the first load may have
  },

  async 'axe finds nothing, desktop, light and dark, every game'(tester) {
    for (const [name, options] of [['light', DESKTOP], ['dark', { ...DESKTOP, ...DARK }]]) {
      const page = await tester.page('', options);
      await screens(page, tester.server.url, GAMES, async (screen) => {
        await axe(page, `${screen} ${name}`);
        await fits(page, `${screen} ${name}`);
        await tester.shot(page, `${screen}-desktop-${name}`);
      });
      for (const game of GAMES) {
        await begin(page, tester.server.url, game, { seats: 2, bot: 'greedy' });
        await playOn(page, { decisions: 2 });
        await asked(page);
        await axe(page, `${game} ${name}`);
        await tester.shot(page, `${game}-desktop-${name}`);
      }
    }
  },

  async 'axe finds nothing in the dialogs, light and dark'(tester) {
    for (const [name, options] of [['light', PHONE], ['dark', { ...PHONE, ...DARK }]]) {
      const page = await tester.page('', options);
      await begin(page, tester.url, 'qwantum', { bot: 'greedy' });
      await playOn(page, { decisions: 3 });
      await asked(page);
      const open = async (what, ...clicks) => {
        for (const selector of clicks) await page.click(selector);
        await page.waitForSelector('dialog[open]');
        await axe(page, `${what} ${name}`);
        await fits(page, `${what} ${name}`);
        await tester.shot(page, `${what}-${name}`);
        await page.keyboard.press('Escape');
        await until(page, () => !document.querySelector('dialog'));
      };
      await open('menu', '[aria-label=More]');
      await open('happened', '[aria-label=More]', '.menu-item:has-text("What happened")');
      await open('enlarged', '.other');
    }
  },

  async 'large print'(tester) {
    const page = await tester.page(`${tester.server.url}/#/settings`, PHONE);
    await page.check('#set-large');
    await screens(page, tester.server.url, ['qwixx'], async (screen) => {
      await fits(page, `${screen} large`);
      await tester.shot(page, `${screen}-large`);
    });
    await begin(page, tester.server.url, 'qwixx', { seats: 3, bot: 'greedy' });
    await asked(page);
    await fits(page, 'table large');
    await axe(page, 'table large');
    await tester.shot(page, 'table-large');
  },

  ...forEach(LANGUAGES, 'nothing is cut off', inOneLanguage),
  ...forEach(GAMES, 'readable without red and green', vision),
  ...forEach(GAMES, 'all in sight', inSight),

  async 'what a lesson says of an answer is in sight on a small phone'(tester) {
    for (const game of GAMES) {
      const page = await tester.page(`${tester.url}/#/lesson/${game}`, { ...PHONE, viewport: { width: 360, height: 640 }, locale: 'de' });
      await page.click('.lesson-act .quiet');
      await page.click('.lesson-act .confirm');
      const { top, bottom } = await page.$eval('.lesson-verdict', (node) => node.getBoundingClientRect().toJSON());
      check(top > 0 && bottom < await page.$eval('.bar .confirm', (node) => node.getBoundingClientRect().top), `${game}: ${top} to ${bottom}`);
      await tester.shot(page, `lesson-${game}-small`);
    }
  },

  async 'boxes are large enough to tap: where they are narrow they are tall, and the nearest is meant'(tester) {
    const page = await tester.page(tester.url, PHONE);
    for (const game of GAMES) {
      await begin(page, tester.url, game);
      const box = await page.locator('.scroller .box[data-shape=square] .paper, .scroller .box[data-shape=round] .paper').first().boundingBox();
      check(box.width >= 24 && box.height >= 37.5, `${game}: ${box.width} x ${box.height}`);
      await fits(page, game);
    }
  },

  async 'a full table fits on a phone'(tester) {
    const page = await tester.page(tester.url, PHONE);
    for (const [game, seats] of [['qwixx', 5], ['twentyone', 6], ['qwinto-cards', 4]]) {
      await begin(page, tester.url, game, { seats, bot: 'greedy' });
      await playOn(page, { decisions: 3 });
      await asked(page);
      const inside = await page.$$eval('.other', (all) => all.map((one) => one.getBoundingClientRect()).every((box) => box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight));
      check(inside, `${game}: every other sheet is in sight`);
      await axe(page, `${game} with ${seats} seats`);
      await tester.shot(page, `${game}-full`);
    }
  },
};
