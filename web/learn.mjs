// learn.mjs: the screen of a game's rules, with the sheets, dice and cards of its examples drawn (docs/rules/pictures.json), and
// positions to try (trial.mjs).

import './after.mjs';
import { h, breathe, iconButton, icon, painted, put } from './dom.mjs';
import { t, language, plainLanguage } from './i18n.mjs';
import { lessons, puzzles, rules } from './assets.mjs';
import { COLOURS } from './enums.mjs';
import { letterOf } from './picture.mjs';
import { Sheet } from './sheet.mjs';
import { Tabletop } from './table.mjs';
import { findPositions } from './trial.mjs';

function tryCard(engine, game, one, index) {
  const match = engine.open(one.record, false), p = match.position(0);
  match.close();
  const sheet = new Sheet(engine.layout(game, p.sheets[0].sheet), { label: t('Your sheet') });
  sheet.update(p.sheets[0].looks);
  return h('li', {}, h('a', { class: 'try', href: `#/try/${game.name}/${index}` }, sheet.node,
    h('span', {}, t(one.prompt)), h('strong', {}, icon('play'), t('Try it'))));
}

/** Draws what a figure of the rules plans: empty sheets, or what lies on the table and on a sheet in a position. */
function draw(engine, game, figure) {
  const { layouts = [], state, seat, show } = JSON.parse(figure.dataset.plan);
  const sheet = (number, looks) => {
    const drawn = new Sheet(engine.layout(game, number), { label: t('A sheet') });
    drawn.node.classList.remove('mini');
    if (looks) drawn.update(looks);
    return drawn.node;
  };
  if (!state) return put(figure, layouts.map((number) => sheet(number)));
  const p = engine.positionOf(state, seat), table = new Tabletop(() => {});
  table.update(p.pieces);
  return put(figure, show !== 'sheet' && table.node, show !== 'table' && sheet(p.sheets[seat].sheet, p.sheets[seat].looks));
}

/** The screen of the rules of a game. */
export function learnScreen({ engine, back }, game) {
  const text = h('article', { class: 'rules' }, h('p', {}, '…'));
  const load = async (lang) => {
    const answer = await fetch(new URL(`rules/${game.name}.${lang}.html`, import.meta.url));
    if (!answer.ok) throw new Error(String(answer.status));
    text.innerHTML = await answer.text(); // our own file, made from docs/rules
    const head = text.querySelector('h2'); // the game's name stands above already; those below need one over them
    if (head) Object.assign(head, { className: 'unseen', textContent: t('Rules') });
    for (const face of text.querySelectorAll('.rule-face')) face.prepend(letterOf(COLOURS.indexOf(face.dataset.colour)));
    for (const figure of text.querySelectorAll('.drawn')) {
      await painted(); // each in a frame of its own
      draw(engine, game, figure);
    }
  };
  if (!rules.includes(game.name)) put(text, h('p', {}, t('The rules of this game have not been written down yet.')));
  else load(language()).catch(() => load(plainLanguage())).catch(() => load('en')).catch(() => put(text, h('p', { class: 'error' }, t('The rules could not be loaded.'))));
  const positions = h('ul', { class: 'tries' });
  breathe().then(() => findPositions(engine, game)).then(async (all) => {
    for (const [i, one] of all.entries()) {
      await painted();
      positions.append(tryCard(engine, game, one, i));
    }
  });
  return h('div', { class: 'page learn' },
    h('header', { class: 'top' }, iconButton('back', t('Back'), back), h('h1', {}, t(game.title)),
      h('a', { class: 'quiet top-link', href: `#/new/${game.name}` }, icon('play'), t('Play'))),
    h('main', { id: 'main', tabindex: '-1' },
      lessons.includes(game.name) && h('a', { class: 'lesson-link', href: `#/lesson/${game.name}` }, icon('play'), h('span', {}, h('strong', {}, t('Learn by doing')),
        h('span', {}, t('A few short steps on a real sheet: try, and see why')))),
      text,
      h('section', { 'aria-label': t('Positions to try') }, h('h2', {}, t('Positions to try')),
        h('p', { class: 'aside' }, t('What you may choose is marked; a hint shows what a bot would do; undo as often as you like.')), positions),
      puzzles.includes(game.name) && h('a', { class: 'quiet puzzle-link', href: `#/puzzles/${game.name}` }, icon('hint'), t('Puzzles: find the best move')),
      h('p', { class: 'aside' }, h('a', { href: '#/open' }, t('Open a game')), ' ', t('to replay or analyse a game you have as a file'))));
}
