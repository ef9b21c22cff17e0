// lesson.mjs: a lesson: a few steps, each a position with something to do in it, or a question. A lesson is data
// (web/lessons/GAME.json); what is legal and what an answer does to the sheet comes from the engine:
//
//   {steps: [{state, seat, ask, expect: [token …], why, wrong}, {ask, answers: [text …], right, why, wrong: [text …]} …]}
//
// where a text is {en, it, pt, de} and a state is in notation (docs/notation.md). `wrong` says to whoever answers otherwise why not; a
// question has one for each answer, and null for the right one.

import { h, put, button, icon, iconButton } from './dom.mjs';
import { TOUCH_PIECE } from './enums.mjs';
import { t, tc, phrases, language, plainLanguage } from './i18n.mjs';
import { meant, tap, tappable } from './choose.mjs';
import { chips, offered, warnings } from './moves.mjs';
import { Sheet } from './sheet.mjs';
import { Table } from './table.mjs';
import { announce, sound } from './voice.mjs';
import * as store from './store.mjs';

/** A text of the lesson in the reader's language; a variant (Brazilian) falls back to its language, and that to English. */
const words = (text) => text[language()] ?? text[plainLanguage()] ?? text.en;

class Lesson {
  /** Made once; open() fills it step by step. */
  constructor({ engine, back }, game, steps) {
    Object.assign(this, { engine, game, steps, at: 0 });
    this.table = new Table((touch) => this.tapped(touch));
    this.dots = h('ol', { class: 'dots', 'aria-hidden': 'true' }, steps.map(() => h('li')));
    this.count = h('p', { class: 'turn' });
    this.ask = h('p', { class: 'lesson-ask', tabindex: '-1' });
    this.scroller = h('div', { class: 'scroller', tabindex: '0', role: 'group', 'aria-label': t('Your sheet') });
    this.verdict = h('div', { class: 'lesson-verdict', role: 'status' });
    this.bar = h('div', { class: 'flank' });
    this.node = h('div', { class: 'play lesson' },
      h('header', { class: 'top' }, iconButton('back', t('Back'), back),
        h('div', { class: 'title' }, h('h1', {}, t('{0}: a lesson', t(game.title))), this.count)),
      h('main', { class: 'felt', id: 'main', tabindex: '-1' }, h('div', { class: 'centre' },
        this.dots, this.ask, h('section', { class: 'mid', 'aria-label': t('The table') }, this.table.node),
        h('section', { class: 'own', 'aria-label': t('Your sheet') }, this.scroller)),
      h('section', { class: 'bar', 'aria-label': t('Your answer') }, this.verdict, this.bar)));
    this.open(0);
  }

  get step() {
    return this.steps[this.at];
  }

  /** Nothing of the step before stays but that it was done. */
  open(at) {
    this.at = at;
    Object.assign(this, { taps: [], picked: null, done: false, sheet: null });
    const { state, seat } = this.step;
    this.p = state ? this.engine.positionOf(state, seat) : null;
    this.count.textContent = t('step {0} of {1}', at + 1, this.steps.length);
    this.ask.textContent = words(this.step.ask);
    put(this.verdict);
    [...this.dots.children].forEach((dot, i) => { dot.className = i < at ? 'past' : i === at ? 'now' : ''; });
    this.node.classList.toggle('quiz', Boolean(this.step.answers));
    this.render();
    announce(this.ask.textContent);
  }

  /** What is chosen at the moment; a question has answers instead of moves. */
  get move() {
    if (!this.p || this.step.answers) return null;
    return this.picked ?? meant(this.p.moves, this.taps);
  }

  /** What can be tapped ends with the right answer: the position stays to be looked at. */
  render() {
    const { p, move } = this, asks = p && !this.step.answers && !this.done;
    const touched = new Set([...(move?.touch ?? []), ...this.taps]);
    const possible = asks ? tappable(p.moves) : new Set();
    this.table.update(p?.pieces ?? [], { possible, chosen: touched });
    this.scroller.hidden = !p;
    if (p) this.renderSheet(move, possible, touched);
    if (this.done) this.renderNext();
    else if (this.step.answers) this.renderAnswers();
    else this.renderMoves(move);
  }

  /** As at the table, with what the move would write; only there is no match behind it, so the engine is asked about the state itself. */
  renderSheet(move, possible, touched) {
    const { seat, state } = this.step, boxes = (set) => new Set([...set].filter((one) => one < TOUCH_PIECE));
    if (!this.sheet) {
      this.sheet = new Sheet(this.engine.layout(this.game, this.p.sheets[seat].sheet), { tap: (box) => this.tapped(box), label: t('Your sheet') });
      put(this.scroller, this.sheet.frame);
    }
    const preview = move ? this.engine.previewOf(state, seat, move.token) : new Map();
    this.sheet.update(this.p.sheets[seat].looks, { possible: boxes(possible), chosen: boxes(touched), preview });
  }

  /** "Show me" chooses and does not answer: the reader does that. */
  renderMoves(move) {
    const choose = (one) => { this.picked = one; this.taps = []; this.render(); };
    put(this.bar, warnings(move), chips(offered(this.p.moves, this.taps), { chosen: move?.token, choose }),
      h('div', { class: 'lesson-act' },
        button([icon('hint'), t('Show me')], () => this.show(), { class: 'quiet' }),
        button(move ? t('Answer: {0}', phrases(move.say)) : t('Choose a move'), () => this.answer(this.step.expect.includes(move.token), this.step.wrong), { class: 'confirm', disabled: !move })));
  }

  renderAnswers() {
    put(this.bar, h('div', { class: 'lesson-answers', role: 'group', 'aria-label': t('Your answer') },
      this.step.answers.map((text, i) => button(words(text), () => this.answer(i === this.step.right, this.step.wrong[i]), { class: 'quiet' }))));
  }

  /** The focus goes along, so that a lesson can be done by keys alone. */
  renderNext() {
    const last = this.at + 1 === this.steps.length;
    put(this.bar, last
      ? h('a', { class: 'confirm', href: `#/new/${this.game.name}` }, icon('play'), t('Play'))
      : button(tc('next step', 'On'), () => this.open(this.at + 1), { class: 'confirm' }));
    this.bar.querySelector('.confirm').focus({ preventScroll: true });
  }

  tapped(touch) {
    if (this.done) return;
    this.taps = tap(this.p.moves, this.picked ? [] : this.taps, touch);
    this.picked = null;
    this.render();
  }

  /** One of the right answers, chosen for the reader, who then gives it. */
  show() {
    this.picked = this.p.moves.find((one) => this.step.expect.includes(one.token));
    this.taps = [];
    this.render();
    announce(phrases(this.picked.say));
  }

  /** The reader's answer; `wrong` says why it is none. */
  answer(right, wrong) {
    sound(right ? 'write' : 'tap');
    if (!right) return void put(this.verdict, h('p', { class: 'wrong' }, h('strong', {}, t('Not quite.')), ' ', words(wrong)));
    this.done = true;
    store.setLearned(this.game.name, this.at + 1);
    put(this.verdict, h('p', { class: 'right' }, h('strong', {}, icon('tick'), t('Right.')), ' ', words(this.step.why)),
      this.at + 1 === this.steps.length && h('p', { class: 'right' }, t('That was the last step. You know enough to play.')));
    this.render();
  }
}

/** The screen of a game's lesson. */
export async function lessonScreen(context, game) {
  const answer = await fetch(new URL(`lessons/${game.name}.json`, import.meta.url));
  if (!answer.ok) throw new Error(String(answer.status));
  return new Lesson(context, game, (await answer.json()).steps).node;
}
