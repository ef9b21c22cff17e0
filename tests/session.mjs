// session.mjs PENNA.WASM WEB: the screens of a game use nothing of a session that the contract (web/session.mjs) does not have, every
// member of it is said in words, and all kinds of session keep to it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, finish, pageModule } from './check.mjs';

const SCREENS = ['play.mjs', 'end.mjs', 'dice.mjs', 'moves.mjs'];
const [wasm, web] = process.argv.slice(2);
const { Session } = await pageModule(wasm, 'session.mjs');
const { LocalGame } = await pageModule(wasm, 'game.mjs');
const { NetGame } = await pageModule(wasm, 'netgame.mjs');
const { Trial } = await pageModule(wasm, 'trial.mjs');

const own = [...Object.keys(new Session(null, '')), ...Object.getOwnPropertyNames(Session.prototype)].filter((name) => name !== 'constructor');
const members = new Set([...own, ...Object.getOwnPropertyNames(EventTarget.prototype)]);
for (const name of SCREENS) {
  const text = readFileSync(join(web, name), 'utf8');
  const taken = [...text.matchAll(/const \{([^}]*)\} = (?:this\.)?session(?=[;,])/g)].flatMap(([, list]) => list.split(',').map((one) => one.split(':')[0].trim()));
  const used = [...text.matchAll(/\bsession\??\.(?!mjs)(\w+)/g)].map(([, member]) => member);
  for (const member of new Set([...taken, ...used])) check(members.has(member), `web/${name}: a session has no \`${member}\` (web/session.mjs)`);
}

const lines = readFileSync(join(web, 'session.mjs'), 'utf8').split('\n');
const says = (line) => /^\s*(\/\*\*|\*| \*)/.test(line ?? '');
for (const member of own) {
  const at = lines.findIndex((line) => new RegExp(`^    this\\.${member} = |^  (get )?${member}\\(`).test(line));
  check(at > 0 && (says(lines[at - 1]) || member === 'take'), `web/session.mjs: nothing is said of \`${member}\``); // take(): with handover
}
for (const kind of [LocalGame, NetGame, Trial]) check(kind.prototype instanceof Session, `${kind.name} is a Session`);
finish();
