// play.mjs: the table screen. It shows a session (session.mjs), takes taps, and says what happens. Everything it knows of a game
// comes from the engine's data. Its parts have places that never move, and names (data-part) by which programs find them.

import { breathe, h, painted, put, button, iconButton, icon, dialog } from './dom.mjs';
import { COLOURS, PLACE, SHAPE, TOUCH_PIECE, newlyWritten } from './engine.mjs';
import { t, phrase, phrases, sentences, capital, decimal, minus, percent } from './i18n.mjs';
import { weights } from './assets.mjs';
import { characterOf, nameOf, portrait } from './characters.mjs';
import { isFinal, meant, tap, tappable } from './choose.mjs';
import { chips, markChip, offered, risky, warnings } from './moves.mjs';
import { tone } from './picture.mjs';
import { News } from './news.mjs';
import { Sheet } from './sheet.mjs';
import { Tabletop } from './table.mjs';
import { announce, call, calm, quiet, sound } from './voice.mjs';
import { diceEntry } from './dice.mjs';
import * as store from './store.mjs';

const TALL = 1.2; // sheets less wide than this for their height stand beside the dice, not below

/** Puts a text where it is not yet: put anew, the same would be laid out anew. */
function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

class PlayScreen {
  /** `go(route)` leaves for another screen. */
  constructor(session, go) {
    Object.assign(this, { session, go, taps: [], pass: null, sheets: new Map(), drawn: new Set() });
    this.table = new Tabletop((touch) => this.tapped(touch));
    this.news = new News(session, () => this.showNews());
    this.build();
    if (!session.local) import('./friends.mjs').then(({ friendsAt }) => friendsAt(this)); // not of the first load
    this.listen = (event) => this.changed(event.detail);
    session.addEventListener('change', this.listen);
    session.pause = (kind) => this.pause(kind);
    this.turned = () => { cancelAnimationFrame(this.frame); this.frame = requestAnimationFrame(() => this.render({ tapped: true })); }; // what has room as a button is another
    addEventListener('resize', this.turned);
    this.changed({});
  }

  /** The session too: nobody else plays on it. */
  close() {
    calm();
    this.closed = true;
    this.drawing = null;
    this.news.close();
    removeEventListener('resize', this.turned);
    cancelAnimationFrame(this.frame);
    this.session.removeEventListener('change', this.listen);
    this.session.close();
  }

  /** Made once, and only filled anew afterwards: a part that is replaced would lose the focus, and the screen would jump. */
  build() {
    const { game } = this.session;
    this.turn = h('p', { class: 'turn' });
    this.prompt = h('p', { class: 'prompt', tabindex: '-1' });
    this.against = h('div', { class: 'against' });
    this.others = h('section', { class: 'others', 'data-part': 'others', 'aria-label': t('The other sheets') });
    this.scroller = h('div', { class: 'scroller' });
    this.score = h('div', { class: 'score' });
    this.note = h('p', { class: 'note' });
    this.ownPart = h('section', { class: 'own', 'data-part': 'own-sheet' }, this.score, this.scroller, this.note);
    this.bar = h('section', { class: 'bar', 'aria-label': t('Your move') });
    this.status = h('p', { class: 'status', hidden: true, role: 'status' });
    this.undoButton = iconButton('undo', t('Undo'), () => this.undo());
    this.node = h('div', { class: `play board${game.chance === 'draw' ? ' cards' : ''}`, 'data-id': this.session.id },
      h('header', { class: 'top' },
        iconButton('back', t('Leave the table'), () => this.leave()),
        h('div', { class: 'title' }, h('h1', {}, t(game.title)), this.turn),
        this.undoButton,
        iconButton('hint', t('Hint'), () => this.hint(), { class: 'icon-button hint-button' }),
        iconButton('dots', t('More'), () => this.menu())),
      h('main', { class: 'felt desk', id: 'main', tabindex: '-1' },
        this.status,
        h('section', { class: 'mid', 'data-part': 'table', 'aria-label': t('The table') }, this.table.node, this.table.counts),
        this.news.line,
        this.ownPart,
        h('div', { class: 'ask', 'data-part': 'prompt' }, this.prompt, this.against),
        this.bar,
        h('div', { class: 'flank' }, this.others,
          h('aside', { class: 'side', tabindex: '0', 'aria-label': t('What happened') }, h('h2', {}, t('What happened')), this.news.list))));
  }

  /** Asked every time: the setting can be changed at the table. */
  get reduced() {
    return quiet();
  }

  /** So that one sees that something happens: dice tumble, and bots take as long as a glance. */
  async pause(kind) {
    if (kind === 'roll') {
      sound('roll');
      await this.table.tumble(this.reduced);
      if (this.reduced) await wait(0); // what fell is shown before anything else is done
    } else {
      await wait(this.reduced ? 0 : 450);
    }
  }

  /** The seat whose sheet is large. */
  get own() {
    const { session } = this;
    if (session.seat >= 0) this.lastOwn = session.seat;
    return this.lastOwn ?? session.humans[0] ?? 0;
  }

  /** Something happened, or the server said something. What was half chosen is forgotten if it was for another node. */
  changed({ error = '' } = {}) {
    const trouble = error || this.session.trouble;
    say(this.status, trouble);
    this.status.hidden = !trouble;
    const key = `${this.session.match.node} ${this.session.seat}`;
    this.sent = '';
    this.node.classList.remove('sent');
    if (key !== this.key) [this.taps, this.pass, this.panel, this.asked] = [[], null, null, null];
    this.key = key;
    this.render();
    if (store.settings().tutor && this.p.moves.length > 1 && !this.p.unseen) this.advise().catch(() => {}); // so that a warning is ready
  }

  // ---- Drawing ------------------------------------------------------------------------------------------

  /** `tapped`: nothing has happened but a tap, which must be answered at once. */
  render({ tapped = false } = {}) {
    const { session } = this, focus = this.focusNow();
    const p = this.p = tapped ? this.p : session.position();
    this.chosenMove = this.pass ?? meant(p.moves, this.taps);
    const touched = new Set([...(this.chosenMove?.touch ?? []), ...this.taps]);
    this.possible = tappable(p.moves);
    if (!tapped) {
      this.renderState(p);
      this.table.tell(p.counts, p.pieces, this.ownLayout(p)); // it may take a line more: with the pieces
    }
    this.table.update(p.pieces, { possible: this.possible, chosen: touched, order: this.orderOf(), unseen: p.unseen });
    this.renderOwn(p, touched);
    if (this.shownSeat !== this.own) this.renderScore(p); // another's sheet has another's name from the beginning
    this.renderBar(p);
    if (!tapped) this.renderRest(p);
    this.markAsked();
    this.keepFocus(focus);
  }

  /** What a tap does not change, each part in a frame of its own, so that the next tap need not wait for all. */
  async renderRest(p) {
    const parts = [() => this.renderNews(), () => this.renderPrompt(p), () => this.renderScore(p), () => this.renderOthers(p)]; // what happened is said before what is asked
    const mine = this.drawing = {};
    for (const part of parts) {
      if (this.node.isConnected) await painted();
      if (mine !== this.drawing) return; // something else has happened meanwhile
      part();
    }
  }

  /** What happened, shown and said. */
  renderNews() {
    for (const words of this.news.update()) announce(words);
  }

  /** What kind of moment it is. */
  renderState(p) {
    const { session } = this;
    this.undoButton.disabled = !session.canUndo || p.kind === 'over';
    this.node.querySelector('.hint-button').disabled = !p.moves.length || p.unseen;
    this.node.classList.toggle('is-over', p.kind === 'over');
    this.node.classList.toggle('telling', session.wantsDice);
    this.callIfHidden(p);
  }

  /** Somebody has to decide, and sees all that there is to see. */
  markAsked() {
    this.node.classList.toggle('asked', this.p.moves.length > 0 && [...this.sheets.values()].every((sheet) => this.drawn.has(sheet)));
  }

  /** The sheets of a game can differ, and so the layout is that of one's own. */
  ownLayout(p) {
    return this.session.engine.layout(this.session.game, p.sheets[this.own].sheet);
  }

  /** What has the focus here: its key, '' if it has none, null if the focus is elsewhere. */
  focusNow() {
    const { activeElement } = document;
    return this.node.contains(activeElement) && activeElement.id !== 'main' ? activeElement.dataset.key ?? '' : null;
  }

  /** The focus stays where it was; if that is gone it goes to what is asked, never to nowhere. */
  keepFocus(key) {
    if (key === null || this.node.contains(document.activeElement)) return;
    const same = [...this.bar.querySelectorAll('[data-key]')].find((node) => node.dataset.key === key && !node.disabled);
    (same ?? this.prompt).focus({ preventScroll: true });
  }

  /** Where the order of cards matters it is shown on them. */
  orderOf() {
    const touch = this.chosenMove?.touch ?? this.taps;
    const pieces = touch.filter((one) => one >= TOUCH_PIECE && this.p.pieces[one - TOUCH_PIECE]?.place !== PLACE.TABLE);
    return pieces.length > 2 ? pieces.filter((one) => this.p.pieces[one - TOUCH_PIECE].place === PLACE.HAND) : [];
  }

  /** Sheets are kept: drawing one is the dearest thing on this screen. */
  sheetFor(seat, p, large) {
    const key = `${seat} ${large}`;
    if (!this.sheets.has(key)) {
      const layout = this.session.engine.layout(this.session.game, p.sheets[seat].sheet);
      const sheet = new Sheet(layout, { tap: large ? (box) => this.tapped(box) : null });
      this.sheets.set(key, sheet);
      sheet.whole.then(() => { this.drawn.add(sheet); this.markAsked(); });
    }
    return this.sheets.get(key);
  }

  /** Boxes that changed in the last events, to be seen. */
  lastBoxes(seat, looks) {
    return this.before ? newlyWritten(looks, this.before[seat]) : new Set();
  }

  /** The others' sheets, small; the own one is large elsewhere. */
  renderOthers(p) {
    const own = this.own, hide = this.hidesScores(p);
    const cards = p.sheets.map((sheet, seat) => (seat === own ? null : this.otherCard(p, seat, hide))).filter(Boolean);
    if (cards.length !== this.others.childElementCount || cards.some((card, i) => card !== this.others.children[i])) this.others.replaceChildren(...cards); // put back, a sheet would be laid out anew
    this.others.hidden = p.seats < 2;
    this.others.classList.toggle('many', p.seats > 3);
  }

  /** Somebody else: name, what he does, points, and his sheet; kept from one time to the next, and only its words renewed. */
  otherCard(p, seat, hide) {
    const sheet = p.sheets[seat], { name: known } = this.session.people[seat], name = known || t('an empty seat'), state = this.seatState(p, seat);
    const small = this.sheetFor(seat, p, false);
    small.update(sheet.looks, { last: this.lastBoxes(seat, sheet.looks), label: hide ? t('Sheet of {0}', name) : t('Sheet of {0}, {1} points', name, minus(sheet.points)) });
    this.cards ??= new Map();
    if (!this.cards.has(seat)) this.cards.set(seat, h('button', { type: 'button', class: 'other', 'data-seat': seat, onclick: () => this.enlarge(seat) }, h('span', { class: 'other-head' }), small.node));
    const card = this.cards.get(seat), me = this.session.humans.includes(seat) && this.session.people.some((one, i) => one.kind === 'human' && !this.session.humans.includes(i));
    const words = JSON.stringify([name, state, me, hide || sheet.points]);
    card.classList.toggle('active', seat === p.active && p.kind !== 'over');
    if (words === card.words) return card;
    card.words = words;
    put(card.firstChild, this.faceOf(seat), h('span', { class: 'other-name' }, name), me && h('span', { class: 'you' }, t('you')),
      state && h('span', { class: `seat-state ${state.kind}` }, h('span', { 'aria-hidden': 'true' }, state.sign), ' ', h('span', { class: 'state-words' }, state.text)),
      !hide && h('span', { class: 'points' }, minus(sheet.points)));
    return card;
  }

  /** The face of a bot that is a character, drawn once; null: a person, or another bot. */
  faceOf(seat) {
    const { kind } = this.session.people[seat], bot = kind.startsWith('bot:') ? kind.slice(4) : '';
    this.faces ??= new Map();
    if (characterOf(bot) && !this.faces.has(bot + seat)) this.faces.set(bot + seat, portrait(bot));
    return this.faces.get(bot + seat) ?? null;
  }

  /** What a seat is doing: {kind, sign, text}; null: nothing to say. */
  seatState(p, seat) {
    const one = this.session.people[seat];
    if (one.left) return { kind: 'away', sign: '⚙', text: t('a bot plays') };
    if (one.here === false && one.kind === 'human') return { kind: 'away', sign: '○', text: t('away') };
    if (this.session.closed) return null;
    if (p.kind === 'move' && p.movers >> seat & 1) {
      return this.session.chosen >> seat & 1 ? { kind: 'ready', sign: '✓', text: t('has chosen') } : { kind: 'thinks', sign: '…', text: t('chooses') };
    }
    return seat === p.active && p.kind !== 'over' ? { kind: 'turn-of', sign: '●', text: t('plays') } : null;
  }

  /** The large sheet: what can be chosen, what is, and, before it is confirmed, what would then stand there. */
  renderOwn(p, touched) {
    const seat = this.own, sheet = this.sheetFor(seat, p, true);
    const boxes = (set) => new Set([...set].filter((one) => one < TOUCH_PIECE));
    const showing = store.settings().moves || this.taps.length;
    let preview = new Map();
    const choice = this.chosenMove?.token ?? this.session.choiceOf(seat);
    if (choice && (this.session.seat === seat || this.session.choiceOf(seat))) preview = this.session.match.preview(seat, choice);
    sheet.update(p.sheets[seat].looks, {
      possible: boxes(this.possible), chosen: boxes(touched), preview, faint: showing ? this.mayWrite(p) : new Map(),
      last: this.lastBoxes(seat, p.sheets[seat].looks),
      label: t('Sheet of {0}', this.session.people[seat].name),
    });
    if (p.kind === 'over') sheet.settle();
    this.ownPart.setAttribute('aria-label', this.whose(seat));
    this.ownPart.dataset.seat = seat;
    sheet.node.classList.toggle('unmarked', !showing);
    const written = [...this.lastBoxes(seat, p.sheets[seat].looks)].some((box) => sheet.layout.boxes[box].shape === SHAPE.LOCK);
    if (written && this.lockedAt !== this.key) sound('lock');
    this.lockedAt = written ? this.key : '';
    if (this.scroller.firstChild !== sheet.frame) {
      put(this.scroller, sheet.frame);
      this.node.classList.toggle('tall', sheet.ratio < TALL);
      this.node.classList.toggle('square', sheet.square);
    }
    const note = sheet.layout.note[0];
    say(this.note, note && !sheet.layout.scale ? capital(phrase(note)) : '');
  }

  /** Whose sheet the large one is, in words. */
  whose(seat) {
    const { humans, people } = this.session;
    return humans.length === 1 && humans[0] === seat ? t('Your sheet') : t('Sheet of {0}', people[seat].name); // or a spectator looks
  }

  /** The numbers that the moves would write, by box; none where it may be one or another. */
  mayWrite(p) {
    const out = new Map(), several = new Set();
    for (const { writes = [] } of p.moves) {
      for (let i = 0; i < writes.length; i += 2) {
        if (out.has(writes[i]) && out.get(writes[i]) !== writes[i + 1]) several.add(writes[i]);
        out.set(writes[i], writes[i + 1]);
      }
    }
    for (const box of several) out.delete(box);
    return out;
  }

  /** Said aloud only to who is asked, and only when it is new: a screen reader would otherwise repeat it with every view. */
  renderPrompt(p) {
    const { session } = this;
    say(this.turn, p.kind === 'over' ? t('The game is over.') : t('turn {0}', p.turn + 1));
    const text = this.promptText(p), mine = session.seat >= 0 || session.wantsDice || session.closed;
    this.node.classList.toggle('watching', !session.humans.length);
    if (this.prompt.textContent === text) return;
    this.prompt.style.setProperty('--n', String(text.length));
    this.prompt.textContent = text;
    if (mine) announce(text);
  }

  /** Who has to do what, in a sentence: the game decides, then the own turn, then whom one waits for and why. */
  promptText(p) {
    const { session } = this, name = (seat) => session.people[seat]?.name || t('an empty seat');
    if (p.kind === 'over') return '';
    if (session.closed) return session.closed;
    if (session.wantsDice) return session.game.chance === 'draw' ? t('Cards are laid out, row by row: tap in the next one.') : t('{0} rolls: tap in what fell.', name(p.active));
    if (session.handover) return t('Hand the device to {0}.', name(session.seat));
    if (session.seat >= 0) {
      const alone = session.humans.length === 1 && session.humans[0] === p.active;
      const who = alone ? t('Your turn.') : session.humans.length > 1 ? `${name(session.seat)}:` : t('{0} plays, and you may join in.', name(p.active));
      return `${who} ${t(p.prompt)}`;
    }
    const away = (seat) => session.people[seat].here === false && session.people[seat].kind === 'human' && !session.people[seat].left;
    const rest = p.sheets.map((_, seat) => seat).filter((seat) => (p.kind === 'move' ? p.movers >> seat & 1 && !(session.chosen >> seat & 1) && !session.humans.includes(seat) : away(seat))); // a game begins when all have come
    const gone = p.kind === 'move' ? rest.filter(away) : [];
    const others = gone.length ? t('{0} is away.', gone.map(name).join(', ')) : rest.length ? t('Waiting for {0}.', rest.map(name).join(', ')) : session.humans.includes(p.active) && session.humans.length === 1 ? '…' : t('{0} plays.', name(p.active));
    return session.humans.length ? others : `${t('You are watching.')} ${others}`;
  }

  /** By one's own wish, or by the table's; never when the game is over. */
  hidesScores(p) {
    return p.kind !== 'over' && (!store.settings().scores || this.session.hideScores);
  }

  /** Above the sheet: whose it is, and its points. */
  renderScore(p) {
    const seat = this.own, sheet = p.sheets[seat], { game, humans, people } = this.session;
    const part = (id, value) => value !== 0 && h('span', { class: `part ${COLOURS.includes(id) ? tone(COLOURS.indexOf(id)) : ''}` },
      h('span', { class: 'part-name' }, t(id)), ' ', h('b', {}, minus(value)));
    const state = humans.includes(seat) ? null : this.seatState(p, seat), words = JSON.stringify([seat, people[seat].name, state, this.hidesScores(p) || [sheet.parts, sheet.points]]);
    if (words !== this.scored) put(this.score, h('span', { class: 'who' }, people[seat].name || this.whose(seat)),
      humans.length === 1 && humans[0] === seat && people[seat].name !== t('You') && h('span', { class: 'you' }, t('you')),
      state && h('span', { class: `seat-state ${state.kind}` }, state.text),
      !this.hidesScores(p) && [h('span', { class: 'parts' }, game.parts.map((id, i) => part(id, sheet.parts[i]))),
        h('span', { class: 'total' }, h('span', { class: 'part-name' }, t('total')), ' ', h('b', {}, minus(sheet.points)))]);
    this.scored = words;
    this.ownPart.classList.toggle('handed', humans.length > 1);
    if (humans.length > 1 && this.shownSeat !== undefined && this.shownSeat !== seat && !this.reduced) this.ownPart.animate?.([{ transform: 'translateX(30%)', opacity: 0 }, { transform: 'none', opacity: 1 }], { duration: 220, easing: 'ease-out' });
    this.shownSeat = seat;
  }

  // ---- Choosing -----------------------------------------------------------------------------------------

  /** What stands in the place of the buttons: the end, a question, dice to tell, a device to hand on, moves, or waiting. */
  renderBar(p) {
    const { session } = this, move = this.chosenMove;
    this.renderWarnings(p.moves.length ? move : null);
    this.showPanel();
    if (this.node.classList.contains('bare') && !p.moves.length) this.node.classList.remove('bare');
    if (p.kind === 'over') return this.renderEnd(p);
    this.ended = false;
    if (session.question) return this.renderQuestion(session.question);
    if (session.wantsDice) return diceEntry(this.bar, session);
    if (session.handover) {
      this.node.classList.add('bare');
      return put(this.bar, button(t('I am {0}', session.people[session.seat].name), () => session.take(), { class: 'confirm', 'data-part': 'confirm' }));
    }
    return p.moves.length ? this.renderChoices(p, move) : put(this.bar, this.waitingBar(p));
  }

  /** The buttons of the moves, and the one that confirms. They are made anew only for other moves: a tap is to be answered at once, and
   *  the strip stays where it was pushed to. */
  renderChoices(p, move) {
    const moves = offered(p.moves, this.taps, store.settings().moves), key = `${this.key} ${moves.map((one) => one.token).join(' ')}`;
    if (this.strip?.key !== key || this.strip.parentNode !== this.bar) {
      this.strip = Object.assign(chips(moves, { choose: (one) => this.choose(one), layout: this.ownLayout(p) }), { key });
      this.confirm ??= button('', () => this.submit(this.chosenMove), { class: 'confirm', 'data-key': ' confirm', 'data-part': 'confirm' });
      put(this.bar, this.strip, this.confirm);
    }
    this.node.classList.toggle('bare', !moves.length);
    markChip(this.strip, move?.token);
    this.confirm.classList.toggle('careful', risky(move));
    say(this.confirm, move ? t('Confirm: {0}', phrases(move.say)) : this.taps.length ? t('Now tap what goes with it') : t('Choose a move'));
    this.confirm.disabled = !move;
    return this.bar;
  }

  /** What the chosen move costs stands in the place of what is asked. */
  renderWarnings(move) {
    const key = JSON.stringify(move?.warn ?? []);
    if (key === this.warnedOf) return;
    this.warnedOf = key;
    put(this.against, warnings(move));
    this.against.parentNode.classList.toggle('warned', Boolean(move?.warn.length));
  }

  /** A question of the session (session.mjs) in the place of the moves: nothing else can be done before it is answered. */
  renderQuestion({ text, urgent, answers }) {
    return put(this.bar, text && h('p', urgent ? { class: 'missing', role: 'alert' } : { class: 'idle' }, text),
      answers.map(({ label, main, act }) => button(label, () => act(this.go), { class: main ? 'confirm' : 'quiet' })));
  }

  /** While others choose: changing one's mind, or a bot for somebody who is away. */
  waitingBar(p) {
    const { session } = this, seat = session.changeable, away = p.kind === 'move' ? session.awayActions() : [];
    return [seat >= 0 && button(t('Change my choice'), () => session.withdraw(seat), { class: 'quiet' }),
      away.map((one) => button([icon(one.icon), one.label], () => one.act(this.go), { class: 'quiet' }))];
  }

  /** A button of a move: the first tap chooses it, the second confirms. */
  choose(move) {
    if (this.pass?.token === move.token) return this.submit(move);
    this.pass = move;
    this.taps = [];
    return this.afterTap(true);
  }

  /** A box, die or card: the first tap chooses. The box tapped last, tapped again, confirms; dice and cards are put back. */
  tapped(touch) {
    if (this.chosenMove && touch < TOUCH_PIECE && (this.pass ? this.pass.touch.includes(touch) : this.taps.at(-1) === touch)) return this.submit(this.chosenMove);
    this.taps = this.pass ? tap(this.p.moves, [], touch) : tap(this.p.moves, this.taps, touch);
    this.pass = null;
    return this.afterTap(isFinal(this.p.moves, this.taps));
  }

  /** `final`: nothing can be added to what is chosen. */
  afterTap(final) {
    sound('tap');
    this.render({ tapped: true });
    const move = this.chosenMove;
    if (move && final && store.settings().quick && !move.warn.length) return this.submit(move);
    announce(move ? [phrases(move.say), ...move.warn.map(phrase)].map(capital).join('. ') : t('Now tap what goes with it'));
    return undefined;
  }

  /** What the sheets look like now is kept, to show afterwards which boxes are new. */
  async submit(move, anyway = false) {
    if (!move || this.sent === `${this.key} ${move.token}` || (!anyway && await this.warned(move))) return;
    this.sent = `${this.key} ${move.token}`;
    sound('write');
    this.before = this.p.sheets.map((sheet) => sheet.looks);
    this.node.classList.add('sent'); // seen at once; what follows from it takes longer, and comes after it is painted
    this.renderWarnings(null);
    await painted();
    if (this.bar.contains(document.activeElement)) this.prompt.focus({ preventScroll: true }); // now: later, when much has changed, it would lay all of that out at once
    if (!this.session.submit(move.token)) this.sent = '';
  }

  // ---- What happened ------------------------------------------------------------------------------------

  showNews() {
    dialog(t('What happened'), this.news.whole(), t('Close'));
  }

  /** Whoever looks elsewhere is told that it is his turn. */
  callIfHidden(p) {
    const asked = !this.session.local && ((this.session.seat >= 0 && p.moves.length > 0) || this.session.wantsDice);
    if (asked) call(t(this.session.game.title), this.calledFor !== this.key);
    else calm();
    this.calledFor = asked ? this.key : '';
  }

  // ---- The rest -----------------------------------------------------------------------------------------

  /** What is known of the moves here: asked for once at each decision. */
  advise() {
    const { session } = this;
    this.asked ??= import('./advice.mjs').then(({ hint }) => hint(session.game, session.seenRecord(), session.seat));
    return this.asked;
  }

  /** What speaks for the best move rather than for this one. */
  async whyNot(move) {
    const { session } = this, { why } = await import('./advice.mjs');
    return why(session.game, session.seenRecord(), session.seat, move.token);
  }

  /** In the judge's aim: a part of the chance to win, or points. */
  amount(advice, x) {
    return advice.aim === 'win' ? percent(x) : decimal(x);
  }

  /** Puts a few words over what the others did (a hint), or over the moves (a question), with a way to put them away. */
  tellAbove(title, content, { question = false } = {}) {
    this.panel = h('div', { class: `advice${question ? ' question' : ''}`, role: 'status' },
      h('div', { class: 'advice-head' }, h('strong', {}, title), iconButton('close', t('Close'), () => this.closePanel())), content);
    this.render({ tapped: true });
  }

  closePanel() {
    this.panel = null;
    this.showPanel();
    this.prompt.focus({ preventScroll: true });
  }

  /** Brings the words that belong to this decision to their place, or takes those of another away. */
  showPanel() {
    if (this.panelShown === this.panel) return;
    this.panelShown?.remove();
    if (this.panel) this.bar.parentNode.append(this.panel);
    this.panelShown = this.panel;
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
      this.tellAbove(t('No hint is possible: {0}', t(advice.error)));
      return;
    }
    const move = (token) => this.p.moves.find((one) => one.token === token), best = move(advice.moves[0].move);
    const worth = (one) => this.amount(advice, advice.aim === 'win' ? one.win : one.points);
    const why = advice.rather?.length ? advice.rather : advice.by_itself;
    this.pass = best;
    this.taps = [];
    this.tellAbove(t('Hint: {0}', phrases(best.say)), [why.length > 0 && h('p', {}, sentences(why)),
      advice.moves.length > 1 && h('p', { class: 'aside' }, advice.aim === 'win' ? t('The chance to win:') : t('The expected points:'), ' ',
        advice.moves.slice(0, 3).map((one, i) => [i ? ' · ' : '', phrases(move(one.move).say), ' ', h('b', {}, worth(one))])),
      this.isWeak(advice) && h('p', { class: 'error' }, t('The strong judge could not be loaded (no network); this is what {0} thinks.', nameOf(advice.policy)))]);
    announce(t('Hint: {0}', phrases(best.say)));
  }

  /** The tutor: true if the move gives much away and the reader wants to be told before. */
  async warned(move) {
    const { key } = this;
    if (!store.settings().tutor || this.p.unseen || this.p.moves.length < 2) return false;
    this.node.classList.add('thinking');
    const advice = await this.advise().catch(() => null), one = advice?.moves.find((other) => other.move === move.token), wrong = ['mistake', 'blunder'].includes(one?.label);
    const reasons = wrong ? await this.whyNot(move).catch(() => []) : [];
    this.node.classList.remove('thinking');
    if (key !== this.key) return true;
    if (!wrong) return false;
    const better = this.p.moves.find((other) => other.token === advice.moves[0].move), words = phrases(move.say), loss = this.amount(advice, one.loss);
    this.tellAbove(advice.aim === 'win' ? t('A moment: {0} gives away about {1} of your chance to win.', words, loss) : t('A moment: {0} gives away about {1} points.', words, loss),
      [h('p', {}, `${t('Better: {0}', phrases(better.say))}. ${sentences(reasons)}`),
      h('div', { class: 'chips' }, button(t('Do it anyway'), () => this.submit(move, true), { class: 'quiet' }),
        button(t('Take the better move'), () => this.submit(better, true), { class: 'quiet' }))], { question: true });
    announce(this.panel.querySelector('strong').textContent);
    return true;
  }

  /** What was new is not new any more. */
  undo() {
    this.before = null;
    this.news.forget();
    this.session.undo();
  }

  /** A local game is kept and needs no question; at a server's table others may be waiting. */
  leave() {
    const ways = this.session.leaveActions();
    if (!ways.length) return this.go('#/');
    const item = (one) => button([icon(one.icon), one.label], () => { box.close(); one.act(this.go); }, { class: 'menu-item' });
    const box = dialog(t('Leave the table'), h('div', { class: 'menu' }, ways.map(item)), t('Close'));
    return undefined;
  }

  /** Somebody else's sheet as large as the screen allows; tapping it does nothing. */
  enlarge(seat) {
    const p = this.p, layout = this.session.engine.layout(this.session.game, p.sheets[seat].sheet), place = h('div', { class: 'dialog-sheet' });
    breathe().then(() => { // the tap is answered first: a sheet takes a slow phone a while
      const sheet = new Sheet(layout, { label: t('Sheet of {0}', this.session.people[seat].name) });
      sheet.node.classList.remove('mini');
      sheet.update(p.sheets[seat].looks);
      place.append(sheet.node);
    });
    const parts = this.hidesScores(p) ? null : h('p', { class: 'dialog-parts' },
      this.session.game.parts.map((id, i) => `${t(id)} ${minus(p.sheets[seat].parts[i])}`).join(' · '), ' = ', h('b', {}, minus(p.sheets[seat].points)));
    dialog(this.session.people[seat].name || t('an empty seat'), [place, parts], t('Close'));
  }

  /** What one wants seldom. The session adds what only it can do (menuActions). */
  menu() {
    const { session } = this;
    const item = (name, label, act) => h('button', { type: 'button', class: 'menu-item', onclick: () => { box.close(); act(); } }, icon(name), label);
    const shown = store.settings().scores;
    const box = dialog(t(session.game.title), h('div', { class: 'menu' },
      item('book', t('Rules'), () => this.go(`#/learn/${session.game.name}`)),
      item('list', t('What happened'), () => this.showNews()),
      item('tick', shown ? t('Hide the score') : t('Show the score'), () => { store.changeSettings({ scores: !shown }); this.render(); }),
      item('hint', store.settings().moves ? t('Do not show possible moves') : t('Show possible moves'),
        () => { store.changeSettings({ moves: !store.settings().moves }); this.render(); }),
      item('gear', t('Settings'), () => this.go('#/settings')),
      session.menuActions().map((one) => item(one.icon, one.label, () => one.act(this.go)))), t('Close'));
  }

  /** The end is a module of its own, loaded when it comes: the first load need not carry it. */
  async renderEnd(p) {
    if (this.ended) return;
    this.ended = true;
    put(this.bar);
    const { showEnd } = await import('./end.mjs');
    await painted(); // the sheets have found their place
    if (this.closed) return; // and nobody has left meanwhile: the match would be gone
    showEnd(this.bar, this.session, p, this.go);
    announce(this.bar.querySelector('.verdict')?.textContent ?? '');
    sound('end');
  }
}

/** The table screen of a session, which goes on from where it is. */
export function playScreen(session, go) {
  const made = new PlayScreen(session, go);
  painted().then(() => { if (!made.closed) session.advance(); });
  return made;
}
