// history.mjs PENNA.WASM: what is kept of a finished game (web/entry.mjs), against what the engine says of the same record.
import { readFileSync } from 'node:fs';
import { check, finish, pageModule } from './check.mjs';

const [wasm] = process.argv.slice(2);
const { Engine, FULL } = await pageModule(wasm, 'engine.mjs');
const { entryOf, fromOutside, hash, head, isWhole, joined, mistakesOf, rankOf, sumsOf } = await pageModule(wasm, 'entry.mjs');
const engine = await Engine.load(readFileSync(wasm));

/** A whole game of greedy bots, the first seat a person. */
function play(game, seats, key) {
  const match = engine.start(game, seats);
  for (let seat = 0; seat < seats; seat++) match.seat(seat, seat ? 'bot:greedy' : 'human', seat ? `Bot of ${seat}` : 'Ann Lee');
  for (;;) {
    const p = match.position(FULL);
    if (p.kind === 'over') return match;
    if (p.kind === 'chance') match.roll(key);
    else for (let seat = 0; seat < seats; seat++) if (p.movers >> seat & 1) match.submit(seat, engine.choose('greedy', match.view(seat), seat, p.node));
  }
}

const same = (a, b, what) => check(JSON.stringify(a) === JSON.stringify(b), `${what}: ${JSON.stringify(a)}, expected ${JSON.stringify(b)}`);

const hashes = new Set();
for (const game of engine.games) {
  for (const seats of [Math.max(1, game.min), Math.min(3, game.max)]) {
    const match = play(game, seats, [3, seats]), record = match.record(FULL), told = match.head(), p = match.position(FULL);
    const entry = entryOf({ id: 'x', record, when: 5 });
    same([head(record).game, head(record).options, head(record).people], [told.game, told.options, told.people], `${game.name}: the head`);
    same(entry.points, p.sheets.map((sheet) => sheet.points), `${game.name}: the points`);
    same(entry.points.map((_, seat) => rankOf(entry, seat)), p.sheets.map((sheet) => sheet.rank), `${game.name}: the ranks`);
    same([entry.mine, entry.me, entry.over, entry.whole, entry.place], [[0], 0, true, true, { kind: 'device' }], `${game.name}: whose it is`);
    check(!isWhole(record.replace(/^(roll|draw) .*/m, 'draw ?')), 'what is not seen is known');
    hashes.add(entry.hash);
    hashes.add(hash(record.replace(/(\d)(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))));
    same(fromOutside({ ...entry, record, mistakes: [] }).entry, entry, `${game.name}: out and in again`);
    match.close();
  }
}
check(hashes.size === 4 * engine.games.length && [...hashes].every((one) => /^[0-9a-z]{28}$/.test(one)), 'every record has a number of its own');
const many = new Set(Array.from({ length: 200000 }, (_, i) => hash(`penna 1\nscore ${i} ${i % 7}`)));
check(many.size === 200000, 'so have 200,000 texts that are almost the same');

// ---- Joining ----
const sum = (level) => ({ level, policy: 'expert', exact: false, seats: [{ accuracy: 90, loss: 0.1, luck: 0, adjusted: 1, best: 9, good: 1, inaccuracy: 1, mistake: 0, blunder: 0 }] });
const base = entryOf({ id: 'a', record: 'penna 1\ngame x\nseat human Ann\nscore 7\n', when: 10 });
const variants = [base, { ...base, when: 20 }, { ...base, mine: [], me: -1 }, { ...base, analysis: sum('quick') }, { ...base, when: 7, analysis: sum('normal') }];
for (const a of variants) {
  for (const b of variants) {
    const one = joined(a, b), other = joined(b, a);
    same(one, other, 'the order does not matter');
    same(joined(one, b), one, 'a second time changes nothing');
    check(one.when === Math.min(a.when, b.when), 'it ended when it was first known to have ended');
    check(one.mine.length === Math.max(a.mine.length, b.mine.length) && one.me === Math.max(a.me, b.me), 'whose it is stays known');
    const levels = ['quick', 'normal'], level = (entry) => levels.indexOf(entry.analysis?.level);
    check(level(one) === Math.max(level(a), level(b)), 'the deeper analysis stays');
    for (const c of variants) same(joined(joined(a, b), c), joined(a, joined(b, c)), 'in whatever order devices meet');
  }
}
const begun = { ...entryOf({ id: 'a', record: 'penna 1\ngame x\nseat human Ann\n', when: 30, over: false }), over: false }, more = { ...begun, hash: 'later', when: 40 };
check(joined(begun, base).over && joined(base, begun).hash === base.hash, 'a game that is over knows more than one that is not');
check(joined(begun, more).hash === 'later' && joined(more, begun).hash === 'later', 'and of two that are not the one that was played on');
check(joined({ ...base, hash: 'other' }, { ...base, when: 11, analysis: sum('deep') }).analysis === null, 'an analysis belongs to its record');

// ---- From outside ----
const good = { ...base, record: 'penna 1\ngame x\nseat human Ann\nscore 7\n', analysis: sum('quick'), mistakes: [{ node: 3, seat: 0, chosen: '-', best: 'r7', loss: 0.03, label: 'mistake', prompt: '' }] };
const refused = (change, what) => {
  let said = '';
  try {
    fromOutside(change);
  } catch (error) {
    said = error.message;
  }
  check(said.length > 0, `refused: ${what}`);
};
same(fromOutside(good).mistakes, good.mistakes, 'what is good is taken');
same(Object.keys(fromOutside({ ...good, evil: 1 }).entry).includes('evil'), false, 'what is not known is left out');
for (const wrong of [null, 7, [], {}, { id: 'a' }]) refused(wrong, JSON.stringify(wrong));
for (const change of [{ id: '' }, { id: 'a b' }, { id: 'x'.repeat(65) }, { record: 7 }, { mine: 0 }, { mine: [1] }, { mine: [-1] }, { me: 1 }, { me: 0.5 }, { when: -1 }, { when: '1' }, { when: 1e99 },
  { place: 'here' }, { place: { kind: 1 } }, { place: { kind: 'table', code: 1 } }, { key: [1] }, { key: [1, 'x'] }, { over: 1 }, { real: 'no' }, { analysis: {} }, { analysis: { ...sum('quick'), level: 'best' } },
  { analysis: { ...sum('quick'), seats: [] } }, { analysis: { ...sum('quick'), seats: [{ ...sum('quick').seats[0], luck: '1' }] } }, { mistakes: [1] }, { mistakes: [{ ...good.mistakes[0], seat: 1 }] },
  { mistakes: [{ ...good.mistakes[0], loss: null }] }, { mistakes: [{ ...good.mistakes[0], label: 'bad' }] }]) refused({ ...good, ...change }, JSON.stringify(change));

// ---- What an analysis leaves ----
const doc = { settings: { policy: 'expert', exact: false }, seats: [{ accuracy: 90, loss: 0.1, win_luck: 0.2, points_luck: 3, win_adjusted: 0.5, points_adjusted: 60, best: 1, good: 2, inaccuracy: 3, mistake: 4, blunder: 5 }],
  items: [{ node: 0, luck: [] }, { node: 1, seat: 0, label: 'good', loss: 0.01, played: 'a', moves: [{ move: 'b' }] }, { node: 2, seat: 0, label: 'mistake', loss: 0.06, played: 'a', moves: [{ move: 'b' }], prompt: 'p' },
    { node: 3, seat: 0, label: 'blunder', loss: 0.2, played: 'c', moves: [{ move: 'd' }] }] };
same(mistakesOf(doc).map((one) => [one.node, one.chosen, one.best, one.prompt]), [[3, 'c', 'd', ''], [2, 'a', 'b', 'p']], 'mistakes, dearest first');
check(sumsOf(doc, 'quick').seats[0].luck === 3 && sumsOf({ ...doc, seats: [doc.seats[0], doc.seats[0]] }, 'quick').seats[1].luck === 0.2, 'luck is in points alone, else in shares of a win');
finish();
