// tv.mjs: the big screen: a table or an evening for everybody in the room, while their phones are the sheets. It wants no input and takes none, comes
// back by itself, and knows what somebody who looks on may know, nothing more.

import { h, at, painted, put } from './dom.mjs';
import { SPECTATOR, newlyWritten } from './engine.mjs';
import { t, capital, minus } from './i18n.mjs';
import { differenceText, namesAt, titleOf } from './evening.mjs';
import { linkOf } from './lobby.mjs';
import { Wire } from './net.mjs';
import { NetGame } from './netgame.mjs';
import { News } from './news.mjs';
import { Sheet } from './sheet.mjs';
import { bringStyle } from './style.mjs';
import { Tabletop } from './table.mjs';
import { quiet } from './voice.mjs';

const PAGE = 12000; // milliseconds that a part of a long list is shown
const AGAIN = 5000; // until something that is not there is asked for again

/** The code, the link and a QR code that is read from across the room. */
function invitation(net, code, evening) {
  return h('div', { class: 'tv-invite' },
    h('img', { class: 'tv-qr', src: at(`api/${evening ? 'evenings' : 'tables'}/${code}/qr.svg`), alt: evening ? t('QR code of the evening') : t('QR code of the table') }),
    h('p', { class: 'tv-code', 'aria-label': evening ? t('Code of the evening') : t('Table code') }, code), h('p', { class: 'tv-link' }, linkOf(net, code, evening ? 'e' : 't').replace(/^https?:\/\//, '')));
}

// ---- A table --------------------------------------------------------------------------------------------

class TvTable {
  /** Nobody's token: what is shown here, everybody sees. */
  constructor(tv, code) {
    Object.assign(this, { tv, code, sheets: [], layouts: '', placed: Promise.resolve() });
    this.session = new NetGame(tv.context.engine, code, null);
    this.table = new Tabletop(() => {});
    this.news = new News(this.session, () => {});
    this.list = h('div', { class: 'tv-sheets' });
    this.words = h('p', { class: 'tv-words', role: 'status' });
    this.session.addEventListener('view', () => { if (this.session.view.phase === 'waiting') this.wait(); });
    this.session.addEventListener('change', () => this.show());
    this.session.addEventListener('fail', ({ detail }) => tv.fail(detail));
    this.session.pause = (kind) => (kind === 'roll' ? this.table.tumble(quiet()) : Promise.resolve());
    this.fit = new ResizeObserver((entries) => entries.forEach(({ target, contentRect }) => { // as it says: asked of each in turn, all would be laid out anew as often
      const { drawn } = this.sheets.find(({ frame }) => frame === target) ?? {};
      drawn?.fit(contentRect.width, contentRect.height);
      if (drawn && !target.firstChild) this.placed = this.placed.then(painted).then(() => target.append(drawn.node)); // not before: it would be laid out twice; and one after the other
    }));
  }

  close() {
    this.fit.disconnect();
    this.news.close();
    this.session.close();
  }

  wait() {
    const { people, game } = this.session;
    this.tv.head(t(game.title), this.code);
    put(this.tv.body, h('div', { class: 'tv-waiting' }, invitation(this.tv.context.net, this.code, false),
      h('ul', { class: 'tv-names' }, people.map((one) => h('li', { class: one.kind === 'open' ? 'open' : '' }, one.kind === 'open' ? t('a free seat') : one.name)))));
  }

  /** Sheets are made anew for another game, and brought up to date otherwise. */
  build(p) {
    const { engine } = this.tv.context, { game } = this.session, key = JSON.stringify([game.name, p.sheets.map((one) => one.sheet)]);
    if (this.layouts === key && this.list.isConnected) return;
    this.layouts = key;
    this.fit.disconnect();
    this.sheets = p.sheets.map((one) => {
      const drawn = new Sheet(engine.layout(game, one.sheet), { label: '' }), frame = h('div', { class: 'tv-frame' }), name = h('span'), points = h('b', { class: 'points' });
      drawn.node.classList.remove('mini');
      this.fit.observe(frame);
      return { drawn, frame, name, points, node: h('figure', {}, h('figcaption', {}, name, points), frame) };
    });
    this.list.dataset.count = String(this.sheets.length);
    put(this.list, this.sheets.map((one) => one.node));
    put(this.tv.body, h('div', { class: 'tv-table' }, h('div', { class: 'tv-mid' }, this.table.node, this.words, h('div', { class: 'tv-last' }, this.news.line)), this.list));
  }

  /** From the position nobody's seat sees, and the one before it for what is freshly written: the screen hangs in the room, so it must know no more than a
   *  passer-by. */
  show() {
    const { session } = this, { match, people, view } = session;
    const p = match.position(SPECTATOR), before = match.node > 0 ? match.position(SPECTATOR, -1, match.node - 1) : p;
    this.build(p);
    this.tv.head(t(session.game.title), session.trouble || t('turn {0}', p.turn + 1));
    this.news.update();
    this.table.update(p.pieces);
    p.sheets.forEach((sheet, seat) => {
      const { drawn, name, points, node } = this.sheets[seat];
      drawn.update(sheet.looks, { last: newlyWritten(sheet.looks, before.sheets[seat].looks), label: t('Sheet of {0}, {1} points', people[seat].name, minus(sheet.points)) });
      name.textContent = people[seat].name;
      points.textContent = view.scores ? minus(view.scores[seat]) : '';
      node.classList.toggle('mover', Boolean(view.seats[seat].mover && !view.seats[seat].chosen));
      node.classList.toggle('away', people[seat].kind === 'human' && !people[seat].here);
    });
    this.words.textContent = this.describe();
  }

  /** Who is waited for; at the end who won. */
  describe() {
    const { people, view, over } = this.session;
    if (over && view.scores) {
      const best = Math.max(...view.scores), won = people.filter((one, seat) => view.scores[seat] === best).map((one) => one.name);
      return won.length === 1 ? t('{0} wins!', won[0]) : t('A tie: {0}', won.join(', '));
    }
    const waiting = people.filter((one, seat) => view.seats[seat].mover && !view.seats[seat].chosen).map((one) => one.name);
    return waiting.length === 1 ? t('{0} to play', waiting[0]) : waiting.length ? t('To play: {0}', waiting.join(', ')) : '';
  }
}

// ---- An evening -----------------------------------------------------------------------------------------

class TvEvening {
  /** While a table of it is looked at (`inner`) the evening goes on underneath and draws nothing. A long list turns its pages by itself: nobody is there to
   *  scroll. */
  constructor(tv, code) {
    Object.assign(this, { tv, code, first: {}, shown: {}, inner: null });
    this.wire = new Wire(code, null);
    this.wire.addEventListener('view', ({ detail }) => this.show(detail.view));
    this.wire.addEventListener('lost', () => { if (this.view) tv.head(this.view.title, t('The connection is lost. Trying again …')); });
    this.wire.addEventListener('fail', ({ detail }) => tv.fail(detail));
    this.turning = setInterval(() => { if (this.view && !this.inner) this.draw(true); }, PAGE);
    this.fit = () => { if (this.view && !this.inner) this.draw(); };
    addEventListener('resize', this.fit);
  }

  close() {
    clearInterval(this.turning);
    removeEventListener('resize', this.fit);
    this.inner?.close();
    this.wire.close();
  }

  /** One table alone has nothing to hide from anybody: it is shown itself. */
  show(view) {
    this.view = view;
    const alone = view.stage === 'playing' && view.tables.length === 1 && !view.tables[0].over ? view.tables[0].table : null;
    if (this.inner?.code === alone && alone) return;
    this.inner?.close();
    this.inner = alone ? new TvTable(this.tv, alone) : null;
    if (!alone) this.draw();
  }

  words() {
    const { phase, stage, round, rounds, games } = this.view;
    if (phase === 'over') return t('The evening is over.');
    if (round === 0) return t('Take part with your phone');
    return stage === 'between' ? t('Round {0} of {1} is over.', round, rounds) : t('Round {0} of {1}: {2}', round, rounds, titleOf(games[round - 1]));
  }

  /** Puts as many of `items` into a list as fit below what is in it; the rest when it is their turn. */
  fill(name, list, items) {
    let from = this.first[name] ?? 0;
    if (this.turns) from += this.shown[name] ?? 0;
    if (from >= items.length) from = 0;
    const { bottom } = list.getBoundingClientRect();
    let shown = 0;
    for (const item of items.slice(from)) {
      list.append(item);
      if (shown && item.getBoundingClientRect().bottom > bottom + 1) {
        item.remove();
        break;
      }
      shown++;
    }
    this.first[name] = from;
    this.shown[name] = shown;
  }

  /** `next`: a list that is too long for the screen goes on to its next part. */
  draw(next = false) {
    const { view, tv } = this, { net } = tv.context;
    this.turns = next;
    tv.head(view.title, this.words());
    if (view.round === 0) {
      const names = h('ul', { class: 'tv-names' });
      put(tv.body, h('div', { class: 'tv-waiting' }, invitation(net, this.code, true), names));
      this.fill('names', names, view.players.filter((one) => !one.gone).map((one) => h('li', {}, one.name)));
      return;
    }
    const tables = h('ul', { class: 'tv-tables' }), invite = view.phase !== 'over' && invitation(net, this.code, true);
    if (!view.standings.some((one) => one.rounds)) { // nothing to compare yet: the tables alone
      put(tv.body, h('div', { class: 'tv-evening tv-first' }, tables, h('div', { class: 'tv-side' }, invite)));
      this.fill('tables', tables, this.tables());
      return;
    }
    const list = h('ol', { class: 'tv-standings' }, this.columns()), side = h('div', { class: 'tv-side' }, view.stage !== 'between' && tables, invite);
    put(tv.body, h('div', { class: `tv-evening${view.phase === 'over' ? ' tv-final' : ''}` }, list, side));
    if (view.stage !== 'between') this.fill('tables', tables, this.tables());
    this.fill('standings', list, view.standings.map((one) => h('li', {}, h('b', {}, `${one.rank}.`), h('span', { class: 'who' }, view.players[one.player].name),
      h('span', { class: 'points' }, minus(one.points)), view.dice !== 'manual' && h('span', { class: 'sum' }, differenceText(one.difference)))));
  }

  /** What the numbers are. */
  columns() {
    return h('li', { class: 'tv-columns' }, h('b', {}, ''), h('span', {}, ''), h('span', { class: 'points' }, t('Points')), this.view.dice !== 'manual' && h('span', { class: 'sum' }, t('Against the average')));
  }

  /** How far the tables are, and nothing of their dice: others are still to have them. */
  tables() {
    const { view } = this;
    return view.tables.map((table, i) => h('li', { class: table.over ? 'done' : '' }, h('b', {}, String(i + 1)), h('span', {}, namesAt(view, table).join(', ')),
      h('em', {}, table.over ? t('done') : table.turn ? t('turn {0}', table.turn) : '')));
  }
}

// ---- The screen -----------------------------------------------------------------------------------------

class Tv {
  /** What is behind a code, a table or an evening, is known only when the server has said it; until then there is a head and an empty room. */
  constructor(context, code) {
    Object.assign(this, { context, code, inner: null });
    this.title = h('h1', {}, 'Penna');
    this.side = h('p', { class: 'tv-side-words' });
    this.body = h('main', { id: 'main', tabindex: '-1' });
    this.node = h('div', { class: 'tv baize' }, h('header', {}, this.title, this.side), this.body);
    document.documentElement.classList.add('on-tv');
    navigator.wakeLock?.request('screen').catch(() => {}); // a screen that goes dark helps nobody
    this.look();
  }

  close() {
    clearTimeout(this.timer);
    document.documentElement.classList.remove('on-tv');
    this.closed = true;
    this.inner?.close();
  }

  head(title, words) {
    this.title.textContent = title;
    this.side.textContent = words;
    document.title = `${title} · Penna`;
  }

  /** What has that code? A table of a round that is being played is shown as its evening. */
  async look() {
    try {
      const found = await this.context.net.summary(this.code);
      if (this.closed) return;
      this.inner = found.table && !(found.evening && found.sealed !== null && found.phase === 'playing') ? new TvTable(this, this.code) : new TvEvening(this, found.evening);
    } catch (error) {
      this.fail({ text: error.message });
    }
  }

  /** Says why there is nothing to be seen, and looks again: nobody is there to press a button. */
  fail({ text }) {
    if (this.closed) return;
    this.inner?.close();
    this.inner = null;
    put(this.body, h('p', { class: 'tv-words', role: 'alert' }, capital(t(text))));
    this.timer = setTimeout(() => this.look(), AGAIN);
  }
}

/** The big screen for a table or an evening. */
export async function tvScreen(context, code) {
  await bringStyle('tv.css');
  return new Tv(context, code.toUpperCase());
}
