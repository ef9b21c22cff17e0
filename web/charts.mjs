// charts.mjs: charts to look at rather than to read, as SVG, by day and by night (games.css has their colours). Each is a figure with its words: a picture for
// screen readers has a sentence for its name, and the figures lie below it as a table for who wants them. Won is filled and lost is hollow, so that no colour is the only sign.

import { h, s } from './dom.mjs';
import { t } from './i18n.mjs';

const WIDE = 640, HIGH = 260, LEFT = 44, LOW = 26;

/** A figure: the picture, what it is, and its table (a function that gives [head, …rows], cells as texts), which is made when it is opened. */
function figure(name, title, words, picture, make) {
  const table = (rows) => h('table', {}, h('thead', {}, h('tr', {}, rows[0].map((cell) => h('th', { scope: 'col' }, cell)))),
    h('tbody', {}, rows.slice(1).map(([first, ...rest]) => h('tr', {}, h('th', { scope: 'row' }, first), rest.map((cell) => h('td', {}, cell))))));
  const more = make && h('details', { ontoggle: () => { if (more.open && !more.querySelector('table')) more.append(h('div', { class: 'chart-table', tabindex: '0', role: 'region', 'aria-label': title }, table(make()))); } }, h('summary', {}, t('As a table')));
  return h('figure', { class: `chart chart-${name}` }, h('h2', {}, title), picture, h('figcaption', {}, words), more);
}

const svg = (label, wide, high, ...parts) => s('svg', { viewBox: `0 0 ${wide} ${high}`, role: 'img', 'aria-label': label }, parts);

/** Many dots as one path: a thousand circles would be slow to lay out. */
const dots = (kind, places) => places.length > 0 && s('path', { class: `dots ${kind}`, d: places.map(([x, y]) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`).join('') });

/** Lost games are hollow: a dot of the ground on a dot of the ink. */
const twoKinds = (list) => ['lost', 'won'].map((kind) => { const own = list.filter((one) => one.won === (kind === 'won')).map((one) => one.at); return [dots(kind, own), kind === 'lost' && dots('hollow', own)]; });

/** Round numbers for an axis from `low` to `high`, about `count` of them. */
function ticks(low, high, count = 5) {
  const rough = (high - low) / count || 1, power = 10 ** Math.floor(Math.log10(rough)), step = [1, 2, 5, 10].map((x) => x * power).find((x) => x >= rough), out = [];
  for (let x = Math.ceil(low / step) * step; x <= high + step / 1e6; x += step) out.push(Number(x.toFixed(10)));
  return out;
}

const across = (y, text) => [s('line', { class: 'rule', x1: LEFT, x2: WIDE, y1: y, y2: y }), s('text', { x: LEFT - 8, y: y + 5, 'text-anchor': 'end' }, text)];

/** Luck across, accuracy up, a dot a game. `list`: [{x, y, won}]; `percent(x)` writes what is across. */
export function luckAndSkill(list, { title, words, label, percent, rows }) {
  const most = Math.max(0.05, ...list.map((one) => Math.abs(one.x))) * 1.08, low = Math.min(80, ...list.map((one) => one.y)) - 4;
  const x = (luck) => LEFT + (WIDE - LEFT) * (luck + most) / (2 * most), y = (accuracy) => 8 + (HIGH - LOW - 16) * (100 - accuracy) / (100 - low);
  return figure('luck', title, words, svg(label, WIDE, HIGH, ticks(low, 100, 4).map((at) => across(y(at), `${at}`)),
    s('line', { class: 'axis', x1: x(0), x2: x(0), y1: 0, y2: HIGH - LOW }),
    ticks(-most, most, 4).map((at) => s('text', { x: x(at), y: HIGH - 6, 'text-anchor': 'middle' }, percent(at))),
    twoKinds(list.map((one) => ({ at: [x(one.x), y(one.y)], won: one.won })))), rows);
}

/** A value for each game in the order of play, and its mean over the last ones. `list`: [{value, mean, won}]; dots may be left out. */
export function courseOf(list, { title, words, label, write, rows, low = Math.min(...list.map((one) => one.value)), high = Math.max(...list.map((one) => one.value)), plain = false }) {
  const span = Math.max(high - low, 1e-9), x = (index) => LEFT + 8 + (WIDE - LEFT - 16) * index / Math.max(1, list.length - 1), y = (value) => 10 + (HIGH - LOW - 20) * (high - value) / span;
  return figure('course', title, words, svg(label, WIDE, HIGH, ticks(low, high, 4).map((at) => across(y(at), write(at))),
    !plain && twoKinds(list.map((one, index) => ({ at: [x(index), y(one.value)], won: one.won }))),
    s('polyline', { class: 'mean', points: list.map((one, index) => `${x(index).toFixed(1)},${y(one.mean).toFixed(1)}`).join(' ') })), rows);
}

/** How often which points: columns, what was won below, the rest above. `list`: [{from, to, won, other}]. */
export function spread(list, { title, words, label, rows }) {
  const most = Math.max(1, ...list.map((one) => one.won + one.other)), wide = (WIDE - LEFT) / list.length, up = (n) => (HIGH - LOW - 10) * n / most;
  const every = Math.ceil(list.length / 12);
  return figure('spread', title, words, svg(label, WIDE, HIGH, ticks(0, most, 4).filter(Number.isInteger).map((at) => across(HIGH - LOW - up(at), `${at}`)),
    list.map((one, index) => [
      s('rect', { class: 'bar won', x: LEFT + index * wide + 1.5, width: Math.max(1, wide - 3), y: HIGH - LOW - up(one.won), height: up(one.won) }),
      s('rect', { class: 'bar lost', x: LEFT + index * wide + 1.5, width: Math.max(1, wide - 3), y: HIGH - LOW - up(one.won + one.other), height: up(one.other) }),
      index % every === 0 && s('text', { x: LEFT + (index + 0.5) * wide, y: HIGH - 6, 'text-anchor': 'middle' }, `${one.from}`)])), rows);
}

/** Bars one below the other, as HTML, so that names have the room they need. `list`: [{head (a node or text), parts: [{kind, value}], text}]. */
export function bars(name, list, { title, words, rows }) {
  const most = Math.max(1e-9, ...list.map((one) => one.parts.reduce((sum, part) => sum + part.value, 0)));
  const bar = (one) => s('svg', { viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    one.parts.map((part, index) => s('rect', { class: `bar ${part.kind}`, x: 100 * one.parts.slice(0, index).reduce((sum, before) => sum + before.value, 0) / most, width: 100 * part.value / most, height: 10 })));
  return figure(name, title, words, h('ul', { class: 'bars' }, list.map((one) => h('li', {}, h('span', { class: 'bars-head' }, one.head), bar(one), h('span', { class: 'bars-text' }, one.text)))), rows);
}

/** A square a day, the weeks from left to right, Monday above; the more was played, the fuller. `days`: Map from a day's number to games. */
export function heat(days, today, { title, words, label, months }) {
  const weekday = (day) => (day + 3) % 7, WEEKS = 26, first = today - weekday(today) - 7 * (WEEKS - 1), most = Math.max(1, ...days.values()), cell = 14, parts = [];
  for (let day = first; day <= today; day++) {
    const count = days.get(day) ?? 0, week = (day - first) / 7 | 0, side = count ? 5 + 7 * Math.sqrt(count / most) : 12;
    parts.push(s('rect', { class: count ? 'day played' : 'day', x: week * cell + (cell - side) / 2, y: 16 + weekday(day) * cell + (cell - side) / 2, width: side, height: side, rx: 2.5 }));
    const name = months(day);
    if (name && week < WEEKS - 1) parts.push(s('text', { x: week * cell + 2, y: 11 }, name));
  }
  return figure('heat', title, words, svg(label, WEEKS * cell, 16 + 7 * cell, parts), null);
}
