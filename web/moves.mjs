// moves.mjs: the moves of a seat as buttons, and what is to be said against one; at the table (play.mjs) and in lessons (lesson.mjs).

import { h } from './dom.mjs';
import { narrow } from './choose.mjs';
import { TOUCH_PIECE } from './enums.mjs';
import { t, phrase, phrases, capital } from './i18n.mjs';
import { colourOf, tone } from './picture.mjs';

const ROW = 3, LONG = 20; // as many stand beside each other, of no more letters than that
const FEW = 3; // buttons have three lines each, more have two
const CHIPS_MAX = 8, LOW_MAX = 5; // as many moves as are offered as buttons at once; and where there is one row for them

/** Screens on which there is one row for the moves. */
const low = globalThis.matchMedia?.('(max-height: 700px)');

/** How wide the screen is. To ask the browser would lay out the page at once, at every tap. */
let width = globalThis.innerWidth;
globalThis.addEventListener?.('resize', () => { width = globalThis.innerWidth; });

/** On how many lines of so many letters a text stands, no word of it broken. */
function linesOf(text, letters) {
  let lines = 1, used = -1;
  for (const { length } of text.split(' ')) [lines, used] = used + 1 + length > letters && used >= 0 ? [lines + 1, length] : [lines, used + 1 + length];
  return lines;
}

/** Whether the words of so many buttons have room: none of them broken, in the rows that table.css gives them; roughly, by their letters. */
function fit(moves) {
  const across = width >= 1000 ? 290 : low?.matches && width > 560 ? 0.36 * width : width;
  const columns = low?.matches || (width >= 700 && width < 1000) ? moves.length : Math.ceil(moves.length / 2);
  const texts = moves.map((move) => phrases(move.say)), longest = Math.max(...texts.flatMap((text) => text.split(' ')).map((word) => word.length));
  const letter = low?.matches ? 6.6 : 7.3, rim = low?.matches ? 16 : 18; // pixels
  const letters = Math.max(longest, ((across - 16) / columns - rim) / letter);
  const lines = moves.length > FEW ? 2 : 3;
  return texts.every((text) => text.length <= 0.34 * across / columns && linesOf(text, letters) <= lines) && (width >= 1000 || columns * (letter * longest + rim) <= across - 16);
}

/** The moves that are worth a button: those that touch nothing always; the others, if `listed`, once they or what the taps leave of them
 *  are few. */
export function offered(moves, taps, listed = true) {
  const bare = moves.filter((move) => !move.touch.length), touching = moves.filter((move) => move.touch.length);
  const most = low?.matches ? LOW_MAX : CHIPS_MAX, few = touching.length <= most || !taps.length ? touching : narrow(touching, taps);
  return listed && few.length <= most && fit([...bare, ...few]) ? [...bare, ...few] : bare;
}

/** The colour of the box that a move touches, as a class. */
function toneOf(layout, { touch }) {
  const box = layout.boxes[touch.length === 1 || touch.every((one) => one < TOUCH_PIECE) ? touch[0] : -1];
  return box ? tone(colourOf(layout, box)) : '';
}

/** Buttons for moves on a sheet of that layout; `chosen` is the token of the one that is chosen. */
export function chips(moves, { chosen, choose, layout }) {
  const chip = (move) => h('button', {
    type: 'button', class: `chip ${toneOf(layout, move)}${move.token === chosen ? ' chosen' : ''}`, 'aria-pressed': String(move.token === chosen), 'data-key': move.token, 'data-part': 'choice',
    onclick: () => choose(move),
  }, capital(phrases(move.say)));
  const strip = h('div', { class: `chips strip${moves.length > ROW || moves.some((move) => phrases(move.say).length > LONG) ? ' rows' : ''}`, role: 'group', 'aria-label': t('Possible moves') }, moves.map(chip));
  strip.style?.setProperty('--half', String(Math.ceil(moves.length / 2))); // where they stand in two rows, they are read row by row
  return strip;
}

/** Marks the button of the move that is chosen, by its token. */
export function markChip(strip, chosen) {
  for (const chip of strip.children) {
    const is = chip.dataset.key === chosen;
    if (is === chip.classList.contains('chosen')) continue;
    chip.classList.toggle('chosen', is);
    chip.setAttribute('aria-pressed', String(is));
  }
}

/** What the engine says of a move is something to be glad of, no warning: [id, a, b, c, true]. */
const isGain = (said) => said[4] === true;

/** Whether there is something to be careful of in a move. */
export const risky = (move) => Boolean(move) && !move.warn.every(isGain);

/** What a move gives up, risks or brings; empty without a move. */
export function warnings(move) {
  return h('ul', { class: 'warnings', role: 'status' }, (move?.warn ?? []).map((one) => {
    const text = capital(phrase(one)), line = h('li', { class: isGain(one) ? 'gain' : '' }, text);
    line.style?.setProperty('--n', String(text.length)); // so many letters stand on one line
    return line;
  }));
}
