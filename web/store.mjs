// store.mjs: what this browser remembers: settings, unfinished games, the tables one sits at. Nothing leaves it.

const memory = new Map(); // where storage is forbidden (private windows), things last as long as the page

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`penna.${key}`)) ?? otherwise;
  } catch {
    return memory.get(key) ?? otherwise;
  }
}

function write(key, value) {
  memory.set(key, value);
  try {
    localStorage.setItem(`penna.${key}`, JSON.stringify(value));
  } catch { /* full or forbidden: memory has it */ }
}

const DEFAULTS = { language: '', theme: 'auto', motion: 'auto', sound: false, notify: false, quick: false, large: false, patterns: false, scores: true, moves: true, tutor: false, reactions: true };

export const settings = () => ({ ...DEFAULTS, ...read('settings', {}) });
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

const GAMES_MAX = 12;

/** The kept local games, newest first: [{id, game, record, key, real, when, over}]. */
export const games = () => read('games', []);
export const game = (id) => games().find((one) => one.id === id);

export function keepGame(one) {
  const rest = games().filter((other) => other.id !== one.id);
  write('games', [{ ...one, when: Date.now() }, ...rest].slice(0, GAMES_MAX));
}

export const dropGame = (id) => write('games', games().filter((one) => one.id !== id));

/** The tables on a server one has a token for: [{code, token, game, commitment?, salts?}]. */
export const tables = () => read('tables', []);
export const keepTable = (one) => write('tables', [one, ...tables().filter((other) => other.code !== one.code)].slice(0, 20));
export const dropTable = (code) => write('tables', tables().filter((one) => one.code !== code));
export const table = (code) => tables().find((one) => one.code === code);
export const token = (code) => table(code)?.token ?? null;

/** How many steps of a game's lesson were answered. */
export const learned = (name) => read('lessons', {})[name] ?? 0;
export const setLearned = (name, steps) => write('lessons', { ...read('lessons', {}), [name]: Math.max(steps, learned(name)) });

/** The best score of the person at this device in a game, {points, id of the game it was made in}; null: none yet. */
export const best = (name) => read('best', {})[name] ?? null;

/** Takes a score in: the best one before it ({points, id} or null). To be told of the same game twice changes nothing. */
export function keepScore(name, id, points) {
  const all = read('best', {}), { [name]: own = null } = all;
  if (own?.id === id) return own.before ?? null;
  if (!own || points > own.points) write('best', { ...all, [name]: { points, id, before: own && { points: own.points, id: own.id } } });
  return own;
}
