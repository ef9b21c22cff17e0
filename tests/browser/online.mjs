// online.mjs: several browsers at the tables of a real server.

import { ALONE, asked, axe, check, DARK, DESKTOP, enough, forEach, GAMES, openTable, PHONE, playAll, playOn, until } from './lib.mjs';

async function sitDown(page, url, code, name) {
  await page.goto(`${url}/t/${code}`);
  await page.waitForSelector('#name');
  await page.fill('#name', name);
  await page.click('form .confirm');
}

/** A table with everyone seated, the first with a phone. */
async function table(tester, { url }, game, names, { real, ...more } = {}) {
  const pages = [];
  for (const [index, name] of names.entries()) {
    const page = await tester.page('', { ...(index ? DESKTOP : PHONE), ...more });
    pages.push(page);
    if (index === 0) pages.code = await openTable(page, url, game, names.length, { real });
    else await sitDown(page, url, pages.code, name);
  }
  for (const page of pages) await page.waitForSelector('.play');
  return pages;
}

/** All play to the end and see the same one; the record is good. */
async function finish(tester, pages, name) {
  check((await playAll(pages)).every((end) => end === 'over'), 'all see the end');
  const verdicts = await Promise.all(pages.map((page) => page.textContent('.verdict')));
  check(new Set(verdicts).size === 1, `all see the same end: ${verdicts}`);
  const record = await tableRecord(pages[0], pages.code);
  tester.checkRecord(name, record);
}

/** The record of a table as the page's seat may see it. */
const tableRecord = (page, code) => page.evaluate(async (name) => {
  const { token } = JSON.parse(localStorage.getItem('penna.tables')).find((one) => one.code === name);
  return (await fetch(`/api/tables/${name}/record`, { headers: { Authorization: `Bearer ${token}` } })).text();
}, code);

const events = (record) => record.match(/^(roll|draw|move) .*$/gm) ?? [];

/** The others play on until the first page has to decide, and then no more. */
async function untilAsked([page, ...others]) {
  const stop = { pages: [] }, runs = Promise.all(others.map((other) => playOn(other, { stop })));
  await Promise.race([asked(page), runs]);
  await enough(stop);
  await runs;
}

async function twoBrowsers(tester, game) {
  const pages = await table(tester, tester.server, game, ['Ann', 'Ben']);
  await playAll(pages, { decisions: 3 });
  await axe(pages[0], `${game} online`);
  await tester.shot(pages[0], `online-${game}-phone`);
  await tester.shot(pages[1], `online-${game}-desktop`);
  await finish(tester, pages, `${game}-online-2`);
  await pages[0].click('.verify');
  await pages[0].waitForSelector('.verify:has-text("No roll was chosen")');
  const record = await (await fetch(`${tester.server.url}/api/tables/${pages.code}/record`)).text();
  check(/^# salt 0 /m.test(record) && /^# salt 1 /m.test(record), 'both browsers had a hand in the dice');
  await pages[1].getByRole('button', { name: 'Replay', exact: true }).click(); // it led nowhere once
  await pages[1].waitForSelector('#slider');
}

async function threeBrowsers(tester, game) {
  const pages = await table(tester, tester.server, game, ['Ann', 'Ben', 'Cleo']);
  await playAll(pages, { decisions: 2 });
  const late = await tester.page(`${tester.server.url}/t/${pages.code}`, PHONE);
  await late.waitForSelector('.play');
  check(!await late.$('.possible'), 'who comes late watches');
  check((await late.textContent('[data-part=prompt]')).startsWith('You are watching.'), 'and is told so');
  check(await late.getAttribute('.own', 'aria-label') === 'Sheet of Ann', 'and has no sheet');
  await axe(late, `${game} watched`);
  await tester.shot(late, `online-${game}-watching`);
  await pages[1].reload();
  await pages[1].waitForSelector('.play');
  await finish(tester, pages, `${game}-online-3`);
  await late.waitForSelector('.end');
  await tester.shot(late, `online-${game}-late`);
}

export const core = {
  ...forEach(['qwinto'], 'two browsers play a whole game', twoBrowsers),

  async 'a server that is killed and comes back is hardly noticed'(tester) {
    const server = await tester.serve();
    const pages = await table(tester, server, 'qwixx', ['Ann', 'Ben'], ALONE);
    await playAll(pages, { decisions: 3 });
    const before = events(await tableRecord(pages[0], pages.code));
    await until(pages[1], async () => { // all modules are kept by then
      const later = JSON.parse(/const LATER = (\[.*?\]);/s.exec(await (await fetch('/sw.js')).text())[1]);
      const kept = await Promise.all(later.filter((name) => /\.(mjs|html)$/.test(name) && !name.includes('/')).map((name) => caches.match(`/${name}`)));
      return kept.every(Boolean);
    });
    await server.stop('SIGKILL');
    for (const page of pages) await page.waitForSelector('.status:not([hidden])');
    await tester.shot(pages[0], 'online-lost');
    await pages[1].reload(); // the page itself is kept in the browser
    await pages[1].waitForSelector('.lobby');
    await server.start();
    await until(pages[0], () => document.querySelector('.status').hidden);
    await pages[1].waitForSelector('.play');
    const after = events(await tableRecord(pages[0], pages.code));
    check(before.every((event, i) => event === after[i]), 'nothing is lost');
    await finish(tester, pages, 'killed');
  },

  async 'the waiting room: code, link, QR code, bots for the rest'(tester) {
    const { url } = tester.server, page = await tester.page(url, PHONE);
    const code = await openTable(page, url, 'qwixx', 3);
    await until(page, () => document.querySelector('.qr').naturalWidth > 0);
    await axe(page, 'waiting');
    await tester.shot(page, 'waiting');
    const other = await tester.page(url, { ...DESKTOP, ...DARK });
    await other.fill('#code', code.toLowerCase());
    await other.waitForSelector('#name');
    await axe(other, 'joining');
    await tester.shot(other, 'joining');
    await other.fill('#name', 'Ben');
    await other.click('form .confirm');
    await page.waitForSelector('.seats-list li:has-text("Ben")');
    await page.click('button:has-text("Start now")');
    await page.waitForSelector('.play');
    await other.waitForSelector('.play');
    await finish(tester, Object.assign([page, other], { code }), 'bot');
    await page.click('button:has-text("Play again")');
    await other.waitForSelector('.invite:has-text("wants to play again.")');
    await page.waitForSelector('.prompt:has-text("Waiting for Ben.")'); // and not at an empty table that says nothing
    await axe(other, 'invited');
    await tester.shot(other, 'online-invited');
    await other.click('.invite button:has-text("Join in")');
    for (const one of [page, other]) await until(one, () => !document.querySelector('.end') && document.querySelector('.play'));
    const where = (one) => one.url().split('/').at(-1);
    check(where(page) === where(other) && where(page) !== code, 'the same new table');
  },

};

/** In the page: which words the next picture covers, when it comes. */
function watchBubble() {
  new MutationObserver((all, watch) => {
    const bubble = document.querySelector('.bubble');
    if (!bubble) return;
    watch.disconnect();
    const { offsetLeft: x, offsetTop: y, offsetWidth: size } = bubble, left = x - size / 2, top = y - size / 2; // not as it pops up
    const range = document.createRange(), out = [], words = document.createTreeWalker(document.querySelector('.play'), NodeFilter.SHOW_TEXT);
    const meets = (box) => box.width > 1 && Math.min(box.right, left + size) - Math.max(box.left, left) > 1 && Math.min(box.bottom, top + size) - Math.max(box.top, top) > 1;
    while (words.nextNode()) {
      range.selectNodeContents(words.currentNode);
      if (words.currentNode.data.trim() && [...range.getClientRects()].some(meets)) out.push(words.currentNode.data);
    }
    globalThis.covered = out.join(', ');
  }).observe(document.querySelector('.friends'), { childList: true });
}

const friends = {
  async 'gestures are seen by all and can be muted'(tester) {
    const pages = await table(tester, tester.server, 'qwixx', ['Ann', 'Ben']), [page, other] = pages;
    for (const one of pages) await until(one, () => !document.querySelector('.seat-state.away'));
    for (const one of pages) check(await one.isDisabled('[aria-label=Undo]'), 'nothing has happened that could be taken back');
    await page.click('.gesture-button');
    check(await page.$$eval('.gestures button', (all) => all.length) === 6, 'six pictures');
    await axe(page, 'pictures');
    await tester.shot(page, 'gestures');
    for (const one of pages) await one.evaluate(watchBubble);
    const seen = pages.map((one) => one.waitForSelector('.bubble[data-from="0"]'));
    await page.click('[data-picture=bravo]');
    await Promise.all(seen);
    await tester.shot(other, 'gesture');
    for (const one of pages) check(await one.evaluate(() => globalThis.covered) === '', `a picture covers ${await one.evaluate(() => globalThis.covered)}`);
    await until(other, () => document.getElementById('live').textContent.includes('Ann: Well done!'));
    for (const one of pages) await until(one, () => !document.querySelector('.bubble'));
    check(await page.$eval('.gestures', (one) => one.hidden), 'the pictures are put away');
    await other.evaluate(() => localStorage.setItem('penna.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('penna.settings')), reactions: false })));
    const again = page.waitForSelector('.bubble');
    await page.click('.gesture-button');
    await page.click('[data-picture=luck]');
    await again;
    check(!await other.$('.bubble'), 'muted');
  },

  async 'somebody away is said, with a button that lets a bot play'(tester) {
    const pages = await table(tester, tester.server, 'qwixx', ['Ann', 'Ben']), [page, other] = pages;
    await until(page, () => !document.querySelector('.seat-state.away'));
    await other.goto('about:blank');
    await until(page, () => document.querySelector('.seat-state.away'));
    await playOn(page, { decisions: 1 });
    await page.waitForSelector('[data-part=prompt]:has-text("Ben is away.")');
    await axe(page, 'somebody is away');
    await tester.shot(page, 'away');
    await page.click('.bar button:has-text("Let a bot play for Ben")');
    await page.waitForSelector('.seat-state:has-text("a bot plays")');
    await playOn(page, { decisions: 3 });
  },
};

const operators = {
  async 'a word of those who run the server is seen, and a table that they close says so'(tester) {
    const server = await tester.serve(), pages = await table(tester, server, 'qwixx', ['Ann', 'Ben']), [page, other] = pages;
    const waiting = await tester.page(server.url, { ...PHONE, locale: 'de' }), code = await openTable(waiting, server.url, 'qwixx', 2);
    const all = [...pages, waiting], words = 'Back in ten <minutes>';
    await asked(page);
    check(server.admin('say', words).includes('told 3'), 'told to all three');
    for (const one of all) {
      await one.waitForSelector(`.notice:has-text("${words}")`);
      await until(one, (text) => document.getElementById('live').textContent.includes(text), words);
      await axe(one, 'a word of the server');
    }
    await tester.shot(page, 'notice');
    await tester.shot(waiting, 'notice-waiting');
    await page.click('.notice button');
    check(!await page.$('.notice') && await other.$('.notice'), 'put away where it was read');
    server.admin('read-only', 'on');
    await waiting.click('.shut');
    await waiting.waitForSelector('.lead:has-text("Der Server nimmt gerade keine Änderungen an")');
    server.admin('read-only', 'off');
    server.admin('close', pages.code);
    server.admin('close', code);
    await waiting.waitForSelector('.error:has-text("Die Betreiber des Servers haben diesen Tisch geschlossen.")');
    await axe(waiting, 'a closed lobby');
    for (const one of pages) {
      await one.waitForSelector('.prompt:has-text("Those who run the server have closed this table.")');
      check(!await one.$('.play.asked, .possible, .seat-state.thinks'), 'nobody is asked');
    }
    await until(page, () => document.getElementById('live').textContent.includes('have closed this table.'));
    await axe(page, 'a closed table');
    await tester.shot(page, 'closed');
    await tester.shot(other, 'closed-desktop');
    await page.click('.bar button:has-text("Replay")');
    await page.waitForSelector('#slider');
    await other.click('.bar button:has-text("To the games")');
    await other.waitForSelector('.games');
  },

  async 'a table that is deleted while one plays says so'(tester) {
    const server = await tester.serve(), pages = await table(tester, server, 'qwixx', ['Ann', 'Ben']);
    await asked(pages[0]);
    server.admin('delete', pages.code);
    for (const one of pages) await one.waitForSelector('.error[role="alert"]:has-text("Those who run the server have deleted this table")');
    check(!await pages[0].$('.play, .bar button'), 'nothing is left of it');
    await axe(pages[0], 'a deleted table');
    await tester.shot(pages[0], 'deleted');
    await pages[0].click('a:has-text("To the games")');
    await pages[0].waitForSelector('.games');
    check(!(await pages[0].textContent('main')).includes(pages.code), 'and it is offered no more');
  },

  async 'a server whose tables are opened by those who have its link'(tester) {
    const server = await tester.serve('--create-token', 'open & sesame'), page = await tester.page(`${server.url}/#/new/qwixx`, PHONE);
    await page.check('#mode-friends');
    await page.fill('#name-0', 'Ann');
    await page.click('form .confirm');
    await page.waitForSelector('.error:has-text("Only those who were given a link for it may open tables here. Ask those who run the server")');
    await axe(page, 'no link');
    await tester.shot(page, 'create-refused');
    await page.goto(`${server.url}/?create=${encodeURIComponent('open & sesame')}#/`);
    await page.waitForSelector('.games');
    check(page.url() === `${server.url}/#/`, `nothing of it stays in the address: ${page.url()}`);
    const code = await openTable(page, server.url, 'qwixx', 2), guest = await tester.page(`${server.url}/t/${code}`, { ...DESKTOP, locale: 'de' });
    const refused = async (words) => {
      await guest.click('form .confirm');
      await guest.waitForSelector(`.error:has-text("${words}")`);
    };
    await guest.waitForSelector('#name');
    await guest.fill('#name', 'Ánn');
    await refused('An diesem Tisch heißt schon jemand so');
    await page.click('.shut');
    await page.waitForSelector('.host-panel:has-text("The table is closed")');
    await guest.fill('#name', 'Ben');
    await refused('Der Gastgeber hat den Tisch geschlossen');
    await page.click('.shut');
    await until(page, () => !document.querySelector('.host-panel .aside'));
    await guest.click('form .confirm');
    for (const one of [page, guest]) await one.waitForSelector('.play');
    await page.click('[aria-label="Leave the table"]');
    await page.click('button:has-text("a bot plays until I return")');
    await guest.waitForSelector('.seat-state.away');
    await playOn(guest, { decisions: 2 });
    for (let times = 0; !await guest.$('.status:has-text("Seitdem hat jemand gespielt, der gerade nicht da ist")'); times++) { // what nobody else chose at goes back at once
      check(times < 50, 'nobody goes back past the choice of somebody who has left');
      await asked(guest);
      await guest.locator('[aria-label="Zurücknehmen"]').click({ timeout: 1000 }).catch(() => {});
      await guest.waitForTimeout(200);
    }
  },
};

export const more = {
  ...friends,
  ...operators,
  ...forEach(GAMES.filter((game) => game !== 'qwinto'), 'two browsers play a whole game', twoBrowsers),
  ...forEach(GAMES, 'three browsers, one reloading, and a late one', threeBrowsers),

  async 'the host frees, hands over, closes; guests do not start'(tester) {
    const { url } = tester.server, page = await tester.page(url, PHONE), code = await openTable(page, url, 'qwixx', 4);
    const line = (name) => `.seats-list li:has-text("${name}")`;
    const ben = await tester.page(url, DESKTOP), cleo = await tester.page(url, { ...PHONE, ...DARK });
    await sitDown(ben, url, code, 'Ann');
    await ben.waitForSelector('.error:not(:empty)');
    check(await ben.inputValue('#name') === 'Ann 2', 'another name is proposed');
    await ben.fill('#name', 'Ben');
    await ben.click('form .confirm');
    await sitDown(cleo, url, code, 'Cleo');
    for (const one of [page, ben, cleo]) await one.waitForSelector(`${line('Cleo')}:not(:has-text("away"))`);
    check(await page.$(`${line('Ann')}:has(em.host):has(em.you)`) && await ben.$(`${line('Ben')}:has(em.you)`) && await ben.$(`${line('Ann')}:has(em.host)`), 'who is who');
    check(await page.$('button:has-text("Start now")') && !await ben.$('button:has-text("Start now")'), 'the host starts, a guest does not');
    check(await ben.$('.host-panel:has-text("Ann is the host and starts the game.")') && !await ben.$('.seats-list button'), 'and has no power over others');
    const dots = await page.$$eval('.seats-list li:not(.open) .who', (all) => all.map((one) => getComputedStyle(one, '::before').backgroundColor));
    check(new Set(dots).size === 3, `everybody has a colour: ${dots}`);
    await axe(page, 'the host waits');
    await tester.shot(page, 'host');
    await tester.shot(ben, 'guest');
    await page.click('button:has-text("Let nobody else in")');
    await page.waitForSelector('button:has-text("Let others in again")');
    const late = await tester.page(`${url}/t/${code}`, PHONE);
    await late.waitForSelector('.watching:has-text("You are watching.")');
    check(!await late.$('button:has-text("Sit down")'), 'a closed table takes nobody');
    await page.click('[aria-label="Free the seat of Cleo"]');
    await cleo.waitForSelector('.watching:has-text("You are watching.")');
    await axe(cleo, 'watching a table that waits');
    await tester.shot(cleo, 'freed');
    await page.click('button:has-text("Let others in again")');
    await cleo.click('button:has-text("Sit down")');
    await cleo.click('form .confirm');
    await page.waitForSelector(`${line('Cleo')}:not(:has-text("away"))`);
    await late.waitForSelector('.watching:has-text("There is a free seat.")');
    await page.click('[aria-label="Make Ben the host"]');
    await ben.waitForSelector('button:has-text("Start now")');
    await until(page, () => ![...document.querySelectorAll('button')].some((one) => one.textContent.includes('Start now')));
    await ben.click('button:has-text("Start now")');
    for (const one of [page, ben, cleo, late]) await one.waitForSelector('.play');
    check(await late.$('.prompt:has-text("You are watching.")'), 'who watches is told so');
    check(!await late.$('.gesture-button'), 'and keeps still');
  },

  async 'who leaves is played by a bot until he returns'(tester) {
    const pages = await table(tester, tester.server, 'qwixx', ['Ann', 'Ben']);
    await playAll(pages, { decisions: 2 });
    await pages[1].click('[aria-label="Leave the table"]');
    await axe(pages[1], 'leaving');
    await pages[1].click('button:has-text("a bot plays until I return")');
    await pages[1].waitForSelector('.games');
    await pages[0].waitForSelector('.seat-state:has-text("a bot plays")');
    await tester.shot(pages[0], 'online-left');
    const before = events(await tableRecord(pages[0], pages.code)).length;
    await playOn(pages[0], { decisions: 4 });
    await asked(pages[0]);
    check(events(await tableRecord(pages[0], pages.code)).length > before, 'the bot plays');
    await pages[1].goto(`${tester.server.url}/t/${pages.code}`);
    await pages[1].waitForSelector('.play');
    await until(pages[0], () => !document.querySelector('.seat-state.away'));
    await finish(tester, pages, 'left');
  },

  async 'who is away is replaced until he comes back'(tester) {
    const pages = await table(tester, tester.server, 'qwixx', ['Ann', 'Ben']), [page, other] = pages;
    await playAll(pages, { decisions: 2 });
    await other.goto('about:blank');
    await until(page, () => document.querySelector('.seat-state.away'));
    while (await page.$('.play.asked')) await playOn(page, { decisions: 1 }); // until all wait for him
    await page.waitForSelector('[data-part=prompt]:has-text("Ben is away.")');
    check(!(await page.title()).startsWith('● '), 'it is nobody\'s turn here');
    for (let times = 0; !await page.$('.seat-state:has-text("a bot plays")'); times++) { // refused until he was away for a second
      check(times < 50, 'he is replaced');
      await page.locator('.bar button:has-text("Let a bot play for Ben")').click({ timeout: 1000 }).catch(() => {});
      await page.waitForTimeout(200);
    }
    await playOn(page, { decisions: 4 });
    await other.goto(`${tester.server.url}/t/${pages.code}`);
    await other.waitForSelector('.play');
    await until(page, () => !document.querySelector('.seat-state.away'));
    await finish(tester, pages, 'replaced');
  },

  async 'taking back is asked of the others'(tester) {
    const pages = await table(tester, tester.server, 'qwixx', ['Ann', 'Ben']);
    const record = async () => events(await tableRecord(pages[0], pages.code));
    await playAll(pages, { decisions: 3 });
    await untilAsked(pages);
    const before = await record();
    for (const answer of ['No', 'Agree']) {
      await pages[0].click('[aria-label=Undo]');
      await pages[1].waitForSelector('.bar:has-text("Ann asks to take the last move back.")');
      await pages[0].waitForSelector('.bar:has-text("The others are asked")');
      check((await record()).length === before.length, 'nothing happens before the answer');
      await axe(pages[1], 'asked to take back');
      await tester.shot(pages[1], 'online-undo');
      await pages[1].click(`.bar button:text-is("${answer}")`);
      for (const page of pages) await until(page, () => !/take (it|the last move) back/.test(document.querySelector('.bar').textContent));
      const after = await record();
      if (answer === 'No') check(after.length === before.length, 'no is no');
      else check(after.length < before.length && after.every((event, i) => event === before[i]), 'one choice back');
    }
    await finish(tester, pages, 'undone');
  },

  async 'a choice can be changed until all have chosen'(tester) {
    const pages = await table(tester, tester.server, 'qwixx', ['Ann', 'Ben']);
    await asked(pages[0]);
    check((await pages[0].title()).startsWith('● Your turn · '), `in the title: ${await pages[0].title()}`);
    await playOn(pages[0], { decisions: 1 });
    check(!(await pages[0].title()).startsWith('● '), 'no more');
    await pages[1].waitForSelector('.seat-state.ready');
    await tester.shot(pages[0], 'online-chosen');
    await pages[0].click('button:has-text("Change my choice")');
    await pages[1].waitForSelector('.seat-state.thinks');
    await asked(pages[0]);
    await playAll(pages, { decisions: 2 });
  },

  async 'real dice, several phones'(tester) {
    const pages = await table(tester, tester.server, 'qwixx', ['Ann', 'Ben'], { real: true });
    await pages[0].waitForSelector('.faces');
    await tester.shot(pages[0], 'online-real');
    await playAll(pages, { decisions: 6 });
    check(events(await tableRecord(pages[0], pages.code)).length > 2, 'the dice are taken');
  },

  async 'real dice are told once, however slow the server is and whoever else tells them'(tester) {
    const server = await tester.serve(), pages = await table(tester, server, 'qwixx', ['Ann', 'Ben'], { real: true });
    const confirm = '.bar .confirm', told = (page) => page.$eval('.bar .confirm', (one) => !one.disabled);
    for (const [face, page] of pages.entries()) for (const row of await page.$$('.faces')) await (await row.$$('.face'))[face].click(); // all ones, all twos
    check((await Promise.all(pages.map(told))).every(Boolean), 'both have told all dice');
    await server.stop('SIGKILL');
    for (const page of pages) await page.waitForSelector('.status:not([hidden])');
    for (const page of pages) {
      await page.click(confirm);
      await (await page.$('.faces .face')).click();
      check(await page.isDisabled(confirm) && await page.$('.faces'), 'it waits for the server, and is not told again');
    }
    await server.start();
    for (const page of pages) await asked(page);
    const rolls = events(await tableRecord(pages[0], pages.code)).filter((one) => one.startsWith('roll'));
    check(rolls.length === 1 && /^roll (11:1111|22:2222)$/.test(rolls[0]), `one roll is taken: ${rolls}`);
    await playAll(pages, { decisions: 3 });
  },

  async 'a table that is gone is said so'(tester) {
    const page = await tester.page(`${tester.server.url}/t/ZZZZZ`, PHONE);
    await page.waitForSelector('.error:not(:empty)');
    await axe(page, 'no such table');
    await tester.shot(page, 'no-table');
    await page.click('a:has-text("To the games")');
    await page.waitForSelector('.games');
  },
};
