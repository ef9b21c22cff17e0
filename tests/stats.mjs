// stats.mjs PENNA.WASM: the statistics of my games (web/stats.mjs) against a second computation, by other means, of games drawn by lot; and a few that can be counted by hand.
import { check, finish, pageModule } from './check.mjs';

const [wasm] = process.argv.slice(2);
const { calendar, choose, classes, course, dayOf, folded, groups, kindsOf, opponentsOf, resultOf, summary } = await pageModule(wasm, 'stats.mjs');
const DAY = 86400000, HOUR = 3600000;

let seed = 11;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
const pick = (list) => list[random(list.length)];

/** A game by lot: any number of seats, with or without an analysis, some that do not count. */
function entry(index) {
  const seats = 1 + random(4), me = random(12) ? random(seats) : -1, when = 1.7e12 + random(120) * DAY + random(24) * HOUR;
  const people = Array.from({ length: seats }, (_, seat) => (seat === me ? { kind: 'human', name: 'Ann' } : pick([{ kind: 'bot:normal', name: 'Rollo' }, { kind: 'bot:hard', name: 'Gaia 2' }, { kind: 'human', name: 'Bé' }])));
  const sum = () => ({ accuracy: random(101), loss: random(100) / 100, luck: (random(200) - 100) / 100, adjusted: 0, best: 1, good: 1, inaccuracy: random(4), mistake: random(3), blunder: random(2), kinds: { [pick('ab')]: [1 + random(3), random(50) / 100] } });
  return { id: `g${index}`, game: pick(['qwixx', 'qwinto']), people, points: people.map(() => 30 + random(9)), over: random(15) > 0, me, mine: me < 0 ? [] : [me], when, place: { kind: 'device' },
    analysis: random(3) ? { level: 'quick', seats: people.map(sum) } : null, deleted: random(20) ? 0 : 1 };
}

const near = (a, b) => (a === null || b === null ? a === b : Math.abs(a - b) < 1e-9);
const same = (a, b, what) => check(JSON.stringify(a) === JSON.stringify(b), `${what}: ${JSON.stringify(a)?.slice(0, 200)}, expected ${JSON.stringify(b)?.slice(0, 200)}`);

/** The second computation: plain loops, nothing shared with the first. */
function again(list, today) {
  const out = { games: 0, won: 0, shared: 0, lost: 0, alone: 0, points: 0, accuracy: 0, judged: 0, luck: 0, lucky: 0, mistakes: 0, now: 0, longest: 0 };
  const sorted = [...list];
  sorted.sort((a, b) => (a.when < b.when ? -1 : 1));
  const days = {};
  for (const one of sorted) {
    if (!one.over || one.me === -1) continue;
    out.games++;
    out.points += one.points[one.me];
    const date = new Date(one.when);
    days[`${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`] = true;
    let above = 0, level = 0;
    for (let seat = 0; seat < one.points.length; seat++) {
      if (seat !== one.me && one.points[seat] > one.points[one.me]) above++;
      if (seat !== one.me && one.points[seat] === one.points[one.me]) level++;
    }
    if (one.points.length === 1) out.alone++;
    else if (above) { out.lost++; out.now = 0; } else {
      if (level) out.shared++;
      else out.won++;
      out.now++;
      if (out.now > out.longest) out.longest = out.now;
    }
    if (!one.analysis) continue;
    const mine = one.analysis.seats[one.me];
    out.judged++;
    out.accuracy += mine.accuracy;
    out.mistakes += mine.inaccuracy + mine.mistake + mine.blunder;
    if (one.points.length > 1) { out.luck += mine.luck; out.lucky++; }
  }
  const next = (text) => { const date = new Date(`${text}T12:00:00Z`); date.setUTCDate(date.getUTCDate() + 1); return date.toISOString().slice(0, 10); };
  out.days = { now: 0, longest: 0, all: Object.keys(days).length };
  for (const from of Object.keys(days)) {
    let length = 1, at = from;
    while (days[at = next(at)]) length++;
    if (length > out.days.longest) out.days.longest = length;
  }
  const name = (number) => new Date(number * DAY).toISOString().slice(0, 10);
  for (let number = days[name(today)] ? today : today - 1; days[name(number)]; number--) out.days.now++;
  return out;
}

for (let round = 0; round < 60; round++) {
  const list = Array.from({ length: [0, 1, 2, 30, 400][round % 5] }, (_, index) => entry(index));
  const today = dayOf(1.7e12 + (120 + random(3)) * DAY), one = summary(list, { today }), two = again(list, today);
  for (const name of ['games', 'won', 'shared', 'lost', 'alone', 'judged']) check(one[name] === two[name], `${name}: ${one[name]}, expected ${two[name]}`);
  check(near(one.points, two.games ? two.points / two.games : null) && near(one.accuracy, two.judged ? two.accuracy / two.judged : null) && near(one.luck, two.lucky ? two.luck / two.lucky : null), 'means');
  const contested = two.won + two.shared + two.lost;
  check(near(one.share, contested ? (two.won + two.shared) / contested : null), 'the share of wins');
  check(near(one.mistakes && one.mistakes.inaccuracy + one.mistakes.mistake + one.mistakes.blunder, two.judged ? two.mistakes / two.judged : null), 'mistakes a game');
  same(one.streak, { now: two.now, longest: two.longest }, 'wins in a row');
  same(one.days, two.days, 'days in a row');
  const counted = list.filter((x) => x.over && x.me >= 0);
  if (counted.length) {
    check(one.best.points.points[one.best.points.me] === Math.max(...counted.map((x) => x.points[x.me])), 'the best points');
    const by = groups(list, opponentsOf, { today });
    check(by.every((group) => group.games === counted.filter((x) => x.people.some((p, seat) => seat !== x.me && (p.kind.startsWith('bot:') ? p.kind : p.name) === group.key)).length), 'by opponent');
    check(groups(list, (x) => [x.game], { today }).reduce((sum, x) => sum + x.games, 0) === counted.length, 'by game: each once');
    const line = course(list, (x) => x.points[x.me], 7), sorted = [...counted].sort((a, b) => a.when - b.when).map((x) => x.points[x.me]);
    check(line.length === counted.length && line.every((x, i) => { const part = sorted.slice(Math.max(0, i - 6), i + 1); return Math.abs(x.mean - part.reduce((a, b) => a + b, 0) / part.length) < 1e-6; }), 'a mean that moves');
    const spread = classes(list, (x) => x.points[x.me], 3);
    check(spread.reduce((sum, x) => sum + x.won + x.other, 0) === counted.length
      && spread.every((x) => x.to - x.from === 2 && x.won + x.other === counted.filter((y) => y.points[y.me] >= x.from && y.points[y.me] <= x.to).length), 'how often which points');
    check([...calendar(list).values()].reduce((sum, x) => sum + x, 0) === counted.length, 'every game has its day');
    const kinds = kindsOf(counted), all = counted.filter((x) => x.analysis).flatMap((x) => Object.values(x.analysis.seats[x.me].kinds));
    check(kinds.reduce((sum, x) => sum + x.count, 0) === all.reduce((sum, [count]) => sum + count, 0) && Math.abs(kinds.reduce((sum, x) => sum + x.loss, 0) - all.reduce((sum, [, loss]) => sum + loss, 0)) < 1e-9, 'mistakes by kind');
  }
  for (const filter of [{}, { game: 'qwixx' }, { result: 'won' }, { result: 'lost' }, { analysed: 'yes' }, { analysed: 'no' }, { opponent: 'bot:hard' }, { since: 1.7e12 + 60 * DAY }, { text: 'be' }, { text: 'rollo ann' }, { shelf: 'bin' }, { shelf: 'begun' }]) {
    const text = (x) => x.people.map((p) => p.name).join(' ').toLowerCase().replaceAll('é', 'e');
    const wanted = list.filter((x) => (filter.shelf === 'bin' ? x.deleted : filter.shelf === 'begun' ? !x.deleted && !x.over : !x.deleted && x.over) && (!filter.game || x.game === filter.game)
      && (!filter.result || resultOf(x) === filter.result || (filter.result === 'won' && resultOf(x) === 'shared')) && (!filter.analysed || (x.analysis !== null) === (filter.analysed === 'yes'))
      && (!filter.opponent || opponentsOf(x).includes(filter.opponent)) && (!filter.since || x.when >= filter.since) && (filter.text ?? '').split(' ').every((word) => text(x).includes(word)));
    same(choose(list, filter).map((x) => x.id), wanted.map((x) => x.id), JSON.stringify(filter));
  }
}
const solo = (when, points, me = 0) => ({ id: String(when), game: 'x', people: points.map(() => ({ kind: 'human', name: 'A' })), points, over: true, me, mine: [0], when, analysis: null, deleted: 0 });
same(['won', 'shared', 'lost', 'alone', ''], [[9, 3], [9, 9], [3, 9], [9]].map((points) => resultOf(solo(1, points))).concat(resultOf(solo(1, [9, 3], -1))), 'results');
check(folded('Élodie ÇÃO') === 'elodie cao', 'looked for without accents');

// Numbers are written by the page itself (i18n.mjs): as the language's own rules have them.
globalThis.document ??= { documentElement: {} };
globalThis.fetch = async () => ({ json: async () => ({}) }); // no catalogue is needed for it
const { decimal, minus, percent, setLanguage, LANGUAGES } = await pageModule(wasm, 'i18n.mjs');
for (const code of Object.keys(LANGUAGES)) {
  await setLanguage(code);
  for (const [style, digits] of [['decimal', 1], ['percent', 0], ['percent', 1]]) {
    for (const sign of [false, true]) {
      const own = (x) => (style === 'decimal' ? decimal(x, { sign }) : percent(x, { digits, sign }));
      const { format } = new Intl.NumberFormat(code, { style, minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: sign ? 'exceptZero' : 'negative' });
      const wrong = Array.from({ length: 801 }, (_, i) => (i - 400) / 37).concat([0, -0.001, 0.045, 12345.67]).find((x) => own(x) !== minus(format(x)));
      check(wrong === undefined, `${code}: ${wrong} is ${own(wrong)} and not ${minus(format(wrong))}`);
    }
  }
}
finish();
