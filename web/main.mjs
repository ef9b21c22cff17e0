// main.mjs: begins, and shows the screen that the address names. What is imported here is what the first screen needs, and
// listed in index.html, so that the browser fetches it at once; all else comes after it.

import { h, at, breathe, painted, put } from './dom.mjs';
import { Engine } from './engine.mjs';
import { t } from './i18n.mjs';
import { startScreen } from './start.mjs';
import { applySettings, settingsScreen } from './settings.mjs';
import { Service } from './net.mjs';
import * as store from './store.mjs';

const PATIENCE = 400; // milliseconds that the first screen waits for a server's answer
const GROWN = 3000; // milliseconds in which a screen gets its size, also on a slow phone
const HOME = new URL(at('.')).pathname; // where the page lies on its server
const root = document.getElementById('app');
const context = {};
let screen = null;
let trail = [];

/** A link of a server (/t/CODE) is another path: from there one goes home first, without loading anything again. */
const go = (to) => {
  if (location.pathname !== HOME) history.replaceState(null, '', HOME + to), show();
  else if (location.hash === to) show();
  else location.hash = to;
};

/** Back to where one came from, or to the start. */
const back = () => {
  if (trail.length > 1) history.back();
  else go('#/');
};

const EARLY = ['', 'settings']; // the screens that need no engine
const withNode = (node) => ({ node, close: () => node.close?.() });

/** A game that was begun here, or one that is long over. */
const kept = async (id) => store.game(id) ?? (await import('./history.mjs')).game(id);

// A way is an address: `#/play/ID` shows play(ID). What a screen needs is imported when it is first shown. Each gives {node, close, shown}, or a
// promise of it.
const SCREENS = {
  '': () => startScreen(context),
  new: async (name) => withNode((await import('./setup.mjs')).setupScreen(context, context.engine.game(name))),
  start: async (name) => {
    const [way] = await Promise.all([import('./begin.mjs'), import('./play.mjs')]);
    const game = context.engine.game(name), players = new URLSearchParams(location.hash.split('?')[1]).get('players') ?? 'me,normal';
    if (!game) return withNode(lost(t('There is no game called “{0}” here.', name)));
    try {
      const id = way.begin(context.engine, { game, seats: way.seatsOf(context.engine, game, players.split(',')) });
      history.replaceState(null, '', `#/play/${id}`); // Back does not begin another one
      await breathe();
    } catch (error) {
      return withNode(lost(error.message));
    }
    return SCREENS.play(route()[1]);
  },
  play: async (id) => {
    const [{ playScreen }, { LocalGame }] = await Promise.all([import('./play.mjs'), import('./game.mjs')]);
    const session = LocalGame.resume(context.engine, await kept(id));
    await breathe(); // a slow phone has other things to do, too
    return playScreen(session, go);
  },
  settings: () => withNode(settingsScreen({ back, redraw: (id) => { show(); document.getElementById(id)?.focus(); } })),
  learn: async (name) => withNode((await import('./learn.mjs')).learnScreen(context, context.engine.game(name))),
  lesson: async (name) => withNode(await (await import('./lesson.mjs')).lessonScreen(context, context.engine.game(name))),
  puzzles: async (name) => {
    const { puzzleScreen, puzzlesScreen } = await import('./puzzle.mjs');
    return withNode(name ? await puzzleScreen(context, context.engine.game(name)) : puzzlesScreen(context));
  },
  try: async (name, index) => {
    const [{ playScreen }, { findPositions, Trial }] = await Promise.all([import('./play.mjs'), import('./trial.mjs')]);
    return playScreen(new Trial(context.engine, (await findPositions(context.engine, context.engine.game(name)))[Number(index)]), go);
  },
  replay: async (id) => withNode((await import('./replay.mjs')).replayScreen(context, (await kept(id)).record)),
  game: async (packed, node) => {
    const [{ unpack }, { replayScreen }] = await Promise.all([import('./share.mjs'), import('./replay.mjs')]);
    return withNode(replayScreen(context, await unpack(packed).catch(() => ''), node && Number(node)));
  },
  analysis: async (packed) => {
    const [{ unpack }, { analysisScreen }] = await Promise.all([import('./share.mjs'), import('./analysis.mjs')]);
    return withNode(analysisScreen(context, await unpack(packed)));
  },
  games: async (leaf) => (await import('./games.mjs')).gamesScreen(context, leaf),
  take: async (ticket) => withNode(await (await import('./moving.mjs')).takeScreen(context, ticket)),
  daily: async (...deal) => withNode(await (await import('./daily.mjs')).dailyScreen(context, ...deal)),
  open: async () => withNode((await import('./open.mjs')).openScreen(context)),
  record: async (code) => withNode((await import('./replay.mjs')).replayScreen(context, await context.net.record(code))),
  evening: async (code) => (await import('./evening.mjs')).eveningScreen(context, code),
  tv: async (code) => (await import('./tv.mjs')).tvScreen(context, code),
  table: async (code) => {
    const [{ playScreen }, { tableScreen }] = await Promise.all([import('./play.mjs'), import('./lobby.mjs')]);
    return tableScreen(context, code.toUpperCase(), (session) => playScreen(session, go));
  },
};

/** The route as words: from '#/a/b', or from the paths that a server's links have. */
function route() {
  const path = /^([ter])\/([A-Za-z]{5})$/.exec(location.pathname.slice(HOME.length));
  if (path) return [{ t: 'table', e: 'evening', r: 'record' }[path[1]], path[2].toUpperCase()];
  return location.hash.replace(/^#\//, '').replace(/\?.*/, '').split('/').map(decodeURIComponent);
}

// The number of the last screen asked for: one that is ready later than the next one is dropped.
let shown = 0;

/** The old screen stays until the new one is there. Whatever goes wrong in between is a page that says so, never an empty one. */
async function show() {
  const number = ++shown, [name, ...rest] = route();
  let made;
  if (!EARLY.includes(name)) context.engine ??= await context.loading; // if there is none, begin() says why
  try {
    made = await (SCREENS[name] ?? SCREENS[''])(...rest);
  } catch (error) {
    console.warn(error);
    made = name ? withNode(lost()) : withNode(h('p', {}, String(error)));
  }
  if (number !== shown) return made.close?.();
  screen?.close?.();
  screen = made;
  if (trail.length) scrollTo(0, 0); // and not afterwards: it would lay the new screen out at once
  put(root, made.node);
  if (!trail.length) comeBack();
  document.title = name ? `${made.node.querySelector('h1')?.textContent ?? ''} · Penna` : 'Penna';
  if (trail.length) focusOn(made.node);
  trail = [...trail, name].slice(-20);
  await made.shown?.(); // what comes once it stands there
}

/** After a reload one is where one was, while the screen still grows; until somebody moves it. */
function comeBack() {
  const [where, y] = store.place(), moves = ['wheel', 'touchstart', 'keydown', 'hashchange'];
  if (where !== location.href || performance.getEntriesByType('navigation')[0]?.type === 'navigate') return;
  const watch = new ResizeObserver(() => scrollTo(0, y)), done = () => { watch.disconnect(); moves.forEach((one) => removeEventListener(one, done)); };
  watch.observe(root);
  moves.forEach((one) => addEventListener(one, done));
  setTimeout(done, GROWN);
}

/** The focus goes to a new screen once that is laid out, unless it is there already. */
async function focusOn(node) {
  await painted();
  if (node.isConnected && !node.contains(document.activeElement)) node.querySelector('#main')?.focus({ preventScroll: true });
}

const lost = (words = t('There is nothing here any more.')) => h('div', { class: 'page narrow' }, h('header', { class: 'top' }, h('h1', {}, 'Penna')),
  h('main', { id: 'main', tabindex: '-1' }, h('p', { role: 'alert' }, words), h('a', { class: 'quiet', href: at('./#/') }, t('To the games'))));

/** A link `?create=TOKEN` lets one open tables: it is remembered, and no more to be seen in the address. */
function takeToken() {
  const url = new URL(location), token = url.searchParams.get('create');
  if (!token) return;
  store.setCreateToken(token);
  url.searchParams.delete('create');
  history.replaceState(null, '', url);
}

/** Brings what is needed to play, so that a tap finds it there. */
const bringRest = () => Promise.all([import('./setup.mjs'), import('./play.mjs')]).catch(() => {});

/**
 * In the order in which a slow phone wants it: settings and the question whether there is a server, then the first screen, then the engine and
 * what play needs, and only then the service worker, which would otherwise take the network from all of them.
 */
async function begin() {
  takeToken();
  const net = new Service();
  const ready = Promise.all([applySettings(), Promise.race([net.ask(), new Promise((resolve) => setTimeout(resolve, PATIENCE))])]);
  const loading = fetch(new URL('penna.wasm', import.meta.url)).then((answer) => Engine.load(answer));
  loading.catch(() => {}); // waited for below, and said there
  Object.assign(context, { loading, net, go, back });
  if (!EARLY.includes(route()[0])) bringRest();
  await ready;
  addEventListener('hashchange', show);
  addEventListener('pagehide', () => store.setPlace([location.href, scrollY]));
  await show();
  bringRest();
  await loading;
  if (store.games().some((one) => one.over)) import('./history.mjs').then(({ takeOver }) => takeOver()).catch(() => {}); // what the last time had no time or room for
  if ('serviceWorker' in navigator && isSecureContext) {
    navigator.serviceWorker.register(at('sw.js')).then(() => navigator.serviceWorker.ready).then((own) => own.active.postMessage('keep')).catch(() => {});
  }
}

begin().catch((error) => {
  console.error(error);
  put(root, h('p', { class: 'page error' }, t('Penna could not start: {0}', error.message)));
});
