// signature.mjs ANALYSE.WASM SIGNATURE.TXT: the WebAssembly engine gives the signature that the native one keeps.
import { readFileSync } from 'node:fs';

const [wasm, kept] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { env: { now: () => 0 } });
const engine = instance.exports;
engine._initialize();
engine.signature();
const here = new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.out(), engine.length()));
const there = readFileSync(kept, 'utf8');
if (here !== there) {
  const ours = here.split('\n');
  there.split('\n').forEach((line, i) => { if (line !== ours[i]) console.error(`expected ${line}\nfound    ${ours[i]}`); });
  process.exit(1);
}
console.log(`${there.trimEnd().split('\n').length} checks`);
console.log(here.trimEnd().split('\n').at(-1));
