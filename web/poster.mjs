// poster.mjs: the end of a game as a picture to share, drawn on the device: the table, every sheet as it was filled, names, points.
// Always drawn by daylight, whatever the page wears, so that it looks the same wherever it is sent.

import { MARK, SHAPE } from './enums.mjs';
import { MARGIN, colourOf, isLettered, letterOf, lockSign, outline, rowsOf, tone } from './picture.mjs';
import { painted } from './dom.mjs';
import { minus } from './i18n.mjs';

// Pixels, but for what is drawn on a sheet, which is in units of its layout. As wide as what people share.
const WIDE = 1080, EDGE = 48, GAP = 28, HEAD = 250, FOOT = 84, CAPTION = 74;
const AMBER = '#f7b733', FAINT = 0.35; // the verdict's colour; printed numbers below a cross
const PIECE = 16; // boxes that are drawn in one frame: what a slow phone has time for
const FONT = 'Penna, system-ui, sans-serif', HAND = '"Penna Pen", Penna, system-ui, sans-serif';

/** What the colours of the style sheet are by daylight: (class, variable) => 'rgb(…)'. */
function palette() {
  const probe = document.createElement('span'), known = new Map();
  probe.style.colorScheme = 'light';
  probe.hidden = true;
  document.body.append(probe);
  const colour = (name, variable, otherwise = '#000') => {
    const key = `${name} ${variable}`;
    if (!known.has(key)) {
      probe.className = name;
      probe.style.color = otherwise;
      probe.style.color = `var(${variable}, ${otherwise})`;
      known.set(key, getComputedStyle(probe).color);
    }
    return known.get(key);
  };
  return { colour, done: () => probe.remove() };
}

/** Ends a piece of the work: what was drawn is on the canvas (else all of it would come there at once, in the end), and the browser has a frame for others. */
function piece(c) {
  c.getImageData(0, 0, 1, 1);
  return painted();
}

/** Only the path: filled or stroked by the caller. */
function roundRect(c, x, y, w, h, r) {
  c.beginPath();
  c.roundRect(x, y, w, h, r);
}

/** A day that is read alike in every language; the browser's own way of writing it takes a slow phone too long. */
const dateOf = (now) => [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, '0')).join('-');

/** A text that is cut to the room it has. */
function text(c, words, x, y, { size, room = Infinity, align = 'left', colour, font = FONT, weight = 600 }) {
  c.font = `${weight} ${size}px ${font}`;
  c.textAlign = align;
  c.textBaseline = 'alphabetic';
  c.fillStyle = colour;
  let shown = words;
  while (c.measureText(shown).width > room && shown.length > 2) shown = `${shown.slice(0, -2).trimEnd()}…`;
  c.fillText(shown, x, y);
}

/** A text broken into as many lines as it needs; where the last one stands. */
function lines(c, words, x, y, { size, room, high, ...rest }) {
  c.font = `600 ${size}px ${FONT}`;
  let line = '', at = y;
  for (const word of words.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && c.measureText(longer).width > room) {
      text(c, line, x, at, { size, ...rest });
      [line, at] = [word, at + high];
    } else line = longer;
  }
  text(c, line, x, at, { size, ...rest });
  return at;
}

/** What a pen wrote in a box. */
function ink(c, box, mark, value, pen) {
  const cx = box.x + box.w / 2, cy = box.y + box.h / 2;
  const strokes = { [MARK.CROSS]: `M${cx - 2.7} ${cy - 2.6}Q${cx + 0.3} ${cy - 0.2} ${cx + 2.6} ${cy + 2.8}M${cx + 2.7} ${cy - 2.7}Q${cx + 0.2} ${cy + 0.3} ${cx - 2.6} ${cy + 2.6}`,
    [MARK.STRUCK]: `M${box.x + 2} ${box.y + box.h - 2.2}Q${cx} ${cy + 0.5} ${box.x + box.w - 2} ${box.y + 2.2}` };
  Object.assign(c, { strokeStyle: pen, lineWidth: 1.15, lineCap: 'round' });
  if (strokes[mark]) c.stroke(new Path2D(strokes[mark]));
  if (mark !== MARK.NUMBER && mark !== MARK.HIT) return;
  text(c, minus(value), cx, cy + 1.9, { size: 5.4, align: 'center', colour: pen, font: HAND });
  if (mark !== MARK.HIT) return;
  c.lineWidth = 0.7;
  c.beginPath();
  c.ellipse(cx, cy, 3.7, 3.5, 0, 0, 7);
  c.stroke();
}

/** The printed box, then the pen over it. A number that is written on makes room in the corner. */
function drawBox(c, layout, box, mark, value, colour) {
  const name = tone(colourOf(layout, box)), path = new Path2D(outline(box)), cx = box.x + box.w / 2, cy = box.y + box.h / 2, deep = colour(name, '--deep');
  c.globalAlpha = mark === MARK.GONE ? 0.45 : 1;
  c.fillStyle = box.shape === SHAPE.SCORE ? 'transparent' : colour(name, '--tint', '#fff');
  c.fill(path);
  Object.assign(c, { strokeStyle: colour(name, '--c'), lineWidth: 0.5 });
  c.setLineDash(box.shape === SHAPE.SCORE ? [1.4, 1] : []);
  c.stroke(path);
  c.setLineDash([]);
  if (box.shape === SHAPE.LOCK) {
    Object.assign(c, { strokeStyle: deep, lineWidth: 0.6 });
    c.stroke(new Path2D(lockSign(cx, cy)));
  }
  if (isLettered(layout, box)) text(c, letterOf(box.colour), box.x + 2.1, box.y + 3.2, { size: 2.4, align: 'center', colour: deep });
  const small = mark === MARK.NUMBER || mark === MARK.HIT;
  if (box.label && small) text(c, minus(box.label), box.x + box.w - 2, box.y + 3.2, { size: 2.2, align: 'center', colour: deep });
  if (box.label && !small) {
    c.globalAlpha *= mark === MARK.CROSS || mark === MARK.STRUCK ? FAINT : 1;
    text(c, minus(box.label), cx, cy + 1.7, { size: 4.6, align: 'center', colour: deep });
  }
  c.globalAlpha = 1;
  ink(c, box, mark, value, colour('', '--pen', '#2b3a9b'));
}

/** In the same order as picture.mjs: bands, letters, boxes, rules over all; so many boxes a frame. */
async function drawSheet(c, layout, looks, colour) {
  for (const { row, y, h, band, letter } of rowsOf(layout)) {
    const name = tone(row.colour);
    if (row.colour) {
      c.fillStyle = colour(name, '--c');
      c.fill(new Path2D(band));
    }
    if (!letter) continue;
    c.fillStyle = colour(name, '--c');
    c.beginPath();
    c.arc(-5, y + h / 2, 3.1, 0, 7);
    c.fill();
    text(c, letter, -5, y + h / 2 + 1.4, { size: 4, align: 'center', colour: colour(name, '--on') });
  }
  for (const [i, box] of layout.boxes.entries()) {
    if (i % PIECE === 0) await piece(c);
    drawBox(c, layout, box, looks[2 * i], looks[2 * i + 1], colour);
  }
  Object.assign(c, { strokeStyle: colour('', '--ink'), lineWidth: 0.9 });
  for (const [x1, y1, x2, y2] of layout.rules) c.stroke(new Path2D(`M${x1} ${y1}L${x2} ${y2}`));
}

/** A box with a cross in it: the mark. */
function drawMark(c, x, y, colour) {
  c.fillStyle = colour('', '--paper', '#fffdf6');
  roundRect(c, x, y, 76, 76, 18);
  c.fill();
  c.save();
  c.translate(x + 38, y + 38);
  c.scale(9, 9);
  ink(c, { x: -5, y: -5, w: 10, h: 10 }, MARK.CROSS, 0, colour('', '--pen', '#2b3a9b'));
  c.restore();
}

/** The picture, a Blob of PNG, of an end position `p`; `order` are the seats from the first on. */
export async function poster(session, p, order, { title, verdict }) {
  await document.fonts?.ready;
  const { colour, done } = palette();
  const columns = order.length > 2 ? 2 : 1, wide = (WIDE - 2 * EDGE - (columns - 1) * GAP) / columns;
  const sheets = order.map((seat) => session.engine.layout(session.game, p.sheets[seat].sheet));
  const scale = (layout) => Math.min((wide - 48) / (layout.w + MARGIN + 2), 560 / layout.h);
  const high = Math.max(...sheets.map((layout) => scale(layout) * (layout.h + 3))) + CAPTION + 30;
  const canvas = document.createElement('canvas'), c = canvas.getContext('2d', { willReadFrequently: true });
  canvas.width = WIDE;
  canvas.height = Math.ceil(HEAD + Math.ceil(order.length / columns) * (high + GAP) + FOOT);
  const ground = c.createRadialGradient(WIDE / 2, 0, 100, WIDE / 2, 0, canvas.height * 1.1), light = colour('', '--on-felt', '#fdf6e3');
  ground.addColorStop(0, colour('', '--felt', '#1f6a66'));
  ground.addColorStop(1, colour('', '--felt-deep', '#175552'));
  c.fillStyle = ground;
  c.fillRect(0, 0, canvas.width, canvas.height);
  await piece(c);
  drawMark(c, EDGE, 48, colour);
  text(c, title, EDGE + 100, 104, { size: 52, room: WIDE - 2 * EDGE - 100, colour: light });
  lines(c, verdict, EDGE, 186, { size: 40, room: WIDE - 2 * EDGE, high: 46, colour: AMBER });
  await piece(c);
  for (const [place, seat] of order.entries()) {
    const x = EDGE + (place % columns) * (wide + GAP), y = HEAD + Math.floor(place / columns) * (high + GAP), layout = sheets[place];
    c.fillStyle = colour('', '--paper', '#fffdf6');
    roundRect(c, x, y, wide, high, 26);
    c.fill();
    text(c, `${p.sheets[seat].rank}. ${session.people[seat].name}`, x + 26, y + 52, { size: 36, room: wide - 180, colour: colour('', '--ink') });
    text(c, minus(p.sheets[seat].points), x + wide - 26, y + 54, { size: 44, align: 'right', colour: colour('', '--pen', '#2b3a9b') });
    c.save();
    c.translate(x + (wide - scale(layout) * (layout.w + MARGIN + 2)) / 2, y + CAPTION);
    c.scale(scale(layout), scale(layout));
    c.translate(MARGIN, 1.5);
    await drawSheet(c, layout, p.sheets[seat].looks, colour);
    c.restore();
  }
  await piece(c);
  text(c, `Penna · ${dateOf(new Date())}`, WIDE / 2, canvas.height - 34, { size: 30, align: 'center', colour: colour('', '--on-felt-soft', '#d6e6dd') });
  done();
  await piece(c);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
