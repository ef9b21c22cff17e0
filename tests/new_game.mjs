// new_game.mjs BUILD GAME: the page has a game that was only just added (new_game.sh): the first screen lists it, it is played to its
// end against bots, by two on one device and by two browsers at a table of a server, and no link about it is dead.
import { resolve } from 'node:path';
import { axe, begin, check, GAMES, keptRecord, openBrowser, openTable, playAll, playOn, Tester } from './browser/lib.mjs';
import { Server } from './browser/serve.mjs';

const [folder, game] = process.argv.slice(2), build = resolve(folder);
const program = resolve(build, 'penna'), server = new Server(program);
let checks = 0;
const passed = (condition, what) => { checks++; check(condition, what); };

/** A page on which whatever the server refuses is a complaint. */
async function open(tester) {
  const page = await tester.page(server.url);
  page.on('response', (answer) => { if (answer.status() >= 400) page.complaints.push(`${answer.status()} ${answer.url()}`); });
  return page;
}

async function locally(tester, mode) {
  const page = await open(tester);
  await begin(page, server.url, game, { mode });
  passed(await playOn(page) === 'over', `${mode}: it ends`);
  tester.checkRecord(`${game}-${mode}`, await keptRecord(page));
  await axe(page, `${mode}, over`);
  checks += 2;
  return page;
}

async function atATable(tester) {
  const first = await open(tester), second = await open(tester);
  const code = await openTable(first, server.url, game, 2);
  await second.goto(`${server.url}/t/${code}`);
  await second.waitForSelector('#name');
  await second.fill('#name', 'Ben');
  await second.click('form .confirm');
  for (const page of [first, second]) await page.waitForSelector('.play');
  passed((await playAll([first, second])).every((end) => end === 'over'), 'two browsers see the end');
}

/** Follows what leads on from the game's screens, twice removed: each link shows a screen, and nothing went wrong on the way. */
async function links(tester, page) {
  const found = (route) => page.evaluate(() => [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')))
    .then((all) => all.filter((href) => href.startsWith('#/')).map((href) => ({ href, from: route })));
  const mine = ({ href }) => href.includes(`/${game}`) || !GAMES.some((other) => href.includes(`/${other}`));
  const seen = new Set(), ahead = ['#/', `#/new/${game}`, `#/learn/${game}`].map((href) => ({ href, from: 'the address' }));
  while (ahead.length) {
    const { href, from } = ahead.shift();
    if (seen.has(href)) continue;
    seen.add(href);
    await page.goto(`${server.url}/${href}`);
    await page.waitForSelector('#main, .play');
    await page.waitForTimeout(300); // what is fetched or found after the screen is there
    const wrong = await page.evaluate(() => [...document.querySelectorAll('.error')].map((node) => node.textContent).filter(Boolean).join('; '));
    passed(!wrong, `${href}, linked from ${from}: ${wrong}`);
    passed(!page.complaints.length, `${href}, linked from ${from}: ${page.complaints.join('; ')}`);
    ahead.push(...(await found(href)).filter(mine));
  }
  passed(seen.size > 4, `only ${seen.size} links were found`);
  console.log(`followed: ${[...seen].join(' ')}`);
}

await server.start();
const browser = await openBrowser();
const tester = new Tester(browser, { build, program, url: server.url, server });
let status = 0;
try {
  const page = await open(tester);
  await page.goto(server.url);
  await page.waitForSelector(`a[href="#/new/${game}"]`);
  passed((await page.$$('.game-card')).length === GAMES.length, 'the first screen lists every game');
  await locally(tester, 'bots');
  await links(tester, await locally(tester, 'device'));
  await atATable(tester);
  tester.calm();
} catch (error) {
  status = 1;
  console.log(`FAIL: ${error.stack}`);
  for (const complaint of tester.pages.flatMap((one) => one.complaints)) console.log(`the page: ${complaint}`);
  await tester.fail('new-game');
}
await tester.close();
await browser.close();
await server.remove();
console.log(`${checks} checks in a browser`);
process.exit(status);
