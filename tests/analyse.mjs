// analyse.mjs PENNA ANALYSE.WASM DATA: the analysis and the hints of the page are those of the program: the same records give
// the same bytes (`penna analyse --quick --json`) and the same numbers (`penna hint --quick --json`).
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, finish, pageModule } from './check.mjs';

const [penna, wasm, data] = process.argv.slice(2);
const { Analyst } = await pageModule(wasm, 'analyst.mjs');
const analyst = await Analyst.load(readFileSync(wasm));
const work = mkdtempSync(join(tmpdir(), 'penna-analyse-'));
const env = { ...process.env, PENNA_TABLES: work, LANG: 'C' };
const run = (...words) => execFileSync(penna, words, { env, encoding: 'utf8', maxBuffer: 1 << 26 });

function same(a, b, what) {
  if (check(a === b, what)) return;
  const at = [...a].findIndex((c, i) => c !== b[i]);
  console.error(`  program ${a.slice(Math.max(0, at - 80), at + 80)}\n  page    ${b.slice(Math.max(0, at - 80), at + 80)}`);
}

function compareHints(path, record, what) {
  const { hints } = JSON.parse(run('hint', path, '--quick', '--json', '--threads', '1'));
  for (const { seat, moves } of hints) {
    const ours = analyst.hint(record, seat).moves;
    same(JSON.stringify(moves.map((one) => [one.move, one.points, one.loss, one.loss_error, one.trials])),
      JSON.stringify(ours.map((one) => [one.move, one.points, one.loss, one.loss_error, one.trials])), `${what}, seat ${seat}`);
  }
}

const names = JSON.parse(run('games', '--json')).map(({ name }) => name);
check(names.length > 0 && names.join() === analyst.games.map(({ name }) => name).join(), 'page and program have the same games');

for (const [index, game] of analyst.games.entries()) {
  const weights = join(data, `${game.name}.weights`), counts = process.env.PENNA_LONG || index === analyst.games.length - 1 ? [2, 1] : [2]; // alone is slow in some, and the same
  if (existsSync(weights)) analyst.setWeights(game, readFileSync(weights));
  for (const seats of counts.filter((count) => count >= game.min && count <= game.max)) {
    const path = join(work, `${game.name}-${seats}.penna`), bots = Array.from({ length: seats }, () => 'greedy').join(',');
    run('sim', game.name, '--games', '1', '--seats', String(seats), '--bots', bots, '--seed', '3', '--record', path);
    const record = readFileSync(path, 'utf8');
    const total = analyst.open(record);
    for (let i = 0; i < total; i++) analyst.step();
    same(run('analyse', path, '--quick', '--json'), analyst.write(), `${game.name}, ${seats} seats`);
    analyst.close();
    const lines = record.split('\n'), last = lines.findLastIndex((line, i) => i < lines.length / 2 && line.startsWith('move '));
    const part = `${lines.slice(0, last).join('\n')}\n`, half = join(work, 'half.penna');
    writeFileSync(half, part);
    compareHints(half, part, `hint, ${game.name}, ${seats} seats`);
    console.log(`${game.name}, ${seats} seats: ${total} items`);
  }
}
rmSync(work, { recursive: true });
finish();
