// replay.mjs: a finished (or any) game seen again, with a slider.

import './after.mjs';
import { h, painted, put, iconButton, button, icon } from './dom.mjs';
import { placed, verdict } from './end.mjs';
import { FULL, HIDDEN, newlyWritten } from './engine.mjs';
import { t, tc, phrases, minus } from './i18n.mjs';
import { Sheet } from './sheet.mjs';
import { Tabletop, fallen } from './table.mjs';
import { shareRecord, download, pack } from './share.mjs';
import { quiet } from './voice.mjs';

class Replay {
  /** Throws if the record cannot be read. Begins at the end, as one left it, unless a node is named. */
  constructor(engine, record, node) {
    this.engine = engine;
    this.record = record;
    this.match = engine.open(record);
    this.people = this.match.people();
    this.log = this.match.log(0);
    this.whole = this.match.position(FULL).kind === 'over' && this.log.every((event) => event.outcome !== HIDDEN); // nothing is hidden
    this.table = new Tabletop(() => {});
    this.sheets = [];
    this.list = h('div', { class: 'replay-sheets' });
    this.won = h('p', { class: 'replay-won' }); // in the place of the dice, once there are none
    this.words = h('p', { class: 'prompt', role: 'status' });
    this.slider = h('input', { type: 'range', id: 'slider', min: 0, max: this.match.node, value: this.match.node, oninput: () => this.show(Number(this.slider.value)) });
    this.playButton = button([icon('play'), tc('replay', 'Play')], () => this.run(), { class: 'quiet' });
    this.show(Math.min(node ?? this.match.node, this.match.node));
  }

  /** The engine keeps what is not closed. */
  close() {
    clearInterval(this.timer);
    this.match.close();
  }

  /** What led to the node, in words, so that a screen reader hears the game go by. */
  describe(node) {
    const event = this.log[node - 1];
    if (!event) return t('The beginning');
    if (event.kind === 'chance') {
      const what = fallen(event);
      return this.match.game.chance === 'roll' ? `${this.people[event.active].name}: ${what}` : what;
    }
    return event.moves.map((move) => `${this.people[move.seat].name}: ${phrases(move.say)}`).join(' · ');
  }

  /** Sheets are drawn once and brought up to date, two a frame: a slider asks for many nodes in a second. */
  show(node) {
    const p = this.match.position(FULL, -1, node);
    const before = node > 0 ? this.match.position(FULL, -1, node - 1) : p;
    this.showSheets(p, before);
    this.table.update(p.pieces);
    this.won.textContent = p.kind === 'over' && !p.pieces.length ? verdict({ people: this.people }, p, placed(p)) : '';
    put(this.words, `${t('turn {0}', p.turn + 1)} · ${this.describe(node)}`);
    this.slider.value = node;
    this.slider.setAttribute('aria-valuetext', this.words.textContent);
  }

  /** The sheets at a position, and what is new on them since the one before. */
  async showSheets(p, before) {
    const mine = this.shown = {};
    for (const [seat, sheet] of p.sheets.entries()) {
      if (seat && seat % 2 === 0) await painted();
      if (mine !== this.shown) return; // another node is asked for
      if (!this.sheets[seat]) {
        const drawn = new Sheet(this.engine.layout(this.match.game, sheet.sheet), { label: '' });
        const points = h('b', { class: 'points' });
        drawn.node.classList.remove('mini');
        this.list.classList.toggle('square', drawn.square);
        this.sheets[seat] = { drawn, points };
        this.list.append(h('figure', {}, h('figcaption', {}, h('span', {}, this.people[seat].name), points), drawn.node));
      }
      const { drawn, points } = this.sheets[seat];
      drawn.update(sheet.looks, { last: newlyWritten(sheet.looks, before.sheets[seat].looks), label: t('Sheet of {0}, {1} points', this.people[seat].name, minus(sheet.points)) });
      points.textContent = minus(sheet.points);
    }
  }

  /** From the beginning if one is at the end. A step is slower for those who want less motion. */
  run() {
    clearInterval(this.timer);
    let at = Number(this.slider.value) === this.match.node ? 0 : Number(this.slider.value);
    this.timer = setInterval(() => {
      if (at > this.match.node) return clearInterval(this.timer);
      this.show(at++);
    }, quiet() ? 900 : 600);
  }
}

/** The screen on which a record is replayed. */
export function replayScreen({ engine, go, back }, record, from) {
  let replay;
  try {
    replay = new Replay(engine, record, from);
  } catch (error) {
    return h('div', { class: 'page narrow' }, h('header', { class: 'top' }, iconButton('back', t('Back'), () => go('#/')), h('h1', {}, t('Replay'))),
      h('main', { id: 'main', tabindex: '-1' }, h('p', { class: 'error' }, `${t('This game cannot be read.')} ${error.message}`)));
  }
  const { title, name } = replay.match.game;
  const node = h('div', { class: 'page replay' },
    h('header', { class: 'top' }, iconButton('back', t('Back'), back), h('h1', {}, `${t('Replay')}: ${t(title)}`)),
    h('main', { id: 'main', tabindex: '-1' },
      h('section', { class: 'mid', 'aria-label': t('The table') }, replay.won, replay.table.node, replay.words),
      h('div', { class: 'slider' }, iconButton('back', t('One step back'), () => replay.show(Math.max(0, Number(replay.slider.value) - 1))),
        h('label', { for: 'slider', class: 'unseen' }, t('Place in the game')), replay.slider,
        iconButton('back', t('One step forward'), () => replay.show(Math.min(replay.match.node, Number(replay.slider.value) + 1)), { class: 'icon-button turned' })),
      replay.list,
      h('div', { class: 'end-actions' }, replay.playButton,
        replay.whole && button([icon('chart'), t('Analyse')], async () => go(`#/analysis/${await pack(record)}`), { class: 'quiet' }),
        button([icon('save'), t('Save the game')], () => download(`${name}.txt`, record), { class: 'quiet' }),
        button([icon('share'), t('Share the replay')], (event) => shareRecord(record, t(title), event.currentTarget), { class: 'quiet' }))));
  node.close = () => replay.close();
  return node;
}
