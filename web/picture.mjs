// picture.mjs: the outlines of boxes, and a sheet as a small picture for the list of games. A picture is a few paths for
// each colour, its numbers too: laying out a hundred texts takes a slow phone far longer than all else on that screen.

import { COLOURS, SHAPE } from './enums.mjs';
import { s } from './dom.mjs';
import { tc } from './i18n.mjs';

/** Letters beside colours, as short as they can be told apart in a game, from the reader's words for them. */
const LETTER = {
  white: () => tc('white', 'W'), black: () => tc('black', 'K'), grey: () => tc('grey', 'G'), red: () => tc('red', 'R'), yellow: () => tc('yellow', 'Y'),
  green: () => tc('green', 'G'), blue: () => tc('blue', 'B'), purple: () => tc('purple', 'P'), orange: () => tc('orange', 'O'),
};
export const letterOf = (colour) => LETTER[COLOURS[colour]]?.() ?? '';

/** The class that gives an element a colour of the game. */
export const tone = (colour) => `c-${COLOURS[colour]}`;

/** The colour of a box: its own, or that of its row. */
export const colourOf = (layout, box) => box.colour || layout.rows[box.row]?.colour || 0;

/** Whether a box needs a letter beside its colour, which is not that of its row. */
export const isLettered = (layout, box) => Boolean(layout.rows[box.row] && box.colour && box.colour !== layout.rows[box.row].colour);

/** Left of the boxes, for the letters of the rows. */
export const MARGIN = 9;

const GAP = 0.45; // round every box
const ROUND = 1.8;

/** A box with round corners. */
export function rounded(x, y, w, h, r) {
  const a = w - 2 * r, b = h - 2 * r;
  return `M${x + r} ${y}h${a}a${r} ${r} 0 0 1 ${r} ${r}v${b}a${r} ${r} 0 0 1-${r} ${r}h-${a}a${r} ${r} 0 0 1-${r}-${r}v-${b}a${r} ${r} 0 0 1 ${r}-${r}z`;
}

/** The outline of a box, as a path; `u`: how long a unit is, for what does not grow with the box. */
export function outline(box, u = 1) {
  const gap = GAP * u, [x, y, w, h] = [box.x + gap, box.y + gap, box.w - 2 * gap, box.h - 2 * gap];
  if (box.shape === SHAPE.PENTAGON) {
    const r = 1.2 * u;
    return `M${x + r} ${y}h${w - 2 * r}q${r} 0 ${r} ${r}v${h * 0.62}L${x + w / 2} ${y + h + 0.75 * r}L${x} ${y + h * 0.62 + r}v-${h * 0.62}q0-${r} ${r}-${r}z`;
  }
  return rounded(x, y, w, h, box.shape === SHAPE.ROUND || box.shape === SHAPE.LOCK ? Math.min(w, h) / 2 : ROUND * u);
}

/** The sign of a lock. */
export const lockSign = (cx, cy, u = 1) => `M${cx - 1.1 * u} ${cy - 0.2 * u}v${-1.1 * u}a${1.1 * u} ${1.1 * u} 0 0 1 ${2.2 * u} 0v${1.1 * u}M${cx - 1.8 * u} ${cy - 0.2 * u}h${3.6 * u}v${2.6 * u}h${-3.6 * u}z`;

/** The rows that have boxes: {row, boxes, y, h, band, letter}: the outline of the band behind them; no letter if it is no sign to show. */
export function rowsOf(layout) {
  return layout.rows.map((row, index) => {
    const boxes = layout.boxes.filter((box) => box.row === index);
    const x = Math.min(...boxes.map((box) => box.x)), w = Math.max(...boxes.map((box) => box.x + box.w)) - x, { y, h } = boxes[0] ?? {};
    const band = rounded(x - 0.6, y - 0.1, w + 1.2, h + 0.2, ROUND + 0.6), letter = row.colour ? letterOf(row.colour) : /[A-Za-z1-9]/.test(row.letter) ? row.letter.toUpperCase() : '';
    return { row, boxes, y, h, band, letter };
  }).filter(({ boxes }) => boxes.length);
}

/** All signs that a sheet may have, as strokes of a pen, 3 wide and 5 high. */
const STROKES = {
  0: 'm1.5 0c-1 0-1.5 1-1.5 2.5s.5 2.5 1.5 2.5 1.5-1 1.5-2.5-.5-2.5-1.5-2.5z',
  1: 'm.6 1l1.2-1v5',
  2: 'm.2 1.2c0-.8.6-1.2 1.3-1.2s1.3.5 1.3 1.3c0 1.2-1.6 2.2-2.7 3.7h2.8',
  3: 'm.3 0h2.4l-1.5 1.9c1 0 1.7.6 1.7 1.5s-.7 1.6-1.5 1.6c-.6 0-1.1-.2-1.4-.6',
  4: 'm2.2 5v-5l-2.2 3.5h3',
  5: 'm2.6 0h-2.1l-.3 2.3c.4-.3.8-.4 1.2-.4 1 0 1.5.7 1.5 1.5s-.6 1.6-1.6 1.6c-.6 0-1-.2-1.3-.6',
  6: 'm2.4 0c-1.5.4-2.3 1.8-2.3 3.4 0 1 .6 1.6 1.4 1.6s1.4-.6 1.4-1.5-.6-1.5-1.4-1.5-1.4.6-1.4 1.4',
  7: 'm.2 0h2.6l-1.8 5',
  8: 'm1.5 0c-.8 0-1.2.5-1.2 1.2s.5 1.1 1.2 1.1 1.2-.5 1.2-1.1-.4-1.2-1.2-1.2zm0 2.3c-.9 0-1.4.6-1.4 1.35s.6 1.35 1.4 1.35 1.4-.6 1.4-1.35-.5-1.35-1.4-1.35z',
  9: 'm.6 5c1.5-.4 2.3-1.8 2.3-3.4 0-1-.6-1.6-1.4-1.6s-1.4.6-1.4 1.5.6 1.5 1.4 1.5 1.4-.6 1.4-1.4',
  '-': 'm.4 2.6h2.2',
  A: 'm0 5l1.5-5 1.5 5m-2.5-1.7h2',
  B: 'm.3 0v5h1.2c.9 0 1.4-.5 1.4-1.4s-.5-1.3-1.4-1.3h-1.2h1c.8 0 1.3-.4 1.3-1.1s-.5-1.2-1.3-1.2h-1',
  C: 'm2.8.9c-.3-.6-.7-.9-1.3-.9-1 0-1.5 1-1.5 2.5s.5 2.5 1.5 2.5c.6 0 1-.3 1.3-.9',
  D: 'm.3 0v5h.9c1.2 0 1.7-1 1.7-2.5s-.5-2.5-1.7-2.5z',
  E: 'm2.6 0h-2.2v5h2.2m-2.2-2.6h1.8',
  F: 'm2.6 0h-2.2v5m0-2.6h1.8',
  G: 'm2.8.9c-.3-.6-.7-.9-1.3-.9-1 0-1.5 1-1.5 2.5s.5 2.5 1.5 2.5c.6 0 1.1-.2 1.4-.6v-1.8h-1.2',
  H: 'm.3 0v5m2.4-5v5m0-2.6h-2.4',
  I: 'm1.5 0v5',
  J: 'm2.3 0v3.6c0 .9-.4 1.4-1.1 1.4-.5 0-.8-.2-1-.6',
  K: 'm.3 0v5m2.4-5l-2.4 2.9m.8-1l1.7 3.1',
  L: 'm.5 0v5h2.1',
  M: 'm0 5v-5l1.5 3 1.5-3v5',
  N: 'm.3 5v-5l2.4 5v-5',
  O: 'm1.5 0c-1 0-1.5 1-1.5 2.5s.5 2.5 1.5 2.5 1.5-1 1.5-2.5-.5-2.5-1.5-2.5z',
  P: 'm.3 5v-5h1.2c.9 0 1.4.5 1.4 1.4s-.5 1.4-1.4 1.4h-1.2',
  Q: 'm1.5 0c-1 0-1.5 1-1.5 2.5s.5 2.5 1.5 2.5 1.5-1 1.5-2.5-.5-2.5-1.5-2.5m.3 3.7l1.1 1.3',
  R: 'm.3 5v-5h1.2c.9 0 1.4.5 1.4 1.3s-.5 1.3-1.4 1.3h-1.2m1.3 0l1.4 2.4',
  S: 'm2.7.8c-.3-.5-.7-.8-1.2-.8-.8 0-1.3.5-1.3 1.2 0 1.7 2.7.9 2.7 2.6 0 .7-.5 1.2-1.4 1.2-.6 0-1.1-.3-1.4-.8',
  T: 'm0 0h3m-1.5 0v5',
  U: 'm.2 0v3.4c0 1 .5 1.6 1.3 1.6s1.3-.6 1.3-1.6v-3.4',
  V: 'm0 0l1.5 5 1.5-5',
  W: 'm0 0l.7 5 .8-3.6.8 3.6.7-5',
  X: 'm.1 0l2.8 5m0-5l-2.8 5',
  Y: 'm0 0l1.5 2.5 1.5-2.5m-1.5 2.5v2.5',
  Z: 'm.2 0h2.6l-2.6 5h2.6',
};

/** Whether there are strokes for all signs of a text. */
export const writable = (text) => [...text].every((sign) => sign in STROKES);

const scaled = new Map();

/** The strokes of a sign, `high` units high. */
function strokes(sign, high) {
  const key = `${sign}${high}`;
  if (!scaled.has(key)) scaled.set(key, (STROKES[sign] ?? '').replace(/-?(\d+\.?\d*|\.\d+)/g, (number) => ` ${number * high / 5}`));
  return scaled.get(key);
}

/** A text as a path, its middle at (cx, cy). */
export function write(text, cx, cy, high) {
  const step = 0.78 * high, left = cx - (step * text.length - 0.18 * high) / 2;
  return [...text].map((sign, i) => `M${left + i * step} ${cy - high / 2}${strokes(sign, high)}`).join('');
}

/** The paths of a picture, by colour: a Map from the class of the colour to {class of the path: d}. */
export function paths(layout) {
  const out = new Map();
  const add = (colour, name, d) => {
    const own = out.get(tone(colour)) ?? out.set(tone(colour), {}).get(tone(colour));
    own[name] = (own[name] ?? '') + d;
  };
  for (const { row, y, h, band, letter } of rowsOf(layout)) {
    if (row.colour) add(row.colour, 'band', band);
    if (!letter) continue;
    add(row.colour, 'badge', rounded(-8.1, y + h / 2 - 3.1, 6.2, 6.2, 3.1));
    add(row.colour, 'badge-strokes', write(letter.toUpperCase(), -5, y + h / 2, letter.length > 1 ? 2.4 : 2.9));
  }
  for (const box of layout.boxes) {
    const colour = colourOf(layout, box), cx = box.x + box.w / 2, cy = box.y + box.h / 2;
    add(colour, box.shape === SHAPE.SCORE ? 'dashed' : 'paper', outline(box));
    if (isLettered(layout, box)) add(colour, 'thin-strokes', write(letterOf(box.colour).toUpperCase(), box.x + 2.1, box.y + 2.3, 1.8));
    if (box.shape === SHAPE.LOCK) add(colour, 'lock-sign', lockSign(cx, cy));
    if (box.label) add(colour, 'strokes', write(box.label, cx, cy, box.shape === SHAPE.MISTHROW ? 2.6 : 3.3));
  }
  return out;
}

/** A picture of an empty sheet, which screen readers skip. */
export function picture(layout) {
  const node = s('svg', { viewBox: `${-MARGIN} -1.5 ${layout.w + MARGIN + 2} ${layout.h + 3}`, 'aria-hidden': 'true' },
    s('path', { class: 'ground', d: rounded(-MARGIN, -1.5, layout.w + MARGIN + 2, layout.h + 3, 3) }));
  for (const [colour, own] of paths(layout)) node.append(s('g', { class: colour }, Object.entries(own).map(([name, d]) => s('path', { class: name, d }))));
  node.append(s('path', { class: 'rule', d: layout.rules.map(([x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`).join('') }));
  return node;
}
