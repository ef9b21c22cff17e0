// doors.mjs: everything before the table: the first screen, links that start a game, setting one up, joining, the settings; and the page
// below a path of a server.

import { createServer, request as ask } from 'node:http';
import { connect } from 'node:net';
import { ALONE, asked, axe, begin, check, GAMES, keptRecord, LANGUAGES, LOCALES, openTable, PHONE, playAll, playOn, takePlayers, until } from './lib.mjs';

const SIZES = { small: [360, 640], phone: [390, 844], flat: [844, 390], tablet: [820, 1180], desktop: [1440, 900], zoomed: [195, 422] };
const LIVELY = { reducedMotion: 'no-preference' };

const begun = (page) => page.waitForSelector('.game-card:last-child .thrown');
const names = (record) => [...record.matchAll(/^seat (\S+) (.*)$/gm)].map(([, kind, name]) => `${kind} ${name}`);
const ink = (page) => page.$$eval('.ink path', (all) => all.length);

/** A server that shows another one below /club/penna/ and knows nothing else, sockets included. */
async function below(url) {
  const { port } = new URL(url), PATH = '/club/penna/';
  const inside = (path) => (path.startsWith(PATH) ? path.slice(PATH.length - 1) : null);
  const server = createServer((request, response) => {
    const path = inside(request.url);
    if (path === null) return response.writeHead(404).end('not below the path');
    const on = ask({ host: '127.0.0.1', port, path, method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    on.on('error', () => response.destroy());
    return request.pipe(on);
  });
  server.on('upgrade', (request, socket, head) => {
    const path = inside(request.url);
    if (path === null) return socket.destroy();
    const on = connect(port, '127.0.0.1', () => {
      on.write(`${request.method} ${path} HTTP/1.1\r\n${Object.entries(request.headers).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
      on.write(head);
      on.pipe(socket).pipe(on);
    });
    for (const end of [on, socket]) end.on('error', () => { on.destroy(); socket.destroy(); });
    return undefined;
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}${PATH.slice(0, -1)}`, close: () => { server.closeAllConnections(); server.close(); } };
}

export const core = {
  async 'a bot has its face at the table, too'(tester) {
    const page = await tester.page('', PHONE);
    await begin(page, tester.url, 'qwixx', { bot: 'hard' });
    await page.waitForSelector('.other .portrait');
    const { width, height } = await page.$eval('.other .portrait', (one) => one.getBoundingClientRect().toJSON());
    check(width >= 20 && height >= 20, `${width} x ${height}`);
  },

  async 'one tap on a game plays it, Back does not begin another one, and the next time it is the same opponent'(tester) {
    const page = await tester.page(tester.url, PHONE);
    await begun(page);
    await page.click('.game-card:first-child .game-link');
    await asked(page);
    check(names(await keptRecord(page)).join() === 'human You,bot:normal Rollo', `who plays: ${names(await keptRecord(page))}`);
    await page.goBack();
    await begun(page);
    check(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('penna.game.')).length) === 1, 'one game was begun');
    await page.click('.kept a');
    await asked(page);
    await page.goto(`${tester.url}/#/start/${GAMES[1]}?players=me,hard,easy`);
    await asked(page);
    await page.goto(tester.url);
    await begun(page);
    check(await page.getAttribute('.game-card:nth-child(2) .game-link', 'href') === `#/start/${GAMES[1]}?players=me,hard,easy`, 'as the last time');
    check(/Gaia and 1 more/.test(await page.textContent('.game-card:nth-child(2)')), 'said in words');
  },

  async 'a link starts a game at once, and refuses who is unknown with a word'(tester) {
    const page = await tester.page('', PHONE);
    for (const game of GAMES) {
      await page.goto(`${tester.url}/#/start/${game}?players=me,normal,normal`);
      await asked(page);
      check(names(await keptRecord(page)).join() === 'human You,bot:normal Rollo,bot:normal Rollo 2', `${game}: ${names(await keptRecord(page))}`);
    }
    const refused = async (link, words) => {
      await page.goto(`${tester.url}/#/start/${link}`);
      await page.waitForSelector('[role=alert]');
      check(words.test(await page.textContent('[role=alert]')), `${link}: ${await page.textContent('[role=alert]')}`);
    };
    await refused('qwixx?players=me,zork', /“zork”.*easy, normal/);
    await refused('chess?players=me,normal', /“chess”/);
    await refused('qwixx?players=me,easy,easy,easy,easy,easy,easy,easy', /1 to \d players/);
    const { shortcuts } = await (await fetch(`${tester.url}/manifest.webmanifest`)).json();
    check(shortcuts.length === 4, 'the shortcuts of an installed page');
    for (const { url } of shortcuts) {
      await page.goto(new URL(url, `${tester.url}/`).href);
      await asked(page);
    }
  },

  async 'a wrong code says so at once, a right one leads to the table'(tester) {
    const host = await tester.page(tester.server.url), guest = await tester.page(tester.server.url, PHONE);
    const code = await openTable(host, tester.server.url, 'qwixx', 2);
    await guest.fill('#code', 'aeiou');
    await guest.waitForSelector('#code-wrong:has-text("no vowels")');
    await guest.fill('#code', 'zzzzz'); // no Enter
    await guest.waitForSelector('#code-wrong:has-text("ZZZZZ")');
    check(await guest.getAttribute('#code', 'aria-invalid') === 'true', 'screen readers hear of it');
    await axe(guest, 'a wrong code');
    await guest.fill('#code', code.toLowerCase());
    await guest.waitForSelector('#name');
    const words = await guest.textContent('#main');
    check(/Ann invites you/.test(words) && /left to right/.test(words), `the invitation explains the game: ${words}`);
    check(await guest.$('a[href*="#/lesson/qwixx"]'), 'and offers the lesson');
    await guest.fill('#name', 'ann');
    await guest.click('form .confirm');
    await guest.waitForSelector('.error:has-text("called ann already")');
  },

  async 'below a path: page, worker, manifest, sockets and links'(tester) {
    const proxy = await below(tester.server.url);
    try {
      const page = await tester.page(`${proxy.url}/`, ALONE), guest = await tester.page('', PHONE);
      await begun(page);
      check(await page.evaluate(() => document.fonts.check('1rem Penna') && [...document.fonts].some((one) => one.family === 'Penna' && one.status === 'loaded')), 'the typeface is there');
      check(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope) === `${proxy.url}/`, 'the scope of the worker');
      const manifest = await (await fetch(`${proxy.url}/manifest.webmanifest`)).json();
      for (const path of [manifest.start_url, manifest.scope, ...manifest.icons.map((one) => one.src)]) {
        check(new URL(path, `${proxy.url}/`).href.startsWith(proxy.url), path);
        check((await fetch(new URL(path, `${proxy.url}/`))).ok, `${path} is there`);
      }
      const code = await openTable(page, proxy.url, 'qwixx', 2);
      await guest.goto(`${proxy.url}/t/${code}`);
      await guest.fill('#name', 'Ben');
      await guest.click('form .confirm');
      check((await playAll([page, guest], { decisions: 3 })).length === 2, 'they play');
      check(await guest.evaluate(() => performance.getEntriesByType('resource').every((one) => new URL(one.name).pathname.startsWith('/club/penna/'))), 'nothing is fetched from elsewhere');
      await page.goto(`${proxy.url}/#/`);
      await until(page, () => navigator.serviceWorker.controller);
      await page.context().setOffline(true);
      await page.reload();
      await begun(page);
    } finally {
      proxy.close();
    }
  },

  async 'the pictures live, one after the other, and stand still for those who want that'(tester) {
    const [lively, calm] = [await tester.page(tester.url, LIVELY), await tester.page(tester.url)];
    await Promise.all([begun(lively), begun(calm)]);
    const [moving, still] = [await ink(lively), await ink(calm)];
    await lively.waitForSelector('.wet');
    await until(lively, (before) => document.querySelectorAll('.ink path').length > before, moving);
    check(await ink(calm) === still && !await calm.$('.wet, .rolling'), 'nothing moves without being wanted');
    check(still > 0, 'but something is written');
    // Whether a game has cards or dice is seen by its pieces, as the engine says it.
    const engine = await lively.evaluate(async () => {
      const { Engine } = await import('./engine.mjs');
      return (await Engine.load(await fetch('penna.wasm'))).games.map((game) => game.chance);
    });
    const drawn = await calm.$$eval('.game-picture .thrown', (all) => all.map((one) => (one.querySelector('.figure') && !one.querySelector('.dots') ? 'draw' : 'roll')));
    check(drawn.join() === engine.join() && new Set(drawn).size === 2, `cards or dice: ${drawn} and ${engine}`);
  },

  async 'strong bots share two seconds, however many they are'(tester) {
    const page = await tester.page('', PHONE);
    await page.addInitScript(() => { // what the page asks of its worker, by position
      globalThis.budgets = {};
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function counted(data, ...rest) {
        if (data.seconds) (globalThis.budgets[data.view.split('\n')[0]] ??= {})[data.seat] = data.seconds;
        return post.call(this, data, ...rest);
      };
    });
    await page.goto(`${tester.url}/#/start/qwixx?players=me,master,master,master`);
    await playOn(page, { decisions: 3 });
    const sums = await page.evaluate(() => Object.values(globalThis.budgets).map((by) => Object.values(by).reduce((sum, one) => sum + one, 0)));
    check(sums.length > 2 && sums.every((sum) => sum > 0 && sum < 2), `seconds at each decision: ${sums}`);
  },

  async 'settings: the tutor is offered after the first game, patterns come when asked for'(tester) {
    const page = await tester.page(tester.url, PHONE);
    await begun(page);
    check(!await page.$('.tip'), 'nothing is offered to somebody who has not played');
    await page.goto(`${tester.url}/#/start/twentyone?players=me,greedy`);
    check(await playOn(page) === 'over', 'it ends');
    await page.goto(tester.url);
    await page.waitForSelector('.tip');
    await axe(page, 'the tutor is offered');
    await page.click('.tip .confirm');
    await page.goto(`${tester.url}/#/settings`);
    check(await page.isChecked('#set-tutor'), 'it warns from now on');
    check(await page.getAttribute('html', 'data-plain') !== null, 'no patterns at first');
    await page.check('#set-patterns');
    await until(page, () => !document.documentElement.hasAttribute('data-plain'));
    await page.check('#set-quick');
    check(await page.evaluate(() => JSON.parse(localStorage.getItem('penna.settings')).quick), 'confirming at the first tap is kept');
    await page.selectOption('#set-language', 'pt-BR');
    await until(page, () => document.documentElement.lang === 'pt-BR');
    await page.goto(`${tester.url}/#/new/qwixx`);
    await page.waitForSelector('form.setup');
    check(/Ganhe dela/.test(await page.textContent('#main')) && /alegre/i.test(await page.textContent('#main')), 'Brazilian where it differs, Portuguese elsewhere');
    const contrast = await tester.page();
    const session = await contrast.context().newCDPSession(contrast);
    await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-contrast', value: 'more' }] });
    await contrast.goto(tester.url);
    await begun(contrast);
    check(await contrast.getAttribute('html', 'data-plain') === null, 'patterns where the system asks for contrast');
    const brazil = await tester.page(tester.url, { locale: 'pt-BR' });
    check(await brazil.getAttribute('html', 'lang') === 'pt-BR', 'the variant of the browser');
  },
};

/** The first screen, the set-up and the waiting room at every size: nothing sticks out, and all that is to be tapped is large enough. */
async function atEverySize(tester, language) {
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await tester.page(tester.server.url, { viewport: { width, height }, locale: language, colorScheme });
      await begun(page);
      const see = async (name) => {
        const found = await page.evaluate(() => ({
          wide: document.documentElement.scrollWidth - innerWidth,
          small: [...document.querySelectorAll('a, button, input, select, summary')].filter((one) => one.checkVisibility() && !one.matches('.skip, .aside a'))
            .filter((one) => { const { width: w, height: h } = one.getBoundingClientRect(); return !['checkbox', 'radio'].includes(one.type) && (w < 44 || h < 44); })
            .map((one) => one.outerHTML.slice(0, 90)),
        }));
        check(found.wide <= 0, `${name} ${size}: ${found.wide} pixels too wide`);
        check(!found.small.length, `${name} ${size}: too small to tap: ${found.small.join(' | ')}`);
        await tester.shot(page, `doors-${name}-${size}-${colorScheme}-${language}`);
      };
      await see('start');
      check(await page.$eval('.game-card', (one) => one.getBoundingClientRect().bottom) <= Math.max(height, 500), `${size}: the first game is in sight`);
      await page.goto(`${tester.server.url}/#/new/qwixx`);
      await page.waitForSelector('form.setup');
      await see('setup');
      await page.check('#mode-friends');
      await takePlayers(page, 3);
      await page.fill('#name-0', 'Ann');
      await page.click('form .confirm');
      await page.waitForSelector('.code');
      await see('waiting');
      await page.goto(`${tester.server.url}/#/settings`);
      await page.waitForSelector('#set-theme');
      await see('settings');
      await page.context().close();
    }
  }
}

export const more = {
  async 'on the first screen nothing lies over a name or a button'(tester) {
    for (const locale of LANGUAGES) {
      const page = await tester.page(tester.url, { locale });
      for (const [width, height] of [[320, 568], [360, 640], [390, 844], [844, 390], [820, 1180], [1440, 900], [195, 422]]) {
        await page.setViewportSize({ width, height });
        await until(page, (count) => document.querySelectorAll('.game-card').length === count, GAMES.length);
        const over = await page.$$eval('.game-card', (all) => all.flatMap((card) => {
          const parts = ['strong', '.summary', '.opponent', '.ways-link'].map((name) => card.querySelector(name)).filter((one) => one.getClientRects().length);
          const box = (one) => one.getBoundingClientRect();
          return parts.flatMap((one, i) => parts.slice(i + 1).filter((other) => Math.min(box(one).right, box(other).right) - Math.max(box(one).left, box(other).left) > 1
            && Math.min(box(one).bottom, box(other).bottom) - Math.max(box(one).top, box(other).top) > 1).map((other) => `${one.textContent} and ${other.textContent}`));
        }));
        check(!over.length, `${locale}, ${width}x${height}: ${over.join('; ')}`);
        check(await page.$eval('h1', (name) => name.clientHeight < 2 * parseFloat(getComputedStyle(name).fontSize)), `${locale}, ${width}x${height}: the name stands in several lines`);
      }
      await page.context().close();
    }
  },

  async 'the waiting room marks who you are, and guests do not start the game'(tester) {
    const host = await tester.page(tester.server.url), guest = await tester.page('', PHONE);
    const code = await openTable(host, tester.server.url, 'qwixx', 3);
    await guest.goto(`${tester.server.url}/t/${code}`);
    await guest.fill('#name', 'Ben');
    await guest.click('form .confirm');
    await guest.waitForSelector('.seats-list .mine:has-text("Ben"):has-text("you")');
    check(await guest.$$eval('.seats-list .mine', (all) => all.length) === 1, 'nobody else is you');
    check(!await guest.$('button:has-text("Start now")'), 'a guest cannot start');
    await axe(guest, 'the waiting room of a guest');
    await host.waitForSelector('.seats-list li:has-text("Ben")');
    await host.click('button:has-text("Start now")');
    await guest.waitForSelector('.play');
    check(await guest.$$eval('.other', (all) => all.some((one) => /Rollo/.test(one.textContent))), 'the bot of the server has its name');
    await guest.evaluate(() => localStorage.removeItem('penna.tables'));
    const next = await openTable(host, tester.server.url, 'qwixx', 2);
    await guest.goto(`${tester.server.url}/t/${next}`);
    await guest.waitForSelector('#name');
    check(await guest.inputValue('#name') === 'Ben', 'the name is not asked for twice');
  },

  async 'bots are characters, in every game, and the set-up speaks the language of players'(tester) {
    const page = await tester.page(tester.url, PHONE);
    for (const game of GAMES) {
      await page.goto(`${tester.url}/#/new/${game}`);
      await page.waitForSelector('form.setup');
      await page.click('.extras summary');
      check(await page.$$eval('.opponents > .characters .character', (all) => all.length) === 5, `${game}: five characters`);
      const stars = await page.$$eval('.stars', (all) => all.map((one) => one.getAttribute('aria-label')[0]));
      check(stars.join('') === '12345', `${game}: stars ${stars}`);
      const text = await page.textContent('#main');
      check(!/seat|at-once|end-of-turn|A to F|=/i.test(text), `${game}: a program's words: ${text.match(/.{20}(seat|at-once|end-of-turn|A to F|=).{20}/i)}`);
      await axe(page, `setting up ${game}`);
    }
    await page.goto(`${tester.url}/#/new/qwixx`);
    await page.waitForSelector('#opponent-easy');
    for (const bot of ['easy', 'hard', 'expert', 'master']) await page.check(`#opponent-${bot}`);
    check(await page.$$eval('.character :checked', (all) => all.length) === 4, 'a full table: somebody gets up for whoever comes');
    await page.click('.laboratory summary');
    const machines = await page.$$eval('.laboratory .character-name', (all) => all.map((one) => one.textContent));
    check(machines.join() === 'Blindfold,Magpie,Tinkerer,Thumb', `the others are in the laboratory, by names that players give: ${machines}`);
    await page.click('.extras summary');
    await page.selectOption('#option-lock', 'end-of-turn');
    await page.click('form .confirm');
    await asked(page);
    check(/^option lock=end-of-turn$/m.test(await keptRecord(page)), 'the option is kept');
    await page.goto(`${tester.url}/#/new/twentyone`);
    await page.waitForSelector('form.setup');
    await page.click('.extras summary');
    await page.check('#sheet-C');
    await page.click('form .confirm');
    await asked(page);
    check(/^option sheets=CABDE$/m.test(await keptRecord(page)), `the sheet that was tapped: ${await keptRecord(page)}`);
  },

  async 'the characters keep their names and have their temper in every language, none in English elsewhere'(tester) {
    const seen = new Map();
    for (const locale of LOCALES) {
      const page = await tester.page(`${tester.url}/#/new/qwixx`, { ...PHONE, locale });
      await page.waitForSelector('.opponents > .characters .character');
      const called = await page.$$eval('.opponents > .characters .character-name', (all) => all.map((one) => one.firstChild.textContent)), tempers = await page.$$eval('.opponents > .characters .temper', (all) => all.map((one) => one.textContent));
      const cut = await page.$$eval('.opponents > .characters .character *', (all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1 && getComputedStyle(one).display !== 'inline').map((one) => one.textContent));
      check(called.join() === 'Pip,Rollo,Gaia,Otto,Nonna Ada', `${locale}: ${called}`);
      check(tempers.length === 5 && new Set(tempers).size === 5 && tempers.every((one) => one.length > 15 && (!seen.has(one) || (locale === 'pt-BR' && seen.get(one) === 'pt'))), `${locale}: ${tempers}`);
      check(!cut.length, `${locale}: cut off: ${cut}`);
      for (const one of tempers) seen.set(one, locale);
      await page.context().close();
    }
    check(seen.size >= 4 * 5, `${seen.size} sentences`);
  },

  'before the table at every size, by day and by night: en': (tester) => atEverySize(tester, 'en'),
  'before the table at every size, by day and by night: de': (tester) => atEverySize(tester, 'de'),
};
