// table.mjs: the dice and cards on the table.

import { h, s, put } from './dom.mjs';
import { HIDDEN, PIECE, PLACE, TOUCH_PIECE, VALUE_NONE } from './engine.mjs';
import { t, colourName, minus } from './i18n.mjs';
import { letterOf, tone } from './picture.mjs';
import { weave } from './sheet.mjs';

// Where they lie on a face of 24 by 24, by the number.
const PIPS = {
  1: [[12, 11.4]], 2: [[7, 6.4], [17, 16.4]], 3: [[6.6, 6], [12, 11.4], [17.4, 16.8]], 4: [[7, 6.4], [17, 6.4], [7, 16.4], [17, 16.4]],
  5: [[6.6, 6], [17.4, 6], [12, 11.4], [6.6, 16.8], [17.4, 16.8]], 6: [[7, 5.6], [17, 5.6], [7, 11.4], [17, 11.4], [7, 17.2], [17, 17.2]],
};

/** A number that no die has is written: cards and other games may have any. */
function pips(value) {
  if (value === VALUE_NONE) return [s('text', { class: 'piece-value', x: 12, y: 16 }, '?')];
  if (!PIPS[value]) return [s('text', { class: 'piece-value', x: 12, y: 16.5 }, minus(value))];
  return PIPS[value].map(([cx, cy]) => s('circle', { class: 'pip', cx, cy, r: 2.3 }));
}

/** The letter of its colour stands below: nothing is told by colour alone. */
function drawDie(piece) {
  return s('svg', { class: 'die', viewBox: '0 0 24 28', 'aria-hidden': 'true' },
    s('rect', { class: 'die-side', x: 1, y: 2.4, width: 22, height: 21.4, rx: 5.4 }),
    s('rect', { class: 'die-face', x: 1, y: .8, width: 22, height: 21.2, rx: 5.4 }),
    s('path', { class: 'shine', d: 'M4.6 2.6h14.8' }),
    s('g', { class: 'pips' }, pips(piece.value)),
    s('text', { class: 'piece-letter', x: 12, y: 27.6 }, letterOf(piece.colour)));
}

/** Letters in two corners, as on real ones, so that a card is read from both sides of the table. */
function drawCard(piece) {
  const back = piece.value === VALUE_NONE;
  return s('svg', { class: 'card-piece', viewBox: '0 0 24 32', 'aria-hidden': 'true' },
    s('rect', { class: 'card-face', x: 1, y: 1, width: 22, height: 30, rx: 3.5 }),
    !back && s('rect', { x: 1, y: 1, width: 22, height: 30, rx: 3.5, class: 'weave', fill: weave(piece.colour) }),
    back ? s('path', { class: 'card-back', d: 'M5 5h14v22h-14zM5 5l14 22M19 5l-14 22' })
      : [s('text', { class: 'piece-value large', x: 12, y: 20.5 }, minus(piece.value)),
        s('text', { class: 'card-letter', x: 4.8, y: 7.4 }, letterOf(piece.colour)),
        s('text', { class: 'card-letter', x: 19.2, y: 29 }, letterOf(piece.colour))]);
}

/** What a piece is called: "white die 3", "orange card −2". */
export function pieceName(piece) {
  const value = piece.value === VALUE_NONE ? '?' : minus(piece.value);
  if (piece.kind === PIECE.CARD) return piece.value === VALUE_NONE ? t('a card face down') : t('{0} card {1}', colourName(piece.colour), value);
  return t('{0} die {1}', colourName(piece.colour), value);
}

/** Lays cards out in a grid: a row for each colour, a column for each value. */
export function layOut(nodes, pieces) {
  const colours = [...new Set(pieces.map((piece) => piece.colour))].sort((a, b) => a - b);
  const values = [...new Set(pieces.map((piece) => piece.value))].sort((a, b) => a - b);
  const place = (i) => colours.indexOf(pieces[i].colour) * values.length + values.indexOf(pieces[i].value);
  nodes.forEach((node, i) => {
    node.style.gridRow = String(colours.indexOf(pieces[i].colour) + 1);
    node.style.gridColumn = String(values.indexOf(pieces[i].value) + 1);
  });
  return nodes.map((node, i) => ({ node, at: place(i) })).sort((a, b) => a.at - b.at).map((one) => one.node);
}

/** What fell or was drawn at a chance event of a match's log, in few words: "W5 W6 R1", "orange card 4". */
export function happened({ outcome, pieces }) {
  if (outcome === HIDDEN) return t('a card face down');
  const dice = pieces.filter((piece) => piece.kind === PIECE.DIE);
  if (dice.length) return dice.map((piece) => `${letterOf(piece.colour)}${minus(piece.value)}`).join(' ');
  return pieces.length === 1 ? pieceName(pieces[0]) : outcome;
}

/** The same in full words: "white 5, white 6, red 1". */
export function fallen(event) {
  const dice = event.outcome === HIDDEN ? [] : event.pieces.filter((piece) => piece.kind === PIECE.DIE);
  return dice.length ? dice.map((piece) => `${colourName(piece.colour)} ${minus(piece.value)}`).join(', ') : happened(event);
}

const drawn = new Map(); // pictures by what they show: a list of what happened has hundreds, and a copy is made in a fraction of the time

/** A piece as a picture. */
export function drawPiece({ kind, colour, value }) {
  const key = [kind, colour, value, letterOf(colour)].join();
  if (!drawn.has(key)) {
    const picture = kind === PIECE.CARD ? drawCard({ colour, value }) : drawDie({ colour, value });
    picture.classList.add(tone(colour));
    drawn.set(key, picture);
  }
  return drawn.get(key).cloneNode(true);
}

/** Whether nothing but numbers differs between them. */
function sameButFaces(pieces, others) {
  const like = (a, b) => a.kind === b.kind && a.colour === b.colour && a.place === b.place && (a.value === VALUE_NONE) === (b.value === VALUE_NONE);
  return pieces.length === others.length && pieces.every((piece, i) => like(piece, others[i]));
}

export class Tabletop {
  /** `tap(touch)` is called for pieces that can be chosen. */
  constructor(tap) {
    this.tap = tap;
    this.node = h('div', { class: 'pieces' });
    this.counts = h('ul', { class: 'counts', 'aria-label': t('What counts now') });
    this.pieces = [];
    this.nodes = [];
    this.states = []; // what each looks like now, so that only what changes is touched
  }

  /** Shows the pieces; those that can be tapped are buttons. `unseen`: the hand is what the seat may hold. */
  update(pieces, { possible = new Set(), chosen = new Set(), order = [], unseen = false } = {}) {
    const same = pieces.length === this.pieces.length
      && pieces.every((piece, i) => JSON.stringify(piece) === JSON.stringify(this.pieces[i]));
    const words = unseen ? t('The card you lay from your hand') : t('Your hand');
    if (!same && this.words === words && !unseen && sameButFaces(pieces, this.pieces)) this.turn(pieces);
    else if (!same || this.words !== words) this.build(pieces, words, unseen);
    this.words = words;
    this.nodes.forEach((node, index) => {
      const touch = TOUCH_PIECE + index, can = possible.has(touch), is = chosen.has(touch), place = order.length > 1 ? order.indexOf(touch) + 1 : 0;
      const state = `${can} ${is} ${place}`;
      if (state === this.states[index]) return;
      this.states[index] = state;
      node.className = `piece${can ? ' possible' : ''}${is ? ' chosen' : ''}`;
      node.disabled = !can;
      node.setAttribute('aria-pressed', String(is));
      node.querySelector('.order').textContent = place || '';
    });
  }

  /** The same dice and cards, with other faces up. */
  turn(pieces) {
    this.lie?.();
    this.changed = [];
    this.nodes.forEach((node, i) => {
      if (pieces[i].value === this.pieces[i].value) return;
      const svg = node.firstChild, face = drawPiece(pieces[i]), [own, next] = [svg, face].map((one) => one.querySelector('.pips'));
      if (own) own.replaceChildren(...next.childNodes);
      else svg.replaceWith(face);
      node.setAttribute('aria-label', pieceName(pieces[i]));
      this.changed.push(node);
    });
    this.pieces = pieces;
  }

  /** Only for other pieces than before. What changed is remembered: those are the dice that tumble. */
  build(pieces, words, unseen) {
    const before = this.pieces;
    this.pieces = pieces;
    this.states = [];
    this.nodes = pieces.map((piece, index) => h('button', {
      type: 'button', class: 'piece', 'aria-label': pieceName(piece), onclick: () => this.tap(TOUCH_PIECE + index),
    }, drawPiece(piece), h('span', { class: 'order', 'aria-hidden': 'true' })));
    const group = (place, label, name) => {
      const own = pieces.filter((piece) => piece.place === place);
      let nodes = this.nodes.filter((node, index) => pieces[index].place === place);
      if (place === PLACE.HAND && unseen) nodes = layOut(nodes, own);
      return nodes.length ? h('div', { class: `place ${name}`, role: 'group', 'aria-label': label },
        place === PLACE.HAND && h('span', { class: 'place-name', 'aria-hidden': 'true' }, label), h('div', { class: 'place-pieces' }, nodes)) : null;
    };
    put(this.node, group(PLACE.TABLE, t('Dice'), 'loose'), group(PLACE.GRID, t('Grid'), 'grid'),
      group(PLACE.HAND, words, unseen ? 'hand unseen-hand' : 'hand'));
    this.changed = this.nodes.filter((node, i) => JSON.stringify(pieces[i]) !== JSON.stringify(before[i]));
  }

  /** What counts now, beside the pieces: the values that the engine gives, each with the colours it may go to and the pieces it
   *  comes from (told by name), in the order of the layout's rows. Values of the same colours stand together. */
  tell(counts, pieces, layout) {
    const key = JSON.stringify(counts);
    if (key === this.counted) return;
    this.counted = key;
    const groups = new Map();
    const news = counts.some((one) => one.pieces.length !== 1); // single dice say it themselves
    for (const one of news ? counts : []) groups.set(one.colours.join(), [...(groups.get(one.colours.join()) ?? []), one]);
    const order = (colour) => layout.rows.findIndex((row) => row.colour === colour);
    put(this.counts, [...groups.values()].map((group) => h('li', { class: 'count', title: group.map((one) => one.pieces.map((i) => pieceName(pieces[i])).join(' + ')).join('; ') },
      [...group[0].colours].sort((a, b) => order(a) - order(b)).map((colour) => h('span', { class: `count-colour ${tone(colour)}`, role: 'img', 'aria-label': colourName(colour) }, h('span', { 'aria-hidden': 'true' }, letterOf(colour)))),
      group.map((one) => h('b', {}, minus(one.value))))));
  }

  /** Lets the dice that changed (or all) tumble for a moment; resolves when they lie, or when skipped. */
  tumble(reduced) {
    const moving = (this.changed?.length ? this.changed : this.nodes).filter((node) => node.querySelector('svg'));
    if (reduced || !moving.length) return Promise.resolve();
    return new Promise((resolve) => {
      let left = 8;
      const faces = moving.map((node) => node.querySelector('.pips'));
      const final = faces.map((face) => face && [...face.childNodes]);
      for (const node of [...moving, this.counts]) node.classList.add('rolling'); // what they come to is not told before they lie
      const stop = this.lie = () => {
        this.lie = null;
        clearInterval(timer);
        removeEventListener('pointerdown', stop, true);
        removeEventListener('keydown', stop, true);
        faces.forEach((face, i) => face?.replaceChildren(...final[i]));
        for (const node of [...moving, this.counts]) node.classList.remove('rolling');
        resolve();
      };
      const timer = setInterval(() => {
        if (--left <= 0) return stop();
        faces.forEach((face) => face?.replaceChildren(...pips(1 + Math.floor(Math.random() * 6))));
      }, 70);
      addEventListener('pointerdown', stop, true);
      addEventListener('keydown', stop, true);
    });
  }
}
