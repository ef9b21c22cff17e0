// signature.mjs PENNA.WASM PROGRAM: the WebAssembly engine gives the signature that the native one gives.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [wasm, program] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), {});
const engine = instance.exports;
engine._initialize();
const text = () => new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.out(), engine.length()));

for (const games of [1, 100]) {
  engine.signature(games);
  const here = text();
  const there = execFileSync(program, [String(games)], { encoding: 'utf8' }).trim();
  if (here !== there) {
    console.error(`signature of ${games} games: WebAssembly ${here}, native ${there}`);
    process.exit(1);
  }
  console.log(`signature of ${games} games: ${here}`);
}
