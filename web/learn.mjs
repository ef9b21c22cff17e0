// learn.mjs: the rules, with positions to try. The positions are found, not written: for each kind of decision of a
// game, one from the middle of a game between bots in which there is much to choose.

import { h, iconButton, icon, put } from './dom.mjs';
import { FULL } from './engine.mjs';
import { t, language } from './i18n.mjs';
import { LocalGame } from './game.mjs';
import { Sheet } from './sheet.mjs';

const SEEDS = [[1, 2], [3, 4], [5, 6]];

/** Plays one game of bots; calls `see(position of seat 0, node)` at each of its decisions. */
function playOut(engine, match, key, see) {
  for (;;) {
    const p = match.position(FULL, 0);
    if (p.kind === 'over') return;
    if (p.kind === 'chance') match.roll(key);
    else {
      if (p.movers & 1) see(p);
      for (let seat = 0; seat < p.seats; seat++) {
        if (p.movers >> seat & 1) match.submit(seat, engine.choose('greedy', match.view(seat), seat, p.node));
      }
    }
  }
}

/** Positions to try: [{prompt, record}], one for each kind of decision. */
export function findPositions(engine, game) {
  const best = new Map();
  for (const key of SEEDS) {
    const match = engine.start(game, Math.max(game.printed, 2));
    match.seat(0, 'human', t('You'));
    for (let seat = 1; seat < Math.max(game.printed, 2); seat++) match.seat(seat, 'bot:greedy', 'Bot');
    const seen = [];
    playOut(engine, match, key, (p) => seen.push({ prompt: p.prompt, node: p.node, turn: p.turn, many: p.moves.length }));
    const turns = seen.at(-1)?.turn ?? 0;
    for (const one of seen) {
      const worth = Math.min(one.many, 5) - 8 * Math.abs(one.turn / (turns + 1) - 0.5); // much to choose, in the middle
      if (worth <= (best.get(one.prompt)?.worth ?? -Infinity)) continue;
      const copy = engine.open(match.record(), false);
      copy.undo(one.node);
      best.set(one.prompt, { worth, prompt: one.prompt, record: copy.record(), key });
      copy.close();
    }
    match.close();
  }
  return game.prompts.map((prompt) => best.get(prompt)).filter(Boolean);
}

/** A session on a position: nothing of it is kept. */
export class Lesson extends LocalGame {
  constructor(engine, { record, key }) {
    super(engine, engine.open(record, false), { id: 'lesson', key, real: false });
    this.lesson = true;
    this.first = this.match.node;
  }

  keep() {}

  get canUndo() {
    return super.canUndo && this.match.node > this.first;
  }

  playAgain(go) {
    go(`#/learn/${this.game.name}`);
  }
}

function tryCard(engine, game, one, index) {
  const match = engine.open(one.record, false), p = match.position(0);
  match.close();
  const sheet = new Sheet(engine.layout(game, p.sheets[0].sheet), { label: t('Your sheet') });
  sheet.update(p.sheets[0].looks);
  return h('li', {}, h('a', { class: 'try', href: `#/try/${game.name}/${index}` }, sheet.node,
    h('span', {}, t(one.prompt)), h('strong', {}, icon('play'), t('Try it'))));
}

/** The screen of the rules of a game. */
export function learnScreen({ engine, back }, game) {
  const text = h('article', { class: 'rules' }, h('p', {}, '…'));
  const load = async (lang) => {
    const answer = await fetch(new URL(`rules/${game.name}.${lang}.html`, import.meta.url));
    if (!answer.ok) throw new Error(String(answer.status));
    text.innerHTML = await answer.text(); // our own file, made from docs/rules
    text.querySelector('h2')?.remove();
  };
  load(language()).catch(() => load('en')).catch(() => put(text, h('p', { class: 'error' }, t('The rules could not be loaded.'))));
  const positions = h('ul', { class: 'tries' });
  setTimeout(() => put(positions, findPositions(engine, game).map((one, i) => tryCard(engine, game, one, i))), 0);
  return h('div', { class: 'page learn' },
    h('header', { class: 'top' }, iconButton('back', t('Back'), back), h('h1', {}, t(game.title)),
      h('a', { class: 'quiet top-link', href: `#/new/${game.name}` }, icon('play'), t('Play'))),
    h('main', { id: 'main', tabindex: '-1' },
      h('a', { class: 'lesson-link', href: `#/lesson/${game.name}` }, icon('play'), h('span', {}, h('strong', {}, t('Learn by doing')),
        h('span', {}, t('A few short steps on a real sheet: try, and see why')))),
      h('section', { 'aria-label': t('Positions to try') }, h('h2', {}, t('Positions to try')),
        h('p', { class: 'aside' }, t('What you may choose is marked; a hint shows what a bot would do; undo as often as you like.')), positions),
      text,
      h('p', { class: 'aside' }, h('a', { href: '#/open' }, t('Open a record')), ' ', t('to replay or analyse a game you have as a file'))));
}
