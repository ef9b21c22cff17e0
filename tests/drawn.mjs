// drawn.mjs PENNA.WASM PICTURES: what the page draws in the rules is there to be drawn: every position of PICTURES is one of its game
// and every sheet exists; the rules of a game have in every language as many blocks as there are pictures for them, and explain no
// letters that the picture has not (it has those of the reader's language); and what the page makes of them is set as print has it.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { check, finish, pageModule } from './check.mjs';

const [wasm, path] = process.argv.slice(2), folder = dirname(path);
const { Engine } = await pageModule(wasm, 'engine.mjs');
const engine = await Engine.load(readFileSync(wasm)), pictures = JSON.parse(readFileSync(path, 'utf8'));

/** The indented blocks of a text, those that follow each other as one: whether what stands before each says what letters mean ("R red, Y yellow"). */
function blocks(text) {
  const found = [];
  let inside = false, legend = false;
  for (const block of text.trim().split(/\n{2,}/)) {
    const indented = block.split('\n').every((line) => line.startsWith('    '));
    if (indented && !inside) found.push(legend);
    legend = !indented && /\b[A-Z] \p{Ll}+, [A-Z] \p{Ll}+/u.test(block.replace(/\s+/g, ' '));
    inside = indented;
  }
  return found;
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
    const found = blocks(readFileSync(join(folder, file), 'utf8'));
    check(found.length === planned.length, `${basename(file)}: ${found.length} blocks, ${planned.length} pictures`);
    found.forEach((legend, i) => check(!legend, `${basename(file)}: the letters that are explained before block ${i + 1} are not in its picture`));
    const page = readFileSync(join(dirname(wasm), 'rules', file.replace(/md$/, 'html')), 'utf8'), plain = page.match(/\w'|\d–\d|− \d/);
    check(!plain, `${basename(file)}: ${plain?.[0]} on the page`);
  }
}
finish();
