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

const DEFAULTS = { language: '', theme: 'auto', motion: 'auto', sound: false, large: false, patterns: true, scores: true, moves: true, tutor: false, reactions: true };

export const settings = () => ({ ...DEFAULTS, ...read('settings', {}) });
export const changeSettings = (change) => write('settings', { ...settings(), ...change });

export const myName = () => read('name', '');
export const setMyName = (name) => write('name', name);

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
