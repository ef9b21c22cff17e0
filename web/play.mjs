// play.mjs: the table screen. It shows a session (session.mjs), takes taps, and says what happens. Everything it knows of a game
// comes from the engine's data.

import { h, put, button, iconButton, icon, dialog } from './dom.mjs';
import { COLOURS, PLACE, TOUCH_PIECE, newlyWritten } from './engine.mjs';
import { t, phrase, phrases, capital, decimal, minus, percent } from './i18n.mjs';
import { weights } from './assets.mjs';
import { meant, tap, tappable } from './choose.mjs';
import { chips, offered, warnings } from './moves.mjs';
import { tone } from './picture.mjs';
import { Sheet, showPossible } from './sheet.mjs';
import { Table, happened, pieceName } from './table.mjs';
import { announce, quiet, sound } from './voice.mjs';
import { diceEntry } from './dice.mjs';
import { endPanel } from './end.mjs';
import { friendsAt, youMark } from './friends.mjs';
import * as store from './store.mjs';

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

class PlayScreen {
  /** `go(route)` leaves for another screen. */
  constructor(session, go) {
    Object.assign(this, { session, go, taps: [], pass: null, told: null, sheets: new Map() });
    this.table = new Table((touch) => this.tapped(touch));
    this.build();
    friendsAt(this);
    this.listen = (event) => this.changed(event.detail);
    session.addEventListener('change', this.listen);
    session.pause = (kind) => this.pause(kind);
    this.changed({});
  }

  close() {
    this.session.removeEventListener('change', this.listen);
    this.session.close();
  }

  build() {
    const { game } = this.session;
    this.turn = h('p', { class: 'turn' });
    this.prompt = h('p', { class: 'prompt' });
    this.others = h('section', { class: 'others', 'aria-label': t('The other sheets') });
    this.scroller = h('div', { class: 'scroller', tabindex: '0', role: 'group' });
    this.score = h('div', { class: 'score' });
    this.note = h('p', { class: 'note' });
    this.ownPart = h('section', { class: 'own' }, this.scroller, this.score, this.note);
    this.bar = h('section', { class: 'bar', 'aria-label': t('Your move') });
    this.news = h('ol', { class: 'news' });
    this.status = h('p', { class: 'status', hidden: true, role: 'status' });
    this.undoButton = iconButton('undo', t('Undo'), () => this.undo());
    this.node = h('div', { class: 'play' },
      h('header', { class: 'top' },
        iconButton('back', t('Leave the table'), () => this.leave()),
        h('div', { class: 'title' }, h('h1', {}, t(game.title)), this.turn),
        this.undoButton,
        iconButton('hint', t('Hint'), () => this.hint(), { class: 'icon-button hint-button' }),
        iconButton('dots', t('More'), () => this.menu())),
      h('main', { class: 'felt desk', id: 'main', tabindex: '-1' },
        this.status,
        h('div', { class: 'centre' },
          this.others,
          h('section', { class: 'mid', 'aria-label': t('The table') }, this.table.node, this.prompt),
          this.ownPart),
        h('div', { class: 'flank' }, this.bar,
          h('aside', { class: 'side', tabindex: '0', 'aria-label': t('What happened') }, h('h2', {}, t('What happened')), this.news))));
  }

  get reduced() {
    return quiet();
  }

  async pause(kind) {
    if (kind === 'roll') {
      sound('roll');
      await this.table.tumble(this.reduced);
    } else if (!this.reduced) {
      await wait(450);
    }
  }

  /** The seat whose sheet is large. */
  get own() {
    const { session } = this;
    if (session.seat >= 0) this.lastOwn = session.seat;
    return this.lastOwn ?? session.humans[0] ?? 0;
  }

  changed({ error = '' } = {}) {
    const trouble = error || this.session.trouble;
    this.status.textContent = trouble;
    this.status.hidden = !trouble;
    const key = `${this.session.match.node} ${this.session.seat}`;
    if (key !== this.key) [this.taps, this.pass, this.panel, this.asked] = [[], null, null, null];
    this.key = key;
    this.render();
    this.tellNews();
    if (store.settings().tutor && this.p.moves.length > 1 && !this.p.unseen) this.advise().catch(() => {}); // so that a warning is ready
  }

  // ---- Drawing ------------------------------------------------------------------------------------------

  render() {
    const { session } = this;
    const p = this.p = session.position();
    this.chosenMove = this.pass ?? meant(p.moves, this.taps);
    const touched = new Set([...(this.chosenMove?.touch ?? []), ...this.taps]);
    this.possible = tappable(p.moves);
    this.table.update(p.pieces, { possible: this.possible, chosen: touched, order: this.orderOf(), unseen: p.unseen });
    this.renderOthers(p);
    this.renderOwn(p, touched);
    this.renderPrompt(p);
    this.renderScore(p);
    this.renderBar(p);
    this.undoButton.disabled = !session.canUndo || p.kind === 'over';
    this.node.querySelector('.hint-button').disabled = !p.moves.length || p.unseen;
    this.node.classList.toggle('asked', p.moves.length > 0);
    this.node.classList.toggle('is-over', p.kind === 'over');
  }

  /** Where the order of cards matters it is shown on them. */
  orderOf() {
    const touch = this.chosenMove?.touch ?? this.taps;
    const pieces = touch.filter((one) => one >= TOUCH_PIECE && this.p.pieces[one - TOUCH_PIECE]?.place !== PLACE.TABLE);
    return pieces.length > 2 ? pieces.filter((one) => this.p.pieces[one - TOUCH_PIECE].place === PLACE.HAND) : [];
  }

  sheetFor(seat, p, large) {
    const key = `${seat} ${large}`;
    if (!this.sheets.has(key)) {
      const layout = this.session.engine.layout(this.session.game, p.sheets[seat].sheet);
      this.sheets.set(key, new Sheet(layout, { tap: large ? (box) => this.tapped(box) : null }));
    }
    return this.sheets.get(key);
  }

  /** Boxes that changed in the last events, to be seen. */
  lastBoxes(seat, looks) {
    return this.before ? newlyWritten(looks, this.before[seat]) : new Set();
  }

  renderOthers(p) {
    const own = this.own, hide = this.hidesScores(p);
    const cards = p.sheets.map((sheet, seat) => {
      if (seat === own) return null;
      const one = this.session.people[seat];
      const name = one.name || t('an open seat');
      const state = this.seatState(p, seat);
      const small = this.sheetFor(seat, p, false);
      small.update(sheet.looks, { last: this.lastBoxes(seat, sheet.looks), label: hide ? t('Sheet of {0}', name) : t('Sheet of {0}, {1} points', name, minus(sheet.points)) });
      return h('button', {
        type: 'button', class: `other${seat === p.active ? ' active' : ''}`, 'data-seat': seat, onclick: () => this.enlarge(seat),
      }, h('span', { class: 'other-head' }, h('span', { class: 'other-name' }, name),
        state && h('span', { class: `seat-state ${state.kind}` }, h('span', { 'aria-hidden': 'true' }, state.sign), ' ', h('span', { class: 'state-words' }, state.text)),
        !hide && h('span', { class: 'points' }, minus(sheet.points))), small.node);
    });
    put(this.others, cards);
    this.others.hidden = p.seats < 2;
  }

  /** What a seat is doing: {kind, sign, text}; null: nothing to say. */
  seatState(p, seat) {
    const one = this.session.people[seat];
    if (one.left) return { kind: 'away', sign: '⚙', text: t('a bot plays') };
    if (one.here === false && one.kind === 'human') return { kind: 'away', sign: '○', text: t('away') };
    if (p.kind === 'move' && p.movers >> seat & 1) {
      return this.session.chosen >> seat & 1 ? { kind: 'ready', sign: '✓', text: t('has chosen') } : { kind: 'thinks', sign: '…', text: t('chooses') };
    }
    return seat === p.active && p.kind !== 'over' ? { kind: 'turn-of', sign: '●', text: t('active') } : null;
  }

  renderOwn(p, touched) {
    const seat = this.own, sheet = this.sheetFor(seat, p, true);
    const boxes = (set) => new Set([...set].filter((one) => one < TOUCH_PIECE));
    const showing = store.settings().moves || this.taps.length;
    let preview = new Map();
    const choice = this.chosenMove?.token ?? this.session.choiceOf(seat);
    if (choice && (this.session.seat === seat || this.session.choiceOf(seat))) preview = this.session.match.preview(seat, choice);
    sheet.update(p.sheets[seat].looks, {
      possible: boxes(this.possible), chosen: boxes(touched), preview,
      last: this.lastBoxes(seat, p.sheets[seat].looks),
      label: t('Sheet of {0}', this.session.people[seat].name),
    });
    const whose = this.session.humans.includes(seat) ? t('Your sheet') : t('Sheet of {0}', this.session.people[seat].name); // or a spectator looks
    for (const node of [this.ownPart, this.scroller]) node.setAttribute('aria-label', whose);
    this.ownPart.dataset.seat = seat;
    sheet.node.classList.toggle('unmarked', !showing);
    if (this.scroller.firstChild !== sheet.frame) put(this.scroller, sheet.frame);
    const note = sheet.layout.note[0];
    this.note.textContent = note ? phrase(note) : '';
    if (this.scrolledFor !== this.key) {
      this.scrolledFor = this.key;
      showPossible(this.scroller, sheet, this.reduced);
    }
  }

  renderPrompt(p) {
    const { session } = this;
    const name = (seat) => session.people[seat]?.name || t('an open seat');
    const mine = (seat) => session.humans.length === 1 && session.humans[0] === seat;
    this.turn.textContent = p.kind === 'over' ? t('The game is over.') : t('turn {0}', p.turn + 1);
    let text = '';
    if (p.kind === 'over') text = '';
    else if (session.wantsDice) text = session.game.chance === 'draw' ? t('Cards are laid out, row by row: tap in the next one.') : t('{0} rolls: tap in what fell.', name(p.active));
    else if (session.handover) text = t('Hand the device to {0}.', name(session.seat));
    else if (session.seat >= 0) {
      const who = mine(p.active) ? t('Your turn.') : session.humans.length > 1 ? `${name(session.seat)}:` : t('{0} is active; you choose too:', name(p.active));
      text = `${who} ${t(p.prompt)}`;
    } else {
      const rest = p.sheets.map((_, seat) => seat).filter((seat) => p.movers >> seat & 1 && !(session.chosen >> seat & 1));
      text = rest.length ? t('Waiting for {0}.', rest.map(name).join(', ')) : t('{0} is active.', name(p.active));
      if (!session.humans.length) text = `${t('You are watching.')} ${text}`;
    }
    if (this.prompt.textContent !== text) {
      this.prompt.textContent = text;
      if (session.seat >= 0 || session.wantsDice) announce(text);
    }
  }

  hidesScores(p) {
    return p.kind !== 'over' && (!store.settings().scores || this.session.hideScores);
  }

  renderScore(p) {
    const sheet = p.sheets[this.own], { game } = this.session;
    if (this.hidesScores(p)) return put(this.score);
    const part = (id, value) => value !== 0 && h('span', { class: `part ${COLOURS.includes(id) ? tone(COLOURS.indexOf(id)) : ''}` },
      h('span', { class: 'part-name' }, t(id)), ' ', h('b', {}, minus(value)));
    const who = this.session.people[this.own].name;
    put(this.score, h('span', { class: 'who' }, who), youMark(this.session, this.own), h('span', { class: 'parts' }, game.parts.map((id, i) => part(id, sheet.parts[i]))),
      h('span', { class: 'total' }, h('span', { class: 'part-name' }, t('total')), ' ', h('b', {}, minus(sheet.points))));
  }

  // ---- Choosing -----------------------------------------------------------------------------------------

  renderBar(p) {
    const { session } = this;
    if (p.kind === 'over') return this.renderEnd(p);
    this.ended = false;
    if (session.question) return this.renderQuestion(session.question);
    if (session.wantsDice) return diceEntry(this.bar, session);
    if (session.handover) {
      return put(this.bar, button(t('I am {0}', session.people[session.seat].name), () => session.take(), { class: 'confirm' }));
    }
    const focus = this.bar.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const move = this.chosenMove;
    if (!p.moves.length) {
      put(this.bar, this.waitingBar());
    } else {
      const at = this.bar.querySelector('.strip')?.scrollLeft ?? 0;
      const moves = offered(p.moves, this.taps, store.settings().moves);
      put(this.bar, this.panel, warnings(move), chips(moves, { chosen: move?.token, choose: (one) => this.choose(one), toneOf: (one) => this.chipTone(p, one) }), this.confirm(move));
      this.bar.querySelector('.strip').scrollLeft = at;
    }
    if (focus) [...this.bar.querySelectorAll('[data-key]')].find((node) => node.dataset.key === focus && !node.disabled)?.focus();
  }

  renderQuestion({ text, urgent, answers }) {
    return put(this.bar, h('p', urgent ? { class: 'missing', role: 'alert' } : { class: 'idle' }, text),
      answers.map(({ label, main, act }) => button(label, act, { class: main ? 'confirm' : 'quiet' })));
  }

  waitingBar() {
    const seat = this.session.changeable;
    return seat >= 0
      ? button(t('Change my choice'), () => this.session.withdraw(seat), { class: 'quiet' }) : h('p', { class: 'idle' }, '…');
  }

  /** The colour of the box a move touches. */
  chipTone(p, move) {
    const box = move.touch.length === 1 || move.touch.every((one) => one < TOUCH_PIECE) ? move.touch[0] : undefined;
    if (box === undefined || box >= TOUCH_PIECE) return '';
    const layout = this.session.engine.layout(this.session.game, p.sheets[this.own].sheet);
    const own = layout.boxes[box];
    return tone(own.colour || layout.rows[own.row]?.colour || 0);
  }

  confirm(move) {
    const label = move ? t('Confirm: {0}', phrases(move.say)) : this.taps.length ? t('Choose on') : t('Choose a move');
    return h('button', {
      type: 'button', class: `confirm${move?.warn.length ? ' careful' : ''}`, disabled: !move, 'data-key': ' confirm',
      onclick: () => this.submit(move),
    }, label);
  }

  choose(move) {
    if (this.pass?.token === move.token) this.pass = null;
    else this.pass = move;
    this.taps = [];
    this.afterTap();
  }

  tapped(touch) {
    this.taps = this.pass ? tap(this.p.moves, [], touch) : tap(this.p.moves, this.taps, touch);
    this.pass = null;
    this.afterTap();
  }

  afterTap() {
    sound('tap');
    this.render();
    const move = this.chosenMove;
    announce(move ? [phrases(move.say), ...move.warn.map(phrase)].join('. ') : t('Choose on'));
  }

  async submit(move, anyway = false) {
    if (!move || (!anyway && await this.warned(move))) return;
    sound('write');
    this.before = this.p.sheets.map((sheet) => sheet.looks);
    this.session.submit(move.token);
  }

  // ---- What happened ------------------------------------------------------------------------------------

  newsLine(event) {
    const { people } = this.session;
    const out = [];
    if (event.kind === 'chance') {
      const what = happened(event); // who rolls, or a card that may be anybody's
      out.push(this.session.game.chance === 'roll' ? `${people[event.active].name}: ${what}` : what);
    } else {
      for (const move of event.moves) out.push(`${people[move.seat].name}: ${phrases(move.say)}`);
    }
    for (const seat of event.misthrows) out.push(t('{0}: a misthrow', people[seat].name));
    return out;
  }

  tellNews() {
    const { match } = this.session;
    if (this.told === null || this.told > match.node) {
      this.told = Math.max(0, match.node - 12);
      put(this.news);
    }
    if (this.told === match.node) return;
    const events = match.log(this.told, this.session.newsViewer);
    this.told = match.node;
    const spoken = [];
    for (const event of events) {
      const lines = this.newsLine(event);
      if (event.kind !== 'chance' || lines[0] !== this.news.firstChild?.textContent) { // cards face down are told once
        for (const line of lines) this.news.prepend(h('li', { class: event.kind }, line));
      }
      if (event.kind === 'chance' && event === events.at(-1)) spoken.push(...lines.slice(0, 1).map(() => this.spokenDice()));
      else spoken.push(...lines);
    }
    while (this.news.childElementCount > 60) this.news.lastChild.remove();
    announce(spoken.filter(Boolean).slice(-6).join('. '));
  }

  spokenDice() {
    const dice = this.session.position().pieces.filter((piece) => piece.place === PLACE.TABLE);
    return dice.length ? `${this.session.people[this.session.position().active].name}: ${dice.map(pieceName).join(', ')}` : '';
  }

  // ---- The rest -----------------------------------------------------------------------------------------

  /** What is known of the moves here: asked for once at each decision. */
  advise() {
    const { session } = this;
    this.asked ??= import('./advice.mjs').then(({ hint }) => hint(session.game, session.seenRecord(), session.seat));
    return this.asked;
  }

  amount(advice, x) {
    return advice.aim === 'win' ? percent(x) : decimal(x);
  }

  /** Puts a few words above the moves, with a way to put them away. */
  tellAbove(title, ...content) {
    this.panel = h('div', { class: 'advice', role: 'status' },
      h('div', { class: 'advice-head' }, h('strong', {}, title), iconButton('close', t('Close'), () => { this.panel = null; this.render(); })), content);
    this.render();
  }

  /** True if the judge is not the one it should be. */
  isWeak(advice) {
    return advice.policy !== 'expert' && weights.includes(this.session.game.name);
  }

  /** The best move, chosen for the reader, and why. */
  async hint() {
    const { session, key } = this;
    if (session.seat < 0) return;
    const asking = this.node.querySelector('.hint-button');
    asking.classList.add('busy');
    const advice = await this.advise().catch((error) => ({ error: error.message }));
    asking.classList.remove('busy');
    if (key !== this.key) return;
    if (advice.error) {
      this.asked = null;
      this.tellAbove(t('There is no hint to be had: {0}', t(advice.error)));
      return;
    }
    const move = (token) => this.p.moves.find((one) => one.token === token), best = move(advice.moves[0].move);
    const worth = (one) => this.amount(advice, advice.aim === 'win' ? one.win : one.points);
    const why = (advice.rather?.length ? advice.rather : advice.by_itself).map((one) => phrases([one]));
    this.pass = best;
    this.taps = [];
    this.tellAbove(t('Hint: {0}', phrases(best.say)),
      why.length > 0 && h('p', {}, capital(why.join('; ')), '.'),
      advice.moves.length > 1 && h('p', { class: 'aside' }, advice.aim === 'win' ? t('The chance to win:') : t('The points to expect:'), ' ',
        advice.moves.slice(0, 3).map((one, i) => [i ? ' · ' : '', phrases(move(one.move).say), ' ', h('b', {}, worth(one))])),
      this.isWeak(advice) && h('p', { class: 'error' }, t('The strong judge could not be loaded (no network); this is what “{0}” thinks.', t(advice.policy))));
    this.node.querySelector('.box.chosen')?.scrollIntoView({ block: 'center', inline: 'center' });
    announce(t('Hint: {0}', phrases(best.say)));
  }

  /** The tutor: true if the move gives much away and the reader wants to be told before. */
  async warned(move) {
    const { key } = this;
    if (!store.settings().tutor || this.p.unseen || this.p.moves.length < 2) return false;
    this.node.classList.add('thinking');
    const advice = await this.advise().catch(() => null);
    this.node.classList.remove('thinking');
    if (key !== this.key) return true;
    const one = advice?.moves.find((other) => other.move === move.token);
    if (!one || !['mistake', 'blunder'].includes(one.label)) return false;
    const better = this.p.moves.find((other) => other.token === advice.moves[0].move), words = phrases(move.say), loss = this.amount(advice, one.loss);
    const why = one.why?.length ? phrases(one.why) : t('the difference shows only later in the game');
    this.tellAbove(advice.aim === 'win' ? t('A moment: {0} gives away about {1} of your chance to win.', words, loss) : t('A moment: {0} gives away about {1} points.', words, loss),
      h('p', {}, t('Better: {0}; {1}.', phrases(better.say), why)),
      h('div', { class: 'chips' }, button(t('Do it anyway'), () => this.submit(move, true), { class: 'quiet' }),
        button(t('Take the better move'), () => this.submit(better, true), { class: 'quiet' })));
    announce(this.panel.querySelector('strong').textContent);
    return true;
  }

  undo() {
    this.before = null;
    this.told = null;
    this.session.undo();
  }

  leave() {
    const ways = this.session.leaveActions();
    if (!ways.length) return this.go('#/');
    const item = (one) => button([icon(one.icon), one.label], () => { box.close(); one.act(this.go); }, { class: 'menu-item' });
    const box = dialog(t('Leave the table'), h('div', { class: 'menu' }, ways.map(item)), t('Close'));
    return undefined;
  }

  enlarge(seat) {
    const p = this.p, layout = this.session.engine.layout(this.session.game, p.sheets[seat].sheet);
    const sheet = new Sheet(layout, { label: t('Sheet of {0}', this.session.people[seat].name) });
    sheet.node.classList.remove('mini');
    sheet.update(p.sheets[seat].looks);
    const parts = this.hidesScores(p) ? null : h('p', { class: 'dialog-parts' },
      this.session.game.parts.map((id, i) => `${t(id)} ${minus(p.sheets[seat].parts[i])}`).join(' · '), ' = ', h('b', {}, minus(p.sheets[seat].points)));
    dialog(this.session.people[seat].name || t('an open seat'), [sheet.node, parts], t('Close'));
  }

  menu() {
    const { session } = this;
    const item = (name, label, act) => h('button', { type: 'button', class: 'menu-item', onclick: () => { box.close(); act(); } }, icon(name), label);
    const shown = store.settings().scores;
    const box = dialog(t(session.game.title), h('div', { class: 'menu' },
      item('book', t('Rules'), () => this.go(`#/learn/${session.game.name}`)),
      item('list', t('What happened'), () => dialog(t('What happened'), this.news.cloneNode(true), t('Close'))),
      item('tick', shown ? t('Hide the score') : t('Show the score'), () => { store.changeSettings({ scores: !shown }); this.render(); }),
      item('hint', store.settings().moves ? t('Do not show possible moves') : t('Show possible moves'),
        () => { store.changeSettings({ moves: !store.settings().moves }); this.render(); }),
      item('gear', t('Settings'), () => this.go('#/settings')),
      session.menuActions().map((one) => item(one.icon, one.label, () => one.act(this.go)))), t('Close'));
  }

  renderEnd(p) {
    if (this.ended) return;
    this.ended = true;
    put(this.bar, endPanel(this.session, p, this.go));
    announce(this.bar.querySelector('.verdict')?.textContent ?? '');
    sound('end');
  }
}

/** The table screen of a session, which goes on from where it is. */
export function playScreen(session, go) {
  const made = new PlayScreen(session, go);
  session.advance();
  return made;
}
