// sheet.mjs: a sheet as SVG, drawn from the layout that the engine gives, for the room it has. A sheet is built once and then
// brought up to date, so that the keyboard's focus stays where it is; when its room changes only its geometry is drawn again.
//
// A layout is in units, ten to a box. The large sheet is drawn in pixels, so much to a unit across and so much down: on a narrow
// phone the boxes are taller than wide, and the whole sheet is in sight. Small ones are drawn one to a unit and scaled by the style sheet.

import { h, s, painted } from './dom.mjs';
import { COLOURS, MARK, MARKS, SHAPE, SHAPES } from './enums.mjs';
import { letterOf, colourOf, isLettered, lockSign, outline, rounded, rowsOf, tone } from './picture.mjs';
import { t, colourName, minus } from './i18n.mjs';

const TALL = 1.7;  // so much taller than wide boxes may be, at most
const WIDE = 1.5;  // or wider than tall
const SIDE = 1.2;  // units left free on every side
const LEFT = 7.6;  // and on the left, for the letters of the rows
const SCALE = 9.5; // units that the table of points takes, if it needs a line of its own
const REACH = 30;  // pixels beside a box in which a tap still means it
const PIECE = 14;  // boxes that are drawn in one frame: what a slow phone has time for

/** Sheets that are not wholly drawn yet. They grow one after the other, so many boxes a frame, those to be tapped first. */
const growing = new Set();
let atWork = false;

/** One run serves all that come while it works: two would draw twice as much a frame. */
async function grow() {
  if (atWork) return;
  atWork = true;
  while (growing.size) {
    const all = [...growing], next = all.find((one) => one.tap) ?? all[0];
    if (next.addPiece()) growing.delete(next);
    await painted();
  }
  atWork = false;
}

/** How the colours are woven: the side of the pattern, and threads or a dot. */
const WEAVES = {
  black: [2, 'M0 0l2 2M2 0L0 2'], grey: [3, 0.35], red: [2.5, 'M0 2.5L2.5 0'], yellow: [2.5, 0.45], green: [2.5, 'M0 0L2.5 2.5'],
  blue: [2.5, 'M0 1.25h2.5'], purple: [2.5, 'M1.25 0v2.5'], orange: [3, 'M0 1.5h3M1.5 0v3'],
};

/** What fills an element with the pattern of a colour; the patterns are brought to the page when first wanted. */
export function weave(colour, unit = 1) {
  const id = `weaves-${unit}`;
  if (!document.getElementById(id)) {
    document.body.append(s('svg', { id, class: 'weaves', 'aria-hidden': 'true', width: 0, height: 0 }, Object.entries(WEAVES).map(([name, [side, what]]) =>
      s('pattern', { id: `p-${name}-${unit}`, width: side, height: side, patternUnits: 'userSpaceOnUse', patternTransform: `scale(${unit})` },
        typeof what === 'string' ? s('path', { class: 'thread', d: what }) : s('circle', { class: 'dot', cx: side / 2, cy: side / 2, r: what })))));
  }
  return COLOURS[colour] in WEAVES ? `url(#p-${COLOURS[colour]}-${unit})` : 'none';
}

/** Two strokes of a pen, a little uneven so that they look written. */
function cross({ x: left, y: top, w, h: high }, n) {
  const a = w * (0.29 + (n * 7 % 5) * 0.008), b = w * (0.29 - (n * 3 % 4) * 0.01), tall = Math.min(high / w, 1.35), cx = left + w / 2, cy = top + high / 2;
  const at = (x, y) => `${cx + x} ${cy + y * tall}`;
  return [`M${at(-a, -b)}Q${at(0.03 * w, -0.02 * w)} ${at(b, a)}`, `M${at(a, -b - 0.01 * w)}Q${at(0.02 * w, 0.03 * w)} ${at(-b, b)}`]
    .map((d, i) => s('path', { class: i ? 'pen second' : 'pen', d, pathLength: 1 }));
}

/** What is printed in a box goes to its corner when a number or a stroke comes over it. */
function aside({ x, y, w, label, u }) {
  return label ? [s('text', { class: 'print small', x: x + w - 2.5 * u, y: y + 2.7 * u }, minus(label))] : [];
}

/** What is written in a box at that place, or (`may`) could be. */
function ink(place, look, n, may) {
  const { x, y, w, h: high, label, shape } = place, cx = x + w / 2;
  if (may) return [s('text', { class: 'faint', x: cx, y: y + high * 0.52 }, may), ...aside(place)];
  switch (look.mark) {
    case MARK.CROSS:
      return cross(place, n);
    case MARK.STRUCK:
      return [s('path', { class: 'pen', pathLength: 1, d: `M${x + w * 0.2} ${y + high * 0.78}Q${cx} ${y + high * 0.55} ${x + w * 0.8} ${y + high * 0.22}` }), ...aside(place)];
    case MARK.NUMBER:
    case MARK.HIT: {
      const cy = y + high * (label && shape !== SHAPE.SCORE ? 0.56 : 0.51);
      const ring = look.mark === MARK.HIT ? [s('ellipse', { class: 'pen ring', pathLength: 1, cx, cy, rx: w * 0.31, ry: Math.min(high, w * 1.2) * 0.31 })] : [];
      return [s('text', { class: 'written', x: cx, y: cy }, minus(look.value)), ...ring, ...aside(place)];
    }
    default:
      return [];
  }
}

/** What a box is called: "red 7", "orange, box 3", "misthrow". */
function boxName(layout, index) {
  const box = layout.boxes[index];
  if (box.shape === SHAPE.MISTHROW) return t('misthrow box');
  if (box.shape === SHAPE.LOCK) return t('{0} lock', colourName(box.colour));
  if (box.shape === SHAPE.SCORE) return t('score box');
  const row = layout.rows[box.row];
  const colour = colourName(box.colour) || (row ? colourName(row.colour) : '');
  if (box.label) return `${colour} ${minus(box.label)}`.trim();
  const first = layout.boxes.findIndex((other) => other.row === box.row);
  return t('{0}, box {1}', colour, index - first + 1);
}

/** For a screen reader: what stands in the box. */
function markName(look) {
  switch (look.mark) {
    case MARK.CROSS: return t('crossed');
    case MARK.STRUCK: return t('crossed out');
    case MARK.NUMBER: return t('holds {0}', minus(look.value));
    case MARK.HIT: return t('holds {0}, a hit', minus(look.value));
    case MARK.GONE: return t('gone');
    default: return t('free');
  }
}

/** Where the table of points stands: in the room that the lowest boxes leave beside them, if that is wide, else below all. */
function scalePlace({ boxes, w, h: high, scale }) {
  if (!scale) return null;
  const low = Math.max(...boxes.map((box) => box.y)), own = boxes.filter((box) => box.y === low);
  const left = Math.min(...own.map((box) => box.x));
  return left >= 6 * scale.points.length ? { x: 0, y: low, w: left - 4, h: own[0].h, below: 0 } : { x: 0, y: high + 1.5, w, h: SCALE - 1.5, below: SCALE };
}

export class Sheet {
  /** A sheet for a layout. `tap(box)` is called for boxes that can be chosen; without it the sheet is a small
   *  picture of somebody else's. A sheet to tap lies in `frame`, whose room it fills; `gently`: if that room changes while the window does not, it is drawn
   *  anew piece by piece. */
  constructor(layout, { tap = null, label = '', gently = false } = {}) {
    Object.assign(this, { layout, tap, gently });
    this.rows = rowsOf(layout);
    this.scale = scalePlace(layout);
    this.left = this.rows.some(({ letter }) => letter) ? LEFT : SIDE;
    this.units = { w: this.left + layout.w + SIDE, h: layout.h + 2 * SIDE + (this.scale?.below ?? 0) };
    this.node = s('svg', { class: tap ? 'sheet' : 'sheet mini', role: tap ? 'group' : 'img', 'aria-label': label });
    this.ground = s('g', { 'aria-hidden': 'true' });
    this.node.append(this.ground);
    this.boxes = []; // as far as it is drawn
    this.stale = []; // those of them that are drawn for another room
    this.steps = [];
    /** Fulfilled when it is drawn to its last box. */
    this.whole = new Promise((resolve) => { this.done = resolve; });
    if (tap) return this.makeTappable(); // it is drawn when its room is known
    this.measure(1, 1);
    this.begin();
  }

  /** How wide a sheet is for its height, as it is printed. */
  get ratio() {
    return this.units.w / this.units.h;
  }

  /** Too high to stand above another: at the end and in a replay they stand beside each other. */
  get square() {
    return this.ratio < 1.6;
  }

  /** The sheet grows with its frame. A click beside a box counts for the nearest: fingers are wider than boxes. */
  makeTappable() {
    this.frame = h('div', { class: 'frame' }, this.node);
    this.frame.style.setProperty('--ratio', String(this.ratio));
    new ResizeObserver(async ([{ contentRect }]) => {
      const view = `${innerWidth} ${innerHeight}`, turned = this.sx && view !== this.view;
      Object.assign(this, { room: contentRect, view });
      if (!turned) await painted(); // what lies round it comes first, in a frame of its own
      this.fit(this.room.width, this.room.height, this.gently && !turned);
    }).observe(this.frame);
    this.node.addEventListener('keydown', (event) => this.keys(event));
    this.frame.addEventListener('click', (event) => {
      const index = this.nearest(event);
      if (index >= 0) this.tap(index);
    });
  }

  /** Begins to draw the boxes, each piece in a frame of its own: a whole sheet at once would hold a slow phone up. */
  begin() {
    growing.add(this);
    painted().then(grow);
  }

  /** Draws some more: the ground, then the boxes that are drawn for another room, then those that are not drawn at all. True if it is whole. */
  addPiece() {
    const { boxes } = this.layout, from = this.boxes.length;
    if (!this.printed) {
      this.print();
      return false;
    }
    if (this.stale.length) {
      for (const index of this.stale.splice(0, PIECE)) this.boxShape(boxes[index], index);
      if (this.looks) this.update(this.looks, this.told);
    } else {
      boxes.slice(from, from + PIECE).forEach((box, i) => {
        this.boxes.push(this.addBox(box, from + i));
        this.boxShape(box, from + i);
      });
      if (this.looks) this.update(this.looks, this.told, from);
    }
    if (this.stale.length || this.boxes.length < boxes.length) return false;
    this.done();
    return true;
  }

  /** Two groups: what is printed is drawn with the size, what is written with the game. */
  addBox(box, index) {
    const plain = `box ${tone(colourOf(this.layout, box))}`, group = s('g', { class: plain, 'data-box': index, 'data-shape': SHAPES[box.shape] }), face = s('g', {}), written = s('g', { class: 'ink' });
    group.append(face, written);
    this.node.append(group);
    return { group, plain, face, written, shown: '' };
  }

  // ---- Geometry -----------------------------------------------------------------------------------------

  /** Draws the sheet for so many pixels, with boxes as large as fit; at once, or (`gently`) piece by piece. */
  fit(width, height, gently = false) {
    if (width < 20 || height < 20) return undefined;
    let sx = width / this.units.w, sy = height / this.units.h;
    sy = Math.min(sy, sx * TALL);
    sx = Math.min(sx, sy * WIDE);
    if (this.settled) {
      this.node.style.transform = `scale(${Math.min(width / this.settled.w, height / this.settled.h)})`;
      return undefined;
    }
    if (sx === this.sx && sy === this.sy) return undefined;
    const first = !this.sx, all = [...this.boxes.keys()];
    this.measure(sx, sy);
    if (first) return this.begin();
    if (!this.printed) return undefined; // it comes
    if (gently) {
      Object.assign(this, { printed: false, stale: all });
      return this.begin();
    }
    this.print();
    for (const index of all) this.boxShape(this.layout.boxes[index], index);
    if (this.looks) this.update(this.looks, this.told);
    return undefined;
  }

  /** Nothing will be written on it any more: from now on it keeps its proportions, and is enlarged as a picture is, which costs nothing. */
  settle() {
    if (this.settled || !this.sx || this.boxes.length < this.layout.boxes.length) return;
    this.settled = { w: this.sx * this.units.w, h: this.sy * this.units.h };
    this.frame.style.aspectRatio = String(this.settled.w / this.settled.h); // as a variable it would be inherited by every box
  }

  /** Takes so many pixels to a unit across and down. */
  measure(sx, sy) {
    const u = Math.min(sx, sy), w = sx * this.units.w, height = sy * this.units.h;
    Object.assign(this, { sx, sy, u });
    this.x = (x) => (x + this.left) * sx;
    this.y = (y) => (y + SIDE) * sy;
    this.node.setAttribute('viewBox', `0 0 ${w} ${height}`);
    if (this.tap) {
      this.node.setAttribute('width', w);
      this.node.setAttribute('height', height);
    }
    this.node.style.setProperty('--u', `${u}px`);
    this.node.style.setProperty('--print', `${Math.min(6 * sx, 5.2 * sy)}px`);
    this.node.style.setProperty('--write', `${Math.min((this.tap ? 7 : 5.8) * sx, 6.4 * sy)}px`);
  }

  /** Draws all that is printed but in the boxes, as it was measured. */
  print() {
    this.printed = true;
    this.ground.replaceChildren(...this.rows.flatMap((row) => this.rowShape(row)),
      ...this.layout.rules.map(([x1, y1, x2, y2]) => s('line', { class: 'rule', x1: this.x(x1), y1: this.y(y1), x2: this.x(x2), y2: this.y(y2) })), ...this.scaleShape());
  }

  /** The band under a row, and its letter, which tells it from the others without colour. */
  rowShape({ row, boxes, y, h: high, letter }) {
    const x = Math.min(...boxes.map((box) => box.x)), right = Math.max(...boxes.map((box) => box.x + box.w)), { u } = this;
    const band = rounded(this.x(x) - 0.5 * u, this.y(y) - 0.1 * u, (right - x) * this.sx + u, high * this.sy + 0.2 * u, 2.2 * u);
    const cx = this.x(-this.left / 2), cy = this.y(y + high / 2);
    return [s('g', { class: `row ${tone(row.colour)}` }, s('path', { class: 'band', d: band }),
      letter && s('circle', { class: 'badge', cx, cy, r: 2.9 * u }), letter && s('text', { class: `badge-letter${letter.length > 1 ? ' two' : ''}`, x: cx, y: cy }, letter))];
  }

  /** All that is printed in a box. Small sheets have no weave: at their size it would only be noise. Everything is where it stands on the
   *  sheet: groups that are moved there would each be a layer to the browser, and be looked at in every frame. */
  boxShape(box, index) {
    const own = this.boxes[index], colour = colourOf(this.layout, box), { u } = this, x = this.x(box.x), y = this.y(box.y), w = box.w * this.sx, high = box.h * this.sy;
    own.place = { x, y, w, h: high, u, label: box.label, shape: box.shape };
    const d = outline(own.place, u);
    own.face.replaceChildren(s('path', { class: 'paper', d }));
    if (this.tap && colour && box.shape !== SHAPE.SCORE) own.face.append(s('path', { class: 'weave', d, fill: weave(colour, Math.round(u)) }));
    if (isLettered(this.layout, box)) {
      const letter = letterOf(box.colour), two = letter.length > 1;
      own.face.append(s('text', { class: `corner${two ? ' two' : ''}`, x: x + (two ? 2.2 : 2.5) * u, y: y + (two ? 2 : 2.7) * u }, letter));
    }
    if (box.shape === SHAPE.LOCK) own.face.append(s('path', { class: 'lock-sign', d: lockSign(x + w / 2, y + high / 2, u) }));
    if (box.label) own.face.append(s('text', { class: 'print', x: x + w / 2, y: y + high / 2 }, minus(box.label)));
    own.shown = '';
  }

  /** The table of points: for so many boxes of a row with that mark so many points; a place for each row's mark above. */
  scaleShape() {
    this.steps = [];
    this.marked = '';
    if (!this.scale) return [];
    const { points } = this.layout.scale, { x, y, w, h: high } = this.scale, step = w / points.length;
    return points.map((value, i) => {
      const cx = this.x(x + step * (i + 0.5)), marks = s('g', {});
      this.steps.push({ marks, cx, top: this.y(y) });
      return s('g', { class: 'step' },
        s('rect', { class: 'step-ground', x: this.x(x + step * i) + 0.2 * this.u, y: this.y(y + high * 0.26), width: step * this.sx - 0.4 * this.u, height: high * 0.72 * this.sy, rx: this.u }),
        s('text', { class: 'step-count', x: cx, y: this.y(y + high * 0.44) }, i + 1), s('text', { class: 'step-points', x: cx, y: this.y(y + high * 0.77) }, value), marks);
    });
  }

  /** Where the k-th of n marks stands over a step. */
  markAt(cx, k, n) {
    return cx + (k - (n - 1) / 2) * 2.4 * this.u;
  }

  /** Marks where each row stands in the table of points. */
  markScale(looks) {
    if (!this.steps.length) return;
    const at = this.rows.map(({ row, boxes, letter }) => ({ row, letter, count: boxes.filter((box) => looks[2 * this.layout.boxes.indexOf(box)] === this.layout.scale.mark).length }));
    const key = at.map((one) => one.count).join();
    if (key === this.marked) return;
    this.marked = key;
    this.steps.forEach(({ marks, cx, top }, i) => {
      const here = at.filter((one) => one.count === i + 1);
      marks.replaceChildren(...here.flatMap(({ row, letter }, k) => [s('circle', { class: `step-mark ${tone(row.colour)}`, cx: this.markAt(cx, k, here.length), cy: top + this.u, r: 1.35 * this.u }),
        s('text', { class: `step-letter ${tone(row.colour)}${letter.length > 1 ? ' two' : ''}`, x: this.markAt(cx, k, here.length), y: top + this.u }, letter)]));
      marks.parentNode.classList.toggle('reached', here.length > 0);
    });
  }

  // ---- What is on it ------------------------------------------------------------------------------------

  /** Brings the sheet up to date: looks [mark, value …], the boxes that can be chosen and those chosen (Sets), what would be
   *  written by the move that is chosen (a Map), and the numbers that may be written (`faint`, a Map). `from`: only the boxes from there on. */
  update(looks, told = {}, from = 0) {
    const { possible = new Set(), chosen = new Set(), preview = new Map(), faint = new Map(), last = new Set(), label = null } = told;
    Object.assign(this, { looks, told, possible });
    if (label !== null) this.node.setAttribute('aria-label', label);
    this.boxes.forEach((own, index) => {
      if (index < from) return;
      const look = { mark: looks[2 * index], value: looks[2 * index + 1] };
      const ghost = preview.get(index), shown = ghost && ghost.mark !== MARK.GONE ? ghost : look;
      const may = !ghost && faint.has(index) ? minus(faint.get(index)) : '';
      const key = `${shown.mark} ${shown.value} ${may}`; // what was chosen and is written now is not written twice
      if (key !== own.shown) {
        own.written.replaceChildren(...ink(own.place, shown, index, may));
        own.shown = key;
      }
      const names = [own.plain, `m-${MARKS[shown.mark]}`];
      if (ghost) names.push(ghost.mark === MARK.GONE ? 'going' : 'ghost');
      if (may) names.push('may');
      if (possible.has(index)) names.push('possible');
      if (chosen.has(index)) names.push('chosen');
      if (last.has(index)) names.push('last');
      const all = names.join(' ');
      if (all !== own.names) own.group.setAttribute('class', all);
      own.names = all;
      if (this.tap) this.describe(own, index, look, possible.has(index), chosen.has(index));
    });
    if (this.sx) this.markScale(looks);
  }

  /** Only what changed is set: every attribute costs a style and an accessibility update, a hundred boxes at each tap. */
  describe(own, index, look, possible, chosen) {
    const state = `${chosen} ${possible} ${look.mark} ${look.value}`;
    if (state === own.state) return;
    own.state = state;
    own.group.setAttribute('aria-label', `${boxName(this.layout, index)}, ${chosen ? t('chosen') : possible ? t('can be chosen') : markName(look)}`);
    if (possible !== own.possible) {
      own.possible = possible;
      own.group.setAttribute('role', possible ? 'button' : 'img');
      if (possible) own.group.setAttribute('tabindex', '0'); // on what has the focus it would lay out the page at once
      else own.group.removeAttribute('tabindex');
    }
    if (possible) own.group.setAttribute('aria-pressed', String(chosen));
    else own.group.removeAttribute('aria-pressed');
  }

  // ---- Choosing -----------------------------------------------------------------------------------------

  /** The box that a tap means: the one it hits, or the nearest that can be chosen; -1: none is near. */
  nearest(event) {
    const hit = event.target.closest('[data-box]');
    if (hit && this.possible?.has(Number(hit.dataset.box))) return Number(hit.dataset.box);
    const frame = this.node.getBoundingClientRect(), x = event.clientX - frame.left, y = event.clientY - frame.top;
    let best = -1, least = Math.max(REACH, 8 * this.u);
    for (const index of this.possible ?? []) {
      const { x: left, y: top, w, h: high } = this.boxes[index]?.place ?? { x: Infinity }; // not drawn yet
      const far = Math.hypot(Math.max(left - x, 0, x - left - w), Math.max(top - y, 0, y - top - high));
      if (far < least) [best, least] = [index, far];
    }
    return best;
  }

  /** Enter and the space bar choose; arrows go to the nearest box in that direction that can be chosen. */
  keys(event) {
    const from = this.boxes.findIndex((own) => own.group === document.activeElement);
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (from < 0) return;
    if ((event.key === 'Enter' || event.key === ' ') && this.possible.has(from)) {
      event.preventDefault();
      this.tap(from);
    }
    if (!step) return;
    event.preventDefault();
    const here = this.layout.boxes[from];
    let best = null, least = Infinity;
    this.boxes.forEach((own, index) => {
      const box = this.layout.boxes[index];
      const dx = box.x - here.x, dy = box.y - here.y, along = dx * step[0] + dy * step[1];
      const far = along + 3 * Math.abs(step[0] ? dy : dx);
      if (along > 0 && far < least && own.group.hasAttribute('tabindex')) [best, least] = [own.group, far];
    });
    best?.focus();
  }
}
