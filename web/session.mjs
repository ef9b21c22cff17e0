// session.mjs: what the table screen (play.mjs) plays on, whatever stands behind it: a game on this device (game.mjs), one on a
// server (netgame.mjs), a position to try (trial.mjs). A session has no elements of the page: what it wants asked or offered it
// says in words, as Actions and Questions, and the screen shows them.
//
//   Action    {icon, label, act(go)}           something to be offered; `act` may return a promise
//   Question  {text, urgent, answers: [{label, main, act(go)}]}   asked in the place of the moves, its text '' if the prompt says it; `main` is the answer one mostly wants
//
// It tells of every change by an event 'change', with a detail {rolled, error}: dice have just fallen; words about what was refused.

import { FULL, SPECTATOR } from './engine.mjs';
import * as store from './store.mjs';

/** True if there is nothing to choose: one move that touches nothing and needs no warning. */
export const isForced = (moves) => moves.length === 1 && !moves[0].touch.length && !moves[0].warn.length;

export class Session extends EventTarget {
  /** Every member with its default: a session that does not know a thing has said so by leaving it as it is. */
  constructor(engine, id) {
    super();
    /** The engine that knows the games (Engine). */
    this.engine = engine;
    /** The name of this game among others: in the store, or a table's code. */
    this.id = id;
    /** What is played: an entry of engine.games. Null until something is known of the table. */
    this.game = null;
    /** The engine's match, which holds what may be seen from here and no more (Match). Null as long as `game` is. */
    this.match = null;
    /** Who sits there, by seat: {kind: 'human', 'bot:NAME' or 'open', name}; on a server also {here, left}: is somebody there,
     *  does a bot stand in. */
    this.people = [];
    /** The seats that play on this device. None: a spectator. */
    this.humans = [];
    /** The seat that is asked now; -1: nobody. */
    this.seat = -1;
    /** The seat that holds the device, where hands are hidden from each other; -1: nobody has said so. */
    this.shownTo = -1;
    /** The screen lets people see what happens: pause('roll') while dice tumble, pause('bots') before bots' moves are shown. */
    this.pause = () => Promise.resolve();
    /** What became of the game once it was over: the promise of finish(). Null: it goes on, or is not mine. */
    this.finished = null;
  }

  // ---- What is so ---------------------------------------------------------------------------------------

  /** True if nobody else plays along on another device. */
  get local() {
    return false;
  }

  /** True if real hands are held that the page does not know. */
  get blind() {
    return false;
  }

  /** True if nobody at this device needs to look away. */
  get faceUp() {
    return this.humans.length < 2 || !this.game.hidden || this.blind;
  }

  /** True if the game has ended. */
  get over() {
    return this.match.position(FULL).kind === 'over';
  }

  /** Whose eyes the screen has: a seat, SPECTATOR, or FULL. */
  get viewer() {
    return SPECTATOR;
  }

  /** Whose eyes the list of what happened has: nobody's, if several people with hidden hands look at it. */
  get newsViewer() {
    return !this.faceUp && !this.over ? SPECTATOR : this.viewer;
  }

  /** The seats that have chosen at this node, as bits. */
  get chosen() {
    return this.match.chosen;
  }

  /** The move that a seat has chosen and that waits for the others: its token, or null. */
  choiceOf() {
    return null;
  }

  /** True if points are not to be shown before the end. */
  get hideScores() {
    return false;
  }

  /** What is wrong, in words; '' if nothing is. */
  get trouble() {
    return '';
  }

  /** Why nothing can happen here any more though the game is not over, in words; '' if that is not so. */
  get closed() {
    return '';
  }

  /** A Question that stands before all else, or null. */
  get question() {
    return null;
  }

  /** The position now, with the moves of who is asked, or the one before node `node`, as the screen may show it. */
  position(node = -1) {
    return this.match.position(this.viewer, node < 0 ? this.seat : -1, node);
  }

  /** The record that whoever is asked may see, for the judge of its moves. */
  seenRecord() {
    return this.match.record(FULL);
  }

  // ---- Hidden hands on one device -----------------------------------------------------------------------

  /** True if the device must go to the seat that is asked; whoever takes it says so by take(). */
  get handover() {
    return !this.faceUp && this.seat >= 0 && this.shownTo !== this.seat;
  }

  take() {
    this.shownTo = this.seat;
    this.tell();
  }

  // ---- Playing ------------------------------------------------------------------------------------------

  /** Plays on until somebody at this device has to decide. Called once, when the screen stands. */
  advance() {}

  /** The seat that is asked chooses a move, by its token; false: not possible here. */
  submit() {
    return false;
  }

  /** The seat of this device whose choice can still be changed, or -1. */
  get changeable() {
    return -1;
  }

  /** Takes the choice of such a seat back. */
  withdraw() {}

  /** True if real dice or cards are to be told now: fell(). */
  get wantsDice() {
    return false;
  }

  /** Real dice fell, a face {colour, value} each, or a real card was drawn (its token); false: impossible. */
  fell() {
    return false;
  }

  /** True while what fell was told and is not yet taken. */
  get telling() {
    return false;
  }

  /** True if undo() can do something. */
  get canUndo() {
    return false;
  }

  /** Takes the last choice back, or asks the others to allow it. */
  undo() {}

  /** True if others play with the same dice: there is no second try. */
  get sealed() {
    return false;
  }

  /** True if the same people may play once more from here. */
  get mayPlayAgain() {
    return !this.sealed;
  }

  // ---- Around the game ----------------------------------------------------------------------------------

  /** Actions for the menu. */
  menuActions() {
    return [];
  }

  /** Actions about somebody who is waited for and away: letting a bot play. */
  awayActions() {
    return [];
  }

  /** Actions for the end of the game; what `act` returns stands on the button then. `name` is a word for the style sheet. */
  endActions() {
    return [];
  }

  /** Ways to leave the table, as Actions, if there are several to choose from; else leaving is simply that. */
  leaveActions() {
    return [];
  }

  /** Where the replay is to be had; '': only in a link that holds the record. */
  get replayRoute() {
    return '';
  }

  /** Where one sees what one's game is worth among those of others who had the same dice (daily.mjs); '': nowhere. */
  get resultRoute() {
    return '';
  }

  /** The same people again: begins the next game and goes there. */
  playAgain() {}

  // ---- Keeping it ---------------------------------------------------------------------------------------

  /** Where it is played, for the list of one's games: {kind: 'device'}, {kind: 'table', code} … */
  get place() {
    return { kind: 'device' };
  }

  /** Its name among one's games, the same on every device that has it. */
  get keptId() {
    return this.id;
  }

  /** The seat of the person whose device this is, among those that play here: the only one, or the one that has the reader's name; -1: who knows. */
  get me() {
    return this.humans.length === 1 ? this.humans[0] : this.humans.find((seat) => this.people[seat].name === store.myName()) ?? -1;
  }

  /** What is kept of it (store.mjs). */
  toKeep() {
    return { id: this.keptId, game: this.game.name, names: this.people.map((one) => one.name), record: this.match.record(FULL), over: this.over };
  }

  /** The game is over: it is one of my games from now on (history.mjs). Every kind of session calls this when its game has ended; once is
   *  enough, and more does no harm. What it gives, `finished`, is a promise of what became of it: 'kept'; 'waiting', for room on the device; 'lost', if the
   *  browser keeps nothing at all. It is noted down here at once, so that nothing is lost by closing the page now. */
  finish() {
    if (this.finished || !this.humans.length) return this.finished;
    const noted = store.keepGame({ ...this.toKeep(), mine: this.humans, me: this.me, place: this.place });
    this.finished = import('./history.mjs').then(({ takeOver }) => takeOver()).catch(() => (noted ? 'waiting' : 'lost'));
    return this.finished;
  }

  /** Tells of a change. */
  tell(detail = {}) {
    this.dispatchEvent(new CustomEvent('change', { detail }));
  }

  /** Ends it all; nothing of it is to be used any more. */
  close() {
    this.match?.close();
  }
}
