// sheet.mjs: a sheet as SVG, drawn from the layout that the engine gives. A sheet is built once and then brought up
// to date, so that the keyboard's focus stays where it is.

import { h, s } from './dom.mjs';
import { COLOURS, MARK, MARKS, SHAPE, SHAPES, UNIT } from './enums.mjs';
import { LETTERS, MARGIN, colourOf, isLettered, lockSign, outline, rowsOf, tone } from './picture.mjs';
import { t, colourName, minus } from './i18n.mjs';

const BOX = 42;  // pixels of a box to tap, at least and at most
const BOX_MAX = 58;

/** How the colours are woven: the side of the pattern, and threads or a dot. */
const WEAVES = {
  black: [2, 'M0 0l2 2M2 0L0 2'], grey: [3, 0.35], red: [2.5, 'M0 2.5L2.5 0'], yellow: [2.5, 0.45], green: [2.5, 'M0 0L2.5 2.5'],
  blue: [2.5, 'M0 1.25h2.5'], purple: [2.5, 'M1.25 0v2.5'], orange: [3, 'M0 1.5h3M1.5 0v3'],
};

/** What fills an element with the pattern of a colour; the patterns are brought to the page when first wanted. */
export function weave(colour) {
  if (!document.querySelector('.weaves')) {
    document.body.append(s('svg', { class: 'weaves', 'aria-hidden': 'true', width: 0, height: 0 }, Object.entries(WEAVES).map(([name, [side, what]]) =>
      s('pattern', { id: `p-${name}`, width: side, height: side, patternUnits: 'userSpaceOnUse' },
        typeof what === 'string' ? s('path', { class: 'thread', d: what }) : s('circle', { class: 'dot', cx: side / 2, cy: side / 2, r: what })))));
  }
  return COLOURS[colour] in WEAVES ? `url(#p-${COLOURS[colour]})` : 'none';
}

/** Strokes of a pen, a little uneven so that they look written. */
function cross(cx, cy, n) {
  const a = 2.7 + (n * 7 % 5) * 0.08, b = 2.7 - (n * 3 % 4) * 0.1;
  return s('path', { class: 'pen', d: `M${cx - a} ${cy - b}Q${cx + 0.3} ${cy - 0.2} ${cx + b} ${cy + a}M${cx + a} ${cy - b - 0.1}Q${cx + 0.2} ${cy + 0.3} ${cx - b} ${cy + b}` });
}

function ink(box, look, n) {
  const cx = box.x + box.w / 2, cy = box.y + box.h / 2;
  switch (look.mark) {
    case MARK.CROSS:
      return [cross(cx, cy, n)];
    case MARK.STRUCK:
      return [s('path', { class: 'pen', d: `M${box.x + 2} ${box.y + box.h - 2.2}Q${cx} ${cy + 0.5} ${box.x + box.w - 2} ${box.y + 2.2}` })];
    case MARK.NUMBER:
    case MARK.HIT: {
      const out = [s('text', { class: 'written', x: cx, y: cy + (box.label && box.shape !== SHAPE.SCORE ? 2.3 : 1.9) }, minus(look.value))];
      if (look.mark === MARK.HIT) out.push(s('ellipse', { class: 'pen ring', cx, cy: cy + 0.5, rx: 3.5, ry: 3.3 }));
      return out;
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

export class Sheet {
  /** A sheet for a layout. `tap(box)` is called for boxes that can be chosen; without it the sheet is a small
   *  picture of somebody else's. */
  constructor(layout, { tap = null, label = '' } = {}) {
    this.layout = layout;
    this.tap = tap;
    const left = tap ? 1 : MARGIN, width = layout.w + left + 2, height = layout.h + 3;
    this.node = s('svg', {
      class: tap ? 'sheet' : 'sheet mini', role: tap ? 'group' : 'img', 'aria-label': label, viewBox: `${-left} -1.5 ${width} ${height}`,
    });
    this.letters = this.node;
    if (tap) this.makeFrame(width, height);
    this.boxes = [];
    this.drawRows();
    for (let i = 0; i < layout.boxes.length; i++) this.drawBox(i);
    for (const [x1, y1, x2, y2] of layout.rules) this.node.append(s('line', { class: 'rule', x1, y1, x2, y2 }));
    if (tap) this.node.addEventListener('keydown', (event) => this.arrows(event));
  }

  /** A large sheet lies in a frame in which the letters of the rows stay in sight when it is scrolled. */
  makeFrame(width, height) {
    this.letters = s('svg', { class: 'letters', viewBox: `${-MARGIN} -1.5 ${MARGIN - 1} ${height}`, 'aria-hidden': 'true' });
    this.frame = h('div', { class: 'frame' }, this.letters, this.node);
    const units = MARGIN - 1 + width;
    const least = `${units * BOX / UNIT}px`;
    this.frame.style.minWidth = least;
    this.frame.style.maxWidth = `min(${units * BOX_MAX / UNIT}px, max(${least}, (100dvh - var(--around)) * ${units / height}))`;
    this.letters.style.flex = `${MARGIN - 1} 0 0`; // both parts are drawn to one scale
    this.node.style.flex = `${width} 0 0`;
  }

  drawRows() {
    for (const { row, y, h: high, band, letter } of rowsOf(this.layout)) {
      this.node.append(s('g', { class: `row ${tone(row.colour)}`, 'aria-hidden': 'true' }, s('path', { class: 'band', d: band })));
      if (!letter) continue;
      this.letters.append(s('g', { class: tone(row.colour), 'aria-hidden': 'true' },
        s('circle', { class: 'badge', cx: -5, cy: y + high / 2, r: 3.1 }), s('text', { class: 'badge-letter', x: -5, y: y + high / 2 + 1.4 }, letter)));
    }
  }

  drawBox(index) {
    const box = this.layout.boxes[index], colour = colourOf(this.layout, box), d = outline(box);
    const cx = box.x + box.w / 2, cy = box.y + box.h / 2;
    const group = s('g', { class: `box ${tone(colour)}`, 'data-box': index, 'data-shape': SHAPES[box.shape] });
    group.append(s('path', { class: 'paper', d }));
    if (this.tap && colour && box.shape !== SHAPE.SCORE) group.append(s('path', { class: 'weave', d, fill: weave(colour) }));
    if (isLettered(this.layout, box)) group.append(s('text', { class: 'corner', x: box.x + 2.1, y: box.y + 3.2 }, LETTERS[box.colour]));
    if (box.shape === SHAPE.LOCK) group.append(s('path', { class: 'lock-sign', d: lockSign(cx, cy) }));
    if (box.label) {
      group.append(s('text', { class: 'print', x: cx, y: cy + 1.7 }, minus(box.label)));
      group.append(s('text', { class: 'print small', x: box.x + box.w - 2, y: box.y + 3.2 }, minus(box.label)));
    }
    const written = s('g', { class: 'ink' });
    group.append(written);
    if (this.tap) {
      group.addEventListener('click', () => { if (group.classList.contains('possible')) this.tap(index); });
      group.addEventListener('keydown', (event) => {
        if ((event.key === 'Enter' || event.key === ' ') && group.classList.contains('possible')) {
          event.preventDefault();
          this.tap(index);
        }
      });
    }
    this.node.append(group);
    this.boxes.push({ group, written, shown: '' });
  }

  /** Brings the sheet up to date: looks [mark, value …], the boxes that can be chosen and those chosen (Sets), and
   *  what would be written (a Map). */
  update(looks, { possible = new Set(), chosen = new Set(), preview = new Map(), last = new Set(), label = null } = {}) {
    if (label !== null) this.node.setAttribute('aria-label', label);
    this.boxes.forEach((own, index) => {
      const box = this.layout.boxes[index];
      const look = { mark: looks[2 * index], value: looks[2 * index + 1] };
      const ghost = preview.get(index);
      const shown = ghost && ghost.mark !== MARK.GONE ? ghost : look;
      const key = `${shown.mark} ${shown.value} ${ghost ? 1 : 0}`;
      if (key !== own.shown) {
        own.written.replaceChildren(...ink(box, shown, index));
        own.shown = key;
      }
      const names = ['box', tone(colourOf(this.layout, box)), `m-${MARKS[shown.mark]}`];
      if (ghost) names.push(ghost.mark === MARK.GONE ? 'going' : 'ghost');
      if (possible.has(index)) names.push('possible');
      if (chosen.has(index)) names.push('chosen');
      if (last.has(index)) names.push('last');
      own.group.setAttribute('class', names.join(' '));
      if (this.tap) this.describe(own.group, index, look, possible.has(index), chosen.has(index));
    });
  }

  describe(group, index, look, possible, chosen) {
    const name = boxName(this.layout, index);
    const state = chosen ? t('chosen') : possible ? t('can be chosen') : markName(look);
    group.setAttribute('aria-label', `${name}, ${state}`);
    group.setAttribute('role', possible ? 'button' : 'img');
    if (possible) {
      group.setAttribute('tabindex', '0');
      group.setAttribute('aria-pressed', String(chosen));
    } else {
      group.removeAttribute('tabindex');
      group.removeAttribute('aria-pressed');
    }
  }

  /** Arrow keys go to the nearest box in that direction that can be chosen. */
  arrows(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = this.boxes.findIndex((own) => own.group === document.activeElement);
    if (!step || from < 0) return;
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

/** Scrolls a sheet wider than the screen to where something can be chosen. */
export function showPossible(scroller, sheet, reduced) {
  const nodes = [...sheet.node.querySelectorAll('.possible')];
  const room = scroller.clientWidth;
  if (!nodes.length || scroller.scrollWidth <= room) return;
  const left = scroller.getBoundingClientRect().left - scroller.scrollLeft;
  const xs = nodes.map((node) => node.getBoundingClientRect().left - left);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  scroller.scrollTo({ left: middle - room / 2, behavior: reduced ? 'auto' : 'smooth' });
}
