// signature.mjs PENNA.WASM SIGNATURE.TXT: the WebAssembly engine gives the signature that the native one gives.
import { readFileSync } from 'node:fs';

const GAMES = 200; // as in tests/signature.c

const [wasm, kept] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), {});
const engine = instance.exports;
engine._initialize();
engine.signature(GAMES);
const here = new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.out(), engine.length()));
const there = readFileSync(kept, 'utf8').match(/^all (\w+)$/m)[1];
if (here !== there) {
  console.error(`signature of all games: WebAssembly ${here}, native ${there}`);
  process.exit(1);
}
console.log(`signature of all games: ${here}`);
