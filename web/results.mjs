// results.mjs: what my games come to, to be looked at: figures as large cards, then charts, each for the games that the filters leave. The numbers are those of stats.mjs.

import { portrait } from './characters.mjs';
import * as charts from './charts.mjs';
import { h, breathe, put } from './dom.mjs';
import { t, tc, capital, decimal, language, minus, percent } from './i18n.mjs';
import { dateOf, opponentName, titleOf } from './games.mjs';
import { calendar, classes, course, dayOf, groups, kindsOf, marginOf, mineOf, opponentsOf, resultOf, summary } from './stats.mjs';

const DAY = 86400000;
const TABLE = 60; // rows of a table below a chart, newest first: the list has the rest
const DRAWN = 500; // dots of a chart, the last games: more would be a cloud
const isWin = (one) => ['won', 'shared'].includes(resultOf(one));
const last = (list) => list.slice(-TABLE).reverse();

/** One large figure with its name, and in small what belongs to it. */
const card = (name, value, label, ...more) => value !== null && h('li', { class: `result result-${name}` }, h('strong', {}, value), h('span', {}, label), more.filter(Boolean).map((one) => h('span', { class: 'aside' }, one)));

/** A link to the game that something was best in. */
const game = (entry, words) => entry && h('a', { href: `#/replay/${entry.id}` }, words);

/** A card whose figure is not known is not there: a dash for luck says less than nothing to who never analysed a game. */
function figures(all, one) {
  const { days, streak, best } = all, rounded = (x, write) => (x === null ? null : write(x));
  const luck = all.luck !== null ? percent(all.luck, { digits: 1, sign: true }) : all.luckAlone !== null ? decimal(all.luckAlone, { sign: true }) : null;
  return h('ul', { class: 'results' },
    card('games', String(all.games), all.games === 1 ? t('game played') : t('games played'), all.alone > 0 && all.alone < all.games && t('{0} of them alone', all.alone)),
    card('share', rounded(all.share, percent), t('of them won'), all.share !== null && t('{0} won, {1} shared, {2} lost', all.won, all.shared, all.lost)),
    card('streak', streak.longest > 1 ? String(streak.longest) : null, t('wins in a row'), t('now: {0}', streak.now)),
    card('days', days.longest > 1 ? String(days.longest) : null, t('days in a row'), t('now: {0}', days.now), t('{0} days in all', days.all)),
    one && card('points', rounded(all.points, decimal), t('points on average'), best.points && [t('best: {0}', ''), game(best.points, `${minus(best.points.points[best.points.me])}, ${dateOf(best.points.when)}`)]),
    card('accuracy', rounded(all.accuracy, (x) => percent(x / 100)), t('accuracy on average'), best.accuracy && [t('best: {0}', ''), game(best.accuracy, `${percent(mineOf(best.accuracy).accuracy / 100)}, ${dateOf(best.accuracy.when)}`)]),
    card('luck', luck, t('luck on average'), best.against && mineOf(best.against).luck < 0 && [t('won against the dice: {0}', ''), game(best.against, dateOf(best.against.when))]),
    best.margin && card('margin', minus(marginOf(best.margin)), t('points ahead: the clearest win'), game(best.margin, `${titleOf(best.margin.game)}, ${dateOf(best.margin.when)}`)),
    all.mistakes && card('mistakes', decimal(all.mistakes.inaccuracy + all.mistakes.mistake + all.mistakes.blunder), t('mistakes a game'), t('{0} of them big', decimal(all.mistakes.mistake + all.mistakes.blunder))));
}

/** Luck and skill: of games with others, which alone share a unit of luck. */
function luckChart(entries) {
  const list = entries.filter((one) => resultOf(one) && one.points.length > 1 && mineOf(one)).sort((a, b) => a.when - b.when).slice(-DRAWN);
  if (list.length < 3) return null;
  const lucky = list.filter((one) => mineOf(one).luck > 0).length, share = (x) => percent(x, { sign: true });
  return charts.luckAndSkill(list.map((one) => ({ x: mineOf(one).luck, y: mineOf(one).accuracy, won: isWin(one) })), {
    title: t('Luck and skill'), percent: share,
    words: t('A dot is a game: the further right, the more luck; the higher, the better played. Full dots were won, hollow ones lost.'),
    label: t('In {0} of {1} games luck was on your side; your accuracy was {2} on average.', lucky, list.length, percent(summary(list).accuracy / 100)),
    rows: () => [[t('Game'), t('accuracy'), t('luck'), t('Result')], ...last(list).map((one) => [`${titleOf(one.game)}, ${dateOf(one.when)}`, percent(mineOf(one).accuracy / 100), share(mineOf(one).luck), isWin(one) ? t('won') : tc('game', 'lost')])] });
}

/** Points in the order of play, of one game; of several, how often I won. */
function courseChart(entries, one) {
  const contested = entries.filter((entry) => entry.points.length > 1), list = one ? course(entries, (entry) => entry.points[entry.me]) : course(contested, (entry) => (isWin(entry) ? 1 : 0));
  if (list.length < 5) return null;
  const write = one ? (x) => minus(Math.round(x)) : percent, [first, now] = [list[Math.min(19, list.length - 1)].mean, list.at(-1).mean];
  return charts.courseOf(list.slice(-DRAWN).map((at) => ({ ...at, won: isWin(at.entry) })), {
    title: one ? t('Points, game by game') : t('Wins, game by game'), write, ...(one ? {} : { low: 0, high: 1, plain: true }),
    words: one ? t('A dot is a game, the line the average of the last 20. Full dots were won.') : t('The line is the share of the last 20 games that you won.'),
    label: t('At first {0}, now {1}, as an average of 20 games.', write(first), write(now)),
    rows: () => [[t('Game'), one ? t('points') : t('Result'), t('average of 20')], ...last(list).map((at) => [`${titleOf(at.entry.game)}, ${dateOf(at.entry.when)}`, one ? minus(at.value) : at.value ? t('won') : tc('game', 'lost'), write(at.mean)])] });
}

/** How the accuracy went: what one learns. */
function accuracyChart(entries) {
  const list = course(entries, (entry) => mineOf(entry)?.accuracy ?? NaN);
  if (list.length < 5) return null;
  const write = (x) => percent(x / 100);
  return charts.courseOf(list.slice(-DRAWN).map((at) => ({ ...at, won: isWin(at.entry) })), {
    title: t('Accuracy, game by game'), write, high: 100, words: t('A dot is a game, the line the average of the last 20. Full dots were won.'),
    label: t('At first {0}, now {1}, as an average of 20 games.', write(list[Math.min(19, list.length - 1)].mean), write(list.at(-1).mean)),
    rows: () => [[t('Game'), t('accuracy'), t('average of 20')], ...last(list).map((at) => [`${titleOf(at.entry.game)}, ${dateOf(at.entry.when)}`, write(at.value), write(at.mean)])] });
}

function spreadChart(entries) {
  const values = entries.filter((one) => resultOf(one)).map((one) => one.points[one.me]);
  if (values.length < 10) return null;
  const range = Math.max(...values) - Math.min(...values), width = [1, 2, 5, 10, 20, 50, 100].find((x) => range / x <= 24) ?? 200;
  const list = classes(entries, (one) => one.points[one.me], width), most = list.reduce((a, b) => (b.won + b.other > a.won + a.other ? b : a));
  return charts.spread(list, { title: t('How often which points'), words: t('Dark: games that you won.'), label: t('Most often {0} to {1} points.', minus(most.from), minus(most.to)),
    rows: () => [[t('points'), t('won'), t('other games')], ...list.map((one) => [`${minus(one.from)} – ${minus(one.to)}`, String(one.won), String(one.other)])] });
}

/** Rows of wins and losses: by opponent, or by game. */
function tally(name, list, title, head) {
  const rows = list.filter((one) => one.won + one.shared + one.lost > 0).slice(0, 12);
  if (rows.length < 1) return null;
  const text = (one) => `${percent(one.share)} · ${one.won + one.shared + one.lost}`, dash = (x, write) => (x === null ? '–' : write(x));
  return charts.bars(name, rows.map((one) => ({ head: head(one.key), text: text(one), parts: [{ kind: 'won', value: one.won }, { kind: 'shared', value: one.shared }, { kind: 'lost', value: one.lost }] })), {
    title, words: t('Dark: won; in between: shared; pale: lost. Beside it the share that you won, and how many games.'),
    rows: () => [[title, t('games'), t('won'), t('shared win'), tc('game', 'lost'), t('points'), t('accuracy'), t('luck')],
      ...rows.map((one) => [name === 'games' ? titleOf(one.key) : opponentName(one.key), ...[one.games, one.won, one.shared, one.lost].map(String), name === 'games' ? dash(one.points, decimal) : '–',
        dash(one.accuracy, (x) => percent(x / 100)), dash(one.luck, (x) => percent(x, { digits: 1, sign: true }))])] });
}

/** What goes wrong: by what was asked. Prompts are the engine's words. */
function kindsChart(entries) {
  const list = kindsOf(entries.filter(resultOf)).filter((one) => one.prompt).slice(0, 8), sum = list.reduce((total, one) => total + one.loss, 0);
  if (!list.length || !sum) return null;
  return charts.bars('kinds', list.map((one) => ({ head: capital(t(one.prompt)), text: `${percent(one.loss / sum)} · ${one.count}`, parts: [{ kind: 'lost full', value: one.loss }] })), {
    title: t('Where mistakes happen'), words: t('By kind of decision: its share of what all mistakes cost, and how many there were.'),
    rows: () => [[t('Decision'), t('mistakes'), t('share')], ...list.map((one) => [capital(t(one.prompt)), String(one.count), percent(one.loss / sum)])] });
}

function heatChart(entries, all) {
  const days = calendar(entries), today = dayOf(Date.now()), month = new Intl.DateTimeFormat(language(), { month: 'short', timeZone: 'UTC' });
  const months = (day) => { const date = new Date(day * DAY); return date.getUTCDate() <= 7 && (day + 3) % 7 === 0 ? month.format(date) : ''; };
  return charts.heat(days, today, { title: t('Days'), months, words: t('The last half year: each square is a day, larger the more you played.'), label: t('Played on {0} days in all, at most {1} in a row.', all.days.all, all.days.longest) });
}

/** Draws the leaf into `place`, of the entries that the filters leave: piece by piece, so that a phone stays usable; `goes()` says whether it is still wanted. */
export async function drawResults(place, entries, { game: name = '' }, goes) {
  const names = [...new Set(entries.map((one) => one.game))], one = name || (names.length === 1 ? names[0] : ''), all = summary(entries);
  if (!all.games) return put(place, h('p', { class: 'lead empty' }, t('There is nothing to count here yet. Play a game, or choose others above.')));
  const list = h('div', { class: 'chart-list' }), pieces = [
    () => luckChart(entries), () => courseChart(entries, one), () => accuracyChart(entries), () => one && spreadChart(entries),
    () => tally('opponents', groups(entries, opponentsOf), t('Opponents'), (key) => [key.startsWith('bot:') && portrait(key.slice(4)), opponentName(key)]),
    () => names.length > 1 && tally('games', groups(entries, (entry) => [entry.game]), t('Games'), (key) => titleOf(key)),
    () => kindsChart(entries), () => heatChart(entries, all)];
  await breathe();
  if (!goes()) return undefined;
  put(place, h('div', { class: 'results-leaf' }, figures(all, one), list));
  for (const piece of pieces) {
    await breathe();
    if (!goes()) return undefined;
    list.append(piece() || '');
  }
  return undefined;
}
