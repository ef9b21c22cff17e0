// i18n.mjs: texts in the reader's language. The id of a message is the English text; the catalogues are made from
// po/ (tools/web.py, tools/messages.sh, which finds the texts by t(), tc() and N_()). Arguments stand as {0} {1} {2}, names of colours as {c0} {c1} {c2}.

import { COLOURS } from './enums.mjs';

export const LANGUAGES = { en: 'English', it: 'Italiano', pt: 'Português', 'pt-BR': 'Português (Brasil)', de: 'Deutsch' };

let table = {};
let current = 'en';

/** The language of the page now, and without its variant, for what has none. */
export const language = () => current;
export const plainLanguage = () => current.slice(0, 2);

/** The first of ours among the reader's languages. */
export function preferred() {
  for (const code of navigator.languages ?? []) {
    if (code in LANGUAGES) return code;
    const short = code.slice(0, 2).toLowerCase();
    if (short in LANGUAGES) return short;
  }
  return 'en';
}

const parts = new Map(); // of the page, whose texts were wanted, each with the promise that they are there: they are needed in the next language too

const catalogue = async (name) => (await fetch(new URL(`locale/${name}.json`, import.meta.url))).json();

/** In English there is nothing to bring; what cannot be had shows in English. */
async function bring(part) {
  if (current !== 'en') table = { ...table, ...await catalogue(`${current}-${part}`).catch(() => ({})) };
}

/** Brings the texts of a part of the page (PARTS in tools/web.py), once. */
export function words(part) {
  if (!parts.has(part)) parts.set(part, bring(part));
  return parts.get(part);
}

/** Loads the catalogue of a language; English where that fails. */
export async function setLanguage(code) {
  table = {};
  current = code in LANGUAGES ? code : 'en';
  if (current !== 'en') {
    try {
      table = await catalogue(current);
      for (const part of parts.keys()) parts.set(part, bring(part));
      await Promise.all(parts.values());
    } catch {
      current = 'en';
    }
  }
  document.documentElement.lang = current;
}

const filled = (text, args) => text.replace(/\{(\d)\}/g, (whole, n) => args[n] ?? whole);

/** The translation of a message id, its arguments filled in. */
export const t = (id, ...args) => filled(table[id] ?? id, args);

/** As t(), for a text that means different things in different places: the context says which. */
export const tc = (context, id, ...args) => filled(table[`${context}\u0004${id}`] ?? id, args);

/** Marks a text that is translated where it is shown, by t(). */
export const N_ = (id) => id;

/** The name of a colour by its number. */
export const colourName = (colour) => (colour ? t(COLOURS[colour]) : '');

/** A phrase of the engine, [id, a, b, c]. */
export function phrase([id, ...args]) {
  return (table[id] ?? id)
    .replace(/\{(\d)\}/g, (whole, n) => minus(args[n]))
    .replace(/\{c(\d)\}/g, (whole, n) => colourName(args[n]));
}

/** Phrases in one line. */
export const phrases = (list) => list.map(phrase).join(', ');

/** Phrases that each say something of their own: a sentence each. */
export const sentences = (list) => list.map((one) => `${capital(phrase(one))}.`).join(' ');

/** A number with a real minus sign. */
export const minus = (n) => String(n).replace('-', '−');

/** By hand: the browser's own way reads so much when it is first asked that a slow phone stands still for a fifth of a second. */
function written(x, digits, sign, unit = '') {
  const text = Number(Math.abs(x).toPrecision(14)).toFixed(digits), many = text.length > (digits ? digits + 4 : 3), before = Number(text) === 0 ? '' : x < 0 ? '−' : sign ? '+' : '';
  const figures = many ? Number(text).toLocaleString(current, { minimumFractionDigits: digits }) : text.replace('.', current === 'en' ? '.' : ',');
  return `${before}${figures}${unit && current === 'de' ? '\u00a0' : ''}${unit}`;
}

/** A number with one digit after the point, and with a plus if signs are wanted, as the language writes it. */
export const decimal = (x, { sign = false } = {}) => written(x, 1, sign);

/** A share of one in per cent, likewise. */
export const percent = (x, { digits = 0, sign = false } = {}) => written(100 * x, digits, sign, '%');

/** The first letter large. */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(current) + text.slice(1);
