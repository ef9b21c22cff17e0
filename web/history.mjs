// history.mjs: my games: every game that was finished on this device, in IndexedDB, without a limit.
//
// A game comes in by one way. Whoever plays notes it down (session.mjs, finish()) where writing takes no time (store.mjs), and takeOver()
// brings here what stands there. Only when the database says that it is on the disk is the note thrown away. So what is closed, killed or full in between is
// taken over the next time; games of earlier versions of the page, which knew no other place, are too; and if two tabs do it at once, the second finds that it is done.
//
// Whatever is written is one transaction: all of it, or nothing.

import { entryOf, hash, isDeeper, joined, mistakesOf, sumsOf } from './entry.mjs';
import * as store from './store.mjs';

const NAME = 'penna';
const PIECE = 200;             // entries read at a time: a phone stays usable
const BEGUN = 12;              // unfinished games that stay where they are; older ones come here
const BIN = 30 * 24 * 3600000; // milliseconds for which what was thrown away can be had back

// What brings each version of the database to the next. Never change a step: add one.
const STEPS = [
  (db) => {
    const games = db.createObjectStore('games', { keyPath: 'id' }); // Entry (entry.mjs)
    games.createIndex('hash', 'hash');
    db.createObjectStore('records', { keyPath: 'id' });  // {id, record}
    db.createObjectStore('mistakes', { keyPath: 'id' }); // {id, list: [Mistake]}, of those that were analysed
  },
];

// ---- The database ---------------------------------------------------------------------------------------

let opened = null; // a promise of the database

/** Opens it, and brings an earlier version up to this. A tab that has a later page and waits for that is not held up by this one. */
function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, STEPS.length);
    request.onupgradeneeded = ({ oldVersion }) => STEPS.slice(oldVersion).forEach((step) => step(request.result, request.transaction));
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      request.result.onversionchange = () => { request.result.close(); opened = null; };
      request.result.onclose = () => { opened = null; };
      resolve(request.result);
    };
  });
  opened.catch(() => { opened = null; });
  return opened;
}

const got = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** Does `work({games, records, mistakes})` in one transaction: its result, once that is done. Whatever fails, nothing has changed. A change is
 *  told of to whoever shows the games, in other tabs too. */
async function transact(mode, work) {
  const db = await open(), tx = db.transaction(['games', 'records', 'mistakes'], mode, { durability: 'strict' });
  const ended = new Promise((resolve, reject) => {
    tx.oncomplete = resolve;
    tx.onabort = () => reject(tx.error ?? new Error('aborted'));
  });
  ended.catch(() => {}); // waited for below
  let result;
  try {
    result = await work({ games: tx.objectStore('games'), records: tx.objectStore('records'), mistakes: tx.objectStore('mistakes') });
  } catch (error) {
    try {
      tx.abort();
    } catch { /* it has ended by itself */ }
    await ended.catch((why) => { throw why.name === 'AbortError' ? error : why; });
    throw error;
  }
  await ended;
  if (mode === 'readwrite') tell();
  return result;
}

/** Tells by an event 'change' that something is different. */
export const changes = new EventTarget();
const others = globalThis.BroadcastChannel && new BroadcastChannel('penna-games');
others?.addEventListener('message', () => changes.dispatchEvent(new Event('change')));
function tell() {
  changes.dispatchEvent(new Event('change'));
  others?.postMessage('change');
}

// ---- Coming in ------------------------------------------------------------------------------------------

/** Puts one game in, {entry, record, mistakes}, or joins it with what is there. `back`: one that was thrown away is wanted again. */
async function put({ games, records, mistakes }, one, back) {
  const old = await got(games.get(one.entry.id)), now = old ? joined(old, one.entry) : one.entry;
  const entry = { ...now, deleted: back ? 0 : old?.deleted ?? 0 };
  if (old && JSON.stringify(old) === JSON.stringify(entry)) return 'same';
  await got(games.put(entry));
  if (entry.hash !== old?.hash) await got(records.put({ id: entry.id, record: one.record }));
  if (one.entry.analysis && entry.analysis === one.entry.analysis) await got(mistakes.put({ id: entry.id, list: one.mistakes }));
  return old ? 'joined' : 'new';
}

/** Takes games in, [{entry, record, mistakes}], all or none: how many were new, told more of one that was there, or were known: {new, joined, same}. */
export const add = (many, { back = false, progress = () => {} } = {}) => transact('readwrite', async (stores) => {
  const count = { new: 0, joined: 0, same: 0 };
  for (const [index, one] of many.entries()) {
    count[await put(stores, one, back)]++;
    if (index % PIECE === 0) progress(index / many.length);
  }
  return count;
});

/** What waits in the store: games that are over, and more unfinished ones than one looks for there. */
function waiting() {
  const kept = store.games().filter((one) => typeof one.record === 'string');
  return [...kept.filter((one) => one.over), ...kept.filter((one) => !one.over).slice(BEGUN)];
}

/** Brings here what was noted down; 'kept'. Fails if the device has no room or the browser keeps nothing: then the notes stay. */
export async function takeOver() {
  const notes = waiting();
  if (notes.length) await add(notes.map((one) => ({ entry: entryOf(one), record: one.record, mistakes: [] })));
  for (const one of notes) if (store.game(one.id)?.when === one.when) store.dropGame(one.id);
  return 'kept';
}

/** An analysis is done: it stays with the game of that record, if it is one of mine, unless a deeper one is there. */
export const keepAnalysis = (record, level, result) => transact('readwrite', async ({ games, records, mistakes }) => {
  for (const entry of await got(games.index('hash').getAll(hash(record)))) {
    if ((await got(records.get(entry.id)))?.record !== record) continue;
    const analysis = sumsOf(result, level);
    if (isDeeper(entry.analysis, analysis)) continue;
    await got(games.put({ ...entry, analysis }));
    await got(mistakes.put({ id: entry.id, list: mistakesOf(result) }));
  }
});

// ---- Looking --------------------------------------------------------------------------------------------

/** All entries of a store, in the order of their names, piece by piece: `take(piece)`. */
async function pieces(name, take) {
  for (let range = null; ;) {
    const piece = await transact('readonly', (stores) => got(stores[name].getAll(range, PIECE)));
    if (piece.length) take(piece);
    if (piece.length < PIECE) return;
    range = IDBKeyRange.lowerBound(piece.at(-1).id, true);
  }
}

/** All my games, newest first, without their records: [Entry]. Those that were thrown away are among them (`deleted`). */
export async function list() {
  const all = [];
  await pieces('games', (piece) => all.push(...piece));
  return all.sort((a, b) => b.when - a.when || (a.id < b.id ? -1 : 1));
}

/** One of my games, with its record and, if it was analysed, its mistakes: {...Entry, record, mistakes}; null: there is none of that name. */
export const game = (id) => transact('readonly', async ({ games, records, mistakes }) => {
  const [entry, text, lost] = await Promise.all([got(games.get(id)), got(records.get(id)), got(mistakes.get(id))]);
  return entry && text ? { ...entry, record: text.record, mistakes: lost?.list ?? [] } : null;
});

/** My dearest mistakes in all games that were analysed, dearest first, `most` of them: [{id, game, seats, when, record, node, seat, chosen, best, loss, label,
 *  prompt}]. `of`: only of the
 *  game with that name; `seats` is how many played, on which the unit of a loss depends (entry.mjs). */
export async function dearest({ most = 100, of = '' } = {}) {
  const entries = new Map(), found = [];
  await pieces('games', (piece) => { for (const one of piece) if (!one.deleted && (!of || one.game === of)) entries.set(one.id, one); });
  await pieces('mistakes', (piece) => {
    for (const { id, list: lost } of piece) {
      const entry = entries.get(id), mine = entry && (entry.me >= 0 ? [entry.me] : entry.mine);
      if (entry) found.push(...lost.filter((one) => mine.includes(one.seat)).map((one) => ({ ...one, id, game: entry.game, when: entry.when, seats: entry.people.length })));
    }
    found.sort((a, b) => b.loss - a.loss).splice(most);
  });
  const records = await transact('readonly', ({ records: all }) => Promise.all(found.map((one) => got(all.get(one.id)))));
  return found.map((one, index) => ({ ...one, record: records[index].record }));
}

// ---- Throwing away --------------------------------------------------------------------------------------

const setDeleted = (ids, deleted) => transact('readwrite', async ({ games }) => {
  for (const id of ids) {
    const entry = await got(games.get(id));
    if (entry) await got(games.put({ ...entry, deleted }));
  }
});

/** Throws games away, by their names; restore() has them back for 30 days. */
export const remove = (ids) => setDeleted(ids, Date.now());
export const restore = (ids) => setDeleted(ids, 0);

/** Really forgets those of the entries that were thrown away long ago. One that another tab has just put back stays. */
export async function forget(entries) {
  const isPast = (one) => one?.deleted && Date.now() - one.deleted > BIN, past = entries.filter(isPast);
  if (past.length) await transact('readwrite', async (stores) => {
    for (const { id } of past) if (isPast(await got(stores.games.get(id)))) await Promise.all(Object.values(stores).map((one) => got(one.delete(id))));
  });
}
