// living.mjs: the pictures of the first screen come alive: dice fall beside a sheet, and the pen writes what they gave. What is shown is a
// game that was played when the page was built (src/wasm/list.c). One picture moves at a time, of those in sight; none while the page is
// hidden, and none at all for those who want no movement: they see a sheet half filled.

import { MARK, VALUE_NONE } from './engine.mjs';
import { s, put, breathe } from './dom.mjs';
import { tone, write } from './picture.mjs';
import { quiet } from './voice.mjs';

const BEAT = 1700;  // milliseconds from one throw to the next
const SETTLE = 450; // from a throw to the pen
const BEGUN = 0.6;  // the part of a game that is written at first
const CARD = 1;
const ACROSS = 2, STEP = 12, TALL = 36; // how pieces lie: two side by side, so far apart, in a picture at least so high
const DOTS = {
  1: [5, 5], 2: [3, 3, 7, 7], 3: [2.7, 2.7, 5, 5, 7.3, 7.3], 4: [3, 3, 7, 3, 3, 7, 7, 7],
  5: [2.7, 2.7, 7.3, 2.7, 5, 5, 2.7, 7.3, 7.3, 7.3], 6: [3, 2.4, 7, 2.4, 3, 5, 7, 5, 3, 7.6, 7, 7.6],
};

/** The pips of a die as points: lines without length that have round ends. */
const pips = (value) => DOTS[value].map((at, i) => (i % 2 ? ` ${at}h0` : `M${at}`)).join('');

/** A rounded rectangle, 10 wide, so many high. */
const plate = (high, round) => `M${round} 0h${10 - 2 * round}q${round} 0 ${round} ${round}v${high - 2 * round}q0 ${round}-${round} ${round}h-${10 - 2 * round}q-${round} 0-${round}-${round}v-${high - 2 * round}q0-${round} ${round}-${round}z`;

const FACE = { die: plate(10, 2.4), card: plate(14, 1.6) };

/** The pieces of a step, two side by side, as one picture. */
function drawPieces(pieces) {
  const high = pieces.some(([kind]) => kind === CARD) ? 14 : 10, down = high + 2, rows = Math.ceil(pieces.length / ACROSS);
  const tall = Math.max(TALL, rows * down); // so that two dice are no larger than six
  const node = s('svg', { class: 'thrown', viewBox: `-1 ${rows * down - tall - 1} ${ACROSS * STEP} ${tall}`, preserveAspectRatio: 'xMaxYMax', 'aria-hidden': 'true' });
  pieces.forEach(([kind, colour, value], i) => {
    const x = (i % ACROSS) * STEP, y = Math.floor(i / ACROSS) * down, die = kind !== CARD;
    node.append(s('g', { class: tone(colour), transform: `translate(${x} ${y})` }, s('g', { class: `toss toss-${i % 3}` },
      s('path', { class: 'plate', d: die ? FACE.die : FACE.card }),
      die && DOTS[value] ? s('path', { class: 'dots', d: pips(value) })
        : value !== VALUE_NONE && s('path', { class: 'figure', d: write(String(value), 5, high / 2, 5.5) }))));
  });
  return node;
}

/** What the pen writes into a box, as strokes. */
function strokes(layout, [index, mark, value]) {
  const box = layout.boxes[index], cx = box.x + box.w / 2, cy = box.y + box.h / 2, r = Math.min(box.w, box.h) * 0.31;
  if (mark === MARK.CROSS) return `M${cx - r} ${cy - r}q${r * 0.8} ${r * 0.6} ${2 * r} ${2 * r}M${cx + r * 0.9} ${cy - r}q${-r * 0.7} ${r * 0.8} ${-2 * r} ${1.9 * r}`;
  if (mark === MARK.STRUCK) return `M${cx - r} ${cy + r * 0.5}L${cx + r} ${cy - r * 0.5}`;
  const number = write(String(value), cx, cy, r * 1.45);
  return mark === MARK.HIT ? `${number}M${cx + r * 1.2} ${cy}a${r * 1.2} ${r * 1.2} 0 1 1-.1-.8` : number;
}

/** Under a number that is written over a printed one: paper, so that it can be read. */
function cover(layout, [index, mark]) {
  const { x, y, w, h, label } = layout.boxes[index];
  return label && (mark === MARK.NUMBER || mark === MARK.HIT) ? `M${x + 1} ${y + 1}h${w - 2}v${h - 2}h${2 - w}z` : '';
}

/** One picture: a sheet that is there already, the ink on it, and the pieces beside it. */
class Living {
  constructor(place, { layout, demo }) {
    Object.assign(this, { place, layout, demo, seen: true });
    this.sheet = place.querySelector('svg');
    this.ink = s('g', { class: 'ink' });
    this.at = Math.ceil(demo.length * BEGUN);
    this.sheet.append(this.ink);
    this.restore();
    place.append(this.thrown = drawPieces(demo[this.at - 1].pieces));
  }

  /** All that is written by now, as two paths. */
  restore() {
    const marks = this.demo.slice(0, this.at).flatMap((step) => step.marks);
    put(this.ink, s('path', { class: 'cover', d: marks.map((mark) => cover(this.layout, mark)).join('') }),
      s('path', { d: marks.map((mark) => strokes(this.layout, mark)).join('') }));
  }

  /** The next throw; from the beginning, if the game is over. */
  roll() {
    if (this.at === this.demo.length) this.at = 0, this.restore();
    const next = drawPieces(this.demo[this.at].pieces);
    next.classList.add('rolling');
    this.thrown.replaceWith(next);
    this.thrown = next;
  }

  /** The pen writes what was thrown. */
  write() {
    for (const mark of this.demo[this.at].marks) this.ink.append(s('path', { class: 'cover', d: cover(this.layout, mark) }), s('path', { class: 'wet', pathLength: 1, d: strokes(this.layout, mark) }));
    this.at++;
  }
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets the pictures of a page live: `places` are elements with a sheet in them, one for each game. It ends when the page goes. */
export async function bringToLife(page, places, games) {
  const all = [];
  for (const [i, game] of games.entries()) {
    if (!game.demo.length || !page.isConnected) continue;
    all.push(new Living(places[i], game));
    await breathe();
  }
  if (quiet()) return;
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) all.find((one) => one.place === target).seen = isIntersecting;
  });
  for (const one of all) watch.observe(one.place);
  for (let turn = 0; page.isConnected; turn++) {
    await wait(BEAT - SETTLE);
    const seen = all.filter((one) => one.seen);
    if (document.hidden || !page.isConnected || !seen.length) continue;
    const one = seen[turn % seen.length];
    one.roll();
    await wait(SETTLE);
    one.write();
  }
  watch.disconnect();
}
