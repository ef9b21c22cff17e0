// trial.mjs: positions to try, and playing on from one. The positions are found, not written: for each kind of decision of a
// game, one from the middle of a game between bots in which there is much to choose.

import { breathe } from './dom.mjs';
import { FULL } from './engine.mjs';
import { LocalGame } from './game.mjs';
import { t } from './i18n.mjs';

const SEEDS = [[1, 2], [3, 4], [5, 6]];
const STEPS = 12; // of a game of bots, played before a slow phone may do something else

/** Plays one game of bots, a few steps at a time; calls `see(position of seat 0, node)` at each of its decisions. */
async function playOut(engine, match, key, see) {
  for (let steps = 1; ; steps++) {
    if (steps % STEPS === 0) await breathe();
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
export async function findPositions(engine, game) {
  const best = new Map();
  for (const key of SEEDS) {
    const match = engine.start(game, Math.max(game.printed, 2));
    match.seat(0, 'human', t('You'));
    for (let seat = 1; seat < Math.max(game.printed, 2); seat++) match.seat(seat, 'bot:greedy', 'Bot');
    const seen = [];
    await playOut(engine, match, key, (p) => seen.push({ prompt: p.prompt, node: p.node, turn: p.turn, many: p.moves.length }));
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

/** A session on a position to try: nothing of it is kept. */
export class Trial extends LocalGame {
  constructor(engine, { record, key }) {
    super(engine, engine.open(record, false), { id: 'trial', key, real: false });
    this.first = this.match.node;
  }

  keep() {}

  finish() {}

  get canUndo() {
    return this.lastChoice() >= this.first;
  }

  get replayRoute() {
    return '';
  }

  playAgain(go) {
    go(`#/learn/${this.game.name}`);
  }
}
