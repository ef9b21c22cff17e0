// moments.mjs: what an analysis says in a sentence, and the few decisions that a person wants to hear of. Everything is read off the
// items of `penna analyse` (docs/analysis.md); works on the page and in node.

import { LABEL, LABELS } from './enums.mjs';

/** True if something was lost by a decision. */
export const isMistake = (item) => 'seat' in item && LABELS.indexOf(item.label) >= LABEL.INACCURACY;

/** What the next best move would have lost: how much there was to find. 0 where nothing was to choose. */
const found = (item) => (item.moves.length > 1 && item.moves[0].move === item.played ? item.moves[1].loss : 0);

const least = 0.01; // of the aim's unit: less than that is no find, and no mistake, worth telling

const greatest = (items, value) => items.reduce((best, item) => (value(item) > (best ? value(best) : least) ? item : best), null);

/** The best move of some seats: the one to which the next best was furthest behind. Null: there was nothing to find. */
export const bestMove = (items, seats) => greatest(items.filter((item) => seats.includes(item.seat)), found);

/** The mistake of some seats that cost most; null: there was none. */
export const dearest = (items, seats) => greatest(items.filter((item) => seats.includes(item.seat) && isMistake(item)), (item) => item.loss);

/** The decisions of some seats that mattered most: the dearest mistakes, in the order in which they happened. */
export const turningPoints = (items, seats, most) => items.filter((item) => seats.includes(item.seat) && isMistake(item))
  .sort((a, b) => b.loss - a.loss).slice(0, most).sort((a, b) => a.node - b.node);

/** How well a seat played, of a seat's sums: 'perfect', 'well', 'fairly' or 'badly'; and its small and big mistakes. */
export function grade(sum) {
  const small = sum.inaccuracy, big = sum.mistake + sum.blunder;
  const word = small + big === 0 ? 'perfect' : sum.accuracy >= 90 && big <= 1 ? 'well' : sum.accuracy >= 75 && big <= 3 ? 'fairly' : 'badly'; // nobody is praised for a row of big ones
  return { word, small, big };
}

/** Whom the dice or cards helped most, and by how much of the chance to win; null: nobody to speak of. */
export function luckiest(seats) {
  const luck = seats.map((one) => one.win_luck), seat = luck.indexOf(Math.max(...luck));
  return seats.length > 1 && luck[seat] >= 0.005 ? { seat, luck: luck[seat] } : null;
}
