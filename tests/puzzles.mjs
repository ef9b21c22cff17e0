// puzzles.mjs PENNA.WASM FOLDER: every puzzle that ships is one: its position is a position as one seat sees it, the moves it weighs are
// exactly the legal ones, the first is the best by the values that are kept, and leads by far more than its error; reasons are phrases of the
// engine; no two are the same; there are enough, of every grade that counts. And the box (web/box.mjs) brings puzzles back on the right day.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { check, finish, pageModule } from './check.mjs';

const PROVED = 4; // moves that the proof looks at (docs/puzzles.md)
const LEAST = 30, LARGEST = 100000; // puzzles of a game; bytes of its file on the way to a phone
const [wasm, folder] = process.argv.slice(2);
const { Engine } = await pageModule(wasm, 'engine.mjs');
const { answered, dayOf, next, standing } = await pageModule(wasm, 'box.mjs');
const engine = await Engine.load(readFileSync(wasm));

const near = (a, b) => Math.abs(a - b) < 0.00021; // what rounding leaves
const far = (lead, error) => lead >= 4 * error - 0.0003; // likewise

/** The moves of a puzzle, best first, and how far the first is ahead. */
function checkProof(one, where) {
  const { moves, search, end, how } = one, [best, second] = moves;
  check(best[0] === one.best && best[2] === 0, `${where}: the answer is not the first move`);
  for (const part of [moves.slice(0, PROVED), moves.slice(PROVED)]) check(part.every(([, value], i) => i === 0 || value <= part[i - 1][1] + 0.0001), `${where}: moves are not in the order of their values`);
  check(moves.slice(1).every(([, value, loss]) => loss > 0 && near(best[1] - value, loss)), `${where}: losses are not the differences of values`);
  check(near(second[2], search.lead) && far(search.lead, search.error) && search.lead > 0, `${where}: a lead of ${search.lead} ± ${search.error}`);
  check(moves.slice(1, PROVED).every(([, , loss, error]) => far(loss, error)), `${where}: a rival is not clearly behind`);
  check(how === 'exact' ? search.error === 0 : end.lead > 1.49 * end.error && end.trials > 0 && one.master > 0, `${where}: not proved by playing to the end and by master`);
}

function checkPuzzle(game, one, where) {
  const p = engine.positionOf(one.state, one.seat), legal = p.moves.map((move) => move.token).sort();
  check(p.game === game && one.game === game, `${where}: a position of ${p.game}`);
  check(legal.length >= 3 && JSON.stringify(one.moves.map(([token]) => token).sort()) === JSON.stringify(legal), `${where}: the moves are not the legal ones`);
  check(legal.includes(one.played), `${where}: ${one.played} cannot have been played`);
  check(!/hands=/.test(one.state) || /viewer=/.test(one.state), `${where}: hands are shown`);
  check(one.grade >= 1 && one.grade <= 5 && one.missed.easy >= 0.25, `${where}: everybody finds it`);
  for (const [token, why] of Object.entries(one.why)) check(legal.includes(token) && why.every(([id]) => typeof id === 'string' && id.length > 3), `${where}: reasons`);
  checkProof(one, where);
}

for (const { name } of engine.games) {
  const text = readFileSync(join(folder, `${name}.jsonl`), 'utf8'), lines = text.trimEnd().split('\n').map((line) => JSON.parse(line));
  const puzzles = lines.filter((one) => !one.format), states = new Set(puzzles.map((one) => `${one.state} ${one.seat}`));
  check(lines[0].format === 'penna puzzles 1', `${name}: no head`);
  check(puzzles.length >= LEAST, `${name}: ${puzzles.length} puzzles`);
  check(states.size === puzzles.length && new Set(puzzles.map((one) => one.id)).size === puzzles.length, `${name}: the same twice`);
  check(gzipSync(text).length < LARGEST, `${name}: ${gzipSync(text).length} bytes`);
  puzzles.forEach((one, i) => checkPuzzle(name, one, `${name}, line ${i + 2}`));
  console.log(`${name}: ${puzzles.length} puzzles, ${gzipSync(text).length} bytes, by grade ${[1, 2, 3, 4, 5].map((grade) => puzzles.filter((one) => one.grade === grade).length).join(' ')}`);
}

// The box. A day is the reader's: the last minute of one and the first of the next, also where the clock is changed.
const at = (y, m, d, hour = 12, minute = 0) => new Date(y, m - 1, d, hour, minute);
check(dayOf(at(2026, 3, 1, 23, 59)) === '2026-03-01' && dayOf(at(2026, 3, 2, 0, 0)) === '2026-03-02', 'days');
let box = answered(undefined, 'a', 0, at(2026, 10, 24, 23, 50));
check(box.met.a[0] === 0 && box.met.a[1] === '2026-10-24', 'what was missed comes back the same day');
box = answered(box, 'a', 1, at(2026, 10, 24, 23, 55));
check(box.met.a[1] === '2026-10-25', 'solved once: tomorrow');
box = answered(box, 'a', 1, at(2026, 10, 25, 0, 5));
check(box.met.a[0] === 2 && box.met.a[1] === '2026-10-28', 'solved again: three days, one of them of 25 hours in some places');
check(answered(box, 'a', 3, at(2026, 10, 28)).met.a[0] === 2, 'with help of a second try it stays');
for (let i = 0; i < 9; i++) box = answered(box, 'a', 1, at(2026, 10, 28));
check(box.met.a[0] === 5 && box.met.a[1] === '2026-12-02' && box.skill <= 5, 'there is a last compartment');
box = answered(box, 'a', 0, at(2026, 12, 2));
check(box.met.a[0] === 0 && box.skill < 5, 'what is missed begins again');

const five = ['a', 'b', 'c', 'd', 'e'].map((id, i) => ({ id, grade: 5 - i, own: id === 'c' }));
check(next(undefined, five, at(2026, 1, 1)).id === 'c', 'own mistakes come before others');
check(next({ met: { c: [1, '2026-01-09'] }, skill: 1 }, five, at(2026, 1, 1)).id === 'e', 'then what suits the reader');
check(next({ met: { c: [1, '2026-01-09'] }, skill: 4.6 }, five, at(2026, 1, 1)).id === 'a', 'and a strong one gets hard ones');
check(next({ met: { c: [1, '2026-01-09'], b: [1, '2026-01-02'] }, skill: 1 }, five, at(2026, 1, 9)).id === 'b', 'what is due comes first, the longest due before');
check(next({ met: { b: [0, '2026-01-01'] }, skill: 1 }, five, at(2026, 1, 1), 'b').id === 'c', 'not the same again at once');
check(next({ met: Object.fromEntries(five.map(({ id }) => [id, [1, '2026-01-09']])), skill: 1 }, five, at(2026, 1, 1)) === null, 'nothing is due');
const { due, known, fresh } = standing({ met: { a: [0, '2026-01-01'], b: [2, '2026-01-01'], c: [1, '2026-02-01'] } }, five, at(2026, 1, 1));
check(due === 2 && known === 2 && fresh === 2, 'how a box stands');

finish();
