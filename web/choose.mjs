// choose.mjs: from taps to a move. A tap on a box, die or card narrows the legal moves to those that touch it.
// Nothing here knows a game: a move is {token, touch: [number …], warn: […]}, a tap is a number of `touch`.

const contains = (move, taps) => taps.every((one) => move.touch.includes(one));

/** True if the taps come in the move in this order. */
function inOrder(move, taps) {
  let at = 0;
  for (const touched of move.touch) if (touched === taps[at]) at++;
  return at === taps.length;
}

/** The moves that contain all taps; if some have them in the order tapped (pairs of cards), only those. */
export function narrow(moves, taps) {
  const all = moves.filter((move) => contains(move, taps));
  const ordered = all.filter((move) => inOrder(move, taps));
  return ordered.length ? ordered : all;
}

const sameTouch = (a, b) => a.touch.length === b.touch.length && a.touch.every((t) => b.touch.includes(t));

/** The move that the taps mean: the smallest that contains them; null while several could be meant. Of moves
 *  that touch the same things the one with the fewest warnings is meant. */
export function meant(moves, taps) {
  if (!taps.length) return null;
  const left = narrow(moves, taps);
  if (!left.length) return null;
  const size = Math.min(...left.map((move) => move.touch.length));
  const small = left.filter((move) => move.touch.length === size);
  if (!small.every((move) => sameTouch(move, small[0]))) return null;
  return small.reduce((best, move) => (move.warn.length < best.warn.length ? move : best));
}

/** The taps after one more: a second tap takes the first back, a tap that fits nothing begins anew. */
export function tap(moves, taps, one) {
  if (taps.includes(one)) return taps.filter((other) => other !== one);
  const more = [...taps, one];
  if (narrow(moves, more).length) return more;
  return narrow(moves, [one]).length ? [one] : taps;
}

/** True if the taps mean one move, and no other that goes on from them. */
export function isFinal(moves, taps) {
  const left = taps.length ? narrow(moves, taps) : [];
  return left.length > 0 && left.every((move) => sameTouch(move, left[0]));
}

/** Everything that can be tapped next, as a Set. */
export function tappable(moves) {
  return new Set(moves.flatMap((move) => move.touch));
}
