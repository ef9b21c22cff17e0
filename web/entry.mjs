// entry.mjs: what is kept of a finished game, as plain data: read off its record, joined with what another device knows of it, and
// looked at before anything from a file is believed. Pure: works on the page and in node.
//
//   Entry {id,        its name, the same on every device
//          hash,      of its record
//          game, options: ['a=b'], people: [{kind, name}], points: [by seat], over,
//          mine,      the seats that played on this device; on several devices, on any of them
//          me,        the seat of the person whose games these are; -1: nobody knows
//          when,      milliseconds since 1970, at its end
//          place,     {kind: 'device'}, {kind: 'table', code} …
//          real,      real dice or cards; `key`: where else the dice came from (game.mjs)
//          analysis,  null, or {level, policy, exact, seats: [{accuracy, loss, luck, adjusted, best, good, inaccuracy, mistake, blunder,
//                     kinds: {prompt: [mistakes, their loss]}}]}: by what was asked there
//          deleted}   milliseconds since 1970, if it was thrown away and can still be had back; else 0
//
// Its record and its mistakes are kept beside it (history.mjs): a list needs neither.
//
//   Mistake {node, seat, chosen, best, loss, label, prompt}   tokens; the loss in the aim: share of a win, or points for somebody alone

import { LEVELS } from './enums.mjs';

export const DEVICE = { kind: 'device' };
const COUNTS = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'];
const FIGURES = ['accuracy', 'loss', 'luck', 'adjusted'];

/** A number for a text, as letters and digits: 106 bits of two hashes that have nothing to do with secrets. */
export function hash(text) {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0x85ebca6b];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
    c = Math.imul(c + unit, 0x01000193) ^ (c >>> 15);
    d = Math.imul(d ^ (unit + i), 0xc2b2ae35);
  }
  const mixed = [a, b, c, d].map((part) => { const once = Math.imul(part ^ (part >>> 16), 0x85ebca6b); return (once ^ (once >>> 13)) >>> 0; });
  return mixed.map((part) => part.toString(36).padStart(7, '0')).join('');
}

/** The lines of a record that begin with a word, without it. */
const lines = (record, word) => record.split('\n').filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

/** What a record says of itself: {game, options, people, points}; [] points: it is not over. */
export function head(record) {
  const people = lines(record, 'seat').map((line) => { const [kind, ...name] = line.split(' '); return { kind, name: name.join(' ') }; });
  return { game: lines(record, 'game')[0] ?? '', options: lines(record, 'option'), people, points: (lines(record, 'score')[0] ?? '').split(' ').filter(Boolean).map(Number) };
}

/** True if nothing in the record is hidden, so that it can be gone through. */
export const isWhole = (record) => !lines(record, 'draw').includes('?');

/** The entry of a game as the page noted it down (store.mjs); earlier versions did not say whose it was. */
export function entryOf({ id, record, when, over = true, key = null, real = false, place = DEVICE, mine, me }) {
  const told = head(record), seats = mine ?? told.people.flatMap((one, seat) => (one.kind === 'human' ? [seat] : []));
  return { id, hash: hash(record), ...told, over: Boolean(over), mine: seats, me: me ?? (seats.length === 1 ? seats[0] : -1), when: when ?? 0, place, key, real: Boolean(real),
    whole: isWhole(record), analysis: null, deleted: 0 };
}

/** Where a seat came in, as at every table: 1, 1, 3. */
export const rankOf = ({ points }, seat) => 1 + points.filter((other) => other > points[seat]).length;

/** The mistakes of a seat by what was asked: {prompt: [how many, what they lost]}. */
function kindsOf(result, seat) {
  const kinds = {};
  for (const { prompt, loss } of mistakesOf(result).filter((one) => one.seat === seat)) {
    const [count, sum] = kinds[prompt] ?? [0, 0];
    kinds[prompt] = [count + 1, sum + loss];
  }
  return kinds;
}

/** What an analysis (docs/analysis.md) leaves in the entry, */
export function sumsOf(result, level) {
  const alone = result.seats.length === 1, { policy, exact } = result.settings;
  const seat = (one, index) => ({
    kinds: kindsOf(result, index), accuracy: one.accuracy, loss: one.loss, luck: alone ? one.points_luck : one.win_luck, adjusted: alone ? one.points_adjusted : one.win_adjusted,
    ...Object.fromEntries(COUNTS.map((label) => [label, one[label] ?? 0])),
  });
  return { level, policy: policy ?? '', exact: Boolean(exact), seats: result.seats.map(seat) };
}

/** and beside it: what was lost by a choice, dearest first. `prompt` is what was asked there, where the analysis says so. */
export const mistakesOf = (result) => result.items.filter((item) => 'seat' in item && COUNTS.indexOf(item.label) >= 2)
  .map((item) => ({ node: item.node, seat: item.seat, chosen: item.played, best: item.moves[0].move, loss: item.loss, label: item.label, prompt: item.prompt ?? '' }))
  .sort((a, b) => b.loss - a.loss || a.node - b.node || a.seat - b.seat);

/** True if the first analysis looked further than the second, or there is no second. */
export const isDeeper = (one, other) => Boolean(one) && LEVELS.indexOf(one.level) > (other ? LEVELS.indexOf(other.level) : -1);

/** Of two entries of the same game the one that knows more of its course: it is over, or was played on; else the one that was there first. */
function further(a, b) {
  if (a.over !== b.over) return a.over ? a : b;
  return a.over === a.when <= b.when ? a : b;
}

/** One entry of two that tell of the same game, with the record of one of them (`hash` says of which): nothing that either knows is lost. */
export function joined(a, b) {
  const first = further(a, b), other = first === a ? b : a, { analysis } = other;
  return { ...first, mine: [...new Set([...a.mine, ...b.mine])].sort((x, y) => x - y), me: first.me >= 0 ? first.me : other.me, key: first.key ?? other.key,
    analysis: first.hash === other.hash && isDeeper(analysis, first.analysis) ? analysis : first.analysis };
}

// ---- From outside ---------------------------------------------------------------------------------------

const isText = (x, most = 200) => typeof x === 'string' && x.length <= most;
const isCount = (x) => Number.isInteger(x) && x >= 0;
const isSeat = (x, seats) => isCount(x) && x < seats;
const has = (x, what) => typeof x === 'object' && x !== null && what.every((one) => one in x);

const isKinds = (kinds) => has(kinds, [])
  && Object.entries(kinds).every(([prompt, pair]) => isText(prompt) && Array.isArray(pair) && pair.length === 2 && isCount(pair[0]) && Number.isFinite(pair[1]));

function isAnalysis(one, seats) {
  return has(one, ['level', 'seats']) && LEVELS.includes(one.level) && isText(one.policy) && typeof one.exact === 'boolean' && Array.isArray(one.seats) && one.seats.length === seats
    && one.seats.every((sum) => has(sum, [...FIGURES, ...COUNTS]) && FIGURES.every((name) => Number.isFinite(sum[name])) && COUNTS.every((name) => isCount(sum[name])) && isKinds(sum.kinds ?? {}));
}

const isMistake = (one, seats) => has(one, ['node', 'seat']) && isCount(one.node) && isSeat(one.seat, seats) && isText(one.chosen) && isText(one.best) && Number.isFinite(one.loss)
  && COUNTS.includes(one.label) && isText(one.prompt);

/** The entry, record and mistakes of what a file says of a game: only what is known here, and nothing that is not what it should be. Throws
 *  what is wrong. Whether the record can be played is the engine's to say. */
export function fromOutside(said) {
  const wrong = (what) => { throw new Error(what); };
  if (!has(said, ['id', 'record'])) wrong('no game');
  if (!isText(said.id, 64) || !/^[\w-]+$/.test(said.id)) wrong('id');
  if (!isText(said.record, 1 << 20)) wrong('record');
  const own = entryOf({ id: said.id, record: said.record }), seats = own.people.length;
  const { mine = own.mine, me = own.me, when = 0, place = DEVICE, key = null, real = false, over = true, analysis = null, mistakes = [] } = said;
  if (!Array.isArray(mine) || !mine.every((seat) => isSeat(seat, seats))) wrong('mine');
  if (me !== -1 && !isSeat(me, seats)) wrong('me');
  if (!Number.isFinite(when) || when < 0 || when > 8.64e15) wrong('when');
  if (!has(place, ['kind']) || !isText(place.kind, 20) || !isText(place.code ?? '', 64)) wrong('place');
  if (key !== null && !(Array.isArray(key) && key.length === 2 && key.every(isCount))) wrong('key');
  if (typeof over !== 'boolean' || typeof real !== 'boolean') wrong('over');
  if (analysis !== null && !isAnalysis(analysis, seats)) wrong('analysis');
  if (!Array.isArray(mistakes) || !mistakes.every((one) => isMistake(one, seats))) wrong('mistakes');
  return { entry: { ...own, mine, me, when, place: { kind: place.kind, ...(place.code && { code: place.code }) }, key, real, over, analysis }, record: said.record, mistakes };
}
