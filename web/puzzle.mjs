// puzzle.mjs: puzzles: a position, "find the best move", three tries, the reason. They come from the reader's own mistakes (history.mjs)
// and from a file of positions that bots got wrong (docs/puzzles.md), and come back by a schedule (box.mjs).
//
// A puzzle is {id, state, seat, best: [token …], grade, own, chosen}; what its moves lose is in `lost`, token → loss, and why the best is
// better than another in `why`, token → phrases. Of an own mistake these are worked out while the reader thinks.

import './after.mjs';
import { puzzles as shipped } from './assets.mjs';
import { hint } from './advice.mjs';
import { answered, next, standing } from './box.mjs';
import { h, put, button, dialog, icon, iconButton } from './dom.mjs';
import { FULL } from './engine.mjs';
import { t, tc, phrases, sentences, capital, decimal, minus, percent } from './i18n.mjs';
import { chips, offered, warnings } from './moves.mjs';
import { picture } from './picture.mjs';
import { Position } from './position.mjs';
import { Sheet } from './sheet.mjs';
import { announce, sound } from './voice.mjs';
import { hash } from './entry.mjs';
import * as history from './history.mjs';
import * as store from './store.mjs';

const TRIES = 3, GRADES = 5;
const OWN_MOST = 60; // of one's own mistakes, the dearest

// ---- Where they come from -------------------------------------------------------------------------------

/** One of the file: what it proves is kept there. */
function fromFile({ id, state, seat, best, grade, aim, moves, why }) {
  return { id, state, seat, best: [best], grade, aim, own: false,
    lost: new Map(moves.map(([token, , loss]) => [token, loss])), values: [...moves].sort((a, b) => a[2] - b[2]), why: new Map(Object.entries(why)) };
}

/** The puzzles that came with the page; none where they cannot be had. */
async function fromShelf(game) {
  if (!shipped.includes(game.name)) return [];
  const answer = await fetch(new URL(`puzzles/${game.name}.json`, import.meta.url)).catch(() => null);
  return answer?.ok ? (await answer.json()).map(fromFile) : [];
}

/** One's own mistake, as it was met: the record up to it, and what the seat saw. Null: it cannot be read any more. */
function fromMistake(engine, { id, record, node, seat, chosen, best, loss, seats }) {
  let match;
  try {
    match = engine.open(record, false);
  } catch {
    return null;
  }
  match.undo(node);
  const puzzle = { id: `${id}/${node}/${seat}`, state: match.view(seat), record: match.record(FULL), seat, best: [best], chosen, grade: 0, aim: seats > 1 ? 'win' : 'points', own: true,
    lost: new Map([[best, 0], [chosen, loss]]), values: [], why: new Map() };
  match.close();
  return puzzle;
}

// Mistakes of records that are nobody's game here, by the name of the game: there as long as the page is.
const passing = new Map();

/** Lets these mistakes, [{record, seats, node, seat, chosen, best, loss}], be puzzles of a game. */
export function practise(name, mistakes) {
  passing.set(name, mistakes.map((one) => ({ ...one, id: hash(one.record) })));
}

/** The first of those that are the same position. */
const once = (mistakes) => mistakes.filter((one, i) => mistakes.findIndex((other) => other.node === one.node && other.seat === one.seat && other.record === one.record) === i);

/** All puzzles of a game, one's own first. A browser that keeps no games has only the others. */
export async function puzzlesOf(engine, game) {
  const [kept, others] = await Promise.all([history.dearest({ most: OWN_MOST, of: game.name }).catch(() => []), fromShelf(game)]);
  const own = once([...kept, ...passing.get(game.name) ?? []]);
  return [...own.map((one) => fromMistake(engine, one)).filter(Boolean), ...others];
}

/** What all moves of an own mistake are worth: several may be as good. Without the analysis what the game's own said will do. */
async function weigh(puzzle, game) {
  const advice = await hint(game, puzzle.record, puzzle.seat).catch(() => null);
  if (!advice) return;
  puzzle.best = [...new Set([...puzzle.best, ...advice.moves.filter((one) => one.label === 'best').map((one) => one.move)])];
  puzzle.lost = new Map(advice.moves.map((one) => [one.move, one.loss]));
  puzzle.values = advice.moves.map((one) => [one.move, advice.aim === 'win' ? one.win : one.points, one.loss, one.loss_error, one.trials]);
  puzzle.why = new Map(advice.moves.filter((one) => one.why?.length).map((one) => [one.move, one.why]));
}

// ---- One after the other --------------------------------------------------------------------------------

class Puzzles {
  /** Parts that stay, filled by render(): a sheet made anew for each puzzle would lose where it was scrolled to. */
  constructor({ engine, back }, game, all) {
    Object.assign(this, { engine, game, all });
    this.position = new Position(engine, game, () => this.render());
    this.count = h('p', { class: 'turn' });
    this.others = h('div', { class: 'others' });
    this.score = h('p', { class: 'score' });
    this.ask = h('p', { class: 'prompt', tabindex: '-1' });
    this.against = h('div', {});
    this.bar = h('section', { class: 'bar', 'aria-label': t('Your answer') });
    this.node = h('div', { class: `play board puzzle${game.chance === 'draw' ? ' cards' : ''}` },
      h('header', { class: 'top' }, iconButton('back', t('Back'), back), h('div', { class: 'title' }, h('h1', {}, t('{0}: puzzles', t(game.title))), this.count)),
      h('main', { class: 'felt desk', id: 'main', tabindex: '-1' },
        h('section', { class: 'mid', 'aria-label': t('The table') }, this.position.table.node, this.position.table.counts),
        h('section', { class: 'own', 'aria-label': t('Your sheet') }, this.score, this.position.scroller),
        h('div', { class: 'ask' }, this.ask, this.against), this.bar,
        h('div', { class: 'flank' }, this.others)));
    new ResizeObserver(() => { if (this.puzzle && !this.result) this.render(); }).observe(this.node); // what has room as a button is another
    this.go();
  }

  get box() {
    return store.puzzleBox(this.game.name);
  }

  /** The next one, or that there is none today. */
  go() {
    const now = new Date(), { due, known } = standing(this.box, this.all, now);
    this.puzzle = next(this.box, this.all, now, this.puzzle?.id);
    this.count.textContent = t('{0} known, {1} to repeat', known, due);
    this.node.classList.toggle('empty', !this.puzzle);
    if (!this.puzzle) return this.renderNone();
    Object.assign(this, { tries: [], result: null });
    this.position.open(this.puzzle.state, this.puzzle.seat);
    this.weighed = this.puzzle.own ? weigh(this.puzzle, this.game) : Promise.resolve();
    this.renderOthers();
    this.render();
    announce(this.ask.textContent);
    return undefined;
  }

  renderNone() {
    this.position.open(null);
    this.position.draw(false);
    put(this.others);
    put(this.score);
    this.ask.textContent = this.all.length ? t('Nothing to repeat today, and nothing new: come back tomorrow.') : t('There are no puzzles here yet. Play a game and analyse it: your mistakes become puzzles.');
    put(this.bar, h('a', { class: 'confirm', href: `#/new/${this.game.name}` }, icon('play'), t('Play')));
  }

  // ---- What is seen -------------------------------------------------------------------------------------

  /** Nobody is known by name here: the others are numbered as they come after the reader. */
  renderOthers() {
    const { p, seat } = this.position, name = (other) => (p.seats === 2 ? t('Your opponent') : t('Opponent {0}', (other - seat + p.seats) % p.seats));
    const card = (sheet, other) => {
      const small = new Sheet(this.engine.layout(this.game, sheet.sheet), { label: t('Sheet of {0}, {1} points', name(other), minus(sheet.points)) });
      small.update(sheet.looks);
      return h('button', { type: 'button', class: `other${other === p.active ? ' active' : ''}`, onclick: () => this.enlarge(other, name(other)) },
        h('span', { class: 'other-head' }, h('span', { class: 'other-name' }, name(other)), other === p.active && h('span', { class: 'seat-state turn-of' }, t('plays')),
          h('span', { class: 'points' }, minus(sheet.points))), small.node);
    };
    put(this.others, p.sheets.map((sheet, other) => other !== seat && card(sheet, other)));
    this.others.hidden = p.seats < 2;
    put(this.score, h('span', { class: 'who' }, t('You')), h('span', { class: 'total' }, h('span', { class: 'part-name' }, t('total')), ' ', h('b', {}, minus(p.sheets[seat].points))));
  }

  enlarge(other, name) {
    const { sheet, looks } = this.position.p.sheets[other], drawn = new Sheet(this.engine.layout(this.game, sheet), { label: t('Sheet of {0}', name) });
    drawn.node.classList.remove('mini');
    drawn.update(looks);
    dialog(name, drawn.node, t('Close'));
  }

  words(token) {
    const move = this.position.p.moves.find((one) => one.token === token);
    return move ? phrases(move.say) : token;
  }

  /** What a try costs, or would have cost, in the aim. */
  costs(move, loss) {
    return this.puzzle.aim === 'win' ? t('{0} lowers the chance to win by {1}.', move, percent(loss, { digits: 1 })) : t('{0} costs {1}.', move, t('{0} points', decimal(loss)));
  }

  haveCost(losses) {
    return this.puzzle.aim === 'win' ? t('Your tries would have lowered the chance to win by {0}.', losses.map((loss) => percent(loss, { digits: 1 })).join(', '))
      : t('Your tries would have cost {0}.', losses.map((loss) => t('{0} points', decimal(loss))).join(', '));
  }

  /** What is asked: of an own mistake what one did then, of another how hard it is. */
  question() {
    const { own, chosen, grade } = this.puzzle, { p } = this.position;
    return own ? t('You played: {0}. Find better.', this.words(chosen)) : `${t('Find the best move.')} ${t(p.prompt)} ${'★'.repeat(grade)}${'☆'.repeat(GRADES - grade)}`;
  }

  /** The question is written only if it is another one: screen readers say again whatever is written again. */
  render() {
    const { position, result } = this, { move } = position;
    position.draw(!result);
    const text = this.question();
    this.ask.style.setProperty('--n', String(text.length));
    if (this.ask.textContent !== text) this.ask.textContent = text;
    put(this.against, !result && warnings(move));
    this.against.parentNode.classList.toggle('warned', Boolean(!result && move?.warn.length));
    if (result) return this.renderResult();
    const moves = offered(position.p.moves, position.taps), left = TRIES - this.tries.length, fresh = move && !this.tries.includes(move.token); // what was wrong is not asked twice
    put(this.bar, this.tries.length > 0 && this.told(), chips(moves, { chosen: move?.token, choose: (one) => position.pick(one), layout: position.layout }),
      button(fresh ? t('Answer: {0}', phrases(move.say)) : left === TRIES ? t('Choose a move') : left === 1 ? t('Choose another: one try left') : t('Choose another: {0} tries left', left), () => this.answer(position.move.token), { class: 'confirm', disabled: !fresh }));
    return undefined;
  }

  /** What the last try would have cost. */
  told() {
    const last = this.tries.at(-1), loss = this.puzzle.lost.get(last);
    return h('p', { class: 'verdict-line wrong', role: 'status' }, h('strong', {}, t('Not the best.')), ' ',
      loss > 0 ? this.costs(capital(this.words(last)), loss) : `${capital(this.words(last))}.`);
  }

  /** The reason, against what was tried last or else against what was nearest. */
  because() {
    const { why, best, values, chosen } = this.puzzle, tried = [...this.tries, chosen].find((token) => why.has(token));
    const against = tried ?? values.find(([token]) => !best.includes(token) && why.has(token))?.[0];
    return against ? sentences(why.get(against)) : '';
  }

  /** The focus goes to the way on without the page following it: what is to be read stands above. */
  renderResult() {
    const { best } = this.puzzle, { solved, move } = this.result, lead = solved ? t('Right.') : `${t('Better: {0}', this.words(best[0]))}.`;
    const cost = this.tries.map((token) => this.puzzle.lost.get(token)).filter((loss) => loss > 0);
    put(this.bar,
      h('div', { class: `verdict-line ${solved ? 'right' : 'wrong'}`, role: 'status', tabindex: '-1' }, h('strong', {}, solved && icon('tick'), lead), ' ', solved && `${capital(this.words(move))}. `, this.because(),
        cost.length > 0 && ` ${this.haveCost(cost)}`),
      h('div', { class: 'lesson-act' }, this.puzzle.values.length > 0 && button(t('All moves'), () => this.showValues(), { class: 'quiet' }),
        button(tc('puzzle', 'Next'), () => this.go(), { class: 'confirm' })));
    this.bar.querySelector('.confirm').focus({ preventScroll: true });
  }

  /** The proof: what every move is worth. */
  showValues() {
    const { values, aim } = this.puzzle, value = (x) => (aim === 'win' ? percent(x, { digits: 1 }) : decimal(x));
    dialog(aim === 'win' ? t('The chance to win after each move') : t('Points after each move'), h('ul', { class: 'weighed' }, values.map(([token, of, , error]) => h('li', {}, h('span', {}, capital(this.words(token))),
      h('b', {}, value(of), error > 0 && h('small', {}, ` ± ${value(error)}`))))), t('Close'));
  }

  // ---- Answering ----------------------------------------------------------------------------------------

  /** Of an own mistake the answer is known when the analysis has come; it had all the time that the reader took. */
  async answer(token) {
    const { puzzle } = this;
    this.bar.querySelector('.confirm').disabled = true;
    await this.weighed;
    if (puzzle !== this.puzzle || this.result) return;
    const solved = puzzle.best.includes(token);
    sound(solved ? 'write' : 'tap');
    if (!solved) this.tries.push(token);
    if (solved || this.tries.length === TRIES) return this.end(solved, token);
    this.position.pick(null);
    this.bar.querySelector('.chip, .verdict-line')?.focus({ preventScroll: true });
    announce(this.bar.querySelector('.verdict-line').textContent);
  }

  /** The best move stands on the sheet; when the puzzle comes back is settled. */
  end(solved, token) {
    const { puzzle, position } = this;
    this.result = { solved, move: solved ? token : puzzle.best[0] };
    store.setPuzzleBox(this.game.name, answered(this.box, puzzle.id, solved ? this.tries.length + 1 : 0, new Date()));
    position.close();
    position.pick(position.p.moves.find((one) => one.token === this.result.move));
    announce(this.bar.querySelector('.verdict-line').textContent);
  }
}

/** The screen of a game's puzzles. */
export async function puzzleScreen(context, game) {
  return new Puzzles(context, game, await puzzlesOf(context.engine, game)).node;
}

// ---- All games ------------------------------------------------------------------------------------------

/** The screen of all puzzles: a line for each game, with how far one is. */
export function puzzlesScreen({ engine, back }) {
  const line = (game) => {
    const words = h('span', {}, '…');
    puzzlesOf(engine, game).then((all) => {
      const { due, known } = standing(store.puzzleBox(game.name), all, new Date()), own = all.filter((one) => one.own).length;
      words.textContent = [t('{0} of {1} known', known, all.length), due && t('{0} to repeat', due), own && t('{0} from your own games', own)].filter(Boolean).join(' · ');
    });
    return h('li', {}, h('a', { class: 'lesson-link', href: `#/puzzles/${game.name}` }, h('span', { class: 'game-picture baize' }, picture(engine.layout(game))), h('span', {}, h('strong', {}, t(game.title)), words)));
  };
  return h('div', { class: 'page narrow puzzles' },
    h('header', { class: 'top' }, iconButton('back', t('Back'), back), h('h1', {}, t('Puzzles'))),
    h('main', { id: 'main', tabindex: '-1' }, h('p', {}, t('Find the best move: in positions that bots got wrong, and in your own games, once they are analysed. What you miss comes back.')),
      h('ul', { class: 'plain-list' }, engine.games.map(line))));
}
