// analyst.mjs: hints and the analysis (src/wasm/analyse.c) as an object; works in a worker and in node.

import { Engine, FULL, LEVELS } from './engine.mjs';

export class Analyst extends Engine {
  static async load(source) {
    return new Analyst(await Engine.exports(source));
  }

  /** Begins with a finished record: how many decisions and rolls there are to judge. Throws why it cannot. */
  open(record, level = 'quick', seed = 1) {
    this.give(record);
    const count = this.x.analyse_open(LEVELS.indexOf(level), seed);
    if (!count) throw new Error(this.text());
    this.done = 0;
    return count;
  }

  /** Judges the next: its item, with the reasons against the move played where something was lost. */
  step() {
    this.done = this.x.analyse_step();
    const item = this.json();
    if ('seat' in item && item.label !== 'best') item.why = this.x.analyse_why(this.done - 1) ? this.json() : [];
    return item;
  }

  /** The whole document, as `penna analyse --json` prints it. */
  write() {
    this.x.analyse_write();
    return this.text();
  }

  close() {
    this.x.analyse_close();
  }

  /** For the items of an analysis, what was asked at a decision (a position's prompt): what kind of decision it was. */
  prompter(record) {
    const match = super.open(record, false);
    return { add: (item) => ('seat' in item ? { ...item, prompt: match.position(FULL, item.seat, item.node).prompt } : item), close: () => match.close() };
  }

  /** The moves of a seat at the end of a record, the best first, with reasons for it. Throws why it cannot. */
  hint(record, seat, seed = 1) {
    this.give(record);
    if (!this.x.hint(seat, seed)) throw new Error(this.text());
    return this.json();
  }

  /** What speaks for the best move of the last hint rather than for this one: phrases. As dear as the hint itself, so it is asked of one move. */
  why(move) {
    this.give(move);
    return this.x.hint_why() ? this.json() : [];
  }
}
