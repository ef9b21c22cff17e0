// pictures.mjs PENNA.WASM: every sheet can be drawn as a picture: there are strokes for all its signs, and all numbers are
// numbers; and the layouts that the first screen draws are the engine's.
import { readFileSync } from 'node:fs';
import { check, finish, pageModule } from './check.mjs';

const [wasm] = process.argv.slice(2);
const { Engine, isWritten } = await pageModule(wasm, 'engine.mjs');
const { isLettered, letterOf, paths, rowsOf, writable } = await pageModule(wasm, 'picture.mjs');
const engine = await Engine.load(readFileSync(wasm));
const { games } = await pageModule(wasm, 'assets.mjs');

for (const game of engine.games) {
  const listed = games.find(({ name }) => name === game.name), { note, scale, ...first } = engine.layout(game);
  check(JSON.stringify(listed?.layout) === JSON.stringify(first), `${game.name}: the first screen draws another sheet than the engine's`);
  const boxes = listed.demo.flatMap((step) => step.marks.map(([box]) => box));
  check(listed.demo.length > 5 && listed.demo.every((step) => step.pieces.length && step.marks.length), `${game.name}: the demo has steps with pieces and marks`);
  check(new Set(boxes).size === boxes.length && boxes.every((box) => box in first.boxes), `${game.name}: the demo writes once into boxes that there are`);
  check(listed.demo.every((step) => step.marks.every(([, mark, value]) => isWritten(mark) && writable(String(value)))), `${game.name}: the demo writes what there are strokes for`);
  for (let sheet = 0; sheet < game.sheets; sheet++) {
    const layout = engine.layout(game, sheet), drawn = paths(layout);
    const signs = [...rowsOf(layout).map(({ letter }) => letter), ...layout.boxes.flatMap((box) => [box.label, isLettered(layout, box) ? letterOf(box.colour).toUpperCase() : ''])];
    for (const text of signs) check(writable(text), `${game.name}: no strokes for "${text}" (STROKES in web/picture.mjs)`);
    const all = [...drawn.values()].flatMap((own) => Object.values(own)).join('');
    check(/^M/.test(all) && !/NaN|undefined|Infinity/.test(all), `${game.name}: a path is broken`);
    check((all.match(/z/g) ?? []).length >= layout.boxes.length, `${game.name}: a box is missing`);
  }
}
check(writable('0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ'), 'a sign is missing that a new game may have');
finish();
