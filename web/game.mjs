// game.mjs: a game on this device: people, bots, dice of a key or real ones. It needs no network and is kept after
// every event, so that closing the browser loses nothing.

import { FULL, HIDDEN, SPECTATOR } from './engine.mjs';
import { ask, spareBot } from './bots.mjs';
import { nameOf } from './characters.mjs';
import { t } from './i18n.mjs';
import { Session, isForced } from './session.mjs';
import * as store from './store.mjs';

const randomWord = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** A name for a new game in the store. */
const newId = () => randomWord().toString(36) + randomWord().toString(36);

export class LocalGame extends Session {
  /** A new game: {game, seats: [{kind, name}], options: ['a=b'], real: bool}. Null: the options do not fit. */
  static start(engine, { game, seats, options = [], real = false, key = [randomWord(), randomWord()], daily }) {
    const match = engine.start(game, seats.length, options);
    if (!match) return null;
    if (real && game.hidden) match.seeAs(SPECTATOR); // real hands stay in real hands
    seats.forEach((seat, index) => match.seat(index, seat.kind, seat.name));
    return new LocalGame(engine, match, { id: newId(), key, real, daily });
  }

  /** A kept game (store.mjs). Throws if its record is damaged. */
  static resume(engine, kept) {
    const unseen = kept.real && engine.game(kept.game)?.hidden;
    return new LocalGame(engine, unseen ? engine.openUnseen(kept.record) : engine.open(kept.record, Boolean(kept.real)), kept);
  }

  /** `key` is where the dice come from: kept with the game, so that what was taken back falls the same again; `daily`: whose day's they are
   *  (daily.mjs), if they are that. */
  constructor(engine, match, { id, key, real, daily }) {
    super(engine, id);
    Object.assign(this, { match, game: match.game, key, real, daily });
    this.people = match.people();
    this.humans = this.people.flatMap((one, seat) => (one.kind === 'human' ? [seat] : []));
    this.shownTo = this.humans.length === 1 ? this.humans[0] : -1;
    this.given = null;          // what was chosen here last: {node, seat, token}
    this.missing = null;        // a bot that cannot play, and why: {seat, error}
    this.thinking = new Map();  // what bots think at the moment: 'node seat' → promise of [seat, token]
    this.unsaved = 0;           // a timer, while something is to be kept
    this.leaving = () => this.save();
    addEventListener('pagehide', this.leaving);
    this.generation = 0;        // goes up when what bots think is of no use any more
  }

  /** Whatever a bot still thinks is of no use any more. */
  close() {
    this.generation++;
    this.save();
    removeEventListener('pagehide', this.leaving);
    super.close();
  }

  get local() {
    return true;
  }

  get blind() {
    return this.real && this.game.hidden;
  }

  get viewer() {
    if (this.over) return FULL;
    if (this.blind) return SPECTATOR;
    if (this.humans.length === 1) return this.humans[0];
    if (this.faceUp) return this.seat >= 0 ? this.seat : FULL;
    return this.shownTo >= 0 && this.shownTo === this.seat ? this.seat : SPECTATOR;
  }

  position(node = -1) {
    const mover = node < 0 && !this.handover ? this.seat : -1;
    return this.match.position(this.viewer, mover, node);
  }

  /** For a hint: nothing that the seat could not see. */
  seenRecord() {
    return this.match.record(this.seat);
  }

  /** Everything that happened is kept, a moment later, so that no tap waits for it; at the latest when the page is left. */
  keep() {
    this.unsaved ||= setTimeout(() => this.save());
  }

  save() {
    if (!this.unsaved) return;
    clearTimeout(this.unsaved);
    this.unsaved = 0;
    store.keepGame(this.toKeep());
  }

  toKeep() {
    return { ...super.toKeep(), key: this.key, real: this.real, ...(this.daily && { daily: this.daily }) };
  }

  /** It is noted down once more, with whose it was: what was to be saved is in that. */
  finish() {
    clearTimeout(this.unsaved);
    this.unsaved = 0;
    if (this.daily) store.keepDaily(this.daily, { record: this.match.record(FULL) });
    return super.finish();
  }

  /** Plays on until somebody at this device has to decide. */
  async advance() {
    const mine = ++this.generation;
    this.keep();
    for (;;) {
      const p = this.match.position(FULL);
      this.seat = -1;
      if (p.kind === 'over') {
        this.finish();
        return this.tell();
      }
      if (p.kind === 'chance') {
        if (this.real && this.match.outcomes().hidden) {
          this.match.happen(HIDDEN); // somebody draws a real card and shows it to nobody
          continue;
        }
        if (this.real) return this.tell();
        this.match.roll(this.key);
        const dealing = this.game.chance === 'draw';
        if (!dealing) {
          this.tell({ rolled: true });
          await this.pause('roll');
        }
      } else if (!await this.decide(p, mine)) {
        return;
      }
      if (mine !== this.generation) return;
      this.keep();
    }
  }

  /** A decision node: false if a person has to choose, or everything changed meanwhile. */
  async decide(p, mine) {
    const movers = p.sheets.map((sheet, seat) => (p.active + seat) % p.seats).filter((seat) => p.movers >> seat & 1);
    const open = movers.filter((seat) => !(this.match.chosen >> seat & 1));
    const asked = open.filter((seat) => !this.humans.includes(seat)), bots = asked.map((seat) => this.think(seat, p.node, asked.length));
    const human = open.find((seat) => this.humans.includes(seat));
    if (human !== undefined) {
      const { moves } = this.match.position(this.blind ? FULL : human, human); // as the screen asks next
      if (isForced(moves)) {
        this.match.submit(human, moves[0].token); // there is nothing to choose
        return true;
      }
      this.seat = human;
      this.tell();
      return false;
    }
    this.tell();
    let tokens;
    try {
      tokens = await Promise.all(bots);
    } catch (error) {
      if (mine === this.generation) this.lose(open.find((seat) => !this.humans.includes(seat)), error);
      return false;
    }
    if (mine !== this.generation) return false;
    if (!movers.some((seat) => this.humans.includes(seat))) await this.pause('bots');
    if (mine !== this.generation) return false;
    for (const [seat, token] of tokens) this.match.submit(seat, token);
    return true;
  }

  /** A bot cannot play: its weights could not be loaded. Nobody takes its place before the reader says so. */
  lose(seat, error) {
    this.thinking.clear();
    this.missing = { seat, error };
    this.tell();
  }

  /** What to do about it. */
  get question() {
    if (!this.missing) return null;
    const { seat, error } = this.missing, { name } = this.people[seat], spare = spareBot(this.engine, this.game);
    const on = () => { this.missing = null; this.advance(); };
    const text = error.missing ? t('{0} cannot play: what it has learned is not on this device yet, and there is no network to fetch it.', name)
      : t('{0} cannot play: {1}', name, error.message);
    return { text, urgent: true, answers: [
      { label: t('Let {0}, who is weaker, play instead', nameOf(spare)), main: true, act: () => { this.replaceBots(spare); on(); } },
      { label: t('Try again'), act: on }] };
  }

  /** Another bot takes the place of all that cannot play. */
  replaceBots(spare) {
    for (const [seat, one] of this.people.entries()) {
      if (this.humans.includes(seat) || this.engine.canPlay(one.kind.slice(4), this.game)) continue;
      this.match.seat(seat, `bot:${spare}`, nameOf(spare));
    }
    this.people = this.match.people();
  }

  /** The bot of a seat begins to think, once for a node. */
  think(seat, node, thinkers) {
    const key = `${node} ${seat}`;
    if (!this.thinking.has(key)) {
      if (this.thinking.size > 32) this.thinking.clear();
      const bot = this.people[seat].kind.replace('bot:', '');
      const view = this.match.view(seat);
      const token = ask(bot, this.game, view, seat, { thinkers }).then((move) => [seat, move]);
      token.catch(() => {}); // heard of where it is waited for
      this.thinking.set(key, token);
    }
    return this.thinking.get(key);
  }

  /** The engine refuses what is not legal; the screen offers nothing else. */
  submit(token) {
    const { node } = this.match, { seat } = this;
    if (seat < 0 || !this.match.submit(seat, token)) return false;
    this.given = { node, seat, token };
    this.chose = node;
    this.seat = -1;
    this.advance();
    return true;
  }

  choiceOf(seat) {
    const { given, match } = this;
    return given?.node === match.node && given.seat === seat && match.chosen >> seat & 1 ? given.token : null;
  }

  /** Real dice, tapped in; a card comes as its token. */
  fell(faces) {
    const done = typeof faces === 'string' ? this.match.happen(faces) : this.match.fell(faces);
    if (done) this.advance();
    return done;
  }

  get wantsDice() {
    return this.real && this.match.position(FULL).kind === 'chance';
  }

  /** A day's dice are played once. */
  get sealed() {
    return Boolean(this.daily);
  }

  get canUndo() {
    return !this.sealed && this.lastChoice() >= 0;
  }

  /** The last node at which somebody tapped in what fell, or -1. */
  lastTold() {
    return this.real ? this.match.log(0).findLast((e) => e.kind === 'chance' && e.outcome !== HIDDEN)?.node ?? -1 : -1;
  }

  /** Takes the last choice of a person back, or the last dice that were tapped in; other dice stay what they were. */
  undo() {
    const node = this.lastChoice();
    this.generation++;
    if (node < this.match.node) this.match.undo(node);
    else for (const seat of this.humans) if (this.match.chosen >> seat & 1) this.match.withdraw(seat); // others still choose
    this.chose = undefined;
    this.thinking.clear();
    this.advance();
  }

  /** The last node at which a person had a choice, or tapped in what fell; -1: there is none yet. What was done for somebody who could do
   *  nothing else is no choice. Looked for once, and then known of every choice that is made. */
  lastChoice() {
    const chose = (e) => e.kind === 'move' && e.moves.some((move) => this.humans.includes(move.seat) && !isForced(this.match.position(FULL, move.seat, e.node).moves));
    this.chose ??= this.match.log(0).findLast(chose)?.node ?? -1;
    return Math.max(this.chose, this.lastTold());
  }

  /** The same people again. */
  again() {
    return LocalGame.start(this.engine, { game: this.game, seats: this.people, options: this.match.head().options, real: this.real });
  }

  /** Kept and opened by its name, like any other: there is one way into a game. */
  playAgain(go) {
    const next = this.again();
    next.keep();
    next.close();
    go(`#/play/${next.id}`);
  }

  /** It is dropped from the device; there is no other copy. */
  menuActions() {
    return [{ icon: 'close', label: t('Give this game up'), act: (go) => { store.dropGame(this.id); go('#/'); } }];
  }

  get replayRoute() {
    return `#/replay/${this.id}`;
  }

  get resultRoute() {
    return this.daily ? `#/daily/${this.daily}` : '';
  }
}
