// stats.mjs: what my games come to, in numbers. Pure functions of entries (entry.mjs): works on the page and in node.
//
// A game counts for me if it is over and it is known who I was. A shared win is a win. Points of different games are not to be compared, so means and
// bests of points are for entries of one game; luck is a share of a win where others played, and points where nobody did, so these two never meet.

const DAY = 86400000;

/** The number of the day on which something happened, as the clock on the wall here says. */
export const dayOf = (when) => { const date = new Date(when); return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY); };

function result({ me, over, points }) {
  if (!over || me < 0 || me >= points.length) return '';
  if (points.length === 1) return 'alone';
  if (points.some((one) => one > points[me])) return 'lost';
  return points.filter((one) => one === points[me]).length > 1 ? 'shared' : 'won';
}

// What is asked of an entry again and again is worked out once: entries never change, a changed one is another.
const facts = new WeakMap();

/** {result, day} of an entry. */
export function factsOf(entry) {
  if (!facts.has(entry)) facts.set(entry, { result: result(entry), day: dayOf(entry.when) });
  return facts.get(entry);
}

/** 'won', 'shared', 'lost', 'alone'; '': it does not count for me. */
export const resultOf = (entry) => factsOf(entry).result;

/** Whom I played against: a bot by its kind ('bot:normal'), a person by the name. */
export const opponentsOf = ({ people, me }) => [...new Set(people.filter((_, seat) => seat !== me).map(({ kind, name }) => (kind.startsWith('bot:') ? kind : name)))];

/** My part of the analysis; null: there is none. */
export const mineOf = ({ analysis, me }) => (analysis && analysis.seats[me]) || null;

/** By how much I won, or lost (negative), over the best of the others. */
export const marginOf = ({ points, me }) => points[me] - Math.max(...points.filter((_, seat) => seat !== me));

/** A text as it is looked for: without accents, in small letters. */
export const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The entries that a filter takes: {text, game, opponent, result, since, analysed ('yes' or 'no'), shelf ('', 'begun', 'bin')}; what is missing or '' takes all.
 *  `words(entry)` is what a text is looked for in, folded: all of its words must be there. */
export function choose(entries, filter, words = (entry) => folded(entry.people.map((one) => one.name).join(' '))) {
  const { text = '', game, opponent, result: wish, since, analysed, shelf = '' } = filter, wanted = folded(text).split(/\s+/).filter(Boolean);
  const shelfOf = (one) => (one.deleted ? 'bin' : one.over ? '' : 'begun');
  const isResult = (one) => { const own = resultOf(one); return own === wish || (wish === 'won' && own === 'shared'); };
  return entries.filter((one) => shelfOf(one) === shelf && (!game || one.game === game) && (!opponent || opponentsOf(one).includes(opponent)) && (!wish || isResult(one))
    && (!since || one.when >= since) && (!analysed || Boolean(one.analysis) === (analysed === 'yes')) && (!wanted.length || wanted.every((word) => words(one).includes(word))));
}

/** The entry for which `value` is greatest, the first of several; null: of none it is a number. */
function top(entries, value) {
  let best = null, most = -Infinity;
  for (const one of entries) {
    const own = value(one);
    if (own > most) [best, most] = [one, own];
  }
  return best;
}

/** Wins one after the other: {now, longest}, in the order in which they were played. */
function winning(inOrder) {
  let now = 0, longest = 0;
  for (const own of inOrder.map(resultOf).filter((one) => one && one !== 'alone')) {
    now = own === 'lost' ? 0 : now + 1;
    longest = Math.max(longest, now);
  }
  return { now, longest };
}

/** Days on which something was played one after the other: {now, longest, all}. The row goes on until a whole day has passed without a game. */
function playing(inOrder, today) {
  const days = [...new Set(inOrder.map((one) => factsOf(one).day))];
  let run = 0, longest = 0;
  days.forEach((day, index) => {
    run = index && day === days[index - 1] + 1 ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  return { now: days.length && today - days.at(-1) <= 1 ? run : 0, longest, all: days.length };
}

/** Mistakes by what was asked, the dearest kind first: [{prompt, count, loss}]. */
export function kindsOf(entries) {
  const kinds = new Map();
  for (const entry of entries) {
    for (const [prompt, [count, loss]] of Object.entries(mineOf(entry)?.kinds ?? {})) {
      const own = kinds.get(prompt) ?? { prompt, count: 0, loss: 0 };
      kinds.set(prompt, { prompt, count: own.count + count, loss: own.loss + loss });
    }
  }
  return [...kinds.values()].sort((a, b) => b.loss - a.loss || b.count - a.count);
}

/** A mean that grows: {add(x), of}; of is null if nothing came. */
function growing() {
  let sum = 0, count = 0;
  return { add: (x) => { sum += x; count++; }, get of() { return count ? sum / count : null; }, get count() { return count; } };
}

const LABELS = ['inaccuracy', 'mistake', 'blunder'];

/** All figures of some entries, of any order, but kindsOf(). What there is nothing to say of is null. In one pass: there may be thousands. */
export function summary(entries, { today = dayOf(Date.now()) } = {}) {
  const counted = entries.filter(resultOf).sort((a, b) => a.when - b.when), count = { won: 0, shared: 0, lost: 0, alone: 0 };
  const points = growing(), accuracy = growing(), luck = growing(), luckAlone = growing(), lost = LABELS.map(growing);
  for (const one of counted) {
    const mine = mineOf(one);
    count[resultOf(one)]++;
    points.add(one.points[one.me]);
    if (!mine) continue;
    accuracy.add(mine.accuracy);
    (one.points.length > 1 ? luck : luckAlone).add(mine.luck);
    LABELS.forEach((label, i) => lost[i].add(mine[label]));
  }
  const contested = count.won + count.shared + count.lost, isWin = (one) => ['won', 'shared'].includes(resultOf(one));
  return {
    games: counted.length, ...count, share: contested ? (count.won + count.shared) / contested : null,
    points: points.of, accuracy: accuracy.of, judged: accuracy.count, luck: luck.of, luckAlone: luckAlone.of,
    mistakes: accuracy.count ? Object.fromEntries(LABELS.map((label, i) => [label, lost[i].of])) : null,
    streak: winning(counted), days: playing(counted, today),
    best: { points: top(counted, (one) => one.points[one.me]), margin: top(counted, (one) => (isWin(one) ? marginOf(one) : NaN)),
      accuracy: top(counted, (one) => mineOf(one)?.accuracy), against: top(counted, (one) => (isWin(one) && mineOf(one) ? -mineOf(one).luck : NaN)) },
  };
}

/** The entries shared out by what `keys(entry)` names, each with its figures, those with most games first: [{key, …summary}]. */
export function groups(entries, keys, options) {
  const parts = new Map();
  for (const one of entries) {
    for (const key of keys(one)) {
      if (!parts.has(key)) parts.set(key, []);
      parts.get(key).push(one);
    }
  }
  return [...parts].map(([key, list]) => ({ key, ...summary(list, options) })).filter((one) => one.games).sort((a, b) => b.games - a.games || (a.key < b.key ? -1 : 1));
}

/** A number for each counted game in the order of play, and the mean of it and up to `width` - 1 before it: [{entry, value, mean}]. */
export function course(entries, value, width = 20) {
  const list = entries.filter((one) => resultOf(one) && Number.isFinite(value(one))).sort((a, b) => a.when - b.when).map((entry) => ({ entry, value: value(entry) }));
  let sum = 0;
  return list.map((one, index) => {
    sum += one.value - (index >= width ? list[index - width].value : 0);
    return { ...one, mean: sum / Math.min(index + 1, width) };
  });
}

/** How often each class of numbers came up: [{from, to, won, other}] of `width`, from the lowest to the highest. */
export function classes(entries, value, width) {
  const out = new Map(), list = entries.filter((one) => resultOf(one) && Number.isFinite(value(one)));
  if (!list.length) return [];
  const at = list.map((one) => Math.floor(value(one) / width)), [low, high] = [Math.min(...at), Math.max(...at)];
  for (let i = low; i <= high; i++) out.set(i, { from: i * width, to: (i + 1) * width - 1, won: 0, other: 0 });
  list.forEach((one, index) => { out.get(at[index])[['won', 'shared'].includes(resultOf(one)) ? 'won' : 'other']++; });
  return [...out.values()];
}

/** Games on each of the last days: a Map from the day's number to how many. */
export function calendar(entries) {
  const days = new Map();
  for (const { result: own, day } of entries.map(factsOf)) if (own) days.set(day, (days.get(day) ?? 0) + 1);
  return days;
}
