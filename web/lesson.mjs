// lesson.mjs: a lesson: a few steps, each a position with something to do in it, or a question. A lesson is data
// (web/lessons/GAME.json); what is legal and what an answer does to the sheet comes from the engine:
//
//   {steps: [{state, seat, ask, expect: [token …], why, wrong, passed}, {ask, answers: [text …], right, why, wrong: [text …]} …]}
//
// where a text is {en, it, pt, de}, with a variant where it says it otherwise (pt-BR), and a state is in notation (docs/notation.md). `wrong` says to whoever answers otherwise why not, and
// `passed` to whoever passes where one could also move wrongly; a question has one for each answer, and null for the right one.

import './after.mjs';
import { h, put, button, icon, iconButton } from './dom.mjs';
import { t, tc, phrases, language, plainLanguage } from './i18n.mjs';
import { chips, offered, warnings } from './moves.mjs';
import { Position } from './position.mjs';
import { announce, sound } from './voice.mjs';
import * as store from './store.mjs';

/** A text of the lesson in the reader's language; a variant (Brazilian) falls back to its language, and that to English. */
const words = (text) => text[language()] ?? text[plainLanguage()] ?? text.en;

class Lesson {
  /** Made once; open() fills it step by step. */
  constructor({ engine, back }, game, steps) {
    Object.assign(this, { engine, game, steps, at: 0 });
    this.position = new Position(engine, game, () => this.render());
    this.dots = h('ol', { class: 'dots', 'aria-hidden': 'true' }, steps.map(() => h('li')));
    this.count = h('p', { class: 'turn' });
    this.ask = h('p', { class: 'lesson-ask', tabindex: '-1' });
    this.verdict = h('div', { class: 'lesson-verdict', role: 'status' });
    this.bar = h('div', { class: 'flank' });
    this.node = h('div', { class: 'play lesson' },
      h('header', { class: 'top' }, iconButton('back', t('Back'), back),
        h('div', { class: 'title' }, h('h1', {}, t('{0}: a lesson', t(game.title))), this.count)),
      h('main', { class: 'felt', id: 'main', tabindex: '-1' }, h('div', { class: 'centre' },
        this.dots, this.ask, h('section', { class: 'mid', 'aria-label': t('The table') }, this.position.table.node),
        h('section', { class: 'own', 'aria-label': t('Your sheet') }, this.position.scroller)),
      h('section', { class: 'bar', 'aria-label': t('Your answer') }, this.verdict, this.bar)));
    this.open(0);
  }

  get step() {
    return this.steps[this.at];
  }

  /** Nothing of the step before stays but that it was done. */
  open(at) {
    this.at = at;
    this.done = false;
    this.position.open(this.step.state, this.step.seat);
    this.count.textContent = t('step {0} of {1}', at + 1, this.steps.length);
    this.ask.textContent = words(this.step.ask);
    put(this.verdict);
    [...this.dots.children].forEach((dot, i) => { dot.className = i < at ? 'past' : i === at ? 'now' : ''; });
    this.node.classList.toggle('quiz', Boolean(this.step.answers));
    this.render();
    announce(this.ask.textContent);
  }

  /** What can be tapped ends with the right answer: the position stays to be looked at. */
  render() {
    if (this.done) this.position.close();
    this.position.draw(!this.step.answers);
    if (this.done) this.renderNext();
    else if (this.step.answers) this.renderAnswers();
    else this.renderMoves(this.position.move);
  }

  /** "Show me" chooses and does not answer: the reader does that. */
  renderMoves(move) {
    const { p, taps } = this.position;
    put(this.bar, warnings(move), chips(offered(p.moves, taps), { chosen: move?.token, choose: (one) => this.position.pick(one), layout: this.position.layout }),
      h('div', { class: 'lesson-act' },
        button([icon('hint'), t('Show me')], () => this.show(), { class: 'quiet' }),
        button(move ? t('Answer: {0}', phrases(move.say)) : t('Choose a move'), () => this.answer(this.step.expect.includes(move.token), (move.token === '-' && this.step.passed) || this.step.wrong), { class: 'confirm', disabled: !move })));
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
      : button(tc('next step', 'Next'), () => this.open(this.at + 1), { class: 'confirm' }));
    this.bar.querySelector('.confirm').focus({ preventScroll: true });
  }

  /** One of the right answers, chosen for the reader, who then gives it. */
  show() {
    this.position.pick(this.position.p.moves.find((one) => this.step.expect.includes(one.token)));
    announce(phrases(this.position.move.say));
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
