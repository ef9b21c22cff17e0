// verify.mjs PENNA.WASM RECORD: the page's verifier takes a record of shared dice, and nothing that was changed in it.
import { readFileSync } from 'node:fs';
import { check, finish, pageModule } from './check.mjs';

const [wasm, path] = process.argv.slice(2);
const { Engine } = await pageModule(wasm, 'engine.mjs');
const engine = await Engine.load(readFileSync(wasm));
const record = readFileSync(path, 'utf8');
const comment = (word) => new RegExp(`^# ${word} (.*)$`, 'm').exec(record)[1];
const [key, commitment, salts] = [comment('key'), comment('commitment'), [comment('salt 0'), comment('salt 1'), null]];
const verify = (...what) => {
  const match = engine.open(record);
  const good = match.verify(...what);
  match.close();
  return good;
};
const other = (hex) => (hex[0] === '0' ? '1' : '0') + hex.slice(1);
check(verify(key, commitment, salts), 'the record verifies');
check(!verify(other(key), commitment, salts), 'not with another key');
check(!verify(key, other(commitment), salts), 'not with another commitment');
check(!verify(key, commitment, [other(salts[0]), salts[1], null]), 'not with another salt');
check(!verify(key, commitment, [salts[1], salts[0], null]), 'not with the salts exchanged');
check(!verify(key, commitment, [salts[0], null, null]), 'not with one left out');
check(!verify(key, commitment, null), 'not without them');
check(!verify(key, commitment, [...salts.slice(0, 2), salts[0]]), 'not with one more');
check(!verify(key, commitment, [salts[0].slice(1), salts[1], null]), 'not with a broken one');
finish();
