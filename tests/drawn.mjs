// drawn.mjs PENNA.WASM PICTURES: what the page draws in the rules is there to be drawn: every position of PICTURES is one of its game
// and every sheet exists; and the rules of a game have in every language as many blocks as there are pictures for them.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { check, finish, pageModule } from './check.mjs';

const [wasm, path] = process.argv.slice(2), folder = dirname(path);
const { Engine } = await pageModule(wasm, 'engine.mjs');
const engine = await Engine.load(readFileSync(wasm)), pictures = JSON.parse(readFileSync(path, 'utf8'));

/** How many indented blocks a text has; those that follow each other are one. */
function blocks(text) {
  let count = 0, inside = false;
  for (const block of text.trim().split(/\n{2,}/)) {
    const indented = block.split('\n').every((line) => line.startsWith('    '));
    if (indented && !inside) count++;
    inside = indented;
  }
  return count;
}

function checkPicture(name, one, where) {
  if (typeof one === 'string') return check(['table', 'choices', 'sum', 'typed'].includes(one), `${where}: ${one}?`);
  for (const sheet of one.layouts ?? []) check(engine.layout(engine.game(name), sheet).boxes.length > 0, `${where}: no sheet ${sheet}`);
  if (!one.state) return check(Boolean(one.layouts ?? one.faces), `${where}: nothing to draw`);
  try {
    const p = engine.positionOf(one.state, one.seat);
    check(p.game === name, `${where}: a position of ${p.game}`);
    if (one.show !== 'sheet') check(p.pieces.length > 0, `${where}: nothing lies on the table`);
  } catch (error) {
    check(false, `${where}: ${error.message}`);
  }
  return check(['table', 'sheet', 'both'].includes(one.show), `${where}: what of it?`);
}

for (const { name } of engine.games) {
  const planned = pictures[name] ?? []; // a game without rules needs none
  planned.forEach((one, i) => checkPicture(name, one, `${name}, block ${i + 1}`));
  for (const file of readdirSync(folder).filter((one) => one.startsWith(`${name}.`))) {
    const count = blocks(readFileSync(join(folder, file), 'utf8'));
    check(count === planned.length, `${basename(file)}: ${count} blocks, ${planned.length} pictures`);
  }
}
finish();
