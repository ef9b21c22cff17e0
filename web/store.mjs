// store.mjs: what this browser remembers: settings, unfinished games, the tables one sits at. Nothing leaves it.
// Finished games are kept by history.mjs.

const memory = new Map(); // what could not be stored (private windows, no room left) lasts as long as the page

function read(key, otherwise) {
  if (memory.has(key)) return memory.get(key);
  try {
    return JSON.parse(localStorage.getItem(`penna.${key}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** True if it will be there the next time. */
function write(key, value) {
  try {
    localStorage.setItem(`penna.${key}`, JSON.stringify(value));
    memory.delete(key);
    return true;
  } catch { // full or forbidden
    memory.set(key, value);
    return false;
  }
}

function drop(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(`penna.${key}`);
  } catch { /* forbidden: there is nothing */ }
}

/** Where one was on which screen, of this tab: [address, pixels down]. */
export function place() {
  try { return JSON.parse(sessionStorage.getItem('penna.place')) ?? []; } catch { return []; }
}

export function setPlace(where) {
  try { sessionStorage.setItem('penna.place', JSON.stringify(where)); } catch { /* full or forbidden: one begins at the top */ }
}

const DEFAULTS = { language: '', theme: 'auto', motion: 'auto', sound: false, notify: false, quick: false, large: false, patterns: false, scores: true, moves: true, tutor: false, reactions: true };

let known = { text: '', all: DEFAULTS };

/** Not to be changed. They are asked for many times at every tap, and read anew only if they are others. */
export function settings() {
  let text = null;
  if (!memory.has('settings')) try { text = localStorage.getItem('penna.settings'); } catch { /* forbidden */ }
  if (text === null || text !== known.text) known = { text, all: { ...DEFAULTS, ...read('settings', {}) } };
  return known.all;
}

export const changeSettings = (change) => write('settings', { ...settings(), ...change });

/** Whether something was offered to the reader already, which is done once. */
export const wasOffered = (what) => read('offered', []).includes(what);
export const setOffered = (what) => write('offered', [...new Set([...read('offered', []), what])]);

export const myName = () => read('name', '');
export const setMyName = (name) => write('name', name);

/** Who played a game the last time on this device (begin.mjs); []: nobody yet. A game that was never played has the last players of any. */
export const players = (game) => { const all = read('players', {}); return all[game] ?? all.last ?? []; };
export const keepPlayers = (game, list) => write('players', { ...read('players', {}), [game]: list, last: list });

/** The server's token for opening tables, which came with a link; undefined: none. */
export const createToken = () => read('create');
export const setCreateToken = (token) => write('create', token);

/** The keys of the games; each has one of its own, so that two tabs never write over each other's. */
function gameKeys() {
  const own = [...memory.keys()].map((key) => `penna.${key}`);
  try {
    own.push(...Object.keys(localStorage));
  } catch { /* forbidden */ }
  return [...new Set(own)].filter((key) => key.startsWith('penna.game.')).map((key) => key.slice(6));
}

/** Earlier versions of the page kept all games in one list, and may still be open in another tab: it is shared out, and gone once that is done. */
function shareOut() {
  const list = read('games', []);
  const done = list.every((one) => read(`game.${one.id}`)?.when >= one.when || keepGame(one));
  if (list.length && done) drop('games');
}

/** The games begun on this device, newest first: [{id, game, names, record, key, real, when, over}]. One that is over waits here, with {mine, me,
 *  place} (session.mjs), until it stands among one's games (history.mjs). */
export function games() {
  shareOut();
  return gameKeys().map((key) => read(key)).filter(Boolean).sort((a, b) => b.when - a.when);
}

export const game = (id) => games().find((one) => one.id === id);

/** True if it will be there the next time. */
export function keepGame(one) {
  return write(`game.${one.id}`, { when: Date.now(), ...one });
}

export function dropGame(id) {
  shareOut();
  drop(`game.${id}`);
}

/** The tables on a server one has a token for: [{code, token, game, commitment?, salts?}]. */
export const tables = () => read('tables', []);
export const keepTable = (one) => write('tables', [one, ...tables().filter((other) => other.code !== one.code)].slice(0, 20));
export const dropTable = (code) => write('tables', tables().filter((one) => one.code !== code));
export const table = (code) => tables().find((one) => one.code === code);
export const token = (code) => table(code)?.token ?? null;

/** What this device did with a day's dice (daily.mjs), by 'DATE/GAME/KIND': {code, token}: a try at a server; {id}: one without; {record} once that is over; {handed}. The last hundred. */
export const daily = () => read('daily', {});
export const keepDaily = (deal, change) => { const { [deal]: own, ...rest } = daily(); write('daily', Object.fromEntries([...Object.entries(rest).slice(-99), [deal, { ...own, ...change }]])); };

/** The device's own key for the daily, as hex digits; undefined: none yet. */
export const deviceSeed = () => read('device');
export const setDeviceSeed = (seed) => write('device', seed);

/** How many steps of a game's lesson were answered. */
export const learned = (name) => read('lessons', {})[name] ?? 0;
export const setLearned = (name, steps) => write('lessons', { ...read('lessons', {}), [name]: Math.max(steps, learned(name)) });

/** Whether a game was ever played to its end here. */
export const hasFinished = () => Object.keys(read('best', {})).length > 0 || games().some((one) => one.over);

/** The best score of the person at this device in a game, {points, id of the game it was made in}; null: none yet. */
export const best = (name) => read('best', {})[name] ?? null;

/** Takes a score in: the best one before it ({points, id} or null). To be told of the same game twice changes nothing. */
export function keepScore(name, id, points) {
  const all = read('best', {}), { [name]: own = null } = all;
  if (own?.id === id) return own.before ?? null;
  if (!own || points > own.points) write('best', { ...all, [name]: { points, id, before: own && { points: own.points, id: own.id } } });
  return own;
}

/** The puzzles of a game that were met, and when they come back (box.mjs); undefined: none yet. */
export const puzzleBox = (name) => read('puzzles', {})[name];
export const setPuzzleBox = (name, box) => write('puzzles', { ...read('puzzles', {}), [name]: box });
