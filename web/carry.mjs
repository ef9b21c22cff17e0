// carry.mjs: all my games as one file and back (docs/games-file.md), and the same sealed for the way to a second device. Nothing here draws.
//
// The file is text, one JSON object a line, gzipped: first what it is, then a game each, then how many there were, so that a part of a file is never taken for
// all of it. Whoever reads one believes nothing: every line is looked at (entry.mjs), every record is played through by the engine, and only then is
// anything changed, all of it or nothing.

import { at, breathe } from './dom.mjs';
import { t, N_, capital } from './i18n.mjs';
import { fromOutside } from './entry.mjs';
import * as history from './history.mjs';

const FORMAT = 1;
const PARCEL_MAX = 4194304;  // bytes that a server takes (docs/protocol.md)
const TOO_MUCH = 268435456; // characters that a file may unpack to: more is not ours
const SLICE = 12;            // milliseconds of work until the page is let breathe

const through = (blob, stream) => blob.stream().pipeThrough(stream);

// ---- A file ---------------------------------------------------------------------------------------------

function line(object) {
  const text = JSON.stringify(object);
  return `${text}\n`;
}

/** What is said of a game in a line. The rest of an entry is in its record. */
const lineOf = ({ id, record, when, place, mine, me, key, real, over, analysis, mistakes }) => line({ id, when, place, mine, me, key, real, over, analysis, mistakes, record });

/** All my games, but what was thrown away, as a gzipped Blob. `progress(share)` tells how far it is. */
export async function pack(progress = () => {}) {
  const entries = (await history.list()).filter((one) => !one.deleted), parts = [line({ penna: 'games', format: FORMAT, made: Date.now(), games: entries.length })];
  for (const [index, { id }] of entries.entries()) {
    parts.push(lineOf(await history.game(id)));
    if (index % 20 === 0) progress(index / entries.length);
  }
  parts.push(line({ end: entries.length }));
  return new Response(through(new Blob(parts), new CompressionStream('gzip'))).blob();
}

/** The text of a file, gzipped or not. Throws if it is damaged, or far too long to be one of ours. */
async function textOf(blob) {
  const [a, b] = new Uint8Array(await blob.slice(0, 2).arrayBuffer()), packed = a === 0x1f && b === 0x8b;
  const reader = (packed ? through(blob, new DecompressionStream('gzip')) : blob.stream()).pipeThrough(new TextDecoderStream('utf-8', { fatal: true })).getReader(), parts = [];
  try {
    for (let length = 0; ;) {
      const { done, value } = await reader.read();
      if (done) return parts.join('');
      length += value.length;
      if (length > TOO_MUCH) throw new Error('too long');
      parts.push(value);
    }
  } catch {
    reader.cancel().catch(() => {});
    throw new Error(t('The file is damaged, or is not one of Penna’s.'));
  }
}

function parsed(text, number) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(t('Line {0} of the file cannot be read.', number));
  }
}

/** Is the record one that can be played, and over if it says so? */
function replay(engine, { entry, record }) {
  const match = engine.open(record), over = match.position().kind === 'over';
  match.close();
  if (over !== entry.over) throw new Error(N_('the game does not end where the file says'));
}

/** The games of a file: [{entry, record, mistakes}]. Throws in words what is wrong with it; nothing has changed then. */
export async function unpack(blob, engine, progress = () => {}) {
  const lines = (await textOf(blob)).split('\n'), head = parsed(lines[0] || 'null', 1), games = [];
  if (head?.penna !== 'games' || !Number.isInteger(head.format)) throw new Error(t('This is not a file of games.'));
  if (head.format > FORMAT) throw new Error(t('The file was made by a later version of the page. Load this page again, and try once more.'));
  if (lines.length !== head.games + 3 || lines.at(-1) !== '' || parsed(lines.at(-2), lines.length - 1)?.end !== head.games) throw new Error(t('A part of the file is missing.'));
  for (let number = 1, since = performance.now(); number <= head.games; number++) {
    try {
      const one = fromOutside(parsed(lines[number], number + 1));
      replay(engine, one);
      games.push(one);
    } catch (error) {
      throw new Error(t('The game in line {0} of the file is wrong: {1}', number + 1, t(error.message)));
    }
    if (performance.now() - since > SLICE) {
      progress(number / head.games);
      await breathe();
      since = performance.now();
    }
  }
  return games;
}

/** Takes the games of a file in, all or none: {new, joined, same}, how many. */
export const take = async (blob, engine, progress) => history.add(await unpack(blob, engine, (share) => progress?.(share * 0.6)), { back: true, progress: (share) => progress?.(0.6 + share * 0.4) });

// ---- Sealed ---------------------------------------------------------------------------------------------

const LABEL = new TextEncoder().encode('penna parcel 1');
const NONCE = 12, KEY = 16; // bytes
const toText = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

/** True if this browser seals here: without a safe connection it does not. */
export const canSeal = () => Boolean(globalThis.crypto?.subtle);

const keyOf = (bytes, use) => crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, [use]);

/** Seals with a new key: {sealed: Blob, key: text}. */
export async function seal(blob) {
  const key = crypto.getRandomValues(new Uint8Array(KEY)), iv = crypto.getRandomValues(new Uint8Array(NONCE));
  const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: LABEL }, await keyOf(key, 'encrypt'), await blob.arrayBuffer());
  return { sealed: new Blob([iv, bytes]), key: toText(key) };
}

/** Opens what was sealed. Throws in words if it is not what that key sealed. */
export async function unseal(sealed, key) {
  try {
    const bytes = new Uint8Array(await sealed.arrayBuffer()), iv = bytes.slice(0, NONCE);
    return new Blob([await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: LABEL }, await keyOf(toBytes(key), 'decrypt'), bytes.slice(NONCE))]);
  } catch {
    throw new Error(t('What arrived cannot be opened with this link. Make a new one on the other device.'));
  }
}

// ---- Through the server ---------------------------------------------------------------------------------

/** A request; its answer. Throws the server's reason. */
async function ask(path, options) {
  const answer = await fetch(at(path), options).catch(() => null), said = answer && !answer.ok ? await answer.json().catch(() => null) : null;
  if (answer?.ok) return answer;
  throw new Error(said?.error ? capital(t(said.error.text)) : t('the server does not answer'));
}

/** Packs, seals and hands all my games to the server: {route, seconds}, where they are to be had, once, and for how long. */
export async function send(progress) {
  const { sealed, key } = await seal(await pack(progress));
  if (sealed.size > PARCEL_MAX) throw new Error(t('These are too many games to send this way. Use a file instead.'));
  const name = toText(crypto.getRandomValues(new Uint8Array(KEY))); // it stands in the path, so a balancer sends both devices to the same server
  const answer = await ask(`api/parcels/${name}`, { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: sealed }), { parcel, seconds } = await answer.json();
  return { route: `#/take/${parcel}.${key}`, seconds };
}

/** What the other device handed over, opened: a Blob as pack() makes it. The server has it no more. */
export async function receive(ticket) {
  const [, parcel, key] = /^([\w-]{22})\.([\w-]{22})$/.exec(ticket) ?? [];
  if (!parcel) throw new Error(t('This link is incomplete. Make a new one on the other device.'));
  return unseal(await (await ask(`api/parcels/${parcel}`)).blob(), key);
}
