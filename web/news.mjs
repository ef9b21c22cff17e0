// news.mjs: what happened at a table: a list grouped by turn, and one line with what everybody did last and with which dice or cards.

import { h, painted, put } from './dom.mjs';
import { PLACE } from './engine.mjs';
import { t, tc, phrases } from './i18n.mjs';
import { drawPiece, happened, pieceName } from './table.mjs';

const beside = globalThis.matchMedia?.('(min-width: 1000px) and (min-height: 561px)'); // where the list stands beside the table (table.css)
const KEPT = 60;   // turns that are listed
const RECENT = 24; // events in which everybody did something: looked at when a game is opened in its middle
const PIECES = 16; // that are drawn in one frame, a line of words counting as one: what a slow phone has time for

const small = (pieces) => (pieces.length ? h('span', { class: 'used', 'aria-hidden': 'true' }, pieces.map(drawPiece)) : null);

/** A move in words; that nothing else could be done is said. */
const inWords = (move) => (move.only ? t('{0} (no choice)', phrases(move.say)) : phrases(move.say));

/** What somebody did, for the line of what happened; it is written as small as it is long (--n). */
function did({ who, words, pieces }) {
  const line = h('span', { class: 'did' }, small(pieces), h('b', {}, who), ': ', words);
  line.style?.setProperty('--n', String(who.length + words.length + 2 + 2 * pieces.length));
  return line;
}

export class News {
  /** Of a session (session.mjs); `open()` shows the whole list. */
  constructor(session, open) {
    this.session = session;
    this.list = h('ol', { class: 'news' });
    this.line = h('button', { type: 'button', class: 'latest', 'data-part': 'last-move', onclick: open, 'aria-label': t('What happened') });
    this.turned = () => { if (beside?.matches && session.match) this.fill(this.list); else put(this.list); }; // there is no match before all have come
    beside?.addEventListener('change', this.turned);
    this.told = null; // the node up to which all is told; null: nothing is
    this.did = new Map();
  }

  name(seat) {
    return this.session.people[seat].name || t('an empty seat');
  }

  /** The lines of an event: {words, spoken, pieces}. */
  lines(event) {
    const out = [];
    if (event.kind === 'chance') {
      const rolls = this.session.game.chance === 'roll', what = happened(event);
      const dice = event.pieces.filter((piece) => piece.place === PLACE.TABLE);
      const you = this.name(event.active) === t('You'), fell = dice.map(pieceName).join(', ');
      out.push({
        who: rolls ? this.name(event.active) : '', words: rolls && dice.length ? (you ? tc('you', 'roll') : t('rolls')) : what, pieces: rolls ? dice : [],
        spoken: rolls && dice.length ? (you ? t('You roll {0}', fell) : t('{0} rolls {1}', this.name(event.active), fell)) : what,
      });
    } else {
      for (const move of event.moves) {
        const words = inWords(move);
        out.push({ who: this.name(move.seat), words, pieces: move.pieces ?? [], spoken: `${this.name(move.seat)}: ${words}`, seat: move.seat, only: move.only });
      }
    }
    for (const seat of event.misthrows) out.push({ who: this.name(seat), words: t('a misthrow'), pieces: [], spoken: t('{0}: a misthrow', this.name(seat)), seat, misthrow: true });
    return out;
  }

  /** Takes in what happened since; what is to be said of it. */
  update() {
    const { match } = this.session, first = this.told === null || this.told > match.node;
    if (first) {
      this.told = Math.max(0, match.node - RECENT);
      this.did.clear();
      this.turned();
    }
    if (this.told === match.node && !first) return [];
    const events = match.log(this.told, this.session.newsViewer), spoken = [];
    this.told = match.node;
    for (const event of events) {
      const lines = this.lines(event);
      if (beside?.matches && !first) this.add(event, lines);
      for (const line of lines) {
        const before = line.misthrow && this.did.get(line.seat); // a misthrow is told with the pass that led to it
        if (line.seat !== undefined) this.did.set(line.seat, before ? { ...before, words: `${before.words}, ${line.words}` } : line);
      }
      spoken.push(...lines.map((line) => line.spoken));
    }
    this.showLast();
    return first ? [] : spoken.filter((words, i) => words !== spoken[i - 1]).slice(-6);
  }

  /** A turn, to be filled with its lines. */
  turnOf(event) {
    return h('li', { 'data-turn': event.turn }, h('h3', {}, t('turn {0}', event.turn + 1), ' · ', this.name(event.active)), h('ul', {}));
  }

  /** Puts a line of an event into its turn. */
  addLine({ lastChild: lines }, { kind }, { who, words, pieces }) {
    if (kind === 'chance' && !pieces.length && lines.lastChild?.textContent === words) return; // cards face down are told once
    lines.append(h('li', { class: kind }, who && h('b', {}, who), who && (kind === 'chance' ? ' ' : ': '), words, small(pieces)));
  }

  /** Puts the lines of an event into its turn in the list, the newest turn first. */
  add(event, lines) {
    const { list } = this;
    if (list.firstElementChild?.dataset.turn !== String(event.turn)) list.prepend(this.turnOf(event));
    for (const line of lines) this.addLine(list.firstElementChild, event, line);
    while (list.childElementCount > KEPT) list.lastChild.remove();
  }

  /** What the others did last, the newest first, the dice before the words, which may be cut; and oneself, if there was nothing to choose. */
  showLast() {
    const { humans } = this.session, own = humans.length === 1 ? humans[0] : -1;
    const all = [...this.did.entries()].filter(([seat, line]) => seat !== own || line.only || this.session.people.length === 1).reverse();
    const key = JSON.stringify(all);
    if (key === this.shown) return;
    this.shown = key;
    put(this.line, h('span', { class: 'lines' }, all.length ? all.map(([, line]) => did(line)) : t('No moves yet.')));
    this.line.setAttribute('aria-label', `${t('What happened')}: ${all.map(([, line]) => `${line.who}: ${line.words}`).join('; ')}`);
  }

  close() {
    beside?.removeEventListener('change', this.turned);
  }

  /** The whole list. */
  whole() {
    const list = h('ol', { class: 'news' });
    this.fill(list);
    return list;
  }

  /** All that happened, the newest turn first, a piece a frame: a whole game at once would hold a slow phone up. */
  async fill(list) {
    const turns = new Map(), mine = list.filled = {};
    for (const event of this.session.match.log(0, this.session.newsViewer)) turns.set(event.turn, [...turns.get(event.turn) ?? [], event]);
    put(list).setAttribute('aria-busy', 'true');
    let room = PIECES;
    for (const events of [...turns.values()].slice(-KEPT).reverse()) {
      const turn = this.turnOf(events[0]);
      list.append(turn);
      for (const [event, line] of events.flatMap((one) => this.lines(one).map((own) => [one, own]))) {
        this.addLine(turn, event, line);
        room -= 1 + line.pieces.length;
        if (room > 0) continue;
        await painted();
        if (!list.isConnected || list.filled !== mine) return;
        room = PIECES;
      }
    }
    list.removeAttribute('aria-busy');
  }

  /** Everything is told again, after something was taken back. */
  forget() {
    this.told = null;
  }
}
