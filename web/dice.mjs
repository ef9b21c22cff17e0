// dice.mjs: table mode: real dice and cards, tapped in.

import { h, painted, put } from './dom.mjs';
import { t, colourName } from './i18n.mjs';
import { drawPiece, layOut, pieceName } from './table.mjs';

/** Dice whose faces have colours show two things at once. */
const sameFace = (a, b) => a.colour === b.colour && a.value === b.value;

/** Fills `bar` with what can have fallen; once every die is told the session goes on. Dice that can show one face
 *  only (kept ones) need no tap. What was tapped stays as long as these dice are asked for. */
export function diceEntry(bar, session) {
  const { dice, list } = session.match.outcomes();
  if (list) return put(bar, cardEntry(list, session));
  const key = `${session.match.node}`;
  if (bar.asked?.key !== key || !bar.contains(bar.asked.confirm)) {
    const told = dice.map((faces) => (faces.length === 1 ? faces[0] : null));
    const ready = () => { confirm.disabled = told.includes(null) || session.telling; };
    const confirm = h('button', { type: 'button', class: 'confirm', onclick: () => { session.fell(told); ready(); } }, t('This is what fell'));
    const rows = dice.map((faces, index) => (faces.length === 1 ? null : faceRow(faces, index, (face) => { told[index] = face; ready(); })));
    bar.asked = { key, confirm, ready };
    put(bar, h('div', { class: 'entry' }, rows), confirm);
    drawFaces(rows.filter(Boolean));
  }
  bar.asked.ready();
  return bar;
}

/** The pictures on the buttons come die by die: all at once are more than a slow phone has time for. */
async function drawFaces(rows) {
  for (const row of rows) {
    row.draw();
    await painted();
  }
}

/** One row a die, as it lies on the table; a die with many colours has no name but its number. */
function faceRow(faces, index, choose) {
  const colours = new Set(faces.map((face) => face.colour));
  const name = colours.size === 1 ? t('{0} die', colourName(faces[0].colour)) : t('die {0}', index);
  const buttons = faces.map((face) => h('button', {
    type: 'button', class: 'face', 'aria-label': pieceName(face), 'aria-pressed': 'false',
    onclick: () => {
      buttons.forEach((other, i) => other.setAttribute('aria-pressed', String(sameFace(faces[i], face))));
      choose(face);
    },
  }));
  const draw = () => buttons.forEach((one, i) => one.append(drawPiece(faces[i])));
  return Object.assign(h('div', { class: 'faces', role: 'group', 'aria-label': name }, buttons), { draw });
}

/** The cards that may lie there, as cards. */
function cardEntry(list, session) {
  const cards = list.map(({ token, piece }) => h('button', {
    type: 'button', class: 'chip face', 'aria-label': pieceName(piece), onclick: () => session.fell(token),
  }, drawPiece(piece)));
  return h('div', { class: 'chips card-faces', role: 'group', 'aria-label': t('The card drawn') }, layOut(cards, list.map((one) => one.piece)));
}
