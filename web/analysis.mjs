// analysis.mjs: a finished game gone through: first what a person wants to hear in a sentence, then the few moments that mattered,
// drawn, with what would have been better and why; all decisions, luck and the table of figures last. The numbers are those of
// `penna analyse` (docs/analysis.md); they are worked out in a worker and shown as they come.

import './after.mjs';
import { h, painted, s, put, button, icon, iconButton } from './dom.mjs';
import { FULL, LABELS } from './engine.mjs';
import { t, N_, phrases, sentences, capital, decimal, minus, percent } from './i18n.mjs';
import { weights } from './assets.mjs';
import { nameOf } from './characters.mjs';
import { analyse, leave, stop } from './advice.mjs';
import { grade, isMistake, luckiest, turningPoints } from './moments.mjs';
import { Sheet } from './sheet.mjs';
import { Tabletop, fallen } from './table.mjs';
import { announce } from './voice.mjs';
import { pack } from './share.mjs';

const SIGNS = { best: '✓', good: '·', inaccuracy: '?!', mistake: '?', blunder: '??' };
const TOLD = 3; // lucky and unlucky rolls that are listed, and decisions that are drawn
const LINES = 8; // that are made in one frame
const WIDE = 600, HIGH = 160;

class Analysis {
  /** The parts are made empty and filled as they come: a game takes seconds to judge. */
  constructor({ engine, go }, record) {
    Object.assign(this, { engine, go, record, items: [], all: false, level: 'quick' });
    this.match = engine.open(record, false);
    this.people = this.match.people();
    this.log = this.match.log(0);
    this.win = this.people.length > 1;
    if (this.match.position(FULL).kind !== 'over') throw new Error(t('Only a finished game can be analysed.'));
    this.bar = h('progress', { max: 1, value: 0, 'aria-label': t('Progress') });
    this.state = h('p', { class: 'aside', role: 'status' });
    this.stopper = button(t('Stop'), () => stop(), { class: 'quiet' });
    this.run = h('section', { class: 'analysis-run', 'aria-label': t('Progress') });
    this.said = h('section', { class: 'said', 'aria-label': t('In short') });
    this.points = h('section', { 'aria-label': t('The moments that mattered') });
    this.sums = h('section', { 'aria-label': t('Figures') });
    this.list = h('section', { 'aria-label': t('Moves') });
    this.luck = h('section', { 'aria-label': t('Luck') });
    this.came = (one) => this.take(one);
    this.begin('quick');
  }

  /** Whose game it is: the people's, or everybody's if only bots played. */
  get own() {
    const people = this.people.flatMap((one, seat) => (one.kind === 'human' ? [seat] : []));
    return people.length ? people : this.people.map((_, seat) => seat);
  }

  close() {
    this.closed = true;
    leave(this.came);
    this.match.close();
  }

  // ---- Working it out -----------------------------------------------------------------------------------

  /** May be called again for a deeper look. Every wait may end on a screen that is closed by then. */
  async begin(level) {
    Object.assign(this, { level, items: [], result: null });
    for (const part of [this.said, this.points, this.sums]) put(part);
    put(this.luck);
    put(this.run, this.bar, this.state, this.stopper);
    this.state.textContent = t('Getting ready …');
    this.renderList();
    try {
      this.result = await analyse(this.match.game, this.record, level, this.came);
    } catch (error) {
      if (this.closed) return;
      this.state.textContent = error.message === 'stopped' ? t('Stopped. What is below was judged so far.') : t(error.message);
      this.stopper.remove();
      this.run.append(this.again('quick', t('Once more')));
      return;
    }
    if (this.closed) return;
    for (const part of ['Run', 'Said', 'Points', 'Sums', 'Luck']) { // each in a frame of its own
      await painted();
      if (this.closed || !this.result) return;
      await this[`render${part}`]();
    }
    announce(this.said.textContent);
  }

  /** An item came. Mistakes are listed at once, the rest waits until it is asked for or all is there. */
  take({ done, total, item }) {
    if (this.closed) return;
    this.bar.max = total;
    this.bar.value = done;
    this.state.textContent = t('{0} of {1} decisions and rolls', done, total);
    this.items.push(item);
    if (!('seat' in item) || !(this.all || isMistake(item))) return;
    if (this.waiting.length) this.waiting.push(item);
    else this.list.querySelector('ol').append(this.entry(item));
  }

  again(level, label) {
    return button(label, () => this.begin(level), { class: 'quiet' });
  }

  /** Who judged, and how far he looked: numbers without their source are worth nothing. */
  renderRun() {
    const { policy, exact, horizon } = this.result.settings;
    const how = exact ? t('Judged exactly, from the solved table.')
      : horizon ? t('Judged by {0}, looking {1} turns ahead.', nameOf(policy), horizon) : t('Judged by {0}, playing to the end.', nameOf(policy));
    const weak = !exact && policy !== 'expert' && weights.includes(this.match.game.name);
    put(this.run, h('p', { class: 'aside' }, how),
      weak && h('p', { class: 'error' }, t('The strong judge could not be loaded (no network); a weaker one stood in.')),
      this.level === 'quick' && this.again('normal', t('Look deeper (about ten times longer)')));
  }

  // ---- What a person wants to hear ------------------------------------------------------------------------

  /** "You played well: 3 small mistakes, 1 big one.", a sentence for each person; and to whom the dice were kind. */
  renderSaid() {
    const { seats } = this.result, kind = luckiest(seats);
    const said = this.own.map((seat) => this.judged(seat, grade(seats[seat])));
    if (kind) said.push(this.lucky(this.people[kind.seat].name, percent(kind.luck)));
    if (!this.win) said.push(t('Luck: {0} points.', decimal(seats[0].points_luck, { sign: true })));
    put(this.said, said.map((text) => h('p', {}, text)));
  }

  /** Whole sentences for each case: languages do not put "you" and a name into the same one. */
  lucky(name, much) {
    const dice = this.match.game.chance === 'roll';
    if (name === t('You')) return dice ? t('You had the luck: the dice raised your chances by {0}.', much) : t('You had the luck: the cards raised your chances by {0}.', much);
    return dice ? t('{0} had the luck: the dice were worth {1} more chance to win.', name, much) : t('{0} had the luck: the cards were worth {1} more chance to win.', name, much);
  }

  /** As above: whole sentences, not pieces put together. */
  judged(seat, { word, small, big }) {
    const { name } = this.people[seat], you = name === t('You');
    if (word === 'perfect') return you ? t('You played without a mistake.') : t('{0} played without a mistake.', name);
    const YOURS = { well: N_('You played well: {0}.'), fairly: N_('You played quite well: {0}.'), badly: N_('There was more to be had for you: {0}.') };
    const THEIRS = { well: N_('{0} played well: {1}.'), fairly: N_('{0} played quite well: {1}.'), badly: N_('There was more to be had for {0}: {1}.') };
    const few = [small === 1 ? t('one small mistake') : small && t('{0} small mistakes', small), big === 1 ? t('one big mistake') : big && t('{0} big mistakes', big)].filter(Boolean).join(', ');
    return you ? t(YOURS[word], few) : t(THEIRS[word], name, few);
  }

  /** The few decisions that mattered, drawn. */
  async renderPoints() {
    const points = turningPoints(this.items, this.own, TOLD);
    if (!points.length) return;
    const drawn = h('ol', { class: 'turning-points' });
    put(this.points, h('h2', {}, t('The moments that mattered')), drawn, button([icon('hint'), t('Practise your mistakes')], () => this.practise(), { class: 'quiet practise' }));
    for (const item of points) {
      if (this.closed) return;
      drawn.append(h('li', { class: 'point' }, this.point(item)));
      await painted();
    }
  }

  /** The mistakes as puzzles (puzzle.mjs). Those of one's own games are kept; those of any other record are there as long as the page is. */
  async practise() {
    const { practise } = await import('./puzzle.mjs'), { name } = this.match.game;
    practise(name, this.items.filter((item) => this.own.includes(item.seat) && isMistake(item)).map((item) => (
      { record: this.record, seats: this.people.length, node: item.node, seat: item.seat, chosen: item.played, best: item.moves[0].move, loss: item.loss })));
    this.go(`#/puzzles/${name}`);
  }

  /** The decision as it was met, with the better move drawn. */
  point(item) {
    const place = h('div', { class: 'point-place' });
    this.place(item, place, false);
    const better = this.words(item, item.moves[0].move);
    return [h('p', { class: 'aside' }, `${t('turn {0}', this.turn(item))} · ${this.people[item.seat].name} · −${this.amount(item.loss)}`),
      h('p', { class: 'was' }, t('Played: {0}.', this.words(item, item.played))),
      h('p', { class: 'better' }, h('strong', {}, t('Better: {0}', better)), this.because(item)), place];
  }

  turn(item) {
    return this.match.position(FULL, -1, item.node).turn + 1;
  }

  /** What the judge can say for it: nothing where only trials differ. */
  because(item) {
    return item.why?.length ? `. ${sentences(item.why)}` : '.';
  }

  // ---- Numbers ------------------------------------------------------------------------------------------

  /** A loss or a luck in the aim: per cent of the win, or points. */
  amount(x, sign = false) {
    return this.win ? percent(x, { digits: 1, sign }) : decimal(x, { sign });
  }

  /** The same rows as `penna analyse` prints, for who wants to compare. */
  renderSums() {
    const { seats } = this.result;
    const rows = [
      [t('points'), (one) => minus(one.points)],
      [t('accuracy'), (one) => percent(one.accuracy / 100)],
      [t('given away'), (one) => this.amount(one.loss)],
      [t('luck'), (one) => this.amount(this.win ? one.win_luck : one.points_luck, true)],
      // without luck it is an estimate, which may miss: no chance lies outside 0 and 1
      [this.win ? t('win without the luck') : t('points without the luck'), (one) => (this.win ? this.amount(Math.min(1, Math.max(0, one.win_adjusted))) : decimal(one.points_adjusted))],
      ...LABELS.slice(1).reverse().map((label) => [`${SIGNS[label]} ${t(label)}`, (one) => String(one[label])]),
    ];
    put(this.sums, h('h2', {}, t('Figures')), h('div', { class: 'ranking', tabindex: '0', role: 'region', 'aria-label': t('Summary') },
      h('table', {}, h('thead', {}, h('tr', {}, h('td', {}), this.people.map((one) => h('th', { scope: 'col' }, one.name)))),
        h('tbody', {}, rows.map(([label, value]) => h('tr', {}, h('th', { scope: 'row' }, label), seats.map((one) => h('td', { class: 'figure' }, value(one)))))))),
    h('p', { class: 'aside' }, this.win
      ? t('Luck is what the dice gave or took; what remains of the result without it is skill. Given away: the chance to win that better moves would have kept.')
      : t('Luck is what the dice gave or took; what remains of the points without it is skill.')),
    this.win && this.curve());
  }

  /** The chance to win after every roll, a line for each seat. */
  curve() {
    const rolls = this.items.filter((item) => item.luck);
    if (rolls.length < 2) return null;
    const x = (i) => (WIDE * i) / (rolls.length - 1), y = (share) => HIGH - HIGH * Math.min(1, Math.max(0, share));
    const line = (seat) => s('polyline', { class: `curve curve-${seat}`, points: rolls.map((item, i) => `${x(i).toFixed(1)},${y(item.luck[seat].win_after).toFixed(1)}`).join(' ') });
    return h('figure', { class: 'curves' },
      s('svg', { viewBox: `-4 -4 ${WIDE + 8} ${HIGH + 8}`, role: 'img', 'aria-label': t('The chance to win through the game') },
        [0, 0.5, 1].map((share) => s('line', { class: 'curve-rule', x1: 0, x2: WIDE, y1: y(share), y2: y(share) })), this.people.map((_, seat) => line(seat))),
      h('figcaption', {}, t('The chance to win through the game'), ': ', this.people.map((one, seat) => h('span', { class: 'curve-key' },
        s('svg', { viewBox: '0 0 24 8', 'aria-hidden': 'true' }, s('line', { class: `curve curve-${seat}`, x1: 0, x2: 24, y1: 4, y2: 4 })), one.name))));
  }

  // ---- Moves --------------------------------------------------------------------------------------------

  /** Drawn anew when it is switched, so many lines a frame; what comes meanwhile is added behind them. */
  async renderList() {
    const shown = this.items.filter((item) => 'seat' in item && (this.all || isMistake(item))), list = h('ol', { class: 'moments' });
    this.waiting = shown;
    put(this.list, h('div', { class: 'list-head' }, h('h2', {}, this.all ? t('All decisions') : t('What could have been better')),
      button(this.all ? t('Only mistakes') : t('Show all'), () => { this.all = !this.all; this.renderList(); this.list.querySelector('button').focus(); }, { class: 'quiet' })),
    list);
    while (this.waiting === shown && shown.length && !this.closed) {
      list.append(...shown.splice(0, LINES).map((item) => this.entry(item)));
      await painted();
    }
  }

  /** Positions are asked of the engine once each: the list and the drawings want the same ones. */
  words(item, token) {
    this.moves ??= new Map();
    const key = `${item.node} ${item.seat}`;
    if (!this.moves.has(key)) this.moves.set(key, this.match.position(FULL, item.seat, item.node));
    const move = this.moves.get(key).moves.find((one) => one.token === token);
    return move ? phrases(move.say) : token;
  }

  /** What is inside is drawn when it is opened: a hundred sheets at once would hold up a phone. */
  entry(item) {
    const best = item.moves[0].move, turn = this.turn(item);
    const better = item.label !== 'best' && h('p', {}, h('strong', {}, t('Better: {0}', this.words(item, best))), this.because(item));
    const place = h('div', { class: 'moment-place' });
    const box = h('details', { class: `moment label-${item.label}`, ontoggle: () => { if (box.open && !place.firstChild) this.place(item, place); } },
      h('summary', {}, h('span', { class: 'moment-sign', 'aria-hidden': 'true' }, SIGNS[item.label]),
        h('span', { class: 'moment-what' }, h('span', { class: 'aside' }, `${t('turn {0}', turn)} · ${this.people[item.seat].name}`), h('span', {}, capital(this.words(item, item.played)))),
        h('span', { class: 'moment-loss' }, h('span', {}, t(item.label)), item.label !== 'best' && h('b', {}, `−${this.amount(item.loss)}`))),
      better, place);
    return h('li', {}, box);
  }

  /** The position of a decision: the dice, the sheet, and, if wanted, the moves that were weighed. */
  place(item, into, weighed = true) {
    const p = this.match.position(item.seat, item.seat, item.node), sheet = new Sheet(this.engine.layout(this.match.game, p.sheets[item.seat].sheet), { label: t('Sheet of {0}', this.people[item.seat].name) });
    const touch = (token) => p.moves.find((one) => one.token === token)?.touch ?? [];
    const table = new Tabletop(() => {});
    table.update(p.pieces, { chosen: new Set(touch(item.moves[0].move)) });
    sheet.node.classList.remove('mini');
    sheet.update(p.sheets[item.seat].looks, { chosen: new Set(touch(item.moves[0].move)), last: new Set(touch(item.played)) });
    put(into, table.node, h('div', { class: 'moment-sheet' }, sheet.node),
      weighed && h('ul', { class: 'weighed' }, item.moves.map((one) => h('li', {}, h('span', {}, capital(this.words(item, one.move)), one.move === item.played && h('em', {}, ` (${t('played')})`)),
        h('b', {}, this.amount(this.win ? one.win : one.points))))),
      button([icon('undo'), t('See it in the replay')], async () => this.go(`#/game/${await pack(this.record)}/${item.node}`), { class: 'quiet' }));
  }

  // ---- Luck ---------------------------------------------------------------------------------------------

  /** Every roll is luck for every seat, so a roll can be listed for several. */
  renderLuck() {
    const value = (one) => (this.win ? one.win_luck : one.points_luck);
    const rolls = this.items.filter((item) => item.luck).flatMap((item) => item.luck.map((one, seat) => ({ item, seat, luck: value(one) })));
    const sorted = [...rolls].sort((a, b) => b.luck - a.luck);
    const row = ({ item, seat, luck }) => h('li', {}, h('span', {}, `${t('turn {0}', this.match.position(FULL, -1, item.node).turn + 1)} · ${this.people[seat].name}: `, fallen(this.log[item.node])),
      h('b', {}, this.amount(luck, true)));
    put(this.luck, h('h2', {}, t('The luckiest and the unluckiest')), h('ul', { class: 'weighed' }, [...sorted.slice(0, TOLD), ...sorted.slice(-TOLD)].map(row)));
  }
}

/** The screen on which a finished record is analysed. */
export function analysisScreen(context, record) {
  const own = new Analysis(context, record), { title } = own.match.game;
  const node = h('div', { class: 'page analysis' },
    h('header', { class: 'top' }, iconButton('back', t('Back'), context.back), h('h1', {}, `${t('Analysis')}: ${t(title)}`)),
    h('main', { id: 'main', tabindex: '-1' }, own.said, own.points, own.run, own.list, own.luck, own.sums));
  node.close = () => own.close();
  return node;
}
