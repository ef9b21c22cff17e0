// position.mjs: a position with something to do in it, drawn as at the table: taps on the sheet, dice and cards become a move. Lessons
// (lesson.mjs) and puzzles (puzzle.mjs) are made of it. There is no match behind it: the engine is asked about the state itself, which is in
// notation (docs/notation.md).

import { h, put } from './dom.mjs';
import { TOUCH_PIECE } from './enums.mjs';
import { t } from './i18n.mjs';
import { meant, tap, tappable } from './choose.mjs';
import { Sheet } from './sheet.mjs';
import { Tabletop } from './table.mjs';

const boxes = (set) => new Set([...set].filter((one) => one < TOUCH_PIECE));

export class Position {
  /** `changed()` is called when another move is meant; whoever made this draws then. */
  constructor(engine, game, changed) {
    Object.assign(this, { engine, game, changed, p: null, closed: true });
    this.table = new Tabletop((touch) => this.tapped(touch));
    this.scroller = h('div', { class: 'scroller', tabindex: '0', role: 'group', 'aria-label': t('Your sheet') });
  }

  /** Shows a state to a seat; null: there is nothing to see. Nothing of the one before stays. */
  open(state, seat) {
    Object.assign(this, { state, seat, taps: [], picked: null, sheet: null, closed: false });
    this.p = state ? this.engine.positionOf(state, seat) : null;
  }

  /** Nothing can be tapped any more: the position stays to be looked at. */
  close() {
    this.closed = true;
  }

  /** The move that is chosen at the moment, or null. */
  get move() {
    return this.p ? this.picked ?? meant(this.p.moves, this.taps) : null;
  }

  /** Chooses a move of p.moves, or none. */
  pick(move) {
    this.picked = move;
    this.taps = [];
    this.changed();
  }

  /** The layout of the sheet. */
  get layout() {
    return this.engine.layout(this.game, this.p.sheets[this.seat].sheet);
  }

  tapped(touch) {
    if (this.closed) return;
    this.taps = tap(this.p.moves, this.picked ? [] : this.taps, touch);
    this.picked = null;
    this.changed();
  }

  /** `asks`: something can be chosen; what the move would write is shown on the sheet. `last`: boxes to be looked at besides. */
  draw(asks, last = []) {
    const { p, move } = this, touched = new Set([...(move?.touch ?? []), ...this.taps]);
    const possible = asks && !this.closed ? tappable(p.moves) : new Set();
    this.table.update(p?.pieces ?? [], { possible, chosen: touched });
    this.scroller.hidden = !p;
    if (!p) return;
    const { layout } = this;
    if (!this.sheet) {
      this.sheet = new Sheet(layout, { tap: (box) => this.tapped(box), label: t('Your sheet'), gently: true });
      put(this.scroller, this.sheet.frame);
    }
    this.table.tell(p.counts ?? [], p.pieces, layout);
    const preview = move ? this.engine.previewOf(this.state, this.seat, move.token) : new Map();
    this.sheet.update(p.sheets[this.seat].looks, { possible: boxes(possible), chosen: boxes(touched), preview, last: boxes(last) });
  }
}
