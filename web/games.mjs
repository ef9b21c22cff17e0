// games.mjs: my games, as a screen with three leaves: the list, what it all comes to (results.mjs), and moving house (moving.mjs). The games are read once, piece by
// piece, and filtered in memory; rows are drawn a page at a time, so that thousands of games are no more work than twenty.

import './after.mjs';
import { games as known } from './assets.mjs';
import { nameOf, portrait } from './characters.mjs';
import * as catchup from './catchup.mjs';
import { h, breathe, painted, put, button, dialog, icon, iconButton } from './dom.mjs';
import { t, tc, language, minus, percent } from './i18n.mjs';
import * as history from './history.mjs';
import { bringStyle } from './style.mjs';
import { choose, factsOf, folded, mineOf, opponentsOf, resultOf } from './stats.mjs';
import { download, pack, shareRecord } from './share.mjs';
import { announce } from './voice.mjs';

await bringStyle('games.css');

const PAGE = 30;   // rows at a time
const ROWS = 8;    // of them in one frame
const SLICE = 300; // games looked at until the page is let breathe
const DAY = 86400000;

export const titleOf = (name) => t(known.find((game) => game.name === name)?.title ?? name);

/** A bot by its character's name, a person by the own. */
export const opponentName = (key) => (key.startsWith('bot:') ? nameOf(key.slice(4)) : key);

const formats = new Map(); // by language, with and without the year: making one takes long

/** A day as people write it, in one piece; the year only if it is another than this one. */
export function dateOf(when) {
  const old = new Date(when).getFullYear() !== new Date().getFullYear(), key = `${language()} ${old}`;
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(language(), old ? { dateStyle: 'medium' } : { day: 'numeric', month: 'short' }));
  return formats.get(key).format(when).replaceAll(' ', '\u00a0');
}

/** What stands where there is no game to show: whoever never played one is led to where games begin. */
const nothing = (some) => h('div', { class: 'empty' }, h('p', { class: 'lead' }, some ? t('There are no such games.') : t('Your finished games will stand here, each with its replay.')),
  !some && h('a', { class: 'confirm', href: '#/' }, icon('play'), t('Play')));

const RESULTS = { won: () => t('won'), shared: () => t('shared win'), lost: () => tc('game', 'lost'), alone: () => t('alone'), '': () => '' };
const SIGNS = { won: '★', shared: '☆', lost: '–', alone: '·', '': '·' };

let filter = {}; // what is looked for: kept while the page is open, so that one comes back to where one was
let unfolded = null; // whether the filters stand open, likewise; null: as there is room

class GamesScreen {
  /** Analyses that are made meanwhile change the list every second or so: changes are gathered, so that it is read, and drawn, once for many. */
  constructor(context, leaf) {
    Object.assign(this, { context, leaf, entries: [], texts: new WeakMap(), shown: PAGE, timer: 0 });
    this.filters = h('form', { class: 'filters', role: 'search', onsubmit: (event) => event.preventDefault() });
    this.body = h('div', { class: 'leaf' }, h('p', { class: 'lead' }, '…'));
    this.undo = h('div', { class: 'undo-line', role: 'status' });
    const tab = (name, words, route) => h('a', { href: route, class: 'leaf-link', 'aria-current': leaf === name ? 'page' : null }, words);
    this.node = h('div', { class: 'page my-games' },
      h('header', { class: 'top' }, iconButton('back', t('Back'), () => context.go('#/')), h('h1', {}, t('My games'))),
      h('main', { id: 'main', tabindex: '-1' },
        h('nav', { class: 'leaves', 'aria-label': t('My games') }, tab('', t('List'), '#/games'), tab('results', t('Statistics'), '#/games/results'), tab('moving', t('Back up'), '#/games/moving')),
        leaf !== 'moving' && this.filters, this.body, this.undo));
    this.changed = () => { this.timer ||= setTimeout(() => { this.timer = 0; this.read(); }, 300); };
    history.changes.addEventListener('change', this.changed);
    this.read();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    history.changes.removeEventListener('change', this.changed);
    catchup.progress.removeEventListener('change', this.running);
  }

  /** Reads all anew; what the reader is about to type stays. Whatever still waited to come in comes in first. */
  async read() {
    const wrong = await history.takeOver().then(() => '', () => t('This device has no room left, or the browser keeps nothing. What you play is lost when it forgets: save your games in a file.'));
    try {
      this.entries = await history.list();
      history.forget(this.entries).catch(() => {}); // the next time, then
    } catch {
      return put(this.body, h('p', { class: 'error', role: 'alert' }, t('Your games cannot be read here just now. Nothing is lost: load the page again, or open it where it is newer.')));
    }
    for (let from = 0; from < this.entries.length; from += SLICE) {
      for (const one of this.entries.slice(from, from + SLICE)) this.prepare(one);
      await breathe();
    }
    this.wrong = wrong;
    if (this.leaf === 'moving') return this.move();
    this.fillFilters();
    return this.render();
  }

  /** Works out what every filter and figure will ask of an entry. */
  prepare(one) {
    factsOf(one);
    this.texts.set(one, folded(`${titleOf(one.game)} ${one.people.map(({ name }) => name).join(' ')} ${dateOf(one.when)} ${new Date(one.when).getFullYear()} ${one.place.code ?? ''}`));
  }

  async move() {
    if (this.moving) return undefined; // it stands, and may be at work
    const { movingLeaf } = await import('./moving.mjs');
    this.moving = movingLeaf(this.context, this.entries);
    return put(this.body, this.wrong && h('p', { class: 'error', role: 'alert' }, this.wrong), this.moving);
  }

  // ---- Filters ------------------------------------------------------------------------------------------

  /** Made once; the lists in them grow with the games. On a phone all but the search stand behind a word, so that the games are in sight. */
  fillFilters() {
    const alive = this.entries.filter((one) => !one.deleted), names = [...new Set(alive.map((one) => one.game))], opponents = new Map();
    for (const one of alive) for (const key of opponentsOf(one)) opponents.set(key, (opponents.get(key) ?? 0) + 1);
    const often = [...opponents].sort((a, b) => b[1] - a[1]).slice(0, 50).map(([key]) => [key, opponentName(key)]);
    const ago = (days) => String(days);
    const state = JSON.stringify([names, often.map(([key]) => key)]);
    if (state === this.known) return;
    this.known = state;
    this.filters.hidden = !this.entries.length; // there is nothing to look for
    const select = (id, label, values) => h('div', { class: 'filter' }, h('label', { for: `f-${id}` }, label),
      h('select', { id: `f-${id}`, onchange: (event) => this.filtered({ [id]: event.target.value }) }, [['', t('all')], ...values].map(([key, words]) => h('option', { value: key, selected: (filter[id] ?? '') === key }, words))));
    const set = Object.entries(filter).some(([id, value]) => id !== 'text' && value), open = unfolded ?? (set || innerWidth >= 700);
    const more = (...fields) => h('details', { class: 'more-filters', open, ontoggle: (event) => { unfolded = event.target.open; } }, h('summary', {}, t('Filters')), h('div', { class: 'filter-fields' }, fields));
    put(this.filters,
      h('div', { class: 'filter wide' }, h('label', { for: 'f-text' }, t('Search')), h('input', { id: 'f-text', type: 'search', value: filter.text ?? '', autocomplete: 'off', oninput: (event) => this.filtered({ text: event.target.value }) })),
      more(select('game', t('Game'), names.map((name) => [name, titleOf(name)])),
        select('opponent', t('Opponent'), often),
        select('days', tc('filter', 'Time'), [[ago(7), t('the last 7 days')], [ago(30), t('the last 30 days')], [ago(365), t('the last 365 days')]]),
        this.leaf === '' && [select('result', t('Result'), [['won', t('won')], ['lost', tc('game', 'lost')], ['alone', t('alone')]]),
          select('analysed', t('Analysed'), [['yes', t('yes')], ['no', t('no')]]),
          select('shelf', t('Status'), [['begun', t('unfinished')], ['bin', t('thrown away')]])]));
  }

  filtered(change) {
    filter = { ...filter, ...change };
    this.shown = PAGE;
    this.render();
  }

  chosen() {
    const { days, ...rest } = filter, own = { ...rest, since: days ? Date.now() - Number(days) * DAY : 0 };
    if (this.leaf !== '') Object.assign(own, { shelf: '', result: '', analysed: '' });
    return choose(this.entries, own, (one) => this.texts.get(one));
  }

  // ---- The list -----------------------------------------------------------------------------------------

  /** A page of rows at a time: a thousand drawn at once keep a phone busy for seconds. After `more` the focus is at the first of the new ones, where a reader
   *  goes on. */
  render() {
    const chosen = this.chosen();
    if (this.leaf === 'results') return this.renderResults(chosen);
    const rows = h('ul', { class: 'my-list' }), count = h('p', { class: 'aside how-many', role: 'status' }, chosen.length === 1 ? t('One game') : t('{0} games', chosen.length));
    const more = button(t('Show more'), () => { this.shown += PAGE; grow(true); }, { class: 'quiet more-rows' });
    const grow = async (focus) => {
      more.hidden = this.shown >= chosen.length;
      if (rows.ariaBusy) return; // as many as are shown now, whenever that was said
      rows.ariaBusy = 'true';
      for (let from = rows.children.length, first = from; from < Math.min(this.shown, chosen.length) && (from === first || rows.isConnected); from = rows.children.length) {
        rows.append(...chosen.slice(from, Math.min(from + ROWS, this.shown)).map((one) => this.row(one)));
        if (focus && from === first) rows.children[from].querySelector('a').focus();
        await painted();
      }
      rows.ariaBusy = null;
    };
    grow(false);
    put(this.body, this.wrong && h('p', { class: 'error', role: 'alert' }, this.wrong), this.catchUp(), this.entries.length > 0 && count, chosen.length ? rows : nothing(this.entries.some((one) => !one.deleted)), more);
    return undefined;
  }

  async renderResults(chosen) {
    const number = this.drawn = (this.drawn ?? 0) + 1, { drawResults } = await import('./results.mjs');
    await drawResults(this.body, chosen, filter, () => number === this.drawn && !this.closed);
  }

  /** One game: a link to its replay, and a button to all else. */
  row(one) {
    const result = resultOf(one), mine = mineOf(one), others = one.people.filter((_, seat) => seat !== one.me), bot = others.find(({ kind }) => kind.startsWith('bot:'));
    const names = others.map(({ name }) => name).join(', ') || t('alone'), points = one.points.map(minus);
    const order = one.me > 0 ? [points[one.me], ...points.filter((_, seat) => seat !== one.me)] : points;
    return h('li', { class: `my-game ${result}`, 'data-id': one.id },
      h('a', { href: one.over ? `#/replay/${one.id}` : `#/play/${one.id}` },
        h('span', { class: 'my-sign', 'aria-hidden': 'true' }, bot && !one.place.code ? portrait(bot.kind.slice(4)) : icon('people')),
        h('span', { class: 'my-what' }, h('strong', {}, titleOf(one.game)), h('span', { class: 'aside' }, `${names} · ${dateOf(one.when).replaceAll(' ', '\u00a0')}`)),
        h('span', { class: 'my-points' }, h('b', {}, one.over ? order.join(' : ') : t('unfinished')), result && h('span', { class: 'my-result' }, `${SIGNS[result]} ${RESULTS[result]()}`)),
        mine && h('span', { class: 'my-accuracy', title: t('accuracy') }, h('span', { class: 'unseen' }, t('accuracy'), ' '), percent(mine.accuracy / 100))),
      one.deleted ? button(t('Bring back'), () => this.putBack([one.id]), { class: 'quiet' }) : iconButton('dots', t('What to do with this game'), () => this.menu(one)));
  }

  /** The record is brought before the menu is shown: sharing must begin within the tap, or the browser takes it for uninvited. */
  async menu(one) {
    const { record } = await history.game(one.id), title = titleOf(one.game), { go } = this.context;
    const item = (picture, label, act) => button([icon(picture), label], async (event) => { await act(event.currentTarget); }, { class: 'menu-item' });
    const box = dialog(`${title}, ${dateOf(one.when)}`, h('div', { class: 'menu' },
      one.over ? item('undo', t('Replay'), () => go(`#/replay/${one.id}`)) : item('play', t('Go on'), () => go(`#/play/${one.id}`)),
      one.over && one.whole && item('chart', t('Analyse'), async () => go(`#/analysis/${await pack(record)}`)),
      item('share', t('Share the replay'), (from) => shareRecord(record, title, from)),
      item('save', t('Save the game'), () => download(`${one.game}-${new Date(one.when).toISOString().slice(0, 10)}.txt`, record)),
      item('close', t('Throw away'), async () => { box.close(); await this.throwAway([one.id]); })), t('Close'));
  }

  /** With a way back beside the list for as long as one stays, and on a shelf of its own for a month. */
  async throwAway(ids) {
    await history.remove(ids);
    put(this.undo, h('p', {}, t('The game is thrown away.')), button([icon('undo'), t('Bring back')], () => this.putBack(ids), { class: 'quiet' }));
    await this.read();
  }

  async putBack(ids) {
    await history.restore(ids);
    put(this.undo);
    announce(t('The game is back.'));
    await this.read();
    this.node.querySelector('#main').focus({ preventScroll: true });
  }

  // ---- Analysing all ------------------------------------------------------------------------------------

  /** The games that nobody has gone through yet, and the button that has it done. */
  catchUp() {
    const place = h('section', { class: 'catch-up', 'aria-label': t('Analyse what is not analysed') });
    const draw = () => {
      const { left, going, done } = catchup.state, open = this.entries.filter(catchup.isOpen).length, many = going ? left : open;
      put(place, going ? [h('progress', { max: done + left || 1, value: done, 'aria-label': t('Progress') }), h('p', { class: 'aside' }, t('{0} analysed, {1} to go', done, left)), button(t('Stop'), () => catchup.stop(), { class: 'quiet' })]
        : many > 0 && [h('p', {}, many === 1 ? t('One game is not analysed yet.') : t('{0} games are not analysed yet.', many)), button([icon('chart'), t('Analyse them all')], () => catchup.start(this.context.engine), { class: 'quiet' })],
      catchup.state.error && h('p', { class: 'error', role: 'alert' }, t(catchup.state.error)));
    };
    catchup.progress.removeEventListener('change', this.running);
    this.running = draw;
    catchup.progress.addEventListener('change', draw);
    draw();
    return place;
  }
}

/** The screen of my games; `leaf`: '', 'results' or 'moving'. */
export function gamesScreen(context, leaf = '') {
  const screen = new GamesScreen(context, ['results', 'moving'].includes(leaf) ? leaf : '');
  return { node: screen.node, close: () => screen.close() };
}
