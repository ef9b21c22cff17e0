// heap.mjs PENNA.WASM: the heap of the page's engine (src/wasm/heap.c): what is given back is used again, however large it was and however it grew, and
// nobody's room lies in another's.
import { readFileSync } from 'node:fs';
import { check, finish, pageModule } from './check.mjs';

const [wasm] = process.argv.slice(2);
const { Engine } = await pageModule(wasm, 'engine.mjs');
const engine = await Engine.load(readFileSync(wasm)), { memory } = engine.x;

/** Plays a game to its end, all seats greedy: its record. */
function played(game, seats, seed) {
  const match = engine.start(game, seats);
  for (let p = match.position(); p.kind !== 'over'; p = match.position()) {
    if (p.kind === 'chance') match.roll([seed, 3]);
    else for (let seat = 0; seat < seats; seat++) if (p.movers >> seat & 1) match.submit(seat, engine.choose('greedy', match.view(seat), seat, p.node));
  }
  const record = match.record();
  match.close();
  return record;
}

const all = () => engine.games.flatMap((game) => [game.min, game.max].map((seats) => played(game, seats, 7)));
const first = all(), room = memory.buffer.byteLength;
for (let again = 0; again < 20; again++) check(all().join() === first.join(), 'the same games, whatever lay there before');
check(memory.buffer.byteLength === room, `twenty times as many games take ${memory.buffer.byteLength - room} bytes more`);

const open = first.map((record) => engine.open(record)); // all at once, and closed in another order than they were opened in
check(open.every((match, i) => match.record() === first[i]), 'many at once, each has its own');
for (const match of [...open.filter((_, i) => i % 2), ...open.filter((_, i) => !(i % 2)).reverse()]) match.close();
const most = memory.buffer.byteLength;
for (let again = 0; again < 20; again++) first.map((record) => engine.open(record)).reverse().forEach((match) => match.close());
check(memory.buffer.byteLength === most, `twenty times as many at once take ${memory.buffer.byteLength - most} bytes more`);

for (const size of [1000, 100000, 3000000]) { // weights must lie at a multiple of 64, and new ones take the place of the old
  const at = engine.x.weights(0, size);
  check(at > 0 && at % 64 === 0 && at + size <= memory.buffer.byteLength, `${size} bytes of weights lie at ${at}`);
  const now = memory.buffer.byteLength;
  for (let again = 0; again < 20; again++) engine.x.weights(0, size);
  check(memory.buffer.byteLength === now, `weights of ${size} bytes, brought again, take more`);
}
finish();
